"""Scoring: every shipped system on a solo and on draws, ties, totals, and a GM's own tables."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from judge import scoring
from judge.problems import Unreadable
from judge.scoring import Result, Standing, load, names
from judge.words import LANGUAGES

Row = tuple[int, int, bool]
"""Centres, years with a centre, whether it shares in the result."""

POWERS = ("Allemagne", "Angleterre", "Autriche", "France", "Italie", "Russie", "Turquie")


def result(rows: Sequence[Row], is_solo: bool = False) -> Result:
    return Result(tuple(Standing(n, *row) for n, row in enumerate(rows)), is_solo)


def points(system: str, rows: Sequence[Row], is_solo: bool = False) -> list[Fraction]:
    return load(system).score(result(rows, is_solo))


def fractions(*values: int | str) -> list[Fraction]:
    return [Fraction(value) for value in values]


def table(folder: Path, text: str) -> str:
    path = folder / "bareme.yaml"
    path.write_text(text, "utf-8")
    return str(path)


def codes_of(error: pytest.ExceptionInfo[Unreadable]) -> list[str]:
    return [p.code for p in error.value.problems]


# In the board's order: Germany, England, Austria, France, Italy, Russia, Turkey.
SOLO: list[Row] = [
    (5, 8, False),
    (6, 8, False),
    (0, 4, False),
    (18, 8, True),
    (3, 8, False),
    (0, 6, False),
    (2, 8, False),
]
DRAW: list[Row] = [
    (10, 7, True),
    (10, 7, True),
    (0, 3, False),
    (12, 7, True),
    (0, 5, False),
    (0, 2, False),
    (2, 7, False),
]


def test_the_shipped_systems() -> None:
    expected = [
        "bangkok-2020",
        "bangkok-2022",
        "c-diplo",
        "carnage",
        "draw-size",
        "guide",
        "squares",
    ]
    assert names() == expected == sorted(SOLOS) == sorted(DRAWS)


@pytest.mark.parametrize("system", scoring.names())
def test_a_shipped_system_has_its_titles(system: str) -> None:
    loaded = load(system)
    assert loaded.name == system
    assert set(loaded.titles) == set(LANGUAGES)


# ---------------------------------------------------------------- each system

SOLOS = {
    "guide": fractions(-60, -60, -60, 360, -60, -60, -60),
    "draw-size": fractions(0, 0, 0, 1, 0, 0, 0),
    "squares": fractions(0, 0, 0, 100, 0, 0, 0),
    "c-diplo": fractions(0, 0, 0, 100, 0, 0, 0),
    "bangkok-2020": fractions("5/2", 3, 0, 41, "3/2", 0, 1),
    "bangkok-2022": fractions(0, 0, 0, 3990, 0, 0, 0),
    "carnage": fractions(0, 0, 0, 28034, 0, 0, 0),
}

DRAWS = {
    "guide": fractions(80, 80, -60, 80, -60, -60, -60),
    "draw-size": fractions("1/3", "1/3", 0, "1/3", 0, 0, 0),
    # Σn² = 100 + 100 + 144 + 4.
    "squares": fractions("2500/87", "2500/87", 0, "1200/29", 0, 0, "100/87"),
    # 1 each, 1 a centre; 38 for the first, 14 and 7 shared by those who tie behind it.
    "c-diplo": fractions("21.5", "21.5", 1, 51, 1, 1, 3),
    # 12 as 3 : 1 : 1; 3 for survival; 0.3 a year for the others.
    "bangkok-2020": fractions("15.4", "15.4", "0.9", "22.2", "1.5", "0.6", 5),
    # 105 a centre; France has two pools of 420 alone, a third is shared by three; 210 for seven
    # years, at most, and 210 for survival.
    "bangkok-2022": fractions(1610, 1610, 105, 2660, 175, 70, 630),
    # Second and third share 6000 and 5000; the last three 3000, 2000 and 1000.
    "carnage": fractions(5510, 5510, 2000, 7012, 2000, 2000, 4002),
}


@pytest.mark.parametrize("system", scoring.names())
def test_a_solo(system: str) -> None:
    assert points(system, SOLO, is_solo=True) == SOLOS[system]


@pytest.mark.parametrize("system", scoring.names())
def test_a_draw_of_three(system: str) -> None:
    assert points(system, DRAW) == DRAWS[system]


def drawn(sharers: int) -> list[Row]:
    """A draw between the first powers of the board; the others have no centre left."""
    return [(34 // sharers if n < sharers else 0, 9, n < sharers) for n in range(7)]


GUIDE = {1: 360, 2: 150, 3: 80, 4: 45, 5: 24, 6: 10, 7: 0}
"""What each sharer has; every other power pays 60."""


@pytest.mark.parametrize("sharers", GUIDE)
def test_the_guides_table(sharers: int) -> None:
    expected = fractions(*[GUIDE[sharers]] * sharers, *[-60] * (7 - sharers))
    assert points("guide", drawn(sharers)) == expected
    assert sum(expected) == 0


@pytest.mark.parametrize("sharers", range(2, 8))
def test_the_guide_does_not_count_centres(sharers: int) -> None:
    uneven = [(n + 1, 9, n < sharers) for n in range(7)]
    assert points("guide", uneven) == points("guide", drawn(sharers))


@pytest.mark.parametrize(("players", "gain"), [(3, 120), (4, 180), (5, 240), (6, 300)])
def test_the_guides_formula_for_fewer_players(players: int, gain: int) -> None:
    rows = [(18 if n == 0 else 3, 9, n == 0) for n in range(players)]
    assert points("guide", rows, is_solo=True) == fractions(gain, *[-60] * (players - 1))


@pytest.mark.parametrize("sharers", range(1, 8))
def test_a_draw_of_each_size_elsewhere(sharers: int) -> None:
    rows = drawn(sharers)
    share, none = Fraction(1, sharers), Fraction(0)
    assert points("draw-size", rows) == [share if r[2] else none for r in rows]
    assert points("squares", rows) == [100 * share if r[2] else none for r in rows]


@pytest.mark.parametrize("sharers", range(3, 8))
def test_a_draw_of_equals_by_ranks(sharers: int) -> None:
    rows = drawn(sharers)
    each = 34 // sharers
    c_diplo = 1 + each + Fraction(38 + 14 + 7, sharers)
    assert points("c-diplo", rows)[:sharers] == [c_diplo] * sharers
    best = Fraction(sum(7000 - 1000 * n for n in range(sharers)), sharers) + each
    assert points("carnage", rows)[:sharers] == [best] * sharers


@pytest.mark.parametrize("sharers", range(1, 8))
def test_a_draw_of_equals_in_bangkok(sharers: int) -> None:
    rows = drawn(sharers)
    each = 34 // sharers
    of_2020 = each + Fraction(12, sharers) + 3
    of_2022 = 105 * each + Fraction(3 * 420, sharers) + 210 + 210
    # The others had a centre for nine years: 0.3 each, 35 each up to 210.
    assert points("bangkok-2020", rows) == [of_2020] * sharers + fractions("2.7") * (7 - sharers)
    assert points("bangkok-2022", rows) == [of_2022] * sharers + fractions(210) * (7 - sharers)


# ---------------------------------------------------------------- totals and ties

BOARDS: list[list[int]] = [
    [10, 10, 0, 12, 0, 0, 2],
    [17, 17, 0, 0, 0, 0, 0],
    [5, 5, 5, 5, 5, 5, 4],
    [7, 6, 6, 5, 5, 4, 1],
    [17, 16, 1, 0, 0, 0, 0],
    [9, 8, 7, 6, 4, 0, 0],
]


@pytest.mark.parametrize("centres", BOARDS, ids=str)
def test_totals(centres: list[int]) -> None:
    rows = [(n, 9, n > 0) for n in centres]
    assert sum(points("guide", rows)) == 0
    assert sum(points("draw-size", rows)) == 1
    assert sum(points("squares", rows)) == 100
    assert sum(points("c-diplo", rows)) == 100
    assert sum(points("carnage", rows)) == 28034


@pytest.mark.parametrize("system", scoring.names())
def test_equals_have_the_same(system: str) -> None:
    rows: list[Row] = [(12, 9, True), (8, 9, False), (8, 9, False), (3, 9, False), (3, 9, False)]
    rows += [(0, 4, False), (0, 4, False)]
    score = points(system, rows)
    assert (score[1], score[3], score[5]) == (score[2], score[4], score[6])


def test_ranks_that_tie_share_what_they_are_worth() -> None:
    rows: list[Row] = [(n, 9, True) for n in (7, 6, 6, 5, 5, 4, 1)]
    assert points("carnage", rows) == fractions(7007, 5506, 5506, 3505, 3505, 2004, 1001)
    # The three ranks of C-Diplo: the second and third are shared.
    assert points("c-diplo", rows) == fractions(46, "17.5", "17.5", 6, 6, 5, 2)


def test_a_tie_at_the_top_shares_the_first_ranks() -> None:
    rows: list[Row] = [(n, 9, True) for n in (12, 12, 6, 4, 0, 0, 0)]
    assert points("c-diplo", rows)[:4] == fractions(39, 39, 14, 5)
    assert points("carnage", rows)[:2] == fractions(6512, 6512)


def test_bangkok_weighs_the_distance_to_the_leader() -> None:
    rows: list[Row] = [(n, 9, True) for n in (9, 8, 7, 6, 4, 0, 0)]
    # 12 as 3 : 2 : 1, then a centre each and 3 for survival; the others nine years at 0.3.
    assert points("bangkok-2020", rows) == fractions(18, 15, 12, 9, 7, "2.7", "2.7")
    # 420 alone, 420 between two, 420 between three.
    expected = [
        9 * 105 + 420 + 210 + 140 + 420,
        8 * 105 + 210 + 140 + 420,
        7 * 105 + 140 + 420,
        6 * 105 + 420,
        4 * 105 + 420,
        210,
        210,
    ]
    assert points("bangkok-2022", rows) == fractions(*expected)


@pytest.mark.parametrize(("years", "worth"), [(0, 0), (1, 35), (5, 175), (6, 210), (7, 210)])
def test_bangkok_pays_years_up_to_six(years: int, worth: int) -> None:
    rows: list[Row] = [(20, 9, True), (14, 9, True), *[(0, years, False)] * 5]
    assert points("bangkok-2022", rows)[2:] == fractions(*[worth] * 5)


# ---------------------------------------------------------------- a GM's own table

OWN = """\
system: maison
title: {fr: Barème de la maison, en: House points}
points:
  each: 2
  per_centre: "1/2"
  shared: 12
  others: -1
  survival: 5
  ranks: [10, 4.5]
  per_year: {points: 1, most: 3}
  per_year_of_the_eliminated: "0.1"
