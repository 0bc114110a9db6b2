"""The map in characters, and the grid beneath it."""

from judge.board import ARMY, Terrain
from judge.drawing.captions import Captions
from judge.drawing.characters import blocks, legend, letters_of, plain
from judge.drawing.colours import livery
from judge.drawing.raster import Grid
from judge.drawing.scene import of_position
from judge.position import opening
from judge.sheets.writing import Notation
from judge.words import words
from tests.boards import ROOT, europe
from tests.cli.command import judge
from tests.drawing.drawn import shapes


def opening_captions(language: str = "fr") -> tuple[Captions, int]:
    scene = of_position(europe(), shapes(), opening(europe()))
    notation = Notation(europe(), language)
    return Captions(europe(), scene, notation, words(language)), len(scene.tokens)


def test_every_place_lies_in_its_own_province() -> None:
    """Labels, armies, and fleets at sea: where a fleet lies in port is on the coast's edge."""
    board = europe()
    grid = Grid(board, shapes(), 1000, 1.0)
    outside = []
    for province, ground in shapes().provinces.items():
        places = [ground.label]
        places += [ground.army] if ground.army else []
        if board.provinces[province].terrain is Terrain.SEA:
            places += ground.fleet.values()
        for place in places:
            row, column = grid.cell(place)
            if grid.rows[row][column] != province:
                outside.append((board.provinces[province].key, place))
    assert outside == []


def test_each_power_has_its_letter() -> None:
    assert letters_of(europe(), "fr") == ["a", "n", "u", "f", "i", "r", "t"]
    assert letters_of(europe(), "en") == ["g", "e", "a", "f", "i", "r", "t"]


def test_letters_alone() -> None:
    captions, count = opening_captions()
    text = plain(europe(), shapes(), captions.scene, captions, 100)
    lines = text.splitlines()
    assert lines[0] == "Printemps 1901"
    assert max(map(len, lines[:-8])) <= 100
    assert lines[-7:] == [
        "a  Allemagne 3     A Ber, F Kie, A Mun",
        "n  Angleterre 3    F Edi, F Lon, A Lvp",
        "u  Autriche 3      A Bud, F Tri, A Vie",
        "f  France 3        F Bre, A Mar, A Par",
        "i  Italie 3        F Nap, A Rom, A Ven",
        "r  Russie 4        A Mos, F Seb, F StP (cs), A Var",
        "t  Turquie 3       F Ank, A Con, A Smy",
    ]
    picture = "\n".join(lines[2:-8])
    marks = [f"{kind}{letter}" for kind in "AF" for letter in "anufirt"]
    assert sum(picture.count(mark) for mark in marks) >= count
    assert "Gal" in picture and "MOc" in picture


def test_half_blocks() -> None:
    captions, count = opening_captions()
    rows = blocks(europe(), shapes(), captions.scene, captions, 120)
    assert {len(row) for row in rows} == {120}
    strong = {livery(p).strong for p in range(7)}
    marks = [cell for row in rows for cell in row if cell.paper in strong]
    assert len(marks) == count
    assert sum(cell.sign == "A" for cell in marks) == sum(
        t.unit.kind is ARMY for t in captions.scene.tokens
    )
    assert [words for _, _, words in legend(europe(), captions.scene, captions)] == [
        " Allemagne 3",
        " Angleterre 3",
        " Autriche 3",
        " France 3",
        " Italie 3",
        " Russie 4",
        " Turquie 3",
    ]


def test_the_command_writes_letters_where_there_is_no_terminal() -> None:
    said = judge("map", ROOT / "games" / "printemps-1913", "1913-1", "--before")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Printemps 1913\n\n")
    assert "\x1b" not in said.out
