"""What a map file can have wrong: each problem alone, many at once, and hostile files."""

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from judge import boardfile, yamlfiles
from judge.board import Board
from judge.phase import Phase
from judge.position import opening
from judge.problems import Problem, Unreadable
from judge.report import diagnostics
from judge.sheets.reading import Reader
from judge.words import words

TINY = """\
map: tiny
title: {fr: Petite carte, en: Tiny map}
first_phase: S1901M
victory: 2
tables:
  court: {language: fr, hold: T}
coasts:
  cn: {fr: [cn], en: [nc]}
  cs: {fr: [cs], en: [sc]}
  ce: {fr: [ce], en: [ec]}
ambiguous:
  fr: {eau: [Lac, Mer]}
fewer_players: {1: [[Nord, Sud]]}
powers:
  Nord: {en: North, adjective: {fr: [nordique], en: [Northern]}, home: [Cap], units: [A Cap]}
  Sud: {en: South, also: {fr: [Midi]}, home: [Bai], units: [F Bai (cn)]}
provinces:
  Bai:
    fr: Grande Baie
    en: Great Bay
    code: {court: Bai}
    kind: coast
    centre: true
    army: [Cap, Dun]
    fleet: {cn: [Mer], cs: [Dun, Lac]}
    coast_also: {ce: cn}
  Cap: {fr: Le Cap, en: Cape, code: {court: Cap}, kind: land, centre: true, army: [Bai]}
  Dun: {fr: Dunes, en: Dunes, code: {court: Dun}, kind: coast, army: [Bai], fleet: [Bai (cs), Lac]}
  Lac:
    fr: Lac
    en: Lake
    also: {fr: [eau]}
    code: {court: Lac}
    kind: sea
    fleet: [Mer, Dun, Bai (cs)]
  Mer: {fr: Mer, en: Sea, also: {fr: [eau]}, code: {court: Mer}, kind: sea, fleet: [Bai (cn), Lac]}
  Roc: {fr: Roc, en: Rock, code: {court: Roc}, kind: impassable}
"""

Found = tuple[str, dict[str, Any]]


def changed(changes: dict[str, str]) -> str:
    """The tiny map with each old text, which stands in it once, replaced."""
    text = TINY
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def checked(folder: Path, data: str | bytes) -> tuple[Board | None, list[Problem]]:
    path = folder / "tiny.yaml"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    board, problems = boardfile.check(path)
    assert {p.file for p in problems} <= {str(path)}
    assert_sayable(problems)
    return board, problems


def assert_sayable(problems: list[Problem]) -> None:
    """Every problem has a sentence with all its facts, in both languages."""
    for problem in problems:
        for language in ("fr", "en"):
            assert diagnostics.full(problem, words(language))


def found(problems: list[Problem]) -> list[Found]:
    return [(p.code, dict(p.details)) for p in problems]


def test_the_tiny_map_is_clean(tmp_path: Path) -> None:
    board, problems = checked(tmp_path, TINY)
    assert problems == []
    assert board is not None
    assert [p.key for p in board.provinces] == ["Bai", "Cap", "Dun", "Lac", "Mer", "Roc"]
    assert [p.key for p in board.powers] == ["Nord", "Sud"]
    assert board.location_name(board.powers[1].units[0][1]) == "Bai (cn)"
    assert (board.first_phase, board.victory) == (Phase.parse("S1901M"), 2)


@dataclass(frozen=True)
class Mistake:
    """One mistake in the tiny map and what is said of it.

    also: what it breaks besides. doubted: whether the map can be used all the same.
    """

    code: str
    changes: dict[str, str]
    details: dict[str, Any]
    also: tuple[Found, ...] = ()
    doubted: bool = False

    def besides(self, code: str, **details: Any) -> "Mistake":
        return replace(self, also=(*self.also, (code, details)))


def doubtful(code: str, changes: dict[str, str], **details: Any) -> Mistake:
    return Mistake(code, changes, details, doubted=True)


def wrong(code: str, changes: dict[str, str], **details: Any) -> Mistake:
    return Mistake(code, changes, details)


