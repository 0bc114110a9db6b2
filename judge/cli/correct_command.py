"""`judge correct`: rule a changed phase again and replay the later sheets."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, speak, tell, text
from judge.correcting import correct
from judge.problems import Problem, Unreadable
from judge.receiving import bytes_of, owner_of


@speaking("correct")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("phase")
@click.option(
    "--sheet", "sheets", multiple=True, type=click.Path(path_type=Path), help=text("opt-sheet")
)
@click.option("--note", required=True, help=text("opt-note"))
def command(game: Path, phase: str, sheets: tuple[Path, ...], note: str) -> None:
    opened = open_game(game)
    start = opened.find(phase)
    given: dict[int, bytes] = {}
    for path in sheets:
        data = bytes_of(path)
        given[owner_of(opened, path, data, None, start.phase)] = data
    clean = " ".join("".join(c if c.isprintable() else " " for c in note).split())[:500]
    if not clean:
        raise Unreadable([Problem("game-value", details={"part": "--note", "value": ""})])
    done = correct(opened, start, given, clean)
    tell((problem for _, problem in done.problems), "plain")
    for name, lines in done.changes.items():
        key = "changed" if lines else "unchanged"
        click.echo(speak().say(f"correction.{key}", phase=name))
        for line in lines:
            click.echo(f"  {line}")
    if done.open_at:
        click.echo(speak().say("correction.open", phase=done.open_at))
