"""What the Guide leaves open, as named options with their defaults and anchors."""

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args, get_type_hints

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
        return WinterOptions(
            self.disorder_from, self.disorder_distance, self.disorder_alphabet, self.extra_builds
        )


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
    hints = get_type_hints(Options)
    for name, value in given.items():
        if name not in {f.name for f in fields(Options)}:
            raise ValueError(name)
        allowed = (True, False) if hints[name] is bool else get_args(hints[name])
        if value not in allowed or isinstance(value, bool) != (hints[name] is bool):
            raise ValueError(name)
    return Options(**given)
