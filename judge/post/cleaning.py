"""What of a mail's text its sender wrote for the judge: quoted mails, signatures, footers go.

Whatever is cut away is told, so that a player sees it in the receipt. A line that stays keeps its
number: those that go leave an empty line.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from judge.names import fold


class Why(StrEnum):
    """Why a line of a mail is no part of a sheet."""

    QUOTED = "quoted"
    SIGNATURE = "signature"
    FOOTER = "footer"
    FORWARDED = "forwarded"
    PROSE = "prose"
    UNREAD = "unread"
    """Attachments that are no text: their names."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Lines that stood together and were cut away, for one reason."""

    why: Why
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A mail's lines without what is not its own, and what was cut away, in order."""

    lines: tuple[str, ...]
    cuts: tuple[Cut, ...]


_PASSED_ON = re.compile(r"(?:\[[^\]]*\]\s*|re\s*:\s*)*(?:tr|transf|fwd?)\s*:")


def passes_on(subject: str) -> bool:
    """Whether a subject says that its mail passes another one on: ``Tr: …``, ``Fwd: …``."""
    return _PASSED_ON.match(fold(subject)) is not None


LINES_LIMIT = 5_000
LINE_LIMIT = 400
"""Longest line that can be a mark, in characters."""

_WROTE = re.compile(
    r"(?:le|on|il|em|am|op) .{6,200}?\b"
    r"(?:a ecrit|ecrivait|wrote|ha scritto|escribio|schrieb)\b.{0,3}:?"
    r"|.{3,120}<[^<>\s]+@[^<>\s]+>.{0,40}\b(?:a ecrit|ecrivait|wrote) ?:"
    r"|.{0,80}\b(?:a ecrit|wrote) ?:"
    r"|(?:quoting|selon|citando) .{3,120}<[^<>\s]+@[^<>\s]+> ?:"
)
_WROTE_BEGINS = re.compile(r"(?:le|on) .*\d")
_WROTE_ENDS = re.compile(r".{0,120}\b(?:a ecrit|ecrivait|wrote) ?:")
_ORIGINAL = re.compile(
    r"[-_*> ]*(?:message d'origine|message original|mail original|original message"
    r"|ursprungliche nachricht)[-_* :]*"
)
_FORWARDED = re.compile(
    r"[-_*> ]*(?:message transfere|message reexpedie|forwarded message|mail transfere"
    r"|debut du message (?:transfere|reexpedie)|begin forwarded message)"
    r"[-_* :]*(?:(?:par|by|de) .*)?"
)
_FIELD = re.compile(
    r"\*?(?:de|from|message du|envoye|sent|date|a|to|cc|cci|copie a|pour|objet|sujet|subject"
    r"|repondre a|reply-to|importance)"
    r"\*? ?:\*?(?: .*)?"
)
_SENT_FROM = re.compile(
    r"(?:envoye|provenance|sent|expedie|ecrit)"
    r" (?:de|d'|a partir d(?:e|')|depuis|from|via|avec|with|par)"
    r" ?(?:mon|ma|my|un|une|a|courriel|outlook|gmail|yahoo|orange|free|laposte|proton|l'application"
    r"|mail|bluemail|the|la|le)\b.{0,100}"
    r"|(?:telecharger|obtenez|get|download) (?:outlook|bluemail|yahoo|the all-new).{0,80}"
    r"|garanti sans virus.{0,60}|virus-free.{0,60}"
    r"|(?:cet? e-?mail|ce courriel|ce message) a ete (?:verifie|envoye).{0,100}"
)
_RULE = re.compile(r"[-~_=. ]{5,}>?|-~|--~|~-|[-~_=]{8,} .{3,60} [-~_=]{3,}.{0,5}")
_FOOTER = re.compile(
    r"(?:vous recevez ce (?:message|courriel|mail)|vous avez recu ce|you received this message)"
    r"\b.*"
    r"|(?:pour (?:vous |se )?desabonner|pour resilier|to unsubscribe|se desinscrire)\b.*"
    r"|.{0,40}(?:mailing list|liste de diffusion)\b.*"
)


def cleaned(text: str, is_forward: bool = False) -> Cleaned:
    """Cut a mail's text.

    is_forward: whether its subject says that it passes a mail on (``Tr:``); then a mail below it
    is the one meant.
    """
    lines = text.split("\n")[:LINES_LIMIT]
    marks = [_folded(line) for line in lines]
    whys: list[Why | None] = [None] * len(lines)
    at = 0
    while at < len(lines):
        if whys[at] is None:
            at = _mark(lines, marks, whys, at, is_forward)
        else:
            at += 1
    kept = tuple("" if why else line.rstrip() for line, why in zip(lines, whys, strict=True))
    return Cleaned(kept, _cuts(lines, whys))


