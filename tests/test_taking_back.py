"""Undo and correct: what was ruled is taken back or ruled again; every byte stays explained."""

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.running import run
from tests.cli.command import judge, tree
from tests.cli.small_game import AUTUMN, RETREATS, SPRING, WINTER, YEAR, small_game, written
from tests.playing import (
    NOTE,
    SAMPLES,
    assert_verifies,
    board_read_once,
    correct,
    current,
    lay_ready,
    play,
    private,
    public,
)

AGAIN = {
    "allemagne": "A Kie - Dan\nF Hol - Nrd\nA Ber xxx\n",
    "angleterre": "F Nrd xxx\n",
    "france": "A Bou - Bel\nA Esp - Por\nF Mar xxx\n",
}
FIRST = "1901-1-printemps"


@pytest.fixture(autouse=True)
def _one_board() -> Iterator[None]:
    with board_read_once():
        yield


def pending(folder: Path) -> dict[str, bytes]:
    """The sheets that wait, by power."""
    return {name.removesuffix(".txt"): d for name, d in private(folder, "pending").items()}


def undo(folder: Path) -> str:
    """Take a phase back; what the command said."""
    said = judge("undo", folder)
    assert (said.code, said.err) == (0, "")
    assert_verifies(folder)
    return said.out


def undo_all(folder: Path) -> None:
    """Take back everything that was ruled."""
    game = Game(folder)
    for _ in range(sum(game.is_ruled(found) for found in game.phases)):
        undo(folder)


def corrected(folder: Path, phase: str, sheets: Mapping[str, str], note: str = NOTE) -> str:
    """A correction that goes well; what the command said."""
    said = correct(folder, phase, sheets, note)
    assert (said.code, said.err) == (0, "")
    assert_verifies(folder)
    return said.out


def a_year(folder: Path) -> list[dict[str, bytes]]:
    """Play a year of the small game; what was public before each phase and at the end."""
    small_game(folder)
    seen = [public(folder)]
    for sheets in YEAR:
        play(folder, sheets)
        seen.append(public(folder))
    return seen


def text(folder: Path, name: str) -> str:
    """A file of a game."""
    return (folder / name).read_text("utf-8")


# ---------------------------------------------------------------- undo


