"""One sentence an order: results and reasons in a language's words, units in a game's notation."""

from collections import Counter
from collections.abc import Iterable

from judge.board import Board
from judge.position import Position
from judge.ruling import MovementRuling, Outcome, Reason, Result
from judge.sheets.writing import Notation, counted, times
from judge.words import Words

_TOLD_FIRST = (
    "dislodges",
    "joins",
    "beats-rivals",
    "ring-advances",
    "standoff",
    "standoff-own-support",
    "outmatched",
    "defence-holds",
    "static-holds",
    "compatriot-holds",
    "head-to-head-barred",
    "head-to-head-fails",
    "convoy-paradox",
    "attack-frozen",
    "convoy-disrupted",
    "convoy-circle-disrupted",
    "convoy-circle-frozen",
    "convoy-no-route",
    "support-cut",
    "support-broken",
)
"""Of several reasons, the ones that say most; those of illegal and void orders stand alone."""

_MUST_LEAVE = ("dislodged", "region-taken", "standoff-flight")
"""Why a unit must leave its province, whatever became of its order."""

_SILENT = frozenset(("advances", *_MUST_LEAVE, "head-to-head-balanced", "head-to-head-unbalanced"))
"""Reasons that a one-sentence report leaves to the whole explanation."""


class Prose:
    """Tells rulings of one position in one language and notation."""

    def __init__(self, board: Board, position: Position, notation: Notation, words: Words) -> None:
        self.board = board
        self.position = position
        self.notation = notation
        self.words = words

    def unit(self, index: int) -> str:
        """A unit by its index: ``A Mun``."""
        unit = self.position.units[index]
        return self.notation.unit(unit.kind, unit.location)

    def units(self, indices: Iterable[int]) -> list[str]:
        """Several units: ``2A Mun``, ``F Kie``."""
        return counted(self.unit(index) for index in indices)

    def reason(self, reason: Reason, count: int = 1) -> str:
        """A reason with its anchor: ``rebond en Gal contre A Var, 1 contre 1 (Guide 19)``.

        count: of the units that it is about, which fared alike.
        """
        by = self.units(reason.by)
        a, b = reason.against or (0, 0)
        place = self.notation.province(reason.place) if reason.place >= 0 else ""
        key = self._number("reasons", reason.code, count)
        text = self.words.say(key, by=by, a=a, b=b, place=place)
        return f"{text} ({reason.rule})"

    def _number(self, part: str, code: str, count: int) -> str:
        """The key of a sentence about one unit, or about several where that reads otherwise."""
        several = f"{part}-many.{code}"
        return several if count > 1 and self.words.find(several) else f"{part}.{code}"

    def outcome(self, outcome: Outcome, count: int = 1) -> str:
        """What became of an order, in one sentence with its numbers and cause.

        count: of the units that had it and fared alike.
        """
        is_silent = outcome.order is None and outcome.result is Result.STANDS
        code = "no_order" if is_silent else str(outcome.result)
        result = self.words.say(self._number("results", code, count))
        main = self.main_reason(outcome)
        sentence = self.words.joined(result, self.reason(main, count)) if main else result
        semicolon = " ; " if self.words.language == "fr" else "; "
        for reason in outcome.reasons:
            if reason.code in _MUST_LEAVE:
                sentence += f"{semicolon}{self.reason(reason, count)}"
        return sentence

    def dislodged(self, ruling: MovementRuling) -> list[str]:
        """Each dislodged unit and where it may go; alike ones of a stack together."""
        driven_out = [o for o in ruling.outcomes if o.dislodged_by is not None]
        rows = Counter(
            (dislodged, self._dislodgers(ruling, outcome))
            for dislodged, outcome in zip(ruling.dislodged, driven_out, strict=True)
        )
        told = []
        for (dislodged, by), count in rows.items():
            unit = dislodged.unit
            facts = {
                "unit": times(self.notation.unit(unit.kind, unit.location), count),
                "power": self.notation.power(unit.power),
                "by": by,
                "retreats": self.notation.locations(dislodged.retreats),
            }
            key = "may-retreat" if dislodged.retreats else "cannot-retreat"
            told.append(self.words.count(f"report.{key}", count, **facts))
        return told

    def _dislodgers(self, ruling: MovementRuling, outcome: Outcome) -> tuple[str, ...]:
        """The units that a unit must make way for: several where they share a province."""
        by = outcome.dislodged_by
        assert by is not None
        attack: tuple[int, ...] = (by,)
        if ruling.battles:
            attack = next((r.by for r in outcome.reasons if by in r.by), attack)
        return tuple(self.units(attack))

    def main_reason(self, outcome: Outcome) -> Reason | None:
        """The one reason that a one-sentence report tells."""
        told = [r for r in outcome.reasons if r.code not in _SILENT]
        for code in _TOLD_FIRST:
            for reason in told:
                if reason.code == code:
                    return reason
        # The last thing decided about an order is what it came to.
        told = [
            r for r in told if not (r.code.startswith("convoy-") and outcome.result.value in _FINE)
        ]
        return told[-1] if told else None


_FINE = frozenset(("succeeds", "fails", "convoys", "given"))
