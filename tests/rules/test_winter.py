"""Winter: builds, waives, removals and civil disorder, with every reason and every option."""

from typing import Any

import pytest

from judge.board import ARMY, FLEET
from judge.codes import NotCode
from judge.orders import Adjustment, Build, Waive
from judge.position import Unit, arranged
from judge.rules import guide
from judge.rules.guide.options import from_mapping
from judge.rules.winter import WinterOptions, rule_winter
from judge.ruling import (
    AdjustmentOutcome,
    AutomaticRemoval,
    Balance,
    Reason,
    Result,
    WinterRuling,
)
from judge.words import LANGUAGES, words
from tests.boards import europe
from tests.coded_phases import Coded, codes, position_of, winter_orders, winter_told

OK = "succeeds"
NO = "illegal"


def winter(units: Coded, centres: Coded, orders: Coded, **options: str) -> WinterRuling:
    position = position_of("W1901A", units, centres)
    given = winter_orders(position, orders)
    return guide.rule_winter(europe(), position, given, from_mapping(dict(options)))


def told(ruling: WinterRuling, power: str) -> tuple[list[list[str]], list[int], list[str]]:
    """One power's outcomes, balance and board after."""
    answer = winter_told(ruling)
    return (
        answer["outcomes"].get(power, []),
        answer["balances"][power],
        answer["after"].get(power, []),
    )


# ---------------------------------------------------------------- builds and waives

