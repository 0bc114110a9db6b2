"""Chapters VII, IX and XII: which orders the Guide allows on this board.

An illegal move is a hold that may not be supported in place (VII). An illegal convoy order is a
hold that may be supported; so, the chapter on supports being lost, is an illegal support.
"""

from judge.board import ARMY, FLEET, Terrain
from judge.orders import Convoy, Move, Support
from judge.routes import useful_waters, waters_with_fleets
from judge.rules.guide.field import CONVOY, SUPPORT, Field
from judge.rules.reach import why_no_army, why_no_fleet
from judge.ruling import CONVOYS, GIVEN, ILLEGAL


def read_orders(field: Field) -> None:
    """Chapters VII, IX, XII: put every legal order on the field and note why the others are not."""
    chains = _Chains(field)
    for unit, order in enumerate(field.orders):
        if type(order) is Move:
            _read_move(field, unit, order, chains)
        elif type(order) is Support:
            _read_support(field, unit, order)
        elif type(order) is Convoy:
            _read_convoy(field, unit, order, chains)


class _Chains:
    """Chapter XII: the chains of waters occupied by fleets, whatever those fleets' orders."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.occupied: frozenset[int] | None = None
        self.found: dict[tuple[int, int], frozenset[int]] = {}

    def between(self, start: int, end: int) -> frozenset[int]:
        """The occupied waters that lie on a chain between two provinces; empty without a chain."""
        if self.occupied is None:
            field = self.field
            self.occupied = waters_with_fleets(field.board, field.place, field.units)
        if (start, end) not in self.found:
            waters = useful_waters(self.field.board, self.occupied, start, end)
            self.found[start, end] = frozenset(waters)
        return self.found[start, end]


def _illegal(field: Field, unit: int, code: str, rule: str, place: int = -1) -> None:
    field.result[unit] = ILLEGAL
    field.note(unit, code, rule, (), None, place)


def _read_move(field: Field, unit: int, order: Move, chains: _Chains) -> None:
    """VII and XII: a move is direct to a province beside, else by convoy."""
    board = field.board
    kind, location = field.units[unit].kind, field.units[unit].location
    target = board.province_of[order.to]
    if target == field.place[unit]:
        _illegal(field, unit, "illegal-own-province", "Guide VII")
    elif kind is FLEET:
        _read_fleet_move(field, unit, order.to, target)
    elif target in board.army_reach[location] and not (order.by_convoy or order.route):
        field.begin_move(unit, target, by_convoy=False)
    elif board.provinces[target].terrain is Terrain.COAST and _has_chain(
        field, unit, target, order.route, chains
    ):
        field.begin_move(unit, target, by_convoy=True)
    else:
        code = why_no_army(board, field.place[unit], target)
        _illegal(field, unit, code, "Guide VII", target)


def _read_fleet_move(field: Field, unit: int, to: int, target: int) -> None:
    """VII.3: where two coasts are in reach one must be named; one alone need not be."""
    board = field.board
    landings = board.fleet_landings[field.units[unit].location].get(target, ())
    if not landings:
        _illegal(field, unit, why_no_fleet(board, target), "Guide VII", target)
    elif to in landings:
        field.begin_move(unit, to, by_convoy=False)
    elif to == target and len(landings) == 1:
        field.begin_move(unit, landings[0], by_convoy=False)
    elif to == target:
        _illegal(field, unit, "illegal-coast-missing", "Guide VII", target)
    else:
        _illegal(field, unit, "illegal-coast-out-of-reach", "Guide VII", target)


def _has_chain(
    field: Field, unit: int, target: int, route: tuple[int, ...], chains: _Chains
) -> bool:
    """XII.3: a chain of waters occupied by fleets leads there; a named route is such a chain."""
    start = field.place[unit]
    useful = chains.between(start, target)
    if not route:
        return bool(useful)
    beside = field.board.waters_beside
    steps = [start, *route]
    linked = all(water in beside[step] for step, water in zip(steps, route, strict=False))
    return linked and route[-1] in beside[target] and all(water in useful for water in route)


def _read_support(field: Field, unit: int, order: Support) -> None:
    """IX (lost): the supporter could itself go there, coasts aside, and supports another unit."""
    board = field.board
    kind, location = field.units[unit].kind, field.units[unit].location
    target = order.unit if order.to is None else board.province_of[order.to]
    if order.unit == field.place[unit]:
        _illegal(field, unit, "illegal-support-itself", "Guide IX")
    elif not board.can_go(kind, location, target):
        _illegal(field, unit, "illegal-support-out-of-reach", "Guide IX", target)
    else:
        field.task[unit] = SUPPORT
        field.result[unit] = GIVEN


def _read_convoy(field: Field, unit: int, order: Convoy, chains: _Chains) -> None:
    """XII: only a fleet on a water, and on a chain that could carry that army there."""
    board = field.board
    start, end = order.army, order.to
    terrain = [board.provinces[p].terrain for p in (start, end)]
    army = field.occupant[start]
    if field.units[unit].kind is ARMY or not board.can_convoy[field.place[unit]]:
        _illegal(field, unit, "illegal-convoy-not-at-sea", "Guide XII")
    elif start == end or terrain != [Terrain.COAST, Terrain.COAST]:
        _illegal(field, unit, "illegal-convoy-ends", "Guide XII", end)
    elif army >= 0 and field.units[army].kind is FLEET:
        _illegal(field, unit, "illegal-convoy-of-fleet", "Guide XII", start)
    elif field.place[unit] not in chains.between(start, end):
        _illegal(field, unit, "illegal-convoy-no-chain", "Guide XII", end)
    else:
        field.task[unit] = CONVOY
        field.result[unit] = CONVOYS
