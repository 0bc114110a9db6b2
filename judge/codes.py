"""The usual English notation of units and orders, as other programs write it.

``F SPA/SC``, ``A PAR - BUR``, ``A LON - BEL VIA``, ``A MAR S A PAR - BUR``,
``F ENG C A LON - BRE``.
It is read strictly and fast: this is for programs, sheets of players are read by `judge.sheets`.
"""

from collections.abc import Mapping
from functools import cached_property

from judge.board import ARMY, FLEET, LETTERS, Board, UnitKind
from judge.orders import (
    Adjustment,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    RetreatOrder,
    Support,
    Waive,
)
from judge.position import Unit

_KINDS: Mapping[str, UnitKind] = {"A": ARMY, "F": FLEET}
_COASTS = {"cn": "NC", "cs": "SC", "ce": "EC", "co": "WC"}


class NotCode(ValueError):
    """A text that is not in the notation; its argument is the text."""


class EnglishCodes:
    """The English codes of one board, both ways."""

    def __init__(self, board: Board, table: str = "english") -> None:
        self.board = board
        self.table = table

    @cached_property
    def locations(self) -> Mapping[str, int]:
        """Each location by its code: ``SPA``, ``SPA/SC``."""
        found = {self.location_code(n): n for n in range(len(self.board.province_of))}
        for n, province in enumerate(self.board.provinces):
            code = self.location_code(n)
            for other, own in province.coast_also.items():
                location = self.board.coast_location(n, own)
                assert location is not None
                found[f"{code}/{_COASTS.get(other, other.upper())}"] = location
        return found

    @cached_property
    def powers(self) -> Mapping[str, int]:
        """Each power by its English name in capitals: ``AUSTRIA``."""
        return {p.names["en"].name.upper(): n for n, p in enumerate(self.board.powers)}

    @cached_property
    def power_names(self) -> tuple[str, ...]:
        """The English names of the powers, in capitals."""
        return tuple(p.names["en"].name.upper() for p in self.board.powers)

    def location_code(self, location: int) -> str:
        """A location's code: ``SPA/SC``."""
        province = self.board.provinces[self.board.province_of[location]]
        code = province.codes.get(self.table, province.key.upper())
        coast = self.board.coast_of(location)
        return f"{code}/{_COASTS.get(coast, coast.upper())}" if coast else code

    def unit_code(self, unit: Unit) -> str:
        """A unit's code: ``F SPA/SC``."""
        return f"{LETTERS[unit.kind]} {self.location_code(unit.location)}"

    def location(self, code: str) -> int:
        """The location of a code. Raises NotCode."""
        try:
            return self.locations[code]
        except KeyError:
            raise NotCode(code) from None

    def province(self, code: str) -> int:
        """The province of a code, coast or not. Raises NotCode."""
        return self.board.province_of[self.location(code)]

    def unit(self, text: str, power: int) -> Unit:
        """The unit of a code. Raises NotCode where no such unit can stand there."""
        letter, _, place = text.partition(" ")
        kind = _KINDS.get(letter)
        location = self.locations.get(place)
        if kind is None or location is None or not self.board.can_stand(kind, location):
            raise NotCode(text)
        return Unit(power, kind, location)

    def order(self, text: str) -> tuple[int, Order]:
        """The province of the unit ordered, and its movement order. Raises NotCode."""
        words = text.split()
        count = len(words)
        if count < 3 or words[0] not in _KINDS:
            raise NotCode(text)
        province = self.province(words[1])
        verb = words[2]
        if verb == "H" and count == 3:
            return province, Hold()
        if verb == "-" and count == 4:
            return province, Move(self.location(words[3]))
        if verb == "-" and count == 5 and words[4] == "VIA":
            return province, Move(self.location(words[3]), True)
        if verb == "S" and count == 5 and words[3] in _KINDS:
            return province, Support(self.province(words[4]))
        if verb in ("S", "C") and count == 7 and words[3] in _KINDS and words[5] == "-":
            if verb == "S":
                return province, Support(self.province(words[4]), self.location(words[6]))
            return province, Convoy(self.province(words[4]), self.province(words[6]))
        raise NotCode(text)

    def retreat_order(self, text: str) -> tuple[int, RetreatOrder]:
        """The province of a dislodged unit, and its order: ``A PAR R BUR``, ``A PAR D``."""
        words = text.split()
        if len(words) == 4 and words[0] in _KINDS and words[2] in ("R", "-"):
            return self.province(words[1]), Retreat(self.location(words[3]))
        if len(words) == 3 and words[0] in _KINDS and words[2] == "D":
            return self.province(words[1]), Disband()
        raise NotCode(text)

    def retreat_code(self, unit: Unit, order: RetreatOrder) -> str:
        """A retreat order's code."""
        name = self.unit_code(unit)
        if isinstance(order, Disband):
            return f"{name} D"
        return f"{name} R {self.location_code(order.to)}"

    def adjustment(self, text: str, at: Mapping[int, int]) -> Adjustment | None:
        """A winter order: ``A PAR B``, ``F STP/NC B``, ``A PAR D``, ``WAIVE``.

        at: the power's units by province. None for a removal of a unit that is not there.
        """
        words = text.split()
        if words == ["WAIVE"]:
            return Waive()
        if len(words) == 3 and words[0] in _KINDS and words[2] == "B":
            return Build(_KINDS[words[0]], self.location(words[1]))
        if len(words) == 3 and words[0] in _KINDS and words[2] == "D":
            unit = at.get(self.province(words[1]))
            return None if unit is None else Remove(unit)
        raise NotCode(text)

    def order_code(self, unit: Unit, order: Order, units: Mapping[int, Unit]) -> str:
        """An order's code. units: the units of the position by province."""
        name = self.unit_code(unit)
        if isinstance(order, Hold):
            return f"{name} H"
        if isinstance(order, Move):
            via = " VIA" if order.by_convoy or order.route else ""
            return f"{name} - {self.location_code(order.to)}{via}"
        province = order.unit if isinstance(order, Support) else order.army
        if isinstance(order, Convoy):
            army = self.location_code(order.army)
            return f"{name} C A {army} - {self.location_code(order.to)}"
        other = units.get(province)
        shown = self.unit_code(other) if other else f"A {self.location_code(province)}"
        if order.to is None:
            return f"{name} S {shown}"
        return f"{name} S {shown} - {self.location_code(order.to)}"
