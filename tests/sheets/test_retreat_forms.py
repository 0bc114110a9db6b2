"""Sheets of retreats and winters: every form of line met in the wild, and conditions on lines."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.board import ARMY, FLEET, LETTERS
from judge.names import fold
from judge.orders import Adjustment, Build, Disband, Remove, RetreatOrder
from judge.phase import Phase
from judge.position import Dislodged, Position, Unit, arranged
from judge.problems import Problem
from judge.sheets.adjusting import WinterSheet, read_winter
from judge.sheets.conditions import Condition, condition_of, decided
from judge.sheets.line import Options
from judge.sheets.publishing import published, read_whole
from judge.sheets.retreating import RetreatSheet, read_retreats
from judge.sheets.writing import Notation
from tests.boards import europe, reader
from tests.coded_phases import codes, position_of

Form = dict[str, Any]

FORMS: list[Form] = yaml.safe_load((Path(__file__).parent / "forms.yaml").read_text("utf-8"))

REPORTED = {
    # 18centres' sign of a retreat; "d" elsewhere disbands: two readings that end in opposite ways.
    "A MUN d BER",
    # A retreat that the same line says to have failed.
    "A BUL : ROU dispersée",
}
"""Forms of printed reports that are refused as orders."""

CODES = {
    "ambiguous letter": {"ambiguous-initial"},
    "destination missing": {"incomplete-order", "retreat-nowhere"},
    "order not of this phase": {"not-this-phase"},
    "no unit there": {"not-dislodged", "no-unit-there"},
    "unit letter needed": {"letter-missing"},
}
"""The problem of a line that must be refused -> the codes that say so."""


def forms(phase: str) -> list[Any]:
    found = [f for f in FORMS if f.get("phase") == phase and f["line"] not in REPORTED]
    return [pytest.param(f, id=f["line"]) for f in found]


def units_of(form: Form) -> list[Unit]:
    board = europe()
    return [
        Unit(board.power_numbers[power], ARMY if text[0] == "A" else FLEET, location)
        for power, texts in form["units"].items()
        for text in texts
        for location in [board.location_numbers[text[2:]]]
    ]


def wanted_of(form: Form) -> list[str]:
    reads = form["reads"]
    return [] if reads is None else reads if isinstance(reads, list) else [reads]


def retreat_code(unit: Unit, order: RetreatOrder) -> str:
    name = codes().unit_code(unit)
    if isinstance(order, Disband):
        return f"{name} D"
    return f"{name} R {codes().location_code(order.to)}"


def adjustment_code(position: Position, order: Adjustment) -> str:
    if isinstance(order, Build):
        return f"{LETTERS[order.kind]} {codes().location_code(order.location)} B"
    if isinstance(order, Remove):
        return f"{codes().unit_code(position.units[order.unit])} D"
    return "WAIVE"


def check_problems(form: Form, problems: list[Problem]) -> None:
    errors = [p.code for p in problems if p.severity == "error"]
    if form["reads"] is None:
        assert errors and set(errors) <= CODES[form["problem"]]
    else:
        assert errors == []


@pytest.mark.parametrize("form", forms("R"))
def test_a_retreat_line(form: Form) -> None:
    """The units listed are the dislodged ones, each with every adjacent location open."""
    board, table = europe(), form.get("codes", "guide")
    dislodged = []
    for unit in units_of(form):
        borders = board.fleet_borders if unit.kind is FLEET else board.army_borders
        dislodged.append(Dislodged(unit, -1, tuple(borders[unit.location])))
    position = Position(Phase.parse("S1901R"), (), (), tuple(dislodged))
    sheet = reader(form["lang"], table).read(form["line"].encode(), "x")
    (power,) = {unit.power for unit in units_of(form)}
    notation = Notation(board, form["lang"], table)
    read = read_retreats(position, notation, sheet, power, Options())
    seen = [retreat_code(position.dislodged[d.unit].unit, d.order) for d in read.understood]
    assert seen == wanted_of(form), [(p.code, p.text) for p in read.problems]
    assert {d.unit: d.order for d in read.understood} == read.orders
    assert all(d.counts for d in read.understood)
    check_problems(form, read.problems)


@pytest.mark.parametrize("form", forms("A"))
def test_a_winter_line(form: Form) -> None:
    """The units listed are on the board, and every home centre is its power's own."""
    board, table = europe(), form.get("codes", "guide")
    (power,) = {unit.power for unit in units_of(form)}
    owners = tuple((centre, power) for centre in sorted(board.powers[power].home))
    position = Position(Phase.parse("W1901A"), arranged(units_of(form), board), owners)
    sheet = reader(form["lang"], table).read(form["line"].encode(), "x")
    notation = Notation(board, form["lang"], table)
    read = read_winter(position, notation, sheet, power, Options())
    seen = [adjustment_code(position, order) for order in read.orders]
    assert seen == wanted_of(form), [(p.code, p.text) for p in read.problems]
    check_problems(form, read.problems)


