"""Orders to text, in a game's language and code table; reading that text gives the order back."""

import re
from collections import Counter
from collections.abc import Iterable

from judge.board import LETTERS, Board, UnitKind
from judge.orders import (
    Adjustment,
    Build,
    Consent,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    RetreatOrder,
    Support,
)
from judge.position import Position, Unit

_BY_CONVOY = {"fr": "par convoi", "en": "via convoy"}
_RETREAT = {"fr": "retraite", "en": "retreat"}
_DISBAND = {"fr": "dissoute", "en": "disband"}
_YIELDS = {"fr": "à briser d'abord", "en": "break first"}
_LETS_PASS = {"fr": "laisse passer", "en": "lets pass"}
_WAIVE = {"fr": "renonce", "en": "waive"}
# These are words of the notation, as in the grammars, not messages.


def counted(names: Iterable[str]) -> list[str]:
    """Names with those that repeat told once, with their number: ``2A Mun``."""
    return [times(name, count) for name, count in Counter(names).items()]


def times(text: str, count: int) -> str:
    """A unit, an order or an adjustment with a count, as it reads back: ``- 2A Mun``."""
    if count == 1:
        return text
    match = _LETTERED.match(text)
    return f"{match[1] or ''}{count}{match[2]}" if match else f"{text} {count}"


_LETTERED = re.compile(r"([+-] )?([AF] .*)", re.DOTALL)


class Notation:
    """How a game writes units and orders.

    language: of the few words. table: whose codes name the provinces.
    """

    def __init__(self, board: Board, language: str = "fr", table: str = "guide") -> None:
        self.board = board
        self.language = language
        self.table = table
        facts = board.tables.get(table)
        # A table's own sign belongs to its language; the other one reads H.
        self.hold_sign = facts.hold if facts and facts.language == language else "H"
        self.retreats = _RETREAT[language]
        self.disband = _DISBAND[language]
        self.waive = _WAIVE[language]
        self.yields = _YIELDS[language]
        self.lets_pass = _LETS_PASS[language]
        self.own_coasts = facts.coasts if facts else {}
        self.marks_moves = facts.marks if facts else False
        self._position: Position | None = None
        self._units: dict[int, Unit] = {}

    def province(self, province: int) -> str:
        """A province's code."""
        facts = self.board.provinces[province]
        return facts.codes.get(self.table, facts.key)

    def location(self, location: int) -> str:
        """A location: ``Esp (cs)``."""
        code = self.province(self.board.province_of[location])
        coast = self.board.coast_of(location)
        if coast is not None and coast in self.own_coasts:
            return f"{code} {self.own_coasts[coast]}"
        return f"{code} ({self.coast(coast)})" if coast else code

    def coast(self, coast: str) -> str:
        """A coast as the language's first word for it."""
        spelled = self.board.coast_words.get(self.language, {}).get(coast, ())
        return spelled[0] if spelled else coast

    def unit(self, kind: UnitKind, location: int) -> str:
        """A unit: ``F Esp (cs)``."""
        return f"{LETTERS[kind]} {self.location(location)}"

    def other(self, unit: Unit, power: int) -> str:
        """Another's unit in an order of `power`: with its nation when it is foreign."""
        letter = LETTERS[unit.kind]
        nation = ""
        if unit.power != power:
            nation = self.adjective(unit.power) + " "
        return f"{letter} {nation}{self.province(self.board.province_of[unit.location])}"

    def adjective(self, power: int) -> str:
        """A power's adjective for a unit; units are feminine in French."""
        spelled = self.board.powers[power].adjectives.get(self.language, ())
        return spelled[0] if spelled else self.power(power)

    def power(self, power: int) -> str:
        """A power's name in the language."""
        return self.board.powers[power].names[self.language].name

    def order(self, position: Position, unit: Unit, order: Order | None, sign: str = "-") -> str:
        """A whole order: ``A Mos S A Ber - Sil``. sign: what stands for a move's dash."""
        deed = self.deed(position, unit, order)
        if isinstance(order, Move) and sign != "-":
            deed = deed.replace(" - ", f" {sign} ")
        return f"{self.unit(unit.kind, unit.location)}{deed}"

    def deed(self, position: Position, unit: Unit, order: Order | None) -> str:
        """What follows the unit's own name in its order."""
        if order is None or isinstance(order, Hold):
            return f" {self.hold_sign}"
        if isinstance(order, Move):
            return self._move(order)
        if isinstance(order, Support):
            other = self._unit_in(position, order.unit, unit.power)
            if order.to is None:
                return f" S {other} {self.hold_sign}"
            return f" S {other} - {self.location(order.to)}"
        other = self._army_in(position, order.army, unit.power)
        return f" C {other} - {self.province(order.to)}"

    def _move(self, order: Move) -> str:
        if order.route:
            steps = [self.province(w) for w in order.route] + [self.location(order.to)]
            return "".join(f" - {step}" for step in steps)
        if order.stages:
            return f" - {'C' * order.stages} - {self.location(order.to)}"
        via = f" {_BY_CONVOY[self.language]}" if order.by_convoy else ""
        return f" - {self.location(order.to)}{via}"

    def _unit_in(self, position: Position, province: int, power: int) -> str:
        unit = self._standing(position).get(province)
        return self.province(province) if unit is None else self.other(unit, power)

    def _standing(self, position: Position) -> dict[int, Unit]:
        """The units of a position by province, the first one where several stand."""
        if self._position is not position:
            self._position = position
            of = self.board.province_of
            self._units = {of[unit.location]: unit for unit in reversed(position.units)}
        return self._units

    def _army_in(self, position: Position, province: int, power: int) -> str:
        """The army that a fleet carries; at a stage of a convoy it is at sea."""
        if self.board.is_water[province]:
            return f"{LETTERS[UnitKind.ARMY]} {self.province(province)}"
        for unit in position.units:
            is_there = self.board.province_of[unit.location] == province
            if is_there and unit.kind is UnitKind.ARMY:
                return self.other(unit, power)
        return self._unit_in(position, province, power)

    def retreat(self, unit: Unit, order: RetreatOrder | None) -> str:
        """A retreat order: ``A Mun retraite Bou``."""
        name = self.unit(unit.kind, unit.location)
        if isinstance(order, Retreat):
            return f"{name} {self.retreats} {self.location(order.to)}"
        if isinstance(order, Disband):
            return f"{name} {self.disband}"
        return name

    def adjustment(self, position: Position, order: Adjustment) -> str:
        """A winter order: ``+ A Kie``, ``- F Irl``, ``renonce``."""
        if isinstance(order, Build):
            return f"+ {self.unit(order.kind, order.location)}"
        if isinstance(order, Remove):
            unit = position.units[order.unit]
            return f"- {self.unit(unit.kind, unit.location)}"
        return self.waive

    def consent(self, consent: Consent) -> str:
        """A consent: ``Con laisse passer F Noi - Egé``."""
        through = f"{self.province(consent.through)} {self.lets_pass}"
        nation = "" if consent.whose is None else f" {self.adjective(consent.whose)}"
        if consent.start is None or consent.to is None:
            return f"{through} F"
        start, to = self.province(consent.start), self.province(consent.to)
        return f"{through} F{nation} {start} - {to}"

    def provinces(self, provinces: Iterable[int]) -> str:
        """Several provinces' codes."""
        return ", ".join(self.province(p) for p in provinces)

    def locations(self, locations: Iterable[int]) -> str:
        """Several locations."""
        return ", ".join(self.location(p) for p in locations)
