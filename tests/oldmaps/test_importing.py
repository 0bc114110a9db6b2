"""Old judges' maps taken over: every verdict on the test files, and what is written of them."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from judge import boardfile, yamlfiles
from judge.board import Board, Terrain
from judge.oldmaps.importing import take_over
from judge.problems import Problem, Unreadable
from judge.report import diagnostics
from judge.words import words
from tests.board.test_variant_facts import described, facts, told
from tests.boards import SHARED
from tests.cli.command import judge

RAW = SHARED / "variants" / "raw"
HERE = Path(__file__).parent / "files"


@cache
def verdicts() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((RAW / "expected.json").read_text("utf-8"))
    return found


def imported(path: Path, seed: Path | None = None) -> tuple[str | None, list[Problem]]:
    try:
        text, problems = take_over(path, seed, {}, ["Taken over."])
    except Unreadable as error:
        text, problems = None, list(error.problems)
    for problem in problems:
        for language in ("fr", "en"):
            assert diagnostics.full(problem, words(language))
    return text, problems


def board_of(text: str) -> Board:
    board, problems = boardfile.from_data(yamlfiles.parse(text.encode(), "map"), "map")
    assert problems == []
    assert board is not None
    return board


def verdict(text: str | None, problems: list[Problem]) -> str:
    if text is None:
        assert any(p.severity == "error" for p in problems)
        return "refuse"
    assert all(p.severity == "warning" for p in problems)
    return "warn" if problems else "ok"


@pytest.mark.skipif(not RAW.is_dir(), reason=f"the importers' test files are not there: {RAW}")
def test_every_verdict_holds() -> None:
    differing = []
    for expected in verdicts():
        seed = RAW / expected["seed"] if "seed" in expected else None
        text, problems = imported(RAW / expected["file"], seed)
        seen: dict[str, Any] = {"expect": verdict(text, problems)}
        if text is not None:
            board = board_of(text)
            seen["counts"] = {
                "powers": len(board.powers),
                "provinces": sum(p.terrain is not Terrain.IMPASSABLE for p in board.provinces),
                "centres": len(board.centres),
                "units": sum(len(p.units) for p in board.powers),
            }
        wanted = {key: expected[key] for key in ("expect", "counts") if key in expected}
        if seen != wanted:
            differing.append((expected["file"], expected.get("seed"), wanted, seen))
    assert differing == []
    assert len(verdicts()) == 52


@pytest.mark.skipif(not RAW.is_dir(), reason=f"the importers' test files are not there: {RAW}")
@pytest.mark.parametrize(
    ("file", "seed", "name"),
    [
        ("own/ancient_med.dpjudge.map", None, "ancient_med"),
        ("own/ancient_med.njudge.map", "own/ancient_med.njudge.seed", "ancient_med"),
        ("own/hundred.dpjudge.map", None, "hundred"),
        ("own/sailho.dpjudge.map", None, "sailho"),
        ("own/sailho.njudge.map", "own/sailho.njudge.seed", "sailho"),
        ("dpjudge/fiveman.map", None, "fiveman"),
        ("dpjudge/fleetrome.map", None, "fleet_rome"),
        ("dpjudge/milan.map", None, "milan"),
        ("dpjudge/pure.map", None, "pure"),
    ],
)
def test_a_map_taken_over_is_its_facts(file: str, seed: str | None, name: str) -> None:
    """Borders, centres and starts; the nJudge files say neither powers' names nor victory."""
    text, _ = imported(RAW / file, RAW / seed if seed else None)
    assert text is not None
    seen, wanted = described(board_of(text)), told(facts(name))
    if seed:
        by_homes = [sorted(map(str, side.pop("powers").values())) for side in (seen, wanted)]
        assert by_homes[0] == by_homes[1]
    assert seen == wanted


# ------------------------------------------------------------ files of our own, always there


def mini(name: str) -> Path:
    return HERE / name


def test_what_is_written_is_a_whole_map_file() -> None:
    text, problems = imported(mini("mini.dpjudge.map"))
    assert problems == []
    assert text == mini("mini.yaml").read_text("utf-8")


def test_both_formats_of_one_board_come_to_the_same() -> None:
    one = board_of(imported(mini("mini.dpjudge.map"))[0] or "")
    two = board_of(imported(mini("mini.njudge.map"), mini("mini.njudge.seed"))[0] or "")
    first, second = described(one), described(two)
    assert list(first.pop("powers").values()) == list(second.pop("powers").values())
    assert first == second


