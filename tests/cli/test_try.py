"""`judge try`: a board without a game, as a sheet or as JSON Lines."""

import gc
import json
import random
import select
import subprocess
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.jsonlines import answer_lines
from judge.rulesystems import rule_system
from tests.boards import europe
from tests.cli.command import PROCESS, Said, judge, judge_process, plain_environment
from tests.drawn_boards import drawn_records

# ---------------------------------------------------------------- a sheet

FRENCH = """\
FRANCE
A Par - Bou
A Mar S A Par - Bou

ALLEMAGNE : A Bou xxx, F Bel - Man
ANGLETERRE
F Lon - Man
"""

FRENCH_REPORT = """\
Printemps 1901 · Jugement d'essai
règles : guide
options : retreat_to_convoyed_attackers_start true, disorder_from home,
  disorder_distance convoys, disorder_alphabet fr, extra_builds first

ALLEMAGNE
  F Bel - Man
      échoue : rebond en Man contre F Lon, 1 contre 1 (Guide 19)
  A Bou xxx
      tient ; délogée par A Par, 2 contre 1 (Guide 19)

ANGLETERRE
  F Lon - Man
      échoue : rebond en Man contre F Bel, 1 contre 1 (Guide 19)

FRANCE
  A Mar S A Par - Bou             soutien donné
  A Par - Bou
      réussit : déloge A Bou, 2 contre 1 (Guide 19)

UNITÉS DÉLOGÉES
  A Bou (Allemagne), délogée par A Par : peut se replier en Gas, Mun,
    Pic, Ruh

SITUATIONS BLOQUÉES
  Man

POSITION
  Allemagne : F Bel
  Angleterre : F Lon
  Autriche : aucune unité
  France : A Bou, A Mar
  Italie : aucune unité
  Russie : aucune unité
  Turquie : aucune unité

CENTRES
  Allemagne : 0, Angleterre : 0, Autriche : 0, France : 0, Italie : 0,
    Russie : 0, Turquie : 0, sans propriétaire : 34
"""

ENGLISH = """\
Position:
England: A LON, F NTH, F EDI
Germany: F NWY

Orders:
England
A LON - NWY via convoy
F NTH C A LON - NWY
Germany: F NWY H
"""

ENGLISH_REPORT = """\
Spring 1901 · Trial ruling
rules: guide
options: retreat_to_convoyed_attackers_start true, disorder_from home,
  disorder_distance convoys, disorder_alphabet fr, extra_builds first

GERMANY
  F NWY H                         holds

ENGLAND
  F EDI H                         no order, holds
  A LON - NWY via convoy
      fails: F NWY holds NWY, 1 against 1 (Guide 19)
  F NTH C A LON - NWY             convoys

CONVOYS
  LON : NTH                       [convoy maintained]

POSITION
  Germany: F NWY
  England: F EDI, A LON, F NTH
  Austria: no unit
  France: no unit
  Italy: no unit
  Russia: no unit
  Turkey: no unit

SUPPLY CENTRES
  Germany: 0, England: 0, Austria: 0, France: 0, Italy: 0, Russia: 0,
    Turkey: 0, unowned: 34
"""


def test_a_french_sheet_gives_the_whole_report(tmp_path: Path) -> None:
    sheet = tmp_path / "essai.txt"
    sheet.write_text(FRENCH, "utf-8")
    assert judge("try", sheet) == Said(0, FRENCH_REPORT, "")


def test_an_english_sheet_gives_the_whole_report(tmp_path: Path) -> None:
    sheet = tmp_path / "trial.txt"
    sheet.write_text(ENGLISH, "utf-8")
    assert judge("try", sheet, "--lang", "en") == Said(0, ENGLISH_REPORT, "")


def test_a_dash_reads_standard_input() -> None:
    assert judge("try", "-", stdin=FRENCH.encode()) == Said(0, FRENCH_REPORT, "")
    assert judge_process("try", "-", stdin=FRENCH.encode()) == Said(0, FRENCH_REPORT, "")


def test_what_stands_before_the_language_does_not_matter() -> None:
    said = judge("try", "--lang=en", "-", stdin=ENGLISH.encode())
    assert said == judge("--lang", "en", "try", "-", stdin=ENGLISH.encode())
    assert said.out == ENGLISH_REPORT


