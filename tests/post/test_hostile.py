"""Hostile mails: none crashes or hangs the judge, leaves the game's folder, or reaches others.

Work is measured in processor time, with room for a slow machine; what is slow on purpose here takes
minutes where nothing guards against it.
"""

import base64
import re
import time
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.post.message import read_mail
from tests.cli.command import judge, tree
from tests.post.mailing import ADDRESSES, mail, mail_game, pending, take

SECONDS = 2.0

FROM = b"From: jo@exemple.fr\r\nSubject: [tsar] ordres\r\nMIME-Version: 1.0\r\n"
MIXED = FROM + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
PLAIN = FROM + b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
HTML = FROM + b"Content-Type: text/html; charset=utf-8\r\n\r\n"
ORDER = b"A Par - Bou\r\n"


def nested(depth: int) -> bytes:
    """Multiparts in multiparts, with an order in the innermost one."""
    out = FROM
    for number in range(depth):
        out += b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (number, number)
    return out + b"Content-Type: text/plain\r\n\r\n" + ORDER


def messages_in_messages(depth: int) -> bytes:
    return FROM + b"Content-Type: message/rfc822\r\n\r\n" * depth + ORDER


def zip_bomb() -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("autriche.txt", b"A Vie - Gal\n" * 4_000_000)
    part = base64.encodebytes(packed.getvalue())
    head = b"Content-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return MIXED + b"--b\r\n\r\n" + ORDER + b"--b\r\n" + head + part + b"--b--\r\n"


def alias_bomb() -> bytes:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    head = (
        b"Content-Disposition: attachment; filename=ordres.yaml\r\nContent-Type: text/yaml\r\n\r\n"
    )
    bomb = "\r\n".join(rows).encode()
    return MIXED + b"--b\r\n\r\n" + ORDER + b"--b\r\n" + head + bomb + b"\r\n--b--\r\n"


def named(name: bytes) -> bytes:
    """An attachment with orders whose file is called so."""
    head = b'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="%s"\r\n\r\n'
    return MIXED + b"--b\r\n" + head % name + ORDER + b"--b--\r\n"


TAKEN: dict[str, Callable[[], bytes]] = {
    "zip bomb": zip_bomb,
    "alias bomb": alias_bomb,
    "a way up in a file's name": lambda: named(b"../../../../tmp/autriche.txt"),
    "an absolute path as a file's name": lambda: named(b"/etc/passwd.txt"),
    "control characters": lambda: PLAIN + b"\x1b[2J\x07\x00\r\n" + ORDER + b"\x1b]0;titre\x07\r\n",
    "signs that turn the direction": lambda: PLAIN + "\u202eA Par - Bou\u202c\r\n".encode(),
    "four multiparts": lambda: nested(4),
    "a thousand tags": lambda: HTML + b"<blockquote></blockquote>" * 1000 + b"A Par - Bou",
    "a charset that is none": lambda: PLAIN.replace(b"utf-8", b"zlib_codec") + ORDER,
    "headers twice": lambda: b"Subject: x\r\n" + b"Subject: y\r\n" * 500 + PLAIN + ORDER,
}
"""Mails that are odd and say one order all the same: it counts."""

REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "fifty megabytes": (lambda: PLAIN + ORDER * 4_100_000, "mail-too-large"),
    "ten thousand parts": (
        lambda: MIXED + b"--b\r\n\r\nA Par - Bou\r\n" * 10_000,
        "mail-too-many-parts",
    ),
    "a thousand multiparts deep": (lambda: nested(1000), "mail-too-many-parts"),
    "messages in messages": (lambda: messages_in_messages(1000), "mail-too-many-parts"),
    "a million lines": (lambda: PLAIN + b"\r\n" * 3_000_000, "mail-too-many-parts"),
    "a header of a megabyte": (
        lambda: FROM + b"X-Long: " + b"x" * 1_000_000 + b"\r\n\r\n" + ORDER,
        "mail-malformed",
    ),
    "a hundred thousand headers": (
        lambda: FROM + b"X: y\r\n" * 100_000 + b"\r\n" + ORDER,
        "mail-malformed",
    ),
    "parameters without end": (
        lambda: FROM + b"Content-Type: text/plain" + b";a=b" * 20_000 + b"\r\n\r\n" + ORDER,
        "mail-malformed",
    ),
    "parameters without end inside": (
        lambda: MIXED + b"--b\r\nContent-Type: text/plain" + b";" * 4_000_000 + b"\r\n\r\n",
        "mail-malformed",
    ),
    "many orders": (lambda: PLAIN + b"A Par, " * 280 * 300, "mail-too-long"),
    "many lines": (lambda: PLAIN + ORDER * 100_000, "mail-too-long"),
    "lines of junk": (
        lambda: PLAIN + b"A Prs - Bxu S F Brst , A Mrslle - Espgne\r\n" * 390,
        "mail-no-orders",
    ),
    "many conditions": (
        lambda: PLAIN + b"si A Par delogee : si si si si si si\r\n" * 390,
        "mail-empty",
    ),
    "greater-than signs": (lambda: PLAIN + b">" * 7_000_000, "mail-empty"),
    "unclosed tags": (lambda: HTML + b"<a <b <!-- > < <div class=' " * 250_000, "mail-empty"),
    "open blockquotes": (lambda: HTML + b"<blockquote><p>" * 500_000, "mail-empty"),
    "ampersands": (lambda: HTML + b"&" * 7_000_000, "mail-too-long"),
    "attributions without end": (
        lambda: PLAIN + b"Le 1 le 1 a ecrit le 1 a ecri wrot wrote <a@b\r\n" * 4900,
        "mail-too-long",
    ),
    "base64 that is none": (
        lambda: (
            PLAIN.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: base64\r\n\r\n")
            + b"=====!" * 900_000
        ),
        "mail-empty",
    ),
    "games without end": (
        lambda: PLAIN + b"".join(b"Partie: t%d\r\nA Par - Bou\r\n" % n for n in range(2000)),
        "mail-other-game",
    ),
    "keys without end": (
        lambda: PLAIN + b"".join(b"Puissance: Italie  Key: k%d\r\n" % n for n in range(380)),
        "mail-unknown-sender",
    ),
    "nothing at all": (lambda: b"", "mail-unknown-sender"),
    "no mail at all": (lambda: bytes(range(256)) * 5000, "mail-malformed"),
}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path / "tsar")


