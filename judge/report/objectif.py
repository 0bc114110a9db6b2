"""The form of the association Objectif's game pages: ``A VEN = TYR``, ``F NRD : NGE retraite SKA``.

A move that arrives has ``=``, one that does not ``:``, wherever it is named; a hold ends in ``H``.
What it writes reads back in as a sheet.
"""

from collections.abc import Sequence

from judge.board import LETTERS, Board
from judge.orders import Build, Move, Order, Remove, Support
from judge.ruling import MovementRuling, Result, RetreatRuling, WinterRuling
from judge.season import Ruling
from judge.sheets.writing import Notation
from judge.words import Words


def objectif_form(
    board: Board,
    ruling: Ruling,
    notation: Notation,
    words: Words,
    ranks: Sequence[int] = (),
    fled: RetreatRuling | None = None,
) -> str:
    """A ruled phase, a line an order under its power.

    ranks: the units in the order in which their sheets named them; the others follow. fled: what
    became of the dislodged units in the retreats that follow, None while that is not known.
    """
    writer = _Writer(board, notation, words)
    if isinstance(ruling, MovementRuling):
        rows = writer.movement(ruling, ranks, fled)
    elif isinstance(ruling, RetreatRuling):
        rows = writer.retreats(ruling)
    else:
        rows = writer.winter(ruling)
    out = [words.phase(ruling.position.phase)]
    for power in range(len(board.powers)):
        lines = [line for owner, line in rows if owner == power]
        if lines:
            out += ["", notation.power(power).upper(), *lines]
    return "\n".join(out) + "\n"


Row = tuple[int, str]
"""A power and a line under its heading."""


class _Writer:
    def __init__(self, board: Board, notation: Notation, words: Words) -> None:
        self.board = board
        self.notation = notation
        self.words = words

    # ------------------------------------------------------------ movement

    def movement(
        self, ruling: MovementRuling, ranks: Sequence[int], fled: RetreatRuling | None
    ) -> list[Row]:
        units = ruling.position.units
        order = [*ranks, *(i for i in range(len(units)) if i not in ranks)]
        return [
            (units[i].power, self._order(ruling, i) + self._flight(ruling, i, fled)) for i in order
        ]

    def _order(self, ruling: MovementRuling, index: int) -> str:
        unit, order = ruling.position.units[index], ruling.outcomes[index].order
        name = self.notation.unit(unit.kind, unit.location)
        if isinstance(order, Move):
            sign = self._sign(ruling, index)
            return f"{name}{self._move(unit.location, order, sign)}"
        if order is None or not hasattr(order, "to"):
            return f"{name} H"
        letter = "S" if isinstance(order, Support) else "C"
        return f"{name} {letter} {self._helped(ruling, unit.power, order)}"

    def _move(self, start: int, order: Move, sign: str) -> str:
        del start
        steps = [self.notation.province(w) for w in order.route] + [
            self.notation.location(order.to)
        ]
        deed = "".join(f" {sign} {step}" for step in steps)
        return f"{deed} {self.words.say('objectif.by-convoy')}" if order.by_convoy else deed

    def _helped(self, ruling: MovementRuling, power: int, order: Order) -> str:
        """The unit supported or convoyed, with its own order's sign where it moves."""
        province = order.unit if isinstance(order, Support) else getattr(order, "army", -1)
        to: int | None = getattr(order, "to", None)
        other = self._unit_in(ruling, province, to)
        shown = self.notation.province(province)
        sign = ":"
        if other is not None:
            unit = ruling.position.units[other]
            nation = ""
            if unit.power != power:
                nation = f"{self.notation.power(unit.power).lower()} "
            shown = f"{nation}{LETTERS[unit.kind]} {shown}"
            sign = self._sign(ruling, other)
        return f"{shown} H" if to is None else f"{shown} {sign} {self.notation.location(to)}"

    def _unit_in(self, ruling: MovementRuling, province: int, to: int | None) -> int | None:
        of = self.board.province_of
        found = None
        for index, unit in enumerate(ruling.position.units):
            if of[unit.location] == province:
                order = ruling.outcomes[index].order
                if isinstance(order, Move) and to is not None and of[order.to] == of[to]:
                    return index
                found = index if found is None else found
        return found

    def _sign(self, ruling: MovementRuling, index: int) -> str:
        return "=" if ruling.outcomes[index].result is Result.SUCCEEDS else ":"

    def _flight(self, ruling: MovementRuling, index: int, fled: RetreatRuling | None) -> str:
        """What became of a dislodged unit, as far as it is known."""
        if ruling.outcomes[index].dislodged_by is None:
            return ""
        unit = ruling.position.units[index]
        if not any(d.unit == unit and d.retreats for d in ruling.dislodged):
            return f" {self.words.say('objectif.eliminated')}"
        if fled is None:
            return f" {self.words.say('objectif.dislodged')}"
        for dislodged, outcome in zip(fled.position.dislodged, fled.outcomes, strict=True):
            if dislodged.unit == unit and outcome.to is not None:
                return f" {self.notation.retreats} {self.notation.location(outcome.to)}"
        return f" {self.words.say('objectif.eliminated')}"

    # ------------------------------------------------------------ retreats and winter

    def retreats(self, ruling: RetreatRuling) -> list[Row]:
        rows = []
        for dislodged, outcome in zip(ruling.position.dislodged, ruling.outcomes, strict=True):
            name = self.notation.unit(dislodged.unit.kind, dislodged.unit.location)
            deed = self.words.say("objectif.eliminated")
            if outcome.to is not None:
                deed = f"{self.notation.retreats} {self.notation.location(outcome.to)}"
            rows.append((dislodged.unit.power, f"{name} {deed}"))
        return rows

    def winter(self, ruling: WinterRuling) -> list[Row]:
        done = [o for o in ruling.outcomes if o.result is Result.SUCCEEDS]
        rows = [(o.power, self.notation.adjustment(ruling.position, o.order)) for o in done]
        for removal in ruling.automatic:
            power = ruling.position.units[removal.unit].power
            rows.append((power, self.notation.adjustment(ruling.position, Remove(removal.unit))))
        for placed in ruling.placed:
            order = Build(placed.kind, placed.location)
            rows.append((placed.power, self.notation.adjustment(ruling.position, order)))
        return rows
