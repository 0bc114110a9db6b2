"""`ruling.yaml`: every order's outcome and reasons, for other programs. The form is versioned."""

from collections.abc import Mapping

from judge.board import LETTERS, Board
from judge.orders import Adjustment, Build, Remove
from judge.phase import Phase
from judge.position import Unit
from judge.ruling import (
    AdjustmentOutcome,
    Force,
    MovementRuling,
    Outcome,
    Reason,
    RetreatRuling,
    WinterRuling,
)
from judge.season import Ruling
from judge.sheets.writing import Notation
from judge.yamlfiles import scalar

FORMAT = 1

KEYS = "keys"
"""No code table: provinces by the map's own keys, whatever the game's language."""


def text(
    board: Board,
    ruling: Ruling,
    rules: str,
    options: Mapping[str, object],
    missing: tuple[int, ...],
) -> str:
    """The text of a phase's ruling. missing: the powers whose sheet did not come."""
    writer: _Writer
    if isinstance(ruling, MovementRuling):
        writer = _MovementWriter(board, ruling)
    elif isinstance(ruling, RetreatRuling):
        writer = _RetreatWriter(board, ruling)
    else:
        writer = _WinterWriter(board, ruling)
    writer.head(ruling.position.phase, rules, options)
    writer.body()
    writer.tail(missing)
    return "\n".join(writer.out) + "\n"


class _Writer:
    """What all rulings' files share."""

    def __init__(self, board: Board, units: tuple[Unit, ...]) -> None:
        self.board = board
        self.units = units
        self.notation = Notation(board, "en", KEYS)
        self.out: list[str] = []

    def head(self, phase: Phase, rules: str, options: Mapping[str, object]) -> None:
        """The format, the phase and the rules it was ruled by."""
        say = self.out.append
        say(f"format: {FORMAT}")
        say(f"phase: {phase}")
        say(f"rules: {scalar(rules)}")
        say("options:" + ("" if options else " {}"))
        for name, value in options.items():
            say(f"  {name}: {str(value).lower()}")

    def body(self) -> None:
        """The phase's orders and what came of them."""
        raise NotImplementedError

    def tail(self, missing: tuple[int, ...]) -> None:
        """The powers whose sheet did not come."""
        self.out.append("missing:" + ("" if missing else " []"))
        self.out += [f"  - {scalar(self.board.powers[p].key)}" for p in missing]

    def unit(self, index: int) -> str:
        unit = self.units[index]
        return self.board.unit_name(unit.kind, unit.location)

    def key(self, province: int) -> str:
        return self.board.provinces[province].key

    def reason(self, reason: Reason) -> str:
        parts = [f"code: {reason.code}", f"rule: {scalar(reason.rule)}"]
        if reason.by:
            parts.append(f"by: [{', '.join(scalar(self.unit(i)) for i in reason.by)}]")
        if reason.against is not None:
            parts.append(f"against: [{reason.against[0]}, {reason.against[1]}]")
        if reason.place >= 0:
            parts.append(f"place: {scalar(self.key(reason.place))}")
        return "{" + ", ".join(parts) + "}"


class _MovementWriter(_Writer):
    def __init__(self, board: Board, ruling: MovementRuling) -> None:
        super().__init__(board, ruling.position.units)
        self.ruling = ruling

    def body(self) -> None:
        say = self.out.append
        say("orders:")
        for number, power in enumerate(self.board.powers):
            mine = [i for i, u in enumerate(self.units) if u.power == number]
            say(f"  {scalar(power.key)}:" + ("" if mine else " []"))
            for index in mine:
                self.order(index, self.ruling.outcomes[index])
        self.provinces("standoffs", self.ruling.standoffs)
        self.dislodged()
        self.convoys()
        self.battles()

    def order(self, index: int, outcome: Outcome) -> None:
        say = self.out.append
        say(f"    - unit: {scalar(self.unit(index))}")
        if outcome.order is not None:
            text = self.notation.order(self.ruling.position, self.units[index], outcome.order)
            say(f"      order: {scalar(text)}")
        say(f"      result: {outcome.result}")
        if outcome.to is not None:
            say(f"      to: {scalar(self.board.location_name(outcome.to))}")
        if outcome.dislodged_by is not None:
            say(f"      dislodged_by: {scalar(self.unit(outcome.dislodged_by))}")
        if outcome.reasons:
            say("      reasons:")
            for reason in outcome.reasons:
                say(f"        - {self.reason(reason)}")

    def provinces(self, name: str, provinces: tuple[int, ...]) -> None:
        self.out.append(f"{name}:" + ("" if provinces else " []"))
        self.out += [f"  - {scalar(self.key(p))}" for p in provinces]

    def dislodged(self) -> None:
        say = self.out.append
        say("dislodged:" + ("" if self.ruling.dislodged else " []"))
        for d in self.ruling.dislodged:
            say(f"  - unit: {scalar(self.board.unit_name(d.unit.kind, d.unit.location))}")
            say(f"    power: {scalar(self.board.powers[d.unit.power].key)}")
            say(f"    from: {scalar(self.key(d.attacker_from))}")
            say("    retreats:" + ("" if d.retreats else " []"))
            for to in d.retreats:
                say(f"      - {scalar(self.board.location_name(to))}")

    def convoys(self) -> None:
        say = self.out.append
        say("convoys:" + ("" if self.ruling.convoys else " []"))
        for listed in self.ruling.convoys:
            say(f"  - after: {scalar(listed.rule)}")
            say("    list:" + ("" if listed.lines else " []"))
            for line in listed.lines:
                parts = [f"army: {scalar(self.unit(line.army))}"]
                parts.append(f"fleets: [{', '.join(scalar(self.unit(f)) for f in line.fleets)}]")
                if line.subverts is not None:
                    parts.append(f"subverts: {scalar(self.unit(line.subverts))}")
                if line.subverted_by:
                    by = ", ".join(scalar(self.unit(a)) for a in line.subverted_by)
                    parts.append(f"subverted_by: [{by}]")
                if line.status:
                    parts.append(f"status: {line.status}")
                say("      - {" + ", ".join(parts) + "}")

    def battles(self) -> None:
        """The fights, where units can share a province; no other ruling has that part."""
        say = self.out.append
        if self.ruling.battles:
            say("battles:")
        for battle in self.ruling.battles:
            say(f"  - place: {scalar(self.key(battle.place))}")
            if battle.opposite >= 0:
                say(f"    opposite: {scalar(self.key(battle.opposite))}")
            say("    moving:")
            for force in battle.forces:
                say(f"      - {self.force(force)}")
            if battle.winner is not None:
                say(f"    winner: {scalar(self.board.powers[battle.winner].key)}")
            if battle.defence is not None:
                say(f"    attack: {battle.attack}")
                say(f"    static: {self.force(battle.defence)}")
            say(f"    enters: {str(battle.enters).lower()}")

    def force(self, force: Force) -> str:
        units, supports = (
            ", ".join(scalar(self.unit(i)) for i in part) for part in (force.units, force.supports)
        )
        power = scalar(self.board.powers[force.power].key)
        parts = f"units: [{units}], supports: [{supports}], strength: {force.strength}"
        return f"{{power: {power}, {parts}}}"


