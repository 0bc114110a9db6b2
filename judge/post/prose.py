"""What people write around their orders: greetings, remarks, thanks.

It is nobody's order, and it must not be published with the sheet: it is cut, and the receipt says
so. A line that begins as an order does stays, however badly it goes on.
"""

import re
from collections.abc import Sequence

from judge.names import fold
from judge.post.cleaning import Cleaned, Cut, Why
from judge.sheets.conditions import condition_of
from judge.sheets.headers import Section, fields_of
from judge.sheets.publishing import is_secret
from judge.sheets.reading import Reader
from judge.sheets.scopes import scopes
from judge.sheets.tokens import BAD, LINE_LIMIT, scan

_BEGINS_AS_ORDER = re.compile(r"\s*(?:[-+*•·>(]\s*)?(?:[AF]|[af](?= [^\W\d_]{3}\b)|\+|-)[\s.:-]")
_UNIT_WORDS = re.compile(r"\s*(?:[-+*•]\s*)?(?:armee|flotte|army|fleet|construi|build|demantel)")
_CLOSING = re.compile(r"[\s\-_*]*(?:[aà] (?:bientot|demain|plus|toute|tres|la prochaine|suivre)\b)")

UNKNOWN_WORDS = 3
"""From how many words that mean nothing on a line is a remark, whatever else it names.

A line that begins as an order does may have twice as many slips.
"""


def without_prose(lines: Sequence[str], reader: Reader) -> Cleaned:
    """The lines that could be a sheet's, the others empty; and what was cut."""
    kept: list[str] = []
    cut: list[str] = []
    for line, scope in zip(lines, scopes(lines), strict=True):
        said = line[scope.start :]
        is_prose = (
            said.strip() != ""
            and scope.section is not Section.PRESS
            and not said.lstrip().startswith("#")
            and _is_prose(said, reader)
        )
        kept.append(line[: scope.start] if is_prose else line)
        if is_prose:
            cut.append(said.strip()[:400])
    return Cleaned(tuple(kept), (Cut(Why.PROSE, tuple(cut)),) if cut else ())


def _is_prose(line: str, reader: Reader) -> bool:
    if is_secret(line) or not any(c.isalnum() for c in line):
        return True
    if fields_of(line):
        return False
    if _CLOSING.match(fold(line)):
        return True
    tokens = scan(line[:LINE_LIMIT], reader.vocabulary(reader.language))
    unknown = sum(token.type == BAD for token in tokens)
    if _BEGINS_AS_ORDER.match(line) or _UNIT_WORDS.match(fold(line)):
        return unknown >= 2 * UNKNOWN_WORDS
    if not tokens or unknown >= UNKNOWN_WORDS:
        return True
    if condition_of(line):
        return False
    read = reader.read(line.encode("utf-8", "surrogatepass"), "")
    if read.entries or not read.problems:
        return False
    return unknown > 0 and not any(token.type == "PLACE" for token in tokens)
