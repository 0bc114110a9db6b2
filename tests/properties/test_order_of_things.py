"""The order of lines, sheets, records' parts and of Python's sets changes nothing that is ruled."""

import json
import random
import shutil
from pathlib import Path

import pytest

from judge import boardfile
from judge.board import Board
from tests.cli.command import judge, judge_process
from tests.drawn_boards import drawn_records
from tests.playing import SAMPLES
from tests.synthetic import channel, grid, map_file

SAMPLE = SAMPLES / "printemps-1913"
SPRING = "1913-1-printemps"


@pytest.mark.parametrize("rules", ["guide", "18centres", "standard", "standard:1971"])
def test_a_stream_is_the_same_under_every_hash_seed(rules: str) -> None:
    data = "".join(json.dumps(r) + "\n" for r in drawn_records(300, seed=17)).encode()
    said = [
        judge_process(
            "try", "-", "--json", "--rules", rules, stdin=data, environment={"PYTHONHASHSEED": seed}
        )
        for seed in ("0", "1", "4242")
    ]
    assert said[0].code == 0 and said[0].out.count("\n") == 300
    assert said[1:] == said[:1] * 2


@pytest.mark.parametrize("rules", ["guide", "18centres", "standard"])
def test_the_order_of_a_records_parts_changes_no_result(rules: str) -> None:
    lot = random.Random(29)
    records = list(drawn_records(200, seed=23))
    answers = []
    for _ in range(2):
        data = "".join(json.dumps(_shuffled(record, lot)) + "\n" for record in records).encode()
        said = judge("try", "-", "--json", "--rules", rules, stdin=data)
        answers.append([json.loads(line) for line in said.out.splitlines()])
    assert len(answers[0]) == 200
    assert answers[0] == answers[1]


def _shuffled(record: dict[str, object], lot: random.Random) -> dict[str, object]:
    """The same units and orders, powers and texts in any order."""
    mixed: dict[str, object] = {"id": record["id"]}
    for part in ("orders", "units"):
        given = record[part]
        assert isinstance(given, dict)
        mixed[part] = {
            power: lot.sample(given[power], len(given[power]))
            for power in lot.sample(list(given), len(given))
        }
    return mixed


def _ruled(folder: Path, lot: random.Random) -> dict[str, bytes]:
    """What a run makes of the sample's sheets, their lines and files in any order."""
    (folder / SPRING).mkdir(parents=True)
    for name in ("game.yaml", f"{SPRING}/position.yaml"):
        shutil.copyfile(SAMPLE / name, folder / name)
    sheets = sorted((SAMPLE / SPRING / "orders").glob("*.txt"))
    pending = folder / "private" / "pending"
    pending.mkdir(parents=True)
    for sheet in lot.sample(sheets, len(sheets)):
        lines = [line for line in sheet.read_text("utf-8").splitlines() if line.strip()]
        (pending / sheet.name).write_text("\n".join(lot.sample(lines, len(lines))), "utf-8")
    assert judge("run", folder, "--missing-hold").code == 0
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*.yaml")
        if path.name != "received.yaml" and "private" not in path.parts
    }


def test_the_order_of_lines_and_of_sheets_changes_no_ruling(tmp_path: Path) -> None:
    lot = random.Random(31)
    first, *others = [_ruled(tmp_path / str(n), lot) for n in range(4)]
    assert f"{SPRING}/ruling.yaml" in first
    assert first[f"{SPRING}/ruling.yaml"] == (SAMPLE / SPRING / "ruling.yaml").read_bytes()
    assert others == [first] * 3


@pytest.mark.parametrize("board", [grid(75), grid(300), channel(4, 5)], ids=["75", "300", "sea"])
def test_a_grids_map_file_is_that_grid(board: Board, tmp_path: Path) -> None:
    """The boards of the properties and of the benchmark pass every check of a map."""
    path = tmp_path / "grid.yaml"
    path.write_text(map_file(board), "utf-8")
    read, problems = boardfile.check(path)
    assert [p for p in problems if p.severity == "error"] == []
    assert read == board
