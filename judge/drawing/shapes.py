"""Where provinces lie: reads a shapes file (``diplomacy-shapes/1``) for a board.

A map file names its shapes; they stand beside it, or among those that ship with the program. Every
border is stored once, as an arc; a province's outline is a ring of arcs. A file may be laid over
another one, whose provinces it replaces or to which it adds. Whatever is in the files, the answer
is shapes for every province of the board, or problems.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from judge.board import Board, Terrain
from judge.drawing.geometry import Point
from judge.problems import Problem, Unreadable
from judge.resources import folder

FORMAT = "diplomacy-shapes/1"

SIZE_LIMIT = 4_000_000
"""Largest file read, in bytes."""

POINTS_LIMIT = 200_000
"""Most points drawn, arcs counted as often as rings use them."""

_REACH = 1_000_000
_SCENERY = ("land", "water", "impassable")


Ring = tuple[tuple[int, int], ...]
"""The points of a closed outline, in arc units, the first one not repeated at the end."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One province as it is drawn.

    rings: its outlines, to be filled by the even-odd rule. label: where its
    code stands. army: where an army stands, None at sea. fleet: where fleets stand, by the key of
    their coast, None for the only one. centre: where its supply centre's dot goes.
    """

    rings: tuple[Ring, ...]
    label: Point
    army: Point | None
    fleet: Mapping[str | None, Point]
    centre: Point | None

    @property
    def outline(self) -> str:
        """The rings as an SVG path's data, in arc units."""
        return outline(self.rings)


@dataclass(frozen=True, slots=True)
class Scenery:
    """What is drawn and plays no part. kind: ``land``, ``water``, ``impassable``, ``strait``."""

    kind: str
    rings: tuple[Ring, ...]

    @property
    def outline(self) -> str:
        """The rings as an SVG path's data, in arc units."""
        return outline(self.rings)


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


class _Bad(Exception):
    """A part of a shapes file is not as it must be; its argument names the part."""


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


@dataclass(frozen=True, slots=True)
class _Layer:
    """A file whose parts have the right types; outlines are resolved, points are points."""

    canvas: tuple[int, int]
    scale: float
    grounds: Mapping[str, Ground]
    scenery: tuple[tuple[str, Scenery], ...]
    ornaments: tuple[Scenery, ...]
    removed: tuple[str, ...]


def _checked(raw: Mapping[str, Any], path: Path) -> _Layer:
    try:
        return _layer(raw)
    except _Bad as bad:
        raise _refused(path, str(bad)) from None


def _layer(raw: Mapping[str, Any]) -> _Layer:
    canvas = _mapping(raw, "canvas")
    size = (_integer(canvas.get("width"), "canvas"), _integer(canvas.get("height"), "canvas"))
    if not all(10 <= side <= 10_000 for side in size):
        raise _Bad("canvas")
    scale = raw.get("arc_scale")
    if not isinstance(scale, int | float) or isinstance(scale, bool) or not 0.001 <= scale <= 100:
        raise _Bad("arc_scale")
    arcs = [_arc(arc, n) for n, arc in enumerate(_list(raw, "arcs"))]
    outliner = _Outliner(arcs)
    grounds = {}
    for key, facts in _mapping(raw, "provinces").items():
        if not isinstance(facts, dict):
            raise _Bad(f"provinces.{key}")
        grounds[key] = _ground(key, facts, outliner)
    scenery = []
    for part in _list(raw, "scenery"):
        if not isinstance(part, dict) or part.get("kind") not in _SCENERY:
            raise _Bad("scenery")
        rings = outliner.rings(part.get("rings"), "scenery")
        scenery.append((str(part.get("name", "")), Scenery(part["kind"], rings)))
    ornaments = []
    for part in _list(raw, "ornaments"):
        if not isinstance(part, dict) or part.get("kind") not in ("strait", "lake"):
            raise _Bad("ornaments")
        points = part.get("points")
        if not isinstance(points, list) or len(points) < 6 or len(points) % 2:
            raise _Bad("ornaments")
        flat = [_integer(v, "ornaments") for v in points]
        ring = tuple(zip(flat[::2], flat[1::2], strict=True))
        ornaments.append(Scenery(part["kind"], (ring,)))
    removed = tuple(str(name) for name in _list(raw, "scenery_removed"))
    return _Layer(size, float(scale), grounds, tuple(scenery), tuple(ornaments), removed)


