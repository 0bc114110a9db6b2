"""JSON Lines with stacks: whole answers, and what is refused by name."""

import json
from typing import Any

import pytest

from judge.jsonlines import answer_lines
from judge.rulesystems import rule_system
from tests.diplo.reading import diplo

RULES = rule_system("diplo")


def answer(record: dict[str, Any]) -> dict[str, Any]:
    (line,) = answer_lines([json.dumps(record)], diplo(), RULES)
    told: dict[str, Any] = json.loads(line)
    return told


def test_a_stack_moves_against_another() -> None:
    assert answer(
        {
            "id": "one",
            "phase": "S1901M",
            "units": {"GERMANY": ["3A PRU", "A BON"], "RUSSIA": ["2A WAR", "F ISL"]},
            "orders": {
                "GERMANY": ["3A PRU - WAR", "A BON - HOL"],
                "RUSSIA": ["A WAR S F ISL", "F ISL - NWG"],
            },
        }
    ) == {
        "id": "one",
        "results": [
            {
                "power": "GERMANY",
                "unit": "A BON",
                "order": "A BON - HOL",
                "outcome": "succeeds",
                "to": "HOL",
                "dislodged_by": None,
                "reasons": [{"code": "advances", "rule": "DIPLO a.1", "place": "HOL"}],
            },
            {
                "power": "GERMANY",
                "unit": "3A PRU",
                "order": "A PRU - WAR",
                "outcome": "succeeds",
                "to": "WAR",
                "dislodged_by": None,
                "reasons": [
                    {"code": "advances", "rule": "DIPLO a.1", "place": "WAR"},
                    {
                        "code": "dislodges",
                        "rule": "DIPLO 3 b",
                        "by": ["2A WAR"],
                        "against": [3, 2],
                        "place": "WAR",
                    },
                ],
            },
            {
                "power": "RUSSIA",
                "unit": "F ISL",
                "order": "F ISL - NWG",
                "outcome": "succeeds",
                "to": "NWG",
                "dislodged_by": None,
                "reasons": [{"code": "advances", "rule": "DIPLO a.1", "place": "NWG"}],
            },
            {
                "power": "RUSSIA",
                "unit": "A WAR",
                "order": "A WAR S F ISL",
                "outcome": "illegal",
                "to": None,
                "dislodged_by": "PRU",
                "reasons": [
                    {"code": "illegal-support-out-of-reach", "rule": "DIPLO f.2", "place": "ISL"},
                    {"code": "dislodged", "rule": "DIPLO 3 b", "by": ["3A PRU"], "against": [3, 2]},
                ],
            },
            {
                "power": "RUSSIA",
                "unit": "A WAR",
                "order": None,
                "outcome": "stands",
                "to": None,
                "dislodged_by": "PRU",
                "reasons": [
                    {"code": "dislodged", "rule": "DIPLO 3 b", "by": ["3A PRU"], "against": [3, 2]}
                ],
            },
        ],
        "standoffs": [],
        "retreats": [
            {"power": "RUSSIA", "unit": "2A WAR", "to": ["GAL", "LVN", "MOS", "SIL", "UKR"]}
        ],
        "after": {
            "phase": "S1901R",
            "units": {"GERMANY": ["A HOL", "3A WAR"], "RUSSIA": ["F NWG"]},
            "centers": {},
            "dislodged": {"RUSSIA": {"2A WAR": ["GAL", "LVN", "MOS", "SIL", "UKR"]}},
        },
    }


def test_the_orders_of_one_stack_share_it_out_as_written() -> None:
    """One order too many is for nobody; the first support written is broken first."""
    told = answer(
        {
            "units": {"GERMANY": ["3A MUN", "A BER"], "FRANCE": ["A BUR"], "RUSSIA": ["A SIL"]},
            "orders": {
                "GERMANY": [
                    "A MUN S A TYR",
                    "A MUN S A BER - SIL",
                    "2A MUN - TYR",
                    "A BER - SIL",
                ],
                "FRANCE": ["A BUR - MUN"],
            },
        }
    )
    seen = [(r["unit"], r["order"], r["outcome"], r["to"]) for r in told["results"]]
    assert (
        seen
        == [
            ("A BUR", "A BUR - MUN", "fails", None),
            ("A BER", "A BER - SIL", "succeeds", "SIL"),
            ("A MUN", "A MUN S A TYR", "void", None),
            ("A MUN", "A MUN S A BER - SIL", "cut", None),
            ("A MUN", "A MUN - TYR", "succeeds", "TYR"),
            ("A SIL", None, "stands", None),
        ]
        or seen
    )


