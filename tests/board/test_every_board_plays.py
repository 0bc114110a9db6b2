"""Seasons of legal orders drawn by lot, on every board and under every rule system of one unit."""

from collections import Counter
from random import Random

import pytest

from judge import boardfile
from judge.board import ARMY, FLEET, Board
from judge.orders import (
    Adjustment,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    RetreatOrder,
    Support,
)
from judge.phase import Step
from judge.position import Position, Unit, opening
from judge.routes import useful_waters
from judge.rules.retreats import units_after_retreats
from judge.rulesystems import RuleSystem, rule_system
from judge.ruling import Result
from judge.season import after, units_after_moves
from tests.boards import ROOT

BOARDS = sorted(path.stem for path in (ROOT / "maps").glob("*.yaml"))
RULES = ("guide", "standard", "18centres")
YEARS = 3


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("rules", RULES)
def test_three_years_of_orders_drawn_by_lot(name: str, rules: str) -> None:
    game = _Game(boardfile.load(name), rule_system(rules), Random(f"{name} {rules}"))
    first = game.position.phase.year
    while game.position.phase.year < first + YEARS:
        game.play()
    assert game.ruled["movement"] >= 2 * (YEARS - 1)
    assert game.ruled["moved"] > 0


class _Game:
    """A game without files: each phase is ruled and what must hold of it is asserted."""

    def __init__(self, board: Board, rules: RuleSystem, lot: Random) -> None:
        self.board = board
        self.rules = rules
        self.lot = lot
        self.position = opening(board)
        self.ruled: Counter[str] = Counter()

    def play(self) -> None:
        """Rule the phase that is open and open the next one."""
        step = self.position.phase.step
        if step.is_movement:
            self._movement()
        elif step.is_retreats:
            self._retreats()
        else:
            self._winter()
        places = [self.board.province_of[u.location] for u in self.position.units]
        assert len(set(places)) == len(places)
        for unit in self.position.units:
            assert self.board.can_stand(unit.kind, unit.location)

    def _movement(self) -> None:
        orders = legal_orders(self.board, self.position, self.lot)
        ruling = self.rules.movement(self.board, self.position, orders, True)
        for outcome in ruling.outcomes:
            assert outcome.result is not Result.ILLEGAL, outcome
        stayed = units_after_moves(ruling, self.board)
        everybody = [*stayed, *(d.unit for d in ruling.dislodged)]
        assert owned(everybody) == owned(self.position.units)
        self.ruled["movement"] += 1
        self.ruled["moved"] += sum(o.to is not None for o in ruling.outcomes)
        self._open(after(ruling, self.board, self.rules.year))

    def _retreats(self) -> None:
        orders: list[RetreatOrder | None] = [
            Retreat(self.lot.choice(d.retreats)) if self.lot.random() < 0.8 else Disband()
            for d in self.position.dislodged
        ]
        ruling = self.rules.retreats(self.board, self.position, orders)
        for outcome in ruling.outcomes:
            assert outcome.result is not Result.ILLEGAL
        gone = [
            d.unit
            for d, outcome in zip(self.position.dislodged, ruling.outcomes, strict=True)
            if outcome.to is None
        ]
        before = [*self.position.units, *(d.unit for d in self.position.dislodged)]
        left = units_after_retreats(ruling, self.board)
        assert owned([*left, *gone]) == owned(before)
        self._open(after(ruling, self.board, self.rules.year))

    def _winter(self) -> None:
        position, year = self.position, self.rules.year
        orders: dict[int, list[Adjustment]] = {}
        for power in range(len(self.board.powers)):
            due, where = year.builds(self.board, position, power)
            choices = list(where)
            self.lot.shuffle(choices)
            taken: set[int] = set()
            for kind, at in choices:
                if len(taken) < due and self.board.province_of[at] not in taken:
                    taken.add(self.board.province_of[at])
                    orders.setdefault(power, []).append(Build(kind, at))
            mine = [n for n, u in enumerate(position.units) if u.power == power]
            for _, count in year.removals(self.board, position, power):
                chosen = self.lot.sample(mine, min(count, len(mine)))
                orders.setdefault(power, []).extend(Remove(unit) for unit in chosen)
        ruling = self.rules.winter(self.board, position, orders)
        for told in ruling.outcomes:
            assert told.result is Result.SUCCEEDS, told
        for power in range(len(self.board.powers)):
            units = sum(u.power == power for u in ruling.after)
            assert units <= max(len(position.centres_of(power)), 0)
        self._open(after(ruling, self.board, year))

    def _open(self, following: Position) -> None:
        assert following.phase > self.position.phase
        if following.phase.step is Step.WINTER:
            owners = dict(following.owners)
            for unit in following.units:
                province = self.board.province_of[unit.location]
                if self.board.provinces[province].centre:
                    assert owners[province] == unit.power
        self.position = following


def owned(units: list[Unit] | tuple[Unit, ...]) -> Counter[tuple[int, int]]:
    return Counter((unit.power, unit.kind) for unit in units)


def legal_orders(board: Board, position: Position, lot: Random) -> list[Order | None]:
    """An order that each unit may carry out: it moves, supports, holds, or goes by sea."""
    orders: list[Order | None] = [_an_order(board, unit, lot) for unit in position.units]
    at = {board.province_of[u.location]: n for n, u in enumerate(position.units)}
    for unit in at.values():
        if orders[unit] is None:
            orders[unit] = _support(board, position, orders, at, unit, lot)
    fleets = {p for p, n in at.items() if position.units[n].kind is FLEET and board.can_convoy[p]}
    for water in sorted(fleets):
        _convoy(board, position, orders, at, fleets, water, lot)
    return orders


def _an_order(board: Board, unit: Unit, lot: Random) -> Order | None:
    borders = (board.army_borders if unit.kind is ARMY else board.fleet_borders)[unit.location]
    if borders and lot.random() < 0.6:
        return Move(lot.choice(borders))
    return None if lot.random() < 0.7 else Hold()


def _support(
    board: Board,
    position: Position,
    orders: list[Order | None],
    at: dict[int, int],
    unit: int,
    lot: Random,
) -> Order:
    mine = position.units[unit]
    found: list[Support] = []
    for province, other in at.items():
        order = orders[other]
        if other == unit:
            continue
        if isinstance(order, Move):
            to = board.province_of[order.to]
            if board.can_go(mine.kind, mine.location, to):
                found.append(Support(province, order.to))
        elif isinstance(order, Hold) and board.can_go(mine.kind, mine.location, province):
            found.append(Support(province))
    return lot.choice(found) if found else Hold()


def _convoy(
    board: Board,
    position: Position,
    orders: list[Order | None],
    at: dict[int, int],
    fleets: set[int],
    water: int,
    lot: Random,
) -> None:
    """A fleet carries an army beside it to another coast beside it."""
    beside = [p for p, waters in enumerate(board.waters_beside) if water in waters]
    coasts = [p for p in beside if not board.is_water[p] and p not in fleets]
    armies = [p for p in coasts if p in at and position.units[at[p]].kind is ARMY]
    if not armies or len(coasts) < 2 or lot.random() < 0.4:
        return
    start = lot.choice(armies)
    end = lot.choice([p for p in coasts if p != start])
    if water not in useful_waters(board, fleets, start, end):
        return
    backed = [o for o in orders if isinstance(o, Support | Convoy)]
    if any((o.unit if isinstance(o, Support) else o.army) in (start, water) for o in backed):
        return
    orders[at[water]] = Convoy(start, end)
    orders[at[start]] = Move(end, True)
