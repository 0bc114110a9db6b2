"""A position: which phase it is, who stands where and who owns what."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from judge.board import Board, UnitKind
from judge.phase import Phase


class Unit(NamedTuple):
    """A unit: its power's number, its kind and the location where it stands."""

    power: int
    kind: UnitKind
    location: int


class Dislodged(NamedTuple):
    """A dislodged unit that waits for its retreat.

    attacker_from: the province its dislodger came from. retreats: the locations it may go to.
    """

    unit: Unit
    attacker_from: int
    retreats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The board at the start of a phase.

    units: in the order of `arranged`. owners: pairs (centre, power), by centre, owned ones only.
    dislodged: in a retreat phase, the units that may retreat; they are not among `units`.
    standoffs: in a retreat phase, provinces left empty by a standoff. lost: pairs (power, kind) of
    the units that fled in vain this year, where arsenals are tied to units (DIPLO 5.2).
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: tuple[tuple[int, int], ...] = ()
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: tuple[int, ...] = ()
    lost: tuple[tuple[int, UnitKind], ...] = ()

    def centres_of(self, power: int) -> tuple[int, ...]:
        """The centres that a power owns."""
        return tuple(centre for centre, owner in self.owners if owner == power)


def arranged(units: Iterable[Unit], board: Board) -> tuple[Unit, ...]:
    """Units in the order of every file: by power, then province, then kind."""
    of = board.province_of
    return tuple(sorted(units, key=lambda u: (u.power, of[u.location], u.kind, u.location)))


def opening(board: Board) -> Position:
    """The position in which the map starts."""
    units = [Unit(n, kind, at) for n, p in enumerate(board.powers) for kind, at in p.units]
    owners = tuple(sorted(board.owners_at_start().items()))
    return Position(board.first_phase, arranged(units, board), owners)
