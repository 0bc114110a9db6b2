"""`judge send`: deliver the letters that wait, results and reminders written first if asked for."""

from pathlib import Path

import click

from judge.cli.base import Failed, open_game, tell, text
from judge.cli.base import command as speaking
from judge.cli.clock import moment
from judge.problems import Problem, errors


@speaking("send")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.option("--results", is_flag=True, help=text("opt-results"))
@click.option("--remind", is_flag=True, help=text("opt-remind"))
@click.option("--dry-run", is_flag=True, help=text("opt-dry"))
@click.option("--now", help=text("opt-now"))
def command(game: Path, results: bool, remind: bool, dry_run: bool, now: str | None) -> None:
    from judge.post.calendar import read_calendar
    from judge.post.reminders import write_reminders
    from judge.post.results import write_results
    from judge.post.sending import send, waiting_letters
    from judge.post.settings import read_settings

    opened = open_game(game)
    settings = read_settings(opened.facts.name, opened.folder)
    at = moment(now, read_calendar(opened).zone)
    if results:
        write_results(opened, settings, at)
    if remind:
        write_reminders(opened, settings, at)
    waiting = waiting_letters(opened)
    if not waiting:
        click.echo(text("nothing-to-send"))
        return
    if dry_run:
        for name in waiting:
            click.echo(text("waiting", name=name))
        return
    problems: list[Problem] = []
    for done in send(opened, settings, at):
        if isinstance(done, Problem):
            problems.append(done)
            tell([done], "plain")
        else:
            key = "sent-one" if done.count == 1 else "sent"
            click.echo(text(key, name=done.name, count=done.count))
    if errors(problems):
        raise Failed
