"""How fast the judge is: cold commands, warm parts, and a stream of boards. See README.md."""

import gzip
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from judge.gamefiles import Game
from judge.orders import Order
from judge.position import Position
from judge.rules.guide import rule_movement
from judge.sheets.interpreting import Interpreter
from tests.boards import ROOT, SHARED, coded_position, europe
from tests.cli.command import PROCESS, plain_environment
from tests.drawn_boards import drawn_records

SAMPLE = ROOT / "games" / "printemps-1913"
SPRING = "1913-1-printemps"
COLD_RUNS = 15
WARM_RUNS = 15
STREAM_RUNS = 5
BOARDS = 1_000

MEGA, MILLI, MICRO = 1e6, 1e-3, 1e-6

Board = tuple[Position, list[Order | None]]


@dataclass(frozen=True)
class Measure:
    """One thing measured several times.

    seconds: of each run, for one piece of work. budget: the seconds that it may take, if any.
    """

    name: str
    seconds: Sequence[float]
    budget: float | None = None

    @property
    def median(self) -> float:
        """The middle run."""
        return statistics.median(self.seconds)

    @property
    def spread(self) -> tuple[float, float]:
        """Between which times the middle half of the runs lies."""
        low, _, high = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return low, high


def times(work: Callable[[], object], runs: int, pieces: int = 1) -> list[float]:
    """The seconds of each run, for one of the pieces that a run does; the first run warms up."""
    work()
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        found.append((time.perf_counter() - start) / pieces)
    return found


# ---------------------------------------------------------------- cold commands


def game_to_rule(folder: Path) -> Path:
    """A copy of the sample as it was before its spring was ruled, its sheets waiting."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / SPRING).mkdir(parents=True)
    shutil.copytree(SAMPLE / SPRING / "orders", folder / "private" / "pending")
    for name in ("game.yaml", ".gitignore", f"{SPRING}/position.yaml"):
        shutil.copyfile(SAMPLE / name, folder / name)
    return folder


def command(*arguments: str, stdin: bytes = b"") -> bytes:
    """What the command prints, in a process of its own; it must end well."""
    return subprocess.run(
        [*PROCESS, *arguments],
        input=stdin,
        capture_output=True,
        env=plain_environment(),
        check=True,
    ).stdout


def cold_commands(folder: Path) -> Iterator[Measure]:
    """From the start of the process to its end."""
    yield Measure("--version, cold", times(partial(command, "--version"), COLD_RUNS))
    game = game_to_rule(folder / "game")
    check = partial(command, "check", str(game))
    yield Measure("check, cold", times(check, COLD_RUNS), 200 * MILLI)
    copies = [game_to_rule(folder / f"copy {n}") for n in range(COLD_RUNS + 1)]

    def run() -> None:
        command("run", str(copies.pop()))

    yield Measure("run, cold", times(run, COLD_RUNS), 250 * MILLI)


def memory_of_a_run(folder: Path) -> int | None:
    """The most memory that `judge run` holds, in bytes; None where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    game = game_to_rule(folder / "memory")
    program = (
        "import sys\nfrom judge.cli import main\ntry:\n    main()\nfinally:\n"
        f"    rows = open({str(status)!r}).read().split('VmHWM:')[1]\n"
        "    sys.stderr.write(f'\\n{rows.split()[0]}')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "run", str(game)],
        capture_output=True,
        env=plain_environment(),
        check=True,
    )
    return int(done.stderr.split()[-1]) * 1024


# ---------------------------------------------------------------- warm parts


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

    yield Measure("an order line read", times(read, WARM_RUNS, lines), 100 * MICRO)
    yield Measure("an order understood", times(understand, WARM_RUNS, lines))


def corpus() -> Iterator[dict[str, Any]]:
    """The movement phases of the real games that lie beside the checkout; none where none do."""
    for file in sorted((SHARED / "corpus" / "games").glob("*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as rows:
            for row in rows:
                record = json.loads(row)
                if record["phase"].endswith("M"):
                    yield record


def boards() -> tuple[str, list[Board]]:
    """What is ruled on, and its name."""
    real = [coded_position(r["units"], r["orders"]) for r in corpus()]
    if real:
        return f"{len(real)} phases of real games", real
    drawn = drawn_records(BOARDS, seed=1)
    return f"{BOARDS} drawn boards", [coded_position(r["units"], r["orders"]) for r in drawn]


def adjudication(ruled_on: Sequence[Board]) -> Iterator[Measure]:
    """One movement phase, by the Guide."""

    def rule_all(explain: bool) -> None:
        for position, orders in ruled_on:
            rule_movement(europe(), position, orders, explain=explain)

    for explain, what, budget in ((True, "with reasons", 125 * MICRO), (False, "without", None)):
        runs = times(partial(rule_all, explain), WARM_RUNS, len(ruled_on))
        yield Measure(f"a phase, {what}", runs, budget)


# ---------------------------------------------------------------- a stream


def stream() -> Measure:
    """`judge try - --json`, the start of the process included, for one board."""
    data = "".join(json.dumps(r) + "\n" for r in drawn_records(BOARDS, seed=1)).encode()

    def answer() -> None:
        answers = command("try", "-", "--json", stdin=data)
        assert answers.count(b"\n") == BOARDS

    return Measure("try --json, a board", times(answer, STREAM_RUNS, BOARDS))


# ---------------------------------------------------------------- telling


def shown(*seconds: float) -> str:
    """Times in the unit that suits the first one: ``72.8 to 92.7 ms``."""
    sizes = ((1.0, "s"), (MILLI, "ms"), (MICRO, "µs"))
    size, unit = next((s for s in sizes if seconds[0] >= s[0]), sizes[-1])
    return f"{' to '.join(f'{s / size:.1f}' for s in seconds)} {unit}"


def verdict(measured: float, budget: float | None) -> str:
    """Whether the budget is kept, in a word."""
    if budget is None:
        return ""
    return "[green]kept[/]" if measured <= budget else "[red]over[/]"


def main() -> None:
    """Measure everything and print the table."""
    console = Console(highlight=False)
    name, ruled_on = boards()
    table = Table(box=box.SIMPLE, title=f"Python {sys.version.split()[0]}; ruled on: {name}")
    table.add_column("what")
    for column in ("median", "middle half", "runs", "budget"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)

    def add(measure: Measure) -> None:
        budget = "" if measure.budget is None else shown(measure.budget)
        row = (shown(measure.median), shown(*measure.spread), str(len(measure.seconds)))
        table.add_row(measure.name, *row, budget, verdict(measure.median, measure.budget))

    with tempfile.TemporaryDirectory() as folder, console.status("…"):
        for measure in cold_commands(Path(folder)):
            add(measure)
        held = memory_of_a_run(Path(folder))
        for measure in (*reading(), *adjudication(ruled_on)):
            add(measure)
        streamed = stream()
        add(streamed)
    if held is not None:
        used = f"{held / MEGA:.0f} MB"
        table.add_row("run, memory", used, "", "1", "80 MB", verdict(held, 80 * MEGA))
    console.print(table)
    console.print(f"{1 / streamed.median:,.0f} boards a second through one process.")


if __name__ == "__main__":
    main()
