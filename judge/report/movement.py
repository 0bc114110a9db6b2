"""The season report of a movement phase."""

from judge.report.battles import BattleTeller
from judge.report.lines import Report
from judge.report.prose import Prose
from judge.report.season import Season, SeasonWriter
from judge.ruling import ConvoyLine, ConvoyList, MovementRuling, Outcome, Result
from judge.sheets.writing import Notation, times
from judge.words import Words

_STYLES = {
    Result.SUCCEEDS: "good",
    Result.GIVEN: "good",
    Result.CONVOYS: "good",
    Result.STANDS: "",
}


def movement_report(
    season: Season,
    ruling: MovementRuling,
    notation: Notation,
    words: Words,
    onto: Report | None = None,
) -> Report:
    """The report of a movement phase, in a language and a game's notation."""
    return _MovementWriter(season, ruling, notation, words, onto).write()


class _MovementWriter(SeasonWriter):
    def __init__(
        self,
        season: Season,
        ruling: MovementRuling,
        notation: Notation,
        words: Words,
        onto: Report | None = None,
    ) -> None:
        super().__init__(season, notation, words, onto)
        self.ruling = ruling
        self.prose = Prose(self.board, self.position, notation, words)

    def tell_phase(self) -> None:
        for power in range(len(self.board.powers)):
            self._orders(power)
        self._convoys()
        self._consents()
        teller = BattleTeller(self.board, self.position, self.notation, self.words)
        teller.tell(self.ruling.battles, self.report)
        self._dislodged()
        self._standoffs()

    def _orders(self, power: int) -> None:
        told = [
            (unit, outcome)
            for unit, outcome in zip(self.position.units, self.ruling.outcomes, strict=True)
            if unit.power == power
        ]
        if not told:
            return
        self.report.heading(self.notation.power(power).upper())
        alike: dict[tuple[str, str], list[Outcome]] = {}
        for unit, outcome in told:
            sign = "-"
            if self.notation.marks_moves:
                sign = "=" if outcome.result is Result.SUCCEEDS else ":"
            order = self.notation.order(self.position, unit, outcome.order, sign)
            alike.setdefault((order, self.prose.outcome(outcome)), []).append(outcome)
        for (order, _), outcomes in alike.items():
            text = self.prose.outcome(outcomes[0], len(outcomes))
            self.report.entry(times(order, len(outcomes)), text, _style(outcomes[0]))

    def _consents(self) -> None:
        if self.ruling.consents:
            self.report.heading(self.say("consents"))
            for consent in self.ruling.consents:
                power = self.notation.power(consent.power)
                said = self.notation.consent(consent)
                self.report.paragraph(self.say("consent", power=power, consent=said))

    # ------------------------------------------------------------ convoys

    def _convoys(self) -> None:
        if not self.ruling.convoys:
            return
        self.report.heading(self.say("convoys"))
        judged = [c for c in self.ruling.convoys if c.rule == "Guide 10"]
        listed: ConvoyList = (judged or list(self.ruling.convoys))[0]
        first = {line.army: line for line in self.ruling.convoys[0].lines}
        shown = {**first, **{line.army: line for line in listed.lines}}
        for _, line in sorted(shown.items()):
            self._convoy(line)

    def _convoy(self, line: ConvoyLine) -> None:
        start = self._start(line.army)
        fleets = ", ".join(self._start(f) for f in line.fleets)
        marks = []
        if line.subverts == line.army:
            marks.append(self.say("subverts-itself"))
        elif line.subverts is not None:
            marks.append(self.say("subverts", place=self._start(line.subverts)))
        if line.subverted_by:
            status = self.words.say(f"statuses.{line.status}") if line.status else ""
            marks.append(status or self.say("subverted"))
        broken = self.ruling.outcomes[line.army].result is Result.NO_CONVOY
        marks.append(self.say("broken" if broken else "carried"))
        left = f"{start} : {fleets}"
        self.report.entry(left, "".join(f"[{mark}]" for mark in marks), "bad" if broken else "good")

    def _start(self, index: int) -> str:
        return self.notation.province(self.board.province_of[self.position.units[index].location])

    # ------------------------------------------------------------ what the moves left

    def _dislodged(self) -> None:
        if not self.ruling.dislodged:
            return
        self.report.heading(self.say("dislodged"))
        for text in self.prose.dislodged(self.ruling):
            self.report.paragraph(text, style="bad")

    def _standoffs(self) -> None:
        if self.ruling.standoffs:
            self.report.heading(self.say("standoffs"))
            self.report.paragraph(self.notation.provinces(self.ruling.standoffs))


def _style(outcome: Outcome) -> str:
    if outcome.dislodged_by is not None:
        return "bad"
    return _STYLES.get(outcome.result, "warn")