class _RetreatWriter(_Writer):
    def __init__(self, board: Board, ruling: RetreatRuling) -> None:
        super().__init__(board, tuple(d.unit for d in ruling.position.dislodged))
        self.ruling = ruling

    def body(self) -> None:
        say = self.out.append
        say("orders:")
        for index, outcome in enumerate(self.ruling.outcomes):
            unit = self.units[index]
            say(f"  - unit: {scalar(self.unit(index))}")
            say(f"    power: {scalar(self.board.powers[unit.power].key)}")
            if outcome.order is not None:
                say(f"    order: {scalar(self.notation.retreat(unit, outcome.order))}")
            say(f"    result: {outcome.result}")
            if outcome.to is not None:
                say(f"    to: {scalar(self.board.location_name(outcome.to))}")
            if outcome.reasons:
                say("    reasons:")
                self.out += [f"      - {self.reason(r)}" for r in outcome.reasons]


class _WinterWriter(_Writer):
    def __init__(self, board: Board, ruling: WinterRuling) -> None:
        super().__init__(board, ruling.position.units)
        self.ruling = ruling

    def body(self) -> None:
        say = self.out.append
        say("powers:")
        for balance in self.ruling.balances:
            say(f"  {scalar(self.board.powers[balance.power].key)}:")
            say(f"    centres: {balance.centres}")
            say(f"    units: {balance.units}")
            say(f"    builds: {balance.builds}")
            say(f"    unused: {balance.unused}")
            told = [o for o in self.ruling.outcomes if o.power == balance.power]
            say("    orders:" + ("" if told else " []"))
            for outcome in told:
                order = scalar(self.adjustment(outcome.order))
                say(f"      - {{order: {order}, {self.what(outcome)}}}")
            removed = [
                a for a in self.ruling.automatic if self.units[a.unit].power == balance.power
            ]
            say("    automatic:" + ("" if removed else " []"))
            for a in removed:
                facts = f"distance: {a.distance}, rule: {scalar(a.rule)}"
                say(f"      - {{unit: {scalar(self.unit(a.unit))}, {facts}}}")
            self.arsenals(balance.power)

    def arsenals(self, power: int) -> None:
        """The arsenals lost and the units placed, where centres are tied to units."""
        say = self.out.append
        if self.ruling.owners is None:
            return
        lost = [loss for loss in self.ruling.losses if loss.power == power]
        say("    lost:" + ("" if lost else " []"))
        for loss in lost:
            kind = "either" if loss.kind is None else LETTERS[loss.kind]
            say(f"      - {{centre: {scalar(self.key(loss.centre))}, kind: {kind}}}")
        placed = [p for p in self.ruling.placed if p.power == power]
        say("    placed:" + ("" if placed else " []"))
        for p in placed:
            unit = scalar(self.board.unit_name(p.kind, p.location))
            say(f"      - {{unit: {unit}, rule: {scalar(p.rule)}}}")

    def adjustment(self, order: Adjustment) -> str:
        if isinstance(order, Build):
            return f"build {self.board.unit_name(order.kind, order.location)}"
        if isinstance(order, Remove):
            return f"remove {self.unit(order.unit)}"
        return "waive"

    def what(self, outcome: AdjustmentOutcome) -> str:
        told = f"result: {outcome.result}"
        if outcome.reason is not None:
            told += f", reason: {self.reason(outcome.reason)}"
        return told
