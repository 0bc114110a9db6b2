"""`judge verify`: recompute every phase from its public files and compare bytes."""

from collections.abc import Callable
from dataclasses import dataclass

from judge import ending, positionfile
from judge.ending import End
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


def verify(game: Game, step: Callable[[], None] | None = None) -> tuple[int, Difference | None]:
    """Recompute a game from the start.

    step: called after each phase that agrees.
    Returns how many phases were compared, and the first difference, None when there is none.
    """
    phases = game.phases
    compared = 0
    missing: dict[str, int] = {}
    for number, folder in enumerate(phases):
        if not game.is_ruled(folder):
            lost = f"{folder.name}/ruling.yaml"
            if folder != phases[-1] or game.exists(f"{folder.name}/report.txt"):
                return compared, Difference(lost, 0, "", lost)
            continue
        following = phases[number + 1] if number + 1 < len(phases) else None
        difference = _verify_phase(game, folder, following, missing)
        if difference is not None:
            return compared, difference
        compared += 1
        if step is not None:
            step()
    return compared, _verify_counts(game, missing) or _verify_agreement(game)


def _verify_counts(game: Game, missing: dict[str, int]) -> Difference | None:
    """The first power whose count of absences is not what its missing sheets make it."""
    lines = game.read_bytes("game.yaml").decode("utf-8", "replace").split("\n")
    top = next((n for n, line in enumerate(lines, 1) if line.startswith("no_orders:")), 0)
    for key in game.board.power_numbers:
        found, expected = game.facts.no_orders.get(key, 0), missing.get(key, 0)
        if found != expected:
            at = next(
                (n for n, line in enumerate(lines, 1) if n > top and line.startswith(f"  {key}:")),
                top,
            )
            return Difference("game.yaml", at, f"{key}: {found}", f"{key}: {expected}")
    return None


def _verify_agreement(game: Game) -> Difference | None:
    """An end that stands where no rule ended the game is one that its players agreed."""
    end = game.end
    if end is None or game.is_ruled(game.current):
        return None
    position = game.position(game.current)
    how: ending.How = "concession" if end.how in ("victory", "concession") else "agreed"
    powers = tuple(sorted(set(end.powers)))
    agreed = End(how, position.phase, powers, ending.AGREED, position.owners)
    text = ending.write(game.board, agreed).encode()
    found = game.read_bytes("end.yaml")
    return None if found == text else _first_difference("end.yaml", found, text)


def _verify_phase(
    game: Game, folder: PhaseFolder, following: PhaseFolder | None, missing: dict[str, int]
) -> Difference | None:
    sheets = game.published_sheets(folder)
    position = game.position(folder)
    ruled = rule_phase(game, position, sheets, game.years(folder), game.correction(folder))
    missing.update(ruled.counted(game.board, missing))
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
