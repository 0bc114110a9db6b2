"""When a phase's orders are due: pure reckoning of days and hours; nothing here reads a clock.

A phase is due a number of counted days after the day it opened, at the game's hour by the game's
clock, whatever summer time does. Weekends and holidays are not counted. Extensions, absences and
grace move that moment, in this order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.phase import Phase

Days = tuple[date, date]
"""A first and a last day, both included."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game sets its deadlines.

    zone: whose clock. hour: of the day, by that clock. movement, retreats, winter: days counted
    after the opening. skip_weekends, holidays: days that do not count. grace: hours after the
    deadline in which a late sheet is as good as another. extensions: days more, by phase. fixed:
    deadlines set by hand, by the game's clock. absence_limit: how many days at most absences may
    move a deadline; none by default. reminders: hours before the deadline at which those are
    reminded whose sheet is missing, longest first.
    """

    zone: ZoneInfo
    hour: time = time(20)
    movement: int = 7
    retreats: int = 2
    winter: int = 2
    skip_weekends: bool = False
    holidays: tuple[Days, ...] = ()
    grace: int = 0
    extensions: Mapping[Phase, int] = field(default_factory=dict)
    fixed: Mapping[Phase, datetime] = field(default_factory=dict)
    absence_limit: int = 0
    reminders: tuple[int, ...] = ()

    def days(self, phase: Phase) -> int:
        """How many days a phase lasts."""
        if phase.step.is_movement:
            return self.movement
        return self.retreats if phase.step.is_retreats else self.winter

    def counts(self, day: date) -> bool:
        """Whether a day counts."""
        if self.skip_weekends and day.weekday() >= 5:
            return False
        return not any(first <= day <= last for first, last in self.holidays)


SEARCH_LIMIT = 1_500
"""Days looked ahead for one that counts: holidays without end are told, not searched for ever."""


class NoSuchDay(Exception):
    """No day counts in the years to come."""


def deadline(
    rules: Rules, phase: Phase, opened: datetime | None, absences: Sequence[Days] = ()
) -> datetime | None:
    """When a phase's orders are due, in UTC; None where neither an opening nor a date is known.

    opened: when its players knew of it. absences: days on which a power that has to order is away.
    Raises NoSuchDay.
    """
    fixed = rules.fixed.get(phase)
    if fixed is not None:
        return _moment(rules, fixed.date(), fixed.time())
    if opened is None:
        return None
    day = opened.astimezone(rules.zone).date()
    # Days not counted after the opening move the start, so that each day given is a whole one.
    day = _after(rules, day, rules.days(phase) + rules.extensions.get(phase, 0))
    return _moment(rules, _past_absences(rules, day, absences), rules.hour)


def _after(rules: Rules, day: date, count: int) -> date:
    """The day that is some counted days after another; a day that counts, for none too."""
    start = day
    while count > 0 or not rules.counts(day):
        if (day - start).days > SEARCH_LIMIT:
            raise NoSuchDay
        day = _next(day)
        if rules.counts(day) and count > 0:
            count -= 1
            if count == 0:
                break
    return day


def _next(day: date) -> date:
    try:
        return day + timedelta(days=1)
    except OverflowError:
        raise NoSuchDay from None


def _past_absences(rules: Rules, day: date, absences: Sequence[Days]) -> date:
    """The first day from one on that counts and on which nobody is away, within the limit."""
    moved = 0
    while moved < rules.absence_limit and any(first <= day <= last for first, last in absences):
        day = _after(rules, _next(day), 0)
        moved += 1
    return day


def _moment(rules: Rules, day: date, hour: time) -> datetime:
    """A moment by the game's clock; one that summer time leaves out is an hour later."""
    return datetime.combine(day, hour, rules.zone).astimezone(UTC)


def hours_late(due: datetime, at: datetime) -> int:
    """How late something is, by the hour begun; 0 when it is in time."""
    seconds = (at - due).total_seconds()
    return 0 if seconds <= 0 else int(-(-seconds // 3600))


def reminder_due(rules: Rules, due: datetime, now: datetime) -> int | None:
    """The reminder whose time has come: hours before the deadline; None before the first one.

    After the deadline none is due: that is lateness.
    """
    if now >= due:
        return None
    left = (due - now).total_seconds() / 3600
    return next((hours for hours in sorted(rules.reminders) if left <= hours), None)
