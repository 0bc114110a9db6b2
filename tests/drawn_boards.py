"""Boards drawn by lot, in English codes: fights, supports, convoys and a little nonsense."""

import random
from collections.abc import Iterator
from typing import Any

from judge.board import ARMY, LETTERS, UnitKind
from judge.codes import EnglishCodes
from tests.boards import europe


def drawn_records(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Records as `judge try --json` reads them; the same seed always draws the same ones."""
    lot = random.Random(seed)
    for number in range(count):
        units, orders = _Drawing(lot, lot.randint(4, 32)).record()
        yield {"id": f"board {number}", "units": units, "orders": orders}


class _Drawing:
    """One board: its units by province, then an order for each."""

    def __init__(self, lot: random.Random, size: int) -> None:
        self.lot = lot
        self.board = europe()
        self.codes = EnglishCodes(self.board)
        places = [
            (kind, location)
            for kind in LETTERS
            for location in range(len(self.board.province_of))
            if self.board.can_stand(kind, location)
        ]
        self.units: dict[int, tuple[UnitKind, int]] = {}
        for kind, location in lot.sample(places, size):
            self.units.setdefault(self.board.province_of[location], (kind, location))
        self.orders: dict[int, str] = {}

    def record(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """The units and the orders, by power."""
        for province, (kind, location) in self.units.items():
            self.orders[province] = self._order(kind, location)
        self._convoys()
        units: dict[str, list[str]] = {}
        orders: dict[str, list[str]] = {}
        for province in self.units:
            power = self.lot.choice(self.codes.power_names[:4])
            units.setdefault(power, []).append(self._name(province))
            if self.lot.random() < 0.95:
                orders.setdefault(power, []).append(
                    f"{self._name(province)} {self.orders[province]}"
                )
        return units, orders

    def _name(self, province: int) -> str:
        kind, location = self.units[province]
        return f"{LETTERS[kind]} {self.codes.location_code(location)}"

    def _target(self, kind: UnitKind, location: int) -> int:
        """A location beside, or now and then one anywhere."""
        borders = (self.board.army_borders if kind is ARMY else self.board.fleet_borders)[location]
        if not borders or self.lot.random() < 0.05:
            return self.lot.randrange(len(self.board.province_of))
        return self.lot.choice(borders)

    def _order(self, kind: UnitKind, location: int) -> str:
        draw = self.lot.random()
        if draw < 0.1:
            return "H"
        to = self._target(kind, location)
        if draw < 0.55:
            return f"- {self.codes.location_code(to)}"
        province = self.board.province_of[to]
        if province in self.units and draw < 0.7:
            return f"S {self._name(province)}"
        movers = [p for p, unit in self.units.items() if self.board.can_go(*unit, province)]
        if not movers:
            return "H"
        return f"S {self._name(self.lot.choice(movers))} - {self.codes.location_code(province)}"

    def _convoys(self) -> None:
        """Some fleets at sea take an army beside them somewhere, and it goes."""
        for sea, (_, _) in self.units.items():
            if not self.board.is_water[sea] or self.lot.random() < 0.5:
                continue
            beside = [p for p, waters in enumerate(self.board.waters_beside) if sea in waters]
            armies = [p for p in beside if p in self.units and self.units[p][0] is ARMY]
            coasts = [p for p in beside if not self.board.is_water[p]]
            if armies and coasts:
                army, to = self.lot.choice(armies), self.lot.choice(coasts)
                code = self.codes.location_code(to)
                self.orders[sea] = f"C {self._name(army)} - {code}"
                self.orders[army] = f"- {code} VIA"
