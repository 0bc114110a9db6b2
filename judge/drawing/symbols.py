"""The symbols of a picture: armies, fleets, centres, crosses, standoffs."""

from judge.board import ARMY, UnitKind
from judge.drawing.colours import ALARM, INK, livery
from judge.drawing.geometry import Point, pair

ARMY_BODY = "M-8-8.6Q0-7 8-8.6V.6C8 5.6 4.2 8.4 0 10.2C-4.2 8.4-8 5.6-8 .6z"
"""A shield."""

FLEET_BODY = (
    "M-6.6-10Q0-8.2 6.6-10C8.3-7 8.3-2.6 6.8.6H.9V2.6H10.4C9.4 6 7.4 8.8 4.6 8.8"
    "H-4.6C-7.4 8.8-9.4 6-10.4 2.6H-.9V.6H-6.8C-8.3-2.6-8.3-7-6.6-10z"
)
"""A ship under sail."""

SIZE = 0.86
"""How large the symbols stand on the board."""

_CROSS = "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5"
_BURST = (
    "M0-9L2.2-4.2L6.4-6.4L4.2-2.2L9 0L4.2 2.2L6.4 6.4L2.2 4.2L0 9L-2.2 4.2L-6.4 6.4L-4.2 2.2"
    "L-9 0L-4.2-2.2L-6.4-6.4L-2.2-4.2z"
)


def unit(kind: UnitKind, power: int, at: Point, state: str = "", count: int = 1) -> str:
    """A unit's symbol with its emblem, and what marks its state and its count."""
    colours = livery(power)
    body = ARMY_BODY if kind is ARMY else FLEET_BODY
    lift = 0 if kind is ARMY else -4.4
    size = 0.95 if kind is ARMY else 0.78
    parts = [f'<g transform="translate({pair(at)}) scale({SIZE:g})">']
    if count > 1:
        # The rest of the stack looks out from behind.
        parts.append(f'<path transform="translate(3,-3)" d="{body}" fill="#fff" stroke="#fff"')
        parts.append(' stroke-width="3"/>')
        parts.append(f'<path transform="translate(3,-3)" d="{body}" fill="{colours.strong}"')
        parts.append(f' stroke="{INK}"/>')
    edge = ALARM if state == "dislodged" else INK
    dash = ' stroke-dasharray="2.6 1.6"' if state == "dislodged" else ""
    weight = "2" if state == "dislodged" else "1"
    parts.append(f'<path d="{body}" fill="#fff" stroke="#fff" stroke-width="3.4"')
    parts.append(' stroke-linejoin="round"/>')
    parts.append(f'<path d="{body}" fill="{colours.strong}" stroke="{edge}"')
    parts.append(f' stroke-width="{weight}"{dash} stroke-linejoin="round"/>')
    parts.append(f'<path transform="translate(0,{lift}) scale({size})" d="{colours.emblem}"')
    parts.append(f' fill="{colours.ink}"/>')
    parts.append(_state(state))
    if count > 1:
        parts.append(f'<circle cx="9" cy="-8" r="5.6" fill="#fff" stroke="{INK}"/>')
        parts.append('<text x="9" y="-4.7" font-size="9" font-weight="bold"')
        parts.append(f' text-anchor="middle" fill="{INK}">{count}</text>')
    parts.append("</g>")
    return "".join(parts)


def _state(state: str) -> str:
    """What marks a unit that is dislodged, built, removed, or was given an illegal order."""
    if state == "removed":
        return (
            f'<path d="M-10-10L10 10M10-10L-10 10" stroke="#fff" stroke-width="5"/>'
            f'<path d="M-10-10L10 10M10-10L-10 10" stroke="{ALARM}" stroke-width="2.6"/>'
        )
    sign = {"built": "M-3 0H3M0-3V3", "dislodged": "M-2.6 0H2.6", "illegal": "M0-3.2V.8M0 2.2V3.4"}
    if state not in sign:
        return ""
    colour = {"built": "#0b6e3b", "dislodged": ALARM, "illegal": "#8a5a00"}[state]
    return (
        f'<circle cx="-8.5" cy="8" r="5" fill="{colour}" stroke="#fff" stroke-width="1.2"/>'
        f'<path transform="translate(-8.5,8)" d="{sign[state]}" stroke="#fff" stroke-width="1.6"'
        ' fill="none"/>'
    )


def centre(at: Point, owner: int | None) -> str:
    """A supply centre's dot: the owner's colour inside, empty where there is none."""
    fill = "#fff" if owner is None else livery(owner).strong
    core = INK if owner is None else livery(owner).ink
    where = f'cx="{at.x:g}" cy="{at.y:g}"'
    return (
        f'<circle {where} r="4.6" fill="#fff"/><circle {where} r="3.6" fill="{fill}"'
        f' stroke="{INK}" stroke-width=".9"/><circle {where} r="1.3" fill="{core}"/>'
    )


def cross(at: Point, size: float = 1.0) -> str:
    """The cross at which an order was stopped."""
    place = f'transform="translate({pair(at)}) scale({size:g})" d="{_CROSS}" fill="none"'
    return (
        f'<path {place} stroke="#fff" stroke-width="5.4" stroke-linecap="round"/>'
        f'<path {place} stroke="{ALARM}" stroke-width="2.8" stroke-linecap="round"/>'
    )


def standoff(at: Point) -> str:
    """The mark of a province that a standoff left empty."""
    return (
        f'<path transform="translate({pair(at)})" d="{_BURST}" fill="#ffd166" stroke="{ALARM}"'
        ' stroke-width="1.3" stroke-linejoin="round"/>'
    )
