"""Where provinces lie: reads a shapes file (``diplomacy-shapes/1``) for a board.

A map file names its shapes; they stand beside it, or among those that ship with the program. Every
border is stored once, as an arc; a province's outline is a ring of arcs. A file may be laid over
another one, whose provinces it replaces or to which it adds. Whatever is in the files, the answer
is shapes for every province of the board, or problems.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.board import Board, Terrain
from judge.drawing.layers import BadPart, Ground, Layer, Scenery, read_layer
from judge.problems import Problem, Unreadable
from judge.resources import folder

FORMAT = "diplomacy-shapes/1"

SIZE_LIMIT = 4_000_000
"""Largest file read, in bytes."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """A board's shapes.

    width, height: the canvas, in pixels. scale: pixels an arc unit. provinces: by their number on
    the board; those that nobody can enter are scenery. scenery: drawn below the provinces.
    ornaments: drawn over them.
    """

    width: int
    height: int
    scale: float
    provinces: Mapping[int, Ground]
    scenery: tuple[Scenery, ...]
    ornaments: tuple[Scenery, ...]


def load(board: Board, beside: Path | None = None) -> Shapes:
    """The shapes that a board's map names.

    beside: the folder of the map's own file; the program's maps are looked through after it.
    Raises Unreadable where there are none or they do not fit the board.
    """
    if not board.shapes:
        raise Unreadable([Problem("shapes-none", details={"map": board.titles["fr"]})])
    raw, path = _read(board.shapes, beside)
    layers = [_checked(raw, path)]
    if "overlay_of" in raw:
        base, base_path = _read(raw["overlay_of"], beside)
        if "overlay_of" in base:
            raise _refused(base_path, "overlay_of")
        layers.insert(0, _checked(base, base_path))
    return _fitted(board, layers, path)


def _refused(path: Path, part: str) -> Unreadable:
    return Unreadable([Problem("shapes-part", file=path.name, details={"part": part[:60]})])


def _read(name: Any, beside: Path | None) -> tuple[dict[str, Any], Path]:
    """A shapes file's data, and where it was found."""
    if (
        not isinstance(name, str)
        or not name.removesuffix(".json").replace("-", "").replace(".", "").isalnum()
    ):
        raise _refused(Path(str(name)[:60]), "name")
    path = folder("maps") / name
    if beside is not None and (own := _inside(beside, name)) is not None:
        path = own
    try:
        if path.stat().st_size > SIZE_LIMIT:
            facts = {"limit": SIZE_LIMIT}
            raise Unreadable([Problem("file-too-large", file=name, details=facts)])
        raw = json.loads(path.read_bytes(), parse_constant=_no_number)
    except FileNotFoundError:
        raise Unreadable([Problem("file-missing", file=name)]) from None
    except OSError as error:
        details = {"reason": error.strerror or ""}
        raise Unreadable([Problem("file-unreadable", file=name, details=details)]) from None
    except (ValueError, RecursionError):
        raise _refused(path, "JSON") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise _refused(path, "format")
    return raw, path


def _inside(where: Path, name: str) -> Path | None:
    """A file of a folder; None where there is none, or it is a link that leads elsewhere."""
    path = where / name
    is_inside = path.is_file() and path.resolve().is_relative_to(where.resolve())
    return path if is_inside else None


def own_files(board: Board, beside: Path) -> dict[str, bytes]:
    """The shapes files that stand beside a map and go with it, by name; the program's own do not.

    Raises Unreadable where they are there and do not fit the board.
    """
    found: dict[str, bytes] = {}
    name: Any = board.shapes
    while isinstance(name, str) and name not in found and (path := _inside(beside, name)):
        if not found:
            load(board, beside)
        found[name] = path.read_bytes()
        name = json.loads(found[name]).get("overlay_of")
    return found


def _no_number(text: str) -> float:
    """JSON knows neither infinity nor NaN."""
    raise ValueError(text)


def _checked(raw: Mapping[str, Any], path: Path) -> Layer:
    try:
        return read_layer(raw)
    except BadPart as bad:
        raise _refused(path, str(bad)) from None


# ---------------------------------------------------------------- fitting a board


def _fitted(board: Board, layers: list[Layer], path: Path) -> Shapes:
    """The layers as one, with a ground for each province that a unit can stand in."""
    if len({(layer.canvas, layer.scale) for layer in layers}) > 1:
        raise _refused(path, "canvas")
    grounds: dict[str, Ground] = {}
    scenery: list[tuple[str, Scenery]] = []
    for layer in layers:
        grounds.update(layer.grounds)
        scenery = [s for s in scenery if s[0] not in layer.removed] + list(layer.scenery)
    problems = []
    fitted: dict[int, Ground] = {}
    for n, province in enumerate(board.provinces):
        if province.terrain is Terrain.IMPASSABLE:
            continue
        ground = grounds.pop(province.key, None)
        if ground is None or not _has_places(board, n, ground):
            details = {"province": province.key}
            problems.append(Problem("shapes-province", file=path.name, details=details))
        else:
            fitted[n] = ground
    if problems:
        raise Unreadable(problems)
    # Provinces that this board does not have are land all the same.
    spare = tuple(Scenery("land", g.rings) for _, g in sorted(grounds.items()))
    return Shapes(
        *layers[0].canvas,
        layers[0].scale,
        fitted,
        (*(part for _, part in scenery), *spare),
        tuple(part for layer in layers for part in layer.ornaments),
    )


def _has_places(board: Board, n: int, ground: Ground) -> bool:
    """Whether a province has a place for each unit that can stand there, and for its dot."""
    facts = board.provinces[n]
    if facts.terrain is not Terrain.SEA and ground.army is None:
        return False
    if facts.centre and ground.centre is None:
        return False
    if facts.terrain is Terrain.LAND:
        return True
    coasts: tuple[str | None, ...] = facts.coasts or (None,)
    return all(coast in ground.fleet for coast in coasts)
