"""`judge correct`: a phase is ruled again with other sheets, and the later sheets after it."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge import ending, journal, positionfile
from judge.comingorders import Told, late_files, told
from judge.gamefiles import Game, PhaseFolder, facts_text, read_index
from judge.originals import keep_received, originals, postpone_pending, sheets_of, told_before
from judge.position import Position
from judge.problems import Problem, Unreadable
from judge.ruledphase import Found, rule_phase
from judge.season import powers_to_order
from judge.sheets.publishing import published
from judge.takingback import RULED_FILES, counts_without


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction changed.

    changes: for each phase ruled again, the lines of its report that differ, as a diff. open_at:
    the phase where the replay stopped because it now needs orders that nobody gave, None when the
    replay went to the end. problems: in the sheets of the corrected phase.
    """

    changes: Mapping[str, tuple[str, ...]]
    open_at: str | None
    problems: Found


def correct(game: Game, start: PhaseFolder, sheets: Mapping[int, bytes], note: str) -> Corrected:
    """Rule a phase again, with some sheets replaced, and replay the later sheets after it.

    sheets: by power, those that replace the published ones; where there are none, the published
    sheets count as they now stand. note: said publicly in the reports.
    Raises Unreadable, and journal.Held.
    """
    with journal.lock(game.folder):
        journal.recover(game.folder)
        game = game.as_it_stands()
        if not game.is_ruled(start):
            details = {"phase": game.words.phase(start.phase)}
            raise Unreadable([Problem("phase-not-ruled", details=details)])
        return _Replay(game, start, sheets, note).go()


