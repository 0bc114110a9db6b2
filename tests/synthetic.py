"""Maps of any size, as boards and as map files, and phases drawn by lot on any board.

A grid's seas run in rows and columns, so that about a third of it is water, half coast and the rest
inland, all its waters hanging together as Europe's do.
"""

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from string import ascii_lowercase

from judge.board import ARMY, FLEET, LETTERS, Board, CodeTable, Power, Province, Spellings, Terrain
from judge.mapdraft import LANGUAGES
from judge.orders import Convoy, Hold, Move, Order, Support
from judge.phase import Phase
from judge.position import Position, Unit, arranged

Cell = tuple[int, int]

POWERS = ("Amarante", "Bleuet", "Camomille", "Dahlia", "Eglantine", "Fougere", "Giroflee")


def archipelago(cell: Cell) -> bool:
    """Whether a cell of a grid is sea: every fourth row, and every twelfth column."""
    return cell[0] % 4 == 0 or cell[1] % 12 == 0


def grid(size: int, is_sea: Callable[[Cell], bool] = archipelago) -> Board:
    """A board of so many provinces in rows, each beside the eight around it.

    Armies go between land cells, fleets between sea cells and along coasts that share a sea.
    """
    width = max(1, round(size**0.5))
    return _board([divmod(n, width) for n in range(size)], is_sea)


def channel(rows: int, columns: int) -> Board:
    """A grid of seas between two coasts: the first column and the last are land."""
    cells = [(row, column) for row in range(rows) for column in range(columns + 2)]
    return _board(cells, lambda cell: 0 < cell[1] <= columns)


