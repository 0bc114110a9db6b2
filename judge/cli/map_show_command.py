"""`judge map show`: a board's facts, shipped or in a file, and a plan of it."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import speak, text, write_output


@speaking("map-show")
@click.argument("map_name", metavar=text("arg-map"))
@click.option("-o", "output", type=click.Path(path_type=Path), help=text("opt-plan"))
def command(map_name: str, output: Path | None) -> None:
    from judge import boardfile

    board = boardfile.load(map_name)
    if output is not None:
        from judge.drawing.schematic import schematic

        write_output(output, schematic(board, speak()).encode())
        return
    from judge.report.mapfacts import facts_of

    click.echo("\n".join(facts_of(board, speak())))
