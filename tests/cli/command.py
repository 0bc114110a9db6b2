"""The command `judge` as the tests call it: in this process, or in one of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from judge.cli import main

PROCESS = [sys.executable, "-c", "from judge.cli import main; main()"]
"""A command line that is `judge`, whatever the path."""


@dataclass(frozen=True)
class Said:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str


def judge(*arguments: str | Path, stdin: bytes = b"") -> Said:
    """Call the command in this process; an exception that it lets through fails the test."""
    out, err = _stream(), _stream()
    with _standing_in(_stream(stdin), out, err):
        try:
            main([str(a) for a in arguments])
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return Said(code, _text(out), _text(err))


def judge_process(
    *arguments: str | Path,
    stdin: bytes = b"",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Said:
    """Call the command in a process of its own, as a person does."""
    done = subprocess.run(
        [*PROCESS, *(str(a) for a in arguments)],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env={**plain_environment(), **(environment or {})},
        timeout=60,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder with its bytes, but the lock, which says which process ran."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def plain_environment() -> dict[str, str]:
    """This process's environment without what changes how a command speaks, writes and starts."""
    changing = {"JUDGE_LANG", "NO_COLOR", "PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONHASHSEED"}
    changing.add("PYTHONDONTWRITEBYTECODE")
    return {name: value for name, value in os.environ.items() if name not in changing}


def _stream(data: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="\n")


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")


@contextmanager
def _standing_in(
    stdin: io.TextIOWrapper, out: io.TextIOWrapper, err: io.TextIOWrapper
) -> Iterator[None]:
    kept = sys.stdin, sys.stdout, sys.stderr
    language = os.environ.pop("JUDGE_LANG", None)
    sys.stdin, sys.stdout, sys.stderr = stdin, out, err
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
        if language is not None:
            os.environ["JUDGE_LANG"] = language