def test_every_form_is_asked_once() -> None:
    lines = [f["line"] for f in FORMS if f.get("phase") in ("R", "A")]
    assert set(lines) >= REPORTED
    assert len(forms("R")) + len(forms("A")) + sum(x in REPORTED for x in lines) == len(lines)


# ---------------------------------------------------------------- sheets of retreats

FLEEING = position_of(
    "S1904R",
    {"FRANCE": ["A MUN"]},
    {"GERMANY": ["BER", "KIE", "MUN"]},
    {
        "GERMANY": {
            "A MUN": ("BUR", ["BER", "BOH", "RUH", "SIL"]),
            "F NTH": ("NWG", ["DEN", "HEL", "SKA"]),
        },
        "FRANCE": {"F MAO": ("BRE", ["POR", "SPA/NC", "SPA/SC"])},
    },
)


def retreats_of(text: str, power: str = "GERMANY", strict: bool = False) -> RetreatSheet:
    sheet = reader().read(text.encode(), "sheet.txt")
    number = codes().powers[power]
    return read_retreats(FLEEING, Notation(europe()), sheet, number, Options(strict=strict))


def told(read: RetreatSheet) -> list[str]:
    units = FLEEING.dislodged
    return sorted(retreat_code(units[n].unit, order) for n, order in read.orders.items())


def found(problems: list[Problem]) -> list[tuple[str, str, int, int]]:
    return [(p.code, p.severity, p.line, p.column) for p in problems]


RETREAT_SHEETS: dict[str, tuple[str, list[str], list[tuple[str, str, int, int]]]] = {
    # text: orders, problems
    "a place each": ("A Mun - Sil\nF Nrd - Ska\n", ["A MUN R SIL", "F NTH R SKA"], []),
    "no unit letters": ("Mun - Ber\nNrd R Dan", ["A MUN R BER", "F NTH R DEN"], []),
    "under headings": (
        "Allemagne\nOrdres :\nA Mun - Sil\nRetraites :\nF Nrd - Ska\nHiver :\n+ A Ber\n",
        ["A MUN R SIL", "F NTH R SKA"],
        [],
    ),
    "on the heading's line": ("Retraites : A Mun - Sil", ["A MUN R SIL"], []),
    "ranked, the first": ("F Nrd retraite Ska, Dan", ["F NTH R SKA"], []),
    "ranked, the first that is open": ("F Nrd retraite Lon, Nge, Hel, Ska", ["F NTH R HEL"], []),
    "ranked, none is open": ("F Nrd retraite Lon, Nge", ["F NTH R LON"], []),
    "ranked, then another unit": (
        "F Nrd retraite Lon, Hel, A Mun - Sil",
        ["A MUN R SIL", "F NTH R HEL"],
        [],
    ),
    "not open: the rules will say why": ("A Mun - Par", ["A MUN R PAR"], []),
    "disbanded": ("A Mun dissoute\nF Nrd démantelée", ["A MUN D", "F NTH D"], []),
    "taken off with a dash": ("- A Mun", ["A MUN D"], []),
    "the same twice": ("A Mun - Ber\nA Mun retraite Ber", ["A MUN R BER"], []),
    "two orders, the last counts": (
        "A Mun - Ber\nA Mun - Boh",
        ["A MUN R BOH"],
        [("ordered-twice", "warning", 2, 1)],
    ),
    "a place, then disbanded": (
        "A Mun - Ber\nA Mun D",
        ["A MUN D"],
        [("ordered-twice", "warning", 2, 1)],
    ),
    "two at once": ("2A Mun - Ber", [], [("count-refused", "error", 1, 4)]),
    "a wrong letter": ("F Mun - Ber", ["A MUN R BER"], [("wrong-letter", "warning", 1, 3)]),
    "a wrong nation": (
        "A française Mun - Ber",
        ["A MUN R BER"],
        [("wrong-nation", "warning", 1, 13)],
    ),
    "an army's coast": ("A Mun (cs) - Ber", ["A MUN R BER"], [("army-coast", "warning", 1, 3)]),
    "a needless coast": (
        "A Mun - Ber (cs)",
        ["A MUN R BER"],
        [("needless-coast", "warning", 1, 9)],
    ),
    "a unit that was not dislodged": ("A Kie - Ber", [], [("not-dislodged", "error", 1, 3)]),
    "a foreign unit": ("F AtM - Por", [], [("not-dislodged", "error", 1, 3)]),
    "another power's heading": (
        "France\nA Mun - Sil",
        [],
        [("other-powers-heading", "error", 2, 1)],
    ),
    "a hold": ("A Mun xxx", [], [("not-this-phase", "error", 1, 1)]),
    "all hold": ("toutes mes unités tiennent", [], [("not-this-phase", "error", 1, 1)]),
    "a support": ("A Mun S F Nrd", [], [("not-this-phase", "error", 1, 1)]),
    "a convoy": ("F Nrd C A Mun - Ber", [], [("not-this-phase", "error", 1, 1)]),
    "a build": ("+ A Mun", [], [("not-this-phase", "error", 1, 1)]),
    "a waive": ("renonce", [], [("not-this-phase", "error", 1, 1)]),
    "nowhere": ("A Mun retraite", [], [("retreat-nowhere", "error", 1, 3)]),
    "an unknown place": ("A Mun - Xyz", [], [("unknown-province", "error", 1, 9)]),
    "an unknown place in a list": (
        "F Nrd retraite Xyz, Ska",
        [],
        [("unknown-province", "error", 1, 16)],
    ),
    "nothing": ("", [], []),
    "one line wrong, the other kept": (
        "A Kie - Ber\nF Nrd - Ska",
        ["F NTH R SKA"],
        [("not-dislodged", "error", 1, 3)],
    ),
}


