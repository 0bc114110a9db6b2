"""A story as the lines of a report: of a season, of one unit, of what rested on what."""

from collections.abc import Iterable

from judge.board import Board
from judge.explaining import story
from judge.explaining.story import Chapter
from judge.explaining.telling import Teller, sentence
from judge.explaining.tree import Node, rooted
from judge.explaining.whatif import changes
from judge.phrasing import Places
from judge.report.battles import BattleTeller
from judge.report.lines import Report, Span
from judge.ruling import (
    Battle,
    ConvoyList,
    MovementRuling,
    Reason,
    Result,
    RetreatRuling,
    WinterRuling,
)
from judge.sheets.writing import Notation
from judge.words import Words


def season_page(
    board: Board, ruling: MovementRuling, rules: str, notation: Notation, words: Words
) -> Report:
    """A whole season, by the text's chapters or by units."""
    page = _Page(Teller(board, ruling, notation, words), rules)
    page.chapters(story.season(ruling, rules))
    page.battles(ruling.battles)
    page.outcomes()
    return page.report


def unit_page(
    board: Board,
    ruling: MovementRuling,
    rules: str,
    unit: int,
    notation: Notation,
    words: Words,
) -> Report:
    """One unit's part in a season."""
    page = _Page(Teller(board, ruling, notation, words), rules)
    page.head(unit)
    page.chapters(story.of_unit(board, ruling, unit, rules))
    page.battles(story.battles_of(ruling, unit))
    return page.report


def tree_page(
    board: Board,
    ruling: MovementRuling,
    rules: str,
    unit: int | None,
    notation: Notation,
    words: Words,
) -> Report:
    """What an order's outcome rested on, and that on what; of every order for no unit."""
    page = _Page(Teller(board, ruling, notation, words), rules)
    for index in range(len(ruling.outcomes)) if unit is None else (unit,):
        page.tree(rooted(board, ruling, index))
    return page.report


def change_page(
    board: Board,
    before: MovementRuling,
    after: MovementRuling,
    rules: str,
    notation: Notation,
    words: Words,
) -> Report:
    """What other orders change: each unit's order and outcome, before and after."""
    page = _Page(Teller(board, before, notation, words), rules)
    page.changes(Teller(board, after, notation, words))
    return page.report


def other_page(
    board: Board,
    ruling: RetreatRuling | WinterRuling,
    rules: str,
    notation: Notation,
    words: Words,
) -> Report:
    """A retreat or winter phase: each order, and why it was refused where it was."""
    report = Report()
    report.line(Span(words.phase(ruling.position.phase), "title"))
    report.paragraph(words.say("report.rules", rules=rules), 0, 2, "quiet")
    report.blank()
    if isinstance(ruling, RetreatRuling):
        _retreats(report, board, ruling, notation, words)
    else:
        _winter(report, board, ruling, notation, words)
    return report


def _retreats(
    report: Report, board: Board, ruling: RetreatRuling, notation: Notation, words: Words
) -> None:
    fled = ruling.position.dislodged
    for dislodged, outcome in zip(fled, ruling.outcomes, strict=True):
        unit = dislodged.unit
        report.paragraph(notation.retreat(unit, outcome.order), 2, 4)
        if outcome.result is Result.SUCCEEDS:
            key = "retreats" if outcome.to is not None else "disbanded-as-ordered"
            report.paragraph(words.say(f"retreats.{key}"), 6, 8, "good")
        for reason in outcome.reasons:
            by = [notation.unit(fled[i].unit.kind, fled[i].unit.location) for i in reason.by]
            name = notation.unit(unit.kind, unit.location)
            places = Places(board, words.language, notation.table)
            told = sentence(words, reason.code, places, reason.place, len(by), unit=name, by=by)
            report.paragraph(f"{told} ({reason.rule})", 6, 8, "bad")
        retreats = notation.locations(dislodged.retreats)
        report.paragraph(words.say("explain.open", retreats=retreats), 6, 8, "quiet")


def _winter(
    report: Report, board: Board, ruling: WinterRuling, notation: Notation, words: Words
) -> None:
    places = Places(board, words.language, notation.table)
    for balance in ruling.balances:
        report.heading(notation.power(balance.power).upper())
        account = {"centres": balance.centres, "units": balance.units}
        report.paragraph(words.say("winter.account", **account), style="quiet")
        for outcome in ruling.outcomes:
            if outcome.power != balance.power:
                continue
            report.paragraph(notation.adjustment(ruling.position, outcome.order))
            if outcome.reason is not None:
                reason = outcome.reason
                told = sentence(words, reason.code, places, reason.place)
                report.paragraph(f"{told} ({reason.rule})", 6, 8, "warn")


