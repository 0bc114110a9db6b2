"""How sheets are understood, line by line, before anything is ruled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge import boardfile
from judge.gamefiles import Game
from judge.position import Position
from judge.problems import Problem, Unreadable
from judge.receiving import find_power
from judge.sheets.interpreting import Interpreter, MovementSheet
from judge.sheets.reading import Reader
from judge.sheets.writing import Notation
from judge.tryboard import read_board
from judge.words import Words


@dataclass(frozen=True, slots=True)
class Row:
    """One line as written and as read; counts: whether it is the order that counts."""

    line: int
    text: str
    reads: str
    counts: bool


@dataclass(frozen=True, slots=True)
class CheckedSheet:
    """One power's sheet as understood; missing: its units without an order."""

    power: str
    file: str
    rows: tuple[Row, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """All sheets as understood, the powers without one, and every problem."""

    sheets: tuple[CheckedSheet, ...]
    absent: tuple[str, ...]
    problems: tuple[Problem, ...]

    def lines(self, words: Words) -> Iterator[str]:
        """What a person reads: each line's canonical form beside its text."""
        for sheet in self.sheets:
            yield words.say("check.sheet", power=sheet.power, file=sheet.file)
            width = max((len(r.text) for r in sheet.rows), default=0)
            for row in sheet.rows:
                lost = "" if row.counts else f"  ({words.say('check.lost')})"
                yield f"  {row.line:>3}  {row.text:<{width}}  {row.reads}{lost}"
            if sheet.missing:
                missing = ", ".join(sheet.missing)
                yield "  " + words.say("check.missing", units=missing)
            yield ""
        if self.absent:
            yield words.say("check.no-sheet", powers=list(self.absent))
        if not self.problems:
            yield words.say("check.clean")


def check_game(game: Game, files: Sequence[Path]) -> Checked:
    """Check the pending sheets of a game's current phase, or given files as if they had come."""
    position = game.position(game.current)
    interpreter = Interpreter(game.board, position, game.notation, game.reading)
    given: dict[int, tuple[str, bytes]] = {}
    problems: list[Problem] = []
    for path in files:
        data = _read(path)
        sheet = game.reader.read(data, str(path))
        power = find_power(game, sheet.power or path.stem)
        if power is None:
            headings = {e.power for e in sheet.entries if e.power is not None}
            power = headings.pop() if len(headings) == 1 else None
        if power is None:
            problems.append(Problem("receive-no-power", file=str(path)))
        else:
            given[power] = (str(path), data)
    if not files:
        for power in range(len(game.board.powers)):
            pending = game.pending(power)
            if pending is not None:
                given[power] = (game.sheet_name(power), pending)
    sheets = []
    for power, (name, data) in sorted(given.items()):
        sheet = game.reader.read(data, name)
        read = interpreter.read(sheet, power)
        problems.extend(read.problems)
        if sheet.phase is not None and sheet.phase != game.current.phase:
            current = game.words.phase(game.current.phase)
            details = {"phase": game.words.phase(sheet.phase), "current": current}
            problems.append(Problem("wrong-phase", "warning", name, details=details))
        sheets.append(_checked(position, interpreter, game.notation, read, name))
    playing = {u.power for u in position.units} if not files else set()
    absent = tuple(game.notation.power(p) for p in sorted(playing) if p not in given)
    return Checked(tuple(sheets), absent, tuple(problems))


def _checked(
    position: Position,
    interpreter: Interpreter,
    notation: Notation,
    read: MovementSheet,
    name: str,
) -> CheckedSheet:
    rows = tuple(
        Row(
            done.entry.line,
            done.entry.text,
            notation.order(position, position.units[done.unit], done.order),
            done.counts,
        )
        for done in read.understood
    )
    units = [position.units[i] for i in interpreter.missing(read)]
    missing = tuple(notation.unit(u.kind, u.location) for u in units)
    return CheckedSheet(notation.power(read.power), name, rows, missing)


def check_files(files: Sequence[Path], language: str) -> Checked:
    """Check sheets without a game: their own orders say who stands where."""
    table = "english" if language == "en" else "guide"
    board = boardfile.load("europe")
    reader = Reader(board, language, table)
    notation = Notation(board, language, table)
    sheets: list[CheckedSheet] = []
    problems: list[Problem] = []
    for path in files:
        tried = read_board(_read(path), str(path), reader)
        problems.extend(problem for _, problem in tried.problems)
        for _, read in tried.sheets:
            interpreter = Interpreter(board, tried.position, notation)
            sheets.append(_checked(tried.position, interpreter, notation, read, str(path)))
    return Checked(tuple(sheets), (), tuple(problems))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise Unreadable([Problem("file-missing", file=str(path))]) from None
    except OSError as error:
        details = {"reason": error.strerror or ""}
        raise Unreadable([Problem("file-unreadable", file=str(path), details=details)]) from None
