"""Work spread over processes: the same bytes in the same order, and a bar on a terminal alone."""

import io
import json
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli import progress
from judge.cli.base import settings
from judge.jsonlines import LINE_LIMIT
from judge.problems import Unreadable
from judge.workers import in_order, processes
from tests.boards import ROOT
from tests.cli.command import judge, judge_process
from tests.drawn_boards import drawn_records

# ---------------------------------------------------------------- the workers themselves


def _square(number: int) -> int:
    if number < 0:
        raise ValueError(number)
    return number * number


def _stop(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def test_results_come_in_the_order_of_the_pieces() -> None:
    assert list(in_order(_square, range(200), 3)) == [n * n for n in range(200)]
    assert list(in_order(_square, (), 2)) == []


def test_pieces_are_taken_as_they_are_needed() -> None:
    taken = 0

    def pieces() -> Iterator[int]:
        nonlocal taken
        for number in range(1_000):
            taken += 1
            yield number

    results = in_order(_square, pieces(), 2)
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    assert taken == 10
    results.close()  # type: ignore[attr-defined]  # it is a generator
    assert taken == 10


def test_what_a_piece_raises_is_raised_in_its_turn() -> None:
    results = in_order(_square, (3, -1, 4), 2)
    assert next(results) == 9
    with pytest.raises(ValueError, match="-1"):
        next(results)


def test_a_process_that_dies_is_a_problem() -> None:
    with pytest.raises(Unreadable) as told:
        list(in_order(_stop, (1, 2), 2))
    assert [p.code for p in told.value.problems] == ["worker-lost"]


def test_no_jobs_are_as_many_as_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    assert [processes(n) for n in (0, 1, 5, 61, 1_000)] == [6, 1, 5, 61, 61]
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert processes(0) == 1


# ---------------------------------------------------------------- a stream of boards


def _stream() -> bytes:
    """Boards, and lines that are none: blank, too long, not JSON, not text, without its end."""
    rows = [json.dumps(record).encode() for record in drawn_records(450, seed=4)]
    rows[7:7] = [b"", b"   ", b"{", b"[]", b"\xff\xfe\0", b'{"id": "\\ud800"}']
    rows[130:130] = [b'{"id": "' + b"x" * LINE_LIMIT + b'"}']
    rows[131:131] = [b"[" * 100_000, b'"' + "é".encode() * (5 * LINE_LIMIT) + b'"']
    return b"\n".join(rows)


def test_a_stream_is_answered_the_same_by_any_number_of_jobs() -> None:
    data = _stream()
    alone = judge("try", "-", "--json", stdin=data)
    answers = [json.loads(line) for line in alone.out.splitlines()]
    assert (alone.code, alone.err, len(answers)) == (0, "", 450 + 4 + 3)
    assert [a["id"] for a in answers if "error" not in a] == [
        f"board {n}" if n >= 0 else "\ud800" for n in (*range(7), -1, *range(7, 450))
    ]
    told = [a["error"] for a in answers if "error" in a]
    too_long = f"record longer than {LINE_LIMIT} characters"
    assert told == ["not JSON", "not an object", "not JSON", too_long, "not JSON", too_long]
    for jobs in ("2", "3", "0"):
        assert judge_process("try", "-", "--json", "--jobs", jobs, stdin=data) == alone


def test_a_map_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    missing = tmp_path / "no.yaml"
    alone = judge("try", "-", "--json", "--map", missing, stdin=b"{}")
    assert (alone.code, alone.out) == (1, "")
    several = judge_process(
        "try", "-", "--json", "--map", missing, "--jobs", "2", stdin=b"{}\n" * 500
    )
    assert several == alone


# ---------------------------------------------------------------- games to verify

SAMPLES = ("nulle-1908", "ouverture-1901", "printemps-1913", "solo-1913")


def _games(folder: Path) -> list[Path]:
    games = [folder / name for name in SAMPLES]
    for name, game in zip(SAMPLES, games, strict=True):
        shutil.copytree(ROOT / "games" / name, game)
    return games


def test_games_are_verified_the_same_by_any_number_of_jobs(tmp_path: Path) -> None:
    games = _games(tmp_path)
    changed = next(games[1].glob("*-1-*/report.txt"))
    changed.write_text("nothing\n", "utf-8")
    alone = judge("verify", *games)
    assert alone.code == 1
    assert alone.out.count("\n") == len(games) - 1
    assert alone.err.startswith(f"{changed}:1: ")
    for jobs in ("2", "4"):
        assert judge_process("verify", *games, "--jobs", jobs) == alone


def test_a_game_that_cannot_be_opened_ends_it_in_its_turn(tmp_path: Path) -> None:
    games = _games(tmp_path)
    (games[2] / "game.yaml").write_text("map: [", "utf-8")
    alone = judge("verify", *games)
    assert alone.code == 1
    assert alone.out.count("\n") == 2
    assert judge_process("verify", *games, "--jobs", "2") == alone


@pytest.mark.parametrize("jobs", ["-1", "62", "two"])
@pytest.mark.parametrize("command", [("verify",), ("try", "-", "--json")])
def test_no_such_number_of_jobs(command: tuple[str, ...], jobs: str) -> None:
    said = judge("--lang", "en", *command, "--jobs", jobs)
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith("Value refused for --jobs: 0-61\n")


# ---------------------------------------------------------------- the bar


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _shown(monkeypatch: pytest.MonkeyPatch, screen: io.StringIO, patience: float) -> str:
    monkeypatch.setattr(settings, "asked", None)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setattr(progress, "_PAUSE", 0.0)
    bar = progress.Progress("games", 4)
    bar.step()
    bar.step(2)
    bar.clear()
    bar.clear()
    counted = progress.Progress("boards")
    counted.step(100)
    counted.clear()
    return screen.getvalue()


def test_the_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    wipe = "\r\x1b[K"
    assert _shown(monkeypatch, _Terminal(), 0.0) == (
        f"{wipe}[{'#' * 7}{'-' * 23}] 1/4{wipe}[{'#' * 22}{'-' * 8}] 3/4{wipe}"
        f"{wipe}100 plateaux{wipe}"
    )


def test_no_bar_for_what_is_soon_done_nor_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _shown(monkeypatch, _Terminal(), 60.0) == ""
    assert _shown(monkeypatch, io.StringIO(), 0.0) == ""
    monkeypatch.setenv("TERM", "dumb")
    assert _shown(monkeypatch, _Terminal(), 0.0) == ""
