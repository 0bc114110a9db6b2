"""`judge compare`: one season under several rule systems."""

from pathlib import Path

import click

from judge import boardfile
from judge.board import Board
from judge.cli.base import command as speaking
from judge.cli.base import open_game, settings, speak, tell, text
from judge.comparing import compare
from judge.orders import Order, Riders
from judge.position import Position
from judge.problems import Problem, Unreadable, errors
from judge.rulesystems import NAMES, RuleSystem, rule_system
from judge.sheets.writing import Notation


@speaking("compare")
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("phase", required=False)
@click.option(
    "--rules", "names", default="guide,18centres,standard:2023", help=text("opt-compare-rules")
)
@click.option("--codes", help=text("opt-codes"))
def command(source: Path, phase: str | None, names: str, codes: str | None) -> None:
    systems = _systems(names)
    if source.is_dir():
        board, position, orders, riders, notation = _of_game(source, phase, codes)
    else:
        board, position, orders, riders, notation = _of_board(source, codes, systems)
    partings = compare(board, position, orders, systems, notation, speak(), riders)
    if not partings:
        click.echo(speak().say("compare.same", rules=[s.name for s in systems]))
    for parting in partings:
        click.echo(parting.order)
        for who, answer in parting.answers:
            click.echo(f"    {', '.join(who)}: {answer}")


def _systems(names: str) -> list[RuleSystem]:
    found = []
    for name in dict.fromkeys(n.strip() for n in names.split(",") if n.strip()):
        if name not in NAMES:
            raise Unreadable([Problem("rules-unknown", details={"value": name[:60]})])
        found.append(rule_system(name))
    return found


Season = tuple[Board, Position, list[Order | None], Riders, Notation]


def _of_game(folder: Path, phase: str | None, codes: str | None) -> Season:
    """A ruled movement phase of a game: the last one, or the one named."""
    from judge.ruledphase import movement_orders

    game = open_game(folder)
    moved = [f for f in game.phases if game.is_ruled(f) and f.phase.step.is_movement]
    found = game.find(phase) if phase else (moved[-1] if moved else game.current)
    if not found.phase.step.is_movement:
        details = {"phase": game.words.phase(found.phase)}
        raise Unreadable([Problem("compare-movement", details=details)])
    if found not in moved:
        details = {"phase": game.words.phase(found.phase)}
        raise Unreadable([Problem("phase-not-ruled", details=details)])
    position = game.position(found)
    orders, riders = movement_orders(game, position, game.published_sheets(found))
    notation = Notation(game.board, settings.language, codes or game.facts.codes)
    return game.board, position, orders, riders, notation


def _of_board(file: Path, codes: str | None, systems: list[RuleSystem]) -> Season:
    from judge.receiving import bytes_of
    from judge.sheets.line import Options
    from judge.sheets.reading import Reader
    from judge.tryboard import read_board

    maps = {system.map for system in systems}
    board = boardfile.load(maps.pop() if len(maps) == 1 else "europe")
    language = settings.language
    table = codes or ("english" if language == "en" else "guide")
    if table not in board.tables:
        raise Unreadable([Problem("game-value", details={"part": "codes", "value": table[:60]})])
    reading = Options(stacks=any(system.stacks for system in systems))
    tried = read_board(bytes_of(file), str(file), Reader(board, language, table), reading)
    found = [problem for _, problem in tried.problems]
    tell(found)
    if errors(found) and not tried.position.units:
        raise Unreadable([])
    notation = Notation(board, language, table)
    return board, tried.position, list(tried.orders), tried.riders, notation
