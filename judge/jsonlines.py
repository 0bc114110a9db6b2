"""JSON Lines in, JSON Lines out: boards in English codes for tests and comparisons.

One record a line, answered in the same order; a bad record gives an error and the stream goes on.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judge.board import Board
from judge.codes import EnglishCodes, NotCode
from judge.orders import Order
from judge.phase import Phase, Step
from judge.position import Position, Unit, arranged
from judge.rulesystems import RuleSystem
from judge.ruling import MovementRuling, Reason

LINE_LIMIT = 1_000_000
"""Longest record read, in characters."""


class BadRecord(Exception):
    """A record that cannot be ruled; its argument says why, in English."""


def answer_lines(
    lines: Iterable[str], board: Board, rules: RuleSystem, explain: bool = True
) -> Iterator[str]:
    """One JSON answer for each line that is not blank, in the same order."""
    judge = RecordJudge(board, rules, explain)
    for line in lines:
        if line.strip():
            yield json.dumps(judge.answer(line), ensure_ascii=False, separators=(",", ":"))


class RecordJudge:
    """Rules records on one board by one rule system."""

    def __init__(self, board: Board, rules: RuleSystem, explain: bool = True) -> None:
        self.board = board
        self.rules = rules
        self.explain = explain
        self.codes = EnglishCodes(board)

    def answer(self, line: str) -> dict[str, Any]:
        """The answer to one line, an error included."""
        if len(line) > LINE_LIMIT:
            return {"id": None, "error": f"record longer than {LINE_LIMIT} characters"}
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return {"id": None, "error": "not JSON"}
        if not isinstance(record, dict):
            return {"id": None, "error": "not an object"}
        identity = record.get("id")
        if isinstance(identity, dict | list):
            identity = None
        try:
            return {"id": identity, **self.rule(record)}
        except BadRecord as error:
            return {"id": identity, "error": str(error)}
        except NotCode as error:
            return {"id": identity, "error": f"unreadable: {str(error)[:100]}"}

    def rule(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Rule one record. Raises BadRecord or NotCode."""
        phase = self._phase(record)
        names, units = self._units(record)
        position = Position(phase, units)
        orders = self._orders(record, position)
        ruling = self.rules.movement(self.board, position, orders, self.explain)
        return self._movement_answer(ruling, names)

    def _phase(self, record: Mapping[str, Any]) -> Phase:
        code = record.get("phase")
        if code is None:
            return self.board.first_phase
        try:
            phase = Phase.parse(code)
        except (ValueError, TypeError):
            raise BadRecord(f"unknown phase: {str(code)[:40]}") from None
        if phase.step not in (Step.SPRING, Step.AUTUMN):
            raise BadRecord(f"not a movement phase: {code}")
        return phase

    def _by_power(self, record: Mapping[str, Any], part: str) -> Iterator[tuple[int, str]]:
        """Every text of a part ``{power: [text, ...]}`` with its power."""
        given = record.get(part, {})
        if not isinstance(given, dict):
            raise BadRecord(f"{part} must be an object")
        for name, texts in given.items():
            power = self.codes.powers.get(name)
            if power is None:
                raise BadRecord(f"unknown power: {str(name)[:40]}")
            if not isinstance(texts, list):
                raise BadRecord(f"{part} of {name} must be a list")
            for text in texts:
                if not isinstance(text, str):
                    raise BadRecord(f"{part} of {name} must be texts")
                yield power, text

    def _units(self, record: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[Unit, ...]]:
        """The units, and the name that the record gives each."""
        named: dict[Unit, str] = {}
        taken: set[int] = set()
        for power, text in self._by_power(record, "units"):
            unit = self.codes.unit(text, power)
            province = self.board.province_of[unit.location]
            if province in taken and not self.rules.stacks:
                raise BadRecord(f"two units in one province: {text}")
            taken.add(province)
            named[unit] = text
        units = arranged(named, self.board)
        return tuple(named[u] for u in units), units

    def _orders(self, record: Mapping[str, Any], position: Position) -> list[Order | None]:
        """The orders by unit; an order for a unit that is not there or not theirs has no effect."""
        at = {self.board.province_of[u.location]: i for i, u in enumerate(position.units)}
        orders: list[Order | None] = [None] * len(position.units)
        for power, text in self._by_power(record, "orders"):
            province, order = self.codes.order(text)
            index = at.get(province)
            if index is not None and position.units[index].power == power:
                orders[index] = order
        return orders

    def _movement_answer(self, ruling: MovementRuling, names: tuple[str, ...]) -> dict[str, Any]:
        of = self.board.province_of
        code = self.codes.location_code
        units = ruling.position.units
        results = {}
        for name, outcome in zip(names, ruling.outcomes, strict=True):
            by = outcome.dislodged_by
            results[name] = {
                "outcome": str(outcome.result),
                "to": None if outcome.to is None else code(outcome.to),
                "dislodged_by": None if by is None else code(of[units[by].location]),
                "reasons": [self._reason(r, names) for r in outcome.reasons],
            }
        index = {unit: n for n, unit in enumerate(units)}
        return {
            "results": results,
            "standoffs": [code(p) for p in ruling.standoffs],
            "retreats": {
                names[index[d.unit]]: [code(to) for to in d.retreats] for d in ruling.dislodged
            },
        }

    def _reason(self, reason: Reason, names: tuple[str, ...]) -> dict[str, Any]:
        told: dict[str, Any] = {"code": reason.code, "rule": reason.rule}
        if reason.by:
            told["by"] = [names[i] for i in reason.by]
        if reason.against is not None:
            told["against"] = list(reason.against)
        if reason.place >= 0:
            told["place"] = self.codes.location_code(reason.place)
        return told
