"""Orders as a line wrote them, before the board is asked what they mean."""

from dataclasses import dataclass
from enum import StrEnum

from judge.board import UnitKind


class Verb(StrEnum):
    """What a written order says to do. What it means depends on the phase too."""

    BARE = "bare"
    """A unit and no verb: it holds, or in winter it is built."""
    HOLD = "hold"
    MOVE = "move"
    """Also a retreat, in a retreat phase."""
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    REMOVE = "remove"
    WAIVE = "waive"
    ALL_HOLD = "all-hold"
    CONSENT = "consent"
    """Not a unit's: its power lets fleets pass where it stands."""


@dataclass(frozen=True, slots=True)
class Place:
    """A province as written.

    candidates: the provinces the words could mean, one where there is no doubt. coast: the key of
    the coast named, if any. text, column, length: the words and where they stand, from 1.
    """

    candidates: tuple[int, ...]
    coast: str | None
    text: str
    column: int
    length: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Subject:
    """A unit as written: its count, letter and nation where they stand there, and its place."""

    place: Place
    kind: UnitKind | None = None
    count: int | None = None
    nation: int | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """One order as written.

    unit: None for a waive or for all units. other: the unit supported or convoyed. path: the
    places it goes by and to. by_convoy: whether the line says so. retreats: ranked places to flee
    to. claim: the result that the line itself claims, ``succeeds``, ``fails`` or empty.
    count: how many builds are waived. yields: whether the support or convoy is to be broken first.
    """

    verb: Verb
    unit: Subject | None = None
    other: Subject | None = None
    path: tuple[Place, ...] = ()
    by_convoy: bool = False
    retreats: tuple[Place, ...] = ()
    claim: str = ""
    count: int = 1
    yields: bool = False
