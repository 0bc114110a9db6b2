"""A colour and an emblem for each power, told apart with any eyes, and without colour at all.

Powers take them in the map's order. The colours were chosen so that the nearest two stay apart in
ordinary sight and when any one kind of cone is missing; the tests simulate it. The emblem says the
same again in black and white: on the unit, on the land and in the legend.
"""

from typing import NamedTuple


class Livery(NamedTuple):
    """How a power is shown.

    strong: of its units and arrows. pale: of its land. ink: what is readable on `strong`. emblem:
    an SVG path's data in a box from -5 to 5.
    """

    strong: str
    pale: str
    ink: str
    emblem: str


PAPER = "#f6efdc"
"""Land that nobody owns."""

INK = "#1d1a16"
ALARM = "#c1121f"
"""Crosses, dislodged units: always with a shape of their own."""

_STRONG = (
    "#2f2b2a",
    "#323b97",
    "#a6280c",
    "#60dcfa",
    "#129766",
    "#b96ca2",
    "#f2c30a",
    "#7a5a3a",
    "#a8c24a",
    "#5c6b73",
    "#f0a58f",
    "#0f5c63",
)

_EMBLEMS = (
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",  # a cross
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",  # a disc
    "M-5-1.7h10v3.4h-10z",  # a bar
    "M0-4.6L4.8 3.8h-9.6z",  # a triangle
    "M-3.6-3.6h7.2v7.2h-7.2z",  # a square
    "M0-5L1.3-1.7L4.8-1.5L2.1.7L3 4.1L0 2.2L-3 4.1L-2.1.7L-4.8-1.5L-1.3-1.7z",  # a star
    "M2.6-3.9a4.6 4.6 0 1 0 0 7.8a3.9 3.9 0 1 1 0-7.8z",  # a crescent
    "M0-5L4 0L0 5L-4 0z",  # a lozenge
    "M-4.6-2.6L0-5L4.6-2.6V.8L0-1.6L-4.6.8zM-4.6 2L0-.4L4.6 2V5L0 2.6L-4.6 5z",  # chevrons
    "M-4-4.4h2.8v8.8H-4zM1.2-4.4H4v8.8H1.2z",  # two bars
    "M-4.4-4.4h8.8L0 0zM-4.4 4.4h8.8L0 0z",  # an hourglass
    "M-4.5-4.5h4.5v4.5h4.5v4.5H0V0h-4.5z",  # two squares
)


def livery(power: int) -> Livery:
    """The livery of a power by its number; a map of more than twelve powers uses some again."""
    strong = _STRONG[power % len(_STRONG)]
    ink = "#ffffff" if _lightness(strong) < 0.6 else INK
    return Livery(strong, mixed(strong, PAPER, 48), ink, _EMBLEMS[power % len(_EMBLEMS)])


def mixed(colour: str, other: str, percent: int) -> str:
    """So many percent of a colour, the rest another one: ``#rrggbb`` each."""
    parts = [
        (int(colour[i : i + 2], 16) * percent + int(other[i : i + 2], 16) * (100 - percent) + 50)
        // 100
        for i in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


def _lightness(colour: str) -> float:
    """How light a colour looks, from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue
