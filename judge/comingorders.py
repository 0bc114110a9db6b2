"""What a sheet says of phases to come: conditional retreats, and sections for later phases.

It waits in the private part until its phase comes, and counts there unless a sheet is sent for that
phase.
"""

from collections.abc import Mapping

from judge.gamefiles import Game, find_received, read_index
from judge.phase import Phase, Step
from judge.position import Position
from judge.sheets.conditions import condition_of
from judge.sheets.headers import Section
from judge.sheets.publishing import lines_for, phases_named, read_whole

Told = dict[tuple[Phase, int], bytes]
"""Orders for phases to come: phase, power -> its lines."""


def told(game: Game, phase: Phase, opened: Position, sheets: Mapping[int, bytes]) -> Told:
    """What the sheets of a phase say of phases to come.

    opened: the position after the phase; retreats are told only of units that it dislodged.
    sheets: by power, as received.
    """
    found: Told = {}
    for power, data in sheets.items():
        if phase.step.is_movement and opened.phase.step.is_retreats:
            lines = _lines_for_dislodged(game, opened, power, lines_for(data, opened.phase))
            lines += _flights(game, opened, power, data)
            if lines:
                found[opened.phase, power] = _bytes(lines)
        coming = {Phase(phase.year, Step.WINTER), *phases_named(data)}
        for later in sorted(p for p in coming if p > phase and not p.step.is_retreats):
            lines = lines_for(data, later)
            if lines:
                found[later, power] = _bytes(lines)
    return found


def _bytes(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def late_files(game: Game, orders: Told) -> dict[str, bytes]:
    """The private files where they wait; a sheet sent for its phase is never written over."""
    index = read_index(game)
    files = {}
    for (phase, power), data in orders.items():
        name = game.later_name(phase, power)
        waiting = game.read_bytes(name) if game.exists(name) else b""
        if find_received(index, waiting, game.board.powers[power].key, phase) is None:
            files[name] = data
    return files


def _lines_for_dislodged(game: Game, opened: Position, power: int, lines: list[str]) -> list[str]:
    """Those of a power's lines that are about units now dislodged; the others are never told."""
    of = game.board.province_of
    places = {of[d.unit.location] for d in opened.dislodged if d.unit.power == power}
    kept = []
    for line in lines:
        found = condition_of(line)
        said = line if found is None else line[: found[1]] + line[found[2] :]
        units = [e.written.unit for e in game.reader.read(said.encode(), "").entries]
        if any(unit and places.intersection(unit.place.candidates) for unit in units):
            kept.append(line)
    return kept


def _flights(game: Game, opened: Position, power: int, data: bytes) -> list[str]:
    """The retreats on order lines (``F Nrd : Nge retraite Ska, Dan``) of units now dislodged."""
    of = game.board.province_of
    told: dict[int, str] = {}
    for entry in read_whole(data, game.reader, "").entries:
        written = entry.written
        if entry.section is not Section.ORDERS or written.unit is None or not written.retreats:
            continue
        if entry.power not in (None, power):
            continue
        for dislodged in opened.dislodged:
            unit = dislodged.unit
            if unit.power == power and of[unit.location] in written.unit.place.candidates:
                places = ", ".join(place.text for place in written.retreats)
                name = game.notation.unit(unit.kind, unit.location)
                told[unit.location] = f"{name} R {places}"
    return list(told.values())
