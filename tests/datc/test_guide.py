"""DATC 3.2, sections A to G, under the Guide: every order's result and the board after.

The answers are the Guide's own. Where they part from the standard rulebook's, the case in
`movement.yaml` names the Point that parts them; `board_same` says that only a word differs.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.codes import EnglishCodes
from judge.rules.guide import rule_movement
from tests.boards import coded_position, english, europe

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "movement.yaml").read_text("utf-8")
)

PARTED = {
    "6.B.9": "a support needs no coast",
    "6.D.28": "VII: an illegal mover is not supported in place",
    "6.D.29": "VII",
    "6.D.30": "VII",
    "6.D.32": "VII",
    "6.E.7": "19.F: the defender's own support beats the rival",
    "6.E.8": "19.F",
    "6.E.10": "19.F",
    "6.F.9": "7: one fleet lost breaks every route",
    "6.F.11": "7",
    "6.F.13": "1.C: an all-own route excludes the foreign fleet, then 7",
    "6.F.19": "12",
    "6.F.24": "13",
    "6.G.1": "XII: beside, a convoy must be said",
    "6.G.5": "XII",
    "6.G.6": "XII",
    "6.G.9": "XII",
    "6.G.11": "XII",
    "6.G.13": "8: a convoyed attack cuts its target's support",
}
"""Where the board after differs from DATC's preference, and the Guide's reason."""

# Words of the standard results that the Guide's rulings say otherwise.
_SAME_WORD = {"dislodged": "stands", "available": "convoys"}


def _expected(case: dict[str, Any]) -> dict[str, Any]:
    guide = case["guide"]
    answer: dict[str, Any] = case["standard"] if guide == "same" else guide
    return answer


@pytest.mark.parametrize("case", CASES, ids=[c["id"] for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    board = europe()
    codes = EnglishCodes(board)
    position, orders = coded_position(case["units"], case["orders"])
    ruling = rule_movement(board, position, orders)
    expected = _expected(case)
    results = {}
    dislodged = {}
    for unit, order, outcome in zip(position.units, orders, ruling.outcomes, strict=True):
        code = codes.unit_code(unit)
        if order is not None:
            results[code] = str(outcome.result)
        if outcome.dislodged_by is not None:
            by = position.units[outcome.dislodged_by]
            dislodged[code] = codes.location_code(board.province_of[by.location])
    wanted = {u: _SAME_WORD.get(r, r) for u, r in expected["results"].items()}
    assert results == wanted
    assert english(ruling) == {p: sorted(u) for p, u in expected["after"].items() if u}
    assert dislodged == (expected.get("dislodged") or {})
    if "standoffs" in expected:
        seen = {codes.location_code(p) for p in ruling.standoffs}
        assert seen == set(expected["standoffs"])


def test_the_guide_parts_from_the_rulebook_exactly_here() -> None:
    parted = set()
    for case in CASES:
        guide, standard = case["guide"], case["standard"]
        if guide != "same":
            after, other = guide["after"], standard["after"]
            if {p: sorted(u) for p, u in after.items()} != {p: sorted(u) for p, u in other.items()}:
                parted.add(case["id"])
    assert parted == set(PARTED)