BUILDS: dict[str, tuple[str, list[str], list[str], list[list[str]], list[int], list[str]]] = {
    # name: power, units, centres, outcomes, balance (centres, units, builds, unused), board after
    "as many as centres allow": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "MAR", "PAR"],
        [["F BRE B", OK], ["A PAR B", OK]],
        [3, 1, 2, 0],
        ["A BUR", "A PAR", "F BRE"],
    ),
    "fewer than allowed": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "MAR", "PAR"],
        [["A PAR B", OK]],
        [3, 1, 2, 1],
        ["A BUR", "A PAR"],
    ),
    "no orders": ("FRANCE", ["A BUR"], ["BRE", "PAR"], [], [2, 1, 1, 1], ["A BUR"]),
    "fewer free homes than centres to fill": (
        "FRANCE",
        ["A PAR", "F BRE"],
        ["BRE", "MAR", "PAR", "POR", "SPA"],
        [["A MAR B", OK]],
        [5, 2, 1, 0],
        ["A MAR", "A PAR", "F BRE"],
    ),
    "not a home centre": (
        "FRANCE",
        ["A BUR"],
        ["PAR", "SPA"],
        [["A SPA B", NO, "build-not-home"], ["A PAR B", OK]],
        [2, 1, 1, 0],
        ["A BUR", "A PAR"],
    ),
    "not a centre": (
        "FRANCE",
        ["A BUR"],
        ["MAR", "PAR"],
        [["A PIC B", NO, "build-not-home"], ["F ENG B", NO, "build-not-home"]],
        [2, 1, 1, 1],
        ["A BUR"],
    ),
    "a home centre of another power": (
        "FRANCE",
        ["A BUR"],
        ["MUN", "PAR"],
        [["A MUN B", NO, "build-not-home"]],
        [2, 1, 1, 1],
        ["A BUR"],
    ),
    "a home centre that was lost": (
        "FRANCE",
        ["A BUR"],
        ["PAR", "SPA"],
        [["A MAR B", NO, "build-not-owned"], ["A PAR B", OK]],
        [2, 1, 1, 0],
        ["A BUR", "A PAR"],
    ),
    "an occupied centre": (
        "TURKEY",
        ["F CON"],
        ["ANK", "CON", "SMY"],
        [["F CON B", NO, "build-occupied"], ["F ANK B", OK], ["A SMY B", OK]],
        [3, 1, 2, 0],
        ["A SMY", "F ANK", "F CON"],
    ),
    "two coasts of one centre": (
        "RUSSIA",
        [],
        ["MOS", "STP"],
        [["F STP/NC B", OK], ["F STP/SC B", NO, "build-twice"], ["A STP B", NO, "build-twice"]],
        [2, 0, 2, 1],
        ["F STP/NC"],
    ),
    "the other coast is occupied too": (
        "RUSSIA",
        ["F STP/NC"],
        ["MOS", "STP"],
        [["F STP/SC B", NO, "build-occupied"], ["A STP B", NO, "build-occupied"]],
        [2, 1, 1, 1],
        ["F STP/NC"],
    ),
    "a fleet inland": (
        "RUSSIA",
        ["A UKR"],
        ["MOS", "WAR"],
        [["F MOS B", NO, "build-fleet-inland"], ["F WAR B", NO, "build-fleet-inland"]],
        [2, 1, 1, 1],
        ["A UKR"],
    ),
    "a fleet without its coast": (
        "RUSSIA",
        ["A UKR"],
        ["MOS", "STP"],
        [["F STP B", NO, "build-coast-missing"], ["F STP/SC B", OK]],
        [2, 1, 1, 0],
        ["A UKR", "F STP/SC"],
    ),
    "an army where there are coasts": (
        "RUSSIA",
        ["A UKR"],
        ["MOS", "STP"],
        [["A STP B", OK]],
        [2, 1, 1, 0],
        ["A STP", "A UKR"],
    ),
    "an army with a needless coast": (
        "RUSSIA",
        ["A UKR"],
        ["MOS", "STP"],
        [["A STP/NC B", OK]],
        [2, 1, 1, 0],
        ["A STP", "A UKR"],
    ),
    "too many: the first legal ones count": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "MAR", "PAR"],
        [
            ["A SPA B", NO, "build-not-home"],
            ["A PAR B", OK],
            ["F MAR B", OK],
            ["F BRE B", NO, "build-too-many"],
        ],
        [3, 1, 2, 0],
        ["A BUR", "A PAR", "F MAR"],
    ),
    "as many units as centres": (
        "FRANCE",
        ["A BUR"],
        ["PAR"],
        [["A PAR B", NO, "build-too-many"]],
        [1, 1, 0, 0],
        ["A BUR"],
    ),
    "a waive": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "MAR", "PAR"],
        [["WAIVE", OK], ["A PAR B", OK]],
        [3, 1, 2, 1],
        ["A BUR", "A PAR"],
    ),
    "all waived": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "MAR", "PAR"],
        [["WAIVE", OK], ["WAIVE", OK]],
        [3, 1, 2, 2],
        ["A BUR"],
    ),
    "a build after its waive": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "PAR"],
        [["WAIVE", OK], ["A PAR B", NO, "build-too-many"]],
        [2, 1, 1, 1],
        ["A BUR"],
    ),
    "a waive after its build": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "PAR"],
        [["A PAR B", OK], ["WAIVE", NO, "waive-too-many"]],
        [2, 1, 1, 0],
        ["A BUR", "A PAR"],
    ),
    "more waives than builds": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "PAR"],
        [["WAIVE", OK], ["WAIVE", NO, "waive-too-many"]],
        [2, 1, 1, 1],
        ["A BUR"],
    ),
    "nothing to waive": (
        "FRANCE",
        ["A BUR"],
        ["PAR"],
        [["WAIVE", NO, "waive-too-many"]],
        [1, 1, 0, 0],
        ["A BUR"],
    ),
    "a removal where none is owed": (
        "FRANCE",
        ["A BUR"],
        ["BRE", "PAR"],
        [["A BUR D", NO, "remove-too-many"], ["A PAR B", OK]],
        [2, 1, 1, 0],
        ["A BUR", "A PAR"],
    ),
}


@pytest.mark.parametrize("name", BUILDS)
def test_builds(name: str) -> None:
    power, units, centres, outcomes, balance, after = BUILDS[name]
    orders = {power: [row[0] for row in outcomes]} if outcomes else {}
    ruling = winter({power: units}, {power: centres}, orders)
    assert told(ruling, power) == (outcomes, balance, after)
    assert ruling.automatic == ()


# ---------------------------------------------------------------- removals

