"""What any bytes are given to, and what must hold whatever they are.

A harness takes bytes and a folder of its own. It fails by any exception but `Unreadable`, and where
something that it checks does not hold.
"""

import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

from judge import boardfile, ending, journal, positionfile, yamlfiles
from judge.board import FLEET
from judge.checking import check_game
from judge.gamefiles import Facts, Game, create, read_index
from judge.jsonlines import RecordJudge, answer_lines
from judge.orders import Order
from judge.phase import Phase, Step
from judge.position import Dislodged, Position, Unit, arranged, opening
from judge.post.claims import claims_of
from judge.post.cleaning import cleaned
from judge.post.message import read_mail
from judge.problems import Problem, Unreadable
from judge.receiving import receive
from judge.report import diagnostics
from judge.rulesystems import rule_system
from judge.running import run
from judge.savedgames import import_game
from judge.season import units_after_moves
from judge.sheets.adjusting import read_winter
from judge.sheets.interpreting import Interpreter, riders_of
from judge.sheets.line import Options
from judge.sheets.publishing import is_secret, phase_meant, phases_named, published
from judge.sheets.reading import Reader, Sheet
from judge.sheets.retreating import read_retreats
from judge.sheets.writing import Notation
from judge.tryboard import read_board
from judge.verifying import verify
from judge.words import words
from tests.boards import europe, reader
from tests.playing import board_read_once

Harness = Callable[[bytes, Path], None]

SHOWN = 50
"""Of so many problems each sentence is looked at; more of them are said no differently."""


def assert_sayable(problems: Iterable[Problem]) -> None:
    """Every problem has its sentence in both languages, and no sign that a terminal would obey."""
    for problem in list(problems)[:SHOWN]:
        for language in ("fr", "en"):
            spoken = words(language)
            shown = [*diagnostics.full(problem, spoken).splitlines()]
            shown.append(diagnostics.plain(problem, spoken))
            assert all(line.isprintable() for line in shown), problem
            assert "\n".join(shown).encode()
            assert json.loads(diagnostics.as_json([problem], spoken))


def _or_said(read: Callable[[], object]) -> bool:
    """Whether something can be read; if not, its problems can be said."""
    try:
        read()
    except Unreadable as error:
        assert error.problems
        assert_sayable(error.problems)
        return False
    return True


# ---------------------------------------------------------------- sheets


@cache
def _fleeing() -> Position:
    """A retreat phase of every power's first unit."""
    start = opening(europe())
    borders = (europe().army_borders, europe().fleet_borders)
    first = {unit.power: unit for unit in reversed(start.units)}
    units = [unit for unit in start.units if unit not in first.values()]
    dislodged = tuple(
        Dislodged(unit, europe().province_of[unit.location], borders[unit.kind][unit.location])
        for _, unit in sorted(first.items())
    )
    return Position(Phase(1901, Step.SPRING_RETREATS), tuple(units), start.owners, dislodged)


def sheet(data: bytes, _: Path) -> None:
    """A sheet read for each kind of phase, by each way to read it, and published."""
    board = europe()
    start = opening(board)
    winter = Position(Phase(1901, Step.WINTER), start.units[:-3], start.owners)
    for language, table in (("fr", "guide"), ("en", "english")):
        spoken, notation = reader(language, table), Notation(board, language, table)
        read = spoken.read(data, "sheet.txt")
        _assert_placed(read)
        for power in (0, 3):
            for options in (Options(), Options(strict=True, two_orders_void=True)):
                moves = Interpreter(board, start, notation, options).read(read, power)
                assert_sayable(moves.problems)
                assert set(moves.orders) == {done.unit for done in moves.understood}
            retreats = read_retreats(_fleeing(), notation, read, power, Options())
            assert_sayable(retreats.problems)
            strict = Options(strict=True)
            assert_sayable(read_winter(winter, notation, read, power, strict).problems)
            _assert_published(data, spoken, start, power)
        assert_sayable(p for _, p in read_board(data, "sheet.txt", spoken).problems)


def _assert_placed(read: Sheet) -> None:
    for entry in read.entries:
        assert read.source[entry.line - 1][entry.column - 1 :].startswith(entry.text)
    for problem in read.problems:
        if problem.line:
            assert 1 <= problem.column <= len(read.source[problem.line - 1]) + 1
            assert problem.length >= 1


