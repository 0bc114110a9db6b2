"""A phase ruled from its public files alone: the same files give the same bytes, whoever asks."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge import rulingfile
from judge.board import Board
from judge.ending import End, by_rule
from judge.gamefiles import Game, PhaseFolder
from judge.orders import Adjustment, Order, RetreatOrder, Riders
from judge.position import Position
from judge.problems import Problem, bounded
from judge.report.lines import Report
from judge.report.season import Season
from judge.ruling import MovementRuling, RetreatRuling
from judge.season import Owners, Ruling, after, powers_to_order
from judge.sheets.adjusting import read_winter
from judge.sheets.conditions import decided
from judge.sheets.interpreting import Interpreter, riders_of
from judge.sheets.reading import Reader, Sheet, split_lines
from judge.sheets.retreating import read_retreats
from judge.sheets.writing import Notation
from judge.words import words

Found = tuple[tuple[int | None, Problem], ...]
"""Problems with the power whose sheet they are in."""


@dataclass(frozen=True, slots=True)
class RuledPhase:
    """A phase ruled.

    missing: the powers that had a choice to make and sent nothing. files: every file that the
    ruling adds to the phase's folder, by name. after: the position to come. end: how the game
    ended with it, if it did; then there is no phase to come.
    """

    ruling: Ruling
    missing: tuple[int, ...]
    problems: Found
    after: Position
    end: End | None
    files: Mapping[str, bytes]

    def counted(self, board: Board, no_orders: Mapping[str, int]) -> dict[str, int]:
        """The ONR counts, by power, with those of this phase."""
        counts = dict(no_orders)
        for power in self.missing:
            key = board.powers[power].key
            counts[key] = counts.get(key, 0) + 1
        return counts


def rule_phase(
    game: Game,
    position: Position,
    sheets: Mapping[int, str],
    years: tuple[Owners, ...],
    correction: str = "",
) -> RuledPhase:
    """Rule a phase.

    sheets: by power, as published. years: the centres' owners at the start of each year so far.
    correction: a note that the report must carry, empty for none.
    """
    ruling, problems = _rule(game, position, sheets)
    idle = game.idle(position.phase)
    year = game.rules.year
    waiting = powers_to_order(game.board, position, idle, year)
    missing = tuple(p for p in waiting if p not in sheets)
    following = after(ruling, game.board, year)
    end = _end(game, ruling, following, years)
    ruled = RuledPhase(ruling, missing, problems, following, end, {})
    files = {f"orders/{game.sheet_name(p)}": s.encode() for p, s in sorted(sheets.items())}
    rules, options = game.facts.rules, game.rules.options
    files["ruling.yaml"] = rulingfile.text(game.board, ruling, rules, options, missing).encode()
    report = report_of(game, ruled, game.facts.language, correction)
    files["report.txt"] = report.text().encode()
    return RuledPhase(ruling, missing, problems, following, end, files)


def rule_again(game: Game, found: PhaseFolder) -> RuledPhase:
    """A phase that was ruled, from its public files."""
    sheets, years = game.published_sheets(found), game.years(found)
    return rule_phase(game, game.position(found), sheets, years, game.correction(found))


def _read_sheets(
    game: Game, position: Position, sheets: Mapping[int, str]
) -> tuple[dict[int, Sheet], list[tuple[int | None, Problem]]]:
    """The published sheets as read, by power, with lines whose condition is unclear left out."""
    problems: list[tuple[int | None, Problem]] = []
    read: dict[int, Sheet] = {}
    for power, text in sorted(sheets.items()):
        name = game.sheet_name(power)
        read[power], unclear = usable(game.reader, position, power, text, name)
        problems.extend((power, problem) for problem in unclear)
    return read, problems


def usable(
    reader: Reader, position: Position, power: int, text: str, name: str
) -> tuple[Sheet, list[Problem]]:
    """A published sheet as read, and its lines whose condition cannot be decided as problems."""
    lines, unclear = decided(split_lines(text), reader, position, power, name)
    for problem in unclear:
        lines[problem.line - 1] = ""
    return reader.read("\n".join(lines).encode(), name), unclear


def movement_orders(
    game: Game, position: Position, sheets: Mapping[int, str]
) -> tuple[list[Order | None], Riders]:
    """The orders of a movement phase by unit, and what its published sheets say beside them."""
    read, _ = _read_sheets(game, position, sheets)
    orders, riders, _ = _understood(game, position, read)
    return orders, riders


def _understood(
    game: Game, position: Position, read: Mapping[int, Sheet]
) -> tuple[list[Order | None], Riders, list[tuple[int | None, Problem]]]:
    """What the sheets of a movement phase order, and what is wrong in them."""
    interpreter = Interpreter(game.board, position, game.notation, game.reading)
    orders: list[Order | None] = [None] * len(position.units)
    told = {power: interpreter.read(sheet, power) for power, sheet in read.items()}
    problems: list[tuple[int | None, Problem]] = []
    for power, moves in told.items():
        problems.extend((power, p) for p in moves.problems)
        for index, order in moves.orders.items():
            orders[index] = order
    return orders, riders_of(told.values()), problems


def _rule(game: Game, position: Position, sheets: Mapping[int, str]) -> tuple[Ruling, Found]:
    """The ruling by the game's rule system, and the problems in the sheets."""
    board, notation, step = game.board, game.notation, position.phase.step
    read, problems = _read_sheets(game, position, sheets)
    if step.is_movement:
        orders, riders, found = _understood(game, position, read)
        problems.extend(found)
        return game.rules.movement(board, position, orders, True, riders), _sorted(problems)
    reading = game.reading
    if step.is_retreats:
        flights: list[RetreatOrder | None] = [None] * len(position.dislodged)
        for power, sheet in read.items():
            retreats = read_retreats(position, notation, sheet, power, reading)
            problems.extend((power, p) for p in retreats.problems)
            for index, flight in retreats.orders.items():
                flights[index] = flight
        return game.rules.retreats(board, position, flights), _sorted(problems)
    adjustments: dict[int, tuple[Adjustment, ...]] = {}
    for power, sheet in read.items():
        winter = read_winter(position, notation, sheet, power, reading, game.rules.year)
        problems.extend((power, p) for p in winter.problems)
        adjustments[power] = winter.orders
    return game.rules.winter(board, position, adjustments), _sorted(problems)


