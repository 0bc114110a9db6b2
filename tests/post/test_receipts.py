"""Receipts: what a player is answered, word for word, and to whom."""

import email
import email.policy
from email.message import EmailMessage
from pathlib import Path

from judge.gamefiles import Game
from tests.cli.command import judge
from tests.post.mailing import ADDRESSES, mail, mail_game, take

DEADLINES = """\
format: 1
zone: Europe/Paris
movement: 3
fixed: {S1901M: 2026-12-01T20:00}
"""


def letter(game: Game, name: str) -> EmailMessage:
    data = (game.folder / "private/outbox" / f"{name}.eml").read_bytes()
    found = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def body(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    text = part.get_content()
    assert isinstance(text, str)
    return text.replace("\r\n", "\n")


FULL = """\
Partie tsar, France : accusé de réception
Votre message, reçu le mardi 1er décembre 2026 à 21:10 (Europe/Paris), porte le n° 1.

Feuille n° 1, Printemps 1901.
SHA-256 : {sha256}
C'est elle qui compte à présent.
Notée comme définitive : la phase peut être jugée avant l'échéance dès que toutes le sont.
Absence notée, du 24 décembre 2026 au 1er janvier 2027.
Votre presse sera publiée avec le compte rendu.

Voici comment chaque ligne est lue :
    1  Armée Paris vers Bourgogne  A Par - Bou
    2  A Mar - Esp                 A Mar - Esp

Pour la suite :
    2  A Mar - Esp retraite Gas    A Mar retraite Gas

Sans ordre : F Bre

Problèmes :
  ligne 3 : région inconnue « Mnn »
       F Bre - Mnn
       Vouliez-vous dire Man (Manche) ou Nrd (Mer du Nord) ou Noi (Mer Noire) ?

Laissé de côté :
  message cité (3 lignes)
  | Le 30 nov. 2026 à 10:00, Arbitre a écrit :
  | > Printemps 1901
  | …
  signature (2 lignes)
  | --
  | Jo
  ce qui n'est pas un ordre (1 ligne)
  | Bonjour maître,

Échéance : mardi 1er décembre 2026 à 20:00 (Europe/Paris).
Votre message est en retard (2 heures commencées).
"""

SENT = """\
Bonjour maître,

Armée Paris vers Bourgogne
A Mar - Esp retraite Gas
F Bre - Mnn
Définitif
Absent du 24/12 au 1/1
Presse:
Vive la France !
Ordres:

Le 30 nov. 2026 à 10:00, Arbitre a écrit :
> Printemps 1901
> Clé: coq\x20gaulois
--\x20
Jo
"""


def test_a_receipt_says_all(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar")
    (game.folder / "private/deadlines.yaml").write_text(DEADLINES)
    at = "Tue, 1 Dec 2026 20:10:00 +0000"
    taken = take(game, mail(SENT, at=at, subject="[tsar] mes ordres", message_id="<1@x.fr>"))
    message = letter(game, "receipt-0001-france")
    (part,) = taken.entry.parts
    assert body(message) == FULL.format(sha256=part.sheet)
    assert [(name, str(value)) for name, value in message.items()] == [
        ("To", "jo@exemple.fr"),
        ("Subject", "Re: [tsar] mes ordres"),
        ("Message-ID", str(message["Message-ID"])),
        ("In-Reply-To", "<1@x.fr>"),
        ("References", "<1@x.fr>"),
        ("Auto-Submitted", "auto-replied"),
        ("X-Auto-Response-Suppress", "All"),
        ("X-Judge-Power", "France"),
        ("Content-Type", 'text/plain; charset="utf-8"'),
        ("Content-Transfer-Encoding", "quoted-printable"),
        ("MIME-Version", "1.0"),
    ]


def test_a_receipt_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    letters = []
    for name in ("un", "deux"):
        game = mail_game(tmp_path / name)
        take(game, mail(SENT))
        letters.append((game.folder / "private/outbox/receipt-0001-france.eml").read_bytes())
    assert letters[0] == letters[1]


def test_a_refusal_says_why(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar", {"France": "coq gaulois"})
    take(game, mail("Clé: coq\nA Par - Bou\n"))
    assert body(letter(game, "receipt-0001-france")) == (
        "Partie tsar, France : accusé de réception\n"
        "Votre message, reçu le mardi 1er décembre 2026 à 11:00 (UTC), porte le n° 1.\n"
        "\n"
        "Il ne compte pas : la clé n'est pas celle de cette puissance.\n"
        "\n"
        "Échéance : l'arbitre la dira.\n"
    )


def test_a_sheet_with_nothing_to_read_is_shown_with_its_problems(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar")
    take(game, mail("A Prs - Bou\n"))
    lines = body(letter(game, "receipt-0001-france")).splitlines()
    assert lines[3] == "Il ne compte pas : aucune ligne du message ne se lit comme un ordre."
    assert "  ligne 1 : région inconnue « Prs »" in lines
    assert "       A Prs - Bou" in lines
    assert "Sans ordre : F Bre, A Mar, A Par" in lines


def test_a_sheet_that_came_too_early_to_count_says_so(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar")
    take(game, mail("A Par - Bou\n"))
    take(game, mail("A Par - Pic\n", at="Tue, 1 Dec 2026 10:00:00 +0000", message_id="<2@x.fr>"))
    text = body(letter(game, "receipt-0002-france"))
    assert "Feuille n° 2, Printemps 1901.\n" in text
    assert "Elle ne compte pas : une feuille reçue plus tard est déjà là.\n" in text


def test_the_deadline_told_is_the_one_after_an_absence_just_announced(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar")
    rules = "format: 1\nzone: Europe/Paris\nabsence_limit: 5\nmovement: 3\n"
    (game.folder / "private/deadlines.yaml").write_text(rules)
    judge("send", game.folder, "--results", "--dry-run", "--now", "2026-12-01T10:00")
    take(game, mail("Absent du 4/12 au 5/12\n"))
    due = "Échéance : dimanche 6 décembre 2026 à 20:00 (Europe/Paris).\n"
    assert body(letter(game, "receipt-0001-france")).endswith(due)


def test_an_answer_goes_to_every_registered_address_and_to_no_other(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar")
    said = judge("player", game.folder, "France", "--address", "jo@travail.fr")
    assert said.code == 0
    reply = "Reply-To: loup@bois.fr\nCc: pia@exemple.it\n"
    take(game, mail("A Par - Bou\n", headers=reply))
    message = letter(game, "receipt-0001-france")
    assert message["To"] == "jo@exemple.fr, jo@travail.fr"
    assert {"Cc", "Bcc", "Reply-To"} & set(message.keys()) == set()


def test_headers_cannot_be_injected(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar")
    subject = "=?utf-8?q?=5Btsar=5D_x=0D=0ABcc:_pia=40exemple=2Eit=0D=0A=0D=0Acorps?="
    message_id = "<1@x.fr>\n References: <2@x.fr>"
    data = mail("A Par - Bou\n", subject=subject, message_id=message_id)
    take(game, data)
    raw = (game.folder / "private/outbox/receipt-0001-france.eml").read_bytes()
    names = [line.split(b":")[0] for line in raw.split(b"\r\n\r\n")[0].split(b"\r\n")]
    assert b"Bcc" not in names
    message = letter(game, "receipt-0001-france")
    assert message["Subject"] == "Re: [tsar] x Bcc: pia@exemple.it corps"
    assert message["To"] == ADDRESSES["France"]
    assert message["In-Reply-To"] == "<1@x.fr>"


def test_an_english_game_answers_in_english(tmp_path: Path) -> None:
    assert judge("new", tmp_path / "tsar", "--language", "en").code == 0
    said = judge("player", tmp_path / "tsar", "France", "--address", "jo@exemple.fr")
    assert said.code == 0
    game = Game(tmp_path / "tsar")
    taken = take(game, mail("A Par - Bur\nFinal\n"))
    (part,) = taken.entry.parts
    assert body(letter(game, "receipt-0001-france")) == (
        "Game tsar, France: receipt\n"
        "Your message, received on Tuesday 1 December 2026 at 11:00 (UTC), has number 1.\n"
        "\n"
        "Sheet no. 1, Spring 1901.\n"
        f"SHA-256: {part.sheet}\n"
        "It is the one that counts now.\n"
        "Noted as final: the phase can be ruled before the deadline once all are.\n"
        "\n"
        "This is how each line is read:\n"
        "    1  A Par - Bur  A PAR - BUR\n"
        "\n"
        "Without orders: F BRE, A MAR\n"
        "\n"
        "Deadline: the game master will tell.\n"
    )
