"""What *L'autre règle de Diplo* leaves open, as named options; the defaults are our reading."""

from dataclasses import dataclass
from typing import Any, Literal

from judge.rules.choosing import chosen


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the rule system `diplo`.

    head_on: units of two powers that change places are compared first (``compare``), or pass each
    other (``pass``). target_breaks: whether an attack from the very province that a support is
    aimed at breaks it. own_moves_break: whether one's own units break one's supports.
    supports_break: whether supports of an attack count among the units that break.
    standoff_breaks: whether attackers that stand each other off still break. dislodged_support:
    whether the support of a unit that must flee ``counts`` or is ``broken``. part_of_stack: a
    support for the move of a stack of which only a part goes counts for what is ``moving``, or only
    where the ``whole`` stack goes. own_support_dislodges: whether a power's support can drive out
    its own units. standoff_flees: whether units stood off before an enemy's province must flee
    instead of going back. flight_to_standoffs, flight_to_attackers_start: where units may flee.
    coastal_fleets_convoy: whether a fleet on a coast can convoy. gains_in: a unit that comes with a
    new arsenal is placed in that ``arsenal``, or in any of its ``own`` of the same kind.
    """

    head_on: Literal["compare", "pass"] = "compare"
    target_breaks: bool = True
    own_moves_break: bool = False
    supports_break: bool = False
    standoff_breaks: bool = True
    dislodged_support: Literal["counts", "broken"] = "counts"
    part_of_stack: Literal["moving", "whole"] = "moving"
    own_support_dislodges: bool = True
    standoff_flees: bool = False
    flight_to_standoffs: bool = False
    flight_to_attackers_start: bool = False
    coastal_fleets_convoy: bool = False
    gains_in: Literal["arsenal", "own"] = "arsenal"


DEFAULTS = Options()

ANCHORS = {
    "head_on": "DIPLO 3",
    "target_breaks": "DIPLO 3",
    "own_moves_break": "DIPLO g.1",
    "supports_break": "DIPLO g.2",
    "standoff_breaks": "DIPLO g.3",
    "dislodged_support": "DIPLO 3",
    "part_of_stack": "DIPLO f.1",
    "own_support_dislodges": "DIPLO 3 (4)",
    "standoff_flees": "DIPLO 3 (3)",
    "flight_to_standoffs": "DIPLO 3 (8)",
    "flight_to_attackers_start": "DIPLO 3 (8)",
    "coastal_fleets_convoy": "DIPLO c.1",
    "gains_in": "DIPLO 5.2",
}
"""The part of the text that each option is about; the examples of section 3 by their number."""


def from_mapping(given: dict[str, Any]) -> Options:
    """Options as a game's file gives them. Raises ValueError with the name that is wrong."""
    return chosen(DEFAULTS, given)
