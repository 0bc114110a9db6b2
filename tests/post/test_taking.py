"""What becomes of a mail: whose it is, whether it may be, which sheet counts, what is kept."""

from pathlib import Path

import pytest

from judge.gamefiles import Game, digest, read_index
from judge.post.mailindex import mail_index_text, read_mail_index
from judge.post.players import Players, Seat, change_players, hash_key, read_players
from judge.post.settings import Settings
from judge.post.taking import Origin, Taker
from tests.cli.command import judge, tree
from tests.playing import lay_ready
from tests.post.mailing import (
    ADDRESSES,
    SETTINGS,
    mail,
    mail_game,
    pending,
    refusals,
    take,
    utc,
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


# ---------------------------------------------------------------- taken


def test_a_mail_becomes_a_sheet_and_a_receipt(game: Game) -> None:
    data = mail(ORDERS)
    taken = take(game, data)
    assert taken.is_new
    assert refusals(taken.entry) == ("", [("France", "")])
    sheet = ORDERS.encode()
    files = tree(game.folder / "private")
    assert files["mail/0001.eml"] == data
    assert files["received/0001.txt"] == sheet
    assert files["pending/france.txt"] == sheet
    assert outbox(game) == ["receipt-0001-france.eml"]
    (entry,) = read_mail_index(game)
    assert entry == taken.entry
    assert (entry.number, entry.sha256, entry.received) == (
        1,
        digest(data),
        utc("2026-12-01 11:00"),
    )
    (part,) = entry.parts
    assert (part.phase, part.number, part.sheet) == ("S1901M", 1, digest(sheet))
    (received,) = read_index(game)
    assert (received.number, received.power, received.phase) == (1, "France", "S1901M")


def test_a_mail_is_taken_once(game: Game) -> None:
    data = mail(ORDERS)
    take(game, data)
    before = tree(game.folder)
    again = take(game, data)
    assert (again.is_new, again.receipts, again.entry.number) == (False, 0, 1)
    assert tree(game.folder) == before


def test_a_mail_that_comes_by_two_ways_counts_once(game: Game) -> None:
    take(game, mail(ORDERS, at="Tue, 1 Dec 2026 12:00:00 +0100"))
    take(game, mail("A Par - Pic\n", at="Tue, 1 Dec 2026 13:00:00 +0100", message_id="<2@x.fr>"))
    late = take(game, mail(ORDERS, at="Tue, 1 Dec 2026 14:00:00 +0100"))
    assert refusals(late.entry) == ("mail-twice", [])
    assert pending(game, "France") == "A Par - Pic\n"
    assert outbox(game) == ["receipt-0001-france.eml", "receipt-0002-france.eml"]


def test_another_text_under_a_known_name_is_another_mail(game: Game) -> None:
    take(game, mail(ORDERS))
    other = take(game, mail("A Par - Pic\n", at="Tue, 1 Dec 2026 13:00:00 +0100"))
    assert refusals(other.entry) == ("", [("France", "")])
    assert pending(game, "France") == "A Par - Pic\n"


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_sheet_that_the_server_took_in_last_counts(order: tuple[int, ...], game: Game) -> None:
    """Whatever order the mails are read in, and whatever their own `Date` says."""
    texts = ["A Par - Pic\n", "A Par - Gas\n", "A Par - Bou\n"]
    hours = ["10:00:00 +0000", "12:00:00 +0100", "11:00:01 +0000"]
    mails = [
        mail(
            text,
            at=f"Tue, 1 Dec 2026 {hour}",
            headers=f"Date: Tue, 1 Dec 2026 0{9 - number}:00:00 +0000\n",
            message_id=f"<{number}@exemple.fr>",
        )
        for number, (text, hour) in enumerate(zip(texts, hours, strict=True))
    ]
    for number in order:
        take(game, mails[number])
    assert pending(game, "France") == "A Par - Bou\n"
    assert len(read_index(game)) == 3


def test_only_the_topmost_server_is_believed(game: Game) -> None:
    """A sender can write `Received` lines too: below those of the servers."""
    forged = "Received: from a by b; Wed, 2 Dec 2026 12:00:00 +0100\n"
    take(game, mail("A Par - Pic\n", at="Tue, 1 Dec 2026 12:00:00 +0100", headers=forged))
    data = mail("A Par - Bou\n", at="Tue, 1 Dec 2026 12:30:00 +0100", message_id="<2@x.fr>")
    take(game, data)
    assert pending(game, "France") == "A Par - Bou\n"


def test_a_server_may_be_named_whose_time_counts(game: Game) -> None:
    settings = Settings(sender=SETTINGS.sender, server="MX.exemple.fr")
    inner = "Received: from mx.exemple.fr by store.exemple.fr; Wed, 2 Dec 2026 12:00:00 +0100\n"
    data = inner.replace("\n", "\r\n").encode() + mail(ORDERS)
    taken = Taker(game, settings).take(Origin("essai", data))
    assert taken.entry.received == utc("2026-12-01 11:00")


def test_a_mail_without_a_servers_line_came_when_its_mailbox_says(game: Game) -> None:
    taken = take(game, mail(ORDERS, at=""), utc("2026-12-01 09:30"))
    assert taken.entry.received == utc("2026-12-01 09:30")
    nowhere = take(game, mail("A Par - Pic\n", at="", message_id="<2@x.fr>"))
    assert nowhere.entry.received is None
    assert pending(game, "France") == "A Par - Pic\n"


def test_a_sheet_laid_ready_by_hand_gives_way_to_a_mail(game: Game) -> None:
    lay_ready(game.folder, {"france": "A Par - Gas\n"})
    take(game, mail(ORDERS))
    assert pending(game, "France") == ORDERS


def test_an_unreadable_mail_does_not_replace_a_sheet(game: Game) -> None:
    take(game, mail(ORDERS))
    for number, text in enumerate(["A Prs - Bxu\n", "merci !\n", ""]):
        at = f"Tue, 1 Dec 2026 13:0{number}:00 +0100"
        taken = take(game, mail(text, at=at, message_id=f"<{number}@x.fr>"))
        assert taken.entry.refused == ("mail-no-orders" if number == 0 else "mail-empty")
    assert pending(game, "France") == ORDERS


def test_sheets_sent_early_wait_for_their_phase(game: Game) -> None:
    taken = take(game, mail("Automne 1901\nA Bou - Mun\n"))
    assert [(p.phase, p.refused) for p in taken.entry.parts] == [("F1901M", "")]
    assert pending(game, "France") is None
    later = game.folder / "private/later/F1901M/france.txt"
    assert later.read_text() == "Automne 1901\nA Bou - Mun\n"
    by_subject = mail("A Bou - Bel\n", subject="[tsar] Automne 1901", message_id="<2@x.fr>")
    take(game, by_subject)
    assert later.read_text() == "Automne 1901\nA Bou - Bel\n"


# ---------------------------------------------------------------- several in one


def test_one_mail_for_several_powers(tmp_path: Path) -> None:
    addresses = {**ADDRESSES, "Italie": ADDRESSES["France"]}
    game = mail_game(tmp_path / "tsar", addresses=addresses)
    text = (
        "Puissance: France\nA Par - Bou\n\nPuissance: Italie\nA Ven - Tyr\n"
        "Puissance: Turquie\nA Con - Bul\nPuissance: France\nF Bre - Man\n"
    )
    taken = take(game, mail(text))
    assert refusals(taken.entry) == (
        "",
        [("Italie", ""), ("Turquie", "mail-unknown-sender"), ("France", "")],
    )
    assert pending(game, "Italie") == "Puissance: Italie\nA Ven - Tyr\n"
    sheet = pending(game, "France")
    assert sheet is not None
    lines = [line for line in sheet.splitlines() if line]
    assert lines == ["Puissance: France", "A Par - Bou", "Puissance: France", "F Bre - Man"]
    assert pending(game, "Turquie") is None
    assert outbox(game) == ["receipt-0001-france.eml", "receipt-0001-italie.eml"]


def test_one_mail_for_several_games(game: Game) -> None:
    text = "Partie: napoleon\nPuissance: Italie\nA Ven - Tyr\n\nPartie: tsar\nPuissance: France\n"
    taken = take(game, mail(text + ORDERS, subject="ordres"))
    assert refusals(taken.entry) == ("", [("", "mail-other-game"), ("France", "")])
    assert pending(game, "France") == "Partie: tsar\nPuissance: France\n" + ORDERS


def test_headings_part_the_powers_of_a_mail(tmp_path: Path) -> None:
    addresses = {**ADDRESSES, "Italie": ADDRESSES["France"]}
    game = mail_game(tmp_path / "tsar", addresses=addresses)
    take(game, mail("FRANCE\nA Par - Bou\nITALIE :\nA Ven - Tyr\n"))
    assert pending(game, "France") == "FRANCE\nA Par - Bou\n"
    assert pending(game, "Italie") == "ITALIE :\nA Ven - Tyr\n"


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


def test_a_player_of_several_powers_must_say_which(tmp_path: Path) -> None:
    addresses = {**ADDRESSES, "Italie": ADDRESSES["France"]}
    game = mail_game(tmp_path / "tsar", addresses=addresses)
    assert take(game, mail(ORDERS)).entry.refused == "mail-which-power"
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


# ---------------------------------------------------------------- which phase


def played(game: Game) -> None:
    """Rule the spring with every unit holding."""
    assert judge("run", game.folder, "--missing-hold").code == 0


@pytest.mark.parametrize(
    ("subject", "text"),
    [("[tsar]", "Printemps 1901\n" + ORDERS), ("[tsar] Printemps 1901", ORDERS)],
)
def test_a_sheet_for_a_phase_gone_by(subject: str, text: str, game: Game) -> None:
    played(game)
    taken = take(game, mail(text, subject=subject, at="Wed, 2 Dec 2026 12:00:00 +0100"))
    assert taken.entry.refused == "mail-old-phase"
    assert pending(game, "France") is None


def test_a_mail_older_than_the_phase_names_its_phase(game: Game) -> None:
    """Sent for the spring and read after it was ruled: it may not count for the autumn."""
    take(game, mail(ORDERS, at="Tue, 1 Dec 2026 12:00:00 +0100"))
    played(game)
    late = mail("A Bou - Mun\n", at="Tue, 1 Dec 2026 11:59:00 +0100", message_id="<2@x.fr>")
    assert take(game, late).entry.refused == "mail-before-phase"
    named = mail(
        "Automne 1901\nA Bou - Mun\n",
        at="Tue, 1 Dec 2026 11:59:00 +0100",
        message_id="<3@x.fr>",
    )
    assert take(game, named).entry.refused == ""
    assert pending(game, "France") == "Automne 1901\nA Bou - Mun\n"


def test_a_mail_refused_in_one_phase_does_not_count_in_the_next(game: Game) -> None:
    data = mail(ORDERS, sender="jo@vacances.fr", subject="[tsar/France]")
    take(game, data)
    played(game)
    france = game.board.power_numbers["France"]
    change_players(game, Players(seats={france: Seat(("jo@vacances.fr",))}))
    assert take(game, data).is_new is False
    assert pending(game, "France") is None


def test_a_game_that_is_over_takes_nothing(game: Game) -> None:
    said = judge("end", game.folder, "--concede", "France")
    assert said.code == 0, said.err
    assert take(game, mail(ORDERS)).entry.refused == "game-ended"


# ---------------------------------------------------------------- notes


def test_notes_for_the_judge_are_no_lines_of_the_sheet(game: Game) -> None:
    text = ORDERS + "Définitif\nabsent du 24/12 au 2 janvier\nPresse:\nVive la France !\n"
    taken = take(game, mail(text))
    (part,) = taken.entry.parts
    assert part.is_final and part.has_press
    assert part.absent is not None
    assert [str(day) for day in part.absent] == ["2026-12-24", "2027-01-02"]
    assert pending(game, "France") == ORDERS
    press = game.folder / "private/press/S1901M/france.txt"
    assert press.read_text("utf-8") == "Vive la France !\n"


@pytest.mark.parametrize(
    "text",
    ["Définitif\n", "Presse:\nVive la France !\n", "Absente du 1/12/2026 au 3/12/2026\n"],
)
def test_a_note_alone_replaces_no_sheet(text: str, game: Game) -> None:
    take(game, mail(ORDERS))
    data = mail(text, at="Tue, 1 Dec 2026 13:00:00 +0100", message_id="<2@x.fr>")
    assert refusals(take(game, data).entry) == ("", [("France", "")])
    assert pending(game, "France") == ORDERS


def test_the_account_is_read_back_as_it_was_written(game: Game) -> None:
    take(game, mail(ORDERS + "Définitif\nPresse:\nx\n"))
    take(game, mail(ORDERS, sender="loup@bois.fr", message_id='<"a:#[]{}@x>'))
    take(game, mail("Absent du 24/12 au 26/12\n", at="", message_id="<3@x.fr>"))
    entries = read_mail_index(game)
    text = (game.folder / "private/mail/index.yaml").read_text("utf-8")
    assert mail_index_text(entries) == text
    assert [entry.number for entry in entries] == [1, 2, 3]


def test_keys_are_stored_as_hashes_only(keyed: Game) -> None:
    take(keyed, mail("Clé: coq gaulois\n" + ORDERS))
    kept = {n for n, data in tree(keyed.folder).items() if b"coq gaulois" in data}
    assert kept == {"private/mail/0001.eml"}
    assert hash_key("a") != hash_key("a")
