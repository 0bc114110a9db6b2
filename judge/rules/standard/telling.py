"""The decisions as a ruling: results, reasons with their forces, retreats, standoffs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.position import Dislodged, Position
from judge.rules.standard.decisions import Decisions
from judge.rules.standard.field import Field
from judge.rules.standard.options import Options
from judge.ruling import (
    CUT,
    DISRUPTED,
    NO_CONVOY,
    SUCCEEDS,
    MovementRuling,
    Outcome,
    Reason,
    Side,
    alone,
)


@dataclass(frozen=True, slots=True)
class Anchors:
    """Where the text says what a reason says: by its code, else where the reading of the order
    found it, else `other`."""

    other: str
    retreats: str
    winter: str
    by_code: Mapping[str, str] = field(default_factory=dict)


STANDARD = Anchors(
    other="DATC 5.B.1",
    retreats="DATC 6.H",
    winter="DATC 4.D.8",
    by_code={
        "support-cut": "DATC 5.B.7",
        "support-broken": "DATC 5.B.7",
        "convoy-disrupted": "DATC 5.B.3",
        "convoy-no-route": "DATC 5.B.3",
        "convoy-paradox": "DATC 4.A.2",
        "dislodged": "DATC 5.B.4",
        "ring-advances": "DATC 5.C",
    },
)


def tell(
    position: Position,
    field: Field,
    decisions: Decisions,
    stopped: list[int],
    options: Options,
    explain: bool,
    anchors: Anchors,
) -> MovementRuling:
    """The ruling that complete decisions make."""
    return _Teller(position, field, decisions, stopped, options, anchors).tell(explain)


class _Teller:
    """Words for what was decided.

    arrived: the units whose move succeeded. dislodger: for each dislodged unit, the one that did
    it. carrier: for each fleet that offered to convoy, the army. reasons: of each unit. trace: all
    of them, in order.
    """

    def __init__(
        self,
        position: Position,
        field: Field,
        decisions: Decisions,
        stopped: list[int],
        options: Options,
        anchors: Anchors,
    ) -> None:
        self.position = position
        self.field = field
        self.decisions = decisions
        self.stopped = frozenset(stopped)
        self.options = options
        self.anchors = anchors
        self.rule_of = anchors.by_code
        self.other = anchors.other
        self.arrived = [unit for unit in field.movers if decisions.moves[unit]]
        self.dislodger: dict[int, int] = {}
        for unit in self.arrived:
            victim = field.occupant.get(field.target[unit], -1)
            if victim >= 0 and decisions.dislodged[victim]:
                self.dislodger[victim] = unit
        self.carrier = {f: army for army, fleets in field.convoyers.items() for f in fleets}
        self.reasons: list[tuple[Reason, ...]] = [()] * len(field.units)
        self.trace: list[Reason] = []

    def tell(self, explain: bool) -> MovementRuling:
        field = self.field
        self._settle()
        if explain:
            for unit, code, rule, by, place in field.refused:
                causes = (by,) if by >= 0 else ()
                rule = self.rule_of.get(code, rule or self.other)
                reason = Reason(unit, code, rule, causes, None, place)
                self.reasons[unit] += (reason,)
                self.trace.append(reason)
            self._explain()
        units = range(len(field.units))
        to = {unit: field.landing[unit] for unit in self.arrived}
        outcomes = map(
            Outcome,
            field.orders,
            field.result,
            map(to.get, units),
            map(self.dislodger.get, units),
            self.reasons,
        )
        after = self._occupied_after()
        standoffs = self._standoffs(after)
        return MovementRuling(
            self.position,
            tuple(field.orders),
            tuple(outcomes),
            self._retreats(after, standoffs),
            tuple(sorted(standoffs)),
            (),
            tuple(self.trace),
        )

    # ------------------------------------------------------------ results

    def _settle(self) -> None:
        """The results that the reading of the orders left open."""
        field, decisions = self.field, self.decisions
        for unit in self.arrived:
            field.result[unit] = SUCCEEDS
        for unit in field.convoyers:
            if decisions.path[unit] is False:
                field.result[unit] = NO_CONVOY
        for unit in field.supporters:
            if not decisions.given[unit]:
                field.result[unit] = CUT
        for fleet, army in self.carrier.items():
            if decisions.path[army] is False or decisions.dislodged[fleet]:
                field.result[fleet] = DISRUPTED

    def _occupied_after(self) -> set[int]:
        place, target = self.field.place, self.field.target
        left = {place[unit] for unit in self.arrived}
        # Where a unit is dislodged, its dislodger stands now.
        return set(place).difference(left).union(target[unit] for unit in self.arrived)

    def _standoffs(self, after: set[int]) -> set[int]:
        """The provinces left empty because moves barred each other from them."""
        contested = set()
        for place, attackers in self.field.attackers.items():
            if place not in after and any(self._bars(a) for a in attackers):
                contested.add(place)
        return contested

    def _bars(self, unit: int) -> bool:
        return self.decisions.prevent(unit)[0] > 0

    def _retreats(self, after: set[int], standoffs: set[int]) -> tuple[Dislodged, ...]:
        field, of = self.field, self.field.board.province_of
        found = []
        for unit, by in sorted(self.dislodger.items()):
            kind, location = field.units[unit].kind, field.units[unit].location
            start = field.place[by]
            free = field.convoyed[by] and self.options.retreat_to_convoyed_attackers_start
            borders = field.board.fleet_borders if kind else field.board.army_borders
            is_neutral = field.board.powers[field.power[unit]].neutral
            retreats = tuple(
                to
                for to in (() if is_neutral else borders[location])
                if of[to] not in after and of[to] not in standoffs and (free or of[to] != start)
            )
            found.append(Dislodged(field.units[unit], start, retreats))
        return tuple(found)

    # ------------------------------------------------------------ reasons

    def _note(
        self,
        unit: int,
        code: str,
        by: tuple[int, ...] = (),
        against: tuple[int, int] | None = None,
        place: int = -1,
        sides: tuple[Side, ...] = (),
    ) -> None:
        rule = self.rule_of.get(code, self.other)
        reason = Reason(unit, code, rule, by, against, place, sides)
        self.reasons[unit] += (reason,)
        self.trace.append(reason)

    def _side(self, unit: int, against: int = -1) -> Side:
        """Who counts for a move; against: the unit attacked, whose power's supports do not."""
        backers = self.field.backers[unit]
        if not backers:
            return alone(unit)
        power, given = self.field.power, self.decisions.given
        own = power[against] if against >= 0 else -1
        standing = [s for s in backers if given[s]]
        counted = tuple([s for s in standing if power[s] != own])
        return Side(unit, counted, tuple([s for s in standing if power[s] == own]))

    def _holding(self, unit: int) -> Side:
        """Who counts for a unit that stays: none where it was to go elsewhere."""
        return alone(unit) if self.field.target[unit] >= 0 else self._side(unit)

    def _explain(self) -> None:
        field, decisions = self.field, self.decisions
        moves, dislodger = decisions.moves, self.dislodger
        attackers, occupant = field.attackers, field.occupant
        for unit, target in enumerate(field.target):
            if target >= 0:
                if moves[unit]:
                    if len(attackers[target]) == 1 and occupant.get(target) not in dislodger:
                        self._note(unit, "advances", (), None, target)
                    else:
                        self._explain_success(unit, target)
                elif decisions.path[unit] is False:
                    self._explain_broken(unit, unit)
                else:
                    self._explain_failure(unit, target)
            elif field.backs[unit] >= 0:
                if not decisions.given[unit]:
                    self._explain_cut(unit)
            elif unit in self.carrier and decisions.path[self.carrier[unit]] is False:
                self._explain_broken(unit, self.carrier[unit])
            if unit in dislodger:
                by = dislodger[unit]
                held = decisions.hold(field.place[unit])[1]
                sides = (self._side(by, unit), self._holding(unit))
                self._note(unit, "dislodged", (by,), (decisions.attack(by)[1], held), -1, sides)

    def _explain_success(self, unit: int, place: int) -> None:
        """What a move that met somebody overcame."""
        field, decisions = self.field, self.decisions
        attackers = field.attackers[place]
        victim = field.occupant.get(place, -1)
        if self.dislodger.get(victim) != unit:
            victim = -1
        if len(attackers) > 1:
            rivals = tuple(a for a in attackers if a != unit)
            second = max(decisions.prevent(r)[1] for r in rivals)
            forces = decisions.attack(unit)[1], second
            sides = (
                self._side(unit, victim),
                *(self._side(r) for r in rivals if self._bars(r)),
            )
            self._note(unit, "beats-rivals", rivals, forces, place, sides)
        if victim >= 0:
            forces = decisions.attack(unit)[1], decisions.hold(place)[1]
            sides = (self._side(unit, victim), self._holding(victim))
            self._note(unit, "dislodges", (victim,), forces, place, sides)

    def _explain_failure(self, unit: int, place: int) -> None:
        """The strongest thing that stopped a move."""
        field, decisions = self.field, self.decisions
        opponent = field.opponent[unit]
        if opponent >= 0 and decisions.moves[opponent]:
            # It lost its place to the unit it attacked: others may have entered there since.
            self._tell_head_to_head(unit, opponent, place)
            return
        strongest = 0
        rivals: tuple[int, ...] = ()
        if len(field.attackers[place]) > 1:
            strongest, rivals = self._strongest_rivals(unit, place)
            full = 1 + decisions.supports(unit)[1]
            if strongest >= full:
                code = "standoff" if strongest == full else "outmatched"
                sides = (self._side(unit), *map(self._side, rivals))
                self._note(unit, code, rivals, (full, strongest), place, sides)
                return
        occupant = field.occupant[place]
        if field.power[occupant] == field.power[unit]:
            self._note(unit, "compatriot-holds", (occupant,), None, place)
            return
        attack = decisions.attack(unit)[1]
        if strongest >= attack:
            # Supports by the occupant's own power help against rivals, not against the occupant.
            forces = attack, strongest
            sides = (self._side(unit, occupant), *map(self._side, rivals))
            self._note(unit, "standoff-own-support", rivals, forces, place, sides)
            return
        if opponent >= 0:
            self._tell_head_to_head(unit, opponent, place)
        else:
            against = (attack, decisions.hold(place)[1])
            sides = (self._side(unit, occupant), self._holding(occupant))
            self._note(unit, "defence-holds", (occupant,), against, place, sides)

    def _tell_head_to_head(self, unit: int, opponent: int, place: int) -> None:
        forces = self.decisions.attack(unit)[1], self.decisions.defend(opponent)[1]
        sides = (self._side(unit, opponent), self._side(opponent))
        self._note(unit, "head-to-head-fails", (opponent,), forces, place, sides)

    def _strongest_rivals(self, unit: int, place: int) -> tuple[int, tuple[int, ...]]:
        """The most that other moves can do to keep a move out, and which ones do it."""
        rivals = [a for a in self.field.attackers[place] if a != unit]
        forces = [self.decisions.prevent(r)[1] for r in rivals]
        strongest = max(forces)
        pairs = zip(rivals, forces, strict=True)
        return strongest, tuple([rival for rival, force in pairs if force == strongest])

    def _explain_cut(self, unit: int) -> None:
        field, decisions = self.field, self.decisions
        aim = field.target[field.backs[unit]]
        attackers = field.attackers.get(field.place[unit], ())
        cutters = tuple(
            a
            for a in attackers
            if decisions.path[a]
            and decisions.can_cut(a, unit, aim)
            and (a, unit) not in decisions.exempt
        )
        if cutters:
            self._note(unit, "support-cut", cutters)
        else:
            self._note(unit, "support-broken", (self.dislodger[unit],))

    def _explain_broken(self, unit: int, army: int) -> None:
        lost = tuple(f for f in self.field.convoyers[army] if self.decisions.dislodged[f])
        if army in self.stopped:
            self._note(unit, "convoy-paradox", () if unit == army else (army,))
        elif lost:
            self._note(unit, "convoy-disrupted", lost)
        else:
            self._note(unit, "convoy-no-route", self.field.convoyers[army])
