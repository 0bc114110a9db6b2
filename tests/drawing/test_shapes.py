"""Shapes files: those that ship fit their boards; whatever else is in one becomes a problem."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judge.board import Board, Terrain
from judge.drawing import shapes as shapes_file
from judge.drawing.geometry import Point
from judge.problems import Unreadable
from tests.boards import ROOT, europe
from tests.cli.command import judge


def square(x: int, y: int) -> list[int]:
    """An arc round a square of 100 units."""
    return [x, y, 100, 0, 0, 100, -100, 0, 0, -100]


def drawing() -> dict[str, Any]:
    """Shapes for the standard board in which every province is a square of its own."""
    board = europe()
    provinces: dict[str, Any] = {}
    arcs: list[list[int]] = []
    for n, province in enumerate(board.provinces):
        if province.terrain is Terrain.IMPASSABLE:
            continue
        x, y = n % 10 * 100, n // 10 * 100
        facts: dict[str, Any] = {"rings": [[len(arcs)]], "label": [x, y], "army": [x + 1, y]}
        arcs.append(square(x, y))
        facts["fleet"] = {c: [x + 2, y] for c in province.coasts} or [x + 2, y]
        facts["centre"] = [x + 3, y]
        provinces[province.key] = facts
    return {
        "format": "diplomacy-shapes/1",
        "canvas": {"width": 1000, "height": 800},
        "arc_scale": 1,
        "arcs": arcs,
        "provinces": provinces,
        "scenery": [{"name": "Islande", "kind": "land", "rings": [[0]]}],
        "ornaments": [{"kind": "lake", "points": [0, 0, 5, 0, 5, 5]}],
    }


def load(folder: Path, data: Any, name: str = "own.json") -> shapes_file.Shapes:
    text = data if isinstance(data, str) else json.dumps(data)
    (folder / name).write_text(text, "utf-8")
    return shapes_file.load(replace(europe(), shapes=name), folder)


def refused(folder: Path, data: Any) -> list[tuple[str, str]]:
    with pytest.raises(Unreadable) as caught:
        load(folder, data)
    return [
        (p.code, str(p.details.get("part") or p.details.get("province")))
        for p in caught.value.problems
    ]


def test_the_standard_board_has_its_shapes() -> None:
    board = europe()
    found = shapes_file.load(board)
    keys = {board.provinces[n].key for n in found.provinces}
    assert keys == {p.key for p in board.provinces} - {"Sui"}
    assert (found.width, found.height, found.scale) == (1000, 860, 0.1)


def test_an_overlay_replaces_adds_and_removes(tmp_path: Path) -> None:
    base = drawing()
    (tmp_path / "base.json").write_text(json.dumps(base), "utf-8")
    over = {
        "format": "diplomacy-shapes/1",
        "overlay_of": "base.json",
        "canvas": base["canvas"],
        "arc_scale": 1,
        "arcs": [square(7, 7)],
        "provinces": {
            "Mun": {"rings": [[-1]], "label": [7, 7], "army": [8, 8], "centre": [9, 9]},
        },
        "scenery_removed": ["Islande"],
    }
    found = load(tmp_path, over)
    munich = found.provinces[europe().province_numbers["Mun"]]
    assert munich.outline == "M7,7l0,100 100,0 0,-100z"
    assert (munich.army, munich.fleet, munich.centre) == (Point(8, 8), {}, Point(9, 9))
    assert found.scenery == ()
    assert [o.outline for o in found.ornaments] == ["M0,0l5,0 0,5z"]


def test_the_overlay_of_diplo_fits_the_standard_board() -> None:
    """Its added provinces are land on a board that does not have them."""
    found = shapes_file.load(replace(europe(), shapes="europe-diplo.shapes.json"))
    base = shapes_file.load(europe())
    kiel = europe().province_numbers["Kie"]
    assert found.provinces[kiel].outline != base.provinces[kiel].outline
    # One island fewer among the scenery; Bonn and Iceland more.
    assert len(found.scenery) == len(base.scenery) + 1


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The drawing with one of its parts replaced."""
    data: dict[str, Any] = copy.deepcopy(drawing())
    where: Any = data
    for step in path[:-1]:
        where = where[step]
    where[path[-1]] = to
    return data


