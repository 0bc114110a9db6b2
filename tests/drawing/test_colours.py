"""The palette under simulated colour-blindness, and the emblems that say the same again."""

import math
from itertools import combinations

import pytest

from judge.drawing.colours import PAPER, livery

# What a colour turns into where one kind of cone is missing, in linear light (Machado, Oliveira and
# Fernandes, 2009, severity 1).
SIGHTS = {
    "ordinary": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
POWERS = range(7)


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """A colour in CIELAB (D65) as a kind of sight sees it."""
    light = linear(colour)
    r, g, b = (
        min(1.0, max(0.0, sum(a * c for a, c in zip(row, light, strict=True))))
        for row in SIGHTS[sight]
    )
    white = (0.95047, 1.0, 1.08883)
    xyz = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    fx, fy, fz = (_root(v / w) for v, w in zip(xyz, white, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _root(t: float) -> float:
    return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116


def difference(one: str, other: str, sight: str) -> float:
    """The distance of two colours in CIELAB: about 2 can just be seen, 10 at a glance."""
    return math.dist(seen(one, sight), seen(other, sight))


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio."""
    luminances = sorted(
        sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True))
        for c in (one, other)
    )
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_units_are_told_apart(sight: str) -> None:
    pairs = {
        (a, b): difference(livery(a).strong, livery(b).strong, sight)
        for a, b in combinations(POWERS, 2)
    }
    assert {pair: d for pair, d in pairs.items() if d < 20} == {}


@pytest.mark.parametrize("sight", SIGHTS)
def test_land_is_told_apart(sight: str) -> None:
    colours = [*(livery(p).pale for p in POWERS), PAPER]
    pairs = {(a, b): difference(a, b, sight) for a, b in combinations(colours, 2)}
    assert {pair: d for pair, d in pairs.items() if d < 9} == {}


def test_emblems_are_readable_on_their_units() -> None:
    low = {p: contrast(livery(p).strong, livery(p).ink) for p in range(12)}
    assert {p: c for p, c in low.items() if c < 3} == {}


def test_every_power_has_its_own_emblem() -> None:
    assert len({livery(p).emblem for p in range(12)}) == 12
    assert len({livery(p).strong for p in range(12)}) == 12
    assert livery(12) == livery(0)
