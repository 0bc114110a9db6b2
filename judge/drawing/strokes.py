"""The lines of a picture, as data: an order's way over the canvas and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from judge.drawing.geometry import Point


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line.

    kind: ``move``, ``convoyed`` (a move over the sea), ``support``, ``support-hold``, ``convoy``
    (a convoy order whose army does not come), ``retreat`` or ``option`` (a place open to a
    dislodged unit). power: whose. way: its points. stopped: whether it ends in a cross: a move
    that failed, a support that was cut. idle: whether it had no effect from the start. member: the
    unit whose order it is, as in the scene's tokens. count: how many units of a stack share it.
    """

    kind: str
    power: int
    way: tuple[Point, ...]
    member: int
    stopped: bool = False
    idle: bool = False
    count: int = 1


def bundled(strokes: Iterable[Stroke]) -> tuple[Stroke, ...]:
    """Equal lines of one stack's units drawn once, with their number; the first's member stays."""
    first: dict[Stroke, Stroke] = {}
    counts: dict[Stroke, int] = {}
    for stroke in strokes:
        alike = replace(stroke, member=-1)
        first.setdefault(alike, stroke)
        counts[alike] = counts.get(alike, 0) + 1
    return tuple(replace(first[alike], count=count) for alike, count in counts.items())
