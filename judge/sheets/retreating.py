"""Written orders to the orders of a retreat phase."""

from dataclasses import dataclass, field
from typing import Any

from judge.board import UnitKind
from judge.orders import Disband, Retreat, RetreatOrder
from judge.position import Dislodged, Position
from judge.problems import Problem
from judge.sheets.headers import Section
from judge.sheets.line import Line, Trouble
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
    position: Position, notation: Notation, sheet: Sheet, power: int, strict: bool
) -> RetreatSheet:
    """The retreat orders of a power's sheet: those under no section or under ``Retraites:``."""
    result = RetreatSheet(power, problems=list(sheet.problems))
    counting: dict[int, list[int]] = {}
    for entry in sheet.entries:
        if entry.section not in (Section.ORDERS, Section.RETREATS):
            continue
        line = _Line(position, notation, strict, sheet, entry, power, result.problems)
        try:
            unit, order = line.order()
        except Trouble as trouble:
            result.problems.append(trouble.problem)
            continue
        told_alike = counting.setdefault(unit, [])
        if unit in result.orders and result.orders[unit] != order:
            for n in told_alike:
                earlier = result.understood[n]
                facts: dict[str, Any] = {
                    "lost": earlier.entry.line,
                    "lost_text": earlier.entry.text,
                }
                here = position.dislodged[unit].unit
                name = notation.unit(here.kind, here.location)
                result.problems.append(line.warning("ordered-twice", unit=name, **facts))
                result.understood[n] = UnderstoodRetreat(earlier.entry, unit, earlier.order, False)
            told_alike.clear()
        told_alike.append(len(result.understood))
        result.orders[unit] = order
        result.understood.append(UnderstoodRetreat(entry, unit, order))
    return result


class _Line(Line):
    """A line of a retreat phase."""

    def order(self) -> tuple[int, RetreatOrder]:
        """The dislodged unit and its order. Raises Trouble."""
        written = self.entry.written
        self.check_heading()
        if written.unit is not None and written.verb is Verb.BARE and written.claim == "fails":
            # "A Bul détruite", as a printed report has it.
            return self._dislodged(written.unit), Disband()
        allowed = (Verb.MOVE, Verb.RETREAT, Verb.DISBAND, Verb.REMOVE)
        if written.unit is None or written.verb not in allowed:
            raise Trouble(self.problem("not-this-phase", self.entry.column, len(self.entry.text)))
        unit = self._dislodged(written.unit)
        if written.verb in (Verb.DISBAND, Verb.REMOVE):
            return unit, Disband()
        # "F Nrd : Nge retraite Ska": the move is the season's, copied out with the retreat.
        places = written.retreats or (written.path[-1:] if written.verb is Verb.MOVE else ())
        if not places:
            place = written.unit.place
            raise self.refuse("retreat-nowhere", place, (), place=place.text)
        return unit, Retreat(self._first_open(self.position.dislodged[unit], places))

    def _dislodged(self, subject: Subject) -> int:
        self.check_single(subject)
        of = self.board.province_of
        found = [
            n
            for n, d in enumerate(self.position.dislodged)
            if d.unit.power == self.power and of[d.unit.location] in subject.place.candidates
        ]
        fitting = [n for n in found if subject.kind in (None, self.position.dislodged[n].unit.kind)]
        chosen = fitting or found
        if not chosen:
            near = tuple(
                self.notation.unit(d.unit.kind, d.unit.location)
                for d in self.position.dislodged
                if d.unit.power == self.power
            )
            raise self.refuse("not-dislodged", subject.place, near, place=subject.place.text)
        if len({of[self.position.dislodged[n].unit.location] for n in chosen}) > 1:
            raise self.ambiguous(subject.place)
        self.check_details(subject, self.position.dislodged[chosen[0]].unit)
        return chosen[0]

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
