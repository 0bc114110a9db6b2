"""`judge undo`: the last ruled phase is taken back, and everything is as it was before its run."""

from collections.abc import Iterable
from dataclasses import replace

from judge import journal
from judge.comingorders import late_files, told
from judge.gamefiles import Game, PhaseFolder, facts_text, read_index
from judge.originals import originals, postpone_pending, sheets_of, told_before
from judge.problems import Problem, Unreadable
from judge.season import powers_to_order
from judge.sheets.publishing import published

RULED_FILES = ("ruling.yaml", "report.txt", "received.yaml", "correction.txt")
"""What a ruled phase's folder holds besides its position and its sheets."""


def undo(game: Game) -> PhaseFolder:
    """Take the last ruled phase back; its sheets are pending again. Returns that phase.

    Raises Unreadable where nothing has been ruled, and journal.Held.
    """
    with journal.lock(game.folder):
        journal.recover(game.folder)
        game = game.as_it_stands()
        ruled = [f for f in game.phases if game.is_ruled(f)]
        if not ruled:
            raise Unreadable([Problem("nothing-to-undo", file=game.shown)])
        last = ruled[-1]
        writes, removes = _take_back(game, last)
        journal.commit(game.folder, writes, [name for name in removes if name not in writes])
        return last


def _take_back(game: Game, last: PhaseFolder) -> tuple[dict[str, bytes], list[str]]:
    writes: dict[str, bytes] = {}
    removes = ["end.yaml"] if game.exists("end.yaml") else []
    before = told_before(game, last.phase)
    following = next((f for f in game.phases if f.phase > last.phase), None)
    if following is not None:
        # What the sheets said of phases to come, they will say when they are ruled again.
        said = told(game, last.phase, game.position(following), sheets_of(game, last, before))
        for name, data in late_files(game, said).items():
            if game.exists(name) and game.read_bytes(name) == data:
                removes.append(name)
        # Sheets for the phase that goes away wait for it to come again.
        kept, moved = postpone_pending(game, read_index(game), following.phase)
        writes.update(kept)
        removes += [f"{following.name}/position.yaml", *moved]
    writes.update(late_files(game, before))
    position, sent = game.position(last), originals(game, last)
    for power, text in game.published_sheets(last).items():
        removes.append(f"{last.name}/orders/{game.sheet_name(power)}")
        known = sent.get(power, before.get((last.phase, power), b""))
        if published(known, game.reader, position, power) != text:
            # The GM has changed it, or what was received is gone.
            writes[game.pending_name(power)] = text.encode()
        elif power in sent:
            writes[game.pending_name(power)] = known
    removes += [f"{last.name}/{name}" for name in RULED_FILES if game.exists(f"{last.name}/{name}")]
    counts = counts_without(game, [last])
    if counts != dict(game.facts.no_orders):
        writes["game.yaml"] = facts_text(replace(game.facts, no_orders=counts)).encode()
    return writes, removes


def counts_without(game: Game, folders: Iterable[PhaseFolder]) -> dict[str, int]:
    """The ONR counts without those of some ruled phases."""
    counts = dict(game.facts.no_orders)
    for folder in folders:
        sheets = game.published_sheets(folder)
        for power in powers_to_order(
            game.board, game.position(folder), game.idle(folder.phase), game.rules.year
        ):
            key = game.board.powers[power].key
            if power not in sheets and counts.get(key):
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]
    return counts
