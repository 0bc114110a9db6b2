"""What becomes of a mail: whose it is, whether it may be, which sheet counts, what is kept."""

from pathlib import Path

import pytest

from judge.gamefiles import Game, digest, read_index
from judge.post.mailindex import mail_index_text, read_mail_index
from judge.post.players import Players, Seat, change_players, hash_key
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
    assert (again.is_new, again.entry.number) == (False, 1)
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
