"""What a sheet says of phases to come: conditional retreats, and sections for later phases.

It waits in the private part until its phase comes, and counts there unless a sheet is sent for that
phase.
"""

from collections import Counter
from collections.abc import Mapping, Set

from judge.gamefiles import Game, find_received, read_index
from judge.phase import Phase, Step
from judge.position import Position, Unit
from judge.ruledphase import movement_orders
from judge.sheets.conditions import condition_of
from judge.sheets.headers import Section
from judge.sheets.interpreting import Interpreter
from judge.sheets.publishing import lines_for, phases_named, published, read_whole
from judge.sheets.written import Subject

Told = dict[tuple[Phase, int], bytes]
"""Orders for phases to come: phase, power -> its lines."""


def told(game: Game, before: Position, opened: Position, sheets: Mapping[int, bytes]) -> Told:
    """What the sheets of a phase say of phases to come.

    before, opened: the positions before and after the phase; retreats are told only of units that
    it dislodged. sheets: by power, as received.
    """
    phase = before.phase
    found: Told = {}
    fled: dict[int, Unit] = {}
    for power, data in sheets.items():
        if phase.step.is_movement and opened.phase.step.is_retreats:
            fled = fled or _who_must_flee(game, before, opened, sheets)
            lines = _lines_for_dislodged(game, opened, power, lines_for(data, opened.phase))
            lines += _flights(game, before, fled, power, data)
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


def _who_must_flee(
    game: Game, before: Position, opened: Position, sheets: Mapping[int, bytes]
) -> dict[int, Unit]:
    """The units that a season dislodged and that may flee, by their index before it."""
    alike: dict[Unit, list[int]] = {}
    for n, unit in enumerate(before.units):
        alike.setdefault(unit, []).append(n)
    wanted = Counter(d.unit for d in opened.dislodged)
    driven_out: Set[int] = frozenset()
    if any(len(alike[unit]) > count for unit, count in wanted.items()):
        # Of a stack's units, which are alike, only the ruling can say which ones these are.
        public = {p: published(data, game.reader, before, p) for p, data in sheets.items()}
        orders, riders = movement_orders(game, before, public)
        ruling = game.rules.movement(game.board, before, orders, False, riders)
        driven_out = {n for n, o in enumerate(ruling.outcomes) if o.dislodged_by is not None}
    found = {}
    for unit, count in wanted.items():
        for n in sorted(alike[unit], key=lambda n: n not in driven_out)[:count]:
            found[n] = unit
    return dict(sorted(found.items()))


def _flights(
    game: Game, before: Position, fled: Mapping[int, Unit], power: int, data: bytes
) -> list[str]:
    """The retreats on order lines (``F Nrd : Nge retraite Ska, Dan``) of units that must flee."""
    whole = read_whole(data, game.reader, "")
    read = Interpreter(game.board, before, game.notation, game.reading).read(whole, power)
    ordered: dict[int, list[int]] = {}
    for done in read.understood:
        ordered.setdefault(id(done.entry), []).append(done.unit)
    told: dict[int, str] = {}
    for entry in whole.entries:
        written = entry.written
        if entry.section is not Section.ORDERS or written.unit is None or not written.retreats:
            continue
        if entry.power not in (None, power):
            continue
        units = ordered.get(id(entry))
        if units is None:
            mine = {n: unit for n, unit in fled.items() if unit.power == power and n not in told}
            units = _meant(game, mine, written.unit)
        places = ", ".join(place.text for place in written.retreats)
        for n in units:
            if n in fled:
                name = game.notation.unit(fled[n].kind, fled[n].location)
                told[n] = f"{name} R {places}"
    return list(told.values())


def _meant(game: Game, fled: Mapping[int, Unit], subject: Subject) -> list[int]:
    """The units that a retreat alone on a line is about, which is no order of the season."""
    of = game.board.province_of
    found = [n for n, unit in fled.items() if of[unit.location] in subject.place.candidates]
    fitting = [n for n in found if subject.kind in (None, fled[n].kind)] or found
    return fitting[: subject.count or 1]
