"""Orders as the rules take them.

An order does not name its own unit: a phase's orders stand beside the position's units, one for
each, in the same order; None is a unit that nobody ordered. What a sheet wrote is kept (a coast
named or not, an impossible province): whether an order is legal is for the rule system to say.
"""

from dataclasses import dataclass
from typing import NamedTuple

from judge.board import UnitKind


class Hold(NamedTuple):
    """The unit stays where it is."""


class Move(NamedTuple):
    """The unit goes to a location.

    to: a location, as written: a whole province where no coast was named.
    by_convoy: whether the sheet says so. route: the waters it names, in order, if any.
    """

    to: int
    by_convoy: bool = False
    route: tuple[int, ...] = ()


class Support(NamedTuple):
    """The unit supports the unit in a province: its hold, or its move.

    unit: the supported unit's province. to: the location it is to move to, None for its hold.
    """

    unit: int
    to: int | None = None


class Convoy(NamedTuple):
    """The fleet convoys the army of a province to another province."""

    army: int
    to: int


class Retreat(NamedTuple):
    """A dislodged unit goes to a location."""

    to: int


class Disband(NamedTuple):
    """A dislodged unit is taken off the board."""


class Build(NamedTuple):
    """A new unit in a home centre; location: with its coast for a fleet where there are several."""

    kind: UnitKind
    location: int


class Remove(NamedTuple):
    """A unit is taken off the board in winter; unit: its index in the position."""

    unit: int


class Waive(NamedTuple):
    """A build that is not used."""


class Consent(NamedTuple):
    """A power lets fleets pass through a province where it stands (DIPLO b.3).

    start, to: of the one fleet that may pass, both None where any may.
    """

    power: int
    through: int
    start: int | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Riders:
    """What sheets say beside the units' orders, for rule systems that ask it.

    consents: to fleets that pass. given_up: supporting and convoying units, by index, in the order
    in which their powers would rather have them broken; units not named come after, in theirs.
    """

    consents: tuple[Consent, ...] = ()
    given_up: tuple[int, ...] = ()


NO_RIDERS = Riders()


Order = Hold | Move | Support | Convoy
"""What a unit can be told to do in a movement phase."""

RetreatOrder = Retreat | Disband
"""What a dislodged unit can be told to do."""

Adjustment = Build | Remove | Waive
"""What a power can order in winter."""
