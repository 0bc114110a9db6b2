"""Who stands where on the canvas: one unit on its coast, several as a stack or side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from judge.board import ARMY, Board, UnitKind
from judge.drawing.geometry import Point, distance
from judge.drawing.shapes import Shapes
from judge.position import Unit

ROOM = 18.0
"""Pixels that a unit's symbol takes."""


@dataclass(frozen=True, slots=True)
class Token:
    """Units of one power and kind in one place, drawn as one symbol.

    unit: one of them. count: how many. at: where. state: ``""``, ``dislodged``, ``built``,
    ``removed`` or ``illegal``. members: what the caller calls the units by.
    """

    unit: Unit
    count: int
    at: Point
    state: str
    members: tuple[int, ...]


def anchor(board: Board, shapes: Shapes, kind: UnitKind, location: int) -> Point:
    """Where a unit of some kind stands at a location."""
    ground = shapes.provinces[board.province_of[location]]
    if kind is ARMY and ground.army is not None:
        return ground.army
    coast = board.coast_of(location)
    if coast in ground.fleet:
        return ground.fleet[coast]
    # A fleet told to go to a province with several coasts, none of them named.
    for _, point in sorted(ground.fleet.items(), key=lambda item: str(item[0])):
        return point
    return ground.army or ground.label


def place(
    board: Board, shapes: Shapes, standing: Iterable[tuple[int, Unit, str]]
) -> tuple[Token, ...]:
    """Put units on the canvas. standing: of each, what it is called by, the unit and its state."""
    stacks: dict[tuple[Unit, str], list[int]] = {}
    for member, unit, state in standing:
        stacks.setdefault((unit, state), []).append(member)
    tokens = [
        Token(
            unit, len(members), anchor(board, shapes, unit.kind, unit.location), state, (*members,)
        )
        for (unit, state), members in stacks.items()
        if board.province_of[unit.location] in shapes.provinces
    ]
    return tuple(_apart(tokens, shapes))


def _apart(tokens: Sequence[Token], shapes: Shapes) -> list[Token]:
    """Tokens that would cover each other, moved side by side; the first keeps its place."""
    placed: list[Token] = []
    for token in tokens:
        at = token.at
        for dx, dy in _STEPS:
            at = Point(token.at.x + dx, token.at.y + dy)
            inside = 10 <= at.x <= shapes.width - 10 and 10 <= at.y <= shapes.height - 10
            if inside and all(distance(at, other.at) >= ROOM - 2 for other in placed):
                break
        placed.append(replace(token, at=at))
    return placed


_STEPS = tuple(
    (dx * ROOM, dy * ROOM)
    for dx, dy in (
        (0, 0),
        (0.75, 0.75),
        (-0.75, 0.75),
        (1, 0),
        (-1, 0),
        (0.75, -0.75),
        (-0.75, -0.75),
        (0, 1),
        (0, -1),
        (1.6, 0.8),
        (-1.6, 0.8),
        (0, 2),
    )
)
