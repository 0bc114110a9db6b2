"""Winter: builds, removals and civil disorder, by the rulebook that all systems but `diplo` share.

Options say where their editions part; a rule system names its defaults.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields
from typing import Literal

from judge.board import ARMY, FLEET, Board, Terrain
from judge.names import fold
from judge.orders import Adjustment, Build, Remove
from judge.position import Position, Unit, arranged
from judge.ruling import (
    AdjustmentOutcome,
    AutomaticRemoval,
    Balance,
    Reason,
    Result,
    WinterRuling,
)


@dataclass(frozen=True, slots=True)
class WinterOptions:
    """What the texts leave open.

    disorder_from: civil disorder counts distances from a power's ``home`` centres, or from the
    centres it has ``owned``. disorder_distance: a fleet counts fleet moves and an army land moves
    (``own``), an army may cross water too (``convoys``), or every unit crosses both (``any``).
    disorder_alphabet: the language whose province names break ties. extra_builds: of more builds
    than are due, the ``first`` legal ones count, or ``none`` does.
    """

    disorder_from: Literal["home", "owned"] = "home"
    disorder_distance: Literal["own", "convoys", "any"] = "convoys"
    disorder_alphabet: Literal["fr", "en"] = "fr"
    extra_builds: Literal["first", "none"] = "first"

    @classmethod
    def among(cls, options: object) -> "WinterOptions":
        """Those that stand, by the same names, among a rule system's own."""
        return cls(**{f.name: getattr(options, f.name) for f in fields(cls)})


def rule_winter(
    board: Board,
    position: Position,
    orders: Mapping[int, Sequence[Adjustment]],
    options: WinterOptions,
    rule: str,
) -> WinterRuling:
    """Rule a winter phase.

    orders: by power, in the order written; the first legal ones count. rule: the anchor that
    reasons name.
    """
    outcomes: list[AdjustmentOutcome] = []
    automatic: list[AutomaticRemoval] = []
    balances: list[Balance] = []
    removed: set[int] = set()
    built: list[Unit] = []
    for power in range(len(board.powers)):
        account = _Account(board, position, power, rule)
        given = orders.get(power, ())
        if not (account.centres or account.units or given):
            continue
        told = [account.carry_out(order) for order in given]
        if options.extra_builds == "none":
            told = account.without_extra_builds(told)
        outcomes += told
        missing = account.owed - len(account.removed)
        if missing > 0:
            automatic += _disorder(board, position, account, missing, options, rule)
        removed |= account.removed
        built += account.built
        unused = max(0, account.allowed - len(account.built))
        balances.append(
            Balance(power, len(account.centres), len(account.units), account.allowed, unused)
        )
    removed |= {a.unit for a in automatic}
    left = [u for i, u in enumerate(position.units) if i not in removed]
    after = arranged([*left, *built], board)
    return WinterRuling(position, tuple(balances), tuple(outcomes), tuple(automatic), after)