def _assert_published(data: bytes, spoken: Reader, position: Position, power: int) -> None:
    """What is published holds no key, and published again it is read the same."""
    phase_meant(data, spoken, position.phase)
    phases_named(data)
    text = published(data, spoken, position, power)
    assert not any(map(is_secret, text.split("\n")))
    again = published(text.encode(), spoken, position, power)
    read, reread = (spoken.read(t.encode(), "sheet.txt").entries for t in (text, again))
    assert [(e.line, e.written) for e in read] == [(e.line, e.written) for e in reread]


# ---------------------------------------------------------------- a game


@cache
def _game(folder: Path) -> Path:
    """A new game, made once in a folder."""
    with board_read_once():
        return create(folder / "game", Facts(name="essai")).folder


def _copy(folder: Path) -> Path:
    """A copy of the new game, to be spoilt."""
    copy = folder / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    return Path(shutil.copytree(_game(folder), copy))


def sheet_in_a_game(data: bytes, folder: Path) -> None:
    """A sheet received, checked and ruled on: the game agrees with itself afterwards."""
    with board_read_once():
        game = _copy(folder)
        path = folder / "france.txt"
        path.write_bytes(data)
        if _or_said(lambda: receive(Game(game), [path], None)):
            assert (game / "private" / "received" / "0001.txt").read_bytes() == data
        else:
            shutil.copyfile(path, game / "private" / "pending" / "france.txt")
        _or_said(lambda: check_game(Game(game), []))
        if _or_said(lambda: run(Game(game), missing_hold=True)):
            count, difference = verify(Game(game))
            assert (count > 0, difference) == (True, None)


def _spoilt(name: str) -> Harness:
    """A harness that puts bytes in the place of a file of a game and opens the game."""

    def harness(data: bytes, folder: Path) -> None:
        with board_read_once():
            game = _copy(folder)
            (game / name).parent.mkdir(parents=True, exist_ok=True)
            (game / name).write_bytes(data)

            def use() -> None:
                opened = Game(game)
                opened.position(opened.current)
                assert opened.end is None or opened.end.powers
                read_index(opened)
                verify(opened)

            try:
                _or_said(use)
            except journal.Damaged:
                assert name.startswith("private/journal")
            assert {path.name for path in folder.iterdir()} <= {"game", "copy", "france.txt"}

    return harness


def position_file(data: bytes, _: Path) -> None:
    """A position read: what is read can be written, and is read the same again."""
    board = europe()

    def read() -> None:
        position = positionfile.read(board, data, "position.yaml")
        text = positionfile.write(board, position).encode()
        assert positionfile.read(board, text, "position.yaml") == position

    _or_said(read)


def end_file(data: bytes, _: Path) -> None:
    """The end of a game read, and written again."""
    board = europe()

    def read() -> None:
        end = ending.read(board, data, "end.yaml")
        assert ending.read(board, ending.write(board, end).encode(), "end.yaml") == end

    _or_said(read)


def yaml_file(data: bytes, _: Path) -> None:
    """Any YAML."""
    _or_said(lambda: yamlfiles.parse(data, "file.yaml"))


def map_file(data: bytes, folder: Path) -> None:
    """A map file: a board that works, or problems."""
    path = folder / "map.yaml"
    path.write_bytes(data)
    board, problems = boardfile.check(path)
    assert_sayable(problems)
    assert (board is None) == any(p.severity == "error" for p in problems)
    if board is not None:
        position = opening(board)
        text = positionfile.write(board, position).encode()
        assert positionfile.read(board, text, "position.yaml") == position
        for name in ("guide", "standard"):
            rule_system(name).movement(board, position, [None] * len(position.units), True)


# ---------------------------------------------------------------- other programs' files


@cache
def _judges() -> tuple[RecordJudge, ...]:
    names = ("guide", "18centres", "standard:1971")
    return tuple(RecordJudge(europe(), rule_system(name)) for name in names)


def json_lines(data: bytes, _: Path) -> None:
    """Records: one answer for each line, each of them JSON, the same as without reasons."""
    for line in data.decode("utf-8", "replace").split("\n")[:20]:
        for judge in _judges():
            answer = judge.answer(line)
            told = json.loads(json.dumps(answer))
            assert isinstance(told, dict) and "id" in told
            assert ("error" in told) != ("results" in told)
            brief = RecordJudge(judge.board, judge.rules, explain=False).answer(line)
            assert _without_reasons(told) == _without_reasons(json.loads(json.dumps(brief)))


