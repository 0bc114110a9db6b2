"""Plans of boards that nobody has drawn: every province and border, nothing upon another."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from judge import boardfile
from judge.board import Board, Terrain
from judge.drawing.geometry import Point, distance
from judge.drawing.layout import laid_out, turned
from judge.drawing.schematic import schematic
from judge.gamefiles import Game
from judge.words import words
from tests.boards import ROOT
from tests.cli.command import judge

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = sorted(path.stem for path in (ROOT / "maps").glob("*.yaml"))


def borders(board: Board) -> set[tuple[frozenset[int], str]]:
    """Every border, by the two provinces and the kind of unit that passes it."""
    found = {(frozenset((a, b)), "A") for a, ways in enumerate(board.army_borders) for b in ways}
    for location, ways in enumerate(board.fleet_borders):
        here = board.province_of[location]
        found |= {(frozenset((here, board.province_of[to])), "F") for to in ways}
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_a_plan_has_every_province_and_border(name: str) -> None:
    board = boardfile.load(name)
    picture = schematic(board, words("fr"))
    root = ElementTree.fromstring(picture)
    passable = [p for p in board.provinces if p.terrain is not Terrain.IMPASSABLE]
    groups = root.findall(f"{SVG}g")
    titles = [group.findtext(f"{SVG}title") for group in groups]
    assert sorted(map(str, titles)) == sorted(p.names["fr"].name for p in passable)
    table = board.usual_table("fr")
    codes = [group.findall(f"{SVG}text")[0].text for group in groups]
    assert sorted(map(str, codes)) == sorted(p.codes[table] for p in passable)
    assert len(root.findall(f"{SVG}line")) == len(borders(board))
    rings = [len(group.findall(f"{SVG}circle")) for group in groups]
    assert rings.count(2) == len(board.centres)
    units = sum(len(group.findall(f"{SVG}rect")) for group in groups)
    assert units == sum(len(power.units) for power in board.powers)


@pytest.mark.parametrize("name", ["ancient-med", "hundred", "modern", "sailho", "pure"])
def test_a_plan_is_readable_and_turned_as_the_map_says(name: str) -> None:
    board = boardfile.load(name)
    root = ElementTree.fromstring(schematic(board, words("fr")))
    places = {}
    for group in root.findall(f"{SVG}g"):
        disc = group.find(f"{SVG}circle")
        assert disc is not None
        places[group.findtext(f"{SVG}title")] = Point(
            float(disc.attrib["cx"]), float(disc.attrib["cy"])
        )
    assert min(distance(a, b) for a, b in combinations(places.values(), 2)) >= 44
    across = [p.x for p in places.values()]
    down = [p.y for p in places.values()]
    for side, province in board.compass.items():
        here = places[board.provinces[province].names["fr"].name]
        if side == "west":
            assert here.x < (min(across) + max(across)) / 2
        else:
            assert here.y < (min(down) + max(down)) / 2


def test_things_lie_by_what_is_beside_them() -> None:
    path = [[1], [0, 2], [1, 3], [2]]
    places = laid_out(path, 50, 20)
    steps = [distance(places[n], places[n + 1]) for n in range(3)]
    assert all(45 <= step <= 55 for step in steps)
    assert distance(places[0], places[3]) > 140
    assert laid_out([], 50, 20) == []
    assert laid_out([[]], 50, 20) == [Point(0, 0)]
    apart = laid_out([[], []], 50, 20)
    assert distance(*apart) >= 20


@pytest.mark.parametrize(
    ("west", "north", "expected"),
    [
        (0, 1, [(0, 4), (9, 0)]),
        (1, 0, [(9, 0), (0, 4)]),
        (None, None, [(0, 0), (9, 4)]),
    ],
)
def test_places_are_mirrored_to_the_compass(
    west: int | None, north: int | None, expected: list[tuple[float, float]]
) -> None:
    assert turned([Point(0, 0), Point(9, 4)], west, north) == expected


def test_a_game_without_a_drawn_board_has_a_plan_of_its_position(tmp_path: Path) -> None:
    game = Game(ROOT / "games" / "antique-an1")
    path = tmp_path / "plan.svg"
    said = judge("map", game.folder, "3-2", "-o", path)
    assert (said.code, said.out, said.err) == (0, "", "")
    position = game.position(game.find("3-2"))
    title = "Retraites du printemps 3 · antique-an1"
    assert path.read_text("utf-8") == schematic(game.board, words("fr"), position, title)
    root = ElementTree.fromstring(path.read_bytes())
    groups = {group.findtext(f"{SVG}title"): group for group in root.findall(f"{SVG}g")}
    assert len(groups["Byzance"].findall(f"{SVG}rect")) == 2  # one stands, one has to flee
    units = sum(len(group.findall(f"{SVG}rect")) for group in groups.values())
    assert units == len(position.units) + len(position.dislodged)


def test_the_command_writes_the_same_plan_every_time(tmp_path: Path) -> None:
    for number in (1, 2):
        said = judge("map", "show", "hundred", "-o", tmp_path / f"{number}.svg")
        assert (said.code, said.out, said.err) == (0, "", "")
    first = (tmp_path / "1.svg").read_bytes()
    assert first == (tmp_path / "2.svg").read_bytes()
    assert first.decode("utf-8") == schematic(boardfile.load("hundred"), words("fr"))
    assert re.search(r"Pays de Galles", first.decode("utf-8"))
