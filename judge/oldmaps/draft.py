"""What an old judge's map comes to, and what was wrong on the way, before it is one of ours."""

from dataclasses import dataclass, field
from typing import Any

from judge.problems import Problem

COASTS = {"nc": "cn", "sc": "cs", "ec": "ce", "wc": "co"}
"""The old judges' coasts and ours."""

AREAS_LIMIT = 600
"""Most areas of a map, and most of several other things in it."""

PROBLEMS_LIMIT = 200
"""Most problems that are told; who has that many does not read more."""

BORDERS_LIMIT = 80
"""Most neighbours of an area."""


@dataclass
class Area:
    """A province: its key in capitals, its names, and its borders as (key, coast or empty)."""

    key: str
    name: str
    also: list[str] = field(default_factory=list)
    kind: str = "land"
    convoys: bool = False
    army: set[str] = field(default_factory=set)
    fleet: dict[str, set[tuple[str, str]]] = field(default_factory=dict)


@dataclass
class Power:
    """A power: its name and adjective, home centres, units as (letter, key, coast).

    centres: what it owns at the start, None where those are its homes.
    """

    name: str
    adjective: str = ""
    home: list[str] = field(default_factory=list)
    units: list[tuple[str, str, str]] = field(default_factory=list)
    centres: list[str] | None = None


@dataclass
class OldMap:
    """A map half read. neutral: its centres that are nobody's home."""

    file: str
    areas: dict[str, Area] = field(default_factory=dict)
    powers: dict[str, Power] = field(default_factory=dict)
    neutral: set[str] = field(default_factory=set)
    victory: int = 0
    first_phase: str = "S1901M"
    build: str = "home"
    problems: list[Problem] = field(default_factory=list)
    is_refused: bool = False

    def refuse(self, code: str, line: int = 0, file: str = "", **details: Any) -> None:
        """The map cannot be taken over as it is."""
        self.is_refused = True
        self._say("error", code, line, file, details)

    def warn(self, code: str, line: int = 0, file: str = "", **details: Any) -> None:
        """It can, but somebody should look."""
        self._say("warning", code, line, file, details)

    def _say(self, severity: Any, code: str, line: int, file: str, details: dict[str, Any]) -> None:
        shown = {k: v[:60] if isinstance(v, str) else v for k, v in details.items()}
        problem = Problem(code, severity, file or self.file, line, details=shown)
        if len(self.problems) < PROBLEMS_LIMIT and problem not in self.problems:
            self.problems.append(problem)

    def centres(self) -> list[str]:
        """Every centre, in the order of the areas."""
        homes = {h for power in self.powers.values() for h in power.home}
        owned = {c for power in self.powers.values() for c in power.centres or ()}
        return [key for key in self.areas if key in homes | owned | self.neutral]
