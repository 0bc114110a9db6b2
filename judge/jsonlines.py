"""JSON Lines in, JSON Lines out: boards in English codes for tests and comparisons.

One record a line, answered in the same order; a bad record gives an error and the stream goes on.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from judge.board import Board
from judge.codes import EnglishCodes, NotCode
from judge.orders import NO_RIDERS, Adjustment, Order, RetreatOrder, Riders
from judge.phase import Phase
from judge.position import Dislodged, Position, Unit, arranged
from judge.rulesystems import RuleSystem
from judge.ruling import MovementRuling, Reason
from judge.season import Ruling, after

LINE_LIMIT = 1_000_000
"""Longest record read, in characters."""


class BadRecord(Exception):
    """A record that cannot be ruled; its argument says why, in English."""


def answer_lines(
    lines: Iterable[str], board: Board, rules: RuleSystem, explain: bool = True
) -> Iterator[str]:
    """One JSON answer for each line that is not blank, in the same order."""
    judge = _judge_of(board, rules, explain)
    for line in lines:
        if line.strip():
            yield json.dumps(judge.answer(line), ensure_ascii=False, separators=(",", ":"))


def _judge_of(board: Board, rules: RuleSystem, explain: bool) -> "RecordJudge":
    if not rules.stacks:
        return RecordJudge(board, rules, explain)
    from judge.jsonstacks import StackRecordJudge

    return StackRecordJudge(board, rules, explain)


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
        if isinstance(identity, dict | list) or (
            isinstance(identity, float) and not math.isfinite(identity)
        ):
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
        if phase.step.is_movement:
            position = Position(phase, units, self._owners(record))
            orders = self._orders(record, position)
            riders = self._riders(record, orders)
            ruling = self.rules.movement(self.board, position, orders, self.explain, riders)
            answer = self._movement_answer(ruling, names)
            return {**answer, **self._after(record, ruling)}
        if phase.step.is_retreats:
            return self._rule_retreats(record, phase, units)
        return self._rule_winter(record, phase, units, names)

    def _phase(self, record: Mapping[str, Any]) -> Phase:
        code = record.get("phase")
        if code is None:
            return self.board.first_phase
        try:
            return Phase.parse(code)
        except (ValueError, TypeError):
            raise BadRecord(f"unknown phase: {str(code)[:40]}") from None

    def _owners(self, record: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
        owners: dict[int, int] = {}
        for power, code in self._by_power(record, "centers"):
            province = self.codes.province(code)
            if not self.board.provinces[province].centre or province in owners:
                raise BadRecord(f"not a centre, or owned twice: {code}")
            owners[province] = power
        return tuple(sorted(owners.items()))

    def following(self, ruling: Ruling) -> Position:
        """The position that a ruling leaves."""
        return after(ruling, self.board, self.rules.year)

    def _after(self, record: Mapping[str, Any], ruling: Ruling) -> dict[str, Any]:
        """The position after, for records that name their phase."""
        if "phase" not in record:
            return {}
        position = self.following(ruling)
        units: dict[str, list[str]] = {}
        for unit in position.units:
            name = self.codes.power_names[unit.power]
            units.setdefault(name, []).append(self.codes.unit_code(unit))
        centres: dict[str, list[str]] = {}
        for centre, power in position.owners:
            name = self.codes.power_names[power]
            centres.setdefault(name, []).append(self.codes.location_code(centre))
        told: dict[str, Any] = {
            "phase": str(position.phase),
            "units": {name: sorted(found) for name, found in sorted(units.items())},
            "centers": {name: sorted(found) for name, found in sorted(centres.items())},
        }
        if position.dislodged:
            told["dislodged"] = self._told_dislodged(position.dislodged)
        return {"after": told}

    def _told_dislodged(self, dislodged: Sequence[Dislodged]) -> dict[str, dict[str, list[str]]]:
        """By power and unit, where each dislodged unit may go."""
        told: dict[str, dict[str, list[str]]] = {}
        for d in dislodged:
            options = [self.codes.location_code(to) for to in d.retreats]
            name = self.codes.power_names[d.unit.power]
            told.setdefault(name, {})[self.codes.unit_code(d.unit)] = options
        return told

    def _riders(self, _record: Mapping[str, Any], _orders: Sequence[Order | None]) -> Riders:
        """What a record says beside its orders: nothing, in most rule systems."""
        return NO_RIDERS

    # ------------------------------------------------------------ retreats

    def _dislodged(
        self, record: Mapping[str, Any], units: tuple[Unit, ...]
    ) -> tuple[tuple[str, ...], tuple[Dislodged, ...]]:
        """The dislodged units by the names given; where a record gives no options, what is open."""
        taken = {self.board.province_of[u.location] for u in units}
        found: dict[Dislodged, str] = {}
        where: list[int] = []
        for power, text, places in self._flights(record):
            unit = self.codes.unit(text, power)
            borders = self.board.fleet_borders if unit.kind else self.board.army_borders
            beside = borders[unit.location]
            told = beside if places is None else [self.codes.location(str(p)) for p in places]
            if not set(told) <= set(beside):
                raise BadRecord(f"retreats of {text}: not all beside it")
            # Some programs list occupied provinces too.
            retreats = tuple(to for to in told if self.board.province_of[to] not in taken)
            where.append(self.board.province_of[unit.location])
            found[Dislodged(unit, -1, retreats)] = text
        if len(set(where)) < len(where):
            raise BadRecord("two units dislodged from one province")
        ordered = sorted(found, key=lambda d: (d.unit.power, d.unit.location))
        return tuple(found[d] for d in ordered), tuple(ordered)

    def _flights(self, record: Mapping[str, Any]) -> Iterator[tuple[int, str, list[Any] | None]]:
        """Every dislodged unit of a record: power, text, and where it may go if the record says."""
        given = record.get("dislodged", {})
        if not isinstance(given, dict):
            raise BadRecord("dislodged must be an object")
        for name, options in given.items():
            power = self.codes.powers.get(name)
            if power is None or not isinstance(options, dict):
                raise BadRecord(f"dislodged of {str(name)[:40]}")
            for text, places in options.items():
                if places is not None and not isinstance(places, list):
                    raise BadRecord(f"retreats of {text} must be a list or null")
                yield power, text, places

    def _rule_retreats(
        self, record: Mapping[str, Any], phase: Phase, units: tuple[Unit, ...]
    ) -> dict[str, Any]:
        names, dislodged = self._dislodged(record, units)
        position = Position(phase, units, self._owners(record), dislodged)
        of = self.board.province_of
        at = {(of[d.unit.location], d.unit.power): n for n, d in enumerate(dislodged)}
        orders: list[RetreatOrder | None] = [None] * len(dislodged)
        for power, text in self._by_power(record, "orders"):
            province, order = self.codes.retreat_order(text)
            index = at.get((province, power))
            if index is not None:
                orders[index] = order
        ruling = self.rules.retreats(self.board, position, orders)
        results = {
            name: {
                "outcome": str(outcome.result),
                "to": None if outcome.to is None else self.codes.location_code(outcome.to),
                "reasons": [self._reason(r, names) for r in outcome.reasons],
            }
            for name, outcome in zip(names, ruling.outcomes, strict=True)
        }
        return {"results": results, **self._after({"phase": str(phase)}, ruling)}

    # ------------------------------------------------------------ winter

    def _rule_winter(
        self,
        record: Mapping[str, Any],
        phase: Phase,
        units: tuple[Unit, ...],
        names: tuple[str, ...],
    ) -> dict[str, Any]:
        position = Position(phase, units, self._owners(record))
        of = self.board.province_of
        orders: dict[int, list[Adjustment]] = {}
        texts: dict[int, list[tuple[str, bool]]] = {}
        for power, text in self._by_power(record, "orders"):
            at = {of[u.location]: n for n, u in enumerate(units) if u.power == power}
            order = self.codes.adjustment(text, at)
            texts.setdefault(power, []).append((text, order is not None))
            if order is not None:
                orders.setdefault(power, []).append(order)
        ruling = self.rules.winter(self.board, position, orders)
        told = iter(ruling.outcomes)
        results: dict[str, list[dict[str, Any]]] = {}
        for power in sorted(texts):
            rows = results.setdefault(self.codes.power_names[power], [])
            for text, known in texts[power]:
                if not known:
                    reasons = [{"code": "remove-nobody", "rule": ""}]
                    rows.append({"order": text, "outcome": "illegal", "reasons": reasons})
                    continue
                outcome = next(told)
                reasons = [self._reason(outcome.reason, names)] if outcome.reason else []
                rows.append({"order": text, "outcome": str(outcome.result), "reasons": reasons})
        automatic = [
            {"unit": names[a.unit], "distance": a.distance, "rule": a.rule}
            for a in ruling.automatic
        ]
        return {
            "results": results,
            "automatic": automatic,
            **self._after({"phase": str(phase)}, ruling),
        }

    # ------------------------------------------------------------ movement

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
            if province in taken:
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
