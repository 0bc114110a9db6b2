"""The story of a game: centres by year, captures, eliminations, players, and the result scored."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from judge import ending, positionfile
from judge.ending import End, How, Limits
from judge.gamefiles import Facts, Game, Player, create
from judge.history import Year, result_of, table, years_of
from judge.phase import Phase
from judge.position import Position, opening
from judge.scoring import Result, Standing
from judge.season import Owners
from judge.words import words
from tests.boards import europe
from tests.cli.command import judge
from tests.coded_phases import codes, position_of
from tests.playing import current, play

GERMANY, ENGLAND, AUSTRIA, FRANCE, ITALY, RUSSIA, TURKEY = range(7)

START = opening(europe()).owners


def taken(owners: Owners, captures: Mapping[str, Sequence[str]]) -> Owners:
    """Owners after some captures, by power."""
    c = codes()
    held = dict(owners)
    for power, centres in captures.items():
        held |= {c.province(code): c.powers[power] for code in centres}
    return tuple(sorted(held.items()))


Y1901 = taken(START, {"FRANCE": ["SPA", "POR"], "ITALY": ["TUN"], "TURKEY": ["BUL"]})
Y1902 = taken(Y1901, {"ITALY": ["TRI", "VIE"], "RUSSIA": ["BUD"], "FRANCE": ["TUN"]})
Y1903 = taken(Y1902, {"ITALY": ["TUN"], "GERMANY": ["BEL"]})


def game_of(folder: Path, positions: Sequence[tuple[str, Owners]], facts: Facts) -> Game:
    """A game whose phases have these owners; the units are of no account."""
    game = create(folder, facts)
    units = opening(europe()).units
    for code, owners in positions:
        position = Position(Phase.parse(code), units, owners)
        name = folder / game.phase_folder(position.phase)
        name.mkdir(exist_ok=True)
        (name / "position.yaml").write_text(positionfile.write(europe(), position), "utf-8")
    return Game(folder)


def record(game: Game, how: How, phase: str, powers: tuple[int, ...], owners: Owners) -> Game:
    """The game, ended."""
    end = End(how, Phase.parse(phase), powers, "Guide II", owners)
    (game.folder / "end.yaml").write_text(ending.write(europe(), end), "utf-8")
    return Game(game.folder)


ALL: list[tuple[str, Owners]] = [
    ("S1901M", START),
    ("F1901M", START),
    ("W1901A", Y1901),
    ("S1902M", Y1901),
    ("S1902R", Y1901),
    ("F1902M", Y1901),
    ("S1903M", Y1902),
    ("F1903M", Y1902),
    ("F1903R", Y1902),
]


def until(code: str) -> list[tuple[str, Owners]]:
    """The phases of the story up to one."""
    return [found for found in ALL if Phase.parse(found[0]) <= Phase.parse(code)]


# ---------------------------------------------------------------- years


@pytest.mark.parametrize(
    ("last", "years"),
    [
        ("S1901M", [Year(1900, START)]),
        ("F1901M", [Year(1900, START)]),
        ("W1901A", [Year(1900, START), Year(1901, Y1901)]),
        ("S1902M", [Year(1900, START), Year(1901, Y1901)]),
        ("F1902M", [Year(1900, START), Year(1901, Y1901)]),
        ("S1903M", [Year(1900, START), Year(1901, Y1901), Year(1902, Y1902)]),
        ("F1903R", [Year(1900, START), Year(1901, Y1901), Year(1902, Y1902)]),
    ],
)
def test_years(last: str, years: list[Year], tmp_path: Path) -> None:
    assert years_of(game_of(tmp_path / "jeu", until(last), Facts(name="jeu"))) == years


@pytest.mark.parametrize("closed", ["F1903M", "F1903R"])
def test_the_last_year_of_a_game_that_the_rules_ended(closed: str, tmp_path: Path) -> None:
    game = game_of(tmp_path / "jeu", until(closed), Facts(name="jeu"))
    assert years_of(record(game, "victory", closed, (ITALY,), Y1903)) == [
        Year(1900, START),
        Year(1901, Y1901),
        Year(1902, Y1902),
        Year(1903, Y1903),
    ]


def test_a_winter_closes_a_year_without_a_capture(tmp_path: Path) -> None:
    phases = [*until("F1902M"), ("W1902A", Y1901)]
    assert years_of(game_of(tmp_path / "jeu", phases, Facts(name="jeu"))) == [
        Year(1900, START),
        Year(1901, Y1901),
        Year(1902, Y1901),
    ]


@pytest.mark.parametrize("agreed", ["S1902M", "S1902R", "F1902M"])
def test_an_agreement_closes_no_year(agreed: str, tmp_path: Path) -> None:
    """Nobody had a centre at the end of a year that was not played to its end."""
    game = record(
        game_of(tmp_path / "jeu", until(agreed), Facts(name="jeu")), "agreed", agreed, (3,), Y1901
    )
    assert years_of(game) == [Year(1900, START), Year(1901, Y1901)]


def test_an_agreement_in_winter_is_after_its_year(tmp_path: Path) -> None:
    game = game_of(tmp_path / "jeu", until("W1901A"), Facts(name="jeu"))
    game = record(game, "concession", "W1901A", (3,), Y1901)
    assert years_of(game) == [Year(1900, START), Year(1901, Y1901)]


def test_a_game_that_ended_in_its_first_year(tmp_path: Path) -> None:
    game = game_of(tmp_path / "jeu", until("F1901M"), Facts(name="jeu"))
    assert years_of(record(game, "draw", "F1901M", tuple(range(7)), Y1901)) == [
        Year(1900, START),
        Year(1901, Y1901),
    ]


def test_a_year_counts_its_centres() -> None:
    year = Year(1902, Y1902)
    assert [year.count(power) for power in range(7)] == [3, 3, 0, 6, 5, 5, 4]


# ---------------------------------------------------------------- the table

FRENCH = """\
Centres à la fin de chaque année :
      Alle Angl Autr Fran Ital Russ Turq
 1900    3    3    3    3    3    4    3
 1901    3    3    3    5    4    4    4
 1902    3    3    0    6    5    5    4
 1903    4    3    0    5    6    5    4