solo: {shared: 50, others_per_centre: 0.25}
"""


def test_a_gms_own_table(tmp_path: Path) -> None:
    system = load(table(tmp_path, OWN))
    assert system.name == "maison"
    assert system.titles == {"fr": "Barème de la maison", "en": "House points"}
    rows: list[Row] = [(6, 4, True), (4, 4, True), (1, 2, False), (0, 2, False)]
    expected = [
        2 + 3 + 6 + 5 + 10 + 3,
        2 + 2 + 6 + 5 + Fraction("4.5") + 3,
        2 + Fraction("0.5") - 1 + 5 + 2,
        2 - 1 + 2 + Fraction("0.2"),
    ]
    assert system.score(result(rows)) == expected
    rows = [(18, 4, True), (4, 4, False), (1, 2, False), (0, 2, False)]
    assert system.score(result(rows, is_solo=True)) == fractions(50, 1, "1/4", 0)


def test_a_table_without_a_solo_scores_it_by_its_points(tmp_path: Path) -> None:
    name = table(tmp_path, "points: {zero_sum: 10, squares: 0}\ntotal: 0\n")
    system = load(name)
    assert (system.name, dict(system.titles)) == (name, {})
    rows: list[Row] = [(18, 9, True), (16, 9, False), (0, 9, False)]
    for is_solo in (False, True):
        assert system.score(result(rows, is_solo)) == fractions(20, -10, -10)


@pytest.mark.parametrize("value", ["0.1", '"0.1"', '"1/10"', "1.0e-1"])
def test_points_are_exact(tmp_path: Path, value: str) -> None:
    system = load(table(tmp_path, f"points: {{each: {value}}}\ntotal: 0.7\n"))
    assert system.score(result(DRAW)) == fractions(*["1/10"] * 7)


def test_a_total_is_checked(tmp_path: Path) -> None:
    system = load(table(tmp_path, "points: {per_centre: 1}\ntotal: 34\nsolo_total: 35\n"))
    assert sum(system.score(result(DRAW))) == 34
    rows: list[Row] = [(5, 9, True), *[(4, 9, False)] * 6]
    with pytest.raises(Unreadable) as caught:
        system.score(result(rows))
    assert codes_of(caught) == ["score-total"]
    details = dict(caught.value.problems[0].details)
    assert (details["total"], details["found"]) == ("34", "29")
    with pytest.raises(Unreadable) as caught:
        system.score(result(SOLO, is_solo=True))
    assert dict(caught.value.problems[0].details)["total"] == "35"


# ---------------------------------------------------------------- wrong tables

NO_TABLES = {
    "empty": "",
    "a list": "- points\n",
    "a word": "points\n",
    "no points": "title: {fr: Rien}\n",
    "points that are a list": "points: [1, 2]\n",
    "points that are a number": "points: 3\n",
    "a solo that is a number": "points: {each: 1}\nsolo: 100\n",
    "a solo that is nothing": "points: {each: 1}\nsolo:\n",
    "a title that is a word": "points: {each: 1}\ntitle: Points\n",
    "a total that is a word": "points: {each: 1}\ntotal: cent\n",
    "a total that is true": "points: {each: 1}\ntotal: true\n",
    "a total that is a list": "points: {each: 1}\ntotal: [7]\n",
    "a solo's total that is a word": "points: {each: 1}\nsolo_total: cent\n",
}


@pytest.mark.parametrize("name", NO_TABLES)
def test_what_is_no_table_is_not_loaded(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as caught:
        load(table(tmp_path, NO_TABLES[name]))
    assert codes_of(caught) == ["game-value"]


WRONG_POINTS = {
    "an unknown part": "{bonus: 3}",
    "a part that is a number": "{1: 3}",
    "nothing": "{each: null}",
    "true": "{each: yes}",
    "a word": "{each: beaucoup}",
    "a list": "{each: [1]}",
    "infinity": "{each: .inf}",
    "no number": "{each: .nan}",
    "a division by nought": '{each: "1/0"}',
    "too large": "{each: 10000000000}",
    "too fine": '{each: "1/10000000"}',
    "ranks that are a number": "{ranks: 38}",
    "a rank that is a word": "{ranks: [38, quatorze]}",
    "too many ranks": "{ranks: [" + ", ".join(["1"] * 101) + "]}",
    "weights that are a number": "{weights: 12}",
    "weights without a pool": "{weights: {by_distance: [3, 2, 1]}}",
    "weights without distances": "{weights: {pool: 12}}",
    "distances that are a number": "{within: {pool: 420, distances: 2}}",
    "years without a most": "{per_year: {points: 35}}",
    "years that are a number": "{per_year: 35}",
}


@pytest.mark.parametrize("part", ["points", "solo"])
@pytest.mark.parametrize("name", WRONG_POINTS)
def test_wrong_points_are_refused(name: str, part: str, tmp_path: Path) -> None:
    text = f"system: maison\npoints: {{each: 1}}\nsolo: {{each: 1}}\n{part}: {WRONG_POINTS[name]}\n"
    text = text.replace(f"{part}: {{each: 1}}\n", "", 1)
    system = load(table(tmp_path, text))
    with pytest.raises(Unreadable) as caught:
        system.score(result(DRAW, is_solo=part == "solo"))
    assert codes_of(caught) == ["game-value"]
    assert caught.value.problems[0].details["part"] == "maison"
    assert len(system.score(result(DRAW, is_solo=part != "solo"))) == 7


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name, code in {
        str(tmp_path / "absent.yaml"): "file-missing",
        str(tmp_path): "file-unreadable",
        table(tmp_path, "points: {each: 1\n"): "yaml-syntax",
    }.items():
        with pytest.raises(Unreadable) as caught:
            load(name)
        assert codes_of(caught) == [code]
    (tmp_path / "octets.yaml").write_bytes(b"points: {each: 1} # \xff\n")
    with pytest.raises(Unreadable) as caught:
        load(str(tmp_path / "octets.yaml"))
    assert codes_of(caught) == ["not-utf8"]
