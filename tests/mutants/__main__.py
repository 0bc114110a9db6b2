"""``python -m tests.mutants PACKAGE [COUNT] [SEED]``: faults drawn by lot; which does a test see?

PACKAGE is ``rules`` or ``sheets``. The faults are put into a copy of the project, one at a time;
one that no test sees is printed with its lines. The same seed draws the same faults in the same
order: a run that is stopped is a smaller sample. The whole games, the properties and the fuzzing
are left out: what they find by luck, a written test ought to find by what it says.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tests.mutants.making import Mutant, mutants_of

CHECKOUT = Path(__file__).parents[2]
COPIED = ("judge", "grammars", "maps", "games", "tests", "docs", "README.md", "pyproject.toml")
COUNT, SEED = 150, 8

_PHASES = " ".join(
    f"tests/rules/test_{name}.py" for name in ("chapters", "reports", "retreats", "winter")
)
# Runs of pytest, quickest first: the next one starts where the one before saw nothing. The longest
# path that begins a module's counts.
TESTS = {
    "judge/rules/": [f"{_PHASES} tests/centres18", "tests/datc tests/diplo tests/explaining"],
    "judge/rules/guide/": ["tests/guide tests/centres18", f"tests/datc {_PHASES} tests/explaining"],
    "judge/rules/standard/": ["tests/datc tests/centres18", "tests/rules tests/explaining"],
    "judge/rules/diplo/": ["tests/diplo", "tests/explaining"],
    "judge/sheets/": [
        "tests/sheets/test_retreat_forms.py tests/sheets/test_headings.py "
        "tests/sheets/test_joints.py tests/sheets/test_wishes.py tests/sheets/test_forms.py "
        "tests/sheets/test_problems.py",
        "tests/sheets/test_order_lines.py tests/test_conditional.py tests/diplo/test_examples.py "
        "tests/sheets/test_bad_sheets.py tests/sheets/test_round_trip.py",
    ],
}
# What a sheet of ten thousand lines costs is no matter of a fault in one.
LEFT_OUT = "not hostile and not thousand"


def tests_of(path: str) -> list[str]:
    """The runs of pytest for a module."""
    return TESTS[max((start for start in TESTS if path.startswith(start)), key=len)]


def failing(copy: Path, tests: str, seconds: float) -> str | None:
    """The first of the tests that fails in the copy; None if all pass in so many seconds."""
    environment = os.environ | {
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": str(copy),
        "XDG_CACHE_HOME": str(copy / "cache"),
    }
    options = [
        "-x",
        "-q",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        "--tb=no",
        "-rfE",
        "-k",
        LEFT_OUT,
    ]
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *tests.split()],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no end in {seconds:.0f} s"
    if run.returncode == 0:
        return None
    said = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", run.stdout, re.MULTILINE)
    return said[1] if said else f"pytest ended with {run.returncode}"


def _forget(copy: Path, module: Path) -> None:
    """Drop what was compiled from a module: two faults of one size and second look the same."""
    for compiled in (module.parent / "__pycache__").glob(f"{module.stem}.*"):
        compiled.unlink()
    if module.name == "grammar.py":
        shutil.rmtree(copy / "cache", ignore_errors=True)


def tried(copy: Path, mutant: Mutant, path: str, limits: Mapping[str, float]) -> str | None:
    """The test that sees the fault; None if none does. The copy is right again afterwards.

    limits: the seconds that each run of pytest may take.
    """
    module = copy / path
    right = module.read_bytes()
    _forget(copy, module)
    try:
        module.write_text(mutant.source(), "utf-8")
        runs = (failing(copy, tests, limits[tests]) for tests in tests_of(path))
        return next((seen for seen in runs if seen is not None), None)
    finally:
        module.write_bytes(right)
        _forget(copy, module)


def main() -> int:
    """Draw the faults and try each; 2 if a test fails without any."""
    package = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else COUNT
    lot = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else SEED)
    missed = 0
    limits: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        copy.mkdir()
        for name in COPIED:
            source = CHECKOUT / name
            (shutil.copytree if source.is_dir() else shutil.copy2)(source, copy / name)
        modules = sorted((copy / "judge" / package).rglob("*.py"))
        every = [mutant for module in modules for mutant in mutants_of(module)]
        drawn = lot.sample(every, min(count, len(every)))
        for number, mutant in enumerate(drawn, 1):
            path = mutant.path.relative_to(copy).as_posix()
            for tests in tests_of(path):
                if tests not in limits:
                    begun = time.monotonic()
                    if (broken := failing(copy, tests, 600)) is not None:
                        print(f"{broken} fails without any fault: nothing can be measured")
                        return 2
                    limits[tests] = 20 + 4 * (time.monotonic() - begun)
            told = mutant.diff()
            seen = tried(copy, mutant, path, limits)
            missed += seen is None
            print(f"{number}/{len(drawn)} {path}:{mutant.line}: {seen or 'SEEN BY NO TEST'}")
            if seen is None:
                print(told)
            sys.stdout.flush()
    print(f"{package}: {len(drawn) - missed} of {len(drawn)} faults seen, of {len(every)} possible")
    return 0


if __name__ == "__main__":
    sys.exit(main())
