"""The year where centres are tied to units (DIPLO 5): its winter is the losses and the gains."""

from collections.abc import Container, Iterable

from judge.board import ARMY, FLEET, Board, UnitKind
from judge.phase import Phase
from judge.position import Position, Unit
from judge.rules.diplo.arsenals import debts, gains, kept, losses
from judge.rules.diplo.options import Options
from judge.ruling import MovementRuling, Result, RetreatRuling
from judge.season import Owners, Ruling, Year, captured, units_for


def stack_year(options: Options) -> Year:
    """The year of the rule system `diplo`, with a choice of places as its options allow."""

    def chooses(board: Board, position: Position, power: int) -> bool:
        return _may_choose_losses(board, position, power) or _may_choose_gains(
            board, position, power, options
        )

    def builds(
        board: Board, position: Position, power: int
    ) -> tuple[int, list[tuple[UnitKind, int]]]:
        return _builds(board, position, power, options)

    def lost(ruling: Ruling) -> Iterable[tuple[int, UnitKind]]:
        return _fled_in_vain(ruling, options)

    return Year(_autumn_is_over, _closed, _removals, builds, chooses, lost)


def _autumn_is_over(board: Board, units: tuple[Unit, ...], owners: Owners) -> tuple[Owners, bool]:
    """Centres change hands in the winter ruling itself: there is one whenever any do."""
    return owners, captured(board, units, owners) != owners


def _closed(_: Board, ruled: Phase, following: Position) -> Owners | None:
    return following.owners if following.phase.year > ruled.year else None


def _removals(
    board: Board, position: Position, power: int
) -> list[tuple[Container[UnitKind], int]]:
    """A unit of its kind goes with each arsenal lost."""
    due = debts(position, losses(board, position), power)
    mine = [u.kind for u in position.units if u.power == power]
    kinds_of = {ARMY: (ARMY,), FLEET: (FLEET,), None: (ARMY, FLEET)}
    counted = [
        (kinds, min(due[kind], sum(k in kinds for k in mine))) for kind, kinds in kinds_of.items()
    ]
    return [(kinds, count) for kinds, count in counted if count]


def _builds(
    board: Board, position: Position, power: int, options: Options
) -> tuple[int, list[tuple[UnitKind, int]]]:
    """A unit of its kind comes with each new arsenal, there or where the option says."""
    gained = gains(board, position.units, position.owners, power)
    kinds = {board.provinces[centre].arsenal for centre in gained}
    where = gained
    if gained and options.gains_in == "own":
        where = sorted({*gained, *kept(position, losses(board, position), power)})
    found = [
        (kind, location)
        for centre in where
        for kind, location in units_for(board, centre)
        if board.provinces[centre].arsenal in (None, kind) and not kinds.isdisjoint((None, kind))
    ]
    return len(gained), found


def _may_choose_losses(board: Board, position: Position, power: int) -> bool:
    """Whether a power has more units of a kind than it must give up of it."""
    mine = [u.kind for u in position.units if u.power == power]
    removals = _removals(board, position, power)
    return any(count < sum(kind in kinds for kind in mine) for kinds, count in removals)


def _may_choose_gains(board: Board, position: Position, power: int, options: Options) -> bool:
    """Whether a unit that comes could be of another kind, on another coast or elsewhere."""
    count, where = _builds(board, position, power, options)
    return len(where) > count


def _fled_in_vain(ruling: Ruling, options: Options) -> Iterable[tuple[int, UnitKind]]:
    """5.2 (3): units for which flight was impossible: nowhere to go, or a standoff of flight."""
    if isinstance(ruling, MovementRuling):
        return [(d.unit.power, d.unit.kind) for d in ruling.dislodged if not d.retreats]
    if isinstance(ruling, RetreatRuling):
        pairs = zip(ruling.position.dislodged, ruling.outcomes, strict=True)
        return [
            (d.unit.power, d.unit.kind)
            for d, outcome in pairs
            if outcome.to is None
            and (outcome.result is Result.FAILS or options.losses_paid_by == "all")
        ]
    return []
