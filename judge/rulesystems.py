"""The rule systems by the name a game's file gives them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from judge.board import Board
from judge.orders import Adjustment, Order, RetreatOrder
from judge.position import Position
from judge.ruling import MovementRuling, RetreatRuling, WinterRuling


@dataclass(frozen=True, slots=True)
class RuleSystem:
    """A rule system ready to rule, its options set.

    name: as games give it. options: those that were set, as printed. stacks: whether it knows
    several units in one province.
    """

    name: str
    options: Mapping[str, Any]
    movement: Callable[[Board, Position, Sequence[Order | None], bool], MovementRuling]
    retreats: Callable[[Board, Position, Sequence[RetreatOrder | None]], RetreatRuling]
    winter: Callable[[Board, Position, Mapping[int, Sequence[Adjustment]]], WinterRuling]
    stacks: bool = False


NAMES = ("guide",)


def rule_system(name: str, options: Mapping[str, Any] | None = None) -> RuleSystem:
    """The rule system of a name with some options set.

    Raises KeyError for an unknown name, ValueError (with the option's name) for an unknown option.
    """
    if name != "guide":
        raise KeyError(name)
    from judge.rules import guide
    from judge.rules.guide.options import from_mapping

    chosen = from_mapping(dict(options or {}))

    def movement(
        board: Board, position: Position, orders: Sequence[Order | None], explain: bool
    ) -> MovementRuling:
        return guide.rule_movement(board, position, orders, chosen, explain)

    def winter(
        board: Board, position: Position, orders: Mapping[int, Sequence[Adjustment]]
    ) -> WinterRuling:
        return guide.rule_winter(board, position, orders, chosen)

    values = {f.name: getattr(chosen, f.name) for f in fields(chosen)}
    return RuleSystem(name, values, movement, guide.rule_retreats, winter)