def test_undo_twice_gives_the_files_of_two_phases_ago(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    seen = a_year(folder)
    assert undo(folder).startswith("Hiver 1901 :")
    assert public(folder) == seen[3]
    assert pending(folder) == {power: s.encode() for power, s in WINTER.items()}
    assert undo(folder).startswith("Automne 1901 :")
    assert public(folder) == seen[2]
    assert pending(folder) == {power: s.encode() for power, s in AUTUMN.items()}
    # The winter's sheets wait for their winter, and the same game comes again.
    run(Game(folder))
    assert public(folder) == seen[3]
    run(Game(folder))
    assert public(folder) == seen[4]


def test_undo_of_everything_gives_the_opening_and_every_sheet_comes_again(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    seen = a_year(folder)
    undo_all(folder)
    assert public(folder) == seen[0]
    # The retreats' sheet waits already, so they are ruled with the spring.
    for expected in seen[2:]:
        run(Game(folder))
        assert public(folder) == expected


def test_undo_when_nothing_is_ruled(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    lay_ready(folder, SPRING)
    before = tree(folder)
    said = judge("undo", folder)
    assert said.code == 1 and "[nothing-to-undo]" in said.err
    assert tree(folder) == before


def test_undo_over_the_end_of_a_year(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    seen = a_year(folder)
    play(folder, AGAIN)
    assert current(folder) == "F1902M"
    undo(folder)
    assert public(folder) == seen[4]
    assert current(folder) == "S1902M"
    undo(folder)
    assert public(folder) == seen[3]
    assert current(folder) == "W1901A"
    run(Game(folder))
    run(Game(folder))
    assert current(folder) == "F1902M"
    assert_verifies(folder)


def test_sheets_are_pending_again_byte_for_byte(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    sent = {
        "allemagne": b"\xef\xbb\xbfPuissance: Allemagne  Key: x1\r\nA Bou xxx retraite Mun\r\n",
        "angleterre": "Été 14, secret@exemple.fr\rF Lon - Man\r".encode("cp1252"),
        "france": b"A Par - Bou\n\n\nA Mar S A Par - Bou  \nHiver:\n+ F Mar\nPresse:\nchut",
    }
    play(folder, sent)
    assert current(folder) == "F1901M"
    published = public(folder)[f"{FIRST}/orders/allemagne.txt"]
    assert published != sent["allemagne"]
    undo(folder)
    assert current(folder) == "S1901R"
    undo(folder)
    assert pending(folder) == sent


def test_sheets_as_published_where_the_received_ones_are_gone(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, SPRING)
    shutil.rmtree(folder / "private")
    undo(folder)
    assert pending(folder) == {power: s.encode() for power, s in SPRING.items()}


def test_a_sheet_for_the_phase_that_goes_waits_for_it(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, SPRING)
    lay_ready(folder, RETREATS)
    undo(folder)
    assert pending(folder) == {power: s.encode() for power, s in SPRING.items()}
    done = run(Game(folder))
    assert [str(ran.folder.phase) for ran in done] == ["S1901M", "S1901R"]
    assert "A Bou - Ruh" in text(folder, "1901-2-retraites/orders/allemagne.txt")


def test_a_sheet_sent_after_the_undo_replaces_the_old_one(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, SPRING)
    undo(folder)
    (path,) = written(tmp_path / "new", {"france": "A Par xxx\nA Mar xxx\n"})
    assert judge("receive", folder, path).code == 0
    run(Game(folder))
    assert current(folder) == "F1901M"
    assert text(folder, f"{FIRST}/orders/france.txt") == "A Par xxx\nA Mar xxx\n"
    assert_verifies(folder)


def test_counts_of_absences_go_back(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    counts = [dict(Game(folder).facts.no_orders)]
    for sheets in ({"france": SPRING["france"]}, {}, {"allemagne": "F Bel - Hol\n"}, {}):
        play(folder, sheets, missing_hold=True)
        counts.append(dict(Game(folder).facts.no_orders))
    assert counts[-2:] == [
        {"Allemagne": 2, "Angleterre": 2, "France": 1},
        {"Allemagne": 3, "Angleterre": 2, "France": 1},
    ]
    for expected in reversed(counts[:-1]):
        undo(folder)
        assert dict(Game(folder).facts.no_orders) == expected


@pytest.mark.parametrize("name", ["solo-1913", "nulle-1908"])
def test_undo_over_the_end_of_the_game(name: str, tmp_path: Path) -> None:
    sample = SAMPLES / name
    folder = tmp_path / name
    shutil.copytree(sample, folder, ignore=shutil.ignore_patterns("private"))
    last = Game(folder).current
    refused = judge("run", folder)
    assert refused.code == 1 and "[game-ended]" in refused.err
    undo(folder)
    undone = public(folder)
    assert not [n for n in undone if n == "end.yaml" or n.startswith(f"{last.name}/orders/")]
    assert [n for n in undone if n.startswith(last.name)] == [f"{last.name}/position.yaml"]
    run(Game(folder))
    again, expected = public(folder), public(sample)
    numbers = f"{last.name}/received.yaml"  # the proofs of receipt begin anew without the old ones
    assert sorted(again) == sorted(expected)
    assert [n for n in expected if again[n] != expected[n]] in ([], [numbers])
    hashes = r"sha256: \w+"
    assert re.findall(hashes, again[numbers].decode()) == re.findall(
        hashes, expected[numbers].decode()
    )


def test_undo_of_a_whole_sample_gives_its_opening(tmp_path: Path) -> None:
    sample = SAMPLES / "nulle-1908"
    folder = tmp_path / sample.name
    shutil.copytree(sample, folder, ignore=shutil.ignore_patterns("private"))
    undo_all(folder)
    opening = {".gitignore", "game.yaml", f"{FIRST}/position.yaml"}
    assert public(folder) == {n: d for n, d in public(sample).items() if n in opening}


# ---------------------------------------------------------------- correct


def test_a_changed_sheet_changes_a_later_season(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    seen = a_year(folder)
    said = corrected(folder, "1901-2", {"allemagne": "A Bou - Mun\n"})
    assert said.startswith("Retraites du printemps 1901 : ce qui change\n")
    assert "-  A Bou retraite Ruh" in said and "+  A Bou retraite Mun" in said
    # The autumn's sheet orders a unit that stands elsewhere now.
    assert "Automne 1901 : ce qui change" in said
    assert "A Mun xxx" in text(folder, "1901-3-automne/report.txt")
    now = public(folder)
    assert [n for n in seen[4] if n.startswith(FIRST) and now[n] != seen[4][n]] == []
    assert now["1901-3-automne/orders/allemagne.txt"] == AUTUMN["allemagne"].encode()
    assert current(folder) == "S1902M"
    undo_all(folder)
    assert public(folder) == seen[0]


def test_the_note_stands_in_every_report_ruled_again(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    a_year(folder)
    corrected(folder, "S1901R", {"allemagne": "A Bou - Mun\n"}, "  une note\tavec des  blancs ")
    assert NOTE not in text(folder, f"{FIRST}/report.txt")
    assert "une note avec des blancs" in text(folder, "1901-2-retraites/report.txt")
    assert text(folder, "1901-2-retraites/correction.txt") == "une note avec des blancs\n"
    for later in ("1901-3-automne", "1901-5-hiver"):
        assert "correction de Retraites du printemps 1901" in _joined(folder, later)
    shown = judge("report", folder, "1901-2")
    assert "une note avec des blancs" in shown.out
    assert not (folder / FIRST / "correction.txt").exists()


def _joined(folder: Path, phase: str) -> str:
    """A report with its lines joined: a note may be folded."""
    return " ".join(text(folder, f"{phase}/report.txt").split())


def test_nothing_but_the_note_changes_without_a_changed_sheet(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    seen = a_year(folder)
    said = corrected(folder, "S1901M", {"france": SPRING["france"]})
    now = public(folder)
    changed = {n for n in seen[4] if now[n] != seen[4][n]}
    assert {n.split("/")[-1] for n in changed} == {"report.txt"}
    added = set(now) - set(seen[4])
    assert {n.split("/")[-1] for n in added} == {"correction.txt"}
    assert len(changed) == len(added) == 4
    assert "\n  -" not in said


def test_a_correction_without_sheets_rules_the_published_ones(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    a_year(folder)
    # A sheet mended by hand, with an editor, is what counts from now on.
    path = folder / "1901-3-automne/orders/france.txt"
    path.write_text("A Bou xxx\nA Mar xxx\n", "utf-8")
    assert judge("verify", folder).code == 1
    corrected(folder, "F1901M", {})
    assert current(folder) == "S1902M"
    assert "Esp : France" not in text(folder, "1901-3-automne/report.txt")


def test_a_correction_that_opens_retreats_never_played(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    opening = public(folder)
    play(folder, {**SPRING, "france": "A Par xxx\nA Mar xxx\n"})
    autumn = {**AUTUMN, "allemagne": "A Ruh - Kie\nF Bel - Hol\n"}
    play(folder, autumn)
    assert current(folder) == "W1901A"
    said = corrected(folder, "S1901M", {"france": SPRING["france"]})
    assert said.splitlines()[-1].startswith("La correction ouvre une phase qui n'a pas été jouée :")
    assert current(folder) == "S1901R"
    assert not list(folder.glob("1901-3*/*")) and not list(folder.glob("1901-5*/*"))
    # The autumn's sheets are kept, unseen, and count when their phase comes.
    refused = judge("run", folder)
    assert refused.code == 1 and "[sheets-missing]" in refused.err
    play(folder, RETREATS)
    assert current(folder) == "F1901M"
    run(Game(folder))
    for power, sheet in autumn.items():
        assert text(folder, f"1901-3-automne/orders/{power}.txt") == sheet
    assert current(folder) == "W1901A"
    assert_verifies(folder)
    undo_all(folder)
    assert public(folder) == opening


def test_a_correction_that_makes_retreats_go(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    seen = a_year(folder)
    said = corrected(folder, "S1901M", {"france": "A Par xxx\nA Mar xxx\n"})
    assert "La correction ouvre" not in said
    assert not list(folder.glob("1901-2*/*"))
    assert current(folder) == "S1902M"
    assert "A Par xxx" in text(folder, "1901-3-automne/report.txt")
    undo_all(folder)
    assert public(folder) == seen[0]


def test_a_correction_that_ends_the_game_earlier(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    facts = text(folder, "game.yaml").replace("victory: 0", "victory: 3")
    (folder / "game.yaml").write_text(facts, "utf-8")
    opening = public(folder)
    play(folder, SPRING)
    play(folder, RETREATS)
    play(folder, {**AUTUMN, "allemagne": "A Ruh xxx\nF Bel xxx\n", "france": "A Bou xxx\n"})
    assert current(folder) == "S1902M"
    play(folder, {**AGAIN, "france": "A Bou xxx\nA Mar xxx\n"})
    assert Game(folder).end is None
    assert {f.phase.year for f in Game(folder).phases} == {1901, 1902}
    said = corrected(folder, "F1901M", {"france": AUTUMN["france"]})
    assert "Automne 1901 : ce qui change" in said
    end = Game(folder).end
    assert end is not None and (end.how, str(end.phase)) == ("victory", "F1901M")
    # What was played after it is no part of the game any more.
    assert {n.split("-")[0] for n in public(folder) if n.startswith("19")} == {"1901"}
    assert "FIN DE LA PARTIE" in text(folder, "1901-3-automne/report.txt")
    refused = judge("run", folder)
    assert refused.code == 1 and "[game-ended]" in refused.err
    undo_all(folder)
    assert public(folder) == opening


def test_a_correction_that_lets_an_ended_game_go_on(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    facts = text(folder, "game.yaml").replace("victory: 0", "victory: 3")
    (folder / "game.yaml").write_text(facts, "utf-8")
    play(folder, SPRING)
    play(folder, RETREATS)
    play(folder, {**AUTUMN, "allemagne": "A Ruh xxx\nF Bel xxx\n"})
    assert Game(folder).end is not None
    corrected(folder, "F1901M", {"france": "A Bou xxx\nA Mar xxx\n"})
    assert Game(folder).end is None
    assert not (folder / "end.yaml").exists()
    assert current(folder) == "S1902M"


def test_a_sheet_for_who_was_absent_takes_the_absence_off(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, {"france": SPRING["france"], "allemagne": SPRING["allemagne"]}, True)
    play(folder, {}, True)
    assert Game(folder).facts.no_orders == {"Angleterre": 1, "Allemagne": 1}
    corrected(folder, "S1901M", {"angleterre": "F Lon - Nrd\n"})
    assert Game(folder).facts.no_orders == {"Allemagne": 1}
    assert "F Lon - Nrd" in text(folder, f"{FIRST}/report.txt")
    undo_all(folder)
    assert Game(folder).facts.no_orders == {}
    assert pending(folder)["angleterre"] == b"F Lon - Nrd\n"


def test_the_corrected_sheet_has_its_proof_of_receipt(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    a_year(folder)
    before = text(folder, f"{FIRST}/received.yaml").splitlines()
    corrected(folder, "S1901M", {"france": "A Par - Pic\nA Mar xxx\nClé: x\n"})
    after = text(folder, f"{FIRST}/received.yaml").splitlines()
    assert after[:2] == before[:2] and after[2] != before[2]
    assert text(folder, f"{FIRST}/orders/france.txt") == "A Par - Pic\nA Mar xxx\n"
    assert b"x" in b"".join(private(folder, "received").values())
    undo_all(folder)
    assert pending(folder)["france"] == "A Par - Pic\nA Mar xxx\nClé: x\n".encode()


def test_corrections_of_corrections(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    seen = a_year(folder)
    corrected(folder, "S1901M", {"france": "A Par xxx\nA Mar xxx\n"}, "premier")
    corrected(folder, "S1901M", {"france": SPRING["france"]}, "second")
    # The retreats, which had gone, are open again.
    assert current(folder) == "S1901R"
    assert "second" in text(folder, f"{FIRST}/report.txt")
    assert "premier" not in text(folder, f"{FIRST}/report.txt")
    play(folder, RETREATS)
    run(Game(folder))
    run(Game(folder))
    now = public(folder)
    positions = [n for n in seen[4] if n.endswith(("position.yaml", "ruling.yaml"))]
    assert [n for n in positions if now[n] != seen[4][n]] == []
    undo_all(folder)
    assert public(folder) == seen[0]


def test_a_long_game_corrected_at_its_start(tmp_path: Path) -> None:
    sample = SAMPLES / "nulle-1908"
    folder = tmp_path / sample.name
    shutil.copytree(sample, folder, ignore=shutil.ignore_patterns("private"))
    spring = text(folder, f"{FIRST}/orders/turquie.txt").replace("F Ank-Noi", "F Ank-Arm")
    said = corrected(folder, "S1901M", {"turquie": spring})
    # The Russian fleet gets into the Black Sea now; nothing after is as it was.
    assert "F Noi" in text(folder, "1901-3-automne/position.yaml")
    assert said.startswith("Printemps 1901 : ce qui change")


@pytest.mark.parametrize(
    ("phase", "code"),
    [("S1902M", "phase-not-ruled"), ("S1950M", "phase-unknown"), ("n'importe", "phase-unknown")],
)
def test_nothing_is_written_where_there_is_nothing_to_correct(
    phase: str, code: str, tmp_path: Path
) -> None:
    folder = tmp_path / "petite"
    a_year(folder)
    before = tree(folder)
    said = correct(folder, phase, {"france": SPRING["france"]})
    assert said.code == 1 and f"[{code}]" in said.err
    assert tree(folder) == before


def test_nothing_is_written_for_a_sheet_of_nobody(tmp_path: Path) -> None:
    folder = tmp_path / "petite"
    a_year(folder)
    before = tree(folder)
    said = correct(folder, "S1901M", {"personne": "A Par xxx\n"})
    assert said.code == 1 and "[receive-no-power]" in said.err
    assert tree(folder) == before


# ---------------------------------------------------------------- phases in and out of time

STAY = {**SPRING, "france": "A Par xxx\nA Mar xxx\n"}
"""A spring where nobody is dislodged."""


def test_sheets_of_another_phase_are_not_published(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, STAY)
    lay_ready(folder, AUTUMN)  # for F1901M
    files = written(tmp_path / "c", {"france": SPRING["france"]})
    assert judge("correct", folder, "S1901M", "--sheet", *files, "--note", "x").code == 0
    assert current(folder) == "S1901R"
    assert judge("run", folder, "--missing-hold").code == 0
    assert "F Lon - Nrd" not in "".join(d.decode() for d in public(folder).values())
    assert judge("run", folder).code == 0  # and the autumn's sheets are there for the autumn
    assert "F Lon - Nrd" in (folder / "1901-3-automne/orders/angleterre.txt").read_text()


def test_a_corrected_sheet_s_retreats_count(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, {**STAY, "allemagne": "A Bou xxx retraite Mun\nF Bel - Man\n"})
    files = written(tmp_path / "c", {"france": SPRING["france"]})
    assert judge("correct", folder, "S1901M", "--sheet", *files, "--note", "x").code == 0
    assert judge("run", folder).code == 0  # nobody need send anything


def test_conditions_are_decided_anew(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    winter = "Hiver:\nsi Esp prise : + F Mar\nsi Esp non prise : renonce\n"
    play(folder, {**SPRING, "france": SPRING["france"] + winter})
    play(folder, RETREATS)
    play(folder, {**AUTUMN, "france": "A Bou xxx\nA Mar xxx\n"})
    play(folder, {"allemagne": "+ A Ber\n"}, True)
    files = written(tmp_path / "c", {"france": "A Bou xxx\nA Mar - Esp\n"})
    assert judge("correct", folder, "F1901M", "--sheet", *files, "--note", "x").code == 0
    assert "+ F Mar" in (folder / "1901-5-hiver/report.txt").read_text()


def test_undo_gives_back_the_sheet_that_counted(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    lay_ready(folder, SPRING)
    first, second = "A Par - Bou\nA Mar xxx\n", "A Par xxx\nA Mar xxx\n"
    for n, text in enumerate((first, second, first)):
        assert judge("receive", folder, *written(tmp_path / str(n), {"france": text})).code == 0
    run(Game(folder))
    judge("undo", folder)
    assert private(folder, "pending")["france.txt"] == first.encode()


def test_undo_forgets_what_the_taken_back_sheet_said(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, {**SPRING, "allemagne": "A Bou xxx retraite Mun\nF Bel - Man\nHiver:\n+ A Ber\n"})
    judge("undo", folder)
    judge("undo", folder)
    assert judge("receive", folder, *written(tmp_path / "n", SPRING)).code == 0
    assert len(run(Game(folder))) == 1  # the sheet that counts now says nothing of retreats
    assert private(folder, "later") == {}


def test_a_correction_keeps_an_agreed_end(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    play(folder, SPRING)
    assert judge("end", folder, "--draw", "France", "--draw", "Allemagne").code == 0
    assert judge("correct", folder, "S1901M", "--note", "x").code == 0
    assert (folder / "end.yaml").exists()


def test_an_earlier_correction_keeps_its_note(tmp_path: Path) -> None:
    folder = small_game(tmp_path / "petite")
    for sheets in YEAR:
        play(folder, sheets)
    judge("correct", folder, "F1901M", "--note", "première")
    judge("correct", folder, "S1901M", "--note", "seconde")
    assert "première" in (folder / "1901-3-automne/report.txt").read_text()
