"""`judge receive`: take sheets from text files into a game."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, text
from judge.receiving import receive


@speaking("receive")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--power", help=text("opt-power"))
def command(game: Path, files: tuple[Path, ...], power: str | None) -> None:
    opened = open_game(game)
    for taken in receive(opened, files, power):
        name = opened.notation.power(taken.power)
        key = "received" if taken.is_new else "received-again"
        phase = opened.words.phase(taken.phase)
        click.echo(text(key, file=taken.file, number=taken.number, power=name, phase=phase))
