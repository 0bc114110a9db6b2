"""The way that each order takes over the canvas."""

from collections.abc import Iterable, Iterator, Sequence

from judge.board import Board
from judge.drawing.geometry import Point, aside, at, cut, distance, length, nearest_corner, smooth
from judge.drawing.placing import Token, anchor
from judge.drawing.shapes import Shapes
from judge.drawing.strokes import Stroke
from judge.orders import Convoy, Move, Support
from judge.position import Dislodged, Unit
from judge.ruling import MovementRuling, Outcome, Result

_START = 10.0
"""Pixels between a unit's middle and where its line starts."""

_ARRIVAL, _BESIDE, _CROSS = 3.0, 13.0, 17.0
"""Pixels left before the end: where nobody stands, before somebody, before a cross."""


class Courses:
    """Finds ways on one board for units that stand where their tokens are.

    moved: whether the picture shows units where they arrived, so that arrows end beside them.
    """

    def __init__(
        self, board: Board, shapes: Shapes, tokens: Sequence[Token], moved: bool = False
    ) -> None:
        self.board = board
        self.shapes = shapes
        self.tokens = tokens
        self.moved = moved
        self.at = {member: token.at for token in tokens for member in token.members}

    # ------------------------------------------------------------ retreats

    def options(self, dislodged: Iterable[Dislodged], first: int) -> Iterator[Stroke]:
        """Thin lines to each place open to dislodged units. first: the first one's member."""
        for member, fled in enumerate(dislodged, first):
            for to in fled.retreats:
                stroke = self._straight("option", member, fled.unit, to)
                if stroke is not None:
                    yield stroke

    def retreat(self, member: int, unit: Unit, to: int, stopped: bool) -> Stroke | None:
        """The line of a retreat that was ordered."""
        return self._straight("retreat", member, unit, to, stopped)

    def _straight(
        self, kind: str, member: int, unit: Unit, to: int, stopped: bool = False
    ) -> Stroke | None:
        if self.board.province_of[to] not in self.shapes.provinces or member not in self.at:
            return None
        goal = anchor(self.board, self.shapes, unit.kind, to)
        way = cut((self.at[member], goal), _START, self._gap(goal, stopped))
        return Stroke(kind, unit.power, tuple(way), member, stopped)

    def _gap(self, goal: Point, stopped: bool) -> float:
        if stopped:
            return _CROSS
        taken = self.moved or any(distance(token.at, goal) < _BESIDE for token in self.tokens)
        return _BESIDE if taken else _ARRIVAL

    # ------------------------------------------------------------ movement

    def movement(self, ruling: MovementRuling, power: int | None) -> Iterator[Stroke]:
        """The lines of a movement phase's orders; moves first, so that supports lie over them."""
        ways = self._ways(ruling)
        units = ruling.position.units
        shown = [
            (member, unit, outcome)
            for member, (unit, outcome) in enumerate(zip(units, ruling.outcomes, strict=True))
            if power in (None, unit.power) and outcome.result is not Result.ILLEGAL
        ]
        for member, unit, outcome in shown:
            if member in ways:
                yield self._move(ruling, member, unit, outcome, ways[member])
        for member, unit, outcome in shown:
            order = outcome.order
            stroke = None
            if isinstance(order, Support):
                stroke = self._support(ruling, member, unit, outcome, order, ways)
            elif isinstance(order, Convoy):
                stroke = self._convoy(ruling, member, unit, outcome, order, ways)
            if stroke is not None:
                yield stroke

    def _ways(self, ruling: MovementRuling) -> dict[int, list[Point]]:
        """By mover, its whole way from middle to middle; opposite moves are set side by side."""
        of, units = self.board.province_of, ruling.position.units
        pairs = {
            (of[unit.location], of[outcome.order.to])
            for unit, outcome in zip(units, ruling.outcomes, strict=True)
            if isinstance(outcome.order, Move) and outcome.result is not Result.ILLEGAL
        }
        ways = {}
        for member, (unit, outcome) in enumerate(zip(units, ruling.outcomes, strict=True)):
            order = outcome.order
            if not isinstance(order, Move) or outcome.result is Result.ILLEGAL:
                continue
            to = order.to if outcome.to is None else outcome.to
            if of[to] not in self.shapes.provinces:
                continue
            goal = anchor(self.board, self.shapes, unit.kind, to)
            fleets = self._fleets(ruling, member)
            if fleets:
                stops = [self.at[fleet] for fleet in fleets]
                ways[member] = smooth([self.at[member], *stops, goal])
            elif (of[to], of[unit.location]) in pairs:
                ways[member] = list(aside(self.at[member], goal, 4.5))
            else:
                ways[member] = [self.at[member], goal]
        return ways

    def _fleets(self, ruling: MovementRuling, member: int) -> list[int]:
        """The fleets that an army goes by, in order: the shortest way over those that convoy it."""
        unit, order = ruling.position.units[member], ruling.outcomes[member].order
        assert isinstance(order, Move)
        of = self.board.province_of
        start, end = of[unit.location], of[order.to]
        at_sea: dict[int, int] = {}
        for fleet, (other, outcome) in enumerate(
            zip(ruling.position.units, ruling.outcomes, strict=True)
        ):
            convoy = outcome.order
            if (
                isinstance(convoy, Convoy)
                and (of[convoy.army], of[convoy.to]) == (start, end)
                and outcome.result not in (Result.VOID, Result.ILLEGAL)
            ):
                at_sea.setdefault(of[other.location], fleet)
        reached: list[tuple[int, tuple[int, ...]]] = [
            (w, (at_sea[w],)) for w in self.board.waters_beside[start] if w in at_sea
        ]
        seen = {water for water, _ in reached}
        for water, by in reached:
            if water in self.board.waters_beside[end]:
                return list(by)
            for near in self.board.waters_beside[water]:
                if near in at_sea and near not in seen:
                    seen.add(near)
                    reached.append((near, (*by, at_sea[near])))
        return []

    def _move(
        self, ruling: MovementRuling, member: int, unit: Unit, outcome: Outcome, way: list[Point]
    ) -> Stroke:
        stopped = outcome.to is None
        kind = "convoyed" if len(way) > 2 else "move"
        end = self._gap(way[-1], stopped)
        if outcome.result is Result.NO_CONVOY:
            end = length(way) - self._where_broken(ruling, member, way)
        return Stroke(kind, unit.power, tuple(cut(way, _START, end)), member, stopped)

    def _where_broken(self, ruling: MovementRuling, member: int, way: list[Point]) -> float:
        """How far along its way an army's convoy broke: at the fleet lost, else soon."""
        for fleet in self._fleets(ruling, member):
            if ruling.outcomes[fleet].dislodged_by is not None:
                return max(nearest_corner(way, self.at[fleet]) - _BESIDE, _START + 10)
        return min(length(way) / 2, 34)

    def _support(
        self,
        ruling: MovementRuling,
        member: int,
        unit: Unit,
        outcome: Outcome,
        order: Support,
        ways: dict[int, list[Point]],
    ) -> Stroke | None:
        stopped = outcome.result is Result.CUT
        idle = outcome.result is Result.VOID
        helped = self._unit_in(ruling, order.unit, order.to)
        if helped is None:
            return None
        if order.to is None:
            way = cut((self.at[member], self.at[helped]), _START, _BESIDE - 1)
            return Stroke("support-hold", unit.power, tuple(way), member, stopped, idle)
        target = self._middle(ruling, helped, order.to, ways)
        if target is None:
            return None
        way = cut((self.at[member], target), _START, 0)
        return Stroke("support", unit.power, tuple(way), member, stopped, idle)

    def _middle(
        self, ruling: MovementRuling, helped: int, to: int, ways: dict[int, list[Point]]
    ) -> Point | None:
        """The middle of a supported move's line, or of the line that the support imagined."""
        of = self.board.province_of
        order = ruling.outcomes[helped].order
        if helped in ways and isinstance(order, Move) and of[order.to] == of[to]:
            way = ways[helped]
        elif of[to] in self.shapes.provinces:
            kind = ruling.position.units[helped].kind
            way = [self.at[helped], anchor(self.board, self.shapes, kind, to)]
        else:
            return None
        return at(way, length(way) / 2)

    def _convoy(
        self,
        ruling: MovementRuling,
        member: int,
        unit: Unit,
        outcome: Outcome,
        order: Convoy,
        ways: dict[int, list[Point]],
    ) -> Stroke | None:
        """A convoy order that no army's line already shows."""
        army = self._unit_in(ruling, order.army, order.to)
        if army is None or (army in ways and member in self._fleets(ruling, army)):
            return None
        target = self._middle(ruling, army, order.to, {})
        if target is None:
            return None
        way = tuple(cut((self.at[member], target), _START, 0))
        idle = outcome.result is not Result.CONVOYS
        return Stroke("convoy", unit.power, way, member, False, idle)

    def _unit_in(self, ruling: MovementRuling, province: int, to: int | None) -> int | None:
        """A unit in a province: of several, one that has the order in question, else the first."""
        of = self.board.province_of
        found = None
        for member, (unit, outcome) in enumerate(
            zip(ruling.position.units, ruling.outcomes, strict=True)
        ):
            if of[unit.location] != province or member not in self.at:
                continue
            order = outcome.order
            goal = of[order.to] if isinstance(order, Move) else None
            if goal == (None if to is None else of[to]):
                return member
            found = member if found is None else found
        return found
