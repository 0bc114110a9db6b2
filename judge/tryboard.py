"""A board without a game: one sheet that holds a position and orders."""

from dataclasses import dataclass

from judge.board import ARMY, FLEET, Board, Terrain, UnitKind
from judge.orders import Order, Riders
from judge.position import Position, Unit, arranged
from judge.problems import Problem
from judge.sheets.headers import Section
from judge.sheets.interpreting import Interpreter, MovementSheet, riders_of
from judge.sheets.line import Options
from judge.sheets.reading import Entry, Reader, Sheet
from judge.sheets.writing import Notation
from judge.sheets.written import Subject, Verb

STACK_LIMIT = 99
"""Most units that one line puts on the board: there are far fewer arsenals."""


@dataclass(frozen=True, slots=True)
class TriedBoard:
    """A position, its orders and what was wrong with the sheet.

    problems: each with the power under whose heading it stands, None for none. sheets: by power,
    how its lines were understood. riders: what they say beside the orders.
    """

    position: Position
    orders: tuple[Order | None, ...]
    problems: tuple[tuple[int | None, Problem], ...]
    sheets: tuple[tuple[int, MovementSheet], ...]

    @property
    def riders(self) -> Riders:
        return riders_of(sheet for _, sheet in self.sheets)


def read_board(
    data: bytes, file: str, reader: Reader, options: Options | None = None
) -> TriedBoard:
    """Read a sheet whose own orders, or its ``Position:`` section, say who stands where."""
    sheet = reader.read(data, file)
    stacks = options is not None and options.stacks
    placer = _Placer(reader.board, reader.language, sheet, stacks)
    units = placer.units()
    sheet.entries = [entry for entry in sheet.entries if entry not in placer.unclear]
    phase = sheet.phase if sheet.phase and sheet.phase.step.is_movement else None
    position = Position(phase or reader.board.first_phase, units)
    interpreter = Interpreter(
        reader.board, position, Notation(reader.board, reader.language, reader.table), options
    )
    orders: list[Order | None] = [None] * len(units)
    problems: list[tuple[int | None, Problem]] = [(None, p) for p in sheet.problems]
    if not sheet.entries and not sheet.problems:
        problems.append((None, Problem("sheet-empty", "error", file)))
    sheet.problems = []
    sheets: list[tuple[int, MovementSheet]] = []
    for power in sorted({e.power for e in sheet.entries if e.power is not None}):
        part = Sheet(file, sheet.source, [e for e in sheet.entries if e.power == power])
        read = interpreter.read(part, power)
        sheets.append((power, read))
        for index, order in read.orders.items():
            orders[index] = order
        problems.extend((power, p) for p in read.problems)
    problems.extend((None, p) for p in placer.problems)
    problems.sort(key=lambda found: (found[1].line, found[1].column))
    return TriedBoard(position, tuple(orders), tuple(problems), tuple(sheets))


