"""What the tests share: the standard board, and sheets with the outcome in the margin."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from judge import boardfile
from judge.board import LETTERS, Board, UnitKind
from judge.codes import EnglishCodes
from judge.orders import Order
from judge.position import Position, Unit, arranged
from judge.ruling import ConvoyList, MovementRuling
from judge.sheets.interpreting import Interpreter
from judge.sheets.reading import Reader
from judge.sheets.writing import Notation
from judge.sheets.written import Subject

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
"""Where the rule texts and the corpus lie beside the checkout; tests skip without them."""


@cache
def europe() -> Board:
    """The standard board."""
    return boardfile.load("europe")


@cache
def reader(language: str = "fr", table: str = "guide") -> Reader:
    """A reader of sheets on the standard board."""
    return Reader(europe(), language, table)


def coded_position(
    units: Mapping[str, Sequence[str]], orders: Mapping[str, Sequence[str]]
) -> tuple[Position, list[Order | None]]:
    """A position and its orders from English codes; orders for units not there are left out."""
    board = europe()
    codes = EnglishCodes(board)
    on_board = [codes.unit(u, codes.powers[p]) for p, texts in units.items() for u in texts]
    position = Position(board.first_phase, arranged(on_board, board))
    where = {board.province_of[u.location]: i for i, u in enumerate(position.units)}
    given: list[Order | None] = [None] * len(position.units)
    for power, texts in orders.items():
        for text in texts:
            province, order = codes.order(text)
            index = where.get(province)
            if index is not None and position.units[index].power == codes.powers[power]:
                given[index] = order
    return position, given


@dataclass
class Case:
    """One board of a case file: what its margin says must come out."""

    title: str
    position: Position
    orders: list[Order | None]
    expected: dict[str, tuple[str, str]] = field(default_factory=dict)
    standoffs: set[str] = field(default_factory=set)
    convoys: dict[str, list[str]] = field(default_factory=dict)


def margin_cases(path: Path, table: str = "guide") -> Iterator[Case]:
    """The cases of a file: orders under headings, `| result | place after` in the margin.

    table: the code table of its orders.
    """
    chunks = re.split(r"(?m)^== ", path.read_text("utf-8"))[1:]
    for chunk in chunks:
        title, _, body = chunk.partition("\n")
        yield _case(title.strip(), body, table)


def _case(title: str, body: str, table: str) -> Case:
    board, notation = europe(), Notation(europe(), "fr", table)
    power = -1
    block = ""
    rows: list[tuple[int, str, str, str]] = []
    case = Case(title, Position(board.first_phase, ()), [])
    for raw in body.splitlines():
        line = raw.split("#")[0].strip()
        if not line:
            continue
        if line.startswith("standoffs:"):
            case.standoffs = {s.strip() for s in line.partition(":")[2].split(",") if s.strip()}
        elif line.startswith("convoys at "):
            block = "Guide " + line.removeprefix("convoys at ").rstrip(":")
            case.convoys[block] = []
        elif block:
            case.convoys[block].append(_normal(line))
        elif "|" in line:
            order, result, place = (part.strip() for part in line.split("|"))
            rows.append((power, order, result, place))
        else:
            power = next(n for n, p in enumerate(board.powers) if p.key.upper() == line)
    units = []
    for owner, text, _, _ in rows:
        subject = _ordered_unit(text, table)
        kind = UnitKind.ARMY if subject.kind is None else subject.kind
        location = subject.place.candidates[0]
        if subject.place.coast:
            coast = board.coast_location(location, subject.place.coast)
            assert coast is not None
            location = coast
        units.append(Unit(owner, kind, location))
    case.position = Position(board.first_phase, arranged(units, board))
    assert len({board.province_of[u.location] for u in units}) == len(units), title
    case.orders = [None] * len(units)
    interpreter = Interpreter(board, case.position, notation)
    for unit, (owner, text, result, place) in zip(units, rows, strict=True):
        sheet = interpreter.read(reader("fr", table).read(text.encode(), title), owner)
        index = case.position.units.index(unit)
        assert index in sheet.orders, (title, text, sheet.problems)
        case.orders[index] = sheet.orders[index]
        case.expected[notation.unit(unit.kind, unit.location)] = (result, place)
    return case


def _ordered_unit(text: str, table: str) -> Subject:
    unit = reader("fr", table).read(text.encode(), "").entries[0].written.unit
    assert unit is not None
    return unit


def _normal(line: str) -> str:
    return "|".join(part.strip() for part in line.split("|"))


def observed(ruling: MovementRuling, table: str = "guide") -> dict[str, tuple[str, str]]:
    """A ruling as a case's margin writes it."""
    board, notation = europe(), Notation(europe(), "fr", table)
    units = ruling.position.units
    seen = {}
    for unit, outcome in zip(units, ruling.outcomes, strict=True):
        if outcome.dislodged_by is not None:
            origin = board.province_of[units[outcome.dislodged_by].location]
            place = f"dislodged by {notation.province(origin)}"
        else:
            place = notation.location(unit.location if outcome.to is None else outcome.to)
        seen[notation.unit(unit.kind, unit.location)] = (str(outcome.result), place)
    return seen


def convoy_lines(listed: ConvoyList, position: Position) -> set[str]:
    """A list of convoys as a case's margin writes it, fleets in no order."""
    board, notation = europe(), Notation(europe())

    def start(unit: int) -> str:
        return notation.province(board.province_of[position.units[unit].location])

    lines = set()
    for line in listed.lines:
        fleets = ", ".join(sorted(start(f) for f in line.fleets))
        subverts = f"subverts {start(line.subverts)}" if line.subverts is not None else ""
        by = ", ".join(sorted(start(a) for a in line.subverted_by))
        subverted = f"subverted by {by}" if by else ""
        lines.add(f"{start(line.army)} : {fleets}|{subverts}|{subverted}|{line.status}")
    return lines


def english(ruling: MovementRuling) -> dict[str, list[str]]:
    """The board after a ruling, in English codes by power; dislodged units are off it."""
    codes = EnglishCodes(europe())
    after: dict[str, list[str]] = {}
    for unit, outcome in zip(ruling.position.units, ruling.outcomes, strict=True):
        if outcome.dislodged_by is None:
            location = unit.location if outcome.to is None else outcome.to
            code = f"{LETTERS[unit.kind]} {codes.location_code(location)}"
            after.setdefault(codes.power_names[unit.power], []).append(code)
    return {power: sorted(found) for power, found in after.items()}
