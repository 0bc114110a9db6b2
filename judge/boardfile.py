"""Reads a map file into a `Board`, and checks it.

Reading is forgiving and total: whatever the file holds, every problem found is reported, and a
board is built only from a file without errors. Each check is one small function in `CHECKS`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from judge import mapoverlay
from judge.board import (
    ARMY,
    FLEET,
    Board,
    CodeTable,
    Passage,
    PlaceWords,
    Power,
    Province,
    Spellings,
    Terrain,
    UnitKind,
)
from judge.cachefiles import cached
from judge.names import fold, slug, words
from judge.phase import Phase
from judge.problems import Problem, Unreadable, errors

LANGUAGES = ("fr", "en")
_BY_PLAYERS = ("fewer_players", "fewer_players_victory")
_TERRAINS = {t.name.lower(): t for t in Terrain}
_KINDS = {"A": ARMY, "F": FLEET}
_ARSENALS = {"army": ARMY, "fleet": FLEET}


@dataclass
class _Draft:
    """A map file half read: what could be understood, and the problems on the way."""

    raw: dict[str, Any]
    file: str
    problems: list[Problem] = field(default_factory=list)
    provinces: dict[str, dict[str, Any]] = field(default_factory=dict)
    powers: dict[str, dict[str, Any]] = field(default_factory=dict)

    def say(self, code: str, **details: Any) -> None:
        severity = details.pop("severity", "error")
        self.problems.append(Problem(code, severity, self.file, details=details))

    def terrain(self, key: str) -> Terrain | None:
        return _TERRAINS.get(str(self.provinces[key].get("kind")))

    def terrain_of(self, place: str) -> Terrain | None:
        """The terrain of a location as a border writes it; None when there is no such province."""
        key = place.split(" (")[0]
        return self.terrain(key) if key in self.provinces else None

    def army(self, key: str) -> list[str]:
        return [str(x) for x in _list(self.provinces[key].get("army"))]

    def coasts(self, key: str) -> list[str]:
        fleet = self.provinces[key].get("fleet")
        return [str(c) for c in fleet] if isinstance(fleet, dict) else []

    def fleet(self) -> Iterator[tuple[str, str]]:
        """Every fleet border as written: (location, location)."""
        for key, province in self.provinces.items():
            fleet = province.get("fleet")
            if isinstance(fleet, dict):
                for coast, targets in fleet.items():
                    for target in _list(targets):
                        yield f"{key} ({coast})", str(target)
            else:
                for target in _list(fleet):
                    yield key, str(target)

    def locations(self) -> set[str]:
        """Every place a fleet border may name."""
        names = set()
        for key in self.provinces:
            coasts = self.coasts(key)
            names |= {f"{key} ({c})" for c in coasts} if coasts else {key}
        return names


def _shown(value: Any) -> str:
    """A value as a message shows it; numbers too long to write are not written."""
    try:
        return str(value)[:40]
    except ValueError:
        return "…"


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    return {_shown(k): v for k, v in value.items()} if isinstance(value, dict) else {}


def _strings(value: Any) -> tuple[str, ...]:
    return tuple(_shown(x) for x in _list(value))


# ---------------------------------------------------------------- the checks


def _check_shape(d: _Draft) -> None:
    """The parts a map must have, each of the right type."""
    for name in ("map", "provinces", "powers"):
        if not d.raw.get(name):
            d.say("map-part-missing", part=name)
    for name in ("provinces", "powers", "title", "coasts", "ambiguous", "tables", *_BY_PLAYERS):
        if name in d.raw and not isinstance(d.raw[name], dict):
            d.say("map-part-type", part=name)
    victory = d.raw.get("victory", 1)
    if not isinstance(victory, int) or isinstance(victory, bool) or not 0 < victory < 100_000:
        d.say("map-value", part="victory", value=str(victory)[:40])
    try:
        _first_phase(d.raw)
    except ValueError:
        d.say("map-value", part="first_phase", value=_shown(d.raw.get("first_phase")))
    for name, table in _tables(d.raw).items():
        if table.language not in LANGUAGES:
            d.say("map-value", part=f"tables.{name}.language", value=table.language[:40])
    slugs: dict[str, str] = {}
    for key in d.powers:
        if not slug(key):
            d.say("map-value", part="powers", value=key[:40])
        elif slug(key) in slugs:
            d.say("map-alias-collision", word=key, places=[slugs[slug(key)], key])
        slugs.setdefault(slug(key), key)


def _check_kinds(d: _Draft) -> None:
    """Each province has a known kind, and borders that its kind allows."""
    for key, province in d.provinces.items():
        terrain = d.terrain(key)
        if terrain is None:
            d.say("map-kind", province=key, value=_shown(province.get("kind")))
            continue
        for part in ("army", "fleet"):
            allowed: tuple[type, ...] = (list,) if part == "army" else (list, dict)
            if part in province and not isinstance(province[part], allowed):
                d.say("map-part-type", part=f"{key}.{part}")
        has_fleet = bool(province.get("fleet"))
        if terrain is Terrain.SEA and d.army(key):
            d.say("map-army-at-sea", province=key)
        if terrain is Terrain.LAND and has_fleet:
            d.say("map-fleet-inland", province=key)
        if terrain is Terrain.IMPASSABLE and (d.army(key) or has_fleet):
            d.say("map-impassable-border", province=key)


def _check_borders(d: _Draft) -> None:
    """Borders name known places, once, not the place itself, and stand on both sides."""
    army: set[tuple[str, str]] = set()
    for key in d.provinces:
        for target in d.army(key):
            if target not in d.provinces:
                d.say("map-unknown-province", province=key, name=target[:40])
            elif (key, target) in army:
                d.say("map-border-twice", a=key, b=target)
            elif d.terrain(target) is Terrain.SEA:
                d.say("map-army-to-sea", a=key, b=target)
            army.add((key, target))
    known = d.locations()
    fleet: set[tuple[str, str]] = set()
    for here, target in d.fleet():
        if target in d.provinces and target not in known:
            d.say("map-coast-unnamed", province=here, name=target)
        elif target not in known:
            d.say("map-unknown-province", province=here, name=target[:40])
        elif (here, target) in fleet:
            d.say("map-border-twice", a=here, b=target)
        elif d.terrain_of(target) is Terrain.LAND:
            d.say("map-fleet-to-land", a=here, b=target)
        fleet.add((here, target))
    for kind, borders, places in (("army", army, set(d.provinces)), ("fleet", fleet, known)):
        for a, b in sorted(borders):
            if a == b:
                d.say("map-border-self", province=a)
            elif b in places and (b, a) not in borders:
                d.say("map-asymmetry", kind=kind, a=a, b=b)


def _check_isolated(d: _Draft) -> None:
    """Every passable province can be reached; every coast touches water."""
    fleet: dict[str, list[tuple[str, str]]] = {}
    for a, b in d.fleet():
        fleet.setdefault(a.split(" (")[0], []).append((a, b))
    for key in d.provinces:
        terrain = d.terrain(key)
        mine = fleet.get(key, [])
        if terrain in (Terrain.LAND, Terrain.COAST, Terrain.SEA) and not mine and not d.army(key):
            d.say("map-isolated", province=key)
        elif terrain is Terrain.COAST:
            coasts = [f"{key} ({c})" for c in d.coasts(key)] or [key]
            for place in coasts:
                sea = [b for a, b in mine if a == place and d.terrain_of(b) is Terrain.SEA]
                if not sea:
                    d.say("map-coast-without-sea", province=place)


def _check_centres(d: _Draft) -> None:
    """Home centres are centres, of one power each; start units stand where they can."""
    owner: dict[str, str] = {}
    for power, facts in d.powers.items():
        home = _strings(facts.get("home"))
        if not home:
            d.say("map-power-without-home", power=power, severity="warning")
        for centre in home:
            if centre not in d.provinces:
                d.say("map-unknown-province", province=power, name=centre[:40])
            elif d.provinces[centre].get("centre") is not True:
                d.say("map-home-not-centre", power=power, province=centre)
            elif centre in owner:
                d.say("map-centre-twice", province=centre, powers=[owner[centre], power])
            owner.setdefault(centre, power)
    for key, province in d.provinces.items():
        if province.get("centre") not in (True, False, None):
            d.say("map-value", part=f"{key}.centre", value=_shown(province["centre"]))
        if province.get("centre") is True and d.terrain(key) in (Terrain.SEA, Terrain.IMPASSABLE):
            d.say("map-centre-without-owner", province=key)
    total = sum(p.get("centre") is True for p in d.provinces.values())
    victory = d.raw.get("victory")
    if isinstance(victory, int) and total < victory:
        d.say("map-victory-unreachable", victory=victory, total=total)


def _check_units(d: _Draft) -> None:
    """Start units stand where such a unit can, one a province."""
    taken: dict[str, str] = {}
    known = d.locations()
    for power, facts in d.powers.items():
        for text in _strings(facts.get("units")):
            kind, _, place = text.partition(" ")
            province = place.split(" (")[0]
            fits = kind in _KINDS and province in d.provinces
            if fits and kind == "A":
                fits = place in d.provinces and d.terrain(place) in (Terrain.LAND, Terrain.COAST)
            elif fits:
                fits = place in known and d.terrain(province) in (Terrain.SEA, Terrain.COAST)
            if not fits:
                d.say("map-start-unit", power=power, unit=text[:40])
            elif province in taken:
                d.say("map-start-twice", province=province, powers=[taken[province], power])
            taken.setdefault(province, power)


def _check_names(d: _Draft) -> None:
    """Every province has its names and codes; no word means two provinces unless declared so."""
    declared = {
        language: {
            " ".join(words(str(w))) for w in _dict(_dict(d.raw.get("ambiguous")).get(language))
        }
        for language in LANGUAGES
    }
    tables = _tables(d.raw)
    claims: dict[tuple[str, str], list[str]] = {}

    def claim(scope: str, text: str, key: str) -> None:
        word = " ".join(words(text))
        if not word:
            d.say("map-value", part=f"{key}.{scope}", value=text[:40])
        elif key not in claims.setdefault((scope, word), []):
            claims[scope, word].append(key)

    for key, province in d.provinces.items():
        for language in LANGUAGES:
            if not isinstance(province.get(language), str):
                d.say("map-name-missing", province=key, language=language)
                continue
            claim(language, province[language], key)
            for other in _strings(_dict(province.get("also")).get(language)):
                claim(language, other, key)
        codes = _dict(province.get("code"))
        for table in codes:
            if table not in tables:
                d.say("map-unknown-table", province=key, name=table[:40])
        for table in tables:
            code = codes.get(table)
            if not isinstance(code, str):
                d.say("map-code-missing", province=key, table=table)
            else:
                claim(table, code, key)
        for table, name in _dict(province.get("name")).items():
            claim(table, str(name), key)
    for (scope, word), keys in sorted(claims.items()):
        if len(keys) > 1 and word not in declared.get(scope, set()):
            d.say("map-alias-collision", word=word, places=sorted(keys))
    for language, facts in _dict(d.raw.get("ambiguous")).items():
        for word, keys in _dict(facts).items():
            for key in _strings(keys):
                if key not in d.provinces:
                    d.say("map-unknown-province", province=f"ambiguous.{language}.{word}", name=key)


def _check_power_names(d: _Draft) -> None:
    """No word means two powers."""
    claims: dict[tuple[str, str], set[str]] = {}
    for key, facts in d.powers.items():
        if not isinstance(facts.get("en"), str):
            d.say("map-name-missing", province=key, language="en")
        for language in LANGUAGES:
            for text in _power_words(key, facts, language):
                claims.setdefault((language, " ".join(words(text))), set()).add(key)
    for (_, word), keys in sorted(claims.items()):
        if len(keys) > 1:
            d.say("map-alias-collision", word=word, places=sorted(keys))


def _check_coasts(d: _Draft) -> None:
    """Every coast used is declared, and every coast alias means one of the province's own."""
    declared = _dict(d.raw.get("coasts"))
    for key, province in d.provinces.items():
        coasts = d.coasts(key)
        for coast in coasts:
            if coast not in declared:
                d.say("map-unknown-coast", province=key, name=coast[:40])
        for other, coast in _dict(province.get("coast_also")).items():
            if coast not in coasts or other not in declared or other in coasts:
                d.say("map-unknown-coast", province=key, name=f"{other}: {coast}"[:40])


