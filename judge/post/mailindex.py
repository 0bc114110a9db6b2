"""The account of every mail received: `private/mail/index.yaml`.

It says when the server took a mail in, what became of it, and which sheets came out of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from judge import yamlfiles
from judge.gamefiles import Game
from judge.post.calendar import instant, stamp
from judge.post.deadlines import Days
from judge.problems import Problem, Unreadable
from judge.yamlfiles import scalar

MAIL_INDEX = "private/mail/index.yaml"


@dataclass(frozen=True, slots=True)
class Part:
    """What a mail said for one power.

    power: its key, empty where nobody knows. phase: the code of the phase it is for. sheet: the
    hash of the sheet, empty where there was none; number: the one it is kept under. refused: a
    problem's code, empty where it was taken.
    """

    power: str
    phase: str = ""
    number: int = 0
    sheet: str = ""
    is_final: bool = False
    has_press: bool = False
    absent: Days | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One mail.

    received: when the last server took it in, None where none said. file: where it is kept, byte
    for byte. refused: why nothing of it counts, empty where something does. during: the code of
    the phase that was to be ruled when it was taken.
    """

    number: int
    sha256: str
    message_id: str
    received: datetime | None
    file: str
    refused: str
    during: str
    parts: tuple[Part, ...]


def read_mail_index(game: Game) -> list[Entry]:
    """Every mail received, in the order it was taken in. Raises Unreadable where it is damaged."""
    if not game.exists(MAIL_INDEX):
        return []
    shown = game.path_shown(MAIL_INDEX)
    raw = yamlfiles.parse(game.read_bytes(MAIL_INDEX), shown)
    try:
        return [_entry(row) for row in raw or []]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        details = {"part": "mail", "value": str(error)[:60]}
        raise Unreadable([Problem("game-value", file=shown, details=details)]) from None


def _entry(row: dict[str, Any]) -> Entry:
    return Entry(
        number=int(row["number"]),
        sha256=str(row["sha256"]),
        message_id=str(row["message_id"]),
        received=instant(str(row["received"])) if row["received"] else None,
        file=str(row["file"]),
        refused=str(row["refused"]),
        during=str(row["during"]),
        parts=tuple(_part(part) for part in row["parts"]),
    )


def _part(row: dict[str, Any]) -> Part:
    absent: Days | None = None
    if row.get("absent"):
        first, _, last = str(row["absent"]).partition("..")
        absent = date.fromisoformat(first), date.fromisoformat(last)
    return Part(
        power=str(row["power"]),
        phase=str(row["phase"]),
        number=int(row["number"]),
        sheet=str(row["sheet"]),
        is_final=bool(row.get("final", False)),
        has_press=bool(row.get("press", False)),
        absent=absent,
        refused=str(row["refused"]),
    )


def mail_index_text(entries: Iterable[Entry]) -> str:
    """The text of the account."""
    out: list[str] = []
    for entry in entries:
        received = stamp(entry.received) if entry.received else ""
        out += [
            f"- number: {entry.number}",
            f"  sha256: {scalar(entry.sha256)}",
            f"  message_id: {scalar(entry.message_id)}",
            f"  received: {scalar(received)}",
            f"  file: {scalar(entry.file)}",
            f"  refused: {scalar(entry.refused)}",
            f"  during: {entry.during}",
            "  parts:" + ("" if entry.parts else " []"),
        ]
        out += [f"    - {{{_part_text(part)}}}" for part in entry.parts]
    return "\n".join(out) + "\n" if out else "[]\n"


def _part_text(part: Part) -> str:
    said = [
        f"power: {scalar(part.power)}",
        f"phase: {scalar(part.phase)}",
        f"number: {part.number}",
        f"sheet: {scalar(part.sheet)}",
        f"refused: {scalar(part.refused)}",
    ]
    if part.is_final:
        said.append("final: true")
    if part.has_press:
        said.append("press: true")
    if part.absent:
        said.append(f'absent: "{part.absent[0]}..{part.absent[1]}"')
    return ", ".join(said)


def sheet_time(entries: Iterable[Entry], power: str, sheet: str) -> datetime | None:
    """When the last mail came that brought a power's sheet; None where none did, or none says."""
    times = [
        entry.received
        for entry in entries
        for part in entry.parts
        if (part.power, part.sheet, part.refused) == (power, sheet, "") and entry.received
    ]
    return max(times, default=None)


def press_time(entries: Iterable[Entry], power: str, phase: str) -> datetime | None:
    """When the last mail came that brought a power's press for a phase."""
    times = [
        entry.received
        for entry in entries
        for part in entry.parts
        if (part.power, part.phase, part.refused) == (power, phase, "")
        and part.has_press
        and entry.received
    ]
    return max(times, default=None)


def is_final(entries: Sequence[Entry], power: str, phase: str, sheet: str) -> bool:
    """Whether a power said that its sheet for a phase is final.

    sheet: the hash of the one that counts. A word sent alone is about the sheet that came before
    it; a sheet sent after it takes it back.
    """
    final = False
    for entry in in_order(entries):
        for part in entry.parts:
            if (part.power, part.phase, part.refused) != (power, phase, ""):
                continue
            if part.sheet == sheet:
                final = part.is_final
            elif not part.sheet and part.is_final:
                final = True
    return final


def in_order(entries: Iterable[Entry]) -> list[Entry]:
    """The mails as the servers took them in; those that no server stamped come where they stand."""
    out: list[Entry] = []
    latest: datetime | None = None
    keyed = []
    for number, entry in enumerate(entries):
        at = entry.received or latest
        latest = max(latest, at) if latest and at else at
        keyed.append((at is not None, at, number, entry))
    keyed.sort(key=lambda k: (k[0], k[1].timestamp() if k[1] else 0.0, k[2]))
    out.extend(entry for *_, entry in keyed)
    return out


def absences(entries: Iterable[Entry], powers: Iterable[str]) -> list[tuple[str, Days]]:
    """The days on which some powers said they are away."""
    wanted = set(powers)
    return [
        (part.power, part.absent)
        for entry in entries
        for part in entry.parts
        if part.absent is not None and part.power in wanted and not part.refused
    ]