@pytest.mark.parametrize("name", RETREAT_SHEETS)
def test_a_sheet_of_retreats(name: str) -> None:
    text, orders, problems = RETREAT_SHEETS[name]
    read = retreats_of(text)
    assert (told(read), found(read.problems)) == (orders, problems)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F AtM - Por", "F MAO R POR"),
        ("F AtM retraite Esp (cn)", "F MAO R SPA/NC"),
        ("F AtM retraite Esp (cs), Por", "F MAO R SPA/SC"),
        # Which coast? The rules say that it must be named.
        ("F AtM - Esp", "F MAO R SPA"),
    ],
)
def test_coasts_of_a_retreat(text: str, order: str) -> None:
    read = retreats_of(text, "FRANCE")
    assert (told(read), read.problems) == ([order], [])


def test_a_coast_that_is_not_there() -> None:
    read = retreats_of("F AtM retraite Esp (ce)", "FRANCE")
    assert (told(read), found(read.problems)) == ([], [("unknown-coast", "error", 1, 16)])
    assert read.problems[0].suggestions == ("Esp (cn)", "Esp (cs)")


def test_who_was_dislodged_is_suggested() -> None:
    (problem,) = retreats_of("A Kie - Ber").problems
    assert (problem.suggestions, dict(problem.details)) == (("A Mun", "F Nrd"), {"place": "Kie"})


def test_two_orders_tell_what_was_lost() -> None:
    read = retreats_of("A Mun - Ber\n\nA Mun - Boh")
    assert [(d.entry.line, d.counts) for d in read.understood] == [(1, False), (3, True)]
    (problem,) = read.problems
    assert dict(problem.details) == {"unit": "A Mun", "lost": 1, "lost_text": "A Mun - Ber"}


@pytest.mark.parametrize(
    ("text", "code", "orders"),
    [
        ("F Mun - Ber", "wrong-letter", []),
        ("A française Mun - Ber", "wrong-nation", []),
        ("A Mun (cs) - Ber", "army-coast", ["A MUN R BER"]),
    ],
)
def test_a_strict_game_refuses_wrong_details(text: str, code: str, orders: list[str]) -> None:
    read = retreats_of(text, strict=True)
    severity = "warning" if orders else "error"
    assert (told(read), [(p.code, p.severity) for p in read.problems]) == (
        orders,
        [(code, severity)],
    )


DOUBTFUL = position_of(
    "S1904R",
    {},
    {},
    {"FRANCE": {"A HOL": ("BEL", ["KIE", "RUH"]), "A WAL": ("LVP", ["LON", "YOR"])}},
)


def test_a_word_for_two_of_the_dislodged_is_ambiguous() -> None:
    sheet = reader().read(b"A Pay - Lon", "sheet.txt")
    power = codes().powers["FRANCE"]
    read = read_retreats(DOUBTFUL, Notation(europe()), sheet, power, Options())
    assert read.orders == {}
    assert found(read.problems) == [("ambiguous-place", "error", 1, 3)]
    assert read.problems[0].suggestions == ("Hol (Hollande)", "PGa (Pays de Galles)")


# ---------------------------------------------------------------- sheets of winter

WINTER = position_of(
    "W1904A",
    {"GERMANY": ["A MUN", "F NTH", "F SPA/SC"], "FRANCE": ["A PAR", "A BUR"], "RUSSIA": ["A UKR"]},
    {
        "GERMANY": ["BER", "KIE", "MUN", "HOL", "DEN"],
        "FRANCE": ["PAR"],
        "RUSSIA": ["STP", "MOS"],
    },
)


