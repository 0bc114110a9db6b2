"""The answers to one mail: to addresses registered for the power it is about, and to no other."""

from dataclasses import dataclass, field
from datetime import datetime

from judge.checking import check_sheets
from judge.gamefiles import Game
from judge.phase import Phase
from judge.post.calendar import Calendar
from judge.post.cleaning import Cut
from judge.post.due import current_due
from judge.post.letters import OUTBOX, letter_bytes
from judge.post.mailindex import Entry, Part
from judge.post.message import Mail
from judge.post.players import Players
from judge.post.receipts import Reading, receipt
from judge.post.settings import Settings

_SILENT = frozenset(("mail-automatic", "mail-own", "mail-twice", "mail-other-game", "mail-no-game"))
"""Why a mail may be refused without a word; another game's is that game's to answer."""


@dataclass(frozen=True, slots=True)
class Filed:
    """What became of one power's part of a mail.

    data: the sheet, empty where there was none. cuts: what was cut from it. counts: whether it is
    the sheet that counts now.
    """

    part: Part
    power: int
    phase: Phase
    data: bytes = b""
    cuts: tuple[Cut, ...] = ()
    counts: bool = False


@dataclass
class Answers:
    """Writes the answers to a mail.

    entries: the account of the other mails. number: of this one. cuts: what was cut from it before
    anybody asked whose it is. letters: the files written so far.
    """

    game: Game
    settings: Settings
    calendar: Calendar
    players: Players
    entries: list[Entry]
    mail: Mail
    number: int
    cuts: list[Cut] = field(default_factory=list)
    letters: dict[str, bytes] = field(default_factory=dict)

    def to_power(self, filed: Filed) -> None:
        """The receipt, to all addresses registered for the power."""
        to = self.players.seat(filed.power).addresses
        if not to or self.mail.automatic:
            return
        part, power, game = filed.part, filed.power, self.game
        reading = Reading(part, power, filed.phase, counts=filed.counts, due=self._due(filed))
        if filed.data:
            position = game.position(game.current)
            sheets, found = check_sheets(game, position, {power: ("", filed.data)})
            reading.checked = sheets[0]
            # A sheet sent early is no problem: the receipt says for which phase it waits.
            reading.problems = tuple(p for p in found if p.code != "wrong-phase")
        if part.has_press and not part.refused:
            reading.press = "kept" if self.players.press == "none" else "published"
        self._write(reading, filed.cuts, power, to)

    def to_sender(self, refused: str, parts: list[Part]) -> None:
        """Tell a player, at the address the mail is from, that nothing of it counts."""
        known = self.players.of_address(self.mail.sender)
        if not known or refused in _SILENT or self.mail.automatic:
            return
        claimed = next((part.power for part in parts if part.power), "")
        power = self.game.board.power_numbers.get(claimed, known[0])
        filed = Filed(Part(claimed, refused=refused), power, self.game.current.phase)
        reading = Reading(filed.part, power, filed.phase, due=self._due(filed))
        self._write(reading, (), known[0], (self.mail.sender,))

    def _due(self, filed: Filed) -> datetime | None:
        """When the phase is due, with an absence that this very mail announces."""
        if filed.phase != self.game.current.phase:
            return None
        own = Entry(0, "", "", None, "", "", str(filed.phase), (filed.part,))
        return current_due(self.game, self.calendar, [*self.entries, own])

    def _write(
        self, reading: Reading, cuts: tuple[Cut, ...], owner: int, to: tuple[str, ...]
    ) -> None:
        cut = (*self.cuts, *cuts)
        answer = receipt(self.game, self.calendar, self.number, self.mail, reading, cut, owner, to)
        data = letter_bytes(answer, self.game, self.settings.domain)
        self.letters[f"{OUTBOX}/{answer.name}.eml"] = data
