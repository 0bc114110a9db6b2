"""A ruling: what any rule system answers for a phase. Data only, never prose.

Whoever wants words (reports, explanations) finds them in the catalogues by the reasons' codes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from judge.orders import Adjustment, Order, RetreatOrder
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


class Reason(NamedTuple):
    """One thing that was decided, and why: a step of the ruling's trace.

    unit: the index of the unit it is about, -1 when it is about a province. code: the stable name,
    ``bounced``; a key of the catalogues. rule: the text's anchor, ``Guide 19``. by: the units that
    caused it. against: two forces, the attack's first, where forces were compared. place: the
    province where it happened, -1 where that is the unit's own.
    """

    unit: int
    code: str
    rule: str
    by: tuple[int, ...] = ()
    against: tuple[int, int] | None = None
    place: int = -1


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
    """The arbiter's list of convoys as one step of the rules left it."""

    rule: str
    lines: tuple[ConvoyLine, ...]


@dataclass(frozen=True, slots=True)
class MovementRuling:
    """The whole answer for a movement phase.

    outcomes: one for each unit of the position, in its order. dislodged: with where each may go;
    those with nowhere to go are there too, with no retreats. standoffs: provinces left empty by a
    standoff. convoys: the arbiter's lists, where there were convoys. trace: every step, in order.
    """

    position: Position
    orders: tuple[Order | None, ...]
    outcomes: tuple[Outcome, ...]
    dislodged: tuple[Dislodged, ...]
    standoffs: tuple[int, ...]
    convoys: tuple[ConvoyList, ...] = ()
    trace: Sequence[Reason] = ()


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
    """

    position: Position
    balances: tuple[Balance, ...]
    outcomes: tuple[AdjustmentOutcome, ...]
    automatic: tuple[AutomaticRemoval, ...]
    after: tuple[Unit, ...]