def winter_of(text: str, power: str = "GERMANY", strict: bool = False) -> WinterSheet:
    sheet = reader().read(text.encode(), "sheet.txt")
    number = codes().powers[power]
    return read_winter(WINTER, Notation(europe()), sheet, number, Options(strict=strict))


WINTER_SHEETS: dict[str, tuple[str, str, list[str], list[tuple[str, str, int, int]]]] = {
    # power, text: orders in the order written, problems
    "builds": ("GERMANY", "+ A Kie\n+ F Ber", ["A KIE B", "F BER B"], []),
    "two at once": (
        "GERMANY",
        "+ 2A Kie\n+ F Ber",
        ["F BER B"],
        [("count-refused", "error", 1, 6)],
    ),
    "builds in the other order": ("GERMANY", "+ F Ber, + A Kie", ["F BER B", "A KIE B"], []),
    "a verb behind": ("GERMANY", "A Kie construit, F Ber B", ["A KIE B", "F BER B"], []),
    "under headings": (
        "GERMANY",
        "Ordres :\n+ A Kie\nRetraites :\nA Mun - Ber\nHiver :\n+ F Ber",
        ["A KIE B", "F BER B"],
        [],
    ),
    "on the heading's line": ("GERMANY", "Hiver : + A Kie", ["A KIE B"], []),
    "too many: the rules count": (
        "GERMANY",
        "+ A Kie\n+ A Ber\n+ A Mun",
        ["A KIE B", "A BER B", "A MUN B"],
        [],
    ),
    "abroad: the rules refuse": ("GERMANY", "+ A Bou", ["A BUR B"], []),
    "a fleet inland: the rules refuse": ("GERMANY", "+ F Mun", ["F MUN B"], []),
    "inland a letter may lack": ("GERMANY", "+ Mun", ["A MUN B"], []),
    "on a coast it may not": ("GERMANY", "+ Kie", [], [("letter-missing", "error", 1, 3)]),
    "a needless coast": (
        "GERMANY",
        "+ F Kie (cs)",
        ["F KIE B"],
        [("needless-coast", "warning", 1, 5)],
    ),
    "a fleet with its coast": ("RUSSIA", "+ F StP (cn)", ["F STP/NC B"], []),
    "a fleet without it: the rules ask": ("RUSSIA", "+ F StP", ["F STP B"], []),
    "a coast that is not there": (
        "RUSSIA",
        "+ F StP (ce)",
        [],
        [("unknown-coast", "error", 1, 5)],
    ),
    "an unknown place": ("GERMANY", "+ A Xyz", [], [("unknown-province", "error", 1, 5)]),
    "waives": ("GERMANY", "renonce\nrenonce", ["WAIVE", "WAIVE"], []),
    "two waived at once": ("GERMANY", "renonce 2", ["WAIVE", "WAIVE"], []),
    "in other words": ("GERMANY", "rien\npas de construction", ["WAIVE", "WAIVE"], []),
    "removals": ("FRANCE", "- A Bou", ["A BUR D"], []),
    "without a letter": ("GERMANY", "- Esp, - Nrd", ["F SPA/SC D", "F NTH D"], []),
    "with the coast": ("GERMANY", "- F Esp (cs)", ["F SPA/SC D"], []),
    "without it": ("GERMANY", "- F Esp", ["F SPA/SC D"], []),
    "with the wrong one": (
        "GERMANY",
        "- F Esp (cn)",
        ["F SPA/SC D"],
        [("wrong-coast", "warning", 1, 5)],
    ),
    "with the wrong letter": (
        "GERMANY",
        "- A Esp",
        ["F SPA/SC D"],
        [("wrong-letter", "warning", 1, 5)],
    ),
    "with the nation": ("GERMANY", "- F allemande Nrd", ["F NTH D"], []),
    "with the wrong nation": (
        "GERMANY",
        "- F française Nrd",
        ["F NTH D"],
        [("wrong-nation", "warning", 1, 15)],
    ),
    "a verb behind the unit": ("FRANCE", "A Bou démantelée, A Par D", ["A BUR D", "A PAR D"], []),
    "twice: the rules count": ("FRANCE", "- A Bou\n- A Bou", ["A BUR D", "A BUR D"], []),
    "nobody there": ("GERMANY", "- A Par", [], [("no-unit-there", "error", 1, 5)]),
    "a unit alone, owed": ("FRANCE", "A Bou", ["A BUR D"], []),
    "a unit alone, not owed": ("GERMANY", "A Kie", ["A KIE B"], []),
    "a unit alone that is not there": ("FRANCE", "A Mar", ["A MAR B"], []),
    "another power's heading": (
        "GERMANY",
        "France : + A Kie",
        [],
        [("other-powers-heading", "error", 1, 10)],
    ),
    "a move": ("GERMANY", "A Mun - Ber", [], [("not-this-phase", "error", 1, 1)]),
    "a hold": ("GERMANY", "A Mun xxx", [], [("not-this-phase", "error", 1, 1)]),
    "a support": ("FRANCE", "A Par S A Bou", [], [("not-this-phase", "error", 1, 1)]),
    "all hold": ("GERMANY", "tout tient", [], [("not-this-phase", "error", 1, 1)]),
    "one line wrong, the others kept": (
        "GERMANY",
        "+ A Kie\n- A Par\n+ F Ber",
        ["A KIE B", "F BER B"],
        [("no-unit-there", "error", 2, 5)],
    ),
    "nothing": ("GERMANY", "", [], []),
}


