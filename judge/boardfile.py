"""Reads a map file into a `Board`, and checks it.

Reading is forgiving and total: whatever the file holds, every problem found is reported, and a
board is built only from a file without errors.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from judge import mapoverlay
from judge.board import Board
from judge.cachefiles import cached
from judge.problems import Problem, Unreadable, errors


def from_data(raw: Any, file: str) -> tuple[Board | None, list[Problem]]:
    """The board that a map file's data describes, and every problem found in it.

    The board is None where there is an error; warnings alone don't prevent it.
    """
    # Most runs find the board in the cache and need none of this.
    from judge.mapbuilding import board_of
    from judge.mapchecks import CHECKS
    from judge.mapdraft import Draft, as_dict
    from judge.names import words

    if not isinstance(raw, dict):
        return None, [Problem("map-not-a-map", file=file)]
    draft = Draft(as_dict(raw), file)
    for part, into in (("provinces", draft.provinces), ("powers", draft.powers)):
        for key, facts in as_dict(draft.raw.get(part)).items():
            if isinstance(facts, dict) and words(key) and "(" not in key:
                into[key] = as_dict(facts)
            else:
                draft.say("map-value", part=part, value=key[:40])
    for check in CHECKS:
        check(draft)
    if errors(draft.problems):
        return None, draft.problems
    return board_of(draft), draft.problems


def check(path: Path) -> tuple[Board | None, list[Problem]]:
    """The board of a map file and every problem in it, a file that cannot be read included."""
    try:
        raw = mapoverlay.read(path)
    except Unreadable as error:
        return None, list(error.problems)
    board, problems = from_data(raw, str(path))
    return board, _with_lines(path, problems)


def _with_lines(path: Path, problems: list[Problem]) -> list[Problem]:
    """The same problems with the line where their province or power is defined."""
    if not problems:
        return problems
    starts: dict[str, int] = {}
    for n, text in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        if text.startswith("  ") and not text.startswith("   ") and ":" in text:
            starts.setdefault(text.strip().split(":")[0].strip("\"'"), n)
    located = []
    for problem in problems:
        told = problem.details
        subject = str(told.get("province") or told.get("a") or told.get("power") or "")
        line = starts.get(subject.split(" (")[0], problem.line)
        located.append(replace(problem, line=line))
    return located


def load(name: str) -> Board:
    """A map that ships with the program by its name (``europe``), or any map by its file's path.

    Raises Unreadable with the problems of a map that cannot be used.
    """
    path = mapoverlay.shipped(name) or Path(name)
    if not path.is_file():
        raise Unreadable(check(path)[1])
    source = mapoverlay.sources(path)
    board: Board = cached("board", source, lambda: _checked(path))
    return board


def _checked(path: Path) -> Board:
    board, problems = check(path)
    if board is None:
        raise Unreadable(problems)
    return board