REMOVALS: dict[
    str,
    tuple[str, list[str], list[str], list[list[str]], list[int], list[list[Any]], list[str]],
] = {
    # as above, with the automatic removals and their distances before the board
    "as ordered": (
        "FRANCE",
        ["A BUR", "A PAR", "F BRE"],
        ["PAR"],
        [["A PAR D", OK], ["A BUR D", OK]],
        [1, 3, 0, 0],
        [],
        ["F BRE"],
    ),
    "every unit": (
        "FRANCE",
        ["A BUR", "A PAR"],
        [],
        [["A PAR D", OK], ["A BUR D", OK]],
        [0, 2, 0, 0],
        [],
        [],
    ),
    "twice": (
        "FRANCE",
        ["A BUR", "A PAR", "F ENG"],
        ["PAR"],
        [["A PAR D", OK], ["A PAR D", NO, "remove-twice"]],
        [1, 3, 0, 0],
        [["F ENG", 1]],
        ["A BUR"],
    ),
    "too many: the first ones count": (
        "FRANCE",
        ["A BUR", "A PAR"],
        ["PAR"],
        [["A PAR D", OK], ["A BUR D", NO, "remove-too-many"]],
        [1, 2, 0, 0],
        [],
        ["A BUR"],
    ),
    "too few": (
        "FRANCE",
        ["A BUR", "A PAR", "F NTH"],
        ["PAR"],
        [["A PAR D", OK]],
        [1, 3, 0, 0],
        [["F NTH", 2]],
        ["A BUR"],
    ),
    "a build where removals are owed": (
        "FRANCE",
        ["A BUR", "A GAS"],
        ["PAR"],
        [["A PAR B", NO, "build-too-many"]],
        [1, 2, 0, 0],
        [["A BUR", 1]],
        ["A GAS"],
    ),
    "a waive where removals are owed": (
        "FRANCE",
        ["A BUR", "A GAS"],
        ["PAR"],
        [["WAIVE", NO, "waive-too-many"], ["A GAS D", OK]],
        [1, 2, 0, 0],
        [],
        ["A BUR"],
    ),
}


@pytest.mark.parametrize("name", REMOVALS)
def test_removals(name: str) -> None:
    power, units, centres, outcomes, balance, automatic, after = REMOVALS[name]
    ruling = winter({power: units}, {power: centres}, {power: [row[0] for row in outcomes]})
    assert told(ruling, power) == (outcomes, balance, after)
    assert winter_told(ruling)["automatic"] == automatic


@pytest.mark.parametrize("text", ["F SPA D", "F SPA/SC D", "F SPA/NC D", "A SPA D"])
def test_a_removal_names_its_unit_by_the_province(text: str) -> None:
    """With its coast, without it, or with the wrong one: one unit alone stands there."""
    ruling = winter({"FRANCE": ["F SPA/SC", "A PAR"]}, {"FRANCE": ["PAR"]}, {"FRANCE": [text]})
    assert told(ruling, "FRANCE") == ([["F SPA/SC D", OK]], [1, 2, 0, 0], ["A PAR"])
    assert ruling.automatic == ()


@pytest.mark.parametrize("text", ["F POR D", "A PAR D", "F SPA/NC D"])
def test_a_removal_of_nobody_is_no_order(text: str) -> None:
    """An empty province, a foreign unit's, and one on whatever coast nobody is."""
    position = position_of("W1901A", {"FRANCE": ["A BUR"], "GERMANY": ["A PAR"]}, {})
    france = codes().powers["FRANCE"]
    of = europe().province_of
    at = {of[u.location]: n for n, u in enumerate(position.units) if u.power == france}
    assert codes().adjustment(text, at) is None
    assert winter_told(guide.rule_winter(europe(), position, {france: []}))["automatic"] == [
        ["A PAR", 2],
        ["A BUR", 1],
    ]


@pytest.mark.parametrize(
    "text", ["", "A PAR", "A PAR X", "PAR B", "A XXX B", "A PAR B B", "WAIVE 2"]
)
def test_what_is_no_winter_order(text: str) -> None:
    with pytest.raises(NotCode):
        codes().adjustment(text, {})


# ---------------------------------------------------------------- the whole ruling


