"""`standard` against an exhaustive search, on 2,000 random small boards, convoy-heavy ones too."""

import random

import pytest

from judge.board import ARMY, FLEET, Terrain, UnitKind
from judge.orders import Convoy, Hold, Move, Order, Support
from judge.position import Position, Unit, arranged
from judge.rules.standard import rule_movement
from judge.rules.standard.cycles import resolve
from judge.rules.standard.decisions import Decisions
from judge.rules.standard.field import Field
from judge.rules.standard.options import DATC
from tests.boards import coded_position, europe
from tests.datc.test_standard import CASES
from tests.rules.exhaustive import consistent

REGIONS = {
    "north": "Nrd Man Lon Bel Hol Pic Yor Edi Nge Ska Dan Bre",
    "west": "AtM Esp Por MOc GLi Mar Gas Bre Man NAf Tun MTy",
    "east": "Noi Con Bul Rou Seb Ank Arm Egé Smy Gre Ser Ukr".replace("é", "e"),
    "centre": "Mun Ber Kie Ruh Boh Sil Tyr Bou Vie Gal Bud Pru",
    "gulf": "Ion MTy Adr Nap Tun Apu Rom Alb Gre Egé MOr Ven".replace("é", "e"),
}


def random_board(rng: random.Random) -> tuple[Position, list[Order | None]]:
    """Six to nine units of three powers crowded into a few provinces, with lively orders."""
    board = europe()
    provinces = [board.province_numbers[k] for k in REGIONS[rng.choice(sorted(REGIONS))].split()]
    units = []
    for province in rng.sample(provinces, rng.randint(6, 9)):
        terrain = board.provinces[province].terrain
        kind: UnitKind = FLEET if terrain is Terrain.SEA else ARMY
        if terrain is Terrain.COAST and rng.random() < 0.3:
            kind = FLEET
        location = rng.choice(board.locations_in[province]) if kind is FLEET else province
        units.append(Unit(rng.randint(0, 2), kind, location))
    position = Position(board.first_phase, arranged(units, board))
    moves: dict[int, int] = {}
    orders: list[Order | None] = []
    for index, unit in enumerate(position.units):
        reach = board.fleet_reach if unit.kind is FLEET else board.army_reach
        near = sorted(p for p in reach[unit.location] if p in provinces)
        far = sorted(p for p in provinces if board.provinces[p].terrain is Terrain.COAST)
        if unit.kind is ARMY and far and rng.random() < 0.4:
            moves[index] = rng.choice(far)
        elif near and rng.random() < 0.6:
            moves[index] = rng.choice(near)
    for index, unit in enumerate(position.units):
        if index in moves:
            orders.append(_move(unit, moves[index], rng))
        else:
            orders.append(_help(position, unit, moves, rng))
    return position, orders


def _move(unit: Unit, target: int, rng: random.Random) -> Order:
    board = europe()
    if unit.kind is FLEET:
        return Move(rng.choice(board.fleet_landings[unit.location][target]))
    return Move(target, rng.random() < 0.3)


def _help(position: Position, unit: Unit, moves: dict[int, int], rng: random.Random) -> Order:
    board = europe()
    here = board.province_of[unit.location]
    choices: list[Order] = [Hold()]
    for index, other in enumerate(position.units):
        place = board.province_of[other.location]
        if other is unit:
            continue
        if index not in moves:
            if board.can_go(unit.kind, unit.location, place):
                choices.append(Support(place))
            continue
        if board.can_go(unit.kind, unit.location, moves[index]):
            choices += [Support(place, moves[index])] * 3
        if board.is_water[here] and other.kind is ARMY:
            choices += [Convoy(place, moves[index])] * 3
    return rng.choice(choices)


SEEDS = range(2000)


@pytest.mark.parametrize("block", range(20))
def test_the_engine_agrees_with_the_search(block: int) -> None:
    board = europe()
    kinds = {"one": 0, "ring": 0, "paradox": 0}
    for seed in SEEDS[block * 100 : block * 100 + 100]:
        position, orders = random_board(random.Random(seed))
        ruling = rule_movement(board, position, orders)
        ruled = tuple(o.to is not None for o in ruling.outcomes)
        field = Field(board, position.units, orders, DATC, frozenset())
        found = consistent(field)
        decisions = Decisions(field)
        stopped = frozenset(resolve(decisions))
        if len(found) == 1:
            kinds["one"] += 1
            assert ruled == found[0], seed
            assert not stopped, seed
        elif not stopped:
            # Several answers without a paradox: rings that could stay; they move.
            kinds["ring"] += 1
            assert found, seed
            assert ruled in found, seed
            assert all(sum(ruled) >= sum(other) for other in found), seed
        else:
            kinds["paradox"] += 1
            assert ruled in consistent(field, stopped), seed
    assert kinds["one"] > 60


def paradox_board(rng: random.Random) -> tuple[Position, list[Order | None]]:
    """A board of convoys that threaten each other (DATC 6.F), with an order or two changed."""
    case = rng.choice([c for c in CASES if c["id"].startswith("6.F.") and len(c["orders"]) > 1])
    position, orders = coded_position(case["units"], case["orders"])
    for _ in range(rng.randint(0, 2)):
        index = rng.randrange(len(orders))
        if rng.random() < 0.5:
            orders[index] = None
        else:
            moves = {
                i: europe().province_of[o.to] for i, o in enumerate(orders) if isinstance(o, Move)
            }
            orders[index] = _help(position, position.units[index], moves, rng)
    return position, orders


@pytest.mark.parametrize("block", range(6))
def test_convoy_paradoxes_fall_to_their_option_alone(block: int) -> None:
    board = europe()
    paradoxes = 0
    for seed in range(block * 100, block * 100 + 100):
        position, orders = paradox_board(random.Random(seed))
        if sum(isinstance(o, Move) for o in orders) > 12:
            continue
        ruling = rule_movement(board, position, orders)
        ruled = tuple(o.to is not None for o in ruling.outcomes)
        field = Field(board, position.units, orders, DATC, frozenset())
        decisions = Decisions(field)
        stopped = frozenset(resolve(decisions))
        found = consistent(field)
        if stopped:
            paradoxes += 1
            assert len(found) != 1, seed
            assert ruled in consistent(field, stopped), seed
        elif len(found) == 1:
            assert ruled == found[0], seed
        else:
            assert ruled in found, seed
    assert paradoxes > 5
