"""Who has sent a readable sheet, who is late, and what `judge run` would do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.checking import CheckedSheet, check_sheets
from judge.gamefiles import Game, digest, read_index
from judge.post.calendar import Calendar, read_calendar
from judge.post.deadlines import Days, hours_late
from judge.post.due import current_due, waiting_for
from judge.post.mailindex import Entry, absences, is_final, read_mail_index, sheet_time
from judge.post.players import Players, read_players
from judge.post.sending import waiting_letters
from judge.post.times import told, told_day
from judge.problems import Problem, errors
from judge.words import Words


@dataclass(frozen=True, slots=True)
class Standing:
    """How a power stands in the current phase.

    is_wanted: whether the phase waits for its sheet. number: of the sheet that counts, 0 where it
    was laid ready by hand. has_sheet, is_early: whether there is one, and whether an earlier sheet
    gave it. is_readable: whether any line of it reads. received: when its mail came. late: hours
    begun after the deadline. missing: units without an order.
    """

    power: int
    is_wanted: bool
    is_idle: bool = False
    has_sheet: bool = False
    is_early: bool = False
    number: int = 0
    is_readable: bool = False
    is_other_phase: bool = False
    is_final: bool = False
    received: datetime | None = None
    late: int = 0
    missing: tuple[str, ...] = ()
    problems: int = 0


@dataclass(frozen=True, slots=True)
class Status:
    """How a game stands at a moment.

    due: the deadline. away: announced absences of powers that have to order. letters: how many
    wait. refused: how many mails were kept aside in this phase.
    """

    game: Game
    calendar: Calendar
    players: Players
    now: datetime
    due: datetime | None
    standings: tuple[Standing, ...]
    away: tuple[tuple[int, Days], ...]
    letters: int
    refused: int

    @property
    def wanted(self) -> list[Standing]:
        """The powers that the phase waits for."""
        return [s for s in self.standings if s.is_wanted]

    @property
    def verdict(self) -> str:
        """What `judge run` would do: ``ready``, ``final``, ``waits`` or ``other-phase``."""
        if any(s.is_other_phase for s in self.standings):
            return "other-phase"
        if any(not s.has_sheet for s in self.wanted):
            return "waits"
        is_early = self.due is not None and self.now < self.due
        return "final" if is_early and all(s.is_final for s in self.wanted) else "ready"


def status_of(game: Game, now: datetime) -> Status:
    """How a game stands. Raises Unreadable where a file of it is damaged."""
    entries, calendar = read_mail_index(game), read_calendar(game)
    due = current_due(game, calendar, entries)
    wanted = waiting_for(game)
    numbers = game.board.power_numbers
    keys = [game.board.powers[p].key for p in wanted]
    current = str(game.current.phase)
    return Status(
        game=game,
        calendar=calendar,
        players=read_players(game),
        now=now,
        due=due,
        standings=tuple(_standings(game, entries, wanted, due)) if game.end is None else (),
        away=tuple((numbers[key], days) for key, days in absences(entries, keys)),
        letters=len(waiting_letters(game)),
        refused=sum(bool(e.refused) and e.during == current for e in entries),
    )


def _standings(
    game: Game, entries: list[Entry], wanted: tuple[int, ...], due: datetime | None
) -> Iterator[Standing]:
    folder = game.current
    position = game.position(folder)
    idle = game.idle(folder.phase)
    numbers: Mapping[tuple[str, str], int] = {
        (r.power, r.sha256): r.number for r in read_index(game) if r.phase == str(folder.phase)
    }
    for power in range(len(game.board.powers)):
        key = game.board.powers[power].key
        is_wanted, sent = power in wanted, game.pending(power)
        data = game.sheet_for(folder, power)
        if data is None or (sent is None and not is_wanted):
            yield Standing(power, is_wanted, power in idle)
            continue
        sheets, problems = check_sheets(game, position, {power: ("", data)})
        checked: CheckedSheet = sheets[0]
        mark = digest(data)
        received = sheet_time(entries, key, mark)
        yield Standing(
            power=power,
            is_wanted=is_wanted,
            is_idle=power in idle,
            has_sheet=True,
            is_early=sent is None,
            number=numbers.get((key, mark), 0),
            is_readable=bool(checked.rows),
            is_other_phase=sent is not None and _has(problems, "wrong-phase"),
            is_final=is_final(entries, key, str(folder.phase), mark),
            received=received,
            late=hours_late(due, received) if due and received else 0,
            missing=checked.missing,
            problems=len({(p.line, p.code) for p in errors(problems)}),
        )


def _has(problems: list[Problem], code: str) -> bool:
    return any(problem.code == code for problem in problems)


# ---------------------------------------------------------------- telling


class Telling:
    """Tells a status in words."""

    def __init__(self, status: Status, words: Words) -> None:
        self.status = status
        self.words = words
        self.game = status.game

    def phrase(self, key: str, /, **facts: object) -> str:
        """A sentence of the status's own."""
        return self.words.say(f"post.status.{key}", **facts)

    def count(self, key: str, number: int) -> str:
        """The same, of a number of things."""
        return self.words.count(f"post.status.{key}", number)

    def moment(self, at: datetime) -> str:
        """A moment by the game's clock."""
        return told(at, self.status.calendar.zone, self.words)

    def lines(self) -> Iterator[str]:
        """All of it, for the GM."""
        status, game = self.status, self.game
        phase = self.words.phase(game.current.phase)
        yield self.phrase("head", game=game.facts.name, phase=phase)
        if game.end is not None:
            yield self.phrase("ruled")
        else:
            yield from self._deadline()
            yield ""
            for standing in status.standings:
                power = game.notation.power(standing.power)
                yield "  " + self.phrase("row", power=power, state=self._state(standing))
            for number, (first, last) in status.away:
                power = game.notation.power(number)
                days = {"first": told_day(first, self.words), "last": told_day(last, self.words)}
                yield "  " + self.phrase("absent", power=power, **days)
            yield ""
            yield self._verdict()
        if status.letters:
            yield self.count("outbox", status.letters)
        if status.refused:
            yield self.count("refused", status.refused)

    def public_lines(self) -> Iterator[str]:
        """What the game lets everybody see: nothing of what a sheet says."""
        status, game = self.status, self.game
        phase = self.words.phase(game.current.phase)
        yield self.phrase("head", game=game.facts.name, phase=phase)
        if game.end is not None:
            yield self.phrase("ruled")
            return
        yield from self._deadline()
        sent = [s for s in status.wanted if s.has_sheet]
        if status.players.public != "none":
            yield self.phrase("count", sent=len(sent), wanted=len(status.wanted))
        if status.players.public == "names" and sent:
            names = [game.notation.power(s.power) for s in sent]
            yield self.phrase("public-sent", powers=names)

    def _deadline(self) -> Iterator[str]:
        status = self.status
        if status.due is None:
            yield self.phrase("no-deadline")
            return
        yield self.phrase("deadline", moment=self.moment(status.due))
        if status.now < status.due:
            yield self.count("left", int((status.due - status.now).total_seconds() // 3600))
            return
        yield self.count("passed", hours_late(status.due, status.now))
        grace = status.calendar.rules.grace if status.calendar.rules else 0
        until = status.due + timedelta(hours=grace)
        if status.now < until:
            yield self.phrase("grace", moment=self.moment(until))

    def _state(self, standing: Standing) -> str:
        if not standing.has_sheet:
            if standing.is_idle:
                return self.phrase("idle")
            if not standing.is_wanted:
                return self.phrase("nothing-to-order")
            said = [self.phrase("missing")]
            if self.status.due:
                late = hours_late(self.status.due, self.status.now)
                said += [self.count("late", late)] if late else []
            return ", ".join(said)
        if standing.is_early:
            said = [self.phrase("early")]
        elif not standing.number:
            said = [self.phrase("sent-by-hand")]
        else:
            key = "sent" if standing.is_readable else "unreadable"
            said = [self.phrase(key, number=standing.number)]
        if standing.received:
            said.append(self.phrase("at", moment=self.moment(standing.received)))
        if standing.late:
            said.append(self.count("late", standing.late))
        if standing.is_final:
            said.append(self.phrase("final"))
        if standing.problems:
            said.append(self.count("problems", standing.problems))
        if standing.missing:
            said.append(self.phrase("missing-units", units=", ".join(standing.missing)))
        return ", ".join(said)

    def _verdict(self) -> str:
        status, name = self.status, self.game.notation.power
        powers = [name(s.power) for s in status.wanted if not s.has_sheet]
        if status.verdict == "other-phase":
            powers = [name(s.power) for s in status.standings if s.is_other_phase]
        return self.phrase(f"run-{status.verdict}", powers=powers)
