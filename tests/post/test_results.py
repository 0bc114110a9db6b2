"""Results, press and reminders: what each player is sent after a ruling, and that it is once."""

import email
import email.policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.phase import Phase
from judge.post.calendar import read_calendar
from judge.post.message import read_mail
from tests.cli.command import judge
from tests.cli.small_game import AUTUMN, RETREATS, SPRING, small_game
from tests.cli.small_game import send as lay_small
from tests.playing import correct, lay_ready
from tests.post.mailing import ADDRESSES, mail, mail_game, take, utc

HOLD = dict.fromkeys(ADDRESSES, "toutes mes unités tiennent\n")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return mail_game(tmp_path / "tsar")


def compose(game: Game, *options: str, now: str = "2026-12-01T18:00") -> list[str]:
    """Write letters without sending them; those that wait."""
    said = judge("send", game.folder, "--dry-run", "--now", now, *options)
    assert (said.code, said.err) == (0, "")
    return [line.removesuffix(" : en attente.") for line in said.out.splitlines()]


def clear(game: Game) -> None:
    """As if all had been sent."""
    sent = game.folder / "private/sent"
    sent.mkdir(exist_ok=True)
    for path in (game.folder / "private/outbox").glob("*"):
        path.rename(sent / path.name)


def letter(game: Game, name: str) -> EmailMessage:
    paths = [p for p in (game.folder / "private").glob("*/*.eml") if p.stem == name]
    (path,) = paths
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    said = part.get_content()
    assert isinstance(said, str)
    return said.replace("\r\n", "\n")


def rule(game: Game) -> None:
    said = judge("run", game.folder, "--missing-hold")
    assert said.code == 0, said.err


def of(power: str, letters: list[str]) -> list[str]:
    return [name for name in letters if name.endswith(f"-{power}")]


def test_results_are_written_once(game: Game) -> None:
    first = compose(game, "--results")
    mark = first[0].split("-")[2]
    assert first == [f"results-start-{mark}-{power.lower()}" for power in sorted(ADDRESSES)]
    assert compose(game, "--results") == first
    clear(game)
    assert compose(game, "--results") == ["Rien à envoyer."]
    rule(game)
    second = compose(game, "--results")
    assert len(second) == 7
    assert all(name.startswith("results-s1901m-") for name in second)
    clear(game)
    assert compose(game, "--results") == ["Rien à envoyer."]


def test_results_for_nobody(tmp_path: Path) -> None:
    assert judge("new", tmp_path / "tsar").code == 0
    said = judge("send", tmp_path / "tsar", "--results", "--dry-run")
    assert (said.code, "[players-none]" in said.err) == (1, True)
    assert not (tmp_path / "tsar/private/mail").exists()


def test_a_thread_stays_a_thread(game: Game) -> None:
    names = []
    for _ in range(3):
        (name,) = of("france", compose(game, "--results"))
        names.append(name)
        clear(game)
        rule(game)
    ids = [letter(game, name)["Message-ID"] for name in names]
    assert len(set(ids)) == 3
    threads = [(m["In-Reply-To"], m["References"]) for m in (letter(game, n) for n in names)]
    assert threads == [(None, None), (ids[0], ids[0]), (ids[1], f"{ids[0]} {ids[1]}")]


def test_two_games_of_one_name_have_no_letter_in_common(tmp_path: Path) -> None:
    """Else a mailer that knows the first would hide the second."""
    ids = []
    for number in (1, 2):
        game = mail_game(tmp_path / str(number) / "tsar")
        compose(game, "--results", now=f"2026-12-0{number}T18:00")
        at = f"Tue, {number} Dec 2026 12:00:00 +0100"
        take(game, mail("A Par - Bou\n", at=at, message_id=f"<{number}@x.fr>"))
        paths = sorted((game.folder / "private/outbox").glob("*france.eml"))
        ids.append({read_mail(path.read_bytes()).message_id for path in paths})
    assert [len(found) for found in ids] == [2, 2]
    assert ids[0] & ids[1] == set()


def test_a_game_that_began_without_mail_is_told_its_last_phase_only(game: Game) -> None:
    rule(game)
    rule(game)
    (name,) = of("france", compose(game, "--results"))
    assert name.startswith("results-f1901m-")
    said = text(letter(game, name))
    assert said.startswith("Automne 1901 · tsar\n")
    assert "Printemps 1901 · tsar" not in said


