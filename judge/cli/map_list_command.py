"""`judge map list`: the boards that ship with the program."""

import click

from judge.cli.base import command as speaking
from judge.cli.base import settings, text


@speaking("map-list")
def command() -> None:
    from judge import boardfile
    from judge.resources import folder

    for path in sorted(folder("maps").glob("*.yaml"), key=lambda found: found.stem):
        board = boardfile.load(path.stem)
        title = board.titles[settings.language]
        facts = {"powers": len(board.played), "centres": len(board.centres)}
        click.echo(f"{board.key:<20} {title:<34} " + text("map-line", **facts))
