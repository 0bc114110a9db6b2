"""`judge new`: a game's folder from a map and a rule system."""

from pathlib import Path

import click

from judge import boardfile
from judge.allotting import read_wishes, seat
from judge.cli.base import command as speaking
from judge.cli.base import settings, text
from judge.ending import Limits
from judge.gamefiles import Facts, Player, create, is_game_name
from judge.problems import Problem, Unreadable
from judge.receiving import bytes_of
from judge.rulesystems import NAMES, rule_system
from judge.sheets.reading import decode


@speaking("new")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", help=text("opt-name"))
@click.option("--map", "map_name", help=text("opt-map"))
@click.option("--rules", type=click.Choice(NAMES), default="guide", help=text("opt-rules"))
@click.option("--language", type=click.Choice(["fr", "en"]), help=text("opt-language"))
@click.option("--codes", help=text("opt-codes"))
@click.option("--strict", is_flag=True, help=text("opt-strict"))
@click.option("--two-orders-void", is_flag=True, help=text("opt-two-void"))
@click.option("--players", type=click.Path(path_type=Path), help=text("opt-players"))
@click.option("--seed", help=text("opt-seed"))
def command(
    folder: Path,
    name: str | None,
    map_name: str | None,
    rules: str,
    language: str | None,
    codes: str | None,
    strict: bool,
    two_orders_void: bool,
    players: Path | None,
    seed: str | None,
) -> None:
    language = language or settings.language
    name = name or folder.resolve().name
    codes = codes or _usual_codes(language, rules)
    map_name = map_name or rule_system(rules).map
    board = boardfile.load(map_name)
    if not is_game_name(name):
        raise Unreadable([Problem("game-value", details={"part": "name", "value": name[:60]})])
    if codes not in board.tables:
        raise Unreadable([Problem("game-value", details={"part": "codes", "value": codes[:60]})])
    seated: dict[int, str] = {}
    idle: tuple[int, ...] = ()
    limits = Limits()
    if players is not None:
        wishes = read_wishes(decode(bytes_of(players)), board, str(players))
        seated, idle = seat(board, wishes, seed if seed is not None else name)
        limits = Limits(victory=board.fewer_players_victory.get(len(wishes), 0))
    facts = Facts(
        name=name,
        map=map_name,
        rules=rules,
        language=language,
        codes=codes,
        strict=strict,
        two_orders_void=two_orders_void,
        limits=limits,
        idle=tuple(board.powers[p].key for p in idle),
        seed=(seed if seed is not None else name)[:200] if players is not None else "",
        players=tuple(
            Player(board.powers[p].key, player, str(board.first_phase))
            for p, player in seated.items()
        ),
    )
    game = create(folder, facts)
    phase = game.words.phase(game.current.phase)
    shown = folder if folder.name not in ("", "..") else folder.resolve()
    click.echo(text("created", name=name, folder=shown, phase=phase))
    for power, player in seated.items():
        click.echo("  " + text("allotted", power=game.notation.power(power), player=player))


def _usual_codes(language: str, rules: str) -> str:
    """The code table that such a game's players expect."""
    if language == "en":
        return "english"
    return "18centres" if rules == "18centres" else "guide"
