"""`judge import`: a game's folder from a saved game of the package `diplomacy`."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import settings, text
from judge.gamefiles import Facts, is_game_name
from judge.problems import Problem, Unreadable
from judge.rulesystems import NAMES, rule_system
from judge.savedgames import import_game


@speaking("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", help=text("opt-name"))
@click.option("--rules", type=click.Choice(NAMES), default="standard:2000", help=text("opt-rules"))
@click.option("--option", "options", multiple=True, help=text("opt-option"))
def command(
    file: Path, folder: Path, name: str | None, rules: str, options: tuple[str, ...]
) -> None:
    name = name or folder.resolve().name
    if not is_game_name(name):
        raise Unreadable([Problem("game-value", details={"part": "name", "value": name[:60]})])
    chosen = dict(_option(o) for o in options)
    try:
        rule_system(rules, chosen)
    except ValueError as error:
        details = {"part": "options", "value": str(error)[:60]}
        raise Unreadable([Problem("game-value", details=details)]) from None
    language = settings.asked or "en"
    codes = "english" if language == "en" else "guide"
    facts = Facts(name=name, rules=rules, options=chosen, language=language, codes=codes)
    game = import_game(file, folder, facts)
    click.echo(text("imported", phases=len(game.phases), folder=folder))


def _option(text_given: str) -> tuple[str, object]:
    """An option ``name=value``; true and false are truth values."""
    name, _, value = text_given.partition("=")
    return name, {"true": True, "false": False}.get(value, value)
