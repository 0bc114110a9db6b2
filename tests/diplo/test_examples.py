"""Every case of the rule system `diplo`: the text's own examples, and ours for each section."""

from pathlib import Path

import pytest

from judge.problems import errors
from judge.rulesystems import rule_system
from tests.diplo.reading import (
    StackCase,
    board_seen,
    diplo,
    flights_seen,
    played,
    rows_seen,
    stack_cases,
)

HERE = Path(__file__).parent
CASES = [*stack_cases(HERE / "seed.txt"), *stack_cases(HERE / "rules.txt")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_case(case: StackCase) -> None:
    tried, ruling = played(case)
    assert errors(p for _, p in tried.problems) == []
    assert rows_seen(tried, ruling) == case.rows
    assert board_seen(ruling) == case.after
    assert flights_seen(ruling) == case.flees


def test_every_example_of_the_text_is_there() -> None:
    titles = [case.title.partition(":")[0] for case in CASES]
    examples = [f"DIPLO 3 ({n})" for n in range(1, 9)]
    assert [t for t in titles if t.startswith("DIPLO")] == [
        *examples[:4],
        "DIPLO 3 (4), bracket",
        *examples[4:],
        "DIPLO d",
        "DIPLO d",
        "DIPLO g",
    ]


def test_every_option_of_a_season_has_a_case_whose_outcome_it_changes() -> None:
    """Arsenals have their own tests."""
    told: set[str] = set()
    for case in CASES:
        default = played(StackCase(case.title, case.sheet))[1]
        ruling = played(case)[1]
        if (board_seen(ruling), flights_seen(ruling)) != (
            board_seen(default),
            flights_seen(default),
        ):
            told |= case.options.keys()
    assert told == rule_system("diplo").options.keys() - {"gains_in"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_reasons_change_nothing(case: StackCase) -> None:
    tried, told = played(case)
    rules = rule_system("diplo", case.options)
    silent = rules.movement(diplo(), tried.position, tried.orders, False, tried.riders)
    bare = [outcome._replace(reasons=()) for outcome in told.outcomes]
    assert list(silent.outcomes) == bare
    assert (silent.dislodged, silent.standoffs) == (told.dislodged, told.standoffs)
    assert (silent.trace, silent.battles) == ((), ())
