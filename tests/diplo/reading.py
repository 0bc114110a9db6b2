"""Case files of the rule system `diplo`: sheets with the outcome in the margin.

A case is a sheet whose orders place their units, each line with `| results | places after` (one of
each where all its units fare alike). Then the whole board after it, by power, and who must flee:

    options: head_on pass
    after: Russie 2A Var, A Ukr; Allemagne 2A Pru
    flees: A Var (Russie): Gal, Liv
    battles: Var: Russie 3 Allemagne 2 / Russie 3 against nobody
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from judge import boardfile
from judge.board import Board
from judge.position import Unit
from judge.rulesystems import rule_system
from judge.ruling import MovementRuling
from judge.season import units_after_moves
from judge.sheets.line import Options
from judge.sheets.reading import Reader
from judge.sheets.writing import Notation, counted
from judge.tryboard import TriedBoard, read_board

STACKS = Options(stacks=True)


@cache
def diplo() -> Board:
    """The board of `diplo`."""
    return boardfile.load("europe-diplo")


@cache
def notation() -> Notation:
    return Notation(diplo())


@cache
def reader() -> Reader:
    return Reader(diplo())


@dataclass
class StackCase:
    """One case. rows: by line of the sheet, results and places. after, flees: as written."""

    title: str
    sheet: str = ""
    options: dict[str, object] = field(default_factory=dict)
    rows: dict[int, tuple[str, str]] = field(default_factory=dict)
    after: set[str] = field(default_factory=set)
    flees: set[str] = field(default_factory=set)


def stack_cases(path: Path) -> Iterator[StackCase]:
    """The cases of a file."""
    for chunk in re.split(r"(?m)^== ", path.read_text("utf-8"))[1:]:
        title, _, body = chunk.partition("\n")
        case = StackCase(title.strip())
        lines: list[str] = []
        for raw in body.splitlines():
            line = raw.split("#")[0].strip()
            name, _, rest = line.partition(": ")
            if name == "options":
                words = rest.split()
                case.options = {words[0]: {"true": True, "false": False}.get(words[1], words[1])}
            elif name == "after":
                case.after = {part.strip() for part in rest.split(";")}
            elif name == "flees":
                case.flees = {part.strip() for part in rest.split(";")}
            elif line:
                order, *margin = (part.strip() for part in line.split("|"))
                lines.append(order)
                if margin:
                    case.rows[len(lines)] = (margin[0], margin[1])
        case.sheet = "\n".join(lines)
        yield case


def played(case: StackCase) -> tuple[TriedBoard, MovementRuling]:
    """The case's board and its ruling."""
    tried = read_board(case.sheet.encode(), "case.txt", reader(), STACKS)
    rules = rule_system("diplo", case.options)
    return tried, rules.movement(diplo(), tried.position, tried.orders, True, tried.riders)


def rows_seen(tried: TriedBoard, ruling: MovementRuling) -> dict[int, tuple[str, str]]:
    """What became of each line, as a margin writes it."""
    found: dict[int, list[int]] = {}
    for _, sheet in tried.sheets:
        for done in sheet.understood:
            found.setdefault(done.entry.line, []).append(done.unit)
    return {
        line: (
            _alike([str(ruling.outcomes[unit].result) for unit in units]),
            _alike([_place(ruling, unit) for unit in units]),
        )
        for line, units in found.items()
    }


def _alike(texts: list[str]) -> str:
    return texts[0] if len(set(texts)) == 1 else ", ".join(texts)


def _place(ruling: MovementRuling, unit: int) -> str:
    outcome, mine = ruling.outcomes[unit], ruling.position.units[unit]
    if outcome.dislodged_by is not None:
        by = ruling.position.units[outcome.dislodged_by]
        return f"flees {notation().unit(by.kind, by.location)}"
    return notation().location(mine.location if outcome.to is None else outcome.to)


def board_seen(ruling: MovementRuling) -> set[str]:
    """Who stands where after it, by power."""
    return by_power(units_after_moves(ruling, diplo()))


def by_power(units: tuple[Unit, ...]) -> set[str]:
    found: dict[int, list[str]] = {}
    for unit in units:
        found.setdefault(unit.power, []).append(notation().unit(unit.kind, unit.location))
    return {f"{notation().power(p)} {', '.join(counted(names))}" for p, names in found.items()}


def flights_seen(ruling: MovementRuling) -> set[str]:
    """Who must flee and where each may go."""
    names: dict[tuple[Unit, tuple[int, ...]], int] = {}
    for d in ruling.dislodged:
        names[d.unit, d.retreats] = names.get((d.unit, d.retreats), 0) + 1
    return {
        f"{count if count > 1 else ''}{notation().unit(unit.kind, unit.location)} "
        f"({notation().power(unit.power)}): {notation().locations(retreats) or 'nowhere'}"
        for (unit, retreats), count in names.items()
    }
