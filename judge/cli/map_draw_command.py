"""`judge map`: draw a phase of a game, as SVG, as PNG, or on the terminal."""

import shutil
from pathlib import Path

import click

from judge.cli.base import command as speaking
from judge.cli.base import has_colours, open_game, settings, text, write_output
from judge.drawing.phases import drawn, scene_of, shapes_of
from judge.drawing.scene import Scene
from judge.drawing.shapes import Shapes
from judge.gamefiles import Game, PhaseFolder
from judge.problems import Problem, Unreadable
from judge.receiving import find_power
from judge.sheets.writing import Notation
from judge.words import words


@speaking("map-draw")
@click.argument("game", type=click.Path(path_type=Path), default=".")
@click.argument("phase", required=False)
@click.option("--before", is_flag=True, help=text("opt-before"))
@click.option("--after", is_flag=True, help=text("opt-after"))
@click.option("--orders", is_flag=True, help=text("opt-orders"))
@click.option("--power", help=text("opt-orders-power"))
@click.option("-o", "output", type=click.Path(path_type=Path), help=text("opt-output"))
def command(
    game: Path,
    phase: str | None,
    before: bool,
    after: bool,
    orders: bool,
    power: str | None,
    output: Path | None,
) -> None:
    if before and after:
        raise click.UsageError(text("usage-either", a="--before", b="--after"))
    asked = settings.asked
    opened = open_game(game)
    found = _phase(opened, phase, before)
    if not opened.board.shapes and output is not None:
        write_output(output, _encoded(_plan(opened, found, asked), output))
        return
    shapes = shapes_of(opened)
    scene = scene_of(opened, found, shapes, before, after, orders, _power(opened, power))
    language = asked or opened.facts.language
    if output is None:
        _show(opened, shapes, scene, language)
    else:
        write_output(output, _encoded(drawn(opened, shapes, scene, language), output))


def _plan(game: Game, found: PhaseFolder, asked: str | None) -> str:
    """The position before a phase, where nobody has drawn the board."""
    from judge.drawing.schematic import schematic

    spoken = words(asked or game.facts.language)
    title = f"{spoken.phase(found.phase)} · {game.facts.name}"
    return schematic(game.board, spoken, game.position(found), title)


def _show(game: Game, shapes: Shapes, scene: Scene, language: str) -> None:
    """Draw on the terminal where it can show colours, else in letters."""
    from judge.drawing.captions import Captions
    from judge.drawing.characters import blocks, legend, plain

    notation = Notation(game.board, language, game.facts.codes)
    captions = Captions(game.board, scene, notation, words(language))
    columns = shutil.get_terminal_size((100, 40)).columns
    if not has_colours():
        click.echo(plain(game.board, shapes, scene, captions, columns), nl=False)
        return
    from judge.report.terminal import print_blocks

    click.echo(captions.title(game.facts.name))
    rows = blocks(game.board, shapes, scene, captions, columns)
    print_blocks(rows, legend(game.board, scene, captions))


def _phase(game: Game, named: str | None, before: bool) -> PhaseFolder:
    """The phase named, else the last one ruled; a position before is asked of the open one."""
    if named:
        return game.find(named)
    ruled = [f for f in game.phases if game.is_ruled(f)]
    return ruled[-1] if ruled and not before else game.current


def _power(game: Game, named: str | None) -> int | None:
    """The number of the power named. Raises Unreadable where there is none of that name."""
    if named is None:
        return None
    found = find_power(game, named)
    if found is None:
        raise Unreadable([Problem("unknown-power", details={"word": named[:60]})])
    return found


def _encoded(picture: str, output: Path) -> bytes:
    """The picture's bytes: PNG where the file's name says so."""
    if output.suffix.lower() != ".png":
        return picture.encode()
    try:
        import cairosvg
    except ImportError:
        raise Unreadable([Problem("png-extra-missing")]) from None
    encoded: bytes = cairosvg.svg2png(bytestring=picture.encode(), scale=2)
    return encoded