POWERS = TINY[TINY.index("fewer_players:") : TINY.index("provinces:\n")]
ROCK = TINY.splitlines(keepends=True)[-1]
BEYOND = """\
  Col: {fr: Col, en: Pass, code: {court: Col}, kind: land, army: [Val]}
  Val: {fr: Val, en: Vale, code: {court: Val}, kind: land, centre: true, army: [Col]}
"""
IMPOSSIBLE = (
    *("F Cap", "A Mer", "A Roc", "F Roc", "F Bai", "A Bai (cn)", "F Bai (ce)", "F Dun (cn)"),
    *("X Bai", "A Zut", "Bai", "A", "A  Dun", "a Dun"),
)
IMPOSSIBLE_SEATS = {
    "0": "{0: null}",
    "1": "{1: [[Nord, Est]]}",
    "2": "{2: [[Nord], [Sud]]}",
    "one": "{one: [[Nord, Sud]]}",
    "01": "{'01': [[Nord, Nord]]}",
    "-1": "{-1: []}",
}
MISTAKES = (
    # The parts of the file.
    wrong("map-part-missing", {"map: tiny\n": ""}, part="map"),
    wrong("map-part-missing", {POWERS: ""}, part="powers"),
    wrong("map-part-type", {"{fr: Petite carte, en: Tiny map}": "Tiny"}, part="title"),
    wrong("map-part-type", {"\n  fr: {eau: [Lac, Mer]}": " [eau]"}, part="ambiguous").besides(
        "map-alias-collision", word="eau", places=["Lac", "Mer"]
    ),
    wrong("map-part-type", {"kind: impassable": "kind: impassable, army: Cap"}, part="Roc.army"),
    wrong(
        "map-part-type", {"kind: impassable": "kind: impassable, fleet: 3"}, part="Roc.fleet"
    ).besides("map-impassable-border", province="Roc"),
    wrong("map-value", {"victory: 2": "victory: 0"}, part="victory", value="0"),
    wrong("map-value", {"victory: 2": "victory: deux"}, part="victory", value="deux"),
    wrong("map-value", {"victory: 2": "victory: 1.5"}, part="victory", value="1.5"),
    wrong("map-value", {"victory: 2": "victory: true"}, part="victory", value="True"),
    wrong("map-value", {"S1901M": "P1901"}, part="first_phase", value="P1901"),
    wrong("map-value", {"language: fr": "language: de"}, part="tables.court.language", value="de"),
    wrong("map-value", {"  Sud:": "  Юг:", ", Sud]": ", Юг]"}, part="powers", value="Юг"),
    *(
        wrong("map-value", {"{1: [[Nord, Sud]]}": seats}, part="fewer_players", value=count)
        for count, seats in IMPOSSIBLE_SEATS.items()
    ),
    wrong("map-value", {"powers:\n": "powers:\n  Est: 3\n"}, part="powers", value="Est"),
    wrong("map-value", {"provinces:\n": "provinces:\n  Est: 3\n"}, part="provinces", value="Est"),
    wrong(
        "map-value",
        {"provinces:\n": "provinces:\n  '...': {kind: sea}\n"},
        part="provinces",
        value="...",
    ),
    wrong(
        "map-value",
        {"provinces:\n": "provinces:\n  Ile (cn): {kind: sea}\n"},
        part="provinces",
        value="Ile (cn)",
    ),
    wrong("map-value", {"code: {court: Dun}": "code: {court: '?'}"}, part="Dun.court", value="?"),
    wrong("map-value", {"fr: Dunes": "fr: '-'"}, part="Dun.fr", value="-"),
    wrong(
        "map-value",
        {"kind: impassable": "kind: impassable, centre: oui"},
        part="Roc.centre",
        value="oui",
    ),
    wrong("map-value", {"victory: 2": "victory: 2\nbuild: partout"}, part="build", value="partout"),
    wrong("map-value", {"victory: 2": "victory: 2\nbuild: []"}, part="build", value="[]"),
    wrong("map-part-type", {"victory: 2": "victory: 2\ndesigners: Calhamer"}, part="designers"),
    wrong("map-part-type", {"victory: 2": "victory: 2\nnotes: {fr: Beau}"}, part="notes.fr"),
    wrong("map-part-type", {"victory: 2": "victory: 2\ndeliberate: tout"}, part="deliberate"),
    wrong("map-part-type", {"victory: 2": "victory: 2\ncompass: Cap"}, part="compass"),
    wrong(
        "map-value", {"victory: 2": "victory: 2\ncompass: {up: Cap}"}, part="compass", value="up"
    ),
    wrong(
        "map-unknown-province",
        {"victory: 2": "victory: 2\ncompass: {west: Zut}"},
        province="compass.west",
        name="Zut",
    ),
    wrong("map-part-type", {"units: [A Cap]": "units: A Cap"}, part="Nord.units"),
    wrong("map-part-type", {"units: [A Cap]": "units: [A Cap], centres: Cap"}, part="Nord.centres"),
    doubtful(
        "map-unknown-field",
        {"kind: impassable": "kind: impassable, center: true"},
        province="Roc",
        name="center",
    ),
    doubtful("map-unknown-field", {"victory: 2": "victory: 2\nwin: 3"}, province="", name="win"),
    wrong(
        "map-value",
        {"kind: land,": "kind: land, convoys: true,"},
        part="Cap.convoys",
        value="True",
    ),
    # Kinds and borders.
    wrong("map-kind", {"kind: impassable": "kind: swamp"}, province="Roc", value="swamp"),
    wrong("map-kind", {", kind: impassable": ""}, province="Roc", value="None"),
    wrong(
        "map-army-at-sea",
        {"kind: sea, fleet: [Bai (cn), Lac]": "kind: sea, army: [Cap], fleet: [Bai (cn), Lac]"},
        province="Mer",
    ).besides("map-asymmetry", kind="army", a="Mer", b="Cap"),
    wrong(
        "map-army-to-sea", {"army: [Cap, Dun]": "army: [Cap, Dun, Mer]"}, a="Bai", b="Mer"
    ).besides("map-asymmetry", kind="army", a="Bai", b="Mer"),
    wrong("map-fleet-inland", {"kind: land,": "kind: land, fleet: [Mer],"}, province="Cap").besides(
        "map-asymmetry", kind="fleet", a="Cap", b="Mer"
    ),
    wrong(
        "map-fleet-to-land",
        {"fleet: [Bai (cn), Lac]": "fleet: [Bai (cn), Cap, Lac]"},
        a="Mer",
        b="Cap",
    ).besides("map-asymmetry", kind="fleet", a="Mer", b="Cap"),
    wrong(
        "map-impassable-border",
        {
            "kind: impassable": "kind: impassable, army: [Cap]",
            "true, army: [Bai]": "true, army: [Bai, Roc]",
        },
        province="Roc",
    ),
    wrong(
        "map-impassable-border",
        {
            "kind: impassable": "kind: impassable, fleet: [Mer]",
            "[Bai (cn), Lac]": "[Bai (cn), Lac, Roc]",
        },
        province="Roc",
    ),
    wrong(
        "map-unknown-province",
        {"true, army: [Bai]": "true, army: [Bai, Zut]"},
        province="Cap",
        name="Zut",
    ),
    wrong(
        "map-unknown-province",
        {"[Bai (cn), Lac]": "[Bai (cn), Lac, Zut]"},
        province="Mer",
        name="Zut",
    ),
    wrong("map-unknown-province", {"cn: [Mer]": "cn: [Mer, Zut]"}, province="Bai (cn)", name="Zut"),
    wrong(
        "map-unknown-province",
        {"[Bai (cn), Lac]": "[Bai (cn), Bai (ce), Lac]"},
        province="Mer",
        name="Bai (ce)",
    ),
    wrong(
        "map-unknown-province",
        {"true, army: [Bai]": "true, army: [Bai, bai]"},
        province="Cap",
        name="bai",
    ),
    wrong("map-unknown-province", {"home: [Cap]": "home: [Cap, Zut]"}, province="Nord", name="Zut"),
    wrong(
        "map-unknown-province",
        {"{eau: [Lac, Mer]}": "{eau: [Lac, Zut]}"},
        province="ambiguous.fr.eau",
        name="Zut",
    ),
    wrong("map-border-twice", {"true, army: [Bai]": "true, army: [Bai, Bai]"}, a="Cap", b="Bai"),
    wrong(
        "map-border-twice", {"[Bai (cn), Lac]": "[Bai (cn), Bai (cn), Lac]"}, a="Mer", b="Bai (cn)"
    ),
    wrong("map-border-self", {"true, army: [Bai]": "true, army: [Bai, Cap]"}, province="Cap"),
    wrong("map-border-self", {"[Bai (cn), Lac]": "[Bai (cn), Lac, Mer]"}, province="Mer"),
    wrong(
        "map-coast-unnamed", {"[Bai (cn), Lac]": "[Bai (cn), Bai, Lac]"}, province="Mer", name="Bai"
    ),
    wrong("map-asymmetry", {"army: [Cap, Dun]": "army: [Cap]"}, kind="army", a="Dun", b="Bai"),
    wrong("map-asymmetry", {"cs: [Dun, Lac]": "cs: [Lac]"}, kind="fleet", a="Dun", b="Bai (cs)"),
    wrong("map-isolated", {ROCK: ROCK.replace("impassable", "land")}, province="Roc"),
    wrong("map-isolated", {ROCK: ROCK.replace("impassable", "coast")}, province="Roc"),
    wrong(
        "map-coast-without-sea",
        {
            "kind: impassable": "kind: coast, army: [Cap]",
            "true, army: [Bai]": "true, army: [Bai, Roc]",
        },
        province="Roc",
    ),
    doubtful(
        "map-coast-without-sea",
        {"cs: [Dun, Lac]": "cs: [Dun]", ", Bai (cs)]": "]"},
        province="Bai (cs)",
    ),
    # Centres, powers and their units.
    doubtful("map-power-without-home", {" home: [Bai],": ""}, power="Sud"),
    wrong("map-neutral-owns", {"home: [Bai],": "home: [Bai], neutral: true,"}, power="Sud").besides(
        "map-value", part="fewer_players", value="1"
    ),
    wrong(
        "map-value",
        {"home: [Bai],": "home: [Bai], neutral: oui,"},
        part="Sud.neutral",
        value="oui",
    ),
    wrong(
        "map-unknown-province",
        {"home: [Bai],": "home: [Bai], centres: [Bai, Zut],"},
        province="Sud",
        name="Zut",
    ),
    wrong(
        "map-home-not-centre",
        {"home: [Bai],": "home: [Bai], centres: [Bai, Dun],"},
        power="Sud",
        province="Dun",
    ),
    wrong(
        "map-centre-twice",
        {"home: [Bai],": "home: [Bai], centres: [Bai, Cap],"},
        province="Cap",
        powers=["Nord", "Sud"],
    ),
    doubtful(
        "map-more-units",
        {"units: [A Cap]": "units: [A Cap, A Dun]"},
        power="Nord",
        units=2,
        centres=1,
    ),
    doubtful(
        "map-victory-low",
        {"victory: 2": "victory: 1", "code: {court: Dun}": "code: {court: Dun}, centre: true"},
        victory=1,
        total=3,
    ),
    wrong("map-unreachable", {ROCK: ROCK + BEYOND}, province="Val"),
    wrong("map-home-not-centre", {"home: [Bai]": "home: [Bai, Dun]"}, power="Sud", province="Dun"),
    wrong(
        "map-centre-twice",
        {"home: [Bai]": "home: [Bai, Cap]"},
        province="Cap",
        powers=["Nord", "Sud"],
    ),
    wrong(
        "map-centre-without-owner",
        {"kind: impassable": "kind: impassable, centre: true"},
        province="Roc",
    ),
    wrong(
        "map-centre-without-owner",
        {"kind: sea, fleet: [Bai (cn)": "kind: sea, centre: true, fleet: [Bai (cn)"},
        province="Mer",
    ),
    wrong("map-victory-unreachable", {"victory: 2": "victory: 3"}, victory=3, total=2),
    *(
        wrong("map-start-unit", {"[F Bai (cn)]": f"[{unit}]"}, power="Sud", unit=unit)
        for unit in IMPOSSIBLE
    ),
    wrong(
        "map-start-twice",
        {"units: [A Cap]": "units: [A Cap, A Bai]"},
        province="Bai",
        powers=["Nord", "Sud"],
    ).besides("map-more-units", power="Nord", units=2, centres=1),
    # Names, codes and coasts.
    wrong("map-name-missing", {"en: Dunes, ": ""}, province="Dun", language="en"),
    wrong("map-name-missing", {"fr: Dunes, ": "fr: 3, "}, province="Dun", language="fr"),
    wrong("map-name-missing", {"en: South, ": ""}, province="Sud", language="en"),
    wrong("map-code-missing", {"code: {court: Dun}, ": ""}, province="Dun", table="court"),
    wrong(
        "map-code-missing",
        {"code: {court: Dun}, ": "code: {court: 12}, "},
        province="Dun",
        table="court",
    ),
    wrong(
        "map-unknown-table",
        {"code: {court: Dun}": "code: {court: Dun, long: Dune}"},
        province="Dun",
        name="long",
    ),
    wrong("map-unknown-coast", {"  cs: {fr: [cs], en: [sc]}\n": ""}, province="Bai", name="cs"),
    wrong(
        "map-unknown-coast",
        {"coast_also: {ce: cn}": "coast_also: {ce: co}"},
        province="Bai",
        name="ce: co",
    ),
    wrong(
        "map-unknown-coast",
        {"coast_also: {ce: cn}": "coast_also: {co: cn}"},
        province="Bai",
        name="co: cn",
    ),
    wrong(
        "map-unknown-coast",
        {"coast_also: {ce: cn}": "coast_also: {cs: cn}"},
        province="Bai",
        name="cs: cn",
    ),
    wrong("map-alias-collision", {"fr: Dunes": "fr: le cap"}, word="le cap", places=["Cap", "Dun"]),
    wrong(
        "map-alias-collision",
        {"code: {court: Dun}": "code: {court: MER}"},
        word="mer",
        places=["Dun", "Mer"],
    ),
    wrong("map-alias-collision", {"{eau: [Lac, Mer]}": "{}"}, word="eau", places=["Lac", "Mer"]),
    wrong("map-alias-collision", {"en: South": "en: north"}, word="north", places=["Nord", "Sud"]),
    wrong(
        "map-alias-collision",
        {"fr: [Midi]": "fr: [Nordique]"},
        word="nordique",
        places=["Nord", "Sud"],
    ),
    wrong(
        "map-alias-collision",
        {"  Sud:": "  NordЮ:", ", Sud]": ", NordЮ]"},
        word="NordЮ",
        places=["Nord", "NordЮ"],
    ),
)


