"""`ruling.yaml`: every order's outcome and reasons, for other programs. The form is versioned."""

from judge.board import Board
from judge.ruling import MovementRuling, Outcome, Reason
from judge.sheets.writing import Notation
from judge.yamlfiles import scalar

FORMAT = 1

KEYS = "keys"
"""No code table: provinces by the map's own keys, whatever the game's language."""


def movement_text(
    board: Board,
    ruling: MovementRuling,
    rules: str,
    options: dict[str, object],
    missing: tuple[int, ...],
) -> str:
    """The text of a movement phase's ruling."""
    return _Writer(board, ruling).movement(rules, options, missing)


class _Writer:
    def __init__(self, board: Board, ruling: MovementRuling) -> None:
        self.board = board
        self.ruling = ruling
        self.units = ruling.position.units
        self.notation = Notation(board, "en", KEYS)
        self.out: list[str] = []

    def unit(self, index: int) -> str:
        unit = self.units[index]
        return self.board.unit_name(unit.kind, unit.location)

    def key(self, province: int) -> str:
        return self.board.provinces[province].key

    def movement(self, rules: str, options: dict[str, object], missing: tuple[int, ...]) -> str:
        say = self.out.append
        say(f"format: {FORMAT}")
        say(f"phase: {self.ruling.position.phase}")
        say(f"rules: {scalar(rules)}")
        say("options:" + ("" if options else " {}"))
        for name, value in options.items():
            say(f"  {name}: {str(value).lower()}")
        say("orders:")
        for number, power in enumerate(self.board.powers):
            mine = [i for i, u in enumerate(self.units) if u.power == number]
            say(f"  {scalar(power.key)}:" + ("" if mine else " []"))
            for index in mine:
                self.order(index, self.ruling.outcomes[index])
        self.provinces("standoffs", self.ruling.standoffs)
        self.dislodged()
        self.convoys()
        say("missing:" + ("" if missing else " []"))
        for power_number in missing:
            say(f"  - {scalar(self.board.powers[power_number].key)}")
        return "\n".join(self.out) + "\n"

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

    def reason(self, reason: Reason) -> str:
        parts = [f"code: {reason.code}", f"rule: {scalar(reason.rule)}"]
        if reason.by:
            parts.append(f"by: [{', '.join(scalar(self.unit(i)) for i in reason.by)}]")
        if reason.against is not None:
            parts.append(f"against: [{reason.against[0]}, {reason.against[1]}]")
        if reason.place >= 0:
            parts.append(f"place: {scalar(self.key(reason.place))}")
        return "{" + ", ".join(parts) + "}"

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
