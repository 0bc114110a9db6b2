"""Stories: the seed's examples of Points 10 to 13 status by status, and whole pages read by eye."""

import pytest

from judge.explaining.pages import season_page, tree_page, unit_page
from judge.explaining.story import season
from judge.rules.guide import rule_movement
from judge.rulesystems import rule_system
from judge.ruling import ConvoyList, MovementRuling, Reason
from judge.sheets.writing import Notation
from judge.words import words
from tests.boards import ROOT, Case, convoy_lines, europe, margin_cases
from tests.drawing.drawn import ruled

CASES = {
    case.title: case
    for number in (10, 11, 13)
    for case in margin_cases(ROOT / "tests" / "guide" / "cases" / f"point_{number}.txt")
    if case.convoys
}


def told(ruling: MovementRuling) -> list[Reason | ConvoyList]:
    return [step for chapter in season(ruling, "guide") for step in chapter.steps]


def start(case: Case, unit: int) -> str:
    board = europe()
    location = case.position.units[unit].location
    return Notation(board).province(board.province_of[location])


def statuses(case: Case) -> dict[str, str]:
    """By convoy, the status that the case's list after Point 10 gives it."""
    found = {}
    for line in case.convoys.get("Guide 10", ()):
        convoy, _, subverted, status = line.split("|")
        if subverted or status:
            found[convoy.partition(" : ")[0]] = status or "subverted"
    return found


@pytest.mark.parametrize("title", [t for t in CASES if "Guide 10" in CASES[t].convoys])
def test_the_same_story_as_the_text_status_by_status(title: str) -> None:
    case = CASES[title]
    ruling = rule_movement(europe(), case.position, case.orders)
    given = {
        start(case, step.unit): step.code.removeprefix("convoy-")
        for step in told(ruling)
        if isinstance(step, Reason) and step.rule == "Guide 10"
    }
    assert given == statuses(case)


@pytest.mark.parametrize("title", CASES)
def test_the_lists_of_convoys_stand_in_the_story(title: str) -> None:
    case = CASES[title]
    ruling = rule_movement(europe(), case.position, case.orders)
    shown = [
        (step.rule, convoy_lines(step, case.position))
        for step in told(ruling)
        if isinstance(step, ConvoyList)
    ]
    first = dict(reversed(shown))
    for rule, wanted in case.convoys.items():
        assert {line.split("|")[0] for line in first[rule]} == {
            _sorted_fleets(line.split("|")[0]) for line in wanted
        }


def _sorted_fleets(line: str) -> str:
    convoy, _, fleets = line.partition(" : ")
    return f"{convoy} : {', '.join(sorted(fleets.split(', ')))}"


def test_the_points_come_in_order() -> None:
    """Points 5 to 9 are a loop; everything else goes up."""
    loop = {f"Guide {n}" for n in (5, 6, 7, 8)}
    rank = {f"Guide {n}": n for n in range(1, 21)} | {"Guide VII": 0, "Guide IX": 0, "Guide XII": 0}
    for case in CASES.values():
        ruling = rule_movement(europe(), case.position, case.orders)
        rules = [c.rule for c in season(ruling, "guide")]
        numbers = [rank[rule] for rule in rules if rule not in loop]
        assert numbers == sorted(numbers)


def page(sheet: str, rules: str = "guide", language: str = "fr", unit: int | None = None) -> str:
    board, spoken = europe(), words(language)
    ruling = ruled(sheet, rules)
    notation = Notation(board, language)
    if unit is None:
        return season_page(board, ruling, rules, notation, spoken).text()
    return unit_page(board, ruling, rules, unit, notation, spoken).text()


MUNICH = """\
ALLEMAGNE
A Mun xxx
A Tyr S A Mun
A Ber - Sil
FRANCE
A Bou - Mun
A Ruh S A Bou - Mun
AUTRICHE
A Boh S A Bou - Mun
A Ven - Tyr
RUSSIE
A Sil S A Boh - Mun
"""

MUNICH_PAGE = """\
Printemps 1901
règles : guide

Point 3 : les soutiens sans objet
  Le soutien de A Sil est sans effet : A Boh ne va pas à Munich.

Point 4 : les attaques directes coupent les soutiens
  A Ven - Tyr coupe le soutien A Tyr S A Mun xxx.

Point 19 : les batailles ordinaires
  A Mun est délogée par A Bou, 3 contre 1.
      A Bou : 3, avec A Boh et A Ruh
      A Mun : 1, à elle seule
  A Ber n'entre pas en Silésie : A Sil tient, 1 contre 1.
      A Ber : 1, à elle seule
      A Sil : 1, à elle seule
  A Ven n'entre pas dans le Tyrol : A Tyr tient, 1 contre 1.
      A Ven : 1, à elle seule
      A Tyr : 1, à elle seule

CE QUI EN RÉSULTE
  A Ber - Sil : échoue : A Sil tient en Sil, 1 contre 1 (Guide 19)
  A Mun xxx : tient ; délogée par A Bou, 3 contre 1 (Guide 19)
  A Tyr S A Mun xxx : soutien coupé : attaquée par A Ven (Guide 4)
  A Boh S A française Bou - Mun : soutien donné
  A Ven - Tyr : échoue : A Tyr tient en Tyr, 1 contre 1 (Guide 19)
  A Bou - Mun : réussit : déloge A Mun, 3 contre 1 (Guide 19)
  A Ruh S A Bou - Mun : soutien donné
  A Sil S A autrichienne Boh - Mun : sans effet : A Boh ne va pas en Mun
    (Guide 3)
"""


