"""What a picture says in words: its title, and a name and a description for each thing on it."""

from judge.board import Board, Terrain
from judge.drawing.placing import Token
from judge.drawing.scene import Scene
from judge.orders import Build, Remove, Waive
from judge.report.prose import Prose
from judge.ruling import MovementRuling, Result, RetreatRuling, WinterRuling
from judge.sheets.writing import Notation, counted
from judge.words import Words


class Captions:
    """The words of one scene in a language and a game's notation."""

    def __init__(self, board: Board, scene: Scene, notation: Notation, words: Words) -> None:
        self.board = board
        self.scene = scene
        self.notation = notation
        self.words = words
        self.owners = dict(scene.owners)

    def phrase(self, key: str, /, **facts: object) -> str:
        """A sentence of the drawing's own."""
        return self.words.say(f"drawing.{key}", **facts)

    def title(self, game: str) -> str:
        """The picture's title: the phase and the game."""
        phase = self.words.phase(self.scene.phase)
        return f"{phase} · {game}" if game else phase

    def subtitle(self, rules: str) -> str:
        """What the picture shows: the orders, the position before them or after them."""
        if self.scene.ruling is None:
            key = "shows-position"
        else:
            key = "shows-after" if self.scene.moved else "shows-orders"
        what = self.phrase(key)
        return f"{what} · {rules}" if rules else what

    def summary(self) -> str:
        """The whole position in a sentence a power, for who cannot see the picture."""
        sentences = []
        for power in range(len(self.board.powers)):
            units = [u for u in self.scene.units if u.power == power]
            names = counted(self.notation.unit(u.kind, u.location) for u in units)
            centres = sum(owner == power for owner in self.owners.values())
            if names or centres:
                facts = {
                    "power": self.notation.power(power),
                    "units": names or self.phrase("nobody"),
                }
                sentences.append(self.words.count("drawing.summary", centres, **facts))
        return " ".join(sentences)

    def province(self, number: int) -> tuple[str, str]:
        """A province's name with its code, and what it is."""
        facts = self.board.provinces[number]
        name = facts.table_names.get(self.notation.table, facts.names[self.words.language].name)
        parts = [self.phrase(f"terrain.{Terrain(facts.terrain).name.lower()}")]
        if facts.centre:
            owner = self.owners.get(number)
            power = "" if owner is None else self.notation.power(owner)
            parts.append(self.phrase("unowned-centre" if owner is None else "centre", power=power))
        return f"{name} ({self.notation.province(number)})", ", ".join(parts)

    def token(self, token: Token) -> tuple[str, str]:
        """A unit's name with its power, and its order and what became of it."""
        unit = token.unit
        name = self.notation.unit(unit.kind, unit.location)
        if token.count > 1:
            name = f"{token.count} × {name}"
        title = f"{name} ({self.notation.power(unit.power)})"
        ruling = self.scene.ruling
        described: list[str] = []
        if ruling is not None and not self.scene.moved:
            described = [self._order(member) for member in token.members]
        if not any(described) and token.state:
            described = [self.phrase(f"states.{token.state}")]
        return title, " / ".join(dict.fromkeys(text for text in described if text))

    def _order(self, member: int) -> str:
        """What a unit was told to do and what became of it."""
        ruling = self.scene.ruling
        if isinstance(ruling, MovementRuling):
            return self.movement(ruling, member)
        if isinstance(ruling, RetreatRuling):
            return self.retreat(ruling, member)
        return ""

    def movement(self, ruling: MovementRuling, member: int) -> str:
        """A movement order and its outcome: ``A Par - Bou : réussit``."""
        position = ruling.position
        outcome = ruling.outcomes[member]
        order = self.notation.order(position, position.units[member], outcome.order)
        prose = Prose(self.board, position, self.notation, self.words)
        return self.words.joined(order, prose.outcome(outcome))

    def retreat(self, ruling: RetreatRuling, member: int) -> str:
        """A retreat and its outcome; nothing for units that stand."""
        index = member - len(ruling.position.units)
        if index < 0:
            return ""
        outcome = ruling.outcomes[index]
        order = self.notation.retreat(ruling.position.dislodged[index].unit, outcome.order)
        if outcome.result is Result.SUCCEEDS:
            key = "retreats" if outcome.to is not None else "disbanded-as-ordered"
            return self.words.joined(order, self.words.say(f"retreats.{key}"))
        return self.words.joined(order, self.words.say("retreats.disbanded"))

    def winter(self, ruling: WinterRuling) -> list[str]:
        """A line a power: what it built, took off, or left unused."""
        lines = []
        for balance in ruling.balances:
            told = [
                self.notation.adjustment(ruling.position, o.order)
                for o in ruling.outcomes
                if o.power == balance.power and o.result is Result.SUCCEEDS
                if isinstance(o.order, Build | Remove | Waive)
            ]
            told += [
                self.notation.adjustment(ruling.position, Remove(a.unit))
                for a in ruling.automatic
                if ruling.position.units[a.unit].power == balance.power
            ]
            told += [
                self.notation.adjustment(ruling.position, Build(p.kind, p.location))
                for p in ruling.placed
                if p.power == balance.power
            ]
            if told:
                lines.append(self.words.joined(self.notation.power(balance.power), ", ".join(told)))
        return lines
