"""When the current phase of a game is due, absences of those who have to order included."""

from collections.abc import Sequence
from datetime import datetime

from judge.gamefiles import Game
from judge.post.calendar import Calendar
from judge.post.mailindex import Entry, absences
from judge.season import powers_to_order


def waiting_for(game: Game) -> tuple[int, ...]:
    """The powers whose sheets the current phase waits for; none once the game has ended."""
    if game.end is not None:
        return ()
    position = game.position(game.current)
    return powers_to_order(game.board, position, game.idle(position.phase), game.rules.year)


def current_due(game: Game, calendar: Calendar, entries: Sequence[Entry]) -> datetime | None:
    """When the current phase is due, in UTC; None where that is not known."""
    if game.end is not None:
        return None
    keys = [game.board.powers[p].key for p in waiting_for(game)]
    away = [days for _, days in absences(entries, keys)]
    return calendar.deadline(game.current.phase, away)
