"""`judge run`: rule the current phase, write its files and open the next phase."""

from dataclasses import dataclass

from judge import journal, positionfile, rulingfile
from judge.gamefiles import Game, PhaseFolder, file_away, read_index
from judge.orders import Order
from judge.position import Position
from judge.problems import Problem, Unreadable
from judge.report.lines import Report
from judge.report.season import MovementSeason, movement_report
from judge.ruling import MovementRuling
from judge.season import after_movement
from judge.sheets.headers import Section
from judge.sheets.interpreting import Interpreter
from judge.sheets.publishing import published
from judge.sheets.writing import Notation
from judge.words import words
from judge.yamlfiles import scalar


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a run did.

    phase: the folder ruled. report: as written. problems: in the sheets, by power; they block
    nothing. opened: the next phase's folder name.
    """

    phase: PhaseFolder
    report: Report
    problems: tuple[tuple[int | None, Problem], ...]
    opened: str


def run(game: Game, missing_hold: bool = False) -> Ruled:
    """Rule the current phase and write everything, all or nothing.

    missing_hold: whether powers without a sheet hold; else they are an error.
    Raises Unreadable, and journal.Held when another run has the game.
    """
    with journal.lock(game.folder):
        journal.recover(game.folder)
        return _run(game, missing_hold)


def _run(game: Game, missing_hold: bool) -> Ruled:
    folder = game.current
    if folder.phase.step.is_retreats:
        raise Unreadable([Problem("not-yet-retreats", file=game.path_shown(folder.name))])
    if not folder.phase.step.is_movement:
        raise Unreadable([Problem("not-yet-winter", file=game.path_shown(folder.name))])
    position = game.position(folder)
    sheets = {p: game.pending(p) for p in range(len(game.board.powers))}
    absent = tuple(p for p in sorted({u.power for u in position.units}) if sheets[p] is None)
    if absent and not missing_hold:
        names = [game.notation.power(p) for p in absent]
        raise Unreadable([Problem("sheets-missing", details={"powers": names})])
    public = {
        p: published(data, game.reader, Section.ORDERS)
        for p, data in sheets.items()
        if data is not None
    }
    ruled = rule_movement_phase(game, position, public)
    writes = {f"{folder.name}/{name}": data for name, data in ruled.files.items()}
    writes.update(_keep_received(game, folder, sheets))
    following = game.phase_folder(ruled.after.phase)
    opened = positionfile.write(game.board, ruled.after).encode()
    writes[f"{following}/position.yaml"] = opened
    removes = [f"private/pending/{game.sheet_name(p)}" for p in public]
    journal.commit(game.folder, writes, removes)
    return Ruled(folder, ruled.report, ruled.problems, following)


@dataclass(frozen=True, slots=True)
class RuledMovement:
    """A movement phase ruled from its public files alone.

    files: every file of the phase but its position, by name. after: the position to come.
    """

    ruling: MovementRuling
    files: dict[str, bytes]
    report: Report
    problems: tuple[tuple[int | None, Problem], ...]
    after: Position


def rule_movement_phase(
    game: Game, position: Position, sheets: dict[int, str], language: str | None = None
) -> RuledMovement:
    """Rule a movement phase from the published sheets: a pure function of the game's public files.

    sheets: by power, those that came. language: of the report, the game's where none is given.
    """
    interpreter = Interpreter(game.board, position, game.notation, game.reading)
    orders: list[Order | None] = [None] * len(position.units)
    problems: list[tuple[int | None, Problem]] = []
    for power, text in sorted(sheets.items()):
        sheet = game.reader.read(text.encode(), game.sheet_name(power))
        read = interpreter.read(sheet, power)
        problems.extend((power, p) for p in read.problems)
        for index, order in read.orders.items():
            orders[index] = order
    ruling = game.rules.movement(game.board, position, orders, True)
    after = after_movement(ruling, game.board)
    playing = {u.power for u in position.units}
    missing = tuple(p for p in sorted(playing) if p not in sheets)
    options = dict(game.rules.options)
    season = MovementSeason(
        title=game.facts.name,
        board=game.board,
        rules=game.facts.rules,
        options=tuple(f"{k}: {str(v).lower()}" for k, v in game.facts.options.items()),
        ruling=ruling,
        missing=missing,
        problems=tuple(problems),
        after=after,
        following=after.phase,
    )
    spoken = language or game.facts.language
    notation = Notation(game.board, spoken, game.facts.codes)
    report = movement_report(season, notation, words(spoken))
    text = rulingfile.movement_text(game.board, ruling, game.facts.rules, options, missing)
    files = {f"orders/{game.sheet_name(p)}": s.encode() for p, s in sorted(sheets.items())}
    files["ruling.yaml"] = text.encode()
    files["report.txt"] = report.text().encode()
    return RuledMovement(ruling, files, report, tuple(problems), after)


def published_sheets(game: Game, folder: PhaseFolder) -> dict[int, str]:
    """The sheets of a ruled phase, as published."""
    sheets = {}
    for power in range(len(game.board.powers)):
        name = f"{folder.name}/orders/{game.sheet_name(power)}"
        if game.exists(name):
            sheets[power] = game.read_bytes(name).decode("utf-8", "replace")
    return sheets


def movement_report_of(game: Game, folder: PhaseFolder, language: str) -> Report:
    """The report of a ruled movement phase, in any language, from its public files."""
    position = game.position(folder)
    return rule_movement_phase(game, position, published_sheets(game, folder), language).report


def _keep_received(
    game: Game, folder: PhaseFolder, sheets: dict[int, bytes | None]
) -> dict[str, bytes]:
    """Number and keep every sheet that counted; say publicly which one it was, by its hash."""
    index = read_index(game)
    writes: dict[str, bytes] = {}
    rows = []
    for power, data in sheets.items():
        if data is None:
            continue
        key = game.board.powers[power].key
        received, kept = file_away(index, data, key, folder.phase, ".txt")
        writes.update(kept)
        rows.append(f"{scalar(key)}: {{number: {received.number}, sha256: {received.sha256}}}")
    text = "\n".join(rows) + "\n" if rows else "{}\n"
    writes[f"{folder.name}/received.yaml"] = text.encode()
    return writes
