"""The cycle of the year: what position a ruled phase leaves, and which phase comes next."""

from collections.abc import Container, Iterable

from judge.board import Board
from judge.phase import Phase, Step
from judge.position import Dislodged, Position, Unit, arranged
from judge.rules.retreats import units_after_retreats
from judge.ruling import MovementRuling, RetreatRuling, WinterRuling

Ruling = MovementRuling | RetreatRuling | WinterRuling
"""The ruling of any phase."""


def after(ruling: Ruling, board: Board) -> Position:
    """The position that opens after a ruled phase, at the next phase with something to order.

    Dislodged units with nowhere to go are off the board for good. Centres change owner when the
    year's last retreats are done.
    """
    position = ruling.position
    phase, owners = position.phase, position.owners
    if isinstance(ruling, MovementRuling):
        waiting = tuple(d for d in ruling.dislodged if d.retreats)
        units = units_after_moves(ruling, board)
        return _opening(board, phase, units, owners, waiting, ruling.standoffs)
    if isinstance(ruling, RetreatRuling):
        return _opening(board, phase, units_after_retreats(ruling, board), owners, (), ())
    return Position(phase.next_step(), ruling.after, owners)


def units_after_moves(ruling: MovementRuling, board: Board) -> tuple[Unit, ...]:
    """Who stands where after the moves; dislodged units are off the board."""
    found = []
    for unit, outcome in zip(ruling.position.units, ruling.outcomes, strict=True):
        if outcome.dislodged_by is None:
            to = unit.location if outcome.to is None else outcome.to
            found.append(Unit(unit.power, unit.kind, to))
    return arranged(found, board)


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
        if not any(winter_duty(board, units, owners, p) for p in range(len(board.powers))):
            phase = phase.next_step()
    return Position(phase, units, owners)


def closes_year(ruled: Phase, opened: Phase) -> bool:
    """Whether the autumn was over between two phases, so that centres changed owner."""
    return ruled.step < Step.WINTER and opened >= Phase(ruled.year, Step.WINTER)


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


def winter_duty(
    board: Board, units: Iterable[Unit], owners: tuple[tuple[int, int], ...], power: int
) -> int:
    """What a power has to order in winter: builds it may make, or, negative, units to remove."""
    units = tuple(units)
    occupied = {board.province_of[u.location] for u in units}
    centres = {c for c, owner in owners if owner == power}
    spare = len(centres) - sum(u.power == power for u in units)
    if spare <= 0:
        return spare
    free = centres.intersection(board.powers[power].home) - occupied
    return min(spare, len(free))


def powers_to_order(board: Board, position: Position, idle: Container[int] = ()) -> tuple[int, ...]:
    """The powers whose sheets a phase waits for: those that have a choice to make.

    A power that must take off every unit it has has none (and is not late for saying nothing).
    idle: powers that nobody plays.
    """
    if position.phase.step.is_movement:
        return tuple(sorted({u.power for u in position.units if u.power not in idle}))
    if position.phase.step.is_retreats:
        return tuple(sorted({d.unit.power for d in position.dislodged if d.unit.power not in idle}))
    waiting = []
    for power in range(len(board.powers)):
        if power in idle:
            continue
        duty = winter_duty(board, position.units, position.owners, power)
        count = sum(u.power == power for u in position.units)
        if duty > 0 or (duty < 0 and -duty < count):
            waiting.append(power)
    return tuple(waiting)
