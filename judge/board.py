"""The board: the map as a graph of small integers.

Provinces are numbered in the order of their keys. A *location* is where a unit can stand: numbers
below ``len(board.provinces)`` are provinces themselves (all armies, fleets where there is one
coast); numbers from there on are the named coasts. Everything a rule asks is looked up in tables
that are built once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cached_property
from types import MappingProxyType

from judge.phase import Phase


class UnitKind(IntEnum):
    """An army or a fleet."""

    ARMY = 0
    FLEET = 1


ARMY, FLEET = UnitKind

LETTERS = {ARMY: "A", FLEET: "F"}


class Terrain(IntEnum):
    """What a province is made of."""

    LAND = 0
    COAST = 1
    SEA = 2
    IMPASSABLE = 3


class BuildRule(Enum):
    """Which of its centres a power may build in."""

    HOME = "home"
    OWNED = "owned"
    OWNED_WITH_HOME = "owned-with-home"


@dataclass(frozen=True, slots=True)
class Spellings:
    """How a thing is called in a language and otherwise written there."""

    name: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Power:
    """A power of the map.

    key: its name in files. names: by language. adjectives: by language, feminine first where the
    language has genders (units are feminine in French). home: where it builds and what it is named
    for. units: as the map starts, as (kind, location number). centres: what it owns as the map
    starts, None where those are its homes. neutral: nobody plays it; its units hold, own nothing
    and don't flee.
    """

    key: str
    names: Mapping[str, Spellings]
    adjectives: Mapping[str, tuple[str, ...]]
    home: tuple[int, ...] = ()
    units: tuple[tuple[UnitKind, int], ...] = ()
    centres: tuple[int, ...] | None = None
    neutral: bool = False


@dataclass(frozen=True, slots=True)
class Province:
    """A province of the map.

    key: its name in files. names: by language. codes: by code table. table_names: names that a code
    table uses instead of the language's. coasts: keys of its named coasts, in order; empty where
    it has one coast or none. coast_also: other coasts' keys that mean one of its own. arsenal: the
    kind of unit that its centre is tied to (DIPLO C), None where it goes with either. convoys: a
    coast whose fleet may convoy as if it were at sea.
    """

    key: str
    terrain: Terrain
    centre: bool
    names: Mapping[str, Spellings]
    codes: Mapping[str, str]
    table_names: Mapping[str, str] = field(default_factory=dict)
    coasts: tuple[str, ...] = ()
    coast_also: Mapping[str, str] = field(default_factory=dict)
    arsenal: UnitKind | None = None
    convoys: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A province that fleets can pass in one move, from one water to the other (DIPLO b.3)."""

    through: int
    between: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """How sentences speak of a province. article: ``la``, empty for none; at: ``dans la Ruhr``
    where the language's rule would say it otherwise."""

    article: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class CodeTable:
    """A code table.

    language: the one it belongs to. hold: its sign for a unit that holds. coasts: its own words for
    coasts, if any. marks: whether reports mark moves ``=`` (done) and ``:`` (blocked).
    """

    language: str
    hold: str
    coasts: Mapping[str, str] = field(default_factory=dict)
    marks: bool = False


