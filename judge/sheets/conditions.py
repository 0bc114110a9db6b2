"""Conditions on lines for a phase to come: ``si A Mun délogée : A Mun retraite Bou``.

A line whose condition is not met counts for nothing; one whose condition cannot be read is a
problem. Conditions are tried on the board of the phase that they were written for.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from judge.board import Board
from judge.names import fold
from judge.phase import Step
from judge.position import Position
from judge.problems import Problem
from judge.season import captured
from judge.sheets.reading import Reader
from judge.sheets.tokens import LINE_LIMIT, scan

_VERBS = {
    "delogee": "dislodged",
    "deloge": "dislodged",
    "dislodged": "dislodged",
    "perdu": "lost",
    "perdue": "lost",
    "lost": "lost",
    "pris": "held",
    "prise": "held",
    "gagne": "held",
    "gagnee": "held",
    "tenu": "held",
    "tenue": "held",
    "held": "held",
    "taken": "held",
}
_IF = re.compile(r"(?:^|(?<=[\s(]))(?:si|if|sinon|otherwise|unless)(?=[\s:,)]|$)")
_NOT = ("non", "pas", "plus", "jamais", "not", "never")
_IS = ("est", "etait", "sera", "soit", "a", "ete", "is", "was", "has", "been")
_IS_NOT = ("n'est", "n'etait", "n'a", "ne")
_MY = ("mon", "ma", "notre", "my", "our", "the")


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as written: what it is about and what must hold of it.

    verb: empty where the condition is not understood; what is then all of it.
    """

    what: str
    verb: str
    negated: bool


def condition_of(line: str) -> tuple[Condition, int, int] | None:
    """The condition of a line, and the stretch of the line it takes up; None where it has none."""
    if len(line) > LINE_LIMIT:
        return None
    folded = _plain(line)
    starts = list(_IF.finditer(folded))
    if not starts:
        return None
    first = starts[0]
    if len(starts) > 1:
        # "si …, sinon …": which part is meant when is anybody's guess.
        return Condition(line[first.start() :].strip(), "", False), first.start(), len(line)
    before = folded[: first.start()].strip()
    if not before or before == "(":
        # Before the order: "si A Mun délogée : ...", up to the first colon or comma.
        closing = ")" if before else ":,"
        end = min((p for p in map(folded.find, closing) if p >= 0), default=len(folded))
        condition = _parse(line, folded, first, end)
        if condition is not None and end < len(folded):
            if not before:
                return condition, first.start(), end + 1
            past = re.compile(r"\)\s*[:,]?").match(folded, end)
            return condition, 0, past.end() if past else end + 1
    condition = _parse(line, folded, first, len(folded))
    if condition is not None:
        start = first.start()
        return condition, start - (folded[start - 1 : start] == "("), len(line)
    return Condition(line[first.start() :].strip(), "", False), first.start(), len(line)


def _parse(line: str, folded: str, opening: re.Match[str], end: int) -> Condition | None:
    """``A Mun [non] délogée``: what it is about, and what must hold of it."""
    start = opening.end()
    words = list(re.finditer(r"[^\s.()]+", folded[start:end]))
    if opening.group() not in ("si", "if") or not words or words[-1].group() not in _VERBS:
        return None
    verb = _VERBS[words.pop().group()]
    negated = False
    while len(words) > 1 and (words[-1].group() in _NOT or words[-1].group() in _IS):
        if words.pop().group() in _NOT:
            negated = True
    if negated and len(words) > 1 and words[-1].group() in _IS_NOT:
        words.pop()
    while len(words) > 1 and words[0].group() in _MY:
        words.pop(0)
    if not words:
        return None
    what = line[start + words[0].start() : start + words[-1].end()]
    return Condition(what, verb, negated)


def _plain(line: str) -> str:
    """The line folded character by character, so that places in it stay the same."""
    return "".join((fold(c) or " ")[0] for c in line.replace("’", "'"))


def decided(
    lines: list[str], reader: Reader, position: Position, power: int, file: str
) -> tuple[list[str], list[Problem]]:
    """The lines with their conditions decided.

    A condition that is met is blanked out of its line; a line whose condition is not met becomes
    empty. A line whose condition cannot be decided stays as it is, and is a problem.
    """
    kept: list[str] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        found = condition_of(line)
        if found is None:
            kept.append(line)
            continue
        condition, start, end = found
        answer = _holds(condition, reader, position, power)
        if answer is None:
            details = {"word": condition.what}
            at = (number, start + 1, line, max(1, end - start))
            problems.append(Problem("condition-unclear", "error", file, *at, details))
            kept.append(line)
        else:
            kept.append(line[:start] + " " * (end - start) + line[end:] if answer else "")
    return kept, problems


def _holds(condition: Condition, reader: Reader, position: Position, power: int) -> bool | None:
    provinces = list(_provinces(condition.what, reader)) if condition.verb else []
    if len(provinces) != 1:
        return None
    board = reader.board
    if condition.verb == "dislodged":
        if not position.phase.step.is_retreats:
            return None
        of = board.province_of
        met = any(of[d.unit.location] == provinces[0] for d in position.dislodged)
    else:
        met = _is_held(board, position, power, provinces[0]) == (condition.verb == "held")
    return met != condition.negated


def _provinces(what: str, reader: Reader) -> Iterator[int]:
    """The one province named, or several, or none: other words than a unit's are none."""
    tokens = scan(what, reader.vocabulary(reader.language))
    if all(token.type in ("PLACE", "ARMY", "FLEET", "POWER") for token in tokens):
        for token in tokens:
            if token.type == "PLACE":
                yield from token.value.candidates


def _is_held(board: Board, position: Position, power: int, province: int) -> bool:
    """Whether a power has a province: owns its centre, or stands there where it has none."""
    if board.provinces[province].centre:
        owners = position.owners
        if position.phase.step is Step.WINTER:
            owners = captured(board, position.units, owners)
        return (province, power) in owners
    of = board.province_of
    return any(u.power == power and of[u.location] == province for u in position.units)
