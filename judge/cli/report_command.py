"""`judge report`: show the report of a ruled phase, in one of its forms."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, settings, show_report, text, write_output
from judge.problems import Problem, Unreadable
from judge.report.forms import NAMES, own_report, written


@speaking("report")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.argument("phase", required=False)
@click.option("--form", type=click.Choice(NAMES), default="judge", help=text("opt-form"))
@click.option("-o", "output", type=click.Path(path_type=Path), help=text("opt-report-output"))
def command(game: Path, phase: str | None, form: str, output: Path | None) -> None:
    asked = settings.asked
    opened = open_game(game)
    done = [found for found in opened.phases if opened.is_ruled(found)]
    found = opened.find(phase) if phase else (done[-1] if done else opened.current)
    if not opened.is_ruled(found):
        details = {"phase": opened.words.phase(found.phase)}
        raise Unreadable([Problem("phase-not-ruled", details=details)])
    language = asked or opened.facts.language
    if form == "judge" and output is None:
        show_report(own_report(opened, found, language))
    else:
        write_output(output, written(opened, found, language, form).encode())
