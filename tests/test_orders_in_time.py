"""Orders wait for their own phase: conditions, early sheets, undo and correct."""

import shutil
import unicodedata
from pathlib import Path

from judge.gamefiles import Game
from judge.running import run
from judge.verifying import verify
from tests.cli.command import judge
from tests.cli.small_game import AUTUMN, RETREATS, SPRING, small_game, written
from tests.playing import correct, lay_ready, play, private

STAY = {
    "allemagne": "A Bou xxx\nF Bel xxx\n",
    "angleterre": "F Lon xxx\n",
    "france": "A Par xxx\nA Mar xxx\n",
}
"""A spring where everybody holds."""


def sent(folder: Path, name: str, sheets: dict[str, str]) -> list[Path]:
    """Sheets as files outside the game."""
    return written(folder / name, sheets)


def test_a_condition_is_no_unknown_word(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    lay_ready(
        game,
        {
            **SPRING,
            "france": SPRING["france"] + "Hiver:\nsi Esp tenu : + F Mar\n- A Mar si Par perdu\n",
        },
    )
    said = judge("check", game)
    assert said.code == 0, said.err


def test_a_condition_after_a_winter_order(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, SPRING)
    play(game, RETREATS)
    play(game, AUTUMN)
    lay_ready(
        game,
        {"allemagne": "+ A Ber\n", "france": "+ F Mar si Esp tenue\nsi Esp perdue : + A Mar\n"},
    )
    said = judge("check", game)
    assert said.code == 0, said.err


def test_a_condition_after_a_heading(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, SPRING)
    play(game, RETREATS)
    play(game, AUTUMN)
    lay_ready(game, {"allemagne": "+ A Ber\n", "france": "Hiver 1901 : si Esp tenue : + F Mar\n"})
    assert "+ F Mar" in judge("check", game).out


def test_a_conditional_retreat_needs_no_heading(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    lay_ready(
        game,
        {**SPRING, "allemagne": SPRING["allemagne"] + "si A Bou délogée : A Bou retraite Mun\n"},
    )
    assert len(run(Game(game))) == 2


def test_a_conditional_retreat_is_not_published_before_its_phase(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    lay_ready(game, {**SPRING, "allemagne": SPRING["allemagne"] + "si Bou délogée, A Bou - Mun\n"})
    run(Game(game))
    assert "Mun" not in (game / "1901-1-printemps/orders/allemagne.txt").read_text()


def test_blanks_of_every_kind_part_words(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    lay_ready(game, {**SPRING, "allemagne": "A\u00a0Bou\u00a0- Pic\nF Bel\u202f- Man\n"})
    said = judge("check", game)
    assert said.code == 0, said.err


def test_a_decomposed_line_has_its_problem_once(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    lay_ready(
        game, {**SPRING, "allemagne": unicodedata.normalize("NFD", "Armée Bourgogne - Québéc\n")}
    )
    said = judge("check", "--plain", game)
    assert said.err.count("unknown-province") + said.out.count("unknown-province") == 1, (
        said.err + said.out
    )


def test_a_sheet_sent_for_its_phase_beats_what_another_told(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    judge(
        "receive",
        game,
        *sent(tmp_path, "a", {**SPRING, "allemagne": "A Bou xxx retraite Ruh\nF Bel - Man\n"}),
    )
    judge("receive", game, *sent(tmp_path, "b", {"allemagne": "Retraites P1901\nA Bou - Mun\n"}))
    said = judge("run", game)
    assert "A Bou retraite Mun" in said.out


def test_a_second_correction_keeps_what_waits(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, {**STAY, "allemagne": STAY["allemagne"] + "Printemps 1902\nA Bou - Ruh\n"})
    play(game, STAY)
    play(game, {**STAY, "allemagne": "A Bou - Mun\nF Bel - Hol\n"})
    correct(game, "F1901M", {"france": "A Par - Bou\nA Mar S A Par - Bou\n"})
    a = private(game, "later")
    correct(game, "F1901M", {}, "y")
    assert private(game, "later") == a


def test_undo_keeps_what_earlier_sheets_told(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, {**STAY, "allemagne": STAY["allemagne"] + "Hiver:\n+ A Kie\n"})
    a = private(game, "later")
    play(game, STAY)
    judge("undo", game)
    assert private(game, "later") == a


def idle(folder: Path, power: str) -> Path:
    """The small game with a power that nobody plays."""
    game = small_game(folder / "g")
    f = game / "game.yaml"
    f.write_text(f.read_text().replace("idle: []", "idle:\n  - " + power))
    return game


def test_nobody_plays_a_phase_that_was_ruled_without_him(tmp_path: Path) -> None:
    game = idle(tmp_path, "Angleterre")
    play(game, {k: v for k, v in STAY.items() if k != "angleterre"})
    judge("replace", game, "Angleterre", "Bob")
    judge("replace", game, "Angleterre", "Carl", "--from", "S1901M")
    assert verify(Game(game))[1] is None


def test_a_ruled_report_does_not_know_who_comes_after_it(tmp_path: Path) -> None:
    game = idle(tmp_path, "Allemagne")
    play(game, {k: v for k, v in SPRING.items() if k != "allemagne"})
    assert judge("replace", game, "Allemagne", "Bob").code == 0
    assert verify(Game(game))[1] is None


def test_a_retreat_on_a_line_of_its_own_replaces_no_move(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    lay_ready(game, {**SPRING, "allemagne": "A Bou - Pic\nF Bel xxx\nA Bou retraite Mun\n"})
    said = judge("run", game)
    assert "A Bou - Pic" in said.out


def test_an_early_sheet_for_two_phases(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    judge(
        "receive",
        game,
        *sent(tmp_path, "a", {"france": "Hiver 1901\n+ F Mar\nAutomne 1901\nA Mar - Esp\n"}),
    )
    play(game, SPRING)
    play(game, RETREATS)
    assert "A Mar - Esp" in judge("check", game).out


def test_an_early_sheet_whose_retreats_do_not_come(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    judge(
        "receive",
        game,
        *sent(
            tmp_path, "a", {"france": "Retraites P1901\nA Mar - Gas\nAutomne 1901\nA Mar - Esp\n"}
        ),
    )
    play(game, STAY)
    assert "A Mar - Esp" in judge("check", game).out


def test_a_correction_takes_no_sheet_of_another_phase(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, STAY)
    assert correct(game, "S1901M", {"france": "Automne 1901\nA Par - Bou\n"}).code == 1


def test_a_correction_takes_no_sheet_of_another_game(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, STAY)
    assert correct(game, "S1901M", {"france": "Partie: autre\nA Par - Bou\n"}).code == 1


def test_undo_keeps_what_the_gm_changed(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, STAY)
    p = game / "1901-1-printemps/orders/france.txt"
    p.write_text("A Par - Bre\nA Mar xxx\n")
    correct(game, "S1901M", {})
    r = (game / "1901-1-printemps/ruling.yaml").read_text()
    judge("undo", game)
    judge("run", game)
    assert (game / "1901-1-printemps/ruling.yaml").read_text() == r


def test_a_correction_in_a_clone_keeps_the_receipts(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, STAY)
    shutil.rmtree(game / "private")
    a = (game / "1901-1-printemps/received.yaml").read_text()
    correct(game, "S1901M", {})
    assert (game / "1901-1-printemps/received.yaml").read_text() == a


def test_a_second_if_on_a_line_is_an_error(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, SPRING)
    play(game, RETREATS)
    play(game, AUTUMN)
    lay_ready(
        game, {"allemagne": "+ A Ber\n", "france": "si Esp perdue : + F Mar, sinon + A Mar\n"}
    )
    assert judge("run", game).code == 0
    assert "sinon" in (game / "1901-5-hiver/report.txt").read_text()


def test_a_phase_s_heading_ends_the_press(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    lay_ready(
        game,
        {**SPRING, "allemagne": SPRING["allemagne"] + "Presse:\nSalut\nHiver 1901 :\n+ A Ber\n"},
    )
    assert judge("check", game).err == ""
    run(Game(game))
    assert private(game, "later")["W1901A/allemagne.txt"] == b"+ A Ber\n"


def test_a_single_unit_in_winter(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, {**SPRING})
    play(game, {"allemagne": "A Bou D\n"})
    play(
        game,
        {
            "allemagne": "F Bel - Hol\n",
            "angleterre": "F Lon xxx\n",
            "france": "A Bou - Bel\nA Mar xxx\n",
        },
    )
    play(game, {}, True)
    assert "1 unités" not in (game / "1901-5-hiver/report.txt").read_text()


def test_a_correction_says_why(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, STAY)
    assert correct(game, "S1901M", {}, "  ").code != 0


def test_a_correction_tells_the_problems_of_its_sheet(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, STAY)
    said = correct(game, "S1901M", {"france": "A Parr - Bou\n"})
    assert "Parr" in said.err


def test_nobody_is_expected_where_nobody_plays(tmp_path: Path) -> None:
    game = idle(tmp_path, "Allemagne")
    play(game, {k: v for k, v in SPRING.items() if k != "allemagne"})
    assert "Ordres attendus de :\n" not in (game / "1901-1-printemps/report.txt").read_text()


def test_a_sheet_taken_away_stays_away(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    play(game, STAY)
    play(game, STAY)
    (game / "1901-3-automne/orders/france.txt").unlink()
    correct(game, "S1901M", {})
    assert not (game / "1901-3-automne/orders/france.txt").exists()
