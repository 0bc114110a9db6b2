"""`judge site`: a game as a small static site."""

from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import open_game, settings, text, write_output
from judge.problems import Problem, Unreadable


@speaking("site")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
def command(game: Path, folder: Path) -> None:
    asked = settings.asked
    opened = open_game(game)
    from judge.pages.site import site

    files = site(opened, asked or opened.facts.language)
    is_a_game = (folder / "game.yaml").exists()  # whose folder holds what its rules make, no more
    if is_a_game or (folder.exists() and not folder.is_dir()):
        raise Unreadable([Problem("game-exists", details={"folder": str(folder)})])
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        write_output(folder / name, data)
    click.echo(text("site-written", pages=len(files) - 1, folder=folder))
