"""The rule system `diplo`: *L'autre règle de Diplo*, where units of one power share a province.

The procedure of a season follows the text's sections: orders (a to f), convoys (c), supports broken
(g), then the fights of section 3 in two stages, and who must flee. What the text leaves open stands
in `options`.
"""

from collections.abc import Mapping, Sequence

from judge.board import Board
from judge.orders import NO_RIDERS, Adjustment, Order, RetreatOrder, Riders
from judge.position import Position
from judge.rules import retreats as shared_retreats
from judge.rules.diplo import arsenals
from judge.rules.diplo.battles import fight, head_on_fights, send_back
from judge.rules.diplo.convoys import read_convoys
from judge.rules.diplo.field import Field
from judge.rules.diplo.flight import possible_flights
from judge.rules.diplo.legality import read_orders
from judge.rules.diplo.options import DEFAULTS, Options
from judge.rules.diplo.supports import break_supports, read_supports
from judge.ruling import MovementRuling, Outcome, Reason, RetreatRuling, WinterRuling


def rule_movement(
    board: Board,
    position: Position,
    orders: Sequence[Order | None],
    options: Options = DEFAULTS,
    explain: bool = True,
    riders: Riders = NO_RIDERS,
) -> MovementRuling:
    """Rule a season's orders.

    orders: one for each unit of the position, in its order; None where there is none.
    explain: whether to keep reasons, trace and battles; it changes no outcome.
    """
    dislodged: dict[int, tuple[int, ...]] = {}
    while True:
        field = _resolved(board, position, orders, options, riders, dislodged)
        fallen = {u: by for u, by in field.flees.items() if u in field.backs}
        if options.dislodged_support == "counts" or not fallen:
            return _ruling(field, position, explain)
        # Once broken a support stays so: each round breaks more, until nothing changes.
        dislodged.update(fallen)


def _resolved(
    board: Board,
    position: Position,
    orders: Sequence[Order | None],
    options: Options,
    riders: Riders,
    dislodged: Mapping[int, tuple[int, ...]],
) -> Field:
    field = Field(board, position.units, orders, options, riders)
    read_orders(field)
    read_convoys(field)
    read_supports(field)
    break_supports(field, dislodged)
    head_on_fights(field)
    fight(field)
    send_back(field)
    return field


def _ruling(field: Field, position: Position, explain: bool) -> MovementRuling:
    reasons: list[list[Reason]] = [[] for _ in position.units]
    for reason in field.trace if explain else ():
        reasons[reason.unit].append(reason)
    outcomes = tuple(
        Outcome(
            order,
            field.result[unit],
            field.arrived.get(unit),
            field.flees[unit][0] if unit in field.flees else None,
            tuple(reasons[unit]),
        )
        for unit, order in enumerate(field.orders)
    )
    return MovementRuling(
        position,
        tuple(field.orders),
        outcomes,
        possible_flights(field),
        tuple(sorted(field.contested - field.holders().keys())),
        battles=tuple(field.battles) if explain else (),
        trace=tuple(field.trace) if explain else (),
    )


def rule_retreats(
    board: Board, position: Position, orders: Sequence[RetreatOrder | None]
) -> RetreatRuling:
    """Rule the flights: units of one power may flee to one province, those of two are removed."""
    return shared_retreats.rule_retreats(board, position, orders, "DIPLO 3 (8)", together=True)


def rule_winter(
    board: Board,
    position: Position,
    orders: Mapping[int, Sequence[Adjustment]],
    options: Options = DEFAULTS,
) -> WinterRuling:
    """Rule the end of a year: the losses of arsenals, then the gains (section 5)."""
    return arsenals.rule_winter(board, position, orders, options)
