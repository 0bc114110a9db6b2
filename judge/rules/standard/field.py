"""The orders of a movement phase as the rulebook reads them: legal ones, and why not the others."""

from collections.abc import Sequence

from judge.board import ARMY, FLEET, Board, Terrain
from judge.orders import Convoy, Move, Order, Support
from judge.position import Unit
from judge.routes import useful_waters, waters_with_fleets
from judge.rules.reach import why_no_army, why_no_fleet
from judge.rules.standard.options import Options
from judge.ruling import CONVOYS, FAILS, GIVEN, ILLEGAL, STANDS, VOID, Result


class Field:
    """Units and their legal orders. Units are known by their index.

    place: the province of each unit. movers: the units with a legal move. target: for each of
    them the province it goes to, else -1. landing: the location it would take there. convoyed:
    whether it goes by convoy. convoyers: for a convoyed move, the fleets that offer. supporters:
    the units with a support that matches. backs: for each of them the unit supported, else -1.
    backers: those supports by the unit supported. attackers: the moves by province. opponent: for a
    move, the unit it meets head to head, else -1. refused: the orders that have no effect, each
    with its unit, the reason's code, the anchor of the text, the unit it is by and the place.
    """

    def __init__(
        self,
        board: Board,
        units: Sequence[Unit],
        orders: Sequence[Order | None],
        options: Options,
        by_land: frozenset[int],
    ) -> None:
        count = len(units)
        of = board.province_of
        self.board = board
        self.units = units
        self.orders = orders
        self.options = options
        self.by_land = by_land
        self.power = [u.power for u in units]
        self.place = [of[u.location] for u in units]
        self.occupant = dict(zip(self.place, range(count), strict=True))
        self.movers: list[int] = []
        self.target = [-1] * count
        self.landing = [-1] * count
        self.convoyed = [False] * count
        self.convoyers: dict[int, tuple[int, ...]] = {}
        self.supporters: list[int] = []
        self.backs = [-1] * count
        self.backers: list[list[int]] = [[] for _ in units]
        self.attackers: dict[int, list[int]] = {}
        self.opponent = [-1] * count
        self.result: list[Result] = [STANDS] * count
        self.refused: list[tuple[int, str, str, int, int]] = []
        self.unsupportable = [False] * count
        self._occupied: frozenset[int] | None = None
        self._chains: dict[tuple[int, int], frozenset[int]] = {}
        self._offers: dict[tuple[int, int], list[int]] = {}
        self._read()

    def refuse(
        self, unit: int, result: Result, code: str, rule: str, place: int = -1, by: int = -1
    ) -> None:
        """An order that has no effect, and why."""
        self.result[unit] = result
        self.refused.append((unit, code, rule, by, place))

    def _read(self) -> None:
        moves: list[tuple[int, Move]] = []
        supports: list[tuple[int, Support]] = []
        for unit, order in enumerate(self.orders):
            if type(order) is Move:
                moves.append((unit, order))
            elif type(order) is Support:
                supports.append((unit, order))
            elif type(order) is Convoy:
                self._read_convoy(unit, order)
        for unit, move in moves:
            self._read_move(unit, move)
        for unit, support in supports:
            self._read_support(unit, support)
        for fleets in self._offers.values():
            for fleet in fleets:
                self.refuse(fleet, VOID, "convoy-without-army", "DATC 5.B.3")
        for unit in self.movers:
            other = self.occupant.get(self.target[unit], -1)
            if (
                other >= 0
                and self.target[other] == self.place[unit]
                and not self.convoyed[unit]
                and not self.convoyed[other]
            ):
                self.opponent[unit] = other

    # ------------------------------------------------------------ moves

    def _read_move(self, unit: int, order: Move) -> None:
        board = self.board
        _, kind, location = self.units[unit]
        target = board.province_of[order.to]
        if target == self.place[unit]:
            self._illegal_move(unit, "illegal-own-province")
        elif kind is FLEET:
            self._read_fleet_move(unit, location, order.to, target)
        elif order.to != target and self.options.army_coast == "illegal":
            self._illegal_move(unit, "illegal-army-coast", target)
        elif target in board.army_reach[location]:
            self._begin(unit, target, target)
            is_offered = order.by_convoy or order.route or self._offers
            if is_offered and self._goes_by_convoy(unit, order, target):
                self._board_convoy(unit, order, target)
        elif board.provinces[target].terrain is Terrain.COAST and self._chain(unit, order, target):
            self._begin(unit, target, target)
            self._board_convoy(unit, order, target)
        else:
            self._illegal_move(unit, why_no_army(board, self.place[unit], target), target)

    def _illegal_move(self, unit: int, code: str, place: int = -1) -> None:
        self.unsupportable[unit] = self.options.illegal_orders == "unsupportable_move"
        self.refuse(unit, ILLEGAL, code, "DATC 4.E.1", place)

    def _read_fleet_move(self, unit: int, location: int, to: int, target: int) -> None:
        """4.B.1 to 4.B.3: the coast named, the only one in reach, or none."""
        landings = self.board.fleet_landings[location].get(target, ())
        if not landings:
            self._illegal_move(unit, why_no_fleet(self.board, target), target)
        elif to in landings:
            self._begin(unit, target, to)
        elif to == target and (len(landings) > 1 or self.options.missing_coast == "illegal"):
            self._illegal_move(unit, "illegal-coast-missing", target)
        elif to == target or (len(landings) == 1 and self.options.wrong_coast == "corrected"):
            self._begin(unit, target, landings[0])
        else:
            self._illegal_move(unit, "illegal-coast-out-of-reach", target)

    def _begin(self, unit: int, target: int, landing: int) -> None:
        self.movers.append(unit)
        self.target[unit] = target
        self.landing[unit] = landing
        self.attackers.setdefault(target, []).append(unit)
        self.result[unit] = FAILS

    def _board_convoy(self, unit: int, order: Move, target: int) -> None:
        """The army takes the fleets that offer, those of them that lie on the route it names."""
        offers = self._offers.pop((self.place[unit], target), [])
        if order.route:
            for fleet in offers:
                if self.place[fleet] not in order.route:
                    self.refuse(fleet, VOID, "convoy-off-route", "DATC 5.B.3", by=unit)
            offers = [fleet for fleet in offers if self.place[fleet] in order.route]
        self.convoyed[unit] = True
        self.convoyers[unit] = tuple(offers)

    def _goes_by_convoy(self, unit: int, order: Move, target: int) -> bool:
        """4.A.3: whether an army goes to a province beside it by convoy."""
        if unit in self.by_land:
            return False
        if order.by_convoy or order.route:
            return True
        offers = self._offers.get((self.place[unit], target), ())
        if not offers or self.options.adjacent_convoy == "explicit":
            return False
        waters = {self.place[f] for f in offers}
        if not useful_waters(self.board, waters, self.place[unit], target):
            return False
        own = any(self.power[f] == self.power[unit] for f in offers)
        return own or self.options.adjacent_convoy == "1971"

    # ------------------------------------------------------------ convoys

    def _chain(self, unit: int, order: Move, target: int) -> bool:
        """Whether fleets now at sea could carry the army there, whatever they were ordered."""
        useful = self._waters_between(self.place[unit], target)
        if not order.route:
            return bool(useful)
        beside = self.board.waters_beside
        steps = [self.place[unit], *order.route]
        linked = all(w in beside[step] for step, w in zip(steps, order.route, strict=False))
        return (
            linked
            and order.route[-1] in beside[target]
            and all(self._helps(water, self.place[unit], target) for water in order.route)
        )

    def _waters_between(self, start: int, end: int) -> frozenset[int]:
        """The waters with fleets that lie on some route, however long; empty without a route."""
        if self._occupied is None:
            self._occupied = waters_with_fleets(self.board, self.place, self.units)
        if (start, end) not in self._chains:
            found = useful_waters(self.board, self._occupied, start, end)
            self._chains[start, end] = frozenset(found)
        return self._chains[start, end]

    def _helps(self, water: int, start: int, end: int) -> bool:
        """Whether a water lies on a route and does more than lengthen it."""
        waters = self._waters_between(start, end)
        return water in waters and not self._is_detour(water, waters, start, end)

    def _is_detour(self, water: int, waters: frozenset[int], start: int, end: int) -> bool:
        """Whether a water only lengthens routes: whatever it joins is joined without it."""
        beside = self.board.waters_beside
        near = [w for w in beside[water] if w in waters]
        near += [port for port in (start, end) if water in beside[port]]
        return all(
            b in beside[a] or a in beside[b]
            for n, a in enumerate(near)
            for b in near[n + 1 :]
            if {a, b} != {start, end}
        ) and not {start, end}.issubset(near)

    def _read_convoy(self, unit: int, order: Convoy) -> None:
        board = self.board
        start, end = order.army, order.to
        terrain = [board.provinces[p].terrain for p in (start, end)]
        army = self.occupant.get(start, -1)
        if self.units[unit].kind is ARMY or not board.can_convoy[self.place[unit]]:
            self.refuse(unit, ILLEGAL, "illegal-convoy-not-at-sea", "DATC 4.E.1")
        elif start == end or terrain != [Terrain.COAST, Terrain.COAST]:
            self.refuse(unit, ILLEGAL, "illegal-convoy-ends", "DATC 4.E.1", end)
        elif army >= 0 and self.units[army].kind is FLEET:
            self.refuse(unit, ILLEGAL, "illegal-convoy-of-fleet", "DATC 4.E.1", start)
        elif not self._helps(self.place[unit], start, end):
            self.refuse(unit, ILLEGAL, "illegal-convoy-no-chain", "DATC 4.E.1", end)
        else:
            self.result[unit] = CONVOYS
            self._offers.setdefault((start, end), []).append(unit)

    # ------------------------------------------------------------ supports

    def _read_support(self, unit: int, order: Support) -> None:
        board = self.board
        _, kind, location = self.units[unit]
        backed_place, to = order
        target = backed_place if to is None else board.province_of[to]
        backed = self.occupant.get(backed_place, -1)
        if backed_place == self.place[unit]:
            self.refuse(unit, ILLEGAL, "illegal-support-itself", "DATC 4.E.1")
        elif target not in (board.army_reach if kind is ARMY else board.fleet_reach)[location]:
            code = "illegal-support-out-of-reach"
            self.refuse(unit, ILLEGAL, code, "DATC 4.E.1", target)
        elif backed < 0:
            self.refuse(unit, VOID, "support-of-nobody", "DATC 5.B.7", backed_place)
        elif to is None and (self.target[backed] >= 0 or self.unsupportable[backed]):
            self.refuse(unit, VOID, "support-of-mover", "DATC 5.B.7", backed_place, backed)
        elif to is not None and not self._matches(unit, backed, to):
            code = "support-of-other-order"
            self.refuse(unit, VOID, code, "DATC 5.B.7", target, backed)
        else:
            self.result[unit] = GIVEN
            self.supporters.append(unit)
            self.backs[unit] = backed
            self.backers[backed].append(unit)

    def _matches(self, unit: int, backed: int, to: int) -> bool:
        """4.B.4: whether a support names the move that was ordered, coast included."""
        target = self.board.province_of[to]
        if self.target[backed] != target:
            return False
        if self.units[backed].kind is ARMY or self.options.support_coast == "ignored":
            return True
        if not self.board.provinces[target].coasts:
            return True
        if to != target:
            return to == self.landing[backed]
        if self.options.support_coast == "match_if_given" or self.power[unit] == self.power[backed]:
            return True
        # Calhamer's reading: a foreigner must name the coast where there is a choice of two.
        landings = self.board.fleet_landings[self.units[backed].location].get(target, ())
        return len(landings) < 2