def positions(said: Said) -> dict[str, str]:
    """The position that a French report tells, powers without units left out."""
    block = said.out.split("POSITION\n")[1].split("\n\n")[0]
    rows = (line.strip().split(" : ") for line in block.splitlines())
    return {power: units for power, units in rows if units != "aucune unité"}


@pytest.mark.parametrize(
    ("sheet", "position"),
    [
        pytest.param("FRANCE\nA Par - Bou\n", {"France": "A Bou"}, id="a mover"),
        pytest.param("FRANCE\nPar xxx\nMan xxx\n", {"France": "F Man, A Par"}, id="no letters"),
        pytest.param("FRANCE\nF Esp - Gas\n", {"France": "F Gas"}, id="the one coast that can"),
        pytest.param("FRANCE\nF Esp (cs) xxx\n", {"France": "F Esp (cs)"}, id="a coast"),
        pytest.param(
            "FRANCE\nA Par - Bou\nA Par - Pic\n", {"France": "A Pic"}, id="two orders, one unit"
        ),
        pytest.param(
            "FRANCE\nA Par S A Bou\nALLEMAGNE\nA Bou xxx\n",
            {"Allemagne": "A Bou", "France": "A Par"},
            id="a supported unit is placed by its own order alone",
        ),
        pytest.param(
            "Position:\nFRANCE\nA Par, F Bre\nITALIE: A Ven\nOrdres:\nFRANCE\nA Par - Bou\n",
            {"France": "A Bou, F Bre", "Italie": "A Ven"},
            id="a section with units that nobody orders",
        ),
    ],
)
def test_who_stands_where(sheet: str, position: dict[str, str]) -> None:
    said = judge("try", "-", stdin=sheet.encode())
    assert said.code == 0
    assert positions(said) == position


def test_the_sheet_may_name_its_phase() -> None:
    said = judge("try", "-", stdin=b"Automne 1905\nFRANCE\nA Par - Bou\n")
    assert said.out.startswith("Automne 1905 · Jugement d'essai\n")


@pytest.mark.parametrize(
    ("sheet", "problems"),
    [
        pytest.param(
            "FRANCE\nA Par - Bou\nALLEMAGNE\nA Par - Pic\n",
            [
                "-:4:1: erreur [units-twice] deux unités en Par",
                "-:4:3: erreur [not-your-unit] A Par appartient à France",
            ],
            id="two units in a province",
        ),
        pytest.param(
            "FRANCE\nF Par - Bou\nA Mar xxx\n",
            [
                "-:2:1: erreur [unit-impossible] F Par - Bou ne peut pas être là",
                "-:2:3: erreur [no-unit-there] aucune unité en Par ; "
                "Vouliez-vous dire A Mar - Bou ?",
            ],
            id="a fleet inland",
        ),
        pytest.param(
            "A Par - Bou\n",
            ["-:1:1: erreur [no-power-heading] cet ordre n'est sous le titre d'aucune puissance"],
            id="no heading",
        ),
        pytest.param(
            "FRANCE\nA Mar xxx\nA Par -> Bou\nA Par - Mnn\n",
            [
                "-:4:9: erreur [unknown-province] région inconnue « Mnn » ; attendu : une région ; "
                "Vouliez-vous dire Man (Manche) ou Nrd (Mer du Nord) ou Noi (Mer Noire) ?"
            ],
            id="an unknown province",
        ),
        pytest.param(
            "Position:\nFRANCE: A Par\nOrdres:\nFRANCE\nA Mar - Bou\n",
            ["-:5:3: erreur [no-unit-there] aucune unité en Mar ; Vouliez-vous dire A Par - Bou ?"],
            id="an order for nobody",
        ),
    ],
)
def test_problems_go_to_standard_error(sheet: str, problems: list[str]) -> None:
    said = judge("try", "-", "--plain", stdin=sheet.encode())
    assert said.code == 1
    assert said.err.splitlines() == problems