@pytest.mark.parametrize("mistake", MISTAKES, ids=[f"{n}-{m.code}" for n, m in enumerate(MISTAKES)])
def test_one_mistake(mistake: Mistake, tmp_path: Path) -> None:
    text = changed(mistake.changes)
    board, problems = checked(tmp_path, text)
    expected = [(mistake.code, mistake.details), *mistake.also]
    assert sorted(found(problems), key=str) == sorted(expected, key=str)
    warnings = [p for p in problems if p.severity == "warning"]
    assert (board is not None) == mistake.doubted == (len(warnings) == len(problems))
    lines = text.splitlines()
    for problem in problems:
        subject = next(
            (problem.details[k] for k in ("province", "a", "power") if k in problem.details), ""
        )
        key = str(subject).split(" (")[0]
        if f"\n  {key}:" in text:
            assert lines[problem.line - 1].startswith(f"  {key}:")
        else:
            assert problem.line == 0


def test_every_problem_of_a_map_has_its_mistake() -> None:
    folder = Path(boardfile.__file__).parent
    modules = ["boardfile.py", *(p.name for p in folder.glob("map*.py"))]
    source = "".join((folder / name).read_text("utf-8") for name in modules)
    raised = set(re.findall(r'"(map-[a-z-]+)"', source))
    assert raised == {m.code for m in MISTAKES} | {"map-not-a-map"}


