"""Sections a, b, c, d and f: which orders the text allows on this board. Illegal ones stay."""

from judge.board import ARMY, FLEET, Terrain
from judge.orders import Convoy, Move, Support
from judge.rules.diplo.field import CONVOY, MOVE, SUPPORT, Field
from judge.rules.reach import why_no_army, why_no_fleet
from judge.ruling import Result


def read_orders(field: Field) -> None:
    """Put every legal order on the field and note why the others are not."""
    for unit, order in enumerate(field.orders):
        if isinstance(order, Move):
            _read_move(field, unit, order)
        elif isinstance(order, Support):
            _read_support(field, unit, order)
        elif isinstance(order, Convoy):
            _read_convoy(field, unit, order)


def _illegal(field: Field, unit: int, code: str, rule: str, place: int = -1) -> None:
    field.result[unit] = Result.ILLEGAL
    field.note(unit, code, rule, (), None, place)


def _begin(field: Field, unit: int, landing: int, convoyed: bool = False) -> None:
    field.task[unit] = MOVE
    field.target[unit] = field.board.province_of[landing]
    field.landing[unit] = landing
    field.convoyed[unit] = convoyed


def _read_move(field: Field, unit: int, order: Move) -> None:
    """a.3 and c.2: an army goes to land beside, or by sea where its own order says so."""
    board = field.board
    target = board.province_of[order.to]
    by_sea = order.by_convoy or bool(order.route)
    if target == field.place[unit]:
        _illegal(field, unit, "illegal-own-province", "DIPLO a.1")
    elif field.units[unit].kind is FLEET:
        _read_fleet_move(field, unit, order.to, target)
    elif not by_sea and target in board.army_reach[field.units[unit].location]:
        _begin(field, unit, target)
    elif by_sea and _is_coast(field, target) and _is_coast(field, field.place[unit]):
        _begin(field, unit, target, convoyed=True)
    else:
        code = why_no_army(board, field.place[unit], target)
        code = "convoy-not-written" if code == "illegal-no-chain" else code
        rule = "DIPLO c.2" if code == "convoy-not-written" else "DIPLO a.3"
        _illegal(field, unit, code, rule, target)


def _is_coast(field: Field, province: int) -> bool:
    return field.board.provinces[province].terrain is Terrain.COAST


def _read_fleet_move(field: Field, unit: int, to: int, target: int) -> None:
    """b: along a coast by a common sea (b.2), and through a passage with consent (b.3)."""
    board = field.board
    location = field.units[unit].location
    landings = board.fleet_landings[location].get(target, ())
    along = not board.is_water[field.place[unit]] and not board.is_water[target]
    if along:
        landings = tuple(x for x in landings if _has_common_sea(field, location, x))
    if not landings:
        _read_passage(field, unit, target)
    elif to in landings:
        _begin(field, unit, to)
    elif to == target and len(landings) == 1:
        _begin(field, unit, landings[0])
    else:
        code = "illegal-coast-missing" if to == target else "illegal-coast-out-of-reach"
        _illegal(field, unit, code, "DIPLO b.4", target)


def _has_common_sea(field: Field, here: int, there: int) -> bool:
    beside, is_water = field.board.fleet_reach, field.board.is_water
    return any(is_water[province] for province in beside[here] & beside[there])


def _read_passage(field: Field, unit: int, target: int) -> None:
    """b.3: from one water to the other in one move, with the consent of who stands between."""
    start = field.place[unit]
    for passage in field.board.passages:
        if {start, target} != set(passage.between):
            continue
        holders = {field.power[u] for u in field.at.get(passage.through, ())}
        consenting = {
            c.power
            for c in field.riders.consents
            if c.through == passage.through and (c.start, c.to) in ((None, None), (start, target))
        }
        if holders <= consenting | {field.power[unit]}:
            _begin(field, unit, target)
            field.note(unit, "passes-through", "DIPLO b.3", (), None, passage.through)
        else:
            _illegal(field, unit, "passage-refused", "DIPLO b.3", passage.through)
        return
    _illegal(field, unit, why_no_fleet(field.board, target), "DIPLO b.2", target)


def _read_support(field: Field, unit: int, order: Support) -> None:
    """d and f: the supporter could itself go there (f.2 to f.4), and supports another province."""
    board = field.board
    kind, location = field.units[unit].kind, field.units[unit].location
    target = order.unit if order.to is None else board.province_of[order.to]
    section = "f.2" if order.to is None else "d"
    if order.unit == field.place[unit]:
        _illegal(field, unit, "illegal-support-itself", f"DIPLO {section}")
    elif not board.can_go(kind, location, target):
        _illegal(field, unit, "illegal-support-out-of-reach", f"DIPLO {section}", target)
    else:
        field.task[unit] = SUPPORT
        field.result[unit] = Result.GIVEN


def _read_convoy(field: Field, unit: int, order: Convoy) -> None:
    """c.1: a fleet at sea; one on a coast by an option. An army comes from a coast or a stage."""
    board = field.board
    at_sea = board.is_water[field.place[unit]] or field.options.coastal_fleets_convoy
    start_kinds = {field.units[u].kind for u in field.at.get(order.army, ())}
    is_stage = order.army == field.place[unit]
    if field.units[unit].kind is ARMY or not at_sea:
        _illegal(field, unit, "illegal-convoy-not-at-sea", "DIPLO c.1")
    elif order.army == order.to or not (_is_coast(field, order.army) or is_stage):
        _illegal(field, unit, "illegal-convoy-ends", "DIPLO c.1", order.to)
    elif start_kinds == {FLEET} and not is_stage:
        _illegal(field, unit, "illegal-convoy-of-fleet", "DIPLO c.1", order.army)
    else:
        field.task[unit] = CONVOY
        field.result[unit] = Result.CONVOYS
