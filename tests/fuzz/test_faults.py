"""Faults that fuzzing found, each with what should come out."""

import json
from pathlib import Path

import pytest

from judge import positionfile
from judge.board import ARMY
from judge.gamefiles import Facts, Game, create
from judge.orders import Retreat
from judge.phase import Phase, Step
from judge.position import Dislodged, Position, Unit, opening
from judge.problems import PROBLEMS_LIMIT, Problem, Unreadable, bounded
from judge.report.diagnostics import excerpt
from judge.savedgames import import_game
from judge.sheets.line import Options
from judge.sheets.publishing import published
from judge.sheets.retreating import read_retreats
from judge.sheets.writing import Notation
from tests.boards import europe, reader
from tests.cli.command import judge
from tests.cli.small_game import send, small_game

INVISIBLE = {"a NUL": "\0", "a zero-width space": "\u200b", "a soft hyphen": "\u00ad"}


def _published(sheet: str) -> str:
    france = europe().power_numbers["France"]
    return published(sheet.encode(), reader(), opening(europe()), france)


@pytest.mark.parametrize("sign", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_a_sign_that_nobody_sees_publishes_no_key(sign: str) -> None:
    assert _published(f"Cl{sign}é: sésame\nA Par - Bou\n") == "\nA Par - Bou\n"
    assert _published(f"A Par - Bou\nmot{sign} de passe {sign}: sésame\n") == "A Par - Bou\n"


@pytest.mark.parametrize("sign", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_a_sign_that_nobody_sees_hides_no_heading(sign: str) -> None:
    assert _published(f"A Par - Bou\nPre{sign}sse: à tous\nMon plan.\n") == "A Par - Bou\n"
    assert _published(f"A Par - Bou\nHi{sign}ver: + A Par\n") == "A Par - Bou\n"


def test_a_heading_with_a_remark_is_a_heading() -> None:
    """Without its remark, as published, it would open a section that it did not open before."""
    assert _published("A Par - Bou\nHiver # s'il le faut\n+ A Par\n") == "A Par - Bou\n"
    assert _published("Ordres # enfin\nA Par - Bou\n") == "Ordres\nA Par - Bou\n"
    assert _published("A Par - Bou\n### Hiver ###\n+ A Par\n") == "A Par - Bou\n"


# ---------------------------------------------------------------- work that grew with its square


def test_ten_thousand_retreats_of_one_unit() -> None:
    board = europe()
    at = board.province_numbers
    munich = Dislodged(Unit(0, ARMY, at["Mun"]), at["Ber"], (at["Boh"], at["Tyr"]))
    position = Position(Phase(1901, Step.SPRING_RETREATS), (), (), (munich,))
    line = ", ".join(["A Mun - Boh", "A Mun - Tyr", "A Mun - Tyr"] * 40)
    sheet = reader().read("\n".join([line] * 84).encode(), "sheet.txt")
    done = read_retreats(position, Notation(board), sheet, 0, Options())
    assert done.orders == {0: Retreat(at["Tyr"])}
    assert [row.counts for row in done.understood] == [False] * (84 * 120 - 2) + [True, True]
    assert {p.code for p in done.problems} == {"ordered-twice"}
    assert len(done.problems) == 84 * 120 - 2


def test_thousands_of_dislodged_units_in_one_province() -> None:
    row = "  - {unit: A Mun, power: Allemagne, from: Ber, retreats: [Boh]}\n"
    text = "format: 1\nphase: S1901R\nunits: {}\ncentres: {}\ndislodged:\n" + row * 20_000
    with pytest.raises(Unreadable) as told:
        positionfile.read(europe(), text.encode(), "position.yaml")
    assert [p.code for p in told.value.problems] == ["units-twice"] * 19_999


def test_thirty_thousand_problems_of_one_sheet(tmp_path: Path) -> None:
    """They made a report of 66 megabytes, too large for the judge to read again."""
    game = small_game(tmp_path / "game")
    line = "A Par F " * 240
    send(game, {"france": "\n".join([line] * 130)})
    said = judge("--lang", "en", "run", game, "--missing-hold")
    assert said.code == 0
    report = (game / "1901-1-printemps" / "report.txt").read_text("utf-8")
    found = len(reader().read("\n".join([line] * 130).encode(), "").problems)
    # Those at the very end of a line stand where its published text has no more blanks.
    found += 130
    told = [row for row in said.err.splitlines() if row.startswith("france.txt")]
    assert len(told) == PROBLEMS_LIMIT + 1
    more = f"more than {PROBLEMS_LIMIT} problems in this file; {found - PROBLEMS_LIMIT} more"
    assert more in told[-1]
    assert report.count("…]") == PROBLEMS_LIMIT
    assert judge("verify", game).code == 0


def test_only_so_many_problems_of_a_file() -> None:
    warning = Problem("wrong-letter", "warning", "b.txt", 1)
    many = [Problem("unknown-word", "error", "a.txt", n) for n in range(PROBLEMS_LIMIT + 3)]
    told = bounded([*many[:5], *[warning] * (PROBLEMS_LIMIT + 1), *many[5:]])
    assert told == [
        *many[:5],
        *[warning] * PROBLEMS_LIMIT,
        *many[5:PROBLEMS_LIMIT],
        Problem(
            "too-many-problems", "warning", "b.txt", details={"limit": PROBLEMS_LIMIT, "more": 1}
        ),
        Problem(
            "too-many-problems", "error", "a.txt", details={"limit": PROBLEMS_LIMIT, "more": 3}
        ),
    ]
    assert bounded(told) == told
    assert bounded(many[:PROBLEMS_LIMIT]) == many[:PROBLEMS_LIMIT]


def test_of_a_long_line_what_stands_around_the_problem() -> None:
    text = " " + "".join(chr(ord("a") + n % 26) for n in range(300))
    shown = [excerpt(Problem("unknown-word", column=column, text=text)) for column in (1, 150, 300)]
    assert shown == [text[1:100] + "…", "…" + text[100:200] + "…", "…" + text[250:]]
    assert excerpt(Problem("unknown-word", column=9, text=" " + "x" * 200)) == "x" * 200


# ---------------------------------------------------------------- values of the wrong kind


def test_a_map_s_name_is_too_long_for_any_file(tmp_path: Path) -> None:
    game = create(tmp_path / "game", Facts(name="essai")).folder
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace("europe", "e" * 300), "utf-8")
    with pytest.raises(Unreadable) as told:
        Game(game)
    assert [(p.code, p.details) for p in told.value.problems] == [
        ("game-value", {"part": "map", "value": "e" * 60})
    ]


def _saved(orders: object) -> str:
    state = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"]}}
    phases = [
        {"name": "S1905M", "state": state, "orders": {"FRANCE": orders}},
        {"name": "F1905M", "state": state, "orders": None},
    ]
    return json.dumps({"phases": phases})


@pytest.mark.parametrize("orders", [5, True, "A PAR H", {"A PAR": "H"}])
def test_orders_of_a_saved_game_are_a_list(orders: object, tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    path.write_text(_saved(orders), "utf-8")
    with pytest.raises(Unreadable) as told:
        import_game(path, tmp_path / "game", Facts(name="essai"))
    assert [(p.code, p.details) for p in told.value.problems] == [
        ("saved-game", {"phase": "S1905M", "value": str(orders)})
    ]
    assert not (tmp_path / "game").exists()


def test_half_a_sign_in_a_saved_game_spoils_its_order_alone(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    path.write_text(_saved(["A PAR H\ud800"]), "utf-8")
    game = import_game(path, tmp_path / "game", Facts(name="essai"))
    assert [str(folder.phase) for folder in game.phases] == ["S1905M", "F1905M"]
    assert (game.folder / "1905-1-printemps/orders/france.txt").read_text("utf-8") == "A PAR H?\n"