def test_a_warning_alone_is_no_failure() -> None:
    said = judge("try", "-", stdin=b"FRANCE\nA Par - Bou\nA Par - Pic\n")
    assert said.code == 0
    assert said.err == (
        "-:3:1: attention : second ordre pour A Par ; celui de la ligne 2 ne compte plus : "
        "A Par - Bou [ordered-twice]\n  3 | A Par - Pic\n      ^^^^^^^^^^^\n"
    )


def test_the_report_stands_beside_the_problems() -> None:
    said = judge("try", "-", stdin=b"FRANCE\nA Par - Bou\nn'importe quoi\n")
    assert said.code == 1
    assert "A Par - Bou                     réussit" in said.out
    assert "[unknown-word]" in said.err


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# rien\n", b"Presse:\nbonjour\n"])
def test_a_sheet_that_holds_nothing_says_so(data: bytes) -> None:
    said = judge("try", "-", stdin=data)
    assert (said.code, said.out) == (1, "")
    assert said.err


@pytest.mark.parametrize("data", [bytes(range(256)), b"\xff\xfe", b"A" * 300_000, b"\0" * 5_000])
def test_no_bytes_break_it(data: bytes) -> None:
    assert judge("try", "-", stdin=data).code == 1


def test_a_sheet_cannot_send_signs_to_the_terminal() -> None:
    said = judge("try", "-", stdin=b"FRANCE\nA Mar xxx\nA Par - \x1b[2JBou\n")
    assert "\x1b" not in said.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["missing.txt"], 1),
        (["."], 1),
        (["-", "--map", "nowhere"], 1),
        (["-", "--codes", "nothing"], 1),
        (["-", "--rules", "nothing"], 2),
        (["-", "--nothing"], 2),
        (["-", "--map"], 2),
        (["-", "-", "-"], 2),
        ([], 2),
    ],
)
def test_what_cannot_be_done(
    arguments: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = judge("try", *arguments, stdin=FRENCH.encode())
    assert (said.code, said.out) == (code, "")
    assert said.err


# ---------------------------------------------------------------- JSON Lines


def stream(*records: object) -> tuple[int, list[Any]]:
    """The exit status and the answers to some records; texts are sent as they are."""
    lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
    said = judge("try", "-", "--json", stdin="\n".join(lines).encode("utf-8", "surrogatepass"))
    assert said.err == ""
    return said.code, [json.loads(line, parse_constant=_refuse) for line in said.out.splitlines()]


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


ANSWERED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        # A dislodgement: Bel was left, Mar is occupied, Pic is taken, Par is the attacker's.
        {
            "id": 1,
            "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR", "F BEL"]},
            "orders": {
                "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
                "GERMANY": ["A BUR H", "F BEL - PIC"],
            },
        },
        {
            "id": 1,
            "results": {
                "F BEL": {
                    "outcome": "succeeds",
                    "to": "PIC",
                    "dislodged_by": None,
                    "reasons": [{"code": "advances", "rule": "Guide 19", "place": "PIC"}],
                },
                "A BUR": {
                    "outcome": "stands",
                    "to": None,
                    "dislodged_by": "PAR",
                    "reasons": [
                        {
                            "code": "dislodged",
                            "rule": "Guide 19",
                            "by": ["A PAR"],
                            "against": [2, 1],
                        }
                    ],
                },
                "A MAR": {"outcome": "given", "to": None, "dislodged_by": None, "reasons": []},
                "A PAR": {
                    "outcome": "succeeds",
                    "to": "BUR",
                    "dislodged_by": None,
                    "reasons": [
                        {
                            "code": "dislodges",
                            "rule": "Guide 19",
                            "by": ["A BUR"],
                            "against": [2, 1],
                            "place": "BUR",
                        }
                    ],
                },
            },
            "standoffs": [],
            "retreats": {"A BUR": ["BEL", "GAS", "MUN", "RUH"]},
        },
    ),
    (
        # A standoff, on land.
        {
            "id": "two",
            "units": {"AUSTRIA": ["A VIE"], "RUSSIA": ["A WAR"]},
            "orders": {"AUSTRIA": ["A VIE - GAL"], "RUSSIA": ["A WAR - GAL"]},
        },
        {
            "id": "two",
            "results": {
                "A VIE": {
                    "outcome": "fails",
                    "to": None,
                    "dislodged_by": None,
                    "reasons": [
                        {
                            "code": "standoff",
                            "rule": "Guide 19",
                            "by": ["A WAR"],
                            "against": [1, 1],
                            "place": "GAL",
                        }
                    ],
                },
                "A WAR": {
                    "outcome": "fails",
                    "to": None,
                    "dislodged_by": None,
                    "reasons": [
                        {
                            "code": "standoff",
                            "rule": "Guide 19",
                            "by": ["A VIE"],
                            "against": [1, 1],
                            "place": "GAL",
                        }
                    ],
                },
            },
            "standoffs": ["GAL"],
            "retreats": {},
        },
    ),
    (
        # A convoy that is broken: its fleet may flee, not to Lon, Bre (occupied) nor MAO.
        {
            "id": [3],
            "units": {"ENGLAND": ["A LON", "F ENG"], "FRANCE": ["F BRE", "F MAO"]},
            "orders": {
                "ENGLAND": ["A LON - BEL VIA", "F ENG C A LON - BEL"],
                "FRANCE": ["F MAO - ENG", "F BRE S F MAO - ENG"],
            },
        },
        {
            "id": None,
            "results": {
                "A LON": {
                    "outcome": "no_convoy",
                    "to": None,
                    "dislodged_by": None,
                    "reasons": [{"code": "convoy-disrupted", "rule": "Guide 7", "by": ["F ENG"]}],
                },
                "F ENG": {
                    "outcome": "disrupted",
                    "to": None,
                    "dislodged_by": "MAO",
                    "reasons": [
                        {
                            "code": "dislodged",
                            "rule": "Guide 6",
                            "by": ["F MAO"],
                            "against": [2, 1],
                        },
                        {"code": "convoy-disrupted", "rule": "Guide 7", "by": ["F ENG"]},
                    ],
                },
                "F MAO": {
                    "outcome": "succeeds",
                    "to": "ENG",
                    "dislodged_by": None,
                    "reasons": [
                        {
                            "code": "dislodges",
                            "rule": "Guide 6",
                            "by": ["F ENG"],
                            "against": [2, 1],
                            "place": "ENG",
                        }
                    ],
                },
                "F BRE": {"outcome": "given", "to": None, "dislodged_by": None, "reasons": []},
            },
            "standoffs": [],
            "retreats": {"F ENG": ["BEL", "IRI", "NTH", "WAL", "PIC"]},
        },
    ),
    (
        # Coasts, a retreat to nowhere, orders for units that are not there or not theirs.
        {
            "id": 4.5,
            "phase": "F1903M",
            "units": {"GERMANY": ["F NWY", "F BAR"], "RUSSIA": ["F STP/NC", "A FIN"]},
            "orders": {
                "GERMANY": ["F NWY - STP/NC", "F BAR S F NWY - STP", "A FIN - SWE", "A MUN - BER"],
                "RUSSIA": ["F STP/NC H"],
            },
        },
        {
            "id": 4.5,
            "results": {
                "F BAR": {"outcome": "given", "to": None, "dislodged_by": None, "reasons": []},
                "F NWY": {
                    "outcome": "succeeds",
                    "to": "STP/NC",
                    "dislodged_by": None,
                    "reasons": [
                        {
                            "code": "dislodges",
                            "rule": "Guide 19",
                            "by": ["F STP/NC"],
                            "against": [2, 1],
                            "place": "STP",
                        }
                    ],
                },
                "A FIN": {"outcome": "stands", "to": None, "dislodged_by": None, "reasons": []},
                "F STP/NC": {
                    "outcome": "stands",
                    "to": None,
                    "dislodged_by": "NWY",
                    "reasons": [
                        {
                            "code": "dislodged",
                            "rule": "Guide 19",
                            "by": ["F NWY"],
                            "against": [2, 1],
                        }
                    ],
                },
            },
            "standoffs": [],
            "retreats": {"F STP/NC": []},
            "after": {
                "phase": "W1903A",
                "units": {"GERMANY": ["F BAR", "F STP/NC"], "RUSSIA": ["A FIN"]},
                "centers": {"GERMANY": ["STP"]},
            },
        },
    ),
    (
        # Two retreats to one place, and one unit taken off.
        {
            "id": "retreats",
            "phase": "S1905R",
            "units": {"FRANCE": ["A BUR"]},
            "dislodged": {
                "GERMANY": {"A MUN": ["BER", "TYR"]},
                "AUSTRIA": {"A VIE": ["TYR"]},
                "ITALY": {"F TUN": None},
            },
            "orders": {
                "GERMANY": ["A MUN R TYR"],
                "AUSTRIA": ["A VIE R TYR"],
                "ITALY": ["F TUN D"],
            },
        },
        {
            "id": "retreats",
            "results": {
                "A MUN": {
                    "outcome": "fails",
                    "to": None,
                    "reasons": [
                        {
                            "code": "retreat-clash",
                            "rule": "DPTG XI.3",
                            "by": ["A VIE"],
                            "place": "TYR",
                        }
                    ],
                },
                "A VIE": {
                    "outcome": "fails",
                    "to": None,
                    "reasons": [
                        {
                            "code": "retreat-clash",
                            "rule": "DPTG XI.3",
                            "by": ["A MUN"],
                            "place": "TYR",
                        }
                    ],
                },
                "F TUN": {"outcome": "succeeds", "to": None, "reasons": []},
            },
            "after": {"phase": "F1905M", "units": {"FRANCE": ["A BUR"]}, "centers": {}},
        },
    ),
    (
        # A winter: built, built twice, waived, nobody there, and one unit taken off by rule.
        {
            "id": "winter",
            "phase": "W1905A",
            "units": {"FRANCE": ["A BUR"], "ITALY": ["F TUN", "A ROM"]},
            "centers": {"FRANCE": ["PAR", "BRE", "MAR"], "ITALY": ["ROM"]},
            "orders": {"FRANCE": ["A PAR B", "F PAR B", "WAIVE"], "ITALY": ["A VEN D"]},
        },
        {
            "id": "winter",
            "results": {
                "FRANCE": [
                    {"order": "A PAR B", "outcome": "succeeds", "reasons": []},
                    {
                        "order": "F PAR B",
                        "outcome": "illegal",
                        "reasons": [{"code": "build-twice", "rule": "DPTG XIII.1", "place": "PAR"}],
                    },
                    {"order": "WAIVE", "outcome": "succeeds", "reasons": []},
                ],
                "ITALY": [
                    {
                        "order": "A VEN D",
                        "outcome": "illegal",
                        "reasons": [{"code": "remove-nobody", "rule": ""}],
                    }
                ],
            },
            "automatic": [{"unit": "F TUN", "distance": 2, "rule": "DPTG XIII.1"}],
            "after": {
                "phase": "S1906M",
                "units": {"FRANCE": ["A BUR", "A PAR"], "ITALY": ["A ROM"]},
                "centers": {"FRANCE": ["BRE", "MAR", "PAR"], "ITALY": ["ROM"]},
            },
        },
    ),
    (
        # A board with more orders than units: only those for units there count, the last one each.
        {
            "id": "notation",
            "units": {"FRANCE": ["A PAR", "F SPA/SC"]},
            "orders": {
                "FRANCE": [
                    "A PAR - BUR",
                    "A LON - BEL VIA",
                    "F NTH C A LON - NWY",
                    "A GAS S A PAR - BUR",
                    "A PAR H",
                ]
            },
        },
        {
            "id": "notation",
            "results": {
                "F SPA/SC": {"outcome": "stands", "to": None, "dislodged_by": None, "reasons": []},
                "A PAR": {"outcome": "stands", "to": None, "dislodged_by": None, "reasons": []},
            },
            "standoffs": [],
            "retreats": {},
        },
    ),
]


