"""The checks of a map file, one small function each; every problem found is reported.

A new check is a new function and a line in `CHECKS`.
"""

from collections.abc import Callable

from judge.board import Terrain
from judge.mapdraft import (
    ARSENALS,
    BUILD_WORDS,
    KINDS,
    LANGUAGES,
    Draft,
    as_dict,
    as_list,
    code_tables,
    first_phase,
    power_words,
    shown,
    strings,
)
from judge.names import slug, words

_MAP_FIELDS = frozenset(
    [
        "map",
        "extends",
        "title",
        "first_phase",
        "victory",
        "build",
        "designers",
        "notes",
        "deliberate",
        "tables",
        "fewer_players",
        "fewer_players_victory",
        "coasts",
        "ambiguous",
        "passages",
        "powers",
        "provinces",
        "borders",
    ]
)
_POWER_FIELDS = frozenset(["fr", "en", "adjective", "also", "home", "units", "centres", "neutral"])
_PROVINCE_FIELDS = frozenset(
    [
        "fr",
        "en",
        "name",
        "code",
        "also",
        "kind",
        "centre",
        "army",
        "fleet",
        "coast_also",
        "arsenal",
        "convoys",
    ]
)
_MAPPINGS = ("provinces", "powers", "title", "coasts", "ambiguous", "tables", "notes")
_BY_PLAYERS = ("fewer_players", "fewer_players_victory")


def _check_shape(d: Draft) -> None:
    """The parts a map must have, each of the right type."""
    for name in ("map", "provinces", "powers"):
        if not d.raw.get(name):
            d.say("map-part-missing", part=name)
    for name in (*_MAPPINGS, *_BY_PLAYERS):
        if name in d.raw and not isinstance(d.raw[name], dict):
            d.say("map-part-type", part=name)
    build = d.raw.get("build", "home")
    if not isinstance(build, str) or build not in BUILD_WORDS:
        d.say("map-value", part="build", value=shown(build))
    victory = d.raw.get("victory", 1)
    if not isinstance(victory, int) or isinstance(victory, bool) or not 0 < victory < 100_000:
        d.say("map-value", part="victory", value=str(victory)[:40])
    try:
        first_phase(d.raw)
    except ValueError:
        d.say("map-value", part="first_phase", value=shown(d.raw.get("first_phase")))
    for name, table in code_tables(d.raw).items():
        if table.language not in LANGUAGES:
            d.say("map-value", part=f"tables.{name}.language", value=table.language[:40])
    notes = as_dict(d.raw.get("notes"))
    lists = [("designers", d.raw), *((f"notes.{x}", notes) for x in notes)]
    for part, holder in lists:
        given = holder.get(part.removeprefix("notes."), [])
        if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
            d.say("map-part-type", part=part)
    slugs: dict[str, str] = {}
    for key in d.powers:
        if not slug(key):
            d.say("map-value", part="powers", value=key[:40])
        elif slug(key) in slugs:
            d.say("map-alias-collision", word=key, places=[slugs[slug(key)], key])
        slugs.setdefault(slug(key), key)


def _check_kinds(d: Draft) -> None:
    """Each province has a known kind, and borders that its kind allows."""
    for key, province in d.provinces.items():
        terrain = d.terrain(key)
        if terrain is None:
            d.say("map-kind", province=key, value=shown(province.get("kind")))
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


def _check_borders(d: Draft) -> None:
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


def _check_isolated(d: Draft) -> None:
    """Every passable province can be reached; every coast touches water."""
    fleet = list(d.fleet())
    for key in d.provinces:
        terrain = d.terrain(key)
        mine = [(a, b) for a, b in fleet if a.split(" (")[0] == key]
        if terrain in (Terrain.LAND, Terrain.COAST, Terrain.SEA) and not mine and not d.army(key):
            d.say("map-isolated", province=key)
        elif terrain is Terrain.COAST:
            coasts = [f"{key} ({c})" for c in d.coasts(key)] or [key]
            for place in coasts:
                beside = [b for a, b in mine if a == place]
                if not beside:
                    d.say("map-coast-without-sea", province=place)
                elif not any(d.terrain_of(b) is Terrain.SEA for b in beside):
                    d.doubt("map-coast-without-sea", province=place)