def _mapping(raw: Mapping[str, Any], part: str) -> dict[str, Any]:
    value = raw.get(part)
    if not isinstance(value, dict):
        raise _Bad(part)
    return value


def _list(raw: Mapping[str, Any], part: str) -> list[Any]:
    value = raw.get(part, [])
    if not isinstance(value, list):
        raise _Bad(part)
    return value


def _integer(value: Any, part: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -_REACH <= value <= _REACH:
        raise _Bad(part)
    return value


def _point(value: Any, part: str) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise _Bad(part)
    return Point(_integer(value[0], part), _integer(value[1], part))


def _ground(key: str, facts: Mapping[str, Any], outliner: "_Outliner") -> Ground:
    part = f"provinces.{key}"
    fleet = facts.get("fleet")
    fleets: dict[str | None, Point] = {}
    if isinstance(fleet, dict):
        fleets = {str(coast): _point(at, part) for coast, at in fleet.items()}
    elif fleet is not None:
        fleets = {None: _point(fleet, part)}
    return Ground(
        rings=outliner.rings(facts.get("rings"), part),
        label=_point(facts.get("label"), part),
        army=_point(facts["army"], part) if "army" in facts else None,
        fleet=fleets,
        centre=_point(facts["centre"], part) if "centre" in facts else None,
    )


# ---------------------------------------------------------------- arcs and rings

_Chain = list[tuple[int, int]]


def _arc(flat: Any, n: int) -> _Chain:
    """An arc's points: the first as it is, each later one as a step from the one before."""
    part = f"arcs.{n}"
    if not isinstance(flat, list) or len(flat) < 4 or len(flat) % 2:
        raise _Bad(part)
    steps = [_integer(v, part) for v in flat]
    x = y = 0
    points = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = _integer(x + dx, part), _integer(y + dy, part)
        points.append((x, y))
    return points


class _Outliner:
    """Makes outlines of rings of arcs, and counts the points used."""

    def __init__(self, arcs: list[_Chain]) -> None:
        self.arcs = arcs
        self.left = POINTS_LIMIT

    def rings(self, rings: Any, part: str) -> tuple[Ring, ...]:
        if not isinstance(rings, list) or not rings:
            raise _Bad(part)
        return tuple(self._ring(ring, part) for ring in rings)

    def _ring(self, ring: Any, part: str) -> Ring:
        if not isinstance(ring, list) or not ring:
            raise _Bad(part)
        points: _Chain = []
        for value in ring:
            number = _integer(value, part)
            index = number if number >= 0 else ~number
            if index >= len(self.arcs):
                raise _Bad(part)
            arc = self.arcs[index]
            self.left -= len(arc)
            if self.left < 0:
                raise _Bad(part)
            points += (arc if number >= 0 else arc[::-1])[1 if points else 0 :]
        while len(points) > 1 and points[-1] == points[0]:
            points.pop()
        return tuple(points)


def outline(rings: Iterable[Ring]) -> str:
    """Rings as an SVG path's data, each step relative to the point before."""
    return "".join(_ring_path(ring) for ring in rings)


def _ring_path(ring: Ring) -> str:
    steps = [f"{b[0] - a[0]},{b[1] - a[1]}" for a, b in pairwise(ring)]
    return f"M{ring[0][0]},{ring[0][1]}l{' '.join(steps)}z"


# ---------------------------------------------------------------- fitting a board


def _fitted(board: Board, layers: list[_Layer], path: Path) -> Shapes:
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
