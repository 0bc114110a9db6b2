"""One mail on its way into a game: whose it is, whether it may be, which sheet it files.

Nothing is written here: the answer is every file to write, and the mail's line in the account.
"""

from dataclasses import replace
from datetime import datetime

from judge.gamefiles import Game, Received, digest, read_index
from judge.names import slug
from judge.phase import Phase
from judge.post.answering import Answers, Filed
from judge.post.calendar import Calendar, read_calendar
from judge.post.claims import Claim, Envelope, claims_of, envelope_of
from judge.post.cleaning import Cut, Why, cleaned, passes_on
from judge.post.mailindex import (
    Entry,
    Part,
    press_time,
    sheet_time,
)
from judge.post.message import Mail
from judge.post.players import KeyRing, Players, read_players
from judge.post.press import press_name
from judge.post.prose import without_prose
from judge.post.settings import Settings
from judge.receiving import find_power, sheet_files
from judge.sheets.headers import Section
from judge.sheets.publishing import phase_meant, phases_named, read_whole
from judge.sheets.scopes import scopes

ORDERS_LIMIT = 400, 20_000
"""Most lines and characters of one sheet's orders; the largest board needs a quarter of them."""


class OneMail:
    """One mail, on its way into a game.

    entries: the account of the others. refused: why it is not to be read at all, if so.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings,
        entries: list[Entry],
        mail: Mail,
        number: int,
        refused: str,
    ) -> None:
        self.game = game
        self.settings = settings
        self.entries = entries
        self.mail = mail
        self.number = number
        self.refused = refused
        self.players: Players = read_players(game)
        self.calendar: Calendar = read_calendar(game)
        self.keys = KeyRing(self.players)
        self.index: list[Received] = read_index(game)
        self.writes: dict[str, bytes] = {}
        self.answers = Answers(game, settings, self.calendar, self.players, entries, mail, number)
        self.counting: dict[tuple[str, str], datetime | None] = {}

    def taken(self, mark: str) -> tuple[Entry, dict[str, bytes]]:
        """Its line in the account, and every file to write but itself. mark: its hash."""
        refused = self._refused_whole()
        parts: list[Part] = []
        if not refused:
            own = cleaned(self.mail.text, passes_on(self.mail.subject))
            self.answers.cuts += own.cuts
            if self.mail.unread:
                self.answers.cuts.append(Cut(Why.UNREAD, self.mail.unread))
            sent = self.mail.received.astimezone(self.calendar.zone) if self.mail.received else None
            envelope = envelope_of(self.mail, self.game)
            is_known = bool(envelope.power) or len(self._own_powers()) == 1
            day = sent.date() if sent else None
            for claim in claims_of(own.lines, day, self.game, not is_known):
                parts.append(self._part(claim, envelope))
            if all(part.refused for part in parts):
                refused = parts[0].refused
        if refused and not self.answers.letters:
            self.answers.to_sender(refused, parts)
        folder = "refused" if refused else "mail"
        entry = Entry(
            number=self.number,
            sha256=mark,
            message_id=self.mail.message_id,
            received=self.mail.received,
            file=f"private/{folder}/{self.number:04}.eml",
            refused=refused,
            during=str(self.game.current.phase),
            parts=tuple(parts),
        )
        return entry, {**self.writes, **self.answers.letters}

    def _refused_whole(self) -> str:
        """Why a mail is not even read; a problem's code, empty where it is."""
        if self.refused or self.mail.problem:
            return self.refused or self.mail.problem
        if self.mail.automatic in ("bounce", "automatic"):
            return "mail-automatic"
        if self.mail.sender and self.mail.sender == self.settings.address:
            return "mail-own"
        return "game-ended" if self.game.end is not None else ""

    # ------------------------------------------------------------ one power's part

    def _part(self, claim: Claim, envelope: Envelope) -> Part:
        """Take one claim: whose it is, whether it may be, and what it says."""
        named = claim.game or envelope.game
        if named and slug(named) != slug(self.game.facts.name):
            return Part("", refused="mail-other-game")
        if not named and self.players.tag == "required":
            return Part("", refused="mail-no-game")
        power, refused = self._power(claim, envelope)
        if power is None:
            return Part("", refused=refused)
        key = self.game.board.powers[power].key
        refused = self.keys.refusal(power, self.mail.sender, claim.key)
        if refused:
            filed = Filed(Part(key, refused=refused), power, self.game.current.phase)
        else:
            filed = self._sheet(claim, envelope, power)
        is_theirs = self.mail.sender in self.players.seat(power).addresses
        if is_theirs or self.keys.opens(power, claim.key):
            self.answers.to_power(filed)
        return filed.part

    def _power(self, claim: Claim, envelope: Envelope) -> tuple[int | None, str]:
        """Whose orders a claim is; else why nobody knows."""
        for named in (claim.power, envelope.power):
            if named:
                return find_power(self.game, named), "mail-power-unknown"
        known = self._own_powers()
        if len(known) == 1:
            return known[0], ""
        among = known or tuple(self.players.seats)
        opened = [p for p in among if claim.key and self.keys.opens(p, claim.key)]
        if len(opened) == 1:
            return opened[0], ""
        return None, "mail-which-power" if known else "mail-unknown-sender"

    def _sheet(self, claim: Claim, envelope: Envelope, power: int) -> Filed:
        """File what a power may say."""
        game, key = self.game, self.game.board.powers[power].key
        current = game.current.phase
        if _is_too_long(claim.lines):
            return Filed(Part(key, refused="mail-too-long"), power, current)
        own = without_prose(claim.lines, game.reader)
        lines, press = _without_press(own.lines)
        data = _sheet_bytes(lines)
        phase, refused = self._phase(data, envelope)
        note = Part(key, str(phase), is_final=claim.final, absent=claim.absent)
        note = replace(note, has_press=bool(press))
        if refused:
            return Filed(replace(note, refused=refused), power, phase, data, own.cuts)
        whole = read_whole(data, game.reader, "")
        says_something = claim.final or claim.absent is not None or press
        if not whole.entries and (whole.problems or not says_something):
            refused = "mail-no-orders" if whole.problems else "mail-empty"
            return Filed(replace(note, refused=refused), power, phase, data, own.cuts)
        if press:
            self._keep_press(power, phase, press)
        if not whole.entries:
            return Filed(note, power, phase, cuts=own.cuts)
        if phase > current and not phases_named(data):
            # Only the subject says for which phase it is: the sheet has to say so itself.
            data = f"{game.words.phase(phase)}\n".encode() + data
        part, counts = self._file(note, power, phase, data)
        return Filed(part, power, phase, data, own.cuts, counts)

    def _keep_press(self, power: int, phase: Phase, press: list[str]) -> None:
        """The press that came last is the one published."""
        key = self.game.board.powers[power].key
        before, at = press_time(self.entries, key, str(phase)), self.mail.received
        if before is None or at is None or before <= at:
            name = press_name(self.game, phase, power)
            self.writes[name] = ("\n".join(press) + "\n").encode()

    def _phase(self, data: bytes, envelope: Envelope) -> tuple[Phase, str]:
        """The phase that a sheet is for, and why it may not be."""
        current = self.game.current.phase
        says = bool(phases_named(data))
        phase = phase_meant(data, self.game.reader, current)
        if not says and envelope.phase is not None:
            says, phase = True, envelope.phase
        if phase < current:
            return phase, "mail-old-phase"
        opened, received = self._opened(), self.mail.received
        if not says and opened and received and received <= opened:
            return phase, "mail-before-phase"
        return phase, ""

    def _opened(self) -> datetime | None:
        """From when on a sheet that names no phase can be for the current one.

        When its players knew of it; where that is not known, after the last sheet of an earlier
        phase.
        """
        current = self.game.current.phase
        known = self.calendar.opened.get(current)
        if known is not None:
            return known
        times = [
            entry.received
            for entry in self.entries
            for part in entry.parts
            if entry.received and part.number and Phase.parse(entry.during) < current
        ]
        return max(times, default=None)

    def _file(self, note: Part, power: int, phase: Phase, data: bytes) -> tuple[Part, bool]:
        """Number and keep a sheet; it counts unless a mail that came later brought another."""
        before = self._counting(power, phase)
        received, writes = sheet_files(self.game, self.index, data, power, phase)
        at = self.mail.received
        counts = before is None or at is None or before <= at
        if not counts:
            kept = "private/received/"
            writes = {name: d for name, d in writes.items() if name.startswith(kept)}
        else:
            self.counting[note.power, str(phase)] = at
        self.writes.update(writes)
        return replace(note, number=received.number, sheet=received.sha256), counts

    def _counting(self, power: int, phase: Phase) -> datetime | None:
        """When the mail came whose sheet counts so far; None where none does, or none says."""
        key = self.game.board.powers[power].key
        if (key, str(phase)) in self.counting:
            return self.counting[key, str(phase)]
        game = self.game
        name = game.pending_name(power)
        if phase > game.current.phase:
            name = game.later_name(phase, power)
        if not game.exists(name):
            return None
        return sheet_time(self.entries, key, digest(game.read_bytes(name)))

    def _own_powers(self) -> tuple[int, ...]:
        """The powers that the sender's address is registered for."""
        return self.players.of_address(self.mail.sender)


def _is_too_long(lines: list[str]) -> bool:
    orders = [
        line
        for line, scope in zip(lines, scopes(lines), strict=True)
        if line.strip() and scope.section is not Section.PRESS
    ]
    most_lines, most_characters = ORDERS_LIMIT
    return len(orders) > most_lines or sum(map(len, orders)) > most_characters


def _without_press(lines: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """A sheet's lines without its press, and the press."""
    rest: list[str] = []
    press: list[str] = []
    for line, scope in zip(lines, scopes(lines), strict=True):
        is_press = scope.section is Section.PRESS
        rest.append("" if is_press else line)
        if is_press and line[scope.start :].strip():
            press.append(line[scope.start :].strip())
    return rest, press


def _sheet_bytes(lines: list[str]) -> bytes:
    """A sheet without the empty lines around it; those inside stay, so that its shape does."""
    said = "\n".join(lines).strip("\n")
    return (said + "\n").encode("utf-8", "surrogatepass") if said.strip() else b""
