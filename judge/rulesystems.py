"""The rule systems by the name a game's file gives them: ``guide``, ``standard:2023``, …"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

from judge.board import Board
from judge.orders import NO_RIDERS, Adjustment, Order, RetreatOrder, Riders
from judge.position import Position
from judge.ruling import MovementRuling, RetreatRuling, WinterRuling
from judge.season import RULEBOOK, Year


class MovementRule(Protocol):
    """Rules a movement phase.

    orders: one for each unit of the position. explain: whether to keep the reasons; it changes no
    outcome. riders: what sheets say beside the orders.
    """

    def __call__(
        self,
        board: Board,
        position: Position,
        orders: Sequence[Order | None],
        explain: bool,
        riders: Riders = NO_RIDERS,
    ) -> MovementRuling: ...


@dataclass(frozen=True, slots=True)
class RuleSystem:
    """A rule system ready to rule, its options set.

    name: as games give it. options: every option and its value. anchors: where the text decides
    each option. stacks: whether it knows several units in one province. year: how its year ends.
    map: the board that it is made for. teams: whether the powers of one player win together.
    """

    name: str
    options: Mapping[str, Any]
    anchors: Mapping[str, str]
    movement: MovementRule
    retreats: Callable[[Board, Position, Sequence[RetreatOrder | None]], RetreatRuling]
    winter: Callable[[Board, Position, Mapping[int, Sequence[Adjustment]]], WinterRuling]
    stacks: bool = False
    year: Year = RULEBOOK
    map: str = "europe"
    teams: bool = False


EDITIONS = ("datc", "2023", "2000", "1982", "1971")

NAMES = (
    "guide",
    "18centres",
    "diplo",
    "standard",
    *(f"standard:{edition}" for edition in EDITIONS),
)
"""Every name a game may give; ``standard`` alone is ``standard:datc``."""

FAMILIES = ("guide", "18centres", "diplo", "standard")
"""The rule systems, their editions aside."""


def rule_system(name: str, options: Mapping[str, Any] | None = None) -> RuleSystem:
    """The rule system of a name with some options set.

    Raises KeyError for an unknown name, ValueError (with the option's name) for an unknown option
    or value.
    """
    if name not in NAMES:
        raise KeyError(name)
    if name == "guide":
        return _guide(dict(options or {}))
    if name == "diplo":
        return _diplo(dict(options or {}))
    return _rulebook(name, dict(options or {}))


def _values(options: Any) -> dict[str, Any]:
    return {f.name: getattr(options, f.name) for f in fields(options)}


def _guide(given: dict[str, Any]) -> RuleSystem:
    from judge.rules import guide
    from judge.rules.guide.options import ANCHORS, from_mapping

    chosen = from_mapping(given)

    def movement(
        board: Board,
        position: Position,
        orders: Sequence[Order | None],
        explain: bool,
        riders: Riders = NO_RIDERS,  # noqa: ARG001  # this rule system asks for nothing beside
    ) -> MovementRuling:
        return guide.rule_movement(board, position, orders, chosen, explain)

    def winter(
        board: Board, position: Position, orders: Mapping[int, Sequence[Adjustment]]
    ) -> WinterRuling:
        return guide.rule_winter(board, position, orders, chosen)

    return RuleSystem("guide", _values(chosen), ANCHORS, movement, guide.rule_retreats, winter)


def _diplo(given: dict[str, Any]) -> RuleSystem:
    from judge.rules import diplo
    from judge.rules.diplo.options import ANCHORS, from_mapping
    from judge.stackyear import stack_year

    chosen = from_mapping(given)

    def movement(
        board: Board,
        position: Position,
        orders: Sequence[Order | None],
        explain: bool,
        riders: Riders = NO_RIDERS,
    ) -> MovementRuling:
        return diplo.rule_movement(board, position, orders, chosen, explain, riders)

    def winter(
        board: Board, position: Position, orders: Mapping[int, Sequence[Adjustment]]
    ) -> WinterRuling:
        return diplo.rule_winter(board, position, orders, chosen)

    return RuleSystem(
        "diplo",
        _values(chosen),
        ANCHORS,
        movement,
        diplo.rule_retreats,
        winter,
        stacks=True,
        year=stack_year(chosen),
        map="europe-diplo",
        teams=True,
    )


def _rulebook(name: str, given: dict[str, Any]) -> RuleSystem:
    from judge.rules import standard
    from judge.rules.choosing import chosen as options_of
    from judge.rules.standard.options import ANCHORS
    from judge.rules.standard.options import EDITIONS as PRESETS
    from judge.rules.standard.telling import STANDARD

    base, texts, decided = PRESETS["datc"], STANDARD, ANCHORS
    if name == "18centres":
        from judge.rules import centres18

        base, texts, decided = centres18.DEFAULTS, centres18.ANCHORS, centres18.OPTION_ANCHORS
    elif ":" in name:
        base = PRESETS[name.partition(":")[2]]
    chosen = options_of(base, given)

    def movement(
        board: Board,
        position: Position,
        orders: Sequence[Order | None],
        explain: bool,
        riders: Riders = NO_RIDERS,  # noqa: ARG001  # this rule system asks for nothing beside
    ) -> MovementRuling:
        return standard.rule_movement(board, position, orders, chosen, explain, texts)

    def retreats(
        board: Board, position: Position, orders: Sequence[RetreatOrder | None]
    ) -> RetreatRuling:
        return standard.rule_retreats(board, position, orders, texts)

    def winter(
        board: Board, position: Position, orders: Mapping[int, Sequence[Adjustment]]
    ) -> WinterRuling:
        return standard.rule_winter(board, position, orders, chosen, texts)

    return RuleSystem(name, _values(chosen), decided, movement, retreats, winter)
