"""Strokes as SVG: arrows, dashes, crosses. The form says all; a power's colour only helps."""

import itertools
import math
from collections.abc import Sequence

from judge.drawing import symbols
from judge.drawing.colours import ALARM, INK, livery
from judge.drawing.geometry import Point, at, length, pair, path
from judge.drawing.strokes import Stroke

_HEAD = 9.0
"""Pixels from an arrow's tip to where its shaft ends."""


def drawn(stroke: Stroke) -> str:
    """A stroke's elements."""
    if stroke.kind == "option":
        return _option(stroke)
    is_arrow = stroke.kind in ("move", "convoyed", "retreat")
    return (_arrow(stroke) if is_arrow else _help(stroke)) + _count(stroke)


def _count(stroke: Stroke) -> str:
    """How many units of a stack share the line, at its start."""
    if stroke.count == 1:
        return ""
    place = at(stroke.way, min(13.0, length(stroke.way) / 3))
    return (
        f'<circle cx="{place.x:.1f}" cy="{place.y:.1f}" r="5.4" fill="#fff" stroke="{INK}"/>'
        f'<text x="{place.x:.1f}" y="{place.y + 3.1:.1f}" font-size="8.5" font-weight="bold"'
        f' text-anchor="middle" fill="{INK}">{stroke.count}</text>'
    )


def _arrow(stroke: Stroke) -> str:
    """A shaft with a head, or with a cross where it was stopped."""
    way = list(stroke.way)
    colour = livery(stroke.power).strong
    dash = ' stroke-dasharray="7 3"' if stroke.kind == "retreat" else ""
    if stroke.stopped:
        shaft, head = path(way), ""
    else:
        head = _head(way, colour)
        shaft = path(_shortened(way, _HEAD - 2))
    lines = _cased(shaft, colour, 2.7, dash)
    tail = symbols.cross(way[-1]) if stroke.stopped else head
    return lines + tail


def _cased(shaft: str, colour: str, width: float, dash: str = "") -> str:
    """A line of a colour in a dark case, readable on any ground."""
    form = 'fill="none" stroke-linejoin="round"'
    return (
        f'<path d="{shaft}" {form} stroke="#fff" stroke-opacity=".75"'
        f' stroke-width="{width + 3.4:g}"/>'
        f'<path d="{shaft}" {form} stroke="{INK}" stroke-width="{width + 1.3:g}"{dash}/>'
        f'<path d="{shaft}" {form} stroke="{colour}" stroke-width="{width:g}"{dash}/>'
    )


def _shortened(way: Sequence[Point], by: float) -> list[Point]:
    whole = length(way)
    kept, left = [way[0]], 0.0
    for a, b in itertools.pairwise(way):
        left += math.hypot(b.x - a.x, b.y - a.y)
        if left < whole - by:
            kept.append(b)
    kept.append(at(way, whole - by))
    return kept


def _head(way: Sequence[Point], colour: str) -> str:
    tip, back = way[-1], at(way, length(way) - _HEAD)
    dx, dy = tip.x - back.x, tip.y - back.y
    whole = math.hypot(dx, dy) or 1.0
    dx, dy = dx / whole, dy / whole
    base = Point(tip.x - dx * _HEAD, tip.y - dy * _HEAD)
    left = Point(base.x - dy * 5.2, base.y + dx * 5.2)
    right = Point(base.x + dy * 5.2, base.y - dx * 5.2)
    form = f"M{pair(tip)}L{pair(left)}L{pair(right)}z"
    return (
        f'<path d="{form}" fill="{colour}" stroke="#fff" stroke-opacity=".75"'
        ' stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="{form}" fill="{colour}" stroke="{INK}" stroke-linejoin="round"/>'
    )


def _option(stroke: Stroke) -> str:
    """A place that is open to a dislodged unit: a dotted line with an open ring."""
    end = stroke.way[-1]
    return (
        f'<path d="{path(stroke.way)}" fill="none" stroke="#fff" stroke-opacity=".7"'
        ' stroke-width="3.6"/>'
        f'<path d="{path(stroke.way)}" fill="none" stroke="{ALARM}" stroke-width="1.7"'
        ' stroke-dasharray="1.5 3.5" stroke-linecap="round"/>'
        f'<circle cx="{end.x:.1f}" cy="{end.y:.1f}" r="3" fill="#fff" stroke="{ALARM}"'
        ' stroke-width="1.4"/>'
    )


def _help(stroke: Stroke) -> str:
    """A support or a convoy: dashed, to what it helps; a cross in its middle when it was cut."""
    colour = livery(stroke.power).strong
    dash = ' stroke-dasharray="1.4 4" stroke-linecap="round"'
    if stroke.kind != "convoy":
        dash = ' stroke-dasharray="5.5 3.5"'
    way = path(stroke.way)
    if stroke.idle:
        line = (
            f'<path d="{way}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="3.4"/>'
            f'<path d="{way}" fill="none" stroke="#6b6357" stroke-width="1.3"{dash}/>'
        )
    else:
        line = _cased(way, colour, 2.0, dash)
    end = stroke.way[-1]
    if stroke.kind == "support-hold":
        line += _bar(stroke.way, colour)
    else:
        line += (
            f'<circle cx="{end.x:.1f}" cy="{end.y:.1f}" r="3.3" fill="{colour}" stroke="#fff"/>'
            f'<circle cx="{end.x:.1f}" cy="{end.y:.1f}" r="3" fill="none" stroke="{INK}"'
            ' stroke-width=".8"/>'
        )
    if stroke.stopped or stroke.idle:
        line += symbols.cross(
            at(stroke.way, length(stroke.way) / 2), 0.8 if stroke.stopped else 0.55
        )
    return line


def _bar(way: Sequence[Point], colour: str) -> str:
    """A bar across the end of a line: it shields who stands behind it."""
    end, back = way[-1], at(way, length(way) - 5)
    dx, dy = end.x - back.x, end.y - back.y
    whole = math.hypot(dx, dy) or 1.0
    dx, dy = dx / whole * 6, dy / whole * 6
    a, b = Point(end.x - dy, end.y + dx), Point(end.x + dy, end.y - dx)
    line = f'<path d="M{pair(a)}L{pair(b)}" stroke-linecap="round"'
    return (
        f'{line} stroke="#fff" stroke-width="6"/>{line} stroke="{INK}" stroke-width="4"/>'
        f'{line} stroke="{colour}" stroke-width="2.4"/>'
    )
