"""Points 3, 4 and 8: supports cancelled and supports cut."""

from judge.orders import Support
from judge.rules.guide.field import MOVE, SUPPORT, Field
from judge.ruling import CUT, VOID


def point_3_cancel_mismatched_supports(field: Field) -> None:
    """Point 3: a support counts only for what the supported unit is really doing.

    A unit ordered to move has no support in place, though its move be cancelled or illegal.
    """
    province_of = field.board.province_of
    for unit, task in enumerate(field.task):
        if task is not SUPPORT:
            continue
        order = field.orders[unit]
        assert isinstance(order, Support)
        backed = field.occupant[order.unit]
        if backed < 0:
            _void(field, unit, "support-of-nobody", order.unit)
        elif order.to is None:
            if field.ordered_to_move[backed]:
                _void(field, unit, "support-of-mover", order.unit, (backed,))
            else:
                _back(field, unit, backed)
        elif field.task[backed] is MOVE and field.target[backed] == province_of[order.to]:
            _back(field, unit, backed)
        else:
            _void(field, unit, "support-of-other-order", province_of[order.to], (backed,))


def _back(field: Field, unit: int, backed: int) -> None:
    field.backs[unit] = backed
    field.backers[backed].append(unit)


def _void(field: Field, unit: int, code: str, place: int, by: tuple[int, ...] = ()) -> None:
    field.cancel_support(unit, VOID)
    field.note(unit, code, "Guide 3", by, None, place)


def point_4_direct_attacks_cut(field: Field) -> None:
    """Point 4: a direct attack cuts the support it reaches.

    Not a compatriot's (4.A), and not one given to an attack on the attacker itself (4.B).
    """
    for unit, task in enumerate(field.task):
        if task is not SUPPORT:
            continue
        attackers = field.attackers.get(field.place[unit])
        if not attackers:
            continue
        backed = field.backs[unit]
        aim = field.target[backed]  # -1 when it is a hold that is supported
        cutters = tuple(
            a
            for a in attackers
            if not field.convoyed[a]
            and field.power[a] != field.power[unit]
            and field.place[a] != aim
        )
        if cutters:
            cut(field, unit, cutters, "Guide 4")


def point_8_convoyed_attacks_cut(field: Field, subverted: set[int]) -> bool:
    """Point 8: a convoyed attack cuts the support it reaches, the target of that support included.

    Not a compatriot's (8.A); not while its convoy is subverted (8.B) or Futile (8.C).
    Returns whether any support was cut.
    """
    effect = False
    for army, convoy in field.convoys.items():
        if army in subverted or convoy.status == "futile":
            continue
        unit = field.occupant[field.target[army]]
        if unit >= 0 and field.task[unit] is SUPPORT and field.power[unit] != field.power[army]:
            cut(field, unit, (army,), "Guide 8")
            effect = True
    return effect


def cut(field: Field, unit: int, by: tuple[int, ...], rule: str) -> None:
    """The support is cut: it has no effect from now on."""
    field.cancel_support(unit, CUT)
    field.note(unit, "support-cut", rule, by)