Centres, 1903 :
  Allemagne  ████ 4
  Angleterre ███ 3
  Autriche   0
  France     █████ 5
  Italie     ██████ 6
  Russie     █████ 5
  Turquie    ████ 4

Centres pris :
  1901
    Bul : Turquie
    Esp : France
    Por : France
    Tun : Italie
  1902
    Tun : France, pris à Italie
    Tri : Italie, pris à Autriche
    Bud : Russie, pris à Autriche
    Vie : Italie, pris à Autriche
    Autriche : éliminée
  1903
    Bel : Allemagne
    Tun : Italie, pris à France
"""

PLAYERS = """\

Joueurs :
  France : Jeanne
  Italie : Paul
  France : Luc, à partir de F1902M
"""


def lines(text: str) -> list[str]:
    return text.splitlines()


def by_year(text: Sequence[str]) -> list[str | list[str]]:
    """Lines with each year's captures in alphabetical order: theirs is the board's own."""
    out: list[str | list[str]] = []
    for line in text:
        if line.startswith("    "):
            if not out or isinstance(out[-1], str):
                out.append([])
            group = out[-1]
            assert isinstance(group, list)
            group.append(line)
        else:
            out.append(line)
    return [x if isinstance(x, str) else sorted(x) for x in out]


def history(game: Game, language: str = "fr") -> list[str]:
    return list(table(game, words(language)))


def test_the_whole_story(tmp_path: Path) -> None:
    players = (
        Player("France", "Jeanne", "S1901M"),
        Player("Italie", "Paul", "S1901M"),
        Player("France", "Luc", "F1902M"),
    )
    game = game_of(tmp_path / "jeu", until("F1903R"), Facts(name="jeu", players=players))
    game = record(game, "draw", "F1903R", (FRANCE, ITALY), Y1903)
    end = "\nPartie nulle entre France et Italie (Guide II)\n"
    told = history(game)
    assert by_year(told) == by_year(lines(FRENCH + PLAYERS + end))
    said = judge("history", tmp_path / "jeu")
    assert (said.code, said.out, said.err) == (0, "\n".join(told) + "\n", "")


ENGLISH = """\
Centres at the end of each year:
      Germ Engl Aust Fran Ital Russ Turk
 1900    3    3    3    3    3    4    3
 1901    3    3    3    5    4    4    4