def test_phases_ruled_since_the_last_letters_come_together(tmp_path: Path) -> None:
    small_game(tmp_path / "tsar")
    game = Game(tmp_path / "tsar")
    for power in ("Allemagne", "France"):
        judge("player", game.folder, power, "--address", ADDRESSES[power])
    compose(game, "--results")
    clear(game)
    for sheets in (SPRING, RETREATS, AUTUMN):
        lay_small(game.folder, sheets)
        rule(game)
    (name,) = of("france", compose(game, "--results"))
    said = text(letter(game, name))
    reports = [
        (game.folder / f"{folder}/report.txt").read_text("utf-8")
        for folder in ("1901-1-printemps", "1901-2-retraites", "1901-3-automne")
    ]
    assert said.startswith("\n".join(reports))
    assert said.endswith(judge("sheet", game.folder, "France").out)
    assert letter(game, name)["Subject"] == "[petite/France] Hiver 1901"


def test_who_has_nothing_to_order_is_told_so(tmp_path: Path) -> None:
    small_game(tmp_path / "tsar")
    game = Game(tmp_path / "tsar")
    judge("player", game.folder, "France", "--address", ADDRESSES["France"])
    lay_small(game.folder, SPRING)
    rule(game)
    (name,) = compose(game, "--results")
    message = letter(game, name)
    nothing = "Vous n'avez rien à ordonner dans cette phase (Retraites du printemps 1901).\n"
    assert text(message).endswith(nothing)
    assert [a.get_content_type() for a in message.iter_attachments()] == ["image/svg+xml"]


def test_a_correction_is_told_again(game: Game) -> None:
    compose(game, "--results")
    lay_ready(game.folder, {power.lower(): sheet for power, sheet in HOLD.items()})
    rule(game)
    compose(game, "--results")
    clear(game)
    assert correct(game.folder, "S1901M", {"france": "A Par - Bou\n"}).code == 0
    (name,) = of("france", compose(game, "--results"))
    assert "PHASE CORRIGÉE" in text(letter(game, name))


def test_the_end_of_a_game(game: Game) -> None:
    compose(game, "--results")
    clear(game)
    rule(game)
    assert judge("end", game.folder, "--concede", "France").code == 0
    (name,) = of("france", compose(game, "--results"))
    message = letter(game, name)
    assert message["Subject"] == "[tsar/France] Fin de la partie"
    assert text(message) == (game.folder / "1901-1-printemps/report.txt").read_text("utf-8")


def test_a_map_goes_with_the_report(game: Game) -> None:
    rule(game)
    drawn = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
    (game.folder / "1901-1-printemps/map.png").write_bytes(drawn)
    (name,) = of("france", compose(game, "--results"))
    message = letter(game, name)
    sheet, picture = message.iter_attachments()
    assert sheet.get_filename() == "france.txt"
    assert (picture.get_filename(), picture.get_content_type()) == (
        "1901-1-printemps-map.png",
        "image/png",
    )
    assert picture.get_payload(decode=True) == drawn


def test_a_map_is_drawn_where_the_season_s_folder_has_none(game: Game) -> None:
    rule(game)
    (name,) = of("france", compose(game, "--results"))
    sheet, picture = letter(game, name).iter_attachments()
    assert sheet.get_filename() == "france.txt"
    assert (picture.get_filename(), picture.get_content_type()) == (
        "1901-1-printemps-map.svg",
        "image/svg+xml",
    )
    shown = judge("map", game.folder, "1901-1", "-o", "-").out
    assert picture.get_payload(decode=True) == shown.encode()


def test_a_phase_opens_when_its_players_know_of_it(game: Game) -> None:
    compose(game, "--results", now="2026-12-01T18:00")
    compose(game, "--results", now="2026-12-02T18:00")
    rule(game)
    clear(game)
    compose(game, "--results", now="2026-12-09T21:00")
    opened = read_calendar(game).opened
    assert opened == {
        Phase.parse("S1901M"): utc("2026-12-01 18:00"),
        Phase.parse("F1901M"): utc("2026-12-09 21:00"),
    }
    late = mail("A Bou - Mun\n", at="Wed, 9 Dec 2026 20:59:59 +0000")
    assert take(game, late).entry.refused == "mail-before-phase"
    in_time = mail("A Par - Pic\n", at="Wed, 9 Dec 2026 21:00:01 +0000", message_id="<2@x.fr>")
    assert take(game, in_time).entry.refused == ""


# ---------------------------------------------------------------- press


