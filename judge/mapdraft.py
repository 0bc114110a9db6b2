"""A map file half read: what could be understood of it, whatever it holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from judge.board import ARMY, FLEET, BuildRule, CodeTable, Terrain
from judge.phase import Phase
from judge.problems import Problem

LANGUAGES = ("fr", "en")
TERRAINS = {t.name.lower(): t for t in Terrain}
KINDS = {"A": ARMY, "F": FLEET}
BUILD_WORDS = {rule.value: rule.value for rule in BuildRule} | {"any": BuildRule.OWNED.value}
"""The build rules as a map writes them; ``any`` owned centre is the old judges' word."""
ARSENALS = {"army": ARMY, "fleet": FLEET}


@dataclass
class Draft:
    """A map file half read: what could be understood, and the problems on the way."""

    raw: dict[str, Any]
    file: str
    problems: list[Problem] = field(default_factory=list)
    provinces: dict[str, dict[str, Any]] = field(default_factory=dict)
    powers: dict[str, dict[str, Any]] = field(default_factory=dict)

    def say(self, code: str, **details: Any) -> None:
        severity = details.pop("severity", "error")
        self.problems.append(Problem(code, severity, self.file, details=details))

    def doubt(self, code: str, **details: Any) -> None:
        """Warn of what is seldom meant, unless the map says that it is (``deliberate``)."""
        if code not in strings(self.raw.get("deliberate")):
            self.say(code, severity="warning", **details)

    def terrain(self, key: str) -> Terrain | None:
        return TERRAINS.get(str(self.provinces[key].get("kind")))

    def terrain_of(self, place: str) -> Terrain | None:
        """The terrain of a location as a border writes it; None when there is no such province."""
        key = place.split(" (")[0]
        return self.terrain(key) if key in self.provinces else None

    def army(self, key: str) -> list[str]:
        return [str(x) for x in as_list(self.provinces[key].get("army"))]

    def coasts(self, key: str) -> list[str]:
        fleet = self.provinces[key].get("fleet")
        return [str(c) for c in fleet] if isinstance(fleet, dict) else []

    def centres_at_start(self, power: str) -> tuple[str, ...]:
        """What a power owns as the map starts: its home centres unless the map says otherwise."""
        facts = self.powers[power]
        return strings(facts["centres"] if "centres" in facts else facts.get("home"))

    def fleet(self) -> Iterator[tuple[str, str]]:
        """Every fleet border as written: (location, location)."""
        for key, province in self.provinces.items():
            fleet = province.get("fleet")
            if isinstance(fleet, dict):
                for coast, targets in fleet.items():
                    for target in as_list(targets):
                        yield f"{key} ({coast})", str(target)
            else:
                for target in as_list(fleet):
                    yield key, str(target)

    def locations(self) -> set[str]:
        """Every place a fleet border may name."""
        names = set()
        for key in self.provinces:
            coasts = self.coasts(key)
            names |= {f"{key} ({c})" for c in coasts} if coasts else {key}
        return names


def shown(value: Any) -> str:
    """A value as a message shows it; numbers too long to write are not written."""
    try:
        return str(value)[:40]
    except ValueError:
        return "…"


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else []


def as_dict(value: Any) -> dict[str, Any]:
    return {shown(k): v for k, v in value.items()} if isinstance(value, dict) else {}


def strings(value: Any) -> tuple[str, ...]:
    return tuple(shown(x) for x in as_list(value))


def code_tables(raw: dict[str, Any]) -> dict[str, CodeTable]:
    """The code tables; a table without facts is French."""
    tables = {}
    for name, given in as_dict(raw.get("tables")).items():
        facts = as_dict(given)
        tables[name] = CodeTable(
            str(facts.get("language", "fr")),
            str(facts.get("hold", "H")),
            {k: str(v) for k, v in as_dict(facts.get("coasts")).items()},
            facts.get("marks") is True,
        )
    return tables


def first_phase(raw: dict[str, Any]) -> Phase:
    code = raw.get("first_phase", "S1901M")
    if not isinstance(code, str):
        raise ValueError("first_phase")
    return Phase.parse(code)


def power_words(key: str, facts: dict[str, Any], language: str) -> list[str]:
    also = strings(as_dict(facts.get("also")).get(language))
    adjectives = strings(as_dict(facts.get("adjective")).get(language))
    return [str(facts.get(language, key)), *also, *adjectives]
