"""The words that open a section, say what a sheet is of, or name a phase, in both languages."""

import pytest

from judge.phase import Phase, Step
from judge.sheets.headers import (
    HEADING_LIMIT,
    Field,
    Section,
    fields_of,
    is_remark,
    phase_heading,
    phase_of,
    section_of,
)
from judge.sheets.scopes import scopes

SECTIONS = {
    Section.ORDERS: "Ordres Orders Mouvements Movement",
    Section.POSITION: "Position Positions",
    Section.RETREATS: "Retraites Retraite Retreats",
    Section.WINTER: (
        "Hiver Winter Ajustement Ajustements Construction Constructions Builds Adjustments"
    ),
    Section.PRESS: "Presse Press",
}


@pytest.mark.parametrize(
    ("word", "section"), [(w, s) for s, words in SECTIONS.items() for w in words.split()]
)
def test_the_word_of_a_section(word: str, section: Section) -> None:
    assert section_of(f"{word} : A Mun - Ber") == (section, len(word) + 3)
    assert section_of(f"{word}:") == (section, len(word) + 1)
    assert section_of(f"== {word.upper()} ==") == (section, len(word) + 6)


def test_no_section() -> None:
    assert [section_of(line) for line in ("", "A Mun - Ber", "Note : rien", "Hiver dur")] == [
        None
    ] * 4


FIELDS = {
    "Partie": Field.GAME,
    "Game": Field.GAME,
    "Puissance": Field.POWER,
    "Power": Field.POWER,
    "Clé": Field.KEY,
    "Key": Field.KEY,
}


@pytest.mark.parametrize("word", FIELDS)
def test_what_a_sheet_says_of_itself(word: str) -> None:
    assert fields_of(f"{word} : Tsar ") == [(FIELDS[word], "Tsar")]


def test_several_fields_on_a_line() -> None:
    assert fields_of("Partie: tsar  Puissance: Autriche\tClé: a:b") == [
        (Field.GAME, "tsar"),
        (Field.POWER, "Autriche"),
        (Field.KEY, "a:b"),
    ]
    assert fields_of("Partie: tsar  A Mun - Ber") == []
    assert fields_of("Partie: " + "x" * (HEADING_LIMIT - 8)) == [(Field.GAME, "x" * 192)]
    assert fields_of("Partie: " + "x" * (HEADING_LIMIT - 7)) == []


PHASES = {
    "Printemps 1901": (1901, Step.SPRING),
    "Spring 1901": (1901, Step.SPRING),
    "Été 1901": (1901, Step.SPRING_RETREATS),
    "Summer 1901": (1901, Step.SPRING_RETREATS),
    "Automne 1901": (1901, Step.AUTUMN),
    "Autumn 1901": (1901, Step.AUTUMN),
    "Fall 1901": (1901, Step.AUTUMN),
    "Hiver 1901": (1901, Step.WINTER),
    "Winter 1901": (1901, Step.WINTER),
    "P1901": (1901, Step.SPRING),
    "S1901": (1901, Step.SPRING),
    "A1901": (1901, Step.AUTUMN),
    "F1901": (1901, Step.AUTUMN),
    "H1901": (1901, Step.WINTER),
    "W1901": (1901, Step.WINTER),
    "S1901M": (1901, Step.SPRING),
    "S1901R": (1901, Step.SPRING_RETREATS),
    "F1901R": (1901, Step.AUTUMN_RETREATS),
    "W1901A": (1901, Step.WINTER),
    "printemps 12": (12, Step.SPRING),
    "PHASE Fall 1905 Movement": (1905, Step.AUTUMN),
    "Fall 1905 Retreats": (1905, Step.AUTUMN_RETREATS),
    "Retraites de l'automne 1905": (1905, Step.AUTUMN_RETREATS),
    "Mouvements du printemps 1905": (1905, Step.SPRING),
    "Ajustements d'hiver 1905": (1905, Step.WINTER),
    "Fall 1905 Adjustments": (1905, Step.WINTER),
    "Fall 1905 Builds": (1905, Step.WINTER),
    "Ajustements 1905": (1905, Step.WINTER),
    "Adjustments of 1905": (1905, Step.WINTER),
    "Constructions de 1905": (1905, Step.WINTER),
    "== Printemps 1901 ==": (1901, Step.SPRING),
}


@pytest.mark.parametrize("line", PHASES)
def test_the_phase_that_a_line_names(line: str) -> None:
    seen = phase_of(line)
    assert seen is not None
    assert (seen.year, seen.step) == PHASES[line]
    assert phase_heading(f"{line}: + A Par") == (
        (seen, len(line) + 1) if seen.year >= 1000 else None
    )


@pytest.mark.parametrize(
    "line", ["", "A Mun - Ber", "p12", "janvier 1901", "Printemps", "Hiver 190123"]
)
def test_no_phase(line: str) -> None:
    assert phase_of(line) is None
    assert phase_heading(line) is None


def test_a_count_of_centres_is_a_remark() -> None:
    said = ("5 centres : Ber, Kie", "Centres (5)", "centers", "3 supply centers:", "12 centre")
    assert [is_remark(line) for line in said] == [True] * 5
    assert [is_remark(line) for line in ("A Mun - Ber", "centres de Ber", "")] == [False] * 3


def test_press_runs_on_until_a_heading_with_a_colon() -> None:
    lines = ["Presse :", "Printemps 1901", "Retraites", "Hiver 1901 : + A Par"]
    found = list(scopes(lines))
    assert [scope.section for scope in found] == [Section.PRESS] * 3 + [Section.WINTER]
    assert [scope.phase for scope in found] == [None, None, None, Phase(1901, Step.WINTER)]


def test_without_press_a_phase_needs_no_colon() -> None:
    found = list(scopes(["Retraites", "A Mun - Ber", "Printemps 1901"]))
    assert [scope.section for scope in found] == [Section.RETREATS] * 2 + [Section.ORDERS]
    assert [scope.phase for scope in found] == [None, None, Phase(1901, Step.SPRING)]
