"""What an outcome rested on: its reasons, the units that caused them, and theirs in turn."""

from dataclasses import dataclass

from judge.board import Board
from judge.explaining.story import supporters
from judge.ruling import MovementRuling, Reason


@dataclass(frozen=True, slots=True)
class Node:
    """A unit's outcome, or one reason of it.

    unit: whose. reason: None for the outcome itself. branches: what it rested on. is_repeated:
    whether it stands further up already, with its branches.
    """

    unit: int
    reason: Reason | None
    branches: tuple["Node", ...] = ()
    is_repeated: bool = False


def rooted(board: Board, ruling: MovementRuling, unit: int) -> Node:
    """The tree of a unit's outcome. Each unit opens its branches once, where it comes first."""
    return _outcome(board, ruling, unit, set())


def _outcome(board: Board, ruling: MovementRuling, unit: int, opened: set[int]) -> Node:
    if unit in opened:
        return Node(unit, None, (), bool(ruling.outcomes[unit].reasons))
    opened.add(unit)
    branches = [_reason(board, ruling, reason, opened) for reason in ruling.outcomes[unit].reasons]
    told = {index for reason in ruling.outcomes[unit].reasons for index in _causes(reason)}
    # Supports that came to nothing are not among the forces, and are part of the answer.
    branches += [
        _outcome(board, ruling, index, opened)
        for index in supporters(board, ruling, unit)
        if index not in told
    ]
    return Node(unit, None, tuple(branches))


def _reason(board: Board, ruling: MovementRuling, reason: Reason, opened: set[int]) -> Node:
    branches = [_outcome(board, ruling, index, opened) for index in _causes(reason)]
    return Node(reason.unit, reason, tuple(branches))


def _causes(reason: Reason) -> list[int]:
    """The other units that a reason names: who caused it, and who made up the forces."""
    named = [index for index in reason.by if index >= 0]
    for force in reason.sides:
        named += [force.unit, *force.counted, *force.ignored]
    return [index for index in dict.fromkeys(named) if index != reason.unit]
