"""A mailbox on a server: its messages are read, and marked or moved only where the GM says so."""

import imaplib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from judge import journal, yamlfiles
from judge.gamefiles import Game
from judge.post.settings import Account, Settings, password, secure_context
from judge.post.sources import STORED_LIMIT
from judge.post.taking import Origin, TakenMail, Taker
from judge.problems import Problem, Unreadable
from judge.yamlfiles import scalar

SECONDS = 60
"""How long a server may take to answer."""

SEEN = "private/mail/imap.yaml"
"""Up to which message each mailbox was read."""

_TOKEN = re.compile(r"[A-Za-z0-9@._+/-]+")


def take_from_server(game: Game, settings: Settings) -> Iterator[TakenMail | Problem]:
    """Take every new message of the game's mailbox.

    Yields what became of each, or why one was left where it is. Raises Unreadable where the
    server cannot be reached or says no: what was taken before stays taken.
    """
    account = settings.imap
    if account is None:
        raise Unreadable(
            [Problem("settings-missing", file=settings.shown, details={"part": "imap"})]
        )
    secret = password(account, settings.shown)
    try:
        with _connected(account) as server:
            _log_in(server, account.user, secret)
            yield from _take_all(game, settings, account, server)
    except (imaplib.IMAP4.error, OSError) as error:
        raise _failed(account, error, secret) from None


def _failed(account: Account, error: Exception, secret: str) -> Unreadable:
    reason = str(getattr(error, "strerror", None) or error)
    if isinstance(error.args[0] if error.args else None, bytes):
        reason = error.args[0].decode("utf-8", "replace")
    if secret:
        reason = reason.replace(secret, "…")
    details = {"host": account.host, "reason": " ".join(reason.split())[:200]}
    return Unreadable([Problem("imap-failed", details=details)])


def _connected(account: Account) -> imaplib.IMAP4:
    if account.tls == "tls":
        context = secure_context(account)
        return imaplib.IMAP4_SSL(account.host, account.port, ssl_context=context, timeout=SECONDS)
    server = imaplib.IMAP4(account.host, account.port, timeout=SECONDS)
    if account.tls == "starttls":
        server.starttls(ssl_context=secure_context(account))
    return server


def _log_in(server: imaplib.IMAP4, user: str, secret: str) -> None:
    if (user + secret).isascii():
        server.login(user, secret)
    else:
        # The library's own login is ASCII only; the protocol is not.
        plain = f"\0{user}\0{secret}".encode()
        server.authenticate("PLAIN", lambda _: plain)


def _quoted(name: str) -> str:
    """A folder's name as the protocol writes it."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _must(answer: tuple[str, list[Any]], what: str) -> list[Any]:
    if answer[0] != "OK":
        said = answer[1][0] if answer[1] else b""
        reason = said.decode("utf-8", "replace") if isinstance(said, bytes) else what
        raise imaplib.IMAP4.error(reason)
    return answer[1]


def _take_all(
    game: Game, settings: Settings, account: Account, server: imaplib.IMAP4
) -> Iterator[TakenMail | Problem]:
    is_changed = account.after != "keep"
    _must(server.select(_quoted(account.folder), readonly=not is_changed), "select")
    if account.after == "move" and "MOVE" not in server.capabilities:
        raise Unreadable([Problem("imap-no-move", details={"host": account.host})])
    validity = _validity(server)
    place = f"{account.user}@{account.host}/{account.folder}"
    seen = _Seen(game)
    last = seen.last(place, validity)
    taker = Taker(game, settings)
    for uid in _uids(server, last, account.to):
        origin = _fetched(server, uid)
        if origin is None:
            details = {"uid": uid, "limit": STORED_LIMIT}
            yield Problem("imap-message-left", "warning", details=details)
            continue
        taken = taker.take(origin)
        seen.write(place, validity, uid)
        if account.after == "read":
            _must(server.uid("STORE", str(uid), "+FLAGS.SILENT", r"(\Seen)"), "store")
        elif account.after == "move":
            _must(server.uid("MOVE", str(uid), _quoted(account.move_to)), "move")
        yield taken


def _validity(server: imaplib.IMAP4) -> int:
    found = server.response("UIDVALIDITY")[1]
    try:
        return int(found[0] or 0)
    except (TypeError, ValueError, IndexError):
        return 0


def _uids(server: imaplib.IMAP4, last: int, to: str) -> list[int]:
    """The messages after the last one taken, oldest first; to: a part of whom they are to."""
    data = _must(
        server.uid("SEARCH", f"UID {last + 1}:*" + (f' TO "{to}"' if to else "")), "search"
    )
    said = b" ".join(part for part in data if isinstance(part, bytes))
    # "7:*" means the last message too where it is below 7.
    return sorted(n for part in said.split() if part.isdigit() and (n := int(part)) > last)


def _fetched(server: imaplib.IMAP4, uid: int) -> Origin | None:
    """A message, unmarked; None where it is too large."""
    size = _must(server.uid("FETCH", str(uid), "(RFC822.SIZE INTERNALDATE)"), "fetch")
    about = b" ".join(part for part in size if isinstance(part, bytes))
    found = re.search(rb"RFC822\.SIZE (\d{1,20})", about)
    if found is None or int(found[1]) > STORED_LIMIT:
        return None
    data = _must(server.uid("FETCH", str(uid), "(BODY.PEEK[])"), "fetch")
    body = next((part[1] for part in data if isinstance(part, tuple)), None)
    if body is None:
        return None
    return Origin(f"imap:{uid}", body, _internal_date(about))


def _internal_date(about: bytes) -> datetime | None:
    match = re.search(rb'INTERNALDATE "([^"]{1,40})"', about)
    if match is None:
        return None
    try:
        found = datetime.strptime(match[1].decode("ascii").strip(), "%d-%b-%Y %H:%M:%S %z")
    except (ValueError, UnicodeDecodeError):
        return None
    return found.astimezone(UTC)


@dataclass
class _Seen:
    """Up to which message each mailbox was read: a shortcut, for a mail is known by its hash."""

    game: Game

    def _rows(self) -> dict[str, tuple[int, int]]:
        if not self.game.exists(SEEN):
            return {}
        try:
            raw = yamlfiles.parse(self.game.read_bytes(SEEN), self.game.path_shown(SEEN))
            return {str(k): (int(v["validity"]), int(v["last"])) for k, v in raw.items()}
        except (Unreadable, AttributeError, KeyError, TypeError, ValueError):
            return {}

    def last(self, place: str, validity: int) -> int:
        """The last message taken of a mailbox, 0 where its numbers are new."""
        before = self._rows().get(place, (validity, 0))
        return before[1] if before[0] == validity else 0

    def write(self, place: str, validity: int, uid: int) -> None:
        """This message was taken."""
        rows = {**self._rows(), place: (validity, uid)}
        text = "".join(
            f"{scalar(name)}: {{validity: {v}, last: {n}}}\n"
            for name, (v, n) in sorted(rows.items())
        )
        with journal.lock(self.game.folder):
            journal.recover(self.game.folder)
            journal.commit(self.game.folder, {SEEN: text.encode()})
