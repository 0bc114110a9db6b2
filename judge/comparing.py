"""One season under several rule systems: where they part, and the rule that parts them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from judge.board import Board
from judge.orders import NO_RIDERS, Order, Riders
from judge.position import Position
from judge.problems import Problem, Unreadable
from judge.report.prose import Prose
from judge.rulesystems import RuleSystem
from judge.ruling import MovementRuling, Outcome
from judge.sheets.writing import Notation
from judge.words import Words


@dataclass(frozen=True, slots=True)
class Parting:
    """One order on which rule systems part.

    order: as written. answers: by rule system, what it says and by which rule; those that agree
    stand together, and apart again where they have it from different rules.
    """

    order: str
    answers: tuple[tuple[tuple[str, ...], str], ...]


def compare(
    board: Board,
    position: Position,
    orders: Sequence[Order | None],
    systems: Sequence[RuleSystem],
    notation: Notation,
    words: Words,
    riders: Riders = NO_RIDERS,
) -> list[Parting]:
    """The orders whose outcome is not the same under all systems.

    Raises Unreadable where one of them does not know several units in one province.
    """
    _check_stacks(board, position, systems)
    rulings = [s.movement(board, position, orders, True, riders) for s in systems]
    prose = Prose(board, position, notation, words)
    partings = []
    for index, unit in enumerate(position.units):
        groups: dict[tuple[object, ...], list[int]] = {}
        for number, ruling in enumerate(rulings):
            groups.setdefault(_what(ruling, index), []).append(number)
        if len(groups) < 2:
            continue
        answers: dict[str, list[str]] = {}
        for numbers in groups.values():
            for n in numbers:
                told = prose.outcome(rulings[n].outcomes[index])
                answers.setdefault(told, []).append(systems[n].name)
        order = words.say(
            "compare.order",
            power=notation.power(unit.power),
            order=notation.order(position, unit, orders[index]),
        )
        by_system = tuple((tuple(names), told) for told, names in answers.items())
        partings.append(Parting(order, by_system))
    return partings


def _check_stacks(board: Board, position: Position, systems: Sequence[RuleSystem]) -> None:
    held = Counter(board.province_of[unit.location] for unit in position.units)
    stacks = sorted(place for place, count in held.items() if count > 1)
    unable = [system.name for system in systems if not system.stacks]
    if stacks and unable:
        details = {"rules": unable, "place": board.provinces[stacks[0]].key}
        raise Unreadable([Problem("rules-without-stacks", details=details)])


def _what(ruling: MovementRuling, index: int) -> tuple[object, ...]:
    outcome: Outcome = ruling.outcomes[index]
    return outcome.result, outcome.to, outcome.dislodged_by
