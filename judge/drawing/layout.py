"""Places for the provinces of a board that has no shapes: near where their neighbours are.

Every pair of provinces is to lie as far apart as there are borders between them (stress
majorization). Only sums, products, quotients and square roots are used, in a fixed order, so that
the same board always comes to the same places.
"""

from collections.abc import Collection, Sequence
from math import sqrt
from statistics import median

from judge.drawing.geometry import Point

ROUNDS = 90
"""How often every province is moved to where the others want it."""

_APART_ROUNDS = 40


def laid_out(beside: Sequence[Collection[int]], step: float, apart: float) -> list[Point]:
    """A place for each of some things that lie beside others.

    step: the usual length of a border, apart: the least distance of two things, in pixels. The
    upper left corner of what they take up is (0, 0).
    """
    if not beside:
        return []
    far = _distances(beside)
    places = _first_places(far)
    for _ in range(ROUNDS):
        _settle(places, far)
    _scale(places, beside, step)
    for _ in range(_APART_ROUNDS):
        if not _push_apart(places, apart):
            break
    left = min(x for x, _ in places)
    top = min(y for _, y in places)
    return [Point(round(x - left), round(y - top)) for x, y in places]


def turned(places: Sequence[Point], west: int | None, north: int | None) -> list[Point]:
    """The same places mirrored or turned by quarters so that one lies west and one north."""
    found = list(places)
    best = None
    for swapped in (False, True):
        for mirrored in (False, True):
            for upturned in (False, True):
                points = [Point(y, x) if swapped else Point(x, y) for x, y in places]
                wide = max((x for x, _ in points), default=0) or 1
                high = max((y for _, y in points), default=0) or 1
                points = [
                    Point(wide - x if mirrored else x, high - y if upturned else y)
                    for x, y in points
                ]
                score = 0.0 if west is None else points[west].x / wide
                score += 0.0 if north is None else points[north].y / high
                if best is None or score < best:
                    best, found = score, points
    return found


def _distances(beside: Sequence[Collection[int]]) -> list[list[int]]:
    """How many borders lie between each two; one more than the most where no way leads."""
    count = len(beside)
    rows = []
    for start in range(count):
        row = [-1] * count
        row[start] = 0
        ahead = [start]
        for here in ahead:
            for there in sorted(beside[here]):
                if row[there] < 0:
                    row[there] = row[here] + 1
                    ahead.append(there)
        rows.append(row)
    most = max(max(row) for row in rows) + 1
    return [[most if d < 0 else d for d in row] for row in rows]


def _first_places(far: Sequence[Sequence[int]]) -> list[list[float]]:
    """Along two lines through the board: from one end to the other, and across."""
    count = len(far)

    def farthest(start: int) -> int:
        return max(range(count), key=lambda n: (far[start][n], -n))

    west = farthest(0)
    east = farthest(west)
    north = max(range(count), key=lambda n: (min(far[west][n], far[east][n]), -n))
    south = max(
        range(count), key=lambda n: (2 * far[north][n] - abs(far[west][n] - far[east][n]), -n)
    )
    # A little unevenness keeps things apart that lie alike.
    return [
        [
            far[west][n] - far[east][n] + (n * 37 % 101) / 200,
            far[north][n] - far[south][n] + (n * 61 % 103) / 200,
        ]
        for n in range(count)
    ]


def _settle(places: list[list[float]], far: Sequence[Sequence[int]]) -> None:
    """Move each to the middle of where the others want it, the near ones counting most."""
    for n, row in enumerate(far):
        x, y = places[n]
        total = wanted_x = wanted_y = 0.0
        for m, d in enumerate(row):
            if m == n:
                continue
            other_x, other_y = places[m]
            dx, dy = x - other_x, y - other_y
            weight = 1 / (d * d)
            stretch = d / (sqrt(dx * dx + dy * dy) or 1.0)
            wanted_x += weight * (other_x + dx * stretch)
            wanted_y += weight * (other_y + dy * stretch)
            total += weight
        if total:
            places[n] = [wanted_x / total, wanted_y / total]


def _scale(places: list[list[float]], beside: Sequence[Collection[int]], step: float) -> None:
    lengths = [
        sqrt((places[a][0] - places[b][0]) ** 2 + (places[a][1] - places[b][1]) ** 2)
        for a, others in enumerate(beside)
        for b in others
        if a < b
    ]
    usual = median(lengths) if lengths else 1.0
    factor = step / (usual or 1.0)
    for place in places:
        place[0] *= factor
        place[1] *= factor


def _push_apart(places: list[list[float]], apart: float) -> bool:
    """Push each two that are too near away from each other; whether there were any."""
    moved = False
    for a, here in enumerate(places):
        for there in places[a + 1 :]:
            dx, dy = there[0] - here[0], there[1] - here[1]
            gap = sqrt(dx * dx + dy * dy)
            if gap < apart:
                moved = True
                push = (apart - gap) / 2 + 0.5
                ux, uy = (dx / gap, dy / gap) if gap else (1.0, 0.0)
                here[0] -= ux * push
                here[1] -= uy * push
                there[0] += ux * push
                there[1] += uy * push
    return moved
