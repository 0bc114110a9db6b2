"""A blank sheet: what a power has to order in a phase, ready to fill in and send."""

from judge.board import Terrain
from judge.gamefiles import Game
from judge.phase import Step
from judge.position import Position
from judge.season import winter_duty


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
    duty = winter_duty(board, position.units, position.owners, power)
    if duty < 0:
        names = [notation.unit(u.kind, u.location) for u in position.units if u.power == power]
        return [words.count("sheet.remove", -duty), *(f"# - {name}" for name in names)]
    if duty == 0:
        return []
    occupied = {board.province_of[u.location] for u in position.units}
    rows = [words.count("sheet.build", duty)]
    for centre in position.centres_of(power):
        if centre in board.powers[power].home and centre not in occupied:
            rows.append(f"# + A {notation.province(centre)}")
            if board.provinces[centre].terrain is Terrain.COAST:
                rows += [f"# + F {notation.location(x)}" for x in board.locations_in[centre]]
    return rows
