"""The rule system `guide`: the Diplomacy Player's Technical Guide, its twenty Points in order."""

from collections.abc import Mapping, Sequence

from judge.board import Board
from judge.orders import Adjustment, Order, RetreatOrder
from judge.position import Position
from judge.rules import retreats as shared_retreats
from judge.rules import winter as shared_winter
from judge.rules.guide.battles import points_18_to_20_ordinary_battles
from judge.rules.guide.convoys import point_1_cancel_vain_convoys
from judge.rules.guide.field import Field
from judge.rules.guide.head_to_head import points_15_to_17_head_to_head
from judge.rules.guide.legality import read_orders
from judge.rules.guide.options import DEFAULTS, Options
from judge.rules.guide.retreats import possible_retreats
from judge.rules.guide.rings import point_14_rings
from judge.rules.guide.subversion import points_5_to_13_convoys
from judge.rules.guide.supports import (
    point_3_cancel_mismatched_supports,
    point_4_direct_attacks_cut,
)
from judge.ruling import MovementRuling, Outcome, Reason, RetreatRuling, WinterRuling


def rule_movement(
    board: Board,
    position: Position,
    orders: Sequence[Order | None],
    options: Options = DEFAULTS,
    explain: bool = True,
) -> MovementRuling:
    """Rule a movement phase by the Guide.

    orders: one for each unit of the position, in its order; None where there is none.
    explain: whether to keep reasons, trace and convoy lists; it changes no outcome.
    """
    field = Field(board, position.units, orders, explain)
    read_orders(field)
    point_1_cancel_vain_convoys(field)
    point_3_cancel_mismatched_supports(field)
    point_4_direct_attacks_cut(field)
    points_5_to_13_convoys(field)
    point_14_rings(field)
    points_15_to_17_head_to_head(field)
    points_18_to_20_ordinary_battles(field)
    return _ruling(field, position, options)


def _ruling(field: Field, position: Position, options: Options) -> MovementRuling:
    trace = tuple(field.trace or ())
    reasons: list[list[Reason]] = [[] for _ in position.units]
    for reason in trace:
        if reason.unit >= 0:
            reasons[reason.unit].append(reason)
    outcomes = tuple(
        Outcome(
            order,
            field.result[unit],
            field.arrived[unit] if field.arrived[unit] >= 0 else None,
            field.dislodged_by[unit] if field.dislodged_by[unit] >= 0 else None,
            tuple(reasons[unit]),
        )
        for unit, order in enumerate(field.orders)
    )
    return MovementRuling(
        position,
        tuple(field.orders),
        outcomes,
        possible_retreats(field, options.retreat_to_convoyed_attackers_start),
        tuple(sorted(p for p in field.standoffs if field.occupant[p] < 0)),
        tuple(field.lists),
        trace,
    )


def rule_retreats(
    board: Board, position: Position, orders: Sequence[RetreatOrder | None]
) -> RetreatRuling:
    """Rule a retreat phase (chapter XI, lost: DPTG XI.3)."""
    return shared_retreats.rule_retreats(board, position, orders, "DPTG XI.3")


def rule_winter(
    board: Board,
    position: Position,
    orders: Mapping[int, Sequence[Adjustment]],
    options: Options = DEFAULTS,
) -> WinterRuling:
    """Rule a winter phase (chapters V and XIII: home centres; the rest by the rulebook)."""
    return shared_winter.rule_winter(board, position, orders, options.winter, "DPTG XIII.1")