def _check_centres(d: Draft) -> None:
    """Home centres are centres, of one power each; start units stand where they can."""
    owner: dict[str, str] = {}
    for power, facts in d.powers.items():
        home = strings(facts.get("home"))
        if facts.get("neutral", False) not in (True, False):
            d.say("map-value", part=f"{power}.neutral", value=shown(facts["neutral"]))
        if facts.get("neutral") is True:
            if home or d.centres_at_start(power):
                d.say("map-neutral-owns", power=power)
        elif not home:
            d.say("map-power-without-home", power=power, severity="warning")
        for centre in home:
            if centre not in d.provinces:
                d.say("map-unknown-province", province=power, name=centre[:40])
            elif d.provinces[centre].get("centre") is not True:
                d.say("map-home-not-centre", power=power, province=centre)
            elif centre in owner:
                d.say("map-centre-twice", province=centre, powers=[owner[centre], power])
            owner.setdefault(centre, power)
    _check_owned_at_start(d)
    for key, province in d.provinces.items():
        if province.get("centre") not in (True, False, None):
            d.say("map-value", part=f"{key}.centre", value=shown(province["centre"]))
        if province.get("centre") is True and d.terrain(key) in (Terrain.SEA, Terrain.IMPASSABLE):
            d.say("map-centre-without-owner", province=key)
    total = sum(p.get("centre") is True for p in d.provinces.values())
    victory = d.raw.get("victory")
    if isinstance(victory, int) and total < victory:
        d.say("map-victory-unreachable", victory=victory, total=total)
    elif isinstance(victory, int) and 0 < 2 * victory < total:
        d.doubt("map-victory-low", victory=victory, total=total)


def _check_owned_at_start(d: Draft) -> None:
    """What powers own as the map starts are centres, of one power each."""
    owner: dict[str, str] = {}
    for power, facts in d.powers.items():
        for centre in d.centres_at_start(power) if "centres" in facts else ():
            if centre not in d.provinces:
                d.say("map-unknown-province", province=power, name=centre[:40])
            elif d.provinces[centre].get("centre") is not True:
                d.say("map-home-not-centre", power=power, province=centre)
        for centre in d.centres_at_start(power):
            if owner.get(centre, power) != power and "centres" in facts:
                d.say("map-centre-twice", province=centre, powers=[owner[centre], power])
            owner.setdefault(centre, power)
        units, centres = len(strings(facts.get("units"))), len(d.centres_at_start(power))
        if units > centres > 0:
            d.doubt("map-more-units", power=power, units=units, centres=centres)


def _check_unreachable(d: Draft) -> None:
    """Every centre can be reached from where somebody starts, by land, by sea or by convoy."""
    beside: dict[str, set[str]] = {key: set(d.army(key)) for key in d.provinces}
    for here, there in d.fleet():
        beside[here.split(" (")[0]].add(there.split(" (")[0])
    ahead = [h for facts in d.powers.values() for h in strings(facts.get("home"))]
    ahead += [
        text.partition(" ")[2].split(" (")[0]
        for facts in d.powers.values()
        for text in strings(facts.get("units"))
    ]
    seen: set[str] = set()
    while ahead:
        here = ahead.pop()
        if here in beside and here not in seen:
            seen.add(here)
            ahead += beside[here]
    for key, province in d.provinces.items():
        if seen and province.get("centre") is True and key not in seen and beside[key]:
            d.say("map-unreachable", province=key)


def _check_convoying_coasts(d: Draft) -> None:
    """Only a coast can be said to carry convoys: a sea does, and inland there is no fleet."""
    for key, province in d.provinces.items():
        convoys = province.get("convoys", False)
        if convoys not in (True, False) or (convoys and d.terrain(key) is not Terrain.COAST):
            d.say("map-value", part=f"{key}.convoys", value=shown(convoys))


def _check_fields(d: Draft) -> None:
    """A field's name that nobody reads is a slip of the pen."""
    found = [(name, "", _MAP_FIELDS) for name in d.raw]
    found += [(n, key, _POWER_FIELDS) for key, facts in d.powers.items() for n in facts]
    found += [(n, key, _PROVINCE_FIELDS) for key, facts in d.provinces.items() for n in facts]
    for name, holder, known in found:
        if name not in known:
            d.doubt("map-unknown-field", province=holder, name=name[:40])


def _check_units(d: Draft) -> None:
    """Start units stand where such a unit can, one a province."""
    taken: dict[str, str] = {}
    known = d.locations()
    for power, facts in d.powers.items():
        for text in strings(facts.get("units")):
            kind, _, place = text.partition(" ")
            province = place.split(" (")[0]
            fits = kind in KINDS and province in d.provinces
            if fits and kind == "A":
                fits = place in d.provinces and d.terrain(place) in (Terrain.LAND, Terrain.COAST)
            elif fits:
                fits = place in known and d.terrain(province) in (Terrain.SEA, Terrain.COAST)
            if not fits:
                d.say("map-start-unit", power=power, unit=text[:40])
            elif province in taken:
                d.say("map-start-twice", province=province, powers=[taken[province], power])
            taken.setdefault(province, power)


