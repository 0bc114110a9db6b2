"""`judge map check`: every problem of a map file."""

from pathlib import Path

import click

from judge import boardfile
from judge.cli.base import Failed, tell, text
from judge.cli.base import command as speaking
from judge.problems import errors


@speaking("map-check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help=text("opt-plain"))
@click.option("--json", "as_json", is_flag=True, help=text("opt-json"))
def command(file: Path, plain: bool, as_json: bool) -> None:
    board, problems = boardfile.check(file)
    tell(problems, "json" if as_json else "plain" if plain else "full")
    if board is None or errors(problems):
        raise Failed
    facts = {
        "name": board.titles["fr"],
        "provinces": len(board.provinces),
        "centres": len(board.centres),
        "powers": len(board.powers),
    }
    click.echo(text("map-fine", **facts))
