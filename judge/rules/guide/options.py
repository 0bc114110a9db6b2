"""What the Guide leaves open, as named options with their defaults and anchors."""

from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the rule system `guide`.

    retreat_to_convoyed_attackers_start: DPTG XI.4, whether a unit dislodged by an army that came
    by convoy may retreat to where that army started from.
    """

    retreat_to_convoyed_attackers_start: bool = True


DEFAULTS = Options()

ANCHORS = {"retreat_to_convoyed_attackers_start": "DPTG XI.4"}
"""The rule each option is about."""


def from_mapping(given: dict[str, Any]) -> Options:
    """Options as a game's file gives them. Raises ValueError with the name that is wrong."""
    known = {f.name for f in fields(Options)}
    for name, value in given.items():
        if name not in known or not isinstance(value, bool):
            raise ValueError(name)
    return Options(**given)
