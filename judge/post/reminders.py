"""Reminders: a power whose sheet is missing, or reads nowhere, is told before the deadline."""

from datetime import datetime

from judge import journal
from judge.blanksheet import blank_sheet
from judge.gamefiles import Game
from judge.post.deadlines import reminder_due
from judge.post.letters import OUTBOX, Letter, is_written, letter_bytes
from judge.post.settings import Settings
from judge.post.status import Standing, Status, status_of
from judge.post.times import told


def write_reminders(game: Game, settings: Settings, now: datetime) -> int:
    """Write the reminders whose time has come, each once; how many were written."""
    with journal.lock(game.folder):
        journal.recover(game.folder)
        status = status_of(game.as_it_stands(), now)
        rules = status.calendar.rules
        if rules is None or status.due is None:
            return 0
        hours = reminder_due(rules, status.due, now)
        if hours is None:
            return 0
        files = {}
        for standing in status.wanted:
            to = status.players.seat(standing.power).addresses
            if to and not (standing.has_sheet and standing.is_readable):
                letter = _letter(status, standing, hours, to)
                if not is_written(game, letter.name):
                    data = letter_bytes(letter, game, settings.domain)
                    files[f"{OUTBOX}/{letter.name}.eml"] = data
        if files:
            journal.commit(game.folder, {**files, **game.missing_ignore_file()})
        return len(files)


def _letter(status: Status, standing: Standing, hours: int, to: tuple[str, ...]) -> Letter:
    game, words = status.game, status.game.words
    assert status.due is not None
    phase = words.phase(game.current.phase)
    power = game.notation.power(standing.power)
    key = "unreadable" if standing.has_sheet else "text"
    moment = told(status.due, status.calendar.zone, words)
    lines = [
        words.say(f"post.reminder.{key}", phase=phase),
        words.say("post.reminder.deadline", moment=moment),
        words.say("post.results.answer"),
        "",
        blank_sheet(game, game.position(game.current), standing.power),
    ]
    subject = words.say("post.reminder.subject", game=game.facts.name, power=power, phase=phase)
    slug = game.sheet_name(standing.power).removesuffix(".txt")
    name = f"reminder-{str(game.current.phase).lower()}-{hours}h-{slug}"
    return Letter(name, standing.power, to, subject, "\n".join(lines), salt=moment)