@pytest.mark.parametrize(("record", "answer"), ANSWERED, ids=[str(r["id"]) for r, _ in ANSWERED])
def test_the_whole_answer(record: dict[str, Any], answer: dict[str, Any]) -> None:
    assert stream(record) == (0, [answer])


ONE = {"FRANCE": ["A PAR"]}
BAD: list[tuple[str, object, object, str]] = [
    ("no JSON", "A PAR - BUR", None, "not JSON"),
    ("half JSON", '{"id": 1, "units": ', None, "not JSON"),
    ("a mark before", '\ufeff{"id": 1}', None, "not JSON"),
    ("a control sign", '{"id": "\x01"}', None, "not JSON"),
    ("a list", [1, 2], None, "not an object"),
    ("a number", 7, None, "not an object"),
    ("null", "null", None, "not an object"),
    ("deep lists", "[" * 100_000 + "]" * 100_000, None, "not JSON"),
    ("deep objects", '{"id":' * 50_000 + "1" + "}" * 50_000, None, "not JSON"),
    ("a huge number", '{"id": ' + "9" * 5_000 + "}", None, "not JSON"),
    ("two megabytes", '{"id": 1, "pad": "' + "x" * 2_000_000 + '"}', None, "longer than"),
    ("an unknown power", {"id": 1, "units": {"FRANKREICH": ["A PAR"]}}, 1, "FRANKREICH"),
    ("a power in small letters", {"id": 1, "units": {"France": ["A PAR"]}}, 1, "France"),
    ("an unknown power's orders", {"id": 1, "units": ONE, "orders": {"X": []}}, 1, "X"),
    ("an unknown province", {"id": 1, "units": {"FRANCE": ["A XYZ"]}}, 1, "A XYZ"),
    ("an unknown kind", {"id": 1, "units": {"FRANCE": ["W PAR"]}}, 1, "W PAR"),
    ("a unit without a kind", {"id": 1, "units": {"FRANCE": ["PAR"]}}, 1, "PAR"),
    ("an empty unit", {"id": 1, "units": {"FRANCE": [""]}}, 1, "unreadable"),
    ("a fleet inland", {"id": 1, "units": {"FRANCE": ["F PAR"]}}, 1, "F PAR"),
    ("an army at sea", {"id": 1, "units": {"FRANCE": ["A NTH"]}}, 1, "A NTH"),
    ("an army on a coast", {"id": 1, "units": {"FRANCE": ["A SPA/SC"]}}, 1, "A SPA/SC"),
    ("a fleet without its coast", {"id": 1, "units": {"FRANCE": ["F SPA"]}}, 1, "F SPA"),
    ("impassable", {"id": 1, "units": {"FRANCE": ["A SWI"]}}, 1, "A SWI"),
    ("one unit twice", {"id": 1, "units": {"FRANCE": ["A PAR", "A PAR"]}}, 1, "two units"),
    (
        "two coasts",
        {"id": 1, "units": {"FRANCE": ["F SPA/NC", "F SPA/SC"]}},
        1,
        "two units in one province: F SPA/SC",
    ),
    (
        "two powers",
        {"id": 1, "units": {"FRANCE": ["A BUR"], "ITALY": ["A BUR"]}},
        1,
        "two units in one province: A BUR",
    ),
    ("units in a list", {"id": 1, "units": ["A PAR"]}, 1, "units must be an object"),
    ("no units", {"id": 1, "units": None}, 1, "units must be an object"),
    ("units in a text", {"id": 1, "units": {"FRANCE": "A PAR"}}, 1, "must be a list"),
    ("a unit that is a number", {"id": 1, "units": {"FRANCE": [3]}}, 1, "must be texts"),
    ("orders in a text", {"id": 1, "units": ONE, "orders": "A PAR H"}, 1, "must be an object"),
    ("an order that is null", {"id": 1, "units": ONE, "orders": {"FRANCE": [None]}}, 1, "texts"),
    ("no order", {"id": 1, "units": ONE, "orders": {"FRANCE": ["A PAR"]}}, 1, "A PAR"),
    ("half an order", {"id": 1, "units": ONE, "orders": {"FRANCE": ["A PAR -"]}}, 1, "A PAR -"),
    ("to nowhere", {"id": 1, "units": ONE, "orders": {"FRANCE": ["A PAR - XYZ"]}}, 1, "XYZ"),
    ("a retreat", {"id": 1, "units": ONE, "orders": {"FRANCE": ["A PAR R BUR"]}}, 1, "A PAR R"),
    ("an unknown phase", {"id": 1, "phase": "X", "units": ONE}, 1, "unknown phase: X"),
    ("a phase that is a number", {"id": 1, "phase": 3, "units": ONE}, 1, "unknown phase: 3"),
    ("a phase that is a list", {"id": 1, "phase": ["S"], "units": ONE}, 1, "unknown phase"),
    (
        "a centre that is none",
        {"id": 1, "phase": "W1901A", "centers": {"FRANCE": ["BUR"]}},
        1,
        "BUR",
    ),
    (
        "a centre twice",
        {"id": 1, "phase": "W1901A", "centers": {"FRANCE": ["PAR", "PAR"]}},
        1,
        "owned twice: PAR",
    ),
    ("dislodged in a list", {"id": 1, "phase": "S1901R", "dislodged": ["A PAR"]}, 1, "dislodged"),
    (
        "retreats in a text",
        {"id": 1, "phase": "S1901R", "dislodged": {"FRANCE": {"A PAR": "BUR"}}},
        1,
        "retreats of A PAR",
    ),
    ("half a letter", '{"id": 1, "units": {"FRANCE": ["A \\ud800"]}}', 1, "unreadable"),
]


