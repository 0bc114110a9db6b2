"""Points 1, 2 and 7: which convoys there are, and which are disrupted."""

from judge.orders import Convoy, Move
from judge.routes import useful_waters
from judge.rules.guide.field import CONVOY, HOLD, MOVE, Field, ListedConvoy
from judge.ruling import NO_CONVOY, VOID


def point_1_cancel_vain_convoys(field: Field) -> None:
    """Point 1: an army and its fleets must agree, and the fleets must make a route.

    Point 2: the convoys that are left make the arbiter's list.
    """
    offers: dict[tuple[int, int], list[int]] = {}
    for fleet, task in enumerate(field.task):
        if task is CONVOY:
            order = field.orders[fleet]
            assert isinstance(order, Convoy)
            offers.setdefault((order.army, order.to), []).append(fleet)
    for army, convoyed in enumerate(field.convoyed):
        if convoyed:
            fleets = offers.pop((field.place[army], field.target[army]), [])
            _settle(field, army, fleets)
    for fleets in offers.values():
        for fleet in fleets:
            _cancel_order(field, fleet, "convoy-without-army")


def _settle(field: Field, army: int, fleets: list[int]) -> None:
    """Point 1 for one army: its compatriots alone if they can, else all who offer."""
    order = field.orders[army]
    assert isinstance(order, Move)
    if order.route:
        # The army named its waters: the other fleets do not cooperate with it.
        for fleet in [f for f in fleets if field.place[f] not in order.route]:
            _cancel_order(field, fleet, "convoy-off-route", (army,))
        fleets = [f for f in fleets if field.place[f] in order.route]
    own = [f for f in fleets if field.power[f] == field.power[army]]
    useful = _on_route(field, army, own)
    if useful:
        for fleet in fleets:
            if field.power[fleet] != field.power[army]:
                _cancel_order(field, fleet, "convoy-foreign-declined", (army,))
        fleets = own
    else:
        useful = _on_route(field, army, fleets)
    for fleet in fleets:
        if fleet not in useful:
            code = "convoy-fleet-useless" if useful else "convoy-no-route"
            _cancel_order(field, fleet, code, (army,))
    if useful:
        convoy = ListedConvoy(army, [f for f in fleets if f in useful])
        field.convoys[army] = convoy
        for fleet in convoy.fleets:
            field.convoy_of_fleet[fleet] = convoy
    else:
        field.cancel_move(army, NO_CONVOY)
        field.note(army, "convoy-no-route", "Guide 1", tuple(fleets))


def _on_route(field: Field, army: int, fleets: list[int]) -> frozenset[int]:
    """The fleets that lie on a simple route from the army to its destination."""
    if not fleets:
        return frozenset()
    waters = {field.place[f]: f for f in fleets}
    route = useful_waters(field.board, waters, field.place[army], field.target[army])
    return frozenset(waters[water] for water in route)


def _cancel_order(field: Field, fleet: int, code: str, by: tuple[int, ...] = ()) -> None:
    field.task[fleet] = HOLD
    field.result[fleet] = VOID
    field.note(fleet, code, "Guide 1", by)


def point_7_cancel_disrupted(field: Field) -> bool:
    """Point 7: one fleet dislodged, and the whole convoy is disrupted, other routes or not.

    Returns whether any was.
    """
    disrupted = [
        convoy
        for convoy in field.convoys.values()
        if any(field.dislodged_by[fleet] >= 0 for fleet in convoy.fleets)
    ]
    for convoy in disrupted:
        lost = tuple(f for f in convoy.fleets if field.dislodged_by[f] >= 0)
        strike(field, convoy, "convoy-disrupted", "Guide 7", lost)
    return bool(disrupted)


def strike(
    field: Field, convoy: ListedConvoy, code: str, rule: str, by: tuple[int, ...] = ()
) -> None:
    """Take a convoy off the list and say why to its army and its fleets."""
    assert field.task[convoy.army] is MOVE
    field.strike_convoy(convoy)
    field.note(convoy.army, code, rule, by)
    for fleet in convoy.fleets:
        field.note(fleet, code, rule, by)
