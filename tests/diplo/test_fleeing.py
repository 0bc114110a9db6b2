"""The phase of flights: several units at once, own regions, flight standoffs, and what is lost."""

import pytest

from judge.orders import RetreatOrder
from judge.phase import Phase
from judge.position import Dislodged, Position, arranged
from judge.rulesystems import rule_system
from judge.season import after
from judge.sheets.retreating import read_retreats
from tests.diplo.reading import STACKS, by_power, diplo, notation, reader
from tests.diplo.test_arsenals import unit

RULES = rule_system("diplo")

FLEEING = (
    ("Russie", "A Var", "Gal Lvn Mos"),
    ("Russie", "A Var", "Gal Lvn Mos"),
    ("Allemagne", "A Boh", "Gal Tyr"),
    ("Russie", "F Rou", "Noi"),
)
STANDING = (("Russie", "A Mos"), ("Turquie", "A Ukr"), ("Turquie", "A Ukr"))

# The sheets; the results of the units in the order above; the board after; who is counted as lost.
FLIGHTS = {
    "a stack flees together to its own": (
        {"Russie": "2A Var fuit Mos\nF Rou fuit Noi", "Allemagne": "A Boh fuit Tyr"},
        ["succeeds Mos", "succeeds Mos", "succeeds Tyr", "succeeds Noi"],
        {"Allemagne A Tyr", "Russie 3A Mos, F Noi", "Turquie 2A Ukr"},
        "",
    ),
    "a stack flees two ways": (
        {"Russie": "A Var - Gal\nA Var - Liv\nF Rou - Noi", "Allemagne": "A Boh R Tyr"},
        ["succeeds Gal", "succeeds Liv", "succeeds Tyr", "succeeds Noi"],
        {"Allemagne A Tyr", "Russie A Gal, A Liv, A Mos, F Noi", "Turquie 2A Ukr"},
        "",
    ),
    "a standoff of flight removes the units of both powers": (
        {"Russie": "2A Var - Gal\nF Rou - Noi", "Allemagne": "A Boh - Gal"},
        ["fails", "fails", "fails", "succeeds Noi"],
        {"Russie A Mos, F Noi", "Turquie 2A Ukr"},
        "Allemagne A, Russie A A",
    ),
    "no order, an order too few, an impossible one and a disbanding": (
        {"Russie": "A Var - Gal\nF Rou dissoute", "Allemagne": "A Boh - Ukr"},
        ["succeeds Gal", "disbanded", "illegal", "succeeds"],
        {"Russie A Gal, A Mos", "Turquie 2A Ukr"},
        "Allemagne A, Russie A F",
    ),
    "the last order of a unit counts": (
        {"Russie": "2A Var - Gal\n2A Var - Liv\nF Rou - Noi", "Allemagne": "A Boh - Gal"},
        ["succeeds Liv", "succeeds Liv", "succeeds Gal", "succeeds Noi"],
        {"Allemagne A Gal", "Russie 2A Liv, A Mos, F Noi", "Turquie 2A Ukr"},
        "",
    ),
}


@pytest.mark.parametrize("name", FLIGHTS)
def test_flight(name: str) -> None:
    board = diplo()
    numbers, places = board.power_numbers, board.location_numbers
    sheets, results, board_after, lost = FLIGHTS[name]
    waiting = tuple(
        Dislodged(unit(numbers[power], text), 0, tuple(places[to] for to in open_to.split()))
        for power, text, open_to in FLEEING
    )
    standing = arranged((unit(numbers[power], text) for power, text in STANDING), board)
    position = Position(Phase.parse("S1901R"), standing, (), waiting)
    orders: list[RetreatOrder | None] = [None] * len(waiting)
    for power, text in sheets.items():
        sheet = reader().read(text.encode(), "sheet.txt")
        read = read_retreats(position, notation(), sheet, numbers[power], STACKS)
        for index, order in read.orders.items():
            orders[index] = order
    ruling = RULES.retreats(board, position, orders)
    said = [
        str(o.result) if o.to is None else f"{o.result} {notation().location(o.to)}"
        for o in ruling.outcomes
    ]
    assert said == results
    autumn = after(ruling, board, RULES.year)
    assert autumn.phase == Phase.parse("F1901M")
    assert by_power(autumn.units) == board_after
    gone: dict[str, list[str]] = {}
    for number, kind in autumn.lost:
        gone.setdefault(board.powers[number].key, []).append("AF"[kind])
    assert ", ".join(" ".join((power, *kinds)) for power, kinds in gone.items()) == lost
