"""Section c: armies carried by fleets, stage by stage, one army a fleet.

A convoy that is incomplete or wrong is void, and so is one of whose fleets an enemy attacks: its
army stays at home (c.3). An attack on a province with convoying fleets is directed first at those
(c.5), one attacking unit at one fleet.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.orders import Convoy, Move
from judge.rules.diplo.breaking import Goes, strongest_attackers
from judge.rules.diplo.field import CONVOY, STATIC, Field
from judge.ruling import Result

_Stage = tuple[int, int, bool]
"""From where, to where, and whether the fleet stands where the army comes from."""

_Group = tuple[int, int, tuple[int, ...]]
"""The armies of one province that go to another by the same waters, if their orders name any."""


@dataclass(frozen=True, slots=True)
class _Chain:
    """An army and the fleets that carry it, one a stage."""

    army: int
    fleets: tuple[int, ...]


def read_convoys(field: Field) -> None:
    """c: keep the convoys that are complete and that no enemy stops."""
    chains = _chains(field)
    field.index_movers()
    carried = {f for chain in chains for f in chain.fleets}
    for fleet, task in enumerate(field.task):
        if task is CONVOY and fleet not in carried:
            field.task[fleet] = STATIC
            field.result[fleet] = Result.VOID
            field.note(fleet, "convoy-without-army", "DIPLO c.3")
    _break(field, chains)
    field.index_movers()


# ---------------------------------------------------------------- which convoys are complete


def _chains(field: Field) -> list[_Chain]:
    """c.2 and c.4: the armies whose fleets' orders lead them to where they go."""
    stages = _stages(field)
    armies: dict[_Group, list[int]] = {}
    for army, convoyed in enumerate(field.convoyed):
        if convoyed:
            order = field.orders[army]
            assert isinstance(order, Move)
            group = (field.place[army], field.target[army], order.route)
            armies.setdefault(group, []).append(army)
    paths = {group: _path(field, stages, *group) for group in armies}
    wanting: dict[_Stage, list[_Group]] = {}
    for group in sorted(paths):
        for stage in paths[group]:
            wanting.setdefault(stage, []).append(group)
    chains = []
    for group, path in paths.items():
        # A fleet of a later stage that two provinces' armies would need carries neither.
        is_shared = any(
            len(wanting[stage]) > 1
            and len(stages[stage]) < sum(len(armies[g]) for g in wanting[stage])
            for stage in path
        )
        room = 0 if is_shared else min((len(stages[stage]) for stage in path), default=0)
        before = [sum(len(armies[g]) for g in wanting[s] if g < group) for s in path]
        for n, army in enumerate(armies[group]):
            if n < room:
                fleets = [stages[s][skipped + n] for s, skipped in zip(path, before, strict=True)]
                chains.append(_Chain(army, tuple(fleets)))
            elif path:
                _stay(field, army, "convoy-fleet-taken", "DIPLO c.4")
            else:
                _stay(field, army, "convoy-incomplete", "DIPLO c.3")
    return chains


def _stages(field: Field) -> dict[_Stage, list[int]]:
    """The fleets by the stage that they offer."""
    stages: dict[_Stage, list[int]] = {}
    for fleet, task in enumerate(field.task):
        if task is CONVOY:
            order = field.orders[fleet]
            assert isinstance(order, Convoy)
            here = field.place[fleet]
            stands_there = order.army == here
            if (stands_there or _touch(field, order.army, here)) and _touch(field, here, order.to):
                stages.setdefault((order.army, order.to, stands_there), []).append(fleet)
    return {stage: field.in_the_order_given_up(fleets) for stage, fleets in stages.items()}


def _touch(field: Field, a: int, b: int) -> bool:
    """c.1: a common sea: a water and what it touches, or two coasts on one water."""
    board = field.board
    if board.is_water[a] or board.is_water[b]:
        return b in board.waters_beside[a] or a in board.waters_beside[b]
    return not set(board.waters_beside[a]).isdisjoint(board.waters_beside[b])


def _path(
    field: Field,
    stages: Mapping[_Stage, Sequence[int]],
    start: int,
    target: int,
    route: Sequence[int],
) -> list[_Stage]:
    """The stages from a province to another, the fewest; empty where they do not lead there.

    route: the waters that the army's own order names, if it names any.
    """
    came: dict[int, _Stage] = {}
    ahead = deque([start])
    while ahead and target not in came:
        here = ahead.popleft()
        for stage in sorted(stages):
            since, to, stands_there = stage
            # After the first stage the next fleet is one that stands where the army is.
            if since == here and to not in came and to != start and (stands_there or here == start):
                came[to] = stage
                ahead.append(to)
    path: list[_Stage] = []
    here = target
    while here != start and here in came:
        path.append(came[here])
        here = came[here][0]
    path.reverse()
    places = [field.place[stages[stage][0]] for stage in path]
    return path if not route or places == list(route) else []


def _stay(field: Field, army: int, code: str, rule: str, by: tuple[int, ...] = ()) -> None:
    """c.3: the army goes back to its province, and is static there."""
    field.task[army] = STATIC
    field.result[army] = Result.NO_CONVOY
    field.note(army, code, rule, by)


# ---------------------------------------------------------------- which convoys are stopped


def _break(field: Field, chains: list[_Chain]) -> None:
    """c.3 and c.5: a convoy is stopped when one of its fleets is attacked.

    Convoyed armies attack too: what is decided of one convoy decides the next, and convoys that
    stop each other in a ring all fail.
    """
    undecided = {chain.army: chain for chain in chains}
    stopped: dict[int, dict[int, tuple[int, ...]]] = {}
    while True:
        sure = _reached(field, chains, lambda u: u not in undecided and u not in stopped)
        possible = _reached(field, chains, lambda u: u not in stopped)
        settled = []
        for army, chain in undecided.items():
            if not sure.keys().isdisjoint(chain.fleets):
                stopped[army] = sure
                settled.append(army)
            elif possible.keys().isdisjoint(chain.fleets):
                settled.append(army)
        for army in settled:
            del undecided[army]
        if not settled:
            break
    stopped.update(dict.fromkeys(undecided, possible))
    for chain in chains:
        if chain.army in stopped:
            _stop(field, chain, stopped[chain.army])


def _reached(field: Field, chains: list[_Chain], goes: Goes) -> dict[int, tuple[int, ...]]:
    """The convoying fleets that attackers reach, with those attackers."""
    fleets: dict[int, list[int]] = {}
    for chain in chains:
        for fleet in chain.fleets:
            fleets.setdefault(field.place[fleet], []).append(fleet)
    reached: dict[int, tuple[int, ...]] = {}
    for place, convoying in fleets.items():
        count, attackers = strongest_attackers(field, place, goes)
        reached.update(dict.fromkeys(field.in_the_order_given_up(convoying)[:count], attackers))
    return reached


def _stop(field: Field, chain: _Chain, reached: Mapping[int, tuple[int, ...]]) -> None:
    attacked = tuple(fleet for fleet in chain.fleets if fleet in reached)
    for fleet in chain.fleets:
        field.task[fleet] = STATIC
        field.result[fleet] = Result.DISRUPTED
        if fleet in reached:
            field.reached.add(fleet)
            field.note(fleet, "fleet-attacked", "DIPLO c.3", reached[fleet])
        else:
            field.note(fleet, "convoy-attacked", "DIPLO c.3", attacked)
    _stay(field, chain.army, "convoy-attacked", "DIPLO c.3", attacked)
