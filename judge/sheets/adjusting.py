"""Written orders to the adjustments of a winter phase."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from judge.board import ARMY, FLEET, Terrain, UnitKind
from judge.orders import Adjustment, Build, Remove, Waive
from judge.position import Position
from judge.problems import Problem
from judge.season import RULEBOOK, Year
from judge.sheets.headers import Section
from judge.sheets.line import Line, Options, Trouble
from judge.sheets.reading import Entry, Sheet
from judge.sheets.writing import Notation
from judge.sheets.written import Subject, Verb


@dataclass(frozen=True, slots=True)
class UnderstoodAdjustment:
    """One line as it was understood."""

    entry: Entry
    order: Adjustment


@dataclass
class WinterSheet:
    """What one power ordered in winter, in the order written."""

    power: int
    understood: list[UnderstoodAdjustment] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def orders(self) -> tuple[Adjustment, ...]:
        """The orders alone."""
        return tuple(done.order for done in self.understood)


def read_winter(
    position: Position,
    notation: Notation,
    sheet: Sheet,
    power: int,
    options: Options,
    year: Year = RULEBOOK,
) -> WinterSheet:
    """The adjustments of a power's sheet: those under no section or under ``Hiver:``.

    year: of the rule system, which says whether a unit without a sign is built or taken off.
    """
    result = WinterSheet(power, problems=list(sheet.problems))
    for entry in sheet.entries:
        if entry.section not in (Section.ORDERS, Section.WINTER):
            continue
        line = _Line(position, notation, options, sheet, entry, power, result.problems)
        line.owes = bool(year.removals(notation.board, position, power))
        line.removed = {
            done.order.unit: n
            for n, done in enumerate(result.understood)
            if isinstance(done.order, Remove)
        }
        try:
            result.understood += [UnderstoodAdjustment(entry, order) for order in line.orders()]
        except Trouble as trouble:
            result.problems.append(trouble.problem)
    return result


class _Line(Line):
    """A line of a winter phase.

    owes: whether the power must take units off. removed: those its lines named so far, by index.
    """

    owes = False
    removed: Mapping[int, int] = MappingProxyType({})

    def orders(self) -> list[Adjustment]:
        """The adjustments that the line makes. Raises Trouble."""
        written = self.entry.written
        self.check_heading()
        if written.verb is Verb.WAIVE:
            return [Waive()] * max(1, min(written.count, len(self.board.centres)))
        if written.unit is None:
            raise Trouble(self.problem("not-this-phase", self.entry.column, len(self.entry.text)))
        if written.verb in (Verb.REMOVE, Verb.DISBAND):
            return [Remove(unit) for unit in self._own_units(written.unit)]
        if written.verb is Verb.BUILD or (
            written.verb is Verb.BARE and not self._owes(written.unit)
        ):
            return self._builds(written.unit)
        if written.verb is Verb.BARE:
            return [Remove(unit) for unit in self._own_units(written.unit)]
        raise Trouble(self.problem("not-this-phase", self.entry.column, len(self.entry.text)))

    def _units_at(self, subject: Subject) -> list[int]:
        of = self.board.province_of
        return [
            n
            for n, u in enumerate(self.position.units)
            if u.power == self.power and of[u.location] in subject.place.candidates
        ]

    def _owes(self, subject: Subject) -> bool:
        """Whether a unit named without a verb is one that the power must take off."""
        return self.owes and bool(self._units_at(subject))

    def _own_units(self, subject: Subject) -> list[int]:
        units = self.position.units
        found = self._units_at(subject)
        if not found:
            near = tuple(
                self.notation.unit(u.kind, u.location) for u in units if u.power == self.power
            )
            place = self.notation.province(subject.place.candidates[0])
            raise self.refuse("no-unit-there", subject.place, near, place=place)
        fitting = [n for n in found if subject.kind in (None, units[n].kind)] or found
        if len({self.board.province_of[units[n].location] for n in fitting}) > 1:
            raise self.ambiguous(subject.place)
        return self.pick(subject, fitting, units, self.removed)

    def _builds(self, subject: Subject) -> list[Adjustment]:
        """The units built; several in one province only where units can share one."""
        self.check_single(subject)
        count = 1 if subject.count is None else subject.count
        limit = len(self.board.centres)
        if not 1 <= count <= limit:
            code = "count-beyond" if count else "count-of-none"
            raise self.refuse(code, subject.place, count=count, limit=limit)
        return [self._build(subject)] * count

    def _build(self, subject: Subject) -> Build:
        sites = self.board.building_sites(self.power, self.position.centres_of(self.power))
        if subject.nation not in (None, self.power):
            self.doubt("wrong-nation", subject.place, unit=subject.place.text, owner="")
        candidates = subject.place.candidates
        if len(candidates) > 1:
            candidates = tuple(c for c in candidates if c in sites)
            if len(candidates) != 1:
                raise self.ambiguous(subject.place)
        province = candidates[0]
        kind: UnitKind | None = subject.kind
        if kind is None:
            terrain = self.board.provinces[province].terrain
            kind = {Terrain.LAND: ARMY, Terrain.SEA: FLEET}.get(terrain)
        if kind is None:
            name = self.notation.province(province)
            near = (f"+ A {name}", f"+ F {name}")
            raise self.refuse("letter-missing", subject.place, near, place=name)
        location = self.target(subject.place, kind, sites)
        return Build(kind, location if kind is FLEET else self.board.province_of[location])
