"""Every reason names the part of the text that it comes from."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.rulesystems import rule_system
from tests.diplo.reading import StackCase, notation, played
from tests.diplo.test_examples import CASES

TOLD: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "chapters.yaml").read_text("utf-8")
)
BY_TITLE = {case.title: case for case in CASES}


@pytest.mark.parametrize("row", TOLD, ids=[row["case"] for row in TOLD])
def test_the_reasons_and_their_chapters(row: dict[str, Any]) -> None:
    title = row["case"]
    case = StackCase(title, row["sheet"]) if "sheet" in row else BY_TITLE[title]
    _, ruling = played(case)
    told: dict[str, list[str]] = {}
    for unit, outcome in zip(ruling.position.units, ruling.outcomes, strict=True):
        for reason in outcome.reasons:
            said = told.setdefault(notation().unit(unit.kind, unit.location), [])
            if (text := f"{reason.code} @ {reason.rule}") not in said:
                said.append(text)
    assert told == row["told"]


def test_where_each_option_is_decided() -> None:
    system = rule_system("diplo")
    assert dict(system.anchors) == {
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
        "losses_paid_by": "DIPLO 5.2",
    }
    assert set(system.options) == set(system.anchors)
