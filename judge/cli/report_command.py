"""`judge report`: show the report of a ruled phase."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, settings, show_report
from judge.problems import Problem, Unreadable
from judge.running import movement_report_of


@speaking("report")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.argument("phase", required=False)
def command(game: Path, phase: str | None) -> None:
    asked = settings.asked
    opened = open_game(game)
    ruled = [found for found in opened.phases if opened.is_ruled(found)]
    found = opened.find(phase) if phase else (ruled[-1] if ruled else opened.current)
    if not opened.is_ruled(found):
        details = {"phase": opened.words.phase(found.phase)}
        raise Unreadable([Problem("phase-not-ruled", details=details)])
    language = asked or opened.facts.language
    show_report(movement_report_of(opened, found, language))
