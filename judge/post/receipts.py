"""Receipts: what a power's mail was understood to say, line by line, and what counts now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.checking import CheckedSheet, Row
from judge.gamefiles import Game
from judge.phase import Phase
from judge.post.calendar import Calendar
from judge.post.cleaning import Cut
from judge.post.deadlines import hours_late
from judge.post.letters import Letter
from judge.post.mailindex import Part
from judge.post.message import Mail
from judge.post.times import told, told_day
from judge.problems import Problem
from judge.report.diagnostics import printable, sentence
from judge.sheets.publishing import is_secret

CUT_SHOWN = 20
"""Most lines shown of one stretch that was cut away."""

LINE_SHOWN = 100


@dataclass(slots=True)
class Reading:
    """What became of one power's part of a mail.

    part: as the account has it. phase: it is for. checked: every line as read, None where there
    was no sheet to read. problems: in it. counts: whether it is the sheet that counts now. due:
    when the phase is due. press: ``published`` or ``kept``, empty where there was none.
    """

    part: Part
    power: int
    phase: Phase
    checked: CheckedSheet | None = None
    problems: tuple[Problem, ...] = ()
    counts: bool = False
    due: datetime | None = None
    press: str = ""


def receipt(
    game: Game,
    calendar: Calendar,
    number: int,
    mail: Mail,
    reading: Reading,
    cuts: Sequence[Cut],
    owner: int,
    to: tuple[str, ...],
) -> Letter:
    """The receipt for one power's part of a mail.

    number: of the mail in the account. owner: whose the letter is: the power itself, or that of a
    sender who may not speak for it. to: addresses registered for the owner, and nobody else's.
    """
    words, notation = game.words, game.notation
    power = notation.power(reading.power)
    answered = f"Re: {mail.subject}" if not _is_reply(mail.subject) else mail.subject
    writer = _Writer(game, calendar, mail, reading)
    at = mail.received
    lines = [
        words.say("post.receipt.head", game=game.facts.name, power=power),
        *writer.lines(number, cuts),
    ]
    name = f"receipt-{number:04}-{game.sheet_name(owner).removesuffix('.txt')}"
    return Letter(
        name=name,
        power=owner,
        to=to,
        subject=answered if mail.subject else f"[{game.facts.name}/{power}]",
        text="\n".join(lines) + "\n",
        salt=f"{mail.message_id} {at.isoformat() if at else ''}",
        answers=mail.message_id,
        references=(*mail.references, *((mail.message_id,) if mail.message_id else ())),
    )


def _is_reply(subject: str) -> bool:
    return subject.lower().replace(" ", "").startswith("re:")


class _Writer:
    """Writes the parts of one receipt."""

    def __init__(self, game: Game, calendar: Calendar, mail: Mail, reading: Reading) -> None:
        self.game = game
        self.words = game.words
        self.calendar = calendar
        self.mail = mail
        self.reading = reading

    def phrase(self, key: str, /, **facts: object) -> str:
        """A sentence of the receipt's own."""
        return self.words.say(f"post.receipt.{key}", **facts)

    def lines(self, number: int, cuts: Sequence[Cut]) -> Iterator[str]:
        """The whole receipt below its head."""
        reading = self.reading
        at = self.mail.received
        if at is None:
            yield self.phrase("mail", number=number)
        else:
            moment = told(at, self.calendar.zone, self.words)
            yield self.phrase("mail-at", number=number, moment=moment)
        yield ""
        yield from self._outcome()
        if reading.checked is not None:
            yield ""
            yield from self._rows(reading.checked)
        if reading.problems:
            yield ""
            yield self.phrase("problems")
            for problem in reading.problems:
                yield from self._problem(problem)
        if cuts:
            yield ""
            yield self.phrase("cut")
            for cut in cuts:
                yield from self._cut(cut)
        yield ""
        yield from self._due(at)

    def _outcome(self) -> Iterator[str]:
        reading, part = self.reading, self.reading.part
        phase = self.words.phase(reading.phase)
        if part.refused:
            yield self.phrase("refused", reason=self.words.say(f"problems.{part.refused}"))
            return
        if part.number:
            yield self.phrase("sheet", number=part.number, phase=phase)
            yield self.phrase("hash", sha256=part.sheet)
            yield self.phrase("counts" if reading.counts else "counts-not")
        if part.is_final:
            yield self.phrase("final")
        if part.absent:
            first, last = (told_day(day, self.words) for day in part.absent)
            yield self.phrase("absent", first=first, last=last)
        if reading.press:
            yield self.phrase("press" if reading.press == "published" else "press-none")

    def _rows(self, checked: CheckedSheet) -> Iterator[str]:
        yield self.phrase("read")
        width = max((len(_shown(r.text)) for r in (*checked.rows, *checked.later)), default=0)
        lost = self.words.say("check.lost")
        for row in checked.rows:
            yield self._row(row, width) + ("" if row.counts else f"  ({lost})")
        if checked.later:
            yield ""
            yield self.words.say("check.later")
            yield from (self._row(row, width) for row in checked.later)
        if checked.missing:
            yield ""
            yield self.words.say("check.missing", units=", ".join(checked.missing))

    def _row(self, row: Row, width: int) -> str:
        return f"  {row.line:>3}  {_shown(row.text):<{width}}  {row.reads}".rstrip()

    def _problem(self, problem: Problem) -> Iterator[str]:
        said = sentence(problem, self.words)
        yield "  " + (self.phrase("line", line=problem.line, text=said) if problem.line else said)
        if problem.text.strip() and not is_secret(problem.text):
            yield f"       {_shown(problem.text.strip())}"
        if problem.suggestions:
            either = f" {self.words.say('words.or')} ".join(problem.suggestions)
            hint = self.words.say("diagnostics.suggestion", suggestions=either)
            yield f"       {printable(hint)}"

    def _cut(self, cut: Cut) -> Iterator[str]:
        what = self.phrase(f"why.{cut.why}")
        yield "  " + self.words.count("post.receipt.cut-lines", len(cut.lines), what=what)
        for line in cut.lines[:CUT_SHOWN]:
            # A quoted line may hold somebody's key or address.
            yield "  | " + ("…" if is_secret(line) else _shown(line))
        if len(cut.lines) > CUT_SHOWN:
            yield "  | …"

    def _due(self, at: datetime | None) -> Iterator[str]:
        due, zone = self.reading.due, self.calendar.zone
        if due is None:
            yield self.phrase("no-deadline")
            return
        yield self.phrase("deadline", moment=told(due, zone, self.words))
        late = hours_late(due, at) if at else 0
        if late:
            yield self.words.count("post.receipt.late", late)


def _shown(text: str) -> str:
    said = printable(text.replace("\t", " "))
    return said if len(said) <= LINE_SHOWN else said[: LINE_SHOWN - 1] + "…"
