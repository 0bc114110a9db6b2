"""`judge export`: a game as the package `diplomacy` saves it."""

import json
from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game
from judge.savedgames import export_game


@speaking("export")
@click.argument("game", type=click.Path(path_type=Path), default=".")
def command(game: Path) -> None:
    opened = open_game(game)
    click.echo(json.dumps(export_game(opened), ensure_ascii=False))