class _Replay:
    """A game being ruled again from a phase on, in memory; nothing is written before the end.

    told_then, told_now: what sheets say of phases to come, on the boards that were and on those
    that are.
    """

    def __init__(
        self, game: Game, start: PhaseFolder, sheets: Mapping[int, bytes], note: str
    ) -> None:
        self.game = game
        self.start = start
        self.sheets = sheets
        self.note = note
        self.index = read_index(game)
        self.writes: dict[str, bytes] = {}
        self.removes: list[str] = []
        self.changes: dict[str, tuple[str, ...]] = {}
        self.problems: Found = ()
        self.old = {f.phase: f for f in game.phases if f.phase >= start.phase}
        self.ruled_before = {p: f for p, f in self.old.items() if game.is_ruled(f)}
        self.kept: set[str] = set()
        self.told_now: Told = told_before(game, start.phase)
        self.told_then: Told = dict(self.told_now)
        first = start.phase.year - len(game.years(start)) + 1
        self.starts = {first + n: owners for n, owners in enumerate(game.years(start))}
        self.counts = counts_without(game, self.ruled_before.values())

    def go(self) -> Corrected:
        """Replay, then write everything at once."""
        open_at = self._replay()
        self._clear_away()
        facts = replace(self.game.facts, no_orders=self.counts)
        self.writes["game.yaml"] = facts_text(facts).encode()
        removes = [name for name in self.removes if name not in self.writes]
        journal.commit(self.game.folder, self.writes, removes)
        return Corrected(self.changes, open_at, self.problems)

    def _replay(self) -> str | None:
        """Rule phase after phase; the phase that now needs orders never given, if there is one."""
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
            if phase not in self.ruled_before:
                return self._open(position)
            following = self._rule(position, name)
            if following is None:
                return None
            position = following

    # ------------------------------------------------------------ one phase

    def _rule(self, position: Position, name: str) -> Position | None:
        """Rule one phase again; the position to come, None when the game ends."""
        game, phase = self.game, position.phase
        old = self.ruled_before[phase]
        is_start = phase == self.start.phase
        then = sheets_of(game, old, self.told_then)
        now = {**then, **self.sheets} if is_start else self._sheets_now(old, position)
        if is_start:
            sheets = game.published_sheets(old)
            for power, data in self.sheets.items():
                sheets[power] = published(data, game.reader, position, power)
            sent = {**originals(game, old), **self.sheets}
            self.writes.update(keep_received(game, self.index, old, sent))
        else:
            sheets = self._published_now(old, position, then, now)
        correction = self._correction(old)
        years = tuple(self.starts[y] for y in sorted(self.starts) if y <= phase.year)
        ruled = rule_phase(game, position, sheets, years, correction)
        if is_start:
            self.problems = ruled.problems
        self.writes.update({f"{name}/{file}": data for file, data in ruled.files.items()})
        self.writes[f"{name}/correction.txt"] = (correction + "\n").encode()
        self._compare(old, ruled.files["report.txt"], game.words.phase(phase))
        self.counts = ruled.counted(game.board, self.counts)
        opened_then = next((f for p, f in self.old.items() if p > phase), None)
        if opened_then is not None:
            self.told_then.update(told(game, phase, game.position(opened_then), then))
        if ruled.end is not None:
            self.writes["end.yaml"] = ending.write(game.board, ruled.end).encode()
            return None
        self.told_now.update(told(game, phase, ruled.after, now))
        return ruled.after

    def _sheets_now(self, old: PhaseFolder, position: Position) -> dict[int, bytes]:
        """The sheets that count for a phase on its new board: sent, or told by earlier ones."""
        phase = old.phase
        idle, year = self.game.idle(phase), self.game.rules.year
        waiting = powers_to_order(self.game.board, position, idle, year)
        early = {
            power: data
            for (p, power), data in self.told_now.items()
            if p == phase and power in waiting
        }
        return early | originals(self.game, old)

    def _published_now(
        self,
        old: PhaseFolder,
        position: Position,
        then: Mapping[int, bytes],
        now: Mapping[int, bytes],
    ) -> dict[int, str]:
        """The sheets as published on the new board: their conditions are decided anew.

        A published sheet that is not what its received one gave was changed by the GM and stays so;
        one that the GM took away stays away.
        """
        game, before = self.game, self.game.position(old)
        sheets: dict[int, str] = {}
        public = game.published_sheets(old)
        for power, text in public.items():
            known = then.get(power)
            if known is None or published(known, game.reader, before, power) != text:
                sheets[power] = text
        for power, data in now.items():
            if power not in sheets and (power in public or power not in then):
                sheets[power] = published(data, game.reader, position, power)
        return sheets

    def _correction(self, old: PhaseFolder) -> str:
        """The note of a phase: its new one, or after its earlier ones what ruled it again."""
        if old.phase == self.start.phase:
            return self.note
        start = self.game.words.phase(self.start.phase)
        note = self.game.words.say("correction.replayed", phase=start)
        earlier = self.game.correction(old).splitlines()
        return "\n".join([*(line for line in earlier if line != note), note])

    def _compare(self, old: PhaseFolder, report: bytes, phase: str) -> None:
        before = self.game.read_bytes(f"{old.name}/report.txt").decode("utf-8", "replace")
        lines = difflib.unified_diff(
            before.splitlines(), report.decode().splitlines(), lineterm="", n=0
        )
        changed = [x for x in lines if not x.startswith(("---", "+++", "@@"))]
        self.changes[phase] = tuple(changed)

    # ------------------------------------------------------------ after the last one

    def _open(self, position: Position) -> str | None:
        """The phase that waits for its orders now; its name where it did not wait before."""
        game, phase, current = self.game, position.phase, self.game.current.phase
        end = game.end
        if end is not None and end.how in ("agreed", "concession"):
            # What the players agreed stands.
            end = replace(end, phase=phase, owners=position.owners)
            self.writes["end.yaml"] = ending.write(game.board, end).encode()
        for later, folder in self.ruled_before.items():
            if later > phase:
                for power, data in originals(game, folder).items():
                    self.told_now[later, power] = data
        for name, data in late_files(game, self.told_then).items():
            if game.exists(name) and game.read_bytes(name) == data:
                self.removes.append(name)
        waiting = {key: data for key, data in self.told_now.items() if key[0] >= phase}
        self.writes.update(late_files(game, waiting))
        if phase == current:
            return None
        if not game.is_ruled(game.current):
            kept, moved = postpone_pending(game, self.index, current)
            self.writes.update(kept)
            self.removes += moved
        return game.words.phase(phase)

    def _clear_away(self) -> None:
        """The files of phases that are no longer part of the game go."""
        game = self.game
        if game.exists("end.yaml"):
            self.removes.append("end.yaml")
        for folder in self.old.values():
            if folder.name not in self.kept:
                paths = sorted((game.folder / folder.name).rglob("*"))
                files = [p.relative_to(game.folder).as_posix() for p in paths if p.is_file()]
                self.removes += files
            elif folder.phase in self.ruled_before:
                orders = [f"orders/{game.sheet_name(p)}" for p in game.published_sheets(folder)]
                names = [f"{folder.name}/{name}" for name in (*RULED_FILES[:2], *orders)]
                self.removes += [name for name in names if game.exists(name)]
