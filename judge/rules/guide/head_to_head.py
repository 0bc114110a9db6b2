"""Points 15, 16 and 17: head-to-head battles."""

from typing import NamedTuple

from judge.rules.guide.battles import (
    cancel_all_but_strongest,
    cancel_barred,
    carry_out,
    weigh,
)
from judge.rules.guide.field import MOVE, Field
from judge.ruling import Side


class HeadToHead(NamedTuple):
    """Two units that attack each other directly (Point 15).

    stronger, weaker: the units; where the battle is balanced the names mean nothing.
    forces: as the battle is counted, the stronger's first.
    """

    stronger: int
    weaker: int
    balanced: bool
    forces: tuple[int, int]


def points_15_to_17_head_to_head(field: Field) -> None:
    """Points 15 to 17: each head-to-head battle is identified, then resolved."""
    for battle in point_15_identify(field):
        for unit, other in ((battle.stronger, battle.weaker), (battle.weaker, battle.stronger)):
            code = "head-to-head-balanced" if battle.balanced else "head-to-head-unbalanced"
            forces = battle.forces if unit == battle.stronger else battle.forces[::-1]
            told = (_side(field, battle, unit), _side(field, battle, other))
            field.note(unit, code, "Guide 15", (other,), forces, -1, told)
        if battle.balanced:
            _point_17_balanced(field, battle)
        else:
            _point_16_unbalanced(field, battle)


def point_15_identify(field: Field) -> list[HeadToHead]:
    """Point 15: the head-to-head battles, balanced or not.

    Balanced when the forces are equal or the units are compatriots. A support given to the
    stronger by a compatriot of the weaker cannot unbalance: it counts up to equality only.
    """
    battles = []
    for unit, task in enumerate(field.task):
        if task is not MOVE or field.convoyed[unit]:
            continue
        other = field.occupant[field.target[unit]]
        if (
            other > unit
            and field.task[other] is MOVE
            and not field.convoyed[other]
            and field.target[other] == field.place[unit]
        ):
            battles.append(_compare(field, unit, other))
    return battles


def _compare(field: Field, a: int, b: int) -> HeadToHead:
    stronger, weaker = (a, b) if field.strength(a) >= field.strength(b) else (b, a)
    strong, weak = field.strength(stronger), field.strength(weaker)
    compatriots = field.power[stronger] == field.power[weaker]
    loyal = 1 + sum(field.power[s] != field.power[weaker] for s in field.backers[stronger])
    counted = max(weak, loyal)
    return HeadToHead(
        stronger, weaker, compatriots or counted == weak, (min(strong, counted), weak)
    )


def _side(field: Field, battle: HeadToHead, unit: int) -> Side:
    """Who counts for a unit: for the stronger, the weaker's compatriots up to equality only."""
    backers = field.backers[unit]
    if unit == battle.weaker:
        return Side(unit, tuple(backers))
    own = field.power[battle.weaker]
    ranked = sorted(backers, key=lambda s: field.power[s] == own)
    count = battle.forces[0] - 1
    return Side(unit, tuple(ranked[:count]), tuple(ranked[count:]))


def _point_16_unbalanced(field: Field, battle: HeadToHead) -> None:
    """Point 16: first the weaker's province; then, if the stronger did not win it, its own."""
    stronger, weaker = battle.stronger, battle.weaker
    home_of_weaker, home_of_stronger = field.place[weaker], field.place[stronger]
    verdict = weigh(field, home_of_weaker)
    if verdict.strongest == stronger:
        # The stronger advances; the weaker, dislodged, has no effect on where it came from.
        carry_out(field, home_of_weaker, verdict, "Guide 16")
        return
    # The weaker still counts on the stronger's province, even when an outsider dislodges it.
    second = weigh(field, home_of_stronger)
    carry_out(field, home_of_weaker, verdict, "Guide 16")
    carry_out(field, home_of_stronger, second, "Guide 16", barred=weaker)


def _point_17_balanced(field: Field, battle: HeadToHead) -> None:
    """Point 17: two halves, each weighed on its own; neither unit can dislodge the other."""
    a, b = battle.stronger, battle.weaker
    halves = [(field.place[b], a), (field.place[a], b)]
    verdicts = [weigh(field, place) for place, _ in halves]
    for (place, barred), verdict in zip(halves, verdicts, strict=True):
        # Before anybody is dislodged, so that both halves are told whichever comes first.
        cancel_all_but_strongest(field, place, verdict, "Guide 17")
        if verdict.strongest == barred:
            cancel_barred(field, place, barred, "Guide 17")
    for (place, barred), verdict in zip(halves, verdicts, strict=True):
        carry_out(field, place, verdict, "Guide 17", barred)
