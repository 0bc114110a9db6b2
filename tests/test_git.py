"""`judge run --commit` with real git: a commit a season, of the game's files and nothing else."""

import shutil
import subprocess
from pathlib import Path

import pytest

from judge.gamefiles import Game
from tests.cli.command import Said, judge_process, tree
from tests.cli.small_game import AUTUMN, RETREATS, SPRING, small_game
from tests.playing import lay_ready, public

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

WHO = {
    "GIT_AUTHOR_NAME": "Meneur",
    "GIT_AUTHOR_EMAIL": "meneur@exemple.fr",
    "GIT_COMMITTER_NAME": "Meneur",
    "GIT_COMMITTER_EMAIL": "meneur@exemple.fr",
}


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A folder that no git work tree surrounds, for a git that looks up no further."""
    folder = tmp_path / "sans"
    folder.mkdir()
    return folder


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A new repository with a first commit of something else."""
    folder = tmp_path / "depot"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "notes.txt").write_text("d'autres choses\n", "utf-8")
    git(folder, "add", "notes.txt")
    git(folder, "commit", "-q", "-m", "Notes")
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Git as it is without anybody's own settings, looking no further up than the test's folder."""
    ceiling = str(folder.parent)
    quiet = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "HOME": ceiling}
    return {**WHO, **quiet, "GIT_CEILING_DIRECTORIES": ceiling}


def git(folder: Path, *arguments: str) -> str:
    """What git says."""
    done = subprocess.run(
        ["git", "-c", "core.quotePath=false", "-C", str(folder), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(folder),
        check=True,
    )
    return done.stdout


def run(game: Path, repository: Path, *options: str) -> Said:
    """`judge run --commit` in a process of its own."""
    return judge_process("run", game, "--commit", *options, environment=environment(repository))


def messages(repository: Path) -> list[str]:
    """The messages of all commits, oldest first."""
    told = git(repository, "log", "--reverse", "--format=%B%x00")
    return [message.strip() for message in told.split("\0") if message.strip()]


def touched(repository: Path, commit: str = "HEAD") -> dict[str, str]:
    """The files that a commit touches, and how: A added, M changed, D gone."""
    told = git(repository, "show", "--format=", "--name-status", commit)
    rows = [line.split("\t") for line in told.splitlines()]
    return {name: how for how, name in rows}


def kept_aside(repository: Path) -> Path:
    """The small game as a commit of its own in a repository."""
    game = small_game(repository / "petite")
    git(repository, "add", "petite")
    git(repository, "commit", "-q", "-m", "La partie commence")
    return game


def test_two_seasons_are_two_commits(repository: Path) -> None:
    game = kept_aside(repository)
    for sheets in (SPRING, RETREATS):
        lay_ready(game, sheets)
        said = run(game, repository)
        assert said.code == 0, said.err
    told = messages(repository)
    assert len(told) == 4
    counts = "Allemagne 2, Angleterre 1, Autriche 0, France 2, Italie 0, Russie 0, Turquie 0"
    assert told[2:] == [
        f"petite : Printemps 1901\n\n{counts}",
        f"petite : Retraites du printemps 1901\n\n{counts}",
    ]
    spring = touched(repository, "HEAD^")
    assert spring == {
        **{f"petite/1901-1-printemps/orders/{power}.txt": "A" for power in SPRING},
        "petite/1901-1-printemps/received.yaml": "A",
        "petite/1901-1-printemps/report.txt": "A",
        "petite/1901-1-printemps/ruling.yaml": "A",
        "petite/1901-2-retraites/position.yaml": "A",
    }
    assert touched(repository) == {
        "petite/1901-2-retraites/orders/allemagne.txt": "A",
        "petite/1901-2-retraites/received.yaml": "A",
        "petite/1901-2-retraites/report.txt": "A",
        "petite/1901-2-retraites/ruling.yaml": "A",
        "petite/1901-3-automne/position.yaml": "A",
    }
    assert git(repository, "status", "--porcelain") == ""
    assert "petite : Retraites du printemps 1901" in said.err


def test_a_commit_holds_the_public_files_as_they_are(repository: Path) -> None:
    game = kept_aside(repository)
    lay_ready(game, SPRING)
    assert run(game, repository).code == 0
    committed = git(repository, "ls-tree", "-r", "--name-only", "HEAD", "petite").split()
    assert committed == sorted(f"petite/{name}" for name in public(game))
    shown = git(repository, "show", "HEAD:petite/1901-1-printemps/report.txt")
    assert shown.encode() == public(game)["1901-1-printemps/report.txt"]


def test_the_diff_can_be_read(repository: Path) -> None:
    game = kept_aside(repository)
    lay_ready(game, {"france": SPRING["france"]})
    assert run(game, repository, "--missing-hold").code == 0
    diff = git(repository, "show", "--format=", "HEAD")
    assert "Binary" not in diff
    assert "+      réussit : déloge A Bou, 2 contre 1 (Guide 19)" in diff
    # A file that is rewritten changes in the lines that the season changed, and no other.
    lines = git(repository, "show", "--format=", "-U0", "HEAD", "--", "petite/game.yaml")
    changed = [x for x in lines.splitlines() if x[0] in "+-" and not x.startswith(("+++", "---"))]
    assert changed == ["-no_orders: {}", "+no_orders:", "+  Allemagne: 1", "+  Angleterre: 1"]


def test_one_run_of_two_phases_is_one_commit(repository: Path) -> None:
    game = kept_aside(repository)
    lay_ready(game, {**SPRING, "allemagne": "A Bou xxx retraite Ruh\nF Bel - Man\n"})
    assert run(game, repository).code == 0
    told = messages(repository)
    assert len(told) == 3
    subject = "petite : Printemps 1901, Retraites du printemps 1901"
    assert told[-1].splitlines()[0] == subject


def test_the_counts_are_those_after_the_captures(repository: Path) -> None:
    game = kept_aside(repository)
    for sheets in (SPRING, RETREATS, AUTUMN):
        lay_ready(game, sheets)
        assert run(game, repository).code == 0
    assert messages(repository)[-1].splitlines()[2].startswith("Allemagne 4, Angleterre 1,")
    assert "France 3" in messages(repository)[-1]


def test_the_end_of_the_game_is_committed(repository: Path) -> None:
    game = small_game(repository / "petite")
    facts = (game / "game.yaml").read_text("utf-8").replace("victory: 0", "victory: 2")
    (game / "game.yaml").write_text(facts.replace("capture: 7", "capture: 1"), "utf-8")
    lay_ready(game, {**SPRING, "france": "A Par xxx\nA Mar xxx\n"})
    assert run(game, repository).code == 0
    lay_ready(game, {"france": "A Par xxx\nA Mar xxx\n"})
    assert run(game, repository, "--missing-hold").code == 0
    assert Game(game).end is not None
    assert touched(repository)["petite/end.yaml"] == "A"
    assert messages(repository)[-1].startswith("petite : Automne 1901\n\nAllemagne 2,")


def test_a_game_in_the_english_language(repository: Path) -> None:
    game = small_game(repository / "small", "--language", "en", "--codes", "guide")
    lay_ready(game, {"germany": "A Bou H\n"})
    assert run(game, repository, "--missing-hold").code == 0
    assert messages(repository)[-1].startswith("petite : Spring 1901\n\n")
    assert "Germany 2, " in messages(repository)[-1]


def test_the_repository_s_top_may_be_the_game_itself(tmp_path: Path) -> None:
    game = small_game(tmp_path / "petite")
    git(game, "init", "-q", "-b", "main")
    lay_ready(game, SPRING)
    assert run(game, game).code == 0
    committed = git(game, "ls-files").split()
    assert committed == sorted(n for n in public(game) if not n.startswith(".git/"))
    assert git(game, "status", "--porcelain") == ""


# ---------------------------------------------------------------- what is not the game's


def test_other_changes_stay_as_they_were(repository: Path) -> None:
    game = kept_aside(repository)
    (repository / "staged.txt").write_text("à part\n", "utf-8")
    git(repository, "add", "staged.txt")
    (repository / "notes.txt").write_text("changé\n", "utf-8")
    (repository / "new.txt").write_text("neuf\n", "utf-8")
    other = small_game(repository / "autre")
    before = git(repository, "status", "--porcelain")
    assert before.splitlines() == [" M notes.txt", "A  staged.txt", "?? autre/", "?? new.txt"]
    lay_ready(game, SPRING)
    assert run(game, repository).code == 0
    assert git(repository, "status", "--porcelain") == before
    assert all(name.startswith("petite/") for name in touched(repository))
    assert (repository / "notes.txt").read_text("utf-8") == "changé\n"
    assert Game(other).current.name == "1901-1-printemps"


def test_without_the_option_nothing_touches_git(repository: Path) -> None:
    game = kept_aside(repository)
    before = git(repository, "rev-parse", "HEAD"), git(repository, "diff", "--cached")
    lay_ready(game, SPRING)
    said = judge_process("run", game, environment=environment(repository))
    assert said.code == 0
    assert (git(repository, "rev-parse", "HEAD"), git(repository, "diff", "--cached")) == before
    assert "?? petite/1901-2-retraites/" in git(repository, "status", "--porcelain")
    for command in ("undo", "verify", "history"):
        assert judge_process(command, game, environment=environment(repository)).code == 0
    assert (git(repository, "rev-parse", "HEAD"), git(repository, "diff", "--cached")) == before


def test_nothing_private_is_ever_in_a_commit(repository: Path) -> None:
    game = kept_aside(repository)
    sheets = {**SPRING, "allemagne": "Clé: sesame77\nA Bou xxx\nF Bel - Man\nHiver:\n+ F Ber\n"}
    lay_ready(game, sheets)
    assert run(game, repository).code == 0
    lay_ready(game, RETREATS)
    assert run(game, repository).code == 0
    history = git(repository, "log", "-p", "--all")
    assert "sesame77" not in history and "+ F Ber" not in history
    assert "private/" in history  # in the ignore file, which is public
    assert [n for n in git(repository, "ls-files").split() if "private" in n] == []


# ---------------------------------------------------------------- refused before anything


def _refused(game: Path, repository: Path, code: str) -> None:
    lay_ready(game, SPRING)
    before = tree(game)
    said = run(game, repository)
    assert said.code == 1
    assert f"[{code}]" in said.err
    assert said.out == ""
    assert tree(game) == before


def test_outside_a_work_tree(nowhere: Path) -> None:
    _refused(small_game(nowhere / "petite"), nowhere, "git-failed")


def test_where_git_does_not_ignore_the_private_part(repository: Path) -> None:
    game = small_game(repository / "petite")
    (game / ".gitignore").unlink()
    _refused(game, repository, "git-private")


def test_where_the_private_part_is_let_in_again(repository: Path) -> None:
    game = small_game(repository / "petite")
    (game / ".gitignore").write_text("private/\n!private/\n", "utf-8")
    _refused(game, repository, "git-private")


def test_where_something_private_is_tracked_already(repository: Path) -> None:
    game = small_game(repository / "petite")
    lay_ready(game, {"france": "A Par xxx\n"})
    git(repository, "add", "-f", "petite/private/pending/france.txt")
    _refused(game, repository, "git-private")


def test_where_git_is_not_installed(tmp_path: Path) -> None:
    game = small_game(tmp_path / "petite")
    lay_ready(game, SPRING)
    before = tree(game)
    said = judge_process("run", game, "--commit", environment={"PATH": str(tmp_path / "rien")})
    assert said.code == 1 and "[git-failed]" in said.err
    assert tree(game) == before


def test_a_season_that_cannot_be_ruled_is_no_commit(repository: Path) -> None:
    game = kept_aside(repository)
    before = git(repository, "rev-parse", "HEAD")
    said = run(game, repository)
    assert said.code == 1 and "[sheets-missing]" in said.err
    assert git(repository, "rev-parse", "HEAD") == before


def test_a_note_of_the_gm_is_no_part_of_the_season(repository: Path) -> None:
    game = kept_aside(repository)
    (game / "notes.txt").write_text("la France va trahir\n", "utf-8")
    lay_ready(game, SPRING)
    assert run(game, repository).code == 0
    assert "petite/notes.txt" not in touched(repository)


def test_a_clone_has_no_private_part_yet(repository: Path, tmp_path: Path) -> None:
    kept_aside(repository)
    clone = tmp_path / "clone"
    git(repository, "clone", "-q", str(repository), str(clone))
    said = run(clone / "petite", clone, "--missing-hold")
    assert said.code == 0, said.err


def test_nobody_to_commit_as(repository: Path) -> None:
    game = kept_aside(repository)
    lay_ready(game, SPRING)
    before = tree(game)
    nobody = {**environment(repository), **dict.fromkeys(WHO, "")}
    said = judge_process("run", game, "--commit", environment=nobody)
    assert said.code == 1 and tree(game) == before, said.err


def test_in_the_midst_of_a_merge(repository: Path) -> None:
    game = kept_aside(repository)
    lay_ready(game, SPRING)
    head = git(repository, "rev-parse", "HEAD").strip()
    (repository / ".git/MERGE_HEAD").write_text(f"{head}\n", "utf-8")
    _refused(game, repository, "git-failed")


def test_where_git_ignores_the_game(repository: Path) -> None:
    game = small_game(repository / "petite")
    (repository / ".gitignore").write_text("petite/\n", "utf-8")
    _refused(game, repository, "git-ignored")


def test_a_hook_that_fails_leaves_the_season_ruled(repository: Path) -> None:
    game = kept_aside(repository)
    lay_ready(game, SPRING)
    hook = repository / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'pas aujourd hui' >&2\nexit 1\n", "utf-8")
    hook.chmod(0o755)
    said = run(game, repository)
    assert said.code == 1 and "[git-not-committed]" in said.err and "pas aujourd hui" in said.err
    assert Game(game).is_ruled(Game(game).phases[0])
