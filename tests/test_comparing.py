"""`judge compare`: the boards on which the rule systems part, and the rule that parts them."""

from judge.comparing import Parting, compare
from judge.rulesystems import rule_system
from judge.sheets.writing import Notation
from judge.tryboard import read_board
from judge.words import words
from tests.boards import europe, reader

MUNICH = """\
ALLEMAGNE
A SIL S A BOH-MUN, A MUN T
AUTRICHE
A BOH-MUN, A ALP S A BOH-MUN
FRANCE
A BOU-MUN, A RHE S A BOU-MUN
"""

TWO_ROUTES = """\
ANGLETERRE
A LON-BEL, F MAN C A LON-BEL, F NRD C A LON-BEL
FRANCE
F BRE S F ATL-MAN, F ATL-MAN
"""

BESIDE = """\
ANGLETERRE
A NGE-SUE, F SKA C A NGE-SUE
RUSSIE
A SUE-NGE
"""


def partings(board: str, *names: str) -> list[Parting]:
    table = "18centres"
    tried = read_board(board.encode(), "x", reader("fr", table))
    assert all(p.severity == "warning" for _, p in tried.problems)
    systems = [rule_system(name) for name in names]
    notation = Notation(europe(), "fr", table)
    return compare(europe(), tried.position, tried.orders, systems, notation, words("fr"))


ALL = ("guide", "18centres", "standard:2023")


def test_munich_at_three_hands() -> None:
    assert partings(MUNICH, *ALL) == [
        Parting(
            "Allemagne : A MUN T",
            (
                (("guide",), "tient ; délogée par A BOH, 2 contre 1 (Guide 19)"),
                (("18centres", "standard:2023"), "tient"),
            ),
        ),
        Parting(
            "Autriche : A BOH - MUN",
            (
                (("guide",), "réussit : déloge A MUN, 2 contre 1 (Guide 19)"),
                (
                    ("18centres",),
                    "échoue : rebond en MUN contre A BOU, 2 contre 2 sans les soutiens que "
                    "l'occupant donnerait contre lui-même (18C X.C.1)",
                ),
                (
                    ("standard:2023",),
                    "échoue : rebond en MUN contre A BOU, 2 contre 2 sans les soutiens que "
                    "l'occupant donnerait contre lui-même (DATC 5.B.1)",
                ),
            ),
        ),
    ]


def test_a_convoy_with_two_routes() -> None:
    found = partings(TWO_ROUTES, *ALL)
    assert [p.order for p in found] == [
        "Angleterre : A LON - BEL",
        "Angleterre : F NRD C A LON - BEL",
    ]
    assert found[0].answers == (
        (("guide",), "sans convoi : convoi interrompu, F MAN délogée (Guide 7)"),
        (("18centres", "standard:2023"), "réussit"),
    )


def test_a_convoy_to_a_province_beside() -> None:
    found = partings(BESIDE, *ALL)
    assert [p.order for p in found] == [
        "Angleterre : A NGE - SUE",
        "Angleterre : F SKA C A NGE - SUE",
        "Russie : A SUE - NGE",
    ]
    assert found[0].answers == (
        (("guide",), "échoue : le tête-à-tête interdit d'entrer en SUE (Guide 17)"),
        (("18centres", "standard:2023"), "réussit"),
    )
    assert found[1].answers[0] == (
        ("guide",),
        "sans effet : aucune armée n'a l'ordre d'y aller par convoi (Guide 1)",
    )


def test_nothing_parts_them_on_an_ordinary_board() -> None:
    assert partings("FRANCE\nA PAR-BOU, A TOU S A PAR-BOU\nALLEMAGNE\nA MUN-BOU\n", *ALL) == []
