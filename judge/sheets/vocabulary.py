"""The words a sheet may use on a board: its names and codes, and the grammar's own words.

All of them stand in one tree of words, so that the longest reading wins: ``Mer du Nord`` before
``Mer``, ``par convoi`` before ``Par``. Nothing is matched by prefix.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from judge.board import Board
from judge.names import nearest, words

SUGGESTED_WORDS = 300
"""How many unknown words suggestions are looked for; a sheet has a handful, an attack thousands."""


class PowerWord(NamedTuple):
    """A power's name, or its adjective."""

    power: int
    is_adjective: bool


class PlaceWord(NamedTuple):
    """What a name could mean, and the coast glued to it, if any."""

    candidates: tuple[int, ...]
    coast: str | None = None


@dataclass
class Node:
    """A point in the tree of words: what ends here, and what may follow."""

    place: PlaceWord | None = None
    power: PowerWord | None = None
    keyword: str | None = None
    next: dict[str, "Node"] = field(default_factory=dict)

    @property
    def is_end(self) -> bool:
        """Whether the words so far mean something."""
        return bool(self.place or self.power or self.keyword)


class Vocabulary:
    """The words of one board in one language and code table.

    root: the tree of names and keywords. coasts: words of a coast -> its key; bare_coasts: those
    that need no parentheses. places, powers: spelled words -> what to suggest.
    """

    def __init__(
        self, board: Board, language: str, table: str, keywords: Mapping[str, Iterable[str]]
    ) -> None:
        self.board = board
        self.language = language
        self.table = table
        self.root = Node()
        self.coasts = _coast_words(board, language)
        self.places = _place_words(board, language, table)
        self.powers = _power_words(board, language)
        self.initials = _initials(board, language)
        self._nearest: dict[str, tuple[str, ...]] = {}
        for terminal, spelled in keywords.items():
            for text in spelled:
                self._at(words(text)).keyword = terminal
        for key, power in self.powers.items():
            self._at(key).power = power
        glued = {c for c, key in self.coasts.items() if len(c) == 1 and len(c[0]) == 2 and key}
        for key, candidates in self.places.items():
            self._at(key).place = PlaceWord(candidates)
            if len(key) == 1 and any(board.provinces[p].coasts for p in candidates):
                for (code,) in glued:
                    coast = self.coasts[(code,)]
                    self._at((key[0] + code,)).place = PlaceWord(candidates, coast)

    def _at(self, key: tuple[str, ...]) -> Node:
        node = self.root
        for word in key:
            node = node.next.setdefault(word, Node())
        return node

    @cached_property
    def _shown_by_spelling(self) -> dict[str, str]:
        return {" ".join(key): self.shown(found[0]) for key, found in self.places.items()}

    def nearest(self, word: str) -> tuple[str, ...]:
        """The provinces whose names are nearest to an unknown word, as a message shows them."""
        if word not in self._nearest:
            if len(self._nearest) >= SUGGESTED_WORDS:
                return ()
            self._nearest[word] = nearest(word, self._shown_by_spelling)
        return self._nearest[word]

    def shown(self, province: int) -> str:
        """A province as a message shows it: ``Gal (Galicie)``."""
        facts = self.board.provinces[province]
        code = facts.codes.get(self.table, facts.key)
        return f"{code} ({facts.names[self.language].name})"


def _coast_words(board: Board, language: str) -> dict[tuple[str, ...], str]:
    """The words of every coast, the sheet's language before the other."""
    found: dict[tuple[str, ...], str] = {}
    for name in _language_first(board.coast_words, language):
        for coast, spelled in board.coast_words[name].items():
            for text in spelled:
                found.setdefault(words(text), coast)
    return found


def _language_first(languages: Iterable[str], language: str) -> list[str]:
    return sorted(languages, key=lambda name: (name != language, name))


def _place_words(board: Board, language: str, table: str) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Each spelling and the provinces it could mean.

    The first of these to know a word decides: the game's code table; the language's names; its
    declared ambiguities; every other table and language. Two provinces there are two readings.
    """
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    tiers: list[dict[tuple[str, ...], list[int]]] = [{}, {}, {}, {}]

    def claim(tier: int, text: str, province: int) -> None:
        claimed = tiers[tier].setdefault(words(text), [])
        if province not in claimed:
            claimed.append(province)

    for n, province in enumerate(board.provinces):
        for name, code in province.codes.items():
            claim(0 if name == table else 3, code, n)
        for name, text in province.table_names.items():
            claim(0 if name == table else 3, text, n)
        claim(3, province.key, n)
        for name, spelled in province.names.items():
            for text in (spelled.name, *spelled.also):
                claim(1 if name == language else 3, text, n)
    for word, provinces in board.ambiguous.get(language, {}).items():
        for n in provinces:
            claim(2, word, n)
    for tier in tiers:
        for key, claimed in tier.items():
            if key:
                found.setdefault(key, tuple(claimed))
    return found


def _power_words(board: Board, language: str) -> dict[tuple[str, ...], PowerWord]:
    found: dict[tuple[str, ...], PowerWord] = {}
    for name in _language_first(("fr", "en"), language):
        for n, power in enumerate(board.powers):
            spelled = power.names[name]
            for text in (spelled.name, power.key, *spelled.also):
                found.setdefault(words(text), PowerWord(n, False))
            for text in power.adjectives[name]:
                found.setdefault(words(text), PowerWord(n, True))
    return found


def _initials(board: Board, language: str) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for n, power in enumerate(board.powers):
        initial = words(power.names[language].name)[0][0]
        found[initial] = (*found.get(initial, ()), n)
    return found