@pytest.mark.parametrize("name", WINTER_SHEETS)
def test_a_sheet_of_winter(name: str) -> None:
    power, text, orders, problems = WINTER_SHEETS[name]
    read = winter_of(text, power)
    assert [adjustment_code(WINTER, order) for order in read.orders] == orders
    assert found(read.problems) == problems


def test_a_word_for_two_of_ones_units_is_ambiguous() -> None:
    position = position_of("W1904A", {"FRANCE": ["A HOL", "A WAL"]}, {"FRANCE": ["HOL"]})
    sheet = reader().read(b"- A Pay", "sheet.txt")
    power = codes().powers["FRANCE"]
    read = read_winter(position, Notation(europe()), sheet, power, Options())
    assert read.orders == ()
    assert found(read.problems) == [("ambiguous-place", "error", 1, 5)]
    assert read.problems[0].suggestions == ("Hol (Hollande)", "PGa (Pays de Galles)")


def test_more_waives_than_a_board_has_centres_are_cut() -> None:
    read = winter_of("renonce 999999")
    assert [adjustment_code(WINTER, order) for order in read.orders] == ["WAIVE"] * 34


def test_a_number_too_long_to_be_one_is_a_thousand_million() -> None:
    (problem,) = winter_of("+ 99999999999A Kie").problems
    assert (problem.code, dict(problem.details)) == ("count-refused", {"count": 1_000_000_000})


def test_whom_one_could_take_off_is_suggested() -> None:
    (problem,) = winter_of("- A Par").problems
    assert problem.suggestions == ("F Esp (cs)", "A Mun", "F Nrd")


@pytest.mark.parametrize("text", ["- A Esp", "- F française Nrd"])
def test_a_strict_game_refuses_wrong_details_in_winter(text: str) -> None:
    read = winter_of(text, strict=True)
    assert (read.orders, [p.severity for p in read.problems]) == ((), ["error"])


# ---------------------------------------------------------------- conditions: as written

WRITTEN: dict[str, tuple[str, str, bool, str]] = {
    # line: what it is about, what must hold, negated, what is left of the line
    "si A Mun délogée : A Mun retraite Bou": ("A Mun", "dislodged", False, "A Mun retraite Bou"),
    "Si A Mun delogee: A Mun - Bou": ("A Mun", "dislodged", False, "A Mun - Bou"),
    "SI A MUN DÉLOGÉE, A MUN - BOU": ("A MUN", "dislodged", False, "A MUN - BOU"),
    "  si  A Mun  délogée  :  A Mun - Bou": ("A Mun", "dislodged", False, "A Mun - Bou"),
    "si A Mun est délogée : A Mun - Bou": ("A Mun", "dislodged", False, "A Mun - Bou"),
    "si A Mun délogée, A Mun - Bou : Sil": ("A Mun", "dislodged", False, "A Mun - Bou : Sil"),
    "si A Mun non délogée : - F Irl": ("A Mun", "dislodged", True, "- F Irl"),
    "si A Mun n'est pas délogée : - F Irl": ("A Mun", "dislodged", True, "- F Irl"),
    "si A Mun n’est plus tenu : - F Irl": ("A Mun", "held", True, "- F Irl"),
    "si Mun n'est jamais perdu : - F Irl": ("Mun", "lost", True, "- F Irl"),
    "si mon armée de Mun est délogée : - F Irl": ("armée de Mun", "dislodged", False, "- F Irl"),
    "si A Mun n'a pas été délogée : - F Irl": ("A Mun", "dislodged", True, "- F Irl"),
    "si A Mun n'était plus délogée : - F Irl": ("A Mun", "dislodged", True, "- F Irl"),
    "si Mun délogé : - F Irl": ("Mun", "dislodged", False, "- F Irl"),
    "si A Mun a été délogée : - F Irl": ("A Mun", "dislodged", False, "- F Irl"),
    "A Mun - Boh (si A Mun délogée)": ("A Mun", "dislodged", False, "A Mun - Boh"),
    "(si A Mun délogée) A Mun - Boh": ("A Mun", "dislodged", False, "A Mun - Boh"),
    "(si A Mun délogée) : A Mun - Boh": ("A Mun", "dislodged", False, "A Mun - Boh"),
    "si Bou perdu : + A Par": ("Bou", "lost", False, "+ A Par"),
    "si Bourgogne perdue : + A Par": ("Bourgogne", "lost", False, "+ A Par"),
    "si Bou pas perdu : + A Par": ("Bou", "lost", True, "+ A Par"),
    "si Mun pris : + A Par": ("Mun", "held", False, "+ A Par"),
    "si Hollande prise, + A Par": ("Hollande", "held", False, "+ A Par"),
    "si Mun gagné : + A Par": ("Mun", "held", False, "+ A Par"),
    "si Mun tenu : + A Par": ("Mun", "held", False, "+ A Par"),
    "A Mun retraite Bou si A Mun délogée": ("A Mun", "dislodged", False, "A Mun retraite Bou"),
    "- F Irl si Mun perdu": ("Mun", "lost", False, "- F Irl"),
    "+ A Par si Bou pas pris": ("Bou", "held", True, "+ A Par"),
    "if A MUN dislodged: A MUN R BUR": ("A MUN", "dislodged", False, "A MUN R BUR"),
    "if A MUN not dislodged: A PAR B": ("A MUN", "dislodged", True, "A PAR B"),
    "A PAR B if BUR lost": ("BUR", "lost", False, "A PAR B"),
    "A PAR B if MUN held": ("MUN", "held", False, "A PAR B"),
    "A PAR B if MUN taken": ("MUN", "held", False, "A PAR B"),
}


