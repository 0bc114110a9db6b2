"""A blank sheet: what a power has to order in a phase, ready to fill in and send."""

from judge.gamefiles import Game
from judge.position import Position


def blank_sheet(game: Game, position: Position, power: int) -> str:
    """The sheet of a power, empty where it has nothing to order."""
    words, notation = game.words, game.notation
    name = notation.power(power)
    rows: list[str] = []
    for unit in position.units:
        if unit.power == power and position.phase.step.is_movement:
            rows.append(notation.unit(unit.kind, unit.location))
    for waiting in position.dislodged:
        if waiting.unit.power == power:
            places = notation.locations(waiting.retreats)
            rows.append(words.say("sheet.retreats", retreats=places))
            rows.append(notation.unit(waiting.unit.kind, waiting.unit.location))
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
