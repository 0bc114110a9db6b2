"""`judge receive --imap`: every new message once, nothing deleted, marked or moved as asked."""

from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.post.mailindex import read_mail_index
from tests.cli.command import Said, judge
from tests.post.conftest import Configure
from tests.post.mailing import mail, mail_game, pending, utc
from tests.post.servers import ACCENTED, PASSWORD, Box, Certificate, imap

FIRST = mail("A Par - Bou\n", "France", message_id="<1@x.fr>")
SECOND = mail("A Ven - Tyr\n", "Italie", message_id="<2@x.fr>")
THIRD = mail("A Ber - Kie\n", "Allemagne", message_id="<3@x.fr>", at="")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path / "tsar")


def receive(game: Game) -> Said:
    return judge("receive", game.folder, "--imap")


def filled(box: Box) -> None:
    for data in (FIRST, SECOND):
        box.add(data)


def test_new_messages_are_taken_by_tls(
    game: Game, configure: Configure, certificate: Certificate
) -> None:
    with imap(certificate) as box:
        filled(box)
        configure(imap=f"port: {box.port}\nca: {certificate.file}")
        said = receive(game)
        assert (said.code, said.err) == (0, "")
        assert said.out.splitlines() == [
            "imap:1 : message n° 1, feuille n° 1 (France, Printemps 1901).",
            "imap:2 : message n° 2, feuille n° 2 (Italie, Printemps 1901).",
        ]
        assert receive(game) == Said(0, "", "")
        box.add(THIRD)
        assert receive(game).out.startswith("imap:3 : message n° 3")
    assert box.fetched == [1, 2, 3]
    assert box.flags == {1: set(), 2: set(), 3: set()}
    entries = read_mail_index(game)
    stored = [(game.folder / e.file).read_bytes() for e in entries]
    assert stored == [FIRST, SECOND, THIRD]
    # Where no server left a line, the mailbox says when it came.
    assert entries[2].received == utc("2026-12-03 11:00")
    assert pending(game, "France") == "A Par - Bou\n"


def test_only_messages_to_an_address_are_looked_at(game: Game, configure: Configure) -> None:
    with imap() as box:
        box.add(FIRST.replace(b"To: judge@", b"To: moi@"))
        box.add(SECOND)
        configure(imap=f"port: {box.port}\ntls: none\nto: judge@exemple.fr")
        assert receive(game).out.startswith("imap:2 : message n° 1")
    assert box.fetched == [2]


def test_messages_are_marked_as_read(game: Game, configure: Configure) -> None:
    with imap() as box:
        filled(box)
        configure(imap=f"port: {box.port}\ntls: none\nafter: read")
        assert receive(game).code == 0
    assert box.flags == {1: {"Seen"}, 2: {"Seen"}}
    assert sorted(box.messages) == [1, 2]


def test_messages_are_moved(game: Game, configure: Configure) -> None:
    with imap() as box:
        filled(box)
        folder = '"Parties/le \\"tsar\\""'
        configure(imap=f"port: {box.port}\ntls: none\nafter: move\nmove_to: {folder}")
        assert receive(game).code == 0
    assert (box.messages, box.moved) == ({}, {folder: [1, 2]})


def test_a_server_that_cannot_move_is_left_alone(game: Game, configure: Configure) -> None:
    with imap() as box:
        filled(box)
        box.knows_move = False
        configure(imap=f"port: {box.port}\ntls: none\nafter: move\nmove_to: Fait")
        said = receive(game)
    assert (said.code, "[imap-no-move]" in said.err) == (1, True)
    assert (box.fetched, read_mail_index(game)) == ([], [])


def test_a_connection_that_breaks_is_taken_up_again(game: Game, configure: Configure) -> None:
    with imap() as box:
        filled(box)
        box.breaks_at = 2
        configure(imap=f"port: {box.port}\ntls: none")
        said = receive(game)
        assert (said.code, "[imap-failed]" in said.err) == (1, True)
        assert said.out.startswith("imap:1 : message n° 1")
        box.breaks_at = 0
        assert receive(game).out.startswith("imap:2 : message n° 2")
    assert [entry.number for entry in read_mail_index(game)] == [1, 2]


def test_a_mailbox_made_anew_is_read_again_and_nothing_taken_twice(
    game: Game, configure: Configure
) -> None:
    with imap() as box:
        filled(box)
        configure(imap=f"port: {box.port}\ntls: none")
        receive(game)
        box.validity = 2
        assert receive(game).out.splitlines() == [
            "imap:1 : déjà pris, message n° 1.",
            "imap:2 : déjà pris, message n° 2.",
        ]
    assert len(read_mail_index(game)) == 2


def test_a_wrong_password_is_not_shown(
    game: Game, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_WRONG", "123456")
    with imap() as box:
        configure(imap=f"port: {box.port}\ntls: none\npassword: {{environment: MAIL_WRONG}}")
        said = receive(game)
    assert (said.code, "[imap-failed]" in said.err) == (1, True)
    assert "wrong password" in said.err
    assert "123456" not in said.err
    assert PASSWORD not in said.err


def test_a_password_with_accents(
    game: Game, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_ACCENTS", ACCENTED)
    with imap() as box:
        box.add(FIRST)
        configure(imap=f"port: {box.port}\ntls: none\npassword: {{environment: MAIL_ACCENTS}}")
        assert receive(game).code == 0
        monkeypatch.setenv("MAIL_ACCENTS", "sésame")
        assert "[imap-failed]" in receive(game).err
    assert box.fetched == [1]


def test_a_folder_that_is_not_there(game: Game, configure: Configure) -> None:
    with imap() as box:
        configure(imap=f"port: {box.port}\ntls: none\nfolder: Absent")
        said = receive(game)
    assert (said.code, "no such folder [imap-failed]" in said.err) == (1, True)


def test_a_server_that_nobody_vouches_for(
    game: Game, configure: Configure, certificate: Certificate
) -> None:
    with imap(certificate) as box:
        filled(box)
        configure(imap=f"port: {box.port}")
        said = receive(game)
    assert (said.code, "[imap-failed]" in said.err) == (1, True)
    assert box.fetched == []
