"""Mails broken at random: whatever is left of one, it is taken or refused, and never raises."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.post.filing import OneMail
from judge.post.message import read_mail
from tests.post.mailing import SETTINGS, mail_game

MAILS = sorted((Path(__file__).parent / "mails").glob("*.eml"))
PIECES = [
    b"\n\n",
    b"--",
    b"Content-Type: multipart/mixed; boundary=x\n",
    b"Content-Transfer-Encoding: base64\n",
    b"=?utf-8?B?",
    b"; charset=utf-16",
    b"format=flowed; delsp=yes",
    b"\x00\x1b\x85",
    b"\xff\xfe",
    "Puissance: France  Clé: k\n".encode(),
    b"Partie: napoleon\n",
    b"Presse:\n",
    b"AUTRICHE\nITALIE\n",
    b"Absent du 32/13 au 99/99\n",
    b"Absent du 1/1/9999 au 31/12/9999\n",
    b"Hiver 9999\n",
    b"Printemps 0\n",
    b"si A Vie delogee : ",
    b"<blockquote><!--",
    b"&#xD800;&#0;&bogus;",
    b'"(;',
]


def broken(data: bytes, dice: random.Random) -> bytes:
    """A mail with up to twelve pieces put in, taken out, changed or doubled."""
    out = bytearray(data)
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(out) + 1)
        how = dice.randrange(4)
        if how == 0:
            out[at:at] = dice.choice(PIECES)
        elif how == 1:
            del out[at : at + dice.randint(1, 60)]
        elif how == 2 and at < len(out):
            out[at] = dice.randrange(256)
        else:
            out[at:at] = out[at : at + dice.randint(1, 500)]
    return bytes(out)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    yield mail_game(tmp_path_factory.mktemp("broken") / "tsar", {"France": "k"})


@pytest.mark.parametrize("seed", range(8))
def test_broken_mails(seed: int, game: Game) -> None:
    dice = random.Random(seed)
    for path in MAILS:
        data = broken(path.read_bytes(), dice)
        entry, writes = OneMail(game, SETTINGS, [], read_mail(data), 1, "").taken("0" * 64)
        taken = [part for part in entry.parts if not part.refused]
        assert bool(entry.refused) == (not taken), path.name
        assert all(name.startswith("private/") for name in writes), path.name


@pytest.mark.parametrize("year", [1900, 2200, 9999])
def test_a_time_at_the_end_of_the_calendar_is_none(year: int) -> None:
    stamp = f"Received: from a by b; Fri, 1 Jan {year:04} 00:00:00 +0000\n\nA Par - Bou\n"
    assert read_mail(stamp.encode()).received is None