def _check_fewer_players(d: _Draft) -> None:
    """Each group of powers names known powers, once."""
    for count, groups in _dict(d.raw.get("fewer_players")).items():
        named = [name for group in _list(groups) for name in _strings(group)]
        counted = _list(groups)
        fits = bool(counted) and count == str(len(counted)) and len(counted) < len(d.powers)
        fits = fits and all(_strings(group) for group in counted)
        if not fits or len(set(named)) < len(named) or not set(named) <= set(d.powers):
            d.say("map-value", part="fewer_players", value=count[:40])
    for count, victory in _dict(d.raw.get("fewer_players_victory")).items():
        is_number = isinstance(victory, int) and not isinstance(victory, bool) and victory > 0
        if count not in _dict(d.raw.get("fewer_players")) or not is_number:
            d.say("map-value", part="fewer_players_victory", value=_shown(victory))


def _check_arsenals(d: _Draft) -> None:
    """An arsenal's kind is one that can stand in it."""
    for key, province in d.provinces.items():
        kind = province.get("arsenal")
        if kind is None:
            continue
        is_known = isinstance(kind, str) and kind in _ARSENALS
        is_inland = d.terrain(key) is Terrain.LAND
        if not is_known or not province.get("centre") or (is_inland and kind == "fleet"):
            d.say("map-value", part=f"{key}.arsenal", value=_shown(kind))


