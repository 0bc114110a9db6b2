"""A sheet's bytes to its written orders, line by line; nothing hides anything else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.board import Board
from judge.names import fold
from judge.phase import Phase
from judge.problems import Problem
from judge.sheets.grammar import LANGUAGES, Grammar, NotAnOrder, grammar
from judge.sheets.headers import Field, Section, fields_of, is_remark
from judge.sheets.scopes import scopes
from judge.sheets.tokens import BAD, LINE_LIMIT, VERBS, Segment, Tok, cut, scan
from judge.sheets.vocabulary import Vocabulary
from judge.sheets.written import Written

SHEET_LIMIT = 262_144
"""Largest sheet read, in bytes: a full sheet with press is a few thousand."""

LINES_LIMIT = 5_000
"""Most lines read of one sheet."""


_IF_DISLODGED = re.compile(
    r"[\s,(](?:si|if)\s+(?:elle\s+est\s+|est\s+|it\s+is\s+)?(?:d[eé]log[eé]e?|dislodged)[\s.)]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One order as it stands in a sheet.

    line, column: where it begins, from 1. text: as written. power: whose heading it stands under,
    None under none. written: how it was read.
    """

    line: int
    column: int
    text: str
    power: int | None
    section: Section
    written: Written


@dataclass
class Sheet:
    """A sheet as read.

    entries: its orders. problems: its lines that could not be read. game, power, key, phase: what
    it says of itself. press: the lines of its press section. received: whether it says anything at
    all, so that a sheet of comments counts as sent. source: its lines.
    """

    file: str
    source: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    game: str = ""
    power: str = ""
    key: str = ""
    phase: Phase | None = None
    press: list[str] = field(default_factory=list)


def decode(data: bytes) -> str:
    """A sheet's text: UTF-8 or UTF-16 with its mark, else UTF-8, else the Western code page.

    Every byte sequence gives some text; nothing is refused here.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "".join(_western(byte) for byte in data)


def _western(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


def split_lines(text: str) -> list[str]:
    """The lines of a text with Unix, DOS or old Macintosh line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


