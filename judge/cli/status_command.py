"""`judge status`: who has sent a sheet, when the phase is due, what a run would do."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, speak, text
from judge.cli.clock import moment

if TYPE_CHECKING:
    from judge.post.status import Status


@speaking("status")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.option("--public", is_flag=True, help=text("opt-public-status"))
@click.option("--json", "as_json", is_flag=True, help=text("opt-json"))
@click.option("--now", help=text("opt-now"))
def command(game: Path, public: bool, as_json: bool, now: str | None) -> None:
    from judge.post.calendar import read_calendar
    from judge.post.status import Telling, status_of

    opened = open_game(game)
    status = status_of(opened, moment(now, read_calendar(opened).zone))
    if as_json:
        click.echo(json.dumps(_data(status, public), ensure_ascii=False, indent=1))
        return
    telling = Telling(status, speak())
    for line in telling.public_lines() if public else telling.lines():
        click.echo(line)


def _data(status: "Status", public: bool) -> dict[str, Any]:
    from judge.post.calendar import stamp

    game = status.game
    sent = [s for s in status.wanted if s.has_sheet]
    data: dict[str, Any] = {
        "game": game.facts.name,
        "phase": str(game.current.phase),
        "ended": game.end is not None,
        "deadline": stamp(status.due) if status.due else None,
    }
    if public:
        if status.players.public != "none":
            data |= {"sent": len(sent), "wanted": len(status.wanted)}
        if status.players.public == "names":
            data["sent_by"] = [game.notation.power(s.power) for s in sent]
        return data
    data["run"] = status.verdict
    data["powers"] = [
        {
            "power": game.notation.power(s.power),
            "wanted": s.is_wanted,
            "sheet": s.number if s.has_sheet else None,
            "readable": s.is_readable,
            "final": s.is_final,
            "received": stamp(s.received) if s.received else None,
            "hours_late": s.late,
            "missing": list(s.missing),
            "problems": s.problems,
        }
        for s in status.standings
    ]
    data["absences"] = [
        {"power": game.notation.power(p), "from": str(first), "to": str(last)}
        for p, (first, last) in status.away
    ]
    data["letters_waiting"] = status.letters
    data["mails_refused"] = status.refused
    return data
