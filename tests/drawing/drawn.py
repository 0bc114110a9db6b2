"""A board written as a sheet, ruled and made into a scene."""

from functools import cache

from judge.board import LETTERS
from judge.drawing import scene as scenes
from judge.drawing import shapes as shapes_file
from judge.drawing.scene import Scene
from judge.drawing.shapes import Shapes
from judge.rulesystems import rule_system
from judge.ruling import MovementRuling
from judge.season import after
from judge.tryboard import read_board
from tests.boards import europe, reader


@cache
def shapes() -> Shapes:
    """The standard board's shapes."""
    return shapes_file.load(europe())


def ruled(sheet: str, rules: str = "guide") -> MovementRuling:
    """A sheet that holds a board and its orders, ruled."""
    tried = read_board(sheet.encode(), "essai.txt", reader())
    assert [p for _, p in tried.problems if p.severity == "error"] == []
    return rule_system(rules).movement(europe(), tried.position, tried.orders, True)


def scene(sheet: str, power: int | None = None, moved: bool = False) -> Scene:
    """The scene of a sheet's ruling."""
    ruling = ruled(sheet)
    left = after(ruling, europe()) if moved else None
    return scenes.of_ruling(europe(), shapes(), ruling, power, left)


def lines(drawn: Scene) -> list[str]:
    """The scene's strokes in words: the unit, the kind, and what became of it."""
    assert isinstance(drawn.ruling, MovementRuling)
    units = drawn.ruling.position.units
    told = []
    for stroke in drawn.strokes:
        unit = units[stroke.member]
        mark = " x" if stroke.stopped else " idle" if stroke.idle else ""
        name = europe().location_name(unit.location)
        told.append(f"{LETTERS[unit.kind]} {name} {stroke.kind}{mark}")
    return told


def tokens(drawn: Scene) -> list[str]:
    """The scene's symbols in words: the unit, its count, its state."""
    board = europe()
    return [
        f"{t.count} {board.unit_name(t.unit.kind, t.unit.location)} {t.state}".rstrip()
        for t in drawn.tokens
    ]
