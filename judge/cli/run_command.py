"""`judge run`: rule the current phase."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, show_report, tell, text
from judge.running import run


@speaking("run")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.option("--missing-hold", is_flag=True, help=text("opt-missing-hold"))
@click.option("--commit", is_flag=True, help=text("opt-commit"))
def command(game: Path, missing_hold: bool, commit: bool) -> None:
    opened = open_game(game)
    if commit:
        from judge.gitting import check_work_tree

        check_work_tree(opened)
    done = run(opened, missing_hold)
    for number, ran in enumerate(done):
        if number:
            click.echo()
        show_report(ran.report)
        tell((problem for _, problem in ran.problems), "plain")
        phase = opened.words.phase(ran.folder.phase)
        folder = opened.path_shown(ran.folder.name)
        click.echo(text("ruled", phase=phase, folder=folder), err=True)
    if commit:
        from judge.gitting import commit_season

        message = commit_season(opened, [ran.folder for ran in done])
        if message:
            click.echo(text("committed", message=message), err=True)