def _check_passages(d: _Draft) -> None:
    """A passage joins two waters through a province beside both."""
    fleet = {(a.split(" (")[0], b.split(" (")[0]) for a, b in d.fleet()}
    given = d.raw.get("passages", [])
    if not isinstance(given, list):
        d.say("map-part-type", part="passages")
    for passage in _list(given):
        facts = _dict(passage)
        through, between = str(facts.get("through")), _strings(facts.get("between"))
        fits = len(set(between)) == 2 and d.terrain_of(through) is Terrain.COAST
        if not fits or not all(
            d.terrain_of(water) is Terrain.SEA and (through, water) in fleet for water in between
        ):
            d.say("map-value", part="passages", value=_shown(passage))


def _check_place_words(d: _Draft) -> None:
    """Articles and ways to say "in" are of known provinces, and short texts."""
    for part in ("articles", "at"):
        for language, spelled in _dict(d.raw.get(part)).items():
            for key, text in _dict(spelled).items():
                if language not in LANGUAGES or key not in d.provinces:
                    d.say("map-unknown-province", province=f"{part}.{language}", name=key)
                elif not isinstance(text, str) or len(text) > 60:
                    d.say("map-value", part=f"{part}.{language}.{key}", value=_shown(text))


CHECKS: tuple[Callable[[_Draft], None], ...] = (
    _check_shape,
    _check_kinds,
    _check_borders,
    _check_isolated,
    _check_centres,
    _check_units,
    _check_coasts,
    _check_names,
    _check_power_names,
    _check_place_words,
    _check_fewer_players,
    _check_arsenals,
    _check_passages,
)
"""Every check of a map file; a new check is a new function and a line here."""


