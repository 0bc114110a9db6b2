"""The cycle of the year: what position a ruled phase leaves, and which phase comes next."""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from judge.board import ARMY, FLEET, Board, UnitKind
from judge.phase import Phase, Step
from judge.position import Dislodged, Position, Unit, arranged
from judge.rules.retreats import units_after_retreats
from judge.ruling import MovementRuling, RetreatRuling, WinterRuling

Owners = tuple[tuple[int, int], ...]
"""Pairs (centre, power), by centre."""

Ruling = MovementRuling | RetreatRuling | WinterRuling
"""The ruling of any phase."""


@dataclass(frozen=True, slots=True)
class Year:
    """How a rule system's year ends.

    autumn_is_over: who owns the centres then, and whether there is anything to do in winter.
    closed: who owns the centres when a phase closed its year's captures, None where it did not
    (following: the position after it). removals: how many units of which kinds a power must take
    off in winter. builds: how many it may build, and which units where. chooses: whether it has a
    choice in any of that. lost: the units that a ruling took off the board and that the year's end
    counts.
    """

    autumn_is_over: Callable[[Board, tuple[Unit, ...], Owners], tuple[Owners, bool]]
    closed: Callable[[Board, Phase, Position], Owners | None]
    removals: Callable[[Board, Position, int], Sequence[tuple[Container[UnitKind], int]]]
    builds: Callable[[Board, Position, int], tuple[int, Sequence[tuple[UnitKind, int]]]]
    chooses: Callable[[Board, Position, int], bool]
    lost: Callable[[Ruling], Iterable[tuple[int, UnitKind]]] = lambda _: ()


def after(ruling: Ruling, board: Board, year: Year | None = None) -> Position:
    """The position that opens after a ruled phase, at the next phase with something to order.

    Dislodged units with nowhere to go are off the board for good. year: how the year ends, by the
    rulebook unless told.
    """
    year = year or RULEBOOK
    position = ruling.position
    phase, owners = position.phase.next_step(), position.owners
    if isinstance(ruling, WinterRuling):
        return Position(phase, ruling.after, owners if ruling.owners is None else ruling.owners)
    lost = tuple(sorted([*position.lost, *year.lost(ruling)]))
    waiting: tuple[Dislodged, ...] = ()
    standoffs: tuple[int, ...] = ()
    if isinstance(ruling, MovementRuling):
        waiting = tuple(d for d in ruling.dislodged if d.retreats)
        standoffs = ruling.standoffs
        units = units_after_moves(ruling, board)
    else:
        units = units_after_retreats(ruling, board)
    if phase.step.is_retreats:
        if waiting:
            return Position(phase, units, owners, waiting, standoffs, lost)
        phase = phase.next_step()
    if phase.step is Step.WINTER:
        owners, has_winter = year.autumn_is_over(board, units, owners)
        if not has_winter:
            return Position(phase.next_step(), units, owners)
    return Position(phase, units, owners, lost=lost)


def units_after_moves(ruling: MovementRuling, board: Board) -> tuple[Unit, ...]:
    """Who stands where after the moves; dislodged units are off the board."""
    found = []
    for unit, outcome in zip(ruling.position.units, ruling.outcomes, strict=True):
        if outcome.dislodged_by is None:
            to = unit.location if outcome.to is None else outcome.to
            found.append(Unit(unit.power, unit.kind, to))
    return arranged(found, board)


def captured(board: Board, units: Iterable[Unit], owners: Iterable[tuple[int, int]]) -> Owners:
    """Who owns each centre once autumn's retreats are done: who stands in it, else who had it."""
    held = dict(owners)
    for unit in units:
        province = board.province_of[unit.location]
        if board.provinces[province].centre and not board.powers[unit.power].neutral:
            held[province] = unit.power
    return tuple(sorted(held.items()))


def winter_duty(board: Board, units: Iterable[Unit], owners: Owners, power: int) -> int:
    """What a power has to order in winter: builds it may make, or, negative, units to remove."""
    if board.powers[power].neutral:
        return 0
    units = tuple(units)
    occupied = {board.province_of[u.location] for u in units}
    centres = {c for c, owner in owners if owner == power}
    spare = len(centres) - sum(u.power == power for u in units)
    if spare <= 0:
        return spare
    free = board.building_sites(power, centres) - occupied
    return min(spare, len(free))


def powers_to_order(
    board: Board, position: Position, idle: Container[int] = (), year: Year | None = None
) -> tuple[int, ...]:
    """The powers whose sheets a phase waits for: those that have a choice to make.

    A power that must take off every unit it has has none (and is not late for saying nothing).
    idle: powers that nobody plays. year: how the year ends, by the rulebook unless told.
    """
    if position.phase.step.is_movement:
        powers = {u.power for u in position.units}
    elif position.phase.step.is_retreats:
        powers = {d.unit.power for d in position.dislodged}
    else:
        chooses = (year or RULEBOOK).chooses
        powers = {p for p in range(len(board.powers)) if chooses(board, position, p)}
    return tuple(sorted(p for p in powers.intersection(board.played) if p not in idle))


# ---------------------------------------------------------------- the rulebook's year


def _autumn_is_over(board: Board, units: tuple[Unit, ...], owners: Owners) -> tuple[Owners, bool]:
    """Centres change owner when the year's last retreats are done."""
    owners = captured(board, units, owners)
    return owners, any(winter_duty(board, units, owners, p) for p in range(len(board.powers)))


def _closed(board: Board, ruled: Phase, following: Position) -> Owners | None:
    if ruled.step < Step.WINTER and following.phase >= Phase(ruled.year, Step.WINTER):
        return captured(board, following.units, following.owners)
    return None


def _removals(
    board: Board, position: Position, power: int
) -> list[tuple[Container[UnitKind], int]]:
    duty = winter_duty(board, position.units, position.owners, power)
    return [((ARMY, FLEET), -duty)] if duty < 0 else []


def _builds(board: Board, position: Position, power: int) -> tuple[int, list[tuple[UnitKind, int]]]:
    """Builds are made in free centres, at home unless the map says otherwise."""
    duty = winter_duty(board, position.units, position.owners, power)
    occupied = {board.province_of[u.location] for u in position.units}
    sites = board.building_sites(power, position.centres_of(power))
    free = [c for c in position.centres_of(power) if c in sites and c not in occupied]
    return max(0, duty), [build for centre in free for build in units_for(board, centre)]


def units_for(board: Board, province: int) -> list[tuple[UnitKind, int]]:
    """The units that could stand in a province: an army, and a fleet on each coast."""
    locations = {province, *board.locations_in[province]}
    return [
        (kind, at)
        for kind in (ARMY, FLEET)
        for at in sorted(locations)
        if board.can_stand(kind, at)
    ]


def _chooses(board: Board, position: Position, power: int) -> bool:
    duty = winter_duty(board, position.units, position.owners, power)
    return duty > 0 or 0 < -duty < sum(u.power == power for u in position.units)


RULEBOOK = Year(_autumn_is_over, _closed, _removals, _builds, _chooses)
"""The year of every rule system but `diplo`."""
