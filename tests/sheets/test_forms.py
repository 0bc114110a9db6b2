"""Every form of order met in the wild, read on a board where it makes sense."""

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.codes import EnglishCodes
from judge.position import Position, Unit, arranged
from judge.sheets.interpreting import Interpreter, MovementSheet
from judge.sheets.line import Options
from judge.sheets.writing import Notation
from tests.boards import europe, reader

FORMS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "forms.yaml").read_text("utf-8")
)
MOVEMENT = [f for f in FORMS if f.get("phase", "M") == "M"]


def position_of(units: dict[str, list[str]]) -> Position:
    board = europe()
    found = []
    for power, texts in units.items():
        for text in texts:
            letter, _, place = text.partition(" ")
            kind = "AF".index(letter)
            location = board.location_numbers[place]
            found.append(
                Unit(board.power_numbers[power], type(board.powers[0].units[0][0])(kind), location)
            )
    return Position(board.first_phase, arranged(found, board))


def read(form: dict[str, Any], options: Options | None = None) -> tuple[Position, MovementSheet]:
    """The form read for its power, or for each power of its board, in the order of the line."""
    board = europe()
    table = form.get("codes", "guide")
    position = position_of(form.get("units") or {})
    names = [form["power"]] if "power" in form else list(form.get("units") or {"Autriche": []})
    sheet = reader(form["lang"], table).read(form["line"].encode(), "x")
    stacks = len({board.province_of[u.location] for u in position.units}) < len(position.units)
    options = options or Options(stacks=stacks)
    notation = Notation(board, form["lang"], table)
    read = MovementSheet(-1)
    for name in names:
        part = Interpreter(board, position, notation, options).read(
            sheet, board.power_numbers[name]
        )
        read.understood.extend(part.understood)
        skipped = "other-powers-heading" if len(names) > 1 else ""
        read.problems.extend(p for p in part.problems if p.code != skipped)
        read.orders.update(part.orders)
    read.understood.sort(key=lambda done: (done.entry.line, done.entry.column))
    return position, read


def codes_of(position: Position, sheet: MovementSheet) -> list[str]:
    board = europe()
    codes = EnglishCodes(board)
    units = {board.province_of[u.location]: u for u in position.units}
    shown: list[str] = []
    for _, group in groupby(sheet.understood, key=lambda done: id(done.entry)):
        for text, same in groupby(
            codes.order_code(position.units[d.unit], d.order, units) for d in group
        ):
            count = len(list(same))
            shown.append(text if count == 1 else f"{count}{text}")
    return shown


@pytest.mark.parametrize(
    "form", MOVEMENT, ids=[f"{n}: {f['line'][:40]!r}" for n, f in enumerate(MOVEMENT)]
)
def test_form(form: dict[str, Any]) -> None:
    position, sheet = read(form)
    reads = form["reads"]
    wanted = [] if reads is None else reads if isinstance(reads, list) else [reads]
    seen = codes_of(position, sheet)
    assert seen == wanted, [(p.code, p.text, dict(p.details)) for p in sheet.problems]
    if reads is None:
        assert any(p.severity == "error" for p in sheet.problems)
