"""Orders for a phase to come, as they are read back to the player before a board decides them."""

import pytest

from judge.orders import Build, Disband, Remove, Retreat, Waive
from judge.sheets.headers import Section
from judge.sheets.tokens import LINE_LIMIT
from judge.sheets.wishes import wish
from judge.sheets.writing import Notation
from tests.boards import europe, reader
from tests.coded_phases import codes, position_of

WISHES = [
    # section, as written, as it will be read
    (Section.RETREATS, "F Nrd retraite Ska, Dan", "F Nrd retraite Ska, Dan"),
    (Section.RETREATS, "F Mer du Nord - Skagerrak", "F Nrd retraite Ska"),
    (Section.RETREATS, "Mun - Ber", "Mun retraite Ber"),
    (Section.RETREATS, "A Mun - Pay", "A Mun retraite Pay"),
    (Section.RETREATS, "F AtM retraite Espagne (cs)", "F AtM retraite Esp (cs)"),
    (Section.RETREATS, "F Mar retraite Esp (ce)", "F Mar retraite Esp (ce)"),
    (Section.RETREATS, "2A Mun retraite Ber", "2A Mun retraite Ber"),
    (Section.RETREATS, "A Mun dissoute", "A Mun dissoute"),
    (Section.RETREATS, "A Mun xxx", ""),
    (Section.RETREATS, "renonce", "renonce"),
    (Section.WINTER, "+ F StP (cn)", "+ F StP (cn)"),
    (Section.WINTER, "A Munich construit", "+ A Mun"),
    (Section.WINTER, "A Munich", "+ A Mun"),
    (Section.WINTER, "- A Munich", "- A Mun"),
    (Section.WINTER, "A Munich démantelée", "- A Mun"),
    (Section.WINTER, "renonce 2", "renonce 2"),
    (Section.WINTER, "A Mun - Ber", ""),
]


@pytest.mark.parametrize(("section", "text", "said"), WISHES, ids=[w[1] for w in WISHES])
def test_a_wish(section: Section, text: str, said: str) -> None:
    (entry,) = reader().read(text.encode(), "x").entries
    assert wish(Notation(europe()), entry.written, section) == said


def test_orders_written_back() -> None:
    notation = Notation(europe())
    position = position_of("W1901A", {"GERMANY": ["A MUN"]}, {})
    (unit,) = position.units
    kiel = codes().province("KIE")
    assert notation.retreat(unit, Retreat(kiel)) == "A Mun retraite Kie"
    assert notation.retreat(unit, Disband()) == "A Mun dissoute"
    assert notation.retreat(unit, None) == "A Mun"
    assert notation.adjustment(position, Build(unit.kind, kiel)) == "+ A Kie"
    assert notation.adjustment(position, Remove(0)) == "- A Mun"
    assert notation.adjustment(position, Waive()) == "renonce"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("A Mun - Bou", "A Mun - Bou"),
        ("A Mun - Bou retraite Sil", "A Mun - Bou"),
        ("A Mun xxx retraite Sil, Ber", "A Mun xxx"),
        ("A Mun retraite Sil", ""),
        ("A Mun - Bou retraite Sil, F Nrd - Dan", "A Mun - Bou             , F Nrd - Dan"),
        ("A Mun retraite Sil" + " " * LINE_LIMIT, "A Mun retraite Sil" + " " * LINE_LIMIT),
    ],
    ids=["no retreat", "after a move", "after a hold", "alone", "before an order", "too long"],
)
def test_a_line_without_its_retreats_keeps_its_columns(line: str, left: str) -> None:
    assert reader().without_flights(line) == left.ljust(len(line))