def test_a_season_by_the_guide() -> None:
    assert page(MUNICH) == MUNICH_PAGE


def test_one_unit_by_the_rulebook() -> None:
    munich = 1
    assert page(MUNICH, "standard", "en", munich) == (
        "Spring 1901\n"
        "rules: standard\n"
        "\n"
        "A Mun H: holds; dislodged by A Bou, 3 against 1 (DATC 5.B.4)\n"
        "\n"
        "DATC 5.B.7: which supports are given\n"
        "  A Ven - Tyr cuts the support A Tyr S A Mun H.\n"
        "\n"
        "DATC 5.B.1: which moves arrive\n"
        "  A Bou dislodges A Mun, 3 against 1.\n"
        "      A Bou: 3, with A Boh and A Ruh\n"
        "      A Mun: 1, by itself\n"
    )


def test_what_rested_on_what() -> None:
    ruling = ruled(MUNICH)
    text = tree_page(europe(), ruling, "guide", 1, Notation(europe()), words("fr")).text()
    assert text == (
        "Printemps 1901\n"
        "règles : guide\n"
        "\n"
        "A Mun xxx : tient\n"
        "├─ A Mun est délogée par A Bou, 3 contre 1. (Guide 19)\n"
        "│  ├─ A Bou - Mun : réussit\n"
        "│  │  └─ A Bou déloge A Mun, 3 contre 1. (Guide 19)\n"
        "│  │     ├─ A Mun xxx : tient (voir plus haut)\n"
        "│  │     ├─ A Boh S A française Bou - Mun : soutien donné\n"
        "│  │     │  └─ A Sil S A autrichienne Boh - Mun : sans effet\n"
        "│  │     │     └─ Le soutien de A Sil est sans effet : A Boh ne va pas à Munich."
        " (Guide 3)\n"
        "│  │     │        └─ A Boh S A française Bou - Mun : soutien donné\n"
        "│  │     └─ A Ruh S A Bou - Mun : soutien donné\n"
        "│  ├─ A Boh S A française Bou - Mun : soutien donné\n"
        "│  └─ A Ruh S A Bou - Mun : soutien donné\n"
        "└─ A Tyr S A Mun xxx : soutien coupé\n"
        "   └─ A Ven - Tyr coupe le soutien A Tyr S A Mun xxx. (Guide 4)\n"
        "      └─ A Ven - Tyr : échoue\n"
        "         └─ A Ven n'entre pas dans le Tyrol : A Tyr tient, 1 contre 1. (Guide 19)\n"
        "            └─ A Tyr S A Mun xxx : soutien coupé (voir plus haut)\n"
    )


def test_a_head_to_head_battle_and_a_support_that_does_not_count() -> None:
    """Point 15.B: a compatriot of the weaker counts for the stronger up to equality only."""
    text = page("ALLEMAGNE\nA Mun - Bou\nA Ruh S A Bou - Mun\nFRANCE\nA Bou - Mun\n")
    assert text.partition("CE QUI")[0] == (
        "Printemps 1901\n"
        "règles : guide\n"
        "\n"
        "Point 15 : les tête-à-tête\n"
        "  Tête-à-tête équilibré entre A Bou et A Mun, 1 contre 1.\n"
        "      A Bou : 1, à elle seule ; le soutien de A Ruh ne compte pas ici\n"
        "      A Mun : 1, à elle seule\n"
        "\n"
        "Point 17 : les tête-à-tête équilibrés\n"
        "  A Bou n'entre pas à Munich : son tête-à-tête le lui interdit.\n"
        "  A Mun n'entre pas en Bourgogne : son tête-à-tête le lui interdit.\n"
        "\n"
    )


def test_every_season_can_be_told_under_every_rule_system() -> None:
    from judge.rulesystems import NAMES
    from tests.explaining.test_forces import seasons

    for name in NAMES:
        system = rule_system(name)
        if system.stacks:
            continue
        for _, position, orders in seasons()[::7]:
            ruling = system.movement(europe(), position, orders, True)
            for language in ("fr", "en"):
                notation, spoken = Notation(europe(), language), words(language)
                told_page = season_page(europe(), ruling, name, notation, spoken)
                assert all(len("".join(s.text for s in line)) <= 72 for line in told_page.lines)
                tree_page(europe(), ruling, name, None, notation, spoken)