def test_a_map_without_provinces_says_what_that_breaks(tmp_path: Path) -> None:
    board, problems = checked(tmp_path, TINY[: TINY.index("provinces:\n")])
    assert board is None
    assert found(problems)[0] == ("map-part-missing", {"part": "provinces"})
    assert {p.code for p in problems[1:]} == {
        "map-unknown-province",
        "map-start-unit",
        "map-victory-unreachable",
    }


def test_ten_mistakes_are_ten_messages(tmp_path: Path) -> None:
    text = changed(
        {
            "victory: 2": "victory: many",
            "language: fr": "language: xx",
            "home: [Cap]": "home: [Zut]",
            "units: [F Bai (cn)]": "units: [F Cap]",
            "en: South, ": "",
            "army: [Cap, Dun]": "army: [Cap, Dun, Dun]",
            "coast_also: {ce: cn}": "coast_also: {ce: co}",
            "true, army: [Bai]": "true, army: [Bai, Cap]",
            "code: {court: Dun}": "code: {court: Mer}",
            "kind: impassable": "kind: swamp",
        }
    )
    board, problems = checked(tmp_path, text)
    assert board is None
    assert {p.code for p in problems} == {
        "map-value",
        "map-unknown-province",
        "map-start-unit",
        "map-name-missing",
        "map-border-twice",
        "map-unknown-coast",
        "map-border-self",
        "map-alias-collision",
        "map-kind",
    }
    assert len(found(problems)) >= 10
    assert len({str(f) for f in found(problems)}) >= 10


