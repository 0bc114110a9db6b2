"""DATC 3, sections H, I and J, under the Guide: every order's outcome and the board after.

Where the collection rests on the rulebook's civil disorder the Guide's options are set to it, and
the Guide's own answer is asserted beside it.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.orders import Remove, RetreatOrder
from judge.position import Position
from judge.rules import guide
from judge.rules.guide.options import Options
from judge.rules.retreats import units_after_retreats
from judge.ruling import MovementRuling, WinterRuling
from judge.season import after, units_after_moves
from judge.sheets.line import Options as Reading
from judge.sheets.retreating import read_retreats
from judge.sheets.writing import Notation
from tests.boards import SHARED, coded_position, europe, reader
from tests.coded_phases import (
    by_power,
    codes,
    listed,
    moves_told,
    position_of,
    retreat_orders,
    retreats_told,
    winter_orders,
    winter_told,
)

Case = dict[str, Any]

CASES: list[Case] = yaml.safe_load(
    (Path(__file__).parent / "retreats_and_winter.yaml").read_text("utf-8")
)
RETREATS = [c for c in CASES if c["id"].startswith("6.H.")]
WINTERS = [c for c in CASES if not c["id"].startswith("6.H.")]
DISORDER = [c for c in CASES if c["id"].startswith("6.J.")]

RULEBOOK = Options(disorder_from="owned", disorder_distance="any", disorder_alphabet="en")
"""Civil disorder as the collection has it: the rulebook of 2023."""

PARTED = {"6.J.3", "6.J.6", "6.J.11", "6.J.12"}
"""Where the Guide takes another unit off than that rulebook."""


def ids(cases: list[Case]) -> list[str]:
    return [c["id"] for c in cases]


# ---------------------------------------------------------------- H: retreats


def ruled(case: Case, options: Options) -> MovementRuling:
    position, orders = coded_position(case["units"], case["orders"])
    return guide.rule_movement(europe(), position, orders, options)


def to_retreat(ruling: MovementRuling) -> Position:
    """The retreat phase, with even those who have nowhere to go."""
    return Position(
        ruling.position.phase.next_step(),
        units_after_moves(ruling, europe()),
        (),
        ruling.dislodged,
        ruling.standoffs,
    )


def check_retreats(case: Case, expected: Case, options: Options) -> None:
    board = europe()
    ruling = ruled(case, options)
    told = moves_told(ruling)
    del told["stands"]
    assert told == {
        "results": case["results"],
        "dislodged": expected["dislodged"],
        "standoffs": case["standoffs"],
    }
    waiting = to_retreat(ruling)
    flights = guide.rule_retreats(board, waiting, retreat_orders(waiting, case["retreats"]))
    assert retreats_told(flights) == expected["outcomes"]
    assert by_power(units_after_retreats(flights, board)) == listed(expected["after"])
    opened = after(flights, board)
    assert (str(opened.phase), by_power(opened.units)) == ("F1901M", listed(expected["after"]))


@pytest.mark.parametrize("case", RETREATS, ids=ids(RETREATS))
def test_a_retreat(case: Case) -> None:
    check_retreats(case, case, Options())


@pytest.mark.parametrize("case", RETREATS, ids=ids(RETREATS))
def test_a_retreat_where_a_convoyed_attackers_start_is_barred(case: Case) -> None:
    expected = case.get("barred", case)
    check_retreats(case, expected, Options(retreat_to_convoyed_attackers_start=False))


def test_the_start_of_a_convoyed_attacker_decides_two_cases() -> None:
    assert [c["id"] for c in RETREATS if "barred" in c] == ["6.H.11", "6.H.12"]


@pytest.mark.parametrize("case", RETREATS, ids=ids(RETREATS))
def test_only_those_who_have_somewhere_to_go_wait_for_their_retreat(case: Case) -> None:
    ruling = ruled(case, Options())
    opened = after(ruling, europe())
    some = {unit for unit, facts in case["dislodged"].items() if facts["retreats"]}
    assert {codes().unit_code(d.unit) for d in opened.dislodged} == some
    assert str(opened.phase) == ("S1901R" if some else "F1901M")
    assert opened.units == units_after_moves(ruling, europe())


@pytest.mark.parametrize("case", RETREATS, ids=ids(RETREATS))
def test_the_retreats_as_sheets(case: Case) -> None:
    """Each power's sheet gives its orders; supports, convoys and moves of others are refused."""
    board = europe()
    waiting = to_retreat(ruled(case, Options()))
    wanted = retreat_orders(waiting, case["retreats"])
    others: dict[str, dict[str, str]] = case.get("others", {})
    read: list[RetreatOrder | None] = [None] * len(waiting.dislodged)
    found: dict[str, dict[str, str]] = {}
    for power in sorted({*case["retreats"], *others}):
        lines = [*case["retreats"].get(power, []), *others.get(power, {})]
        sheet = reader("en", "english").read("\n".join(lines).encode(), "sheet.txt")
        number, notation = codes().powers[power], Notation(board, "en", "english")
        told = read_retreats(waiting, notation, sheet, number, Reading())
        for index, order in told.orders.items():
            assert waiting.dislodged[index].unit.power == number
            assert order == wanted[index]
            read[index] = order
        for problem in told.problems:
            assert problem.severity == "error"
            found.setdefault(power, {})[lines[problem.line - 1]] = problem.code
    assert read == wanted
    assert found == others


