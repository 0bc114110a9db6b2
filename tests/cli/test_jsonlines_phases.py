"""JSON Lines of retreats and winters: the records of real games, and the whole answer to each."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from judge.jsonlines import RecordJudge, answer_lines
from judge.rulesystems import rule_system
from tests.boards import SHARED, europe
from tests.cli.command import judge

Record = dict[str, Any]

RULE = "DPTG XI.3"
WINTER = "DPTG XIII.1"


def answer(record: Record, **options: str) -> Record:
    """The answer to one record, through the text of a line."""
    (line,) = answer_lines([json.dumps(record)], europe(), rule_system("guide", options))
    found: Record = json.loads(line)
    return found


# ---------------------------------------------------------------- retreats

RETREATS: dict[str, tuple[Record, Record]] = {
    "as a game writes it": (
        {
            "id": 7,
            "game": "essai",
            "phase": "S1903R",
            "units": {
                "RUSSIA": ["A BUD", "A VIE"],
                "TURKEY": ["A BUL"],
                "ITALY": ["F SYR", "A ROM"],
            },
            "dislodged": {"ITALY": {"A BUD": ["RUM", "SER"]}},
            "centers": {"ITALY": ["BUD", "ROM"], "TURKEY": ["BUL"]},
            "orders": {"ITALY": ["A BUD R RUM"]},
            "results": {},
        },
        {
            "id": 7,
            "results": {"A BUD": {"outcome": "succeeds", "to": "RUM", "reasons": []}},
            "after": {
                "phase": "F1903M",
                "units": {
                    "ITALY": ["A ROM", "A RUM", "F SYR"],
                    "RUSSIA": ["A BUD", "A VIE"],
                    "TURKEY": ["A BUL"],
                },
                "centers": {"ITALY": ["BUD", "ROM"], "TURKEY": ["BUL"]},
            },
        },
    ),
    "in autumn the centres change hands": (
        {
            "phase": "F1901R",
            "units": {"ENGLAND": ["F BRE", "A NWY"], "RUSSIA": ["A RUM"]},
            "dislodged": {"AUSTRIA": {"A RUM": ["BUL"]}},
            "centers": {"AUSTRIA": ["BUD", "VIE"], "ENGLAND": ["LON"], "FRANCE": ["BRE", "PAR"]},
            "orders": {"AUSTRIA": ["A RUM - BUL"]},
        },
        {
            "id": None,
            "results": {"A RUM": {"outcome": "succeeds", "to": "BUL", "reasons": []}},
            "after": {
                "phase": "W1901A",
                "units": {"AUSTRIA": ["A BUL"], "ENGLAND": ["A NWY", "F BRE"], "RUSSIA": ["A RUM"]},
                "centers": {
                    "AUSTRIA": ["BUD", "BUL", "VIE"],
                    "ENGLAND": ["BRE", "LON", "NWY"],
                    "FRANCE": ["PAR"],
                    "RUSSIA": ["RUM"],
                },
            },
        },
    ),
    "disbanded as ordered, and one that had nowhere to go": (
        {
            "phase": "S1902R",
            "units": {"ENGLAND": ["A HOL"], "GERMANY": ["A RUH"]},
            "dislodged": {"FRANCE": {"A RUH": ["BEL"]}, "GERMANY": {"A HOL": []}},
            "orders": {"FRANCE": ["A RUH D"], "GERMANY": ["A HOL D"]},
        },
        {
            "id": None,
            "results": {
                "A HOL": {"outcome": "succeeds", "to": None, "reasons": []},
                "A RUH": {"outcome": "succeeds", "to": None, "reasons": []},
            },
            "after": {
                "phase": "F1902M",
                "units": {"ENGLAND": ["A HOL"], "GERMANY": ["A RUH"]},
                "centers": {},
            },
        },
    ),
    "no order": (
        {
            "phase": "S1902R",
            "units": {"ENGLAND": ["A HOL"]},
            "dislodged": {"GERMANY": {"A HOL": ["BEL", "KIE"]}},
            "orders": {},
        },
        {
            "id": None,
            "results": {
                "A HOL": {
                    "outcome": "disbanded",
                    "to": None,
                    "reasons": [{"code": "retreat-no-order", "rule": RULE}],
                }
            },
            "after": {"phase": "F1902M", "units": {"ENGLAND": ["A HOL"]}, "centers": {}},
        },
    ),
    "two to one province": (
        {
            "phase": "S1902R",
            "units": {"TURKEY": ["A BUD", "A SER"]},
            "dislodged": {
                "RUSSIA": {"A SER": ["GRE", "TRI"]},
                "AUSTRIA": {"A BUD": ["GAL", "TRI"]},
            },
            "orders": {"AUSTRIA": ["A BUD R TRI"], "RUSSIA": ["A SER R TRI"]},
        },
        {
            "id": None,
            "results": {
                "A BUD": {
                    "outcome": "fails",
                    "to": None,
                    "reasons": [
                        {"code": "retreat-clash", "rule": RULE, "by": ["A SER"], "place": "TRI"}
                    ],
                },
                "A SER": {
                    "outcome": "fails",
                    "to": None,
                    "reasons": [
                        {"code": "retreat-clash", "rule": RULE, "by": ["A BUD"], "place": "TRI"}
                    ],
                },
            },
            "after": {"phase": "F1902M", "units": {"TURKEY": ["A BUD", "A SER"]}, "centers": {}},
        },
    ),
    "too far, and occupied": (
        {
            "phase": "S1902R",
            "units": {"FRANCE": ["A MUN", "A BER"]},
            "dislodged": {
                "GERMANY": {"A MUN": ["BOH", "SIL"], "F KIE": ["HEL"]},
            },
            "orders": {"GERMANY": ["A MUN R WAR", "F KIE R BER"]},
        },
        {
            "id": None,
            "results": {
                "F KIE": {
                    "outcome": "illegal",
                    "to": None,
                    "reasons": [{"code": "retreat-occupied", "rule": RULE, "place": "BER"}],
                },
                "A MUN": {
                    "outcome": "illegal",
                    "to": None,
                    "reasons": [{"code": "retreat-not-adjacent", "rule": RULE, "place": "WAR"}],
                },
            },
            "after": {"phase": "F1902M", "units": {"FRANCE": ["A BER", "A MUN"]}, "centers": {}},
        },
    ),
    "coasts": (
        {
            "phase": "S1902R",
            "units": {"ITALY": ["F POR", "F MAR"]},
            "dislodged": {
                "FRANCE": {"F MAR": ["SPA/SC"], "F POR": ["SPA/NC", "SPA/SC"]},
                "RUSSIA": {"F STP/NC": ["BAR"]},
            },
            "orders": {"FRANCE": ["F MAR D", "F POR R SPA/NC"], "RUSSIA": ["F STP R BAR"]},
        },
        {
            "id": None,
            "results": {
                "F MAR": {"outcome": "succeeds", "to": None, "reasons": []},
                "F POR": {"outcome": "succeeds", "to": "SPA/NC", "reasons": []},
                "F STP/NC": {"outcome": "succeeds", "to": "BAR", "reasons": []},
            },
            "after": {
                "phase": "F1902M",
                "units": {"FRANCE": ["F SPA/NC"], "ITALY": ["F MAR", "F POR"], "RUSSIA": ["F BAR"]},
                "centers": {},
            },
        },
    ),
    "where the record does not know what is open, what is beside and empty": (
        {
            "phase": "S1902R",
            "units": {"FRANCE": ["F LON", "F ENG"]},
            "dislodged": {"ENGLAND": {"F LON": None}},
            "orders": {"ENGLAND": ["F LON R WAL"]},
        },
        {
            "id": None,
            "results": {"F LON": {"outcome": "succeeds", "to": "WAL", "reasons": []}},
            "after": {
                "phase": "F1902M",
                "units": {"ENGLAND": ["F WAL"], "FRANCE": ["F ENG", "F LON"]},
                "centers": {},
            },
        },
    ),
    "nor does it let anybody in where somebody stands": (
        {
            "phase": "S1902R",
            "units": {"FRANCE": ["F LON", "F ENG"]},
            "dislodged": {"ENGLAND": {"F LON": None}},
            "orders": {"ENGLAND": ["F LON R ENG"]},
        },
        {
            "id": None,
            "results": {
                "F LON": {
                    "outcome": "illegal",
                    "to": None,
                    "reasons": [{"code": "retreat-occupied", "rule": RULE, "place": "ENG"}],
                }
            },
            "after": {"phase": "F1902M", "units": {"FRANCE": ["F ENG", "F LON"]}, "centers": {}},
        },
    ),
    "orders for units that are not dislodged or not theirs say nothing": (
        {
            "phase": "S1902R",
            "units": {"FRANCE": ["A MUN"]},
            "dislodged": {"GERMANY": {"A MUN": ["BER"]}},
            "orders": {"FRANCE": ["A MUN R BER"], "GERMANY": ["A KIE R BER"]},
        },
        {
            "id": None,
            "results": {
                "A MUN": {
                    "outcome": "disbanded",
                    "to": None,
                    "reasons": [{"code": "retreat-no-order", "rule": RULE}],
                }
            },
            "after": {"phase": "F1902M", "units": {"FRANCE": ["A MUN"]}, "centers": {}},
        },
    ),
    "of two orders the last counts": (
        {
            "phase": "S1902R",
            "units": {"FRANCE": ["A MUN"]},
            "dislodged": {"GERMANY": {"A MUN": ["BER", "KIE"]}},
            "orders": {"GERMANY": ["A MUN R BER", "A MUN R KIE"]},
        },
        {
            "id": None,
            "results": {"A MUN": {"outcome": "succeeds", "to": "KIE", "reasons": []}},
            "after": {
                "phase": "F1902M",
                "units": {"FRANCE": ["A MUN"], "GERMANY": ["A KIE"]},
                "centers": {},
            },
        },
    ),
    "beside it and empty, but not among its options": (
        {
            "phase": "S1902R",
            "dislodged": {"GERMANY": {"A MUN": ["BER"]}},
            "orders": {"GERMANY": ["A MUN R KIE"]},
        },
        {
            "id": None,
            "results": {
                "A MUN": {
                    "outcome": "illegal",
                    "to": None,
                    "reasons": [{"code": "retreat-closed", "rule": "DPTG XI.3", "place": "KIE"}],
                }
            },
            "after": {"phase": "F1902M", "units": {}, "centers": {}},
        },
    ),
    "an option that is occupied is none": (
        {
            "phase": "S1902R",
            "units": {"FRANCE": ["A BUR"]},
            "dislodged": {"ITALY": {"A MAR": ["BUR", "GAS"]}},
            "orders": {"ITALY": ["A MAR R BUR"]},
        },
        {
            "id": None,
            "results": {
                "A MAR": {
                    "outcome": "illegal",
                    "to": None,
                    "reasons": [{"code": "retreat-occupied", "rule": "DPTG XI.3", "place": "BUR"}],
                }
            },
            "after": {"phase": "F1902M", "units": {"FRANCE": ["A BUR"]}, "centers": {}},
        },
    ),
    "nobody": (
        {"phase": "F1902R", "units": {"FRANCE": ["A PAR"]}, "dislodged": {}, "orders": {}},
        {
            "id": None,
            "results": {},
            "after": {
                "phase": "S1903M",
                "units": {"FRANCE": ["A PAR"]},
                "centers": {"FRANCE": ["PAR"]},
            },
        },
    ),
}


@pytest.mark.parametrize("name", RETREATS)
def test_retreats(name: str) -> None:
    record, expected = RETREATS[name]
    assert answer(record) == expected


# ---------------------------------------------------------------- winters

WINTERS: dict[str, tuple[Record, Record]] = {
    "as a game writes it": (
        {
            "id": "hiver",
            "game": "essai",
            "phase": "W1901A",
            "units": {
                "AUSTRIA": ["A BOH", "F ALB", "A TRI"],
                "ITALY": ["A ROM", "F ION", "A BUD"],
                "RUSSIA": ["A MOS", "F SEV", "F STP/SC", "A VIE"],
            },
            "centers": {
                "AUSTRIA": ["TRI"],
                "ITALY": ["BUD", "NAP", "ROM", "VEN"],
                "RUSSIA": ["MOS", "SEV", "STP", "VIE", "WAR"],
            },
            "builds": {"AUSTRIA": -2, "ITALY": 1, "RUSSIA": 1},
            "orders": {
                "AUSTRIA": ["F ALB D", "A BOH D", "A TRI D"],
                "ITALY": ["A NAP B", "A VEN B"],
                "RUSSIA": ["A WAR B"],
            },
            "results": {"A TRI": ["void"], "A VEN": ["void"]},
        },
        {
            "id": "hiver",
            "results": {
                "AUSTRIA": [
                    {"order": "F ALB D", "outcome": "succeeds", "reasons": []},
                    {"order": "A BOH D", "outcome": "succeeds", "reasons": []},
                    {
                        "order": "A TRI D",
                        "outcome": "illegal",
                        "reasons": [{"code": "remove-too-many", "rule": WINTER, "place": "TRI"}],
                    },
                ],
                "ITALY": [
                    {"order": "A NAP B", "outcome": "succeeds", "reasons": []},
                    {
                        "order": "A VEN B",
                        "outcome": "illegal",
                        "reasons": [{"code": "build-too-many", "rule": WINTER, "place": "VEN"}],
                    },
                ],
                "RUSSIA": [{"order": "A WAR B", "outcome": "succeeds", "reasons": []}],
            },
            "automatic": [],
            "after": {
                "phase": "S1902M",
                "units": {
                    "AUSTRIA": ["A TRI"],
                    "ITALY": ["A BUD", "A NAP", "A ROM", "F ION"],
                    "RUSSIA": ["A MOS", "A VIE", "A WAR", "F SEV", "F STP/SC"],
                },
                "centers": {
                    "AUSTRIA": ["TRI"],
                    "ITALY": ["BUD", "NAP", "ROM", "VEN"],
                    "RUSSIA": ["MOS", "SEV", "STP", "VIE", "WAR"],
                },
            },
        },
    ),
    "coasts and waives": (
        {
            "phase": "W1901A",
            "units": {"RUSSIA": ["A UKR"]},
            "centers": {"RUSSIA": ["MOS", "SEV", "STP", "WAR"]},
            "orders": {"RUSSIA": ["F STP B", "F STP/NC B", "WAIVE", "F MOS B", "A SEV B", "WAIVE"]},
        },
        {
            "id": None,
            "results": {
                "RUSSIA": [
                    {
                        "order": "F STP B",
                        "outcome": "illegal",
                        "reasons": [
                            {"code": "build-coast-missing", "rule": WINTER, "place": "STP"}
                        ],
                    },
                    {"order": "F STP/NC B", "outcome": "succeeds", "reasons": []},
                    {"order": "WAIVE", "outcome": "succeeds", "reasons": []},
                    {
                        "order": "F MOS B",
                        "outcome": "illegal",
                        "reasons": [{"code": "build-fleet-inland", "rule": WINTER, "place": "MOS"}],
                    },
                    {"order": "A SEV B", "outcome": "succeeds", "reasons": []},
                    {
                        "order": "WAIVE",
                        "outcome": "illegal",
                        "reasons": [{"code": "waive-too-many", "rule": WINTER}],
                    },
                ]
            },
            "automatic": [],
            "after": {
                "phase": "S1902M",
                "units": {"RUSSIA": ["A SEV", "A UKR", "F STP/NC"]},
                "centers": {"RUSSIA": ["MOS", "SEV", "STP", "WAR"]},
            },
        },
    ),
    "civil disorder": (
        {
            "phase": "W1908A",
            "units": {
                "ITALY": ["F TYS", "F ROM", "A VEN", "F AEG", "F GRE", "A SER"],
                "ENGLAND": ["F SKA"],
            },
            "centers": {"ITALY": ["GRE", "NAP", "ROM", "SER", "VEN"]},
            "orders": {},
        },
        {
            "id": None,
            "results": {},
            # Both fleets are two steps from Naples: Grèce comes before Mer Égée.
            "automatic": [
                {"unit": "F SKA", "distance": 2, "rule": WINTER},
                {"unit": "F GRE", "distance": 2, "rule": WINTER},
            ],
            "after": {
                "phase": "S1909M",
                "units": {"ITALY": ["A SER", "A VEN", "F AEG", "F ROM", "F TYS"]},
                "centers": {"ITALY": ["GRE", "NAP", "ROM", "SER", "VEN"]},
            },
        },
    ),
    "a removal by the province, one of nobody, and the rest by disorder": (
        {
            "phase": "W1901A",
            "units": {"FRANCE": ["F SPA/SC", "A PAR", "F NTH"], "GERMANY": ["A MUN"]},
            "centers": {"FRANCE": ["PAR"], "GERMANY": ["MUN"]},
            "orders": {"FRANCE": ["F POR D", "A MUN D", "F SPA D"]},
        },
        {
            "id": None,
            "results": {
                "FRANCE": [
                    {
                        "order": "F POR D",
                        "outcome": "illegal",
                        "reasons": [{"code": "remove-nobody", "rule": ""}],
                    },
                    {
                        "order": "A MUN D",
                        "outcome": "illegal",
                        "reasons": [{"code": "remove-nobody", "rule": ""}],
                    },
                    {"order": "F SPA D", "outcome": "succeeds", "reasons": []},
                ]
            },
            "automatic": [{"unit": "F NTH", "distance": 2, "rule": WINTER}],
            "after": {
                "phase": "S1902M",
                "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
                "centers": {"FRANCE": ["PAR"], "GERMANY": ["MUN"]},
            },
        },
    ),
    "nothing to do": (
        {"phase": "W1901A", "units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"]}},
        {
            "id": None,
            "results": {},
            "automatic": [],
            "after": {
                "phase": "S1902M",
                "units": {"FRANCE": ["A PAR"]},
                "centers": {"FRANCE": ["PAR"]},
            },
        },
    ),
}


@pytest.mark.parametrize("name", WINTERS)
def test_winters(name: str) -> None:
    record, expected = WINTERS[name]
    assert answer(record) == expected


def test_options_decide_a_winter() -> None:
    record, expected = WINTERS["civil disorder"]
    found = answer(record, disorder_alphabet="en")
    # Aegean Sea comes before Greece.
    assert found["automatic"][1] == {"unit": "F AEG", "distance": 2, "rule": WINTER}
    assert found["after"]["units"] == {"ITALY": ["A SER", "A VEN", "F GRE", "F ROM", "F TYS"]}
    assert found["automatic"][0] == expected["automatic"][0]


# ---------------------------------------------------------------- a whole year


def test_the_phases_of_a_year_lead_to_each_other() -> None:
    """What a phase's answer says is what the next record needs."""
    spring = answer(
        {
            "phase": "S1901M",
            "units": {"AUSTRIA": ["A GRE"], "ITALY": ["F ION", "F AEG"]},
            "centers": {"AUSTRIA": ["GRE", "VIE"], "ITALY": ["NAP", "ROM"]},
            "orders": {"AUSTRIA": ["A GRE H"], "ITALY": ["F ION - GRE", "F AEG S F ION - GRE"]},
        }
    )
    assert spring["after"] == {
        "phase": "S1901R",
        "units": {"ITALY": ["F AEG", "F GRE"]},
        "centers": {"AUSTRIA": ["GRE", "VIE"], "ITALY": ["NAP", "ROM"]},
        "dislodged": {"AUSTRIA": {"A GRE": ["ALB", "BUL", "SER"]}},
    }
    retreats = answer({**spring["after"], "orders": {"AUSTRIA": ["A GRE R SER"]}})
    assert retreats["after"] == {
        "phase": "F1901M",
        "units": {"AUSTRIA": ["A SER"], "ITALY": ["F AEG", "F GRE"]},
        "centers": {"AUSTRIA": ["GRE", "VIE"], "ITALY": ["NAP", "ROM"]},
    }
    autumn = answer({**retreats["after"], "orders": {"ITALY": ["F AEG - BUL/SC"]}})
    assert autumn["after"] == {
        "phase": "W1901A",
        "units": {"AUSTRIA": ["A SER"], "ITALY": ["F BUL/SC", "F GRE"]},
        "centers": {"AUSTRIA": ["SER", "VIE"], "ITALY": ["BUL", "GRE", "NAP", "ROM"]},
    }
    winter = answer({**autumn["after"], "orders": {"AUSTRIA": ["A VIE B"], "ITALY": ["F NAP B"]}})
    assert winter["after"] == {
        "phase": "S1902M",
        "units": {"AUSTRIA": ["A SER", "A VIE"], "ITALY": ["F BUL/SC", "F GRE", "F NAP"]},
        "centers": {"AUSTRIA": ["SER", "VIE"], "ITALY": ["BUL", "GRE", "NAP", "ROM"]},
    }


