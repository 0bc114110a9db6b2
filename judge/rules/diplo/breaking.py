"""Section g: how many supports, or convoying fleets, of a province an attack breaks.

One attacking unit breaks one (g.2); the attacks of different powers are compared one by one and
never added (g.3). Whether the attack succeeds does not matter.
"""

from collections.abc import Callable, Mapping, Sequence

from judge.orders import Support
from judge.rules.diplo.field import SUPPORT, Field

Goes = Callable[[int], bool]
"""Whether a unit in movement really sets out."""


def strongest_attackers(field: Field, place: int, goes: Goes) -> tuple[int, tuple[int, ...]]:
    """How many the largest single power's attack breaks, and who attacks with so many."""
    attackers = field.attackers_of(place, goes)
    counts = {power: _count(field, units, place) for power, units in attackers.items()}
    most = max(counts.values(), default=0)
    leading = sorted(power for power, count in counts.items() if count == most)
    if len(leading) > 1 and not field.options.standoff_breaks:
        return 0, ()
    return most, tuple(sorted(unit for power in leading for unit in attackers[power]))


def _count(field: Field, units: Sequence[int], place: int) -> int:
    """The units that break; the supports ordered for them too, by an option."""
    if not field.options.supports_break:
        return len(units)
    starts = {field.place[unit] for unit in units}
    supports = 0
    for unit, task in enumerate(field.task):
        order = field.orders[unit]
        if task is SUPPORT and isinstance(order, Support) and order.to is not None:
            is_for_them = order.unit in starts and field.board.province_of[order.to] == place
            supports += is_for_them
    return len(units) + supports


def breakable(
    field: Field, supports: Sequence[int], attackers: Mapping[int, tuple[int, ...]], count: int
) -> list[int]:
    """The supports of a province that are broken, of those given up first.

    attackers: by power. count: how many the largest power breaks. By the option ``target_breaks``
    an attack from where a support is aimed at leaves that one alone.
    """
    if field.options.target_breaks:
        return list(supports[:count])
    best: list[int] = []
    for units in attackers.values():
        broken = _matched(field, supports, units)[:count]
        if (-len(broken), [supports.index(s) for s in broken]) < (
            -len(best),
            [supports.index(s) for s in best],
        ):
            best = broken
    return best


def _matched(field: Field, supports: Sequence[int], attackers: Sequence[int]) -> list[int]:
    """As many supports as possible, each with an attacker of its own that may break it."""
    taken: dict[int, int] = {}

    def find(support: int, tried: set[int]) -> bool:
        start, target = field.backs[support]
        aim = start if target is None else target
        for attacker in attackers:
            if attacker in tried or field.place[attacker] == aim:
                continue
            tried.add(attacker)
            if attacker not in taken or find(taken[attacker], tried):
                taken[attacker] = support
                return True
        return False

    return [support for support in supports if find(support, set())]