@pytest.mark.parametrize("line", WRITTEN)
def test_a_condition_as_written(line: str) -> None:
    what, verb, negated, rest = WRITTEN[line]
    seen = condition_of(line)
    assert seen is not None
    condition, start, end = seen
    assert condition == Condition(what, verb, negated)
    assert (line[:start] + line[end:]).strip() == rest
    assert fold(line[start:end].strip(" (")).startswith(("si ", "if "))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A Mun - Bou",
        "A Mun retraite Bou, Sil",
        "+ A Kie",
        "A Sil - Gal",
        "A Mun xxx délogée",
        "A Sil - Gal, A Mun R Sil",
    ],
)
def test_a_line_without_a_condition(line: str) -> None:
    assert condition_of(line) is None


@pytest.mark.parametrize(
    ("line", "unclear"),
    [
        ("si", "si"),
        ("si : A Mun - Bou", "si : A Mun - Bou"),
        ("si A Mun : A Mun - Bou", "si A Mun : A Mun - Bou"),
        ("si A Mun attaquée : A Mun - Bou", "si A Mun attaquée : A Mun - Bou"),
        ("si A Ber délogée A Mun - Bou", "si A Ber délogée A Mun - Bou"),
        ("si A Mun délogée ~ A Mun - Bou", "si A Mun délogée ~ A Mun - Bou"),
        ("A Mun - Bou si possible", "si possible"),
        ("A Mun - Bou sinon Ber", "sinon Ber"),
        ("sinon A Mun délogée : A Mun - Bou", "sinon A Mun délogée : A Mun - Bou"),
    ],
)
def test_a_condition_that_is_not_known_is_all_the_rest_of_its_line(line: str, unclear: str) -> None:
    assert condition_of(line) == (
        Condition(unclear, "", False),
        line.index(unclear),
        len(line),
    )


def test_a_condition_that_is_not_known_is_shown_where_it_stands() -> None:
    text = "A Mun - Ber\nHiver : + A Kie si possible\nA Mun - Bou si possible"
    problems = read_whole(text.encode(), reader(), "x").problems
    assert [(p.code, p.line, p.column, p.length) for p in problems] == [
        ("condition-unclear", 2, 17, 11),
        ("condition-unclear", 3, 13, 11),
    ]


# ---------------------------------------------------------------- conditions: decided

RETREATING = position_of(
    "F1904R",
    {"FRANCE": ["A MUN", "A BUR"], "GERMANY": ["A SIL"]},
    {"GERMANY": ["BER", "MUN"], "FRANCE": ["PAR"]},
    {
        "GERMANY": {"A MUN": ("RUH", ["BER", "BOH"]), "F NTH": ("NWG", ["SKA"])},
        "FRANCE": {"F POR": ("SPA", ["MAO"])},
    },
)
"""Germany was driven out of Munich, which is still its own, and out of the North Sea."""

