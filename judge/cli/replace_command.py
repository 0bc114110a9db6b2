"""`judge replace`: somebody takes over a power from the current phase on."""

from dataclasses import replace
from pathlib import Path

import click

from judge import journal
from judge.cli.base import command as speaking
from judge.cli.base import open_game, speak, text
from judge.gamefiles import Player, facts_text, is_game_name
from judge.problems import Problem, Unreadable
from judge.receiving import find_power


@speaking("replace")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("power")
@click.argument("name")
@click.option("--from", "since", help=text("opt-from"))
def command(game: Path, power: str, name: str, since: str | None) -> None:
    opened = open_game(game)
    found = find_power(opened, power)
    if found is None:
        raise Unreadable([Problem("unknown-power", details={"word": power[:60]})])
    if not is_game_name(name):
        raise Unreadable([Problem("game-value", details={"part": "name", "value": name[:60]})])
    phase = opened.find(since).phase if since else opened.current.phase
    key = opened.board.powers[found].key
    ruled = [f.phase for f in opened.phases if opened.is_ruled(f) and f.phase >= phase]
    if any(found in opened.idle(earlier) for earlier in ruled):
        # Nobody can have played what the ruled phases say that nobody played.
        raise Unreadable([Problem("game-value", details={"part": "--from", "value": str(phase)})])
    player = Player(key, name, str(phase))
    with journal.lock(opened.folder):
        journal.recover(opened.folder)
        opened = opened.as_it_stands()
        facts = replace(opened.facts, players=(*opened.facts.players, player))
        journal.commit(opened.folder, {"game.yaml": facts_text(facts).encode()})
    shown = opened.notation.power(found)
    click.echo(speak().say("history.replaces", power=shown, player=name, since=str(phase)))
