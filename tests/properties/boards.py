"""Boards and phases for the properties, and the same board under other numbers."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from judge import boardfile
from judge.board import Board
from judge.orders import Convoy, Hold, Move, Order, Support
from judge.position import Dislodged, Position, Unit, arranged
from judge.rulesystems import RuleSystem, rule_system
from judge.ruling import MovementRuling, Reason
from tests.synthetic import channel, crowded_phase, grid

SYSTEMS = ("guide", "18centres", "standard", "standard:2000", "standard:1982", "standard:1971")

BOARDS = ("europe", "grid", "channel", "ancient-med", "hundred", "modern")

Phase = tuple[Position, list[Order | None]]


@cache
def board_named(name: str) -> Board:
    """A board that ships, a grid of land and seas, or one of seas between two coasts."""
    if name in ("grid", "channel"):
        return grid(60) if name == "grid" else channel(4, 4)
    return boardfile.load(name)


@cache
def system(name: str) -> RuleSystem:
    """A rule system with the options of its name."""
    return rule_system(name)


def phases(board: Board, most: int = 14) -> st.SearchStrategy[Phase]:
    """Movement phases of units close together."""
    return st.builds(
        lambda lot, units: crowded_phase(board, lot, units),
        st.randoms(use_true_random=False),
        st.integers(1, most),
    )


class Renamed:
    """A board whose provinces and powers have other numbers; all else is the same.

    provinces, powers: the new number of each. locations: likewise.
    """

    def __init__(self, board: Board, provinces: Sequence[int], powers: Sequence[int]) -> None:
        self.old = board
        self.provinces = provinces
        self.powers = powers
        count = len(board.provinces)
        order = sorted(range(count), key=lambda p: provinces[p])
        coasts = [c for p in order for c in board.locations_in[p] if c >= count]
        self.locations = [*provinces, *(count + coasts.index(c) for c in _coasts(board))]
        self.back = {new: old for old, new in enumerate(self.locations)}
        of = board.province_of
        self.board = replace(
            board,
            provinces=tuple(board.provinces[p] for p in order),
            powers=tuple(board.powers[p] for p in _sorted_by(powers)),
            coasts=tuple((provinces[of[c]], board.coasts[c - count][1]) for c in coasts),
            army_borders=tuple(self._moved(board.army_borders[p]) for p in order),
            fleet_borders=tuple(self._moved(board.fleet_borders[x]) for x in [*order, *coasts]),
        )

    def _moved(self, borders: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(self.locations[x] for x in borders))

    def unit(self, unit: Unit) -> Unit:
        """A unit on the new board."""
        return Unit(self.powers[unit.power], unit.kind, self.locations[unit.location])

    def phase(self, position: Position, orders: Sequence[Order | None]) -> Phase:
        """A phase on the new board, its units in that board's order."""
        given = {self.unit(u): self._order(o) for u, o in zip(position.units, orders, strict=True)}
        units = arranged(given, self.board)
        return Position(position.phase, units), [given[u] for u in units]

    def _order(self, order: Order | None) -> Order | None:
        at, to = self.provinces, self.locations
        if isinstance(order, Move):
            return Move(to[order.to], order.by_convoy, tuple(at[w] for w in order.route))
        if isinstance(order, Support):
            return Support(at[order.unit], None if order.to is None else to[order.to])
        if isinstance(order, Convoy):
            return Convoy(at[order.army], at[order.to])
        return order


def _coasts(board: Board) -> range:
    return range(len(board.provinces), len(board.province_of))


def _sorted_by(new: Sequence[int]) -> list[int]:
    return sorted(range(len(new)), key=lambda p: new[p])


def mirrored(board: Board) -> Renamed:
    """The board with everything in the opposite order."""
    provinces, powers = len(board.provinces), len(board.powers)
    return Renamed(board, range(provinces)[::-1], range(powers)[::-1])


def renamings(board: Board) -> st.SearchStrategy[Renamed]:
    """The board with its provinces and powers in any order."""
    return st.builds(
        lambda provinces, powers: Renamed(board, provinces, powers),
        st.permutations(range(len(board.provinces))),
        st.permutations(range(len(board.powers))),
    )


Told = tuple[dict[int, object], dict[int, object], set[int]]
"""What a ruling says: outcomes by the unit's place, who must retreat where, standoffs."""


def told(ruling: MovementRuling, renamed: Renamed | None = None) -> Told:
    """All that a ruling says of each unit, without the numbers of the board nor any order.

    renamed: the renaming of its board, which is taken back.
    """
    place = renamed.back.__getitem__ if renamed else int
    names = [place(u.location) for u in ruling.position.units]
    outcomes: dict[int, object] = {
        name: (
            str(outcome.result),
            None if outcome.to is None else place(outcome.to),
            None if outcome.dislodged_by is None else names[outcome.dislodged_by],
            sorted(_said(r, names, place) for r in outcome.reasons),
        )
        for name, outcome in zip(names, ruling.outcomes, strict=True)
    }
    dislodged: dict[int, object] = {
        place(d.unit.location): (place(d.attacker_from), {place(x) for x in d.retreats})
        for d in ruling.dislodged
    }
    return outcomes, dislodged, {place(p) for p in ruling.standoffs}


def _said(reason: Reason, names: Sequence[int], place: Callable[[int], int]) -> tuple[object, ...]:
    """A reason without the numbers of the board."""
    by = sorted(names[unit] for unit in reason.by)
    where = place(reason.place) if reason.place >= 0 else -1
    return reason.code, reason.rule, by, reason.against or (), where


def bare(ruling: MovementRuling) -> tuple[object, tuple[Dislodged, ...], tuple[int, ...]]:
    """What a ruling decides, its reasons aside."""
    outcomes = [(o.order, o.result, o.to, o.dislodged_by) for o in ruling.outcomes]
    return outcomes, ruling.dislodged, ruling.standoffs


HOLD = Hold()
