"""The cycle of the year: what position a ruled phase leaves, and which phase comes next."""

from collections.abc import Iterable

from judge.board import Board
from judge.phase import Phase, Step
from judge.position import Dislodged, Position, Unit, arranged
from judge.ruling import MovementRuling


def units_after(ruling: MovementRuling, board: Board) -> tuple[Unit, ...]:
    """Who stands where after the moves; dislodged units are off the board."""
    after = []
    for unit, outcome in zip(ruling.position.units, ruling.outcomes, strict=True):
        if outcome.dislodged_by is None:
            to = unit.location if outcome.to is None else outcome.to
            after.append(Unit(unit.power, unit.kind, to))
    return arranged(after, board)


def after_movement(ruling: MovementRuling, board: Board) -> Position:
    """The position that opens after a movement phase, at the next phase with something to order.

    Dislodged units with nowhere to go are off the board for good.
    """
    position = ruling.position
    units = units_after(ruling, board)
    waiting = tuple(d for d in ruling.dislodged if d.retreats)
    return _opening(board, position.phase, units, position.owners, waiting, ruling.standoffs)


def _opening(
    board: Board,
    ruled: Phase,
    units: tuple[Unit, ...],
    owners: tuple[tuple[int, int], ...],
    waiting: tuple[Dislodged, ...],
    standoffs: tuple[int, ...],
) -> Position:
    """The first phase after `ruled` in which somebody has something to order."""
    phase = ruled.next_step()
    if phase.step.is_retreats:
        if waiting:
            return Position(phase, units, owners, waiting, standoffs)
        phase = phase.next_step()
    if phase.step is Step.WINTER:
        owners = captured(board, units, owners)
        if not winter_is_needed(board, units, owners):
            phase = phase.next_step()
    return Position(phase, units, owners)


def captured(
    board: Board, units: Iterable[Unit], owners: Iterable[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Who owns each centre once autumn's retreats are done: who stands in it, else who had it."""
    held = dict(owners)
    for unit in units:
        province = board.province_of[unit.location]
        if board.provinces[province].centre:
            held[province] = unit.power
    return tuple(sorted(held.items()))


def winter_is_needed(
    board: Board, units: tuple[Unit, ...], owners: tuple[tuple[int, int], ...]
) -> bool:
    """Whether some power has a unit to remove, or one to build and a place for it."""
    occupied = {board.province_of[u.location] for u in units}
    for number, power in enumerate(board.powers):
        centres = {c for c, owner in owners if owner == number}
        count = sum(u.power == number for u in units)
        free = centres.intersection(power.home) - occupied
        if count > len(centres) or (count < len(centres) and free):
            return True
    return False
