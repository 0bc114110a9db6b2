"""A scene as an SVG picture: the same scene gives the same bytes, whoever asks, wherever."""

from judge.board import Board, Terrain
from judge.drawing import arrows, symbols
from judge.drawing.captions import Captions
from judge.drawing.colours import INK, PAPER, livery
from judge.drawing.geometry import Point, number
from judge.drawing.labels import SIZE, label_places
from judge.drawing.legend import ROW, rows_of
from judge.drawing.markup import escaped, told
from judge.drawing.scene import Scene
from judge.drawing.shapes import Shapes
from judge.ruling import WinterRuling
from judge.sheets.writing import Notation
from judge.words import Words

_HEAD = 46
"""Pixels of the title above the board."""

_FONT = "DejaVu Sans, Verdana, Segoe UI, Helvetica, Arial, sans-serif"


def svg(
    board: Board,
    shapes: Shapes,
    scene: Scene,
    notation: Notation,
    words: Words,
    title: str = "",
    rules: str = "",
    name: str = "m",
) -> str:
    """The whole picture.

    title: the game's name, rules: what it is played by; either may be empty. name: what the
    picture's own ids begin with, so that several can stand in one page.
    """
    painter = _Painter(board, shapes, scene, Captions(board, scene, notation, words), name)
    return painter.picture(title, rules)


