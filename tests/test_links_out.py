"""Links inside a game's folder that lead out of it: refused, and nothing is written anywhere."""

import shutil
from pathlib import Path

import pytest

from judge import journal
from judge.gamefiles import Game
from judge.problems import Unreadable
from tests.cli.command import judge, tree
from tests.cli.small_game import SPRING, send, small_game, written

FOLDERS = ("private", "private/pending", "private/received", "private/later", "private/journal.new")
FILES = ("private/lock", "private/pending/france.txt", ".gitignore")
SEASON = "1901-1-printemps"
RULED = (f"{SEASON}/orders", f"{SEASON}/orders/france.txt", f"{SEASON}/report.txt", "end.yaml")


def _led_out(game: Path, name: str, outside: Path) -> None:
    """Put a link in the place of a file or folder, to what was there or something like it."""
    inside, target = game / name, outside / "target"
    if inside.exists():
        shutil.move(inside, target)
    elif target.suffix or name in FILES or "." in Path(name).name[1:]:
        target.write_text("from outside\n", "utf-8")
    else:
        target.mkdir()
    inside.parent.mkdir(parents=True, exist_ok=True)
    inside.symlink_to(target)


def _commands(game: Path, mail: Path) -> list[tuple[str | Path, ...]]:
    sheets = written(mail, {"france": "A Par xxx\n"})
    return [("receive", game, *sheets), ("run", game, "--missing-hold"), ("undo", game)]


@pytest.mark.parametrize("name", [*FOLDERS, *FILES, *RULED])
def test_nothing_is_written_outside(name: str, tmp_path: Path) -> None:
    game, outside = small_game(tmp_path / "game"), tmp_path / "outside"
    outside.mkdir()
    send(game, SPRING)
    _led_out(game, name, outside)
    before = tree(outside)
    refused = 0
    for command in _commands(game, tmp_path / "mail"):
        said = judge(*command)
        assert said.code in (0, 1)
        refused += "[outside-folder]" in said.err
        assert not journal.needs_recovery(game)
    assert refused > 0
    assert tree(outside) == before


@pytest.mark.parametrize("name", ["private/pending", f"{SEASON}/orders", f"{SEASON}/report.txt"])
def test_once_the_link_is_gone_the_game_goes_on(name: str, tmp_path: Path) -> None:
    game, outside = small_game(tmp_path / "game"), tmp_path / "outside"
    outside.mkdir()
    send(game, SPRING)
    _led_out(game, name, outside)
    assert judge("run", game).code == 1
    (game / name).unlink()
    if name.startswith("private"):
        send(game, SPRING)
    assert judge("run", game).code == 0
    assert judge("verify", game).code == 0


def test_a_commit_names_every_path_that_leads_out(tmp_path: Path) -> None:
    game, outside = tmp_path / "game", tmp_path / "outside"
    game.mkdir()
    outside.mkdir()
    (game / "season").symlink_to(outside)
    with pytest.raises(Unreadable) as told:
        journal.commit(game, {"season/a": b"1", "b": b"2"}, ["season/c"])
    assert [(p.code, p.details) for p in told.value.problems] == [
        ("outside-folder", {"path": f"{game}/season/a"}),
        ("outside-folder", {"path": f"{game}/season/c"}),
    ]
    assert tree(game) == tree(outside) == {}


def test_a_journal_from_outside_is_none(tmp_path: Path) -> None:
    game, outside = small_game(tmp_path / "game"), tmp_path / "outside"
    outside.mkdir()
    (outside / "index.json").write_text('{"writes": ["x"], "removes": ["game.yaml"]}', "utf-8")
    (outside / "0").write_text("from outside", "utf-8")
    (game / "private" / "journal").symlink_to(outside)
    before = tree(outside)
    with pytest.raises(journal.Damaged):
        Game(game)
    assert tree(outside) == before
    assert (game / "game.yaml").is_file() and not (game / "x").exists()
