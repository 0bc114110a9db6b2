"""A game's calendar: `private/deadlines.yaml`, which the GM writes, and when each phase opened.

A phase opens when its players are told of the last one, which is when the results are sent.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from judge import yamlfiles
from judge.gamefiles import Game
from judge.phase import Phase
from judge.post.deadlines import Days, NoSuchDay, Rules, deadline
from judge.problems import Problem, Unreadable

DEADLINES = "private/deadlines.yaml"
OPENED = "private/mail/opened.yaml"
FORMAT = 1

_NUMBERS = {
    "movement": 365,
    "retreats": 365,
    "winter": 365,
    "grace": 24 * 60,
    "absence_limit": 365,
}
"""The parts that are counts, with the largest that is meant."""

_PARTS = frozenset(
    (*_NUMBERS, "format", "zone", "hour", "skip_weekends", "holidays", "extensions", "fixed")
) | {"reminders"}


@dataclass(frozen=True, slots=True)
class Calendar:
    """What a game knows of time.

    rules: None where the GM set no deadlines. opened: by phase, when its players knew of it.
    """

    rules: Rules | None = None
    opened: Mapping[Phase, datetime] = field(default_factory=dict)

    @property
    def zone(self) -> tzinfo:
        """Whose clock times are told by."""
        return self.rules.zone if self.rules else UTC

    def deadline(self, phase: Phase, absences: Sequence[Days] = ()) -> datetime | None:
        """When a phase is due, None where that is not known. Raises Unreadable."""
        if self.rules is None:
            return None
        try:
            return deadline(self.rules, phase, self.opened.get(phase), absences)
        except NoSuchDay:
            raise Unreadable([Problem("deadline-never")]) from None


def read_calendar(game: Game) -> Calendar:
    """A game's calendar. Raises Unreadable where a file of it is damaged."""
    return Calendar(_read_rules(game), read_opened(game))


def read_opened(game: Game) -> dict[Phase, datetime]:
    """When each phase opened, as far as results were sent."""
    if not game.exists(OPENED):
        return {}
    shown = game.path_shown(OPENED)
    raw = yamlfiles.parse(game.read_bytes(OPENED), shown)
    try:
        return {Phase.parse(str(code)): _instant(at) for code, at in (raw or {}).items()}
    except (AttributeError, ValueError, TypeError) as error:
        details = {"part": "opened", "value": str(error)[:60]}
        raise Unreadable([Problem("game-value", file=shown, details=details)]) from None


def opened_text(opened: Mapping[Phase, datetime]) -> str:
    """The text of `private/mail/opened.yaml`."""
    rows = [f'{phase}: "{stamp(at)}"' for phase, at in sorted(opened.items())]
    return "\n".join(rows) + "\n" if rows else "{}\n"


def stamp(at: datetime) -> str:
    """A moment as the private files write it: UTC, to the second."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def instant(text: str) -> datetime:
    """The moment that some text names, in UTC. Raises ValueError."""
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=found.tzinfo or UTC).astimezone(UTC)


def _instant(value: object) -> datetime:
    if isinstance(value, datetime):
        return value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)
    return instant(str(value))


def _read_rules(game: Game) -> Rules | None:
    if not game.exists(DEADLINES):
        return None
    shown = game.path_shown(DEADLINES)
    raw = yamlfiles.parse(game.read_bytes(DEADLINES), shown)

    def wrong(part: str, value: object) -> Unreadable:
        details = {"part": part, "value": str(value)[:60]}
        return Unreadable([Problem("game-value", file=shown, details=details)])

    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise wrong("format", raw.get("format") if isinstance(raw, dict) else raw)
    for part in raw:
        if part not in _PARTS:
            raise wrong(str(part), raw[part])
    given: dict[str, Any] = {}
    for part, most in _NUMBERS.items():
        if part in raw:
            if not _is_count(raw[part], most):
                raise wrong(part, raw[part])
            given[part] = raw[part]
    readers = {
        "zone": _zone,
        "hour": _hour,
        "skip_weekends": _flag,
        "holidays": _holidays,
        "extensions": _extensions,
        "fixed": _fixed,
        "reminders": _reminders,
    }
    for part, read in readers.items():
        if part in raw:
            try:
                given[part] = read(raw[part])
            except (ValueError, TypeError, AttributeError, LookupError, OSError):
                raise wrong(part, raw[part]) from None
    if "zone" not in given:
        raise wrong("zone", raw.get("zone"))
    return Rules(**given)


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _zone(value: object) -> ZoneInfo:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", value):
        raise ValueError(value)
    return ZoneInfo(value)


def _hour(value: object) -> time:
    if isinstance(value, int) and not isinstance(value, bool):
        # YAML reads 20:00 as a number to the base of sixty.
        return time(*divmod(value, 60)) if value >= 24 else time(value)
    match = re.fullmatch(r"(\d{1,2})(?::|h)?(\d\d)?", str(value).strip())
    if match is None:
        raise ValueError(value)
    return time(int(match[1]), int(match[2] or 0))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _day(value: object) -> date:
    if isinstance(value, datetime):
        raise ValueError(value)
    return value if isinstance(value, date) else date.fromisoformat(str(value))


def _holidays(value: object) -> tuple[Days, ...]:
    if not isinstance(value, list):
        raise ValueError(value)
    found = []
    for row in value:
        if isinstance(row, str) and ".." in row:
            first, _, last = row.partition("..")
            found.append((_day(first.strip()), _day(last.strip())))
        else:
            found.append((_day(row), _day(row)))
    return tuple(found)


def _extensions(value: object) -> dict[Phase, int]:
    if not isinstance(value, dict) or not all(_is_count(n, 365) for n in value.values()):
        raise ValueError(value)
    return {Phase.parse(str(code)): days for code, days in value.items()}


def _fixed(value: object) -> dict[Phase, datetime]:
    if not isinstance(value, dict):
        raise ValueError(value)
    found = {}
    for code, at in value.items():
        moment = at if isinstance(at, datetime) else datetime.fromisoformat(str(at))
        if moment.tzinfo is not None:
            raise ValueError(at)
        found[Phase.parse(str(code))] = moment
    return found


def _reminders(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(_is_count(n, 24 * 60) for n in value):
        raise ValueError(value)
    return tuple(sorted(set(value), reverse=True))