class _Painter:
    def __init__(
        self, board: Board, shapes: Shapes, scene: Scene, captions: Captions, name: str
    ) -> None:
        self.board = board
        self.shapes = shapes
        self.scene = scene
        self.captions = captions
        self.name = name
        self.owners = dict(scene.owners)

    def picture(self, game: str, rules: str) -> str:
        wide, high = self.shapes.width, self.shapes.height
        legend = rows_of(self.scene, self.board, self.captions, wide)
        notes = self._notes()
        foot = 12 + ROW * len(legend) + 17 * len(notes)
        whole = _HEAD + high + foot
        title = self.captions.title(game)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {whole}" width="{wide}"'
            f' height="{whole}" role="graphics-document document"'
            f' aria-labelledby="{self.name}-t {self.name}-d" font-family="{_FONT}">',
            f'<title id="{self.name}-t">{escaped(title)}</title>',
            f'<desc id="{self.name}-d">{escaped(self.captions.summary())}</desc>',
            self._definitions(),
            f'<rect width="{wide}" height="{whole}" fill="#fffdf6"/>',
            f'<text x="14" y="31" font-size="22" font-weight="bold" fill="{INK}">'
            f"{escaped(title)}</text>",
            f'<text x="{wide - 14}" y="31" font-size="13" text-anchor="end" fill="#5b5346">'
            f"{escaped(self.captions.subtitle(rules))}</text>",
            f'<g transform="translate(0,{_HEAD})">',
            f'<g clip-path="url(#{self.name}-c)">',
            *self._ground(),
            self._centres(),
            *self._strokes(),
            self._labels(),
            *self._tokens(),
            "</g>",
            f'<rect x=".5" y=".5" width="{wide - 1}" height="{high - 1}" fill="none"'
            f' stroke="{INK}"/></g>',
        ]
        y = _HEAD + high + 18
        for row in legend:
            parts.append(f'<g transform="translate(0,{y})">{row}</g>')
            y += ROW
        for note in notes:
            parts.append(
                f'<text x="14" y="{y}" font-size="11.5" fill="{INK}">{escaped(note)}</text>'
            )
            y += 17
        return "\n".join([*parts, "</svg>"]) + "\n"

    def _notes(self) -> list[str]:
        """What no sign can show: in winter, what each power built, took off and left."""
        ruling = self.scene.ruling
        return self.captions.winter(ruling) if isinstance(ruling, WinterRuling) else []

    # ------------------------------------------------------------ the ground

    def _definitions(self) -> str:
        """Patterns of the owners' emblems, hatching, the light along the shores."""
        size = round(1 / self.shapes.scale, 3)
        out = ["<defs>"]
        for power in sorted(set(self.owners.values())):
            colours = livery(power)
            out.append(
                f'<pattern id="{self.name}-p{power}" width="26" height="26"'
                f' patternUnits="userSpaceOnUse" patternTransform="scale({size:g}) rotate(-18)">'
                f'<rect width="26" height="26" fill="{colours.pale}"/>'
                f'<g fill="{colours.strong}" fill-opacity=".42">'
                f'<path transform="translate(6.5,6.5) scale(.62)" d="{colours.emblem}"/>'
                f'<path transform="translate(19.5,19.5) scale(.62)" d="{colours.emblem}"/></g>'
                "</pattern>"
            )
        out.append(
            f'<pattern id="{self.name}-x" width="6" height="6" patternUnits="userSpaceOnUse"'
            f' patternTransform="scale({size:g}) rotate(45)">'
            '<rect width="6" height="6" fill="#d3cab6"/>'
            '<path d="M0 3H6" stroke="#a2967d" stroke-width="1.6"/></pattern>'
            f'<clipPath id="{self.name}-c"><rect width="{self.shapes.width}"'
            f' height="{self.shapes.height}"/></clipPath></defs>'
        )
        return "".join(out)

    def _ground(self) -> list[str]:
        """Water, then the light along the shores, then land, then what lies over it."""
        scale = f"{self.shapes.scale:g}"
        unit = 1 / self.shapes.scale
        sea: list[str] = []
        land: list[str] = []
        for province, ground in self.shapes.provinces.items():
            is_sea = self.board.provinces[province].terrain is Terrain.SEA
            (sea if is_sea else land).append(self._province(province, ground.outline))
        scenery = [
            f'<path d="{part.outline}" fill="{self._scenery_fill(part.kind)}"/>'
            for part in self.shapes.scenery
        ]
        ornaments = [
            f'<path d="{part.outline}" fill="#b7d5e5" stroke="#6f97ad"'
            f' stroke-width="{number(0.4 * unit) if part.kind == "lake" else 0}"/>'
            for part in self.shapes.ornaments
        ]
        shore = "".join(
            f'<use href="#{self.name}-l" fill="none" stroke="#f3fafd" stroke-opacity="{opacity}"'
            f' stroke-width="{number(width * unit)}"/>'
            for width, opacity in ((12, ".18"), (7.5, ".22"), (4, ".3"))
        )
        head = f'<g transform="scale({scale})" stroke-linejoin="round" fill-rule="evenodd">'
        return [
            head,
            f'<g fill="#b4d3e4" stroke="#4f86a8" stroke-width="{number(0.8 * unit)}">',
            *sea,
            "</g>",
            f'<defs><g id="{self.name}-l">{self._land_outline()}</g></defs>',
            f'<g aria-hidden="true">{shore}</g>',
            f'<g stroke="#8d826a" stroke-width="{number(0.6 * unit)}">',
            *scenery,
            "</g>",
            f'<g stroke="#5d5140" stroke-width="{number(0.85 * unit)}">',
            *land,
            "</g>",
            *ornaments,
            "</g>",
        ]

    def _land_outline(self) -> str:
        """Everything that rises from the water, as one path."""
        outlines = [
            ground.outline
            for province, ground in self.shapes.provinces.items()
            if self.board.provinces[province].terrain is not Terrain.SEA
        ]
        outlines += [part.outline for part in self.shapes.scenery if part.kind != "water"]
        return f'<path d="{"".join(outlines)}"/>'

    def _scenery_fill(self, kind: str) -> str:
        fills = {"water": "#b4d3e4", "impassable": f"url(#{self.name}-x)"}
        return fills.get(kind, "#ddd5c3")

    def _province(self, province: int, outline: str) -> str:
        owner = self.owners.get(province)
        if self.board.provinces[province].terrain is Terrain.SEA:
            fill = ""
        else:
            fill = f' fill="{PAPER if owner is None else f"url(#{self.name}-p{owner})"}"'
        words = told(*self.captions.province(province))
        return f'<g role="img">{words}<path d="{outline}"{fill}/></g>'

    def _centres(self) -> str:
        dots = [
            symbols.centre(ground.centre, self.owners.get(province))
            for province, ground in self.shapes.provinces.items()
            if ground.centre is not None and self.board.provinces[province].centre
        ]
        return f'<g aria-hidden="true">{"".join(dots)}</g>'

    def _labels(self) -> str:
        """Codes in the game's table, each over its own light edge."""
        halo: list[str] = []
        letters: list[str] = []
        codes = {p: self.captions.notation.province(p) for p in self.shapes.provinces}
        ends = [s.way[-1] for s in self.scene.strokes] + list(self.scene.standoffs)
        places = label_places(self.shapes, codes, self.scene.tokens, ends)
        for province, place in places.items():
            sea = self.board.provinces[province].terrain is Terrain.SEA
            code = escaped(codes[province])
            at = f'x="{number(place.x)}" y="{number(place.y + 3.4)}"'
            style = ' font-style="italic"' if sea else ""
            halo.append(f'<text {at}{style} stroke="{"#d7e9f2" if sea else PAPER}">{code}</text>')
            letters.append(f'<text {at}{style} fill="{"#174a6b" if sea else INK}">{code}</text>')
        return (
            f'<g aria-hidden="true" font-size="{SIZE}" font-weight="bold" text-anchor="middle">'
            '<g fill="none" stroke-width="2.6" stroke-opacity=".8" stroke-linejoin="round">'
            f"{''.join(halo)}</g>{''.join(letters)}</g>"
        )

    # ------------------------------------------------------------ orders and units

    def _strokes(self) -> list[str]:
        """Options below moves below supports; each named by the order that it draws."""
        rank = {"option": 0, "move": 1, "convoyed": 1, "retreat": 1}
        ordered = sorted(self.scene.strokes, key=lambda s: rank.get(s.kind, 2))
        return [arrows.drawn(stroke) for stroke in ordered]

    def _tokens(self) -> list[str]:
        out = [symbols.standoff(at) for at in self.scene.standoffs]
        out = [
            f'<g role="img">{told(self.captions.phrase("signs.standoff"))}{mark}</g>'
            for mark in out
        ]
        for token in self.scene.tokens:
            words = told(*self.captions.token(token))
            mark = symbols.unit(
                token.unit.kind, token.unit.power, Point(*token.at), token.state, token.count
            )
            out.append(f'<g role="img">{words}{mark}</g>')
        return out