class Refused(NamedTuple):
    """A file that cannot be read at all: what it holds, and the one problem that says why."""

    name: str
    data: bytes
    code: str
    place: tuple[int, int] = (0, 0)
    details: dict[str, Any] | None = None


REFUSED = (
    Refused("two colons", b"map: a: b\n", "yaml-syntax", (1, 7)),
    Refused("open bracket", b"map: [a\npowers: 1\n", "yaml-syntax", (2, 7)),
    Refused("tab", b"map: tiny\n\tvictory: 2\n", "yaml-syntax", (2, 1)),
    Refused("unknown tag", b"map: !!python/name:os.system x\n", "yaml-syntax", (1, 6)),
    Refused("list as a key", b"? [a]\n: b\n", "yaml-syntax", (1, 3)),
    Refused("NUL bytes", b"map: ti\0ny\n", "yaml-syntax"),
    Refused("NUL bytes alone", bytes(10), "yaml-syntax"),
    Refused("no such day", b"map: 2001-99-99\n", "yaml-syntax"),
    Refused("alias", b"a: &x [1]\nb: *x\n", "yaml-alias", (1, 4), {"reason": "alias"}),
    Refused("anchor alone", b"a: &x [1]\n", "yaml-alias", (1, 4), {"reason": "alias"}),
    Refused("undefined alias", b"a: *x\n", "yaml-alias", (1, 4), {"reason": "alias"}),
    Refused("forty-one brackets", b"[" * 41, "yaml-depth", (1, 41), {"reason": "depth"}),
    Refused("deep blocks", b"".join(b" " * n + b"a:\n" for n in range(99)), "yaml-depth", (41, 41)),
    Refused("key twice", b"map: a\nvictory: 1\nmap: b\n", "yaml-duplicate", (3, 1), {"key": "map"}),
    Refused("inner key twice", b"a:\n  b: {c: 1, c: 2}\n", "yaml-duplicate", (2, 13), {"key": "c"}),
    Refused("number as a key twice", b"1: a\n1: b\n", "yaml-duplicate", (2, 1), {"key": "1"}),
    Refused("not UTF-8", b"map: caf\xe9\n", "not-utf8", (0, 0), {"byte": 8}),
    Refused("UTF-16", "map: a\n".encode("utf-16"), "not-utf8", (0, 0), {"byte": 0}),
    Refused("too large", b"#" * 5_000_000, "file-too-large", (0, 0), {"limit": 4_000_000}),
)