# ---------------------------------------------------------------- building


def _tables(raw: dict[str, Any]) -> dict[str, CodeTable]:
    """The code tables; a table without facts is French."""
    tables = {}
    for name, given in _dict(raw.get("tables")).items():
        facts = _dict(given)
        tables[name] = CodeTable(
            str(facts.get("language", "fr")),
            str(facts.get("hold", "H")),
            {k: str(v) for k, v in _dict(facts.get("coasts")).items()},
            facts.get("marks") is True,
        )
    return tables


def _first_phase(raw: dict[str, Any]) -> Phase:
    code = raw.get("first_phase", "S1901M")
    if not isinstance(code, str):
        raise ValueError("first_phase")
    return Phase.parse(code)


def _power_words(key: str, facts: dict[str, Any], language: str) -> list[str]:
    also = _strings(_dict(facts.get("also")).get(language))
    adjectives = _strings(_dict(facts.get("adjective")).get(language))
    return [str(facts.get(language, key)), *also, *adjectives]


def _place_words(d: _Draft, number: dict[str, int]) -> dict[str, dict[int, PlaceWords]]:
    """How sentences speak of provinces, by language."""
    found: dict[str, dict[int, PlaceWords]] = {}
    for language in LANGUAGES:
        articles = _dict(_dict(d.raw.get("articles")).get(language))
        places = _dict(_dict(d.raw.get("at")).get(language))
        found[language] = {
            number[key]: PlaceWords(str(articles.get(key, "")), str(places.get(key, "")))
            for key in sorted({*articles, *places})
        }
    return found


