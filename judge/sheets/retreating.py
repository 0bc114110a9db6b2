"""Written orders to the orders of a retreat phase."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from judge.board import UnitKind
from judge.orders import Disband, Retreat, RetreatOrder
from judge.position import Dislodged, Position
from judge.problems import Problem
from judge.sheets.headers import Section
from judge.sheets.line import Line, Options, Trouble
from judge.sheets.reading import Entry, Sheet
from judge.sheets.writing import Notation
from judge.sheets.written import Place, Subject, Verb


@dataclass(frozen=True, slots=True)
class UnderstoodRetreat:
    """One line as it was understood; unit: an index among the position's dislodged units."""

    entry: Entry
    unit: int
    order: RetreatOrder
    counts: bool = True


@dataclass
class RetreatSheet:
    """What one power ordered for a retreat phase; orders by the dislodged unit's index."""

    power: int
    orders: dict[int, RetreatOrder] = field(default_factory=dict)
    understood: list[UnderstoodRetreat] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_retreats(
    position: Position, notation: Notation, sheet: Sheet, power: int, options: Options
) -> RetreatSheet:
    """The retreat orders of a power's sheet: those under no section or under ``Retraites:``."""
    result = RetreatSheet(power, problems=list(sheet.problems))
    alike: dict[int, list[int]] = {}
    for entry in sheet.entries:
        if entry.section not in (Section.ORDERS, Section.RETREATS):
            continue
        line = _Line(position, notation, options, sheet, entry, power, result.problems)
        try:
            told = line.orders({unit: lines[-1] for unit, lines in alike.items()})
        except Trouble as trouble:
            result.problems.append(trouble.problem)
            continue
        for unit, order in told:
            _take(result, line, unit, order, alike.setdefault(unit, []))
    return result


def _take(
    result: RetreatSheet, line: "_Line", unit: int, order: RetreatOrder, alike: list[int]
) -> None:
    """Keep an order; of two for a unit the last counts.

    alike: the places in `understood` of the unit's lines that count, which all say the same.
    """
    if unit in result.orders and result.orders[unit] != order:
        for n in alike:
            earlier = result.understood[n]
            facts: dict[str, Any] = {"lost": earlier.entry.line, "lost_text": earlier.entry.text}
            here = line.position.dislodged[unit].unit
            name = line.notation.unit(here.kind, here.location)
            result.problems.append(line.warning("ordered-twice", unit=name, **facts))
            result.understood[n] = UnderstoodRetreat(earlier.entry, unit, earlier.order, False)
        alike.clear()
    alike.append(len(result.understood))
    result.orders[unit] = order
    result.understood.append(UnderstoodRetreat(line.entry, unit, order))


class _Line(Line):
    """A line of a retreat phase."""

    def orders(self, latest: Mapping[int, int]) -> list[tuple[int, RetreatOrder]]:
        """The dislodged units and their order. latest: see `pick`. Raises Trouble."""
        written = self.entry.written
        self.check_heading()
        if written.unit is not None and written.verb is Verb.BARE and written.claim == "fails":
            # "A Bul détruite", as a printed report has it.
            return [(unit, Disband()) for unit in self._dislodged(written.unit, latest)]
        allowed = (Verb.MOVE, Verb.RETREAT, Verb.DISBAND, Verb.REMOVE)
        if written.unit is None or written.verb not in allowed:
            raise Trouble(self.problem("not-this-phase", self.entry.column, len(self.entry.text)))
        units = self._dislodged(written.unit, latest)
        if written.verb in (Verb.DISBAND, Verb.REMOVE):
            return [(unit, Disband()) for unit in units]
        # "F Nrd : Nge retraite Ska": the move is the season's, copied out with the retreat.
        places = written.retreats or (written.path[-1:] if written.verb is Verb.MOVE else ())
        if not places:
            place = written.unit.place
            raise self.refuse("retreat-nowhere", place, (), place=place.text)
        flight = Retreat(self._first_open(self.position.dislodged[units[0]], places))
        return [(unit, flight) for unit in units]

    def _dislodged(self, subject: Subject, latest: Mapping[int, int]) -> list[int]:
        of = self.board.province_of
        found = [
            n
            for n, d in enumerate(self.position.dislodged)
            if d.unit.power == self.power and of[d.unit.location] in subject.place.candidates
        ]
        if not found:
            near = tuple(
                self.notation.unit(d.unit.kind, d.unit.location)
                for d in self.position.dislodged
                if d.unit.power == self.power
            )
            raise self.refuse("not-dislodged", subject.place, near, place=subject.place.text)
        units = [d.unit for d in self.position.dislodged]
        kind = subject.kind
        fitting = [n for n in found if kind in (None, units[n].kind)] or found
        if len({of[units[n].location] for n in fitting}) > 1:
            raise self.ambiguous(subject.place)
        return self.pick(subject, fitting, units, latest, may_be_fewer=True)

    def _first_open(self, dislodged: Dislodged, places: tuple[Place, ...]) -> int:
        """The first of the ranked places that is open to the unit; the first one where none is."""
        of = self.board.province_of
        kind = dislodged.unit.kind
        open_provinces = {of[to] for to in dislodged.retreats}
        targets = [self.target(p, kind, open_provinces) for p in places]
        for target in targets:
            if target in dislodged.retreats:
                return target
            landings = [to for to in dislodged.retreats if of[to] == of[target]]
            if len(landings) == 1 and (kind is UnitKind.ARMY or target == of[target]):
                return landings[0]
        return targets[0]