HELD = position_of(
    "W1904A",
    {"FRANCE": ["A BUR", "A MUN"], "GERMANY": ["A SIL"]},
    {"GERMANY": ["BER", "KIE"], "FRANCE": ["MUN", "PAR"]},
)
"""France has Munich and stands in Burgundy, Germany in Silesia."""


def decide(
    line: str, position: Position, power: str, language: str = "fr", table: str = "guide"
) -> tuple[list[str], list[Problem]]:
    number = codes().powers[power]
    return decided([line], reader(language, table), position, number, "sheet.txt")


MET: list[tuple[Position, str, str, bool]] = [
    # position, power, condition, whether it is met
    (RETREATING, "GERMANY", "si A Mun délogée", True),
    (RETREATING, "GERMANY", "si Mun délogée", True),
    (RETREATING, "GERMANY", "si Munich est délogée", True),
    (RETREATING, "GERMANY", "si F Nrd délogée", True),
    (RETREATING, "GERMANY", "si Mer du Nord délogée", True),
    (RETREATING, "GERMANY", "si A Sil délogée", False),
    (RETREATING, "GERMANY", "si A Ber délogée", False),
    (RETREATING, "GERMANY", "si A Mun non délogée", False),
    (RETREATING, "GERMANY", "si A Mun n'est pas délogée", False),
    (RETREATING, "GERMANY", "si A Sil non délogée", True),
    # Another power's unit, and a unit of one's own seen by another power.
    (RETREATING, "GERMANY", "si F Por délogée", True),
    (RETREATING, "FRANCE", "si A Mun délogée", True),
    # Centres change hands when the retreats are done.
    (RETREATING, "GERMANY", "si Mun tenu", True),
    (RETREATING, "GERMANY", "si Sil tenue", True),
    (RETREATING, "GERMANY", "si Bou perdu", True),
    (RETREATING, "FRANCE", "si Bou pris", True),
    # A centre by its owner, another province by who stands there.
    (HELD, "GERMANY", "si Mun perdu", True),
    (HELD, "GERMANY", "si Mun pris", False),
    (HELD, "GERMANY", "si Mun pas perdu", False),
    (HELD, "GERMANY", "si Ber perdu", False),
    (HELD, "GERMANY", "si Ber tenu", True),
    (HELD, "FRANCE", "si Mun pris", True),
    (HELD, "FRANCE", "si Mun perdu", False),
    (HELD, "FRANCE", "si Par tenu", True),
    (HELD, "FRANCE", "si Bou tenue", True),
    (HELD, "FRANCE", "si Bou perdue", False),
    (HELD, "GERMANY", "si Bou perdue", True),
    (HELD, "GERMANY", "si Bou pas perdue", False),
    (HELD, "GERMANY", "si Silésie prise", True),
    (HELD, "GERMANY", "si Gal prise", False),
    (HELD, "FRANCE", "si Esp (cn) prise", False),
]


@pytest.mark.parametrize(
    ("position", "power", "condition", "met"), MET, ids=[f"{p} {c}" for _, p, c, _ in MET]
)
def test_a_condition_is_decided(position: Position, power: str, condition: str, met: bool) -> None:
    """Before the order or after it; what is left keeps its columns."""
    line = f"{condition} : - F Irl"
    blank = " " * len(f"{condition} : ")
    assert decide(line, position, power) == ([f"{blank}- F Irl" if met else ""], [])
    line = f"- F Irl {condition}"
    blank = " " * len(f" {condition}")
    assert decide(line, position, power) == ([f"- F Irl{blank}" if met else ""], [])


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ("if A MUN dislodged", True),
        ("if A MUN is not dislodged", False),
        ("if the army in Munich is dislodged", True),
        ("if BUR lost", True),
        ("if BER held", True),
        ("if SIL not held", False),
    ],
)
def test_a_condition_in_english(condition: str, met: bool) -> None:
    line = f"{condition}: A MUN R BOH"
    kept, problems = decide(line, RETREATING, "GERMANY", "en", "english")
    assert (kept[0].strip(), problems) == ("A MUN R BOH" if met else "", [])


UNCLEAR = [
    (RETREATING, "si Mun et Ber perdu"),
    (RETREATING, "si Xyz délogée"),
    (RETREATING, "si notre armée est délogée"),
    (RETREATING, "si mon armée est délogée"),
    (RETREATING, "si A Mun n'est délogée"),
    (RETREATING, "si A Mun délogée de Ber"),
    (RETREATING, "si Nor perdu"),
    (HELD, "si A Mun délogée"),
    (HELD, "si A Mun non délogée"),
]
"""Two places, none, an unknown one, a word of several readings; dislodged, where nobody is."""


