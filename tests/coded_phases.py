"""Whole phases in English codes: positions and orders in, and what a ruling says as a case does."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judge.board import LETTERS
from judge.codes import EnglishCodes
from judge.orders import Adjustment, Build, Remove, RetreatOrder
from judge.phase import Phase
from judge.position import Dislodged, Position, Unit, arranged
from judge.ruling import MovementRuling, Reason, RetreatRuling, WinterRuling
from judge.season import units_after_moves
from tests.boards import europe

Coded = Mapping[str, Sequence[str]]
"""Texts by power: ``{FRANCE: [A PAR]}``."""

Fleeing = Mapping[str, Mapping[str, tuple[str, Sequence[str]]]]
"""By power and unit, where its attacker came from and where it may go."""


def codes() -> EnglishCodes:
    """The English codes of the standard board."""
    return EnglishCodes(europe())


def owners_of(centres: Coded) -> tuple[tuple[int, int], ...]:
    """The owners of some centres."""
    c = codes()
    return tuple(
        sorted(
            (c.province(code), c.powers[power]) for power, all_ in centres.items() for code in all_
        )
    )


def position_of(
    phase: str,
    units: Coded,
    centres: Coded | None = None,
    fleeing: Fleeing | None = None,
    standoffs: Sequence[str] = (),
) -> Position:
    """A position."""
    c = codes()
    on_board = [c.unit(text, c.powers[power]) for power, texts in units.items() for text in texts]
    dislodged = [
        Dislodged(
            c.unit(text, c.powers[power]), c.province(start), tuple(c.location(t) for t in open_)
        )
        for power, found in (fleeing or {}).items()
        for text, (start, open_) in found.items()
    ]
    return Position(
        Phase.parse(phase),
        arranged(on_board, europe()),
        owners_of(centres or {}),
        tuple(sorted(dislodged, key=lambda d: (d.unit.power, d.unit.location))),
        tuple(sorted(c.province(code) for code in standoffs)),
    )


def retreat_orders(position: Position, orders: Coded) -> list[RetreatOrder | None]:
    """An order for each dislodged unit; each text must be about one of its power's."""
    c = codes()
    of = europe().province_of
    at = {(d.unit.power, of[d.unit.location]): n for n, d in enumerate(position.dislodged)}
    given: list[RetreatOrder | None] = [None] * len(position.dislodged)
    for power, texts in orders.items():
        for text in texts:
            province, order = c.retreat_order(text)
            given[at[c.powers[power], province]] = order
    return given


def winter_orders(position: Position, orders: Coded) -> dict[int, list[Adjustment]]:
    """The adjustments by power, in the order written; each removal must find its unit."""
    c = codes()
    of = europe().province_of
    given: dict[int, list[Adjustment]] = {}
    for name, texts in orders.items():
        power = c.powers[name]
        at = {of[u.location]: n for n, u in enumerate(position.units) if u.power == power}
        for text in texts:
            order = c.adjustment(text, at)
            assert order is not None, text
            given.setdefault(power, []).append(order)
    return given


def by_power(units: Iterable[Unit]) -> dict[str, list[str]]:
    """Units as codes, sorted, by power."""
    c = codes()
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(c.power_names[unit.power], []).append(c.unit_code(unit))
    return {power: sorted(texts) for power, texts in found.items()}


def centres_by_power(owners: Iterable[tuple[int, int]]) -> dict[str, list[str]]:
    """Owned centres as codes, sorted, by power."""
    c = codes()
    found: dict[str, list[str]] = {}
    for centre, power in owners:
        found.setdefault(c.power_names[power], []).append(c.location_code(centre))
    return {power: sorted(texts) for power, texts in found.items()}


def listed(board: Coded) -> dict[str, list[str]]:
    """A board as a case writes it, sorted, without the powers that have nothing."""
    return {power: sorted(texts) for power, texts in board.items() if texts}


def moves_told(ruling: MovementRuling) -> dict[str, Any]:
    """A movement ruling: results, who is dislodged from where and may go where, the board."""
    c = codes()
    units = ruling.position.units
    return {
        "results": {
            c.unit_code(unit): str(outcome.result)
            for unit, outcome in zip(units, ruling.outcomes, strict=True)
        },
        "dislodged": {
            c.unit_code(d.unit): {
                "from": c.location_code(d.attacker_from),
                "retreats": sorted(c.location_code(to) for to in d.retreats),
            }
            for d in ruling.dislodged
        },
        "standoffs": sorted(c.location_code(p) for p in ruling.standoffs),
        "stands": by_power(units_after_moves(ruling, europe())),
    }


def retreats_told(ruling: RetreatRuling) -> dict[str, list[str]]:
    """Each dislodged unit's result, where it went if it did, and the codes of its reasons."""
    c = codes()
    return {
        c.unit_code(d.unit): [
            str(outcome.result),
            *([] if outcome.to is None else [c.location_code(outcome.to)]),
            *(reason.code for reason in outcome.reasons),
        ]
        for d, outcome in zip(ruling.position.dislodged, ruling.outcomes, strict=True)
    }


def _adjustment_code(position: Position, order: Adjustment) -> str:
    c = codes()
    if isinstance(order, Build):
        return f"{LETTERS[order.kind]} {c.location_code(order.location)} B"
    if isinstance(order, Remove):
        return f"{c.unit_code(position.units[order.unit])} D"
    return "WAIVE"


def winter_told(ruling: WinterRuling) -> dict[str, Any]:
    """A winter ruling: every order's outcome by power, balances, automatic removals, the board.

    A balance: centres, units, builds allowed, builds unused.
    """
    c = codes()
    outcomes: dict[str, list[list[str]]] = {}
    for outcome in ruling.outcomes:
        code = [] if outcome.reason is None else [outcome.reason.code]
        row = [_adjustment_code(ruling.position, outcome.order), str(outcome.result), *code]
        outcomes.setdefault(c.power_names[outcome.power], []).append(row)
    return {
        "outcomes": outcomes,
        "balances": {
            c.power_names[b.power]: [b.centres, b.units, b.builds, b.unused]
            for b in ruling.balances
        },
        "automatic": [
            [c.unit_code(ruling.position.units[a.unit]), a.distance] for a in ruling.automatic
        ],
        "after": by_power(ruling.after),
    }


def reason(unit: int, code: str, rule: str, place: str = "", by: tuple[int, ...] = ()) -> Reason:
    """A reason whose place is given by its code."""
    return Reason(unit, code, rule, by, None, codes().province(place) if place else -1)
