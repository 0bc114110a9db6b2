"""`judge explain`: why a season, or one order, came out so; and what other orders would do."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, settings, show_report, text
from judge.explaining.pages import change_page, other_page, season_page, tree_page, unit_page
from judge.explaining.whatif import changed_orders, ruled_again, unit_named
from judge.gamefiles import Game, PhaseFolder
from judge.position import Position
from judge.problems import Problem, Unreadable, errors
from judge.report.lines import Report
from judge.ruledphase import movement_orders, rule_phase
from judge.ruling import MovementRuling
from judge.sheets.writing import Notation
from judge.words import words


@speaking("explain")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("what", nargs=-1, metavar="[PHASE] [UNIT]")
@click.option("--tree", is_flag=True, help=text("opt-tree"))
@click.option("--with", "added", multiple=True, help=text("opt-with"))
@click.option("--without", "removed", multiple=True, help=text("opt-without"))
def command(
    game: Path,
    what: tuple[str, ...],
    tree: bool,
    added: tuple[str, ...],
    removed: tuple[str, ...],
) -> None:
    asked = settings.asked
    opened = open_game(game)
    found, named = _phase_and_unit(opened, what)
    if not opened.is_ruled(found):
        raise _about("phase-not-ruled", opened, found)
    position = opened.position(found)
    sheets, years = opened.published_sheets(found), opened.years(found)
    ruling = rule_phase(opened, position, sheets, years).ruling
    language = asked or opened.facts.language
    notation = Notation(opened.board, language, opened.facts.codes)
    board, rules, spoken = opened.board, opened.facts.rules, words(language)
    if not isinstance(ruling, MovementRuling):
        if added or removed:
            raise _about("explain-movement", opened, found)
        show_report(other_page(board, ruling, rules, notation, spoken))
        return
    report: Report
    unit = _unit(opened, position, named)
    if added or removed:
        given, riders = movement_orders(opened, position, sheets)
        orders = changed_orders(
            position, given, opened.reader, notation, opened.reading, added, removed
        )
        again = ruled_again(board, position, orders, opened.rules, riders)
        report = change_page(board, ruling, again, rules, notation, spoken)
    elif tree:
        report = tree_page(board, ruling, rules, unit, notation, spoken)
    elif unit is not None:
        report = unit_page(board, ruling, rules, unit, notation, spoken)
    else:
        report = season_page(board, ruling, rules, notation, spoken)
    show_report(report)


def _about(code: str, game: Game, found: PhaseFolder) -> Unreadable:
    return Unreadable([Problem(code, details={"phase": game.words.phase(found.phase)})])


def _phase_and_unit(game: Game, what: tuple[str, ...]) -> tuple[PhaseFolder, str]:
    """The phase that the first word names, else the last one ruled; the other words are a unit."""
    if what:
        try:
            return game.find(what[0]), " ".join(what[1:])
        except Unreadable:
            if what[0][:1].isdecimal():
                raise
    ruled = [f for f in game.phases if game.is_ruled(f)]
    moved = [f for f in ruled if f.phase.step.is_movement]
    return (moved or ruled or [game.current])[-1], " ".join(what)


def _unit(game: Game, position: Position, named: str) -> int | None:
    """The index of the unit that is named. Raises Unreadable where none of that name stands."""
    if not named:
        return None
    sheet = game.reader.read(named.encode(), "")
    found = unit_named(position, game.reader, sheet)
    if found is None:
        complaints = errors(sheet.problems)
        raise Unreadable(complaints or [Problem("no-unit-there", details={"place": named[:60]})])
    return found
