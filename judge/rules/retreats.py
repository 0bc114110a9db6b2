"""Retreat phases, the same in every rule system (DPTG XI.3, 18C XII)."""

from collections.abc import Sequence

from judge.board import Board
from judge.orders import Disband, Retreat, RetreatOrder
from judge.position import Dislodged, Position, Unit, arranged
from judge.ruling import (
    DISBANDED,
    FAILS,
    ILLEGAL,
    SUCCEEDS,
    Reason,
    Result,
    RetreatOutcome,
    RetreatRuling,
)


def rule_retreats(
    board: Board,
    position: Position,
    orders: Sequence[RetreatOrder | None],
    rule: str,
    together: bool = False,
) -> RetreatRuling:
    """Rule a retreat phase.

    orders: one for each dislodged unit of the position. rule: the anchor that reasons name.
    together: whether units of one power can share a province. A unit goes where it may; two that
    go to one province are else both disbanded, and so is one without an order or with an illegal
    one.
    """
    goals = [
        _goal(board, dislodged, order)
        for dislodged, order in zip(position.dislodged, orders, strict=True)
    ]
    of = board.province_of
    powers = [dislodged.unit.power for dislodged in position.dislodged]
    wanted: dict[int, list[int]] = {}
    for unit, goal in enumerate(goals):
        if goal is not None:
            wanted.setdefault(of[goal], []).append(unit)
    outcomes = []
    for unit, (order, goal) in enumerate(zip(orders, goals, strict=True)):
        if order is None:
            outcomes.append(_off(unit, order, DISBANDED, "retreat-no-order", rule))
        elif isinstance(order, Disband):
            outcomes.append(RetreatOutcome(order, SUCCEEDS, None, ()))
        elif goal is None:
            code = _why_not(board, position, unit, order)
            outcomes.append(_off(unit, order, ILLEGAL, code, rule, of[order.to]))
        elif rivals := [
            other
            for other in wanted[of[goal]]
            if other != unit and not (together and powers[other] == powers[unit])
        ]:
            reason = Reason(unit, "retreat-clash", rule, tuple(rivals), None, of[goal])
            outcomes.append(RetreatOutcome(order, FAILS, None, (reason,)))
        else:
            outcomes.append(RetreatOutcome(order, SUCCEEDS, goal, ()))
    return RetreatRuling(position, tuple(outcomes))


def _off(
    unit: int, order: RetreatOrder | None, result: Result, code: str, rule: str, place: int = -1
) -> RetreatOutcome:
    return RetreatOutcome(order, result, None, (Reason(unit, code, rule, (), None, place),))


def _goal(board: Board, dislodged: Dislodged, order: RetreatOrder | None) -> int | None:
    """Where the unit is to go, if it may; a coast need not be named where one alone is open."""
    if not isinstance(order, Retreat):
        return None
    if order.to in dislodged.retreats:
        return order.to
    of = board.province_of
    open_there = [to for to in dislodged.retreats if of[to] == of[order.to]]
    # An army's coast says nothing; a fleet's must be one that it can reach.
    if order.to == of[order.to] and len(open_there) == 1:
        return open_there[0]
    return open_there[0] if open_there and open_there[0] == of[order.to] else None


def _why_not(board: Board, position: Position, unit: int, order: Retreat) -> str:
    dislodged = position.dislodged[unit]
    place = board.province_of[order.to]
    here = dislodged.unit
    if not board.can_go(here.kind, here.location, place):
        return "retreat-not-adjacent"
    if any(board.province_of[u.location] == place for u in position.units):
        return "retreat-occupied"
    if place in position.standoffs:
        return "retreat-standoff"
    if place == dislodged.attacker_from:
        return "retreat-from-attacker"
    if any(board.province_of[to] == place for to in dislodged.retreats):
        return "retreat-coast"
    return "retreat-closed"


def units_after_retreats(ruling: RetreatRuling, board: Board) -> tuple[Unit, ...]:
    """Everybody on the board once the retreats are done."""
    fled = [
        Unit(d.unit.power, d.unit.kind, outcome.to)
        for d, outcome in zip(ruling.position.dislodged, ruling.outcomes, strict=True)
        if outcome.to is not None
    ]
    return arranged([*ruling.position.units, *fled], board)
