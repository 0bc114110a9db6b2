"""The field: what the arbiter keeps on the table while working through the twenty Points."""

from collections.abc import Sequence
from enum import IntEnum

from judge.board import Board
from judge.orders import Convoy, Move, Order, Support
from judge.position import Unit
from judge.ruling import (
    CUT,
    DISRUPTED,
    FAILS,
    NO_CONVOY,
    STANDS,
    SUCCEEDS,
    ConvoyLine,
    ConvoyList,
    Reason,
    Result,
    Side,
)


class Task(IntEnum):
    """What a unit is still doing; a cancelled or cut order leaves it holding."""

    HOLD = 0
    MOVE = 1
    SUPPORT = 2
    CONVOY = 3


HOLD, MOVE, SUPPORT, CONVOY = Task


class ListedConvoy:
    """A convoy on the arbiter's list (Point 2).

    army: the unit convoyed. fleets: those that convoy it. status: what Point 10 called it.
    """

    __slots__ = ("army", "fleets", "status")

    def __init__(self, army: int, fleets: list[int]) -> None:
        self.army = army
        self.fleets = fleets
        self.status = ""


class Field:
    """Units, orders and what has been decided so far. Units are known by their index.

    place: the province of each unit. task: what it still does. target: for a mover, the province
    it attacks. landing: the location it would take there. convoyed: whether it goes by convoy.
    ordered_to_move: whether it was told to move, legally or not: such a unit has no support in
    place (VII, Point 3). backs: for a support in force, the unit supported. backers: the supports
    in force for each unit, of its move if it was ordered to move, of its hold if not. attackers:
    the attacks in force on each province. occupant: the unit in each province, -1 for none.
    """

    def __init__(
        self, board: Board, units: Sequence[Unit], orders: Sequence[Order | None], explain: bool
    ) -> None:
        count = len(units)
        of = board.province_of
        self.board = board
        self.units = units
        self.orders = orders
        self.power = [u.power for u in units]
        self.place = [of[u.location] for u in units]
        self.task: list[Task] = [HOLD] * count
        self.target = [-1] * count
        self.landing = [-1] * count
        self.convoyed = [False] * count
        self.ordered_to_move = [type(o) is Move for o in orders]
        self.backs = [-1] * count
        self.backers: list[list[int]] = [[] for _ in units]
        self.result: list[Result] = [STANDS] * count
        self.dislodged_by = [-1] * count
        self.arrived = [-1] * count
        self.attackers: dict[int, list[int]] = {}
        self.occupant = [-1] * len(board.provinces)
        for i, place in enumerate(self.place):
            self.occupant[place] = i
        self.standoffs: set[int] = set()
        self.convoys: dict[int, ListedConvoy] = {}
        self.convoy_of_fleet: dict[int, ListedConvoy] = {}
        self.lists: list[ConvoyList] = []
        self.trace: list[Reason] | None = [] if explain else None

    # ------------------------------------------------------------ what is noted

    def note(
        self,
        unit: int,
        code: str,
        rule: str,
        by: tuple[int, ...] = (),
        against: tuple[int, int] | None = None,
        place: int = -1,
        sides: tuple[Side, ...] = (),
    ) -> None:
        """Write one decision into the trace, where one is kept."""
        if self.trace is not None:
            self.trace.append(Reason(unit, code, rule, by, against, place, sides))

    def note_list(self, rule: str, subversions: dict[int, list[tuple[int, int]]]) -> None:
        """Keep the list of convoys as a Point left it.

        subversions: for each subverted convoy's army, the pairs (army that threatens, supporter).
        """
        if self.trace is None:
            return
        threatens = {a: target for target, pairs in subversions.items() for a, _ in pairs}
        lines = [
            ConvoyLine(
                army,
                tuple(sorted(convoy.fleets, key=self.place.__getitem__)),
                threatens.get(army),
                tuple(a for a, _ in subversions.get(army, ())),
                convoy.status,
            )
            for army, convoy in sorted(self.convoys.items())
        ]
        self.lists.append(ConvoyList(rule, tuple(lines), len(self.trace)))

    # ------------------------------------------------------------ what is asked

    def strength(self, attacker: int) -> int:
        """The strength of an attack: the attacker and the supports of its move."""
        return 1 + len(self.backers[attacker])

    def defence(self, unit: int) -> int:
        """The strength of a unit that holds its place; one ordered to move has no support there."""
        return 1 if self.ordered_to_move[unit] else 1 + len(self.backers[unit])

    def is_leaving(self, unit: int) -> bool:
        """Whether a unit's move out of its place is still open."""
        return self.task[unit] is MOVE

    # ------------------------------------------------------------ what is done

    def begin_move(self, unit: int, landing: int, by_convoy: bool) -> None:
        """Put a legal move on the field."""
        target = self.board.province_of[landing]
        self.task[unit] = MOVE
        self.target[unit] = target
        self.landing[unit] = landing
        self.convoyed[unit] = by_convoy
        self.attackers.setdefault(target, []).append(unit)

    def cancel_move(self, unit: int, result: Result = FAILS) -> None:
        """The unit's move is over: it holds, without support, to the end."""
        self.task[unit] = HOLD
        self.attackers[self.target[unit]].remove(unit)
        self.result[unit] = result

    def cancel_support(self, unit: int, result: Result) -> None:
        """The unit's support is over: from now on it counts strictly as holding (Point 3)."""
        self.task[unit] = HOLD
        self.result[unit] = result
        backed = self.backs[unit]
        if backed >= 0:
            self.backers[backed].remove(unit)
            self.backs[unit] = -1

    def strike_convoy(self, convoy: ListedConvoy) -> None:
        """Take a convoy off the list: its fleets hold, its army stays (Points 7, 12, 13)."""
        del self.convoys[convoy.army]
        for fleet in convoy.fleets:
            del self.convoy_of_fleet[fleet]
            self.task[fleet] = HOLD
            self.result[fleet] = DISRUPTED
        self.cancel_move(convoy.army, NO_CONVOY)

    def advance(self, unit: int) -> None:
        """The unit enters the province it attacked."""
        target = self.target[unit]
        self.task[unit] = HOLD
        self.attackers[target].remove(unit)
        self.result[unit] = SUCCEEDS
        self.arrived[unit] = self.landing[unit]
        if self.occupant[self.place[unit]] == unit:
            self.occupant[self.place[unit]] = -1
        self.place[unit] = target
        self.occupant[target] = unit

    def dislodge(
        self,
        unit: int,
        by: int,
        rule: str,
        against: tuple[int, int],
        sides: tuple[Side, ...] = (),
    ) -> None:
        """The unit is driven out: it moves no more, and supports no more (Point 19)."""
        self.dislodged_by[unit] = by
        self.note(unit, "dislodged", rule, (by,), against, -1, sides)
        if self.task[unit] is MOVE:
            self.cancel_move(unit)
        elif self.task[unit] is SUPPORT:
            self.note(unit, "support-broken", rule, (by,))
            self.cancel_support(unit, CUT)

    def order_of(self, unit: int) -> Move | Support | Convoy | None:
        """The unit's order, None when it is to hold."""
        order = self.orders[unit]
        return order if isinstance(order, Move | Support | Convoy) else None
