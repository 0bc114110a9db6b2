"""`judge verify`: recompute every phase from its public files and compare bytes."""

from dataclasses import dataclass

from judge import ending, positionfile
from judge.gamefiles import Game, PhaseFolder
from judge.ruledphase import rule_phase


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a file is not what its game's rules make it.

    line: from 1; 0 where the whole file is missing or too much.
    """

    file: str
    line: int
    found: str
    expected: str


def verify(game: Game) -> tuple[int, Difference | None]:
    """Recompute a game from the start.

    Returns how many phases were compared, and the first difference, None when there is none.
    """
    phases = game.phases
    compared = 0
    missing: dict[str, int] = {}
    for number, folder in enumerate(phases):
        if not game.is_ruled(folder):
            continue
        following = phases[number + 1] if number + 1 < len(phases) else None
        difference = _verify_phase(game, folder, following, missing)
        if difference is not None:
            return compared, difference
        compared += 1
    counted = dict(game.facts.no_orders)
    if missing != counted:
        found, expected = str(sorted(counted.items())), str(sorted(missing.items()))
        return compared, Difference("game.yaml", 0, f"no_orders: {found}", f"no_orders: {expected}")
    return compared, None


def _verify_phase(
    game: Game, folder: PhaseFolder, following: PhaseFolder | None, missing: dict[str, int]
) -> Difference | None:
    sheets = game.published_sheets(folder)
    position = game.position(folder)
    ruled = rule_phase(game, position, sheets, game.years(folder), game.correction(folder))
    for power in ruled.missing:
        key = game.board.powers[power].key
        missing[key] = missing.get(key, 0) + 1
    expected = {f"{folder.name}/{name}": data for name, data in ruled.files.items()}
    if ruled.end is not None:
        expected["end.yaml"] = ending.write(game.board, ruled.end).encode()
    elif game.end is None or following is not None:
        name = f"{game.phase_folder(ruled.after.phase)}/position.yaml"
        expected[name] = positionfile.write(game.board, ruled.after).encode()
    for name, data in expected.items():
        found = game.read_bytes(name) if game.exists(name) else None
        if found != data:
            return _first_difference(name, found, data)
    opened = None if ruled.end is not None else game.phase_folder(ruled.after.phase)
    if following is not None and following.name != opened:
        return Difference(following.name, 0, following.name, opened or "end.yaml")
    return None


def _first_difference(name: str, found: bytes | None, expected: bytes) -> Difference:
    if found is None:
        return Difference(name, 0, "", expected.decode().split("\n")[0])
    mine = found.decode("utf-8", "replace").split("\n")
    right = expected.decode().split("\n")
    for number, (a, b) in enumerate(zip(mine, right, strict=False), 1):
        if a != b:
            return Difference(name, number, a, b)
    shorter = min(len(mine), len(right))
    a = mine[shorter] if shorter < len(mine) else ""
    b = right[shorter] if shorter < len(right) else ""
    return Difference(name, shorter + 1, a, b)
