"""Written orders to the orders of a movement phase: who is meant, on this board.

The board is asked what a line leaves open: a missing unit letter, which of two provinces a word
means. What it leaves no doubt about is inferred, everything else is a problem. Legality is not
looked at here.
"""

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from judge.board import Board, UnitKind
from judge.orders import Convoy, Hold, Move, Order, Support
from judge.position import Position, Unit
from judge.problems import Problem
from judge.sheets.headers import Section
from judge.sheets.line import Line, Trouble
from judge.sheets.reading import Entry, Sheet
from judge.sheets.writing import Notation
from judge.sheets.written import Subject, Verb


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


@dataclass(frozen=True, slots=True)
class Understood:
    """One line as it was understood.

    unit: the index of the unit ordered. counts: whether it is the order that counts for it.
    """

    entry: Entry
    unit: int
    order: Order
    counts: bool = True


@dataclass
class MovementSheet:
    """What one power ordered for a movement phase.

    orders: by the index of the unit. understood: every line that is an order, in the sheet's order.
    latest: the place in `understood` of each unit's latest line.
    """

    power: int
    orders: dict[int, Order] = field(default_factory=dict)
    understood: list[Understood] = field(default_factory=list)
    latest: dict[int, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


class Interpreter:
    """Reads the written orders of one phase against its position."""

    def __init__(
        self, board: Board, position: Position, notation: Notation, options: Options | None = None
    ) -> None:
        self.board = board
        self.position = position
        self.notation = notation
        self.options = options or Options()
        self.at: dict[int, list[int]] = {}
        for index, unit in enumerate(position.units):
            self.at.setdefault(board.province_of[unit.location], []).append(index)

    def read(self, sheet: Sheet, power: int) -> MovementSheet:
        """The orders of a power's sheet, under its own heading or none."""
        result = MovementSheet(power)
        result.problems.extend(sheet.problems)
        for entry in sheet.entries:
            if entry.section is Section.ORDERS:
                self._read_entry(result, sheet, entry, power)
        self._check_suspicious(result, sheet)
        return result

    def _read_entry(self, result: MovementSheet, sheet: Sheet, entry: Entry, power: int) -> None:
        line = _Line(self, sheet, entry, power, result.problems)
        try:
            line.check_heading()
            if entry.written.verb is Verb.ALL_HOLD:
                for index, unit in enumerate(self.position.units):
                    if unit.power == power:
                        self._take(result, line, index, Hold())
                return
            for index, order in line.orders():
                self._take(result, line, index, order)
        except Trouble as trouble:
            result.problems.append(trouble.problem)

    def _take(self, result: MovementSheet, line: "_Line", index: int, order: Order) -> None:
        """Keep an order; of two for a unit the last counts, or neither by an option."""
        n = result.latest.get(index)
        void = self.options.two_orders_void
        if n is not None:
            earlier = result.understood[n]
            if earlier.order != order or void:
                unit = self.position.units[index]
                facts: dict[str, Any] = {
                    "unit": self.notation.unit(unit.kind, unit.location),
                    "lost": earlier.entry.line,
                    "lost_text": earlier.entry.text,
                }
                code = "ordered-twice-void" if void else "ordered-twice"
                result.problems.append(line.warning(code, **facts))
                result.understood[n] = Understood(earlier.entry, index, earlier.order, False)
        counts = not (void and n is not None)
        result.orders[index] = order if counts else Hold()
        result.latest[index] = len(result.understood)
        result.understood.append(Understood(line.entry, index, order, counts))

    def _check_suspicious(self, result: MovementSheet, sheet: Sheet) -> None:
        """What a player would want to know before the deadline, from the sheet alone."""
        for done in result.understood:
            if not done.counts:
                continue
            line = _Line(self, sheet, done.entry, result.power, result.problems)
            if isinstance(done.order, Support):
                self._check_support(result, line, done.order)
            elif isinstance(done.order, Convoy):
                self._check_convoy(result, line, done.order)
            elif isinstance(done.order, Move):
                self._check_coast(result, line, done.unit, done.order)

    def _check_support(self, result: MovementSheet, line: "_Line", order: Support) -> None:
        of = self.board.province_of
        for index in self.at.get(order.unit, []):
            unit = self.position.units[index]
            name = self.notation.unit(unit.kind, unit.location)
            if unit.power == result.power:
                told = result.orders.get(index)
                moves = of[told.to] if isinstance(told, Move) else None
                wanted = of[order.to] if order.to is not None else None
                if moves != wanted:
                    told_text = self.notation.order(self.position, unit, told)
                    result.problems.append(
                        line.warning("support-not-ordered", unit=name, order=told_text)
                    )
            elif order.to is not None:
                defenders = self.at.get(of[order.to], [])
                if any(self.position.units[d].power == result.power for d in defenders):
                    result.problems.append(line.warning("support-against-oneself", unit=name))

    def _check_convoy(self, result: MovementSheet, line: "_Line", order: Convoy) -> None:
        of = self.board.province_of
        for index in self.at.get(order.army, []):
            unit = self.position.units[index]
            if unit.power != result.power:
                continue
            told = result.orders.get(index)
            if not isinstance(told, Move) or of[told.to] != order.to:
                name = self.notation.unit(unit.kind, unit.location)
                told_text = self.notation.order(self.position, unit, told)
                result.problems.append(
                    line.warning("convoy-not-ordered", unit=name, order=told_text)
                )

    def _check_coast(self, result: MovementSheet, line: "_Line", index: int, order: Move) -> None:
        unit = self.position.units[index]
        if unit.kind is not UnitKind.FLEET or order.to >= len(self.board.provinces):
            return
        landings = self.board.fleet_landings[unit.location].get(order.to, ())
        if len(landings) > 1:
            coasts = [self.notation.location(x) for x in landings]
            start = self.notation.unit(unit.kind, unit.location)
            near = tuple(f"{start} - {coast}" for coast in coasts)
            result.problems.append(line.warning("coast-missing", near=near, coasts=coasts))

    def carried_from(self, province: int) -> frozenset[int]:
        """The coasts to which the fleets now at sea could carry an army."""
        return frozenset().union(
            *(self._shores[w] for w in self.board.waters_beside[province] if w in self._shores)
        )

    @cached_property
    def _shores(self) -> dict[int, frozenset[int]]:
        """For each water with a fleet, the coasts of all such waters that hang together with it."""
        beside, is_water = self.board.waters_beside, self.board.is_water
        coasts: dict[int, list[int]] = {}
        for province, waters in enumerate(beside):
            if not is_water[province]:
                for water in waters:
                    coasts.setdefault(water, []).append(province)
        shores: dict[int, frozenset[int]] = {}
        for start in self.at:
            if not is_water[start] or start in shores:
                continue
            linked, ahead = {start}, [start]
            while ahead:
                further = {w for w in beside[ahead.pop()] if w in self.at} - linked
                linked |= further
                ahead += further
            shore = frozenset(coast for water in linked for coast in coasts.get(water, ()))
            shores.update(dict.fromkeys(linked, shore))
        return shores

    @cached_property
    def coastal(self) -> frozenset[int]:
        """The provinces beside a water."""
        return frozenset(p for p, waters in enumerate(self.board.waters_beside) if waters)

    def missing(self, result: MovementSheet) -> list[int]:
        """The power's units without an order, by index."""
        return [
            index
            for index, unit in enumerate(self.position.units)
            if unit.power == result.power and index not in result.orders
        ]


class _Line(Line):
    """A line of a movement phase."""

    def __init__(
        self, reader: Interpreter, sheet: Sheet, entry: Entry, power: int, problems: list[Problem]
    ) -> None:
        strict = reader.options.strict
        super().__init__(reader.position, reader.notation, strict, sheet, entry, power, problems)
        self.reader = reader

    # ------------------------------------------------------------ reading

    def orders(self) -> list[tuple[int, Order]]:
        """The units ordered and their order. Raises Trouble where the line is no order."""
        written = self.entry.written
        if written.unit is None or written.verb in (Verb.BUILD, Verb.REMOVE, Verb.WAIVE):
            raise Trouble(self.problem("not-this-phase", self.entry.column, len(self.entry.text)))
        if written.verb in (Verb.RETREAT, Verb.DISBAND):
            raise Trouble(self.problem("not-this-phase", self.entry.column, len(self.entry.text)))
        indices = self._own_units(written.unit)
        first = self.reader.position.units[indices[0]]
        order: Order
        if written.verb is Verb.MOVE:
            order = self._move(first)
        elif written.verb is Verb.SUPPORT:
            order = self._support(first)
        elif written.verb is Verb.CONVOY:
            order = self._convoy()
        else:
            order = Hold()
        return [(index, order) for index in indices]

    def _own_units(self, subject: Subject) -> list[int]:
        """The player's units that a line orders."""
        count = 1 if subject.count is None else subject.count
        if not self.reader.options.stacks:
            self.check_single(subject)
        province = self._unit_province(subject, own=True)
        units = self.reader.position.units
        here = [i for i in self.reader.at.get(province, []) if units[i].power == self.power]
        if not here:
            raise self._no_own_unit(subject, province)
        fitting = [i for i in here if subject.kind in (None, units[i].kind)]
        chosen = (fitting or here)[:count]
        self.check_details(subject, units[chosen[0]])
        if count < 1 or len(chosen) < count:
            raise self.refuse("count-too-large", subject.place, count=count, there=len(chosen))
        return chosen

    def _no_own_unit(self, subject: Subject, province: int) -> Trouble:
        units = self.reader.position.units
        others = self.reader.at.get(province, [])
        if others:
            other = units[others[0]]
            return self.refuse(
                "not-your-unit",
                subject.place,
                unit=self.notation.unit(other.kind, other.location),
                owner=self.notation.power(other.power),
            )
        place = self.notation.province(province)
        return self.refuse(
            "no-unit-there", subject.place, self._own_units_like(province), place=place
        )

    def _own_units_like(self, province: int) -> tuple[str, ...]:
        """The player's units that could have been meant, told as the line would read."""
        written = self.entry.written
        own = [u for u in self.reader.position.units if u.power == self.power]
        of = self.board.province_of
        names = [self.notation.unit(u.kind, u.location) for u in own]
        if written.verb is Verb.MOVE and written.path[-1].candidates:
            target = written.path[-1].candidates[0]
            # Written backwards: the unit stands where the line would have it go.
            swapped = [
                f"{name} - {self.notation.province(province)}"
                for name, u in zip(names, own, strict=True)
                if of[u.location] == target
            ]
            able = [
                f"{name} - {self.notation.province(target)}"
                for name, u in zip(names, own, strict=True)
                if self.board.can_go(u.kind, u.location, target)
            ]
            return tuple((swapped + able)[:3])
        return tuple(names[:3])

    def _unit_province(self, subject: Subject, own: bool) -> int:
        """The province a unit's name means: of several readings, the one where a unit stands."""
        place = subject.place
        if len(place.candidates) == 1:
            return place.candidates[0]
        units = self.reader.position.units
        held = {p: [units[i] for i in self.reader.at.get(p, [])] for p in place.candidates}
        filters: list[Callable[[Unit], bool]] = [
            lambda u: u.power == self.power and subject.kind in (None, u.kind),
            lambda u: u.power == self.power,
        ]
        if not own:
            nation = subject.nation
            filters = [
                lambda u: subject.kind in (None, u.kind) and nation in (None, u.power),
                lambda _: True,
            ]
        for fits in filters:
            found = [p for p, there in held.items() if any(fits(u) for u in there)]
            if len(found) > 1 and own and self.entry.written.verb is Verb.MOVE:
                found = [p for p in found if any(self._can_aim(u) for u in held[p])] or found
            if len(found) == 1:
                return found[0]
        raise self.ambiguous(place)

    def _can_aim(self, unit: Unit) -> bool:
        """Whether the line's destination is one that this unit could go to."""
        return any(c in self._possible(unit) for c in self.entry.written.path[-1].candidates)

    def _possible(self, unit: Unit) -> frozenset[int]:
        """The provinces a unit could be meant to go to: beside it, or where fleets carry it."""
        if unit.kind is UnitKind.FLEET:
            return self.board.fleet_reach[unit.location]
        return self.board.army_reach[unit.location] | self.reader.carried_from(unit.location)

    def _move(self, unit: Unit) -> Move:
        written = self.entry.written
        reach = self._possible(unit)
        if len(written.path) == 1:
            to = self.target(written.path[0], unit.kind, reach)
            return Move(self._only_coast(unit, to), written.by_convoy)
        route = tuple(self.target(p, None, self._waters()) for p in written.path[:-1])
        for place, water in zip(written.path, route, strict=False):
            if not self.board.is_water[self.board.province_of[water]]:
                raise self.refuse("route-not-water", place, place=self.notation.location(water))
        self._check_route(unit, route)
        return Move(
            self.target(written.path[-1], unit.kind, range(len(self.board.provinces))), True, route
        )

    def _only_coast(self, unit: Unit, to: int) -> int:
        """The coast that a fleet alone can reach, where none was written; else what was written."""
        if unit.kind is UnitKind.FLEET and to < len(self.board.provinces):
            landings = self.board.fleet_landings[unit.location].get(to, ())
            if len(landings) == 1:
                return landings[0]
        return to

    def _check_route(self, unit: Unit, route: tuple[int, ...]) -> None:
        """A route whose waters do not follow each other on the map is a slip, not an order."""
        beside = self.board.waters_beside
        end = self.entry.written.path[-1]
        steps = [self.board.province_of[unit.location], *route]
        for place, step, water in zip(self.entry.written.path, steps, route, strict=False):
            if water not in beside[step]:
                raise self.refuse("route-broken", place, place=self.notation.province(water))
        if not any(route[-1] in beside[c] for c in end.candidates):
            raise self.refuse("route-broken", end, place=end.text)

    def _waters(self) -> list[int]:
        return [p for p, water in enumerate(self.board.is_water) if water]

    def _support(self, unit: Unit) -> Support:
        written = self.entry.written
        assert written.other is not None
        province = self._unit_province(written.other, own=False)
        supported = self._other_unit(written.other, province)
        if not written.path:
            return Support(province)
        kinds = self.board.fleet_reach if unit.kind is UnitKind.FLEET else self.board.army_reach
        reach: Container[int] = kinds[unit.location]
        if supported is not None:
            reach = kinds[unit.location] & self._possible(supported)
        kind = None if supported is None else supported.kind
        return Support(province, self.target(written.path[-1], kind, reach))

    def _convoy(self) -> Convoy:
        written = self.entry.written
        assert written.other is not None
        province = self._unit_province(written.other, own=False)
        self._other_unit(written.other, province)
        to = self.target(written.path[-1], UnitKind.ARMY, self.reader.coastal)
        return Convoy(province, self.board.province_of[to])

    def _other_unit(self, subject: Subject, province: int) -> Unit | None:
        """The unit supported or convoyed, its details checked; a warning when nobody is there."""
        here = self.reader.at.get(province, [])
        units = [self.reader.position.units[i] for i in here]
        if not units:
            self.doubt("nobody-there", subject.place, place=self.notation.province(province))
            return None
        fitting = [u for u in units if subject.kind in (None, u.kind)]
        chosen = (fitting or units)[0]
        self.check_details(subject, chosen)
        return chosen
