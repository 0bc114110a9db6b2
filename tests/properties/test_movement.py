"""What holds of every movement phase under every rule system, on any board."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.board import ARMY
from judge.orders import Move, Order, Support
from judge.position import Position, Unit, arranged
from judge.rules.standard.cycles import resolve
from judge.rules.standard.decisions import Decisions
from judge.rules.standard.field import Field
from judge.rules.standard.options import DATC
from judge.ruling import Result
from judge.season import units_after_moves
from tests.boards import coded_position, europe
from tests.properties.boards import (
    BOARDS,
    HOLD,
    SYSTEMS,
    Phase,
    bare,
    board_named,
    mirrored,
    phases,
    renamings,
    system,
    told,
)
from tests.rules.exhaustive import consistent
from tests.synthetic import grid

of_every_system = pytest.mark.parametrize("rules", SYSTEMS)
on_every_board = pytest.mark.parametrize("name", BOARDS)
few = settings(max_examples=60, deadline=None)


@of_every_system
@on_every_board
@few
@given(data=st.data())
def test_no_unit_is_made_or_lost_and_none_shares_a_province(
    rules: str, name: str, data: st.DataObject
) -> None:
    board = board_named(name)
    position, orders = data.draw(phases(board))
    ruling = system(rules).movement(board, position, orders, True)
    after = units_after_moves(ruling, board)
    assert len({board.province_of[u.location] for u in after}) == len(after)
    dislodged = [d.unit for d in ruling.dislodged]
    known = zip(position.units, ruling.outcomes, strict=True)
    assert dislodged == [u for u, o in known if o.dislodged_by is not None]
    stayed = Counter((u.power, u.kind) for u in (*after, *dislodged))
    assert stayed == Counter((u.power, u.kind) for u in position.units)


@of_every_system
@on_every_board
@few
@given(data=st.data())
def test_a_unit_goes_where_it_was_ordered_or_stays(
    rules: str, name: str, data: st.DataObject
) -> None:
    board = board_named(name)
    position, orders = data.draw(phases(board))
    ruling = system(rules).movement(board, position, orders, True)
    for unit, order, outcome in zip(position.units, orders, ruling.outcomes, strict=True):
        assert outcome.order == order
        assert (outcome.to is not None) == (outcome.result is Result.SUCCEEDS)
        if outcome.to is not None:
            assert isinstance(order, Move)
            assert board.province_of[outcome.to] == board.province_of[order.to]
            assert board.can_stand(unit.kind, outcome.to)


@of_every_system
@on_every_board
@few
@given(data=st.data())
def test_only_a_stronger_foreign_attack_dislodges(
    rules: str, name: str, data: st.DataObject
) -> None:
    board = board_named(name)
    of = board.province_of
    position, orders = data.draw(phases(board))
    units = position.units
    ruling = system(rules).movement(board, position, orders, True)
    for unit, outcome in enumerate(ruling.outcomes):
        by = outcome.dislodged_by
        if by is None:
            continue
        victim, attacker, attack = units[unit], units[by], ruling.outcomes[by]
        assert attack.to is not None and of[attack.to] == of[victim.location]
        assert attacker.power != victim.power
        (forces,) = {r.against for r in outcome.reasons if r.code == "dislodged"}
        assert forces is not None
        helpers = [
            s
            for s, order in enumerate(orders)
            if isinstance(order, Support)
            and order.unit == of[attacker.location]
            and order.to is not None
            and of[order.to] == of[attack.to]
            and units[s].power != victim.power
        ]
        assert forces[1] < forces[0] <= 1 + len(helpers)


@of_every_system
@on_every_board
@few
@given(data=st.data())
def test_reasons_change_no_outcome(rules: str, name: str, data: st.DataObject) -> None:
    board = board_named(name)
    position, orders = data.draw(phases(board))
    explained = system(rules).movement(board, position, orders, True)
    brief = system(rules).movement(board, position, orders, False)
    assert bare(brief) == bare(explained)
    assert brief.trace == () and not any(o.reasons for o in brief.outcomes)
    by_unit = sorted(r for o in explained.outcomes for r in o.reasons)
    assert by_unit == sorted(r for r in explained.trace if r.unit >= 0)


@of_every_system
@on_every_board
@few
@given(data=st.data())
def test_a_mirrored_board_is_ruled_the_same(rules: str, name: str, data: st.DataObject) -> None:
    board = board_named(name)
    mirror = mirrored(board)
    position, orders = data.draw(phases(board))
    ruling = system(rules).movement(board, position, orders, True)
    reflected = system(rules).movement(mirror.board, *mirror.phase(position, orders), True)
    assert told(reflected, mirror) == told(ruling)


@of_every_system
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_names_and_their_order_do_not_matter(rules: str, data: st.DataObject) -> None:
    board = board_named("europe")
    renamed = data.draw(renamings(board))
    position, orders = data.draw(phases(board))
    ruling = system(rules).movement(board, position, orders, True)
    other = system(rules).movement(renamed.board, *renamed.phase(position, orders), True)
    assert told(other, renamed) == told(ruling)


@of_every_system
@on_every_board
@few
@given(data=st.data())
def test_a_unit_far_from_all_changes_nothing(rules: str, name: str, data: st.DataObject) -> None:
    board = board_named(name)
    position, orders = data.draw(phases(board, 8))
    far = _far_provinces(name, position, orders)
    assume(far)
    newcomer = Unit(data.draw(st.integers(0, 6)), ARMY, data.draw(st.sampled_from(far)))
    ordered = dict(zip(position.units, orders, strict=True)) | {newcomer: HOLD}
    units = arranged(ordered, board)
    alone = system(rules).movement(board, position, orders, True)
    joined = system(rules).movement(
        board, Position(position.phase, units), [ordered[u] for u in units], True
    )
    expected, dislodged, standoffs = told(alone)
    expected[newcomer.location] = ("stands", None, None, [])
    assert told(joined) == (expected, dislodged, standoffs)


def _far_provinces(name: str, position: Position, orders: Sequence[Order | None]) -> list[int]:
    """Where an army can stand that no unit is beside and no order speaks of."""
    board = board_named(name)
    of = board.province_of
    near = {of[u.location] for u in position.units}
    for unit in position.units:
        near |= board.army_reach[of[unit.location]] | board.fleet_reach[unit.location]
    for order in orders:
        near |= {of[part] for part in order or () if type(part) is int}
    return [p for p in range(len(board.provinces)) if board.can_stand(ARMY, p) and p not in near]


LAND = grid(36, lambda _: False)


@settings(max_examples=300, deadline=None)
@given(phases(LAND, 10))
def test_standard_without_convoys_is_the_one_consistent_answer(phase: Phase) -> None:
    position, orders = phase
    field = Field(LAND, position.units, orders, DATC, frozenset())
    answers = consistent(field)
    decisions = Decisions(field)
    assert resolve(decisions) == []
    ruled = tuple(bool(moves) for moves in decisions.moves)
    # Rings could stay or move: they move, all of them.
    most = max(sum(answer) for answer in answers)
    assert [answer for answer in answers if sum(answer) == most] == [ruled]


DISLODGED_IN_A_BALANCED_BATTLE = (
    {"GERMANY": ["A MUN"], "AUSTRIA": ["A BOH"], "RUSSIA": ["A GAL", "A VIE"]},
    {
        "GERMANY": ["A MUN - BOH"],
        "AUSTRIA": ["A BOH - MUN"],
        "RUSSIA": ["A GAL - BOH", "A VIE S A GAL - BOH"],
    },
)


def test_both_halves_of_a_balanced_battle_are_told_on_either_side_of_a_mirror() -> None:
    """Point 17: why Bohemia's army did not move is told, whichever half is settled first."""
    board = europe()
    position, orders = coded_position(*DISLODGED_IN_A_BALANCED_BATTLE)
    ruling = system("guide").movement(board, position, orders, True)
    boh, gal, mun = (board.province_numbers[key] for key in ("Boh", "Gal", "Mun"))
    assert told(ruling)[0][boh] == (
        "fails",
        None,
        gal,
        [
            ("dislodged", "Guide 17", [gal], (2, 1), -1),
            ("head-to-head-balanced", "Guide 15", [mun], (1, 1), -1),
            ("head-to-head-barred", "Guide 17", [mun], (), mun),
        ],
    )
    mirror = mirrored(board)
    reflected = system("guide").movement(mirror.board, *mirror.phase(position, orders), True)
    assert told(reflected, mirror) == told(ruling)
