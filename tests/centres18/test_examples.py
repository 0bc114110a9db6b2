"""Every example of chapters VIII to X of the French rules, whole board."""

from pathlib import Path

import pytest

from judge.rulesystems import rule_system
from tests.boards import Case, europe, margin_cases, observed

CASES = [
    pytest.param(case, id=case.title)
    for case in margin_cases(Path(__file__).parent / "cases.txt", "18centres")
]


@pytest.mark.parametrize("case", CASES)
def test_example(case: Case) -> None:
    board = europe()
    ruling = rule_system("18centres").movement(board, case.position, case.orders, True)
    assert observed(ruling, "18centres") == case.expected
    standoffs = {board.provinces[p].codes["18centres"] for p in ruling.standoffs}
    assert standoffs == case.standoffs
    # Every outcome names the chapter that made it, or what stands in for a lost one.
    assert all(r.rule.startswith(("18C", "2000")) for r in ruling.trace)


def test_no_example_is_forgotten() -> None:
    assert len(CASES) == 52
