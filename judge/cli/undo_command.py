"""`judge undo`: take the last ruled phase back; its sheets stay."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, text
from judge.takingback import undo


@speaking("undo")
@click.argument("game", type=click.Path(path_type=Path), default=".")
def command(game: Path) -> None:
    opened = open_game(game)
    taken = undo(opened)
    click.echo(text("undone", phase=opened.words.phase(taken.phase)))
