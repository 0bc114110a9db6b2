"""A game by mail, from an empty folder: sheets come by SMTP into a mailbox, answers go out."""

import email
import email.policy
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.gamefiles import Game
from tests.cli.command import judge
from tests.playing import assert_verifies
from tests.post.conftest import Configure
from tests.post.mailing import ADDRESSES
from tests.post.servers import (
    PASSWORD,
    USER,
    Certificate,
    Post,
    dovecot,
    imap,
    needs_dovecot,
    own,
    smtp,
)

ORDERS = {
    "Allemagne": "A Ber - Kie\nA Mun - Ruh\nF Kie - Dan\n",
    "Angleterre": "F Edi - Nrd\nF Lon - Man\nA Lvp - Yor\n",
    "Autriche": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb\n",
    "France": "A Par - Bou\nA Mar - Esp\nF Bre - Man\n",
    "Italie": "A Ven xxx\nA Rom - Apu\nF Nap - Ion\n",
    "Russie": "A Mos - Ukr\nA Var - Gal\nF Seb - Noi\nF StP (cs) - Bot\n",
    "Turquie": "A Con - Bul\nA Smy - Con\nF Ank - Noi\n",
}

Arrive = Callable[[Post], None]


def written(power: str) -> bytes:
    """The mail that a player sends."""
    message = EmailMessage()
    message["From"] = f"Joueur <{ADDRESSES[power]}>"
    message["To"] = "judge+tsar@exemple.fr"
    message["Subject"] = f"[tsar/{power}] Printemps 1901"
    message["Message-ID"] = f"<{power.lower()}@exemple.fr>"
    message.set_content(f"Bonjour,\n\n{ORDERS[power]}\nDéfinitif\n\nPresse:\nVive {power} !\n")
    return message.as_bytes()