def _build(d: _Draft) -> Board:
    """The board of a draft without errors."""
    keys = sorted(d.provinces, key=lambda k: (fold(k), k))
    number = {k: i for i, k in enumerate(keys)}
    provinces = []
    for key in keys:
        facts = d.provinces[key]
        also = _dict(facts.get("also"))
        terrain = d.terrain(key)
        assert terrain is not None
        provinces.append(
            Province(
                key=key,
                terrain=terrain,
                centre=facts.get("centre") is True,
                names={
                    x: Spellings(str(facts[x]), _strings(also.get(x)))
                    for x in LANGUAGES
                    if x in facts
                },
                codes={k: str(v) for k, v in _dict(facts.get("code")).items()},
                table_names={k: str(v) for k, v in _dict(facts.get("name")).items()},
                coasts=tuple(d.coasts(key)),
                coast_also={k: str(v) for k, v in _dict(facts.get("coast_also")).items()},
                arsenal=_ARSENALS.get(str(facts.get("arsenal"))),
            )
        )
    coasts = tuple((number[key], coast) for key in keys for coast in d.coasts(key))
    names = [*keys, *(f"{keys[p]} ({c})" for p, c in coasts)]
    location = {name: i for i, name in enumerate(names)}
    fleet: list[list[int]] = [[] for _ in names]
    for here, there in d.fleet():
        fleet[location[here]].append(location[there])
    army = [sorted(number[t] for t in d.army(key)) for key in keys]
    powers = []
    for key, facts in d.powers.items():
        also = _dict(facts.get("also"))
        units: list[tuple[UnitKind, int]] = []
        for text in _strings(facts.get("units")):
            letter, _, place = text.partition(" ")
            units.append((_KINDS[letter], location[place]))
        powers.append(
            Power(
                key=key,
                names={
                    x: Spellings(str(facts.get(x, key)), _strings(also.get(x))) for x in LANGUAGES
                },
                adjectives={x: _strings(_dict(facts.get("adjective")).get(x)) for x in LANGUAGES},
                home=tuple(sorted(number[h] for h in _strings(facts.get("home")))),
                units=tuple(units),
            )
        )
    titles = _dict(d.raw.get("title"))
    order = {key: n for n, key in enumerate(d.powers)}
    return Board(
        fewer_players={
            int(count): tuple(tuple(order[name] for name in _strings(group)) for group in groups)
            for count, groups in _dict(d.raw.get("fewer_players")).items()
        },
        fewer_players_victory={
            int(count): int(victory)
            for count, victory in _dict(d.raw.get("fewer_players_victory")).items()
        },
        passages=tuple(
            Passage(number[p["through"]], (number[p["between"][0]], number[p["between"][1]]))
            for p in _list(d.raw.get("passages"))
        ),
        key=str(d.raw["map"]),
        titles={x: str(titles.get(x, d.raw["map"])) for x in LANGUAGES},
        powers=tuple(powers),
        provinces=tuple(provinces),
        coasts=coasts,
        army_borders=tuple(tuple(a) for a in army),
        fleet_borders=tuple(tuple(sorted(f)) for f in fleet),
        victory=int(d.raw.get("victory", len(keys))),
        first_phase=_first_phase(d.raw),
        shapes=_shown(d.raw.get("shapes", "")),
        place_words=_place_words(d, number),
        tables=_tables(d.raw),
        coast_words={
            x: {
                coast: _strings(_dict(spelled).get(x))
                for coast, spelled in _dict(d.raw.get("coasts")).items()
            }
            for x in LANGUAGES
        },
        ambiguous={
            x: {
                " ".join(words(word)): tuple(number[k] for k in _strings(found))
                for word, found in _dict(_dict(d.raw.get("ambiguous")).get(x)).items()
            }
            for x in LANGUAGES
        },
    )


