"""`judge verify`: recompute games and compare bytes."""

from pathlib import Path

import click

from judge.cli.base import Failed, speak, text
from judge.cli.base import command as speaking
from judge.gamefiles import Game
from judge.verifying import verify


@speaking("verify")
@click.argument("games", nargs=-1, type=click.Path(path_type=Path))
def command(games: tuple[Path, ...]) -> None:
    failed = False
    for folder in games or (Path(),):
        opened = Game(folder)
        count, difference = verify(opened)
        if difference is None:
            click.echo(f"{folder}: {speak().count('verify.fine', count)}")
            continue
        failed = True
        place = opened.path_shown(difference.file)
        if difference.line:
            place += f":{difference.line}"
        found = speak().say("verify.found", text=difference.found)
        expected = speak().say("verify.expected", text=difference.expected)
        click.echo(f"{place}: {text('verify-differs')}\n  {found}\n  {expected}", err=True)
    if failed:
        raise Failed
