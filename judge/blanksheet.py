"""A blank sheet: what a power has to order in a phase, ready to fill in and send."""

from collections import Counter

from judge.gamefiles import Game
from judge.phase import Step
from judge.position import Position
from judge.sheets.writing import counted


def blank_sheet(game: Game, position: Position, power: int) -> str:
    """The sheet of a power, empty where it has nothing to order."""
    words, notation = game.words, game.notation
    name = notation.power(power)
    rows: list[str] = []
    if position.phase.step.is_movement:
        mine = [u for u in position.units if u.power == power]
        rows += counted(notation.unit(u.kind, u.location) for u in mine)
    for waiting, count in Counter(d for d in position.dislodged if d.unit.power == power).items():
        places = notation.locations(waiting.retreats)
        rows.append(words.say("sheet.retreats", retreats=places))
        rows += counted([notation.unit(waiting.unit.kind, waiting.unit.location)] * count)
    if position.phase.step is Step.WINTER:
        rows += _winter_rows(game, position, power)
    if not rows:
        return ""
    head = [
        words.say("sheet.intro", power=name),
        words.say("sheet.game", game=game.facts.name),
        words.say("sheet.power", power=name),
        words.phase(position.phase),
        "",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _winter_rows(game: Game, position: Position, power: int) -> list[str]:
    """The builds that a power may make, or the units of which it must take some off."""
    board, notation, words = game.board, game.notation, game.words
    rows: list[str] = []
    for kinds, count in game.rules.year.removals(board, position, power):
        mine = [u for u in position.units if u.power == power and u.kind in kinds]
        names = counted(notation.unit(u.kind, u.location) for u in mine)
        rows += [words.count("sheet.remove", count), *(f"# - {name}" for name in names)]
    builds, where = game.rules.year.builds(board, position, power)
    if builds:
        rows.append(words.count("sheet.build", builds))
        rows += [f"# + {notation.unit(kind, location)}" for kind, location in where]
    return rows
