"""Results: the season report to every player, with press and the next blank sheet.

What a player answers to it names the game, the power and the phase in its subject.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape

from judge import journal, yamlfiles
from judge.blanksheet import blank_sheet
from judge.gamefiles import Game, PhaseFolder
from judge.post.calendar import OPENED, Calendar, opened_text, read_calendar, stamp
from judge.post.due import current_due
from judge.post.letters import OUTBOX, Attachment, Letter, is_written, letter_bytes, letter_id
from judge.post.mailindex import read_mail_index
from judge.post.players import Players, read_players
from judge.post.press import published_press
from judge.post.settings import Settings
from judge.post.times import told
from judge.problems import Problem, Unreadable
from judge.yamlfiles import scalar

RESULTS = "private/mail/results.yaml"

_MAPS = {"map.png": "image/png", "map.svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Told:
    """What players were told so far.

    reports: by phase code, a mark of the report that was sent. letters: the names of the letters,
    without their power, oldest first: the thread.
    """

    reports: Mapping[str, str] = field(default_factory=dict)
    letters: tuple[str, ...] = ()


def read_told(game: Game) -> Told:
    """What players were told. Raises Unreadable where the file is damaged."""
    if not game.exists(RESULTS):
        return Told()
    shown = game.path_shown(RESULTS)
    raw = yamlfiles.parse(game.read_bytes(RESULTS), shown)
    try:
        reports = {str(code): str(mark) for code, mark in (raw["reports"] or {}).items()}
        return Told(reports, tuple(str(name) for name in raw["letters"] or ()))
    except (KeyError, TypeError, AttributeError) as error:
        details = {"part": "results", "value": str(error)[:60]}
        raise Unreadable([Problem("game-value", file=shown, details=details)]) from None


def _told_text(told: Told) -> str:
    rows = [f"  {code}: {scalar(mark)}" for code, mark in told.reports.items()]
    names = [f"  - {scalar(name)}" for name in told.letters]
    out = ["reports:" + ("" if rows else " {}"), *rows]
    out += ["letters:" + ("" if names else " []"), *names]
    return "\n".join(out) + "\n"


def write_results(game: Game, settings: Settings, now: datetime) -> int:
    """Write the letters of all reports that players have not been told of; how many were written.

    Before the first phase is ruled, the letters that open the game. now: when the current phase
    opens, if it has not opened before. Raises Unreadable, and journal.Held.
    """
    with journal.lock(game.folder):
        journal.recover(game.folder)
        game = game.as_it_stands()
        before, players = read_told(game), read_players(game)
        if not any(seat.addresses for seat in players.seats.values()):
            # Nobody would be told, and the thread would begin without anybody.
            raise Unreadable([Problem("players-none")])
        marks = {f: _mark(game, f) for f in game.phases if game.is_ruled(f)}
        fresh = [f for f, mark in marks.items() if before.reports.get(str(f.phase)) != mark]
        if not before.letters:
            # Of a game that began without mail, its players know all but the last phase.
            fresh = fresh[-1:]
        if not fresh and (marks or before.letters):
            return 0
        what = str(fresh[-1].phase).lower() if fresh else "start"
        # The moment too: another game of this name has other letters, and a mailer keeps both.
        whole = "".join([*(marks[f] for f in fresh), stamp(now)])
        name = f"{what}-{hashlib.sha256(whole.encode()).hexdigest()[:8]}"
        calendar = _opened_now(read_calendar(game), game, now)
        writing = _Writing(game, settings, calendar, players, before, fresh)
        writes = writing.letters(name)
        reports = {str(f.phase): mark for f, mark in marks.items()}
        writes[RESULTS] = _told_text(Told(reports, (*before.letters, name))).encode()
        writes[OPENED] = opened_text(calendar.opened).encode()
        writes.update(game.missing_ignore_file())
        journal.commit(game.folder, writes)
        return sum(path.startswith(OUTBOX) for path in writes)


def _mark(game: Game, folder: PhaseFolder) -> str:
    return hashlib.sha256(game.read_bytes(f"{folder.name}/report.txt")).hexdigest()[:16]


def _opened_now(calendar: Calendar, game: Game, now: datetime) -> Calendar:
    if game.end is not None:
        return calendar
    return Calendar(calendar.rules, {game.current.phase: now, **calendar.opened})


class _Writing:
    """Writes the letters of some reports.

    told: what went before. fresh: the phases to tell of.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings,
        calendar: Calendar,
        players: Players,
        told: Told,
        fresh: Sequence[PhaseFolder],
    ) -> None:
        self.game = game
        self.words = game.words
        self.settings = settings
        self.calendar = calendar
        self.players = players
        self.told = told
        self.fresh = fresh

    def phrase(self, key: str, /, **facts: object) -> str:
        """A sentence of the results' own."""
        return self.words.say(f"post.results.{key}", **facts)

    def letters(self, name: str) -> dict[str, bytes]:
        """The files of all letters. name: of this round."""
        body = self._body()
        maps = self._maps()
        files = {}
        for power, seat in self.players.seats.items():
            if not seat.addresses:
                continue
            letter = self._letter(name, power, body, maps)
            if not is_written(self.game, letter.name):
                data = letter_bytes(letter, self.game, self.settings.domain)
                files[f"{OUTBOX}/{letter.name}.eml"] = data
        return files

    def _body(self) -> str:
        """What is the same for all: the reports and the press."""
        parts = []
        for folder in self.fresh:
            report = self.game.read_bytes(f"{folder.name}/report.txt").decode("utf-8", "replace")
            parts.append(report.rstrip("\n") + "\n")
            press = list(published_press(self.game, folder, self.players.press))
            if press:
                parts.append("\n".join([self.phrase("press"), *press]))
        return "\n".join(parts)

    def _maps(self) -> tuple[Attachment, ...]:
        """The map of the last phase told of: the one in its folder, else drawn where it can be."""
        if not self.fresh:
            return ()
        last = self.fresh[-1]
        own = tuple(
            Attachment(f"{last.name}-{name}", kind, self.game.read_bytes(f"{last.name}/{name}"))
            for name, kind in _MAPS.items()
            if self.game.exists(f"{last.name}/{name}")
        )
        if own:
            return own
        from judge.drawing.phases import phase_picture

        try:
            picture = phase_picture(self.game, last, self.words.language)
        except Unreadable:  # the map has no shapes
            return ()
        return (Attachment(f"{last.name}-map.svg", _MAPS["map.svg"], picture.encode()),)

    def _letter(self, name: str, power: int, body: str, maps: tuple[Attachment, ...]) -> Letter:
        game, key = self.game, self.game.sheet_name(power).removesuffix(".txt")
        power_name = game.notation.power(power)
        facts = {"game": game.facts.name, "power": power_name}
        subject = self.phrase("subject-end", **facts)
        sheet = ""
        parts = [self.phrase("opening", **facts) + "\n"] if not self.fresh else [body]
        if game.end is None:
            subject = self.phrase("subject", phase=self.words.phase(game.current.phase), **facts)
            sheet = blank_sheet(game, game.position(game.current), power)
            parts.append("\n".join(self._what_next(power, sheet)))
        text = "\n".join(parts)
        attached = (Attachment(f"{key}.txt", "text/plain", sheet.encode()),) if sheet else ()
        thread = [
            letter_id(game, f"results-{earlier}-{key}", self.settings.domain)
            for earlier in self.told.letters
        ]
        return Letter(
            name=f"results-{name}-{key}",
            power=power,
            to=self.players.seat(power).addresses,
            subject=subject,
            text=text,
            html=_page(text, subject, self.words.language),
            attachments=(*attached, *maps),
            answers=thread[-1] if thread else "",
            references=tuple(thread),
        )

    def _what_next(self, power: int, sheet: str) -> list[str]:
        """The deadline, and the sheet to fill in."""
        game = self.game
        phase = self.words.phase(game.current.phase)
        out = []
        due = current_due(game, self.calendar, read_mail_index(game))
        if due is not None:
            moment = told(due, self.calendar.zone, self.words)
            out.append(self.phrase("deadline", phase=phase, moment=moment))
        if not sheet:
            return [*out, self.phrase("nothing", phase=phase), ""]
        out.append(self.phrase("answer"))
        if self.players.needs(power) != "address":
            out.append(self.phrase("answer-key"))
        return [*out, "", sheet]


def _page(text: str, title: str, language: str) -> str:
    """The same text as a page: the columns kept, the headings bold."""
    lines = []
    for line in text.split("\n"):
        said = escape(line)
        is_heading = re.fullmatch(r"[^\W\d_a-z][^a-zà-ÿ]{2,}", line) is not None
        lines.append(f"<b>{said}</b>" if is_heading else said)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title></head>\n<body><pre>"
        + "\n".join(lines)
        + "</pre></body></html>\n"
    )