@pytest.mark.parametrize("refused", REFUSED, ids=[r.name for r in REFUSED])
def test_a_file_that_is_no_yaml_of_ours(refused: Refused, tmp_path: Path) -> None:
    board, problems = checked(tmp_path, refused.data)
    assert board is None
    assert [p.code for p in problems] == [refused.code]
    assert (problems[0].line, problems[0].column) == refused.place
    if refused.details is not None:
        assert problems[0].details == refused.details
    else:
        assert problems[0].details["reason"]


def test_every_problem_of_yaml_has_its_file() -> None:
    source = Path(yamlfiles.__file__).read_text("utf-8")
    raised = set(re.findall(r'"((?:yaml|file|not)-[a-z0-9]+(?:-[a-z]+)?)"', source))
    tested = {r.code for r in REFUSED} | {"file-missing", "file-unreadable"}
    assert raised | {"yaml-alias", "yaml-depth"} == tested


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    board, problems = boardfile.check(tmp_path / "none.yaml")
    assert board is None
    assert [p.code for p in problems] == ["file-missing"]
    board, problems = boardfile.check(tmp_path)
    assert board is None
    assert [p.code for p in problems] == ["file-unreadable"]
    assert problems[0].details["reason"]
    with pytest.raises(Unreadable) as refusal:
        boardfile.load(str(tmp_path / "none.yaml"))
    assert [p.code for p in refusal.value.problems] == ["file-missing"]