class _Page:
    def __init__(self, teller: Teller, rules: str) -> None:
        self.teller = teller
        self.words = teller.words
        self.rules = rules
        self.report = Report()
        facts = self.words.phase(teller.position.phase)
        self.report.line(Span(facts, "title"))
        self.report.paragraph(self.words.say("report.rules", rules=rules), 0, 2, "quiet")

    def head(self, unit: int) -> None:
        """The unit's order and what became of it."""
        self.report.blank()
        style = "good" if self.teller.is_fine(unit) else "bad"
        self.report.paragraph(self.teller.outcome(unit), 0, 2, style)

    def chapters(self, chapters: list[Chapter]) -> None:
        """Each chapter under its heading."""
        if not chapters:
            self.report.blank()
            self.report.paragraph(self.words.say("explain.nothing"), 0, 2)
        for chapter in chapters:
            self.report.heading(self._heading(chapter))
            for step, count in self._bundled(chapter):
                self._step(step, chapter.unit >= 0, count)

    def _heading(self, chapter: Chapter) -> str:
        if chapter.unit >= 0:
            return self.teller.order(chapter.unit)
        named = (self.words.find("chapters") or {}).get(chapter.rule)
        return str(named) if named else chapter.rule

    def _bundled(self, chapter: Chapter) -> list[tuple[Reason | ConvoyList, int]]:
        """The steps of a chapter; what is the same for several units of a stack once."""
        kept: list[tuple[Reason | ConvoyList, int]] = []
        told: dict[str, int] = {}
        for step in chapter.steps:
            text = "" if isinstance(step, ConvoyList) else self.teller.reason(step)
            if text and text in told:
                where = told[text]
                kept[where] = (kept[where][0], kept[where][1] + 1)
            else:
                told[text] = len(kept)
                kept.append((step, 1))
        return kept

    def _step(self, step: Reason | ConvoyList, with_anchor: bool, count: int) -> None:
        if isinstance(step, ConvoyList):
            self.report.paragraph(self.words.say("explain.list"))
            for line in step.lines:
                self.report.paragraph(self.teller.convoy(line), 6, 8, "quiet")
            if not step.lines:
                self.report.paragraph(self.words.say("explain.no-convoys"), 6, 8, "quiet")
            return
        told = self.teller.reason(step) + (f" (×{count})" if count > 1 else "")
        self.report.paragraph(f"{told} ({step.rule})" if with_anchor else told)
        for force in step.sides:
            self.report.paragraph(self.teller.force(force), 6, 8, "quiet")

    def battles(self, battles: Iterable[Battle]) -> None:
        """Fights in two stages, where several units can share a province."""
        teller = self.teller
        told = BattleTeller(teller.board, teller.position, teller.notation, self.words)
        told.tell(battles, self.report)

    def outcomes(self) -> None:
        """What every order came to, at the end of a season's story."""
        self.report.heading(self.words.say("explain.outcomes"))
        alike: dict[str, list[int]] = {}
        for index in range(len(self.teller.ruling.outcomes)):
            alike.setdefault(self.teller.outcome(index), []).append(index)
        for first, *others in alike.values():
            style = "good" if self.teller.is_fine(first) else "warn"
            self.report.paragraph(self.teller.outcome(first, 1 + len(others)), style=style)

    def changes(self, other: Teller) -> None:
        """Each unit whose order or outcome another ruling changes."""
        self.report.heading(self.words.say("explain.what-if"))
        found = changes(self.teller.ruling, other.ruling)
        if not found:
            self.report.paragraph(self.words.say("explain.same"))
        alike: dict[tuple[str, str], list[int]] = {}
        for index in found:
            alike.setdefault((self.teller.outcome(index), other.outcome(index)), []).append(index)
        for first, *others in alike.values():
            for teller, key in ((self.teller, "before"), (other, "after")):
                told = teller.outcome(first, 1 + len(others))
                text = self.words.say(f"explain.{key}", text=told)
                style = "good" if teller.is_fine(first) else "warn"
                self.report.paragraph(text, 2 if key == "before" else 6, 8, style)

    # ------------------------------------------------------------ trees

    def tree(self, node: Node) -> None:
        """A node with its branches, drawn with lines."""
        self.report.blank()
        self._node(node, "", "")

    def _node(self, node: Node, first: str, later: str) -> None:
        told = self._told(node)
        style = ""
        if node.reason is None:
            style = "good" if self.teller.is_fine(node.unit) else "warn"
        self.report.line(Span(first, "quiet"), Span(told, style))
        for n, branch in enumerate(node.branches):
            last = n == len(node.branches) - 1
            corner, line = ("└─ ", "   ") if last else ("├─ ", "│  ")
            self._node(branch, later + corner, later + line)

    def _told(self, node: Node) -> str:
        if node.reason is not None:
            text = f"{self.teller.reason(node.reason)} ({node.reason.rule})"
        else:
            result = self.words.say(f"results.{self.teller.ruling.outcomes[node.unit].result}")
            text = self.words.joined(self.teller.order(node.unit), result)
        return f"{text} {self.words.say('explain.above')}" if node.is_repeated else text