def body(content: bytes) -> tuple[EmailMessage, str]:
    message = email.message_from_bytes(content, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    part = message.get_body(("plain",))
    assert part is not None
    return message, part.get_content().replace("\r\n", "\n")


@pytest.fixture(params=["our own IMAP server", pytest.param("Dovecot", marks=needs_dovecot)])
def mailbox(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    certificate: Certificate,
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[Post, Arrive]]:
    """An SMTP server that delivers into an IMAP mailbox, and the user's settings for both."""
    with ExitStack() as stack:
        post = stack.enter_context(smtp(certificate, "starttls"))
        out = f"port: {post.port}\ntls: starttls\nca: {certificate.file}"
        if request.param == "Dovecot":
            port, maildir = stack.enter_context(dovecot(tmp_path / "dovecot", certificate))
            post.maildir = maildir
            monkeypatch.setenv("DOVECOT_PASSWORD", PASSWORD.replace(" ", "_"))
            password = "password: {environment: DOVECOT_PASSWORD}"
            configure(
                imap=f"port: {port}\nca: {certificate.file}\n{password}\nafter: read", smtp=out
            )

            def arrive(post: Post) -> None:  # noqa: ARG001  # delivered already
                own(tmp_path / "dovecot" / "home" / "Maildir")

        else:
            box = stack.enter_context(imap(certificate))
            configure(imap=f"port: {box.port}\nca: {certificate.file}\nafter: read", smtp=out)

            def arrive(post: Post) -> None:
                for number, (_, content) in enumerate(post.delivered, 1):
                    stamp = f"Tue, 1 Dec 2026 12:{number:02}:00 +0100"
                    line = f"Received: from a by mx.exemple.fr with ESMTP; {stamp}\r\n"
                    box.add(line.encode() + content)

        yield post, arrive


def test_a_season_by_mail(
    mailbox: tuple[Post, Arrive], tmp_path: Path, certificate: Certificate
) -> None:
    post, arrive = mailbox
    folder = tmp_path / "tsar"
    assert judge("new", folder).code == 0
    for power, address in ADDRESSES.items():
        assert judge("player", folder, power, "--address", address).code == 0
    (folder / "private/deadlines.yaml").write_text(
        "format: 1\nzone: Europe/Paris\nmovement: 7\nretreats: 2\n"
    )

    # The game opens: each is sent a blank sheet.
    opened = judge("send", folder, "--results", "--now", "2026-11-30T18:00")
    assert (opened.code, opened.err) == (0, "")
    assert [to for to, _ in post.delivered] == [(a,) for a in ADDRESSES.values()]
    start = {}
    for power, (_, content) in zip(ADDRESSES, post.delivered, strict=True):
        message, text = body(content)
        start[power] = message["Message-ID"]
        assert message["Subject"] == f"[tsar/{power}] Printemps 1901"
        assert f"La partie tsar commence. Vous jouez {power}.\n" in text
        due = "Échéance pour Printemps 1901 : lundi 7 décembre 2026 à 20:00 (Europe/Paris)."
        assert due in text
        assert text.endswith(judge("sheet", folder, power).out)
    post.delivered.clear()

    # Seven players send their orders.
    with smtplib.SMTP("127.0.0.1", post.port) as client:
        client.starttls(context=_trusting(certificate))
        client.login(USER, PASSWORD)
        for power in ADDRESSES:
            client.sendmail(ADDRESSES[power], ["judge+tsar@exemple.fr"], written(power))
    arrive(post)
    post.delivered.clear()
    received = judge("receive", folder, "--imap")
    assert (received.code, received.err) == (0, "")
    assert len(received.out.splitlines()) == 7
    assert judge("receive", folder, "--imap").out == ""

    status = judge("status", folder, "--now", "2026-12-02T12:00").out
    assert status.count("définitive") == 7 + 1
    assert "judge run jugerait avant l'échéance : toutes les feuilles sont définitives." in status

    ran = judge("run", folder)
    assert ran.code == 0, ran.err
    report = (folder / "1901-1-printemps/report.txt").read_text("utf-8")
    sent = judge("send", folder, "--results", "--now", "2026-12-02T18:00")
    assert (sent.code, sent.err) == (0, "")
    receipts, results = post.delivered[:7], post.delivered[7:]
    assert [to for to, _ in receipts] == [(a,) for a in ADDRESSES.values()]
    assert [to for to, _ in results] == [(a,) for a in ADDRESSES.values()]
    for power, (_, content) in zip(ADDRESSES, receipts, strict=True):
        message, text = body(content)
        assert message["In-Reply-To"] == f"<{power.lower()}@exemple.fr>"
        for line in ORDERS[power].splitlines():
            assert f"  {line}  " in text
        others = [o for p, orders in ORDERS.items() if p != power for o in orders.splitlines()]
        assert [line for line in others if line in text] == []
    for power, (_, content) in zip(ADDRESSES, results, strict=True):
        message, text = body(content)
        assert message["Subject"] == f"[tsar/{power}] Automne 1901"
        assert (message["In-Reply-To"], message["References"]) == (start[power], start[power])
        assert text.startswith(report)
        assert "PRESSE\nAllemagne :\n  Vive Allemagne !\n" in text
        due = "Échéance pour Automne 1901 : mercredi 9 décembre 2026 à 20:00 (Europe/Paris)."
        assert due in text
        blank = judge("sheet", folder, power).out
        assert text.endswith(blank)
        page = message.get_body(("html",))
        assert page is not None
        assert "<b>ANGLETERRE</b>" in page.get_content()
        attached, picture = message.iter_attachments()
        assert picture.get_content_type() == "image/svg+xml"
        assert attached.get_filename() == f"{power.lower()}.txt"
        assert attached.get_content().replace("\r\n", "\n") == blank
    assert judge("send", folder, "--results").out == "Rien à envoyer.\n"
    assert judge("status", folder).out.startswith("tsar : Automne 1901\n")
    assert_verifies(folder)
    assert Game(folder).end is None


def _trusting(certificate: Certificate) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate.file))
