"""What people reported to other judges: movement, retreats and adjustments, whole answers."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.phase import Phase
from judge.position import Position
from judge.rules import guide
from judge.rules.guide.options import from_mapping
from judge.ruling import MovementRuling, WinterRuling
from judge.season import after, powers_to_order
from tests.boards import SHARED, coded_position, europe
from tests.coded_phases import (
    by_power,
    centres_by_power,
    codes,
    listed,
    moves_told,
    owners_of,
    position_of,
    retreat_orders,
    retreats_told,
    winter_orders,
    winter_told,
)

Case = dict[str, Any]

CASES: list[Case] = yaml.safe_load((Path(__file__).parent / "reports.yaml").read_text("utf-8"))
MOVES = [c for c in CASES if "results" in c]
RETREATS = [c for c in CASES if "retreats" in c]
WINTERS = [c for c in CASES if "results" not in c]


def ids(cases: list[Case]) -> list[str]:
    return [c["id"] for c in cases]


def ruled(case: Case) -> MovementRuling:
    position, orders = coded_position(case["units"], case["orders"])
    phase = Phase.parse(case.get("phase", "S1901M"))
    centres = owners_of(case.get("centres", {}))
    return guide.rule_movement(europe(), Position(phase, position.units, centres), orders)


@pytest.mark.parametrize("case", MOVES, ids=ids(MOVES))
def test_the_moves(case: Case) -> None:
    ruling = ruled(case)
    parts = ("results", "standoffs", "dislodged")
    expected: Case = {part: case[part] for part in parts}
    assert moves_told(ruling) == {**expected, "stands": listed(case["stands"])}
    reasons = {
        codes().unit_code(unit): {r.code for r in outcome.reasons}
        for unit, outcome in zip(ruling.position.units, ruling.outcomes, strict=True)
    }
    for unit, code in case.get("reasons", {}).items():
        assert code in reasons[unit]


@pytest.mark.parametrize("case", RETREATS, ids=ids(RETREATS))
def test_the_retreats(case: Case) -> None:
    board = europe()
    waiting = after(ruled(case), board)
    assert {codes().unit_code(d.unit) for d in waiting.dislodged} == set(case["dislodged"])
    flights = guide.rule_retreats(board, waiting, retreat_orders(waiting, case["retreats"]))
    assert retreats_told(flights) == case["outcomes"]
    opened = after(flights, board)
    assert str(opened.phase) == case["opens"]
    assert by_power(opened.units) == listed(case["after"])
    assert centres_by_power(opened.owners) == listed(case["owners"])


def ruled_winter(case: Case, options: dict[str, str]) -> WinterRuling:
    position = position_of("W1901A", case["units"], case["centres"])
    orders = winter_orders(position, case["orders"])
    return guide.rule_winter(europe(), position, orders, from_mapping(dict(options)))


@pytest.mark.parametrize("case", WINTERS, ids=ids(WINTERS))
def test_the_winter(case: Case) -> None:
    for answer in ({**case, "options": {}}, *case.get("by_options", [])):
        ruling = ruled_winter(case, answer["options"])
        assert winter_told(ruling) == {
            "outcomes": {
                power: [[text, *row] for text, row in zip(case["orders"][power], rows, strict=True)]
                for power, rows in case["outcomes"].items()
            },
            "balances": case["balances"],
            "automatic": answer["automatic"],
            "after": listed(answer["after"]),
        }
        opened = after(ruling, europe())
        assert (str(opened.phase), by_power(opened.units)) == ("S1902M", listed(answer["after"]))


@pytest.mark.parametrize("case", WINTERS, ids=ids(WINTERS))
def test_who_has_a_choice_in_winter(case: Case) -> None:
    position = position_of("W1901A", case["units"], case["centres"])
    waiting = powers_to_order(europe(), position)
    assert [codes().power_names[p] for p in waiting] == case["waits"]


def test_a_power_without_centres_plays_its_last_retreat_and_then_is_taken_off() -> None:
    board = europe()
    (case,) = (c for c in CASES if "winter" in c)
    waiting = after(ruled(case), board)
    flights = guide.rule_retreats(board, waiting, retreat_orders(waiting, case["retreats"]))
    winter = after(flights, board)
    assert [codes().power_names[p] for p in powers_to_order(board, winter)] == case["waits"]
    ruling = guide.rule_winter(board, winter, {})
    assert winter_told(ruling) == {
        "outcomes": {},
        "balances": case["winter"]["balances"],
        "automatic": case["winter"]["automatic"],
        "after": listed(case["winter"]["after"]),
    }


# ---------------------------------------------------------------- the source


REPORTS = SHARED / "cases" / "reports.yaml"


@pytest.mark.skipif(not REPORTS.is_file(), reason="the reports are not beside the checkout")
def test_no_report_is_missing_and_the_facts_are_theirs() -> None:
    theirs = {c["id"]: c for c in yaml.safe_load(REPORTS.read_text("utf-8"))["cases"]}
    kinds = ("movement", "retreat", "adjustment")
    wanted = {i for i, c in theirs.items() if c["kind"] in kinds and "variant" not in c["map"]}
    assert {c["id"] for c in CASES} == wanted
    for case in CASES:
        source = theirs[case["id"]]
        if source.get("lang") == "fr" or "position" not in source:
            continue
        assert case["units"] == source["position"]
        assert case["orders"] == source["orders"]
        assert case.get("centres", {}) == source.get("centers", {})
        if "expected_after" in source:
            found = {p: case["after"].get(p, []) for p in source["expected_after"]}
            assert listed(found) == listed(source["expected_after"])
        for unit, options in source.get("expected_options", {}).items():
            assert case["dislodged"][unit]["retreats"] == sorted(options)
        if source.get("retreat_orders"):
            arrow = {p: [t.replace(" R ", " - ") for t in o] for p, o in case["retreats"].items()}
            assert arrow == source["retreat_orders"]
        if "results" in case and "rule" not in case:
            for unit, words in source.get("expected", {}).items():
                assert ("dislodged" in words) == (unit in case["dislodged"])
