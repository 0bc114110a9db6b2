"""Press: what a player writes under ``Presse:`` goes out with the report, signed or not.

It waits in the private part and is never in a commit: only the mail of the results has it.
"""

import hashlib
from collections.abc import Iterator

from judge.gamefiles import Game, PhaseFolder
from judge.originals import originals
from judge.phase import Phase

PRESS_LIMIT = 20_000
"""Longest press of one power that is published, in characters."""


def press_name(game: Game, phase: Phase, power: int) -> str:
    """Where the press of a power for a phase waits: the last one sent counts."""
    return f"private/press/{phase}/{game.sheet_name(power)}"


def press_of(game: Game, folder: PhaseFolder) -> dict[int, str]:
    """The press sent for a ruled phase, by power: by mail, else in a sheet that counted."""
    found: dict[int, str] = {}
    for power, data in originals(game, folder).items():
        lines = game.reader.read(data, "").press
        if any(line.strip() for line in lines):
            found[power] = "\n".join(line.rstrip() for line in lines).strip("\n")
    for power in range(len(game.board.powers)):
        name = press_name(game, folder.phase, power)
        if game.exists(name):
            found[power] = game.read_bytes(name).decode("utf-8", "replace").strip("\n")
    return {power: text[:PRESS_LIMIT] for power, text in sorted(found.items())}


def published_press(game: Game, folder: PhaseFolder, how: str) -> Iterator[str]:
    """The press of a phase as lines, in an order that tells nobody's name where it is unsigned."""
    if how == "none":
        return
    press = press_of(game, folder)
    if how == "signed":
        for power, text in press.items():
            yield game.words.say("post.results.press-of", power=game.notation.power(power))
            yield from (f"  {line}".rstrip() for line in text.split("\n"))
            yield ""
        return
    texts = sorted(press.values(), key=lambda t: hashlib.sha256(t.encode()).hexdigest())
    for text in texts:
        yield game.words.say("post.results.press-unsigned")
        yield from (f"  {line}".rstrip() for line in text.split("\n"))
        yield ""