def test_a_passage_and_its_consent() -> None:
    record = {
        "units": {"RUSSIA": ["F BLA"], "TURKEY": ["A CON"]},
        "orders": {"RUSSIA": ["F BLA - AEG"]},
    }
    assert [r["outcome"] for r in answer(record)["results"]] == ["illegal", "stands"]
    for consent in ("CON", "CON F BLA - AEG"):
        agreed = {**record, "consents": {"TURKEY": [consent]}}
        assert [r["outcome"] for r in answer(agreed)["results"]] == ["succeeds", "stands"]


def test_flights() -> None:
    assert answer(
        {
            "phase": "S1901R",
            "units": {"GERMANY": ["2A WAR"], "RUSSIA": ["A BUD"]},
            "dislodged": {"RUSSIA": {"2A GAL": ["UKR", "BUD"], "F RUM": None}},
            "orders": {"RUSSIA": ["A GAL R UKR", "A GAL R BUD", "F RUM D"]},
            "lost": {"TURKEY": ["F"]},
        }
    ) == {
        "id": None,
        "results": [
            {"power": "RUSSIA", "unit": "A GAL", "outcome": "succeeds", "to": "UKR", "reasons": []},
            {"power": "RUSSIA", "unit": "A GAL", "outcome": "succeeds", "to": "BUD", "reasons": []},
            {"power": "RUSSIA", "unit": "F RUM", "outcome": "succeeds", "to": None, "reasons": []},
        ],
        "after": {
            "phase": "F1901M",
            "units": {"GERMANY": ["2A WAR"], "RUSSIA": ["2A BUD", "A UKR"]},
            "centers": {},
            "lost": {"RUSSIA": ["F"], "TURKEY": ["F"]},
        },
    }


def test_a_winter() -> None:
    assert answer(
        {
            "phase": "W1901A",
            "units": {"GERMANY": ["2A WAR", "A MUN"], "RUSSIA": ["2A MOS", "F SEV"]},
            "centers": {"RUSSIA": ["WAR", "MOS", "SEV"], "GERMANY": ["MUN"]},
            "orders": {"RUSSIA": ["2A MOS D"], "GERMANY": ["F WAR B"]},
        }
    ) == {
        "id": None,
        "results": [
            {
                "power": "GERMANY",
                "order": "F WAR B",
                "outcome": "illegal",
                "reasons": [{"code": "gain-other-kind", "rule": "DIPLO 5.2", "place": "WAR"}],
            },
            {"power": "RUSSIA", "order": "A MOS D", "outcome": "succeeds", "reasons": []},
            {
                "power": "RUSSIA",
                "order": "A MOS D",
                "outcome": "illegal",
                "reasons": [{"code": "remove-too-many", "rule": "DIPLO 5.2", "place": "MOS"}],
            },
        ],
        "automatic": [],
        "lost": [{"power": "RUSSIA", "centre": "WAR", "kind": "A"}],
        "placed": [{"power": "GERMANY", "unit": "A WAR"}],
        "after": {
            "phase": "S1902M",
            "units": {"GERMANY": ["A MUN", "3A WAR"], "RUSSIA": ["A MOS", "F SEV"]},
            "centers": {"GERMANY": ["MUN", "WAR"], "RUSSIA": ["MOS", "SEV"]},
        },
    }


@pytest.mark.parametrize(
    ("record", "error"),
    [
        ({"units": {"GERMANY": ["0A PRU"]}}, "impossible count: 0A PRU"),
        ({"units": {"GERMANY": ["1000A PRU"]}}, "impossible count: 1000A PRU"),
        (
            {"units": {"GERMANY": ["A PRU"]}, "orders": {"GERMANY": ["0A PRU H"]}},
            "impossible count: 0A PRU H",
        ),
        ({"units": {"GERMANY": ["2 PRU"]}}, "unreadable: 2 PRU"),
        (
            {"units": {"GERMANY": ["2A PRU"], "RUSSIA": ["A PRU"]}},
            "two powers in one province: A PRU",
        ),
        ({"units": {}, "consents": {"TURKEY": ["CON F BLA AEG"]}}, "consents: CON F BLA AEG"),
        ({"units": {}, "consents": {"TURKEY": ["F"]}}, "unreadable: F"),
        ({"phase": "W1901A", "units": {}, "lost": {"TURKEY": ["X"]}}, "lost: X"),
    ],
)
def test_what_is_refused(record: dict[str, Any], error: str) -> None:
    assert answer(record) == {"id": None, "error": error}