def taken_in_time(game: Game, data: bytes) -> str:
    """Why a mail was refused; it may take two seconds of work, and touch only what is its own."""
    outside = tree(game.folder.parent / "other")
    start = time.process_time()
    taken = take(game, data)
    assert time.process_time() - start < SECONDS
    assert (game.folder / taken.entry.file).read_bytes() == data
    assert tree(game.folder.parent / "other") == outside
    assert {p.name for p in game.folder.parent.iterdir()} <= {"tsar", "other", "config"}
    for path in (game.folder / "private").rglob("*"):
        assert re.fullmatch(r"[a-z0-9.-]+|S1901M", path.name), path
    for path in (game.folder / "private/outbox").glob("*"):
        assert read_mail(path.read_bytes()).recipients == (ADDRESSES["France"],)
    return taken.entry.refused


@pytest.mark.parametrize("name", sorted(TAKEN))
def test_odd_mails_whose_order_counts(name: str, game: Game) -> None:
    assert taken_in_time(game, TAKEN[name]()) == ""
    assert pending(game, "France") == "A Par - Bou\n"
    checked = judge("check", game.folder)
    assert "A Par - Bou" in checked.out


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_hostile_mails(name: str, game: Game) -> None:
    make, refused = REFUSED[name]
    assert taken_in_time(game, make()) == refused
    assert list((game.folder / "private/pending").iterdir()) == []


def test_a_receipt_shows_no_control_characters(game: Game) -> None:
    take(game, TAKEN["control characters"]())
    (letter,) = (game.folder / "private/outbox").glob("*")
    text = read_mail(letter.read_bytes()).text
    assert [c for c in text if not c.isprintable() and c != "\n"] == []


def test_a_power_that_injects_a_header(game: Game) -> None:
    data = mail("A Par - Bou\n", subject="[tsar/France\n Bcc: pia@exemple.it]")
    assert take(game, data).entry.refused == "mail-power-unknown"
    text = "Puissance: France\u2028Bcc: pia@exemple.it\nA Par - Bou\n"
    take(game, mail(text, message_id="<2@x.fr>"))
    for path in (game.folder / "private/outbox").glob("*"):
        letter = read_mail(path.read_bytes())
        assert letter.recipients == (ADDRESSES["France"],)
        assert b"\nBcc:" not in path.read_bytes().split(b"\r\n\r\n")[0]


@pytest.mark.parametrize("folder", ["private/outbox", "private/mail", "private/pending"])
def test_a_folder_that_leads_elsewhere(folder: str, game: Game, tmp_path: Path) -> None:
    """A link in the game's folder is not followed out of it."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    place = game.folder / folder
    if place.exists():
        place.rmdir()
    place.symlink_to(elsewhere, target_is_directory=True)
    path = tmp_path / "un.eml"
    path.write_bytes(mail("A Par - Bou\n"))
    said = judge("receive", game.folder, path)
    assert said.code == 1
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["mail/index.yaml", "mail/opened.yaml", "mail/results.yaml", "deadlines.yaml"]
)
@pytest.mark.parametrize(
    "text", ["a: [", "[1, 2]\n", "- {}\n", "x: y\n", "&a [*a]\n", "- - -\n", "\0", "3\n"]
)
def test_damaged_private_files_are_told(name: str, text: str, game: Game) -> None:
    path = game.folder / "private" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    mails = game.folder.parent / "un.eml"
    mails.write_bytes(mail("A Par - Bou\n"))
    for command in (["status"], ["send", "--results", "--dry-run"], ["receive", mails]):
        arguments = [str(a) for a in command[1:]]
        said = judge(str(command[0]), game.folder, *arguments)
        assert said.code in (0, 1)
        assert "Traceback" not in said.err
