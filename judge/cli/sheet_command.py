"""`judge sheet`: a blank sheet for a power, ready to fill in and send."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game
from judge.problems import Problem, Unreadable
from judge.receiving import find_power


@speaking("sheet")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("power", required=False)
def command(game: Path, power: str | None) -> None:
    from judge.blanksheet import blank_sheet

    opened = open_game(game)
    powers = list(opened.board.played)
    if power is not None:
        found = find_power(opened, power)
        if found is None:
            raise Unreadable([Problem("unknown-power", details={"word": power[:60]})])
        powers = [found]
    position = opened.position(opened.current)
    sheets = [blank_sheet(opened, position, p) for p in powers]
    click.echo("\n".join(s for s in sheets if s), nl=False)
