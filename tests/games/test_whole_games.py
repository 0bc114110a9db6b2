"""Whole games: replayed from their published sheets alone, and verified byte by byte."""

import gzip
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from judge.board import Board
from judge.codes import EnglishCodes
from judge.ending import End
from judge.gamefiles import Facts, Game, create
from judge.history import years_of
from judge.orders import Build, Disband, Remove, Retreat
from judge.phase import Step
from judge.ruledphase import RuledPhase, rule_phase
from judge.ruling import MovementRuling, RetreatRuling, WinterRuling
from tests.boards import SHARED
from tests.cli.command import judge
from tests.playing import SAMPLES, assert_verifies, board_read_once, play, public

SOLO = SAMPLES / "solo-1913"
DRAW = SAMPLES / "nulle-1908"
ALL = sorted(path.parent for path in SAMPLES.glob("*/game.yaml"))


def replay(sample: Path, folder: Path, missing_hold: bool) -> None:
    """Play a sample again in a new folder; nothing but its published sheets is taken from it."""
    game = create(folder, Facts(name=sample.name))
    phase = game.current.name
    while phase:
        sheets = {p.stem: p.read_bytes() for p in (sample / phase).glob("orders/*.txt")}
        phase = play(folder, sheets, missing_hold)[-1].opened


@pytest.mark.parametrize(
    ("sample", "missing_hold"), [(SOLO, True), (DRAW, False)], ids=["solo", "draw"]
)
def test_sheets_alone_give_every_byte_again(
    sample: Path, missing_hold: bool, tmp_path: Path
) -> None:
    folder = tmp_path / sample.name
    with board_read_once():
        replay(sample, folder, missing_hold)
    found, expected = public(folder), public(sample)
    assert sorted(found) == sorted(expected)
    assert [name for name in expected if found[name] != expected[name]] == []


@pytest.mark.parametrize("sample", ALL, ids=lambda path: path.name)
def test_verify_passes(sample: Path) -> None:
    assert_verifies(sample)
    said = judge("verify", sample)
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize("sample", [SOLO, DRAW], ids=lambda path: path.name)
def test_whole_samples_hold_nothing_private(sample: Path) -> None:
    names = public(sample)
    assert (sample / ".gitignore").read_text("utf-8") == "private/\n"
    allowed = r"(\.gitignore|game\.yaml|end\.yaml|\d{4}-[1-5]-[a-z]+/"
    allowed += r"(position\.yaml|received\.yaml|ruling\.yaml|report\.txt|orders/[a-z]+\.txt))"
    assert [name for name in names if not re.fullmatch(allowed, name)] == []


# ---------------------------------------------------------------- what the two games are


def _ended(sample: Path) -> End:
    end = Game(sample).end
    assert end is not None
    return end


def _ruled(sample: Path) -> Iterator[RuledPhase]:
    game = Game(sample)
    for folder in game.phases:
        sheets = game.published_sheets(folder)
        yield rule_phase(game, game.position(folder), sheets, game.years(folder))


def _power(board: Board, name: str) -> int:
    return board.power_numbers[name]


def test_the_solo_runs_thirteen_years_to_a_victory() -> None:
    game, end = Game(SOLO), _ended(SOLO)
    assert (end.how, str(end.phase), end.rule) == ("victory", "F1913R", "Guide II")
    assert end.powers == (_power(game.board, "Turquie"),)
    years = years_of(game)
    assert [y.year for y in years] == list(range(1900, 1914))
    winner = [y.count(end.powers[0]) for y in years]
    assert winner == [3, 5, 6, 7, 9, 11, 13, 13, 14, 15, 17, 17, 17, 22]
    # No year before the last one has a winner, and five powers are gone by then.
    assert all(max(y.count(p) for p in range(7)) < 18 for y in years[:-1])
    gone = {game.board.powers[p].key for p in range(7) if not years[-1].count(p)}
    assert gone == {"Allemagne", "Angleterre", "Autriche", "France", "Russie"}