def press(game: Game) -> str:
    rule(game)
    (name,) = of("italie", compose(game, "--results"))
    said = text(letter(game, name))
    _, _, after = said.partition("\nPRESSE\n")
    return after.partition("\nRépondez")[0]


def with_press(game: Game) -> None:
    take(game, mail("A Par - Bou\nPresse:\nVive la France !\n\nEt la Bourgogne.\n"))
    take(game, mail("F Lon - Man\nPresse:\nGod save the King\n", "Angleterre"))
    take(game, mail("Presse:\nNeutre.\n", "Turquie"))


def test_press_is_signed(game: Game) -> None:
    with_press(game)
    assert press(game) == (
        "Angleterre :\n  God save the King\n\n"
        "France :\n  Vive la France !\n  Et la Bourgogne.\n\n"
        "Turquie :\n  Neutre.\n\n"
    ).removesuffix("\n")


def test_press_is_unsigned_where_the_game_says_so(game: Game) -> None:
    """In an order that is nobody's: not that of the powers."""
    judge("player", game.folder, "--press", "anonymous")
    with_press(game)
    said = press(game)
    texts = ["  God save the King", "  Vive la France !\n  Et la Bourgogne.", "  Neutre."]
    assert sorted(said.strip("\n").split("\n\n")) == sorted(f"Anonyme :\n{t}" for t in texts)
    assert [power for power in ADDRESSES if power in said.replace("la France", "")] == []


def test_a_game_without_press(game: Game) -> None:
    judge("player", game.folder, "--press", "none")
    with_press(game)
    assert press(game) == ""
    receipt = text(letter(game, "receipt-0001-france"))
    assert "La partie ne publie pas de presse : la vôtre est gardée.\n" in receipt


def test_the_press_that_came_last_counts(game: Game) -> None:
    for number, (hour, said) in enumerate([("14", "trois"), ("12", "un"), ("13", "deux")]):
        at = f"Tue, 1 Dec 2026 {hour}:00:00 +0100"
        take(game, mail(f"Presse:\n{said}\n", at=at, message_id=f"<{number}@x.fr>"))
    assert press(game) == "France :\n  trois\n"


def test_press_of_a_sheet_laid_ready(game: Game) -> None:
    lay_ready(game.folder, {"france": "A Par - Bou\nPresse:\nVive la France !\n"})
    assert press(game) == "France :\n  Vive la France !\n"


# ---------------------------------------------------------------- reminders

REMINDED = "format: 1\nzone: Europe/Paris\nreminders: [48, 6]\nfixed: {S1901M: 2026-12-03T20:00}\n"


def test_reminders_go_once_to_those_whose_sheet_is_missing(game: Game) -> None:
    (game.folder / "private/deadlines.yaml").write_text(REMINDED)
    take(game, mail(HOLD["France"]))
    lay_ready(game.folder, {"italie": "A Vns xxx\n"})
    clear(game)
    assert compose(game, "--remind", now="2026-12-01T19:59") == ["Rien à envoyer."]
    others = ["allemagne", "angleterre", "autriche", "italie", "russie", "turquie"]
    assert compose(game, "--remind", now="2026-12-01T20:00") == [
        f"reminder-s1901m-48h-{power}" for power in others
    ]
    message = letter(game, "reminder-s1901m-48h-italie")
    assert message["Subject"] == "[tsar/Italie] Printemps 1901 : rappel"
    unreadable = "Votre feuille d'ordres pour Printemps 1901 n'a aucune ligne lisible.\n"
    assert text(message).startswith(unreadable)
    assert text(letter(game, "reminder-s1901m-48h-russie")) == (
        "Votre feuille d'ordres pour Printemps 1901 n'est pas encore là.\n"
        "Échéance : jeudi 3 décembre 2026 à 20:00 (Europe/Paris).\n"
        "Répondez à ce message avec la feuille ci-dessous, complétée.\n"
        "\n" + judge("sheet", game.folder, "Russie").out
    )
    clear(game)
    assert compose(game, "--remind", now="2026-12-02T12:00") == ["Rien à envoyer."]
    take(game, mail(HOLD["Russie"], "Russie"))
    clear(game)
    again = compose(game, "--remind", now="2026-12-03T15:00")
    assert again == [f"reminder-s1901m-6h-{power}" for power in others if power != "russie"]
    clear(game)
    assert compose(game, "--remind", now="2026-12-03T20:00") == ["Rien à envoyer."]