def _without_reasons(answer: Mapping[str, object]) -> object:
    if isinstance(answer, dict):
        return {k: _without_reasons(v) for k, v in answer.items() if k != "reasons"}
    return answer


def saved_game(data: bytes, folder: Path) -> None:
    """A game as another program saves it: imported and agreeing with itself, or nothing is left."""
    path, into = folder / "saved.json", folder / "imported"
    path.write_bytes(data)
    shutil.rmtree(into, ignore_errors=True)
    with board_read_once():
        if _or_said(lambda: import_game(path, into, Facts(name="essai", rules="standard"))):
            _, difference = verify(Game(into))
            assert difference is None
        else:
            assert not into.exists()
    path.unlink()


# ---------------------------------------------------------------- several units in a province


@cache
def _stacked() -> Position:
    """The opening of `diplo` with each unit three times, and a fleet on each coast of StP."""
    board = boardfile.load("europe-diplo")
    start = opening(board)
    units = [unit for unit in start.units for _ in range(3)]
    coasts = [board.location_numbers[f"StP ({coast})"] for coast in ("cn", "cs")]
    units += [Unit(board.power_numbers["Russie"], FLEET, coast) for coast in coasts]
    return Position(start.phase, arranged(units, board), start.owners)


def stacked_sheet(data: bytes, _: Path) -> None:
    """A sheet of `diplo`: read, and ruled on without losing a unit or mixing two powers."""
    start, stacks = _stacked(), Options(stacks=True)
    board, system = boardfile.load("europe-diplo"), rule_system("diplo")
    spoken, notation = Reader(board, "fr", "guide", stacks=True), Notation(board)
    read = spoken.read(data, "sheet.txt")
    orders: list[Order | None] = [None] * len(start.units)
    told = [Interpreter(board, start, notation, stacks).read(read, p) for p in (0, 5)]
    for moves in told:
        assert_sayable(moves.problems)
        for index, order in moves.orders.items():
            assert start.units[index].power == moves.power
            orders[index] = order
    ruling = system.movement(board, start, orders, True, riders_of(told))
    assert len(units_after_moves(ruling, board)) + len(ruling.dislodged) == len(start.units)
    winter = Position(Phase(1901, Step.WINTER), start.units[::2], start.owners)
    adjusted = read_winter(winter, notation, read, 0, stacks, system.year)
    assert_sayable(adjusted.problems)
    assert system.winter(board, winter, {0: adjusted.orders}).balances
    assert_sayable(p for _, p in read_board(data, "sheet.txt", spoken, stacks).problems)


def stacked_json(data: bytes, _: Path) -> None:
    """Records of `diplo`: one answer for each line, each of them JSON."""
    lines = data.decode("utf-8", "replace").split("\n")[:20]
    answers = answer_lines(lines, boardfile.load("europe-diplo"), rule_system("diplo"))
    told = [json.loads(answer) for answer in answers]
    assert len(told) == sum(1 for line in lines if line.strip())
    assert all(("error" in answer) != ("results" in answer) for answer in told)


# ---------------------------------------------------------------- mails


def mail(data: bytes, folder: Path) -> None:
    """A mail: read, cleaned and parted into the sheets in it, whatever it holds."""
    found = read_mail(data)
    assert "\n" not in found.subject and "\n" not in found.sender
    text = cleaned(found.text, is_forward=False)
    with board_read_once():
        game = Game(_game(folder))
        for claim in claims_of(text.lines, None, game):
            assert len(claim.lines) <= len(text.lines)
            own = "\n".join(claim.lines).encode("utf-8", "surrogatepass")
            published(own, game.reader, game.position(game.current), 0)


HARNESSES: Mapping[str, Harness] = {
    "sheet": sheet,
    "sheet_in_a_game": sheet_in_a_game,
    "game_file": _spoilt("game.yaml"),
    "position_in_a_game": _spoilt("1901-1-printemps/position.yaml"),
    "end_in_a_game": _spoilt("end.yaml"),
    "received_index": _spoilt("private/received/index.yaml"),
    "journal_index": _spoilt("private/journal/index.json"),
    "position_file": position_file,
    "end_file": end_file,
    "yaml_file": yaml_file,
    "map_file": map_file,
    "json_lines": json_lines,
    "saved_game": saved_game,
    "stacked_sheet": stacked_sheet,
    "stacked_json": stacked_json,
    "mail": mail,
}
"""Every harness by the name of its folder of seeds in `corpus`."""
