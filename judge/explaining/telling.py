"""The steps of a story as sentences: who, where, the forces unit by unit, the text's anchor."""

from judge.board import Board
from judge.phrasing import Places
from judge.position import Position
from judge.report.prose import Prose
from judge.ruling import ConvoyLine, MovementRuling, Reason, Result, Side
from judge.sheets.writing import Notation, counted, times
from judge.words import Words


class Teller:
    """Tells one ruling's steps in a language and a game's notation."""

    def __init__(
        self, board: Board, ruling: MovementRuling, notation: Notation, words: Words
    ) -> None:
        self.board = board
        self.ruling = ruling
        self.position: Position = ruling.position
        self.notation = notation
        self.words = words
        self.places = Places(board, words.language, notation.table)
        self.prose = Prose(board, self.position, notation, words)

    def order(self, index: int) -> str:
        """A unit's order as written: ``A Par - Bou``."""
        unit = self.position.units[index]
        return self.notation.order(self.position, unit, self.ruling.outcomes[index].order)

    def outcome(self, index: int, count: int = 1) -> str:
        """A unit's order and what became of it."""
        return self.words.joined(
            times(self.order(index), count),
            self.prose.outcome(self.ruling.outcomes[index], count),
        )

    def summary(self, index: int) -> str:
        """What became of a unit's order, in whole sentences: the reason that says most, if any."""
        outcome = self.ruling.outcomes[index]
        main = self.prose.main_reason(outcome)
        if main is not None:
            told = [self.reason(main)]
        else:
            key = "no_order" if outcome.order is None else outcome.result.value
            result = self.words.say(f"results.{key}")
            told = [f"{result[:1].upper()}{result[1:]}."]
        told += [self.reason(r) for r in outcome.reasons if r.code == "dislodged"]
        return " ".join(dict.fromkeys(told))

    def reason(self, reason: Reason) -> str:
        """A step in a whole sentence, without its anchor."""
        by = [index for index in reason.by if index >= 0]
        a, b = reason.against or (0, 0)
        place = reason.place
        if place < 0 <= reason.unit:
            place = self.board.province_of[self.position.units[reason.unit].location]
        return sentence(
            self.words,
            reason.code,
            self.places,
            place,
            unit=self.prose.unit(reason.unit) if reason.unit >= 0 else "",
            count=len(by),
            by=self.prose.units(by),
            order=self.order(reason.unit) if reason.unit >= 0 else "",
            orders=counted(self.order(index) for index in by),
            a=a,
            b=b,
        )

    def force(self, force: Side) -> str:
        """One side of a battle: ``A Gal, 3 : elle-même, A Vie et A Bud``."""
        facts: dict[str, object] = {
            "unit": self.prose.unit(force.unit),
            "strength": force.strength,
            "helpers": [self.prose.unit(index) for index in force.counted],
        }
        text = self.words.say(f"forces.{'with' if force.counted else 'alone'}", **facts)
        if force.ignored:
            ignored = [self.prose.unit(index) for index in force.ignored]
            text += self.words.count("forces.ignored", len(ignored), helpers=ignored)
        return text

    def convoy(self, line: ConvoyLine) -> str:
        """One line of the arbiter's list: ``Picardie : Man [subvertit Nge] [Confus]``."""
        units = self.position.units
        of = self.board.province_of
        fleets = [self.notation.province(of[units[f].location]) for f in line.fleets]
        text = self.words.joined(self.places.name(of[units[line.army].location]), ", ".join(fleets))
        if line.subverts == line.army:
            text += f" [{self.words.say('report.subverts-itself')}]"
        elif line.subverts is not None:
            place = self.notation.province(of[units[line.subverts].location])
            text += f" [{self.words.say('report.subverts', place=place)}]"
        if line.status and line.status != "subverted":
            text += f" [{self.words.say(f'statuses.{line.status}')}]"
        elif line.subverted_by:
            text += f" [{self.words.say('report.subverted')}]"
        return text

    def is_fine(self, index: int) -> bool:
        """Whether a unit's order did what it was to do, and the unit is still there."""
        outcome = self.ruling.outcomes[index]
        fine = (Result.SUCCEEDS, Result.GIVEN, Result.CONVOYS, Result.STANDS)
        return outcome.dislodged_by is None and outcome.result in fine


def sentence(
    words: Words, code: str, places: Places, place: int, count: int = 0, **facts: object
) -> str:
    """The whole sentence of a reason's code.

    place: the province it speaks of. count: how many units caused it; where the sentence depends
    on that, the catalogue has it for ``none``, ``one`` and ``many``.
    """
    spoken = dict.fromkeys(("place", "at", "into", "the", "of", "from"), "")
    if place >= 0:
        spoken = {
            "place": places.name(place),
            "at": places.at(place),
            "into": places.into(place),
            "the": places.the(place),
            "of": places.of(place),
            "from": places.come_from(place),
        }
    key = f"why.{code}"
    if not isinstance(words.find(key), str):
        forms = words.find(key) or {}
        wanted = "none" if count == 0 else "one" if count == 1 else "many"
        key += f".{wanted if wanted in forms else 'one'}"
    text = words.say(key, **facts, **spoken)
    return text[:1].upper() + text[1:]
