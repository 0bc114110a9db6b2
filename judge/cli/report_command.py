"""`judge report`: show the report of a ruled phase."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, settings, show_report
from judge.problems import Problem, Unreadable
from judge.ruledphase import report_of, rule_phase


@speaking("report")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.argument("phase", required=False)
def command(game: Path, phase: str | None) -> None:
    asked = settings.asked
    opened = open_game(game)
    done = [found for found in opened.phases if opened.is_ruled(found)]
    found = opened.find(phase) if phase else (done[-1] if done else opened.current)
    if not opened.is_ruled(found):
        details = {"phase": opened.words.phase(found.phase)}
        raise Unreadable([Problem("phase-not-ruled", details=details)])
    language = asked or opened.facts.language
    sheets, years = opened.published_sheets(found), opened.years(found)
    correction = opened.correction(found)
    ruled = rule_phase(opened, opened.position(found), sheets, years, correction)
    show_report(report_of(opened, ruled, language, correction))
