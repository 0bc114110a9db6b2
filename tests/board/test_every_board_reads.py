"""Every border of every board, written in each code table and with full names, reads as itself."""

import pytest

from judge import boardfile
from judge.board import ARMY, FLEET, LETTERS, Board, UnitKind
from judge.sheets.reading import Entry, Reader
from judge.sheets.writing import Notation
from judge.sheets.written import Place, Verb
from tests.boards import ROOT

BOARDS = sorted(path.stem for path in (ROOT / "maps").glob("*.yaml"))
TABLES = [(name, table) for name in BOARDS for table in boardfile.load(name).tables]

Border = tuple[UnitKind, int, int]


def borders(board: Board) -> list[Border]:
    """Every way that some unit can go: (kind, location, location)."""
    found: list[Border] = []
    for kind, table in ((ARMY, board.army_borders), (FLEET, board.fleet_borders)):
        found += [(kind, here, there) for here, ways in enumerate(table) for there in ways]
    return found


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_move_in_codes(name: str, table: str) -> None:
    board = boardfile.load(name)
    notation = Notation(board, board.tables[table].language, table)
    lines = [
        (border, f"{notation.unit(border[0], border[1])} - {notation.location(border[2])}")
        for border in borders(board)
    ]
    assert_read(Reader(board, notation.language, table), lines)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", BOARDS)
def test_a_move_in_full_names(name: str, language: str) -> None:
    board = boardfile.load(name)

    def spoken(location: int) -> str:
        place = board.provinces[board.province_of[location]].names[language].name
        coast = board.coast_of(location)
        return f"{place} ({board.coast_words[language][coast][0]})" if coast else place

    lines = [
        (border, f"{LETTERS[border[0]]} {spoken(border[1])} - {spoken(border[2])}")
        for border in borders(board)
    ]
    assert_read(Reader(board, language, board.usual_table(language)), lines)


def assert_read(reader: Reader, lines: list[tuple[Border, str]]) -> None:
    sheet = reader.read("\n".join(line for _, line in lines).encode(), "sheet")
    assert sheet.problems == []
    assert [entry.line for entry in sheet.entries] == list(range(1, len(lines) + 1))
    for entry, (border, line) in zip(sheet.entries, lines, strict=True):
        assert as_border(reader.board, entry) == border, line


def as_border(board: Board, entry: Entry) -> Border:
    written = entry.written
    assert written.verb is Verb.MOVE
    assert written.unit is not None
    assert written.unit.kind is not None
    (target,) = written.path
    return written.unit.kind, location(board, written.unit.place), location(board, target)


def location(board: Board, place: Place) -> int:
    """The one place that words can mean, -1 where they could mean several."""
    if len(place.candidates) != 1:
        return -1
    (province,) = place.candidates
    if place.coast is None:
        return province
    found = board.coast_location(province, place.coast)
    return -1 if found is None else found


@pytest.mark.parametrize("name", BOARDS)
def test_a_power_heads_its_orders_in_both_languages(name: str) -> None:
    board = boardfile.load(name)
    for language in ("fr", "en"):
        reader = Reader(board, language, board.usual_table(language))
        for number, power in enumerate(board.powers):
            word = power.names[language].name
            for heading in (word, f"{word}:", f"{word.upper()}"):
                place = board.location_name(board.centres[0])
                sheet = reader.read(f"{heading}\nA {place} xxx".encode(), "sheet")
                assert [entry.power for entry in sheet.entries] == [number], heading
