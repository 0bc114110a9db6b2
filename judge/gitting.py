"""`judge run --commit`: one commit a season, of the game's own public files and nothing else."""

import os
import subprocess
from pathlib import Path

from judge.gamefiles import Game, PhaseFolder
from judge.problems import Problem, Unreadable


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


def _must(folder: Path, *arguments: str) -> str:
    done = _git(folder, *arguments)
    if done.returncode:
        reason = (done.stderr or done.stdout).strip().splitlines()
        details = {"reason": reason[0][:200] if reason else str(done.returncode)}
        raise Unreadable([Problem("git-failed", details=details)])
    return done.stdout


def check_work_tree(game: Game) -> None:
    """Raises Unreadable where the game is in no git work tree, or its private part is tracked."""
    _must(game.folder, "rev-parse", "--is-inside-work-tree")
    if _must(game.folder, "ls-files", "--", "private").strip():
        raise Unreadable([Problem("git-private", file=game.path_shown("private"))])
    if _git(game.folder, "check-ignore", "-q", "private").returncode:
        raise Unreadable([Problem("git-private", file=game.path_shown("private"))])


def commit_season(game: Game, folders: list[PhaseFolder]) -> str:
    """Commit what a run wrote; the message names the game, the season and the centres.

    Returns the message.
    """
    seasons = ", ".join(game.words.phase(f.phase) for f in folders)
    fresh = Game(game.folder, game.shown)
    end = fresh.end
    owners = end.owners if end else fresh.position(fresh.current).owners
    counts = []
    for number in range(len(game.board.powers)):
        count = sum(owner == number for _, owner in owners)
        counts.append(f"{game.notation.power(number)} {count}")
    message = f"{game.facts.name} : {seasons}\n\n{', '.join(counts)}\n"
    _must(game.folder, "add", "-A", "--", ".")
    _must(game.folder, "commit", "-q", "-m", message, "--", ".")
    return message.splitlines()[0]
