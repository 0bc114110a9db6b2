"""The rule system `standard`: the rulebook with its editions and options, as the DATC has them."""

from collections.abc import Mapping, Sequence

from judge.board import Board
from judge.orders import Adjustment, Order, RetreatOrder
from judge.position import Position
from judge.rules import retreats as shared_retreats
from judge.rules import winter as shared_winter
from judge.rules.standard.cycles import resolve
from judge.rules.standard.decisions import Decisions
from judge.rules.standard.field import Field
from judge.rules.standard.options import DATC, Options
from judge.rules.standard.telling import STANDARD, Anchors, tell
from judge.ruling import MovementRuling, RetreatRuling, WinterRuling


def rule_movement(
    board: Board,
    position: Position,
    orders: Sequence[Order | None],
    options: Options = DATC,
    explain: bool = True,
    anchors: Anchors = STANDARD,
) -> MovementRuling:
    """Rule a movement phase by the rulebook.

    orders: one for each unit of the position, in its order; None where there is none.
    explain: whether to keep reasons; it changes no outcome. anchors: the text that reasons name.
    """
    by_land: frozenset[int] = frozenset()
    while True:
        field = Field(board, position.units, orders, options, by_land)
        decisions = Decisions(field)
        stopped = resolve(decisions)
        walkers = _walkers(field, decisions, options)
        if not walkers:
            return tell(position, field, decisions, stopped, options, explain, anchors)
        by_land |= walkers


def _walkers(field: Field, decisions: Decisions, options: Options) -> frozenset[int]:
    """4.A.3: the armies that go by land to a province beside them, their convoy being broken."""
    if not options.land_fallback:
        return frozenset()
    return frozenset(
        unit
        for unit in field.convoyers
        if decisions.path[unit] is False
        and field.target[unit] in field.board.army_reach[field.units[unit].location]
    )


def rule_retreats(
    board: Board,
    position: Position,
    orders: Sequence[RetreatOrder | None],
    anchors: Anchors = STANDARD,
) -> RetreatRuling:
    """Rule a retreat phase."""
    return shared_retreats.rule_retreats(board, position, orders, anchors.retreats)


def rule_winter(
    board: Board,
    position: Position,
    orders: Mapping[int, Sequence[Adjustment]],
    options: Options = DATC,
    anchors: Anchors = STANDARD,
) -> WinterRuling:
    """Rule a winter phase."""
    return shared_winter.rule_winter(board, position, orders, options.winter, anchors.winter)
