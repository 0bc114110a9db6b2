"""Whose orders a mail is: for which game and power, and whether its sender may speak for it."""

from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.post.message import read_mail
from judge.post.players import Players, Seat, change_players, read_players
from tests.cli.command import judge, tree
from tests.post.mailing import (
    ADDRESSES,
    mail,
    mail_game,
    pending,
    refusals,
    take,
)

ORDERS = "A Par - Bou\nA Mar - Esp\nF Bre - Man\n"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path / "tsar")


@pytest.fixture
def keyed(tmp_path: Path) -> Game:
    return mail_game(tmp_path / "tsar", {"France": "coq gaulois", "Italie": "louve"})


def outbox(game: Game) -> list[str]:
    return sorted(p.name for p in (game.folder / "private" / "outbox").glob("*"))


# ---------------------------------------------------------------- which game, which power


@pytest.mark.parametrize(
    ("subject", "refused"),
    [
        ("[tsar] ordres", ""),
        ("RE : [Tsar/France] Printemps 1901", ""),
        ("[diplo] [tsar] ordres", ""),
        ("[EXT] ordres", ""),
        ("tsar/France", ""),
        ("ordres", ""),
        ("ordres F/A", ""),
        ("[napoleon] ordres", "mail-other-game"),
        ("[napoleon/France]", "mail-other-game"),
        ("napoleon/France : ordres", "mail-other-game"),
        ("[tsar/Ruritanie]", "mail-power-unknown"),
        ("[tsar/Italie]", "mail-unknown-sender"),
    ],
)
def test_the_subject_says_which_game_and_power(subject: str, refused: str, game: Game) -> None:
    assert take(game, mail(ORDERS, subject=subject)).entry.refused == refused
    assert (pending(game, "France") is None) == bool(refused)


@pytest.mark.parametrize(
    ("address", "refused"),
    [
        ("judge+tsar@exemple.fr", ""),
        ("judge+tsar.france@exemple.fr", ""),
        ("judge+tsar-italie@exemple.fr", "mail-unknown-sender"),
        ("judge+napoleon@exemple.fr", "mail-other-game"),
        ("judge@exemple.fr", ""),
    ],
)
def test_the_address_says_which_game_and_power(address: str, refused: str, game: Game) -> None:
    data = mail(ORDERS, subject="ordres").replace(b"judge@exemple.fr", address.encode())
    assert take(game, data).entry.refused == refused


def test_a_game_may_require_its_name(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar", tag="required")
    assert take(game, mail(ORDERS, subject="ordres")).entry.refused == "mail-no-game"
    assert take(game, mail("Partie: tsar\n" + ORDERS, subject="ordres")).entry.refused == ""


def test_a_lists_own_tag_is_no_game(game: Game) -> None:
    listed = "List-Id: <diplo.exemple.fr>\n"
    taken = take(game, mail(ORDERS, subject="[diplo] ordres", headers=listed))
    assert taken.entry.refused == ""
    assert outbox(game) == []  # no answer goes to a list's mail
    other = mail(ORDERS, subject="[diplo] [napoleon] x", headers=listed, message_id="<2@x.fr>")
    assert take(game, other).entry.refused == "mail-other-game"


def test_a_heading_does_not_make_a_players_sheet_anothers(game: Game) -> None:
    """What France writes of Italy stays in the sheet of France, as its problem."""
    text = "A Par - Bou\nITALIE\nA Ven - Tyr\n"
    assert refusals(take(game, mail(text)).entry) == ("", [("France", "")])
    assert pending(game, "France") == text
    assert pending(game, "Italie") is None
    assert judge("run", game.folder, "--missing-hold").code == 0
    report = (game.folder / "1901-1-printemps/report.txt").read_text("utf-8")
    assert "A Ven - Tyr" not in report.partition("PROBLÈMES")[0]


def test_who_speaks_for_another_is_told_so(game: Game) -> None:
    taken = take(game, mail("Puissance: Italie\nA Ven - Tyr\n"))
    assert refusals(taken.entry) == ("mail-unknown-sender", [("Italie", "mail-unknown-sender")])
    assert outbox(game) == ["receipt-0001-france.eml"]
    letter = read_mail((game.folder / "private/outbox/receipt-0001-france.eml").read_bytes())
    assert letter.recipients == (ADDRESSES["France"],)
    assert letter.text.startswith("Partie tsar, Italie : accusé de réception\n")


def test_a_player_of_several_powers_must_say_which(tmp_path: Path) -> None:
    addresses = {**ADDRESSES, "Italie": ADDRESSES["France"]}
    game = mail_game(tmp_path / "tsar", addresses=addresses)
    assert take(game, mail(ORDERS)).entry.refused == "mail-which-power"
    assert outbox(game) == ["receipt-0001-france.eml"]
    named = mail("Puissance: France\n" + ORDERS, message_id="<2@x.fr>")
    assert take(game, named).entry.refused == ""


# ---------------------------------------------------------------- who may


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("Clé: coq gaulois\n", ""),
        ("clé : coq gaulois\n", ""),
        ("Key: coq gaulois\n", ""),
        ("Clef: coq gaulois\n", ""),
        ("Mot de passe: coq gaulois\n", ""),
        ("Clé :\n\ncoq gaulois\n", ""),
        ("Partie: tsar  Puissance: France  Clé: coq gaulois\n", ""),
        ("Partie: tsar, Puissance: France, Clé: coq gaulois\n", ""),
        ("Partie: tsar Puissance: France Clé: coq gaulois\n", ""),
        ("", "mail-key-missing"),
        ("Clé: coq\n", "mail-key-wrong"),
        ("Clé: louve\n", "mail-key-wrong"),
        ("> Clé: coq gaulois\n", "mail-key-missing"),
    ],
)
def test_a_key_is_wanted_where_one_is_set(line: str, refused: str, keyed: Game) -> None:
    taken = take(keyed, mail(line + ORDERS))
    assert taken.entry.refused == refused
    sheet = pending(keyed, "France")
    assert (sheet is None) == bool(refused)
    if sheet is not None:
        assert "coq" not in sheet and "gaulois" not in sheet
        assert sheet.endswith(ORDERS)