def _sorted(problems: list[tuple[int | None, Problem]]) -> Found:
    """By power, then by the place in its sheet; of each sheet only so many."""
    by_power: dict[int | None, list[Problem]] = {}
    for power, problem in problems:
        by_power.setdefault(power, []).append(problem)
    return tuple(
        (power, problem)
        for power in sorted(by_power, key=lambda p: -1 if p is None else p)
        for problem in bounded(sorted(by_power[power], key=lambda p: (p.line, p.column)))
    )


def _end(game: Game, ruling: Ruling, following: Position, years: tuple[Owners, ...]) -> End | None:
    """Whether the game ends by rule: asked when an autumn is over."""
    ruled = ruling.position.phase
    owners = game.rules.year.closed(game.board, ruled, following)
    if owners is None:
        return None
    teams = game.teams(ruled) if game.rules.teams else ()
    return by_rule(game.board, game.facts.limits, ruled, owners, years, teams)


def report_of(game: Game, ruled: RuledPhase, language: str, correction: str = "") -> Report:
    """The report of a ruled phase, in any language."""
    season = season_of(game, ruled, correction)
    return season_report(season, Notation(game.board, language, game.facts.codes), language)


def season_of(game: Game, ruled: RuledPhase, correction: str = "") -> Season:
    """What the reports of a ruled phase tell, in whatever form."""
    facts = game.facts
    return Season(
        title=facts.name,
        board=game.board,
        rules=facts.rules,
        options=tuple(f"{k} {str(v).lower()}" for k, v in game.rules.options.items()),
        ruling=ruled.ruling,
        missing=ruled.missing,
        problems=ruled.problems,
        after=ruled.after,
        following=ruled.after.phase,
        end=ruled.end,
        correction=correction,
        idle=game.idle(ruled.ruling.position.phase),
        year=game.rules.year,
    )


def season_report(
    season: Season, notation: Notation, language: str, onto: Report | None = None
) -> Report:
    """The report of any kind of phase. onto: what takes its lines, a fresh report for None."""
    from judge.report.movement import movement_report
    from judge.report.retreats import retreat_report
    from judge.report.winter import winter_report

    spoken = words(language)
    ruling = season.ruling
    if isinstance(ruling, MovementRuling):
        return movement_report(season, ruling, notation, spoken, onto)
    if isinstance(ruling, RetreatRuling):
        return retreat_report(season, ruling, notation, spoken, onto)
    return winter_report(season, ruling, notation, spoken, onto)
