"""What the season reports of all phases share: title, problems, position, centres, what is next."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.board import Board
from judge.ending import End
from judge.phase import Phase
from judge.position import Position, Unit
from judge.problems import Problem
from judge.report.diagnostics import excerpt, sentence
from judge.report.lines import Report, Span
from judge.ruling import WinterRuling
from judge.season import RULEBOOK, Ruling, Year, powers_to_order
from judge.sheets.writing import Notation, counted
from judge.words import Words


@dataclass(frozen=True, slots=True)
class Season:
    """What a phase's report tells.

    title: of the game. rules, options: as printed, ``guide``. missing: powers whose sheet did not
    come. problems: with the power whose sheet they are in, None for no power's. after: the
    position that the phase leaves. following: the phase to come, None where that is not known.
    end: how the game ended with this phase, if it did. correction: the note of a phase that was
    ruled again. idle: powers that nobody plays. year: how the rule system's year ends.
    """

    title: str
    board: Board
    rules: str
    options: tuple[str, ...]
    ruling: Ruling
    missing: tuple[int, ...]
    problems: tuple[tuple[int | None, Problem], ...]
    after: Position
    following: Phase | None
    end: End | None = None
    correction: str = ""
    idle: tuple[int, ...] = ()
    year: Year = RULEBOOK


class SeasonWriter:
    """Writes the parts that all season reports have; each kind of phase adds its own."""

    def __init__(
        self, season: Season, notation: Notation, words: Words, onto: Report | None = None
    ) -> None:
        self.season = season
        self.board = season.board
        self.position = season.ruling.position
        self.notation = notation
        self.words = words
        self.report = Report() if onto is None else onto

    def say(self, key: str, /, **facts: object) -> str:
        """A sentence of the report's own."""
        return self.words.say(f"report.{key}", **facts)

    def write(self) -> Report:
        """The whole report."""
        self._title()
        self.tell_phase()
        self._missing()
        self._problems()
        self._position()
        self._captures()
        self._centres()
        self._following()
        return self.report

    def tell_phase(self) -> None:
        """What this kind of phase has to tell."""
        raise NotImplementedError

    def _title(self) -> None:
        phase = self.words.phase(self.position.phase)
        title = f"{phase} · {self.season.title}" if self.season.title else phase
        self.report.line(Span(title, "title"))
        self.report.paragraph(self.say("rules", rules=self.season.rules), 0, 2, "quiet")
        if self.season.options:
            options = self.say("options", options=", ".join(self.season.options))
            self.report.paragraph(options, 0, 2, "quiet")
        if self.season.correction:
            self.report.heading(self.say("correction"))
            self.report.paragraph(self.season.correction, style="warn")

    def _missing(self) -> None:
        if self.season.missing:
            self.report.heading(self.say("missing"))
            step = self.season.ruling.position.phase.step
            key = "holds" if step.is_movement else "flees" if step.is_retreats else "adjusts"
            if isinstance(self.season.ruling, WinterRuling) and self.season.ruling.owners:
                key = "arsenals"
            for power in self.season.missing:
                name = self.notation.power(power)
                self.report.paragraph(self.say(f"missing-{key}", power=name))

    def _problems(self) -> None:
        if not self.season.problems:
            return
        self.report.heading(self.say("problems"))
        for power, problem in self.season.problems:
            text = sentence(problem, self.words)
            source = excerpt(problem)
            name = self.notation.power(power) if power is not None else ""
            shown = self.say("problem-line", power=name, line=problem.line, text=text)
            self.report.paragraph(f"{shown} [{source}]" if source else shown, style="warn")

    def _position(self) -> None:
        self.report.heading(self.say("position"))
        for power in range(len(self.board.powers)):
            units = [u for u in self.season.after.units if u.power == power]
            self.report.paragraph(self._units(power, units))

    def _units(self, power: int, units: Sequence[Unit]) -> str:
        names = counted(self.notation.unit(u.kind, u.location) for u in units)
        told = ", ".join(names) or self.say("no-units")
        return self.words.joined(self.notation.power(power), told)

    def _captures(self) -> None:
        before = dict(self.position.owners)
        now = dict(self.season.after.owners)
        taken = [(c, p) for c, p in self.season.after.owners if before.get(c) != p]
        freed = [(c, p) for c, p in self.position.owners if c not in now]
        if not taken and not freed:
            return
        self.report.heading(self.say("captures"))
        for centre, power in taken:
            loser = before.get(centre)
            facts = {
                "power": self.notation.power(power),
                "place": self.notation.province(centre),
                "loser": "" if loser is None else self.notation.power(loser),
            }
            key = "capture-neutral" if loser is None else "capture"
            self.report.paragraph(self.say(key, **facts))
        for centre, loser in freed:
            facts = {"place": self.notation.province(centre), "loser": self.notation.power(loser)}
            self.report.paragraph(self.say("capture-freed", **facts))

    def _centres(self) -> None:
        self.report.heading(self.say("centres"))
        counts = []
        for power in self.board.played:
            count = len(self.season.after.centres_of(power))
            name = self.notation.power(power)
            counts.append(self.say("centres-of", power=name, count=count))
        unowned = len(self.board.centres) - len(self.season.after.owners)
        if unowned:
            counts.append(self.say("unowned", count=unowned))
        self.report.paragraph(", ".join(counts))

    def _following(self) -> None:
        if self.season.end is not None:
            self._end(self.season.end)
            return
        if self.season.following is None:
            return
        self.report.blank()
        self.report.line(self.say("next", phase=self.words.phase(self.season.following)))
        waiting = powers_to_order(self.board, self.season.after, self.season.idle, self.season.year)
        if not self.season.following.step.is_movement:
            names = [self.notation.power(p) for p in waiting]
            if names:
                self.report.paragraph(self.say("next-powers", powers=names), 0, 2)

    def _end(self, end: End) -> None:
        self.report.heading(self.say("end"))
        names = [self.notation.power(p) for p in end.powers]
        text = self.words.say(f"ends.{end.how}", powers=names, rule=end.rule)
        self.report.paragraph(text, style="good")
