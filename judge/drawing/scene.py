"""What is to be drawn of a phase: symbols, lines and marks on the canvas, without any drawing.

A scene is made from a position alone, or from a ruling with the orders and what became of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from judge.board import Board
from judge.drawing.courses import Courses
from judge.drawing.geometry import Point
from judge.drawing.placing import Token, place
from judge.drawing.shapes import Shapes
from judge.drawing.strokes import Stroke, bundled
from judge.orders import Build, Remove, Retreat
from judge.phase import Phase
from judge.position import Position, Unit
from judge.ruling import MovementRuling, Result, RetreatRuling, WinterRuling
from judge.season import Ruling


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture's contents.

    phase: what it shows. ruling: whose orders it tells; None where it shows a position alone.
    moved: whether the units stand where the orders left them. owners: of the centres. tokens:
    their members are the indices of the ruling's units or, in a retreat phase, first of the
    standing units and then of the dislodged ones. units: how many each power has on the board.
    """

    phase: Phase
    ruling: Ruling | None
    moved: bool
    owners: tuple[tuple[int, int], ...]
    tokens: tuple[Token, ...]
    strokes: tuple[Stroke, ...]
    standoffs: tuple[Point, ...]
    units: tuple[Unit, ...]


def of_position(board: Board, shapes: Shapes, position: Position) -> Scene:
    """A position alone, with the dislodged units and where they may go."""
    tokens = place(board, shapes, _standing(position))
    courses = Courses(board, shapes, tokens)
    count = len(position.units)
    strokes = list(courses.options(position.dislodged, count))
    return Scene(
        position.phase,
        None,
        False,
        position.owners,
        tokens,
        bundled(strokes),
        _middles(board, shapes, position.standoffs),
        position.units,
    )


def _standing(position: Position) -> Iterable[tuple[int, Unit, str]]:
    for index, unit in enumerate(position.units):
        yield index, unit, ""
    for index, dislodged in enumerate(position.dislodged, len(position.units)):
        yield index, dislodged.unit, "dislodged"


def _middles(board: Board, shapes: Shapes, provinces: Iterable[int]) -> tuple[Point, ...]:
    """Where a standoff's mark goes in each province."""
    del board
    found = []
    for province in provinces:
        ground = shapes.provinces.get(province)
        if ground is not None:
            at = ground.army or next(iter(ground.fleet.values()), ground.label)
            found.append(at)
    return tuple(found)


def of_ruling(
    board: Board,
    shapes: Shapes,
    ruling: Ruling,
    power: int | None = None,
    left: Position | None = None,
) -> Scene:
    """A ruled phase with its orders.

    power: whose orders alone. left: the position it leaves, where units are to stand as after it.
    """
    moved = left is not None
    if isinstance(ruling, MovementRuling):
        scene = _movement(board, shapes, ruling, power, moved)
    elif isinstance(ruling, RetreatRuling):
        scene = _retreats(board, shapes, ruling, power, moved)
    else:
        scene = _winter(board, shapes, ruling, power)
    if left is None:
        return scene
    stands = of_position(board, shapes, left)
    return Scene(
        scene.phase,
        ruling,
        True,
        stands.owners,
        stands.tokens,
        scene.strokes,
        scene.standoffs,
        stands.units,
    )


def _movement(
    board: Board, shapes: Shapes, ruling: MovementRuling, power: int | None, moved: bool
) -> Scene:
    position = ruling.position
    states = []
    for index, (unit, outcome) in enumerate(zip(position.units, ruling.outcomes, strict=True)):
        state = "dislodged" if outcome.dislodged_by is not None else ""
        if not state and outcome.result is Result.ILLEGAL:
            state = "illegal"
        states.append((index, unit, state))
    tokens = place(board, shapes, states)
    courses = Courses(board, shapes, tokens, moved)
    strokes = list(courses.movement(ruling, power))
    driven_out = [n for n, o in enumerate(ruling.outcomes) if o.dislodged_by is not None]
    for index, dislodged in zip(driven_out, ruling.dislodged, strict=True):
        if power in (None, dislodged.unit.power):
            strokes += courses.options((dislodged,), index)
    standoffs = _middles(board, shapes, ruling.standoffs)
    return Scene(
        position.phase,
        ruling,
        False,
        position.owners,
        tokens,
        bundled(strokes),
        standoffs,
        position.units,
    )


def _retreats(
    board: Board, shapes: Shapes, ruling: RetreatRuling, power: int | None, moved: bool
) -> Scene:
    position = ruling.position
    count = len(position.units)
    standing = [(index, unit, "") for index, unit in enumerate(position.units)]
    for index, (dislodged, outcome) in enumerate(
        zip(position.dislodged, ruling.outcomes, strict=True), count
    ):
        state = "dislodged" if outcome.to is not None else "removed"
        standing.append((index, dislodged.unit, state))
    tokens = place(board, shapes, standing)
    courses = Courses(board, shapes, tokens, moved)
    strokes = []
    for index, (dislodged, outcome) in enumerate(
        zip(position.dislodged, ruling.outcomes, strict=True), count
    ):
        if isinstance(outcome.order, Retreat) and power in (None, dislodged.unit.power):
            stopped = outcome.to is None
            goal = outcome.order.to if outcome.to is None else outcome.to
            strokes.append(courses.retreat(index, dislodged.unit, goal, stopped))
    return Scene(
        position.phase,
        ruling,
        False,
        position.owners,
        tokens,
        bundled(s for s in strokes if s is not None),
        _middles(board, shapes, position.standoffs),
        (*position.units, *(d.unit for d in position.dislodged)),
    )


def _winter(board: Board, shapes: Shapes, ruling: WinterRuling, power: int | None) -> Scene:
    position = ruling.position
    done = [o for o in ruling.outcomes if o.result is Result.SUCCEEDS and power in (None, o.power)]
    gone = {o.order.unit for o in done if isinstance(o.order, Remove)}
    gone |= {a.unit for a in ruling.automatic if power in (None, position.units[a.unit].power)}
    standing = [
        (index, unit, "removed" if index in gone else "")
        for index, unit in enumerate(position.units)
    ]
    for outcome in done:
        if isinstance(outcome.order, Build):
            built = Unit(outcome.power, outcome.order.kind, outcome.order.location)
            standing.append((len(standing), built, "built"))
    for placed in ruling.placed:
        if power in (None, placed.power):
            unit = Unit(placed.power, placed.kind, placed.location)
            standing.append((len(standing), unit, "built"))
    tokens = place(board, shapes, standing)
    return Scene(position.phase, ruling, False, position.owners, tokens, (), (), position.units)
