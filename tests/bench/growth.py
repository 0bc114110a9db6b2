"""How the time for one unit grows with the board, and boards made to be hard."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from judge import boardfile
from judge.board import Board
from judge.orders import Order
from judge.position import Position
from judge.ruling import MovementRuling
from judge.sheets.interpreting import Interpreter
from judge.sheets.reading import Reader
from judge.sheets.writing import Notation
from tests.bench.measuring import MILLI, Measure, times
from tests.bench.warm import SYSTEMS
from tests.synthetic import channel, crossing, drawn_phases, ferries, grid, map_file, train

SIZES = (75, 300, 1_000, 3_000)
UNITS = 6_000
RUNS = 7

Phase = tuple[Position, list[Order | None]]


def by_unit() -> Iterator[tuple[str, list[Measure]]]:
    """Ruling and reading phases of one density on ever larger boards: the time for one unit."""
    boards = [grid(size) for size in SIZES]
    drawn = [list(drawn_phases(board, UNITS // len(board.provinces), 1)) for board in boards]
    counts = [sum(len(position.units) for position, _ in phases) for phases in drawn]
    for name, rule in SYSTEMS.items():
        row = []
        for board, phases, count in zip(boards, drawn, counts, strict=True):
            seconds = times(partial(_rule, rule, board, phases), RUNS, count)
            row.append(Measure(f"{name}, {len(board.provinces)}", seconds))
        yield f"ruled by {name}", row
    row = []
    for board, phases, count in zip(boards, drawn, counts, strict=True):
        read = partial(_read, Reader(board), _sheets(board, phases))
        seconds = times(read, 3, count)
        row.append(Measure(f"read, {len(board.provinces)}", seconds))
    yield "sheets read", row


def _rule(rule: Callable[..., MovementRuling], board: Board, phases: list[Phase]) -> None:
    for position, orders in phases:
        rule(board, position, orders)


Sheets = list[tuple[Position, dict[int, bytes]]]


def _sheets(board: Board, phases: list[Phase]) -> Sheets:
    notation = Notation(board)
    found: Sheets = []
    for position, orders in phases:
        lines: dict[int, list[str]] = {}
        for unit, order in zip(position.units, orders, strict=True):
            lines.setdefault(unit.power, []).append(notation.order(position, unit, order))
        found.append((position, {p: "\n".join(rows).encode() for p, rows in lines.items()}))
    return found


def _read(reader: Reader, phases: Sheets) -> None:
    board, notation = reader.board, Notation(reader.board)
    for position, sheets in phases:
        interpreter = Interpreter(board, position, notation)
        for power, data in sheets.items():
            interpreter.read(reader.read(data, ""), power)


def hard_boards() -> Iterator[Measure]:
    """A sea full of routes, a hundred convoys, a train of units, and the loading of a huge map."""
    sea = channel(6, 10)
    straits = channel(100, 3)
    plain = grid(1_200, lambda _: False)
    for name, rule in SYSTEMS.items():
        for what, board, phase, budget in (
            ("sixty fleets for one army", sea, crossing(sea, 60), 20 * MILLI),
            ("a hundred convoys at once", straits, ferries(straits), None),
            ("a train of a thousand units", plain, train(plain, 1_000), None),
        ):
            seconds = times(partial(_rule, rule, board, [phase]), RUNS)
            yield Measure(f"{what}, {name}", seconds, budget)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "huge.yaml"
        path.write_text(map_file(grid(4_000)), "utf-8")
        seconds = times(partial(boardfile.check, path), 3)
        yield Measure("a map of 4,000 provinces read and checked", seconds, 2.0)
