"""What is drawn of a ruling: a line for each order, as it came out, and every unit's state."""

from judge.board import ARMY, FLEET
from judge.drawing import scene as scenes
from judge.drawing.geometry import distance
from judge.drawing.placing import place
from judge.orders import Adjustment, Build, Disband, Remove, Retreat
from judge.phase import Phase, Step
from judge.position import Dislodged, Position, Unit
from judge.rulesystems import rule_system
from judge.season import after
from tests.boards import europe
from tests.drawing.drawn import lines, ruled, scene, shapes, tokens

BUSY = """\
ALLEMAGNE
A Mun - Bou
A Ruh S A Mun - Bou
F Hol xxx
FRANCE
A Bou - Mun
A Par S A Bou
F Pic - Man
ANGLETERRE
F Lon - Man
A Yor - Nge
F Nrd C A Yor - Nge
F Bel S F française Pic - Man
RUSSIE
A StP - Nge
F Suè S A StP - Nge
A Lvn - Lon
"""


def test_a_line_for_each_order() -> None:
    drawn = scene(BUSY)
    assert lines(drawn) == [
        "A Mun move",
        "F Lon move x",
        "A Yor convoyed x",
        "A Bou move x",
        "F Pic move",
        "A StP move",
        "A Ruh support",
        "F Bel support",
        "A Par support-hold idle",
        "F Sue support",
        "A Bou option",
        "A Bou option",
        "A Bou option",
    ]
    assert tokens(drawn) == [
        "1 F Hol",
        "1 A Mun",
        "1 A Ruh",
        "1 F Bel",
        "1 F Lon",
        "1 F Nrd",
        "1 A Yor",
        "1 A Bou dislodged",
        "1 A Par",
        "1 F Pic",
        "1 A Lvn illegal",
        "1 A StP",
        "1 F Sue",
    ]


def test_the_orders_of_one_power_alone() -> None:
    england = europe().power_numbers["Angleterre"]
    assert lines(scene(BUSY, england)) == ["F Lon move x", "A Yor convoyed x", "F Bel support"]


def test_units_where_the_orders_left_them() -> None:
    assert tokens(scene(BUSY, moved=True)) == [
        "1 A Bou",
        "1 F Hol",
        "1 A Ruh",
        "1 F Bel",
        "1 F Lon",
        "1 F Nrd",
        "1 A Yor",
        "1 F Man",
        "1 A Par",
        "1 A Lvn",
        "1 A Nge",
        "1 F Sue",
        "1 A Bou dislodged",
    ]


def test_a_convoy_goes_through_its_fleets() -> None:
    drawn = scene(
        "ANGLETERRE\nA Lon - Por\nF Man C A Lon - Por\nF AtM C A Lon - Por\nFRANCE\nA Bre - Pic\n"
    )
    assert lines(drawn) == ["A Lon convoyed", "A Bre move"]
    way = drawn.strokes[0].way
    for name in ("Man", "AtM"):
        at = shapes().provinces[europe().province_numbers[name]].fleet[None]
        assert min(distance(point, at) for point in way) < 0.5


def test_a_disrupted_convoy_stops_at_the_fleet_that_was_lost() -> None:
    drawn = scene(
        "ANGLETERRE\nA Lon - Bel\nF Man C A Lon - Bel\nFRANCE\nF Bre - Man\nF AtM S F Bre - Man\n"
    )
    assert lines(drawn)[:2] == ["A Lon convoyed x", "F Bre move"]
    fleet = shapes().provinces[europe().province_numbers["Man"]].fleet[None]
    assert distance(drawn.strokes[0].way[-1], fleet) < 16


def test_opposite_moves_stand_side_by_side() -> None:
    drawn = scene("FRANCE\nA Par - Bou\nALLEMAGNE\nA Bou - Par\n")
    one, other = (stroke.way for stroke in drawn.strokes)
    assert lines(drawn) == ["A Bou move x", "A Par move x"]
    assert all(distance(a, b) > 6 for a in one for b in other)


