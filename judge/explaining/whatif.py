"""The same season with other orders: ruled again by the same rules, and what that changes."""

from collections.abc import Sequence

from judge.board import Board
from judge.orders import NO_RIDERS, Order, Riders
from judge.position import Position
from judge.problems import Problem, Unreadable, errors
from judge.rulesystems import RuleSystem
from judge.ruling import MovementRuling
from judge.sheets.interpreting import Interpreter
from judge.sheets.line import Options
from judge.sheets.reading import Reader, Sheet
from judge.sheets.writing import Notation


def ruled_again(
    board: Board,
    position: Position,
    orders: Sequence[Order | None],
    rules: RuleSystem,
    riders: Riders = NO_RIDERS,
) -> MovementRuling:
    """The ruling of other orders for a position; riders: what the sheets say beside them."""
    return rules.movement(board, position, list(orders), True, riders)


def changed_orders(
    position: Position,
    orders: Sequence[Order | None],
    reader: Reader,
    notation: Notation,
    reading: Options,
    added: Sequence[str],
    removed: Sequence[str],
) -> list[Order | None]:
    """Orders with some added and others taken away, both given as a sheet writes them.

    An order that is added takes the place of the unit's own. Raises Unreadable for a line that is
    no order of a unit there, and for one to take away that was not given.
    """
    changed = list(orders)
    for text in removed:
        for unit, order in _read(position, reader, notation, reading, text).items():
            if changed[unit] != order:
                details = {"order": text[:60]}
                raise Unreadable([Problem("what-if-not-given", details=details)])
            changed[unit] = None
    for text in added:
        changed = [
            _read(position, reader, notation, reading, text).get(unit, order)
            for unit, order in enumerate(changed)
        ]
    return changed


def _read(
    position: Position, reader: Reader, notation: Notation, reading: Options, text: str
) -> dict[int, Order]:
    """The orders of one line, for the unit that it names, whoever's it is."""
    sheet = reader.read(text.encode(), "")
    found = unit_named(position, reader, sheet)
    if found is None:
        complaints = errors(sheet.problems) or [
            Problem("no-unit-there", details={"place": text[:60]})
        ]
        raise Unreadable(complaints)
    power = position.units[found].power
    read = Interpreter(reader.board, position, notation, reading).read(sheet, power)
    if not read.orders:
        raise Unreadable(errors(read.problems) or list(read.problems))
    return dict(read.orders)


def unit_named(position: Position, reader: Reader, sheet: Sheet) -> int | None:
    """The index of the unit that a sheet's first order names; None where nobody stands there."""
    of = reader.board.province_of
    for entry in sheet.entries:
        subject = entry.written.unit
        if subject is None:
            continue
        for index, unit in enumerate(position.units):
            fits = subject.kind in (None, unit.kind)
            if of[unit.location] in subject.place.candidates and fits:
                return index
    return None


def changes(before: MovementRuling, after: MovementRuling) -> list[int]:
    """The units, by index, for which the order or what became of it is not the same."""
    return [
        index
        for index, (one, other) in enumerate(zip(before.outcomes, after.outcomes, strict=True))
        if (one.order, one.result, one.to, one.dislodged_by)
        != (other.order, other.result, other.to, other.dislodged_by)
    ]
