"""An independent judge for small boards: it tries every combination and keeps the consistent ones.

It shares only the reading of orders with the rule system that it checks; strengths are computed
here straight from their definitions, for a complete guess of which moves succeed.
"""

from collections.abc import Iterator
from itertools import product

from judge.routes import useful_waters
from judge.rules.standard.field import Field

Guess = tuple[bool, ...]
"""For each unit, whether its move succeeds."""


def consistent(field: Field, stopped: frozenset[int] = frozenset()) -> list[Guess]:
    """Every guess that the definitions confirm.

    stopped: armies whose convoys are taken to fail, as a paradox rule has it.
    """
    movers = [u for u, t in enumerate(field.target) if t >= 0]
    return [guess for guess in _guesses(field, movers) if _confirms(field, guess, stopped)]


def _guesses(field: Field, movers: list[int]) -> Iterator[Guess]:
    for choice in product((False, True), repeat=len(movers)):
        chosen = dict(zip(movers, choice, strict=True))
        yield tuple(chosen.get(u, False) for u in range(len(field.units)))


def _confirms(field: Field, moves: Guess, stopped: frozenset[int]) -> bool:
    count = len(field.units)
    units = range(count)
    dislodged = [
        not moves[u] and any(moves[a] and field.target[a] == field.place[u] for a in units)
        for u in units
    ]
    path = [_has_path(field, u, dislodged) and u not in stopped for u in units]
    given = [field.backs[u] >= 0 and _stands(field, u, moves, path) for u in units]
    return all(
        moves[u] == _succeeds(field, u, moves, path, given) for u in units if field.target[u] >= 0
    )


def _has_path(field: Field, unit: int, dislodged: list[bool]) -> bool:
    if not field.convoyed[unit]:
        return True
    waters = {field.place[f] for f in field.convoyers[unit] if not dislodged[f]}
    return bool(useful_waters(field.board, waters, field.place[unit], field.target[unit]))


def _stands(field: Field, unit: int, moves: Guess, path: list[bool]) -> bool:
    aim = field.target[field.backs[unit]]
    for attacker, target in enumerate(field.target):
        if target != field.place[unit] or field.power[attacker] == field.power[unit]:
            continue
        if moves[attacker] or (path[attacker] and field.place[attacker] != aim):
            return False
    return True


def _backing(field: Field, unit: int, given: list[bool], but: int = -1) -> int:
    return 1 + sum(
        given[s] and field.power[s] != but for s, backed in enumerate(field.backs) if backed == unit
    )


def _succeeds(field: Field, unit: int, moves: Guess, path: list[bool], given: list[bool]) -> bool:
    if not path[unit]:
        return False
    place = field.target[unit]
    occupant = field.occupant.get(place, -1)
    head_on = occupant >= 0 and field.opponent[unit] == occupant
    attack = _backing(field, unit, given)
    if occupant >= 0 and (head_on or not moves[occupant]):
        if field.power[occupant] == field.power[unit]:
            return False
        attack = _backing(field, unit, given, field.power[occupant])
    if head_on:
        against = _backing(field, occupant, given)
    elif occupant < 0 or moves[occupant]:
        against = 0
    else:
        against = 1 if field.target[occupant] >= 0 else _backing(field, occupant, given)
    if attack <= against:
        return False
    for rival, target in enumerate(field.target):
        if rival == unit or target != place or not path[rival]:
            continue
        opponent = field.opponent[rival]
        if opponent >= 0 and moves[opponent]:
            continue
        if attack <= _backing(field, rival, given):
            return False
    return True
