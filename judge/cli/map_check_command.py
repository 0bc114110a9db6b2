"""`judge map check`: every problem of a map file, and of the shapes that it names."""

from pathlib import Path

import click

from judge import boardfile
from judge.board import Board
from judge.cli.base import Failed, tell, text
from judge.cli.base import command as speaking
from judge.problems import Problem, Unreadable, errors


@speaking("map-check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help=text("opt-plain"))
@click.option("--json", "as_json", is_flag=True, help=text("opt-json"))
def command(file: Path, plain: bool, as_json: bool) -> None:
    board, problems = boardfile.check(file)
    problems += _of_shapes(board, file)
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


def _of_shapes(board: Board | None, file: Path) -> list[Problem]:
    """What is wrong with the shapes that a map names; a map need not name any."""
    if board is None or not board.shapes:
        return []
    from judge.drawing.shapes import load

    try:
        load(board, file.parent)
    except Unreadable as error:
        return list(error.problems)
    return []
