"""A DPjudge map's areas and borders, once every line of terrain has been read.

The case of a province's letters says what passes its border: capitals for both kinds of unit, small
letters for armies alone, a capital first for fleets alone.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.oldmaps.draft import COASTS, Area, OldMap

MARKS = {"~": "~", "*": "*", ":": ":", "(": "()"}
"""What a border can be marked with, each a rule of its own, and the rule's name."""

_MARKED = re.compile(r"^.*:|[~*]|\(.*$")


@dataclass
class Entry:
    """A terrain line: which case it was written in says whether a fleet may stand in its body."""

    terrain: str
    written: str
    beside: list[str] = field(default_factory=list)
    file: str = ""
    line: int = 0


@dataclass
class Name:
    """A name line: the area's full name and its other spellings."""

    name: str
    also: list[str]


def put_together(old: OldMap, names: Mapping[str, Name], entries: Mapping[str, Entry]) -> None:
    """Make the areas of a map and their borders from what its lines came to."""
    for key, entry in entries.items():
        base, _, coast = key.partition("/")
        if key not in names:
            old.refuse("import-name-missing", entry.line, entry.file, name=key)
        if coast and coast.lower() not in COASTS:
            old.refuse("import-coast", entry.line, entry.file, name=key)
        if not coast:
            named = names.get(base, Name(base, []))
            area = Area(base, named.name.replace("+", " "), named.also)
            kinds = {"LAND": "land", "WATER": "sea", "SHUT": "impassable"}
            area.kind = kinds.get(entry.terrain, "coast")
            area.convoys = entry.terrain == "PORT"
            if area.convoys:
                old.warn("import-port", entry.line, entry.file, name=base)
            old.areas[base] = area
    for key in names:
        if key not in entries:
            old.refuse("import-name-of-nothing", name=key)
    for key, entry in entries.items():
        if key.partition("/")[0] not in old.areas:
            old.refuse("import-unknown-area", entry.line, entry.file, name=key)
        else:
            _borders(old, key, entry)


def _borders(old: OldMap, key: str, entry: Entry) -> None:
    """What passes a line's borders: the case of both ends says it."""
    base, _, coast = key.partition("/")
    here = old.areas[base]
    seen: set[str] = set()
    if entry.terrain == "SHUT":
        return
    has_fleets = not entry.written.islower() and entry.terrain in ("COAST", "WATER", "PORT")
    if has_fleets:
        here.fleet.setdefault(coast.lower(), set())
    for marked in entry.beside:
        # A marked border is refused as its line is read; else it is one like the others.
        word = _MARKED.sub("", marked)
        if not word:
            continue
        there, _, on = word.partition("/")
        other = old.areas.get(there.upper())
        if word.upper() in seen:
            old.refuse("import-border-twice", entry.line, entry.file, a=key, b=word)
            continue
        seen.add(word.upper())
        if other is None:
            old.refuse("import-unknown-area", entry.line, entry.file, name=word)
            continue
        if other.kind == "impassable":
            continue
        is_title = there[0].isupper() and not there.isupper()
        on_land = {here.kind, other.kind} <= {"land", "coast"}
        if on_land and not is_title and not coast:
            here.army.add(other.key)
        at_sea = {here.kind, other.kind} <= {"sea", "coast"}
        if at_sea and has_fleets and there[0].isupper():
            here.fleet[coast.lower()].add((other.key, on.lower()))
