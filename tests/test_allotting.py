"""Who plays what: wishes read, players drawn in an order anyone can check, fewer than seven."""

import hashlib
from pathlib import Path

import pytest

from judge.allotting import Wish, allot, drawn_order, read_wishes, seat
from judge.gamefiles import Game, Player
from judge.problems import Unreadable
from tests.boards import europe
from tests.cli.command import judge

GERMANY, ENGLAND, AUSTRIA, FRANCE, ITALY, RUSSIA, TURKEY = range(7)

WISHES = """\
# Partie d'essai
Jeanne: Autriche, France
Paul : France; Italie
Luc
Anne: france
Marc: TURQUIE; Angleterre   # et rien d'autre

Rose: France, Austria
Éloi: Russie
"""

READ = [
    Wish("Jeanne", (AUSTRIA, FRANCE)),
    Wish("Paul", (FRANCE, ITALY)),
    Wish("Luc", ()),
    Wish("Anne", (FRANCE,)),
    Wish("Marc", (TURKEY, ENGLAND)),
    Wish("Rose", (FRANCE, AUSTRIA)),
    Wish("Éloi", (RUSSIA,)),
]
NAMES = [wish.player for wish in READ]

DRAWN = {
    "essai": ["Anne", "Éloi", "Rose", "Jeanne", "Paul", "Marc", "Luc"],
    "graine 7": ["Jeanne", "Luc", "Marc", "Éloi", "Paul", "Anne", "Rose"],
}
"""The orders as `sha256sum` gives them."""


def wishes_of(*players: str) -> list[Wish]:
    return [wish for wish in READ if wish.player in players]


# ---------------------------------------------------------------- wishes


def test_wishes_are_read() -> None:
    assert read_wishes(WISHES, europe(), "joueurs.txt") == READ


