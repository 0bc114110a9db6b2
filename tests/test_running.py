"""Runs and checks: what counts for a phase, what the GM alone is told, what cannot be ruled."""

from pathlib import Path

from judge.gamefiles import Game
from judge.running import run
from tests.cli.command import judge, tree
from tests.cli.small_game import AUTUMN, SPRING, small_game
from tests.playing import assert_verifies, lay_ready, play


def test_a_journal_half_cleared_away_is_no_obstacle(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    (folder / "private/journal").mkdir()  # the index is gone, the folder not yet
    assert judge("verify", folder).code == 0


def test_who_takes_over_later_was_not_missing_before(tmp_path: Path) -> None:
    (tmp_path / "players.txt").write_text("A\nB\nC\nD\nE\nF\n")
    folder = tmp_path / "six"
    assert judge("new", folder, "--players", tmp_path / "players.txt").code == 0
    play(folder, {}, True)
    assert judge("replace", folder, "Italie", "Paul").code == 0
    assert_verifies(folder)


def test_the_facts_are_read_under_the_lock(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    one, other = Game(folder), Game(folder)
    run(one, True)
    run(other, True)  # opened before the first had finished
    assert_verifies(folder)


def test_an_unreadable_retreat_is_a_problem(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    lay_ready(folder, {**SPRING, "allemagne": "F Bel - Man\nA Bou xxx retraite Muniiich\n"})
    said = judge("check", folder)
    assert "Muniiich" in said.err


def test_check_knows_what_is_kept_for_the_phase(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, {**SPRING, "allemagne": "A Bou xxx retraite Ruh\nF Bel - Man\nHiver:\n+ A Ber\n"})
    play(folder, AUTUMN)
    assert "Aucune feuille de : France\n" in judge("check", folder).out


def test_a_sheet_laid_ready_for_another_phase(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    lay_ready(folder, {**SPRING, "france": "Automne 1905\nA Par - Bou\n"})
    before = tree(folder)
    said = judge("run", folder)
    assert said.code == 1 and "[wrong-phase]" in said.err
    assert tree(folder) == before


def test_missing_retreats_are_no_holds(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, SPRING)
    play(folder, {}, True)
    assert "ses unités tiennent" not in (folder / "1901-2-retraites/report.txt").read_text()


def test_verify_sees_an_end_that_the_rules_do_not_give(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, SPRING)
    judge("end", folder, "--concede", "France")
    path = folder / "end.yaml"
    path.write_text(path.read_text().replace("concession", "victory"))
    assert judge("verify", folder).code == 1


def test_orders_before_a_later_phase_s_heading_are_for_now(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    file = tmp_path / "france.txt"
    file.write_text("FRANCE\nA Par - Bou\nA Mar xxx\nHiver 1901 : + F Mar\n", "utf-8")
    said = judge("receive", folder, file)
    assert (said.code, said.err) == (0, "")
    assert (folder / "private/pending/france.txt").read_bytes() == file.read_bytes()
    lay_ready(folder, {name: text for name, text in SPRING.items() if name != "france"})
    assert judge("run", folder).code == 0
    assert "Mar" not in (folder / "1901-1-printemps/orders/france.txt").read_text().split("xxx")[1]
    assert (folder / "private/later/W1901A/france.txt").read_text().strip() == "+ F Mar"


def test_who_is_taken_over_in_the_past_was_played(tmp_path: Path) -> None:
    (tmp_path / "players.txt").write_text("A\nB\nC\nD\nE\nF\n")
    folder = tmp_path / "six"
    judge("new", folder, "--players", tmp_path / "players.txt")
    play(folder, {}, True)
    idle = Game(folder).facts.idle[0]
    said = judge("replace", folder, idle, "Paul", "--from", "S1901M")
    assert said.code == 1 and "[game-value]" in said.err


def test_check_shows_what_waits_for_later_phases(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    lay_ready(
        folder,
        {
            **SPRING,
            "allemagne": """\
A Bou xxx retraite Mun, Ruh
F Bel - Man
Hiver 1901 : + A Ber
Retraites :
si A Bou délogée : A Bou retraite Pic
Hiver :
+ F Kie si Bel perdu
si Kie : renonce
""",
        },
    )
    said = judge("check", folder)
    assert said.code == 1
    assert (
        """\
Allemagne (allemagne.txt)
    1  A Bou xxx                              A Bou xxx
    2  F Bel - Man                            F Bel - Man
  Pour la suite :
    1  A Bou xxx retraite Mun, Ruh            A Bou retraite Mun, Ruh
    3  Hiver 1901 : + A Ber                   + A Ber
    5  si A Bou délogée : A Bou retraite Pic  A Bou retraite Pic
    7  + F Kie si Bel perdu                   + F Kie
"""
        in said.out
    )
    first, *rest = said.err.splitlines()
    assert first == (
        "allemagne.txt:8:1: erreur : condition incompréhensible ici :"
        " « si Kie : renonce » [condition-unclear]"
    )
    assert rest == ["  8 | si Kie : renonce", "      ^^^^^^^^^^^^^^^^"]
