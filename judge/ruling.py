"""A ruling: what any rule system answers for a phase. Data only, never prose.

Whoever wants words (reports, explanations) finds them in the catalogues by the reasons' codes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from judge.board import UnitKind
from judge.orders import Adjustment, Consent, Order, RetreatOrder
from judge.position import Dislodged, Position, Unit


class Result(StrEnum):
    """What became of an order. Being dislodged is told apart: it can befall any order."""

    SUCCEEDS = "succeeds"
    """A move that arrived."""
    FAILS = "fails"
    """A move that was fought over and did not arrive."""
    NO_CONVOY = "no_convoy"
    """A move by convoy whose convoy never was, or was disrupted."""
    GIVEN = "given"
    """A support that stood to the end, whether or not it was needed."""
    CUT = "cut"
    """A support that an attack cut or a dislodgement broke."""
    VOID = "void"
    """A support or convoy for something that was not ordered."""
    CONVOYS = "convoys"
    """A convoy order carried out, whether or not its army then arrived."""
    DISRUPTED = "disrupted"
    """A convoy order whose convoy was disrupted."""
    STANDS = "stands"
    """A unit that was to hold, or had no order."""
    ILLEGAL = "illegal"
    """An order that the rules do not allow on this board."""
    DISBANDED = "disbanded"
    """A dislodged unit without a retreat order, off the board."""


(
    SUCCEEDS,
    FAILS,
    NO_CONVOY,
    GIVEN,
    CUT,
    VOID,
    CONVOYS,
    DISRUPTED,
    STANDS,
    ILLEGAL,
    DISBANDED,
) = Result
# By their own names for the rules: Python takes longer to find a member in its class than the
# rules take to decide an easy move.


class Side(NamedTuple):
    """One side of a battle, unit by unit, as the rules counted it at that step.

    unit: whose force it is. counted: the supporters that counted. ignored: those whose support
    stood and did not count here. Its strength is one for the unit and one for each that counted.
    """

    unit: int
    counted: tuple[int, ...] = ()
    ignored: tuple[int, ...] = ()

    @property
    def strength(self) -> int:
        """The unit itself and the supports that counted."""
        return 1 + len(self.counted)


@cache
def alone(unit: int) -> Side:
    """The side of a unit without any support: most are, so that each is made but once."""
    return Side(unit)


class Reason(NamedTuple):
    """One thing that was decided, and why: a step of the ruling's trace.

    unit: the index of the unit it is about, -1 when it is about a province. code: the stable name,
    ``bounced``; a key of the catalogues. rule: the text's anchor, ``Guide 19``. by: the units that
    caused it. against: two forces, the attack's first, where forces were compared. place: the
    province where it happened, -1 where that is the unit's own. sides: who made up the forces of
    `against`, in its order.
    """

    unit: int
    code: str
    rule: str
    by: tuple[int, ...] = ()
    against: tuple[int, int] | None = None
    place: int = -1
    sides: tuple[Side, ...] = ()


class Outcome(NamedTuple):
    """What became of one unit and its order.

    order: as given, None where there was none. to: the location it went to, None when it did not
    move. dislodged_by: the index of the unit that dislodged it, None when it was not.
    """

    order: Order | None
    result: Result
    to: int | None
    dislodged_by: int | None
    reasons: tuple[Reason, ...]


class ConvoyLine(NamedTuple):
    """One line of the arbiter's list of convoys at some step.

    army: the unit convoyed, by index. fleets: the units that convoy it. subverts: the convoy (by
    its army) that it threatens; subverted_by: those that threaten it. status: ``futile``,
    ``indomitable``, ``confused``, ``subverted`` or empty.
    """

    army: int
    fleets: tuple[int, ...]
    subverts: int | None = None
    subverted_by: tuple[int, ...] = ()
    status: str = ""


class ConvoyList(NamedTuple):
    """The arbiter's list of convoys as one step of the rules left it.

    after: how many steps of the trace were taken before it was written.
    """

    rule: str
    lines: tuple[ConvoyLine, ...]
    after: int = 0


class Force(NamedTuple):
    """One power's side of a fight.

    units: those that go there, or stand there. supports: the supports that count for them.
    """

    power: int
    units: tuple[int, ...]
    supports: tuple[int, ...]

    @property
    def strength(self) -> int:
        """How many units the side counts."""
        return len(self.units) + len(self.supports)


class Battle(NamedTuple):
    """The fights for one province, where several units can share one (DIPLO 3).

    opposite: for units that go head to head, the province where the others come from; else -1.
    forces: a) the units in movement, by power, the strongest first. winner: the power that goes
    on, None where nobody does. attack: what of the winner's force counts against the defence.
    defence: b) the static units, None where no enemy stands. enters: whether the winner enters.
    """

    place: int
    forces: tuple[Force, ...]
    winner: int | None
    attack: int = 0
    defence: Force | None = None
    enters: bool = False
    opposite: int = -1


@dataclass(frozen=True, slots=True)
class MovementRuling:
    """The whole answer for a movement phase.

    outcomes: one for each unit of the position, in its order. dislodged: with where each may go;
    those with nowhere to go are there too, with no retreats. standoffs: provinces left empty by a
    standoff. convoys: the arbiter's lists, where there were convoys. trace: every step, in order.
    battles: where several units can share a province. consents: that let fleets pass somewhere.
    """

    position: Position
    orders: tuple[Order | None, ...]
    outcomes: tuple[Outcome, ...]
    dislodged: tuple[Dislodged, ...]
    standoffs: tuple[int, ...]
    convoys: tuple[ConvoyList, ...] = ()
    trace: Sequence[Reason] = ()
    battles: tuple[Battle, ...] = ()
    consents: tuple[Consent, ...] = ()


class RetreatOutcome(NamedTuple):
    """What became of one dislodged unit.

    order: as given. result: ``succeeds`` (it went there, or was disbanded as ordered), ``fails``
    (two units wanted one province), ``illegal``, or ``disbanded`` (no order). to: where it went,
    None when it is off the board.
    """

    order: RetreatOrder | None
    result: Result
    to: int | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class RetreatRuling:
    """The whole answer for a retreat phase.

    outcomes: one for each of the position's dislodged units, in its order; reasons' units are
    indices into those.
    """

    position: Position
    outcomes: tuple[RetreatOutcome, ...]


class AdjustmentOutcome(NamedTuple):
    """What became of one winter order; reason: None for one that was simply carried out."""

    power: int
    order: Adjustment
    result: Result
    reason: Reason | None


class AutomaticRemoval(NamedTuple):
    """A unit that the rules remove because its power did not order enough removals.

    unit: its index. distance: to the nearest centre counted from, -1 when none can be reached.
    """

    unit: int
    distance: int
    rule: str


class AutomaticBuild(NamedTuple):
    """A unit that comes with an arsenal and that its power did not place itself."""

    power: int
    kind: UnitKind
    location: int
    rule: str


class Loss(NamedTuple):
    """An arsenal whose pawn is taken off; kind: of the unit to go with it, None for either."""

    centre: int
    power: int
    kind: UnitKind | None


class Balance(NamedTuple):
    """A power's winter account.

    centres, units: before the adjustments. builds: how many it may make, its free home centres
    considered. unused: builds it did not make.
    """

    power: int
    centres: int
    units: int
    builds: int
    unused: int


@dataclass(frozen=True, slots=True)
class WinterRuling:
    """The whole answer for a winter phase.

    balances: of every power with a unit or a centre. after: the units that the winter leaves.
    owners: of the centres after it, where they change hands in winter; else None. losses, placed:
    of arsenals that are tied to kinds of units, and of the units that come with new ones.
    """

    position: Position
    balances: tuple[Balance, ...]
    outcomes: tuple[AdjustmentOutcome, ...]
    automatic: tuple[AutomaticRemoval, ...]
    after: tuple[Unit, ...]
    owners: tuple[tuple[int, int], ...] | None = None
    losses: tuple[Loss, ...] = ()
    placed: tuple[AutomaticBuild, ...] = ()
