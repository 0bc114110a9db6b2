"""The lines of a picture, as data: an order's way over the canvas and what became of it."""

from dataclasses import dataclass

from judge.drawing.geometry import Point


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line.

    kind: ``move``, ``convoyed`` (a move over the sea), ``support``, ``support-hold``, ``convoy``
    (a convoy order whose army does not come), ``retreat`` or ``option`` (a place open to a
    dislodged unit). power: whose. way: its points. stopped: whether it ends in a cross: a move
    that failed, a support that was cut. idle: whether it had no effect from the start. member: the
    unit whose order it is, as in the scene's tokens.
    """

    kind: str
    power: int
    way: tuple[Point, ...]
    member: int
    stopped: bool = False
    idle: bool = False