@dataclass(frozen=True)
class Board:
    """A map, ready to rule on.

    army_borders: for each province, the provinces an army can go to.
    fleet_borders: for each location, the locations a fleet can go to.
    ambiguous: by language, words that several provinces could claim, folded.
    coast_words: by language, each coast's key and the ways to write it. fewer_players: for fewer
    players than powers, the groups of powers that one player each has; powers in none stay idle.
    fewer_players_victory: the centres that win then, where that is another number. passages: where
    fleets can pass through a province. build: where powers build. designers: who made the map.
    notes: by language, what a game master should know of it. compass: provinces in the ``west`` and
    in the ``north``, for plans.
    shapes: the file that says where provinces lie on a picture, empty where there is none.
    place_words: by language, how sentences speak of the provinces whose names need more than that.
    """

    key: str
    titles: Mapping[str, str]
    powers: tuple[Power, ...]
    provinces: tuple[Province, ...]
    coasts: tuple[tuple[int, str], ...]
    army_borders: tuple[tuple[int, ...], ...]
    fleet_borders: tuple[tuple[int, ...], ...]
    victory: int
    first_phase: Phase
    tables: Mapping[str, CodeTable]
    coast_words: Mapping[str, Mapping[str, tuple[str, ...]]]
    ambiguous: Mapping[str, Mapping[str, tuple[int, ...]]]
    fewer_players: Mapping[int, tuple[tuple[int, ...], ...]]
    fewer_players_victory: Mapping[int, int] = field(default_factory=dict)
    passages: tuple[Passage, ...] = ()
    build: BuildRule = BuildRule.HOME
    designers: tuple[str, ...] = ()
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    compass: Mapping[str, int] = field(default_factory=dict)
    shapes: str = ""
    place_words: Mapping[str, Mapping[int, PlaceWords]] = field(default_factory=dict)

    @cached_property
    def province_of(self) -> tuple[int, ...]:
        """The province of each location."""
        return (*range(len(self.provinces)), *(province for province, _ in self.coasts))

    @cached_property
    def army_reach(self) -> tuple[frozenset[int], ...]:
        """For each province, the provinces that an army there can go to directly."""
        return tuple(frozenset(borders) for borders in self.army_borders)

    @cached_property
    def fleet_reach(self) -> tuple[frozenset[int], ...]:
        """For each location, the provinces that a fleet there can go to, coasts aside."""
        of = self.province_of
        return tuple(frozenset(of[to] for to in borders) for borders in self.fleet_borders)

    @cached_property
    def fleet_landings(self) -> tuple[Mapping[int, tuple[int, ...]], ...]:
        """For each location, the province a fleet can go to -> the locations it can take there."""
        tables: list[Mapping[int, tuple[int, ...]]] = []
        for borders in self.fleet_borders:
            table: dict[int, tuple[int, ...]] = {}
            for to in borders:
                province = self.province_of[to]
                table[province] = (*table.get(province, ()), to)
            tables.append(MappingProxyType(table))
        return tuple(tables)

    @cached_property
    def is_water(self) -> tuple[bool, ...]:
        """For each province, whether it is at sea."""
        return tuple(p.terrain is Terrain.SEA for p in self.provinces)

    @cached_property
    def can_convoy(self) -> tuple[bool, ...]:
        """For each province, whether a fleet there can convoy: at sea, and where the map says."""
        return tuple(p.terrain is Terrain.SEA or p.convoys for p in self.provinces)

    @cached_property
    def convoying_coasts(self) -> frozenset[int]:
        """The coasts where a fleet can convoy as if it were at sea."""
        return frozenset(n for n, p in enumerate(self.provinces) if p.convoys)

    @cached_property
    def waters_beside(self) -> tuple[tuple[int, ...], ...]:
        """For each province, those beside it whose fleets convoy: the first step of a convoy."""
        beside: list[set[int]] = [set() for _ in self.provinces]
        for location, borders in enumerate(self.fleet_borders):
            here = self.province_of[location]
            for to in borders:
                there = self.province_of[to]
                if self.can_convoy[there]:
                    beside[here].add(there)
                if self.can_convoy[here]:
                    beside[there].add(here)
        return tuple(tuple(sorted(waters)) for waters in beside)

    @cached_property
    def centres(self) -> tuple[int, ...]:
        """The provinces with a supply centre."""
        return tuple(i for i, p in enumerate(self.provinces) if p.centre)

    @cached_property
    def locations_in(self) -> tuple[tuple[int, ...], ...]:
        """For each province, its named coasts' locations, or itself where it has none."""
        inside: list[list[int]] = [[] for _ in self.provinces]
        for n, (province, _) in enumerate(self.coasts, len(self.provinces)):
            inside[province].append(n)
        return tuple(tuple(found) or (i,) for i, found in enumerate(inside))

    @cached_property
    def province_numbers(self) -> Mapping[str, int]:
        """Each province's number by its key."""
        return {p.key: i for i, p in enumerate(self.provinces)}

    @cached_property
    def power_numbers(self) -> Mapping[str, int]:
        """Each power's number by its key."""
        return {p.key: i for i, p in enumerate(self.powers)}

    @cached_property
    def location_numbers(self) -> Mapping[str, int]:
        """Each location's number by its name in files: ``Esp``, ``Esp (cs)``."""
        return {self.location_name(n): n for n in range(len(self.province_of))}

    def coast_of(self, location: int) -> str | None:
        """The key of a location's coast; None for a whole province."""
        n = location - len(self.provinces)
        return self.coasts[n][1] if n >= 0 else None

    def coast_location(self, province: int, coast: str) -> int | None:
        """The location of a province's named coast, or None where it has no such coast."""
        coast = self.provinces[province].coast_also.get(coast, coast)
        for location in self.locations_in[province]:
            if location != province and self.coast_of(location) == coast:
                return location
        return None

    def location_name(self, location: int) -> str:
        """A location's name in files: ``Esp (cs)``."""
        coast = self.coast_of(location)
        key = self.provinces[self.province_of[location]].key
        return f"{key} ({coast})" if coast else key

    def unit_name(self, kind: UnitKind, location: int) -> str:
        """A unit's name in files: ``F Esp (cs)``."""
        return f"{LETTERS[kind]} {self.location_name(location)}"

    def can_stand(self, kind: UnitKind, location: int) -> bool:
        """Whether a unit of this kind can stand at a location: on land, at sea, on its coast."""
        terrain = self.provinces[self.province_of[location]].terrain
        if kind is ARMY:
            return location < len(self.provinces) and terrain in (Terrain.LAND, Terrain.COAST)
        if terrain not in (Terrain.COAST, Terrain.SEA):
            return False
        return location in self.locations_in[self.province_of[location]]

    def can_go(self, kind: UnitKind, location: int, province: int) -> bool:
        """Whether a unit could go from a location to a province directly, coasts aside."""
        if kind is ARMY:
            return province in self.army_reach[location]
        return province in self.fleet_reach[location]

    def seats(self, players: int) -> tuple[tuple[int, ...], ...] | None:
        """The groups of powers for so many players; None where the map does not say."""
        if players == len(self.played):
            return tuple((p,) for p in self.played)
        return self.fewer_players.get(players)

    @cached_property
    def played(self) -> tuple[int, ...]:
        """The powers that somebody can play: all but the neutral ones."""
        return tuple(n for n, power in enumerate(self.powers) if not power.neutral)

    def building_sites(self, power: int, owned: Iterable[int]) -> frozenset[int]:
        """Of the centres that a power owns, those it may build in, empty or not."""
        centres = frozenset(owned)
        at_home = centres.intersection(self.powers[power].home)
        if self.build is BuildRule.HOME or (
            self.build is BuildRule.OWNED_WITH_HOME and not at_home
        ):
            return at_home
        return centres

    def usual_table(self, language: str, wanted: str = "") -> str:
        """The code table for a language: the one wanted if it is there, else the first."""
        if wanted in self.tables:
            return wanted
        for name, table in self.tables.items():
            if table.language == language:
                return name
        return next(iter(self.tables), "")

    def owners_at_start(self) -> dict[int, int]:
        """Each owned centre's power, as the map starts."""
        return {
            centre: n
            for n, power in enumerate(self.powers)
            for centre in (power.home if power.centres is None else power.centres)
        }
