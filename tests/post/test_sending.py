"""`judge send`: each letter once, to the right addresses, whatever fails in between."""

import email
import email.policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.gamefiles import Game
from tests.cli.command import Said, judge, tree
from tests.post.conftest import Configure
from tests.post.mailing import ADDRESSES, mail, mail_game, take
from tests.post.servers import ACCENTED, PASSWORD, Certificate, Post, smtp

NOW = "2026-12-01T18:00"
THREE = ("Angleterre", "France", "Italie")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game with three receipts that wait."""
    game = mail_game(tmp_path / "tsar")
    for number, power in enumerate(THREE):
        take(game, mail("toutes mes unités tiennent\n", power, message_id=f"<{number}@x.fr>"))
    return game


def send(game: Game, *options: str) -> Said:
    return judge("send", game.folder, "--now", NOW, *options)


def names(game: Game, place: str) -> list[str]:
    return sorted(path.stem for path in (game.folder / "private" / place).glob("*.eml"))


RECEIPTS = ["receipt-0001-angleterre", "receipt-0002-france", "receipt-0003-italie"]


def to(post: Post) -> list[tuple[str, ...]]:
    return [recipients for recipients, _ in post.delivered]


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_what_waits_is_delivered(
    tls: str, game: Game, configure: Configure, certificate: Certificate
) -> None:
    with smtp(certificate, tls) as post:
        configure(smtp=f"port: {post.port}\ntls: {tls}\nca: {certificate.file}")
        said = send(game)
        assert (said.code, said.err) == (0, "")
        assert said.out.splitlines() == [f"{name} : envoyée." for name in RECEIPTS]
        assert send(game) == Said(0, "Rien à envoyer.\n", "")
    assert to(post) == [(ADDRESSES[power],) for power in THREE]
    assert (names(game, "outbox"), names(game, "sent")) == ([], RECEIPTS)
    for name, (_, content) in zip(RECEIPTS, post.delivered, strict=True):
        message = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        assert message["From"] == "Arbitre <judge@exemple.fr>"
        assert message["Date"] == "Tue, 01 Dec 2026 18:00:00 +0000"
        kept = (game.folder / f"private/sent/{name}.eml").read_bytes()
        assert content.rstrip() == kept.rstrip()


def test_a_failure_in_between_sends_nothing_twice(game: Game, configure: Configure) -> None:
    with smtp() as post:
        configure(smtp=f"port: {post.port}\ntls: none")
        post.closes_after = 1
        said = send(game)
        assert (said.code, said.out) == (1, f"{RECEIPTS[0]} : envoyée.\n")
        assert "127.0.0.1 : 4.3.0 closing on … [smtp-failed]" in said.err
        assert (names(game, "outbox"), names(game, "sent")) == (RECEIPTS[1:], RECEIPTS[:1])
        post.closes_after = 1000
        assert send(game).code == 0
    assert to(post) == [(ADDRESSES[power],) for power in THREE]
    assert names(game, "outbox") == []


def test_one_letter_refused_holds_up_no_other(game: Game, configure: Configure) -> None:
    with smtp() as post:
        configure(smtp=f"port: {post.port}\ntls: none")
        post.refused = {ADDRESSES["France"]}
        said = send(game)
        assert said.code == 1
        assert said.err == (
            "erreur [smtp-refused] receipt-0002-france : le serveur refuse cette lettre "
            "(5.1.1 … unknown)\n"
        ).replace("erreur", ": erreur", 1)
        assert (names(game, "outbox"), names(game, "sent")) == (
            [RECEIPTS[1]],
            [RECEIPTS[0], RECEIPTS[2]],
        )
        post.refused = set()
        assert send(game).out == f"{RECEIPTS[1]} : envoyée.\n"


def test_one_address_of_two_refused(tmp_path: Path, configure: Configure) -> None:
    game = mail_game(tmp_path / "tsar")
    judge("player", game.folder, "France", "--address", "jo@vide.fr")
    take(game, mail("A Par - Bou\n"))
    with smtp() as post:
        configure(smtp=f"port: {post.port}\ntls: none")
        post.refused = {"jo@vide.fr"}
        said = send(game)
        assert (said.code, "[smtp-recipient-refused]" in said.err) == (0, True)
    assert to(post) == [(ADDRESSES["France"],)]
    assert names(game, "sent") == ["receipt-0001-france"]


def test_a_power_that_changed_hands(game: Game, configure: Configure) -> None:
    """A letter goes to nobody whose address was taken off since it was written."""
    changed = ["--address", "neuf@exemple.fr", "--remove", ADDRESSES["France"]]
    assert judge("player", game.folder, "France", *changed).code == 0
    with smtp() as post:
        configure(smtp=f"port: {post.port}\ntls: none")
        said = send(game)
    assert (said.code, "[letter-without-address]" in said.err) == (1, True)
    assert to(post) == [(ADDRESSES["Angleterre"],), (ADDRESSES["Italie"],)]
    assert names(game, "unsent") == [RECEIPTS[1]]
    assert names(game, "outbox") == []


def test_a_server_that_nobody_vouches_for(
    game: Game, configure: Configure, certificate: Certificate
) -> None:
    with smtp(certificate, "tls") as post:
        configure(smtp=f"port: {post.port}\ntls: tls")
        said = send(game)
    assert (said.code, "[smtp-failed]" in said.err) == (1, True)
    assert post.delivered == []
    assert names(game, "outbox") == RECEIPTS


def test_a_wrong_password_is_said_and_not_shown(
    game: Game, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_WRONG", "123456")
    with smtp() as post:
        configure(smtp=f"port: {post.port}\ntls: none\npassword: {{environment: MAIL_WRONG}}")
        said = send(game)
    assert (said.code, "[smtp-failed]" in said.err) == (1, True)
    assert "123456" not in said.err
    assert names(game, "outbox") == RECEIPTS


def test_a_password_with_accents(
    game: Game, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_ACCENTS", ACCENTED)
    with smtp() as post:
        configure(smtp=f"port: {post.port}\ntls: none\npassword: {{environment: MAIL_ACCENTS}}")
        assert send(game).code == 0
        monkeypatch.setenv("MAIL_ACCENTS", "sésame")
        take(game, mail("A Par - Bou\n", message_id="<8@x.fr>"))
        assert "[smtp-failed]" in send(game).err
    assert len(post.delivered) == 3


def test_nothing_is_sent_when_only_tried(game: Game) -> None:
    before = tree(game.folder)
    assert send(game, "--dry-run").out.splitlines() == [f"{n} : en attente." for n in RECEIPTS]
    assert tree(game.folder) == before


def test_settings_that_are_missing(game: Game, configure: Configure) -> None:
    said = send(game)
    assert (said.code, "« smtp » [settings-missing]" in said.err) == (1, True)
    configure(imap="port: 1")
    assert "« smtp » [settings-missing]" in send(game).err
    nobody = judge("receive", game.folder, "--imap")
    assert (nobody.code, "[imap-failed]" in nobody.err) == (1, True)


def test_a_password_from_a_command(game: Game, configure: Configure) -> None:
    with smtp() as post:
        command = f"[printf, '%s\\n', '{PASSWORD}']"
        configure(smtp=f"port: {post.port}\ntls: none\npassword: {{command: {command}}}")
        assert send(game).code == 0
        configure(smtp=f"port: {post.port}\ntls: none\npassword: {{command: ['false']}}")
        take(game, mail("A Par - Bou\n", message_id="<8@x.fr>"))
        assert "[password-failed]" in send(game).err
