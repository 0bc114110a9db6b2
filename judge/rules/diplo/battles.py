"""Section 3: the fights, in two stages: a) units in movement, b) static units.

First the units that go to one province fight each other; who wins that goes on against the units
that stay there.
"""

from judge.rules.diplo.field import MOVE, Field
from judge.ruling import Battle, Force

MOVING, STATIC = "DIPLO 3 a", "DIPLO 3 b"


def head_on_fights(field: Field) -> None:
    """Before a): units of two powers that would change places are compared, without third parties.

    The weaker go back, and on a tie both do. Armies at sea meet nobody.
    """
    if field.options.head_on == "pass":
        return
    meeting: dict[tuple[int, int], list[int]] = {}
    for unit, task in enumerate(field.task):
        if task is MOVE and not field.convoyed[unit]:
            meeting.setdefault((field.place[unit], field.target[unit]), []).append(unit)
    fights = []
    for (start, target), units in sorted(meeting.items()):
        others = meeting.get((target, start), [])
        if start < target and others and field.power[units[0]] != field.power[others[0]]:
            sides = (
                field.force(field.power[units[0]], units, target),
                field.force(field.power[others[0]], others, start),
            )
            fights.append((start, target, sides))
    for start, target, (one, other) in fights:
        for mine, theirs in ((one, other), (other, one)):
            if mine.strength <= theirs.strength:
                for unit in mine.units:
                    field.stop(unit)
                    against = (mine.strength, theirs.strength)
                    field.note(unit, "head-to-head-fails", "DIPLO 3", theirs.units, against)
        winner = _winner([one, other])
        ordered = sorted((one, other), key=lambda f: (-f.strength, f.power))
        field.battles.append(Battle(target, tuple(ordered), winner, opposite=start))


def _winner(forces: list[Force]) -> int | None:
    """The power with the only greatest force, None on a tie."""
    best = max(force.strength for force in forces)
    leading = [force.power for force in forces if force.strength == best]
    return leading[0] if len(leading) == 1 else None


def fight(field: Field) -> None:
    """a) and b) for every province that units go to; the answer of one changes no other."""
    for place in field.targets:
        forces = field.forces_on(place)
        if not forces:
            continue
        winner = _winner(forces)
        _send_back_the_weaker(field, place, forces, winner)
        if winner is None:
            field.contested.add(place)
            field.battles.append(Battle(place, tuple(forces), None))
        else:
            _static_fight(field, place, forces)


def _send_back_the_weaker(
    field: Field, place: int, forces: list[Force], winner: int | None
) -> None:
    """a) Everybody but the only strongest goes back; on a tie at the top, everybody does."""
    best = forces[0].strength
    leaders = [force for force in forces if force.strength == best]
    for force in forces:
        if force.power == winner:
            continue
        code = "standoff" if force in leaders else "outmatched"
        rivals = tuple(sorted(u for f in leaders if f is not force for u in f.units))
        for unit in force.units:
            field.stop(unit)
            field.note(unit, code, MOVING, rivals, (force.strength, best), place)
        if code == "standoff" and field.options.standoff_flees:
            _drive_off(field, place, force, rivals)


def _drive_off(field: Field, place: int, force: Force, rivals: tuple[int, ...]) -> None:
    """Option ``standoff_flees``: stood off before an enemy's province, units must flee."""
    if any(field.power[unit] != force.power for unit in field.static_at(place)):
        for unit in force.units:
            field.flees[unit] = rivals
            field.note(unit, "standoff-flight", MOVING, rivals, None, place)


def _static_fight(field: Field, place: int, forces: list[Force]) -> None:
    """b) The winner of a) against the units that stay: it joins its own, and must beat others."""
    force = forces[0]
    static = field.static_at(place)
    if not static or field.power[static[0]] == force.power:
        field.battles.append(Battle(place, tuple(forces), force.power, enters=True))
        _enter(field, place, forces)
        for unit in force.units if static else ():
            field.note(unit, "joins", STATIC, tuple(static), None, place)
        return
    defence = field.force(field.power[static[0]], static, None)
    attack = force.strength
    if not field.options.own_support_dislodges:
        attack -= sum(field.power[s] == defence.power for s in force.supports)
    enters = attack > defence.strength
    against = (attack, defence.strength)
    field.battles.append(Battle(place, tuple(forces), force.power, attack, defence, enters))
    if enters:
        _enter(field, place, forces)
        for unit in force.units:
            field.note(unit, "dislodges", STATIC, tuple(static), against, place)
        for unit in static:
            field.flees[unit] = force.units
            field.note(unit, "dislodged", STATIC, force.units, against)
    else:
        field.contested.add(place)
        for unit in force.units:
            field.stop(unit)
            field.note(unit, "static-holds", STATIC, tuple(static), against, place)


def _enter(field: Field, place: int, forces: list[Force]) -> None:
    winner = forces[0]
    field.entered[place] = winner.units
    rivals = tuple(sorted(u for force in forces[1:] for u in force.units))
    for unit in winner.units:
        field.arrive(unit)
        if rivals:
            against = (winner.strength, forces[1].strength)
            field.note(unit, "beats-rivals", MOVING, rivals, against, place)
        else:
            field.note(unit, "advances", "DIPLO a.1", (), None, place)


def send_back(field: Field) -> None:
    """Units that failed go back; where an enemy has come meanwhile, they must flee (example 8)."""
    for unit, stopped in enumerate(field.stopped):
        taken_by = field.entered.get(field.place[unit], ())
        if stopped and taken_by and field.power[taken_by[0]] != field.power[unit]:
            field.flees[unit] = taken_by
            field.note(unit, "region-taken", STATIC, taken_by)
