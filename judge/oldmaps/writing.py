"""An old judge's map as one of our files: the data, and its text in the order of ours."""

from typing import Any

from judge.names import fold
from judge.oldmaps.draft import COASTS, Area, OldMap, Power
from judge.yamlfiles import scalar

_COAST_WORDS = {
    "cn": "{fr: [cn, c n, côte nord], en: [nc, n c, north coast]}",
    "cs": "{fr: [cs, c s, côte sud], en: [sc, s c, south coast]}",
    "ce": "{fr: [ce, c e, côte est], en: [ec, e c, east coast]}",
    "co": "{fr: [co, c o, côte ouest], en: [wc, w c, west coast]}",
}


def text_of(old: OldMap, key: str, title: str, deliberate: list[str], intro: list[str]) -> str:
    """The YAML of a map; intro: lines that stand above it as remarks.

    Keys are the source's abbreviations; French names and adjectives are still the source's own.
    """
    lines = [f"# {line}".rstrip() for line in intro]
    lines += [
        f"map: {scalar(key)}",
        f"title: {{fr: {scalar(title)}, en: {scalar(title)}}}",
        f"first_phase: {old.first_phase}",
        f"victory: {old.victory or len(old.centres()) // 2 + 1}",
    ]
    if old.build != "home":
        lines.append(f"build: {old.build}")
    if deliberate:
        lines.append(f"deliberate: {_list(deliberate)}")
    lines += ["", "tables:"]
    lines += ["  francais: {language: fr, hold: xxx}", "  english: {language: en, hold: H}"]
    used = sorted({COASTS[c] for area in old.areas.values() for c in area.fleet if c in COASTS})
    if used:
        lines += ["", "coasts:", *(f"  {coast}: {_COAST_WORDS[coast]}" for coast in used)]
    lines += ["", "powers:"]
    for power in old.powers.values():
        lines += _power(power)
    lines += ["", "provinces:"]
    centres = set(old.centres())
    for area in sorted(old.areas.values(), key=lambda a: a.key):
        lines += _area(area, area.key in centres)
    return "\n".join(lines) + "\n"


def _power(power: Power) -> list[str]:
    adjective = power.adjective or power.name
    lines = [
        f"  {scalar(power.name)}:",
        f"    en: {scalar(power.name)}",
        f"    adjective: {{fr: [{scalar(adjective)}], en: [{scalar(adjective)}]}}",
        f"    home: {_list(_key(h) for h in power.home)}",
    ]
    if power.centres is not None and sorted(power.centres) != sorted(power.home):
        lines.append(f"    centres: {_list(_key(c) for c in power.centres)}")
    units = [f"{letter} {_place(key, coast)}" for letter, key, coast in power.units]
    return [*lines, f"    units: {_list(units)}"]


def _area(area: Area, is_centre: bool) -> list[str]:
    key = _key(area.key)
    lines = [
        f"  {key}:",
        f"    fr: {scalar(area.name)}",
        f"    en: {scalar(area.name)}",
        f"    code: {{francais: {key}, english: {scalar(area.key)}}}",
    ]
    also = [w for w in area.also if w.isascii() and fold(w) != fold(area.name)]
    if also:
        lines.append(f"    also: {{en: {_list(also)}}}")
    lines.append(f"    kind: {area.kind}")
    if is_centre:
        lines.append("    centre: true")
    if area.convoys:
        lines.append("    convoys: true")
    if area.army:
        lines.append(f"    army: {_list(sorted(_key(k) for k in area.army))}")
    if set(area.fleet) == {""}:
        lines.append(f"    fleet: {_list(_places(area.fleet['']))}")
    elif area.fleet:
        coasts: Any = sorted((COASTS.get(c, c), _places(to)) for c, to in area.fleet.items())
        parts = ", ".join(f"{scalar(coast)}: {_list(to)}" for coast, to in coasts)
        lines.append(f"    fleet: {{{parts}}}")
    return lines


def _places(targets: set[tuple[str, str]]) -> list[str]:
    return sorted(_place(key, coast) for key, coast in targets)


def _place(key: str, coast: str) -> str:
    return f"{_key(key)} ({COASTS.get(coast, coast)})" if coast else _key(key)


def _key(key: str) -> str:
    return scalar(key.capitalize())


def _list(items: Any) -> str:
    return f"[{', '.join(scalar(item) if item[:1] != chr(34) else item for item in items)}]"
