"""`judge run`: rule the current phase, write its files and open the next phase."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge import ending, journal, positionfile
from judge.comingorders import late_files, told
from judge.gamefiles import Game, PhaseFolder, facts_text, find_received, read_index
from judge.originals import keep_received
from judge.phase import Phase
from judge.problems import Problem, Unreadable
from judge.receiving import wrong_phase
from judge.report.lines import Report
from judge.ruledphase import Found, RuledPhase, report_of, rule_phase
from judge.season import powers_to_order
from judge.sheets.publishing import hidden_problems, phase_meant, published, read_whole
from judge.sheets.retreating import read_retreats


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run did with one phase.

    report: as written, in the game's language. problems: in the sheets, those for the GM alone
    included; they block nothing. opened: the next phase's folder name, empty when the game has
    ended.
    """

    folder: PhaseFolder
    report: Report
    problems: Found
    opened: str


def run(game: Game, missing_hold: bool = False) -> list[Ran]:
    """Rule the current phase and write everything, all or nothing.

    The retreats that follow are ruled too where conditional orders say what every dislodged unit
    does. missing_hold: whether the rules decide for powers that sent nothing; else that is an
    error. Raises Unreadable, and journal.Held when another run has the game.
    """
    with journal.lock(game.folder):
        journal.recover(game.folder)
        game = game.as_it_stands()
        done = [_run(game, missing_hold)]
        if done[0].opened and done[0].folder.phase.step.is_movement:
            following = Game(game.folder, game.shown)
            if _retreats_are_all_told(following):
                done.append(_run(following, missing_hold))
        return done


def _run(game: Game, missing_hold: bool) -> Ran:
    folder = game.current
    if game.end is not None:
        raise Unreadable([Problem("game-ended", file=game.shown)])
    if game.is_ruled(folder):
        details = {"phase": game.words.phase(folder.phase)}
        raise Unreadable([Problem("phase-ruled-already", details=details)])
    position = game.position(folder)
    waiting = powers_to_order(game.board, position, game.idle(position.phase), game.rules.year)
    sheets: dict[int, bytes] = {}
    for power in game.board.played:
        data = game.sheet_for(folder, power)
        # What an earlier sheet wished for a phase without a choice stays private.
        if data is not None and (power in waiting or game.pending(power) is not None):
            sheets[power] = data
    _refuse_other_phases(game, folder, sheets)
    absent = [p for p in waiting if p not in sheets]
    if absent and not missing_hold:
        names = [game.notation.power(p) for p in absent]
        raise Unreadable([Problem("sheets-missing", details={"powers": names})])
    public = {p: published(data, game.reader, position, p) for p, data in sheets.items()}
    ruled = rule_phase(game, position, public, game.years(folder))
    writes = {f"{folder.name}/{name}": data for name, data in ruled.files.items()}
    writes.update(keep_received(game, read_index(game), folder, _sent(game, folder, sheets)))
    writes.update(game.missing_ignore_file())
    removes = [game.pending_name(p) for p in public]
    opened = _opening_files(game, ruled)
    writes.update(opened)
    if ruled.end is None:
        writes.update(late_files(game, told(game, position, ruled.after, sheets)))
    removes += _outdated(game, ruled)
    journal.commit(game.folder, writes, [r for r in removes if r not in writes])
    report = report_of(game, ruled, game.facts.language)
    hidden: list[tuple[int | None, Problem]] = []
    for power, data in sheets.items():
        whole = read_whole(data, game.reader, game.sheet_name(power))
        hidden += [(power, problem) for problem in hidden_problems(whole, public[power])]
    following = "" if ruled.end else game.phase_folder(ruled.after.phase)
    return Ran(folder, report, (*ruled.problems, *hidden), following)


def _refuse_other_phases(game: Game, folder: PhaseFolder, sheets: Mapping[int, bytes]) -> None:
    """Raises Unreadable where a sheet laid ready is for another phase than the one to be ruled."""
    problems = []
    for power, data in sheets.items():
        meant = phase_meant(data, game.reader, folder.phase)
        if game.pending(power) is not None and meant != folder.phase:
            name = game.path_shown(game.pending_name(power))
            problems.append(wrong_phase(game, name, meant, folder.phase))
    if problems:
        raise Unreadable(problems)


def _opening_files(game: Game, ruled: RuledPhase) -> dict[str, bytes]:
    """What a ruled phase leaves for the game: the next position or the end, and the ONR counts."""
    writes: dict[str, bytes] = {}
    if ruled.missing:
        counts = ruled.counted(game.board, game.facts.no_orders)
        writes["game.yaml"] = facts_text(replace(game.facts, no_orders=counts)).encode()
    if ruled.end is not None:
        writes["end.yaml"] = ending.write(game.board, ruled.end).encode()
    else:
        name = f"{game.phase_folder(ruled.after.phase)}/position.yaml"
        writes[name] = positionfile.write(game.board, ruled.after).encode()
    return writes


def _outdated(game: Game, ruled: RuledPhase) -> list[str]:
    """Conditional orders whose phase has gone by."""
    names = []
    folder = game.folder / "private" / "later"
    for path in sorted(folder.glob("*/*.txt")):
        try:
            phase = Phase.parse(path.parent.name)
        except ValueError:
            continue
        if phase < ruled.after.phase or ruled.end is not None:
            names.append(path.relative_to(game.folder).as_posix())
    return names


def _retreats_are_all_told(game: Game) -> bool:
    """Whether conditional orders say what every dislodged unit does, so that nobody need wait."""
    folder = game.current
    if not folder.phase.step.is_retreats:
        return False
    position = game.position(folder)
    told: set[int] = set()
    for power in powers_to_order(game.board, position, game.idle(position.phase), game.rules.year):
        data = game.sheet_for(folder, power)
        if data is None:
            return False
        text = published(data, game.reader, position, power)
        sheet = game.reader.read(text.encode(), "")
        read = read_retreats(position, game.notation, sheet, power, game.reading)
        told |= set(read.orders)
    return told == set(range(len(position.dislodged)))


# ---------------------------------------------------------------- proof of receipt


def _sent(game: Game, folder: PhaseFolder, sheets: Mapping[int, bytes]) -> dict[int, bytes]:
    """The sheets that were sent for this phase, not made from an earlier sheet's conditions."""
    index, powers = read_index(game), game.board.powers
    return {
        power: data
        for power, data in sheets.items()
        if game.pending(power) is not None
        or find_received(index, data, powers[power].key, folder.phase)
    }
