"""The GM's mail account: `mail.yaml` in the user's own configuration folder, never in a game's.

A password is asked for where it is kept: of a command, of the environment, or of the keyring.
"""

import os
import re
import ssl
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Literal

from judge import yamlfiles
from judge.names import slug
from judge.post.players import is_address
from judge.problems import Problem, Unreadable

Tls = Literal["tls", "starttls", "none"]

_ACCOUNT_PARTS = frozenset(
    ("host", "port", "tls", "user", "password", "ca", "folder", "after", "move_to", "to")
)
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Account:
    """A server and who logs in there.

    password: where it is kept, ``command``, ``environment`` or ``keyring``, and its name there.
    ca: a file of certificates to trust besides the system's. folder: the mailbox. after: what is
    done to a message taken: nothing (``keep``), marked as ``read``, or moved to another folder
    (``move``). Nothing is ever deleted. to: only messages sent to an address with this in it are
    looked at, all where it is empty.
    """

    host: str
    port: int
    tls: Tls
    user: str = ""
    password: tuple[str, tuple[str, ...]] | None = None
    ca: str = ""
    folder: str = "INBOX"
    after: Literal["keep", "read", "move"] = "keep"
    move_to: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user's file says for one game.

    sender: what answers are from, empty where it does not say. server: the host whose
    ``Received`` line says when a mail came.
    """

    sender: str = ""
    server: str = ""
    imap: Account | None = None
    smtp: Account | None = None
    shown: str = field(default="", compare=False)

    @property
    def address(self) -> str:
        """The sender's bare address, in small letters."""
        return parseaddr(self.sender)[1].lower()

    @property
    def domain(self) -> str:
        """Where the game's messages have their names from."""
        return self.address.partition("@")[2] or "judge.invalid"


def settings_file() -> Path:
    """Where the user's file is: under JUDGE_CONFIG, else where the system keeps such files."""
    given = os.environ.get("JUDGE_CONFIG")
    if given:
        return Path(given) / "mail.yaml"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "judge" / "mail.yaml"
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "judge" / "mail.yaml"


def read_settings(game: str, folder: Path) -> Settings:
    """The settings for a game, empty where the user has no file.

    game: its name. folder: its folder, in which the settings may not be. Raises Unreadable.
    """
    path = settings_file()
    shown = str(path)
    if not path.exists():
        return Settings(shown=shown)
    if path.resolve().is_relative_to(folder.resolve()):
        raise Unreadable([Problem("settings-in-game", file=shown)])
    raw = yamlfiles.read(path, shown)
    reading = _Reading(shown)
    if not isinstance(raw, dict):
        raise reading.wrong("mail.yaml", raw)
    games = raw.pop("games", None) or {}
    if not isinstance(games, dict):
        raise reading.wrong("games", games)
    own = next((part for name, part in games.items() if slug(str(name)) == slug(game)), None)
    return reading.settings(_merged(raw, own if isinstance(own, dict) else {}))


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for name, value in own.items():
        before = out.get(name)
        if isinstance(value, dict) and isinstance(before, dict) and name != "password":
            out[name] = _merged(before, value)
        else:
            out[name] = value
    return out