class _Placer:
    """Puts the units that a sheet names on the board."""

    def __init__(self, board: Board, language: str, sheet: Sheet, stacks: bool) -> None:
        self.board = board
        self.stacks = stacks
        self.language = language
        self.sheet = sheet
        self.problems: list[Problem] = []
        self.unclear: list[Entry] = []

    def units(self) -> tuple[Unit, ...]:
        """The units of the ``Position:`` section, or else those that are ordered."""
        given = [e for e in self.sheet.entries if e.section is Section.POSITION]
        placed: dict[int, list[Unit]] = {}
        for entry in given or [e for e in self.sheet.entries if e.section is Section.ORDERS]:
            subject = entry.written.unit
            if subject is None or entry.written.verb is Verb.CONSENT:
                continue
            if entry.power is None:
                self._complain("no-power-heading", entry)
                continue
            units = self._units_meant(entry, subject, entry.power)
            if len(units) > 1:
                self._complain_of_readings(entry, subject, units)
                continue
            if not units:
                code = "unit-coast-missing" if self._lacks_coast(subject) else "unit-impossible"
                unit_text = subject.place.text if code == "unit-coast-missing" else entry.text
                self._complain(code, entry, unit=unit_text)
                continue
            (unit,) = units
            there = placed.setdefault(self.board.province_of[unit.location], [])
            if self.stacks and all(other.power == unit.power for other in there):
                there += [unit] * self._count(entry, subject)
            elif not there:
                there.append(unit)
            elif there != [unit]:
                key = self.board.provinces[self.board.province_of[unit.location]].key
                self._complain("units-twice", entry, place=key)
        return arranged((unit for there in placed.values() for unit in there), self.board)

    def _count(self, entry: Entry, subject: Subject) -> int:
        """How many units a line places: each line of a stack adds its own."""
        count = 1 if subject.count is None else subject.count
        if 1 <= count <= STACK_LIMIT:
            return count
        if count:
            self._complain("count-too-large", entry, count=count, there=STACK_LIMIT)
        return 0

    def _units_meant(self, entry: Entry, subject: Subject, power: int) -> list[Unit]:
        """The units a line could be about: one, none, or several that words cannot tell apart."""
        units = (self._unit(entry, subject, power, p) for p in subject.place.candidates)
        found = [unit for unit in units if unit is not None]
        able = [unit for unit in found if self._could_do(entry, unit)]
        return able or found

    def _unit(self, entry: Entry, subject: Subject, power: int, province: int) -> Unit | None:
        """The unit as written; a letter is inferred on land and at sea, never on a coast."""
        terrain = self.board.provinces[province].terrain
        kind: UnitKind | None = subject.kind
        if kind is None:
            kind = {Terrain.LAND: ARMY, Terrain.SEA: FLEET}.get(terrain)
        location: int | None = province
        if subject.place.coast is not None and kind is FLEET:
            location = self.board.coast_location(province, subject.place.coast)
        elif kind is FLEET:
            location = self._fleet_location(entry, province)
        if kind is None or location is None or not self.board.can_stand(kind, location):
            return None
        return Unit(power, kind, location)

    def _could_do(self, entry: Entry, unit: Unit) -> bool:
        """Whether a unit could go where its line aims."""
        targets = _targets(entry)
        return any(self.board.can_go(unit.kind, unit.location, target) for target in targets)

    def _lacks_coast(self, subject: Subject) -> bool:
        """Whether a fleet stands where its coast must be named."""
        place = subject.place
        coasts = [self.board.provinces[p].coasts for p in place.candidates]
        return subject.kind is FLEET and place.coast is None and all(coasts)

    def _fleet_location(self, entry: Entry, province: int) -> int | None:
        """A fleet's coast where none is written: the one from which its move is possible."""
        coasts = self.board.locations_in[province]
        if len(coasts) == 1:
            return coasts[0]
        targets = _targets(entry)
        fitting = [c for c in coasts if targets & self.board.fleet_reach[c]]
        return fitting[0] if len(fitting) == 1 else None

    def _complain_of_readings(self, entry: Entry, subject: Subject, units: list[Unit]) -> None:
        facts = [self.board.provinces[self.board.province_of[u.location]] for u in units]
        names = [f"{p.key} ({p.names[self.language].name})" for p in facts]
        self.unclear.append(entry)
        self._complain("ambiguous-place", entry, word=subject.place.text, readings=names)

    def _complain(self, code: str, entry: Entry, **details: object) -> None:
        text = self.sheet.source[entry.line - 1]
        length = max(1, len(entry.text))
        at = (self.sheet.file, entry.line, entry.column, text, length)
        self.problems.append(Problem(code, "error", *at, details))


def _targets(entry: Entry) -> set[int]:
    """The provinces a line aims at: where its move ends, or the unit that it supports."""
    targets = {c for place in entry.written.path[-1:] for c in place.candidates}
    if entry.written.other is not None and not targets:
        targets = set(entry.written.other.place.candidates)
    return targets