def _check_names(d: Draft) -> None:
    """Every province has its names and codes; no word means two provinces unless declared so."""
    declared = {
        language: {
            " ".join(words(str(w))) for w in as_dict(as_dict(d.raw.get("ambiguous")).get(language))
        }
        for language in LANGUAGES
    }
    tables = code_tables(d.raw)
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
            for other in strings(as_dict(province.get("also")).get(language)):
                claim(language, other, key)
        codes = as_dict(province.get("code"))
        for table in codes:
            if table not in tables:
                d.say("map-unknown-table", province=key, name=table[:40])
        for table in tables:
            code = codes.get(table)
            if not isinstance(code, str):
                d.say("map-code-missing", province=key, table=table)
            else:
                claim(table, code, key)
        for table, name in as_dict(province.get("name")).items():
            claim(table, str(name), key)
    for (scope, word), keys in sorted(claims.items()):
        if len(keys) > 1 and word not in declared.get(scope, set()):
            d.say("map-alias-collision", word=word, places=sorted(keys))
    for language, facts in as_dict(d.raw.get("ambiguous")).items():
        for word, keys in as_dict(facts).items():
            for key in strings(keys):
                if key not in d.provinces:
                    d.say("map-unknown-province", province=f"ambiguous.{language}.{word}", name=key)


def _check_power_names(d: Draft) -> None:
    """No word means two powers."""
    claims: dict[tuple[str, str], set[str]] = {}
    for key, facts in d.powers.items():
        if not isinstance(facts.get("en"), str):
            d.say("map-name-missing", province=key, language="en")
        for language in LANGUAGES:
            for text in power_words(key, facts, language):
                claims.setdefault((language, " ".join(words(text))), set()).add(key)
    for (_, word), keys in sorted(claims.items()):
        if len(keys) > 1:
            d.say("map-alias-collision", word=word, places=sorted(keys))


def _check_coasts(d: Draft) -> None:
    """Every coast used is declared, and every coast alias means one of the province's own."""
    declared = as_dict(d.raw.get("coasts"))
    for key, province in d.provinces.items():
        coasts = d.coasts(key)
        for coast in coasts:
            if coast not in declared:
                d.say("map-unknown-coast", province=key, name=coast[:40])
        for other, coast in as_dict(province.get("coast_also")).items():
            if coast not in coasts or other not in declared or other in coasts:
                d.say("map-unknown-coast", province=key, name=f"{other}: {coast}"[:40])


def _check_fewer_players(d: Draft) -> None:
    """Each group of powers names known powers, once."""
    for count, groups in as_dict(d.raw.get("fewer_players")).items():
        named = [name for group in as_list(groups) for name in strings(group)]
        counted = as_list(groups)
        fits = bool(counted) and count == str(len(counted)) and len(counted) < len(d.powers)
        fits = fits and all(strings(group) for group in counted)
        played = {power for power, facts in d.powers.items() if facts.get("neutral") is not True}
        if not fits or len(set(named)) < len(named) or not set(named) <= played:
            d.say("map-value", part="fewer_players", value=count[:40])
    for count, victory in as_dict(d.raw.get("fewer_players_victory")).items():
        is_number = isinstance(victory, int) and not isinstance(victory, bool) and victory > 0
        if count not in as_dict(d.raw.get("fewer_players")) or not is_number:
            d.say("map-value", part="fewer_players_victory", value=shown(victory))


def _check_arsenals(d: Draft) -> None:
    """An arsenal's kind is one that can stand in it."""
    for key, province in d.provinces.items():
        kind = province.get("arsenal")
        if kind is None:
            continue
        is_known = isinstance(kind, str) and kind in ARSENALS
        is_inland = d.terrain(key) is Terrain.LAND
        if not is_known or not province.get("centre") or (is_inland and kind == "fleet"):
            d.say("map-value", part=f"{key}.arsenal", value=shown(kind))


def _check_passages(d: Draft) -> None:
    """A passage joins two waters through a province beside both."""
    fleet = {(a.split(" (")[0], b.split(" (")[0]) for a, b in d.fleet()}
    given = d.raw.get("passages", [])
    if not isinstance(given, list):
        d.say("map-part-type", part="passages")
    for passage in as_list(given):
        facts = as_dict(passage)
        through, between = str(facts.get("through")), strings(facts.get("between"))
        fits = len(set(between)) == 2 and d.terrain_of(through) is Terrain.COAST
        if not fits or not all(
            d.terrain_of(water) is Terrain.SEA and (through, water) in fleet for water in between
        ):
            d.say("map-value", part="passages", value=shown(passage))


CHECKS: tuple[Callable[[Draft], None], ...] = (
    _check_shape,
    _check_kinds,
    _check_borders,
    _check_isolated,
    _check_centres,
    _check_units,
    _check_coasts,
    _check_names,
    _check_power_names,
    _check_fewer_players,
    _check_arsenals,
    _check_passages,
    _check_unreachable,
    _check_convoying_coasts,
    _check_fields,
)
"""Every check of a map file; a new check is a new function and a line here."""
