"""Games whose players write mails, and the mails they write."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from judge.gamefiles import Game
from judge.post.mailindex import Entry
from judge.post.players import Players, Seat, change_players, hash_key
from judge.post.settings import Settings
from judge.post.taking import Origin, TakenMail, Taker
from tests.cli.command import judge

ADDRESSES = {
    "Allemagne": "otto@exemple.de",
    "Angleterre": "edward@exemple.uk",
    "Autriche": "anna@exemple.fr",
    "France": "jo@exemple.fr",
    "Italie": "pia@exemple.it",
    "Russie": "ivan@exemple.ru",
    "Turquie": "aylin@exemple.tr",
}
SETTINGS = Settings(sender="Arbitre <judge@exemple.fr>")


def mail_game(
    folder: Path,
    keys: Mapping[str, str] | None = None,
    addresses: Mapping[str, str] | None = None,
    **players: str,
) -> Game:
    """A new game of seven powers whose addresses are known; keys: by power."""
    said = judge("new", folder, "--name", "tsar")
    assert said.code == 0, said.err
    game = Game(folder)
    seats = {
        game.board.power_numbers[power]: Seat(
            (address,), hash_key(keys[power]) if keys and power in keys else ""
        )
        for power, address in (addresses or ADDRESSES).items()
    }
    change_players(game, Players(seats=dict(sorted(seats.items())), **players))
    return Game(folder)


def mail(
    text: str,
    power: str = "France",
    sender: str = "",
    subject: str = "[tsar] ordres",
    at: str = "Tue, 1 Dec 2026 12:00:00 +0100",
    headers: str = "",
    message_id: str = "<un@exemple.fr>",
) -> bytes:
    """A plain mail as it lies in a mailbox; `headers` stand below those of the server."""
    stamp = f"Received: from out.exemple.fr by mx.exemple.fr with ESMTP id 1; {at}\n" if at else ""
    head = (
        f"{stamp}{headers}From: {sender or ADDRESSES[power]}\nTo: judge@exemple.fr\n"
        f"Subject: {subject}\nMessage-ID: {message_id}\n"
        'MIME-Version: 1.0\nContent-Type: text/plain; charset="utf-8"\n'
        "Content-Transfer-Encoding: 8bit\n\n"
    )
    return (head + text).replace("\n", "\r\n").encode("utf-8", "surrogateescape")


def take(game: Game, data: bytes, arrived: datetime | None = None) -> TakenMail:
    """Take one mail into a game."""
    return Taker(Game(game.folder), SETTINGS).take(Origin("essai.eml", data, arrived))


def refusals(entry: Entry) -> tuple[str, list[tuple[str, str]]]:
    """Why a mail was refused, and each of its parts."""
    return entry.refused, [(part.power, part.refused) for part in entry.parts]


def pending(game: Game, power: str) -> str | None:
    """The sheet that counts for a power."""
    data = Game(game.folder).pending(game.board.power_numbers[power])
    return None if data is None else data.decode("utf-8")


def utc(text: str) -> datetime:
    """A moment in UTC: ``2026-12-01 12:00``."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
