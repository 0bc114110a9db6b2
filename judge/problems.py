"""Problems: what is wrong in somebody's file, as values that are collected and reported together.

A problem never stops a reading. Its code never changes, so that it can be looked up and tested; its
sentences live in the message catalogues under ``problems.<code>``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem in one place.

    code: the stable name, ``unknown-province``.
    severity: ``error`` (the thing has no effect) or ``warning`` (it counts, as the message says).
    file, line, column: where; line and column count from 1, 0 where there is none.
    text: the line or value as written.
    length: how many characters from the column on the problem covers, at least 1.
    details: the facts that the catalogue's sentence needs.
    expected: what could have stood there, as codes of the catalogue or ready words.
    suggestions: at most three valid readings, nearest first.
    """

    code: str
    severity: Severity = "error"
    file: str = ""
    line: int = 0
    column: int = 0
    text: str = ""
    length: int = 1
    details: Mapping[str, Any] = field(default_factory=dict)
    expected: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()


class Unreadable(Exception):
    """A file that cannot be used at all; carries the problems that say why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("; ".join(p.code for p in self.problems))

    def __reduce__(self) -> tuple[type["Unreadable"], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """Only those that took something's effect away."""
    return [p for p in problems if p.severity == "error"]


PROBLEMS_LIMIT = 200
"""Most problems told of one file: whoever made more reads no further."""

_MORE = "too-many-problems"


def bounded(problems: Iterable[Problem]) -> list[Problem]:
    """The problems, only so many of each file, and for the rest one that counts them.

    What is bounded already can be told together with more.
    """
    kept: list[Problem] = []
    told: Counter[str] = Counter()
    more: Counter[str] = Counter()
    severities: dict[str, Severity] = {}
    for problem in problems:
        is_count = problem.code == _MORE
        told[problem.file] += not is_count
        if not is_count and told[problem.file] <= PROBLEMS_LIMIT:
            kept.append(problem)
            continue
        more[problem.file] += problem.details["more"] if is_count else 1
        if severities.get(problem.file) != "error":
            severities[problem.file] = problem.severity
    for file, count in more.items():
        details = {"limit": PROBLEMS_LIMIT, "more": count}
        kept.append(Problem(_MORE, severities[file], file, details=details))
    return kept