def test_an_address_alone_is_not_enough_nor_a_key_alone(keyed: Game) -> None:
    stranger = mail("Clé: coq gaulois\n" + ORDERS, sender="loup@bois.fr", subject="[tsar/France]")
    assert take(keyed, stranger).entry.refused == "mail-unknown-sender"
    another = mail("Puissance: France\nClé: coq gaulois\n" + ORDERS, power="Italie")
    assert take(keyed, another).entry.refused == "mail-unknown-sender"
    assert pending(keyed, "France") is None
    # Whoever has the key is told, at the addresses that are registered.
    assert outbox(keyed) == ["receipt-0001-france.eml", "receipt-0002-france.eml"]


def test_the_key_may_be_enough(tmp_path: Path) -> None:
    keys = {"France": "coq gaulois", "Italie": "louve"}
    game = mail_game(tmp_path / "tsar", keys, auth="key")
    data = mail("Clé: louve\nA Ven - Tyr\n", sender="phare@ile.fr")
    assert refusals(take(game, data).entry) == ("", [("Italie", "")])
    stranger = mail(ORDERS, sender="phare@ile.fr", message_id="<2@x.fr>")
    assert take(game, stranger).entry.refused == "mail-unknown-sender"


@pytest.mark.parametrize(
    "sender",
    [
        "loup@bois.fr",
        '"jo@exemple.fr" <loup@bois.fr>',
        "=?utf-8?q?jo=40exemple=2Efr?= <loup@bois.fr>",
        "jo@exemple.fr, loup@bois.fr",
        "loup@bois.fr (jo@exemple.fr)",
        "jo@exemple.fr.bois.fr",
        "",
    ],
)
def test_senders_that_only_look_right(sender: str, game: Game) -> None:
    data = mail(ORDERS, subject="[tsar/France]").replace(
        b"From: jo@exemple.fr", f"From: {sender}".encode()
    )
    taken = take(game, data)
    assert taken.entry.refused == "mail-unknown-sender"
    assert pending(game, "France") is None
    assert outbox(game) == []


def test_two_senders_are_none(game: Game) -> None:
    twice = mail(ORDERS, headers="From: loup@bois.fr\n", subject="[tsar/France]")
    assert take(game, twice).entry.refused == "mail-unknown-sender"


def test_a_refused_mail_is_kept_with_its_reason(game: Game) -> None:
    data = mail(ORDERS, sender="loup@bois.fr", subject="[tsar/France]")
    taken = take(game, data)
    assert taken.entry.file == "private/refused/0001.eml"
    assert (game.folder / taken.entry.file).read_bytes() == data
    reason = (game.folder / "private/refused/0001.txt").read_text("utf-8")
    assert reason == "l'adresse de l'expéditeur n'est pas enregistrée pour cette puissance\n"
    assert outbox(game) == []
    assert take(game, data).is_new is False


def test_a_refused_mail_counts_once_its_sender_is_registered(game: Game) -> None:
    data = mail(ORDERS, sender="jo@vacances.fr", subject="[tsar/France]")
    take(game, data)
    players = read_players(game)
    france = game.board.power_numbers["France"]
    seats = {**players.seats, france: Seat((ADDRESSES["France"], "jo@vacances.fr"))}
    change_players(game, Players(seats=seats))
    taken = take(game, data)
    assert (taken.is_new, taken.entry.refused, taken.entry.number) == (True, "", 1)
    assert pending(game, "France") == ORDERS
    private = tree(game.folder / "private")
    assert private["mail/0001.eml"] == data
    assert [name for name in private if name.startswith("refused/")] == []


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ("Auto-Submitted: auto-replied\n", "mail-automatic"),
        ("Auto-Submitted: no\n", ""),
        ("Return-Path: <>\n", "mail-automatic"),
        ("X-Autoreply: yes\n", "mail-automatic"),
        ("Precedence: auto_reply\n", "mail-automatic"),
        ("X-Judge-Power: France\n", "mail-automatic"),
        ("Precedence: bulk\n", ""),
    ],
)
def test_machines_give_no_orders(headers: str, refused: str, game: Game) -> None:
    assert take(game, mail(ORDERS, headers=headers)).entry.refused == refused
    answered = not refused and "bulk" not in headers
    assert outbox(game) == (["receipt-0001-france.eml"] if answered else [])


def test_our_own_mail_is_no_order(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar", addresses={"France": "judge@exemple.fr"})
    assert take(game, mail(ORDERS, sender="judge@exemple.fr")).entry.refused == "mail-own"
    assert outbox(game) == []