def test_a_bad_line_is_answered_and_the_run_goes_on() -> None:
    good = {"id": "good", "units": ONE, "orders": {"FRANCE": ["A PAR - BUR"]}}
    records = [r for _, bad, _, _ in BAD for r in (good, bad)]
    code, answers = stream(*records, good)
    assert code == 0
    assert len(answers) == 2 * len(BAD) + 1
    for answer in answers[::2]:
        assert answer["id"] == "good"
        assert answer["results"]["A PAR"]["to"] == "BUR"
    for (name, _, identity, said), answer in zip(BAD, answers[1::2], strict=True):
        assert set(answer) == {"id", "error"}, name
        assert answer["id"] == identity, name
        assert said in answer["error"], name


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_json_does_not_have(number: str) -> None:
    code, answers = stream(f'{{"id": {number}, "units": {{"FRANCE": ["A PAR"]}}}}')
    assert code == 0
    assert answers[0]["id"] is None


@pytest.mark.parametrize(
    "record",
    [
        {"id": 1, "units": ONE, "orders": {"FRANCE": ["A PAR SC A BUR - MAR"]}},
        {"id": 1, "units": ONE, "phase": "S\u0661\u0669\u0660\u0661M"},
    ],
    ids=["a verb that is none", "digits of another script"],
)
def test_what_is_not_in_the_notation(record: dict[str, Any]) -> None:
    assert set(stream(record)[1][0]) == {"id", "error"}


