"""Section 5: in autumn the losses of arsenals, all together, and then the gains.

An arsenal is tied to a kind of unit: with a lost one goes a unit of its kind, with a new one comes
one. Spring touches no arsenal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from judge.board import ARMY, FLEET, Board, Terrain, UnitKind
from judge.orders import Adjustment, Build, Remove
from judge.position import Position, Unit, arranged
from judge.rules.diplo.options import Options
from judge.rules.winter import WinterOptions, farthest_first
from judge.ruling import (
    AdjustmentOutcome,
    AutomaticBuild,
    AutomaticRemoval,
    Balance,
    Loss,
    Reason,
    Result,
    WinterRuling,
)

RULE = "DIPLO 5.2"

_UNSAID = WinterOptions(disorder_from="owned")
"""Which unit goes when its power does not say: the farthest from its arsenals, as elsewhere; one
that stands in a new arsenal goes last, since it would be lost with it."""


def losses(board: Board, position: Position) -> tuple[Loss, ...]:
    """The arsenals where an enemy stands, with their owners until now."""
    holders = _holders(board, position.units)
    return tuple(
        Loss(centre, owner, board.provinces[centre].arsenal)
        for centre, owner in position.owners
        if holders.get(centre, owner) != owner
    )


def _holders(board: Board, units: Sequence[Unit]) -> dict[int, int]:
    place = board.province_of
    return {place[u.location]: u.power for u in units if not board.powers[u.power].neutral}


def gains(
    board: Board, units: Sequence[Unit], owners: Sequence[tuple[int, int]], power: int
) -> list[int]:
    """The arsenals where a power stands and that are not its own yet."""
    owned = dict(owners)
    return [
        centre
        for centre, holder in sorted(_holders(board, units).items())
        if holder == power and board.provinces[centre].centre and owned.get(centre) != power
    ]


def debts(position: Position, lost: Iterable[Loss], power: int) -> Counter[UnitKind | None]:
    """How many units a power has to give up for its losses, by kind; None: of either kind.

    Units that fled in vain this year count among them.
    """
    due = Counter(loss.kind for loss in lost if loss.power == power)
    gone = Counter(kind for loser, kind in position.lost if loser == power)
    for kind in (ARMY, FLEET):
        paid = min(due[kind], gone[kind])
        due[kind] -= paid
        gone[kind] -= paid
    due[None] -= min(due[None], gone.total())
    return +due


def kept(position: Position, lost: Iterable[Loss], power: int) -> set[int]:
    """The arsenals that a power had and has not lost."""
    return set(position.centres_of(power)) - {loss.centre for loss in lost}


def rule_winter(
    board: Board,
    position: Position,
    orders: Mapping[int, Sequence[Adjustment]],
    options: Options,
) -> WinterRuling:
    """Rule the losses and gains of a year.

    orders: by power, in the order written. Units that a power does not choose or place are chosen
    and placed for it.
    """
    powers = [
        p
        for p in board.played
        if orders.get(p) or position.centres_of(p) or any(u.power == p for u in position.units)
    ]
    lost = losses(board, position)
    accounts = [_Account(board, position, p, orders.get(p, ()), lost) for p in powers]
    for account in accounts:
        account.remove()
    removed = {unit for account in accounts for unit in account.removed}
    left = [u for i, u in enumerate(position.units) if i not in removed]
    for account in accounts:
        account.place(gains(board, left, position.owners, account.power), left, options)
    after = [*left, *(unit for account in accounts for unit in account.built)]
    return WinterRuling(
        position,
        tuple(account.balance() for account in accounts),
        tuple(told for account in accounts for told in account.told()),
        tuple(removal for account in accounts for removal in account.automatic),
        arranged(after, board),
        _owners_after(board, position, left, lost),
        lost,
        tuple(built for account in accounts for built in account.placed),
    )


def _owners_after(
    board: Board, position: Position, left: Sequence[Unit], lost: Iterable[Loss]
) -> tuple[tuple[int, int], ...]:
    """Who stands in an arsenal owns it; a lost one whose new holder is gone is nobody's."""
    owned = dict(position.owners)
    for loss in lost:
        del owned[loss.centre]
    for centre, holder in _holders(board, left).items():
        if board.provinces[centre].centre:
            owned[centre] = holder
    return tuple(sorted(owned.items()))


