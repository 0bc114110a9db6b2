"""The parts of a shapes file, each checked: arcs and rings resolved, places as points.

Whatever the data holds, the answer is a layer, or the part that is not as it must be.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from judge.drawing.geometry import Point

POINTS_LIMIT = 200_000
"""Most points drawn, arcs counted as often as rings use them."""

_REACH = 1_000_000
_SCENERY = ("land", "water", "impassable")


Ring = tuple[tuple[int, int], ...]
"""The points of a closed outline, in arc units, the first one not repeated at the end."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One province as it is drawn.

    rings: its outlines, to be filled by the even-odd rule. label: where its
    code stands. army: where an army stands, None at sea. fleet: where fleets stand, by the key of
    their coast, None for the only one. centre: where its supply centre's dot goes.
    """

    rings: tuple[Ring, ...]
    label: Point
    army: Point | None
    fleet: Mapping[str | None, Point]
    centre: Point | None

    @property
    def outline(self) -> str:
        """The rings as an SVG path's data, in arc units."""
        return outline(self.rings)


@dataclass(frozen=True, slots=True)
class Scenery:
    """What is drawn and plays no part. kind: ``land``, ``water``, ``impassable``, ``strait``."""

    kind: str
    rings: tuple[Ring, ...]

    @property
    def outline(self) -> str:
        """The rings as an SVG path's data, in arc units."""
        return outline(self.rings)


class BadPart(Exception):
    """A part of a shapes file is not as it must be; its argument names the part."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A file whose parts have the right types; outlines are resolved, points are points."""

    canvas: tuple[int, int]
    scale: float
    grounds: Mapping[str, Ground]
    scenery: tuple[tuple[str, Scenery], ...]
    ornaments: tuple[Scenery, ...]
    removed: tuple[str, ...]


def read_layer(raw: Mapping[str, Any]) -> Layer:
    """The layer that a shapes file's data describes. Raises BadPart."""
    canvas = _mapping(raw, "canvas")
    size = (_integer(canvas.get("width"), "canvas"), _integer(canvas.get("height"), "canvas"))
    if not all(10 <= side <= 10_000 for side in size):
        raise BadPart("canvas")
    scale = raw.get("arc_scale")
    if not isinstance(scale, int | float) or isinstance(scale, bool) or not 0.001 <= scale <= 100:
        raise BadPart("arc_scale")
    arcs = [_arc(arc, n) for n, arc in enumerate(_list(raw, "arcs"))]
    outliner = _Outliner(arcs)
    grounds = {}
    for key, facts in _mapping(raw, "provinces").items():
        if not isinstance(facts, dict):
            raise BadPart(f"provinces.{key}")
        grounds[key] = _ground(key, facts, outliner)
    scenery = []
    for part in _list(raw, "scenery"):
        if not isinstance(part, dict) or part.get("kind") not in _SCENERY:
            raise BadPart("scenery")
        rings = outliner.rings(part.get("rings"), "scenery")
        scenery.append((str(part.get("name", "")), Scenery(part["kind"], rings)))
    ornaments = []
    for part in _list(raw, "ornaments"):
        if not isinstance(part, dict) or part.get("kind") not in ("strait", "lake"):
            raise BadPart("ornaments")
        points = part.get("points")
        if not isinstance(points, list) or len(points) < 6 or len(points) % 2:
            raise BadPart("ornaments")
        flat = [_integer(v, "ornaments") for v in points]
        ring = tuple(zip(flat[::2], flat[1::2], strict=True))
        ornaments.append(Scenery(part["kind"], (ring,)))
    removed = tuple(str(name) for name in _list(raw, "scenery_removed"))
    return Layer(size, float(scale), grounds, tuple(scenery), tuple(ornaments), removed)


def _mapping(raw: Mapping[str, Any], part: str) -> dict[str, Any]:
    value = raw.get(part)
    if not isinstance(value, dict):
        raise BadPart(part)
    return value


def _list(raw: Mapping[str, Any], part: str) -> list[Any]:
    value = raw.get(part, [])
    if not isinstance(value, list):
        raise BadPart(part)
    return value


def _integer(value: Any, part: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -_REACH <= value <= _REACH:
        raise BadPart(part)
    return value


def _point(value: Any, part: str) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise BadPart(part)
    return Point(_integer(value[0], part), _integer(value[1], part))


def _ground(key: str, facts: Mapping[str, Any], outliner: "_Outliner") -> Ground:
    part = f"provinces.{key}"
    fleet = facts.get("fleet")
    fleets: dict[str | None, Point] = {}
    if isinstance(fleet, dict):
        fleets = {str(coast): _point(at, part) for coast, at in fleet.items()}
    elif fleet is not None:
        fleets = {None: _point(fleet, part)}
    return Ground(
        rings=outliner.rings(facts.get("rings"), part),
        label=_point(facts.get("label"), part),
        army=_point(facts["army"], part) if "army" in facts else None,
        fleet=fleets,
        centre=_point(facts["centre"], part) if "centre" in facts else None,
    )


# ---------------------------------------------------------------- arcs and rings

_Chain = list[tuple[int, int]]


def _arc(flat: Any, n: int) -> _Chain:
    """An arc's points: the first as it is, each later one as a step from the one before."""
    part = f"arcs.{n}"
    if not isinstance(flat, list) or len(flat) < 4 or len(flat) % 2:
        raise BadPart(part)
    steps = [_integer(v, part) for v in flat]
    x = y = 0
    points = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = _integer(x + dx, part), _integer(y + dy, part)
        points.append((x, y))
    return points


class _Outliner:
    """Makes outlines of rings of arcs, and counts the points used."""

    def __init__(self, arcs: list[_Chain]) -> None:
        self.arcs = arcs
        self.left = POINTS_LIMIT

    def rings(self, rings: Any, part: str) -> tuple[Ring, ...]:
        if not isinstance(rings, list) or not rings:
            raise BadPart(part)
        return tuple(self._ring(ring, part) for ring in rings)

    def _ring(self, ring: Any, part: str) -> Ring:
        if not isinstance(ring, list) or not ring:
            raise BadPart(part)
        points: _Chain = []
        for value in ring:
            number = _integer(value, part)
            index = number if number >= 0 else ~number
            if index >= len(self.arcs):
                raise BadPart(part)
            arc = self.arcs[index]
            self.left -= len(arc)
            if self.left < 0:
                raise BadPart(part)
            points += (arc if number >= 0 else arc[::-1])[1 if points else 0 :]
        while len(points) > 1 and points[-1] == points[0]:
            points.pop()
        return tuple(points)


def outline(rings: Iterable[Ring]) -> str:
    """Rings as an SVG path's data, each step relative to the point before."""
    return "".join(_ring_path(ring) for ring in rings)


def _ring_path(ring: Ring) -> str:
    steps = [f"{b[0] - a[0]},{b[1] - a[1]}" for a, b in pairwise(ring)]
    return f"M{ring[0][0]},{ring[0][1]}l{' '.join(steps)}z"
