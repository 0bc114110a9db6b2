"""One sentence an order: results and reasons in a language's words, units in a game's notation."""

from collections.abc import Iterable

from judge.board import Board
from judge.position import Position
from judge.ruling import Outcome, Reason, Result
from judge.sheets.writing import Notation, counted
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

_SILENT = frozenset(
    ("advances", *_MUST_LEAVE, "passes-through", "head-to-head-balanced", "head-to-head-unbalanced")
)
"""Reasons that a one-sentence report leaves to the whole explanation."""


def joined(words: Words, subject: str, said: str) -> str:
    """Something and what is said of it, with the language's colon between them."""
    colon = " : " if words.language == "fr" else ": "
    return f"{subject}{colon}{said}"


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

    def reason(self, reason: Reason) -> str:
        """A reason with its anchor: ``rebond en Gal contre A Var, 1 contre 1 (Guide 19)``."""
        by = self.units(reason.by)
        a, b = reason.against or (0, 0)
        place = self.notation.province(reason.place) if reason.place >= 0 else ""
        text = self.words.say(f"reasons.{reason.code}", by=by, a=a, b=b, place=place)
        return f"{text} ({reason.rule})"

    def outcome(self, outcome: Outcome) -> str:
        """What became of an order, in one sentence with its numbers and cause."""
        result = self.words.say(f"results.{outcome.result}")
        if outcome.order is None and outcome.result is Result.STANDS:
            result = self.words.say("results.no_order")
        main = self.main_reason(outcome)
        sentence = joined(self.words, result, self.reason(main)) if main else result
        semicolon = " ; " if self.words.language == "fr" else "; "
        for reason in outcome.reasons:
            if reason.code in _MUST_LEAVE:
                sentence += f"{semicolon}{self.reason(reason)}"
        return sentence

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
