"""The season report of a movement phase."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.board import Board
from judge.phase import Phase
from judge.position import Position, Unit
from judge.problems import Problem
from judge.report.lines import Report, Span
from judge.report.prose import Prose
from judge.ruling import ConvoyLine, ConvoyList, MovementRuling, Outcome, Result
from judge.sheets.writing import Notation
from judge.words import Words

_STYLES = {
    Result.SUCCEEDS: "good",
    Result.GIVEN: "good",
    Result.CONVOYS: "good",
    Result.STANDS: "",
}


@dataclass(frozen=True, slots=True)
class MovementSeason:
    """What a movement phase's report tells.

    title: of the game. rules, options: as printed, ``guide``. missing: powers whose sheet did not
    come. problems: with the power whose sheet they are in, None for no power's. after: the
    position that the phase leaves. following: the phase to come, None where that is not known.
    """

    title: str
    board: Board
    rules: str
    options: tuple[str, ...]
    ruling: MovementRuling
    missing: tuple[int, ...]
    problems: tuple[tuple[int | None, Problem], ...]
    after: Position
    following: Phase | None


def movement_report(season: MovementSeason, notation: Notation, words: Words) -> Report:
    """The report of a movement phase, in a language and a game's notation."""
    return _Writer(season, notation, words).write()


class _Writer:
    def __init__(self, season: MovementSeason, notation: Notation, words: Words) -> None:
        self.season = season
        self.board = season.board
        self.ruling = season.ruling
        self.position = season.ruling.position
        self.notation = notation
        self.words = words
        self.prose = Prose(self.board, self.position, notation, words)
        self.report = Report()

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(f"report.{key}", **facts)

    def write(self) -> Report:
        self._title()
        for power in range(len(self.board.powers)):
            self._orders(power)
        self._convoys()
        self._dislodged()
        self._standoffs()
        self._missing()
        self._problems()
        self._position()
        self._centres()
        self._following()
        return self.report

    def _title(self) -> None:
        phase = self.words.phase(self.position.phase)
        title = f"{phase} · {self.season.title}" if self.season.title else phase
        self.report.line(Span(title, "title"))
        rules = self.say("rules", rules=self.season.rules)
        if self.season.options:
            rules += " · " + self.say("options", options=", ".join(self.season.options))
        self.report.paragraph(rules, 0, 2, "quiet")

    def _orders(self, power: int) -> None:
        told = [
            (unit, outcome)
            for unit, outcome in zip(self.position.units, self.ruling.outcomes, strict=True)
            if unit.power == power
        ]
        if not told:
            return
        self.report.heading(self.notation.power(power).upper())
        for unit, outcome in told:
            order = self.notation.order(self.position, unit, outcome.order)
            self.report.entry(order, self.prose.outcome(outcome), _style(outcome))

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
        by = {
            o.dislodged_by: u
            for u, o in zip(self.position.units, self.ruling.outcomes, strict=True)
        }
        attackers = {u: i for i, u in by.items() if i is not None}
        for dislodged in self.ruling.dislodged:
            unit = dislodged.unit
            facts = {
                "unit": self.notation.unit(unit.kind, unit.location),
                "power": self.notation.power(unit.power),
                "place": self.notation.province(self.board.province_of[unit.location]),
                "by": self.prose.unit(attackers[unit]),
                "retreats": self.notation.locations(dislodged.retreats),
            }
            key = "may-retreat" if dislodged.retreats else "cannot-retreat"
            self.report.paragraph(self.say(key, **facts), style="bad")

    def _standoffs(self) -> None:
        if self.ruling.standoffs:
            self.report.heading(self.say("standoffs"))
            self.report.paragraph(self.notation.provinces(self.ruling.standoffs))

    def _missing(self) -> None:
        if self.season.missing:
            self.report.heading(self.say("missing"))
            for power in self.season.missing:
                name = self.notation.power(power)
                self.report.paragraph(self.say("missing-holds", power=name))

    def _problems(self) -> None:
        if not self.season.problems:
            return
        self.report.heading(self.say("problems"))
        for power, problem in self.season.problems:
            text = self.words.say(f"problems.{problem.code}", **problem.details)
            source = problem.text.strip()
            name = self.notation.power(power) if power is not None else ""
            shown = self.say("problem-line", power=name, line=problem.line, text=text)
            self.report.paragraph(f"{shown} [{source}]" if source else shown, style="warn")

    def _position(self) -> None:
        self.report.heading(self.say("position"))
        for power in range(len(self.board.powers)):
            units = [u for u in self.season.after.units if u.power == power]
            self.report.paragraph(self._units(power, units))

    def _units(self, power: int, units: Sequence[Unit]) -> str:
        colon = " : " if self.words.language == "fr" else ": "
        names = [self.notation.unit(u.kind, u.location) for u in units]
        return self.notation.power(power) + colon + (", ".join(names) or self.say("no-units"))

    def _centres(self) -> None:
        self.report.heading(self.say("centres"))
        counts = []
        for power in range(len(self.board.powers)):
            count = len(self.season.after.centres_of(power))
            name = self.notation.power(power)
            counts.append(self.say("centres-of", power=name, count=count))
        unowned = len(self.board.centres) - len(self.season.after.owners)
        if unowned:
            counts.append(self.say("unowned", count=unowned))
        self.report.paragraph(", ".join(counts))

    def _following(self) -> None:
        if self.season.following is None:
            return
        self.report.blank()
        self.report.line(self.say("next", phase=self.words.phase(self.season.following)))
        waiting = {d.unit.power for d in self.ruling.dislodged if d.retreats}
        if waiting and self.season.following.step.is_retreats:
            names = [self.notation.power(p) for p in sorted(waiting)]
            self.report.line(self.say("next-dislodged", powers=names))


def _style(outcome: Outcome) -> str:
    if outcome.dislodged_by is not None:
        return "bad"
    return _STYLES.get(outcome.result, "warn")
