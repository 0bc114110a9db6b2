"""`judge map show`: a board's facts, shipped or in a file."""

import click

from judge.cli.base import command as speaking
from judge.cli.base import speak, text


@speaking("map-show")
@click.argument("map_name", metavar=text("arg-map"))
def command(map_name: str) -> None:
    from judge import boardfile
    from judge.report.mapfacts import facts_of

    click.echo("\n".join(facts_of(boardfile.load(map_name), speak())))
