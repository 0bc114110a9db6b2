"""The map in characters: half-blocks in the powers' colours, or letters alone."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from judge.board import LETTERS, Board, Terrain
from judge.drawing.captions import Captions
from judge.drawing.colours import PAPER, livery, mixed
from judge.drawing.placing import Token
from judge.drawing.raster import NO_LAND, WATER, Grid
from judge.drawing.scene import Scene
from judge.drawing.shapes import Shapes
from judge.names import fold
from judge.sheets.writing import counted

WIDEST = 160
"""Columns beyond which a picture gains nothing."""

NARROWEST = 60

_SEA, _SPARE = "#b4d3e4", "#cfc6b2"


@dataclass(frozen=True, slots=True)
class Cell:
    """One character. ink, paper: its colours, ``#rrggbb``; bold: whether it is a mark."""

    sign: str
    ink: str
    paper: str
    bold: bool = False


Placed = tuple[int, int, str]
"""A row, a column, and what is written from there on."""


def letters_of(board: Board, language: str) -> list[str]:
    """A letter for each power: the first of its name that no other power before it has."""
    taken: list[str] = []
    for power in board.powers:
        name = [c for c in fold(power.names[language].name) if c.isalpha()]
        spare = (c for c in (*name, *"abcdefghijklmnopqrstuvwxyz") if c not in taken)
        taken.append(next(spare, "?"))
    return taken


def plain(board: Board, shapes: Shapes, scene: Scene, captions: Captions, columns: int) -> str:
    """The map in letters: an owner's on its land, ``.`` where there is none, units marked."""
    columns = max(NARROWEST, min(columns, WIDEST))
    grid = Grid(board, shapes, columns, 2.1)
    letters = letters_of(board, captions.words.language)
    owners = dict(scene.owners)
    rows = [[_letter(board, value, owners, letters) for value in row] for row in grid.rows]
    codes = list(_codes(shapes, captions, grid))
    for row, column, text in codes:
        _write(rows, row, column, text)
    for row, column, mark, token in _marks(scene, grid, codes, 1):
        power = letters[token.unit.power]
        _write(rows, row, column, f"{mark[0]}{power}{mark[1:]}")
    lines = ["".join(row).rstrip() for row in rows]
    return "\n".join([captions.title(""), "", *lines, "", *_units(board, scene, captions)]) + "\n"


def _letter(board: Board, value: int, owners: Mapping[int, int], letters: list[str]) -> str:
    if value in (WATER, NO_LAND) or board.provinces[value].terrain is Terrain.SEA:
        return " " if value != NO_LAND else "-"
    return letters[owners[value]] if value in owners else "."


def _states(state: str) -> str:
    return {"dislodged": "!", "removed": "x", "built": "+"}.get(state, "")


def _codes(shapes: Shapes, captions: Captions, grid: Grid) -> Iterator[Placed]:
    for province, ground in shapes.provinces.items():
        row, column = grid.cell(ground.label)
        code = captions.notation.province(province)
        yield row, max(0, column - len(code) // 2), code


def _marks(
    scene: Scene, grid: Grid, codes: Iterable[Placed], points: int
) -> Iterator[tuple[int, int, str, Token]]:
    """A mark for each token, a little aside where it would hide a code or another mark.

    points: rows of the grid in a row of characters.
    """
    taken = {(row, n) for row, column, code in codes for n in range(column, column + len(code))}
    for token in scene.tokens:
        row, column = grid.cell(token.at)
        row //= points
        mark = LETTERS[token.unit.kind]
        mark += str(token.count) if token.count > 1 else _states(token.state)
        for down, aside in _ASIDE:
            cells = {(row + down, column + aside + n) for n in range(len(mark) + 1)}
            if not cells & taken:
                row, column = row + down, column + aside
                break
        taken |= {(row, column + n) for n in range(len(mark) + 1)}
        yield max(0, row), max(0, column), mark, token


_ASIDE = ((0, 0), (1, 0), (-1, 0), (0, 2), (0, -2), (0, 3), (0, -3), (1, 2), (1, -2), (-1, 2))


def _write(rows: list[list[str]], row: int, column: int, text: str) -> None:
    for n, sign in enumerate(text, column):
        if n < len(rows[row]):
            rows[row][n] = sign


def _units(board: Board, scene: Scene, captions: Captions) -> list[str]:
    """The powers with their letters, and each one's units."""
    letters = letters_of(board, captions.words.language)
    owners = dict(scene.owners)
    lines = []
    for power in range(len(board.powers)):
        units = [u for u in scene.units if u.power == power]
        centres = sum(owner == power for owner in owners.values())
        if units or centres:
            names = ", ".join(counted(captions.notation.unit(u.kind, u.location) for u in units))
            shown = captions.phrase("power", power=captions.notation.power(power), centres=centres)
            lines.append(f"{letters[power]}  {shown:<16}{names}".rstrip())
    return lines


def legend(board: Board, scene: Scene, captions: Captions) -> list[tuple[str, str, str]]:
    """Of each power on the board: what is written on its colour, the colour, and its words."""
    owners = dict(scene.owners)
    found = []
    for power in range(len(board.powers)):
        centres = sum(owner == power for owner in owners.values())
        if centres or any(u.power == power for u in scene.units):
            colours = livery(power)
            words = captions.phrase("power", power=captions.notation.power(power), centres=centres)
            found.append((colours.ink, colours.strong, f" {words}"))
    return found


def blocks(
    board: Board, shapes: Shapes, scene: Scene, captions: Captions, columns: int
) -> list[list[Cell]]:
    """The map in half-blocks: two points of the grid in each character, marks over them."""
    columns = max(NARROWEST, min(columns, WIDEST))
    grid = Grid(board, shapes, columns, 1.05)
    owners = dict(scene.owners)
    colours = [
        [_colour(board, grid, row, column, owners) for column in range(columns)]
        for row in range(len(grid.rows) // 2 * 2)
    ]
    rows = [
        [Cell("▀", top, bottom) for top, bottom in zip(upper, lower, strict=True)]
        for upper, lower in zip(colours[::2], colours[1::2], strict=True)
    ]
    codes = [(row // 2, column, code) for row, column, code in _codes(shapes, captions, grid)]
    for row, column, code in codes:
        for n, sign in enumerate(code, column):
            _set(rows, row, n, sign, "#1d1a16", None)
    for row, column, mark, token in _marks(scene, grid, codes, 2):
        colour = livery(token.unit.power)
        for n, sign in enumerate(mark, column):
            _set(rows, row, n, sign, colour.ink, colour.strong)
    return rows


def _set(
    rows: list[list[Cell]], row: int, column: int, sign: str, ink: str, paper: str | None
) -> None:
    if row < len(rows) and column < len(rows[row]):
        rows[row][column] = Cell(sign, ink, paper or rows[row][column].paper, True)


def _colour(board: Board, grid: Grid, row: int, column: int, owners: Mapping[int, int]) -> str:
    value = grid.rows[row][column]
    if value == NO_LAND:
        return _SPARE
    if value == WATER or board.provinces[value].terrain is Terrain.SEA:
        base, shade = _SEA, "#4f86a8"
        return mixed(shade, base, 25) if value != WATER and grid.is_border(row, column) else base
    base = livery(owners[value]).pale if value in owners else PAPER
    return mixed("#3a3226", base, 40) if grid.is_border(row, column) else base
