"""The checks of a map file, one small function each; every problem found is reported.

A new check is a new function and a line in `CHECKS`.
"""

from collections.abc import Callable

from judge import mapborderchecks, mapnamechecks, mapstartchecks
from judge.mapdraft import BUILD_WORDS, LANGUAGES, Draft, as_dict, code_tables, first_phase, shown
from judge.names import slug

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
        "compass",
        "shapes",
        "articles",
        "at",
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
_MAPPINGS = ("provinces", "powers", "title", "coasts", "ambiguous", "tables", "notes", "compass")
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
    lists = [("designers", d.raw), ("deliberate", d.raw), *((f"notes.{x}", notes) for x in notes)]
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


def _check_fields(d: Draft) -> None:
    """A field's name that nobody reads is a slip of the pen."""
    found = [(name, "", _MAP_FIELDS) for name in d.raw]
    found += [(n, key, _POWER_FIELDS) for key, facts in d.powers.items() for n in facts]
    found += [(n, key, _PROVINCE_FIELDS) for key, facts in d.provinces.items() for n in facts]
    for name, holder, known in found:
        if name not in known:
            d.doubt("map-unknown-field", province=holder, name=name[:40])


CHECKS: tuple[Callable[[Draft], None], ...] = (
    _check_shape,
    mapborderchecks.check_kinds,
    mapborderchecks.check_borders,
    mapborderchecks.check_isolated,
    mapstartchecks.check_centres,
    mapstartchecks.check_units,
    mapborderchecks.check_coasts,
    mapnamechecks.check_names,
    mapnamechecks.check_power_names,
    mapnamechecks.check_place_words,
    mapnamechecks.check_compass,
    mapstartchecks.check_fewer_players,
    mapborderchecks.check_arsenals,
    mapborderchecks.check_passages,
    mapborderchecks.check_unreachable,
    mapborderchecks.check_convoying_coasts,
    _check_fields,
)
"""Every check of a map file; a new check is a new function and a line here."""