def test_a_whole_ruling() -> None:
    """Three powers: one builds, one is in disorder, one has nothing to do."""
    board, c = europe(), codes()
    position = position_of(
        "W1903A",
        {"FRANCE": ["A BUR", "F SPA/SC"], "ENGLAND": ["F NTH", "A NWY"], "ITALY": ["A ROM"]},
        {"FRANCE": ["BRE", "MAR", "PAR", "SPA"], "ENGLAND": ["NWY"], "ITALY": ["ROM"]},
    )
    france, england, italy = (c.powers[name] for name in ("FRANCE", "ENGLAND", "ITALY"))
    mar, bre, spa = (c.province(code) for code in ("MAR", "BRE", "SPA"))
    orders: dict[int, list[Adjustment]] = {france: [Build(ARMY, spa), Build(FLEET, bre), Waive()]}
    ruling = guide.rule_winter(board, position, orders)
    nth = position.units.index(c.unit("F NTH", england))
    nwy = position.units.index(c.unit("A NWY", england))
    refused = Reason(-1, "build-not-home", "DPTG XIII.1", (), None, spa)
    assert ruling == WinterRuling(
        position,
        (
            Balance(england, 1, 2, 0, 0),
            Balance(france, 4, 2, 2, 1),
            Balance(italy, 1, 1, 0, 0),
        ),
        (
            AdjustmentOutcome(france, Build(ARMY, spa), Result.ILLEGAL, refused),
            AdjustmentOutcome(france, Build(FLEET, bre), Result.SUCCEEDS, None),
            AdjustmentOutcome(france, Waive(), Result.SUCCEEDS, None),
        ),
        # The army is two steps from London by the North Sea, the fleet one.
        (AutomaticRemoval(nwy, 2, "DPTG XIII.1"),),
        arranged(
            [*(u for u in position.units if u != position.units[nwy]), Unit(france, FLEET, bre)],
            board,
        ),
    )
    assert nth != nwy and mar not in {u.location for u in ruling.after}


def test_powers_are_told_in_the_boards_order_and_their_orders_as_written() -> None:
    ruling = winter(
        {"TURKEY": ["A BUL"], "AUSTRIA": ["A SER"]},
        {"TURKEY": ["ANK", "CON"], "AUSTRIA": ["BUD", "VIE"]},
        {"TURKEY": ["A CON B", "F ANK B"], "AUSTRIA": ["A VIE B"]},
    )
    assert [(codes().power_names[o.power], str(o.result)) for o in ruling.outcomes] == [
        ("AUSTRIA", OK),
        ("TURKEY", OK),
        ("TURKEY", NO),
    ]
    assert list(winter_told(ruling)["balances"]) == ["AUSTRIA", "TURKEY"]


def test_the_anchor_is_the_rule_systems() -> None:
    position = position_of("W1901A", {"FRANCE": ["A PAR", "A BUR"]}, {"FRANCE": ["PAR"]})
    orders = winter_orders(position, {"FRANCE": ["A PAR B"]})
    ruling = rule_winter(europe(), position, orders, WinterOptions(), "Rule 7")
    assert [o.reason and o.reason.rule for o in ruling.outcomes] == ["Rule 7"]
    assert [a.rule for a in ruling.automatic] == ["Rule 7"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str) -> None:
    seen = {row[2] for case in BUILDS.values() for row in case[3] if len(row) > 2}
    seen |= {row[2] for case in REMOVALS.values() for row in case[3] if len(row) > 2}
    reasons = words(language).find("reasons")
    starts = ("build-", "remove-", "waive-")
    assert seen == {code for code in reasons if code.startswith(starts)}


# ---------------------------------------------------------------- civil disorder


def disorder(
    power: str, units: list[str], centres: list[str], **options: str
) -> list[tuple[str, int]]:
    """The automatic removals in their order, nobody having sent anything."""
    ruling = winter({power: units}, {power: centres}, {}, **options)
    return [(unit, distance) for unit, distance in winter_told(ruling)["automatic"]]


DISTANCES: dict[tuple[str, str], tuple[int, int, int]] = {
    # (power, unit): own moves, armies over water too, every unit over land and water
    ("GERMANY", "A MUN"): (0, 0, 0),
    ("GERMANY", "A SIL"): (1, 1, 1),
    ("GERMANY", "F STP/NC"): (4, 4, 3),
    ("GERMANY", "F STP/SC"): (3, 3, 3),
    ("GERMANY", "A STP"): (3, 3, 3),
    ("GERMANY", "F MAR"): (6, 6, 2),
    ("GERMANY", "A LON"): (-1, 3, 3),
    ("ITALY", "A TUN"): (-1, 2, 2),
    ("ITALY", "A NAF"): (-1, 3, 3),
    ("ITALY", "F TUN"): (2, 2, 2),
    ("ITALY", "A WAR"): (4, 4, 4),
    ("ITALY", "F BAR"): (6, 6, 6),
    ("FRANCE", "A NAF"): (-1, 2, 2),
    ("ENGLAND", "A BEL"): (-1, 2, 2),
    ("ENGLAND", "F BEL"): (2, 2, 2),
    ("TURKEY", "F BUL/EC"): (1, 1, 1),
    ("TURKEY", "F RUM"): (2, 2, 2),
    ("RUSSIA", "F DEN"): (3, 3, 3),
    ("RUSSIA", "F ADR"): (5, 5, 4),
}