def from_data(raw: Any, file: str) -> tuple[Board | None, list[Problem]]:
    """The board that a map file's data describes, and every problem found in it.

    The board is None where there is an error; warnings alone don't prevent it.
    """
    if not isinstance(raw, dict):
        return None, [Problem("map-not-a-map", file=file)]
    draft = _Draft(_dict(raw), file)
    for part, into in (("provinces", draft.provinces), ("powers", draft.powers)):
        for key, facts in _dict(draft.raw.get(part)).items():
            if isinstance(facts, dict) and words(key) and "(" not in key:
                into[key] = _dict(facts)
            else:
                draft.say("map-value", part=part, value=key[:40])
    for check in CHECKS:
        check(draft)
    if errors(draft.problems):
        return None, draft.problems
    return _build(draft), draft.problems


def check(path: Path) -> tuple[Board | None, list[Problem]]:
    """The board of a map file and every problem in it, a file that cannot be read included."""
    try:
        raw = mapoverlay.read(path)
    except Unreadable as error:
        return None, list(error.problems)
    board, problems = from_data(raw, str(path))
    return board, _with_lines(path, problems)


def _with_lines(path: Path, problems: list[Problem]) -> list[Problem]:
    """The same problems with the line where their province or power is defined."""
    if not problems:
        return problems
    starts: dict[str, int] = {}
    for n, text in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        if text.startswith("  ") and not text.startswith("   ") and ":" in text:
            starts.setdefault(text.strip().split(":")[0].strip("\"'"), n)
    located = []
    for problem in problems:
        told = problem.details
        subject = str(told.get("province") or told.get("a") or told.get("power") or "")
        line = starts.get(subject.split(" (")[0], problem.line)
        located.append(replace(problem, line=line))
    return located


def load(name: str) -> Board:
    """A map that ships with the program by its name (``europe``), or any map by its file's path.

    Raises Unreadable with the problems of a map that cannot be used.
    """
    path = mapoverlay.shipped(name) or Path(name)
    if not path.is_file():
        raise Unreadable(check(path)[1])
    source = mapoverlay.sources(path)
    board: Board = cached("board", source, lambda: _checked(path))
    return board


def _checked(path: Path) -> Board:
    board, problems = check(path)
    if board is None:
        raise Unreadable(problems)
    return board