SCRAPS: tuple[Any, ...] = (
    *("A PAR", "F BRE", "F SPA/SC", "F STP", "A PAR - BUR", "A PAR R BUR", "A PAR D", "F BRE B"),
    *("WAIVE", "A PAR S A BUR", "A SWI", "", "A", "PAR", "BUR", "MAO", "XYZ", "FRANCE", "GERMANY"),
    *(None, True, -1, 0.5, "S1901M", "S1901R", "W1901A", "F0M", "W9999A"),
)


def scrap(lot: random.Random, depth: int = 0) -> Any:
    """Some value that JSON can hold, made of scraps of records."""
    kind = lot.random() if depth < 3 else 0
    if kind < 0.5:
        return lot.choice(SCRAPS)
    if kind < 0.75:
        return [scrap(lot, depth + 1) for _ in range(lot.randrange(4))]
    return {str(lot.choice(SCRAPS)): scrap(lot, depth + 1) for _ in range(lot.randrange(4))}


def test_no_record_breaks_the_stream() -> None:
    lot = random.Random(5)
    lines: list[str] = []
    for _ in range(4_000):
        record: dict[str, Any] = {"id": len(lines)}
        for part in ("phase", "units", "centers", "dislodged", "orders"):
            if lot.random() < 0.8:
                names = [lot.choice(["FRANCE", "GERMANY"]), "ENGLAND"]
                texts = {name: [lot.choice(SCRAPS[:19])] for name in names}
                retreats = {names[0]: {lot.choice(SCRAPS[:3]): lot.choice([None, ["BUR"]])}}
                likely = {"phase": lot.choice(SCRAPS[-5:]), "dislodged": retreats}
                record[part] = scrap(lot) if lot.random() < 0.3 else likely.get(part, texts)
        lines.append(json.dumps(record))
    answers = [json.loads(a) for a in answer_lines(lines, europe(), rule_system("guide"))]
    assert [a["id"] for a in answers] == list(range(len(lines)))
    assert {"error" in a for a in answers} == {True, False}


