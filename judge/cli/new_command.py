"""`judge new`: a game's folder from a map and a rule system."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import settings, text
from judge.gamefiles import Facts, create
from judge.problems import Problem, Unreadable
from judge.rulesystems import NAMES


@speaking("new")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", help=text("opt-name"))
@click.option("--map", "map_name", default="europe", help=text("opt-map"))
@click.option("--rules", type=click.Choice(NAMES), default="guide", help=text("opt-rules"))
@click.option("--language", type=click.Choice(["fr", "en"]), help=text("opt-language"))
@click.option("--codes", help=text("opt-codes"))
@click.option("--strict", is_flag=True, help=text("opt-strict"))
@click.option("--two-orders-void", is_flag=True, help=text("opt-two-void"))
def command(
    folder: Path,
    name: str | None,
    map_name: str,
    rules: str,
    language: str | None,
    codes: str | None,
    strict: bool,
    two_orders_void: bool,
) -> None:
    language = language or settings.language
    name = name or folder.resolve().name
    codes = codes or ("english" if language == "en" else "guide")
    facts = Facts(
        name=name,
        map=map_name,
        rules=rules,
        language=language,
        codes=codes,
        strict=strict,
        two_orders_void=two_orders_void,
    )
    from judge import boardfile
    from judge.gamefiles import is_game_name

    board = boardfile.load(map_name)
    if not is_game_name(name):
        raise Unreadable([Problem("game-value", details={"part": "name", "value": name[:60]})])
    if codes not in board.tables:
        raise Unreadable([Problem("game-value", details={"part": "codes", "value": codes[:60]})])
    game = create(folder, facts)
    phase = game.words.phase(game.current.phase)
    click.echo(text("created", name=name, folder=folder, phase=phase))
