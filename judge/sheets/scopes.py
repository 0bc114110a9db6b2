"""Under which heading each line of a sheet stands: a section, and the phase it may name."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.phase import Phase, Step
from judge.sheets.headers import Section, is_bare_section, phase_heading, section_of


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a line stands.

    section: what it is about. phase: the phase that its heading names, None under none. start:
    where what it says begins, after a heading on the same line; the line's length for a heading
    alone.
    """

    section: Section
    phase: Phase | None
    start: int


def scopes(lines: Iterable[str]) -> Iterator[Scope]:
    """The scope of each line. Press runs on until a heading with a colon."""
    section, phase = Section.ORDERS, None
    for line in lines:
        opened = section_of(line)
        if opened and not (section is Section.PRESS and is_bare_section(line)):
            section, phase = opened[0], None
            yield Scope(section, phase, opened[1])
            continue
        named = phase_heading(line)
        if section is Section.PRESS and ":" not in line:
            named = None
        if named is not None:
            phase, start = named
            section = section_for(phase.step)
            yield Scope(section, phase, start)
            continue
        yield Scope(section, phase, 0)


def section_for(step: Step) -> Section:
    """The section of a sheet that a step of the year is about."""
    if step.is_movement:
        return Section.ORDERS
    return Section.RETREATS if step.is_retreats else Section.WINTER
