"""`judge run --commit`: one commit a season, of the game's own public files and nothing else."""

import os
import re
import subprocess
from pathlib import Path

from judge.gamefiles import Game, PhaseFolder
from judge.problems import Problem, Unreadable

_PUBLIC = re.compile(
    r"game\.yaml|end\.yaml|map\.yaml|\.gitignore"
    r"|\d+-[1-5]-[^/]+/"
    r"(position\.yaml|ruling\.yaml|received\.yaml|report\.txt|correction\.txt|orders/[^/]+\.txt)"
)
"""Every public file of a game; what else lies in its folder is the GM's own."""


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            env=environment,
            check=False,
        )
    except OSError as error:
        details = {"reason": error.strerror or str(error)}
        raise Unreadable([Problem("git-failed", details=details)]) from None


def _must(folder: Path, *arguments: str, otherwise: str = "git-failed") -> str:
    done = _git(folder, *arguments)
    if done.returncode:
        reason = (done.stderr or done.stdout).strip().splitlines()
        details = {"reason": reason[0][:200] if reason else str(done.returncode)}
        raise Unreadable([Problem(otherwise, details=details)])
    return done.stdout


def check_work_tree(game: Game) -> None:
    """Whatever could keep a season from being committed is asked before it is ruled.

    Raises Unreadable where the game is in no git work tree, git has nobody to commit as or is in
    the midst of a merge, the game is ignored, or its private part is not.
    """
    _must(game.folder, "rev-parse", "--is-inside-work-tree")
    _must(game.folder, "var", "GIT_COMMITTER_IDENT")
    _must(game.folder, "var", "GIT_AUTHOR_IDENT")
    if not _git(game.folder, "rev-parse", "-q", "--verify", "MERGE_HEAD").returncode:
        raise Unreadable([Problem("git-failed", details={"reason": "MERGE_HEAD"})])
    if not _git(game.folder, "check-ignore", "-q", "game.yaml").returncode:
        raise Unreadable([Problem("git-ignored", file=game.path_shown("game.yaml"))])
    if _must(game.folder, "ls-files", "--", "private").strip():
        raise Unreadable([Problem("git-private", file=game.path_shown("private"))])
    if _git(game.folder, "check-ignore", "-q", "private/received").returncode:
        raise Unreadable([Problem("git-private", file=game.path_shown("private"))])


def _public_paths(game: Game) -> list[str]:
    """The files that the program itself writes, those that git knows and that are gone included."""
    here = [p.relative_to(game.folder).as_posix() for p in sorted(game.folder.rglob("*"))]
    tracked = _must(game.folder, "ls-files", "-z", "--", ".").split("\0")
    return sorted({name for name in (*here, *tracked) if _is_public(game, name)})


def _is_public(game: Game, name: str) -> bool:
    return name == game.facts.map or _PUBLIC.fullmatch(name) is not None


def commit_season(game: Game, folders: list[PhaseFolder]) -> str:
    """Commit what a run wrote; the message names the game, the season and the centres.

    Returns the message's first line, empty where nothing changed.
    """
    seasons = ", ".join(game.words.phase(f.phase) for f in folders)
    fresh = Game(game.folder, game.shown)
    end = fresh.end
    owners = end.owners if end else fresh.position(fresh.current).owners
    counts = []
    for number in game.board.played:
        count = sum(owner == number for _, owner in owners)
        counts.append(f"{game.notation.power(number)} {count}")
    message = f"{game.facts.name} : {seasons}\n\n{', '.join(counts)}\n"
    paths = _public_paths(fresh)
    failure = "git-not-committed"
    _must(game.folder, "add", "-A", "--", *paths, otherwise=failure)
    if not _git(game.folder, "diff", "--cached", "--quiet", "--", *paths).returncode:
        return ""
    _must(game.folder, "commit", "-q", "-m", message, "--", *paths, otherwise=failure)
    return message.splitlines()[0]
