"""Where each province's code stands: at its own place, or a little aside from a unit."""

from collections.abc import Iterable, Mapping, Sequence

from judge.drawing.geometry import Point
from judge.drawing.placing import Token
from judge.drawing.shapes import Shapes

SIZE = 10
"""Height of the letters, in pixels."""

_LETTER = 7.0
_HALF_UNIT = 8.0
_HALF_MARK = 6.0


def label_places(
    shapes: Shapes, codes: Mapping[int, str], tokens: Sequence[Token], ends: Sequence[Point]
) -> dict[int, Point]:
    """By province, the middle of its code: the first of some places that hides nothing.

    ends: heads of arrows and crosses. Where every place hides something, an arrow's end is hidden
    rather than a unit; where units are everywhere, the code keeps its own place.
    """
    places = {}
    for province, ground in shapes.provinces.items():
        half = max(1, len(codes[province])) * _LETTER / 2
        units = [(t.at, _HALF_UNIT) for t in tokens if abs(t.at.x - ground.label.x) < 60]
        marks = [(end, _HALF_MARK) for end in ends if abs(end.x - ground.label.x) < 60]
        places[province] = next(
            (
                place
                for avoided in (units + marks, units)
                for place in _candidates(ground.label)
                if _is_free(place, half, avoided)
            ),
            ground.label,
        )
    return places


def _candidates(label: Point) -> Iterable[Point]:
    for dx, dy in _SHIFTS:
        yield Point(label.x + dx, label.y + dy)


_SHIFTS = (
    (0, 0),
    (0, -4),
    (0, 4),
    (-6, -3),
    (6, -3),
    (0, -8),
    (0, 8),
    (-12, 0),
    (12, 0),
    (-10, 7),
    (10, 7),
    (-16, -4),
    (16, -4),
    (0, 13),
    (0, -13),
    (-20, 4),
    (20, 4),
    (-26, -6),
    (26, -6),
    (-24, 10),
    (24, 10),
)


def _is_free(place: Point, half: float, avoided: Iterable[tuple[Point, float]]) -> bool:
    return not any(
        abs(at.x - place.x) < half + room and abs(at.y - place.y) < SIZE / 2 + room
        for at, room in avoided
    )
