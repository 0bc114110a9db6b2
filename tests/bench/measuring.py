"""Measuring something several times, and showing what came of it."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

MEGA, MILLI, MICRO = 1e6, 1e-3, 1e-6


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
    def fastest(self) -> float:
        """The run that something else disturbed least."""
        return min(self.seconds)

    @property
    def spread(self) -> tuple[float, float]:
        """Between which times the middle half of the runs lies."""
        low, _, high = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return low, high

    @property
    def rate(self) -> str:
        """How many pieces a second the middle run makes."""
        return f"{1 / self.median:,.0f}"


def times(work: Callable[[], object], runs: int, pieces: int = 1) -> list[float]:
    """The seconds of each run, for one of the pieces that a run does; the first run warms up."""
    work()
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        found.append((time.perf_counter() - start) / pieces)
    return found


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
