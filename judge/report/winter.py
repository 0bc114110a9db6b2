"""The season report of a winter phase."""

from judge.orders import Remove
from judge.report.lines import Report
from judge.report.season import Season, SeasonWriter
from judge.ruling import AdjustmentOutcome, AutomaticRemoval, Balance, Result, WinterRuling
from judge.sheets.writing import Notation
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
        if not (told or removed or balance.unused):
            return
        self.report.heading(self.notation.power(balance.power).upper())
        account = {"centres": balance.centres, "units": balance.units}
        self.report.paragraph(self.words.say("winter.account", **account), style="quiet")
        for outcome in told:
            self.report.entry(
                self.notation.adjustment(self.position, outcome.order), *self._outcome(outcome)
            )
        for removal in removed:
            order = self.notation.adjustment(self.position, Remove(removal.unit))
            self.report.entry(order, self._automatic(removal), "bad")
        if balance.unused:
            unused = self.words.count("winter.unused", balance.unused)
            self.report.paragraph(unused, style="warn")

    def _outcome(self, outcome: AdjustmentOutcome) -> tuple[str, str]:
        if outcome.result is Result.SUCCEEDS or outcome.reason is None:
            kind = type(outcome.order).__name__.lower()
            return self.words.say(f"winter.done.{kind}"), "good"
        reason = outcome.reason
        place = self.notation.province(reason.place) if reason.place >= 0 else ""
        text = self.words.say(f"reasons.{reason.code}", place=place, by="", a=0, b=0)
        colon = " : " if self.words.language == "fr" else ": "
        return f"{self.words.say('results.illegal')}{colon}{text}", "warn"

    def _automatic(self, removal: AutomaticRemoval) -> str:
        if removal.distance < 0:
            return self.words.say("winter.automatic-cut-off", rule=removal.rule)
        return self.words.count("winter.automatic", removal.distance, rule=removal.rule)