def test_powers_may_be_named_in_either_language_and_without_accents() -> None:
    text = "A: Allemagne, Germany\nB: ANGLETERRE, england\nC: autriche, AUSTRIA"
    assert read_wishes(text, europe(), "joueurs.txt") == [
        Wish("A", (GERMANY, GERMANY)),
        Wish("B", (ENGLAND, ENGLAND)),
        Wish("C", (AUSTRIA, AUSTRIA)),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# personne\n", "   \n# rien"])
def test_no_wishes(text: str) -> None:
    assert read_wishes(text, europe(), "joueurs.txt") == []


def test_every_line_that_cannot_be_understood_is_told() -> None:
    text = "Jeanne: Gaule\nPaul: France\nPaul: Italie\n: Russie\n_x: Turquie\nLuc: Suisse, Perse\n"
    with pytest.raises(Unreadable) as caught:
        read_wishes(text, europe(), "joueurs.txt")
    found = [(p.code, p.severity, p.file, p.line, p.text) for p in caught.value.problems]
    lines = text.splitlines()
    assert found == [
        ("unknown-power", "error", "joueurs.txt", 1, lines[0]),
        ("game-value", "error", "joueurs.txt", 3, lines[2]),
        ("game-value", "error", "joueurs.txt", 4, lines[3]),
        ("game-value", "error", "joueurs.txt", 5, lines[4]),
        ("unknown-power", "error", "joueurs.txt", 6, lines[5]),
        ("unknown-power", "error", "joueurs.txt", 6, lines[5]),
    ]


@pytest.mark.parametrize("name", ["Jean-Paul", "O'Neill", "M. Dupont", "Zoé 2", "A", "x" * 40])
def test_plain_names(name: str) -> None:
    assert read_wishes(f"{name}: France", europe(), "") == [Wish(name, (FRANCE,))]


@pytest.mark.parametrize("name", ["x" * 41, "-Paul", "Paul\u202e", "a/b", "<b>", "a@b.fr"])
def test_names_that_are_refused(name: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_wishes(f"{name}: France", europe(), "")
    assert [p.code for p in caught.value.problems] == ["game-value"]


# ---------------------------------------------------------------- the draw


@pytest.mark.parametrize("seed", DRAWN)
def test_the_order_is_that_of_the_digests(seed: str) -> None:
    assert drawn_order(NAMES, seed) == DRAWN[seed]
    assert drawn_order(sorted(NAMES), seed) == DRAWN[seed]
    assert drawn_order(NAMES[::-1], seed) == DRAWN[seed]
    digests = [hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest() for name in DRAWN[seed]]
    assert digests == sorted(digests)


def test_another_seed_is_another_order() -> None:
    orders = {tuple(drawn_order(NAMES, str(n))) for n in range(50)}
    assert len(orders) == 50


ALLOTTED = {
    "essai": {
        GERMANY: "Jeanne",
        ENGLAND: "Luc",
        AUSTRIA: "Rose",
        FRANCE: "Anne",
        ITALY: "Paul",
        RUSSIA: "Éloi",
        TURKEY: "Marc",
    },
    "graine 7": {
        GERMANY: "Luc",
        ENGLAND: "Anne",
        AUSTRIA: "Jeanne",
        FRANCE: "Paul",
        ITALY: "Rose",
        RUSSIA: "Éloi",
        TURKEY: "Marc",
    },
}


@pytest.mark.parametrize("seed", DRAWN)
def test_everyone_takes_the_dearest_power_left(seed: str) -> None:
    assert allot(READ, range(7), seed) == ALLOTTED[seed]
    assert allot(READ[::-1], range(7), seed) == ALLOTTED[seed]
    assert seat(europe(), READ, seed) == (ALLOTTED[seed], ())


def test_without_wishes_the_draw_alone_decides() -> None:
    bare = [Wish(name, ()) for name in NAMES]
    assert list(allot(bare, range(7), "essai").values()) == DRAWN["essai"]


def test_nobody_gets_what_a_happier_player_did_not_want() -> None:
    """Whoever has a power they did not wish for had all their wishes taken before them."""
    for n in range(60):
        seed = str(n)
        allotted = allot(READ, range(7), seed)
        has = {player: power for power, player in allotted.items()}
        turn = {player: at for at, player in enumerate(drawn_order(NAMES, seed))}
        assert sorted(allotted) == list(range(7)) and sorted(has) == sorted(NAMES)
        for wish in READ:
            power = has[wish.player]
            better = (
                wish.powers[: wish.powers.index(power)] if power in wish.powers else wish.powers
            )
            assert all(turn[allotted[p]] < turn[wish.player] for p in better)


# ---------------------------------------------------------------- fewer than seven

SEATS: dict[int, tuple[list[str], dict[int, str], tuple[int, ...]]] = {
    6: (
        ["Jeanne", "Paul", "Anne", "Marc", "Rose", "Éloi"],
        {
            GERMANY: "Jeanne",
            ENGLAND: "Paul",
            AUSTRIA: "Rose",
            FRANCE: "Anne",
            RUSSIA: "Éloi",
            TURKEY: "Marc",
        },
        (ITALY,),
    ),
    5: (
        ["Jeanne", "Paul", "Anne", "Rose", "Éloi"],
        {
            ENGLAND: "Jeanne",
            AUSTRIA: "Rose",
            FRANCE: "Anne",
            RUSSIA: "Éloi",
            TURKEY: "Paul",
        },
        (GERMANY, ITALY),
    ),
    4: (
        ["Jeanne", "Paul", "Anne", "Éloi"],
        {
            GERMANY: "Paul",
            ENGLAND: "Jeanne",
            AUSTRIA: "Anne",
            FRANCE: "Anne",
            ITALY: "Éloi",
            RUSSIA: "Éloi",
            TURKEY: "Paul",
        },
        (),
    ),
    3: (
        ["Paul", "Anne", "Rose"],
        {
            GERMANY: "Rose",
            ENGLAND: "Rose",
            AUSTRIA: "Rose",
            FRANCE: "Anne",
            ITALY: "Paul",
            RUSSIA: "Paul",
            TURKEY: "Anne",
        },
        (),
    ),
}


@pytest.mark.parametrize("players", SEATS)
def test_fewer_players(players: int) -> None:
    names, seated, idle = SEATS[players]
    assert seat(europe(), wishes_of(*names), "essai") == (seated, idle)


def test_a_wish_for_one_power_of_a_group_is_a_wish_for_the_group() -> None:
    wishes = [Wish("Anne", (TURKEY,)), Wish("Paul", (RUSSIA,)), Wish("Rose", (ENGLAND,))]
    seated, idle = seat(europe(), wishes, "n'importe")
    assert seated == {
        GERMANY: "Rose",
        ENGLAND: "Rose",
        AUSTRIA: "Rose",
        FRANCE: "Anne",
        ITALY: "Paul",
        RUSSIA: "Paul",
        TURKEY: "Anne",
    }
    assert idle == ()


def test_a_wish_for_a_power_in_disorder_says_nothing() -> None:
    wishes = [Wish(name, (ITALY, RUSSIA) if name == "Anne" else ()) for name in NAMES[:6]]
    seated, idle = seat(europe(), wishes, "essai")
    # Anne is drawn first.
    assert (seated[RUSSIA], idle) == ("Anne", (ITALY,))


@pytest.mark.parametrize("players", [0, 1, 2, 8])
def test_numbers_that_the_table_does_not_have(players: int) -> None:
    wishes = [Wish(f"J{n}", ()) for n in range(players)]
    with pytest.raises(Unreadable) as caught:
        seat(europe(), wishes, "essai")
    (problem,) = caught.value.problems
    assert problem.code == "players-count"
    assert dict(problem.details) == {"players": players, "powers": 7}


# ---------------------------------------------------------------- a game


def players_of(folder: Path) -> dict[str, str]:
    players = Game(folder).facts.players
    assert {p.since for p in players} == {"S1901M"}
    return {p.power: p.name for p in players}


@pytest.mark.parametrize("seed", DRAWN)
def test_a_new_game_says_who_plays_what_and_by_which_draw(seed: str, tmp_path: Path) -> None:
    file, folder = tmp_path / "joueurs.txt", tmp_path / "partie"
    file.write_text(WISHES, "utf-8")
    said = judge("new", folder, "--name", "partie", "--players", file, "--seed", seed)
    assert (said.code, said.err) == (0, "")
    keys = [p.key for p in europe().powers]
    assert players_of(folder) == {keys[p]: name for p, name in ALLOTTED[seed].items()}
    facts = Game(folder).facts
    assert (facts.seed, facts.idle) == (seed, ())
    told = said.out.splitlines()[1:]
    assert told == [f"  {power} : {name}" for power, name in players_of(folder).items()]


def test_the_games_name_is_the_seed_where_none_is_given(tmp_path: Path) -> None:
    file, folder = tmp_path / "joueurs.txt", tmp_path / "partie"
    file.write_text(WISHES, "utf-8")
    assert judge("new", folder, "--name", "essai", "--players", file).code == 0
    keys = [p.key for p in europe().powers]
    assert players_of(folder) == {keys[p]: name for p, name in ALLOTTED["essai"].items()}
    assert Game(folder).facts.seed == "essai"


def test_a_new_game_of_five(tmp_path: Path) -> None:
    names, seated, _ = SEATS[5]
    lines = [line for line in WISHES.splitlines() if line.split(":")[0].strip() in names]
    file, folder = tmp_path / "joueurs.txt", tmp_path / "partie"
    file.write_text("\n".join(lines), "utf-8")
    assert judge("new", folder, "--name", "cinq", "--players", file, "--seed", "essai").code == 0
    facts = Game(folder).facts
    keys = [p.key for p in europe().powers]
    assert facts.players == tuple(Player(keys[p], name, "S1901M") for p, name in seated.items())
    assert facts.idle == ("Allemagne", "Italie")


@pytest.mark.parametrize("text", ["Jeanne: Gaule\n", "Jeanne\nPaul\n", ""])
def test_wrong_players_make_no_game(text: str, tmp_path: Path) -> None:
    file, folder = tmp_path / "joueurs.txt", tmp_path / "partie"
    file.write_text(text, "utf-8")
    said = judge("new", folder, "--name", "partie", "--players", file)
    assert said.code == 1 and said.err
    assert not folder.exists()


def test_without_players_nobody_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    assert judge("new", folder, "--name", "partie").code == 0
    facts = Game(folder).facts
    assert (facts.players, facts.idle, facts.seed) == ((), (), "")
