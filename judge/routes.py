"""Convoy routes, found by graph search: a route is never listed, however many there are."""

from collections.abc import Container, Sequence

from judge.board import ARMY, Board
from judge.position import Unit


def waters_with_fleets(
    board: Board, places: Sequence[int], units: Sequence[Unit]
) -> frozenset[int]:
    """The provinces whose fleets could convoy. places: of the units, in their order."""
    able = board.can_convoy
    found = frozenset([place for place in places if able[place]])
    if board.convoying_coasts and not board.convoying_coasts.isdisjoint(found):
        armies = (p for p, u in zip(places, units, strict=True) if u.kind is ARMY)
        found = found.difference(armies)
    return found


def useful_waters(board: Board, open_to: Container[int], start: int, end: int) -> list[int]:
    """The waters that lie on some simple route from one coastal province to another.

    open_to: the waters that may be used. A simple route visits no water twice. The answer is empty
    where there is no route at all.

    With an imagined crossing from `start` to `end`, a water lies on a simple route exactly when it
    and the crossing lie on a common cycle, that is, in the same biconnected component. One
    depth-first search from `end` finds that component in time linear in the waters reached.
    """
    beside = board.waters_beside
    ports, landings = beside[start], beside[end]
    depth = {end: 1}
    reach = {end: 1}
    component: list[int] = []
    slot: dict[int, int] = {}
    path = [end]
    ahead = [iter(beside[end])]
    while path:
        here = path[-1]
        for water in ahead[-1]:
            if water not in open_to:
                continue
            if water in depth:
                reach[here] = min(reach[here], depth[water])
                continue
            depth[water] = len(depth) + 1
            # Beside `start`, a water reaches back over the imagined crossing.
            reach[water] = 0 if water in ports else 1 if water in landings else depth[water]
            slot[water] = len(component)
            component.append(water)
            path.append(water)
            ahead.append(iter(beside[water]))
            break
        else:
            path.pop()
            ahead.pop()
            if path:
                before = path[-1]
                reach[before] = min(reach[before], reach[here])
                if reach[here] >= depth[before]:
                    # Nothing beyond `before` gets back past it: not on any simple route.
                    del component[slot[here] :]
    return component
