"""Taking mails into a game: sheets filed, or the mail kept aside with its reason.

Every mail is kept byte for byte; the last valid sheet of a power counts, by the time at which the
server took its mail in. A mail is taken once.
"""

from dataclasses import dataclass
from datetime import datetime

from judge import journal
from judge.gamefiles import Game, digest
from judge.post.filing import OneMail
from judge.post.mailindex import (
    MAIL_INDEX,
    Entry,
    mail_index_text,
    read_mail_index,
)
from judge.post.message import Mail, read_mail
from judge.post.settings import Settings


@dataclass(frozen=True, slots=True)
class Origin:
    """A mail as its source has it: what to call it, its bytes, and when it came by its mailbox."""

    shown: str
    data: bytes
    arrived: datetime | None = None


@dataclass(frozen=True, slots=True)
class TakenMail:
    """What became of a mail.

    is_new: whether it was not taken before. entry: its line in the account.
    """

    shown: str
    is_new: bool
    entry: Entry


class Taker:
    """Takes mails into a game, one at a time, each all or nothing."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings

    def take(self, origin: Origin) -> TakenMail:
        """Take one mail. Raises journal.Held where another run has the game, and Unreadable."""
        with journal.lock(self.game.folder):
            journal.recover(self.game.folder)
            game = self.game = self.game.as_it_stands()
            entries = read_mail_index(game)
            mark = digest(origin.data)
            earlier = next((e for e in entries if e.sha256 == mark), None)
            during = str(game.current.phase)
            # A mail refused is tried again while the phase lasts: what was amiss may be mended.
            if earlier is not None and (not earlier.refused or earlier.during != during):
                return TakenMail(origin.shown, False, earlier)
            mail = read_mail(origin.data, origin.arrived, self.settings.server)
            twice = self._is_twice(entries, mail)
            number = earlier.number if earlier else max((e.number for e in entries), default=0) + 1
            others = [e for e in entries if e is not earlier]
            one = OneMail(game, self.settings, others, mail, number, "mail-twice" if twice else "")
            entry, writes = one.taken(mark)
            if earlier is not None and entry.refused:
                return TakenMail(origin.shown, False, earlier)
            writes[entry.file] = origin.data
            listed = sorted([*others, entry], key=lambda e: e.number)
            writes[MAIL_INDEX] = mail_index_text(listed).encode()
            writes.update(game.missing_ignore_file())
            removes = []
            if earlier is not None:
                # It was refused, and what was amiss has been put right since.
                removes = [earlier.file, _reason_file(earlier.file)]
            elif entry.refused:
                reason = game.words.say(f"problems.{entry.refused}") + "\n"
                writes[_reason_file(entry.file)] = reason.encode()
            journal.commit(game.folder, writes, [r for r in removes if r not in writes])
            return TakenMail(origin.shown, True, entry)

    def _is_twice(self, entries: list[Entry], mail: Mail) -> bool:
        """Whether a mail was taken before and only came by another way, or once more.

        Its name alone proves nothing: anybody can write it.
        """
        for entry in entries:
            if entry.refused or not mail.message_id or entry.message_id != mail.message_id:
                continue
            path = self.game.folder / entry.file
            before = read_mail(path.read_bytes()) if path.is_file() else Mail()
            same = (before.sender, before.subject, before.text)
            if same == (mail.sender, mail.subject, mail.text):
                return True
        return False


def _reason_file(file: str) -> str:
    return file.removesuffix(".eml") + ".txt"
