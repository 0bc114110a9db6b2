"""The lines of a sheet that are no orders: sections, phases, and what the sheet says of itself."""

import re
from enum import StrEnum

from judge.names import fold
from judge.phase import Phase, Step


class Section(StrEnum):
    """What the lines that follow are about."""

    ORDERS = "orders"
    POSITION = "position"
    RETREATS = "retreats"
    WINTER = "winter"
    PRESS = "press"


class Field(StrEnum):
    """What a sheet says of itself on a line ``word: value``."""

    GAME = "game"
    POWER = "power"
    KEY = "key"
    OPTION = "option"


_SECTIONS = {
    "ordres": Section.ORDERS,
    "orders": Section.ORDERS,
    "mouvements": Section.ORDERS,
    "movement": Section.ORDERS,
    "position": Section.POSITION,
    "positions": Section.POSITION,
    "retraites": Section.RETREATS,
    "retraite": Section.RETREATS,
    "retreats": Section.RETREATS,
    "hiver": Section.WINTER,
    "winter": Section.WINTER,
    "ajustement": Section.WINTER,
    "ajustements": Section.WINTER,
    "construction": Section.WINTER,
    "constructions": Section.WINTER,
    "builds": Section.WINTER,
    "adjustments": Section.WINTER,
    "presse": Section.PRESS,
    "press": Section.PRESS,
}

_FIELDS = {
    "partie": Field.GAME,
    "game": Field.GAME,
    "puissance": Field.POWER,
    "power": Field.POWER,
    "cle": Field.KEY,
    "key": Field.KEY,
}

_SEASONS = {
    "printemps": Step.SPRING,
    "spring": Step.SPRING,
    "ete": Step.SPRING_RETREATS,
    "summer": Step.SPRING_RETREATS,
    "automne": Step.AUTUMN,
    "autumn": Step.AUTUMN,
    "fall": Step.AUTUMN,
    "hiver": Step.WINTER,
    "winter": Step.WINTER,
}

_LETTER_SEASONS = {
    "p": Step.SPRING,
    "s": Step.SPRING,
    "a": Step.AUTUMN,
    "f": Step.AUTUMN,
    "h": Step.WINTER,
    "w": Step.WINTER,
}

HEADING_LIMIT = 200
"""Longest line, in characters, that can be a heading or say something of its sheet."""

_SECTION = re.compile(r"\W*([a-z]+)\s*:\s*")
_FIELD = re.compile(r"\W*([a-z]+)\s*:\s*(.*?)\s*$")
_PHASE = re.compile(
    r"\W*(?:phase )?(?:(?P<before>retraites?|retreats?|ajustements?|adjustments?|mouvements?) )?"
    r"(?:de |d'|du )?(?:l')?(?P<season>[a-z]+) ?(?P<year>\d{1,4})"
    r"(?: ?(?P<after>m|r|a|retraites?|retreats?|movement|adjustments?|builds?))?\W*$"
)
_WINTER = re.compile(
    r"\W*(?:ajustements?|adjustments?|constructions?|builds?) (?:de |of )?(?P<year>\d{4})\W*$"
)


def section_of(line: str) -> tuple[Section, int] | None:
    """The section that a line opens, and where what follows its colon begins."""
    match = _SECTION.match(fold(line[:HEADING_LIMIT]))
    if match and match[1] in _SECTIONS:
        return _SECTIONS[match[1]], min(match.end(), len(line))
    if is_bare_section(line):
        return _SECTIONS[_undecorated(line)], len(line)
    return None


def is_bare_section(line: str) -> bool:
    """Whether a line is a section's word alone, without a colon: ``== Presse ==``."""
    return ":" not in line and _undecorated(line) in _SECTIONS


def _undecorated(line: str) -> str:
    return fold(line[:HEADING_LIMIT]).strip(" \t=-*_#~.")


def fields_of(line: str) -> list[tuple[Field, str]]:
    """What a line says of its sheet: ``Partie: tsar  Puissance: Autriche``; empty if nothing."""
    if len(line) > HEADING_LIMIT:
        return []
    found = []
    for part in re.split(r"\s{2,}|\t", line.strip()):
        match = _FIELD.match(fold(part))
        if not match or match[1] not in _FIELDS:
            return []
        found.append((_FIELDS[match[1]], part[part.index(":") + 1 :].strip()))
    return found


_CENTRES = re.compile(r"\W*(?:\d+\s+)?(?:centres?|centers?|supply centers?)\b\s*(?:[:(]|$)")


def is_remark(line: str) -> bool:
    """Whether a line of a printed report says nothing to read: a count of centres."""
    return _CENTRES.match(fold(line[:HEADING_LIMIT])) is not None


def phase_heading(line: str) -> tuple[Phase, int] | None:
    """The phase that a line opens, and where what follows begins: ``Hiver 1901: + A Par``."""
    phase = phase_of(line)
    if phase is not None:
        return phase, len(line)
    named, colon, _ = line[:HEADING_LIMIT].partition(":")
    phase = phase_of(named) if colon and re.search(r"\d{4}", named) else None
    return (phase, len(named) + 1) if phase is not None else None


def phase_of(line: str) -> Phase | None:
    """The phase that a line names: ``Printemps 1901``, ``P1901``, ``PHASE Fall 1905 Movement``."""
    if len(line) > HEADING_LIMIT:
        return None
    said = " ".join(fold(line).split())
    winter = _WINTER.match(said)
    if winter:
        return Phase(int(winter["year"]), Step.WINTER)
    match = _PHASE.match(said)
    if not match:
        return None
    step = _SEASONS.get(match["season"])
    if step is None and len(match["year"]) == 4:
        step = _LETTER_SEASONS.get(match["season"])
    if step is None:
        return None
    words = f"{match['before'] or ''} {match['after'] or ''}".split()
    if any(w.startswith("r") for w in words) and step.is_movement:
        step = Step(step + 1)
    elif any(w.startswith(("a", "b")) for w in words):
        step = Step.WINTER
    return Phase(int(match["year"]), step)