class _Account:
    """One power's winter: what it may build or owes, and what it has ordered so far."""

    def __init__(self, board: Board, position: Position, power: int, rule: str) -> None:
        self.board = board
        self.position = position
        self.power = power
        self.rule = rule
        self.centres = position.centres_of(power)
        self.units = [i for i, u in enumerate(position.units) if u.power == power]
        self.occupied = {board.province_of[u.location] for u in position.units}
        spare = len(self.centres) - len(self.units)
        home = set(board.powers[power].home)
        free = [c for c in self.centres if c in home and c not in self.occupied]
        self.allowed = max(0, min(spare, len(free)))
        self.owed = max(0, -spare)
        self.spare = max(0, spare)
        self.waived = 0
        self.built: list[Unit] = []
        self.removed: set[int] = set()

    def carry_out(self, order: Adjustment) -> AdjustmentOutcome:
        """Carry out one order, or say why not."""
        if isinstance(order, Build):
            code, place = self._build(order)
        elif isinstance(order, Remove):
            code, place = self._remove(order)
        else:
            code, place = self._waive(), -1
        if code:
            reason = Reason(-1, code, self.rule, (), None, place)
            return AdjustmentOutcome(self.power, order, Result.ILLEGAL, reason)
        return AdjustmentOutcome(self.power, order, Result.SUCCEEDS, None)

    def without_extra_builds(self, told: list[AdjustmentOutcome]) -> list[AdjustmentOutcome]:
        """The outcomes where more builds than are due make every one of them void."""
        code = "build-too-many"
        if not any(outcome.reason and outcome.reason.code == code for outcome in told):
            return told
        self.built.clear()
        place = self.board.province_of
        return [
            AdjustmentOutcome(
                self.power,
                outcome.order,
                Result.ILLEGAL,
                Reason(-1, code, self.rule, (), None, place[outcome.order.location]),
            )
            if outcome.result is Result.SUCCEEDS and isinstance(outcome.order, Build)
            else outcome
            for outcome in told
        ]

    def _build(self, order: Build) -> tuple[str, int]:
        board = self.board
        place = board.province_of[order.location]
        terrain = board.provinces[place].terrain
        code = ""
        if place not in board.powers[self.power].home:
            code = "build-not-home"
        elif place not in self.centres:
            code = "build-not-owned"
        elif place in self.occupied:
            code = "build-occupied"
        elif any(board.province_of[u.location] == place for u in self.built):
            code = "build-twice"
        elif order.kind is FLEET and terrain is Terrain.LAND:
            code = "build-fleet-inland"
        elif order.kind is FLEET and order.location not in board.locations_in[place]:
            code = "build-coast-missing"
        elif len(self.built) + self.waived >= self.spare:
            code = "build-too-many"
        if not code:
            at = place if order.kind is ARMY else order.location
            self.built.append(Unit(self.power, order.kind, at))
        return code, place

    def _remove(self, order: Remove) -> tuple[str, int]:
        place = self.board.province_of[self.position.units[order.unit].location]
        if order.unit in self.removed:
            return "remove-twice", place
        if len(self.removed) >= self.owed:
            return "remove-too-many", place
        self.removed.add(order.unit)
        return "", place

    def _waive(self) -> str:
        if len(self.built) + self.waived >= self.spare:
            return "waive-too-many"
        self.waived += 1
        return ""


def _disorder(
    board: Board,
    position: Position,
    account: _Account,
    missing: int,
    options: WinterOptions,
    rule: str,
) -> list[AutomaticRemoval]:
    """Civil disorder: units that nobody chose are removed from those farthest away."""
    if options.disorder_from == "home":
        start = set(board.powers[account.power].home)
    else:
        start = set(account.centres)
    left = [unit for unit in account.units if unit not in account.removed]
    ranked = farthest_first(board, position, left, start, options)
    return [AutomaticRemoval(index, distance, rule) for index, distance in ranked[:missing]]


def farthest_first(
    board: Board,
    position: Position,
    candidates: Iterable[int],
    start: Set[int],
    options: WinterOptions,
) -> list[tuple[int, int]]:
    """Units in the order of their removal: the farthest first, fleets before armies, by alphabet.

    start: the provinces that distances are counted from. Returns pairs (unit, distance), the
    distance -1 where no way leads there.
    """
    steps = {kind: _steps(board, kind, options.disorder_distance) for kind in (ARMY, FLEET)}
    far = len(board.province_of) + 1
    ranked = []
    for index in candidates:
        unit = position.units[index]
        distance = _distance(board, steps[unit.kind], unit.location, start)
        province = board.provinces[board.province_of[unit.location]]
        name = fold(province.names[options.disorder_alphabet].name)
        ranked.append((-(far if distance < 0 else distance), -unit.kind, name, index, distance))
    ranked.sort()
    return [(index, distance) for *_, index, distance in ranked]


def _steps(board: Board, kind: int, how: str) -> list[frozenset[int]]:
    """For each location, where one step of a distance leads."""
    count, of = len(board.provinces), board.province_of
    army = [frozenset(board.army_borders[p]) if p < count else frozenset() for p in range(len(of))]
    fleet = [frozenset(f) for f in board.fleet_borders]
    if how == "own" or (how == "convoys" and kind == FLEET):
        return fleet if kind == FLEET else army
    # Crossing both kinds of border, coasts do not matter: a province and its coasts are one.
    both: list[set[int]] = [set() for _ in of]
    for location in range(len(of)):
        both[of[location]] |= {of[x] for x in fleet[location]} | army[location]
    return [frozenset(both[of[location]]) for location in range(len(of))]


def _distance(board: Board, steps: list[frozenset[int]], start: int, goals: Set[int]) -> int:
    """The fewest steps from a location to one of some provinces; -1 when none can be reached."""
    of = board.province_of
    seen = {start}
    ahead = deque([(start, 0)])
    while ahead:
        here, distance = ahead.popleft()
        if of[here] in goals:
            return distance
        for there in sorted(steps[here]):
            if there not in seen:
                seen.add(there)
                ahead.append((there, distance + 1))
    return -1
