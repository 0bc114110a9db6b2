"""DATC 3.2 under `standard`: sections A to G with the DATC's preferences, and the editions.

The facts are in `movement.yaml`. `available` there is a fleet ready to convoy that carried nobody:
here it convoys, or its convoy is broken, or its order matches nothing, which the board does not
show. Two slips of the source are corrected in the facts: in 6.D.4 A BER S F KIE is cut, and in
6.F.21 F CLY is cut and destroyed.
"""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.codes import EnglishCodes
from judge.rules.standard import rule_movement
from judge.rules.standard.options import DATC, EDITIONS, Options
from judge.ruling import MovementRuling
from tests.boards import SHARED, coded_position, english, europe
from tests.datc.test_standard_phases import BARRED

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
# under the DATC's preferences (None: off the board), and the words that change; all else is the
# same. A fleet whose army goes by land convoys nothing: its order is void.
Alternative = tuple[str, Options, dict[str, str | None], dict[str, str]]
YEARS = ("1971", "1982", "2000", "2023")


def same_in(name: str, *years: str) -> list[Alternative]:
    """Editions that rule a board as the DATC prefers."""
    return [(name, EDITIONS[year], {}, {}) for year in years]


ALTERNATIVES: list[Alternative] = [
    ("6.B.2", replace(DATC, missing_coast="illegal"), {"F GAS": "GAS"}, {"F GAS": "illegal"}),
    ("6.B.3", replace(DATC, wrong_coast="corrected"), {"F GAS": "SPA/NC"}, {"F GAS": "succeeds"}),
    ("6.B.12", replace(DATC, army_coast="illegal"), {"A GAS": "GAS"}, {"A GAS": "illegal"}),
    (
        "6.B.15",
        replace(DATC, support_coast="foreign_must_name"),
        {"F WES": "SPA/SC"},
        {"F POR": "void", "F WES": "succeeds"},
    ),
    (
        "6.F.9",
        EDITIONS["1971"],
        {"A LON": "LON"},
        {"A LON": "no_convoy", "F NTH": "disrupted"},
    ),
    (
        "6.F.10",
        EDITIONS["1971"],
        {"A LON": "LON"},
        {"A LON": "no_convoy", "F NTH": "disrupted"},
    ),
    (
        "6.F.11",
        EDITIONS["1971"],
        {"A LON": "LON"},
        {"A LON": "no_convoy", "F NTH": "disrupted"},
    ),
    *same_in("6.F.14", *YEARS),
    (
        "6.F.14",
        replace(DATC, paradox="all_hold"),
        {"F WAL": "WAL", "F ENG": "ENG"},
        {"F WAL": "fails"},
    ),
    *same_in("6.F.15", *YEARS),
    *(("6.F.16", EDITIONS[year], {}, {"F ENG": "convoys", "A BRE": "fails"}) for year in YEARS),
    *(
        (
            "6.F.17",
            EDITIONS[year],
            {"A BRE": "LON", "F LON": None, "F ENG": "ENG", "F BEL": "BEL"},
            {"A BRE": "succeeds", "F LON": "given", "F ENG": "convoys", "F BEL": "fails"},
        )
        for year in YEARS
    ),
    (
        "6.F.18",
        EDITIONS["1982"],
        {"A LON": "BEL", "F BEL": None},
        {"A LON": "succeeds", "F NTH": "convoys", "F BEL": "given"},
    ),
    # All of the convoy's fleets must stand in 1971, so the other fleet's convoy is broken too.
    (
        "6.F.19",
        EDITIONS["1971"],
        {"F ROM": "TYS", "F TYS": None},
        {
            "F NAP": "given",
            "F ROM": "succeeds",
            "F TYS": "disrupted",
            "F ION": "disrupted",
            "A TUN": "no_convoy",
        },
    ),
    (
        "6.F.19",
        EDITIONS["1982"],
        {"F ROM": "TYS", "F TYS": None},
        {"F NAP": "given", "F ROM": "succeeds", "F TYS": "disrupted"},
    ),
    *same_in("6.F.19", "2000", "2023"),
    (
        "6.F.20",
        EDITIONS["1982"],
        {"F EAS": "EAS", "F ION": "ION"},
        {"F NAP": "given", "F ION": "convoys", "F EAS": "fails"},
    ),
    *same_in("6.F.20", "2000", "2023"),
    (
        "6.F.21",
        EDITIONS["1982"],
        {"F MAO": "MAO", "F NAO": "NAO"},
        {"F CLY": "given", "F MAO": "fails", "F NAO": "convoys", "A LVP": "fails"},
    ),
    # In 1971 the army whose convoy is broken goes by land, and bounces.
    ("6.F.21", EDITIONS["1971"], {}, {"A LVP": "fails", "F NAO": "void"}),
    *same_in("6.F.21", "2000", "2023"),
    *same_in("6.F.22", "1982"),
    (
        "6.F.23",
        EDITIONS["1982"],
        {},
        {"A BRE": "fails", "F ENG": "convoys", "A NWY": "fails", "F NTH": "convoys"},
    ),
    ("6.F.24", EDITIONS["1982"], {}, {"A BRE": "fails", "F ENG": "convoys"}),
    *same_in("6.F.28", "1982"),
    (
        "6.F.29",
        EDITIONS["1982"],
        {
            "F FIN": "BOT",
            "F PRU": "BAL",
            "F SKA": "NTH",
            "F NWY": "NWG",
            "F WAL": "ENG",
            **dict.fromkeys(("F BOT", "F BAL", "F NTH", "F NWG", "F ENG")),
        },
        {
            **dict.fromkeys(("F FIN", "F PRU", "F SKA", "F NWY", "F WAL"), "succeeds"),
            **dict.fromkeys(("F STP/SC", "F SWE", "F DEN", "F CLY", "F LON", "F BRE"), "given"),
            **dict.fromkeys(("F BOT", "F BAL", "F NTH", "F NWG", "F BAR", "F ENG"), "disrupted"),
            **dict.fromkeys(("A LVN", "A BER", "A HOL", "A EDI", "A BEL"), "no_convoy"),
        },
    ),
    *same_in("6.F.29", "1971", "2000", "2023"),
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
        "6.G.5",
        replace(DATC, adjacent_convoy="explicit"),
        {"A ROM": "ROM", "A APU": "APU"},
        {"A ROM": "fails", "A APU": "fails", "F TYS": "void", "F ION": "void"},
    ),
    (
        "6.G.6",
        replace(DATC, adjacent_convoy="explicit"),
        {"A LVP": "LVP", "A EDI": "EDI"},
        {"A LVP": "fails", "A EDI": "fails", "F ENG": "void", "F NWG": "void", "F NAO": "void"},
    ),
    (
        "6.G.7",
        EDITIONS["1971"],
        {"A SWE": "NWY", "F NWY": "SWE"},
        {"A SWE": "succeeds", "F NWY": "succeeds", "F SKA": "convoys"},
    ),
    (
        "6.G.8",
        replace(DATC, land_fallback=True),
        {"A BEL": "HOL"},
        {"A BEL": "succeeds"},
    ),
    (
        "6.G.9",
        replace(DATC, adjacent_convoy="explicit"),
        {"A SWE": None},
        {"A SWE": "fails", "F SKA": "void"},
    ),
    ("6.G.10", replace(DATC, dislodged_can_bounce=False), {"F NWG": "NWY"}, {"F NWG": "succeeds"}),
    *(
        (
            "6.G.11",
            options,
            {"A SWE": "NWY", "F SKA": "SKA", "F NWY": None, "F NTH": "NTH"},
            {"A SWE": "succeeds", "F SKA": "void", "F NWY": "cut", "F NTH": "fails"},
        )
        for options in (
            EDITIONS["1971"],
            replace(EDITIONS["2000"], land_fallback=True),
            replace(EDITIONS["2023"], land_fallback=True),
        )
    ),
    (
        "6.G.13",
        replace(DATC, convoy_cuts_from_target=True),
        {"F ALB": "ALB", "A TRI": "TRI"},
        {"F ALB": "fails", "A VEN": "cut", "A TRI": "fails"},
    ),
    ("6.G.14", replace(DATC, dislodged_can_bounce=False), {"F NWG": "NWY"}, {"F NWG": "succeeds"}),
    ("6.G.15", replace(DATC, dislodged_can_bounce=False), {"A YOR": "LON"}, {"A YOR": "succeeds"}),
    (
        "6.G.19",
        EDITIONS["1971"],
        {"A MAR": "SPA", "A SPA": "MAR"},
        {"A MAR": "succeeds", "A SPA": "succeeds", "F LYO": "convoys"},
    ),
    (
        "6.G.20",
        replace(DATC, land_fallback=True),
        {"A PIC": "BEL"},
        {"A PIC": "succeeds", "F ENG": "void"},
    ),
]

