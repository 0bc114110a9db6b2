"""Sheets with bad bytes, hostile sheets, and noise: always an answer, never an exception."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.board import FLEET
from judge.position import Position, arranged, opening
from judge.problems import Problem
from judge.report import diagnostics
from judge.sheets.conditions import condition_of
from judge.sheets.interpreting import Interpreter, MovementSheet
from judge.sheets.line import Options
from judge.sheets.publishing import is_secret
from judge.sheets.reading import LINES_LIMIT, SHEET_LIMIT, Reader, Sheet, decode
from judge.sheets.tokens import LINE_LIMIT
from judge.sheets.writing import Notation
from judge.words import words
from tests.boards import europe, reader

FOLDER = Path(__file__).parent / "bad_sheets"

EXPECTED = {
    "latin1.txt": {2: "A Mos - StP", 3: "F Seb - Arm", 4: "A Var - Sil", 5: "F StP (cs) - Bot"},
    "cp1252.txt": {2: "F Lvp - Irl", 3: "F Edi - Nvn", 4: "F Lon - Nrd"},
    "utf8_bom.txt": {1: "A Par - Pic", 2: "A Mar - Pié", 3: "F Bre - Man"},
    "utf16.txt": {2: "F Ank - Noi", 3: "A Con - Bul", 4: "A Smy - Arm"},
    "crlf.txt": {2: "F Tri - Alb", 3: "A Bud - Ser", 5: "A Vie - Gal"},
    "cr.txt": {2: "F Nap - Ion", 3: "A Rom - Apu", 4: "A Ven - Tri"},
    "nul.txt": {2: "A Ber - Kie", 3: "F Kie - Dan", 4: "A Mun - Ruh"},
    "empty.txt": {},
}
"""What each sheet orders, by line."""

POWERS = {
    "latin1.txt": "Russie",
    "cp1252.txt": "Angleterre",
    "utf8_bom.txt": "France",
    "utf16.txt": "Turquie",
    "crlf.txt": "Autriche",
    "cr.txt": "Italie",
    "nul.txt": "Allemagne",
    "empty.txt": "France",
}


def board_of(name: str) -> Position:
    """The start of 1901; for one sheet, with a fleet in Liverpool."""
    position = opening(europe())
    if name != "cp1252.txt":
        return position
    liverpool = europe().province_numbers["Lvp"]
    units = [u._replace(kind=FLEET) if u.location == liverpool else u for u in position.units]
    return Position(position.phase, arranged(units, europe()), position.owners)


def read(
    data: bytes, position: Position, power: str = "France", options: Options | None = None
) -> tuple[Sheet, MovementSheet]:
    sheet = reader().read(data, "sheet.txt")
    interpreter = Interpreter(europe(), position, Notation(europe()), options)
    return sheet, interpreter.read(sheet, europe().power_numbers[power])


def orders(position: Position, done: MovementSheet) -> dict[int, str]:
    notation = Notation(europe())
    return {
        u.entry.line: notation.order(position, position.units[u.unit], u.order)
        for u in done.understood
    }


@pytest.mark.parametrize("name", EXPECTED)
def test_orders_come_out_whatever_the_bytes(name: str) -> None:
    position = board_of(name)
    sheet, done = read((FOLDER / name).read_bytes(), position, POWERS[name])
    assert orders(position, done) == EXPECTED[name]
    assert not any(c in entry.text for entry in sheet.entries for c in "\ufffd\r")
    heading = None if name == "utf8_bom.txt" else europe().power_numbers[POWERS[name]]
    assert {e.power for e in sheet.entries} <= {heading}


def test_every_bad_sheet_is_tested() -> None:
    assert {p.name for p in FOLDER.glob("*.txt")} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(set(EXPECTED) - {"cp1252.txt"}))
def test_bad_bytes_are_no_problem_in_a_line(name: str) -> None:
    _, done = read((FOLDER / name).read_bytes(), board_of(name), POWERS[name])
    assert [p for p in done.problems if p.line] == []


def test_prose_is_one_problem_in_its_line() -> None:
    _, done = read((FOLDER / "cp1252.txt").read_bytes(), board_of("cp1252.txt"), "Angleterre")
    assert [(p.code, p.severity, p.line) for p in done.problems] == [("unknown-word", "error", 5)]
    assert done.problems[0].text == "De la part du œil de Londres…"


# ---------------------------------------------------------------- hostile sheets

SECONDS = 5
"""Far above what any sheet may take, so that a slow machine does not matter."""


def answered(data: bytes, options: Options | None = None) -> MovementSheet:
    """France's sheet as read: in time, every problem in its place and with its sentences."""
    start = time.process_time()
    position = opening(europe())
    sheet, done = read(data, position, options=options)
    assert time.process_time() - start < SECONDS
    for entry in sheet.entries:
        assert sheet.source[entry.line - 1][entry.column - 1 :].startswith(entry.text)
    for problem in done.problems[:100]:
        assert_placed(problem, sheet)
    return done


