"""Where mails are read from: `.eml` files, mbox files, Maildir folders, standard input.

Nothing is changed in any of them.
"""

import mailbox
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

from judge.post.taking import Origin
from judge.problems import Problem, Unreadable

STORED_LIMIT = 100_000_000
"""Largest mail that is taken in, in bytes."""

_FROM_LINE = re.compile(rb"From \S+ +(?:\w{3} ){1,2} ?\d{1,2} [\d:]{5,8} (?:\S+ )?\d{4}[^\n]*\r?\n")
_HEADERS = re.compile(rb"(?:[!-9;-~]{1,76}:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){2,}", re.IGNORECASE)
_MAIL_HEADER = re.compile(
    rb"^(?:received|message-id|from|return-path|delivered-to|mime-version):", re.I | re.M
)


def is_mail_source(path: Path) -> bool:
    """Whether something holds mails; else it is a sheet that somebody wrote into a file."""
    if path.is_dir():
        return True
    if path.suffix.lower() in (".eml", ".mbox", ".mbx"):
        return True
    if path.suffix.lower() == ".txt" or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return _FROM_LINE.match(file.read(400)) is not None
    except OSError:
        return False  # whoever reads it as a sheet says what is wrong


def is_mail(data: bytes) -> bool:
    """Whether some bytes from standard input are a mail or an mbox, not a sheet."""
    start = data[:20_000]
    if _FROM_LINE.match(start):
        return True
    block = _HEADERS.match(start)
    return block is not None and _MAIL_HEADER.search(block[0]) is not None


def mails_in(path: Path) -> Iterator[Origin]:
    """The mails of a source, in its order. Raises Unreadable where it is none."""
    shown = str(path)
    try:
        if path.is_dir():
            yield from _of_folder(path)
        elif path.suffix.lower() == ".eml":
            yield Origin(shown, _limited(path))
        else:
            yield from _of_mbox(path)
    except FileNotFoundError:
        raise Unreadable([Problem("file-missing", file=shown)]) from None
    except (OSError, mailbox.Error) as error:
        details = {"reason": getattr(error, "strerror", None) or type(error).__name__}
        raise Unreadable([Problem("file-unreadable", file=shown, details=details)]) from None


def mails_from_input(data: bytes) -> Iterator[Origin]:
    """The mails of standard input: one, or an mbox."""
    if not _FROM_LINE.match(data):
        yield Origin("-", data)
        return
    import tempfile

    # The library reads an mbox from a file only.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mbox"
        path.write_bytes(data)
        for number, origin in enumerate(_of_mbox(path), 1):
            yield Origin(f"-:{number}", origin.data, origin.arrived)


def read_input() -> bytes:
    """All of standard input."""
    return sys.stdin.buffer.read(STORED_LIMIT)


def _limited(path: Path) -> bytes:
    if path.stat().st_size > STORED_LIMIT:
        details = {"limit": STORED_LIMIT}
        raise Unreadable([Problem("file-too-large", file=str(path), details=details)])
    return path.read_bytes()


def _of_folder(path: Path) -> Iterator[Origin]:
    """A Maildir, or a folder with `.eml` files in it."""
    if (path / "cur").is_dir() and (path / "new").is_dir():
        box = mailbox.Maildir(path, factory=None, create=False)
        for name in sorted(box.keys(), key=_maildir_order):
            yield Origin(f"{path}/{name}", box.get_bytes(name), _maildir_time(name))
        return
    files = sorted(p for p in path.iterdir() if p.suffix.lower() == ".eml" and p.is_file())
    if not files:
        raise Unreadable([Problem("mailbox-unknown", file=str(path))])
    for file in files:
        yield Origin(str(file), _limited(file))


def _maildir_order(name: str) -> tuple[int, str]:
    seconds = re.match(r"\d{1,12}", name)
    return int(seconds[0]) if seconds else 0, name


def _maildir_time(name: str) -> datetime | None:
    """When a message was delivered: a Maildir's file names begin with it."""
    seconds = re.match(r"(\d{9,11})\.", name)
    return datetime.fromtimestamp(int(seconds[1]), UTC) if seconds else None


def _of_mbox(path: Path) -> Iterator[Origin]:
    box = mailbox.mbox(path, factory=None, create=False)
    try:
        for number, key in enumerate(box.keys(), 1):
            data = box.get_bytes(key)
            # A line that begins with "From " is stored behind a ">".
            yield Origin(f"{path}:{number}", data, _from_time(box.get_bytes(key, True)))
    finally:
        box.close()


def _from_time(data: bytes) -> datetime | None:
    """When a message was put into an mbox: the line above it says so, by no clock but UTC."""
    match = re.match(rb"From \S+ +(\w{3}) (\w{3}) +(\d{1,2}) ([\d:]{5,8}) (?:\S+ )?(\d{4})", data)
    if match is None:
        return None
    weekday, month, day, hour, year = (part.decode("ascii", "replace") for part in match.groups())
    try:
        found = parsedate_to_datetime(f"{weekday}, {day} {month} {year} {hour} +0000")
    except (ValueError, TypeError, IndexError):
        return None
    return found.astimezone(UTC)