CHANGES = [
    # What is changed in mini.dpjudge.map, and every problem that comes of it.
    ("ELM    ABUTS DOG", "ELM    ABUTS ~DOG", [("import-rule", 25, {"rule": "~"})]),
    ("ELM    ABUTS DOG", "ELM    ABUTS E:DOG", [("import-rule", 25, {"rule": ":"})]),
    ("DOG ELM\n", "DOG ELM +FIR\n", [("import-rule", 5, {"rule": "+FIR"})]),
    ("VICTORY 3", "IN FALL: SHUT NWA", [("import-rule", 9, {"rule": "IN"})]),
    ("VICTORY 3", "RULE MOBILIZE", [("import-rule", 9, {"rule": "MOBILIZE"})]),
    ("VICTORY 3", "TEAM ALDERS ELMS", [("import-rule", 9, {"rule": "TEAM"})]),
    ("VICTORY 3", "VICTORY many", [("import-line", 9, {"text": "VICTORY many"})]),
    ("VICTORY 3", "USE ../mini", [("import-file-missing", 9, {"name": "../mini"})]),
    ("VICTORY 3", "AMEND OAK ABUTS ELM", [("import-unknown-area", 9, {"name": "OAK"})]),
    (
        "VICTORY 3",
        "OAK -> Elder = eld",
        [
            ("import-unknown-area", 9, {"name": "OAK"}),
            ("import-name-of-nothing", 0, {"name": "ELD"}),
        ],
    ),
    ("VICTORY 3", "OWLS", [("import-empty-power", 9, {"name": "OWLS"})]),
    ("VICTORY 3", "FLOW NEWYEAR:5", [("import-calendar", 9, {"value": "NEWYEAR:5"})]),
    ("ALDERS (", "F SWA\nALDERS (", [("import-no-power-yet", 2, {"text": "F SWA"})]),
    ("Elm = elm\n", "", [("import-name-missing", 24, {"name": "ELM"})]),
    (
        "ELM    ABUTS DOG NWA SWA\n",
        "ELM    ABUTS DOG NWA nwa SWA\n",
        [("import-border-twice", 25, {"a": "ELM", "b": "nwa"})],
    ),
    (
        "Dogwood = dog",
        "Dogwood = dog cdr",
        [("map-alias-collision", 0, {"word": "cdr", "places": ["Ced", "Dog"]})],
    ),
    (
        "ELM    ABUTS DOG NWA SWA\n",
        "ELM    ABUTS DOG NWA\n",
        [("map-asymmetry", 0, {"kind": "fleet", "a": "Swa", "b": "Elm"})],
    ),
    (
        "COAST FIR/SC",
        "COAST FIR/XX",
        [
            ("import-name-missing", 27, {"name": "FIR/XX"}),
            ("import-coast", 27, {"name": "FIR/XX"}),
            ("import-name-of-nothing", 0, {"name": "FIR/SC"}),
        ],
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), CHANGES, ids=[c[1].strip() for c in CHANGES])
def test_each_thing_that_can_be_wrong(
    old: str, new: str, expected: list[tuple[str, int, dict[str, Any]]], tmp_path: Path
) -> None:
    text = mini("mini.dpjudge.map").read_text("utf-8")
    assert text.count(old) == 1
    path = tmp_path / "mini.map"
    path.write_text(text.replace(old, new), "utf-8")
    _, problems = imported(path)
    found = [(p.code, p.line, dict(p.details)) for p in problems]
    assert found[: len(expected)] == expected
    # What a refused line leaves out, the checks of every map miss.
    assert all(code.startswith("map-") for code, _, _ in found[len(expected) :])


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    text = mini("mini.dpjudge.map").read_text("utf-8")
    for old, new in (
        ("ELM    ABUTS DOG NWA SWA", "ELM    ABUTS DOG NWA"),
        ("Dogwood = dog", "Dogwood = dog cdr"),
        ("DOG ELM\n", "DOG ELM +FIR\n"),
        ("F DOG\n", "F FIR\n"),
    ):
        text = text.replace(old, new)
    path = tmp_path / "many.map"
    path.write_text(text, "utf-8")
    written, problems = imported(path)
    assert written is None
    assert {p.code for p in problems} == {
        "import-rule",
        "map-asymmetry",
        "map-alias-collision",
        "map-start-unit",
    }


def test_the_command_writes_yaml_and_names_the_powers(tmp_path: Path) -> None:
    said = judge(
        *("map", "import", mini("mini.njudge.map"), "--seed", mini("mini.njudge.seed")),
        *("--power", "A=Alders", "--power", "E=Elms"),
    )
    assert (said.code, said.err) == (0, "")
    assert [p.key for p in board_of(said.out).powers] == ["Alders", "Elms"]
    path = tmp_path / "map.yaml"
    path.write_text(said.out, "utf-8")
    assert judge("map", "check", path).code == 0


def test_an_njudge_map_needs_its_seed() -> None:
    said = judge("map", "import", mini("mini.njudge.map"), "--plain")
    assert said.code == 1
    assert "[import-seed-missing]" in said.err
    assert judge("map", "import", mini("mini.njudge.map"), "--power", "AB").code == 2


@pytest.mark.parametrize("number", range(150))
def test_a_mangled_map_is_refused_or_read_and_never_breaks(number: int, tmp_path: Path) -> None:
    lot = Random(number)
    paths = []
    for name in ("mini.dpjudge.map", "mini.njudge.map", "mini.njudge.seed"):
        data = bytearray(mini(name).read_bytes())
        for _ in range(lot.randint(1, 12)):
            at, until = sorted(lot.sample(range(len(data)), 2))
            deed = lot.randrange(4)
            if deed == 0:
                del data[at : min(until, at + 9)]
            elif deed == 1:
                data[at:at] = data[at : min(until, at + 40)]
            elif deed == 2:
                data[at] = lot.choice(b"\n\t -/=+()~:;*\x00\xe9ABx19")
            else:
                data[at:at] = b"\n" + lot.choice(WORDS)
        path = tmp_path / name
        path.write_bytes(bytes(data))
        paths.append(path)
    for text, problems in (imported(paths[0]), imported(paths[1], paths[2])):
        verdict(text, problems)


WORDS = [
    *(b"DROP ELM", b"UNPLAYED", b"UNITS", b"OWNS CED", b"CENTERS", b"HOMES -ALD", b"AMEND FIR"),
    *(b"elm -> Oak = oak", b"SHUT NWA", b"BEGIN FALL", b"FLOW", b"RULE BUILD_ANY", b"USE mini"),
    *(b"UNOWNED -CED", b"COAST fir", b"COAST FIR", b"END DIRECTIVES", b"x DIRECTIVES", b"-1"),
    *(b"elm-mv:", b"fir-ec: swa", b"A: A Elm/nc", b"....", b"elm-mv: north..water", b"VICTORY 99"),
]
