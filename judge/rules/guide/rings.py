"""Point 14: rings of attack."""

from judge.rules.guide.battles import cancel_all_but_strongest, weigh
from judge.rules.guide.field import MOVE, Field


def point_14_rings(field: Field) -> None:
    """Point 14: units that attack each other in a ring advance, unless an outsider breaks it."""
    for ring in _rings(field):
        inside = set(ring)
        for unit in ring:
            place = field.target[unit]
            if any(a not in inside for a in field.attackers[place]):
                _interfere(field, place)
        if all(field.task[unit] is MOVE for unit in ring):
            _advance_together(field, ring)


def _rings(field: Field) -> list[list[int]]:
    """The closed circles of attacks: of three units or more, or of two with a convoy."""
    rings: list[list[int]] = []
    settled: set[int] = set()
    for first, task in enumerate(field.task):
        if task is not MOVE or first in settled:
            continue
        path: list[int] = []
        unit = first
        while unit >= 0 and unit not in settled and field.task[unit] is MOVE:
            settled.add(unit)
            path.append(unit)
            unit = field.occupant[field.target[unit]]
        if unit in path:
            ring = path[path.index(unit) :]
            if len(ring) > 2 or any(field.convoyed[u] for u in ring):
                rings.append(ring)
    return rings


def _interfere(field: Field, place: int) -> None:
    """All attacks on the province are cancelled but the strongest; on a tie, all of them."""
    verdict = weigh(field, place)
    cancel_all_but_strongest(field, place, verdict, "Guide 14")
    if verdict.strongest < 0:
        field.standoffs.add(place)


def _advance_together(field: Field, ring: list[int]) -> None:
    for unit in ring:
        field.note(unit, "ring-advances", "Guide 14", tuple(u for u in ring if u != unit))
        field.advance(unit)
