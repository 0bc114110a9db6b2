"""DATC 3.2 under `standard`: sections A to G with the DATC's preferences, and the editions.

The facts are in `movement.yaml`. `available` there is a fleet ready to convoy that carried nobody:
here it convoys, or its convoy is broken, or its order matches nothing, which the board does not
show. Two slips of the source are corrected in the facts: in 6.D.4 A BER S F KIE is cut, and in
6.F.21 F CLY is cut and destroyed.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.codes import EnglishCodes
from judge.rules.standard import rule_movement
from judge.rules.standard.options import DATC, EDITIONS, Options
from judge.ruling import MovementRuling
from tests.boards import coded_position, english, europe

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "movement.yaml").read_text("utf-8")
)
BY_ID = {case["id"]: case for case in CASES}

# Words for single orders where the source's word and ours say the same thing differently; the
# board is the same in each.
WORDS: dict[str, dict[str, str]] = {
    "6.A.5": {"A LVP": "void"},
    "6.B.11": {"F SPA/NC": "illegal"},
    "6.D.22": {"A BUR": "void"},
    "6.D.23": {"F MAR": "void"},
    "6.D.24": {"F SPA/SC": "void"},
    "6.D.31": {"F BLA": "given"},
    "6.G.3": {"F ENG": "void"},
    "6.G.4": {"F ENG": "void"},
}


def ruled(case: dict[str, Any], options: Options) -> MovementRuling:
    position, orders = coded_position(case["units"], case["orders"])
    return rule_movement(europe(), position, orders, options)


def results(ruling: MovementRuling) -> dict[str, str]:
    """Every order's result; orders for units that are not there have none."""
    codes = EnglishCodes(europe())
    position = ruling.position
    return {
        codes.unit_code(unit): str(outcome.result)
        for unit, outcome in zip(position.units, ruling.outcomes, strict=True)
        if outcome.order is not None
    }


def dislodged(ruling: MovementRuling) -> dict[str, str]:
    """Every dislodged unit and where its attacker came from."""
    board, units = europe(), ruling.position.units
    codes = EnglishCodes(board)
    return {
        codes.unit_code(unit): codes.location_code(
            board.province_of[units[outcome.dislodged_by].location]
        )
        for unit, outcome in zip(units, ruling.outcomes, strict=True)
        if outcome.dislodged_by is not None
    }


@pytest.mark.parametrize("case", CASES, ids=[c["id"] for c in CASES])
def test_case(case: dict[str, Any]) -> None:
    ruling = ruled(case, DATC)
    expected = case["standard"]
    seen = results(ruling)
    words = WORDS.get(case["id"], {})
    for unit, word in expected["results"].items():
        wanted = words.get(unit, "stands" if word == "dislodged" else word)
        if wanted == "available":
            assert seen[unit] in ("convoys", "disrupted", "void"), unit
        else:
            assert seen[unit] == wanted, unit
    assert set(seen) == set(expected["results"])
    assert english(ruling) == {p: sorted(u) for p, u in expected["after"].items() if u}
    assert dislodged(ruling) == (expected["dislodged"] or {})


def test_there_are_140_movement_cases() -> None:
    assert len(CASES) == len(BY_ID) == 140


