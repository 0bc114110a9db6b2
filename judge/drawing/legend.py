"""The legend: each power with its emblem and count, and every sign that the picture uses."""

from collections.abc import Callable

from judge.board import ARMY, FLEET, Board
from judge.drawing import arrows, symbols
from judge.drawing.captions import Captions
from judge.drawing.colours import INK, livery
from judge.drawing.geometry import Point, number
from judge.drawing.markup import escaped
from judge.drawing.scene import Scene
from judge.drawing.strokes import Stroke

ROW = 24
"""Pixels from one line of the legend to the next."""

_MARGIN = 14


def rows_of(scene: Scene, board: Board, captions: Captions, width: int) -> list[str]:
    """The legend's lines as SVG groups, each set at its own origin's left and middle."""
    powers = _flowed(_powers(scene, board, captions), width)
    signs = _flowed(_signs(scene, captions), width)
    return [*powers, *signs]


Item = tuple[Callable[[float], str], float]
"""What draws something at some x, and how wide it is."""


def _flowed(items: list[Item], width: int) -> list[str]:
    """Items set in lines as full as the width allows."""
    rows: list[list[str]] = [[]]
    x = float(_MARGIN)
    for draw, wide in items:
        if rows[-1] and x + wide > width - _MARGIN:
            rows.append([])
            x = float(_MARGIN)
        rows[-1].append(draw(x))
        x += wide
    return ["".join(row) for row in rows if row]


def _text(x: float, words: str, weight: str = "") -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{number(x)}" y="4" font-size="11.5"{bold} fill="{INK}">{escaped(words)}</text>'
    )


def _wide(words: str, each: float = 6.9) -> float:
    """About how many pixels a text takes, on the safe side. each: of a letter."""
    return each * len(words)


def _powers(scene: Scene, board: Board, captions: Captions) -> list[Item]:
    owners = dict(scene.owners)
    items: list[Item] = []
    for power in range(len(board.powers)):
        centres = sum(owner == power for owner in owners.values())
        units = sum(unit.power == power for unit in scene.units)
        if not centres and not units:
            continue
        words = captions.phrase("power", power=captions.notation.power(power), centres=centres)
        items.append((_power(power, words), 44 + _wide(words, 7.7)))
    return items


def _power(power: int, words: str) -> Callable[[float], str]:
    colours = livery(power)

    def draw(x: float) -> str:
        return (
            f'<rect x="{number(x)}" y="-8" width="20" height="16" rx="2.5"'
            f' fill="{colours.strong}" stroke="{INK}"/>'
            f'<path transform="translate({number(x + 10)},0) scale(1.1)" d="{colours.emblem}"'
            f' fill="{colours.ink}"/>' + _text(x + 26, words, "bold")
        )

    return draw


# ---------------------------------------------------------------- signs


def _signs(scene: Scene, captions: Captions) -> list[Item]:
    """Only what the picture shows, in a fixed order."""
    items: list[Item] = []

    def add(key: str, draw: Callable[[float], str], wide: float = 40) -> None:
        words = captions.phrase(f"signs.{key}")

        def both(x: float) -> str:
            return draw(x) + _text(x + wide + 5, words)

        items.append((both, wide + 23 + _wide(words)))

    power = scene.tokens[0].unit.power if scene.tokens else 0
    kinds = {token.unit.kind for token in scene.tokens}
    for kind in (ARMY, FLEET):
        if kind in kinds:
            add(kind.name.lower(), _symbol(kind, power, ""), 20)
    for state in ("dislodged", "built", "removed", "illegal"):
        if any(token.state == state for token in scene.tokens):
            add(state, _symbol(ARMY, power, state), 20)
    for key, kind_of, stopped, idle in _LINES:
        if any(_is(stroke, kind_of, stopped, idle) for stroke in scene.strokes):
            add(key, _line(kind_of[0], power, stopped, idle))
    if scene.standoffs:
        add("standoff", lambda x: symbols.standoff(Point(x + 10, 0)), 20)
    return items


_LINES: tuple[tuple[str, tuple[str, ...], bool, bool], ...] = (
    ("move", ("move", "convoyed"), False, False),
    ("stopped", ("move", "convoyed"), True, False),
    ("support", ("support",), False, False),
    ("support-hold", ("support-hold",), False, False),
    ("cut", ("support", "support-hold"), True, False),
    ("idle", ("support", "support-hold", "convoy"), False, True),
    ("convoy", ("convoy",), False, False),
    ("retreat", ("retreat",), False, False),
    ("retreat-failed", ("retreat",), True, False),
    ("option", ("option",), False, False),
)


def _is(stroke: Stroke, kinds: tuple[str, ...], stopped: bool, idle: bool) -> bool:
    return stroke.kind in kinds and stroke.stopped == stopped and stroke.idle == idle


def _symbol(kind: object, power: int, state: str) -> Callable[[float], str]:
    unit = ARMY if kind is ARMY else FLEET
    return lambda x: symbols.unit(unit, power, Point(x + 10, 0), state)


def _line(kind: str, power: int, stopped: bool, idle: bool) -> Callable[[float], str]:
    def draw(x: float) -> str:
        way = (Point(x, 0), Point(x + 36, 0))
        return arrows.drawn(Stroke(kind, power, way, 0, stopped, idle))

    return draw
