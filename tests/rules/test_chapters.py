"""Every reason names its chapter: one phase a reason, under three rule systems."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.rulesystems import RuleSystem, rule_system
from judge.ruling import MovementRuling
from tests.boards import coded_position, europe
from tests.coded_phases import codes

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "chapters.yaml").read_text("utf-8")
)


def told(ruling: MovementRuling) -> dict[str, list[str]]:
    """Each unit's reasons: the code, who caused it, the forces, the place and the chapter."""
    names = [codes().unit_code(unit) for unit in ruling.position.units]
    found: dict[str, list[str]] = {}
    for name, outcome in zip(names, ruling.outcomes, strict=True):
        for reason in outcome.reasons:
            by = f" by {' + '.join(names[n] for n in reason.by)}" if reason.by else ""
            forces = " {}-{}".format(*reason.against) if reason.against else ""
            place = "" if reason.place < 0 else f" in {codes().location_code(reason.place)}"
            said = f"{reason.code}{by}{forces}{place} @ {reason.rule}"
            found.setdefault(name, []).append(said)
    return found


@pytest.mark.parametrize("system", ["guide", "standard", "18centres"])
@pytest.mark.parametrize("case", CASES, ids=[c["case"] for c in CASES])
def test_the_reasons_and_their_chapters(case: dict[str, Any], system: str) -> None:
    position, orders = coded_position(case["units"], case["orders"])
    ruling = rule_system(system).movement(europe(), position, orders, True)
    assert told(ruling) == case[system]


ANCHORS = {
    # option: chapters of 18centres, issue of the DATC
    "convoy_disruption": ("2000 (18C XIII)", "DATC 4.A.1"),
    "paradox": ("2000 (18C XIII)", "DATC 4.A.2"),
    "adjacent_convoy": ("2000 (18C XIII)", "DATC 4.A.3"),
    "land_fallback": ("2000 (18C XIII)", "DATC 4.A.3"),
    "convoy_cuts_from_target": ("18C XI.2", "DATC 4.A.4"),
    "retreat_to_convoyed_attackers_start": ("18C XII.2", "DATC 4.A.5"),
    "dislodged_can_bounce": ("18C X.C.4", "DATC 4.A.7"),
    "missing_coast": ("18C VIII.B.3", "DATC 4.B.2"),
    "wrong_coast": ("18C VIII.A.4", "DATC 4.B.3"),
    "support_coast": ("18C VIII.B.4", "DATC 4.B.4"),
    "army_coast": ("18C VIII.B.4", "DATC 4.B.6"),
    "illegal_orders": ("18C VIII.B.3, X.C.5", "DATC 4.E.1"),
    "disorder_from": ("2000 (18C XV)", "DATC 4.D.8"),
    "disorder_distance": ("2000 (18C XV)", "DATC 4.D.8"),
    "disorder_alphabet": ("2000 (18C XV)", "DATC 4.D.8"),
    "extra_builds": ("2000 (18C XV)", "DATC 4.D.4"),
}


@pytest.mark.parametrize(("system", "column"), [("18centres", 0), ("standard", 1)])
def test_where_each_option_is_decided(system: str, column: int) -> None:
    chosen = rule_system(system)
    assert dict(chosen.anchors) == {option: said[column] for option, said in ANCHORS.items()}
    assert set(chosen.options) == set(ANCHORS)


def test_where_each_option_of_the_guide_is_decided() -> None:
    assert dict(rule_system("guide").anchors) == {
        "retreat_to_convoyed_attackers_start": "DPTG XI.4",
        "disorder_from": "DPTG XIII.1",
        "disorder_distance": "DPTG XIII.1",
        "disorder_alphabet": "DPTG XIII.1",
        "extra_builds": "2000 (DPTG XIII)",
    }


@pytest.mark.parametrize("edition", ["1971", "1982", "2000"])
def test_a_convoy_elsewhere_changes_no_paradox(edition: str) -> None:
    """Where the edition says so, the convoyed army does not cut the support against its fleet."""
    units = {"ENGLAND": ["F LON", "F WAL"], "FRANCE": ["A BRE", "F ENG"]}
    orders = {
        "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
        "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
    }
    results = {"F LON": "given", "F WAL": "succeeds", "A BRE": "no_convoy", "F ENG": "disrupted"}
    elsewhere = {"A EDI": "succeeds", "F NWG": "convoys"}
    system = rule_system(f"standard:{edition}")
    assert _results(system, units, orders) == results
    units["ENGLAND"] = ["A EDI", "F NWG", *units["ENGLAND"]]
    orders["ENGLAND"] += ["A EDI - NWY", "F NWG C A EDI - NWY"]
    assert _results(system, units, orders) == {**results, **elsewhere}


def _results(
    system: RuleSystem, units: dict[str, list[str]], orders: dict[str, list[str]]
) -> dict[str, str]:
    position, given = coded_position(units, orders)
    outcomes = system.movement(europe(), position, given, True).outcomes
    return {
        codes().unit_code(unit): str(outcome.result)
        for unit, outcome in zip(position.units, outcomes, strict=True)
    }


def test_what_the_standard_is_where_nothing_is_said() -> None:
    assert dict(rule_system("standard").options) == {
        "convoy_disruption": "all",
        "paradox": "szykman",
        "adjacent_convoy": "intent",
        "land_fallback": False,
        "convoy_cuts_from_target": False,
        "retreat_to_convoyed_attackers_start": True,
        "dislodged_can_bounce": True,
        "missing_coast": "inferred",
        "wrong_coast": "illegal",
        "support_coast": "match_if_given",
        "army_coast": "ignored",
        "illegal_orders": "supportable",
        "disorder_from": "owned",
        "disorder_distance": "any",
        "disorder_alphabet": "en",
        "extra_builds": "first",
    }
