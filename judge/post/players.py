"""Who may speak for a power: `private/players.yaml`, its addresses and the hash of its key.

A key is stored only as a salted scrypt hash, and compared in constant time.
"""

import hashlib
import hmac
import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from judge import journal, yamlfiles
from judge.gamefiles import Game
from judge.problems import Problem, Unreadable
from judge.yamlfiles import scalar

PLAYERS = "private/players.yaml"
FORMAT = 1

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")
_COST, _BLOCK, _PARALLEL, _LENGTH = 2**14, 8, 1, 32
"""scrypt's work: some fifty milliseconds a key on an ordinary machine."""

_STORED = re.compile(r"scrypt:(\d{1,7}):(\d{1,2}):(\d{1,2}):([0-9a-f]{32}):([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Seat:
    """What is known of a power's player: addresses in small letters, the hash of the key."""

    addresses: tuple[str, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class Players:
    """A game's players as mail knows them.

    auth: what a mail must show; empty: the address, and the key of those that have one. tag:
    whether a mail must name the game. press: how press is published. public: what `judge status
    --public` may tell: ``none``, how many sheets came (``count``), or whose (``names``).
    """

    auth: str = ""
    tag: str = "optional"
    press: str = "signed"
    public: str = "count"
    seats: Mapping[int, Seat] = field(default_factory=dict)

    def seat(self, power: int) -> Seat:
        """What is known of a power; nothing for one that nobody registered."""
        return self.seats.get(power, Seat())

    def of_address(self, address: str) -> tuple[int, ...]:
        """The powers that an address is registered for."""
        return tuple(p for p, seat in self.seats.items() if address and address in seat.addresses)

    def needs(self, power: int) -> str:
        """What a mail for a power must show: ``address``, ``key`` or ``both``."""
        return self.auth or ("both" if self.seat(power).key else "address")


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "auth": ("", "address", "key", "both"),
    "tag": ("optional", "required"),
    "press": ("signed", "anonymous", "none"),
    "public": ("none", "count", "names"),
}


def read_players(game: Game) -> Players:
    """The game's players; nobody where there is no file. Raises Unreadable where it is damaged."""
    if not game.exists(PLAYERS):
        return Players()
    shown = game.path_shown(PLAYERS)
    raw = yamlfiles.parse(game.read_bytes(PLAYERS), shown)

    def wrong(part: str, value: object) -> Unreadable:
        details = {"part": part, "value": str(value)[:60]}
        return Unreadable([Problem("game-value", file=shown, details=details)])

    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise wrong("format", raw.get("format") if isinstance(raw, dict) else raw)
    for part in raw:
        if part not in (*_CHOICES, "format", "players"):
            raise wrong(str(part), raw[part])
    given: dict[str, Any] = {name: raw[name] for name in _CHOICES if name in raw}
    for part, value in given.items():
        if value not in _CHOICES[part]:
            raise wrong(part, value)
    rows = {} if raw.get("players") is None else raw["players"]
    if not isinstance(rows, dict):
        raise wrong("players", rows)
    seats: dict[int, Seat] = {}
    for name, row in rows.items():
        power = game.board.power_numbers.get(str(name))
        if power is None or not isinstance(row, dict) or set(row) - {"addresses", "key"}:
            raise wrong("players", name)
        addresses, key = row.get("addresses") or [], row.get("key") or ""
        if not isinstance(addresses, list):
            raise wrong("addresses", addresses)
        for address in addresses:
            if not is_address(address):
                raise wrong("addresses", address)
        if key and not (isinstance(key, str) and _STORED.fullmatch(key)):
            raise wrong("key", name)
        seats[power] = Seat(tuple(str(a).lower() for a in addresses), key)
    return Players(seats=seats, **given)


def is_address(text: object) -> bool:
    """Whether something is an e-mail address of ordinary form, in ASCII."""
    return isinstance(text, str) and _ADDRESS.fullmatch(text) is not None


def players_text(game: Game, players: Players) -> str:
    """The text of `private/players.yaml`."""
    out = [f"format: {FORMAT}"]
    if players.auth:
        out.append(f"auth: {players.auth}")
    out += [f"tag: {players.tag}", f"press: {players.press}", f"public: {players.public}"]
    out.append("players:" + ("" if players.seats else " {}"))
    for power, seat in sorted(players.seats.items()):
        out.append(f"  {scalar(game.board.powers[power].key)}:")
        addresses = ", ".join(scalar(a) if "@" not in a else f'"{a}"' for a in seat.addresses)
        out.append(f"    addresses: [{addresses}]")
        if seat.key:
            out.append(f'    key: "{seat.key}"')
    return "\n".join(out) + "\n"


def change_players(game: Game, changed: Players) -> None:
    """Write a game's players. Raises journal.Held where another run has the game."""
    with journal.lock(game.folder):
        journal.recover(game.folder)
        text = players_text(game, changed)
        journal.commit(game.folder, {PLAYERS: text.encode(), **game.missing_ignore_file()})


def with_seat(players: Players, power: int, seat: Seat) -> Players:
    """The players with one seat changed; a seat of which nothing is known goes."""
    seats = {**players.seats, power: seat}
    return replace(players, seats={p: s for p, s in sorted(seats.items()) if s != Seat()})


# ---------------------------------------------------------------- keys


def hash_key(key: str, salt: bytes | None = None) -> str:
    """What is stored of a key. salt: sixteen bytes, else new ones."""
    salt = os.urandom(16) if salt is None else salt
    return f"scrypt:{_COST}:{_BLOCK}:{_PARALLEL}:{salt.hex()}:{_scrypt(key, salt).hex()}"


_WORK = (_COST, _BLOCK, _PARALLEL)


def _scrypt(key: str, salt: bytes, work: tuple[int, int, int] = _WORK) -> bytes:
    n, r, p = work
    data = unicodedata.normalize("NFC", key.strip()).encode("utf-8", "surrogatepass")
    return hashlib.scrypt(data, salt=salt, n=n, r=r, p=p, maxmem=2**26, dklen=_LENGTH)


class KeyRing:
    """Compares the keys of one mail; a mail with many wrong keys is not worked on for ever."""

    TRIES = 12

    def __init__(self, players: Players) -> None:
        self.players = players
        self._tried: dict[tuple[int, str], bool] = {}

    def opens(self, power: int, key: str) -> bool:
        """Whether a key is a power's."""
        stored = _STORED.fullmatch(self.players.seat(power).key)
        if not key or stored is None or len(key) > 200:
            return False
        if (power, key) not in self._tried:
            if len(self._tried) >= self.TRIES:
                return False
            work = int(stored[1]), int(stored[2]), int(stored[3])
            try:
                found = _scrypt(key, bytes.fromhex(stored[4]), work)
            except ValueError:  # the stored work is none that scrypt can do
                return False
            self._tried[power, key] = hmac.compare_digest(found, bytes.fromhex(stored[5]))
        return self._tried[power, key]

    def refusal(self, power: int, sender: str, key: str) -> str:
        """Why a mail may not speak for a power: a problem's code, empty where it may."""
        seat, needs = self.players.seat(power), self.players.needs(power)
        knows_address = sender != "" and sender in seat.addresses
        knows_key = needs != "address" and self.opens(power, key)
        if needs in ("address", "both") and not knows_address:
            return "mail-unknown-sender"
        if needs in ("key", "both") and not knows_key:
            return "mail-key-wrong" if key else "mail-key-missing"
        return ""


def made_key() -> str:
    """A new key: four groups of four letters and digits that cannot be taken for each other."""
    import secrets

    signs = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(signs) for _ in range(4)) for _ in range(4))
