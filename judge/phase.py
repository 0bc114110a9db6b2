"""The phases of a game: five steps a year, from spring to winter."""

from dataclasses import dataclass
from enum import IntEnum


class Step(IntEnum):
    """A step of the year; the number is the one in a season folder's name."""

    SPRING = 1
    SPRING_RETREATS = 2
    AUTUMN = 3
    AUTUMN_RETREATS = 4
    WINTER = 5

    @property
    def is_movement(self) -> bool:
        """Whether units move in it."""
        return self in (Step.SPRING, Step.AUTUMN)

    @property
    def is_retreats(self) -> bool:
        """Whether dislodged units retreat in it."""
        return self in (Step.SPRING_RETREATS, Step.AUTUMN_RETREATS)


_LETTERS = {
    Step.SPRING: ("S", "M"),
    Step.SPRING_RETREATS: ("S", "R"),
    Step.AUTUMN: ("F", "M"),
    Step.AUTUMN_RETREATS: ("F", "R"),
    Step.WINTER: ("W", "A"),
}


@dataclass(frozen=True, slots=True, order=True)
class Phase:
    """One phase: a year and its step.

    >>> Phase(1901, Step.SPRING).next_step()
    Phase(year=1901, step=<Step.SPRING_RETREATS: 2>)
    >>> str(Phase(1901, Step.AUTUMN)), Phase.parse("W1903A")
    ('F1901M', Phase(year=1903, step=<Step.WINTER: 5>))
    """

    year: int
    step: Step

    def __str__(self) -> str:
        season, kind = _LETTERS[self.step]
        return f"{season}{self.year}{kind}"

    def next_step(self) -> "Phase":
        """The step that follows in the calendar, whether or not anything happens in it."""
        if self.step is Step.WINTER:
            return Phase(self.year + 1, Step.SPRING)
        return Phase(self.year, Step(self.step + 1))

    @classmethod
    def parse(cls, code: str) -> "Phase":
        """The phase that a code such as ``S1901M`` names. Raises ValueError for anything else."""
        if not isinstance(code, str):
            raise ValueError(code)
        for step, (season, kind) in _LETTERS.items():
            year = code[1:-1]
            is_year = year.isascii() and year.isdecimal() and len(year) <= 4
            if (code[:1], code[-1:]) == (season, kind) and is_year:
                return cls(int(year), step)
        raise ValueError(code)
