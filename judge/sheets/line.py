"""One line of a sheet being understood: where to complain, and what its places mean.

Shared by the three kinds of phase; each has its own module for what its orders can be.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.board import LETTERS, UnitKind
from judge.position import Position, Unit
from judge.problems import Problem
from judge.sheets.reading import Entry, Sheet
from judge.sheets.writing import Notation
from judge.sheets.written import Place, Subject


@dataclass(frozen=True, slots=True)
class Options:
    """How a game reads sheets.

    strict: a wrong unit letter or nation is an error and the line is no order. two_orders_void:
    of two orders for a unit neither counts, instead of the last. stacks: whether the rule system
    knows several units in one province.
    """

    strict: bool = False
    two_orders_void: bool = False
    stacks: bool = False


class Trouble(Exception):
    """The line is no order; carries why."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


class Line:
    """One written order being read: what it is about, and where to complain."""

    def __init__(
        self,
        position: Position,
        notation: Notation,
        options: Options,
        sheet: Sheet,
        entry: Entry,
        power: int,
        problems: list[Problem],
    ) -> None:
        self.board = notation.board
        self.position = position
        self.notation = notation
        self.strict = options.strict
        self.stacks = options.stacks
        self.sheet = sheet
        self.entry = entry
        self.power = power
        self.problems = problems

    # ------------------------------------------------------------ complaining

    def problem(
        self, code: str, column: int, length: int, near: tuple[str, ...] = (), **details: object
    ) -> Problem:
        """An error in this line."""
        text = self.sheet.source[self.entry.line - 1]
        at = (self.sheet.file, self.entry.line, column, text, max(1, length))
        return Problem(code, "error", *at, details, (), near[:3])

    def warning(
        self,
        code: str,
        column: int = 0,
        length: int = 0,
        near: tuple[str, ...] = (),
        **details: object,
    ) -> Problem:
        """A warning about this line; about all of it where no column is given."""
        text = self.sheet.source[self.entry.line - 1]
        column, length = column or self.entry.column, length or len(self.entry.text)
        at = (self.sheet.file, self.entry.line, column, text, max(1, length))
        return Problem(code, "warning", *at, details, (), near[:3])

    def refuse(
        self, code: str, where: Place, near: tuple[str, ...] = (), **details: object
    ) -> Trouble:
        """The trouble that stops this line, at a place."""
        return Trouble(self.problem(code, where.column, where.length, near, **details))

    def doubt(self, code: str, where: Place, **details: Any) -> None:
        """A wrong detail: a warning, or an error that stops the line in a strict game."""
        if self.strict and code in ("wrong-letter", "wrong-nation"):
            raise self.refuse(code, where, **details)
        self.problems.append(self.warning(code, where.column, where.length, **details))

    def check_heading(self) -> None:
        """An order under another power's heading is none of this power's. Raises Trouble."""
        if self.entry.power is not None and self.entry.power != self.power:
            nation = self.notation.power(self.entry.power)
            length = len(self.entry.text)
            raise Trouble(
                self.problem("other-powers-heading", self.entry.column, length, power=nation)
            )

    # ------------------------------------------------------------ places and units

    def ambiguous(self, place: Place, candidates: Sequence[int] = ()) -> Trouble:
        names = []
        for p in candidates or place.candidates:
            full = self.board.provinces[p].names[self.notation.language].name
            names.append(f"{self.notation.province(p)} ({full})")
        return self.refuse("ambiguous-place", place, tuple(names), word=place.text, readings=names)

    def check_single(self, subject: Subject) -> None:
        """One unit alone stands in a province, unless they can share it. Raises Trouble."""
        if not self.stacks and subject.count not in (None, 1):
            raise self.refuse("count-refused", subject.place, count=subject.count)

    def pick(
        self,
        subject: Subject,
        found: Sequence[int],
        units: Sequence[Unit],
        latest: Mapping[int, int],
        may_be_fewer: bool = False,
    ) -> list[int]:
        """The units of one province that a line is about: as many as it counts, else one.

        found: the power's units there, by index among `units`. latest: when each was ordered last:
        those without an order come first, then those ordered longest ago. may_be_fewer: whether a
        line that counts more units than there are is for those that are there. Raises Trouble where
        a count is impossible, or letter and coast leave a doubt.
        """
        self.check_single(subject)
        count = 1 if subject.count is None else subject.count
        chosen = [n for n in found if subject.kind in (None, units[n].kind)] or list(found)
        coast = subject.place.coast
        if coast is not None:
            of = self.board.province_of
            there = [
                n
                for n in chosen
                if self.board.coast_location(of[units[n].location], coast) == units[n].location
            ]
            chosen = there or chosen
        self._check_same_kind(subject, [units[n] for n in chosen])
        if count > len(chosen) and may_be_fewer:
            self.doubt("count-fewer", subject.place, count=count, there=len(chosen))
            count = len(chosen)
        elif not 1 <= count <= len(chosen):
            code = "count-too-large" if count else "count-of-none"
            raise self.refuse(code, subject.place, count=count, there=len(chosen))
        self.check_details(subject, units[chosen[0]])
        return sorted(chosen, key=lambda n: latest.get(n, -1))[:count]

    def _check_same_kind(self, subject: Subject, units: Sequence[Unit]) -> None:
        """Units of two kinds, or on two coasts, must be told apart by the line."""
        if len({u.kind for u in units}) > 1:
            name = self.notation.province(self.board.province_of[units[0].location])
            raise self.refuse(
                "letter-missing", subject.place, (f"A {name}", f"F {name}"), place=name
            )
        if len({u.location for u in units}) > 1:
            near = tuple(
                self.notation.unit(u.kind, u.location)
                for u in sorted(set(units), key=lambda u: u.location)
            )
            raise self.refuse("unit-coast-missing", subject.place, near, unit=subject.place.text)

    def check_details(self, subject: Subject, unit: Unit) -> None:
        """Letter, nation and coast against the unit that stands there."""
        name = self.notation.unit(unit.kind, unit.location)
        place = subject.place
        if subject.kind not in (None, unit.kind):
            self.doubt("wrong-letter", place, unit=name, letter=LETTERS[unit.kind])
        if subject.nation not in (None, unit.power):
            self.doubt("wrong-nation", place, unit=name, owner=self.notation.power(unit.power))
        if place.coast is not None:
            province = self.board.province_of[unit.location]
            meant = self.board.coast_location(province, place.coast)
            if unit.kind is UnitKind.ARMY:
                self.doubt("army-coast", place, unit=name)
            elif meant != unit.location:
                self.doubt("wrong-coast", place, unit=name)

    def target(self, place: Place, kind: UnitKind | None, reachable: Container[int]) -> int:
        """The location a line aims at; reachable: what decides between several readings."""
        candidates = place.candidates
        if len(candidates) > 1:
            within = tuple(c for c in candidates if c in reachable)
            if len(within) != 1:
                raise self.ambiguous(place, within)
            candidates = within
        province = candidates[0]
        if place.coast is None:
            return province
        location = self.board.coast_location(province, place.coast)
        if location is None:
            own = [self.notation.location(x) for x in self.board.locations_in[province]]
            facts: dict[str, Any] = {
                "place": self.notation.province(province),
                "coast": place.coast,
            }
            if self.board.provinces[province].coasts and kind is not UnitKind.ARMY:
                raise self.refuse("unknown-coast", place, tuple(own), **facts)
            self.doubt("needless-coast", place, **facts)
            return province
        if kind is UnitKind.ARMY:
            self.doubt("army-coast", place, unit=self.notation.province(province))
        return location