def assert_placed(problem: Problem, sheet: Sheet) -> None:
    if problem.line:
        source = sheet.source[problem.line - 1]
        assert 1 <= problem.column <= len(source) + 1
        assert problem.length >= 1
    for language in ("fr", "en"):
        shown = diagnostics.full(problem, words(language))
        assert all(line.isprintable() for line in shown.splitlines())
        assert shown.encode()
        assert diagnostics.plain(problem, words(language)).isprintable()
        assert diagnostics.as_json([problem], words(language)).encode()


def codes(done: MovementSheet) -> set[str]:
    return {p.code for p in done.problems}


def test_a_line_of_ten_megabytes() -> None:
    done = answered(b"A Par - Bou, " * 800_000)
    assert [(p.code, p.details["limit"]) for p in done.problems] == [
        ("file-too-large", SHEET_LIMIT),
        ("line-too-long", LINE_LIMIT),
    ]
    assert done.orders == {}


def test_a_long_line_does_not_hide_the_next_one() -> None:
    done = answered(b"A Par - Bou, " * 1_000 + b"\nA Mar - Esp\n")
    assert [(p.code, p.line, p.severity) for p in done.problems] == [("line-too-long", 1, "error")]
    assert len(done.orders) == 1
    assert len(done.problems[0].text) < 100


def test_a_hundred_thousand_lines() -> None:
    done = answered(b"A Par - Bou\n" * 100_000)
    assert codes(done) == {"file-too-large", "sheet-too-long"}
    assert len(done.orders) == 1
    done = answered(b"\n" * 100_000 + b"A Par - Bou\n")
    assert [(p.code, p.details["limit"]) for p in done.problems] == [
        ("sheet-too-long", LINES_LIMIT)
    ]
    assert done.orders == {}


@pytest.mark.parametrize("void", [False, True], ids=["last counts", "neither counts"])
def test_ten_thousand_orders_for_one_unit(void: bool) -> None:
    line = "A Par - Bou, A Par - Pic, " * 50
    done = answered(f"{line}\n".encode() * 100, Options(two_orders_void=void))
    code = "ordered-twice-void" if void else "ordered-twice"
    assert codes(done) == {code}
    assert len(done.understood) == 10_000
    assert sum(u.counts for u in done.understood) == (0 if void else 1)
    assert len(done.orders) == 1


