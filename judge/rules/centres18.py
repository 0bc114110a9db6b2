"""The rule system `18centres`: the French rules of 2003, a profile of the rulebook's engine.

Chapters VIII to X are the text; XI and XII are known from copies; XIII (convoys) and XV (civil
disorder) are lost, and the rulebook of 2000 stands in for them.
"""

from dataclasses import replace

from judge.rules.standard.options import EDITIONS, Options
from judge.rules.standard.telling import Anchors

DEFAULTS: Options = replace(
    EDITIONS["2000"],
    support_coast="ignored",
    illegal_orders="supportable",
    disorder_alphabet="fr",
)
"""VIII.B.4: a support ignores coasts. VIII.B.3: a "nul" order is no order, so that the unit holds
and may be supported (X.C.5): a reading, since the text does not say it."""

_LOST_CONVOYS = "2000 (18C XIII)"

ANCHORS = Anchors(
    other="18C X.B",
    retreats="18C XII.2",
    winter="2000 (18C XV)",
    by_code={
        "advances": "18C VIII.A.1",
        "beats-rivals": "18C X.B",
        "dislodges": "18C X.B",
        "dislodged": "18C X.B",
        "standoff": "18C IX.1",
        "outmatched": "18C X.B",
        "defence-holds": "18C X.B",
        "compatriot-holds": "18C X.C.1",
        "standoff-own-support": "18C X.C.1",
        "head-to-head-fails": "18C IX.3",
        "support-cut": "18C XI.2",
        "support-broken": "18C XI.3",
        "support-of-nobody": "18C X.A.1",
        "support-of-mover": "18C X.C.5",
        "support-of-other-order": "18C X.A.1",
        "illegal-own-province": "18C VIII.A.1",
        "illegal-not-adjacent": "18C VIII.A.2",
        "illegal-impassable": "18C VIII.A.2",
        "illegal-army-at-sea": "18C VIII.A.2",
        "illegal-fleet-inland": "18C VIII.A.3",
        "illegal-coast-missing": "18C VIII.B.3",
        "illegal-coast-out-of-reach": "18C VIII.A.4",
        "illegal-no-chain": "18C VIII.A.2",
        "illegal-support-itself": "18C X.A.1",
        "illegal-support-out-of-reach": "18C X.A.1",
        "illegal-convoy-not-at-sea": "18C VIII.B.1",
        "illegal-convoy-ends": _LOST_CONVOYS,
        "illegal-convoy-of-fleet": _LOST_CONVOYS,
        "illegal-convoy-no-chain": _LOST_CONVOYS,
        "convoy-without-army": _LOST_CONVOYS,
        "convoy-off-route": _LOST_CONVOYS,
        "convoy-disrupted": _LOST_CONVOYS,
        "convoy-no-route": _LOST_CONVOYS,
        "convoy-paradox": _LOST_CONVOYS,
    },
)
"""Where the text, or what stands in for it, says what a reason says."""

OPTION_ANCHORS = {
    "convoy_disruption": _LOST_CONVOYS,
    "paradox": _LOST_CONVOYS,
    "adjacent_convoy": _LOST_CONVOYS,
    "land_fallback": _LOST_CONVOYS,
    "convoy_cuts_from_target": "18C XI.2",
    "retreat_to_convoyed_attackers_start": "18C XII.2",
    "dislodged_can_bounce": "18C X.C.4",
    "missing_coast": "18C VIII.B.3",
    "wrong_coast": "18C VIII.A.4",
    "support_coast": "18C VIII.B.4",
    "army_coast": "18C VIII.B.4",
    "illegal_orders": "18C VIII.B.3, X.C.5",
    "disorder_from": "2000 (18C XV)",
    "disorder_distance": "2000 (18C XV)",
    "disorder_alphabet": "2000 (18C XV)",
    "extra_builds": "2000 (18C XV)",
}
"""The chapter that decides each option."""