# ---------------------------------------------------------------- bad records

WRONG: dict[str, tuple[Record, str]] = {
    "an unknown phase": ({"phase": "A1901R"}, "unknown phase: A1901R"),
    "a phase that is a number": ({"phase": 1901}, "unknown phase: 1901"),
    "dislodged that is a list": (
        {"phase": "S1901R", "dislodged": []},
        "dislodged must be an object",
    ),
    "dislodged without options": (
        {"phase": "S1901R", "dislodged": {"FRANCE": ["A PAR"]}},
        "dislodged of FRANCE",
    ),
    "dislodged of nobody": ({"phase": "S1901R", "dislodged": {"GAULE": {}}}, "dislodged of GAULE"),
    "an impossible dislodged unit": (
        {"phase": "S1901R", "dislodged": {"FRANCE": {"F PAR": []}}},
        "unreadable: F PAR",
    ),
    "options that are a text": (
        {"phase": "S1901R", "dislodged": {"FRANCE": {"A PAR": "BUR"}}},
        "retreats of A PAR must be a list or null",
    ),
    "an unknown option": (
        {"phase": "S1901R", "dislodged": {"FRANCE": {"A PAR": ["XXX"]}}},
        "unreadable: XXX",
    ),
    "an option out of reach": (
        {"phase": "S1901R", "dislodged": {"GERMANY": {"A MUN": ["BER", "PAR"]}}},
        "retreats of A MUN: not all beside it",
    ),
    "an option without its coast": (
        {"phase": "S1901R", "dislodged": {"FRANCE": {"F MAR": ["SPA"]}}},
        "retreats of F MAR: not all beside it",
    ),
    "two units driven out of one province": (
        {
            "phase": "S1901R",
            "dislodged": {"FRANCE": {"A MUN": ["BUR"]}, "GERMANY": {"A MUN": ["BER"]}},
        },
        "two units dislodged from one province",
    ),
    "a move among retreats": (
        {
            "phase": "S1901R",
            "dislodged": {"FRANCE": {"A PAR": ["BUR"]}},
            "orders": {"FRANCE": ["A PAR S A BUR"]},
        },
        "unreadable: A PAR S A BUR",
    ),
    "a retreat to nowhere": (
        {
            "phase": "S1901R",
            "dislodged": {"FRANCE": {"A PAR": ["BUR"]}},
            "orders": {"FRANCE": ["A PAR R XXX"]},
        },
        "unreadable: XXX",
    ),
    "a move in winter": (
        {"phase": "W1901A", "orders": {"FRANCE": ["A PAR - BUR"]}},
        "unreadable: A PAR - BUR",
    ),
    "a build nowhere": ({"phase": "W1901A", "orders": {"FRANCE": ["A XXX B"]}}, "unreadable: XXX"),
    "an order of nobody": (
        {"phase": "W1901A", "orders": {"GAULE": ["WAIVE"]}},
        "unknown power: GAULE",
    ),
    "orders that are no texts": (
        {"phase": "W1901A", "orders": {"FRANCE": [None]}},
        "orders of FRANCE must be texts",
    ),
    "a centre that is none": (
        {"phase": "W1901A", "centers": {"FRANCE": ["BUR"]}},
        "not a centre, or owned twice: BUR",
    ),
    "a centre owned twice": (
        {"phase": "F1901R", "centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}},
        "not a centre, or owned twice: PAR",
    ),
    "two units in one province": (
        {"phase": "W1901A", "units": {"FRANCE": ["A STP", "F STP/NC"]}},
        "two units in one province: F STP/NC",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_bad_record_gives_an_error(name: str) -> None:
    record, error = WRONG[name]
    assert answer({"id": 3, **record}) == {"id": 3, "error": error}


def test_the_stream_goes_on_after_an_error() -> None:
    bad = {"id": 0, **WRONG["a move in winter"][0]}
    records = [bad, RETREATS["no order"][0], {"id": 1}, WINTERS["civil disorder"][0]]
    text = "\n".join(json.dumps(r) for r in records)
    said = judge("try", "-", "--json", stdin=text.encode())
    assert (said.code, said.err) == (0, "")
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert answers == [
        {"id": 0, "error": "unreadable: A PAR - BUR"},
        RETREATS["no order"][1],
        {"id": 1, "results": {}, "standoffs": [], "retreats": {}},
        WINTERS["civil disorder"][1],
    ]


# ---------------------------------------------------------------- real games

GAMES = SHARED / "corpus" / "games"


def recorded() -> Iterator[Record]:
    """The retreat and winter records of the games."""
    for path in sorted(GAMES.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record: Record = json.loads(line)
                if record["phase"][-1] in "RA":
                    yield record


def board_of(units: dict[str, list[str]]) -> dict[str, list[str]]:
    return {power: sorted(found) for power, found in units.items() if found}


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games are not beside the checkout")
def test_real_games_go_on_as_they_did() -> None:
    """Every retreat and winter, but for the alphabet of civil disorder, which was English."""
    english = RecordJudge(europe(), rule_system("guide", {"disorder_alphabet": "en"}))
    french = RecordJudge(europe(), rule_system("guide"))
    seen: Counter[str] = Counter()
    parted = []
    for record in recorded():
        after = record.get("after", {})
        if after.get("phase", "COMPLETED") == "COMPLETED":
            continue
        line = json.dumps(record)
        expected = {
            "phase": after["phase"],
            "units": board_of(after["units"]),
            "centers": board_of(after["centers"]),
        }
        found = english.answer(line)
        assert found["after"] == expected, (record["game"], record["phase"])
        seen[record["phase"][-1]] += 1
        if french.answer(line)["after"] != expected:
            parted.append((record["game"], record["phase"]))
    assert (seen["R"], seen["A"]) == (377, 291)
    assert parted == [("cicero-434119", "W1908A")]


@pytest.mark.skipif(not GAMES.is_dir(), reason="the games are not beside the checkout")
def test_real_orders_failed_where_they_failed() -> None:
    """What those judges called void or did not carry out is not carried out here either."""
    rules = RecordJudge(europe(), rule_system("guide"))
    void = 0
    for record in recorded():
        found = rules.answer(json.dumps(record))
        rows = (
            [(row["order"], row["outcome"]) for rows in found["results"].values() for row in rows]
            if record["phase"].endswith("A")
            else [(unit, told["outcome"]) for unit, told in found["results"].items()]
        )
        for text, outcome in rows:
            unit = " ".join(text.split()[:2])
            marked = record.get("results", {}).get(unit, [])
            if "void" in marked:
                assert outcome in ("illegal", "fails"), (record["game"], record["phase"], text)
                void += 1
    assert void > 0
