"""`judge check`: how every line is read, what is wrong, what is missing."""

import json
from pathlib import Path
from typing import Any

import click

from judge.checking import Checked, check_files, check_game
from judge.cli.base import Failed, open_game, settings, speak, tell, text
from judge.cli.base import command as speaking
from judge.problems import errors
from judge.rulesystems import NAMES


@speaking("check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help=text("opt-plain"))
@click.option("--json", "as_json", is_flag=True, help=text("opt-json"))
@click.option("--rules", type=click.Choice(NAMES), default="guide", help=text("opt-rules-files"))
def command(paths: tuple[Path, ...], plain: bool, as_json: bool, rules: str) -> None:
    checked = _check(paths or (Path(),), rules)
    if as_json:
        click.echo(json.dumps(_data(checked), ensure_ascii=False, indent=1))
    else:
        for line in checked.lines(speak()):
            click.echo(line)
        tell(checked.problems, "plain" if plain else "full")
    if errors(checked.problems):
        raise Failed


def _check(paths: tuple[Path, ...], rules: str) -> Checked:
    """A game's folder alone; a game's folder and sheets for it; or sheets without a game."""
    folders = [p for p in paths if p.is_dir()]
    files = [p for p in paths if not p.is_dir()]
    if folders:
        return check_game(open_game(folders[0]), files)
    if (Path() / "game.yaml").is_file():
        return check_game(open_game(Path()), files)
    return check_files(files, settings.language, rules)


def _data(checked: Checked) -> dict[str, Any]:
    from judge.report.diagnostics import as_data

    return {
        "sheets": [
            {
                "power": sheet.power,
                "file": sheet.file,
                "orders": [
                    {"line": r.line, "text": r.text, "reads": r.reads, "counts": r.counts}
                    for r in sheet.rows
                ],
                "later": [{"line": r.line, "text": r.text, "reads": r.reads} for r in sheet.later],
                "missing": list(sheet.missing),
            }
            for sheet in checked.sheets
        ],
        "without_sheet": list(checked.absent),
        "problems": [as_data(p, speak()) for p in checked.problems],
    }