@dataclass
class _Account:
    """One power's year: what it gives up, what it places, and what became of its orders."""

    board: Board
    position: Position
    power: int
    orders: Sequence[Adjustment]
    lost: Sequence[Loss]
    removed: list[int] = field(default_factory=list)
    built: list[Unit] = field(default_factory=list)
    automatic: list[AutomaticRemoval] = field(default_factory=list)
    placed: list[AutomaticBuild] = field(default_factory=list)
    gained: int = 0
    waived: int = 0
    results: dict[int, tuple[str, int]] = field(default_factory=dict)

    def told(self) -> list[AdjustmentOutcome]:
        """What became of each order, in the order written."""
        return [self._outcome(order, *self.results[n]) for n, order in enumerate(self.orders)]

    def _outcome(self, order: Adjustment, code: str, place: int) -> AdjustmentOutcome:
        if not code:
            return AdjustmentOutcome(self.power, order, Result.SUCCEEDS, None)
        reason = Reason(-1, code, RULE, (), None, place)
        return AdjustmentOutcome(self.power, order, Result.ILLEGAL, reason)

    def balance(self) -> Balance:
        """The power's account as reports show it."""
        units = sum(u.power == self.power for u in self.position.units)
        centres = len(self.position.centres_of(self.power))
        return Balance(self.power, centres, units, self.gained, self.waived)

    # ------------------------------------------------------------ losses

    def remove(self) -> None:
        """5.2 (3): a unit of the arsenal's kind goes with each loss, at its power's choice."""
        due = debts(self.position, self.lost, self.power)
        for n, order in enumerate(self.orders):
            if isinstance(order, Remove):
                self.results[n] = self._remove(order, due)
        own = self._kept()
        new = gains(self.board, self.position.units, self.position.owners, self.power)
        of = self.board.province_of
        for kind in (ARMY, FLEET, None):
            left = [
                i
                for i, unit in enumerate(self.position.units)
                if unit.power == self.power and i not in self.removed and kind in (None, unit.kind)
            ]
            ranked = farthest_first(self.board, self.position, left, own, _UNSAID)
            ranked.sort(key=lambda found: of[self.position.units[found[0]].location] in new)
            for unit, distance in ranked[: due[kind]]:
                self.removed.append(unit)
                self.automatic.append(AutomaticRemoval(unit, distance, RULE))

    def _remove(self, order: Remove, due: Counter[UnitKind | None]) -> tuple[str, int]:
        unit = self.position.units[order.unit]
        place = self.board.province_of[unit.location]
        if order.unit in self.removed:
            return "remove-twice", place
        kind = unit.kind if due[unit.kind] else None
        if not due[kind]:
            return ("loss-other-kind" if due.total() else "remove-too-many"), place
        due[kind] -= 1
        self.removed.append(order.unit)
        return "", place

    # ------------------------------------------------------------ gains

    def place(self, gained: list[int], left: Sequence[Unit], options: Options) -> None:
        """Place the units that come with new arsenals.

        gained: those arsenals. left: the units that the losses leave.
        """
        self.gained = len(gained)
        waiting = list(gained)
        for n, order in enumerate(self.orders):
            if isinstance(order, Build):
                self.results[n] = self._build(order, waiting, options)
            elif not isinstance(order, Remove):
                spare = len(waiting) > self.waived
                self.waived += spare
                self.results[n] = ("" if spare else "waive-too-many", -1)
        for centre in waiting[: len(waiting) - self.waived]:
            unit = self._unsaid(centre, left)
            self.built.append(unit)
            self.placed.append(AutomaticBuild(unit.power, unit.kind, unit.location, RULE))

    def _build(self, order: Build, waiting: list[int], options: Options) -> tuple[str, int]:
        board = self.board
        place = board.province_of[order.location]
        facts = board.provinces[place]
        if facts.arsenal not in (None, order.kind):
            return "gain-other-kind", place
        if order.kind is FLEET and facts.terrain is Terrain.LAND:
            return "build-fleet-inland", place
        if order.kind is FLEET and order.location not in board.locations_in[place]:
            return "build-coast-missing", place
        if options.gains_in == "arsenal":
            fitting = [centre for centre in waiting if centre == place]
        elif place in waiting or place in self._kept():
            fitting = [c for c in waiting if board.provinces[c].arsenal in (None, order.kind)]
            fitting.sort(key=lambda c: (c != place, board.provinces[c].arsenal is None, c))
        else:
            fitting = []
        if not fitting or len(waiting) <= self.waived:
            return "gain-not-new", place
        waiting.remove(fitting[0])
        at = place if order.kind is ARMY else order.location
        self.built.append(Unit(self.power, order.kind, at))
        return "", place

    def _kept(self) -> set[int]:
        return kept(self.position, self.lost, self.power)

    def _unsaid(self, centre: int, left: Sequence[Unit]) -> Unit:
        """The unit of a new arsenal that its power does not place: there, of the holder's kind."""
        of = self.board.province_of
        there = [unit for unit in left if of[unit.location] == centre]
        kind = self.board.provinces[centre].arsenal
        kind = there[0].kind if kind is None else kind
        if kind is ARMY:
            return Unit(self.power, kind, centre)
        harbours = [unit.location for unit in there if unit.kind is FLEET]
        return Unit(self.power, kind, (harbours or self.board.locations_in[centre])[0])
