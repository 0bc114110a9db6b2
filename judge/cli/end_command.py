"""`judge end`: record an agreed draw or a concession."""

from pathlib import Path

import click

from judge import ending, journal
from judge.cli.base import command as speaking
from judge.cli.base import open_game, speak, text
from judge.ending import End
from judge.problems import Problem, Unreadable
from judge.receiving import find_power


@speaking("end")
@click.argument("game", type=click.Path(path_type=Path))
@click.option("--draw", "draw", multiple=True, help=text("opt-draw"))
@click.option("--concede", "winner", help=text("opt-concede"))
def command(game: Path, draw: tuple[str, ...], winner: str | None) -> None:
    opened = open_game(game)
    if opened.end is not None:
        raise Unreadable([Problem("game-ended", file=opened.shown)])
    if bool(draw) == bool(winner):
        raise click.UsageError(text("usage-end"))
    found = []
    for name in draw or (winner or "",):
        power = find_power(opened, name)
        if power is None:
            raise Unreadable([Problem("unknown-power", details={"word": name[:60]})])
        found.append(power)
    how: ending.How = "agreed" if draw else "concession"
    powers = tuple(sorted(set(found)))
    with journal.lock(opened.folder):
        journal.recover(opened.folder)
        opened = opened.as_it_stands()
        position = opened.position(opened.current)
        end = End(how, position.phase, powers, ending.AGREED, position.owners)
        journal.commit(opened.folder, {"end.yaml": ending.write(opened.board, end).encode()})
    names = [opened.notation.power(p) for p in powers]
    click.echo(speak().say(f"ends.{how}", powers=names, rule=end.rule))
