"""The Python package `diplomacy` on the same phases, where it is installed (extra ``bench``)."""

import importlib
import time
from collections.abc import Mapping, Sequence
from typing import Any

from tests.bench.measuring import Measure

PHASES = 150
RUNS = 3


def measured(records: Sequence[Mapping[str, Any]]) -> list[Measure] | None:
    """Its time for a phase set up before, and with set-up; None where it is not installed.

    Its `process` opens the next phase too: it has no smaller step.
    """
    try:
        game_of: Any = importlib.import_module("diplomacy").Game
    except ImportError:
        return None
    chosen = records[:: max(1, len(records) // PHASES)]
    ruling: list[float] = []
    whole: list[float] = []
    for _ in range(RUNS):
        alone = 0.0
        start = time.perf_counter()
        for record in chosen:
            game = game_of()
            for power, units in record["units"].items():
                game.set_units(power, units, reset=True)
            for power, orders in record["orders"].items():
                game.set_orders(power, orders)
            ready = time.perf_counter()
            game.process()
            alone += time.perf_counter() - ready
        whole.append((time.perf_counter() - start) / len(chosen))
        ruling.append(alone / len(chosen))
    return [Measure("diplomacy, a phase", ruling), Measure("diplomacy, with set-up", whole)]
