"""How fast the judge is: cold, warm, on a stream of boards and on huge ones. See README.md."""

import os
import platform
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from tests.bench import diplomacy_package, growth
from tests.bench.cold import cold_commands, memory_of_a_run
from tests.bench.measuring import MEGA, Measure, shown, verdict
from tests.bench.warm import adjudication, other_boards, reading, ruled_on, stream


def machine() -> str:
    """What kind of machine this is."""
    facts = Path("/proc/cpuinfo")
    kind = platform.processor() or platform.machine()
    if facts.exists():
        rows = [r for r in facts.read_text("utf-8").splitlines() if r.startswith("model name")]
        kind = rows[0].partition(":")[2].strip() if rows else kind
    python = f"{platform.python_implementation()} {sys.version.split()[0]}"
    return f"{python}, {platform.system()}, {os.cpu_count()} × {kind}"


def _table(title: str, first: str, *columns: str) -> Table:
    table = Table(box=box.MARKDOWN, title=title, title_justify="left")
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _add(table: Table, measure: Measure) -> None:
    budget = "" if measure.budget is None else shown(measure.budget)
    times = (shown(measure.median), shown(measure.fastest), shown(*measure.spread))
    row = (*times, measure.rate, budget, verdict(measure.median, measure.budget))
    table.add_row(measure.name, *row)


def _growth_table() -> Table:
    sizes = [f"{size:,} provinces" for size in growth.SIZES]
    table = _table("Time for one unit", "what", *sizes)
    for name, row in growth.by_unit():
        cells = [
            f"{shown(m.fastest)} (× {m.fastest / row[0].fastest:.2f})" if n else shown(m.fastest)
            for n, m in enumerate(row)
        ]
        table.add_row(name, *cells)
    return table


def _compared(ours: Mapping[str, Measure], theirs: list[Measure]) -> Table:
    table = _table("Beside the Python package diplomacy", "what", "it", "standard", "ratio")
    names = ("a phase by standard, with reasons", "a phase by standard, with set-up")
    for other, name in zip(theirs, names, strict=True):
        mine = ours[name].median
        ratio = f"{other.median / mine:.1f}"
        table.add_row(other.name, shown(other.median), shown(mine), ratio)
    return table


def main() -> None:
    """Measure everything and print the tables."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    name, records = ruled_on()
    columns = ("median", "fastest", "middle half", "a second", "budget", "")
    table = _table(f"{machine()}; ruled on: {name}", "what", *columns)
    measured: dict[str, Measure] = {}
    with tempfile.TemporaryDirectory() as folder, console.status("…"):
        for measure in cold_commands(Path(folder)):
            _add(table, measure)
        held = memory_of_a_run(Path(folder))
        for measure in (
            *reading(),
            *adjudication(records),
            *stream(),
            *other_boards(),
            *growth.hard_boards(),
        ):
            _add(table, measure)
            measured[measure.name] = measure
        grown = _growth_table()
        theirs = diplomacy_package.measured(records)
    if held is not None:
        used = f"{held / MEGA:.0f} MB"
        kept = verdict(held, 80 * MEGA)
        table.add_row("judge run, peak memory", used, "", "", "", "80 MB", kept)
    console.print(table)
    console.print(grown)
    if theirs is None:
        console.print("The package diplomacy is not installed: pip install -e '.[bench]'")
    else:
        console.print(_compared(measured, theirs))


if __name__ == "__main__":
    main()
