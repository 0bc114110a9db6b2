"""Taking back: `judge undo` and `judge correct`, the only commands that rewrite a ruled season."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge import ending, journal, positionfile
from judge.gamefiles import Game, PhaseFolder, facts_text, read_index
from judge.phase import Phase
from judge.position import Position
from judge.problems import Problem, Unreadable
from judge.ruledphase import rule_phase
from judge.running import keep_received
from judge.season import powers_to_order
from judge.sheets.publishing import published


def undo(game: Game) -> PhaseFolder:
    """Take the last ruled phase back; its sheets are pending again. Returns that phase.

    Raises Unreadable where nothing has been ruled, and journal.Held.
    """
    with journal.lock(game.folder):
        journal.recover(game.folder)
        ruled = [f for f in game.phases if game.is_ruled(f)]
        if not ruled:
            raise Unreadable([Problem("nothing-to-undo", file=game.shown)])
        last = ruled[-1]
        writes, removes = _take_back(game, last)
        journal.commit(game.folder, writes, removes)
        return last


def _take_back(game: Game, last: PhaseFolder) -> tuple[dict[str, bytes], list[str]]:
    writes: dict[str, bytes] = {}
    removes = ["end.yaml"] if game.exists("end.yaml") else []
    for folder in game.phases:
        if folder.phase > last.phase:
            removes.append(f"{folder.name}/position.yaml")
            for power in range(len(game.board.powers)):
                # A sheet for the phase that goes away waits for it to come again.
                sent = game.pending(power)
                if sent is not None:
                    writes[game.later_name(folder.phase, power)] = sent
    sheets = original_sheets(game, last)
    for power in range(len(game.board.powers)):
        name = f"private/pending/{game.sheet_name(power)}"
        if power in sheets:
            writes[name] = sheets[power]
        elif game.exists(name):
            removes.append(name)
    for name in ("ruling.yaml", "report.txt", "received.yaml", "correction.txt"):
        if game.exists(f"{last.name}/{name}"):
            removes.append(f"{last.name}/{name}")
    removes += [f"{last.name}/orders/{game.sheet_name(p)}" for p in game.published_sheets(last)]
    counts = _counts_without(game, [last])
    if counts != dict(game.facts.no_orders):
        writes["game.yaml"] = facts_text(replace(game.facts, no_orders=counts)).encode()
    return writes, removes


def _counts_without(game: Game, folders: list[PhaseFolder]) -> dict[str, int]:
    """The ONR counts without those of some ruled phases."""
    counts = dict(game.facts.no_orders)
    for folder in folders:
        sheets = game.published_sheets(folder)
        for power in powers_to_order(game.board, game.position(folder), game.idle(folder.phase)):
            key = game.board.powers[power].key
            if power not in sheets and counts.get(key):
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]
    return counts


def original_sheets(game: Game, folder: PhaseFolder) -> dict[int, bytes]:
    """The sheets that counted for a ruled phase, as received; as published where those are gone."""
    sheets = {p: text.encode() for p, text in game.published_sheets(folder).items()}
    kept = {(r.power, r.phase): r for r in read_index(game)}
    for power in sheets:
        received = kept.get((game.board.powers[power].key, str(folder.phase)))
        if received is not None and game.exists(f"private/received/{received.file}"):
            sheets[power] = game.read_bytes(f"private/received/{received.file}")
    return sheets


# ---------------------------------------------------------------- correcting


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction changed.

    changes: for each phase ruled again, the lines of its report that differ, as a diff. open_at:
    the phase where the replay stopped because it now needs orders that nobody gave, None when the
    replay went to the end.
    """

    changes: Mapping[str, tuple[str, ...]]
    open_at: str | None


def correct(game: Game, start: PhaseFolder, sheets: Mapping[int, bytes], note: str) -> Corrected:
    """Rule a phase again, with some sheets replaced, and replay the later sheets after it.

    sheets: by power, those that replace the published ones; where there are none, the published
    sheets count as they now stand. note: said publicly in the reports.
    Raises Unreadable, and journal.Held.
    """
    with journal.lock(game.folder):
        journal.recover(game.folder)
        if not game.is_ruled(start):
            details = {"phase": game.words.phase(start.phase)}
            raise Unreadable([Problem("phase-not-ruled", details=details)])
        return _Replay(game, start, sheets, note).go()


