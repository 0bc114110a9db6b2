"""The steps of a ruling's trace that tell a season, or one unit's part in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from judge.board import Board
from judge.orders import Support
from judge.ruling import Battle, ConvoyList, MovementRuling, Reason

IN_ORDER = ("guide", "diplo")
"""Rule systems whose trace is the text's own procedure, step after step. Elsewhere all decisions
are taken at once, and the story goes unit by unit."""

_TWICE = {
    "standoff": "standoff",
    "head-to-head-balanced": "head-to-head",
    "head-to-head-unbalanced": "head-to-head",
    "ring-advances": "ring",
    "dislodges": "dislodged",
    "dislodged": "dislodged",
}
"""Codes that the trace writes for each unit they are about; a season's story tells them once."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Steps that belong together.

    rule: the anchor that they share, empty for a unit's. unit: whose they are, -1 for a chapter of
    the text. steps: reasons and lists of convoys, as they were written.
    """

    rule: str
    unit: int
    steps: tuple[Reason | ConvoyList, ...]


@dataclass
class _Draft:
    rule: str
    unit: int
    steps: list[Reason | ConvoyList] = field(default_factory=list)


def is_in_order(rules: str) -> bool:
    """Whether a rule system's trace is a procedure that can be told from its first step on."""
    return rules.partition(":")[0] in IN_ORDER


def season(ruling: MovementRuling, rules: str) -> list[Chapter]:
    """The whole season: by the text's chapters, or by units where the rules have no order."""
    if is_in_order(rules):
        steps = _once(_with_lists(ruling))
        if ruling.battles:
            # Fights are written province by province; told, each stage of the text comes once.
            steps.sort(key=lambda step: _section(step.rule))
        return _by_rule(steps)
    by_unit: dict[int, _Draft] = {}
    for reason in ruling.trace:
        if reason.unit >= 0:
            by_unit.setdefault(reason.unit, _Draft("", reason.unit)).steps.append(reason)
    return [Chapter(d.rule, d.unit, tuple(d.steps)) for _, d in sorted(by_unit.items())]


def _section(rule: str) -> tuple[bool, str]:
    """Where a rule stands in a text whose sections are letters first and numbers after."""
    section = rule.partition(" ")[2]
    return section[:1].isdecimal(), section


def of_unit(board: Board, ruling: MovementRuling, unit: int, rules: str) -> list[Chapter]:
    """One unit's part: what was decided about it, about those who helped it, and what it did."""
    helpers = set(supporters(board, ruling, unit))

    def concerns(step: Reason | ConvoyList) -> bool:
        if isinstance(step, ConvoyList):
            return any(unit == line.army or unit in line.fleets for line in step.lines)
        return (
            step.unit == unit
            or unit in step.by
            or step.unit in helpers
            or any(unit in (f.unit, *f.counted, *f.ignored) for f in step.sides)
        )

    steps = [step for step in _with_lists(ruling) if concerns(step)]
    if not is_in_order(rules):
        # Helpers first: their supports were settled before the battle could be.
        steps.sort(key=lambda step: isinstance(step, Reason) and step.unit == unit)
    return _by_rule(_once(steps))


def battles_of(ruling: MovementRuling, unit: int) -> list[Battle]:
    """The fights in which a unit takes part, as one that moves, supports, or stands there."""
    return [
        battle
        for battle in ruling.battles
        if any(
            unit in (*force.units, *force.supports)
            for force in (*battle.forces, *((battle.defence,) if battle.defence else ()))
        )
    ]


def supporters(board: Board, ruling: MovementRuling, unit: int) -> list[int]:
    """The units ordered to support a unit, whatever came of it."""
    place = board.province_of[ruling.position.units[unit].location]
    return [
        index
        for index, outcome in enumerate(ruling.outcomes)
        if isinstance(outcome.order, Support) and outcome.order.unit == place
    ]


def _with_lists(ruling: MovementRuling) -> Iterator[Reason | ConvoyList]:
    """The trace with the lists of convoys where they were written."""
    lists = sorted(ruling.convoys, key=lambda listed: listed.after)
    waiting = iter(lists)
    upcoming = next(waiting, None)
    for number, reason in enumerate(ruling.trace):
        while upcoming is not None and upcoming.after <= number:
            yield upcoming
            upcoming = next(waiting, None)
        yield reason
    while upcoming is not None:
        yield upcoming
        upcoming = next(waiting, None)


def _once(steps: Iterable[Reason | ConvoyList]) -> list[Reason | ConvoyList]:
    """The steps without what only says again, from another unit's side, what was said."""
    seen: set[tuple[object, ...]] = set()
    kept: list[Reason | ConvoyList] = []
    listed: ConvoyList | None = None
    for step in steps:
        if isinstance(step, ConvoyList):
            # A list that nothing has changed is not shown twice.
            if listed is None or (step.rule, step.lines) != (listed.rule, listed.lines):
                kept.append(step)
            listed = step
            continue
        kind = _TWICE.get(step.code)
        if kind is not None:
            place = step.place if kind == "standoff" else -1
            mark = (kind, place, frozenset((step.unit, *step.by)))
            if mark in seen:
                continue
            seen.add(mark)
        kept.append(step)
    return kept


def _by_rule(steps: Iterable[Reason | ConvoyList]) -> list[Chapter]:
    """Consecutive steps of one anchor as one chapter."""
    drafts: list[_Draft] = []
    for step in steps:
        if not drafts or drafts[-1].rule != step.rule:
            drafts.append(_Draft(step.rule, -1))
        drafts[-1].steps.append(step)
    return [Chapter(d.rule, d.unit, tuple(d.steps)) for d in drafts]
