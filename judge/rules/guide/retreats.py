"""Chapter XI, lost: where a dislodged unit may go, as what survives of it implies (DPTG XI)."""

from judge.position import Dislodged
from judge.rules.guide.field import Field


def possible_retreats(field: Field, to_convoyed_attackers_start: bool) -> tuple[Dislodged, ...]:
    """XI.3: beside, fit for the unit, empty after the moves, not where its attacker came from,
    and not left empty by a standoff.

    to_convoyed_attackers_start: XI.4, whether it may go where an attacker that came by convoy
    started from.
    """
    of = field.board.province_of
    found = []
    for unit, by in enumerate(field.dislodged_by):
        if by < 0:
            continue
        kind, location = field.units[unit].kind, field.units[unit].location
        start = of[field.units[by].location]
        barred = -1 if field.convoyed[by] and to_convoyed_attackers_start else start
        borders = field.board.fleet_borders if kind else field.board.army_borders
        is_neutral = field.board.powers[field.power[unit]].neutral
        retreats = tuple(
            to
            for to in (() if is_neutral else borders[location])
            if field.occupant[of[to]] < 0 and of[to] != barred and of[to] not in field.standoffs
        )
        found.append(Dislodged(field.units[unit], start, retreats))
    return tuple(found)
