"""Scoring systems as small tables: a GM adds one by writing a YAML file like those beside this.

A table gives points by parts, each an entry of `PARTS`; what a solo gives stands apart. Points are
exact fractions, and their total is checked where the table names it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from judge import yamlfiles
from judge.problems import Problem, Unreadable

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Standing:
    """One power at the end.

    centres: its centres. years: how many years it had a centre at their end. shares: whether it
    shares in the result: the winner alone, or those who draw.
    """

    power: int
    centres: int
    years: int
    shares: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a game stands: everyone, and whether it is a solo."""

    standings: tuple[Standing, ...]
    is_solo: bool

    @property
    def sharers(self) -> int:
        """How many share in the result."""
        return sum(s.shares for s in self.standings)


Points = list[Fraction]


def _each(result: Result, value: Fraction) -> Points:
    return [value for _ in result.standings]


def _per_centre(result: Result, value: Fraction) -> Points:
    return [value * s.centres for s in result.standings]


def _survival(result: Result, value: Fraction) -> Points:
    return [value if s.centres else Fraction(0) for s in result.standings]


def _shared(result: Result, value: Fraction) -> Points:
    """A pool that those who share in the result split equally."""
    count = max(1, result.sharers)
    return [value / count if s.shares else Fraction(0) for s in result.standings]


def _others(result: Result, value: Fraction) -> Points:
    """Points of those who do not share in the result."""
    return [Fraction(0) if s.shares else value for s in result.standings]


def _zero_sum(result: Result, value: Fraction) -> Points:
    """Each loser pays so much, and the sharers split it."""
    losers = len(result.standings) - result.sharers
    gain = value * losers / max(1, result.sharers)
    return [gain if s.shares else -value for s in result.standings]


def _others_per_centre(result: Result, value: Fraction) -> Points:
    """So much a centre for those who do not share in the result."""
    return [Fraction(0) if s.shares else value * s.centres for s in result.standings]


def _squares(result: Result, value: Fraction) -> Points:
    """A pool split in proportion to the squares of the centres."""
    total = sum(s.centres**2 for s in result.standings) or 1
    return [value * s.centres**2 / total for s in result.standings]


def _ranks(result: Result, values: Sequence[Fraction]) -> Points:
    """So much for each rank by centres; powers that tie share what their ranks are worth."""
    counts = [s.centres for s in result.standings]
    points = []
    for count in counts:
        first = sum(other > count for other in counts)
        tied = counts.count(count)
        worth = [values[r] if r < len(values) else Fraction(0) for r in range(first, first + tied)]
        points.append(sum(worth, Fraction(0)) / tied)
    return points


def _weights(result: Result, pool: Fraction, weights: Sequence[Fraction]) -> Points:
    """A pool split by weights: the first for the leaders, the next for one centre less, …"""
    leader, zero = max(s.centres for s in result.standings), Fraction(0)
    mine = [
        weights[leader - s.centres] if s.centres and leader - s.centres < len(weights) else zero
        for s in result.standings
    ]
    total = sum(mine, Fraction(0)) or Fraction(1)
    return [pool * weight / total for weight in mine]


def _within(result: Result, pool: Fraction, distances: Sequence[Fraction]) -> Points:
    """For each distance, a pool shared equally among those at most so far from the leader."""
    leader = max(s.centres for s in result.standings)
    points = _each(result, Fraction(0))
    for distance in distances:
        near = [bool(s.centres) and leader - s.centres <= distance for s in result.standings]
        for n, is_near in enumerate(near):
            points[n] += pool / sum(near) if is_near else 0
    return points


def _years(result: Result, value: Fraction, most: Fraction, eliminated_only: bool) -> Points:
    """So much for each year survived, up to a most; for all, or for the eliminated alone."""
    return [
        Fraction(0) if eliminated_only and s.centres else min(value * s.years, most)
        for s in result.standings
    ]