LETTERS = "abcdefghijklmnopqrstuvwxyzâéèç"
HOSTILE = {
    "a million commas": "," * 1_000_000,
    "lines of commas": ("," * 1_990 + "\n") * 130,
    "deep parentheses": "(" * 900 + "A Par" + ")" * 900 + " - Bou\n",
    "lines of parentheses": ("(" * 1_990 + "\n") * 130,
    "open claims": ("(*" * 990 + "\n") * 20,
    "deep brackets in a coast": "F Esp " + "(" * 900 + "cs" + ")" * 900 + " - Por\n",
    "unit letters": ("A " * 990 + "\n") * 50,
    "dashes": ("-" * 1_990 + "\n") * 50,
    "half a name": ("mer du " * 280 + "\n") * 50,
    "names": ("Par " * 490 + "\n") * 50,
    "numbers": "9" * 1_980 + " A Par - Bou\n",
    "a digit behind blanks": " " * 1_500 + "1\n",
    "blanks between words": "phase" + " " * 600 + "printemps" + " " * 600 + "x\n",
    "a field of accents": "Partie: x" + "\xa8" * 1_900 + "x\n",
    "unknown words": "\n".join(f"A {a}{b}gal, A {b}{a}zut" for a in LETTERS for b in LETTERS),
    "headings": "FRANCE: " * 240 + "A Par - Bou\n",
    "sections": "Ordres: " * 240 + "A Par - Bou\n",
    "press": "Presse:\n" + "A Par - Bou\n" * 4_000,
    "list numbers": "1. " * 600 + "A Par - Bou\n",
    "a long retreat": "A Par - Bou retraite " + "Gas, " * 390 + "Pic\n",
    "a long route": "A Bre" + " - Man - Nrd" * 160 + " - Nge\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_sheet_is_answered(name: str) -> None:
    answered(HOSTILE[name].encode())


OTHER_LOOKS: dict[str, tuple[Callable[[str], object], str]] = {
    "an endless address": (is_secret, "a" * 50_000),
    "a condition of blanks": (condition_of, "si" + " " * 850 + "x"),
    "many beginnings of conditions": (condition_of, " si a" * 10_000),
}
"""Lines that are looked at outside of the reader, where no line is too long."""


@pytest.mark.parametrize("name", OTHER_LOOKS)
def test_no_line_takes_long_to_look_at(name: str) -> None:
    look, line = OTHER_LOOKS[name]
    start = time.process_time()
    look(line)
    assert time.process_time() - start < SECONDS


INVISIBLE = "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff"


@pytest.mark.parametrize("mark", INVISIBLE, ids=[f"{ord(c):04x}" for c in INVISIBLE])
def test_invisible_characters_do_not_count(mark: str) -> None:
    """Marks of writing direction, joiners, soft hyphens and the like."""
    done = answered(f"{mark}A P{mark}ar{mark} -{mark} B{mark}ou{mark}\n".encode())
    assert done.problems == []
    assert len(done.orders) == 1


CONTROL = "\x00\x01\x07\x08\x1b\x7f"


@pytest.mark.parametrize("control", CONTROL, ids=[f"{ord(c):02x}" for c in CONTROL])
def test_control_characters_do_not_count(control: str) -> None:
    """They are dropped from plain lines as they are from lines with accents."""
    for place in ("Pié", "Pie"):
        done = answered(f"A{control} Mar - P{control}{place[1:]}{control}\n".encode())
        assert len(done.orders) == 1, place


@pytest.mark.parametrize(
    "sheet", ["A P\x1bar - Bôu\nA Par - Pic\n", "A Par\u202e - Bou\nA Par H", "\x1b"]
)
def test_no_message_carries_what_a_terminal_would_obey(sheet: str) -> None:
    answered(sheet.encode())


def test_lone_surrogates() -> None:
    text = "A Par\ud800 - Bou\nA Mar - Esp\n"
    done = answered(b"\xff\xfe" + text.encode("utf-16-le", "surrogatepass"))
    assert len(done.orders) == 1
    assert [(p.code, p.line) for p in done.problems] == [("unknown-sign", 1)]
    done = answered(text.encode("utf-8", "surrogatepass"))
    assert len(done.orders) == 1
    for cut_short in (b"\xff\xfeA", b"\xfe\xff\xd8", b"\xff\xfe\x00\xd8"):
        answered(cut_short)


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_some_text(data: bytes) -> None:
    assert isinstance(decode(data), str)
    answered(data)


PIECES = (
    *("A", "F", "2A", "S", "C", "ms", "-", "---", "->", "—", ":", "=", "xxx", "T", "H", "via"),
    *("par", "Par", "Mer du", "Mer du Nord", "Esp", "Espcs", "(cs)", "/nc", "côte sud", "Liv"),
    *("Nor", "Zut", "FRANCE", "France:", "allemande", "(Turquie)", "R:", "retraite", "dissoute"),
    *("construit", "vs", "renonce", "si", "délogée", "échec 1 vs 1", "(*bounce*)", "(a)"),
    *("tout tient", "va en", "d'", "l'", "+", ",", ";", "/", "(", ")", "[", "#", "*", ".", '"'),
    *("«", "?", "\t", "  ", "\u200b", "½", "0", "7", "²", "99999999999", "1.", "Ö", "\n", "\r"),
    *("Ordres:", "Presse:", "Hiver:", "Partie: x", "Puissance: France", "Clé: x", "P1901"),
    *("Centres : 3", "convoy", "Germany"),
)


@given(
    st.lists(st.sampled_from(PIECES), max_size=14),
    st.sampled_from(["", " "]),
    st.builds(Options, strict=st.booleans(), two_orders_void=st.booleans(), stacks=st.booleans()),
)
@settings(max_examples=400, deadline=None)
def test_any_pieces_of_orders_are_answered(
    pieces: list[str], between: str, options: Options
) -> None:
    answered(between.join(pieces).encode(), options)


def test_a_reader_is_not_spoilt_by_what_it_read() -> None:
    """The same sheet reads the same before and after a hostile one, and in a new reader."""
    data = (FOLDER / "latin1.txt").read_bytes()
    before = reader().read(data, "a")
    reader().read(b"(*" * 500 + b"\n\xff\0", "b")
    assert reader().read(data, "a") == before == Reader(europe()).read(data, "a")


def test_a_tab_parts_orders_with_and_without_accents() -> None:
    for line in ("Mar - Pie\tPar - Bou", "Mar - Pié\tPar - Bou", "Mar - Pié\t\tPar - Bou"):
        done = answered(line.encode())
        assert len(done.orders) == 2, line
        assert done.problems == [], line
