"""The table of every reason code with its sentences, as the documents print it.

``python -m tests.explaining.reasons_table`` writes ``docs/reasons.md`` anew.
"""

from judge.explaining.telling import sentence
from judge.phrasing import Places
from judge.words import Words, words
from tests.boards import ROOT, europe

TARGET = ROOT / "docs" / "reasons.md"

_HEAD = """\
# Every reason, in both languages

A ruling's reasons are data: a code that never changes, who caused it, the forces counted. The
catalogues have two sentences for each code: a short one, which follows an order's result in a
report, and a whole one, which `judge explain` and the pages use. Here they are for A Par, the place
Galicie, and A Mun (and F Kie, where several make a difference), two against one.
"""


def shown(language: str) -> Words:
    """A language's catalogue."""
    return words(language)


def short(spoken: Words, code: str) -> str:
    """The sentence of a report."""
    return spoken.say(f"reasons.{code}", by=["A Mun"], a=2, b=1, place="Gal")


def whole(spoken: Words, code: str) -> list[str]:
    """The whole sentence; several where it depends on how many units caused it."""
    galicia = europe().province_numbers["Gal"]
    places = Places(europe(), spoken.language)
    found = []
    for by in ([], ["A Mun"], ["A Mun", "F Kie"]):
        orders = [f"{unit} - Par" for unit in by]
        facts: dict[str, object] = {
            "unit": "A Par",
            "by": by,
            "orders": orders,
            "order": "A Par S A Bou",
            "a": 2,
            "b": 1,
        }
        found.append(sentence(spoken, code, places, galicia, len(by), **facts))
    forms = spoken.find(f"why.{code}")
    wanted = [n for n, form in enumerate(("none", "one", "many")) if form in forms]
    return [found[1]] if isinstance(forms, str) else [found[n] for n in wanted]


def codes() -> list[str]:
    """Every code, in the catalogue's order."""
    return list(words("fr").find("reasons"))


def table() -> str:
    """The whole document."""
    out = [_HEAD, "| code | français | English |", "| --- | --- | --- |"]
    for code in codes():
        cells = []
        for language in ("fr", "en"):
            spoken = words(language)
            cells.append("<br>".join([f"*{short(spoken, code)}*", *whole(spoken, code)]))
        out.append(f"| `{code}` | {cells[0]} | {cells[1]} |")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    TARGET.write_text(table(), "utf-8", newline="\n")
