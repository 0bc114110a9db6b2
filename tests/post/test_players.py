"""`judge player` and `private/players.yaml`: addresses, keys, and what may not stand there."""

import re
from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.post.players import (
    KeyRing,
    Players,
    Seat,
    change_players,
    hash_key,
    players_text,
    read_players,
)
from judge.problems import Unreadable
from tests.cli.command import judge, judge_process
from tests.post.mailing import mail_game

NOBODY = "aucune adresse ; sans clé ; l'adresse suffit"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    assert judge("new", tmp_path / "tsar").code == 0
    return Game(tmp_path / "tsar")


def seat(game: Game, power: str) -> Seat:
    return read_players(game).seat(game.board.power_numbers[power])


def test_addresses_are_added_and_taken_off(game: Game) -> None:
    said = judge("player", game.folder, "France", "--address", "Jo@Exemple.fr")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        f"Allemagne : {NOBODY}",
        f"Angleterre : {NOBODY}",
        f"Autriche : {NOBODY}",
        "France : jo@exemple.fr ; sans clé ; l'adresse suffit",
        f"Italie : {NOBODY}",
        f"Russie : {NOBODY}",
        f"Turquie : {NOBODY}",
    ]
    judge("player", game.folder, "France", "--address", "jo@b.fr", "--address", "jo@exemple.fr")
    assert seat(game, "France") == Seat(("jo@exemple.fr", "jo@b.fr"))
    judge("player", game.folder, "France", "--remove", "JO@exemple.fr")
    assert seat(game, "France") == Seat(("jo@b.fr",))
    judge("player", game.folder, "France", "--remove", "jo@b.fr")
    assert read_players(game).seats == {}


def test_a_new_key_is_shown_once_and_opens(game: Game) -> None:
    said = judge("player", game.folder, "France", "--address", "jo@b.fr", "--new-key")
    match = re.match(r"Clé : ([a-z0-9-]{19})\n", said.out)
    assert match is not None
    assert "France : jo@b.fr ; clé enregistrée ; adresse et clé\n" in said.out
    france = game.board.power_numbers["France"]
    ring = KeyRing(read_players(game))
    assert ring.opens(france, match[1])
    assert not ring.opens(france, match[1] + "x")
    assert match[1] not in (game.folder / "private/players.yaml").read_text()
    assert match[1] not in judge("player", game.folder).out


def test_a_key_is_read_from_the_input_and_taken_off(game: Game) -> None:
    said = judge_process("player", game.folder, "France", "--key-input", stdin="étoilé\n".encode())
    assert said.code == 0
    france = game.board.power_numbers["France"]
    assert KeyRing(read_players(game)).opens(france, "e\u0301toile\u0301")
    assert judge("player", game.folder, "France", "--no-key").code == 0
    assert seat(game, "France") == Seat()
    empty = judge_process("player", game.folder, "France", "--key-input", stdin=b"\n")
    assert (empty.code, "[key-empty]" in empty.err) == (1, True)


def test_what_is_asked_of_all_is_kept(game: Game) -> None:
    options = ["--auth", "key", "--press", "anonymous", "--public", "names", "--tag", "required"]
    assert judge("player", game.folder, *options).code == 0
    asked = Players(auth="key", press="anonymous", public="names", tag="required")
    assert read_players(game) == asked
    assert judge("player", game.folder, "Italie", "--address", "pia@b.it").code == 0
    assert read_players(game).auth == "key"


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["France", "--address", "jo"], 1, "[game-value]"),
        (["France", "--address", "a@b@c"], 1, "[game-value]"),
        (["France", "--address", "jo@b.fr\nBcc: x@y.fr"], 1, "[game-value]"),
        (["Ruritanie"], 1, "[unknown-power]"),
        (["--new-key"], 2, "Indiquez la puissance."),
        (["--auth", "personne"], 2, "--auth"),
    ],
)
def test_wrong_usage(arguments: list[str], code: int, word: str, game: Game) -> None:
    said = judge("player", game.folder, *arguments)
    assert (said.code, said.out, word in said.err) == (code, "", True)
    assert not (game.folder / "private/players.yaml").exists()


def test_the_file_is_read_back_as_it_was_written(game: Game) -> None:
    france, italy = (game.board.power_numbers[p] for p in ("France", "Italie"))
    players = Players(
        auth="both",
        press="none",
        seats={
            france: Seat(("a@b.fr", "c@d.fr"), hash_key("x", b"0" * 16)),
            italy: Seat(("e@f.it",)),
        },
    )
    change_players(game, players)
    assert read_players(game) == players
    assert players_text(game, players) == (
        "format: 1\n"
        "auth: both\n"
        "tag: optional\n"
        "press: none\n"
        "public: count\n"
        "players:\n"
        "  France:\n"
        '    addresses: ["a@b.fr", "c@d.fr"]\n'
        f'    key: "{hash_key("x", b"0" * 16)}"\n'
        "  Italie:\n"
        '    addresses: ["e@f.it"]\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        "[]\n",
        "format: 2\n",
        "format: 1\nauth: personne\n",
        "format: 1\nclé: x\n",
        "format: 1\nplayers: []\n",
        "format: 1\nplayers: {Ruritanie: {addresses: []}}\n",
        "format: 1\nplayers: {France: {addresses: jo@b.fr}}\n",
        "format: 1\nplayers: {France: {addresses: [jo]}}\n",
        "format: 1\nplayers: {France: {key: secret}}\n",
        "format: 1\nplayers: {France: {adresses: []}}\n",
    ],
)
def test_what_the_file_may_not_say(text: str, game: Game) -> None:
    (game.folder / "private/players.yaml").write_text(text, "utf-8")
    with pytest.raises(Unreadable) as refused:
        read_players(game)
    assert [problem.code for problem in refused.value.problems] == ["game-value"]
    assert "secret" not in str(refused.value.problems[0].details)


def test_what_is_asked_depends_on_the_key(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar", {"France": "x"})
    players = read_players(game)
    france, italy = (game.board.power_numbers[p] for p in ("France", "Italie"))
    assert (players.needs(france), players.needs(italy)) == ("both", "address")
    ring = KeyRing(Players(auth="both", seats=players.seats))
    assert ring.refusal(italy, "pia@exemple.it", "") == "mail-key-missing"
    assert ring.refusal(italy, "pia@exemple.it", "x") == "mail-key-wrong"
    ring = KeyRing(Players(auth="address", seats=players.seats))
    assert ring.refusal(france, "jo@exemple.fr", "") == ""


def test_a_mail_with_many_keys_is_not_tried_for_ever(tmp_path: Path) -> None:
    game = mail_game(tmp_path / "tsar", {"France": "x"})
    ring, france = KeyRing(read_players(game)), game.board.power_numbers["France"]
    assert [ring.opens(france, f"essai {n}") for n in range(KeyRing.TRIES)] == [False] * 12
    assert not ring.opens(france, "x")
    assert KeyRing(read_players(game)).opens(france, "x")
