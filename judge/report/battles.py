"""The fights of a season where units can share a province, in the two stages of DIPLO 3."""

from collections.abc import Iterable

from judge.board import Board
from judge.position import Position
from judge.report.lines import Report
from judge.ruling import Battle, Force
from judge.sheets.writing import Notation, counted
from judge.words import Words


class BattleTeller:
    """Tells fights with the numbers that were compared."""

    def __init__(self, board: Board, position: Position, notation: Notation, words: Words) -> None:
        self.board = board
        self.position = position
        self.notation = notation
        self.words = words

    def tell(self, battles: Iterable[Battle], report: Report) -> None:
        """Add a section on the fights in which somebody met somebody."""
        fought = [b for b in battles if len(b.forces) > 1 or b.defence is not None]
        if not fought:
            return
        report.heading(self._say("heading"))
        for battle in fought:
            report.paragraph(self._where(battle))
            for text in self._stages(battle):
                report.paragraph(text, 4, 7)

    def _say(self, key: str, **facts: object) -> str:
        return self.words.say(f"battles.{key}", **facts)

    def _where(self, battle: Battle) -> str:
        place = self.notation.province(battle.place)
        if battle.opposite < 0:
            return place
        return self._say("opposite", a=self.notation.province(battle.opposite), b=place)

    def _stages(self, battle: Battle) -> list[str]:
        winner = "" if battle.winner is None else self.notation.power(battle.winner)
        forces = ", ".join(self._force(force) for force in battle.forces)
        ending = ""
        if len(battle.forces) > 1:
            ending = self._say("wins", power=winner) if winner else self._say("standoff")
        told = [self._say("moving", forces=forces, ending=ending)]
        if battle.defence is not None:
            key = "enters" if battle.enters else "holds"
            ending = self._say(key, place=self.notation.province(battle.place))
            defence = self._force(battle.defence)
            facts = {"power": winner, "attack": battle.attack, "defence": defence}
            told.append(self._say("static", ending=ending, **facts))
        return told

    def _force(self, force: Force) -> str:
        facts = {
            "power": self.notation.power(force.power),
            "strength": force.strength,
            "units": ", ".join(self._names(force.units)),
            "supports": ", ".join(self._names(force.supports)),
        }
        return self._say("supported" if force.supports else "force", **facts)

    def _names(self, units: Iterable[int]) -> list[str]:
        found = [self.position.units[index] for index in units]
        return counted(self.notation.unit(unit.kind, unit.location) for unit in found)
