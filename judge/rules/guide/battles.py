"""Points 18, 19 and 20: ordinary battles."""

from collections.abc import Iterable
from typing import NamedTuple

from judge.rules.guide.field import MOVE, Field
from judge.ruling import Side


class Verdict(NamedTuple):
    """What Point 19 says of one province, before anything is done.

    strongest: the unique strongest attack, -1 when several tie. best: its strength, or theirs.
    forces: every attack and its strength. enters: whether the strongest would advance. against:
    the attack's and the defence's forces, where they were compared. attacks: who made up each
    force; duel: who made up those of `against`; both empty where no trace is kept.
    """

    strongest: int
    best: int
    forces: tuple[tuple[int, int], ...]
    enters: bool
    against: tuple[int, int] | None
    attacks: tuple[Side, ...] = ()
    duel: tuple[Side, ...] = ()


def weigh(field: Field, place: int, without: int = -1) -> Verdict:
    """Point 19: the attacks on a province, weighed against each other and the defence.

    An occupant is taken to stay. without: a supporter whose support is imagined cut (Point 10).
    """
    power, backers = field.power, field.backers
    forces = tuple((a, _strength(backers[a], without)) for a in field.attackers[place])
    strongest, best = forces[0]
    attacks: tuple[Side, ...] = ()
    if len(forces) > 1:
        if field.trace is not None:
            attacks = tuple(Side(a, tuple(backers[a])) for a, _ in forces)
        best = max(strength for _, strength in forces)
        leaders = [attacker for attacker, strength in forces if strength == best]
        if len(leaders) > 1:
            return Verdict(-1, best, forces, False, None, attacks)
        strongest = leaders[0]
    occupant = field.occupant[place]
    if occupant < 0:
        return Verdict(strongest, best, forces, True, None, attacks)
    if power[occupant] == power[strongest]:
        return Verdict(strongest, best, forces, False, None, attacks)
    # 19.F: the defender's own compatriots helped to beat rivals; they do not help against it.
    attack = 1
    for supporter in backers[strongest]:
        attack += power[supporter] != power[occupant] and supporter != without
    defence = 1
    if not field.ordered_to_move[occupant]:
        defence = _strength(backers[occupant], without)
    duel: tuple[Side, ...] = ()
    if field.trace is not None:
        duel = _duel(field, strongest, occupant)
    return Verdict(strongest, best, forces, attack > defence, (attack, defence), attacks, duel)


def _duel(field: Field, attacker: int, occupant: int) -> tuple[Side, ...]:
    """Who counts for the attack and for the defence (19.E and 19.F)."""
    backers = field.backers
    held = () if field.ordered_to_move[occupant] else tuple(backers[occupant])
    if not backers[attacker]:
        return Side(attacker), Side(occupant, held)
    power, own = field.power, field.power[occupant]
    loyal = tuple([s for s in backers[attacker] if power[s] != own])
    rest = tuple([s for s in backers[attacker] if power[s] == own])
    return Side(attacker, loyal, rest), Side(occupant, held)


def _strength(backers: list[int], without: int) -> int:
    return len(backers) if without in backers else 1 + len(backers)


def fight(field: Field, place: int, rule: str) -> None:
    """Point 19 carried out: all attacks on a province are resolved, none is left."""
    carry_out(field, place, weigh(field, place), rule)


def carry_out(field: Field, place: int, verdict: Verdict, rule: str, barred: int = -1) -> None:
    """Do what a verdict says.

    barred: a head-to-head attacker that may keep others out of this province but never enters it
    (Points 16 and 17), even one that has been dislodged meanwhile.
    """
    occupant = field.occupant[place]
    strongest = verdict.strongest
    cancel_all_but_strongest(field, place, verdict, rule)
    if strongest < 0:
        if occupant < 0:
            field.standoffs.add(place)
    elif strongest == barred:
        cancel_barred(field, place, barred, rule)
    elif verdict.enters:
        against = verdict.against
        if against is not None:
            field.dislodge(occupant, strongest, rule, against, verdict.duel)
        field.advance(strongest)
        if len(verdict.forces) > 1 and field.trace is not None:
            second = max(s for a, s in verdict.forces if a != strongest)
            rivals = tuple(a for a, _ in verdict.forces if a != strongest)
            told = _in_front(verdict.attacks, strongest)
            field.note(strongest, "beats-rivals", rule, rivals, (verdict.best, second), place, told)
        if against is not None:
            field.note(strongest, "dislodges", rule, (occupant,), against, place, verdict.duel)
        else:
            field.note(strongest, "advances", rule, (), None, place)
    else:
        field.cancel_move(strongest)
        code = "compatriot-holds" if verdict.against is None else "defence-holds"
        field.note(strongest, code, rule, (occupant,), verdict.against, place, verdict.duel)


def _in_front(attacks: tuple[Side, ...], unit: int) -> tuple[Side, ...]:
    """The same forces with one unit's first."""
    return tuple(sorted(attacks, key=lambda force: force.unit != unit))


def cancel_all_but_strongest(field: Field, place: int, verdict: Verdict, rule: str) -> None:
    """19.A and 19.B: every attack but the strongest is cancelled; on a tie, all of them are."""
    if len(verdict.forces) < 2:
        return
    leaders = tuple(a for a, strength in verdict.forces if strength == verdict.best)
    for attacker, strength in verdict.forces:
        if attacker == verdict.strongest or field.task[attacker] is not MOVE:
            continue
        field.cancel_move(attacker)
        tied = strength == verdict.best
        others = tuple(a for a in leaders if a != attacker)
        code = "standoff" if tied else "outmatched"
        told = tuple(f for f in verdict.attacks if f.unit == attacker or f.unit in others)
        against = (strength, verdict.best)
        field.note(attacker, code, rule, others, against, place, _in_front(told, attacker))


def cancel_barred(field: Field, place: int, barred: int, rule: str) -> None:
    """Points 16 and 17: the strongest attack on a province never enters it."""
    if field.task[barred] is MOVE:
        field.cancel_move(barred)
        field.note(barred, "head-to-head-barred", rule, (field.occupant[place],), None, place)


def points_18_to_20_ordinary_battles(field: Field) -> None:
    """Points 18 to 20: fight where the occupant stays, until every move is resolved.

    Point 18 leaves out, for now, every province whose occupant is itself trying to leave; when
    that occupant's move is resolved, the province it came from is listed.
    """
    listed = _fought_over(field, field.attackers)
    while listed:
        resolved: set[int] = set()
        for place in listed:
            resolved.update([field.place[attacker] for attacker in field.attackers[place]])
            if field.attackers[place]:
                fight(field, place, "Guide 19")
        listed = _fought_over(field, resolved)


def _fought_over(field: Field, places: Iterable[int]) -> list[int]:
    """Those provinces, in order, that are attacked and whose occupant is not trying to leave."""
    return [
        place
        for place in sorted(places)
        if field.attackers.get(place) and not _occupant_is_leaving(field, place)
    ]


def _occupant_is_leaving(field: Field, place: int) -> bool:
    occupant = field.occupant[place]
    return occupant >= 0 and field.is_leaving(occupant)