@pytest.mark.parametrize("case", DISTANCES, ids=" ".join)
def test_distances_from_home(case: tuple[str, str]) -> None:
    power, unit = case
    expected = dict(zip(("own", "convoys", "any"), DISTANCES[case], strict=True))
    found = {
        how: dict(disorder(power, [unit], [], disorder_distance=how))[unit] for how in expected
    }
    assert found == expected


def test_the_guide_lets_armies_cross_water_and_counts_from_home() -> None:
    assert disorder("ITALY", ["A TUN"], []) == [("A TUN", 2)]
    assert disorder("GERMANY", ["F MAR"], []) == [("F MAR", 6)]
    assert disorder("ITALY", ["A WAR", "A TUS"], ["WAR"]) == [("A WAR", 4)]


def test_each_distance_can_take_another_unit_off() -> None:
    units = ["F MAR", "A SPA", "A LON"]
    # A SPA: three by land (MAR, BUR, MUN), five by sea. A LON: three by sea. F MAR: six by sea.
    first = {
        how: disorder("GERMANY", units, ["BER", "KIE"], disorder_distance=how)
        for how in ("own", "convoys", "any")
    }
    assert first == {
        "own": [("A LON", -1)],
        "convoys": [("F MAR", 6)],
        "any": [("A SPA", 3)],
    }


def test_home_centres_count_even_when_lost_and_owned_ones_even_abroad() -> None:
    units, centres = ["A WAR", "A MAR"], ["MOS"]
    assert disorder("FRANCE", units, centres, disorder_from="home") == [("A WAR", 4)]
    assert disorder("FRANCE", units, centres, disorder_from="owned") == [("A MAR", 5)]


def test_who_owns_no_centre_has_no_distance_from_owned_ones() -> None:
    units = ["A GRE", "F ION", "F BLA", "A ARM"]
    assert disorder("TURKEY", units, [], disorder_from="owned") == [
        ("F ION", -1),
        ("F BLA", -1),
        ("A ARM", -1),
        ("A GRE", -1),
    ]


def test_units_that_cannot_come_home_go_first() -> None:
    """They are farther than any distance; among them fleets go before armies too."""
    own = {"disorder_distance": "own"}
    assert disorder("ITALY", ["F BAR", "A TUN"], ["ROM"], **own) == [("A TUN", -1)]
    assert disorder("ITALY", ["F BAR", "A TUN"], [], **own) == [("A TUN", -1), ("F BAR", 6)]
    inland = {"disorder_distance": "own", "disorder_from": "owned"}
    assert disorder("GERMANY", ["A NAF", "F BAL", "A BER"], ["MUN"], **inland) == [
        ("F BAL", -1),
        ("A NAF", -1),
    ]


def test_the_whole_ranking() -> None:
    """The farthest first, then fleets before armies, then by the alphabet."""
    units = ["F CON", "A ARM", "F BLA", "A SER", "A GRE", "F ION"]
    assert disorder("TURKEY", units, []) == [
        ("F ION", 2),
        ("A GRE", 2),
        ("A SER", 2),
        ("F BLA", 1),
        ("A ARM", 1),
        ("F CON", 0),
    ]
    for count in range(len(units)):
        centres = ["ANK", "CON", "SMY", "BUL", "RUM", "SEV"][:count]
        expected = ["F ION", "A GRE", "A SER", "F BLA", "A ARM", "F CON"][: len(units) - count]
        assert [unit for unit, _ in disorder("TURKEY", units, centres)] == expected


