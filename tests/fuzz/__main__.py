"""``python -m tests.fuzz NAME [SECONDS]``: look for bytes that break a harness.

Where atheris is installed it steers by coverage (extra ``fuzz``); else mutations are drawn by lot.
What breaks the harness is written beside the corpus, as ``crash-…``, and the run ends.
"""

import hashlib
import importlib
import random
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

from tests.fuzz.harnesses import HARNESSES, Harness
from tests.fuzz.mutating import mutated
from tests.fuzz.seeds import CORPUS, SHARED_BY, seeds_of

SECONDS = 60.0


def by_lot(harness: Harness, name: str, folder: Path, seconds: float) -> int:
    """Mutations drawn by lot, for so many seconds; how many were tried."""
    seed = time.time_ns()
    lot = random.Random(seed)
    until = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < until:
        tried += 1
        data = mutated(seeds_of(name), lot)
        try:
            harness(data, folder)
        except BaseException:
            found = CORPUS / f"crash-{name}-{hashlib.sha256(data).hexdigest()[:12]}"
            found.write_bytes(data)
            print(f"{found} (seed {seed}, mutation {tried})")
            raise
    return tried


def by_coverage(
    atheris: ModuleType, harness: Harness, name: str, folder: Path, seconds: float
) -> None:
    """Mutations that atheris makes, steered by what they reach; it ends the process."""
    atheris.instrument_all()
    corpus = CORPUS / SHARED_BY.get(name, name)
    grown = Path(tempfile.gettempdir()) / f"fuzz-{name}"
    grown.mkdir(exist_ok=True)
    limits = [f"-max_total_time={int(seconds)}", "-timeout=20", "-max_len=20000"]
    crash = f"-artifact_prefix={CORPUS}/crash-{name}-"
    arguments = [sys.argv[0], str(grown), str(corpus), crash, *limits]
    atheris.Setup(arguments, lambda data: harness(data, folder))
    atheris.Fuzz()


def main() -> None:
    """Fuzz one harness, or each of them in turn by lot."""
    names = [sys.argv[1]] if len(sys.argv) > 1 and sys.argv[1] != "all" else list(HARNESSES)
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            here = Path(folder) / name
            here.mkdir()
            try:
                atheris = importlib.import_module("atheris") if len(names) == 1 else None
            except ImportError:
                atheris = None
            if atheris is not None:
                by_coverage(atheris, HARNESSES[name], name, here, seconds)
            tried = by_lot(HARNESSES[name], name, here, seconds)
            print(f"{name}: {tried} tried, none broke it")


if __name__ == "__main__":
    main()
