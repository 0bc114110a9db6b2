"""Fleeing: where units that must flee may go. The article on it is lost; examples 7 and 8 remain.

A unit goes to a province beside it that is free or its power's own, and that its kind can enter.
"""

from judge.position import Dislodged
from judge.rules.diplo.field import Field


def possible_flights(field: Field) -> tuple[Dislodged, ...]:
    """The units that must flee and where each may go.

    Not where an attack was kept out this season (example 8 closes Munich and Silésie to Berlin),
    nor where those came from that it flees from: options open both.
    """
    of = field.board.province_of
    holders = field.holders()
    closed = set() if field.options.flight_to_standoffs else field.contested
    found = []
    for unit, by in sorted(field.flees.items()):
        mine = field.units[unit]
        starts = {field.place[attacker] for attacker in by}
        barred = set() if field.options.flight_to_attackers_start else starts
        borders = field.board.fleet_borders if mine.kind else field.board.army_borders
        flights = tuple(
            to
            for to in borders[mine.location]
            if not field.board.powers[mine.power].neutral
            and holders.get(of[to], mine.power) == mine.power
            and of[to] not in closed
            and of[to] not in barred
        )
        found.append(Dislodged(mine, field.place[by[0]], flights))
    return tuple(found)
