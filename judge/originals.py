"""The received sheets of phases ruled already: what a game is ruled from when it is ruled again."""

from collections.abc import Mapping
from itertools import pairwise

from judge import yamlfiles
from judge.comingorders import Told, told
from judge.gamefiles import Game, PhaseFolder, Received, digest, file_away, read_index
from judge.phase import Phase
from judge.yamlfiles import scalar


def originals(game: Game, folder: PhaseFolder) -> dict[int, bytes]:
    """The sheets sent for a ruled phase, byte for byte; those that are gone are left out."""
    files = {received.number: received.file for received in read_index(game)}
    found: dict[int, bytes] = {}
    for power, (number, mark) in _public_rows(game, folder).items():
        file = files.get(number)
        if file is None or not game.exists(f"private/received/{file}"):
            continue
        data = game.read_bytes(f"private/received/{file}")
        if digest(data) == mark:
            found[power] = data
    return found


def _public_rows(game: Game, folder: PhaseFolder) -> dict[int, tuple[int, str]]:
    """What a ruled phase says of the sheets that counted: by power, number and hash."""
    name = f"{folder.name}/received.yaml"
    if not game.exists(name):
        return {}
    raw = yamlfiles.parse(game.read_bytes(name), game.path_shown(name))
    found: dict[int, tuple[int, str]] = {}
    for key, facts in raw.items() if isinstance(raw, dict) else ():
        power = game.board.power_numbers.get(str(key))
        if power is None or not isinstance(facts, dict):
            continue
        number, mark = facts.get("number"), str(facts.get("sha256"))
        if isinstance(number, int):
            found[power] = (number, mark)
    return found


def keep_received(
    game: Game, index: list[Received], folder: PhaseFolder, sent: Mapping[int, bytes]
) -> dict[str, bytes]:
    """Number and keep every sheet that counted; say publicly which one it was, by its hash.

    index: of everything received; what is new is added to it. What is public already of other
    sheets of the phase stays.
    """
    writes: dict[str, bytes] = {}
    rows = []
    public = _public_rows(game, folder)
    for power in sorted({*sent, *public}):
        key = game.board.powers[power].key
        if power not in sent:
            number, mark = public[power]
        else:
            received, kept = file_away(index, sent[power], key, folder.phase, ".txt")
            writes.update(kept)
            number, mark = received.number, received.sha256
        rows.append(f"{scalar(key)}: {{number: {number}, sha256: {mark}}}")
    text = "\n".join(rows) + "\n" if rows else "{}\n"
    writes[f"{folder.name}/received.yaml"] = text.encode()
    return writes


def told_before(game: Game, until: Phase) -> Told:
    """What the sheets of the phases before one say of it and of those after it."""
    found: Told = {}
    for folder, following in pairwise(game.phases):
        if folder.phase < until:
            sheets = sheets_of(game, folder, found)
            before, after = game.position(folder), game.position(following)
            found.update(told(game, before, after, sheets))
    return {(phase, power): data for (phase, power), data in found.items() if phase >= until}


def sheets_of(game: Game, folder: PhaseFolder, waiting: Told) -> dict[int, bytes]:
    """The sheets that counted for a ruled phase: those sent, else what earlier ones said of it."""
    earlier = {p: data for (phase, p), data in waiting.items() if phase == folder.phase}
    counted = game.published_sheets(folder)
    return {p: data for p, data in earlier.items() if p in counted} | originals(game, folder)


def postpone_pending(
    game: Game, index: list[Received], phase: Phase
) -> tuple[dict[str, bytes], list[str]]:
    """Let the pending sheets wait for their phase, which is not the current one any more.

    index: of everything received; what is new is added to it. Returns the files to write and those
    to remove.
    """
    writes: dict[str, bytes] = {}
    removes: list[str] = []
    for power in range(len(game.board.powers)):
        data = game.pending(power)
        if data is not None:
            _, kept = file_away(index, data, game.board.powers[power].key, phase, ".txt")
            writes.update(kept)
            writes[game.later_name(phase, power)] = data
            removes.append(game.pending_name(power))
    return writes, removes
