"""A command killed at any moment leaves the old game or the new one, never a mixture.

Once with real processes and SIGKILL at random moments, once in this process at every single file
operation in turn.
"""

import io
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from judge import journal, running
from judge.correcting import correct
from judge.gamefiles import Game
from judge.receiving import receive
from judge.running import run
from judge.takingback import undo
from tests.cli.command import PROCESS, plain_environment, tree
from tests.cli.small_game import AUTUMN, RETREATS, SPRING, small_game, written
from tests.playing import assert_verifies, board_read_once, lay_ready, play, public

TOLD = {**SPRING, "allemagne": "A Bou xxx retraite Ruh\nF Bel - Man\nHiver:\n+ A Ber\n"}
"""A spring whose retreats are told: one run rules both phases."""

CORRECTED = b"A Bou - Mun\n"
NOTE = "mal lue"


@pytest.fixture(autouse=True)
def _fast() -> Iterator[None]:
    """In this process nothing waits for the disk: a killed process needs no power cut."""
    with board_read_once(), patch.object(os, "fsync", lambda _: None):
        yield


@dataclass(frozen=True)
class Act:
    """A command at a point of a game.

    folder: the game before it, to be copied. words: the command line's, the game's folder aside.
    call: the same in this process. states: the whole folders that it may leave, the old one first
    and the new one last.
    """

    folder: Path
    words: tuple[str, ...]
    call: Callable[[Path], object]
    states: tuple[Mapping[str, bytes], ...]


def kept(folder: Path) -> dict[str, bytes]:
    """Every file of a game but what a killed command may leave for the next one to clear away."""
    return {n: d for n, d in tree(folder).items() if not n.startswith("private/journal")}


def _act(folder: Path, words: tuple[str, ...], call: Callable[[Path], object]) -> Act:
    new = folder.with_name(f"{folder.name}-new")
    shutil.copytree(folder, new)
    call(new)
    return Act(folder, words, call, (kept(folder), kept(new)))


def _running(top: Path) -> Act:
    """A spring and its retreats in one run; between the two the spring alone may stand."""
    folder = small_game(top / "run")
    lay_ready(folder, TOLD)
    act = _act(folder, ("run",), lambda game: run(Game(game)))
    spring = shutil.copytree(folder, top / "run-spring")
    with patch.object(running, "_retreats_are_all_told", lambda _: False):
        run(Game(spring))
    return Act(act.folder, act.words, act.call, (act.states[0], kept(spring), act.states[1]))


def _undoing(top: Path) -> Act:
    folder = small_game(top / "undo")
    for sheets in (SPRING, RETREATS, AUTUMN):
        play(folder, sheets)
    lay_ready(folder, {"france": "+ F Mar\n"})
    return _act(folder, ("undo",), lambda game: undo(Game(game)))


def _correcting(top: Path) -> Act:
    folder = small_game(top / "correct")
    for sheets in (SPRING, RETREATS, AUTUMN):
        play(folder, sheets)
    (path,) = written(top / "corrected", {"allemagne": CORRECTED.decode()})

    def call(game: Path) -> None:
        opened = Game(game)
        power = opened.board.power_numbers["Allemagne"]
        correct(opened, opened.find("S1901R"), {power: CORRECTED}, NOTE)

    return _act(folder, ("correct", "S1901R", "--sheet", str(path), "--note", NOTE), call)


def _receiving(top: Path) -> Act:
    folder = small_game(top / "receive")
    lay_ready(folder, {"france": "A Par xxx\n"})
    files = written(top / "received", TOLD)
    return _act(
        folder,
        ("receive", *map(str, files)),
        lambda game: receive(Game(game), files, None),
    )


MAKERS = {"run": _running, "undo": _undoing, "correct": _correcting, "receive": _receiving}


@pytest.fixture(scope="module")
def acts(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Act]:
    """Each command at its point of a game, made once."""

    @cache
    def made(name: str) -> Act:
        with board_read_once():
            return MAKERS[name](tmp_path_factory.mktemp(name))

    return made


def assert_whole(folder: Path, act: Act, goes_on: bool = True) -> int:
    """Open a game that a command left, which finishes what was committed; the state it is in.

    goes_on: whether to try that the same command brings it from there to the new state.
    """
    Game(folder)
    assert_verifies(folder)
    found = kept(folder)
    seen = [{n: d for n, d in s.items() if not n.startswith("private/")} for s in act.states]
    assert public(folder) in seen
    assert found in act.states
    state = act.states.index(found)
    assert not journal.needs_recovery(folder)
    if goes_on and state < len(act.states) - 1:
        act.call(folder)
        assert kept(folder) == act.states[-1]
    return state


# ---------------------------------------------------------------- killed by the system

KILLS = 10


def _start(folder: Path, act: Act) -> "subprocess.Popen[bytes]":
    command, *rest = act.words
    return subprocess.Popen(
        [*PROCESS, command, str(folder), *rest],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=plain_environment(),
    )


@pytest.fixture(scope="module")
def usual(
    acts: Callable[[str], Act], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], float]:
    """How long each command takes, in seconds."""

    @cache
    def measured(name: str) -> float:
        times = []
        for _ in range(3):
            folder = tmp_path_factory.mktemp("usual") / name
            shutil.copytree(acts(name).folder, folder)
            begun = time.monotonic()
            assert _start(folder, acts(name)).wait() == 0
            times.append(time.monotonic() - begun)
            assert kept(folder) == acts(name).states[-1]
        return sorted(times)[1]

    return measured


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize(
    ("name", "seed"),
    [*(("run", seed) for seed in range(10)), ("undo", 10), ("correct", 11), ("receive", 12)],
)
def test_killed_at_a_random_moment(
    name: str,
    seed: int,
    acts: Callable[[str], Act],
    usual: Callable[[str], float],
    tmp_path: Path,
) -> None:
    act, duration, drawn = acts(name), usual(name), random.Random(seed)
    ends = []
    for n in range(KILLS):
        folder = tmp_path / str(n)
        shutil.copytree(act.folder, folder)
        process = _start(folder, act)
        # One moment in each tenth of the usual duration.
        time.sleep(duration * (n + drawn.random()) / KILLS)
        process.kill()
        ends.append(process.wait())
        assert_whole(folder, act)
    assert set(ends) <= {0, -signal.SIGKILL}
    assert -signal.SIGKILL in ends


