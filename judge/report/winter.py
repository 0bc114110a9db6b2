"""The season report of a winter phase."""

from judge.board import LETTERS
from judge.orders import Build, Remove
from judge.report.lines import Report
from judge.report.season import Season, SeasonWriter
from judge.ruling import (
    AdjustmentOutcome,
    AutomaticRemoval,
    Balance,
    Loss,
    Result,
    WinterRuling,
)
from judge.sheets.writing import Notation, counted
from judge.words import Words


def winter_report(
    season: Season,
    ruling: WinterRuling,
    notation: Notation,
    words: Words,
    onto: Report | None = None,
) -> Report:
    """The report of a winter phase, in a language and a game's notation."""
    return _WinterWriter(season, ruling, notation, words, onto).write()


class _WinterWriter(SeasonWriter):
    def __init__(
        self,
        season: Season,
        ruling: WinterRuling,
        notation: Notation,
        words: Words,
        onto: Report | None = None,
    ) -> None:
        super().__init__(season, notation, words, onto)
        self.ruling = ruling

    def tell_phase(self) -> None:
        for balance in self.ruling.balances:
            self._power(balance)

    def _power(self, balance: Balance) -> None:
        told = [o for o in self.ruling.outcomes if o.power == balance.power]
        removed = [
            a for a in self.ruling.automatic if self.position.units[a.unit].power == balance.power
        ]
        lost = [loss for loss in self.ruling.losses if loss.power == balance.power]
        placed = [p for p in self.ruling.placed if p.power == balance.power]
        if not (told or removed or lost or placed or balance.unused):
            return
        self.report.heading(self.notation.power(balance.power).upper())
        account = {"centres": balance.centres, "units": balance.units}
        self.report.paragraph(self.words.say("winter.account", **account), style="quiet")
        self._losses(balance.power, lost)
        rows = [
            (self.notation.adjustment(self.position, outcome.order), *self._outcome(outcome))
            for outcome in told
        ]
        for removal in removed:
            order = self.notation.adjustment(self.position, Remove(removal.unit))
            rows.append((order, self._automatic(removal), "bad"))
        for unit in placed:
            order = self.notation.adjustment(self.position, Build(unit.kind, unit.location))
            rows.append((order, self.words.say("winter.placed", rule=unit.rule), "good"))
        self.report.entries(rows)
        if balance.unused:
            unused = self.words.count("winter.unused", balance.unused)
            self.report.paragraph(unused, style="warn")

    def _losses(self, power: int, lost: list[Loss]) -> None:
        """The arsenals lost, and the units gone this year that count for them."""
        for loss in lost:
            kind = self.words.say(f"kinds.{'either' if loss.kind is None else LETTERS[loss.kind]}")
            place = self.notation.province(loss.centre)
            text = self.words.say("winter.lost", place=place, kind=kind)
            self.report.paragraph(text, style="warn")
        gone = counted(LETTERS[kind] for loser, kind in self.position.lost if loser == power)
        if lost and gone:
            self.report.paragraph(self.words.say("winter.gone", units=gone), style="quiet")

    def _outcome(self, outcome: AdjustmentOutcome) -> tuple[str, str]:
        if outcome.result is Result.SUCCEEDS or outcome.reason is None:
            kind = type(outcome.order).__name__.lower()
            return self.words.say(f"winter.done.{kind}"), "good"
        reason = outcome.reason
        place = self.notation.province(reason.place) if reason.place >= 0 else ""
        text = self.words.say(f"reasons.{reason.code}", place=place, by="", a=0, b=0)
        return self.words.joined(self.words.say("results.illegal"), text), "warn"

    def _automatic(self, removal: AutomaticRemoval) -> str:
        if removal.distance < 0:
            return self.words.say("winter.automatic-cut-off", rule=removal.rule)
        return self.words.count("winter.automatic", removal.distance, rule=removal.rule)