def test_blank_lines_have_no_answer() -> None:
    code, answers = stream("", {"id": 1, "units": ONE}, "   ", "", {"id": 2, "units": ONE}, "")
    assert (code, [a["id"] for a in answers]) == (0, [1, 2])
    assert stream() == (0, [])


def test_a_file_is_read_as_standard_input_is(tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    file.write_text("".join(json.dumps(r) + "\n" for r, _ in ANSWERED), "utf-8")
    said = judge("try", file, "--json", "--rules", "guide")
    assert [json.loads(line) for line in said.out.splitlines()] == [a for _, a in ANSWERED]


# ---------------------------------------------------------------- many boards


def test_a_thousand_boards_in_one_process() -> None:
    given = list(drawn_records(1_000, seed=13))
    data = "".join(json.dumps(record) + "\n" for record in given).encode()
    said = judge_process("try", "-", "--json", "--rules", "guide", stdin=data)
    assert (said.code, said.err) == (0, "")
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert [a["id"] for a in answers] == [r["id"] for r in given]
    outcomes: set[str] = set()
    for record, answer in zip(given, answers, strict=True):
        assert set(answer) == {"id", "results", "standoffs", "retreats"}, record
        names = {unit for mine in record["units"].values() for unit in mine}
        assert set(answer["results"]) == names
        dislodged = {u for u, r in answer["results"].items() if r["dislodged_by"] is not None}
        assert set(answer["retreats"]) == dislodged
        for result in answer["results"].values():
            assert set(result) == {"outcome", "to", "dislodged_by", "reasons"}
            assert all({"code", "rule"} <= set(reason) for reason in result["reasons"])
            outcomes.add(result["outcome"])
    assert outcomes == {
        "succeeds",
        "fails",
        "no_convoy",
        "given",
        "cut",
        "void",
        "convoys",
        "disrupted",
        "stands",
        "illegal",
    }


def test_an_answer_does_not_depend_on_its_neighbours() -> None:
    given = [json.dumps(record) for record in drawn_records(300, seed=21)]
    rules = rule_system("guide")
    forth = list(answer_lines(given, europe(), rules))
    back = list(answer_lines(reversed(given), europe(), rules))
    assert forth == back[::-1]


def test_each_line_is_answered_before_the_next_is_read() -> None:
    asked = 0

    def lines() -> Iterator[str]:
        nonlocal asked
        for record in drawn_records(5, seed=2):
            asked += 1
            yield json.dumps(record)

    for number, _ in enumerate(answer_lines(lines(), europe(), rule_system("guide")), 1):
        assert asked == number


def test_an_answer_comes_while_the_input_is_open() -> None:
    command = [*PROCESS, "try", "-", "--json"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=plain_environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(ANSWERED[0][0]).encode() + b"\n")
        process.stdin.flush()
        answered, _, _ = select.select([process.stdout], [], [], 2)
        process.stdin.close()
    assert answered


def test_many_boards_leave_nothing_behind() -> None:
    given = [json.dumps(record) for record in drawn_records(150, seed=8)]
    rules = rule_system("guide")

    def rule_all() -> None:
        for _ in answer_lines(given, europe(), rules):
            pass

    rule_all()
    tracemalloc.start()
    rule_all()
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(3):
        rule_all()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 100_000


def test_a_word_of_several_readings_puts_no_unit_on_the_board() -> None:
    """Both readings that could do what the line says are named; one alone is taken."""
    said = judge("try", "--plain", "-", stdin=b"Angleterre\nF Nor - Edi\nF Nor - Ank\n")
    assert said.code == 1
    assert said.err == (
        "-:2:1: erreur [ambiguous-place] « Nor » peut être Nrd (Mer du Nord)"
        " et Nvn (Mer de Norvège)\n"
    )
    assert "F Noi - Ank" in said.out