def test_the_solo_has_everything_a_game_can_have() -> None:
    phases = list(_ruled(SOLO))
    steps = {p.ruling.position.phase.step for p in phases}
    assert steps == set(Step)
    fled = [o for p in phases if isinstance(p.ruling, RetreatRuling) for o in p.ruling.outcomes]
    assert any(isinstance(o.order, Retreat) and o.to is not None for o in fled)
    assert any(o.order is None and o.to is None for o in fled)
    assert not any(isinstance(o.order, Disband) for o in fled)
    winters = [p.ruling for p in phases if isinstance(p.ruling, WinterRuling)]
    adjusted = [o.order for w in winters for o in w.outcomes]
    assert any(isinstance(o, Build) for o in adjusted)
    assert any(isinstance(o, Remove) for o in adjusted)
    assert any(w.automatic for w in winters)
    assert any(b.unused for w in winters for b in w.balances)
    moves = [p.ruling for p in phases if isinstance(p.ruling, MovementRuling)]
    convoyed = [line for m in moves for listed in m.convoys for line in listed.lines]
    assert any(len(line.fleets) > 1 for line in convoyed)
    # Civil disorder: powers with units that sent nothing, counted.
    missing = [p.missing for p in phases]
    counts = Game(SOLO).facts.no_orders
    assert sum(map(len, missing)) == sum(counts.values()) > 40


RECORD = SHARED / "corpus/games/diplicity-10_classical_solo_convoyheavy_65p.jsonl.gz"


@pytest.mark.skipif(not RECORD.is_file(), reason="the corpus is not beside the checkout")
def test_the_solo_is_the_real_game_at_every_step() -> None:
    game = Game(SOLO)
    codes = EnglishCodes(game.board)
    with gzip.open(RECORD, "rt", encoding="utf-8") as lines:
        record = {facts["phase"]: facts for facts in map(json.loads, lines)}
    for folder in game.phases:
        position, facts = game.position(folder), record[str(folder.phase)]
        units = [(u.power, codes.unit_code(u)) for u in position.units]
        owned = [(power, codes.location_code(centre)) for centre, power in position.owners]
        fleeing = [(d.unit.power, codes.unit_code(d.unit)) for d in position.dislodged]
        assert sorted(units) == _recorded(codes, facts["units"]), folder
        assert sorted(owned) == _recorded(codes, facts["centers"]), folder
        assert sorted(fleeing) == _recorded(codes, facts.get("dislodged", {})), folder
    last = record[str(game.phases[-1].phase)]["after"]
    owned = [(power, codes.location_code(centre)) for centre, power in _ended(SOLO).owners]
    assert sorted(owned) == _recorded(codes, last["centers"])


def _recorded(codes: EnglishCodes, by_power: Mapping[str, Iterable[str]]) -> list[tuple[int, str]]:
    return sorted((codes.powers[name], text) for name, found in by_power.items() for text in found)


def test_winters_with_nothing_to_order_are_no_phase() -> None:
    names = {found.name for found in Game(SOLO).phases}
    assert "1911-5-hiver" in names and "1912-5-hiver" not in names
    assert "1913-5-hiver" not in names


def test_the_draw_ends_after_seven_years_without_a_capture() -> None:
    game, end = Game(DRAW), _ended(DRAW)
    assert (end.how, str(end.phase), end.rule) == ("draw", "F1908M", "Guide II")
    assert end.powers == tuple(range(7))
    years = years_of(game)
    owners = [y.owners for y in years]
    assert owners[0] != owners[1]
    assert [y.year for y in years if y.owners == owners[1]] == list(range(1901, 1909))
    # Everybody wrote every time: sheets that say all hold, or nothing at all, are no absence.
    assert game.facts.no_orders == {}
    assert not any(p.missing for p in _ruled(DRAW))
    assert b"toutes mes unit" in b"".join(public(DRAW).values()).lower()
    assert public(DRAW)["1902-1-printemps/orders/angleterre.txt"] == b"Puissance: Angleterre\n"


@pytest.mark.parametrize("sample", [SOLO, DRAW], ids=lambda path: path.name)
def test_history_tells_the_end(sample: Path) -> None:
    said = judge("history", sample)
    assert said.code == 0
    last = said.out.splitlines()[-1]
    assert last.startswith("Victoire : Turquie" if sample == SOLO else "Partie nulle entre")


# ---------------------------------------------------------------- what verify finds

