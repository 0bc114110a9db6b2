"""Order lines collected from real games, rule texts and other programs, each with its meaning."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from judge.codes import EnglishCodes
from judge.position import Position, Unit, arranged
from judge.sheets.interpreting import Interpreter
from judge.sheets.writing import Notation
from judge.sheets.written import Verb
from tests.boards import SHARED, europe, reader
from tests.sheets.test_forms import codes_of

CORPUS = SHARED / "corpus" / "order_lines.jsonl"
TABLES = {"fr": "objectif", "en": "english"}

Row = dict[str, Any]

INFERRED = {"F GAS - SPA": "F GAS - SPA/NC"}
"""The only coast in reach is meant where none is written."""

VERBS = {
    "R": {Verb.MOVE, Verb.RETREAT, Verb.DISBAND},
    "A": {Verb.BUILD, Verb.REMOVE, Verb.DISBAND, Verb.WAIVE, Verb.BARE},
}


@cache
def rows() -> tuple[Row, ...]:
    if not CORPUS.exists():
        return ()
    return tuple(json.loads(line) for line in CORPUS.read_text("utf-8").splitlines())


def of_kind(kinds: str) -> Iterator[Any]:
    """The lines of some kinds; one skipped test where the corpus is not there."""
    found = [r for r in rows() if r["kind"] in kinds]
    if not found:
        yield pytest.param({}, marks=pytest.mark.skip(reason=f"no {CORPUS} beside the checkout"))
    for n, row in enumerate(found):
        yield pytest.param(row, id=f"{n}: {row['line'][:40]!r}")


def meant(row: Row) -> list[str]:
    """The orders that a line means, in English codes; none where it must be refused."""
    order = row["order"]
    listed: list[str] = order if isinstance(order, list) else [order] if order else []
    return [INFERRED.get(text, text) for text in listed]


def board_for(row: Row) -> tuple[Position, int]:
    """A position on which a line makes sense, the units that its meaning names, and whose it is."""
    board = europe()
    codes = EnglishCodes(board)
    power = codes.powers[row.get("power") or "AUSTRIA"]
    units: dict[int, Unit] = {}
    for text in meant(row):
        words = text.split()
        names = [words[:2], *([words[3:5]] if words[2] in "SC" else [])]
        for name in names:
            unit = codes.unit(" ".join(name), power)
            units.setdefault(board.province_of[unit.location], unit)
    return Position(board.first_phase, arranged(units.values(), board)), power


@pytest.mark.parametrize("row", list(of_kind("M")))
def test_movement_line(row: Row) -> None:
    table = TABLES[row["lang"]]
    position, power = board_for(row)
    sheet = reader(row["lang"], table).read(row["line"].encode(), "corpus")
    notation = Notation(europe(), row["lang"], table)
    done = Interpreter(europe(), position, notation).read(sheet, power)
    assert codes_of(position, done) == meant(row), done.problems
    if row["order"] is None:
        assert [p.severity for p in done.problems] == ["error"]
    else:
        assert {p.severity for p in done.problems} <= {"warning"}


@pytest.mark.parametrize("row", list(of_kind("RA")))
def test_line_of_another_phase(row: Row) -> None:
    sheet = reader(row["lang"], TABLES[row["lang"]]).read(row["line"].encode(), "corpus")
    assert sheet.problems == []
    assert len(sheet.entries) == 1
    assert sheet.entries[0].written.verb in VERBS[row["kind"]]
