"""Every reason code has its sentences in both languages; the document that lists them is new."""

import ast
import re

from judge.words import words
from tests.boards import ROOT
from tests.explaining.reasons_table import TARGET, codes, table, whole

_CODE = re.compile(r"[a-z]+(-[a-z0-9]+)+")


def codes_in_the_rules() -> set[str]:
    """Every code that a rule system could give: what stands quoted where reasons are made."""
    known = set(codes())
    found = set()
    for path in (ROOT / "judge" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and (_CODE.fullmatch(text) or text in known):
                found.add(text)
    # Point 10 makes four codes of the statuses it gives.
    return found | {f"convoy-{s}" for s in ("futile", "indomitable", "confused", "subverted")}


def test_every_code_of_the_rules_is_in_the_catalogues_and_no_other() -> None:
    made = codes_in_the_rules()
    for language in ("fr", "en"):
        for section in ("reasons", "why"):
            listed = set(words(language).find(section))
            assert listed - made == set(), (language, section)
            assert {c for c in made if c.split("-")[0] in _SUBJECTS} - listed == set()


_SUBJECTS = frozenset(
    (
        "advances",
        "attack",
        "beats",
        "build",
        "compatriot",
        "convoy",
        "defence",
        "dislodged",
        "dislodges",
        "head",
        "illegal",
        "outmatched",
        "remove",
        "retreat",
        "ring",
        "standoff",
        "support",
        "waive",
    )
)


def test_the_document_is_the_catalogues() -> None:
    """Run ``python -m tests.explaining.reasons_table`` after a change, and read it."""
    assert TARGET.read_text("utf-8") == table()


def test_whole_sentences_are_sentences() -> None:
    for language in ("fr", "en"):
        for code in codes():
            for text in whole(words(language), code):
                assert text[0].isupper() and text[-1] == ".", text
                assert "{" not in text and "  " not in text and ".." not in text, text


def test_french_has_no_missing_elision_and_no_missing_space() -> None:
    for code in codes():
        for text in whole(words("fr"), code):
            assert not re.search(r"\b(de|le|la|que|ne|se|si il) [aeiouéè]", text), text
            assert not re.search(r"[^ ][:;?!]", text), text
