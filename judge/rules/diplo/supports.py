"""Sections d, f and g: which supports are for something that is done, and which are broken."""

from collections.abc import Mapping

from judge.orders import Support
from judge.rules.diplo.breaking import breakable, strongest_attackers
from judge.rules.diplo.field import MOVE, STATIC, SUPPORT, Field
from judge.ruling import Result


def read_supports(field: Field) -> None:
    """d and f: a support counts for units that really go there, or that really stay."""
    for unit, task in enumerate(field.task):
        if task is SUPPORT:
            order = field.orders[unit]
            assert isinstance(order, Support)
            _read(field, unit, order)


def _read(field: Field, unit: int, order: Support) -> None:
    there = field.at.get(order.unit, [])
    if not there:
        _void(field, unit, "support-of-nobody", order.unit)
    elif order.to is None:
        if field.static_at(order.unit):
            field.back(unit, (order.unit, None))
        else:
            _void(field, unit, "support-of-leavers", order.unit)
    else:
        target = field.board.province_of[order.to]
        going = [u for u in there if field.task[u] is MOVE and field.target[u] == target]
        is_enough = field.options.part_of_stack == "moving" or len(going) == len(there)
        if going and is_enough:
            field.back(unit, (order.unit, target))
        else:
            _void(field, unit, "support-unmatched", target)


def _void(field: Field, unit: int, code: str, place: int) -> None:
    field.task[unit] = STATIC
    field.result[unit] = Result.VOID
    rule = "DIPLO d" if code == "support-unmatched" else "DIPLO f.1"
    field.note(unit, code, rule, (), None, place)


def break_supports(field: Field, dislodged: Mapping[int, tuple[int, ...]]) -> None:
    """g: an attacked province loses supports, whatever comes of the attack.

    Its units that convoyed took the first blows (c.5). dislodged: supporters that must flee, with
    those they flee from, where that breaks their support too.
    """
    for place, units in sorted(field.at.items()):
        supports = field.in_the_order_given_up([u for u in units if u in field.backs])
        if not supports:
            continue
        count, leading = strongest_attackers(field, place, _really_goes)
        count -= sum(unit in field.reached for unit in units)
        attackers = field.attackers_of(place, _really_goes)
        for unit in breakable(field, supports, attackers, max(0, count)):
            field.end_support(unit, Result.CUT)
            field.note(unit, "support-cut", "DIPLO g.2", leading)
    for unit, by in sorted(dislodged.items()):
        if unit in field.backs:
            field.end_support(unit, Result.CUT)
            field.note(unit, "support-broken", "DIPLO 3", by)


def _really_goes(_: int) -> bool:
    """Armies whose convoy failed are no longer among the units in movement."""
    return True
