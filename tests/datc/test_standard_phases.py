"""DATC 3.2, sections H, I and J, under `standard` with the DATC's preferences."""

from typing import Any

import pytest

from judge.rules.retreats import units_after_retreats
from judge.rulesystems import RuleSystem, rule_system
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


BARRED = {case["id"]: case for case in RETREATS if "barred" in case}
"""Where an option or an edition bars the province that an attacker left by convoy."""


def check_a_retreat(case: dict[str, Any], expected: dict[str, Any], system: RuleSystem) -> None:
    board = europe()
    position, orders = coded_position(case["units"], case["orders"])
    ruling = system.movement(board, position, orders, True)
    told = moves_told(ruling)
    del told["stands"]
    assert told == {
        "results": case["results"],
        "dislodged": expected["dislodged"],
        "standoffs": case["standoffs"],
    }
    waiting = to_retreat(ruling)
    flights = system.retreats(board, waiting, retreat_orders(waiting, case["retreats"]))
    assert retreats_told(flights) == expected["outcomes"]
    assert by_power(units_after_retreats(flights, board)) == listed(expected["after"])


@pytest.mark.parametrize("case", RETREATS, ids=[c["id"] for c in RETREATS])
def test_a_retreat(case: dict[str, Any]) -> None:
    check_a_retreat(case, case, SYSTEM)


@pytest.mark.parametrize("case", RETREATS, ids=[c["id"] for c in RETREATS])
def test_a_retreat_where_a_convoyed_attackers_start_is_barred(case: dict[str, Any]) -> None:
    system = rule_system("standard:datc", {"retreat_to_convoyed_attackers_start": False})
    check_a_retreat(case, case.get("barred", case), system)


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("6.H.11", "standard:1971"),
        *((name, s) for name in BARRED for s in ("standard:1982", "standard:2000", "18centres")),
    ],
)
def test_a_retreat_where_the_rule_system_bars_it(name: str, system: str) -> None:
    check_a_retreat(BARRED[name], BARRED[name]["barred"], rule_system(system))


def test_by_land_after_a_broken_convoy_the_armies_change_places_in_1971() -> None:
    """6.H.12: nobody is dislodged by the army come by convoy, so nothing is barred."""
    case = BARRED["6.H.12"]
    position, orders = coded_position(case["units"], case["orders"])
    told = moves_told(rule_system("standard:1971").movement(europe(), position, orders, True))
    by_land = {"A LVP": "succeeds", "F IRI": "void", "F ENG": "void", "F NTH": "void"}
    assert told["results"] == case["results"] | by_land
    assert told["dislodged"] == {"F ENG": case["dislodged"]["F ENG"]}
    assert told["stands"] == listed(case["after"])


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
