"""The sample games: every ruled phase, ruled again from what is published, gives the same bytes."""

import re
from functools import cache
from pathlib import Path

import pytest

from judge import ending, positionfile
from judge.gamefiles import Game, PhaseFolder
from judge.ruledphase import RuledPhase, rule_phase
from judge.ruling import MovementRuling, Result
from judge.sheets.writing import Notation
from tests.boards import ROOT, europe, observed
from tests.cli.command import judge, tree
from tests.cli.small_game import written

GAMES = sorted(path.parent for path in (ROOT / "games").glob("*/game.yaml"))


@cache
def opened(folder: Path) -> Game:
    """A sample game."""
    return Game(folder)


RULED = [
    pytest.param(opened(folder), found, id=f"{folder.name} {found.phase}")
    for folder in GAMES
    for found in opened(folder).phases
    if opened(folder).is_ruled(found)
]
"""Every ruled phase of every sample game."""


def ruled_again(game: Game, found: PhaseFolder) -> RuledPhase:
    """A phase ruled again from its public files."""
    sheets, years = game.published_sheets(found), game.years(found)
    return rule_phase(game, game.position(found), sheets, years, game.correction(found))


@pytest.mark.parametrize(("game", "found"), RULED)
def test_the_same_bytes(game: Game, found: PhaseFolder) -> None:
    ruled = ruled_again(game, found)
    files = tree(game.folder / found.name)
    about = {"position.yaml", "received.yaml", "correction.txt"}
    assert {name for name in files if name not in about} == set(ruled.files)
    for name, data in ruled.files.items():
        assert files[name] == data, name


@pytest.mark.parametrize(("game", "found"), RULED)
def test_each_phase_opens_the_next(game: Game, found: PhaseFolder) -> None:
    ruled = ruled_again(game, found)
    number = game.phases.index(found)
    if ruled.end is not None:
        assert game.phases[-1] == found
        written_end = (game.folder / "end.yaml").read_bytes()
        assert written_end == ending.write(game.board, ruled.end).encode()
        return
    following = game.phases[number + 1]
    assert following.name == game.phase_folder(ruled.after.phase)
    position = (game.folder / following.name / "position.yaml").read_bytes()
    assert position == positionfile.write(game.board, ruled.after).encode()


@pytest.mark.parametrize(("game", "found"), RULED)
def test_reports_are_plain_text_of_72_columns(game: Game, found: PhaseFolder) -> None:
    rows = (game.folder / found.name / "report.txt").read_bytes().decode("utf-8").split("\n")
    assert rows[-1] == ""
    assert [row for row in rows if len(row) > 72 or row != row.rstrip()] == []
    assert all(character.isprintable() for row in rows for character in row)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_nothing_personal_is_in_a_sample(folder: Path) -> None:
    for name, data in tree(folder).items():
        if not name.startswith("private/"):
            text = data.decode("utf-8")
            assert not re.search(r"\S@\S|cl[ée]\s*:|\bkey\s*:", text, re.IGNORECASE), name
    assert "private/" in (folder / ".gitignore").read_text("utf-8").split()


def test_the_samples_that_there_must_be() -> None:
    assert {"printemps-1913", "ouverture-1901"} <= {folder.name for folder in GAMES}


# ---------------------------------------------------------------- spring 1913, as published

PUBLISHED = {
    "A Hol": ("given", "Hol"),
    "F Nrd": ("fails", "dislodged by Bel"),
    "A Ruh": ("succeeds", "Bel"),
    "A Boh": ("succeeds", "Sil"),
    "A Bud": ("given", "Bud"),
    "A Bul": ("given", "Bul"),
    "A Gal": ("given", "Gal"),
    "A Kie": ("given", "Kie"),
    "A Rou": ("given", "Rou"),
    "A Var": ("given", "Var"),
    "A Vie": ("succeeds", "Boh"),
    "F Bel": ("succeeds", "Nrd"),
    "A Bou": ("succeeds", "Ruh"),
    "F Bre": ("succeeds", "AtM"),
    "A Edi": ("fails", "Edi"),
    "A Gas": ("succeeds", "Bou"),
    "F Lon": ("given", "Lon"),
    "A Lvp": ("succeeds", "Yor"),
    "F Nvn": ("convoys", "Nvn"),
    "A Par": ("succeeds", "Pic"),
    "F Pic": ("succeeds", "Man"),
    "A Sil": ("succeeds", "Ber"),
    "A Mun": ("given", "Mun"),
    "A Nap": ("succeeds", "Rom"),
    "A Ser": ("given", "Ser"),
    "A Ven": ("succeeds", "Tyr"),
    "A Mos": ("given", "Mos"),
    "A Pru": ("succeeds", "Liv"),
    "A Ukr": ("cut", "dislodged by Seb"),
    "A Arm": ("succeeds", "Seb"),
    "A Con": ("stands", "Con"),
    "F Noi": ("given", "Noi"),
    "A Seb": ("succeeds", "Ukr"),
}
"""Each unit's result, and where it was afterwards or who drove it out."""


def spring_1913() -> MovementRuling:
    game = opened(ROOT / "games" / "printemps-1913")
    ruling = ruled_again(game, game.find("S1913M")).ruling
    assert isinstance(ruling, MovementRuling)
    return ruling


def test_spring_1913_came_out_as_published() -> None:
    ruling = spring_1913()
    assert observed(ruling) == PUBLISHED
    moves = [o.result for o in ruling.outcomes if o.result in (Result.SUCCEEDS, Result.FAILS)]
    assert (moves.count(Result.SUCCEEDS), moves.count(Result.FAILS)) == (16, 2)
    assert len(ruling.outcomes) == 33


def test_spring_1913_drove_out_two_units() -> None:
    notation = Notation(europe())
    ruling = spring_1913()
    driven = {
        notation.unit(d.unit.kind, d.unit.location): {notation.location(to) for to in d.retreats}
        for d in ruling.dislodged
    }
    assert driven == {"F Nrd": {"Ska", "Dan", "Hel"}, "A Ukr": set()}
    assert [notation.province(p) for p in ruling.standoffs] == ["Nge"]


def test_spring_1913_from_the_printed_lines(tmp_path: Path) -> None:
    """The lines as the players' report printed them, results and retreat included."""
    game = tmp_path / "1913"
    sample = ROOT / "games" / "printemps-1913"
    (game / "1913-1-printemps").mkdir(parents=True)
    for name in ("game.yaml", ".gitignore", "1913-1-printemps/position.yaml"):
        (game / name).write_bytes((sample / name).read_bytes())
    printed = {
        path.stem: path.read_text("utf-8")
        for path in (sample / "1913-1-printemps" / "orders").glob("*.txt")
    }
    printed["allemagne"] = printed["allemagne"].replace("F NRD : NGE", "F NRD : NGE retraite SKA")
    assert "retraite SKA" in printed["allemagne"]
    files = written(tmp_path / "mail", printed)
    assert judge("receive", game, *files).code == 0
    said = judge("run", game)
    assert said.code == 0, said.err
    mine = {n: b for n, b in tree(game).items() if n.endswith(("report.txt", "ruling.yaml"))}
    assert mine == {name: (sample / name).read_bytes() for name in mine}
    assert set(mine) == {
        f"{folder}/{name}"
        for folder in ("1913-1-printemps", "1913-2-retraites")
        for name in ("report.txt", "ruling.yaml")
    }
    assert "F NRD retraite SKA              se replie" in said.out
