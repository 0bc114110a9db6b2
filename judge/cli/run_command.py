"""`judge run`: rule the current phase."""

from pathlib import Path

import click

from judge import journal
from judge.cli.base import Failed, open_game, show_report, tell, text
from judge.cli.base import command as speaking
from judge.running import run


@speaking("run")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.option("--missing-hold", is_flag=True, help=text("opt-missing-hold"))
def command(game: Path, missing_hold: bool) -> None:
    opened = open_game(game)
    try:
        done = run(opened, missing_hold)
    except journal.Held as held:
        click.echo(text("held", holder=held), err=True)
        raise Failed from None
    for number, ran in enumerate(done):
        if number:
            click.echo()
        show_report(ran.report)
        tell((problem for _, problem in ran.problems), "plain")
        phase = opened.words.phase(ran.folder.phase)
        folder = opened.path_shown(ran.folder.name)
        click.echo(text("ruled", phase=phase, folder=folder), err=True)