def _board(cells: list[Cell], is_sea: Callable[[Cell], bool]) -> Board:
    number = {cell: n for n, cell in enumerate(cells)}
    around = [_around(cell, number) for cell in cells]
    sea = [is_sea(cell) for cell in cells]
    shores = [{m for m in near if sea[m]} for near in around]
    army = tuple(
        () if sea[n] else tuple(m for m in near if not sea[m]) for n, near in enumerate(around)
    )
    fleet = tuple(
        tuple(
            m
            for m in near
            if sea[n] or sea[m] or (shores[n] & shores[m] and bool(shores[n]) and bool(shores[m]))
            if sea[n] or shores[n]
        )
        for n, near in enumerate(around)
    )
    provinces = tuple(_province(n, sea[n], bool(shores[n])) for n in range(len(cells)))
    centres = [n for n, province in enumerate(provinces) if province.centre]
    spread = centres[:: max(1, len(centres) // (3 * len(POWERS)))]
    powers = tuple(
        Power(
            key,
            {x: Spellings(key) for x in LANGUAGES},
            dict.fromkeys(LANGUAGES, ()),
            tuple(spread[3 * n : 3 * n + 3]),
        )
        for n, key in enumerate(POWERS)
    )
    return Board(
        key="grille",
        titles={"fr": "Grille, dessinée", "en": "Grid, drawn"},
        powers=powers,
        provinces=provinces,
        coasts=(),
        army_borders=army,
        fleet_borders=fleet,
        victory=1,
        first_phase=Phase.parse("S1901M"),
        tables={"english": CodeTable("en", "H"), "guide": CodeTable("fr", "xxx")},
        coast_words={"fr": {}, "en": {}},
        ambiguous={"fr": {}, "en": {}},
        fewer_players={},
        place_words={"fr": {}, "en": {}},
    )


def _around(cell: Cell, number: dict[Cell, int]) -> list[int]:
    row, column = cell
    near = [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    return sorted(number[other] for other in near if other in number)


def _province(number: int, sea: bool, on_shore: bool) -> Province:
    key = _key(number)
    terrain = Terrain.SEA if sea else Terrain.COAST if on_shore else Terrain.LAND
    names = {x: Spellings(key) for x in LANGUAGES}
    codes = {"english": key.upper(), "guide": key}
    return Province(key, terrain, not sea and number % 2 == 0, names, codes)


def _key(number: int) -> str:
    """Four letters with a number in them, in the order of the numbers: ``Qaab``."""
    letters = ""
    for _ in range(3):
        number, digit = divmod(number, 26)
        letters = ascii_lowercase[digit] + letters
    return "Q" + letters


def map_file(board: Board) -> str:
    """The YAML of a grid, as a third party would write it."""
    rows = [f"map: {board.key}", "first_phase: S1901M"]
    rows.append("title: {" + ", ".join(f'{x}: "{t}"' for x, t in board.titles.items()) + "}")
    rows += [f"victory: {board.victory}", "tables:"]
    rows += [f"  {k}: {{language: {t.language}, hold: {t.hold}}}" for k, t in board.tables.items()]
    rows.append("powers:")
    keys = [p.key for p in board.provinces]
    for power in board.powers:
        home = ", ".join(keys[h] for h in power.home)
        rows.append(f"  {power.key}: {{en: {power.key}, home: [{home}]}}")
    rows.append("provinces:")
    for n, p in enumerate(board.provinces):
        facts = [f"fr: {p.key}", f"en: {p.key}", f"kind: {p.terrain.name.lower()}"]
        facts.append("code: {" + ", ".join(f"{t}: {c}" for t, c in p.codes.items()) + "}")
        facts += ["centre: true"] if p.centre else []
        for part, borders in (("army", board.army_borders[n]), ("fleet", board.fleet_borders[n])):
            if borders:
                facts.append(f"{part}: [{', '.join(keys[b] for b in borders)}]")
        rows.append(f"  {p.key}: {{{', '.join(facts)}}}")
    return "\n".join(rows) + "\n"


# ---------------------------------------------------------------- phases

Phases = Iterator[tuple[Position, list[Order | None]]]


def drawn_phases(board: Board, count: int, seed: int, share: float = 0.45) -> Phases:
    """Movement phases drawn by lot; the same seed always draws the same ones.

    share: how many units there are for each province.
    """
    lot = random.Random(seed)
    for _ in range(count):
        yield drawn_phase(board, lot, max(1, round(share * len(board.provinces))))


def drawn_phase(
    board: Board, lot: random.Random, units: int, among: list[int] | None = None, convoys: int = 3
) -> tuple[Position, list[Order | None]]:
    """One movement phase: fights, supports of real moves, convoys that their armies take, and a
    little nonsense.

    among: the provinces that have units, all that can where not given. convoys: one fleet at sea in
    so many offers a convoy.
    """
    places: dict[int, list[tuple[int, int]]] = {}
    for location, province in enumerate(board.province_of):
        fitting = [(kind, location) for kind in LETTERS if board.can_stand(kind, location)]
        if fitting and (among is None or province in among):
            places.setdefault(province, []).extend(fitting)
    chosen = lot.sample(sorted(places), min(units, len(places)))
    powers = range(len(board.powers))
    found = [(p, lot.choice(places[p])) for p in chosen]
    position = Position(
        board.first_phase,
        arranged((Unit(lot.choice(powers), LETTER_KINDS[k], at) for _, (k, at) in found), board),
    )
    return position, _Orders(board, position, lot, convoys).given


def crowded_phase(
    board: Board, lot: random.Random, units: int
) -> tuple[Position, list[Order | None]]:
    """One movement phase whose units stand close together, wherever that is, with many convoys."""
    start = lot.randrange(len(board.provinces))
    near, ahead = {start}, [start]
    while ahead and len(near) < 2 * units:
        for location in board.locations_in[ahead.pop(0)]:
            army = board.army_reach[board.province_of[location]]
            further = sorted((army | board.fleet_reach[location]) - near)
            near.update(further)
            ahead += further
    return drawn_phase(board, lot, units, sorted(near), convoys=2)


LETTER_KINDS = dict(enumerate((ARMY, FLEET)))


class _Orders:
    """Orders for every unit, most of them fit for the board."""

    def __init__(self, board: Board, position: Position, lot: random.Random, convoys: int) -> None:
        self.board = board
        self.units = position.units
        self.lot = lot
        of = board.province_of
        self.place = [of[u.location] for u in self.units]
        self.at = {place: n for n, place in enumerate(self.place)}
        self.given: list[Order | None] = [Hold() for _ in self.units]
        self.comers: dict[int, list[int]] = {}
        for unit in range(len(self.units)):
            if lot.random() < 0.5:
                self._move(unit)
        for unit in range(len(self.units)):
            if lot.randrange(convoys) == 0 and board.is_water[self.place[unit]]:
                self._convoy(unit)
        for unit, order in enumerate(self.given):
            if order == Hold() and lot.random() < 0.75:
                self._support(unit)
        for unit in range(len(self.units)):
            if lot.random() < 0.04:
                self.given[unit] = self._nonsense()

    def _move(self, unit: int) -> None:
        _, kind, location = self.units[unit]
        borders = (self.board.army_borders if kind is ARMY else self.board.fleet_borders)[location]
        if borders:
            to = self.lot.choice(borders)
            self.given[unit] = Move(to)
            self.comers.setdefault(self.board.province_of[to], []).append(unit)

    def _convoy(self, fleet: int) -> None:
        """The fleet takes an army beside it somewhere, often through a fleet beside it."""
        sea = self.place[fleet]
        shore = [p for p in self._beside(sea) if not self.board.is_water[p]]
        armies = [self.at[p] for p in shore if p in self.at and self.units[self.at[p]].kind is ARMY]
        fleets = [self.at[p] for p in self._beside(sea) if self.board.is_water[p] and p in self.at]
        if not armies:
            return
        army = self.lot.choice(armies)
        chain = [fleet, *self.lot.sample(fleets, min(len(fleets), 1))]
        ends = [p for p in self._beside(self.place[chain[-1]]) if self._is_coast(p)]
        if not ends:
            return
        to = self.lot.choice(ends)
        self.given[army] = Move(to, self.lot.random() < 0.5)
        for carrier in chain:
            self.given[carrier] = Convoy(self.place[army], to)

    def _nonsense(self) -> Order | None:
        """Any order at all, or none."""
        anywhere = self.lot.randrange(len(self.board.province_of))
        province = self.lot.randrange(len(self.board.provinces))
        there = self.lot.choice(self.place)
        return self.lot.choice(
            (
                None,
                Move(anywhere),
                Support(there, anywhere),
                Support(there),
                Convoy(there, province),
            )
        )

    def _beside(self, sea: int) -> list[int]:
        return sorted(self.board.fleet_reach[sea])

    def _is_coast(self, province: int) -> bool:
        return self.board.provinces[province].terrain is Terrain.COAST

    def _support(self, unit: int) -> None:
        """A support of a neighbour, or of somebody's move to a place beside."""
        _, kind, location = self.units[unit]
        reach = sorted(
            (self.board.army_reach if kind is ARMY else self.board.fleet_reach)[location]
        )
        moves = [(a, p) for p in reach for a in self.comers.get(p, ()) if a != unit]
        beside = [p for p in reach if p in self.at]
        if moves and (not beside or self.lot.random() < 0.7):
            backed, to = self.lot.choice(moves)
            self.given[unit] = Support(self.place[backed], to)
        elif beside:
            self.given[unit] = Support(self.lot.choice(beside))


def crossing(board: Board, fleets: int) -> tuple[Position, list[Order | None]]:
    """One army at a channel's west coast, and fleets in its seas that all convoy it east."""
    seas = [n for n, water in enumerate(board.is_water) if water][:fleets]
    start = 0
    end = max(n for n, p in enumerate(board.provinces) if p.terrain is Terrain.COAST)
    units = [Unit(0, ARMY, start), *(Unit(0, FLEET, sea) for sea in seas)]
    position = Position(board.first_phase, arranged(units, board))
    orders: list[Order | None] = [
        Move(end, True) if u.kind is ARMY else Convoy(start, end) for u in position.units
    ]
    return position, orders


def train(board: Board, units: int) -> tuple[Position, list[Order | None]]:
    """Units of one power in a row, each to move where the next one leaves; the first one can."""
    row = _long_path(board)[: units + 1]
    position = Position(board.first_phase, arranged([Unit(0, ARMY, p) for p in row[:-1]], board))
    ahead = dict(pairwise(row))
    return position, [Move(ahead[u.location]) for u in position.units]


def _long_path(board: Board) -> list[int]:
    """A walk over land from the first land province, as far as it goes without a turn back."""
    here = next(n for n, borders in enumerate(board.army_borders) if borders)
    seen, walk = {here}, [here]
    while True:
        ahead = [n for n in board.army_borders[here] if n not in seen]
        if not ahead:
            return walk
        here = min(ahead)
        seen.add(here)
        walk.append(here)


def ferries(board: Board) -> tuple[Position, list[Order | None]]:
    """In every row of a channel an army that goes east over the fleets of its row."""
    width = next(n for n in range(1, len(board.provinces)) if not board.is_water[n]) + 1
    starts = range(0, len(board.provinces), width)
    ends = {start: start + width - 1 for start in starts}
    units = [Unit(0, ARMY, start) for start in starts]
    units += [Unit(0, FLEET, sea) for sea, water in enumerate(board.is_water) if water]
    position = Position(board.first_phase, arranged(units, board))
    rows = [u.location - u.location % width for u in position.units]
    return position, [
        Move(ends[row], True) if unit.kind is ARMY else Convoy(row, ends[row])
        for unit, row in zip(position.units, rows, strict=True)
    ]
