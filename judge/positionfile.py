"""`position.yaml`: the board before a phase, one unit a line, one centre a line.

Units that share a province stand on as many lines. ``lost``: units that fled in vain this year.
"""

from collections.abc import Mapping
from typing import Any

from judge import yamlfiles
from judge.board import ARMY, FLEET, LETTERS, Board, UnitKind
from judge.phase import Phase
from judge.position import Dislodged, Position, Unit, arranged
from judge.problems import Problem, Unreadable
from judge.yamlfiles import scalar

FORMAT = 1
_KINDS: dict[str, UnitKind] = {"A": ARMY, "F": FLEET}


def write(board: Board, position: Position) -> str:
    """The text of a position's file; the same position always gives the same text."""
    out = [f"format: {FORMAT}", f"phase: {position.phase}", "units:"]
    for number, power in enumerate(board.powers):
        units = [u for u in position.units if u.power == number]
        out.append(f"  {scalar(power.key)}:" + ("" if units else " []"))
        out += [f"    - {scalar(board.unit_name(u.kind, u.location))}" for u in units]
    out.append("centres:")
    for number, power in enumerate(board.powers):
        centres = position.centres_of(number)
        out.append(f"  {scalar(power.key)}:" + ("" if centres else " []"))
        out += [f"    - {scalar(board.provinces[c].key)}" for c in centres]
    if position.dislodged:
        out.append("dislodged:")
        for d in position.dislodged:
            name = board.unit_name(d.unit.kind, d.unit.location)
            out.append(f"  - unit: {scalar(name)}")
            out.append(f"    power: {scalar(board.powers[d.unit.power].key)}")
            out.append(f"    from: {scalar(board.provinces[d.attacker_from].key)}")
            out.append("    retreats:" + ("" if d.retreats else " []"))
            out += [f"      - {scalar(board.location_name(r))}" for r in d.retreats]
    if position.standoffs:
        out.append("standoffs:")
        out += [f"  - {scalar(board.provinces[p].key)}" for p in position.standoffs]
    if position.lost:
        out.append("lost:")
        for number in sorted({power for power, _ in position.lost}):
            out.append(f"  {scalar(board.powers[number].key)}:")
            out += [f"    - {LETTERS[kind]}" for power, kind in position.lost if power == number]
    return "\n".join(out) + "\n"


def read(board: Board, data: bytes, file: str, stacks: bool = False) -> Position:
    """The position of a file. Raises Unreadable with every problem found in it."""
    raw = yamlfiles.parse(data, file)
    reader = _Reader(board, file, stacks)
    position = reader.position(raw)
    if position is None or reader.problems:
        raise Unreadable(reader.problems)
    return position


class _Reader:
    def __init__(self, board: Board, file: str, stacks: bool) -> None:
        self.board = board
        self.file = file
        self.stacks = stacks
        self.problems: list[Problem] = []

    def bad(self, value: Any, code: str = "position-value") -> None:
        shown = str(value)[:60]
        details = {"value": shown, "place": shown, "unit": shown}
        self.problems.append(Problem(code, file=self.file, details=details))

    def position(self, raw: Any) -> Position | None:
        if not isinstance(raw, dict):
            self.bad(raw)
            return None
        if raw.get("format") != FORMAT:
            self.bad(raw.get("format"), "game-format")
            return None
        try:
            phase = Phase.parse(str(raw.get("phase")))
        except ValueError:
            self.bad(raw.get("phase"), "phase-unknown")
            return None
        for unknown in sorted(set(map(str, raw)) - _PARTS):
            self.bad(unknown)
        units = self.units(raw.get("units"))
        owners = self.owners(raw.get("centres"))
        dislodged = self.dislodged(raw.get("dislodged", []), units)
        standoffs = [self.province(p) for p in self.listed(raw.get("standoffs", []))]
        known = tuple(sorted(p for p in standoffs if p is not None))
        lost = self.lost(raw.get("lost", {}))
        return Position(phase, arranged(units, self.board), owners, tuple(dislodged), known, lost)

    def listed(self, value: Any) -> list[Any]:
        if not isinstance(value, list):
            self.bad(value)
            return []
        return value

    def by_power(self, raw: Any) -> list[tuple[int, Any]]:
        if not isinstance(raw, dict):
            self.bad(raw)
            return []
        found = []
        for key, values in raw.items():
            power = self.board.power_numbers.get(str(key))
            if power is None:
                self.bad(key)
                continue
            found += [(power, value) for value in self.listed(values)]
        return found

    def unit(self, text: Any, power: int) -> Unit | None:
        letter, _, place = str(text).partition(" ")
        kind, location = _KINDS.get(letter), self.board.location_numbers.get(place)
        if kind is None or location is None or not self.board.can_stand(kind, location):
            self.bad(text, "unit-impossible")
            return None
        return Unit(power, kind, location)

    def units(self, raw: Any) -> list[Unit]:
        found: list[Unit] = []
        holders: dict[int, int] = {}
        for power, text in self.by_power(raw):
            unit = self.unit(text, power)
            if unit is None:
                continue
            province = self.board.province_of[unit.location]
            if province in holders and not (self.stacks and holders[province] == power):
                self.bad(self.board.provinces[province].key, "units-twice")
            holders[province] = power
            found.append(unit)
        return found

    def province(self, text: Any) -> int | None:
        province = self.board.province_numbers.get(str(text))
        if province is None:
            self.bad(text)
        return province

    def owners(self, raw: Any) -> tuple[tuple[int, int], ...]:
        held: dict[int, int] = {}
        for power, text in self.by_power(raw):
            province = self.province(text)
            if province is None:
                continue
            if not self.board.provinces[province].centre or province in held:
                self.bad(text)
            held[province] = power
        return tuple(sorted(held.items()))

    def dislodged(self, raw: Any, units: list[Unit]) -> list[Dislodged]:
        found: list[Dislodged] = []
        left: set[int] = set()
        of = self.board.province_of
        holders = {of[unit.location]: unit.power for unit in units}
        for facts in self.listed(raw):
            if not isinstance(facts, dict):
                self.bad(facts)
                continue
            power = self.board.power_numbers.get(str(facts.get("power")))
            if power is None:
                self.bad(facts.get("power"))
                continue
            unit = self.unit(facts.get("unit"), power)
            start = self.province(facts.get("from"))
            retreats = []
            for text in self.listed(facts.get("retreats", [])):
                location = self.board.location_numbers.get(str(text))
                if location is None or (unit and not self._is_open(unit, location, holders)):
                    self.bad(text)
                else:
                    retreats.append(location)
            if unit is not None and start is not None:
                place = of[unit.location]
                if not self.stacks and place in left:
                    self.bad(facts.get("unit"), "units-twice")
                left.add(place)
                found.append(Dislodged(unit, start, tuple(retreats)))
        return found

    def lost(self, raw: Any) -> tuple[tuple[int, UnitKind], ...]:
        found = []
        for power, letter in self.by_power(raw):
            kind = _KINDS.get(str(letter))
            if kind is not None:
                found.append((power, kind))
            else:
                self.bad(letter)
        return tuple(sorted(found))

    def _is_open(self, unit: Unit, location: int, holders: Mapping[int, int]) -> bool:
        """Whether a dislodged unit could go there: beside it, and nobody there that bars it."""
        board = self.board
        borders = board.fleet_borders if unit.kind is FLEET else board.army_borders
        is_beside = location in borders[unit.location]
        holder = holders.get(board.province_of[location])
        return is_beside and (holder is None or (self.stacks and holder == unit.power))


_PARTS = frozenset(("format", "phase", "units", "centres", "dislodged", "standoffs", "lost"))
