"""Boards of the older DATC and of real games under `standard:2000`: the board after, who is out."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.jsonlines import RecordJudge
from judge.rulesystems import rule_system
from tests.boards import coded_position, english, europe

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "extra.yaml").read_text("utf-8")
)
MOVES = [c for c in CASES if c["phase"].endswith("M")]
OTHERS = [c for c in CASES if not c["phase"].endswith("M")]
SYSTEM = rule_system("standard:2000")


def listed(units: dict[str, list[str]]) -> dict[str, list[str]]:
    return {power: sorted(found) for power, found in units.items() if found}


@pytest.mark.parametrize("case", MOVES, ids=[c["id"] for c in MOVES])
def test_moves(case: dict[str, Any]) -> None:
    position, orders = coded_position(case["units"], case["orders"])
    ruling = SYSTEM.movement(europe(), position, orders, True)
    assert english(ruling) == listed(case["after"])
    judge = RecordJudge(europe(), SYSTEM)
    answer = judge.answer(json.dumps({"units": case["units"], "orders": case["orders"]}))
    for power, units in case["units"].items():
        driven_out = [u for u in units if answer["results"][u]["dislodged_by"] is not None]
        assert len(driven_out) == len(units) - len(case["after"].get(power, []))


@pytest.mark.parametrize("case", OTHERS, ids=[c["id"] for c in OTHERS])
def test_retreats_and_winters(case: dict[str, Any]) -> None:
    record: dict[str, Any] = {
        part: case[part] for part in ("phase", "units", "orders") if part in case
    }
    record["centers"] = case.get("centers", {})
    record["dislodged"] = {
        power: dict.fromkeys(units) for power, units in case.get("dislodged", {}).items()
    }
    answer = RecordJudge(europe(), SYSTEM).answer(json.dumps(record))
    assert listed(answer["after"]["units"]) == listed(case["after"])


def test_there_are_28() -> None:
    assert len(CASES) == 28
