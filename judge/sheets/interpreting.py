"""Written orders to the orders of a movement phase: who is meant, on this board.

The board is asked what a line leaves open: a missing unit letter, which of two provinces a word
means. What it leaves no doubt about is inferred, everything else is a problem. Legality is not
looked at here.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from judge.board import Board, UnitKind
from judge.orders import Consent, Convoy, Hold, Move, Order, Riders, Support
from judge.position import Position, Unit
from judge.problems import Problem
from judge.sheets.headers import Section
from judge.sheets.line import Line, Options, Trouble
from judge.sheets.reading import Entry, Sheet
from judge.sheets.writing import Notation
from judge.sheets.written import Subject, Verb


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
    latest: the place in `understood` of each unit's latest line. consents: to fleets that pass,
    with their line. given_up: its supporting and convoying units in the order in which it would
    rather have them broken: those that it says, then the others, each as they are written.
    """

    power: int
    orders: dict[int, Order] = field(default_factory=dict)
    understood: list[Understood] = field(default_factory=list)
    latest: dict[int, int] = field(default_factory=dict)
    consents: list[tuple[Entry, Consent]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def given_up(self) -> list[int]:
        said = [done for done in self.understood if done.counts]
        said.sort(key=lambda done: not done.entry.written.yields)
        return [d.unit for d in said if isinstance(d.order, Support | Convoy)]


def riders_of(sheets: Iterable[MovementSheet]) -> Riders:
    """What the sheets of all powers say beside their units' orders."""
    consents: list[Consent] = []
    given_up: list[int] = []
    for sheet in sheets:
        consents += [consent for _, consent in sheet.consents]
        given_up += sheet.given_up
    return Riders(tuple(consents), tuple(given_up))


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
            if entry.written.verb is Verb.CONSENT:
                result.consents.append((entry, line.consent()))
                return
            for index, order in line.orders(result.latest):
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
                if not void and len(self.at[self.board.province_of[unit.location]]) > 1:
                    code = "ordered-over"
                warning = line.warning(code, **facts)
                if result.problems[-1:] != [warning]:  # once for a stack
                    result.problems.append(warning)
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
        there = self.at.get(order.unit, [])
        if not there:
            return
        if self.position.units[there[0]].power == result.power:
            wanted = of[order.to] if order.to is not None else None
            if not any(self._goes_to(result, n) == wanted for n in there):
                told = self._told(result, there[0])
                result.problems.append(line.warning("support-not-ordered", **told))
        elif order.to is not None:
            defenders = self.at.get(of[order.to], [])
            if any(self.position.units[d].power == result.power for d in defenders):
                unit = self.position.units[there[0]]
                name = self.notation.unit(unit.kind, unit.location)
                result.problems.append(line.warning("support-against-oneself", unit=name))

    def _check_convoy(self, result: MovementSheet, line: "_Line", order: Convoy) -> None:
        there = self.at.get(order.army, [])
        if not there or self.position.units[there[0]].power != result.power:
            return
        goals = {self._goes_to(result, n) for n in there}
        if self.options.stacks and self.board.is_water[order.army]:
            return  # a later stage: the army is none of the units that stand there
        if self.options.stacks and self.board.is_water[order.to]:
            # A first stage: the army's own order names the last one's end.
            is_ordered = goals != {None}
        else:
            is_ordered = order.to in goals
        if not is_ordered:
            told = self._told(result, there[0])
            result.problems.append(line.warning("convoy-not-ordered", **told))

    def _goes_to(self, result: MovementSheet, index: int) -> int | None:
        """The province that a unit's order moves it to; None where it does not move."""
        told = result.orders.get(index)
        return self.board.province_of[told.to] if isinstance(told, Move) else None

    def _told(self, result: MovementSheet, index: int) -> dict[str, Any]:
        """One's own unit and its order, as a warning about another line shows them."""
        unit = self.position.units[index]
        name = self.notation.unit(unit.kind, unit.location)
        return {
            "unit": name,
            "order": self.notation.order(self.position, unit, result.orders.get(index)),
        }

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
        units, able = self.position.units, self.board.can_convoy
        fleets = {
            p
            for p, there in self.at.items()
            if able[p] and any(units[n].kind is UnitKind.FLEET for n in there)
        }
        for start in fleets:
            if start in shores:
                continue
            linked, ahead = {start}, [start]
            while ahead:
                further = {w for w in beside[ahead.pop()] if w in fleets} - linked
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
        options = reader.options
        super().__init__(reader.position, reader.notation, options, sheet, entry, power, problems)
        self.reader = reader

    # ------------------------------------------------------------ reading

    def orders(self, latest: Mapping[int, int]) -> list[tuple[int, Order]]:
        """The units ordered and their order. latest: see `pick`. Raises Trouble."""
        written = self.entry.written
        if written.unit is None or written.verb in (Verb.BUILD, Verb.REMOVE, Verb.WAIVE):
            raise Trouble(self.problem("not-this-phase", self.entry.column, len(self.entry.text)))
        if written.verb in (Verb.RETREAT, Verb.DISBAND):
            raise Trouble(self.problem("not-this-phase", self.entry.column, len(self.entry.text)))
        if written.yields and not self.stacks:
            self.problems.append(self.warning("yield-ignored"))
        indices = self._own_units(written.unit, latest)
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

    def consent(self) -> Consent:
        """``Con laisse passer F turque Noi - Egé``, ``accord Con``. Raises Trouble."""
        written = self.entry.written
        assert written.unit is not None
        through = {passage.through: passage for passage in self.board.passages}
        if not self.stacks or not through:
            raise Trouble(self.problem("consent-unknown", self.entry.column, len(self.entry.text)))
        place = written.unit.place
        found = [p for p in place.candidates if p in through]
        if len(found) != 1:
            near = tuple(self.notation.province(p) for p in through)
            raise self.refuse("consent-elsewhere", place, near, place=place.text)
        units = [self.reader.position.units[i] for i in self.reader.at.get(found[0], [])]
        if not any(unit.power == self.power for unit in units):
            raise self._no_own_unit(written.unit, found[0])
        if written.other is None:
            return Consent(self.power, found[0])
        between = through[found[0]].between
        start = self.target(written.other.place, None, between)
        to = self.target(written.path[-1], None, between)
        if {start, to} != set(between) or written.other.kind is UnitKind.ARMY:
            waters = [self.notation.province(p) for p in between]
            facts: dict[str, Any] = {"place": self.notation.province(found[0]), "waters": waters}
            raise self.refuse("consent-waters", written.other.place, **facts)
        return Consent(self.power, found[0], written.other.nation, start, to)

    def _own_units(self, subject: Subject, latest: Mapping[int, int]) -> list[int]:
        """The player's units that a line orders."""
        self.check_single(subject)
        province = self._unit_province(subject, own=True)
        units = self.reader.position.units
        here = [i for i in self.reader.at.get(province, []) if units[i].power == self.power]
        if not here:
            raise self._no_own_unit(subject, province)
        return self.pick(subject, self._able(here), units, latest)

    def _able(self, here: list[int]) -> list[int]:
        """Of a stack's fleets on several coasts, those on the only coast that a move fits."""
        units = self.reader.position.units
        if self.entry.written.verb is not Verb.MOVE:
            return here
        able = [n for n in here if self._can_aim(units[n])]
        return able if len({units[n].location for n in able}) == 1 else here

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
            return tuple(dict.fromkeys(swapped + able))[:3]
        return tuple(dict.fromkeys(names))[:3]

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
            stages = written.stages if self.stacks else 0
            return Move(self._only_coast(unit, to), written.by_convoy, (), stages)
        route = tuple(self.target(p, None, self._waters()) for p in written.path[:-1])
        for place, water in zip(written.path, route, strict=False):
            if not self.board.can_convoy[self.board.province_of[water]]:
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
        return [p for p, water in enumerate(self.board.can_convoy) if water]

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

    def _check_count(self, subject: Subject, there: int) -> None:
        """A count of units supported or convoyed says nothing; one that cannot be is a slip."""
        if subject.count is not None and not 1 <= subject.count <= max(1, there):
            self.doubt("count-ignored", subject.place, count=subject.count, there=there)

    def _other_unit(self, subject: Subject, province: int) -> Unit | None:
        """The unit supported or convoyed, its details checked; a warning when nobody is there."""
        here = self.reader.at.get(province, [])
        units = [self.reader.position.units[i] for i in here]
        if self.stacks and subject.kind is UnitKind.ARMY and self.board.is_water[province]:
            self._check_count(subject, 1)
            return None  # a convoy by stages: the army is at sea by then
        self._check_count(subject, len(units))
        if not units:
            self.doubt("nobody-there", subject.place, place=self.notation.province(province))
            return None
        fitting = [u for u in units if subject.kind in (None, u.kind)]
        chosen = (fitting or units)[0]
        self.check_details(subject, chosen)
        return chosen