# ---------------------------------------------------------------- I and J: winter


def ruled_winter(case: Case, options: Options) -> WinterRuling:
    position = position_of("W1901A", case["units"], case["centres"])
    orders = winter_orders(position, case["orders"])
    return guide.rule_winter(europe(), position, orders, options)


def check_winter(case: Case, expected: Case, options: Options) -> None:
    ruling = ruled_winter(case, options)
    assert winter_told(ruling) == {
        "outcomes": {
            power: [[text, *row] for text, row in zip(case["orders"][power], rows, strict=True)]
            for power, rows in case["outcomes"].items()
        },
        "balances": case["balances"],
        "automatic": expected.get("automatic", []),
        "after": listed(expected["after"]),
    }
    opened = after(ruling, europe())
    assert (str(opened.phase), by_power(opened.units)) == ("S1902M", listed(expected["after"]))


@pytest.mark.parametrize("case", WINTERS, ids=ids(WINTERS))
def test_a_winter_by_the_rulebooks_civil_disorder(case: Case) -> None:
    check_winter(case, case.get("rulebook", case), RULEBOOK)


@pytest.mark.parametrize("case", WINTERS, ids=ids(WINTERS))
def test_a_winter_by_the_guides_civil_disorder(case: Case) -> None:
    check_winter(case, case.get("guide", case), Options())


@pytest.mark.parametrize("case", DISORDER, ids=ids(DISORDER))
def test_a_removal_that_finds_nobody(case: Case) -> None:
    position = position_of("W1901A", case["units"], case["centres"])
    for power, texts in case.get("nobody", {}).items():
        number, of = codes().powers[power], europe().province_of
        at = {of[u.location]: n for n, u in enumerate(position.units) if u.power == number}
        assert [codes().adjustment(text, at) for text in texts] == [None] * len(texts)
    for orders in winter_orders(position, case["orders"]).values():
        assert all(isinstance(order, Remove) for order in orders)


def test_the_guide_parts_from_the_rulebook_exactly_here() -> None:
    parted = {c["id"] for c in DISORDER if c["guide"]["after"] != c["rulebook"]["after"]}
    assert parted == PARTED == {c["id"] for c in DISORDER if "why" in c["guide"]}


# ---------------------------------------------------------------- the facts


COLLECTION = SHARED / "cases" / "datc3_cases.json"


@pytest.mark.skipif(not COLLECTION.is_file(), reason="the collection is not beside the checkout")
def test_the_facts_are_the_collections() -> None:
    """Positions, orders and boards after, against the data they were taken from."""
    collection = {c["id"]: c for c in json.loads(COLLECTION.read_text("utf-8"))}
    sections = ("6.H.", "6.I.", "6.J.")
    assert {c["id"] for c in CASES} == {i for i in collection if i.startswith(sections)}
    for case in CASES:
        theirs = collection[case["id"]]
        assert listed(case["units"]) == listed(theirs["prestate"]["units"])
        if case in RETREATS:
            assert case["orders"] == theirs["orders"]
            options = {
                unit: sorted(to)
                for by in theirs["retreat_options"].values()
                for unit, to in by.items()
            }
            assert {u: d["retreats"] for u, d in case["dislodged"].items()} == options
            flights = theirs.get("retreat")
            board = flights["poststate"] if flights else theirs["poststate"]
            given = {p: list(o) for p, o in case["retreats"].items()}
            for power, texts in case.get("others", {}).items():
                given.setdefault(power, []).extend(texts)
            assert listed(given) == listed(flights["orders"] if flights else {})
            assert listed(case["after"]) == listed(board["units"])
        else:
            assert listed(case["centres"]) == listed(theirs["prestate"]["centers"])
            given = {p: list(o) for p, o in case["orders"].items()}
            for power, texts in case.get("nobody", {}).items():
                given.setdefault(power, []).extend(texts)
            assert listed(given) == listed(theirs["orders"])
            expected = case.get("rulebook", case)
            assert listed(expected["after"]) == listed(theirs["poststate"]["units"])
            assert [u for u, _ in expected.get("automatic", [])] == theirs["automatic_disbands"]