class Reader:
    """Reads sheets on one board.

    language: the sheets' own; a line that it cannot read is tried in the other one. table: the
    game's code table, which decides what ambiguous words mean. stacks: whether units can share a
    province, so that a unit's letter tells them apart.
    """

    def __init__(
        self, board: Board, language: str = "fr", table: str = "guide", stacks: bool = False
    ) -> None:
        self.board = board
        self.stacks = stacks
        self.language = language
        self.table = table
        self._vocabularies: dict[str, Vocabulary] = {}

    def vocabulary(self, language: str) -> Vocabulary:
        """The words of the board in a language."""
        if language not in self._vocabularies:
            keywords = grammar(language).keywords
            self._vocabularies[language] = Vocabulary(self.board, language, self.table, keywords)
        return self._vocabularies[language]

    def read(self, data: bytes, file: str) -> Sheet:
        """Read a sheet, whatever it holds."""
        sheet = Sheet(file)
        if len(data) > SHEET_LIMIT:
            details = {"limit": SHEET_LIMIT}
            sheet.problems.append(Problem("file-too-large", file=file, details=details))
            data = data[:SHEET_LIMIT]
        lines = split_lines(decode(data))
        if len(lines) > LINES_LIMIT:
            details = {"limit": LINES_LIMIT}
            sheet.problems.append(Problem("sheet-too-long", file=file, details=details))
            lines = lines[:LINES_LIMIT]
        sheet.source = tuple(lines)
        state = _State(Section.ORDERS, None)
        for number, (line, scope) in enumerate(zip(lines, scopes(lines), strict=True), 1):
            state.section = scope.section
            if scope.phase is not None and sheet.phase is None:
                sheet.phase = scope.phase
            if line[scope.start :].strip():
                self._read_line(sheet, state, number, " " * scope.start + line[scope.start :])
        return sheet

    def _read_line(self, sheet: Sheet, state: "_State", number: int, line: str) -> None:
        if len(line) > LINE_LIMIT:
            details = {"limit": LINE_LIMIT}
            text = line[:60] + "…"
            problem = Problem("line-too-long", "error", sheet.file, number, 1, text, 1, details)
            sheet.problems.append(problem)
            return
        if state.section is Section.PRESS:
            sheet.press.append(line)
            return
        if is_remark(line):
            return
        fields = fields_of(line)
        for kind, value in fields:
            if kind is Field.GAME:
                sheet.game = value
            elif kind is Field.KEY:
                sheet.key = value
            else:
                sheet.power = value
                self._name_power(sheet, state, number, line, value)
        if not fields:
            self._read_orders(sheet, state, number, line)

    def _name_power(
        self, sheet: Sheet, state: "_State", number: int, line: str, value: str
    ) -> None:
        """``Puissance: Autriche`` is a heading too."""
        tokens = scan(value, self.vocabulary(self.language))
        if len(tokens) == 1 and tokens[0].type == "POWER":
            state.power = tokens[0].value.power
        else:
            column = line.find(value) + 1
            at = (number, column, line, max(1, len(value)))
            sheet.problems.append(self._problem("unknown-power", sheet.file, *at, {"word": value}))

    def _read_orders(self, sheet: Sheet, state: "_State", number: int, line: str) -> None:
        """Every order of a line, in the sheet's language or else in the other one."""
        line = self._take_initial(sheet, state, number, line)
        first: list[_Read] | None = None
        for language in sorted(LANGUAGES, key=lambda name: name != self.language):
            reading = self._segments(language, line)
            if first is None:
                first = reading
            if all(not isinstance(r.result, _Failure) for r in reading):
                first = reading
                break
        assert first is not None
        for read in first:
            if read.segment.power is not None:
                state.power = read.segment.power.power
            if isinstance(read.result, _Failure):
                at = (number, read.result.column, line, read.result.length)
                details, expected, near = (
                    read.result.details,
                    read.result.expected,
                    read.result.near,
                )
                sheet.problems.append(
                    self._problem(read.result.code, sheet.file, *at, details, expected, near)
                )
                continue
            tokens = read.segment.tokens
            for written in read.result:
                start, end = tokens[0].column, tokens[-1].column + len(tokens[-1].text)
                text = line[start - 1 : end - 1].strip()
                if text.count("(") > text.count(")") and line[end - 1 : end] == ")":
                    text += ")"
                entry = Entry(number, start, text, state.power, state.section, written)
                sheet.entries.append(entry)

    def without_flights(self, line: str) -> str:
        """The line with its conditional retreats blanked out, every other column kept.

        A unit and its retreat alone are an order for later, and go whole.
        """
        if len(line) > LINE_LIMIT:
            return line
        out = list(line)
        for language in LANGUAGES:
            for segment in cut(scan(line, self.vocabulary(language))):
                flight = next((t for t in segment.tokens[1:] if t.type == "_RETREAT"), None)
                if flight is not None:
                    last = segment.tokens[-1]
                    first = segment.tokens[0]
                    is_alone = not any(
                        t.type in VERBS and t is not flight
                        for t in segment.tokens[: segment.tokens.index(flight)]
                    )
                    start = (first if is_alone else flight).column - 1
                    end = last.column - 1 + len(last.text)
                    out[start:end] = " " * (end - start)
        return "".join(out)

    def without_own_condition(self, line: str) -> str:
        """The line without ``si délogée`` after its retreats: they are for that case anyway."""
        match = _IF_DISLODGED.search(line) if len(line) <= LINE_LIMIT else None
        if not match:
            return line
        tokens = scan(line[: match.start()], self.vocabulary(self.language))
        if not any(token.type == "_RETREAT" for token in tokens):
            return line
        return line[: match.start()]

    def _take_initial(self, sheet: Sheet, state: "_State", number: int, line: str) -> str:
        """A heading by a power's initial: ``R: A MOS`` or ``R) A MOS``."""
        match = re.match(r"\s*([^\W\d_])\s?[:)](?=\s|$)", line)
        if not match:
            return line
        powers = self.vocabulary(self.language).initials.get(fold(match[1]), ())
        if len(powers) == 1:
            state.power = powers[0]
        else:
            names = [self.board.powers[p].names[self.language].name for p in powers]
            details = {"word": match[1], "readings": names}
            code = "ambiguous-power" if powers else "unknown-power"
            at = (number, match.start(1) + 1, line, 1)
            sheet.problems.append(
                self._problem(code, sheet.file, *at, details, (), tuple(names[:3]))
            )
            state.power = None
        return " " * match.end() + line[match.end() :]

    def _segments(self, language: str, line: str) -> list["_Read"]:
        vocabulary = self.vocabulary(language)
        spoken = grammar(language)
        return [
            _Read(segment, _parse(segment, spoken, vocabulary, line))
            for segment in cut(scan(line, vocabulary))
        ]

    @staticmethod
    def _problem(
        code: str,
        file: str,
        line: int,
        column: int,
        text: str,
        length: int,
        details: dict[str, object],
        expected: tuple[str, ...] = (),
        near: tuple[str, ...] = (),
    ) -> Problem:
        return Problem(code, "error", file, line, column, text, length, details, expected, near)


