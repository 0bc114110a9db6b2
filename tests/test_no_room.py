"""A full disk, a folder that may not be written, at whatever moment: the old game or the new one.

A write that fails is told in one line, and when there is room again the game goes on.
"""

import errno
import io
import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from judge import journal
from judge.gamefiles import Game
from judge.running import run
from tests.cli.command import PROCESS, judge, plain_environment, tree
from tests.cli.small_game import SPRING, send, small_game
from tests.playing import assert_verifies, board_read_once

FAULTS = {"full": errno.ENOSPC, "read-only": errno.EROFS, "not allowed": errno.EACCES}


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose sheets wait to be ruled on."""
    game = small_game(tmp_path_factory.mktemp("ready") / "game")
    send(game, SPRING)
    return game


def _kept(folder: Path) -> Mapping[str, bytes]:
    return {n: d for n, d in tree(folder).items() if not n.startswith("private/journal")}


@pytest.fixture(scope="module")
def ruled(ready: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The same game after its run."""
    folder = tmp_path_factory.mktemp("ruled") / "game"
    shutil.copytree(ready, folder)
    run(Game(folder))
    return _kept(folder)


@contextmanager
def failing_from(number: int, fault: int) -> Iterator[Callable[[], int]]:
    """Every file operation from one on fails, that writes; how many there were can be asked."""
    count = 0
    opening = io.open

    def wrapped(operation: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            nonlocal count
            mode = str(args[1] if len(args) > 1 else options.get("mode", "r"))
            if operation is opening and not set("wax+") & set(mode):
                return operation(*args, **options)
            count += 1
            if count >= number:
                raise OSError(fault, os.strerror(fault), str(args[0]))
            return operation(*args, **options)

        return call

    with ExitStack() as patches:
        for name in ("replace", "rename", "unlink", "rmdir", "mkdir"):
            patches.enter_context(patch.object(os, name, wrapped(getattr(os, name))))
        patches.enter_context(patch("io.open", wrapped(io.open)))
        yield lambda: count


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_writing_fails_from_any_moment_on(
    fault: int, ready: Path, ruled: Mapping[str, bytes], tmp_path: Path
) -> None:
    old, seen = _kept(ready), []
    number = 0
    while True:
        number += 1
        folder = tmp_path / str(number)
        shutil.copytree(ready, folder)
        with board_read_once(), failing_from(number, fault) as counted:
            said = judge("run", folder)
        if counted() < number:
            assert said.code == 0
            break
        with board_read_once():
            Game(folder)
            assert _kept(folder) in (old, ruled)
            assert_verifies(folder)
        assert not journal.needs_recovery(folder)
        seen.append(_kept(folder) == ruled)
        if said.code == 1:
            # One line that names the file and the system's reason.
            assert said.err.count("\n") == 1 and os.strerror(fault) in said.err
        else:
            # Only what clears away after the work can fail without a word.
            assert seen[-1]
    assert len(seen) > 15
    assert {True, False} == set(seen) and seen == sorted(seen)


@pytest.mark.parametrize("size", [0, 40, 400, 2_000, 6_000])
def test_no_file_may_grow_beyond_a_size(
    size: int, ready: Path, ruled: Mapping[str, bytes], tmp_path: Path
) -> None:
    """The system itself refuses to write on, as a full disk does."""
    folder = tmp_path / "game"
    shutil.copytree(ready, folder)
    done = subprocess.run(
        [*PROCESS, "run", str(folder)],
        capture_output=True,
        env={
            **plain_environment(),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            # Python itself would leave half a compiled module behind.
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        check=False,
    )
    largest = max(len(data) for data in ruled.values())
    assert done.returncode == (0 if size > largest else 1)
    assert b"Traceback" not in done.stderr
    Game(folder)
    assert _kept(folder) == (ruled if size > largest else _kept(ready))
    assert judge("run", folder).code == (1 if size > largest else 0)
    assert_verifies(folder)


def test_an_index_that_cannot_be_read_now_is_not_taken_for_damaged(
    ready: Path, tmp_path: Path
) -> None:
    """Whoever removed it would lose a season that is already committed."""
    folder = tmp_path / "game"
    shutil.copytree(ready, folder)
    assert any(_stops_after_the_commit(ready, folder, n) for n in range(1, 60))
    index = folder / "private" / "journal" / "index.json"
    reading = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path == index:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return reading(path)

    with patch.object(Path, "read_bytes", refused):
        said = judge("check", folder)
    assert (said.code, said.out) == (1, "")
    assert said.err == f"{index} : {os.strerror(errno.EIO)}\n"
    assert journal.needs_recovery(folder)
    Game(folder)
    assert_verifies(folder)


def _stops_after_the_commit(ready: Path, folder: Path, number: int) -> bool:
    shutil.rmtree(folder)
    shutil.copytree(ready, folder)
    with board_read_once(), failing_from(number, errno.ENOSPC):
        judge("run", folder)
    return journal.needs_recovery(folder)
