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
        said = _said(line)
        opened = section_of(said)
        if opened and not (section is Section.PRESS and is_bare_section(said)):
            section, phase = opened[0], None
            yield Scope(section, phase, _past(opened[1], said, line))
            continue
        named = phase_heading(said)
        if section is Section.PRESS and ":" not in said:
            named = None
        if named is not None:
            phase, start = named
            section = section_for(phase.step)
            yield Scope(section, phase, _past(start, said, line))
            continue
        yield Scope(section, phase, 0)


def _said(line: str) -> str:
    """A line without the remark behind it; ``### Hiver ###`` is no remark."""
    before = line.split("#", 1)[0]
    return before if before.strip() else line


def _past(start: int, said: str, line: str) -> int:
    """Past a heading: all of the line where the heading is all that it says."""
    return start if said[start:].strip() else len(line)


def section_for(step: Step) -> Section:
    """The section of a sheet that a step of the year is about."""
    if step.is_movement:
        return Section.ORDERS
    return Section.RETREATS if step.is_retreats else Section.WINTER