@pytest.mark.parametrize(("position", "condition"), UNCLEAR, ids=[c for _, c in UNCLEAR])
def test_a_condition_that_cannot_be_decided_is_a_problem(
    position: Position, condition: str
) -> None:
    """The line stays as it is, for people to see, and the problem stands at the condition."""
    line = f"{condition} : - F Irl"
    kept, problems = decide(line, position, "GERMANY")
    assert kept == [line]
    (problem,) = problems
    assert (problem.code, problem.severity, problem.file) == (
        "condition-unclear",
        "error",
        "sheet.txt",
    )
    assert (problem.line, problem.column, problem.text) == (1, 1, line)
    after = f"- F Irl {condition}"
    kept, problems = decide(after, position, "GERMANY")
    assert (kept, [(p.code, p.column) for p in problems]) == ([after], [("condition-unclear", 9)])


def test_lines_keep_their_numbers() -> None:
    lines = [
        "Allemagne",
        "si A Sil délogée : A Sil - Gal",
        "A Mun - Ber si A Mun délogée",
        "si Mun et Ber perdu : F Nrd D",
        "F Nrd - Ska",
    ]
    number = codes().powers["GERMANY"]
    kept, problems = decided(lines, reader(), RETREATING, number, "sheet.txt")
    assert [line.strip() for line in kept] == [
        "Allemagne",
        "",
        "A Mun - Ber",
        "si Mun et Ber perdu : F Nrd D",
        "F Nrd - Ska",
    ]
    assert [(p.code, p.line) for p in problems] == [("condition-unclear", 4)]


def test_an_ambiguous_word_is_what_the_games_code_table_says() -> None:
    """``Liv`` is Livonia in the Guide's codes; by another table it could be Liverpool."""
    line = "si Liv perdue : - F Irl"
    assert decide(line, HELD, "GERMANY")[1] == []
    kept, problems = decide(line, HELD, "GERMANY", "fr", "objectif")
    assert (kept, [p.code for p in problems]) == ([line], ["condition-unclear"])


# ---------------------------------------------------------------- conditions: as orders

SHEET = """\
Allemagne
si A Mun délogée : A Mun retraite Ruh, Boh
si A Ber délogée : A Ber retraite Kie
F Nrd - Ska si Nrd délogée
Hiver :
si Ber perdu : - A Sil
"""


def test_conditional_retreats_are_read() -> None:
    germany = codes().powers["GERMANY"]
    text = published(SHEET.encode(), reader(), RETREATING, germany)
    assert [line.rstrip() for line in text.splitlines()] == [
        "Allemagne",
        " " * len("si A Mun délogée : ") + "A Mun retraite Ruh, Boh",
        "",
        "F Nrd - Ska",
    ]
    sheet = reader().read(text.encode(), "allemagne.txt")
    read = read_retreats(RETREATING, Notation(europe()), sheet, germany, Options())
    units = RETREATING.dislodged
    assert sorted(retreat_code(units[n].unit, order) for n, order in read.orders.items()) == [
        "A MUN R BOH",
        "F NTH R SKA",
    ]
    assert read.problems == []


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("si Ber perdu : - A Sil", []),
        ("si Mun perdu : - A Sil", ["A SIL D"]),
        ("si Mun perdu : + A Ber, + F Kie", ["A BER B", "F KIE B"]),
        ("si Mun pris : + A Mun\n+ A Ber si Mun perdu", ["A BER B"]),
        ("si Ber tenu : renonce", ["WAIVE"]),
    ],
)
def test_conditional_adjustments_are_read(line: str, orders: list[str]) -> None:
    germany = codes().powers["GERMANY"]
    text = published(f"Hiver :\n{line}\n".encode(), reader(), HELD, germany)
    sheet = reader().read(text.encode(), "allemagne.txt")
    read = read_winter(HELD, Notation(europe()), sheet, germany, Options())
    assert [adjustment_code(HELD, order) for order in read.orders] == orders
    assert read.problems == []


@pytest.mark.parametrize(
    "line",
    [
        "A Mun - Boh si possible",
        "A Mun - Boh si A Mun délogée par A Par",
        "si A Mun attaquée : A Mun - Boh",
        "si A Mun est délogée par la France : A Mun - Boh",
        "A Mun - Boh ou Ber",
        "A Mun - Boh sinon Ber",
    ],
)
def test_a_condition_that_is_not_known_orders_nothing(line: str) -> None:
    """Never half a line: the order is refused with an error, not carried out without its if."""
    number = codes().powers["GERMANY"]
    kept, problems = decided([line], reader(), RETREATING, number, "sheet.txt")
    sheet = reader().read("\n".join(kept).encode(), "sheet.txt")
    read = read_retreats(RETREATING, Notation(europe()), sheet, number, Options())
    assert read.orders == {}
    assert any(p.severity == "error" for p in [*problems, *read.problems])