def test_a_support_ends_in_the_middle_of_the_line_that_it_supports() -> None:
    drawn = scene("FRANCE\nA Par - Bou\nA Mar S A Par - Bou\n")
    army = {
        name: shapes().provinces[europe().province_numbers[name]].army for name in ("Par", "Bou")
    }
    start, end = army["Par"], army["Bou"]
    assert start is not None and end is not None
    x, y = drawn.strokes[1].way[-1]
    assert (round(x * 2), round(y * 2)) == (start.x + end.x, start.y + end.y)


def test_a_standoff_is_marked_where_it_left_nobody() -> None:
    drawn = scene("FRANCE\nA Par - Bou\nALLEMAGNE\nA Mun - Bou\n")
    assert drawn.standoffs == (shapes().provinces[europe().province_numbers["Bou"]].army,)


def test_retreats_and_disbandments() -> None:
    ruling = ruled(BUSY)
    position = after(ruling, europe())
    assert position.phase == Phase(1901, Step.SPRING_RETREATS)
    waiting = scenes.of_position(europe(), shapes(), position)
    assert [s.kind for s in waiting.strokes] == ["option"] * 3
    goal = position.dislodged[0].retreats[0]
    system = rule_system("guide")
    fled = scenes.of_ruling(
        europe(), shapes(), system.retreats(europe(), position, [Retreat(goal)])
    )
    assert [(s.kind, s.stopped) for s in fled.strokes] == [("retreat", False)]
    assert tokens(fled)[-1] == "1 A Bou dislodged"
    gone = scenes.of_ruling(europe(), shapes(), system.retreats(europe(), position, [Disband()]))
    assert gone.strokes == ()
    assert tokens(gone)[-1] == "1 A Bou removed"


def test_builds_and_removals() -> None:
    board = europe()
    at = board.location_numbers
    france, italy = board.power_numbers["France"], board.power_numbers["Italie"]
    units = (Unit(france, ARMY, at["Esp"]), Unit(italy, ARMY, at["Tun"]))
    owners = tuple(sorted({at["Par"]: france, at["Esp"]: france}.items()))
    position = Position(Phase(1901, Step.WINTER), units, owners)
    orders: dict[int, list[Adjustment]] = {france: [Build(ARMY, at["Par"])], italy: [Remove(1)]}
    ruling = rule_system("guide").winter(board, position, orders)
    drawn = scenes.of_ruling(board, shapes(), ruling)
    assert tokens(drawn) == ["1 A Esp", "1 A Tun removed", "1 A Par built"]


def test_several_units_in_one_province() -> None:
    """Equal ones are a stack with its count; others stand aside, none over another."""
    board = europe()
    at = board.location_numbers
    units = [
        Unit(0, ARMY, at["Mun"]),
        Unit(0, ARMY, at["Mun"]),
        Unit(3, ARMY, at["Mun"]),
        Unit(5, ARMY, at["Mun"]),
        Unit(0, FLEET, at["Bal"]),
        Unit(3, FLEET, at["Bal"]),
    ]
    placed = place(board, shapes(), [(n, unit, "") for n, unit in enumerate(units)])
    assert [(t.count, t.members) for t in placed] == [
        (2, (0, 1)),
        (1, (2,)),
        (1, (3,)),
        (1, (4,)),
        (1, (5,)),
    ]
    for n, token in enumerate(placed):
        for other in placed[n + 1 :]:
            assert distance(token.at, other.at) >= 16


def test_a_fleet_stands_on_its_coast() -> None:
    board = europe()
    spain = board.province_numbers["Esp"]
    for coast in ("cn", "cs"):
        unit = Unit(3, FLEET, board.location_numbers[f"Esp ({coast})"])
        (token,) = place(board, shapes(), [(0, unit, "")])
        assert token.at == shapes().provinces[spain].fleet[coast]


def test_a_dislodged_unit_stands_beside_its_attacker() -> None:
    board = europe()
    at = board.location_numbers
    fled = Dislodged(Unit(3, ARMY, at["Bou"]), at["Mun"], (at["Gas"],))
    position = Position(
        Phase(1901, Step.SPRING_RETREATS), (Unit(0, ARMY, at["Bou"]),), (), (fled,), ()
    )
    drawn = scenes.of_position(board, shapes(), position)
    assert tokens(drawn) == ["1 A Bou", "1 A Bou dislodged"]
    assert 16 <= distance(drawn.tokens[0].at, drawn.tokens[1].at) < 20