# Other rulings of the same boards: the option that makes them, the units that end elsewhere than
# under the DATC's preferences (None: off the board), and the words that change.
ALTERNATIVES: list[tuple[str, Options, dict[str, str | None], dict[str, str]]] = [
    ("6.B.2", replace(DATC, missing_coast="illegal"), {"F GAS": "GAS"}, {"F GAS": "illegal"}),
    ("6.B.3", replace(DATC, wrong_coast="corrected"), {"F GAS": "SPA/NC"}, {"F GAS": "succeeds"}),
    ("6.B.12", replace(DATC, army_coast="illegal"), {"A GAS": "GAS"}, {"A GAS": "illegal"}),
    (
        "6.B.15",
        replace(DATC, support_coast="foreign_must_name"),
        {"F WES": "SPA/SC"},
        {"F POR": "void", "F WES": "succeeds"},
    ),
    ("6.F.9", EDITIONS["1971"], {"A LON": "LON"}, {"A LON": "no_convoy"}),
    ("6.F.10", EDITIONS["1971"], {"A LON": "LON"}, {"A LON": "no_convoy"}),
    ("6.F.11", EDITIONS["1971"], {"A LON": "LON"}, {"A LON": "no_convoy"}),
    ("6.F.14", EDITIONS["1971"], {}, {}),
    ("6.F.14", EDITIONS["1982"], {}, {}),
    ("6.F.14", EDITIONS["2000"], {}, {}),
    (
        "6.F.14",
        replace(DATC, paradox="all_hold"),
        {"F WAL": "WAL", "F ENG": "ENG"},
        {"F WAL": "fails"},
    ),
    ("6.F.16", EDITIONS["2000"], {}, {"F ENG": "convoys", "A BRE": "fails"}),
    (
        "6.F.17",
        EDITIONS["2000"],
        {"A BRE": "LON", "F LON": None, "F ENG": "ENG", "F BEL": "BEL"},
        {"A BRE": "succeeds", "F LON": "given", "F ENG": "convoys", "F BEL": "fails"},
    ),
    (
        "6.F.18",
        EDITIONS["1982"],
        {"A LON": "BEL", "F BEL": None},
        {"A LON": "succeeds", "F NTH": "convoys", "F BEL": "given"},
    ),
    (
        "6.F.19",
        EDITIONS["1982"],
        {"F ROM": "TYS", "F TYS": None},
        {"F NAP": "given", "F ROM": "succeeds", "F TYS": "disrupted"},
    ),
    (
        "6.F.20",
        EDITIONS["1982"],
        {"F EAS": "EAS", "F ION": "ION"},
        {"F NAP": "given", "F ION": "convoys", "F EAS": "fails"},
    ),
    ("6.F.22", EDITIONS["1982"], {}, {}),
    (
        "6.G.1",
        replace(DATC, adjacent_convoy="explicit"),
        {"A NWY": "NWY", "A SWE": "SWE"},
        {"A NWY": "fails", "A SWE": "fails", "F SKA": "void"},
    ),
    (
        "6.G.2",
        EDITIONS["1971"],
        {"A NWY": "SWE", "F SWE": "NWY"},
        {"A NWY": "succeeds", "F SWE": "succeeds", "F SKA": "convoys"},
    ),
    (
        "6.G.8",
        replace(DATC, land_fallback=True),
        {"A BEL": "HOL"},
        {"A BEL": "succeeds"},
    ),
    ("6.G.10", replace(DATC, dislodged_can_bounce=False), {"F NWG": "NWY"}, {"F NWG": "succeeds"}),
    (
        "6.G.11",
        replace(EDITIONS["2000"], land_fallback=True),
        {"A SWE": "NWY", "F SKA": "SKA", "F NWY": None, "F NTH": "NTH"},
        {"A SWE": "succeeds", "F SKA": "void", "F NWY": "cut", "F NTH": "fails"},
    ),
    (
        "6.G.13",
        replace(DATC, convoy_cuts_from_target=True),
        {"F ALB": "ALB", "A TRI": "TRI"},
        {"F ALB": "fails", "A VEN": "cut", "A TRI": "fails"},
    ),
    (
        "6.G.19",
        EDITIONS["1971"],
        {"A MAR": "SPA", "A SPA": "MAR"},
        {"A MAR": "succeeds", "A SPA": "succeeds", "F LYO": "convoys"},
    ),
    ("6.G.20", replace(DATC, land_fallback=True), {"A PIC": "BEL"}, {"A PIC": "succeeds"}),
]


@pytest.mark.parametrize(
    ("name", "options", "moved", "words"),
    ALTERNATIVES,
    ids=[f"{n}-{i}" for i, (n, *_) in enumerate(ALTERNATIVES)],
)
def test_alternative(
    name: str, options: Options, moved: dict[str, str | None], words: dict[str, str]
) -> None:
    board, codes = europe(), EnglishCodes(europe())
    case = BY_ID[name]
    other, preferred = ruled(case, options), ruled(case, DATC)
    places: dict[str, str | None] = {}
    for unit, mine, theirs in zip(
        other.position.units, other.outcomes, preferred.outcomes, strict=True
    ):
        code = codes.unit_code(unit)
        stays = unit.location if mine.to is None else mine.to
        there = None if mine.dislodged_by is not None else codes.location_code(stays)
        before = unit.location if theirs.to is None else theirs.to
        was = None if theirs.dislodged_by is not None else codes.location_code(before)
        if code in moved or there != was:
            places[code] = there
        if code in words:
            assert str(mine.result) == words[code], code
    assert board.key == "europe"
    assert places == moved
