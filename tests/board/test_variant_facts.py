"""Every shipped board against the facts of it that lie beside the checkout, one for one."""

import json
from functools import cache
from typing import Any

import pytest

from judge import boardfile, yamlfiles
from judge.board import Board, Terrain
from judge.codes import EnglishCodes
from tests.boards import ROOT, SHARED

FACTS = SHARED / "variants" / "boards"
BOARDS = sorted(path.stem for path in (ROOT / "maps").glob("*.yaml"))
OWN = {"europe-diplo"}
"""Boards of a rule text, which have no facts there."""
FILES = {"europe": "standard", "1898": "v1898"}
"""The facts' names where they are not the map's."""
TWELVE = """
france_austria hundred sailho ancient_med fiveman sailho_crowded fleet_rome milan renaissance v8
empires_coalitions modern
""".split()  # noqa: SIM905  # read as the list it is
MISPRINTED = {
    "empires_coalitions": {
        "CIS": "Cisalpine Republic",
        "EAS": "Eastern Mediterranean",
        "HEL": "Helvetia",
        "KIE": "Kiev",
        "MOL": "Moldavia",
        "SKA": "Skagerrak",
        "TRI": "Tripolitania",
        "TUN": "Tunisia",
    },
    "world": {
        "APE": "Antarctic Peninsula",
        "BRA": "Brasilia",
        "CIS": "Caribbean Islands",
        "CSE": "Caribbean Sea",
        "DMV": "Dumont d'Urville",
        "NEW": "Newfoundland",
        "PHI": "Philippines",
        "SCA": "Scandinavia",
        "SOO": "Sea of Okhotsk",
    },
}
"""Names that the facts have from a source where they are wrong, misspelled or cut short."""


def facts_name(board: str) -> str:
    return FILES.get(board, board.replace("-", "_"))


@cache
def facts(name: str) -> dict[str, Any]:
    if not FACTS.is_dir():
        pytest.skip(f"the facts of the boards are not there: {FACTS}")
    found: dict[str, Any] = json.loads((FACTS / f"{name}.json").read_text("utf-8"))
    return found


def described(board: Board) -> dict[str, Any]:
    """A board as the facts are written: English codes for keys, everything sorted."""
    codes = EnglishCodes(board)
    code = codes.location_code
    provinces = {}
    for n, province in enumerate(board.provinces):
        if province.terrain is Terrain.IMPASSABLE:
            continue
        at = board.locations_in[n]
        fleet: Any = reached(board, n)
        if province.coasts:
            fleet = {code(x).split("/")[1].lower(): reached(board, x) for x in at}
        provinces[code(n)] = {
            "kind": province.terrain.name.lower(),
            "centre": province.centre,
            "army": sorted(code(x) for x in board.army_borders[n]),
            "fleet": fleet,
        }
    return {
        "victory": board.victory,
        "phase": str(board.first_phase),
        "build": board.build.value,
        "convoy_coasts": sorted(code(n) for n, p in enumerate(board.provinces) if p.convoys),
        "impassable": sorted(
            p.names["en"].name for p in board.provinces if p.terrain is Terrain.IMPASSABLE
        ),
        "provinces": provinces,
        "powers": {
            p.names["en"].name: {
                "home": sorted(code(h) for h in p.home),
                "centres": sorted(
                    code(c) for c, owner in board.owners_at_start().items() if owner == n
                ),
                "units": sorted(f"{'AF'[kind]} {code(at)}" for kind, at in p.units),
            }
            for n, p in enumerate(board.powers)
        },
    }


def reached(board: Board, location: int) -> list[str]:
    codes = EnglishCodes(board)
    return sorted(codes.location_code(to) for to in board.fleet_borders[location])


def told(raw: dict[str, Any]) -> dict[str, Any]:
    """The facts of a file in the same form."""
    letters = {"spring": "S", "winter": "W"}[raw["season"]], {"movement": "M", "builds": "A"}
    return {
        "victory": raw["victory"],
        "phase": f"{letters[0]}{raw['year']}{letters[1][raw['phase']]}",
        "build": raw["rules"]["build"],
        "convoy_coasts": sorted(raw["rules"].get("convoy_coasts", [])),
        "impassable": sorted(raw.get("impassable") or []),
        "provinces": {
            key: {
                "kind": p["kind"],
                "centre": p["centre"],
                "army": sorted(p["army"]),
                "fleet": {c: sorted(t) for c, t in p["fleet"].items()}
                if isinstance(p["fleet"], dict)
                else sorted(p["fleet"]),
            }
            for key, p in raw["provinces"].items()
        },
        "powers": {
            p["name"]: {
                "home": sorted(p["home"]),
                "centres": sorted(p.get("centres", p["home"])),
                "units": sorted(p["units"]),
            }
            for p in raw["powers"]
        },
    }


@pytest.mark.parametrize("name", BOARDS)
def test_a_shipped_map_has_nothing_to_report(name: str) -> None:
    board, problems = boardfile.check(ROOT / "maps" / f"{name}.yaml")
    assert problems == []
    assert board is not None
    assert board.key == name


@pytest.mark.parametrize("name", sorted(set(BOARDS) - OWN))
def test_a_board_is_its_facts(name: str) -> None:
    board = boardfile.load(name)
    raw = facts(facts_name(name))
    assert described(board) == told(raw)
    told_of = yamlfiles.read(ROOT / "maps" / f"{name}.yaml").get("notes", {})
    assert {x: list(notes) for x, notes in board.notes.items()} == told_of
    assert ", ".join(board.designers) == raw.get("author", "")


@pytest.mark.parametrize("name", sorted(set(BOARDS) - OWN - {"europe"}))
def test_a_board_has_the_names_of_its_source(name: str) -> None:
    """English names and adjectives are the source's; on the standard geography ours stand."""
    board = boardfile.load(name)
    raw = facts(facts_name(name))
    codes = EnglishCodes(board)
    standard = boardfile.load("europe")
    usual = {p.codes["english"]: p.names["en"].name for p in standard.provinces}
    names = {codes.location_code(n): p.names["en"].name for n, p in enumerate(board.provinces)}
    wrong = MISPRINTED.get(facts_name(name), {})
    for key, province in raw["provinces"].items():
        expected = {wrong.get(key, province["name"])}
        if "guide" in board.tables:
            expected.add(usual.get(key, province["name"]))
        assert names[key] in expected
    for power in raw["powers"]:
        adjectives = board.powers[codes.powers[power["name"].upper()]].adjectives["en"]
        assert power.get("adjective", adjectives[0]) in adjectives


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_has_a_french_name_and_adjective_for_everything(name: str) -> None:
    board = boardfile.load(name)
    for power in board.powers:
        assert power.names["fr"].name == power.key
        assert 1 <= len(power.adjectives["fr"]) <= 2 or board.tables.keys() >= {"guide"}
    table = board.usual_table("fr")
    codes = [p.codes[table] for p in board.provinces]
    assert all(len(code) == 3 for code in codes)
    assert len({code.casefold() for code in codes}) == len(codes)


def test_the_twelve_most_played_boards_ship() -> None:
    assert set(TWELVE) <= {facts_name(name) for name in BOARDS}


def test_every_board_of_the_facts_ships() -> None:
    if not FACTS.is_dir():
        pytest.skip(f"the facts of the boards are not there: {FACTS}")
    told_of = {path.stem for path in FACTS.glob("*.json")}
    assert told_of == {facts_name(name) for name in set(BOARDS) - OWN}
