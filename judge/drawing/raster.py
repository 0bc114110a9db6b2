"""Shapes as a small grid: which province each point of it lies in."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from judge.board import Board, Terrain
from judge.drawing.geometry import Point
from judge.drawing.layers import Ring
from judge.drawing.shapes import Shapes

WATER, NO_LAND = -1, -2
"""Points in no province: open water, and land or lakes that play no part."""


class Grid:
    """A grid of so many columns over the canvas.

    step: pixels of the canvas from one column to the next, and from one row to the next. rows:
    for each point, its province's number, WATER or NO_LAND.
    """

    def __init__(self, board: Board, shapes: Shapes, columns: int, step_y: float) -> None:
        self.columns = columns
        self.step = (shapes.width / columns, shapes.width / columns * step_y)
        count = max(1, round(shapes.height / self.step[1]))
        self.rows = [[WATER] * columns for _ in range(count)]
        self._scale = shapes.scale
        for part in shapes.scenery:
            self._fill(part.rings, NO_LAND if part.kind != "water" else WATER)
        seas_first = sorted(
            shapes.provinces, key=lambda n: board.provinces[n].terrain is not Terrain.SEA
        )
        for province in seas_first:
            self._fill(shapes.provinces[province].rings, province)

    def cell(self, point: Point) -> tuple[int, int]:
        """The row and column that a point of the canvas lies in."""
        row = min(len(self.rows) - 1, max(0, int(point.y / self.step[1])))
        return row, min(self.columns - 1, max(0, int(point.x / self.step[0])))

    def is_border(self, row: int, column: int) -> bool:
        """Whether another area begins to the right or below."""
        here = self.rows[row][column]
        right = self.rows[row][min(column + 1, self.columns - 1)]
        below = self.rows[min(row + 1, len(self.rows) - 1)][column]
        return here != right or here != below

    def _fill(self, rings: Iterable[Ring], value: int) -> None:
        """Mark the points inside rings by the even-odd rule, row by row."""
        crossings: dict[int, list[float]] = {}
        for ring in rings:
            for row, x in self._crossings(ring):
                crossings.setdefault(row, []).append(x)
        for row, found in crossings.items():
            found.sort()
            for start, end in zip(found[::2], found[1::2], strict=False):
                first = max(0, _ceiling(start / self.step[0] - 0.5))
                last = min(self.columns, _ceiling(end / self.step[0] - 0.5))
                self.rows[row][first:last] = [value] * max(0, last - first)

    def _crossings(self, ring: Ring) -> Iterator[tuple[int, float]]:
        """Where a ring crosses the middle of each row: the row, and x in the canvas's pixels."""
        scale, height = self._scale, self.step[1]
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
            if ay == by:
                continue
            low, high = sorted((ay * scale, by * scale))
            first = max(0, _ceiling(low / height - 0.5))
            last = min(len(self.rows), _ceiling(high / height - 0.5))
            for row in range(first, last):
                share = ((row + 0.5) * height - ay * scale) / ((by - ay) * scale)
                yield row, (ax + (bx - ax) * share) * scale


def _ceiling(value: float) -> int:
    whole = int(value)
    return whole + (value > whole)
