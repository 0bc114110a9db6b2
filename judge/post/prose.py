"""What people write around their orders: greetings, remarks, thanks.

It is nobody's order, and it must not be published with the sheet: it is cut, and the receipt says
so. A line that begins as an order does stays, however badly it goes on.
"""

import re
from collections.abc import Sequence

from judge.names import fold
from judge.post.cleaning import Cleaned, Cut, Why
from judge.sheets.conditions import condition_of
from judge.sheets.grammar import LANGUAGES
from judge.sheets.headers import Section, fields_of
from judge.sheets.publishing import is_secret
from judge.sheets.reading import Reader
from judge.sheets.scopes import scopes
from judge.sheets.tokens import BAD, LINE_LIMIT, Tok, scan

_BEGINS_AS_ORDER = re.compile(r"\s*(?:[-+*•·>(]\s*)?(?:[AF]|[af](?= [^\W\d_]{3}\b)|\+|-)[\s.:-]")
_UNIT_WORDS = re.compile(r"\s*(?:[-+*•]\s*)?(?:armee|flotte|army|fleet|construi|build|demantel)")
_CLOSING = re.compile(r"[\s\-_*]*(?:[aà] (?:bientot|demain|plus|toute|tres|la prochaine|suivre)\b)")

UNKNOWN_WORDS = 3
"""From how many words that mean nothing on a line is a remark, whatever else it names.

A line that begins as an order does may have more, if half of it is understood.
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
    condition = condition_of(line)
    if condition is not None and condition[0].verb:
        return False
    tokens, unknown = _understood(line, reader)
    if _BEGINS_AS_ORDER.match(line) or _UNIT_WORDS.match(fold(line)):
        return unknown > UNKNOWN_WORDS and 2 * unknown > len(tokens)
    if not tokens or unknown >= UNKNOWN_WORDS:
        return True
    if condition is not None:
        return False
    read = reader.read(line.encode("utf-8", "surrogatepass"), "")
    if read.entries or not read.problems:
        return False
    return unknown > 0 and not any(token.type == "PLACE" for token in tokens)


def _understood(line: str, reader: Reader) -> tuple[list[Tok], int]:
    """A line's words in the language that knows more of them, and how many mean nothing there."""
    found: tuple[list[Tok], int] | None = None
    for language in LANGUAGES:
        tokens = scan(line[:LINE_LIMIT], reader.vocabulary(language))
        unknown = sum(token.type == BAD for token in tokens)
        if found is None or unknown < found[1]:
            found = tokens, unknown
    assert found is not None
    return found