CHANGES = {
    "position": ("1905-3-automne/position.yaml", "    - A Ber\n", "    - F Ber\n"),
    "centre": ("1905-3-automne/position.yaml", "    - Ank\n", "    - Ank \n"),
    "ruling": ("1905-3-automne/ruling.yaml", "result: fails", "result: given"),
    "report": ("1905-3-automne/report.txt", "POSITION", "POSITIOM"),
    "report's last line": ("1905-3-automne/report.txt", "Printemps 1906\n", "Printemps 1906 \n"),
    "winter": ("1901-5-hiver/ruling.yaml", "order: build F Lon", "order: build A Lon"),
    "end": ("end.yaml", "phase: F1908M", "phase: F1907M"),
    "end's powers": ("end.yaml", "  - Allemagne\n", ""),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_verify_names_file_and_line_of_a_change(
    change: tuple[str, str, str], tmp_path: Path
) -> None:
    name, before, after = change
    folder = _copy(DRAW, tmp_path)
    line = _change(folder / name, before, after)
    said = judge("verify", folder)
    assert said.code == 1
    assert said.err.startswith(f"{folder}/{name}:{line}: ")


def test_verify_names_the_ruling_that_a_changed_sheet_belies(tmp_path: Path) -> None:
    folder = _copy(DRAW, tmp_path)
    _change(folder / "1905-3-automne/orders/france.txt", "F Por tient", "F Por - AtM")
    said = judge("verify", folder)
    ruling = (folder / "1905-3-automne/ruling.yaml").read_text("utf-8").splitlines()
    line = ruling.index("    - unit: F Por") + 2
    assert said.code == 1
    assert said.err.startswith(f"{folder}/1905-3-automne/ruling.yaml:{line}: ")
    assert "F Por - AtM" in said.err


def test_verify_names_the_file_of_a_changed_count(tmp_path: Path) -> None:
    folder = _copy(SOLO, tmp_path)
    _change(folder / "game.yaml", "  Allemagne: 7\n", "  Allemagne: 8\n")
    said = judge("verify", folder)
    assert said.code == 1
    assert said.err.startswith(f"{folder}/game.yaml")
    assert "8" in said.err and "7" in said.err


@pytest.mark.parametrize(
    "name",
    [
        "1905-3-automne/position.yaml",
        "1901-1-printemps/ruling.yaml",
        "1905-3-automne/ruling.yaml",
        "1908-3-automne/ruling.yaml",
        "1905-3-automne/report.txt",
        "1905-3-automne/orders/italie.txt",
        "1908-3-automne/report.txt",
        "end.yaml",
    ],
)
def test_verify_misses_a_file(name: str, tmp_path: Path) -> None:
    folder = _copy(DRAW, tmp_path)
    (folder / name).unlink()
    said = judge("verify", folder)
    assert said.code == 1
    phase = name.split("/")[0]
    assert said.err.startswith(f"{folder}/{phase}")


def test_verify_misses_a_season(tmp_path: Path) -> None:
    folder = _copy(SOLO, tmp_path)
    shutil.rmtree(folder / "1905-4-retraites")
    said = judge("verify", folder)
    assert said.code == 1
    assert said.err.startswith(f"{folder}/1905-4-retraites/position.yaml")


def test_verify_goes_on_after_a_game_that_differs(tmp_path: Path) -> None:
    folder = _copy(DRAW, tmp_path)
    _change(folder / "end.yaml", "how: draw", "how: agreed")
    said = judge("verify", SAMPLES / "printemps-1913", folder, DRAW)
    assert said.code == 1
    assert [line.split(":")[0] for line in said.out.splitlines()] == [
        str(SAMPLES / "printemps-1913"),
        str(DRAW),
    ]
    assert said.err.startswith(f"{folder}/end.yaml:2: ")


def _copy(sample: Path, tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("private")
    return Path(shutil.copytree(sample, tmp_path / sample.name, ignore=ignored))


def _change(path: Path, before: str, after: str) -> int:
    """Change the first such stretch of a file; the number of the line where it stands."""
    text = path.read_text("utf-8")
    at = text.index(before)
    path.write_text(text[:at] + after + text[at + len(before) :], "utf-8", newline="\n")
    return text.count("\n", 0, at) + 1
