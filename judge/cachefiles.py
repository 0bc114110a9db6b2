"""What is costly to build from a shipped or a user's file, kept in the user's own cache folder.

A cached value is found only under the hash of everything it was built from, the program's own code
included; a folder that is not the user's alone is not trusted, and whatever cannot be read is built
again. Nothing but speed depends on it.
"""

import contextlib
import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from judge import __version__

T = TypeVar("T")


@cache
def folder() -> Path | None:
    """The cache folder; None where there can be none, or it is open to others."""
    named = os.environ.get("XDG_CACHE_HOME")
    try:
        where = Path(named) if named else Path.home() / ".cache"
        store = where / "diplo-judge"
        store.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = store.stat()
        is_own = facts.st_uid == os.getuid() and not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    except (OSError, RuntimeError, AttributeError):
        return None
    return store if is_own and os.access(store, os.W_OK) else None


@cache
def _program() -> bytes:
    """What changes when the code that builds cached values changes."""
    package = Path(__file__).resolve().parent
    times = []
    for name in ("board.py", "boardfile.py", "mapoverlay.py", "words/__init__.py", "cachefiles.py"):
        with contextlib.suppress(OSError):
            times.append(f"{name}:{(package / name).stat().st_mtime_ns}")
    return f"{__version__} {sys.version} {times}".encode()


def cached(kind: str, source: bytes, build: Callable[[], T]) -> T:
    """The value that `build` makes from `source`, from the cache where it is there.

    kind: tells apart what is built from the same bytes.
    """
    store = folder()
    if store is None:
        return build()
    digest = hashlib.sha256(b"\0".join((kind.encode(), _program(), source))).hexdigest()
    path = store / f"{kind}-{digest[:32]}.pickle"
    try:
        value: T = pickle.loads(path.read_bytes())  # our own file, in the user's own folder
        return value
    except Exception:  # whatever is wrong with a cached value, it is built again
        value = build()
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=store)
        with os.fdopen(handle, "wb") as file:
            pickle.dump(value, file, pickle.HIGHEST_PROTOCOL)
        Path(name).replace(path)
    return value
