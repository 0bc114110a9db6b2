"""JSON Lines where units can share a province: ``2A PRU`` is two armies, and results are lists.

Of several orders for one stack each takes units that have none yet, in the order written; that is
also the order in which their supports are broken. ``consents`` let fleets pass a province:
``{"TURKEY": ["CON F BLA - AEG RUSSIA", "CON"]}``; ``lost`` are the units that could not flee.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from judge.board import ARMY, FLEET, LETTERS, UnitKind
from judge.jsonlines import BadRecord, RecordJudge
from judge.orders import (
    Adjustment,
    Build,
    Consent,
    Convoy,
    Order,
    Remove,
    RetreatOrder,
    Riders,
    Support,
)
from judge.phase import Phase
from judge.position import Dislodged, Position, Unit, arranged
from judge.ruling import MovementRuling, Reason, WinterRuling
from judge.season import Ruling
from judge.sheets.writing import counted, times

COUNT_LIMIT = 99
"""Largest stack read: there are far fewer arsenals."""

_COUNTED = re.compile(r"(\d{1,9})(?=[AF] )")
_KINDS = {"A": ARMY, "F": FLEET}


def _count(text: str) -> tuple[int, str]:
    """The count before a unit's letter, and the text without it. Raises BadRecord."""
    match = _COUNTED.match(text)
    if not match:
        return 1, text
    count = int(match[1])
    if not 1 <= count <= COUNT_LIMIT:
        raise BadRecord(f"impossible count: {text[:40]}")
    return count, text[match.end() :]