class _Replay:
    """A game being ruled again from a phase on, in memory; nothing is written before the end."""

    def __init__(
        self, game: Game, start: PhaseFolder, sheets: Mapping[int, bytes], note: str
    ) -> None:
        self.game = game
        self.start = start
        self.sheets = sheets
        self.note = note
        self.writes: dict[str, bytes] = {}
        self.changes: dict[str, tuple[str, ...]] = {}
        self.old = {f.phase: f for f in game.phases if f.phase >= start.phase}
        self.ruled_before = {p: f for p, f in self.old.items() if game.is_ruled(f)}
        self.kept: set[str] = set()
        first = start.phase.year - len(game.years(start)) + 1
        self.starts = {first + n: owners for n, owners in enumerate(game.years(start))}
        self.counts = _counts_without(game, list(self.ruled_before.values()))

    def go(self) -> Corrected:
        """Replay, then write everything at once."""
        open_at = self._replay()
        removes = self._files_that_go()
        facts = replace(self.game.facts, no_orders=self.counts)
        self.writes["game.yaml"] = facts_text(facts).encode()
        journal.commit(self.game.folder, self.writes, removes)
        return Corrected(self.changes, open_at)

    def _replay(self) -> str | None:
        game = self.game
        position = game.position(self.start)
        while True:
            phase = position.phase
            self.starts.setdefault(phase.year, position.owners)
            name = game.phase_folder(phase)
            self.kept.add(name)
            if phase > self.start.phase:
                text = positionfile.write(game.board, position)
                self.writes[f"{name}/position.yaml"] = text.encode()
            if phase > max(self.ruled_before):
                return None
            if phase not in self.ruled_before:
                # The correction opened a phase that was never played: it waits for its orders.
                self._keep_later_sheets(phase)
                return game.words.phase(phase)
            following = self._rule(position, name)
            if following is None:
                return None
            position = following

    def _rule(self, position: Position, name: str) -> Position | None:
        """Rule one phase again; the position to come, None when the game ends."""
        game, phase = self.game, position.phase
        old = self.ruled_before[phase]
        sheets = game.published_sheets(old)
        correction = game.words.say("correction.replayed", phase=game.words.phase(self.start.phase))
        if phase == self.start.phase:
            correction = self.note
            for power, data in self.sheets.items():
                sheets[power] = published(data, game.reader, position, power)
            self.writes.update(
                keep_received(game, old, {**original_sheets(game, old), **self.sheets})
            )
        years = tuple(self.starts[y] for y in sorted(self.starts) if y <= phase.year)
        ruled = rule_phase(game, position, sheets, years, correction)
        self.writes.update({f"{name}/{file}": data for file, data in ruled.files.items()})
        self.writes[f"{name}/correction.txt"] = (correction + "\n").encode()
        self._compare(old, ruled.files["report.txt"], game.words.phase(phase))
        for power in ruled.missing:
            key = game.board.powers[power].key
            self.counts[key] = self.counts.get(key, 0) + 1
        if ruled.end is not None:
            self.writes["end.yaml"] = ending.write(game.board, ruled.end).encode()
            return None
        return ruled.after

    def _compare(self, old: PhaseFolder, report: bytes, phase: str) -> None:
        before = self.game.read_bytes(f"{old.name}/report.txt").decode("utf-8", "replace")
        lines = difflib.unified_diff(
            before.splitlines(), report.decode().splitlines(), lineterm="", n=0
        )
        changed = [x for x in lines if not x.startswith(("---", "+++", "@@"))]
        self.changes[phase] = tuple(changed)

    def _keep_later_sheets(self, open_phase: Phase) -> None:
        for phase, folder in self.ruled_before.items():
            if phase > open_phase:
                for power, data in original_sheets(self.game, folder).items():
                    self.writes[self.game.later_name(phase, power)] = data

    def _files_that_go(self) -> list[str]:
        """The files of phases that are no longer part of the game."""
        removes = []
        if self.game.exists("end.yaml") and "end.yaml" not in self.writes:
            removes.append("end.yaml")
        for folder in self.old.values():
            if folder.name not in self.kept:
                for path in sorted((self.game.folder / folder.name).rglob("*")):
                    if path.is_file():
                        removes.append(path.relative_to(self.game.folder).as_posix())
            elif folder.phase not in self.ruled_before:
                continue
            elif f"{folder.name}/ruling.yaml" not in self.writes:
                for file in ("ruling.yaml", "report.txt", "received.yaml", "correction.txt"):
                    if self.game.exists(f"{folder.name}/{file}"):
                        removes.append(f"{folder.name}/{file}")
        return removes