ALPHABETS: dict[str, tuple[str, list[str], list[str], str, str]] = {
    # power, units, centres; who goes first in French, in English
    "Livonie, Mer Noire / Black Sea, Livonia": (
        "RUSSIA",
        ["A STP", "A UKR", "F BLA", "F LVN"],
        ["MOS", "SEV", "WAR"],
        "F LVN",
        "F BLA",
    ),
    "Manche, Mer d'Irlande / English Channel, Irish Sea": (
        "ENGLAND",
        ["F ENG", "F IRI"],
        ["LON"],
        "F ENG",
        "F ENG",
    ),
    "Golfe du Lion, Mer Égée / Aegean Sea, Gulf of Lyon": (
        "ITALY",
        ["F AEG", "F LYO"],
        ["ROM"],
        "F LYO",
        "F AEG",
    ),
    "Édimbourg, Yorkshire: accents do not count": (
        "FRANCE",
        ["A YOR", "A EDI"],
        ["PAR"],
        "A EDI",
        "A EDI",
    ),
    "Méditerranée Occidentale, Mer Égée / Aegean Sea, Western Mediterranean": (
        "ITALY",
        ["F AEG", "F WES"],
        ["ROM"],
        "F WES",
        "F AEG",
    ),
    "Espagne, Piémont / Piedmont, Spain": (
        "FRANCE",
        ["A PIE", "A SPA"],
        ["PAR"],
        "A SPA",
        "A PIE",
    ),
}


@pytest.mark.parametrize("name", ALPHABETS)
def test_the_alphabet_is_one_languages(name: str) -> None:
    power, units, centres, french, english = ALPHABETS[name]
    first = {
        language: disorder(power, units, centres, disorder_alphabet=language)[0][0]
        for language in ("fr", "en")
    }
    assert first == {"fr": french, "en": english}
    assert disorder(power, units, centres)[0][0] == french


def test_accents_do_not_count_inside_a_name() -> None:
    units = ["F ION", "F AEG"]
    assert disorder("TURKEY", units, ["GRE"], disorder_from="owned") == [("F AEG", 1)]


def test_removals_ordered_come_before_the_automatic_ones() -> None:
    ruling = winter(
        {"TURKEY": ["F ION", "A GRE", "A SER", "F CON"]},
        {"TURKEY": ["CON"]},
        {"TURKEY": ["A GRE D", "F CON D"]},
    )
    assert winter_told(ruling) == {
        "outcomes": {"TURKEY": [["A GRE D", OK], ["F CON D", OK]]},
        "balances": {"TURKEY": [1, 4, 0, 0]},
        "automatic": [["F ION", 2]],
        "after": {"TURKEY": ["A SER"]},
    }


def test_too_many_builds_may_all_be_void() -> None:
    france = {
        "units": {"FRANCE": ["A BUR"]},
        "centres": {"FRANCE": ["BRE", "PAR"]},
        "orders": {"FRANCE": ["A SPA B", "A PAR B", "F BRE B"]},
    }
    first = winter(france["units"], france["centres"], france["orders"])
    assert winter_told(first) == {
        "outcomes": {
            "FRANCE": [
                ["A SPA B", NO, "build-not-home"],
                ["A PAR B", OK],
                ["F BRE B", NO, "build-too-many"],
            ]
        },
        "balances": {"FRANCE": [2, 1, 1, 0]},
        "automatic": [],
        "after": {"FRANCE": ["A BUR", "A PAR"]},
    }
    none = winter(france["units"], france["centres"], france["orders"], extra_builds="none")
    assert winter_told(none) == {
        "outcomes": {
            "FRANCE": [
                ["A SPA B", NO, "build-not-home"],
                ["A PAR B", NO, "build-too-many"],
                ["F BRE B", NO, "build-too-many"],
            ]
        },
        "balances": {"FRANCE": [2, 1, 1, 1]},
        "automatic": [],
        "after": {"FRANCE": ["A BUR"]},
    }
    due = {"FRANCE": ["A PAR B"]}
    kept = winter(france["units"], france["centres"], due, extra_builds="none")
    assert winter_told(kept) == {
        "outcomes": {"FRANCE": [["A PAR B", OK]]},
        "balances": {"FRANCE": [2, 1, 1, 0]},
        "automatic": [],
        "after": {"FRANCE": ["A BUR", "A PAR"]},
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("extra_builds", "last"),
        ("disorder_from", "abroad"),
        ("disorder_from", True),
        ("disorder_distance", ""),
        ("disorder_distance", None),
        ("disorder_alphabet", "de"),
        ("disorder_alphabet", ["fr"]),
        ("retreat_to_convoyed_attackers_start", "yes"),
        ("retreat_to_convoyed_attackers_start", 1),
        ("disorder", "home"),
    ],
)
def test_wrong_options_are_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{name}$"):
        from_mapping({name: value})
