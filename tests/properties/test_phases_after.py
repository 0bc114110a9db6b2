"""What holds of every retreat phase and every winter, and of the positions they open."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.board import ARMY, FLEET, Board
from judge.orders import Adjustment, Build, Disband, Remove, Retreat, RetreatOrder, Waive
from judge.phase import Phase, Step
from judge.position import Position
from judge.season import after
from tests.properties.boards import BOARDS, SYSTEMS, board_named, phases, system
from tests.synthetic import crowded_phase

of_every_system = pytest.mark.parametrize("rules", SYSTEMS)
on_every_board = pytest.mark.parametrize("name", BOARDS)
few = settings(max_examples=40, deadline=None)


@st.composite
def retreat_phases(draw: st.DrawFn, rules: str, board: Board) -> Position:
    """Retreats as some moves leave them."""
    position, orders = draw(phases(board, 16))
    return after(system(rules).movement(board, position, orders, False), board)


def _retreat_order(lot: random.Random, options: tuple[int, ...]) -> RetreatOrder | None:
    choices: list[RetreatOrder | None] = [None, Disband(), Retreat(0)]
    return lot.choice([*choices, *[Retreat(to) for to in options] * 2])


@of_every_system
@on_every_board
@few
@given(data=st.data())
def test_a_dislodged_unit_goes_where_it_may_or_leaves(
    rules: str, name: str, data: st.DataObject
) -> None:
    board = board_named(name)
    position = data.draw(retreat_phases(rules, board))
    if not position.phase.step.is_retreats:
        assert position.dislodged == ()
        return
    lot = data.draw(st.randoms(use_true_random=False))
    orders = [_retreat_order(lot, d.retreats) for d in position.dislodged]
    ruling = system(rules).retreats(board, position, orders)
    opened = after(ruling, board)
    of = board.province_of
    assert len({of[u.location] for u in opened.units}) == len(opened.units)
    arrived = []
    for dislodged, order, outcome in zip(position.dislodged, orders, ruling.outcomes, strict=True):
        assert outcome.order == order
        if outcome.to is not None:
            assert isinstance(order, Retreat) and outcome.to in dislodged.retreats
            arrived.append(dislodged.unit._replace(location=outcome.to))
    assert Counter(opened.units) == Counter([*position.units, *arrived])
    # Two that wanted one province are both lost; nobody else is who named one that is open.
    wanted = Counter(of[o.to] for o in orders if isinstance(o, Retreat))
    for dislodged, order, outcome in zip(position.dislodged, orders, ruling.outcomes, strict=True):
        if isinstance(order, Retreat) and order.to in dislodged.retreats:
            others = [
                d
                for d, o in zip(position.dislodged, orders, strict=True)
                if d != dislodged and isinstance(o, Retreat) and of[o.to] == of[order.to]
            ]
            assert len(others) + 1 == wanted[of[order.to]]
            if not others:
                assert outcome.to == order.to


def _winter(board: Board, lot: random.Random) -> Position:
    """A winter: units close together, centres of anybody."""
    position, _ = crowded_phase(board, lot, lot.randint(1, 16))
    powers = range(-1, len(board.powers))
    owners = ((centre, lot.choice(powers)) for centre in board.centres[:40])
    owned = tuple((centre, power) for centre, power in owners if power >= 0)
    return Position(Phase(1901, Step.WINTER), position.units, owned)


def _adjustment(lot: random.Random, board: Board, position: Position, power: int) -> Adjustment:
    own = [n for n, u in enumerate(position.units) if u.power == power]
    home = [x for p in board.powers[power].home for x in board.locations_in[p]]
    choices: list[Adjustment] = [Waive(), *map(Remove, own)]
    choices += [Build(kind, at) for at in home for kind in (ARMY, FLEET)]
    return lot.choice(choices)


@of_every_system
@on_every_board
@few
@given(lot=st.randoms(use_true_random=False))
def test_after_a_winter_nobody_has_more_units_than_centres(
    rules: str, name: str, lot: random.Random
) -> None:
    board = board_named(name)
    of = board.province_of
    position = _winter(board, lot)
    powers = range(len(board.powers))
    orders = {
        power: [_adjustment(lot, board, position, power) for _ in range(lot.randint(0, 3))]
        for power in powers
    }
    opened = after(system(rules).winter(board, position, orders), board)
    assert len({of[u.location] for u in opened.units}) == len(opened.units)
    assert opened.owners == position.owners
    before, left = set(position.units), set(opened.units)
    for power in powers:
        centres = len(position.centres_of(power))
        had = sum(u.power == power for u in before)
        has = sum(u.power == power for u in left)
        built = [u for u in left - before if u.power == power]
        if had > centres:
            assert (has, built) == (centres, [])
        else:
            assert had <= has <= centres
            assert has - had == len(built)
        for unit in built:
            # An army's coast says nothing.
            ordered = [o for o in orders[power] if isinstance(o, Build) and o.kind is unit.kind]
            assert of[unit.location] in {of[order.location] for order in ordered}
            assert of[unit.location] in board.powers[power].home
            assert (of[unit.location], power) in position.owners
            assert board.can_stand(unit.kind, unit.location)
