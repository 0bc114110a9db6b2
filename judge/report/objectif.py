"""The forms of the association Objectif's game pages; what they write reads back in as a sheet.

One marks moves: ``A VEN = TYR`` for one that arrives, ``F NRD : NGE retraite SKA`` for one that
does not, wherever it is named. The other spells failures out: ``A BOU - PAR échec 1 vs 1``.
"""

from collections.abc import Sequence

from judge.board import LETTERS, Board
from judge.orders import Build, Convoy, Move, Remove, Support
from judge.report.prose import Prose
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
    winter: WinterRuling | None = None,
    spelled: bool = False,
) -> str:
    """A ruled phase, a line an order under its power.

    ranks: the units in the order in which their sheets named them; the others follow. fled: what
    became of the dislodged units in the retreats that follow, None while that is not known.
    winter: the adjustments that follow, told under the orders where they are known. spelled:
    whether failures are spelled out rather than marked.
    """
    if isinstance(ruling, MovementRuling):
        writer = (_Spelled if spelled else _Marked)(board, ruling, notation, words, fled)
        rows = writer.rows(ranks)
        if winter is not None:
            rows += _winter(winter, notation)
    elif isinstance(ruling, RetreatRuling):
        rows = _retreats(ruling, notation, words)
    else:
        rows = _winter(ruling, notation)
    out = [words.phase(ruling.position.phase)]
    for power in range(len(board.powers)):
        lines = [line for owner, line in rows if owner == power]
        if lines:
            out += ["", notation.power(power).upper(), *lines]
    return "\n".join(out) + "\n"


Row = tuple[int, str]
"""A power and a line under its heading."""


class _Marked:
    """Movement orders with ``=`` for moves that arrive and ``:`` for those that do not."""

    def __init__(
        self,
        board: Board,
        ruling: MovementRuling,
        notation: Notation,
        words: Words,
        fled: RetreatRuling | None,
    ) -> None:
        self.board = board
        self.ruling = ruling
        self.units = ruling.position.units
        self.notation = notation
        self.words = words
        self.fled = fled

    def rows(self, ranks: Sequence[int]) -> list[Row]:
        """Every order's line."""
        ordered = [*ranks, *(i for i in range(len(self.units)) if i not in ranks)]
        return [(self.units[i].power, self._order(i) + self._ending(i)) for i in ordered]

    def _order(self, index: int) -> str:
        unit, order = self.units[index], self.ruling.outcomes[index].order
        name = self.notation.unit(unit.kind, unit.location)
        if isinstance(order, Move):
            waters = [self.notation.province(water) for water in order.route]
            sign = self._sign(index)
            carried = ["C" * order.stages] if order.stages else []
            steps = [*waters, *carried, self.notation.location(order.to)]
            deed = "".join(f" {sign} {step}" for step in steps)
            says_convoy = order.by_convoy and not order.stages
            via = f" {self.words.say('objectif.by-convoy')}" if says_convoy else ""
            return f"{name}{deed}{via}"
        if isinstance(order, Support):
            return f"{name} S {self._helped(unit.power, order.unit, order.to)}"
        if isinstance(order, Convoy):
            return f"{name} C {self._helped(unit.power, order.army, order.to)}"
        return f"{name} H"

    def _helped(self, power: int, province: int, to: int | None) -> str:
        """The unit supported or convoyed, with its own order's sign where it moves."""
        other = self._unit_in(province, to)
        if other is None:
            shown, sign = self.notation.province(province), self._sign(None)
        else:
            shown, sign = self._named(power, other), self._sign(other)
        return f"{shown} H" if to is None else f"{shown} {sign} {self.notation.location(to)}"

    def _named(self, power: int, other: int) -> str:
        """Another unit, with its power before it where that is not the supporter's own."""
        unit = self.units[other]
        place = self.notation.province(self.board.province_of[unit.location])
        nation = "" if unit.power == power else f"{self.notation.power(unit.power).lower()} "
        return f"{nation}{LETTERS[unit.kind]} {place}"

    def _unit_in(self, province: int, to: int | None) -> int | None:
        """The unit in a province: of several, the first with the order in question."""
        of = self.board.province_of
        found = None
        for index, unit in enumerate(self.units):
            if of[unit.location] != province:
                continue
            order = self.ruling.outcomes[index].order
            if isinstance(order, Move) and to is not None and of[order.to] == of[to]:
                return index
            found = index if found is None else found
        return found

    def _sign(self, index: int | None) -> str:
        arrives = index is not None and self.ruling.outcomes[index].result is Result.SUCCEEDS
        return "=" if arrives else ":"

    def _ending(self, index: int) -> str:
        """What became of a dislodged unit, as far as it is known."""
        if self.ruling.outcomes[index].dislodged_by is None:
            return ""
        return f" {self._flight(index, 'eliminated')}"

    def _flight(self, index: int, lost: str) -> str:
        """Where a dislodged unit went. lost: the word's key for one that is off the board."""
        unit = self.units[index]
        if not any(d.unit == unit and d.retreats for d in self.ruling.dislodged):
            return self.words.say(f"objectif.{lost}")
        if self.fled is None:
            return self.words.say("objectif.dislodged")
        for dislodged, outcome in zip(
            self.fled.position.dislodged, self.fled.outcomes, strict=True
        ):
            if dislodged.unit == unit and outcome.to is not None:
                return f"{self.notation.retreats} {self.notation.location(outcome.to)}"
        return self.words.say(f"objectif.{lost}")


