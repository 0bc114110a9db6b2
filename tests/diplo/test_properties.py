"""What holds of every board with stacks, whatever is ordered on it."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.board import ARMY, FLEET, Board
from judge.orders import Convoy, Hold, Move, Order, RetreatOrder, Riders, Support
from judge.orders import Retreat as Flight
from judge.phase import Phase
from judge.position import Position, Unit, arranged
from judge.rulesystems import RuleSystem, rule_system
from judge.ruling import MovementRuling
from judge.season import after, units_after_moves
from tests.diplo.reading import diplo

READINGS: tuple[dict[str, object], ...] = (
    {},
    {"head_on": "pass", "standoff_breaks": False, "part_of_stack": "whole"},
    {"target_breaks": False, "own_moves_break": True, "dislodged_support": "broken"},
    {"supports_break": True, "own_support_dislodges": False, "coastal_fleets_convoy": True},
    {"standoff_flees": True, "flight_to_standoffs": True, "flight_to_attackers_start": True},
)
"""Every option is set in one of these."""

Drawn = tuple[Position, list[Order | None], Riders]


def drawn(seed: int, provinces: int = 22) -> Drawn:
    """A board of stacks crowded together, and orders that mostly could be meant."""
    board, random = diplo(), Random(seed)
    ring = crowded(board, random, provinces)
    units: list[Unit] = []
    for province in ring:
        power = random.randrange(4)
        for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
            kinds = [k for k in (ARMY, FLEET) if stands(board, k, province)]
            kind = random.choice(kinds)
            places = (province,) if kind is ARMY else board.locations_in[province]
            units.append(Unit(power, kind, random.choice(places)))
    position = Position(Phase.parse("S1901M"), arranged(units, board))
    orders = [an_order(board, position, unit, random) for unit in position.units]
    order_convoys(board, position, orders, random)
    given_up = list(range(len(position.units)))
    random.shuffle(given_up)
    return position, orders, Riders((), tuple(given_up))


def stands(board: Board, kind: int, province: int) -> bool:
    places = (province,) if kind == ARMY else board.locations_in[province]
    return any(board.can_stand(ARMY if kind == ARMY else FLEET, place) for place in places)


def crowded(board: Board, random: Random, count: int) -> list[int]:
    """Provinces that lie together."""
    start = random.randrange(len(board.provinces))
    found, ahead = {start}, [start]
    while ahead and len(found) < count:
        here = ahead.pop(random.randrange(len(ahead)))
        beside = set(board.army_borders[here])
        for location in board.locations_in[here]:
            beside |= {board.province_of[to] for to in board.fleet_borders[location]}
        for there in sorted(beside - found):
            if random.random() < 0.8:
                found.add(there)
                ahead.append(there)
    return [p for p in sorted(found) if any(stands(board, k, p) for k in (ARMY, FLEET))][:count]


def an_order(board: Board, position: Position, unit: Unit, random: Random) -> Order | None:
    borders = board.fleet_borders if unit.kind else board.army_borders
    beside = borders[unit.location]
    others = [board.province_of[u.location] for u in position.units]
    kind = random.random()
    if kind < 0.45 and beside:
        return Move(random.choice(beside))
    if kind < 0.75 and beside:
        other = random.choice(others)
        to = random.choice(beside)
        return Support(board.province_of[to]) if random.random() < 0.4 else Support(other, to)
    if kind < 0.85:
        if unit.kind:
            return Convoy(random.choice(others), random.choice(others))
        return Move(random.randrange(len(board.provinces)), True)
    return Hold() if kind < 0.95 else None


def order_convoys(
    board: Board, position: Position, orders: list[Order | None], random: Random
) -> None:
    """Fleets at sea that carry an army of a port beside to another, the army agreeing."""
    of = board.province_of
    for index, fleet in enumerate(position.units):
        here = of[fleet.location]
        if not board.is_water[here] or random.random() < 0.4:
            continue
        ports = [p for p, waters in enumerate(board.waters_beside) if here in waters]
        coasts = [p for p in ports if not board.is_water[p]]
        armies = [
            n
            for n, unit in enumerate(position.units)
            if unit.kind is ARMY and of[unit.location] in coasts
        ]
        if armies:
            army = random.choice(armies)
            start, to = of[position.units[army].location], random.choice(coasts)
            orders[index] = Convoy(start, to)
            orders[army] = Move(to, True)


def ruled(board: Drawn, rules: RuleSystem) -> MovementRuling:
    position, orders, riders = board
    return rules.movement(diplo(), position, orders, True, riders)


def held_by(units: tuple[Unit, ...]) -> dict[int, set[int]]:
    holders: dict[int, set[int]] = {}
    for unit in units:
        holders.setdefault(diplo().province_of[unit.location], set()).add(unit.power)
    return holders


@pytest.mark.parametrize("options", READINGS, ids=str)
@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_no_province_holds_two_powers_and_no_unit_comes_or_goes(
    options: dict[str, object], seed: int
) -> None:
    """After the moves and after any flights; whoever goes is told to be lost."""
    rules = rule_system("diplo", options)
    board = drawn(seed)
    ruling = ruled(board, rules)
    units = units_after_moves(ruling, diplo())
    assert all(len(powers) == 1 for powers in held_by(units).values())
    count = Counter((u.power, u.kind) for u in board[0].units)
    flee = Counter((d.unit.power, d.unit.kind) for d in ruling.dislodged)
    assert Counter((u.power, u.kind) for u in units) + flee == count
    following = after(ruling, diplo(), rules.year)
    random = Random(seed)
    flights: list[RetreatOrder | None] = [
        Flight(random.choice(d.retreats)) if random.random() < 0.9 else None
        for d in following.dislodged
    ]
    if following.phase.step.is_retreats:
        following = after(rules.retreats(diplo(), following, flights), diplo(), rules.year)
    assert all(len(powers) == 1 for powers in held_by(following.units).values())
    left = Counter((u.power, u.kind) for u in following.units)
    assert left + Counter(following.lost) == count


@pytest.mark.parametrize("options", READINGS, ids=str)
@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_order_of_powers_and_units_changes_nothing(
    options: dict[str, object], seed: int
) -> None:
    """Powers renumbered and units shuffled: each order fares as before."""
    rules = rule_system("diplo", options)
    position, orders, riders = drawn(seed)
    random = Random(seed + 1)
    powers = list(range(4))
    random.shuffle(powers)
    indices = list(range(len(position.units)))
    random.shuffle(indices)
    units = [
        Unit(powers[position.units[i].power], position.units[i].kind, position.units[i].location)
        for i in indices
    ]
    where = {old: new for new, old in enumerate(indices)}
    other = Position(position.phase, tuple(units))
    given_up = tuple(where[unit] for unit in riders.given_up)
    before = ruled((position, orders, riders), rules)
    since = ruled((other, [orders[i] for i in indices], Riders((), given_up)), rules)
    for new, old in enumerate(indices):
        mine, theirs = since.outcomes[new], before.outcomes[old]
        if isinstance(orders[old], Move) and getattr(orders[old], "by_convoy", False):
            continue  # a fleet takes either of two alike armies: the whole board says enough
        assert (mine.result, mine.to) == (theirs.result, theirs.to)
    renamed = [
        Unit(powers[u.power], u.kind, u.location) for u in units_after_moves(before, diplo())
    ]
    assert Counter(units_after_moves(since, diplo())) == Counter(renamed)
    assert since.standoffs == before.standoffs


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_units_that_meet_nobody_move_as_on_an_empty_board(seed: int) -> None:
    """Among its own alone, a move to a province beside arrives as it does with nobody there."""
    board, random = diplo(), Random(seed)
    rules = rule_system("diplo")
    position, _, riders = drawn(seed)
    own = Position(position.phase, tuple(u._replace(power=0) for u in position.units))
    moves: list[Order | None] = [
        Move(random.choice(beside))
        if (beside := (board.fleet_borders if u.kind else board.army_borders)[u.location])
        else None
        for u in own.units
    ]
    ruling = rules.movement(board, own, moves, True, riders)
    for unit, order, outcome in zip(own.units, moves, ruling.outcomes, strict=True):
        alone = Position(position.phase, (unit,))
        assert outcome.to == rules.movement(board, alone, [order], True).outcomes[0].to
        assert outcome.to == (order.to if isinstance(order, Move) else None)
    assert ruling.dislodged == ()


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_only_a_stronger_enemy_drives_static_units_out(seed: int) -> None:
    """Whoever must flee stood against a greater force, or left its region to an enemy."""
    ruling = ruled(drawn(seed), rule_system("diplo"))
    taken = {b.place: b for b in ruling.battles if b.enters and b.opposite < 0}
    units = ruling.position.units
    for unit, outcome in enumerate(ruling.outcomes):
        if outcome.dislodged_by is None:
            continue
        battle = taken[diplo().province_of[units[unit].location]]
        assert battle.winner == units[outcome.dislodged_by].power != units[unit].power
        if battle.defence is not None and unit in battle.defence.units:
            assert battle.attack > battle.defence.strength
        else:
            assert isinstance(outcome.order, Move)
