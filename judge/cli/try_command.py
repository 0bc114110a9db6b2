"""`judge try`: rule a board without a game."""

import sys
from pathlib import Path

import click

from judge import boardfile
from judge.cli.base import Failed, jobs_option, settings, show_report, speak, tell, text
from judge.cli.base import command as speaking
from judge.problems import Problem, Unreadable, errors
from judge.rulesystems import NAMES, RuleSystem, rule_system


@speaking("try")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help=text("opt-json"))
@click.option("--rules", type=click.Choice(NAMES), default="guide", help=text("opt-rules"))
@click.option("--map", "map_name", help=text("opt-map"))
@click.option("--codes", help=text("opt-codes"))
@click.option("--plain", is_flag=True, help=text("opt-plain"))
@jobs_option
def command(
    file: Path,
    as_json: bool,
    rules: str,
    map_name: str | None,
    codes: str | None,
    plain: bool,
    jobs: int,
) -> None:
    system = rule_system(rules)
    map_name = map_name or system.map
    if as_json:
        from judge.cli.boardstream import answer_all

        stream = sys.stdin.buffer if str(file) == "-" else _open(file)
        with stream:
            answer_all(stream, map_name, rules, jobs)
    else:
        _report(file, map_name, system, codes, "plain" if plain else "full")


def _open(file: Path):  # type: ignore[no-untyped-def]  # a binary stream, whatever its buffering
    try:
        return file.open("rb")
    except FileNotFoundError:
        raise Unreadable([Problem("file-missing", file=str(file))]) from None
    except OSError as error:
        details = {"reason": error.strerror or ""}
        raise Unreadable([Problem("file-unreadable", file=str(file), details=details)]) from None


def _report(file: Path, map_name: str, system: RuleSystem, codes: str | None, how: str) -> None:
    from judge.report.movement import movement_report
    from judge.report.season import Season
    from judge.season import after
    from judge.sheets.line import Options
    from judge.sheets.reading import SHEET_LIMIT, Reader
    from judge.sheets.writing import Notation
    from judge.tryboard import read_board

    language = settings.language
    board = boardfile.load(map_name)
    table = codes or board.usual_table(language)
    if table not in board.tables:
        raise Unreadable([Problem("game-value", details={"part": "codes", "value": table[:60]})])
    shown = "-" if str(file) == "-" else str(file)
    with sys.stdin.buffer if shown == "-" else _open(file) as stream:
        data = stream.read(SHEET_LIMIT + 1)
    reader = Reader(board, language, table)
    tried = read_board(data, shown, reader, Options(stacks=system.stacks))
    ruling = system.movement(board, tried.position, tried.orders, True, tried.riders)
    season = Season(
        title=speak().say("try.title"),
        board=board,
        rules=system.name,
        options=tuple(f"{k} {str(v).lower()}" for k, v in system.options.items()),
        ruling=ruling,
        missing=(),
        problems=(),
        after=after(ruling, board, system.year),
        following=None,
        year=system.year,
    )
    if tried.position.units:
        show_report(movement_report(season, ruling, Notation(board, language, table), speak()))
    found = [problem for _, problem in tried.problems]
    tell(found, how)
    if errors(found) or not tried.position.units:
        raise Failed
