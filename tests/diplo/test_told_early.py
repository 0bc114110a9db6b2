"""What sheets say of flights and winters to come, where units of a stack are alike."""

from pathlib import Path

import pytest

from judge import positionfile
from judge.gamefiles import Facts, Game, create
from judge.phase import Phase
from judge.position import Position, arranged
from judge.running import run
from judge.sheets.adjusting import read_winter
from judge.sheets.interpreting import Interpreter
from judge.verifying import verify
from tests.cli.command import judge
from tests.diplo.reading import STACKS, by_power, diplo, notation, reader
from tests.diplo.test_arsenals import unit
from tests.playing import lay_ready


def game_with(folder: Path, units: dict[str, str]) -> Path:
    """A game of diplo whose first season finds these units; nobody owns a centre."""
    game = create(folder, Facts(name="jeu", map="europe-diplo", rules="diplo"))
    numbers = diplo().power_numbers
    found = [
        unit(numbers[power], text.strip())
        for power, texts in units.items()
        for text in texts.split(",")
    ]
    position = Position(Phase.parse("S1901M"), arranged(found, diplo()))
    path = folder / game.current.name / "position.yaml"
    path.write_text(positionfile.write(diplo(), position), "utf-8")
    return folder


# The board; the sheets; who stands where after the season and its flights.
EARLY = {
    "each unit of a stack and each kind flees by its own line": (
        {
            "Allemagne": "A Mun, A Mun, A Kie, F Kie",
            "France": "A Bou, A Bou, A Bou",
            "Angleterre": "F Hel, F Hel, F Hel",
        },
        {
            "allemagne": "2A Mun xxx retraite Ber\nA Kie xxx retraite Bon\nF Kie xxx retraite Bal",
            "france": "3A Bou - Mun",
            "angleterre": "3F Hel - Kie",
        },
        {"Allemagne F Bal, 2A Ber, A Bon", "Angleterre 3F Kie", "France 3A Mun"},
    ),
    "a line is for the units that it orders, not for those of another line": (
        {"Allemagne": "A Mun, A Mun, A Mun", "France": "A Bou, A Bou"},
        {
            "allemagne": "2A Mun - Boh retraite Sil\nA Mun xxx retraite Ber",
            "france": "2A Bou - Mun",
        },
        {"Allemagne A Ber, 2A Boh", "France 2A Mun"},
    ),
    "a section for retreats counts those that are there": (
        {"Allemagne": "A Mun, A Mun, A Mun", "France": "A Bou, A Bou"},
        {
            "allemagne": "2A Mun - Boh\nA Mun xxx\nRetraites:\n3A Mun retraite Ber, Boh",
            "france": "2A Bou - Mun",
        },
        {"Allemagne A Ber, 2A Boh", "France 2A Mun"},
    ),
    "a condition asks for the kind that it names": (
        {"Allemagne": "A Kie, F Kie", "Angleterre": "F Hel, F Hel"},
        {
            "allemagne": (
                "F Kie - Bal\nA Kie xxx\nRetraites:\nsi F Kie délogée : A Kie retraite Ber\n"
                "si A Kie délogée : A Kie retraite Bon"
            ),
            "angleterre": "2F Hel - Kie",
        },
        {"Allemagne F Bal, A Bon", "Angleterre 2F Kie"},
    ),
    "and for as many as it counts": (
        {"Allemagne": "A Ber, A Ber, A Mun", "Russie": "A Pru, A Pru, A Pru"},
        {
            "allemagne": (
                "2A Ber xxx\nA Mun xxx\nRetraites:\nsi 2A Ber délogées : 2A Ber retraite Kie\n"
                "si 3A Ber délogées : 2A Ber retraite Bon"
            ),
            "russie": "3A Pru - Ber",
        },
        {"Allemagne 2A Kie, A Mun", "Russie 3A Ber"},
    ),
}


@pytest.mark.parametrize("name", EARLY)
def test_flights_told_early(tmp_path: Path, name: str) -> None:
    units, sheets, expected = EARLY[name]
    folder = game_with(tmp_path / "jeu", units)
    lay_ready(folder, sheets)
    done = run(Game(folder))
    assert [str(ran.folder.phase) for ran in done] == ["S1901M", "S1901R"]
    game = Game(folder)
    assert by_power(game.position(game.current).units) == expected
    assert verify(game) == (2, None)


def test_taken_back_it_is_told_again(tmp_path: Path) -> None:
    """Undo and another run give the same bytes; nothing told early is lost on the way."""
    units, sheets, expected = EARLY[
        "a line is for the units that it orders, not for those of another line"
    ]
    folder = game_with(tmp_path / "jeu", units)
    lay_ready(folder, sheets)
    run(Game(folder))
    before = {p: p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
    for _ in range(2):
        assert judge("undo", folder).code == 0
    run(Game(folder))
    after = {p: p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
    assert after == before
    game = Game(folder)
    assert by_power(game.position(game.current).units) == expected


MOVES = """\
2A Mun - Boh
A Mun S A Mun - Boh (à briser d'abord)
2F StP (cn) - Bar
F StP (cs) - Bot
A Ven - CC - Tun
F Adr C A Ven - Ion
"""


def test_what_check_shows_of_moves_reads_back(tmp_path: Path) -> None:
    board = diplo()
    power = board.power_numbers["Allemagne"]
    names = "A Mun, A Mun, A Mun, F StP (cn), F StP (cn), F StP (cs), A Ven, F Adr"
    units = arranged([unit(power, name.strip()) for name in names.split(",")], board)
    position = Position(Phase.parse("S1901M"), units)
    interpreter = Interpreter(board, position, notation(), STACKS)
    first = interpreter.read(reader().read(MOVES.encode(), "one"), power)
    folder = game_with(tmp_path / "jeu", {"Allemagne": names})
    lay_ready(folder, {"allemagne": MOVES})
    rows = [row.strip() for row in judge("check", folder).out.splitlines()]
    lines = [row.split("  ")[-1].strip() for row in rows if row[:1].isdecimal()]
    assert lines == [
        "2A Mun - Boh",
        "A Mun S A Mun - Boh (à briser d'abord)",
        "2F StP (cn) - Bar",
        "F StP (cs) - Bot",
        "A Ven - CC - Tun",
        "F Adr C A Ven - Ion",
    ]
    again = interpreter.read(reader().read("\n".join(lines).encode(), "two"), power)
    assert (again.orders, again.given_up) == (first.orders, first.given_up)


def test_what_check_shows_of_a_winter_reads_back() -> None:
    board = diplo()
    power = board.power_numbers["Allemagne"]
    units = arranged([unit(power, name) for name in ("A Mun", "A Mun", "A Bou")], board)
    position = Position(Phase.parse("W1901A"), units)
    sheet = reader().read(b"- 2A Mun\n+ 2A Bou\nrenonce 2\n", "one")
    read = read_winter(position, notation(), sheet, power, STACKS)
    assert read.problems == []
    shown = ["- 2A Mun", "+ 2A Bou", "renonce 2"]
    folder_rows = [notation().adjustment(position, order) for order in read.orders]
    assert folder_rows == ["- A Mun", "- A Mun", "+ A Bou", "+ A Bou", "renonce", "renonce"]
    again = read_winter(
        position, notation(), reader().read("\n".join(shown).encode(), ""), power, STACKS
    )
    assert again.orders == read.orders
