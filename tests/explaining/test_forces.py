"""The forces that a ruling tells are those that it compared, unit by unit."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge import yamlfiles
from judge.gamefiles import Game
from judge.orders import Order, Support
from judge.position import Position
from judge.ruledphase import movement_orders
from judge.rulesystems import NAMES, rule_system
from judge.ruling import MovementRuling, Reason
from tests.boards import ROOT, coded_position, europe, margin_cases

Season = tuple[str, Position, Sequence[Order | None]]


@cache
def seasons() -> tuple[Season, ...]:
    """The Guide's examples, the DATC's movement cases, and every season of the sample games."""
    return (*_examples(), *_datc(), *_games())


def _examples() -> Iterator[Season]:
    for path in sorted((ROOT / "tests" / "guide" / "cases").glob("*.txt")):
        for case in margin_cases(path):
            yield case.title, case.position, case.orders


def _datc() -> Iterator[Season]:
    path = ROOT / "tests" / "datc" / "movement.yaml"
    cases: Any = yamlfiles.parse(path.read_bytes(), path.name)
    for name, case in cases.items() if isinstance(cases, dict) else enumerate(cases):
        position, orders = coded_position(case["units"], case["orders"])
        yield str(name), position, orders


def _games() -> Iterator[Season]:
    for folder in sorted(Path(ROOT / "games").iterdir()):
        game = Game(folder)
        if game.rules.stacks or game.facts.map != "europe":
            continue
        for found in game.phases:
            if found.phase.step.is_movement and game.is_ruled(found):
                position = game.position(found)
                sheets = game.published_sheets(found)
                orders, _ = movement_orders(game, position, sheets)
                yield f"{folder.name} {found.name}", position, orders


def compared(ruling: MovementRuling) -> Iterator[Reason]:
    return (reason for reason in ruling.trace if reason.against is not None)


@pytest.mark.parametrize("rules", [name for name in NAMES if not rule_system(name).stacks])
def test_the_forces_add_up(rules: str) -> None:
    system = rule_system(rules)
    wrong = []
    for name, position, orders in seasons():
        ruling = system.movement(europe(), position, orders, True)
        for reason in compared(ruling):
            first, *others = (force.strength for force in reason.sides)
            if reason.against != (first, max(others, default=0)):
                wrong.append((name, reason))
    assert wrong == []


@pytest.mark.parametrize("rules", ["guide", "standard"])
def test_who_helps_was_ordered_to(rules: str) -> None:
    """A supporter is counted or ignored for a unit that it was ordered to support, and no other."""
    system = rule_system(rules)
    of = europe().province_of
    for name, position, orders in seasons():
        ruling = system.movement(europe(), position, orders, True)
        for reason in compared(ruling):
            for force in reason.sides:
                for helper in (*force.counted, *force.ignored):
                    order = ruling.outcomes[helper].order
                    assert isinstance(order, Support), name
                    assert order.unit == of[position.units[force.unit].location], name
