"""Messages of ours: built by the standard library, the same bytes each time, one power each.

A letter waits in `private/outbox/` without a sender and a date, which it gets when it is sent, and
is kept in `private/sent/` afterwards.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from itertools import count

from judge.gamefiles import Game

OUTBOX = "private/outbox"
SENT = "private/sent"

OURS = "X-Judge-Power"
"""A header that all our letters carry: whose it is, and that it is ours when it comes back."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a letter; kind: ``image/png``."""

    name: str
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter to one power's addresses.

    name: of its file, without an ending; a letter of that name is written once. power: whose it
    is. html: the same text as a page, empty for none. salt: what else its message id is made of,
    so that a later game of the same name has other ids. answers, references: message ids of the
    thread it is in.
    """

    name: str
    power: int
    to: tuple[str, ...]
    subject: str
    text: str
    html: str = ""
    salt: str = ""
    attachments: tuple[Attachment, ...] = ()
    answers: str = ""
    references: tuple[str, ...] = ()

    def message_id(self, game: Game, domain: str) -> str:
        """Its message id: always the same for a letter of that name."""
        return letter_id(game, self.name, domain, self.salt)


def letter_id(game: Game, name: str, domain: str, salt: str = "") -> str:
    """The message id of a letter of a game; short, so that no header that names it is folded."""
    mark = hashlib.sha256(f"{game.facts.name}\0{name}\0{salt}".encode()).hexdigest()[:20]
    return f"<judge.{mark}@{domain}>"


def letter_bytes(letter: Letter, game: Game, domain: str) -> bytes:
    """A letter as it waits."""
    message = EmailMessage(policy=policy.SMTP)
    message["To"] = ", ".join(letter.to)
    message["Subject"] = header_text(letter.subject)
    message["Message-ID"] = letter.message_id(game, domain)
    if letter.answers:
        message["In-Reply-To"] = letter.answers
    references = _whole(letter.references)
    if references:
        message["References"] = " ".join(references)
    message["Auto-Submitted"] = "auto-replied" if letter.answers else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message[OURS] = game.board.powers[letter.power].key
    message.set_content(_sendable(letter.text), cte="quoted-printable")
    if letter.html:
        message.add_alternative(_sendable(letter.html), subtype="html", cte="quoted-printable")
    for attachment in letter.attachments:
        main, _, sub = attachment.kind.partition("/")
        if main == "text":
            said = attachment.data.decode("utf-8", "replace")
            message.add_attachment(
                said, subtype=sub, cte="quoted-printable", filename=attachment.name
            )
        else:
            message.add_attachment(attachment.data, main, sub, filename=attachment.name)
    _fix_boundaries(message, letter.name)
    return message.as_bytes()


def _whole(references: Iterable[str]) -> list[str]:
    """The thread's ids: its first one and the last ones, so that the line stays a line."""
    found = list(dict.fromkeys(references))
    return found if len(found) <= 12 else [found[0], *found[-11:]]


def header_text(text: str) -> str:
    """Some text on one line, so that it cannot become another header."""
    said = "".join(c if c.isprintable() else " " for c in text)
    return re.sub(r"\s+", " ", said).strip()[:200]


def _sendable(text: str) -> str:
    """A text without what no mail may hold."""
    return "".join(c if c in "\n\t" or c.isprintable() else "\ufffd" for c in text)


def _fix_boundaries(message: EmailMessage, name: str) -> None:
    """Boundaries that are the same each time, and in no text: ours is quoted-printable."""
    mark = hashlib.sha256(name.encode()).hexdigest()[:24]
    numbers = count(1)
    for part in message.walk():
        if part.is_multipart():
            part.set_boundary(f"=_{mark}_{next(numbers)}")


def is_written(game: Game, name: str) -> bool:
    """Whether a letter of that name waits already, or was sent."""
    return any(game.exists(f"{place}/{name}.eml") for place in (OUTBOX, SENT))
