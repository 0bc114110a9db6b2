"""An old judge's map taken over: read, checked as every map is, and written as one of ours."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from judge import boardfile, yamlfiles
from judge.names import slug
from judge.oldmaps import dpjudge, njudge
from judge.oldmaps.draft import OldMap
from judge.oldmaps.writing import text_of
from judge.problems import Problem, Unreadable, errors
from judge.receiving import bytes_of

_CHECKED_BY_READER = ("map-power-without-home",)
"""Warnings that a reader gives itself, where the old format's own words can be shown."""

_SECTION_END = re.compile(rb"^-", re.MULTILINE)
_AREA_LINE = re.compile(rb"^[^#\s=,][^=,\n]*,\s*[A-Za-z0-9][wl]?\s+\w", re.MULTILINE)


def take_over(
    path: Path, seed: Path | None, power_names: Mapping[str, str], intro: list[str]
) -> tuple[str | None, list[Problem]]:
    """The YAML of an old map, None where it is refused, and every problem found.

    seed: the second file of an nJudge map. power_names: its powers by letter. intro: lines for the
    top of the file.
    """
    old = _read(path, seed, power_names)
    if len(old.powers) < 2:
        old.refuse("import-few-powers")
    title = path.name.partition(".")[0]
    problems = list(old.problems)
    plain = text_of(old, slug(title) or "map", title, [], intro)
    try:
        board, found = boardfile.from_data(yamlfiles.parse(plain.encode(), str(path)), str(path))
    except Unreadable as error:
        return None, [*problems, *error.problems]
    # What our checks only doubt, the old map's author meant.
    meant = sorted({p.code for p in found if p.severity == "warning"} - set(_CHECKED_BY_READER))
    problems += [replace(p, file=str(path)) for p in errors(found)]
    if board is None or old.is_refused:
        return None, problems
    return text_of(old, slug(title) or "map", title, meant, intro), problems


def _read(path: Path, seed: Path | None, power_names: Mapping[str, str]) -> OldMap:
    data = bytes_of(path)
    if seed is not None:
        return njudge.read(str(path), data, str(seed), bytes_of(seed), power_names)
    if _AREA_LINE.search(data) and _SECTION_END.search(data):
        raise Unreadable([Problem("import-seed-missing", file=str(path))])
    return dpjudge.read(str(path), data, dpjudge.beside(path, bytes_of))