def _folded(line: str) -> str:
    return " ".join(fold(line).replace("’", "'").split()) if len(line) <= LINE_LIMIT else ""


def _mark(
    lines: list[str], marks: list[str], whys: list[Why | None], at: int, is_forward: bool
) -> int:
    """Say of the line at a place, and of those that go with it, why they go; the next place."""
    line, mark = lines[at], marks[at]
    rest = range(at, len(lines))
    if line.lstrip().startswith(">"):
        whys[at] = Why.QUOTED
        return at + 1
    if line in ("-- ", "--") and not _is_before_quote(lines, at):
        return _signature(lines, marks, whys, at)
    if _FORWARDED.fullmatch(mark):
        whys[at] = Why.FORWARDED
        return _fields(marks, whys, at + 1)
    wrote = _wrote(lines, marks, at)
    if wrote:
        for n in range(at, at + wrote):
            whys[n] = Why.QUOTED
        return at + wrote
    if _ORIGINAL.fullmatch(mark) or _is_reply_header(marks, at):
        start = at + 1 if _ORIGINAL.fullmatch(mark) else at
        if is_forward and not any(lines[n].strip() and whys[n] is None for n in range(at)):
            whys[at] = Why.FORWARDED
            return _fields(marks, whys, start)
        for n in rest:
            whys[n] = Why.QUOTED
        return len(lines)
    if _SENT_FROM.fullmatch(mark):
        whys[at] = Why.SIGNATURE
        return at + 1
    if (_FOOTER.fullmatch(mark) or _RULE.fullmatch(mark)) and _is_foot(lines, marks, at):
        for n in rest:
            whys[n] = Why.FOOTER
        return len(lines)
    return at + 1


def _is_before_quote(lines: list[str], at: int) -> bool:
    """A rule above a quotation is no signature."""
    return at + 1 < len(lines) and lines[at + 1].lstrip().startswith(">")


def _signature(lines: list[str], marks: list[str], whys: list[Why | None], at: int) -> int:
    """A signature reaches to the end, or to where another mail begins."""
    while at < len(lines):
        mark = marks[at]
        ends = lines[at].startswith(">") or _FORWARDED.fullmatch(mark) or _ORIGINAL.fullmatch(mark)
        if ends or _wrote(lines, marks, at) or _is_reply_header(marks, at):
            return at
        whys[at] = Why.SIGNATURE
        at += 1
    return at


def _wrote(lines: list[str], marks: list[str], at: int) -> int:
    """How many lines say who wrote what is quoted below: mailers cut them anywhere."""
    if not marks[at]:
        return 0
    below = next((line for line in lines[at + 1 : at + 5] if line.strip()), "")
    if _WROTE.fullmatch(marks[at]):
        return 1
    if not _WROTE_BEGINS.match(marks[at]) or not below:
        return 0
    for more in (1, 2):
        joined = " ".join(marks[at : at + more + 1])
        if at + more < len(lines) and _WROTE_ENDS.fullmatch(marks[at + more]):
            return more + 1 if _WROTE.fullmatch(joined) else 0
    return 0


def _is_reply_header(marks: list[str], at: int) -> bool:
    """``De :``, ``Envoyé :``, ``À :``, ``Objet :``: Outlook puts them above the mail answered."""
    if not re.match(r"\*?(?:de|from|message du) ?:", marks[at]):
        return False
    names = {
        re.split(r" ?:", mark)[0].strip("*")
        for mark in marks[at : at + 8]
        if _FIELD.fullmatch(mark)
    }
    dates, subjects = {"envoye", "sent", "date", "message du"}, {"objet", "sujet", "subject"}
    return bool(names & dates and names & (subjects | {"a", "to"}))


def _fields(marks: list[str], whys: list[Why | None], at: int) -> int:
    """The header of a mail passed on goes; what it says stays."""
    while at < len(marks) and (not marks[at] or _FIELD.fullmatch(marks[at])):
        if marks[at]:
            whys[at] = Why.FORWARDED
        at += 1
    return at


def _is_foot(lines: list[str], marks: list[str], at: int) -> bool:
    """A rule is a footer's only when words of a list follow it, and few lines."""
    if not _RULE.fullmatch(marks[at]):
        return len(lines) - at <= 30
    below = [mark for mark in marks[at + 1 :] if mark]
    return len(below) <= 25 and any(_FOOTER.fullmatch(mark) for mark in below)


def _cuts(lines: list[str], whys: list[Why | None]) -> tuple[Cut, ...]:
    cuts: list[Cut] = []
    before: Why | None = None
    for line, why in zip(lines, whys, strict=True):
        if why is not None and line.strip():
            said = line.strip()[:LINE_LIMIT]
            if why is before:
                cuts[-1] = Cut(why, (*cuts[-1].lines, said))
            else:
                cuts.append(Cut(why, (said,)))
        if line.strip():
            before = why
    return tuple(cuts)