UNDECIDED: list[Alternative] = [
    *same_in("6.F.18", "1971", "2000", "2023"),
    *same_in("6.F.22", "1971", "2000", "2023"),
    *same_in("6.F.23", "1971", "2000", "2023"),
    *same_in("6.F.24", "1971", "2000", "2023"),
    *same_in("6.F.28", "1971", "2000", "2023"),
    # All of the convoy's fleets must stand in 1971; the armies of a paradox do not move.
    (
        "6.F.20",
        EDITIONS["1971"],
        {"F EAS": "EAS", "F ION": "ION"},
        {"F NAP": "given", "F EAS": "fails", "F TYS": "disrupted", "A TUN": "no_convoy"},
    ),
]
"""Boards to which an edition's text gives no answer: the DATC's preferred rule decides."""

WITHOUT_OPTION = {
    "6.B.10": "4.B.5 a: an order finds its unit by the province; a wrong coast is only warned of",
    "6.F.30": "Brannan's rule is told by the DATC and not adopted by any edition",
}
"""Boards whose other ruling no option makes, and why."""


@pytest.mark.parametrize(
    ("name", "options", "moved", "words"),
    [*ALTERNATIVES, *UNDECIDED],
    ids=[f"{n}-{i}" for i, (n, *_) in enumerate([*ALTERNATIVES, *UNDECIDED])],
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
    assert board.key == "europe"
    assert places == moved
    assert results(other) == results(preferred) | words


COLLECTION = SHARED / "cases" / "datc3_cases.json"


@pytest.mark.skipif(not COLLECTION.is_file(), reason="the collection is not beside the checkout")
def test_every_alternative_is_ruled_or_has_no_option() -> None:
    """The collection's alternatives against the tables here, edition by edition.

    Of those of section H, `test_standard_phases.py` tests the whole.
    """
    named: set[str] = set()
    answered: set[tuple[str, str]] = set()
    undecided: set[tuple[str, str]] = set()
    for case in json.loads(COLLECTION.read_text("utf-8")):
        for alternative in case.get("alternatives", ()):
            editions, changes = re.match(r"[\d/, ]*", alternative["rules"]), alternative["changes"]
            assert editions is not None
            years = re.findall(r"\d{4}", editions[0])
            named.add(case["id"])
            (undecided if changes is None else answered).update((case["id"], y) for y in years)
    ruled_here = {name for name, *_ in ALTERNATIVES}
    assert not ruled_here & WITHOUT_OPTION.keys()
    assert ruled_here | WITHOUT_OPTION.keys() | set(BARRED) == named

    def by_edition(table: list[Any]) -> set[tuple[str, str]]:
        return {(n, y) for n, options, *_ in table for y in YEARS if options == EDITIONS[y]}

    assert by_edition(ALTERNATIVES) == answered
    assert by_edition(UNDECIDED) == undecided


@pytest.mark.parametrize("name", sorted(WITHOUT_OPTION))
@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_board_without_an_option_is_ruled_alike_everywhere(name: str, edition: str) -> None:
    preferred, other = ruled(BY_ID[name], DATC), ruled(BY_ID[name], EDITIONS[edition])
    assert results(other) == results(preferred)
    assert english(other) == english(preferred)