# ---------------------------------------------------------------- killed at every operation


class Killed(BaseException):
    """Stands for the kill; nothing but the test catches it."""


class Killer:
    """Counts file operations and ends the command at one of them.

    at: which one, from 1; 0 for none. late: whether that one is still done.
    """

    def __init__(self, at: int, late: bool) -> None:
        self.at = at
        self.late = late
        self.count = 0

    def wrapped(self, operation: Callable[..., Any]) -> Callable[..., Any]:
        """The operation, or the kill in its place or right after it."""

        def call(*args: Any, **options: Any) -> Any:
            if operation is io.open and "w" not in _mode(args, options):
                return operation(*args, **options)
            self.count += 1
            if self.count == self.at and not self.late:
                raise Killed
            try:
                done = operation(*args, **options)
            except OSError:
                if self.count == self.at:
                    raise Killed from None
                raise
            if self.count == self.at:
                if isinstance(done, io.IOBase):
                    done.close()
                raise Killed
            return done

        return call


def _mode(args: tuple[Any, ...], options: Mapping[str, Any]) -> str:
    return str(args[1] if len(args) > 1 else options.get("mode", "r"))


@contextmanager
def killed_at(at: int, late: bool) -> Iterator[Killer]:
    """Let the commands in this process be killed at one of their file operations."""
    killer = Killer(at, late)
    with ExitStack() as patches:
        for name in ("replace", "rename", "unlink", "rmdir", "mkdir", "fsync"):
            patches.enter_context(patch.object(os, name, killer.wrapped(getattr(os, name))))
        patches.enter_context(patch("io.open", killer.wrapped(io.open)))
        yield killer


def every_kill(
    call: Callable[[Path], object], before: Path, folder: Path, late: bool
) -> Iterator[int]:
    """Kill a command at its first operation, its second, … until it comes to its end.

    Each time the folder is a fresh copy; the number of the operation is given.
    """
    at = 0
    while True:
        at += 1
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(before, folder)
        with killed_at(at, late) as killer:
            try:
                call(folder)
            except Killed:
                pass
            else:
                assert killer.count < at
                return
        yield at


@pytest.mark.parametrize(
    ("name", "late"), [*((name, False) for name in MAKERS), ("run", True), ("receive", True)]
)
def test_killed_at_every_operation(
    name: str, late: bool, acts: Callable[[str], Act], tmp_path: Path
) -> None:
    act = acts(name)
    states = []
    for at in every_kill(act.call, act.folder, tmp_path / "game", late):
        states.append(assert_whole(tmp_path / "game", act, goes_on=at % 5 == 0))
    assert len(states) > 15
    # Both ends are met, and once the new state is committed there is no way back.
    assert states[0] == 0 and states[-1] == len(act.states) - 1
    assert states == sorted(states)


WRITES = {"a": b"new", "c/d/e": b"new", "private/pending/f": b"new"}
REMOVES = ("b", "g/h", "private/pending/i", "never")
OLD = {"a": b"old", "b": b"old", "g/h": b"old", "private/pending/i": b"old"}
NEW = WRITES


def _commit(folder: Path) -> None:
    journal.commit(folder, WRITES, REMOVES)


def _recover(folder: Path) -> None:
    with journal.lock(folder):
        journal.recover(folder)


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """A folder with a few files, as it is before anything is committed."""
    folder = tmp_path / "before"
    for name, data in OLD.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def test_a_commit_writes_and_removes(before: Path) -> None:
    _commit(before)
    assert tree(before) == NEW
    # A folder that lost its last file is gone; private ones stay.
    assert sorted(p.name for p in before.iterdir()) == ["a", "c", "private"]


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("late_again", [False, True], ids=["before", "after"])
def test_recovery_may_be_killed_too(
    late: bool, late_again: bool, before: Path, tmp_path: Path
) -> None:
    ends = set()
    for _ in every_kill(_commit, before, tmp_path / "first", late):
        for _ in every_kill(_recover, tmp_path / "first", tmp_path / "second", late_again):
            _recover(tmp_path / "second")
            found = tree(tmp_path / "second")
            assert found in (OLD, NEW)
            ends.add(found == NEW)
    assert ends == {False, True}


def test_what_was_never_committed_is_cleared_away(before: Path) -> None:
    with killed_at(4, late=False), pytest.raises(Killed):
        _commit(before)
    assert [n for n in tree(before) if n.startswith("private/journal.new/")]
    assert not journal.needs_recovery(before)
    _recover(before)
    assert tree(before) == OLD


def test_what_was_committed_is_finished_by_who_opens_the_game(
    acts: Callable[[str], Act], tmp_path: Path
) -> None:
    act, folder = acts("run"), tmp_path / "game"
    for _ in every_kill(act.call, act.folder, folder, late=False):
        if journal.needs_recovery(folder) and kept(folder) not in act.states:
            break
    # Some files are the new game's and some the old one's.
    assert kept(folder) not in act.states
    Game(folder)
    assert kept(folder) == act.states[1]
    assert not journal.needs_recovery(folder)
