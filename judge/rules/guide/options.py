"""What the Guide leaves open, as named options with their defaults and anchors."""

from dataclasses import dataclass
from typing import Any, Literal

from judge.rules.choosing import chosen
from judge.rules.winter import WinterOptions


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the rule system `guide`.

    retreat_to_convoyed_attackers_start: DPTG XI.4, whether a unit dislodged by an army that came
    by convoy may retreat to where that army started from. The others: see `WinterOptions`; the
    Guide's chapter on adjustments is lost, what is known of it (DPTG XIII.1) is the default.
    """

    retreat_to_convoyed_attackers_start: bool = True
    disorder_from: Literal["home", "owned"] = "home"
    disorder_distance: Literal["own", "convoys", "any"] = "convoys"
    disorder_alphabet: Literal["fr", "en"] = "fr"
    extra_builds: Literal["first", "none"] = "first"

    @property
    def winter(self) -> WinterOptions:
        """The part that the winter rules take."""
        return WinterOptions.among(self)


DEFAULTS = Options()

ANCHORS = {
    "retreat_to_convoyed_attackers_start": "DPTG XI.4",
    "disorder_from": "DPTG XIII.1",
    "disorder_distance": "DPTG XIII.1",
    "disorder_alphabet": "DPTG XIII.1",
    "extra_builds": "2000 (DPTG XIII)",
}
"""The rule each option is about."""


def from_mapping(given: dict[str, Any]) -> Options:
    """Options as a game's file gives them. Raises ValueError with the name that is wrong."""
    return chosen(DEFAULTS, given)
