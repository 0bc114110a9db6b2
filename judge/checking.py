"""How sheets are understood, line by line, before anything is ruled."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from judge import boardfile
from judge.gamefiles import Game
from judge.position import Position
from judge.problems import Problem, bounded
from judge.receiving import bytes_of, find_power, wrong_phase
from judge.ruledphase import usable
from judge.rulesystems import rule_system
from judge.season import powers_to_order
from judge.sheets.adjusting import read_winter
from judge.sheets.headers import Section
from judge.sheets.interpreting import Interpreter, MovementSheet
from judge.sheets.line import Options
from judge.sheets.publishing import hidden_problems, phase_meant, published, read_whole
from judge.sheets.reading import Reader, Sheet, decode, split_lines
from judge.sheets.retreating import read_retreats
from judge.sheets.scopes import scopes, section_for
from judge.sheets.wishes import wish
from judge.sheets.writing import Notation, counted, times
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
    """One power's sheet as understood.

    missing: its units without an order. later: what it says of phases to come.
    """

    power: str
    file: str
    rows: tuple[Row, ...]
    missing: tuple[str, ...]
    later: tuple[Row, ...] = ()


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
            width = max((len(r.text) for r in (*sheet.rows, *sheet.later)), default=0)
            for row in sheet.rows:
                lost = "" if row.counts else f"  ({words.say('check.lost')})"
                yield f"  {row.line:>3}  {row.text:<{width}}  {row.reads}{lost}"
            if sheet.later:
                yield "  " + words.say("check.later")
            for row in sheet.later:
                yield f"  {row.line:>3}  {row.text:<{width}}  {row.reads}".rstrip()
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
    given: dict[int, tuple[str, bytes]] = {}
    problems: list[Problem] = []
    for path in files:
        data = bytes_of(path)
        sheet = game.reader.read(data, str(path))
        power = find_power(game, sheet.power or path.stem)
        if power is None:
            headings = {e.power for e in sheet.entries if e.power is not None}
            power = headings.pop() if len(headings) == 1 else None
        if power is None:
            problems.append(Problem("receive-no-power", file=str(path)))
        else:
            given[power] = (str(path), data)
    waiting = powers_to_order(game.board, position, game.idle(position.phase), game.rules.year)
    if not files:
        for power in game.board.played:
            sheet_of = game.sheet_for(game.current, power)
            if sheet_of is not None and (power in waiting or game.pending(power) is not None):
                given[power] = (game.sheet_name(power), sheet_of)
    sheets, found = check_sheets(game, position, given)
    problems.extend(found)
    absent = tuple(game.notation.power(p) for p in waiting if p not in given and not files)
    return Checked(tuple(sheets), absent, tuple(problems))


def check_sheets(
    game: Game, position: Position, given: Mapping[int, tuple[str, bytes]]
) -> tuple[list[CheckedSheet], list[Problem]]:
    """Check the sheets of some powers as a position's phase reads them.

    given: by power, the file's name to show and its bytes.
    """
    problems: list[Problem] = []
    sheets = []
    for power, (name, data) in sorted(given.items()):
        text = published(data, game.reader, position, power)
        sheet, unclear = usable(game.reader, position, power, text, name)
        problems.extend(unclear)
        whole = read_whole(data, game.reader, name)
        problems.extend(hidden_problems(whole, text))
        if not whole.entries and not whole.problems:
            problems.append(Problem("sheet-empty", "warning", name))
        checked, found = _understood(game, position, sheet, power, name)
        sheets.append(replace(checked, later=_later(game, position, data, whole, power)))
        problems.extend(found)
        meant = phase_meant(data, game.reader, position.phase)
        if meant != position.phase:
            problems.append(wrong_phase(game, name, meant, position.phase))
    return sheets, bounded(problems)


def _later(
    game: Game, position: Position, data: bytes, whole: Sheet, power: int
) -> tuple[Row, ...]:
    """The lines for phases to come, and the retreats that stand on a move's line."""
    lines = split_lines(decode(data))
    step = position.phase.step
    now = {Section.ORDERS, section_for(step)}
    under = list(scopes(lines))
    rows = []
    for entry in whole.entries:
        phase = under[entry.line - 1].phase
        is_later = phase > position.phase if phase else entry.section not in now
        flees = step.is_movement and bool(entry.written.retreats)
        if entry.power in (None, power) and (is_later or flees):
            section = entry.section if is_later else Section.RETREATS
            text = lines[entry.line - 1].strip()
            rows.append(Row(entry.line, text, wish(game.notation, entry.written, section), True))
    return tuple(rows)


