"""A map file that says what changes in another one: ``extends: europe``, then only the changes.

What a mapping says is added to the other's, part by part; a list or a value takes the other's
place; an empty value takes it away, a province with the borders to it. Borders are changed by
pairs, both sides at once.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from judge import yamlfiles
from judge.problems import Problem, Unreadable
from judge.resources import folder

BASES_LIMIT = 8
"""Most maps that may stand on each other."""

_KINDS = ("army", "fleet")
_EXTENDS = re.compile(rb"extends[\"']?\s*:\s*[\"']?([\w-]+)")


def shipped(name: str) -> Path | None:
    """The file of a map that ships with the program; None for what cannot be such a name."""
    return folder("maps") / f"{name}.yaml" if name.replace("-", "").isalnum() else None


def read(path: Path) -> Any:
    """A map file's data, with what the maps say that it extends.

    Raises Unreadable where one of the files cannot be read or what it changes is not there.
    """
    data = yamlfiles.read(path)
    for _ in range(BASES_LIMIT):
        if not isinstance(data, dict) or "extends" not in data:
            return data
        data = changed(yamlfiles.read(_base(data, str(path))), data, str(path))
    details = {"part": "extends", "value": str(data.get("extends"))[:40]}
    raise Unreadable([Problem("map-value", file=str(path), details=details)])


def sources(path: Path) -> bytes:
    """The bytes of a map file and of all that it could extend, found without reading them as YAML.

    Equal bytes make the same map, so that a map once built can be found again by them.
    """
    found = path.read_bytes()
    names, ahead = {path}, [found]
    while ahead and len(names) <= BASES_LIMIT:
        for name in _EXTENDS.findall(ahead.pop()):
            base = shipped(name.decode())
            if base is not None and base not in names and base.is_file():
                names.add(base)
                ahead.append(base.read_bytes())
                found += b"\0" + ahead[-1]
    return found


def _base(data: dict[str, Any], file: str) -> Path:
    name = data["extends"]
    path = shipped(name) if isinstance(name, str) else None
    if path is None or not path.is_file():
        details = {"part": "extends", "value": str(name)[:40]}
        raise Unreadable([Problem("map-value", file=file, details=details)])
    return path


def changed(base: Any, overlay: dict[str, Any], file: str) -> dict[str, Any]:
    """A map's data with an overlay's changes. Raises Unreadable with every border amiss."""
    own = {key: value for key, value in overlay.items() if key not in ("extends", "borders")}
    data = dict(_merged(base, own))
    _forget_provinces(data, base)
    borders = overlay.get("borders")
    if borders is not None:
        problems = _change_borders(data, borders, file)
        if problems:
            raise Unreadable(problems)
    return data


def _merged(base: Any, overlay: Any) -> Any:
    """Mappings merged key by key, in the base's order and then the overlay's."""
    if not isinstance(base, dict) or not isinstance(overlay, dict):
        return overlay
    merged = dict(base)
    for key, value in overlay.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(merged.get(key), value)
    return merged


def _forget_provinces(data: dict[str, Any], base: Any) -> None:
    """With a province that an overlay takes away go the borders to it."""
    known = data.get("provinces")
    before = base.get("provinces") if isinstance(base, dict) else None
    if not isinstance(known, dict) or not isinstance(before, dict):
        return
    gone = set(before) - set(known)
    if not gone:
        return
    for facts in known.values():
        for kind in _KINDS:
            borders = facts.get(kind) if isinstance(facts, dict) else None
            if isinstance(borders, dict):
                facts[kind] = {coast: _without(there, gone) for coast, there in borders.items()}
            elif borders is not None:
                facts[kind] = _without(borders, gone)
    for part in ("articles", "at"):
        spelled = data.get(part)
        for words in spelled.values() if isinstance(spelled, dict) else ():
            for key in gone if isinstance(words, dict) else ():
                words.pop(key, None)
    ambiguous = data.get("ambiguous")
    for words in ambiguous.values() if isinstance(ambiguous, dict) else ():
        if isinstance(words, dict):
            words.update({word: _without(keys, gone) for word, keys in words.items()})


def _without(places: Any, gone: set[Any]) -> Any:
    if not isinstance(places, list):
        return places
    return [place for place in places if str(place).split(" (")[0] not in gone]


def _change_borders(data: dict[str, Any], changes: Any, file: str) -> list[Problem]:
    """Remove and add pairs ``[Bon, Hol]`` of ``army`` and ``fleet`` borders."""
    problems: list[Problem] = []

    def say(part: str, value: object) -> None:
        details = {"part": part, "value": str(value)[:40]}
        problems.append(Problem("map-value", file=file, details=details))

    for deed, wanted in _parts(changes, "borders", ("remove", "add"), say):
        for kind, pairs in _parts(wanted, f"borders.{deed}", _KINDS, say):
            if not isinstance(pairs, list):
                say(f"borders.{deed}.{kind}", pairs)
                continue
            for pair in pairs:
                if not _change_both_sides(data.get("provinces"), kind, deed, pair):
                    say(f"borders.{deed}.{kind}", pair)
    return problems


def _parts(
    value: Any, name: str, known: tuple[str, ...], say: Callable[[str, object], None]
) -> list[tuple[str, Any]]:
    """The known parts of a mapping, in their order; whatever else there is is told."""
    if not isinstance(value, dict):
        say(name, value)
        return []
    for other in value:
        if other not in known:
            say(f"{name}.{str(other)[:20]}", value[other])
    return [(part, value[part]) for part in known if part in value]


def _change_both_sides(provinces: Any, kind: str, deed: str, pair: Any) -> bool:
    if not isinstance(provinces, dict) or not isinstance(pair, list) or len(pair) != 2:
        return False
    a, b = map(str, pair)
    return _change(provinces, kind, deed, a, b) and _change(provinces, kind, deed, b, a)


def _change(provinces: dict[str, Any], kind: str, deed: str, here: str, there: str) -> bool:
    """Add or remove one side of a border; whether that could be done."""
    key, _, coast = here.removesuffix(")").partition(" (")
    facts = provinces.get(key)
    if not isinstance(facts, dict):
        return False
    holder, part = (facts.get(kind), coast) if coast else (facts, kind)
    if not isinstance(holder, dict):
        return False
    borders = holder.get(part) or []
    if not isinstance(borders, list) or (there in borders) == (deed == "add"):
        return False
    holder[part] = [*borders, there] if deed == "add" else [b for b in borders if b != there]
    return True
