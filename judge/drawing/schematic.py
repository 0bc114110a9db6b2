"""A board as a plan: provinces as discs, borders as lines, for boards that nobody has drawn."""

from judge.board import LETTERS, Board, Terrain
from judge.drawing.colours import INK, PAPER, livery
from judge.drawing.geometry import Point, number, towards
from judge.drawing.layout import laid_out, turned
from judge.drawing.markup import escaped, told
from judge.position import Position, Unit, opening
from judge.sheets.writing import Notation
from judge.words import Words

_SEA = "#9cc5dd"
_SHORE = "#2f6f9c"
_ROAD = "#8a6a3c"
_BACKGROUND = "#fffdf6"
_RADIUS = 17
_MARGIN = 40
_HEAD = 56
_LEGEND_ROW = 24


def schematic(board: Board, words: Words, position: Position | None = None, title: str = "") -> str:
    """The plan of a board, as SVG; the same board always gives the same bytes.

    position: whose units and owners it shows, else the map's start. title: what stands above it,
    else the map's own.
    """
    plan = _Plan(board, words, position or opening(board))
    return plan.drawn(title or board.titles[words.language])


class _Plan:
    def __init__(self, board: Board, words: Words, position: Position) -> None:
        self.board = board
        self.words = words
        self.owners = dict(position.owners)
        self.units = _units(board, position)
        self.notation = Notation(board, words.language, board.usual_table(words.language))
        self.shown = [
            n for n, p in enumerate(board.provinces) if p.terrain is not Terrain.IMPASSABLE
        ]
        self.lines = _lines(board)
        beside: dict[int, set[int]] = {n: set() for n in self.shown}
        for a, b in self.lines:
            beside[a].add(b)
            beside[b].add(a)
        number_of = {n: i for i, n in enumerate(self.shown)}
        places = laid_out([{number_of[m] for m in beside[n]} for n in self.shown], 78, 46)
        known = {side: number_of[n] for side, n in board.compass.items() if n in number_of}
        places = turned(places, known.get("west"), known.get("north"))
        self.at = {
            n: Point(x + _MARGIN, y + _MARGIN + _HEAD)
            for n, (x, y) in zip(self.shown, places, strict=True)
        }

    def drawn(self, title: str) -> str:
        """The whole picture."""
        width = max(560.0, max(p.x for p in self.at.values()) + _MARGIN)
        bottom = max(p.y for p in self.at.values()) + _MARGIN
        legend, height = self._legend(bottom, width)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} '
                f'{number(height)}" font-family="DejaVu Sans, Verdana, sans-serif" '
                f'font-size="11" fill="{INK}">',
                told(title, self.words.say("schematic.about")),
                f'<rect width="100%" height="100%" fill="{_BACKGROUND}"/>',
                f'<text x="{_MARGIN}" y="36" font-size="20" font-weight="bold">'
                f"{escaped(title)}</text>",
                *(self._border(a, b, kinds) for (a, b), kinds in sorted(self.lines.items())),
                *(self._coast_marks(n) for n in self.shown if self.board.provinces[n].coasts),
                *(self._province(n) for n in self.shown),
                *legend,
                "</svg>",
                "",
            ]
        )

    def _border(self, a: int, b: int, kinds: str) -> str:
        """Brown for armies, blue for fleets, both together for both."""
        (x1, y1), (x2, y2) = self.at[a], self.at[b]
        ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
        colour = _ROAD if "A" in kinds else _SHORE
        line = f'<line {ends} stroke="{colour}" stroke-width="2"/>'
        if kinds == "AF":
            line += f'<line {ends} stroke="{_SHORE}" stroke-width="2" stroke-dasharray="7 7"/>'
        return line

    def _coast_marks(self, province: int) -> str:
        """Beside a province of several coasts, on each line, the coasts that it leads to."""
        marks: dict[int, list[str]] = {}
        for location in self.board.locations_in[province]:
            coast = self.notation.coast(self.board.coast_of(location) or "")
            for to in self.board.fleet_borders[location]:
                told_there = marks.setdefault(self.board.province_of[to], [])
                if coast not in told_there:
                    told_there.append(coast)
        out = []
        for there, coasts in sorted(marks.items()):
            x, y = towards(self.at[province], self.at[there], _RADIUS + 12)
            text = (
                f'<text x="{number(x)}" y="{number(y + 3)}" font-size="9" text-anchor="middle" '
                f"{{}}>{escaped(' '.join(coasts))}</text>"
            )
            # First the paper around the letters, so that the line does not strike them through.
            out.append(text.format(f'stroke="{_BACKGROUND}" stroke-width="4"'))
            out.append(text.format(f'fill="{_SHORE}"'))
        return "".join(out)

    def _province(self, province: int) -> str:
        """A disc with its code; its owner's colour, its centre's ring, its unit's letter."""
        facts = self.board.provinces[province]
        x, y = self.at[province]
        owner = self.owners.get(province)
        fill = PAPER if owner is None else livery(owner).pale
        fill = _SEA if facts.terrain is Terrain.SEA else fill
        rim = _ROAD if facts.terrain is Terrain.LAND else _SHORE
        disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="{_RADIUS}" fill="{fill}" '
        dashes = ' stroke-dasharray="4 2"' if facts.convoys else ""
        parts = [told(facts.names[self.words.language].name)]
        parts.append(f'{disc}stroke="{rim}" stroke-width="2"{dashes}/>')
        if facts.centre:
            parts.append(
                f'<circle cx="{number(x)}" cy="{number(y)}" r="{_RADIUS + 4}" fill="none" '
                f'stroke="{INK}" stroke-width="1.5"/>'
            )
        code = escaped(self.notation.province(province))
        parts.append(
            f'<text x="{number(x)}" y="{number(y + 4)}" text-anchor="middle" '
            f'font-weight="bold">{code}</text>'
        )
        parts += [self._unit(province, unit) for unit in self.units.get(province, ())]
        return f"<g>{''.join(parts)}</g>"

    def _unit(self, province: int, unit: Unit) -> str:
        """Its letter, and its coast, in its power's colour at the disc's shoulder."""
        x, y = self.at[province]
        colours = livery(unit.power)
        letter = LETTERS[unit.kind]
        coast = self.board.coast_of(unit.location)
        if coast:
            letter += f" {self.notation.coast(coast)}"
        wide = 14 + 5 * (len(letter) - 1)
        return (
            f'<rect x="{number(x + 7)}" y="{number(y - 26)}" width="{wide}" height="14" rx="3" '
            f'fill="{colours.strong}"/><text x="{number(x + 7 + wide / 2)}" '
            f'y="{number(y - 15.5)}" font-size="10" text-anchor="middle" '
            f'fill="{colours.ink}">{escaped(letter)}</text>'
        )

    def _legend(self, top: float, width: float) -> tuple[list[str], float]:
        """Powers and signs below the plan, and where the picture ends."""
        out: list[str] = []
        language = self.words.language
        x, y = float(_MARGIN), top + _LEGEND_ROW
        box = '<rect x="{x}" y="{y}" width="16" '
        items = [
            (f'{box}height="12" rx="3" fill="{livery(n).strong}"/>', power.names[language].name)
            for n, power in enumerate(self.board.powers)
        ]
        for key, look in (
            ("armies", f'height="3" fill="{_ROAD}"/>'),
            ("fleets", f'height="3" fill="{_SHORE}"/>'),
            ("centre", f'height="12" rx="6" fill="none" stroke="{INK}"/>'),
        ):
            items.append((box + look, self.words.say(f"schematic.{key}")))
        for sign, text in items:
            wide = 34 + 7 * len(text)
            if x + wide > width and x > _MARGIN:
                x, y = float(_MARGIN), y + _LEGEND_ROW
            out.append(sign.format(x=number(x), y=number(y - 9)))
            out.append(f'<text x="{number(x + 22)}" y="{number(y + 1)}">{escaped(text)}</text>')
            x += wide
        return out, y + _LEGEND_ROW


def _units(board: Board, position: Position) -> dict[int, list[Unit]]:
    """The units of each province, those that are dislodged there too."""
    found: dict[int, list[Unit]] = {}
    for unit in (*position.units, *(d.unit for d in position.dislodged)):
        found.setdefault(board.province_of[unit.location], []).append(unit)
    return found


def _lines(board: Board) -> dict[tuple[int, int], str]:
    """Each border once, with the letters of the units that it lets pass."""
    found: dict[tuple[int, int], str] = {}
    for a, ways in enumerate(board.army_borders):
        for b in ways:
            found[min(a, b), max(a, b)] = "A"
    for location, ways in enumerate(board.fleet_borders):
        a = board.province_of[location]
        for to in ways:
            b = board.province_of[to]
            key = (min(a, b), max(a, b))
            letters = found.get(key, "")
            found[key] = letters if "F" in letters else letters + "F"
    return found
