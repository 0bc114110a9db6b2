"""`judge score`: points by a scoring system."""

import json
from fractions import Fraction
from pathlib import Path

import click

from judge import scoring
from judge.cli.base import command as speaking
from judge.cli.base import open_game, settings, speak, text
from judge.history import result_of


@speaking("score")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.option("--system", default="guide", help=text("opt-system"))
@click.option("--json", "as_json", is_flag=True, help=text("opt-json"))
def command(game: Path, system: str, as_json: bool) -> None:
    opened = open_game(game)
    chosen = scoring.load(system)
    result = result_of(opened)
    points = chosen.score(result)
    if as_json:
        data = {
            opened.board.powers[s.power].key: str(p)
            for s, p in zip(result.standings, points, strict=True)
        }
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    if opened.end is None:
        click.echo(speak().say("history.unfinished"))
    click.echo(chosen.titles.get(settings.language, chosen.name))
    names = [p.names[settings.language].name for p in opened.board.powers]
    width = max(len(name) for name in names)
    for standing, point in zip(result.standings, points, strict=True):
        click.echo(f"  {names[standing.power]:<{width}} {standing.centres:>3} {_shown(point):>10}")


def _shown(points: Fraction) -> str:
    """Two decimals at most, the language's comma."""
    rounded = round(points * 100)
    whole, cents = divmod(abs(rounded), 100)
    sign = "-" if rounded < 0 else ""
    comma = "," if settings.language == "fr" else "."
    return f"{sign}{whole}" + (f"{comma}{cents:02}" if cents else "")
