"""A mail's bytes to what of it matters here: who wrote it, when it came, and its plain text.

The standard library reads MIME; what stands here keeps hostile mails from making it slow, and wrong
mails from losing their orders. Nothing here raises, whatever the bytes are.
"""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import policy
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from pathlib import PurePosixPath

from judge.post.charsets import decoded
from judge.post.flowed import unflowed
from judge.post.html import html_text
from judge.sheets.reading import SHEET_LIMIT, split_lines

OPENED_LIMIT = 8_000_000
"""Largest mail that is opened, in bytes; larger ones are kept and refused."""

LINES_LIMIT = 150_000
PARTS_LIMIT = 400
"""Most boundary lines and parts; a mail with orders has some ten."""

MULTIPARTS_LIMIT = 20
HEADERS_LIMIT = 100_000
PARAMETERS_LIMIT = 4_000
"""Longest header that has parameters, in bytes: the library reads them in quadratic time."""

VALUE_LIMIT = 2_000
"""Longest value of a header that is read, in characters."""

YEARS = range(1990, 2200)
"""When mails come; at the ends of the calendar no zone's clock can be reckoned."""

_LONG_PARAMETERS = re.compile(rb"^content-[a-z-]+[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*", re.I | re.M)
_ADDRESS = re.compile(r"[^\s@<>\"(),:;\[\]\\]{1,64}@[^\s@<>\"(),:;\[\]\\]{1,190}")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail as read.

    message_id: with its angle brackets, empty where it has none of good form. subject: decoded, on
    one line. sender: the one address it is from, in small letters; empty where that is in doubt.
    recipients: every address it was sent or delivered to. received: when the last server took it
    in, None where none says. text: its plain text, its text attachments after it. unread: names of
    attachments that were not opened. automatic: why it must not be answered (``bounce``,
    ``automatic``, ``list``), empty for a person's mail. problem: the code of what kept it from
    being opened, empty for nothing.
    """

    message_id: str = ""
    references: tuple[str, ...] = ()
    subject: str = ""
    sender: str = ""
    recipients: tuple[str, ...] = ()
    received: datetime | None = None
    text: str = ""
    unread: tuple[str, ...] = ()
    automatic: str = ""
    problem: str = ""


def read_mail(data: bytes, arrived: datetime | None = None, server: str = "") -> Mail:
    """Read a mail, whatever it holds.

    arrived: when it came by its mailbox's account, for mails that no server stamped. server: the
    host whose ``Received`` says when it came; without it the topmost one does.
    """
    problem = _too_much(data)
    headers = _parsed_headers(data)
    text = ""
    unread: tuple[str, ...] = ()
    if not problem:
        try:
            message = BytesParser(policy=policy.compat32).parsebytes(data)
            found = _Texts()
            found.take(message, 0)
            text, unread = found.text(), tuple(found.unread)
        except Exception:  # the library has failed on wrong mails in many ways
            problem = "mail-malformed"
    stamp = _received(_values(headers, "received"), server) or arrived
    return Mail(
        message_id=_message_id(headers, "message-id"),
        references=_references(headers),
        subject=" ".join(_decoded(_first(headers, "subject")).split())[:300],
        sender=_sender(headers),
        recipients=_recipients(headers),
        received=stamp.astimezone(UTC) if stamp and stamp.year in YEARS else None,
        text=text,
        unread=unread,
        automatic=_automatic(headers),
        problem=problem,
    )


def _too_much(data: bytes) -> str:
    """The code of the limit that a mail breaks, found without opening it."""
    if len(data) > OPENED_LIMIT:
        return "mail-too-large"
    small = data.lower()
    if (
        data.count(b"\n") + data.count(b"\r") > 2 * LINES_LIMIT
        or len(re.findall(rb"^--", data, re.M)) > PARTS_LIMIT
        or small.count(b"content-type") > PARTS_LIMIT
        or small.count(b"multipart/") + small.count(b"message/") > MULTIPARTS_LIMIT
    ):
        return "mail-too-many-parts"
    if len(_header_block(data)) > HEADERS_LIMIT or any(
        len(match[0]) > PARAMETERS_LIMIT for match in _LONG_PARAMETERS.finditer(data)
    ):
        return "mail-malformed"
    return ""


# ---------------------------------------------------------------- headers

_Headers = list[tuple[str, str]]
"""Names in small letters, values as sent; bytes beyond ASCII as surrogates."""


def _header_block(data: bytes) -> bytes:
    match = re.search(rb"\r?\n\r?\n|\r\r", data[: HEADERS_LIMIT * 2])
    return data[: match.start() + 1] if match else data[: HEADERS_LIMIT * 2]


def _parsed_headers(data: bytes) -> _Headers:
    try:
        block = _header_block(data)[:HEADERS_LIMIT]
        message = BytesHeaderParser(policy=policy.compat32).parsebytes(block)
        return [(n.lower(), str(v)) for n, v in message.raw_items()]
    except Exception:  # as above
        return []


def _values(headers: _Headers, name: str) -> list[str]:
    return [value[:VALUE_LIMIT] for n, value in headers if n == name]


def _first(headers: _Headers, name: str) -> str:
    return next(iter(_values(headers, name)), "")


def _decoded(value: str) -> str:
    """A header's text: encoded words, raw UTF-8 and raw Latin-1 are all met."""
    plain = decoded(value.encode("ascii", "surrogateescape"), "") if value else ""
    try:
        parts = decode_header(plain)
    except Exception:  # as above
        return plain
    out = []
    for part, charset in parts:
        out.append(part if isinstance(part, str) else decoded(part, charset or ""))
    return "".join(c if c.isprintable() else " " for c in "".join(out))


