"""Points, lines and smooth curves on the canvas; everything is rounded so that bytes never vary."""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple


class Point(NamedTuple):
    """A place on the canvas, in its pixels; y grows downwards."""

    x: float
    y: float


def number(value: float) -> str:
    """A coordinate as it is written: at most one decimal, no needless zero, never ``-0``."""
    rounded = round(value * 10)
    whole, tenth = divmod(abs(rounded), 10)
    sign = "-" if rounded < 0 else ""
    return f"{sign}{whole}.{tenth}" if tenth else f"{sign}{whole}"


def pair(point: Point) -> str:
    """A point as it is written: ``12.5,40``."""
    return f"{number(point.x)},{number(point.y)}"


def distance(a: Point, b: Point) -> float:
    """How far two points are apart, in pixels."""
    return math.hypot(b.x - a.x, b.y - a.y)


def towards(a: Point, b: Point, length: float) -> Point:
    """The point so many pixels from `a` in the direction of `b`; `a` itself where they coincide."""
    whole = distance(a, b)
    if whole == 0:
        return a
    share = length / whole
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)


def aside(a: Point, b: Point, by: float) -> tuple[Point, Point]:
    """The line from `a` to `b` moved to its right by so many pixels."""
    whole = distance(a, b)
    if whole == 0:
        return a, b
    dx, dy = -(b.y - a.y) / whole * by, (b.x - a.x) / whole * by
    return Point(a.x + dx, a.y + dy), Point(b.x + dx, b.y + dy)


def smooth(points: Sequence[Point]) -> list[Point]:
    """A curve through all points, as a chain of short straight pieces.

    Two points give a straight line; more give a Catmull-Rom spline, with eight pieces a stretch.
    """
    if len(points) < 3:
        return list(points)
    chain = [points[0]]
    padded = [points[0], *points, points[-1]]
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(1, 9):
            t = step / 8
            chain.append(
                Point(
                    _spline(p0.x, p1.x, p2.x, p3.x, t),
                    _spline(p0.y, p1.y, p2.y, p3.y, t),
                )
            )
    return chain


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b
        + (c - a) * t
        + (2 * a - 5 * b + 4 * c - d) * t * t
        + (3 * b - a - 3 * c + d) * t * t * t
    )


def length(chain: Sequence[Point]) -> float:
    """How long a chain of points is, in pixels."""
    return sum(distance(a, b) for a, b in itertools.pairwise(chain))


def at(chain: Sequence[Point], way: float) -> Point:
    """The point after so many pixels along a chain; its ends where that is outside it."""
    left = max(0.0, way)
    for a, b in itertools.pairwise(chain):
        step = distance(a, b)
        if left <= step and step > 0:
            return towards(a, b, left)
        left -= step
    return chain[-1]


def cut(chain: Sequence[Point], start: float, end: float) -> list[Point]:
    """A chain without its first and last so many pixels; never less than a short stub."""
    whole = length(chain)
    if start + end > whole - 4:
        start, end = max(0.0, whole / 2 - 4), max(0.0, whole / 2 - 4)
    left, kept = 0.0, [at(chain, start)]
    for a, b in itertools.pairwise(chain):
        left += distance(a, b)
        if start < left < whole - end:
            kept.append(b)
    kept.append(at(chain, whole - end))
    return kept


def path(chain: Sequence[Point]) -> str:
    """A chain as an SVG path's data."""
    return "M" + "L".join(pair(p) for p in chain)


def nearest_corner(chain: Sequence[Point], to: Point) -> float:
    """How many pixels along a chain its point nearest to a place lies."""
    best, found, left = math.inf, 0.0, 0.0
    for n, point in enumerate(chain):
        if n:
            left += distance(chain[n - 1], point)
        if distance(point, to) < best:
            best, found = distance(point, to), left
    return found
