"""The season report of a retreat phase."""

from judge.report.lines import Report
from judge.report.season import Season, SeasonWriter
from judge.ruling import Result, RetreatOutcome, RetreatRuling
from judge.sheets.writing import Notation, counted
from judge.words import Words


def retreat_report(
    season: Season,
    ruling: RetreatRuling,
    notation: Notation,
    words: Words,
    onto: Report | None = None,
) -> Report:
    """The report of a retreat phase, in a language and a game's notation."""
    return _RetreatWriter(season, ruling, notation, words, onto).write()


class _RetreatWriter(SeasonWriter):
    def __init__(
        self,
        season: Season,
        ruling: RetreatRuling,
        notation: Notation,
        words: Words,
        onto: Report | None = None,
    ) -> None:
        super().__init__(season, notation, words, onto)
        self.ruling = ruling

    def tell_phase(self) -> None:
        for power in range(len(self.board.powers)):
            told = [
                (dislodged.unit, outcome)
                for dislodged, outcome in zip(
                    self.position.dislodged, self.ruling.outcomes, strict=True
                )
                if dislodged.unit.power == power
            ]
            if told:
                self.report.heading(self.notation.power(power).upper())
            rows = []
            for unit, outcome in told:
                style = "good" if outcome.to is not None else "bad"
                rows.append(
                    (self.notation.retreat(unit, outcome.order), self._outcome(outcome), style)
                )
            self.report.entries(rows)

    def _outcome(self, outcome: RetreatOutcome) -> str:
        if outcome.result is Result.SUCCEEDS:
            key = "retreats" if outcome.to is not None else "disbanded-as-ordered"
            return self.words.say(f"retreats.{key}")
        reason = outcome.reasons[0]
        rivals = [self.position.dislodged[index].unit for index in reason.by]
        by = counted(self.notation.unit(rival.kind, rival.location) for rival in rivals)
        place = self.notation.province(reason.place) if reason.place >= 0 else ""
        text = self.words.say(f"reasons.{reason.code}", by=by, place=place, a=0, b=0)
        result = self.words.say("retreats.disbanded")
        return self.words.joined(result, f"{text} ({reason.rule})")
