"""Taking sheets into a game: kept byte for byte, the last one of a power counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from judge import journal
from judge.gamefiles import Game, Received, file_away, read_index
from judge.names import slug
from judge.phase import Phase
from judge.problems import Problem, Unreadable
from judge.sheets.publishing import phase_meant, phases_named
from judge.sheets.reading import SHEET_LIMIT, Sheet


@dataclass(frozen=True, slots=True)
class Taken:
    """One sheet taken in: its file, its power, the number it was kept under, and its phase."""

    file: str
    power: int
    number: int
    is_new: bool
    phase: Phase


def receive(game: Game, files: Iterable[Path], power: str | None) -> list[Taken]:
    """Take sheets from text files; all of them or, where one cannot be placed, none.

    power: whose they are; else the file's name or a line ``Puissance: …`` says it.
    Raises Unreadable with every problem.
    """
    with journal.lock(game.folder):
        journal.recover(game.folder)
        game = game.as_it_stands()
        index = read_index(game)
        problems: list[Problem] = []
        taken: list[Taken] = []
        writes: dict[str, bytes] = {}
        for path in files:
            try:
                data = bytes_of(path)
                owner = owner_of(game, path, data, power, game.current.phase, early=True)
            except Unreadable as error:
                problems.extend(error.problems)
                continue
            before = len(index)
            phase = phase_meant(data, game.reader, game.current.phase)
            received, kept = sheet_files(game, index, data, owner, phase)
            writes.update(kept)
            is_new = len(index) > before
            taken.append(Taken(str(path), owner, received.number, is_new, phase))
        if problems:
            raise Unreadable(problems)
        writes.update(game.missing_ignore_file())
        journal.commit(game.folder, writes)
        return taken


def sheet_files(
    game: Game, index: list[Received], data: bytes, owner: int, phase: Phase
) -> tuple[Received, dict[str, bytes]]:
    """The files that make a sheet the one that counts for its phase, and its number.

    index: of everything received; what is new is added to it.
    """
    key = game.board.powers[owner].key
    received, writes = file_away(index, data, key, phase, ".txt")
    if phase > game.current.phase:
        # Early orders wait for their phase, each under its own.
        for named in sorted({p for p in phases_named(data) if p > game.current.phase}):
            _, kept = file_away(index, data, key, named, ".txt")
            writes.update(kept)
            writes[game.later_name(named, owner)] = data
    else:
        writes[game.pending_name(owner)] = data
    return received, writes


def bytes_of(path: Path) -> bytes:
    """A sheet's bytes. Raises Unreadable where there is no such file, or it is too large."""
    try:
        if path.stat().st_size > SHEET_LIMIT:
            limit = {"limit": SHEET_LIMIT}
            raise Unreadable([Problem("file-too-large", file=str(path), details=limit)])
        return path.read_bytes()
    except FileNotFoundError:
        raise Unreadable([Problem("file-missing", file=str(path))]) from None
    except OSError as error:
        details = {"reason": error.strerror or ""}
        raise Unreadable([Problem("file-unreadable", file=str(path), details=details)]) from None


def owner_of(
    game: Game, path: Path, data: bytes, power: str | None, wanted: Phase, early: bool = False
) -> int:
    """The power a sheet is of.

    power: as somebody says. wanted: the phase it must be for; early: or for one after it. Raises
    Unreadable where the sheet is for another game or phase, or nobody's.
    """
    sheet = game.reader.read(data, str(path))
    if sheet.game and slug(sheet.game) != slug(game.facts.name):
        details: dict[str, str] = {"game": sheet.game, "current": game.facts.name}
        raise Unreadable([Problem("wrong-game", file=str(path), details=details)])
    phase = phase_meant(data, game.reader, wanted)
    if phase < wanted or (phase > wanted and not early):
        raise Unreadable([wrong_phase(game, str(path), phase, wanted)])
    named = power or sheet.power or path.stem
    found = find_power(game, named)
    if found is None:
        found = _single_heading(sheet)
    if found is None:
        raise Unreadable([Problem("receive-no-power", file=str(path))])
    return found


def wrong_phase(game: Game, file: str, meant: Phase, wanted: Phase) -> Problem:
    """That a sheet is for another phase than the one wanted."""
    details = {"phase": game.words.phase(meant), "current": game.words.phase(wanted)}
    return Problem("wrong-phase", file=file, details=details)


def find_power(game: Game, text: str) -> int | None:
    """The power that a person names, in either language."""
    for number in game.board.played:
        power = game.board.powers[number]
        names = {power.key, *(s.name for s in power.names.values())}
        names |= {other for s in power.names.values() for other in s.also}
        if slug(text) in {slug(name) for name in names}:
            return number
    return None


def _single_heading(sheet: Sheet) -> int | None:
    """The one power under whose heading all orders stand."""
    powers = {entry.power for entry in sheet.entries}
    return powers.pop() if len(powers) == 1 else None
