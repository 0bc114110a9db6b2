"""`judge send`: the letters that wait are delivered, each once, whatever fails in between.

A letter is kept as sent as soon as the server has taken it. One that the server refuses waits on;
where the connection fails, all that were not taken wait for the next time.
"""

import re
import smtplib
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import format_datetime, getaddresses

from judge import journal
from judge.gamefiles import Game
from judge.post.letters import OURS, OUTBOX, SENT
from judge.post.players import Players, read_players
from judge.post.settings import Account, Settings, password, secure_context
from judge.problems import Problem, Unreadable

SECONDS = 60
"""How long a server may take to answer."""

UNSENT = "private/unsent"
"""Letters for whose power no address is registered any more."""

_NAME = re.compile(r"[a-z0-9-]{1,120}")


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter that the server has taken, and for how many addresses."""

    name: str
    count: int


def waiting_letters(game: Game) -> list[str]:
    """The names of the letters in the outbox, in the order in which they go."""
    folder = game.folder / OUTBOX
    names = (p.stem for p in folder.glob("*.eml")) if folder.is_dir() else ()
    return sorted(name for name in names if _NAME.fullmatch(name))


def send(game: Game, settings: Settings, now: datetime) -> Iterator[Sent | Problem]:
    """Deliver what waits. now: the moment the letters bear.

    Yields what was sent and what was refused. Raises Unreadable where the server cannot be
    reached or says no to us, and journal.Held.
    """
    account = settings.smtp
    for part, there in (("smtp", account is not None), ("from", bool(settings.sender))):
        if not there:
            details = {"part": part}
            raise Unreadable([Problem("settings-missing", file=settings.shown, details=details)])
    assert account is not None
    with journal.lock(game.folder):
        journal.recover(game.folder)
        names = waiting_letters(game)
        if not names:
            return
        secret = password(account, settings.shown)
        try:
            with _connected(account) as server:
                if account.user:
                    _log_in(server, account.user, secret)
                players = read_players(game)
                for name in names:
                    yield _send_one(game, settings, players, server, name, now)
        except (smtplib.SMTPException, OSError) as error:
            raise _failed(account, error, secret) from None


def _failed(account: Account, error: Exception, secret: str) -> Unreadable:
    reason = str(getattr(error, "strerror", None) or error)
    said = getattr(error, "smtp_error", None)
    if isinstance(said, bytes):
        reason = said.decode("utf-8", "replace")
    if secret:
        reason = reason.replace(secret, "…")
    details = {"host": account.host, "reason": _without_addresses(reason)}
    return Unreadable([Problem("smtp-failed", details=details)])


def _connected(account: Account) -> smtplib.SMTP:
    if account.tls == "tls":
        context = secure_context(account)
        return smtplib.SMTP_SSL(account.host, account.port, timeout=SECONDS, context=context)
    server = smtplib.SMTP(account.host, account.port, timeout=SECONDS)
    if account.tls == "starttls":
        server.starttls(context=secure_context(account))
    return server


def _log_in(server: smtplib.SMTP, user: str, secret: str) -> None:
    if (user + secret).isascii():
        server.login(user, secret)
        return
    # The library's own login is ASCII only; the protocol is not.
    server.ehlo_or_helo_if_needed()
    plain = b64encode(f"\0{user}\0{secret}".encode()).decode("ascii")
    code, said = server.docmd("AUTH", f"PLAIN {plain}")
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, said)


def _send_one(
    game: Game,
    settings: Settings,
    players: Players,
    server: smtplib.SMTP,
    name: str,
    now: datetime,
) -> Sent | Problem:
    file = f"{OUTBOX}/{name}.eml"
    data = game.read_bytes(file)
    message = BytesParser(_class=EmailMessage, policy=policy.SMTP).parsebytes(data)
    power = game.board.power_numbers.get(str(message.get(OURS, "")))
    if power is None:
        return Problem("letter-damaged", file=game.path_shown(file))
    # Who plays a power may have changed since the letter was written.
    written = [a.lower() for _, a in getaddresses(message.get_all("To", []))]
    to = [a for a in written if a in players.seat(power).addresses]
    if not to:
        journal.commit(game.folder, {f"{UNSENT}/{name}.eml": data}, [file])
        return Problem("letter-without-address", file=game.path_shown(f"{UNSENT}/{name}.eml"))
    for header in ("From", "Date", "To"):
        del message[header]
    message["From"] = settings.sender
    message["To"] = ", ".join(to)
    message["Date"] = format_datetime(now)
    stamped = message.as_bytes()
    try:
        refused = server.sendmail(settings.address, to, stamped)
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused) as e:
        if _code(e) == 421:
            raise  # the server hangs up: nothing more can go
        server.rset()
        return Problem("smtp-refused", details={"name": name, "reason": _reason(e)})
    journal.commit(game.folder, {f"{SENT}/{name}.eml": stamped}, [file])
    if refused:
        details = {"name": name, "count": len(to)}
        return Problem("smtp-recipient-refused", "warning", details=details)
    return Sent(name, len(to))


def _code(error: smtplib.SMTPException) -> int:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return int(next(iter(error.recipients.values()))[0])
    return int(getattr(error, "smtp_code", 0))


def _reason(error: smtplib.SMTPException) -> str:
    said = getattr(error, "smtp_error", None)
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        said = next(iter(error.recipients.values()))[1]
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else type(error).__name__
    return _without_addresses(text)


def _without_addresses(text: str) -> str:
    """What a server says, on one line; it may name the player's address."""
    return re.sub(r"\S+@\S+", "…", " ".join(text.split()))[:200]