class StackRecordJudge(RecordJudge):
    """Rules records by a rule system that knows stacks."""

    # ------------------------------------------------------------ reading

    def _units(self, record: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[Unit, ...]]:
        found: list[Unit] = []
        holders: dict[int, int] = {}
        for power, text in self._by_power(record, "units"):
            count, code = _count(text)
            unit = self.codes.unit(code, power)
            province = self.board.province_of[unit.location]
            if holders.setdefault(province, power) != power:
                raise BadRecord(f"two powers in one province: {text[:40]}")
            found += [unit] * count
        units = arranged(found, self.board)
        return tuple(self.codes.unit_code(unit) for unit in units), units

    def _stack(self, units: Sequence[Unit], power: int, text: str) -> list[int]:
        """The power's units that a text's first two words mean, by index: ``F STP/NC``.

        Without its coast they are all fleets of the province.
        """
        of = self.board.province_of
        letter, place = text.split()[:2]
        location = self.codes.location(place)
        return [
            n
            for n, unit in enumerate(units)
            if unit.power == power
            and unit.kind is _KINDS.get(letter)
            and location in (unit.location, of[unit.location])
        ]

    def _orders(self, record: Mapping[str, Any], position: Position) -> list[Order | None]:
        orders: list[Order | None] = [None] * len(position.units)
        self._written: list[int] = []
        for power, text in self._by_power(record, "orders"):
            count, code = _count(text)
            _, order = self.codes.order(code)
            free = [n for n in self._stack(position.units, power, code) if not orders[n]]
            for unit in free[:count]:
                orders[unit] = order
                self._written.append(unit)
        return orders

    def _riders(self, record: Mapping[str, Any], orders: Sequence[Order | None]) -> Riders:
        consents = [
            self._consent(power, text) for power, text in self._by_power(record, "consents")
        ]
        given_up = [n for n in self._written if isinstance(orders[n], Support | Convoy)]
        return Riders(tuple(consents), tuple(given_up))

    def _consent(self, power: int, text: str) -> Consent:
        """``CON``, ``CON F BLA - AEG`` or ``CON F BLA - AEG RUSSIA``."""
        words = text.split()
        if len(words) == 1:
            return Consent(power, self.codes.province(words[0]))
        whose = self.codes.powers.get(words[5]) if len(words) == 6 else None
        is_whole = len(words) == 5 or whose is not None
        if not is_whole or (words[1], words[3]) != ("F", "-"):
            raise BadRecord(f"consents: {text[:40]}")
        through, start, to = (self.codes.province(words[n]) for n in (0, 2, 4))
        return Consent(power, through, whose, start, to)

    def _lost(self, record: Mapping[str, Any]) -> tuple[tuple[int, UnitKind], ...]:
        found = []
        for power, letter in self._by_power(record, "lost"):
            if letter not in _KINDS:
                raise BadRecord(f"lost: {letter[:40]}")
            found.append((power, _KINDS[letter]))
        return tuple(sorted(found))

    def _dislodged(
        self, record: Mapping[str, Any], units: tuple[Unit, ...]
    ) -> tuple[tuple[str, ...], tuple[Dislodged, ...]]:
        of = self.board.province_of
        holders = {of[unit.location]: unit.power for unit in units}
        found: list[Dislodged] = []
        for power, text, places in self._flights(record):
            count, code = _count(text)
            unit = self.codes.unit(code, power)
            beside = (self.board.fleet_borders if unit.kind else self.board.army_borders)[
                unit.location
            ]
            told = beside if places is None else [self.codes.location(str(p)) for p in places]
            if not set(told) <= set(beside):
                raise BadRecord(f"retreats of {text[:40]}: not all beside it")
            flights = tuple(to for to in told if holders.get(of[to], power) == power)
            found += [Dislodged(unit, -1, flights)] * count
        found.sort(key=lambda d: (d.unit.power, of[d.unit.location], d.unit.kind, d.unit.location))
        return tuple(self.codes.unit_code(d.unit) for d in found), tuple(found)

    # ------------------------------------------------------------ ruling

    def _rule_retreats(
        self, record: Mapping[str, Any], phase: Phase, units: tuple[Unit, ...]
    ) -> dict[str, Any]:
        names, dislodged = self._dislodged(record, units)
        lost = self._lost(record)
        position = Position(phase, units, self._owners(record), dislodged, lost=lost)
        fleeing = [d.unit for d in dislodged]
        orders: list[RetreatOrder | None] = [None] * len(dislodged)
        for power, text in self._by_power(record, "orders"):
            count, code = _count(text)
            _, order = self.codes.retreat_order(code)
            free = [n for n in self._stack(fleeing, power, code) if not orders[n]]
            for unit in free[:count]:
                orders[unit] = order
        ruling = self.rules.retreats(self.board, position, orders)
        rows = [
            (
                self.codes.power_names[unit.power],
                self.codes.unit_code(unit),
                {
                    "outcome": str(outcome.result),
                    "to": None if outcome.to is None else self.codes.location_code(outcome.to),
                    "reasons": [self._reason(r, names) for r in outcome.reasons],
                },
            )
            for unit, outcome in zip(fleeing, ruling.outcomes, strict=True)
        ]
        return {"results": _grouped(rows), **self._after({"phase": str(phase)}, ruling)}

    def _rule_winter(
        self,
        record: Mapping[str, Any],
        phase: Phase,
        units: tuple[Unit, ...],
        names: tuple[str, ...],
    ) -> dict[str, Any]:
        position = Position(phase, units, self._owners(record), lost=self._lost(record))
        orders: dict[int, list[Adjustment]] = {}
        told: dict[int, list[str]] = {}
        named: set[int] = set()
        for power, text in self._by_power(record, "orders"):
            for order in self._adjustments(text, power, units, named):
                orders.setdefault(power, []).append(order)
                told.setdefault(power, []).append(_count(text)[1])
        ruling = self.rules.winter(self.board, position, orders)
        outcomes = iter(ruling.outcomes)
        rows = []
        for power in sorted(told):
            for text in told[power]:
                outcome = next(outcomes)
                reasons = [self._reason(outcome.reason, names)] if outcome.reason else []
                facts = {"outcome": str(outcome.result), "reasons": reasons}
                rows.append((self.codes.power_names[power], text, facts))
        return {
            "results": _grouped(rows, "order"),
            **self._arsenals(ruling, names),
            **self._after({"phase": str(phase)}, ruling),
        }

    def _adjustments(
        self, text: str, power: int, units: Sequence[Unit], named: set[int]
    ) -> Iterator[Adjustment]:
        """The adjustments of one text: ``2A MUN D`` removes two of those not named yet."""
        count, code = _count(text)
        words = code.split()
        if len(words) == 3 and words[2] == "D":
            there = self._stack(units, power, code)
            free = [unit for unit in there if unit not in named]
            named.update(free[:count])
            yield from (Remove(unit) for unit in free[:count])
            return
        order = self.codes.adjustment(code, {})
        assert order is not None
        yield from [order] * (count if isinstance(order, Build) else 1)

    def _arsenals(self, ruling: WinterRuling, names: tuple[str, ...]) -> dict[str, Any]:
        code, powers = self.codes.location_code, self.codes.power_names
        return {
            "automatic": [
                {"unit": names[a.unit], "distance": a.distance, "rule": a.rule}
                for a in ruling.automatic
            ],
            "lost": [
                {
                    "power": powers[loss.power],
                    "centre": code(loss.centre),
                    "kind": None if loss.kind is None else LETTERS[loss.kind],
                }
                for loss in ruling.losses
            ],
            "placed": [
                {
                    "power": powers[p.power],
                    "unit": self.codes.unit_code(Unit(p.power, p.kind, p.location)),
                }
                for p in ruling.placed
            ],
        }

    # ------------------------------------------------------------ answering

    def _movement_answer(self, ruling: MovementRuling, names: tuple[str, ...]) -> dict[str, Any]:
        of, code = self.board.province_of, self.codes.location_code
        units = ruling.position.units
        at = {of[unit.location]: unit for unit in units}
        rows = []
        for unit, outcome in zip(units, ruling.outcomes, strict=True):
            by = outcome.dislodged_by
            told = outcome.order
            facts = {
                "order": None if told is None else self.codes.order_code(unit, told, at),
                "outcome": str(outcome.result),
                "to": None if outcome.to is None else code(outcome.to),
                "dislodged_by": None if by is None else code(of[units[by].location]),
                "reasons": [self._reason(r, names) for r in outcome.reasons],
            }
            rows.append((self.codes.power_names[unit.power], self.codes.unit_code(unit), facts))
        flights = [
            (
                self.codes.power_names[d.unit.power],
                self.codes.unit_code(d.unit),
                {"to": [code(to) for to in d.retreats]},
            )
            for d in ruling.dislodged
        ]
        return {
            "results": _grouped(rows),
            "standoffs": [code(p) for p in ruling.standoffs],
            "retreats": _grouped(flights),
        }

    def _reason(self, reason: Reason, names: tuple[str, ...]) -> dict[str, Any]:
        told = super()._reason(reason, names)
        if reason.by:
            told["by"] = counted(names[i] for i in reason.by)
        return told

    def _after(self, record: Mapping[str, Any], ruling: Ruling) -> dict[str, Any]:
        answer = super()._after(record, ruling)
        if "after" not in answer:
            return {}
        told = answer["after"]
        told["units"] = {power: counted(codes) for power, codes in told["units"].items()}
        lost = self.following(ruling).lost
        if lost:
            fled: dict[str, list[str]] = {}
            for power, kind in lost:
                fled.setdefault(self.codes.power_names[power], []).append(LETTERS[kind])
            told["lost"] = fled
        return answer

    def _told_dislodged(self, dislodged: Sequence[Dislodged]) -> dict[str, dict[str, list[str]]]:
        told: dict[str, dict[str, list[str]]] = {}
        for d, count in Counter(dislodged).items():
            code = self.codes.unit_code(d.unit)
            name = times(code, count)
            flights = [self.codes.location_code(to) for to in d.retreats]
            told.setdefault(self.codes.power_names[d.unit.power], {})[name] = flights
        return told


def _grouped(
    rows: Iterable[tuple[str, str, dict[str, Any]]], key: str = "unit"
) -> list[dict[str, Any]]:
    """Rows (power, what, facts): those that are all alike once, with their number."""
    found: list[tuple[tuple[str, str, dict[str, Any]], int]] = []
    for row in rows:
        alike = next((n for n, (other, _) in enumerate(found) if other == row), None)
        if alike is None:
            found.append((row, 1))
        else:
            found[alike] = (row, found[alike][1] + 1)
    return [
        {"power": power, key: times(what, count), **facts} for (power, what, facts), count in found
    ]