@dataclass
class _State:
    """Under which section and which power's heading a line stands."""

    section: Section
    power: int | None


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a stretch of a line is no order."""

    code: str
    column: int
    length: int
    details: dict[str, object]
    expected: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read:
    segment: Segment
    result: list[Written] | _Failure


_PLACE_FOLLOWS = frozenset(
    ("ARMY", "FLEET", "ARROW", "_MOVE", "_SUPPORT", "_CONVOY", "_RETREAT", "POWER")
)


def _parse(
    segment: Segment, spoken: Grammar, vocabulary: Vocabulary, line: str
) -> list[Written] | _Failure:
    """The orders of a stretch of a line; none for a heading alone."""
    if not segment.tokens:
        return []
    for before, tok in zip((None, *segment.tokens), segment.tokens, strict=False):
        if tok.type == BAD:
            return _unknown(tok, before, vocabulary)
    try:
        return spoken.parse(segment.tokens)
    except NotAnOrder as error:
        return _not_an_order(segment.tokens, error, vocabulary, line)


def _unknown(tok: Tok, before: Tok | None, vocabulary: Vocabulary) -> _Failure:
    length = max(1, len(tok.text))
    if tok.value == "unknown-sign":
        return _Failure("unknown-sign", tok.column, length, {"word": tok.text})
    word = fold(tok.text)
    is_place = before is not None and before.type in _PLACE_FOLLOWS
    near = vocabulary.nearest(word)
    code = "unknown-province" if is_place else "unknown-word"
    expected = ("PLACE",) if is_place else ()
    return _Failure(code, tok.column, length, {"word": tok.text}, expected, near)


def _not_an_order(
    tokens: Sequence[Tok], error: NotAnOrder, vocabulary: Vocabulary, line: str
) -> _Failure:
    expected = tuple(e for e in error.expected if e != "$END")
    first = fold(tokens[0].text)
    if len(first) == 1 and first in vocabulary.initials and len(tokens) > 1:
        names = [
            vocabulary.board.powers[p].names[vocabulary.language].name
            for p in vocabulary.initials[first]
        ]
        if tokens[1].type in ("ARMY", "FLEET") and tokens[0].type not in ("ARMY", "FLEET"):
            details: dict[str, object] = {"word": tokens[0].text, "readings": names}
            rest = line[tokens[1].column - 1 :].strip()
            near = tuple(f"{name}: {rest}" for name in names[:2])
            return _Failure("ambiguous-initial", tokens[0].column, 1, details, expected, near)
    if error.token is None:
        last = tokens[-1]
        end = last.column + len(last.text)
        return _Failure("incomplete-order", end, 1, {"word": last.text}, expected)
    tok = error.token
    return _Failure(
        "unexpected-word", tok.column, max(1, len(tok.text)), {"word": tok.text}, expected
    )
