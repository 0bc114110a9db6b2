"""DATC 3.2, sections H, I and J, under `standard` with the DATC's preferences."""

from typing import Any

import pytest

from judge.rules.retreats import units_after_retreats
from judge.rulesystems import rule_system
from judge.season import after
from tests.boards import coded_position, europe
from tests.coded_phases import (
    by_power,
    listed,
    moves_told,
    position_of,
    retreat_orders,
    retreats_told,
    winter_orders,
    winter_told,
)
from tests.datc.test_guide_retreats import RETREATS, WINTERS, to_retreat

SYSTEM = rule_system("standard:datc")


@pytest.mark.parametrize("case", RETREATS, ids=[c["id"] for c in RETREATS])
def test_a_retreat(case: dict[str, Any]) -> None:
    board = europe()
    position, orders = coded_position(case["units"], case["orders"])
    ruling = SYSTEM.movement(board, position, orders, True)
    told = moves_told(ruling)
    del told["stands"]
    assert told == {
        "results": case["results"],
        "dislodged": case["dislodged"],
        "standoffs": case["standoffs"],
    }
    waiting = to_retreat(ruling)
    flights = SYSTEM.retreats(board, waiting, retreat_orders(waiting, case["retreats"]))
    assert retreats_told(flights) == case["outcomes"]
    assert by_power(units_after_retreats(flights, board)) == listed(case["after"])


@pytest.mark.parametrize("case", WINTERS, ids=[c["id"] for c in WINTERS])
def test_a_winter(case: dict[str, Any]) -> None:
    position = position_of("W1901A", case["units"], case["centres"])
    ruling = SYSTEM.winter(europe(), position, winter_orders(position, case["orders"]))
    expected = case.get("rulebook", case)
    assert winter_told(ruling) == {
        "outcomes": {
            power: [[text, *row] for text, row in zip(case["orders"][power], rows, strict=True)]
            for power, rows in case["outcomes"].items()
        },
        "balances": case["balances"],
        "automatic": expected.get("automatic", []),
        "after": listed(expected["after"]),
    }
    assert by_power(after(ruling, europe()).units) == listed(expected["after"])


def test_the_whole_collection_is_here() -> None:
    """140 movement cases (test_standard.py) and these make 177."""
    assert 140 + len(RETREATS) + len(WINTERS) == 177
