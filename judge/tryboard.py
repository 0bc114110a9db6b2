"""A board without a game: one sheet that holds a position and orders."""

from dataclasses import dataclass

from judge.board import ARMY, FLEET, Board, Terrain, UnitKind
from judge.orders import Order
from judge.position import Position, Unit, arranged
from judge.problems import Problem
from judge.sheets.headers import Section
from judge.sheets.interpreting import Interpreter, MovementSheet, Options
from judge.sheets.reading import Entry, Reader, Sheet
from judge.sheets.writing import Notation
from judge.sheets.written import Subject


@dataclass(frozen=True, slots=True)
class TriedBoard:
    """A position, its orders and what was wrong with the sheet.

    problems: each with the power under whose heading it stands, None for none. sheets: by power,
    how its lines were understood.
    """

    position: Position
    orders: tuple[Order | None, ...]
    problems: tuple[tuple[int | None, Problem], ...]
    sheets: tuple[tuple[int, MovementSheet], ...]


def read_board(
    data: bytes, file: str, reader: Reader, options: Options | None = None
) -> TriedBoard:
    """Read a sheet whose own orders, or its ``Position:`` section, say who stands where."""
    sheet = reader.read(data, file)
    placer = _Placer(reader.board, sheet)
    units = placer.units()
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

    def __init__(self, board: Board, sheet: Sheet) -> None:
        self.board = board
        self.sheet = sheet
        self.problems: list[Problem] = []

    def units(self) -> tuple[Unit, ...]:
        """The units of the ``Position:`` section, or else those that are ordered."""
        given = [e for e in self.sheet.entries if e.section is Section.POSITION]
        placed: dict[int, tuple[Unit, Entry]] = {}
        for entry in given or [e for e in self.sheet.entries if e.section is Section.ORDERS]:
            subject = entry.written.unit
            if subject is None:
                continue
            if entry.power is None:
                self._complain("no-power-heading", entry)
                continue
            unit = self._unit(entry, subject, entry.power)
            if unit is None:
                code = "unit-coast-missing" if self._lacks_coast(subject) else "unit-impossible"
                unit_text = subject.place.text if code == "unit-coast-missing" else entry.text
                self._complain(code, entry, unit=unit_text)
                continue
            province = self.board.province_of[unit.location]
            earlier = placed.get(province)
            if earlier is None:
                placed[province] = (unit, entry)
            elif earlier[0] != unit:
                key = self.board.provinces[province].key
                self._complain("units-twice", entry, place=key)
        return arranged((unit for unit, _ in placed.values()), self.board)

    def _unit(self, entry: Entry, subject: Subject, power: int) -> Unit | None:
        """The unit as written; a letter is inferred on land and at sea, never on a coast."""
        place = subject.place
        for province in place.candidates:
            terrain = self.board.provinces[province].terrain
            kind: UnitKind | None = subject.kind
            if kind is None:
                kind = {Terrain.LAND: ARMY, Terrain.SEA: FLEET}.get(terrain)
            location: int | None = province
            if place.coast is not None and kind is FLEET:
                location = self.board.coast_location(province, place.coast)
            elif kind is FLEET:
                location = self._fleet_location(entry, province)
            if kind is not None and location is not None and self.board.can_stand(kind, location):
                return Unit(power, kind, location)
        return None

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
        targets = {c for place in entry.written.path[-1:] for c in place.candidates}
        if entry.written.other is not None and not targets:
            targets = set(entry.written.other.place.candidates)
        fitting = [c for c in coasts if targets & self.board.fleet_reach[c]]
        return fitting[0] if len(fitting) == 1 else None

    def _complain(self, code: str, entry: Entry, **details: object) -> None:
        text = self.sheet.source[entry.line - 1]
        length = max(1, len(entry.text))
        at = (self.sheet.file, entry.line, entry.column, text, length)
        self.problems.append(Problem(code, "error", *at, details))
