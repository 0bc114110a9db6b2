"""Words and their folding: how two spellings are found to be the same name.

Case, accents, dots, hyphens and apostrophes do not count. Names are matched whole, never by prefix.
"""

import re
import unicodedata
from functools import lru_cache

WORD = re.compile(r"[^\W\d_]+|\d+")
"""A run of letters, or a run of digits: ``2A`` and ``vs2`` are two words each."""


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """`text` in lower case, without accents, compatibility forms replaced: ``Égée`` is ``egee``."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def words(text: str) -> tuple[str, ...]:
    """The folded words of a name: ``Mer d'Irlande`` is ``mer``, ``d``, ``irlande``."""
    return tuple(WORD.findall(fold(text)))


def slug(text: str) -> str:
    """A name for a file: lower case ASCII letters, digits and hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(text)))


def distance(a: str, b: str, limit: int) -> int:
    """The edit distance of two words, a swap counting once; ``limit + 1`` when larger."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, cb in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (ca != cb))
            if i > 1 and j > 1 and ca == b[j - 2] and a[i - 2] == cb:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def nearest(word: str, candidates: dict[str, str], count: int = 3) -> tuple[str, ...]:
    """At most `count` distinct values of `candidates` whose keys are nearest to `word`.

    candidates: folded spelling -> what to show. Ties are broken by the spelling, so that the answer
    is always the same.
    """
    if not 1 < len(word) <= 40:
        return ()
    limit = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    found: list[tuple[int, int, str, str]] = []
    for spelling, shown in candidates.items():
        d = distance(word, spelling, limit)
        if d <= limit and d < len(word):
            found.append((d, spelling[0] != word[0], spelling, shown))
        elif len(word) >= 4 and spelling.startswith(word):
            found.append((limit + 1, 0, spelling, shown))
    found.sort()
    out: list[str] = []
    for *_, shown in found:
        if shown not in out:
            out.append(shown)
    return tuple(out[:count])
