"""`judge player`: who may send orders for a power: addresses and a key."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, text
from judge.problems import Problem, Unreadable

if TYPE_CHECKING:
    from judge.gamefiles import Game
    from judge.post.players import Players, Seat

AUTHS = ("address", "key", "both")


@speaking("player")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("power", required=False)
@click.option("--address", "addresses", multiple=True, help=text("opt-address"))
@click.option("--remove", "removed", multiple=True, help=text("opt-remove-address"))
@click.option("--new-key", is_flag=True, help=text("opt-new-key"))
@click.option("--key-input", is_flag=True, help=text("opt-key-input"))
@click.option("--no-key", is_flag=True, help=text("opt-no-key"))
@click.option("--auth", type=click.Choice(AUTHS), help=text("opt-auth"))
@click.option("--press", type=click.Choice(["signed", "anonymous", "none"]), help=text("opt-press"))
@click.option("--public", type=click.Choice(["none", "count", "names"]), help=text("opt-public"))
@click.option("--tag", type=click.Choice(["optional", "required"]), help=text("opt-tag"))
def command(
    game: Path,
    power: str | None,
    addresses: tuple[str, ...],
    removed: tuple[str, ...],
    new_key: bool,
    key_input: bool,
    no_key: bool,
    auth: str | None,
    press: str | None,
    public: str | None,
    tag: str | None,
) -> None:
    from judge.post.players import change_players, read_players, with_seat

    opened = open_game(game)
    before = read_players(opened)
    asked = {"auth": auth, "press": press, "public": public, "tag": tag}
    given: dict[str, Any] = {part: value for part, value in asked.items() if value is not None}
    players = replace(before, **given)
    about_one = addresses or removed or new_key or key_input or no_key
    if about_one and power is None:
        raise click.UsageError(text("usage-player"))
    key = ""
    if power is not None:
        number = _number(opened, power)
        seat, key = _changed(players.seat(number), addresses, removed, new_key, key_input, no_key)
        players = with_seat(players, number, seat)
    if players != before:
        change_players(opened, players)
    if key:
        # It is shown this once: only its hash is kept.
        click.echo(text("player-key", key=key))
    _show(opened, players)


def _number(game: "Game", power: str) -> int:
    from judge.receiving import find_power

    number = find_power(game, power)
    if number is None:
        raise Unreadable([Problem("unknown-power", details={"word": power[:60]})])
    return number


def _changed(
    seat: "Seat",
    addresses: tuple[str, ...],
    removed: tuple[str, ...],
    new_key: bool,
    key_input: bool,
    no_key: bool,
) -> tuple["Seat", str]:
    """A seat as asked for, and a key just made."""
    from judge.post.players import hash_key, is_address, made_key

    for address in addresses:
        if not is_address(address):
            details = {"part": "address", "value": address[:60]}
            raise Unreadable([Problem("game-value", details=details)])
    gone = {a.lower() for a in removed}
    kept = dict.fromkeys((*seat.addresses, *(a.lower() for a in addresses)))
    seat = replace(seat, addresses=tuple(a for a in kept if a not in gone))
    if no_key:
        return replace(seat, key=""), ""
    if key_input:
        given = sys.stdin.readline().strip()
        if not given:
            raise Unreadable([Problem("key-empty")])
        return replace(seat, key=hash_key(given)), ""
    if new_key:
        made = made_key()
        return replace(seat, key=hash_key(made)), made
    return seat, ""


def _show(game: "Game", players: "Players") -> None:
    """What is known of every power: for the GM's own eyes."""
    for power in range(len(game.board.powers)):
        seat = players.seat(power)
        name = game.notation.power(power)
        known = ", ".join(seat.addresses) or text("player-no-address")
        key = text("player-has-key") if seat.key else text("player-no-key")
        needs = text(f"player-needs-{players.needs(power)}")
        click.echo(text("player-row", power=name, addresses=known, key=key, needs=needs))