Centres, 1901:
  Germany ███ 3
  England ███ 3
  Austria ███ 3
  France  █████ 5
  Italy   ████ 4
  Russia  ████ 4
  Turkey  ████ 4

Centres taken:
  1901
    BUL: Turkey
    POR: France
    SPA: France
    TUN: Italy
"""


def test_the_story_in_english(tmp_path: Path) -> None:
    facts = Facts(name="game", language="en", codes="english")
    game = game_of(tmp_path / "game", [*until("F1901M"), ("S1902M", Y1901)], facts)
    assert by_year(history(game, "en")) == by_year(lines(ENGLISH))


def test_a_game_that_has_only_begun(tmp_path: Path) -> None:
    game = game_of(tmp_path / "jeu", [], Facts(name="jeu"))
    assert history(game) == [
        "Centres à la fin de chaque année :",
        "      Alle Angl Autr Fran Ital Russ Turq",
        " 1900    3    3    3    3    3    4    3",
        "",
        "Centres, 1900 :",
        "  Allemagne  ███ 3",
        "  Angleterre ███ 3",
        "  Autriche   ███ 3",
        "  France     ███ 3",
        "  Italie     ███ 3",
        "  Russie     ████ 4",
        "  Turquie    ███ 3",
    ]


@pytest.mark.parametrize(
    ("how", "powers", "last"),
    [
        ("victory", (ITALY,), "Victoire : Italie (Guide II)"),
        ("draw", (FRANCE, ITALY, RUSSIA), "Partie nulle entre France, Italie et Russie (Guide II)"),
        ("agreed", (FRANCE, ITALY), "Partie nulle d'un commun accord : France et Italie"),
        ("concession", (ITALY,), "Victoire concédée à Italie"),
    ],
)
def test_the_last_line_says_how_it_ended(
    how: How, powers: tuple[int, ...], last: str, tmp_path: Path
) -> None:
    game = game_of(tmp_path / "jeu", until("F1902M"), Facts(name="jeu"))
    assert history(record(game, how, "F1902M", powers, Y1902))[-2:] == ["", last]


# ---------------------------------------------------------------- the result


def standings(
    owners: Owners, years: Sequence[int], sharing: tuple[int, ...]
) -> tuple[Standing, ...]:
    year = Year(0, owners)
    return tuple(Standing(p, year.count(p), years[p], p in sharing) for p in range(7))


def test_a_victory_is_a_solo(tmp_path: Path) -> None:
    game = game_of(tmp_path / "jeu", until("F1903R"), Facts(name="jeu"))
    game = record(game, "victory", "F1903R", (ITALY,), Y1903)
    expected = standings(Y1903, [3, 3, 1, 3, 3, 3, 3], (ITALY,))
    assert result_of(game) == Result(expected, True)


def test_so_is_a_concession(tmp_path: Path) -> None:
    phases = [*until("F1903R"), ("W1903A", Y1903)]
    game = game_of(tmp_path / "jeu", phases, Facts(name="jeu"))
    game = record(game, "concession", "W1903A", (FRANCE,), Y1903)
    expected = standings(Y1903, [3, 3, 1, 3, 3, 3, 3], (FRANCE,))
    assert result_of(game) == Result(expected, True)


@pytest.mark.parametrize(
    ("how", "phase", "owners", "years"),
    [
        ("draw", "F1903R", Y1903, [3, 3, 1, 3, 3, 3, 3]),
        # What is agreed during a year counts the years before it.
        ("agreed", "F1903R", Y1902, [2, 2, 1, 2, 2, 2, 2]),
    ],
)
def test_a_draw_is_none(
    how: How, phase: str, owners: Owners, years: list[int], tmp_path: Path
) -> None:
    game = game_of(tmp_path / "jeu", until("F1903R"), Facts(name="jeu"))
    game = record(game, how, phase, (FRANCE, ITALY), owners)
    expected = standings(owners, years, (FRANCE, ITALY))
    assert result_of(game) == Result(expected, False)


def test_a_game_that_goes_on_is_scored_as_a_draw_between_all_who_are_left(tmp_path: Path) -> None:
    game = game_of(tmp_path / "jeu", until("S1903M"), Facts(name="jeu"))
    left = (GERMANY, ENGLAND, FRANCE, ITALY, RUSSIA, TURKEY)
    expected = standings(Y1902, [2, 2, 1, 2, 2, 2, 2], left)
    assert result_of(game) == Result(expected, False)


def test_points_of_a_game(tmp_path: Path) -> None:
    game = game_of(tmp_path / "jeu", until("F1903R"), Facts(name="jeu"))
    record(game, "draw", "F1903R", (FRANCE, ITALY, RUSSIA), Y1903)
    said = judge("score", tmp_path / "jeu")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "Guide",
        "  Allemagne    4        -60",
        "  Angleterre   3        -60",
        "  Autriche     0        -60",
        "  France       5         80",
        "  Italie       6         80",
        "  Russie       5         80",
        "  Turquie      4        -60",
    ]
    said = judge("score", tmp_path / "jeu", "--system", "squares", "--json")
    # Σn² = 16 + 9 + 25 + 36 + 25 + 16.
    assert said.out == (
        '{\n "Allemagne": "1600/127",\n "Angleterre": "900/127",\n "Autriche": "0",\n'
        ' "France": "2500/127",\n "Italie": "3600/127",\n "Russie": "2500/127",\n'
        ' "Turquie": "1600/127"\n}\n'
    )


# ---------------------------------------------------------------- a game that was played


def test_a_small_game_as_it_was_played(tmp_path: Path) -> None:
    """Two powers, an autumn, a retreat onto a centre, a winter: the story knows it all."""
    folder = tmp_path / "petite"
    game = create(folder, Facts(name="petite", limits=Limits(victory=5)))
    position = position_of(
        "S1901M",
        {"GERMANY": ["A VEN", "A MUN"], "ITALY": ["A APU", "F ADR"]},
        {"GERMANY": ["MUN"], "ITALY": ["NAP", "ROM", "VEN"]},
    )
    first = folder / game.current.name / "position.yaml"
    first.write_text(positionfile.write(europe(), position), "utf-8")
    hold = {"allemagne": "toutes mes unités tiennent", "italie": "toutes mes unités tiennent"}
    play(folder, hold)
    attack = {
        "allemagne": "A Ven xxx\nA Mun - Tyr",
        "italie": "A Apu - Ven\nF Adr S A Apu - Ven",
    }
    play(folder, attack)
    assert current(folder) == "F1901R"
    play(folder, {"allemagne": "A Ven retraite Rom"})
    game = Game(folder)
    assert current(folder) == "S1902M"
    c = codes()
    mun, nap, rom, ven = (c.province(code) for code in ("MUN", "NAP", "ROM", "VEN"))
    before = tuple(sorted(((mun, GERMANY), (nap, ITALY), (rom, ITALY), (ven, ITALY))))
    after = tuple(sorted(((mun, GERMANY), (nap, ITALY), (rom, GERMANY), (ven, ITALY))))
    assert years_of(game) == [Year(1900, before), Year(1901, after)]
    told = history(game)
    assert told[-3:] == ["Centres pris :", "  1901", "    Rom : Allemagne, pris à Italie"]
    assert judge("replace", folder, "Italie", "Paul").code == 0
    assert history(Game(folder))[-2:] == ["Joueurs :", "  Italie : Paul"]
