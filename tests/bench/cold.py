"""Whole commands, from the start of their process to its end."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.bench.measuring import MILLI, Measure, times
from tests.boards import ROOT
from tests.cli.command import PROCESS, plain_environment

SAMPLE = ROOT / "games" / "printemps-1913"
SPRING = "1913-1-printemps"
RUNS = 15


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
    """The commands of a game master's evening, each in a process of its own."""
    version = times(partial(command, "--version"), RUNS)
    yield Measure("judge --version, cold", version, 80 * MILLI)
    game = game_to_rule(folder / "game")
    check = partial(command, "check", str(game))
    yield Measure("judge check, cold", times(check, RUNS), 200 * MILLI)
    copies = [game_to_rule(folder / f"copy {n}") for n in range(RUNS + 1)]

    def run() -> None:
        command("run", str(copies.pop()))

    yield Measure("judge run, cold", times(run, RUNS), 250 * MILLI)


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
