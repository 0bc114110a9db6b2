"""The picture of a phase of a game, for whoever wants one: the command, a page, a mail."""

from judge.drawing import scene as scenes
from judge.drawing import shapes as shapes_file
from judge.drawing.picture import svg
from judge.drawing.scene import Scene
from judge.drawing.shapes import Shapes
from judge.gamefiles import Game, PhaseFolder
from judge.problems import Problem, Unreadable
from judge.ruledphase import rule_again
from judge.sheets.writing import Notation
from judge.words import words


def shapes_of(game: Game) -> Shapes:
    """The shapes of a game's map. Raises Unreadable where there are none."""
    return shapes_file.load(game.board, game.map_folder)


def scene_of(
    game: Game,
    found: PhaseFolder,
    shapes: Shapes,
    before: bool = False,
    after: bool = False,
    orders: bool = False,
    power: int | None = None,
) -> Scene:
    """What is to be drawn of a phase.

    before, after: the position alone that the phase found or leaves. orders: the orders too, over
    the position before them, or after them with `after`. With none of these: the orders of a ruled
    phase, the position of an open one. power: whose orders alone. Raises Unreadable where orders or
    what they leave are asked of a phase that is not ruled.
    """
    is_ruled = game.is_ruled(found)
    if (before and not orders) or not (is_ruled or orders or after):
        return scenes.of_position(game.board, shapes, game.position(found))
    if not is_ruled:
        details = {"phase": game.words.phase(found.phase)}
        raise Unreadable([Problem("phase-not-ruled", details=details)])
    done = rule_again(game, found)
    if after and not orders:
        return scenes.of_position(game.board, shapes, done.after)
    left = done.after if after else None
    return scenes.of_ruling(game.board, shapes, done.ruling, power, left)


def drawn(game: Game, shapes: Shapes, scene: Scene, language: str) -> str:
    """A scene of a game as SVG."""
    facts = game.facts
    notation = Notation(game.board, language, facts.codes)
    return svg(game.board, shapes, scene, notation, words(language), facts.name, facts.rules)


def phase_picture(game: Game, found: PhaseFolder, language: str) -> str:
    """A phase as SVG: the orders of a ruled one, the position of an open one.

    Raises Unreadable where the map has no shapes.
    """
    shapes = shapes_of(game)
    return drawn(game, shapes, scene_of(game, found, shapes), language)
