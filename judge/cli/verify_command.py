"""`judge verify`: recompute games and compare bytes."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from judge.cli.base import Failed, jobs_option, speak, text
from judge.cli.base import command as speaking
from judge.gamefiles import Game
from judge.verifying import Difference, verify


class Verified(NamedTuple):
    """What came of one game.

    phases: how many agree. difference: the first that does not, and place: its file as shown.
    """

    folder: Path
    phases: int
    difference: Difference | None
    place: str


@speaking("verify")
@click.argument("games", nargs=-1, type=click.Path(path_type=Path))
@jobs_option
def command(games: tuple[Path, ...], jobs: int) -> None:
    from judge.cli.progress import Progress

    folders = games or (Path(),)
    counted = "games" if len(folders) > 1 else "phases"
    progress = Progress(counted, len(folders) if len(folders) > 1 else 0)
    failed = False
    try:
        for done in _all_verified(folders, jobs, progress.step if counted == "phases" else None):
            progress.clear()
            failed = not _tell(done) or failed
            if counted == "games":
                progress.step()
    finally:
        progress.clear()
    if failed:
        raise Failed


def _all_verified(
    folders: tuple[Path, ...], jobs: int, step: Callable[[], None] | None
) -> Iterator[Verified]:
    if jobs == 1 or len(folders) == 1:
        yield from map(partial(_verified, step=step), folders)
        return
    from judge.workers import in_order, processes

    yield from in_order(_verified, folders, min(processes(jobs), len(folders)))


def _verified(folder: Path, step: Callable[[], None] | None = None) -> Verified:
    opened = Game(folder)
    count, difference = verify(opened, step)
    place = "" if difference is None else opened.path_shown(difference.file)
    return Verified(folder, count, difference, place)


def _tell(done: Verified) -> bool:
    """Print what came of a game; whether all agrees."""
    difference = done.difference
    if difference is None:
        click.echo(f"{done.folder}: {speak().count('verify.fine', done.phases)}")
        return True
    place = f"{done.place}:{difference.line}" if difference.line else done.place
    found = speak().say("verify.found", text=difference.found)
    expected = speak().say("verify.expected", text=difference.expected)
    click.echo(f"{place}: {text('verify-differs')}\n  {found}\n  {expected}", err=True)
    return False
