"""Games played in tests: sheets laid ready, phases ruled, and what everybody may see of them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from judge import boardfile
from judge.gamefiles import Game
from judge.running import Ran, run
from judge.verifying import verify
from tests.boards import ROOT
from tests.cli.command import Said, judge, tree
from tests.cli.small_game import written

SAMPLES = ROOT / "games"

_load = cache(boardfile.load)


@contextmanager
def board_read_once() -> Iterator[None]:
    """Read a shipped map once, however often a game is opened; for tests of many phases."""
    with patch.object(boardfile, "load", _load):
        yield


def lay_ready(folder: Path, sheets: Mapping[str, str | bytes]) -> None:
    """Put sheets where they count; the key is the file's name without its ending."""
    pending = folder / "private" / "pending"
    pending.mkdir(parents=True, exist_ok=True)
    for name, sheet in sheets.items():
        data = sheet.encode() if isinstance(sheet, str) else sheet
        (pending / f"{name}.txt").write_bytes(data)


def play(
    folder: Path, sheets: Mapping[str, str | bytes], missing_hold: bool = False
) -> tuple[Ran, ...]:
    """Lay sheets ready and rule the phase; with what the same run ruled after it."""
    lay_ready(folder, sheets)
    return tuple(run(Game(folder), missing_hold))


def public(folder: Path) -> dict[str, bytes]:
    """Every file that everybody may see, with its bytes."""
    return {n: data for n, data in tree(folder).items() if not n.startswith("private/")}


def private(folder: Path, part: str) -> dict[str, bytes]:
    """The files of one private part, by their path in it."""
    start = f"private/{part}/"
    return {n.removeprefix(start): d for n, d in tree(folder).items() if n.startswith(start)}


def current(folder: Path) -> str:
    """The code of the phase to be ruled."""
    return str(Game(folder).current.phase)


def assert_verifies(folder: Path) -> None:
    """Every phase is what the rules make of its sheets."""
    count, difference = verify(Game(folder))
    assert difference is None, difference
    game = Game(folder)
    assert count == sum(game.is_ruled(found) for found in game.phases)


NOTE = "une feuille avait été mal lue"


def correct(folder: Path, phase: str, sheets: Mapping[str, str], note: str = NOTE) -> Said:
    """Correct a phase with some sheets in place of others."""
    options: list[str | Path] = ["--note", note]
    for path in written(folder.parent / "corrections", dict(sheets)):
        options += ["--sheet", path]
    return judge("correct", folder, phase, *options)