BAD: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "not JSON": ("{", [("shapes-part", "JSON")]),
    "too deep": ("[" * 100_000, [("shapes-part", "JSON")]),
    "not a number": ('{"format": NaN}', [("shapes-part", "JSON")]),
    "a list": ([], [("shapes-part", "format")]),
    "another format": (changed("format", to="x"), [("shapes-part", "format")]),
    "no canvas": (changed("canvas", to=3), [("shapes-part", "canvas")]),
    "a huge canvas": (changed("canvas", "width", to=10**9), [("shapes-part", "canvas")]),
    "a true canvas": (changed("canvas", "width", to=True), [("shapes-part", "canvas")]),
    "no scale": (changed("arc_scale", to=0), [("shapes-part", "arc_scale")]),
    "an odd arc": (changed("arcs", 3, to=[1, 2, 3]), [("shapes-part", "arcs.3")]),
    "a short arc": (changed("arcs", 3, to=[1, 2]), [("shapes-part", "arcs.3")]),
    "an arc out of reach": (changed("arcs", 0, 2, to=10**12), [("shapes-part", "arcs.0")]),
    "a word in an arc": (changed("arcs", 0, 2, to="1"), [("shapes-part", "arcs.0")]),
    "no rings": (changed("provinces", "Mun", "rings", to=[]), [("shapes-part", "provinces.Mun")]),
    "no such arc": (
        changed("provinces", "Mun", "rings", to=[[999]]),
        [("shapes-part", "provinces.Mun")],
    ),
    "one arc without end": (
        changed("provinces", "Mun", "rings", to=[[0] * 50_000]),
        [("shapes-part", "provinces.Mun")],
    ),
    "a place in no plane": (
        changed("provinces", "Mun", "army", to=[1]),
        [("shapes-part", "provinces.Mun")],
    ),
    "scenery of no kind": (
        changed("scenery", 0, "kind", to="fire"),
        [("shapes-part", "scenery")],
    ),
    "an ornament of two points": (
        changed("ornaments", 0, "points", to=[0, 0, 1, 1]),
        [("shapes-part", "ornaments")],
    ),
    "an overlay of itself": (
        changed("overlay_of", to="own.json"),
        [("shapes-part", "overlay_of")],
    ),
    "an overlay of elsewhere": (
        changed("overlay_of", to="../../own.json"),
        [("shapes-part", "name")],
    ),
    "a coast without a place": (
        changed("provinces", "Esp", "fleet", to={"cn": [1, 1]}),
        [("shapes-province", "Esp")],
    ),
    "a sea without a place": (
        changed("provinces", "Bal", "fleet", to=None),
        [("shapes-province", "Bal")],
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_told(what: str, tmp_path: Path) -> None:
    data, expected = BAD[what]
    assert refused(tmp_path, data) == expected


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    data = drawing()
    del data["provinces"]["Mun"], data["provinces"]["Gal"]
    assert refused(tmp_path, data) == [("shapes-province", "Gal"), ("shapes-province", "Mun")]


def codes(board: Board, folder: Path | None = None) -> list[str]:
    with pytest.raises(Unreadable) as caught:
        shapes_file.load(board, folder)
    return [p.code for p in caught.value.problems]


def test_a_map_without_shapes_and_a_file_that_is_not_there() -> None:
    assert codes(replace(europe(), shapes="")) == ["shapes-none"]
    assert codes(replace(europe(), shapes="nowhere.json")) == ["file-missing"]
    assert codes(replace(europe(), shapes="/etc/passwd")) == ["shapes-part"]


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    inside = tmp_path / "game"
    inside.mkdir()
    (tmp_path / "secret.json").write_text(json.dumps(drawing()), "utf-8")
    (inside / "own.json").symlink_to(tmp_path / "secret.json")
    assert codes(replace(europe(), shapes="own.json"), inside) == ["file-missing"]


def test_a_game_on_a_map_of_its_own_takes_its_shapes_along(tmp_path: Path) -> None:
    maps = tmp_path / "maps"
    maps.mkdir()
    text = (ROOT / "maps" / "europe.yaml").read_text("utf-8")
    (maps / "mine.yaml").write_text(text.replace("europe.shapes.json", "mine.json"), "utf-8")
    (maps / "mine.json").write_text(json.dumps(drawing()), "utf-8")
    made = judge("new", tmp_path / "partie", "--map", maps / "mine.yaml")
    assert made.code == 0, made.err
    assert json.loads((tmp_path / "partie" / "mine.json").read_text("utf-8")) == drawing()
    said = judge("map", tmp_path / "partie", "-o", "-")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 ')


def test_a_map_is_checked_with_its_shapes(tmp_path: Path) -> None:
    text = (ROOT / "maps" / "europe.yaml").read_text("utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("europe.shapes.json", "mine.json"), "utf-8")
    data = drawing()
    del data["provinces"]["Mun"]
    (tmp_path / "mine.json").write_text(json.dumps(data), "utf-8")
    said = judge("map", "check", tmp_path / "mine.yaml")
    assert (said.code, said.out) == (1, "")
    assert said.err == (
        "mine.json: erreur : Mun : il manque un contour ou une place dans le dessin"
        " [shapes-province]\n"
    )
    (tmp_path / "mine.json").write_text(json.dumps(drawing()), "utf-8")
    assert judge("map", "check", tmp_path / "mine.yaml").code == 0