def _understood(
    game: Game, position: Position, sheet: Sheet, power: int, name: str
) -> tuple[CheckedSheet, list[Problem]]:
    """One sheet as the current phase understands it."""
    board, notation = game.board, game.notation
    if position.phase.step.is_movement:
        interpreter = Interpreter(board, position, notation, game.reading)
        moves = interpreter.read(sheet, power)
        return _checked(position, interpreter, notation, moves, name), moves.problems
    rows: list[Row]
    missing: tuple[str, ...] = ()
    if position.phase.step.is_retreats:
        fled = read_retreats(position, notation, sheet, power, game.reading)
        problems = fled.problems
        rows = _together(
            Row(
                done.entry.line,
                done.entry.text,
                notation.retreat(position.dislodged[done.unit].unit, done.order),
                done.counts,
            )
            for done in fled.understood
        )
        waiting = [
            d.unit
            for n, d in enumerate(position.dislodged)
            if d.unit.power == power and n not in fled.orders
        ]
        missing = tuple(counted(notation.unit(u.kind, u.location) for u in waiting))
    else:
        winter = read_winter(position, notation, sheet, power, game.reading, game.rules.year)
        problems = winter.problems
        rows = _together(
            Row(done.entry.line, done.entry.text, notation.adjustment(position, done.order), True)
            for done in winter.understood
        )
    return CheckedSheet(notation.power(power), name, tuple(rows), missing), problems


def _checked(
    position: Position,
    interpreter: Interpreter,
    notation: Notation,
    read: MovementSheet,
    name: str,
) -> CheckedSheet:
    rows = _together(
        Row(
            done.entry.line,
            done.entry.text,
            notation.order(position, position.units[done.unit], done.order)
            + (f" ({notation.yields})" if done.entry.written.yields else ""),
            done.counts,
        )
        for done in read.understood
    )
    rows += [Row(e.line, e.text, notation.consent(c), True) for e, c in read.consents]
    rows.sort(key=lambda row: row.line)
    units = [position.units[i] for i in interpreter.missing(read)]
    missing = tuple(counted(notation.unit(u.kind, u.location) for u in units))
    return CheckedSheet(notation.power(read.power), name, tuple(rows), missing)


def _together(rows: Iterable[Row]) -> list[Row]:
    """The rows of one line that say the same once, with their number: ``2A Pru - Var``."""
    return [replace(row, reads=times(row.reads, count)) for row, count in Counter(rows).items()]


def check_files(files: Sequence[Path], language: str, rules: str = "guide") -> Checked:
    """Check sheets without a game: their own orders say who stands where, on the rules' own map."""
    table = "english" if language == "en" else "guide"
    system = rule_system(rules)
    board, options = boardfile.load(system.map), Options(stacks=system.stacks)
    reader = Reader(board, language, table)
    notation = Notation(board, language, table)
    sheets: list[CheckedSheet] = []
    problems: list[Problem] = []
    for path in files:
        tried = read_board(bytes_of(path), str(path), reader, options)
        problems.extend(problem for _, problem in tried.problems)
        for _, read in tried.sheets:
            interpreter = Interpreter(board, tried.position, notation, options)
            sheets.append(_checked(tried.position, interpreter, notation, read, str(path)))
    return Checked(tuple(sheets), (), tuple(bounded(problems)))
