"""Mail servers on loopback, started by the tests: SMTP by aiosmtpd, IMAP by Dovecot or our own.

Our own IMAP server says no more than the protocol's words that `judge receive --imap` uses; it is
there so that these tests run where there is no Dovecot, and to fail as a server can.
"""

import contextlib
import getpass
import imaplib
import os
import pwd
import re
import shutil
import socket
import socketserver
import ssl
import subprocess
import tempfile
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from mailbox import Maildir
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session

USER, PASSWORD = "judge", "mot de passe du juge"
ACCENTED = "clé étoilée"
"""The same user's other password."""

needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl is not installed: no certificate for TLS"
)
DOVECOT = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin:/usr/local/sbin")
needs_dovecot = pytest.mark.skipif(
    DOVECOT is None or shutil.which("openssl") is None,
    reason="Dovecot is not installed (Debian: dovecot-imapd): no real mailbox to try",
)


@dataclass(frozen=True)
class Certificate:
    """A throw-away certificate of localhost, which is its own authority."""

    file: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """What a server shows of it."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file, self.key)
        return context


def make_certificate(folder: Path) -> Certificate:
    """A new certificate, good for two days."""
    made = Certificate(folder / "cert.pem", folder / "key.pem")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext"),
            "subjectAltName=DNS:localhost,IP:127.0.0.1",
            *("-keyout", str(made.key), "-out", str(made.file)),
        ],
        check=True,
        capture_output=True,
    )
    return made


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# ---------------------------------------------------------------- SMTP


@dataclass
class Post:
    """An SMTP server that keeps what it is given.

    delivered: each message with those it went to. refused: addresses it says no to. closes_after:
    how many messages it takes before it hangs up. maildir: where the judge's own mail goes.
    """

    port: int = 0
    delivered: list[tuple[tuple[str, ...], bytes]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    closes_after: int = 1000
    maildir: Maildir | None = None

    async def handle_RCPT(  # the library's name
        self, _server: Any, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        if address in self.refused:
            return f"550 5.1.1 {address} unknown"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # as above
        self, _server: Any, _session: Session, envelope: Envelope
    ) -> str:
        if len(self.delivered) >= self.closes_after:
            return f"421 4.3.0 closing on {envelope.rcpt_tos[0]}"
        content = envelope.content
        assert isinstance(content, bytes)
        self.delivered.append((tuple(envelope.rcpt_tos), content))
        if self.maildir is not None and envelope.rcpt_tos[0].startswith("judge"):
            minute = len(self.delivered)
            stamp = (
                "Received: from loopback by mx.exemple.fr with ESMTP; "
                f"Tue, 1 Dec 2026 12:{minute:02}:00 +0100\r\n"
            )
            self.maildir.add(stamp.encode() + content)
        return "250 OK"


def _authenticate(
    _server: Any, _session: Session, _envelope: Envelope, _mechanism: str, data: Any
) -> AuthResult:
    known = isinstance(data, LoginPassword)
    passwords = (PASSWORD.encode(), ACCENTED.encode())
    fine = known and data.login == USER.encode() and data.password in passwords
    return AuthResult(success=fine, handled=False)


@contextlib.contextmanager
def smtp(certificate: Certificate | None = None, tls: str = "none") -> Iterator[Post]:
    """An SMTP server; tls: ``tls`` from the first byte, ``starttls``, or ``none``."""
    post = Post(free_port())
    secure: dict[str, Any] = {}
    if certificate is not None and tls == "tls":
        secure = {"ssl_context": certificate.context(), "auth_require_tls": False}
    elif certificate is not None:
        secure = {"tls_context": certificate.context(), "require_starttls": True}
    else:
        secure = {"auth_require_tls": False}
    controller = Controller(
        post, hostname="127.0.0.1", port=post.port, authenticator=_authenticate, **secure
    )
    controller.start()
    try:
        yield post
    finally:
        controller.stop()


# ---------------------------------------------------------------- IMAP, our own


@dataclass
class Box:
    """A mailbox: its messages with their flags, by number; folders: what was moved elsewhere."""

    port: int = 0
    messages: dict[int, bytes] = field(default_factory=dict)
    flags: dict[int, set[str]] = field(default_factory=dict)
    moved: dict[str, list[int]] = field(default_factory=dict)
    validity: int = 1
    knows_move: bool = True
    fetched: list[int] = field(default_factory=list)
    breaks_at: int = 0

    def add(self, data: bytes) -> int:
        """A message comes in."""
        gone = [n for numbers in self.moved.values() for n in numbers]
        number = max([*self.messages, *gone], default=0) + 1
        self.messages[number] = data
        self.flags[number] = set()
        return number


class _Talk(socketserver.StreamRequestHandler):
    """One client's session."""

    def handle(self) -> None:
        box: Box = self.server.box  # type: ignore[attr-defined]  # set below
        self._say("* OK ready")
        while line := self.rfile.readline():
            tag, _, rest = line.decode().strip().partition(" ")
            said = re.match(r"(UID \w+|\w+) ?(.*)", rest)
            assert said is not None
            word, arguments = said[1].upper(), said[2]
            if word == "LOGOUT":
                self._say("* BYE", f"{tag} OK bye")
                return
            self._say(*self._answer(box, word, arguments), end=tag)

    def _say(self, *lines: str | bytes, end: str = "") -> None:
        for line in lines:
            data = line.encode() if isinstance(line, str) else line
            if end and line is lines[-1]:
                data = end.encode() + b" " + data
            self.wfile.write(data + b"\r\n")

    def _answer(self, box: Box, word: str, arguments: str) -> list[str | bytes]:
        if word == "CAPABILITY":
            return [f"* CAPABILITY IMAP4rev1{' MOVE' if box.knows_move else ''}", "OK done"]
        if word == "LOGIN":
            fine = arguments == f'{USER} "{PASSWORD}"'
            return ["OK in" if fine else f"NO wrong password {arguments}"]
        if word == "AUTHENTICATE":
            self._say("+ ")
            plain = b64decode(self.rfile.readline())
            return ["OK in" if plain == f"\0{USER}\0{ACCENTED}".encode() else "NO wrong"]
        if word in ("SELECT", "EXAMINE"):
            self.can_write = word == "SELECT"
            if arguments != '"INBOX"':
                return ["NO no such folder"]
            return [
                f"* {len(box.messages)} EXISTS",
                f"* OK [UIDVALIDITY {box.validity}] fine",
                "OK [READ-WRITE] open",
            ]
        if word == "UID SEARCH":
            asked = re.fullmatch(r'UID (\d+):\*(?: TO "(.*)")?', arguments)
            assert asked is not None, arguments
            first, to = int(asked[1]), f"To: {asked[2] or ''}".encode()
            last = max(box.messages, default=0)
            wanted = {n for n, data in box.messages.items() if not asked[2] or to in data}
            found = [n for n in box.messages if n >= min(first, last) and n in wanted]
            return ["* SEARCH " + " ".join(map(str, found)), "OK done"]
        number = int(arguments.split()[0])
        if word == "UID FETCH" and "BODY.PEEK[]" in arguments:
            if number == box.breaks_at:
                self.connection.shutdown(socket.SHUT_RDWR)
            box.fetched.append(number)
            data = box.messages[number]
            head = f"* 1 FETCH (UID {number} BODY[] {{{len(data)}}}".encode()
            return [head + b"\r\n" + data + b")", "OK done"]
        if word == "UID FETCH":
            size = len(box.messages[number])
            date = f"{number:2}-Dec-2026 12:00:00 +0100"
            about = f'RFC822.SIZE {size} INTERNALDATE "{date}"'
            return [f"* 1 FETCH (UID {number} {about})", "OK done"]
        if not self.can_write:
            return ["NO read only"]
        if word == "UID STORE":
            assert arguments.endswith(r"+FLAGS.SILENT (\Seen)"), arguments
            box.flags[number].add("Seen")
            return ["OK done"]
        assert word == "UID MOVE", word
        box.moved.setdefault(arguments.split(" ", 1)[1], []).append(number)
        del box.messages[number]
        return ["OK done"]


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    context: ssl.SSLContext | None = None

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        if self.context is not None:
            connection = self.context.wrap_socket(connection, server_side=True)
        return connection, address

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up, or that does not trust us, is part of the tests."""


@contextlib.contextmanager
def imap(certificate: Certificate | None = None) -> Iterator[Box]:
    """An IMAP server of one mailbox, by TLS where there is a certificate."""
    box = Box()
    with _Server(("127.0.0.1", 0), _Talk) as server:
        server.context = certificate.context() if certificate else None
        server.box = box  # type: ignore[attr-defined]  # for the handler
        box.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()


# ---------------------------------------------------------------- IMAP, Dovecot


@contextlib.contextmanager
def dovecot(folder: Path, certificate: Certificate) -> Iterator[tuple[int, Maildir]]:
    """A real Dovecot over a Maildir, by TLS; its port and the Maildir."""
    assert DOVECOT is not None
    port, root = free_port(), os.geteuid() == 0
    mine = "nobody" if root else getpass.getuser()
    owner = pwd.getpwnam(mine)
    home = folder / "home"
    home.mkdir(parents=True)
    box = Maildir(home / "Maildir", create=True)
    users = "" if root else f"default_internal_user = {mine}\ndefault_login_user = {mine}\n"
    chroot = "" if root else "service imap-login {\n chroot =\n}\nservice anvil {\n chroot =\n}\n"
    # A socket's path may have about a hundred characters, and pytest's folders are long.
    sockets = Path(tempfile.mkdtemp(prefix="dove"))
    config = folder / "dovecot.conf"
    config.write_text(
        f"base_dir = {sockets}\nstate_dir = {folder}/state\nlog_path = {folder}/log\n"
        f"protocols = imap\nlisten = 127.0.0.1\n{users}{chroot}"
        f"ssl = required\nssl_cert = <{certificate.file}\nssl_key = <{certificate.key}\n"
        f"mail_location = maildir:{home}/Maildir\nfirst_valid_uid = 1\n"
        f"passdb {{\n driver = static\n args = password={{PLAIN}}{PASSWORD.replace(' ', '_')}\n}}\n"
        f"userdb {{\n driver = static\n"
        f" args = uid={owner.pw_uid} gid={owner.pw_gid} home={home}\n}}\n"
        f"service imap-login {{\n inet_listener imap {{\n  port = 0\n }}\n"
        f" inet_listener imaps {{\n  port = {port}\n  ssl = yes\n }}\n}}\n"
    )
    for path in (folder, *folder.parents):
        # pytest's own folders are closed to others.
        if root and path.stat().st_uid == 0 and path != Path("/"):
            path.chmod(path.stat().st_mode | 0o055)
    subprocess.run(["chown", "-R", f"{owner.pw_uid}:{owner.pw_gid}", str(home)], check=True)
    server = subprocess.Popen([DOVECOT, "-F", "-c", str(config)])
    try:
        _wait_for(port, folder / "log")
        yield port, box
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(sockets, ignore_errors=True)


def own(folder: Path) -> None:
    """Give a Maildir's new files to the user whose mail it is."""
    owner = folder.stat()
    for path in folder.rglob("*"):
        os.chown(path, owner.st_uid, owner.st_gid)


def _wait_for(port: int, log: Path) -> None:
    """Wait until somebody can log in: the server takes connections before it can answer them."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for _ in range(100):
        with (
            contextlib.suppress(OSError, imaplib.IMAP4.error),
            imaplib.IMAP4_SSL("127.0.0.1", port, ssl_context=context, timeout=5) as client,
        ):
            client.login(USER, PASSWORD.replace(" ", "_"))
            return
        time.sleep(0.1)
    raise AssertionError(log.read_text() if log.exists() else "Dovecot did not start")