_NUMBER = re.compile(r"-?\d{1,10}(\.\d{1,10}|/0*[1-9]\d{0,9})?")
"""``7``, ``-1.5``, ``1/3``: nothing whose value would take long to work out."""


def _number(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(str(value))
    if not _NUMBER.fullmatch(str(value)):
        raise ValueError(str(value)[:60])
    number = Fraction(str(value))
    if abs(number) > 10**9 or number.denominator > 10**6:
        raise ValueError(str(value))
    return number


def _numbers(value: Any) -> list[Fraction]:
    if not isinstance(value, list) or len(value) > 100:
        raise ValueError(str(value))
    return [_number(v) for v in value]


PARTS: Mapping[str, Callable[[Result, Any], Points]] = {
    "each": lambda r, v: _each(r, _number(v)),
    "per_centre": lambda r, v: _per_centre(r, _number(v)),
    "survival": lambda r, v: _survival(r, _number(v)),
    "shared": lambda r, v: _shared(r, _number(v)),
    "others": lambda r, v: _others(r, _number(v)),
    "others_per_centre": lambda r, v: _others_per_centre(r, _number(v)),
    "zero_sum": lambda r, v: _zero_sum(r, _number(v)),
    "squares": lambda r, v: _squares(r, _number(v)),
    "ranks": lambda r, v: _ranks(r, _numbers(v)),
    "weights": lambda r, v: _weights(r, _number(v["pool"]), _numbers(v["by_distance"])),
    "within": lambda r, v: _within(r, _number(v["pool"]), _numbers(v["distances"])),
    "per_year": lambda r, v: _years(r, _number(v["points"]), _number(v["most"]), False),
    "per_year_of_the_eliminated": lambda r, v: _years(r, _number(v), Fraction(10**9), True),
}
"""What a table's parts mean."""


@dataclass(frozen=True, slots=True)
class System:
    """A scoring system: the parts of an ordinary result and of a solo, and their totals."""

    name: str
    titles: Mapping[str, str]
    parts: Mapping[str, Any]
    solo: Mapping[str, Any]
    total: Fraction | None
    solo_total: Fraction | None

    def score(self, result: Result) -> Points:
        """Everyone's points. Raises Unreadable where the table is wrong or its total not met."""
        parts = self.solo if result.is_solo else self.parts
        points = _each(result, Fraction(0))
        try:
            for name, value in parts.items():
                part = PARTS[name](result, value)
                points = [a + b for a, b in zip(points, part, strict=True)]
        except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            details = {"part": self.name, "value": str(error)[:60]}
            raise Unreadable([Problem("game-value", details=details)]) from None
        total = self.solo_total if result.is_solo else self.total
        if total is not None and sum(points, Fraction(0)) != total:
            details = {"name": self.name, "total": str(total), "found": str(sum(points))}
            raise Unreadable([Problem("score-total", details=details)])
        return points


def names() -> list[str]:
    """The systems that ship with the program."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def load(name: str) -> System:
    """A shipped system by its name, or a file's. Raises Unreadable."""
    path = FOLDER / f"{name}.yaml" if name in names() else Path(name)
    raw = yamlfiles.read(path)
    if not isinstance(raw, dict) or not isinstance(raw.get("points"), dict):
        raise Unreadable([Problem("game-value", details={"part": name[:60], "value": "points"})])
    solo = raw.get("solo", raw["points"])
    titles = raw.get("title", {})
    if not isinstance(solo, dict) or not isinstance(titles, dict):
        raise Unreadable([Problem("game-value", details={"part": name[:60], "value": "solo"})])
    try:
        total = None if "total" not in raw else _number(raw["total"])
        solo_total = None if "solo_total" not in raw else _number(raw["solo_total"])
    except ValueError as error:
        details = {"part": name[:60], "value": str(error)[:60]}
        raise Unreadable([Problem("game-value", details=details)]) from None
    shown = {str(k): str(v) for k, v in titles.items()}
    return System(str(raw.get("system", name)), shown, raw["points"], solo, total, solo_total)
