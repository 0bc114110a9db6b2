"""Every worked example of the Guide, whole board, from orders in its own notation."""

import re
from pathlib import Path

import pytest

from judge.rules.guide import rule_movement
from tests.boards import Case, convoy_lines, europe, margin_cases, observed

CASES = [
    pytest.param(case, id=f"{path.stem}: {case.title}")
    for path in sorted((Path(__file__).parent / "cases").glob("*.txt"))
    for case in margin_cases(path)
]


@pytest.mark.parametrize("case", CASES)
def test_example(case: Case) -> None:
    ruling = rule_movement(europe(), case.position, case.orders)
    assert observed(ruling) == case.expected
    assert {europe().provinces[p].codes["guide"] for p in ruling.standoffs} == case.standoffs
    lists = {listed.rule: listed for listed in reversed(ruling.convoys)}
    for rule, wanted in case.convoys.items():
        sorted_lines = {
            re.sub(r"( : |by )([^|]*)", lambda m: m[1] + ", ".join(sorted(m[2].split(", "))), line)
            for line in wanted
        }
        assert convoy_lines(lists[rule], case.position) == sorted_lines


@pytest.mark.parametrize("case", CASES)
def test_the_board_is_the_same_without_explanations(case: Case) -> None:
    told = rule_movement(europe(), case.position, case.orders)
    short = rule_movement(europe(), case.position, case.orders, explain=False)
    assert observed(short) == observed(told)
    assert (short.dislodged, short.standoffs) == (told.dislodged, told.standoffs)
    assert not short.trace


def test_every_chapter_has_its_file() -> None:
    assert len(CASES) == 87
