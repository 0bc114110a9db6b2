"""Where mails come from: files, mbox, Maildir, standard input; text sheets stay what they were."""

import mailbox
from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.post.mailindex import read_mail_index
from judge.post.sources import is_mail, is_mail_source, mails_in
from judge.problems import Unreadable
from tests.cli.command import judge, judge_process, tree
from tests.post.mailing import mail, mail_game, pending, utc

FIRST = mail("A Par - Bou\n", "France", message_id="<1@x.fr>")
SECOND = mail("A Ven - Tyr\n", "Italie", message_id="<2@x.fr>")
LINES = {
    "fr": [
        "{0} : message n° 1, feuille n° 1 (France, Printemps 1901).",
        "{1} : message n° 2, feuille n° 2 (Italie, Printemps 1901).",
    ]
}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path / "tsar")


def both_are_in(game: Game, out: str, *names: str) -> None:
    assert out.splitlines() == [line.format(*names) for line in LINES["fr"]]
    assert pending(game, "France") == "A Par - Bou\n"
    assert pending(game, "Italie") == "A Ven - Tyr\n"
    files = [game.folder / entry.file for entry in read_mail_index(game)]
    assert [path.read_bytes() for path in files] == [FIRST, SECOND]


def test_eml_files(game: Game, tmp_path: Path) -> None:
    one, two = tmp_path / "un.eml", tmp_path / "deux.EML"
    one.write_bytes(FIRST)
    two.write_bytes(SECOND)
    said = judge("receive", game.folder, one, two)
    assert (said.code, said.err) == (0, "")
    both_are_in(game, said.out, str(one), str(two))
    again = judge("receive", game.folder, one)
    assert again.out == f"{one} : déjà pris, message n° 1.\n"


def test_a_folder_of_eml_files(game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "courrier"
    folder.mkdir()
    (folder / "b.eml").write_bytes(SECOND)
    (folder / "a.eml").write_bytes(FIRST)
    (folder / "note.txt").write_text("rien")
    said = judge("receive", game.folder, folder)
    both_are_in(game, said.out, f"{folder}/a.eml", f"{folder}/b.eml")
    with pytest.raises(Unreadable) as refused:
        list(mails_in(tmp_path / "tsar" / "private"))
    assert [problem.code for problem in refused.value.problems] == ["mailbox-unknown"]


@pytest.mark.parametrize("name", ["boite.mbox", "boite"])
def test_an_mbox(name: str, game: Game, tmp_path: Path) -> None:
    path = tmp_path / name
    head = b"From jo@exemple.fr Tue Dec  1 11:00:00 2026\n"
    other = b"From pia@exemple.it Tue Dec  1 11:00:01 2026\n"
    first, second = (data.replace(b"\r\n", b"\n") for data in (FIRST, SECOND))
    path.write_bytes(head + first + b"\n" + other + second)
    assert is_mail_source(path)
    before = path.read_bytes()
    said = judge("receive", game.folder, path)
    assert said.out.splitlines() == [line.format(f"{path}:1", f"{path}:2") for line in LINES["fr"]]
    kept = [(game.folder / e.file).read_bytes() for e in read_mail_index(game)]
    assert kept == [first, second]
    assert path.read_bytes() == before
    arrived = [origin.arrived for origin in mails_in(path)]
    assert arrived == [utc("2026-12-01 11:00:00"), utc("2026-12-01 11:00:01")]


def test_a_maildir(game: Game, tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "Maildir", create=True)
    (tmp_path / "Maildir/new/1796122800.M1.mx").write_bytes(FIRST)
    (tmp_path / "Maildir/cur/1796122801.M2.mx:2,S").write_bytes(SECOND)
    before = tree(tmp_path / "Maildir")
    said = judge("receive", game.folder, tmp_path / "Maildir")
    names = [f"{tmp_path}/Maildir/1796122800.M1.mx", f"{tmp_path}/Maildir/1796122801.M2.mx"]
    both_are_in(game, said.out, *names)
    assert tree(tmp_path / "Maildir") == before
    arrived = [origin.arrived for origin in mails_in(tmp_path / "Maildir")]
    assert arrived == [utc("2026-12-01 11:00:00"), utc("2026-12-01 11:00:01")]
    box.close()


def test_standard_input(game: Game) -> None:
    one = judge("receive", game.folder, "-", stdin=FIRST)
    two = judge_process("receive", game.folder, "-", stdin=SECOND)
    both_are_in(game, one.out + two.out, "-", "-")


def test_an_mbox_on_standard_input(game: Game) -> None:
    head = b"From jo@exemple.fr Tue Dec  1 11:00:00 2026\n"
    said = judge("receive", game.folder, "-", stdin=head + FIRST + b"\n" + head + SECOND)
    assert said.out.splitlines() == [line.format("-:1", "-:2") for line in LINES["fr"]]


def test_a_sheet_on_standard_input(game: Game) -> None:
    said = judge("receive", game.folder, "-", "--power", "France", stdin=b"A Par - Bou\n")
    assert (said.code, said.err) == (0, "")
    assert pending(game, "France") == "A Par - Bou\n"
    nobody = judge("receive", game.folder, "-", stdin=b"A Par - Bou\n")
    assert nobody.code == 1
    assert "[receive-no-power]" in nobody.err


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (FIRST, True),
        (b"Received: x\nSubject: y\n\nA Par - Bou\n", True),
        (b"Partie: tsar\nPuissance: France\n\nA Par - Bou\n", False),
        (b"From joe@example.org\nPuissance: Angleterre\n", False),
        (b"FRANCE\nA Par - Bou\n", False),
        (b"", False),
    ],
)
def test_what_is_a_mail(data: bytes, is_one: bool) -> None:
    assert is_mail(data) == is_one


def test_a_text_file_is_a_sheet_whatever_it_looks_like(game: Game, tmp_path: Path) -> None:
    """Such files were sheets before there was mail, and stay so."""
    path = tmp_path / "france.txt"
    path.write_bytes(b"From jo@exemple.fr Tue Dec  1 11:00:00 2026\nA Par - Bou\n")
    said = judge("receive", game.folder, path)
    assert (said.code, said.out) == (0, f"{path} : feuille n° 1 (France, Printemps 1901).\n")
    assert not (game.folder / "private/mail").exists()


def test_a_refused_mail_is_said_and_is_no_failure(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "loup.eml"
    path.write_bytes(mail("A Par - Bou\n", sender="loup@bois.fr", subject="[tsar/France]"))
    said = judge("receive", game.folder, path)
    assert (said.code, said.out) == (0, "")
    assert said.err == (
        f"{path} : mis de côté dans private/refused/0001.eml : l'adresse de l'expéditeur n'est pas "
        "enregistrée pour cette puissance\n"
    )


def test_nothing_named_is_wrong_usage(game: Game) -> None:
    said = judge("receive", game.folder)
    assert said.code == 2
    assert said.err.endswith("Indiquez des fichiers, ou --imap.\n")
    gone = judge("receive", game.folder, "absent.eml")
    assert (gone.code, "[file-missing]" in gone.err) == (1, True)
