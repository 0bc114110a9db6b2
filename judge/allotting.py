"""Who plays what: preferences taken in a drawn order that anyone can check."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.board import Board
from judge.names import slug
from judge.problems import Problem, Unreadable

_NAME = re.compile(r"[^\W_][\w .'-]{0,39}")


@dataclass(frozen=True, slots=True)
class Wish:
    """A player and the powers wished for, the dearest first."""

    player: str
    powers: tuple[int, ...]


def read_wishes(text: str, board: Board, file: str) -> list[Wish]:
    """Wishes from lines ``Jeanne: Autriche, France``; a name alone wishes for nothing.

    Raises Unreadable with every line that cannot be understood.
    """
    wishes: list[Wish] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.split("#")[0].strip()
        if not written:
            continue
        name, _, wanted = written.partition(":")
        powers = []
        for word in re.split(r"[,;]+", wanted):
            if word.strip():
                power = _power(board, word)
                if power is None:
                    details = {"word": word.strip()[:40]}
                    problems.append(
                        Problem("unknown-power", "error", file, number, 1, line, 1, details)
                    )
                else:
                    powers.append(power)
        name = name.strip()
        if not _NAME.fullmatch(name) or any(w.player == name for w in wishes):
            details = {"part": "name", "value": name[:40]}
            problems.append(Problem("game-value", "error", file, number, 1, line, 1, details))
        wishes.append(Wish(name, tuple(powers)))
    if problems:
        raise Unreadable(problems)
    return wishes


def _power(board: Board, text: str) -> int | None:
    for number, power in enumerate(board.powers):
        if slug(text) in {slug(power.key), *(slug(s.name) for s in power.names.values())}:
            return number
    return None


def drawn_order(players: Sequence[str], seed: str) -> list[str]:
    """The players in the order of the SHA-256 of ``seed``, a newline and their name."""
    return sorted(
        players, key=lambda name: (hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest(), name)
    )


def allot(wishes: Sequence[Wish], playing: Sequence[int], seed: str) -> dict[int, str]:
    """Each power's player: in the drawn order, everyone takes the dearest power that is left.

    playing: the powers that are played, as many as there are players.
    """
    by_name = {w.player: w.powers for w in wishes}
    left = list(playing)
    allotted = {}
    for name in drawn_order(list(by_name), seed):
        wanted = [p for p in by_name[name] if p in left]
        power = wanted[0] if wanted else left[0]
        left.remove(power)
        allotted[power] = name
    return dict(sorted(allotted.items()))


def seat(board: Board, wishes: Sequence[Wish], seed: str) -> tuple[dict[int, str], tuple[int, ...]]:
    """Each played power's player, and the powers that nobody plays.

    With fewer players than powers the map's table says which powers stay in civil disorder, or
    which are played together. Raises Unreadable where the table has no line for so many players.
    """
    seats = board.seats(len(wishes))
    if seats is None:
        details = {"players": len(wishes), "powers": len(board.played)}
        raise Unreadable([Problem("players-count", details=details)])
    heads = [group[0] for group in seats]
    # A wish for any power of a group is a wish for the group.
    head_of = {power: group[0] for group in seats for power in group}
    grouped = [
        Wish(w.player, tuple(dict.fromkeys(head_of[p] for p in w.powers if p in head_of)))
        for w in wishes
    ]
    allotted = allot(grouped, heads, seed)
    seated = {power: allotted[group[0]] for group in seats for power in group}
    idle = tuple(p for p in board.played if p not in seated)
    return dict(sorted(seated.items())), idle
