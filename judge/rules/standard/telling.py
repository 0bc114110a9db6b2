"""The decisions as a ruling: results, reasons with their forces, retreats, standoffs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.position import Dislodged, Position
from judge.rules.standard.decisions import Decisions
from judge.rules.standard.field import Field
from judge.rules.standard.options import Options
from judge.ruling import MovementRuling, Outcome, Reason, Result, Side


@dataclass(frozen=True, slots=True)
class Anchors:
    """Where the text says what a reason says: by its code, else `other`."""

    other: str
    retreats: str
    winter: str
    by_code: Mapping[str, str] = field(default_factory=dict)

    def of(self, code: str, own: str = "") -> str:
        """The anchor of a reason. own: the one it has already, kept where the text has none."""
        return self.by_code.get(code, own or self.other)


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
        self.dislodger = [-1] * len(field.units)
        for unit, moved in enumerate(decisions.moves):
            if moved:
                victim = field.occupant.get(field.target[unit], -1)
                if victim >= 0 and decisions.dislodged[victim]:
                    self.dislodger[victim] = unit
        self.carrier = {f: army for army, fleets in field.convoyers.items() for f in fleets}
        self.trace: list[Reason] = []

    def tell(self, explain: bool) -> MovementRuling:
        field = self.field
        for unit in range(len(field.units)):
            self._settle(unit)
        if explain:
            for reason in field.refused:
                rule = self.anchors.of(reason.code, reason.rule)
                self.trace.append(reason._replace(rule=rule))
            for unit in range(len(field.units)):
                self._explain(unit)
        reasons: list[list[Reason]] = [[] for _ in field.units]
        for reason in self.trace:
            reasons[reason.unit].append(reason)
        outcomes = tuple(
            Outcome(
                order,
                field.result[unit],
                field.landing[unit] if self.decisions.moves[unit] else None,
                self.dislodger[unit] if self.dislodger[unit] >= 0 else None,
                tuple(reasons[unit]),
            )
            for unit, order in enumerate(field.orders)
        )
        after = self._occupied_after()
        standoffs = self._standoffs(after)
        return MovementRuling(
            self.position,
            tuple(field.orders),
            outcomes,
            self._retreats(after, standoffs),
            tuple(sorted(standoffs)),
            (),
            tuple(self.trace),
        )

    # ------------------------------------------------------------ results

    def _settle(self, unit: int) -> None:
        field, decisions = self.field, self.decisions
        if field.target[unit] >= 0:
            if decisions.moves[unit]:
                field.result[unit] = Result.SUCCEEDS
            elif decisions.path[unit] is False:
                field.result[unit] = Result.NO_CONVOY
        elif field.backs[unit] >= 0 and not decisions.given[unit]:
            field.result[unit] = Result.CUT
        elif unit in self.carrier:
            broken = decisions.path[self.carrier[unit]] is False
            if broken or decisions.dislodged[unit]:
                field.result[unit] = Result.DISRUPTED

    def _occupied_after(self) -> set[int]:
        field, decisions = self.field, self.decisions
        occupied = set()
        for unit in range(len(field.units)):
            if decisions.moves[unit]:
                occupied.add(field.target[unit])
            elif not decisions.dislodged[unit]:
                occupied.add(field.place[unit])
        return occupied

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
        for unit, by in enumerate(self.dislodger):
            if by < 0:
                continue
            kind, location = field.units[unit].kind, field.units[unit].location
            start = field.place[by]
            free = field.convoyed[by] and self.options.retreat_to_convoyed_attackers_start
            borders = field.board.fleet_borders if kind else field.board.army_borders
            retreats = tuple(
                to
                for to in borders[location]
                if not field.board.powers[field.units[unit].power].neutral
                and of[to] not in after
                and of[to] not in standoffs
                and (free or of[to] != start)
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
        self.trace.append(Reason(unit, code, self.anchors.of(code), by, against, place, sides))

    def _side(self, unit: int, against: int = -1) -> Side:
        """Who counts for a move; against: the unit attacked, whose power's supports do not."""
        backers = self.field.backers[unit]
        if not backers:
            return Side(unit)
        power, given = self.field.power, self.decisions.given
        own = power[against] if against >= 0 else -1
        standing = [s for s in backers if given[s]]
        counted = tuple([s for s in standing if power[s] != own])
        return Side(unit, counted, tuple([s for s in standing if power[s] == own]))

    def _holding(self, unit: int) -> Side:
        """Who counts for a unit that stays: none where it was to go elsewhere."""
        return Side(unit) if self.field.target[unit] >= 0 else self._side(unit)

    def _explain(self, unit: int) -> None:
        field, decisions = self.field, self.decisions
        if field.target[unit] >= 0:
            if decisions.moves[unit]:
                self._explain_success(unit)
            elif decisions.path[unit] is False:
                self._explain_broken(unit, unit)
            else:
                self._explain_failure(unit)
        elif field.backs[unit] >= 0 and not decisions.given[unit]:
            self._explain_cut(unit)
        elif unit in self.carrier and decisions.path[self.carrier[unit]] is False:
            self._explain_broken(unit, self.carrier[unit])
        if self.dislodger[unit] >= 0:
            by = self.dislodger[unit]
            held = decisions.hold(field.place[unit])[1]
            sides = (self._side(by, unit), self._holding(unit))
            self._note(unit, "dislodged", (by,), (decisions.attack(by)[1], held), -1, sides)

    def _explain_success(self, unit: int) -> None:
        field, decisions = self.field, self.decisions
        place = field.target[unit]
        strength = decisions.attack(unit)[1]
        rivals = tuple(a for a in field.attackers[place] if a != unit)
        if rivals:
            second = max(decisions.prevent(r)[1] for r in rivals)
            against = (strength, second)
            sides = (self._attacking(unit), *(self._side(r) for r in rivals if self._bars(r)))
            self._note(unit, "beats-rivals", rivals, against, place, sides)
        victim = field.occupant.get(place, -1)
        if victim >= 0 and self.dislodger[victim] == unit:
            against = (strength, decisions.hold(place)[1])
            sides = (self._side(unit, victim), self._holding(victim))
            self._note(unit, "dislodges", (victim,), against, place, sides)
        elif not rivals:
            self._note(unit, "advances", (), None, place)

    def _explain_failure(self, unit: int) -> None:
        """The strongest thing that stopped a move."""
        field, decisions = self.field, self.decisions
        place = field.target[unit]
        full = 1 + decisions.supports(unit)[1]
        rivals = [a for a in field.attackers[place] if a != unit]
        strongest = max((decisions.prevent(r)[1] for r in rivals), default=0)
        if strongest >= full:
            by = tuple(r for r in rivals if decisions.prevent(r)[1] == strongest)
            code = "standoff" if strongest == full else "outmatched"
            sides = (self._side(unit), *(self._side(r) for r in by))
            self._note(unit, code, by, (full, strongest), place, sides)
            return
        occupant = field.occupant[place]
        if field.power[occupant] == field.power[unit]:
            self._note(unit, "compatriot-holds", (occupant,), None, place)
            return
        attack = decisions.attack(unit)[1]
        if strongest >= attack:
            # Supports by the occupant's own power help against rivals, not against the occupant.
            by = tuple(r for r in rivals if decisions.prevent(r)[1] == strongest)
            sides = (self._side(unit, occupant), *(self._side(r) for r in by))
            self._note(unit, "standoff-own-support", by, (attack, strongest), place, sides)
            return
        opponent = field.opponent[unit]
        if opponent >= 0:
            against = (attack, decisions.defend(opponent)[1])
            sides = (self._side(unit, opponent), self._side(opponent))
            self._note(unit, "head-to-head-fails", (opponent,), against, place, sides)
        else:
            against = (attack, decisions.hold(place)[1])
            sides = (self._side(unit, occupant), self._holding(occupant))
            self._note(unit, "defence-holds", (occupant,), against, place, sides)

    def _attacking(self, unit: int) -> Side:
        """Who counts for a move that succeeds, whoever stays in its way left out."""
        victim = self.field.occupant.get(self.field.target[unit], -1)
        stays = victim >= 0 and self.dislodger[victim] == unit
        return self._side(unit, victim if stays else -1)

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