@pytest.mark.parametrize(
    "text", ["", "\n# nothing\n", "~", "- a\n- b\n", "tiny", "12", "true", "2001-01-01"]
)
def test_a_file_that_is_no_map(text: str, tmp_path: Path) -> None:
    board, problems = checked(tmp_path, text)
    assert board is None
    assert found(problems) == [("map-not-a-map", {})]


def alias_bomb() -> str:
    rows = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    rows += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise("abcdefghi")]
    return "\n".join(rows)


HOSTILE = {
    "alias bomb": alias_bomb(),
    "10,000 brackets": "[" * 10_000,
    "10,000 braces": "{a: " * 10_000,
    "10,000 dashes": "- " * 10_000,
    "10,000 wide dashes": "-  " * 10_000,
    "10,000 questions": "? " * 10_000,
    "brackets behind remarks": "[ #]\n" * 10_000,
    "a merge key": "<<: {map: tiny}\n",
    "a bad merge key": "<<: 3\n",
    "a set": "!!set {a, b}\n",
    "several documents": "map: a\n---\nmap: b\n",
    "numbers as names": "map: 1\npowers: {1: {en: 2, home: [3]}}\nprovinces: {3: {fr: 4}}\n",
    "nothing in it": "map:\npowers:\nprovinces:\ntables:\ncoasts:\nambiguous:\ntitle:\nvictory:\n",
    "lists everywhere": "map: []\npowers: []\nprovinces: []\ntables: []\nfewer_players: []\n",
    "only names": "map: a\npowers: {b: , c: }\nprovinces: {d: , e: }\n",
    "a great number": "victory: 0x" + "f" * 5_000,
    "a great number as a kind": "provinces: {A: {kind: 0x" + "f" * 5_000 + "}}",
    "a great number as a key": "? 0x" + "f" * 5_000 + "\n: 2\n",
    "a long name": "map: " + "x" * 1_000_000,
    "signs": "map: \u202e\u200b\ufeff\nprovinces: {\u202e: {kind: sea}}\n",
    "a great number of players": "fewer_players: {? '" + "9" * 5_000 + "' : []}\n",
    "a bad truth": "map: !!bool perhaps\n",
    "a bad number": "victory: !!int many\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_a_problem(name: str, tmp_path: Path) -> None:
    board, problems = checked(tmp_path, HOSTILE[name])
    assert board is None
    assert problems


JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1901,
    1.5,
    float("inf"),
    float("nan"),
    "",
    "x",
    "(",
    " Bai (cn) ",
    "\u202e\n\t",
    "x" * 5_000,
    date(1901, 3, 1),
    b"Bai",
    [],
    [None],
    [["Bai"]],
    [{"Bai": 1}],
    {},
    {"Bai": "Cap"},
    {1: [2]},
    {None: None},
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in nested data."""
    yield path
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, part in inner:
        yield from places_in(part, (*path, key))


def test_any_value_replaced_by_anything() -> None:
    """Whatever stands anywhere in a map, there is a board that works or a problem, and no crash."""
    data = yaml.safe_load(TINY)
    for path in places_in(data):
        for junk in JUNK:
            raw = copy.deepcopy(data)
            if path:
                owner = raw
                for key in path[:-1]:
                    owner = owner[key]
                owner[path[-1]] = junk
            else:
                raw = junk
            try:
                board, problems = boardfile.from_data(raw, "tiny.yaml")
            except Exception as error:
                raise AssertionError(f"{path}: {junk!r}") from error
            assert_sayable(problems)
            assert board is not None or problems, (path, junk)
            if board is not None:
                assert Phase.parse(str(board.first_phase)) == board.first_phase, (path, junk)
                position = opening(board)
                sheet = Reader(board, "fr", "court").read(b"A Cap - Bai", "sheet")
                assert len(sheet.entries) == 1, (path, junk)
                assert all(board.can_stand(u.kind, u.location) for u in position.units)