class _Spelled(_Marked):
    """Movement orders with the forces of what failed; a support of one's own unit repeats them."""

    def _sign(self, index: int | None) -> str:
        del index  # the words say what the sign does not
        return "-"

    def _named(self, power: int, other: int) -> str:
        """Another unit, with its power in parentheses where that is not the supporter's own."""
        unit = self.units[other]
        place = self.notation.province(self.board.province_of[unit.location])
        nation = "" if unit.power == power else f" ({self.notation.power(unit.power)})"
        return f"{LETTERS[unit.kind]} {place}{nation}"

    def _ending(self, index: int) -> str:
        outcome = self.ruling.outcomes[index]
        if outcome.dislodged_by is not None:
            return f" {self._flight(index, 'destroyed')}"
        order = outcome.order
        if isinstance(order, Support) and order.to is not None:
            helped = self._unit_in(order.unit, order.to)
            if helped is None or self.units[helped].power != self.units[index].power:
                return ""
            return self._failure(helped)
        return self._failure(index)

    def _failure(self, index: int) -> str:
        """That a move failed, with the forces where some were compared."""
        outcome = self.ruling.outcomes[index]
        if not isinstance(outcome.order, Move) or outcome.result is Result.SUCCEEDS:
            return ""
        prose = Prose(self.board, self.ruling.position, self.notation, self.words)
        reason = prose.main_reason(outcome)
        if reason is None or reason.against is None:
            return f" {self.words.say('objectif.fails')}"
        a, b = reason.against
        return f" {self.words.say('objectif.fails-against', a=a, b=b)}"


# ---------------------------------------------------------------- retreats and winter


def _retreats(ruling: RetreatRuling, notation: Notation, words: Words) -> list[Row]:
    rows = []
    for dislodged, outcome in zip(ruling.position.dislodged, ruling.outcomes, strict=True):
        name = notation.unit(dislodged.unit.kind, dislodged.unit.location)
        deed = words.say("objectif.eliminated")
        if outcome.to is not None:
            deed = f"{notation.retreats} {notation.location(outcome.to)}"
        rows.append((dislodged.unit.power, f"{name} {deed}"))
    return rows


def _winter(ruling: WinterRuling, notation: Notation) -> list[Row]:
    position = ruling.position
    done = [o for o in ruling.outcomes if o.result is Result.SUCCEEDS]
    rows = [(o.power, notation.adjustment(position, o.order)) for o in done]
    for removal in ruling.automatic:
        power = position.units[removal.unit].power
        rows.append((power, notation.adjustment(position, Remove(removal.unit))))
    for placed in ruling.placed:
        order = Build(placed.kind, placed.location)
        rows.append((placed.power, notation.adjustment(position, order)))
    return rows
