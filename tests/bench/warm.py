"""The judge's parts in a process that has run them before."""

import gzip
import json
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from judge import boardfile
from judge.board import Board
from judge.gamefiles import Game
from judge.orders import Order
from judge.position import Position, arranged
from judge.rules import guide, standard
from judge.ruling import MovementRuling
from judge.sheets.interpreting import Interpreter
from tests.bench.cold import SAMPLE, SPRING, command
from tests.bench.measuring import MICRO, Measure, times
from tests.boards import SHARED, coded_position, europe
from tests.drawn_boards import drawn_records
from tests.synthetic import crowded_phase

RUNS = 15
STREAM_RUNS = 5
BOARDS = 1_000

Phase = tuple[Position, list[Order | None]]

SYSTEMS: Mapping[str, Callable[..., MovementRuling]] = {
    "guide": guide.rule_movement,
    "standard": standard.rule_movement,
}


def reading() -> Iterator[Measure]:
    """An order's line, as text and then as an order of the position."""
    game = Game(SAMPLE)
    found = game.find(SPRING)
    position = game.position(found)
    sheets = {p: text.encode() for p, text in game.published_sheets(found).items()}
    lines = sum(len(data.splitlines()) for data in sheets.values())

    def read() -> None:
        for data in sheets.values():
            game.reader.read(data, "")

    def understand() -> None:
        interpreter = Interpreter(game.board, position, game.notation, game.reading)
        for power, data in sheets.items():
            interpreter.read(game.reader.read(data, ""), power)

    yield Measure("an order line read", times(read, RUNS, lines), 100 * MICRO)
    yield Measure("an order understood", times(understand, RUNS, lines))


def corpus() -> Iterator[dict[str, Any]]:
    """The movement phases of the real games that lie beside the checkout; none where none do."""
    for file in sorted((SHARED / "corpus" / "games").glob("*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as rows:
            for row in rows:
                record = json.loads(row)
                if record["phase"].endswith("M"):
                    yield record


def ruled_on() -> tuple[str, list[dict[str, Any]]]:
    """What is ruled on, and its name."""
    real = list(corpus())
    if real:
        return f"{len(real)} phases of real games", real
    return f"{BOARDS} drawn boards", list(drawn_records(BOARDS, seed=1))


def adjudication(records: Sequence[Mapping[str, Any]]) -> Iterator[Measure]:
    """One movement phase by each rule system: with reasons, without, and with its set-up."""
    phases = [coded_position(r["units"], r["orders"]) for r in records]
    for name, rule in SYSTEMS.items():
        for explain, what, budget in (
            (True, "with reasons", 125 * MICRO),
            (False, "without", None),
        ):
            runs = times(partial(_rule_all, rule, phases, explain), RUNS, len(phases))
            yield Measure(f"a phase by {name}, {what}", runs, budget)
        runs = times(partial(_set_up_all, rule, phases), RUNS, len(phases))
        yield Measure(f"a phase by {name}, with set-up", runs, 333 * MICRO)


def other_boards() -> Iterator[Measure]:
    """A crowded phase on other boards than the standard one: small, usual and large."""
    for name in ("hundred", "ancient-med", "modern", "youngstown"):
        board, lot = boardfile.load(name), random.Random(1)
        phases = [crowded_phase(board, lot, len(board.centres)) for _ in range(BOARDS // 5)]
        for system, rule in SYSTEMS.items():
            run = partial(_rule_on, board, rule, phases)
            yield Measure(f"a crowded phase of {name} by {system}", times(run, RUNS, len(phases)))


def _rule_on(board: Board, rule: Callable[..., MovementRuling], phases: Sequence[Phase]) -> None:
    for position, orders in phases:
        rule(board, position, orders, explain=True)


def _rule_all(rule: Callable[..., MovementRuling], phases: Sequence[Phase], explain: bool) -> None:
    for position, orders in phases:
        rule(europe(), position, orders, explain=explain)


def _set_up_all(rule: Callable[..., MovementRuling], phases: Sequence[Phase]) -> None:
    """From units and their orders, in no order, to the ruling."""
    for given, orders in phases:
        ordered = dict(zip(reversed(given.units), reversed(orders), strict=True))
        units = arranged(ordered, europe())
        position = Position(given.phase, units, given.owners)
        rule(europe(), position, [ordered[unit] for unit in units])


def stream() -> Iterator[Measure]:
    """`judge try - --json`, the start of the process included, for one board."""
    data = "".join(json.dumps(r) + "\n" for r in drawn_records(BOARDS, seed=1)).encode()
    cores = os.cpu_count() or 1

    def answer(jobs: int, copies: int) -> None:
        answers = command("try", "-", "--json", "--jobs", str(jobs), stdin=data * copies)
        assert answers.count(b"\n") == BOARDS * copies

    alone = times(partial(answer, 1, 1), STREAM_RUNS, BOARDS)
    yield Measure("try --json, a board", alone, 667 * MICRO)
    spread = times(partial(answer, 0, 10), STREAM_RUNS, 10 * BOARDS)
    yield Measure(f"try --json --jobs {cores}, a board", spread)