class _Reading:
    """Reads the file's parts; what is wrong is told with the part's name."""

    def __init__(self, shown: str) -> None:
        self.shown = shown

    def wrong(self, part: str, value: object) -> Unreadable:
        # A value may be a password that stands in the wrong place: it is not shown.
        kind = type(value).__name__ if "password" in part else str(value)[:60]
        details = {"part": part, "value": kind}
        return Unreadable([Problem("game-value", file=self.shown, details=details)])

    def settings(self, raw: Mapping[str, Any]) -> Settings:
        """All of it."""
        for part in raw:
            if part not in ("from", "server", "imap", "smtp"):
                raise self.wrong(str(part), raw[part])
        sender = raw.get("from", "")
        if sender and not (
            isinstance(sender, str) and sender.isprintable() and is_address(parseaddr(sender)[1])
        ):
            raise self.wrong("from", sender)
        server = raw.get("server", "")
        if not isinstance(server, str):
            raise self.wrong("server", server)
        return Settings(
            sender=sender,
            server=server,
            imap=self._account("imap", raw.get("imap"), {"tls": 993}, 143),
            smtp=self._account("smtp", raw.get("smtp"), {"tls": 465}, 587),
            shown=self.shown,
        )

    def _account(
        self, name: str, raw: object, ports: Mapping[str, int], otherwise: int
    ) -> Account | None:
        if raw is None:
            return None
        if not isinstance(raw, dict):
            raise self.wrong(name, raw)
        for part in raw:
            if part not in _ACCOUNT_PARTS:
                raise self.wrong(f"{name}.{part}", raw[part])
        host, user = raw.get("host"), raw.get("user", "")
        if not isinstance(host, str) or not re.fullmatch(r"[A-Za-z0-9._:-]{1,255}", host):
            raise self.wrong(f"{name}.host", host)
        tls = raw.get("tls", "tls")
        if tls not in ("tls", "starttls", "none") or (tls == "none" and host not in _LOOPBACK):
            raise self.wrong(f"{name}.tls", tls)
        port = raw.get("port", ports.get(tls, otherwise))
        if not isinstance(port, int) or isinstance(port, bool) or not 0 < port < 65_536:
            raise self.wrong(f"{name}.port", port)
        after = raw.get("after", "keep")
        if after not in ("keep", "read", "move") or (after == "move" and not raw.get("move_to")):
            raise self.wrong(f"{name}.after", after)
        texts = {"user": user}
        for part in ("ca", "folder", "move_to", "to"):
            if part in raw:
                texts[part] = raw[part]
        for part, value in texts.items():
            if not isinstance(value, str) or not value.isprintable():
                raise self.wrong(f"{name}.{part}", value)
        if not re.fullmatch(r"[A-Za-z0-9@._+-]*", texts.get("to", "")):
            raise self.wrong(f"{name}.to", texts["to"])
        password = self._password(f"{name}.password", raw.get("password"))
        return Account(host, port, tls, password=password, after=after, **texts)

    def _password(self, name: str, raw: object) -> tuple[str, tuple[str, ...]] | None:
        if raw is None:
            return None
        if not isinstance(raw, dict) or len(raw) != 1:
            raise self.wrong(name, raw)
        ((kind, value),) = raw.items()
        words = value if isinstance(value, list) else [value]
        if (
            kind not in ("command", "environment", "keyring")
            or not words
            or not all(isinstance(w, str) and w for w in words)
            or (kind != "command" and len(words) != 1)
        ):
            raise self.wrong(name, raw)
        return kind, tuple(words)


COMMAND_SECONDS = 60
"""How long a command may take to say a password: somebody may have to unlock something."""


def password(account: Account, shown: str) -> str:
    """An account's password. Raises Unreadable where it cannot be had; it is never shown."""
    if account.password is None:
        return ""
    kind, words = account.password
    found: str | None = None
    try:
        if kind == "environment":
            found = os.environ.get(words[0])
        elif kind == "command":
            done = subprocess.run(
                words, stdout=subprocess.PIPE, check=True, timeout=COMMAND_SECONDS, encoding="utf-8"
            )
            found = done.stdout.split("\n")[0].rstrip("\r")
        else:
            import keyring  # an optional extra

            found = keyring.get_password(words[0], account.user)
    except ImportError:
        raise Unreadable([Problem("keyring-missing", file=shown)]) from None
    except Exception as error:  # whatever a command or a keyring fails with
        details = {"reason": type(error).__name__}
        raise Unreadable([Problem("password-failed", file=shown, details=details)]) from None
    if not found:
        details = {"reason": f"{kind} {words[0]}"}
        raise Unreadable([Problem("password-failed", file=shown, details=details)])
    return found


def secure_context(account: Account) -> ssl.SSLContext:
    """How a server's certificate is checked. Raises Unreadable where the file named is none."""
    context = ssl.create_default_context()
    if account.ca:
        try:
            context.load_verify_locations(account.ca)
        except (OSError, ssl.SSLError) as error:
            details = {"reason": getattr(error, "strerror", None) or str(error)}
            raise Unreadable(
                [Problem("file-unreadable", file=account.ca, details=details)]
            ) from None
    return context
