"""A line of a sheet as tokens: names found, keywords named, several orders on a line cut apart."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from judge.names import fold
from judge.sheets.vocabulary import Node, PlaceWord, PowerWord, Vocabulary
from judge.sheets.written import Place

LINE_LIMIT = 2_000
"""Longest line read, in characters; the longest order with all its words is below two hundred."""

_MARKS = {
    **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    **dict.fromkeys("’‘‛ʼ´`′＇", "'"),
    **dict.fromkeys("“”„«»", '"'),
    "→": "->",
    "⇒": "=>",
    "…": "...",
    "：": ":",
}

_SCAN = re.compile(
    r"""
      (?P<claim>\(\*.*?\*\)|\(a\))
    | (?P<arrow>-=>|==>|=>|-{1,2}>(?!>)|-{1,3}(?!>)|[:=])
    | (?P<word>[^\W\d_]+)
    | (?P<number>\d+)
    | (?P<gap>\s{2,}|\t)
    | (?P<skip>\s|[.'"()\[\]*•·●▪◦])
    | (?P<mark>[+,;/])
    | (?P<bad>.)
    """,
    re.VERBOSE,
)


class Tok(NamedTuple):
    """One token: its terminal in the grammar, its value, and where it stands (column from 1)."""

    type: str
    value: Any
    text: str
    column: int
    after_gap: bool = False


BAD = "BAD"
"""The type of a token that means nothing: an unknown word or sign, which is its value."""


def folded(line: str) -> tuple[str, list[int] | range]:
    """A line folded for reading, and the place in the original of each of its characters.

    Accents and invisible characters go, dashes and quotes become the plain ones.
    """
    if line.isascii() and line.isprintable():
        return line.lower(), range(len(line))
    out: list[str] = []
    columns: list[int] = []
    for column, c in enumerate(line):
        if c in _MARKS:
            plain = _MARKS[c]
        elif c.isspace():
            plain = "\t" if c == "\t" else " "
        else:
            category = unicodedata.category(c)
            plain = "" if category in ("Cf", "Mn", "Cc", "Cs") else _plain(c)
        out.append(plain)
        columns.extend([column] * len(plain))
    return "".join(out), columns


@cache
def _plain(c: str) -> str:
    return "".join(_MARKS.get(x, x) for x in fold(c))


class _Scanner:
    """Reads one folded line from left to right."""

    def __init__(self, line: str, vocabulary: Vocabulary) -> None:
        self.line = line
        self.folded, self.columns = folded(line)
        self.vocabulary = vocabulary
        self.parts = list(_SCAN.finditer(self.folded))
        self.tokens: list[Tok] = []

    def original(self, start: int, end: int) -> tuple[str, int]:
        """The original text of a stretch, and its column from 1."""
        first = self.columns[start]
        last = self.columns[end - 1] if end > start else first
        return self.line[first : last + 1], first + 1

    def scan(self) -> None:
        """Find every token of the line."""
        n = 0
        gap = False
        while n < len(self.parts):
            part = self.parts[n]
            group = part.lastgroup
            if group == "gap":
                gap = True
                n += 1
                continue
            if group == "skip":
                n += 1
                continue
            n = self._word(n, gap) if group == "word" else self._mark(n, gap)
            gap = False

    def _emit(self, kind: str, value: Any, start: int, end: int, gap: bool) -> None:
        text, column = self.original(start, end)
        self.tokens.append(Tok(kind, value, text, column, gap))

    def _mark(self, n: int, gap: bool) -> int:
        part = self.parts[n]
        start, end = part.span()
        group, text = part.lastgroup, part.group()
        if group == "bad":
            self._emit(BAD, "unknown-sign", start, end, gap)
        elif group == "number":
            self._emit("NUMBER", int(text) if len(text) < 10 else 10**9, start, end, gap)
        elif group == "claim":
            self._emit("CLAIM", text, start, end, gap)
        elif group == "arrow":
            self._emit("ARROW", {":": "fails", "=": "succeeds"}.get(text, ""), start, end, gap)
        else:
            past = self._coast(n + 1, n, anywhere=True) if text == "/" else 0
            if past:
                return past
            self._emit("PLUS" if text == "+" else "SEPARATOR", text, start, end, gap)
        return n + 1

    def _word(self, n: int, gap: bool) -> int:
        last = self.tokens[-1] if self.tokens else None
        if last is not None and last.type == "PLACE" and last.value.coast is None:
            bracket = n > 0 and self.parts[n - 1].group() == "("
            provinces = self.vocabulary.board.provinces
            has_coasts = all(provinces[p].coasts for p in last.value.candidates)
            past = self._coast(n, n, anywhere=bracket or has_coasts)
            if past:
                return past
        node, past = self._longest(n)
        part = self.parts[n]
        if node is None:
            following = self.folded[part.end() : part.end() + 1]
            if following == "'" and part.group() in ("d", "l", "s"):
                return n + 1
            self._emit(BAD, "unknown-word", *part.span(), gap)
            return n + 1
        start, end = part.start(), self.parts[past - 1].end()
        if node.place is not None and node.keyword == "FILLER" and self._is_small_word(past):
            return past
        if node.place is not None and self._is_power(node.power, n, past):
            self._emit("POWER", node.power, start, end, gap)
        elif node.place is not None:
            self._emit("PLACE", self._place(node.place, start, end), start, end, gap)
        elif node.power is not None:
            self._emit("POWER", node.power, start, end, gap)
        elif node.keyword != "FILLER":
            if part.group() in ("d", "l", "s") and self.folded[end : end + 1] == "'":
                return past
            self._emit(str(node.keyword), part.group(), start, end, gap)
        return past

    def _is_small_word(self, n: int) -> bool:
        """Whether a word that is also a place's says nothing: ``mon A Par``, ``mon armée``."""
        last = self.tokens[-1].type if self.tokens else ""
        if last in ("ARMY", "FLEET", "ARROW", "MINUS", "_MOVE", "_RETREAT"):
            return False
        node, _ = self._longest(self._over_joint(n))
        return node is not None and node.keyword in ("ARMY", "FLEET")

    def _is_power(self, power: PowerWord | None, n: int, past: int) -> bool:
        """Whether a name that is a power's and a province's stands for the power.

        It does as a heading, alone on its line or before a colon (``Rome:``); in parentheses after
        a unit (``A Vin (Rome)``); and between the word for a support or a convoy and the letter of
        a unit (``S Rome A Vin``).
        """
        if power is None or power.is_adjective:
            return False
        after = self.folded[self.parts[past - 1].end() :]
        if not self.tokens or not any(token.text.strip("=:") for token in self.tokens):
            return after.lstrip(" ").startswith(":") or not after.strip(" \t.=*_:")
        last = self.tokens[-1].type
        if last == "PLACE":
            return self.parts[n - 1].group() == "(" and after.startswith(")")
        following, _ = self._longest(self._over_joint(past))
        is_letter = following is not None and following.keyword in ("ARMY", "FLEET")
        return last in ("_SUPPORT", "_CONVOY") and is_letter

    def _place(self, word: PlaceWord, start: int, end: int) -> Place:
        text, column = self.original(start, end)
        return Place(word.candidates, word.coast, text, column, len(text))

    def _longest(self, n: int) -> tuple[Node | None, int]:
        """The longest name or keyword that starts at a word, and the part after it."""
        node = self.vocabulary.root
        found: Node | None = None
        past = n
        while n < len(self.parts):
            following = node.next.get(self.parts[n].group())
            if following is None:
                break
            node = following
            n += 1
            if node.is_end:
                found, past = node, n
            n = self._over_joint(n)
        return found, past

    def _over_joint(self, n: int) -> int:
        """Past what may join two words of a name: a space, a dot, a hyphen or an apostrophe."""
        joint = ""
        while n < len(self.parts) and self.parts[n].group() in (" ", ".", "-", "'"):
            joint += self.parts[n].group()
            n += 1
        return n if joint in (" ", ".", ". ", "-", "'", "' ", " '") else len(self.parts)

    def _coast(self, n: int, shown: int, anywhere: bool) -> int:
        """Read a coast after a place; the part after it, or 0 where there is none.

        anywhere: whether it stands in parentheses or after a slash, where ``nord`` is a coast too.
        """
        last = self.tokens[-1] if self.tokens else None
        if last is None or last.type != "PLACE" or last.value.coast is not None:
            return 0
        best = 0
        coast = ""
        key: tuple[str, ...] = ()
        here = n
        while here < len(self.parts) and len(key) < 3:
            part = self.parts[here]
            if part.lastgroup == "word":
                key = (*key, part.group())
                if key in self.vocabulary.coasts and (anywhere or _is_plain_coast(key)):
                    best, coast = here + 1, self.vocabulary.coasts[key]
            elif part.lastgroup != "skip" or part.group() in "()[]":
                break
            here += 1
        if best:
            place: Place = last.value
            start = self.parts[shown].start()
            text, column = self.original(start, self.parts[best - 1].end())
            length = column + len(text) - place.column
            whole = self.line[place.column - 1 : place.column - 1 + length]
            if best < len(self.parts) and self.parts[best].group() == ")" and "(" in whole:
                length += 1
                whole += ")"
            merged = Place(place.candidates, coast, whole, place.column, length)
            self.tokens[-1] = Tok("PLACE", merged, whole, last.column, last.after_gap)
        return best


def _is_plain_coast(key: tuple[str, ...]) -> bool:
    """Whether a coast's words are one even without parentheses: ``cs``, ``côte sud``."""
    return (len(key) == 1 and len(key[0]) == 2) or (len(key) == 2 and len(key[1]) > 1)


_NUMBERED = re.compile(r"\s*\d{1,2}\s?[.)]\s+")
"""A list's number before an order: ``2. A Mar - Esp``; a stack's count has no such dot."""


def scan(line: str, vocabulary: Vocabulary) -> list[Tok]:
    """The tokens of a line without its comment."""
    line = line.split("#", 1)[0]
    numbered = _NUMBERED.match(line)
    if numbered:
        line = " " * numbered.end() + line[numbered.end() :]
    scanner = _Scanner(line, vocabulary)
    scanner.scan()
    return scanner.tokens


_ENDS = frozenset(
    (
        "PLACE",
        "_HOLD",
        "CLAIM",
        "_BY_CONVOY",
        "_DISBAND",
        "_BUILD",
        "_REMOVE",
        "_WAIVE",
        "NUMBER",
        "_YIELD",
    )
)
"""Tokens after which an order can be complete."""

_VERBS_FIRST = frozenset(("_DISBAND", "_BUILD", "_REMOVE"))
"""Of these, the verbs that may also come before their unit: ``construit A Par``."""

VERBS = frozenset(
    ("ARROW", "_MOVE", "_SUPPORT", "_CONVOY", "_HOLD", "_RETREAT", "_DISBAND", "_LET_PASS")
)


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a line that holds one order, or only a heading.

    power: the power whose orders begin here, if a heading says so.
    """

    tokens: tuple[Tok, ...]
    power: PowerWord | None = None


def cut(tokens: list[Tok]) -> list[Segment]:
    """The orders of a line, cut at commas, semicolons, slashes, gaps and headings."""
    segments: list[Segment] = []
    current: list[Tok] = []
    heading: PowerWord | None = None
    fleeing = False

    def close() -> None:
        nonlocal heading, fleeing, current
        if current or heading is not None:
            segments.append(Segment(tuple(current), heading))
        current, heading, fleeing = [], None, False

    n = 0
    while n < len(tokens):
        token = tokens[n]
        following = tokens[n + 1] if n + 1 < len(tokens) else None
        if token.type == "SEPARATOR":
            after = tokens[n + 2].type if n + 2 < len(tokens) else ""
            if current and following is not None and following.type == "_RETREAT":
                # "A Par - Bou, retraite Gas": the retreat belongs to the order before it.
                n += 1
                continue
            in_list = fleeing and following is not None and following.type == "PLACE"
            if not (in_list and after not in VERBS):
                close()
            n += 1
            continue
        if current and _starts_order(token, following, current):
            close()
        if not current:
            past = _heading(tokens, n)
            if past:
                close()
                heading = token.value
                n = past
                continue
            if token.type == "ARROW" and token.text[0] not in ":=":
                if _is_bullet(tokens, n):
                    n += 1
                    continue
                token = Tok("MINUS", "", token.text, token.column)
        fleeing = fleeing or token.type == "_RETREAT"
        current.append(token)
        n += 1
    close()
    return segments


def _starts_order(token: Tok, following: Tok | None, current: list[Tok]) -> bool:
    """Whether a token begins another order: a unit or a heading where an order can be complete."""
    before = current[-1]
    if before.type not in _ENDS or (len(current) == 1 and before.type in _VERBS_FIRST):
        return False
    if token.type == "PLACE":
        # Without unit letters only a gap can tell: "Par - Bou  Bre - Man".
        verb_follows = following is not None and following.type in VERBS
        return token.after_gap and verb_follows and any(t.type in VERBS for t in current)
    unit_follows = following is not None and following.type in ("ARMY", "FLEET")
    if token.type in ("ARMY", "FLEET", "PLUS"):
        return before.type != "NUMBER"
    if token.type == "NUMBER":
        return unit_follows
    if token.type == "ARROW":
        return token.after_gap and unit_follows
    is_name = token.type == "POWER" and not token.value.is_adjective
    return is_name and (token.after_gap or unit_follows)


def _is_bullet(tokens: list[Tok], n: int) -> bool:
    """Whether a leading dash is a list's: what follows is an order, not only a unit to remove."""
    for token in tokens[n + 1 :]:
        if token.type == "SEPARATOR" or (token.after_gap and token.type in ("ARROW", "PLUS")):
            return False
        if token.type in VERBS:
            return True
    return False


def _heading(tokens: list[Tok], n: int) -> int:
    """Past a heading that starts at a token: a power's name, with or without a colon."""
    token = tokens[n]
    colon = n + 1 < len(tokens) and tokens[n + 1].text == ":"
    if token.type != "POWER" or (token.value.is_adjective and not colon):
        return 0
    return n + 2 if colon else n + 1