def _addresses(values: list[str]) -> list[str]:
    """The addresses in some headers; undecoded, for an encoded word is a name, no address."""
    try:
        found = getaddresses([v.encode("ascii", "replace").decode() for v in values])
    except Exception:  # nested comments exhaust the library's recursion
        return []
    return [a.lower() for _, a in found if a]


def _sender(headers: _Headers) -> str:
    values = _values(headers, "from")
    found = _addresses(values)
    if len(values) == len(found) == 1 and _ADDRESS.fullmatch(found[0]):
        return found[0]
    return ""


def _recipients(headers: _Headers) -> tuple[str, ...]:
    names = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")
    values = [value for name in names for value in _values(headers, name)[:10]]
    return tuple(dict.fromkeys(a for a in _addresses(values) if _ADDRESS.fullmatch(a)))[:50]


def _message_id(headers: _Headers, name: str) -> str:
    match = _MESSAGE_ID.search(_first(headers, name))
    return match[0] if match else ""


def _references(headers: _Headers) -> tuple[str, ...]:
    said = f"{_first(headers, 'references')} {_first(headers, 'in-reply-to')}"
    return tuple(dict.fromkeys(_MESSAGE_ID.findall(said)))[-20:]


def _received(values: list[str], server: str) -> datetime | None:
    """When the last server took the mail in.

    Each server writes its line above those there: only the topmost one is not the sender's to
    forge.
    """
    for value in values:
        said = " ".join(value.split())
        by = re.search(r"\bby\s+([^\s;()]+)", said)
        if server and (by is None or by[1].lower().rstrip(".") != server.lower()):
            continue
        with contextlib.suppress(Exception):  # the library's errors on wrong dates are many
            found = parsedate_to_datetime(said.rpartition(";")[2].strip())
            return found.replace(tzinfo=found.tzinfo or UTC).astimezone(UTC)
        if not server:
            break
    return None


def _automatic(headers: _Headers) -> str:
    """Why no person waits for an answer to a mail; empty where one may."""
    sender = _sender(headers)
    kind = _first(headers, "content-type").lower()
    daemon = sender.partition("@")[0] in ("mailer-daemon", "postmaster", "mail-daemon")
    empty_path = _first(headers, "return-path").strip() == "<>"
    if daemon or empty_path or kind.startswith("multipart/report"):
        return "bounce"
    if _first(headers, "x-judge-power"):
        return "automatic"
    submitted = _first(headers, "auto-submitted").split(";")[0].strip().lower()
    if submitted not in ("", "no") or _first(headers, "x-autoreply"):
        return "automatic"
    precedence = _first(headers, "precedence").strip().lower()
    names = {name for name, _ in headers}
    if precedence == "auto_reply":
        return "automatic"
    if precedence in ("bulk", "list", "junk") or names & {"list-id", "list-post", "mailing-list"}:
        return "list"
    return ""


# ---------------------------------------------------------------- parts


@dataclass
class _Texts:
    """The texts of a mail's parts as they are found.

    bodies: what is shown. attached: text files. unread: the names of other attachments.
    """

    bodies: list[str] = field(default_factory=list)
    attached: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def text(self) -> str:
        """All texts, the attached ones last."""
        return "\n\n".join(t.strip("\n") for t in (*self.bodies, *self.attached) if t.strip())

    def take(self, part: Message, depth: int) -> None:
        """Take the text of a part, and of the parts in it."""
        kind = part.get_content_type()
        if part.is_multipart():
            if depth > MULTIPARTS_LIMIT or kind == "message/rfc822":
                self.unread.append(_file_name(part) or kind)
            elif kind == "multipart/alternative":
                self._take_best(list(_children(part)), depth)
            else:
                for child in _children(part):
                    self.take(child, depth + 1)
            return
        name = _file_name(part)
        is_attached = part.get_content_disposition() == "attachment" or (
            bool(name) and PurePosixPath(name.lower()).suffix == ".txt"
        )
        is_text = kind == "text/plain" or PurePosixPath(name.lower()).suffix == ".txt"
        if is_attached and is_text:
            self.attached.append(_text_of(part))
        elif is_attached or not kind.startswith("text/") or kind == "text/calendar":
            self.unread.append(name or kind)
        elif kind == "text/html":
            self.bodies.append(html_text(_text_of(part)))
        else:
            self.bodies.append(_text_of(part))

    def _take_best(self, children: list[Message], depth: int) -> None:
        """Of versions of one text the plain one, if it says anything; else the last that does."""
        tried = []
        for child in children:
            found = _Texts()
            found.take(child, depth + 1)
            tried.append((child.get_content_type() != "text/plain", found))
        tried.sort(key=lambda pair: pair[0])
        chosen = next((found for _, found in tried if any(map(str.strip, found.bodies))), None)
        for _, found in tried:
            if found is chosen:
                self.bodies += found.bodies
            self.attached += found.attached
            self.unread += found.unread


def _children(part: Message) -> Iterator[Message]:
    payload = part.get_payload()
    if isinstance(payload, list):
        yield from (child for child in payload if isinstance(child, Message))


def _file_name(part: Message) -> str:
    try:
        name = _decoded(part.get_filename("") or "")
    except Exception:  # as above
        return ""
    return "".join(c if c.isprintable() else " " for c in name).strip()[:100]


def _text_of(part: Message) -> str:
    try:
        payload = part.get_payload(decode=True)
        charset = part.get_content_charset("") or ""
        is_flowed = str(part.get_param("format", "")).lower() == "flowed"
        deletes = str(part.get_param("delsp", "")).lower() == "yes"
    except Exception:  # as above
        payload, charset, is_flowed, deletes = b"", "", False, False
    data = payload if isinstance(payload, bytes) else b""
    text = "\n".join(split_lines(decoded(data[:SHEET_LIMIT], charset)))
    return unflowed(text, deletes) if is_flowed else text
