"""Writing a game's files so that a half-written season never exists.

All new contents are first written into the game's private part; one rename then commits them; only
after that are they moved to their places. A run that is killed before the rename has changed
nothing; one killed after it is finished by whoever opens the game next.
"""

import contextlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from judge.problems import Problem, Unreadable

_STAGING = "journal.new"
_COMMITTED = "journal"
_INDEX = "index.json"


class Held(Exception):
    """Another run holds the game; its argument says which process, as far as known."""


def commit(folder: Path, writes: Mapping[str, bytes], removes: Sequence[str] = ()) -> None:
    """Write some files of a game and remove others, all or nothing.

    writes: path in the game's folder -> contents. removes: paths in the game's folder. Raises
    Unreadable, before anything is written, where a link leads one of them out of the folder.
    """
    _refuse_links(folder, [*writes, *removes, f"private/{_STAGING}"])
    private = folder / "private"
    private.mkdir(exist_ok=True)
    staging = private / _STAGING
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir()
    index: dict[str, object] = {"writes": list(writes), "removes": list(removes)}
    for number, data in enumerate(writes.values()):
        _write(staging / str(number), data)
    _write(staging / _INDEX, json.dumps(index, ensure_ascii=True).encode())
    _sync_folder(staging)
    staging.rename(private / _COMMITTED)
    _sync_folder(private)
    _apply(folder)


def _refuse_links(folder: Path, names: Iterable[str]) -> None:
    root = folder.resolve()
    led_out = [name for name in names if not (folder / name).resolve().is_relative_to(root)]
    if led_out:
        raise Unreadable(
            [Problem("outside-folder", details={"path": f"{folder}/{name}"}) for name in led_out]
        )


def recover(folder: Path) -> None:
    """Finish what a killed run had committed, and drop what it had not."""
    private = folder / "private"
    shutil.rmtree(private / _STAGING, ignore_errors=True)
    with contextlib.suppress(OSError):
        (private / _COMMITTED).rmdir()  # an empty one has nothing to finish
    if (private / _COMMITTED).is_dir():
        _apply(folder)


def needs_recovery(folder: Path) -> bool:
    """Whether a killed run left something to finish."""
    return (folder / "private" / _COMMITTED).is_dir()


NAME_LIMIT = 200
"""Longest name of a file or folder, in bytes; ours are much shorter, and systems refuse 256."""


class Damaged(Exception):
    """The journal in a game's private part is not one that this program wrote."""


_NO_INDEX = (FileNotFoundError, IsADirectoryError, NotADirectoryError)
# Any other error in reading is the system's: the journal may be whole, and nobody should remove it.


def _index(folder: Path, journal: Path) -> tuple[list[str], list[str]]:
    """What a journal is to write and remove; only files inside the game, not the journal's own."""
    if journal.is_symlink():
        raise Damaged
    try:
        index = json.loads((journal / _INDEX).read_bytes())
        writes, removes = index["writes"], index["removes"]
    except (*_NO_INDEX, ValueError, KeyError, TypeError, RecursionError):
        raise Damaged from None
    if not isinstance(writes, list) or not isinstance(removes, list):
        raise Damaged
    root = folder.resolve()
    for name in (*writes, *removes):
        if not isinstance(name, str) or not _is_a_path(name):
            raise Damaged
        path = (root / name).resolve()
        if not path.is_relative_to(root) or path == root or ".git" in path.relative_to(root).parts:
            raise Damaged
    return writes, removes


def _is_a_path(name: str) -> bool:
    """Whether the system can have a file of that name."""
    try:
        parts = name.encode("utf-8").split(b"/")
    except UnicodeEncodeError:
        return False
    return bool(name) and "\0" not in name and all(len(part) <= NAME_LIMIT for part in parts)


def _apply(folder: Path) -> None:
    journal = folder / "private" / _COMMITTED
    writes, removes = _index(folder, journal)
    for number, name in enumerate(writes):
        staged, target = journal / str(number), folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # moved by the run that was killed
            staged.replace(target)
    for name in removes:
        path = folder / name
        path.unlink(missing_ok=True)
        for parent in path.relative_to(folder).parents:
            # A season that was taken back leaves no empty folder; others are kept.
            if parent.parts and parent.parts[0] != "private":
                with contextlib.suppress(OSError):
                    (folder / parent).rmdir()
    # All is done: under its first name the journal counts for nothing while it is cleared away.
    done = journal.with_name(_STAGING)
    journal.rename(done)
    shutil.rmtree(done, ignore_errors=True)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    """Make a folder's entries durable, where the system knows how."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Hold a game for writing; a killed holder lets go by itself.

    Raises Held, and Unreadable where a link leads the private part out of the folder.
    """
    _refuse_links(folder, ["private/lock"])
    private = folder / "private"
    private.mkdir(exist_ok=True)
    with (private / "lock").open("a+") as file:
        try:
            import fcntl
        except ImportError:  # no file locks on this system: the game is not guarded
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            raise Held(file.read(40).strip()) from None
        file.seek(0)
        file.truncate()
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
