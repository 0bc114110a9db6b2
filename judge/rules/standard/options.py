"""The rulebook's editions and disputed points, as named options.

The options are named as chapter 4 of the DATC names its issues; an edition is a preset of them.
"""

from dataclasses import dataclass, replace
from typing import Literal

from judge.rules.winter import WinterOptions


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the rule system `standard`.

    convoy_disruption (4.A.1): a convoy fails when ``any`` of its fleets that lie on a route is
    dislodged, or only when ``all`` its routes are broken. paradox (4.A.2): what a convoyed army
    does not cut (``1971``: supports against its own convoy's fleets; ``1982``: supports for or
    against any convoying fleet; ``2000``: supports against a fleet its convoy needs), and, for what
    is left or alone, ``szykman`` (the armies of the paradox do not move); ``all_hold`` (none of its
    moves succeeds). adjacent_convoy (4.A.3): to a province beside, an army goes by convoy when a
    convoy is ordered by anybody (``1971``), when it says so or an own fleet convoys it
    (``intent``), or only when it says so (``explicit``). land_fallback (4.A.3): whether it goes by
    land when that convoy is broken. convoy_cuts_from_target (4.A.4): whether a convoyed army cuts a
    support aimed at where it started from. retreat_to_convoyed_attackers_start (4.A.5).
    dislodged_can_bounce (4.A.7): whether a unit still bars the province its attacker came from by
    convoy. missing_coast (4.B.2): a coast that alone can be reached is taken, or must be named.
    wrong_coast (4.B.3): a coast out of reach makes the move illegal, or the only one in reach is
    taken. support_coast (4.B.4): a support's coast must match when given, must be given by
    foreigners, or is ignored. army_coast (4.B.6): a coast on an army's order is ignored, or makes
    it illegal. illegal_orders (4.E.1): a unit with an illegal order holds and may be supported,
    or, its move being illegal, may not. The rest: see `WinterOptions` (4.D.8, 4.D.4).
    """

    convoy_disruption: Literal["any", "all"] = "all"
    paradox: Literal["1971", "1982", "2000", "szykman", "all_hold"] = "szykman"
    adjacent_convoy: Literal["1971", "intent", "explicit"] = "intent"
    land_fallback: bool = False
    convoy_cuts_from_target: bool = False
    retreat_to_convoyed_attackers_start: bool = True
    dislodged_can_bounce: bool = True
    missing_coast: Literal["inferred", "illegal"] = "inferred"
    wrong_coast: Literal["illegal", "corrected"] = "illegal"
    support_coast: Literal["match_if_given", "foreign_must_name", "ignored"] = "match_if_given"
    army_coast: Literal["ignored", "illegal"] = "ignored"
    illegal_orders: Literal["supportable", "unsupportable_move"] = "supportable"
    disorder_from: Literal["home", "owned"] = "owned"
    disorder_distance: Literal["own", "convoys", "any"] = "any"
    disorder_alphabet: Literal["fr", "en"] = "en"
    extra_builds: Literal["first", "none"] = "first"

    @property
    def winter(self) -> WinterOptions:
        """The part that the winter rules take."""
        return WinterOptions.among(self)


DATC = Options()
"""The DATC's own preferences (version 3)."""

EDITIONS = {
    "datc": DATC,
    "2023": replace(DATC, paradox="2000"),
    "2000": replace(
        DATC,
        paradox="2000",
        retreat_to_convoyed_attackers_start=False,
        disorder_from="home",
    ),
    "1982": replace(
        DATC,
        paradox="1982",
        retreat_to_convoyed_attackers_start=False,
        disorder_from="home",
    ),
    "1971": replace(
        DATC,
        convoy_disruption="any",
        paradox="1971",
        adjacent_convoy="1971",
        land_fallback=True,
        retreat_to_convoyed_attackers_start=False,
        disorder_from="home",
    ),
}
"""The editions of the rulebook as presets; `datc` is the DATC's preferred ruling everywhere."""

ANCHORS = {
    "convoy_disruption": "DATC 4.A.1",
    "paradox": "DATC 4.A.2",
    "adjacent_convoy": "DATC 4.A.3",
    "land_fallback": "DATC 4.A.3",
    "convoy_cuts_from_target": "DATC 4.A.4",
    "retreat_to_convoyed_attackers_start": "DATC 4.A.5",
    "dislodged_can_bounce": "DATC 4.A.7",
    "missing_coast": "DATC 4.B.2",
    "wrong_coast": "DATC 4.B.3",
    "support_coast": "DATC 4.B.4",
    "army_coast": "DATC 4.B.6",
    "illegal_orders": "DATC 4.E.1",
    "disorder_from": "DATC 4.D.8",
    "disorder_distance": "DATC 4.D.8",
    "disorder_alphabet": "DATC 4.D.8",
    "extra_builds": "DATC 4.D.4",
}
"""The issue each option decides."""
