"""`judge history`: centres by year, captures, eliminations, players."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, speak
from judge.history import table


@speaking("history")
@click.argument("game", type=click.Path(path_type=Path), default=".")
def command(game: Path) -> None:
    opened = open_game(game)
    for line in table(opened, speak()):
        click.echo(line.rstrip())
