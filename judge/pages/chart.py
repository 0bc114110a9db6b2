"""The centres over the years as a small chart."""

from collections.abc import Sequence

from judge.board import Board
from judge.drawing.colours import INK, livery
from judge.drawing.geometry import Point, number, pair
from judge.drawing.markup import escaped
from judge.history import Year
from judge.words import Words

_WIDE, _HIGH = 720, 340
_LEFT, _RIGHT, _TOP, _FOOT = 36, 130, 14, 28


def centres_chart(board: Board, years: Sequence[Year], words: Words) -> str:
    """A line a power from year to year, each named at its end and marked with its emblem."""
    most = max((year.count(p) for year in years for p in range(len(board.powers))), default=1)
    top = max(4, most + 1)
    scale = _Scale(years, top)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" role="img"'
        ' aria-labelledby="chart-t" font-family="system-ui, DejaVu Sans, sans-serif"'
        ' font-size="12">',
        f'<title id="chart-t">{escaped(words.say("pages.chart"))}</title>',
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fffdf6"/>',
        *_axes(years, top, board.victory, scale),
    ]
    ends = []
    for power in range(len(board.powers)):
        counts = [year.count(power) for year in years]
        if not any(counts):
            continue
        if counts[-1]:
            ends.append((scale.y(counts[-1]), power, counts[-1]))
        else:
            # An eliminated power's line ends where its last centre was lost.
            last = max(n for n, count in enumerate(counts) if count)
            counts = counts[: last + 2]
        parts.append(_line(power, counts, scale))
    parts += _names(board, ends, words)
    return "".join(parts) + "</svg>\n"


class _Scale:
    def __init__(self, years: Sequence[Year], top: int) -> None:
        self.top = top
        self.step = (_WIDE - _LEFT - _RIGHT) / max(1, len(years) - 1)

    def x(self, index: int) -> float:
        return _LEFT + index * self.step

    def y(self, count: int) -> float:
        return _HIGH - _FOOT - (_HIGH - _FOOT - _TOP) * count / self.top


def _axes(years: Sequence[Year], top: int, victory: int, scale: _Scale) -> list[str]:
    parts = []
    every = 2 if top <= 12 else 4
    end = number(scale.x(len(years) - 1))
    for count in range(0, top + 1, every):
        y = number(scale.y(count))
        parts.append(f'<path d="M{_LEFT} {y}H{end}" stroke="#d9d0bd"/>')
        parts.append(
            f'<text x="{_LEFT - 8}" y="{y}" dy=".35em" text-anchor="end" fill="#5b5346">{count}'
            "</text>"
        )
    if victory <= top:
        y = number(scale.y(victory))
        parts.append(f'<path d="M{_LEFT} {y}H{end}" stroke="{INK}" stroke-dasharray="2 4"/>')
    skip = -(-len(years) // 12)
    for index, year in enumerate(years):
        if index % skip == 0:
            parts.append(
                f'<text x="{number(scale.x(index))}" y="{_HIGH - 9}" text-anchor="middle"'
                f' fill="#5b5346">{year.year}</text>'
            )
    return parts


def _line(power: int, counts: list[int], scale: _Scale) -> str:
    colours = livery(power)
    points = [Point(scale.x(n), scale.y(count)) for n, count in enumerate(counts)]
    shaft = "M" + "L".join(pair(p) for p in points)
    form = 'fill="none" stroke-linejoin="round"'
    marks = "".join(
        f'<circle cx="{number(p.x)}" cy="{number(p.y)}" r="5.5" fill="{colours.strong}"'
        f' stroke="{INK}" stroke-width=".8"/><path transform="translate({pair(p)}) scale(.7)"'
        f' d="{colours.emblem}" fill="{colours.ink}"/>'
        for p in points
    )
    return (
        f'<path d="{shaft}" {form} stroke="{INK}" stroke-width="4"/>'
        f'<path d="{shaft}" {form} stroke="{colours.strong}" stroke-width="2.6"/>{marks}'
    )


def _names(board: Board, ends: list[tuple[float, int, int]], words: Words) -> list[str]:
    """Each power's name beside the end of its line, none over another."""
    parts = []
    lowest = -100.0
    room = _HIGH - _FOOT - 14 * (len(ends) - 1)
    for n, (y, power, count) in enumerate(sorted(ends)):
        lowest = max(min(y, room + 14 * n), lowest + 14)
        name = board.powers[power].names[words.language].name
        parts.append(
            f'<text x="{_WIDE - _RIGHT + 12}" y="{number(lowest)}" dy=".35em" fill="{INK}">'
            f"{escaped(name)} {count}</text>"
        )
    return parts
