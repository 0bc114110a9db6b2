"""Problems as a person or a program reads them: with the line and a caret, one a line, or JSON."""

import json
from collections.abc import Iterable
from typing import Any

from judge.problems import Problem
from judge.words import Words


def sentence(problem: Problem, words: Words) -> str:
    """What a problem says."""
    return printable(words.say(f"problems.{problem.code}", **problem.details))


def printable(text: str) -> str:
    """A text with what could disturb a terminal or turn its direction made visible."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def place(problem: Problem) -> str:
    """Where a problem is: ``autriche.txt:4:7``."""
    parts = [problem.file]
    if problem.line:
        parts.append(str(problem.line))
        if problem.column:
            parts.append(str(problem.column))
    return ":".join(p for p in parts if p)


def _expected_names(problem: Problem, words: Words) -> list[str]:
    names: list[str] = []
    for token in problem.expected:
        name = words.find(f"tokens.{token}")
        if isinstance(name, str) and name not in names:
            names.append(name)
    return names


def _expected(problem: Problem, words: Words) -> str:
    names = _expected_names(problem, words)
    if not names:
        return ""
    return words.say("diagnostics.expected", expected=", ".join(names))


def _suggestion(problem: Problem, words: Words) -> str:
    if not problem.suggestions:
        return ""
    either = f" {words.say('words.or')} ".join(problem.suggestions)
    return printable(words.say("diagnostics.suggestion", suggestions=either))


EXCERPT = 100
"""How many characters of a long line are shown around a problem."""


def _start(problem: Problem) -> int:
    """Where what is shown of a problem's line begins."""
    return max(0, problem.column - EXCERPT // 2)


def excerpt(problem: Problem) -> str:
    """A problem's line; of a long one what stands around the problem."""
    text = printable(problem.text.strip())
    if len(text) <= 2 * EXCERPT:
        return text
    whole, start = printable(problem.text), _start(problem)
    before, after = "…" * (start > 0), "…" * (start + EXCERPT < len(whole))
    return before + whole[start : start + EXCERPT].strip() + after


def full(problem: Problem, words: Words) -> str:
    """Several lines: the sentence, the source line with a caret, what could have stood there."""
    severity = words.say(f"diagnostics.{problem.severity}")
    where = place(problem)
    told = f"{sentence(problem, words)} [{problem.code}]"
    head = f"{where}: {words.joined(severity, told)}"
    out = [head if where else head[2:]]
    if problem.text and problem.line:
        text = problem.text.replace("\t", " ")
        text = printable(text)
        start = _start(problem)
        shown = text[start : start + EXCERPT]
        number = f"{problem.line} | "
        carets = "^" * max(1, min(problem.length, len(shown) - (problem.column - 1 - start)))
        out.append(f"  {number}{shown}")
        if problem.column:
            out.append("  " + " " * (len(number) + problem.column - 1 - start) + carets)
    for extra in (_expected(problem, words), _suggestion(problem, words)):
        if extra:
            out.append(f"  = {extra}")
    return "\n".join(out)


def plain(problem: Problem, words: Words) -> str:
    """One line: place, severity, code, sentence, suggestion."""
    severity = words.say(f"diagnostics.{problem.severity}")
    parts = [f"{place(problem)}: {severity} [{problem.code}] {sentence(problem, words)}"]
    parts += [x for x in (_expected(problem, words), _suggestion(problem, words)) if x]
    return " ".join(" ; ".join(parts).split())


def as_data(problem: Problem, words: Words) -> dict[str, Any]:
    """The problem as a JSON object."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "length": problem.length,
        "text": problem.text,
        "message": sentence(problem, words),
        "expected": _expected_names(problem, words),
        "suggestions": list(problem.suggestions),
    }


def as_json(problems: Iterable[Problem], words: Words) -> str:
    """All problems as one JSON array."""
    return json.dumps([as_data(p, words) for p in problems], ensure_ascii=False, indent=1)
