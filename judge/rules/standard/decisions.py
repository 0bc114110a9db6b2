"""The rulebook's decisions, each taken once, as soon as what it rests on leaves no doubt.

A decision is open (None), True or False. Strengths are known between bounds while decisions are
open: a move succeeds when its least attack beats the most that can oppose it, and fails when its
most does not beat the least. What stays open rests on itself: a ring of moves, or a convoy paradox.
"""

from collections.abc import Iterator

from judge.routes import useful_waters
from judge.rules.standard.field import Field

Decision = bool | None
Bounds = tuple[int, int]


class Decisions:
    """The decisions about every unit.

    moves: whether a move arrives. given: whether a support stands. dislodged: whether a unit is
    driven out. path: whether a convoyed move has its convoy. Each is indexed by unit; where a unit
    has no such decision it is False (path: True).
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        attacked = [field.occupant[p] for p in field.attackers if p in field.occupant]
        self._open_moves = list(field.movers)
        self._open_supports = list(field.supporters)
        self._open_dislodged = sorted(attacked)
        self._open_paths = list(field.convoyers)
        self.moves = self._open(self._open_moves, False)
        self.given = self._open(self._open_supports, False)
        self.dislodged = self._open(self._open_dislodged, False)
        self.path = self._open(self._open_paths, True)
        self.exempt = self._exempt_supports()

    def _open(self, units: list[int], other: bool) -> list[Decision]:
        """A decision that is open for some units and foregone for the others."""
        decisions: list[Decision] = [other] * len(self.field.units)
        for unit in units:
            decisions[unit] = None
        return decisions

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left open."""
        return not (
            self._open_moves or self._open_supports or self._open_dislodged or self._open_paths
        )

    def open_nodes(self) -> Iterator[tuple[str, int]]:
        """Every open decision: what it is about, and whose."""
        for kind, units in (
            ("path", self._open_paths),
            ("support", self._open_supports),
            ("move", self._open_moves),
            ("dislodged", self._open_dislodged),
        ):
            for unit in units:
                yield kind, unit

    def forget_closed(self) -> None:
        """Drop what a rule from outside has decided."""
        self._open_moves = [i for i in self._open_moves if self.moves[i] is None]
        self._open_paths = [i for i in self._open_paths if self.path[i] is None]

    def settle(self) -> None:
        """Take every decision that can be taken, until none can."""
        progress = True
        while progress:
            progress = False
            for name, decide in (
                ("_open_paths", self._decide_path),
                ("_open_supports", self._decide_support),
                ("_open_moves", self._decide_train),
                ("_open_dislodged", self._decide_dislodged),
            ):
                still = [unit for unit in getattr(self, name) if not decide(unit)]
                if len(still) < len(getattr(self, name)):
                    progress = True
                    setattr(self, name, still)

    # ------------------------------------------------------------ strengths

    def supports(self, unit: int, but: int = -1) -> Bounds:
        """How many supports a unit has, at least and at most; none of power `but` counts."""
        backers = self.field.backers[unit]
        if not backers:
            return 0, 0
        least = most = 0
        for supporter in backers:
            given = self.given[supporter]
            if given is not False and self.field.power[supporter] != but:
                most += 1
                least += given is True
        return least, most

    def attack(self, unit: int) -> Bounds:
        """5.B.8: the strength of an attack on its target and whoever stays there."""
        field = self.field
        path = self.path[unit]
        if path is False:
            return 0, 0
        least, most = self.supports(unit) if field.backers[unit] else (0, 0)
        occupant = field.occupant.get(field.target[unit], -1)
        if occupant >= 0:
            leaves = False if field.opponent[unit] == occupant else self.moves[occupant]
            if not leaves:
                # No unit helps to drive out one of its own power.
                against = least, most
                if field.power[occupant] == field.power[unit]:
                    against = -1, -1
                elif most:
                    against = self.supports(unit, field.power[occupant])
                least = against[0]
                if leaves is False:
                    most = against[1]
        return (0 if path is None else 1 + least), 1 + most

    def hold(self, place: int) -> Bounds:
        """5.B.6: the strength with which a province is held."""
        occupant = self.field.occupant.get(place, -1)
        if occupant < 0:
            return 0, 0
        if self.field.target[occupant] >= 0:
            moves = self.moves[occupant]
            return (1, 1) if moves is False else (0, 0) if moves else (0, 1)
        least, most = self.supports(occupant)
        return 1 + least, 1 + most

    def prevent(self, unit: int) -> Bounds:
        """5.B.9: the strength with which a move keeps others out of its target."""
        path, beaten = self.path[unit], self._beaten_from_target(unit)
        if path is False or beaten is True:
            return 0, 0
        least, most = self.supports(unit)
        in_doubt = path is None or beaten is None
        return (0 if in_doubt else 1 + least), 1 + most

    def _beaten_from_target(self, unit: int) -> Decision:
        """Whether the unit is dislodged from the very province it attacks, so that it has no
        effect there: in a head-to-head battle, or, by an option, by a convoyed army too."""
        field = self.field
        opponent = field.opponent[unit]
        if opponent < 0 and not field.options.dislodged_can_bounce:
            other = field.occupant.get(field.target[unit], -1)
            if other >= 0 and field.target[other] == field.place[unit]:
                opponent = other
        return self.moves[opponent] if opponent >= 0 else False

    def defend(self, unit: int) -> Bounds:
        """5.B.10: the strength of a move against the unit that it meets head to head."""
        least, most = self.supports(unit)
        return 1 + least, 1 + most

    # ------------------------------------------------------------ decisions

    def _decide_train(self, unit: int) -> bool:
        """A move, and when it is decided the moves behind it: a long train needs one pass."""
        if self.moves[unit] is not None:
            return True
        if not self._decide_move(unit):
            return False
        attackers, place = self.field.attackers, self.field.place
        behind = attackers.get(place[unit])
        if behind:
            waiting = list(behind)
            while waiting:
                follower = waiting.pop()
                if self.moves[follower] is None and self._decide_move(follower):
                    waiting += attackers.get(place[follower], ())
        return True

    def _decide_move(self, unit: int) -> bool:
        """5.B.1: a move succeeds when its attack beats what holds and what prevents it."""
        field = self.field
        if self.path[unit] is False:
            self.moves[unit] = False
            return True
        target = field.target[unit]
        attackers = field.attackers[target]
        if len(attackers) == 1 and target not in field.occupant:
            # Nothing opposes it but the loss of its convoy.
            self.moves[unit] = self.path[unit]
            return self.path[unit] is not None
        least, most = self.attack(unit)
        opponent = field.opponent[unit]
        against = self.hold(target) if opponent < 0 else self.defend(opponent)
        succeeds, fails = least > against[1], most <= against[0]
        for rival in attackers:
            if rival != unit and not fails:
                prevented = self.prevent(rival)
                succeeds = succeeds and least > prevented[1]
                fails = most <= prevented[0]
        if succeeds or fails:
            self.moves[unit] = succeeds
        return succeeds or fails

    def _decide_support(self, unit: int) -> bool:
        """5.B.7: a support is cut by a foreign attack, but not from where it is aimed; it is
        broken when the supporter is dislodged, wherever from. Neither is done by a convoyed army
        that the edition exempts (4.A.2)."""
        field = self.field
        in_doubt = False
        aim = field.target[field.backs[unit]]
        for attacker in field.attackers.get(field.place[unit], ()):
            if (attacker, unit) in self.exempt:
                continue
            works = self.path[attacker]
            if not self.can_cut(attacker, unit, aim):
                works = self.moves[attacker]
            if works:
                self.given[unit] = False
                return True
            in_doubt = in_doubt or works is None
        if not in_doubt:
            self.given[unit] = True
        return not in_doubt

    def can_cut(self, attacker: int, unit: int, aim: int) -> bool:
        """Whether an attack, if it has its path, cuts a support aimed at province `aim`."""
        field = self.field
        if field.power[attacker] == field.power[unit]:
            return False
        if field.place[attacker] != aim:
            return True
        return field.convoyed[attacker] and field.options.convoy_cuts_from_target

    def _decide_dislodged(self, unit: int) -> bool:
        """5.B.4: a unit that stays is dislodged when a move into its province succeeds."""
        field = self.field
        leaves = self.moves[unit]
        if leaves is True:
            self.dislodged[unit] = False
            return True
        answers = [self.moves[attacker] for attacker in field.attackers[field.place[unit]]]
        if True in answers:
            if leaves is None:
                return False
            self.dislodged[unit] = True
            return True
        if None in answers:
            return False
        self.dislodged[unit] = False
        return True

    def _decide_path(self, unit: int) -> bool:
        """5.B.3: a convoy works while its fleets hold: all of them, or some whole route."""
        field = self.field
        fleets = field.convoyers[unit]
        start, end = field.place[unit], field.target[unit]
        if field.options.convoy_disruption == "any":
            waters = {field.place[f]: f for f in fleets}
            route = useful_waters(field.board, waters, start, end)
            needed = [self.dislodged[waters[w]] for w in route]
            if not needed or True in needed:
                self.path[unit] = False
            elif None not in needed:
                self.path[unit] = True
            return self.path[unit] is not None
        safe = {field.place[f] for f in fleets if self.dislodged[f] is False}
        if useful_waters(field.board, safe, start, end):
            self.path[unit] = True
            return True
        afloat = {field.place[f] for f in fleets if self.dislodged[f] is not True}
        if not useful_waters(field.board, afloat, start, end):
            self.path[unit] = False
            return True
        return False

    # ------------------------------------------------------------ paradox rules of the editions

    def _exempt_supports(self) -> set[tuple[int, int]]:
        """4.A.2: pairs (convoyed army, supporter) where an edition says that it does not cut."""
        field, edition = self.field, self.field.options.paradox
        if edition not in ("1971", "1982", "2000"):
            return set()
        carrying = {f for fleets in field.convoyers.values() for f in fleets}
        exempt = set()
        for army, fleets in field.convoyers.items():
            supporter = field.occupant.get(field.target[army], -1)
            if supporter < 0 or field.backs[supporter] < 0:
                continue
            backed = field.backs[supporter]
            aim = field.target[backed]
            attacked = field.occupant.get(aim, -1) if aim >= 0 else -1
            if edition == "1982":
                spared = backed in carrying or attacked in carrying
            elif edition == "1971":
                spared = attacked in fleets
            else:
                spared = attacked in fleets and self._is_needed(army, attacked)
            if spared:
                exempt.add((army, supporter))
        return exempt

    def _is_needed(self, army: int, fleet: int) -> bool:
        """Whether a convoy has no route without one of its fleets."""
        field = self.field
        others = {field.place[f] for f in field.convoyers[army] if f != fleet}
        return not useful_waters(field.board, others, field.place[army], field.target[army])
