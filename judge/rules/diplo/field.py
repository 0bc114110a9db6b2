"""The field: every unit with what it does, and what has been decided of it so far."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from judge.board import Board
from judge.orders import Order, Riders
from judge.position import Unit
from judge.rules.diplo.options import Options
from judge.ruling import Battle, Force, Reason, Result


class Task(IntEnum):
    """What a unit does. A unit has one order: it advances, it convoys or it supports."""

    STATIC = 0
    MOVE = 1
    SUPPORT = 2
    CONVOY = 3


STATIC, MOVE, SUPPORT, CONVOY = Task

Group = tuple[int, int | None]
"""Whom a support is for: the units that go from a province to another, or that stay (None)."""


class Field:
    """Units are known by their index, in the order of the position.

    place: the province of each unit. task: what it does. target, landing: for a unit in movement,
    the province it goes to and the location it would take there. convoyed: whether fleets carry it.
    stopped: units in movement that go back. backs: for a support in force, whom it is for. backers:
    the supports in force, by whom they are for. reached: convoying fleets that an attack stopped.
    entered: by province, the units that enter it. contested: provinces that an attack was kept out
    of. flees: by unit that must flee, the units that it flees from.
    """

    def __init__(
        self,
        board: Board,
        units: Sequence[Unit],
        orders: Sequence[Order | None],
        options: Options,
        riders: Riders,
    ) -> None:
        count = len(units)
        self.board = board
        self.units = units
        self.orders = orders
        self.options = options
        self.riders = riders
        self.power = [u.power for u in units]
        self.place = [board.province_of[u.location] for u in units]
        self.at: dict[int, list[int]] = {}
        for unit, place in enumerate(self.place):
            self.at.setdefault(place, []).append(unit)
        self.task: list[Task] = [STATIC] * count
        self.target = [-1] * count
        self.landing = [-1] * count
        self.convoyed = [False] * count
        self.stopped = [False] * count
        self.backs: dict[int, Group] = {}
        self.backers: dict[Group, list[int]] = {}
        self.result: list[Result] = [Result.STANDS] * count
        self.arrived: dict[int, int] = {}
        self.reached: set[int] = set()
        self.entered: dict[int, tuple[int, ...]] = {}
        self.contested: set[int] = set()
        self.flees: dict[int, tuple[int, ...]] = {}
        self.battles: list[Battle] = []
        self.trace: list[Reason] = []
        rank = {unit: n for n, unit in enumerate(riders.given_up)}
        self._rank = [rank.get(unit, count + unit) for unit in range(count)]

    def note(
        self,
        unit: int,
        code: str,
        rule: str,
        by: tuple[int, ...] = (),
        against: tuple[int, int] | None = None,
        place: int = -1,
    ) -> None:
        """Write one decision into the trace."""
        self.trace.append(Reason(unit, code, rule, by, against, place))

    # ------------------------------------------------------------ what is asked

    def in_the_order_given_up(self, units: Sequence[int]) -> list[int]:
        """Units in the order in which their power would rather have them broken (DIPLO g.2)."""
        return sorted(units, key=self._rank.__getitem__)

    def moving_to(self, place: int) -> list[int]:
        """The units in movement to a province that nothing has stopped."""
        return [u for u in self._movers.get(place, ()) if not self.stopped[u]]

    def index_movers(self) -> None:
        """Note who goes where, once convoys have said which armies stay at home."""
        self._movers: dict[int, list[int]] = {}
        for unit, task in enumerate(self.task):
            if task is MOVE:
                self._movers.setdefault(self.target[unit], []).append(unit)

    @property
    def targets(self) -> list[int]:
        """The provinces that units go to, in order."""
        return sorted(self._movers)

    def static_at(self, place: int) -> list[int]:
        """The units of a province without a move order: P4 asks them, and them alone."""
        return [u for u in self.at.get(place, ()) if self.task[u] is not MOVE]

    def force(self, power: int, units: Sequence[int], target: int | None) -> Force:
        """One side of a fight: units, and the supports in force for them."""
        starts = sorted({self.place[u] for u in units})
        supports = [s for start in starts for s in self.backers.get((start, target), ())]
        return Force(power, tuple(units), tuple(supports))

    def forces_on(self, place: int) -> list[Force]:
        """a) Each power's force towards a province, the strongest first."""
        by_power: dict[int, list[int]] = {}
        for unit in self.moving_to(place):
            by_power.setdefault(self.power[unit], []).append(unit)
        forces = [self.force(power, units, place) for power, units in by_power.items()]
        return sorted(forces, key=lambda f: (-f.strength, f.power))

    def attackers_of(
        self, place: int, goes: Callable[[int], bool]
    ) -> Mapping[int, tuple[int, ...]]:
        """By power, the units that break supports in a province.

        goes: whether a unit in movement really sets out. Own units count only by an option.
        """
        owners = {self.power[u] for u in self.at.get(place, ())}
        found: dict[int, tuple[int, ...]] = {}
        for unit in self._movers.get(place, ()):
            power = self.power[unit]
            if goes(unit) and (power not in owners or self.options.own_moves_break):
                found[power] = (*found.get(power, ()), unit)
        return found

    def holders(self) -> dict[int, int]:
        """The power that holds each province once the fights are done."""
        holders = {}
        for unit, power in enumerate(self.power):
            if unit not in self.flees:
                to = self.arrived.get(unit, self.units[unit].location)
                holders[self.board.province_of[to]] = power
        return holders

    # ------------------------------------------------------------ what is done

    def back(self, unit: int, group: Group) -> None:
        """Put a support in force."""
        self.backs[unit] = group
        self.backers.setdefault(group, []).append(unit)

    def end_support(self, unit: int, result: Result) -> None:
        """A support is over; the unit stays, as a static one."""
        group = self.backs.pop(unit, None)
        if group is not None:
            self.backers[group].remove(unit)
        self.result[unit] = result

    def stop(self, unit: int) -> None:
        """A unit in movement goes back to its province."""
        self.stopped[unit] = True
        self.result[unit] = Result.FAILS

    def arrive(self, unit: int) -> None:
        """A unit in movement enters the province that it goes to."""
        self.arrived[unit] = self.landing[unit]
        self.result[unit] = Result.SUCCEEDS
