"""What is said of each thing that can be wrong in a sheet: where, how bad, and what was meant."""

import ast
import json
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

import judge
from judge import boardfile, yamlfiles
from judge.position import opening
from judge.problems import Problem
from judge.report import diagnostics
from judge.sheets import interpreting, line, reading
from judge.sheets.interpreting import Interpreter
from judge.sheets.line import Options
from judge.sheets.reading import Reader
from judge.sheets.writing import Notation
from judge.words import LANGUAGES, words
from tests.sheets.test_forms import position_of

STRICT = Options(strict=True)
VOID = Options(two_orders_void=True)
STACKS = Options(stacks=True)


@dataclass(frozen=True)
class Said:
    """A sheet with ⟦ ⟧ around what the problem is about, and the problem.

    power: whose sheet it is. units: the board, the opening where it is empty. orders: how many of
    the power's units are ordered all the same. board: the map of a sheet without units of its own.
    """

    code: str
    text: str
    severity: str = "error"
    details: dict[str, Any] = field(default_factory=dict)
    near: tuple[str, ...] = ()
    power: str = "France"
    units: dict[str, list[str]] = field(default_factory=dict)
    options: Options | None = None
    orders: int = 0
    language: str = "fr"
    table: str = "guide"
    board: str = "europe"

    @property
    def sheet(self) -> str:
        return self.text.replace("⟦", "").replace("⟧", "")

    @property
    def place(self) -> tuple[int, int, int]:
        """The line, column and length that the marks show; none without marks."""
        for number, row in enumerate(self.text.split("\n"), 1):
            if "⟦" in row:
                start, end = row.index("⟦"), row.replace("⟦", "").index("⟧")
                return number, start + 1, max(1, end - start)
        return 0, 0, 1


def error(code: str, text: str, *near: str, **facts: Any) -> Said:
    said = {k: facts.pop(k) for k in (*SAID, "options") if k in facts}
    return Said(code, text, details=facts, near=near, **said)


def warning(code: str, text: str, *near: str, **facts: Any) -> Said:
    said = {k: facts.pop(k) for k in (*SAID, "options") if k in facts}
    said.setdefault("orders", 1)
    return Said(code, text, "warning", facts, near, **said)


SAID = ("power", "units", "orders", "language", "table", "board")

GALICIA = "Gal (Galicie)"
NORTH = ["Nge (Norvège)", "Nrd (Mer du Nord)", "Nvn (Mer de Norvège)", "Noi (Mer Noire)"]
LIV = ["LVN (Livonie)", "LPL (Liverpool)"]
SPAIN = {"France": ["F AtM", "A Par"]}
"""A fleet before both coasts of Spain."""

PROBLEMS = (
    # The lines themselves.
    error("unknown-word", "A Par - Bou\n⟦Chers⟧ amis", word="Chers", orders=1),
    error("unknown-word", "A Par ⟦attaqe⟧ Bou", word="attaqe"),
    error("unknown-province", "A Par - ⟦Galx⟧", GALICIA, word="Galx"),
    error("unknown-province", "A ⟦Pariss⟧ - Bou", "Par (Paris)", word="Pariss"),
    error("unknown-sign", "A Par - Bou ⟦?⟧", word="?"),
    error("unknown-power", "Puissance: ⟦Zut⟧\nA Par - Bou", word="Zut", orders=1),
    error("unknown-power", "⟦X⟧: A Par - Bou", word="X", readings=[], orders=1),
    error(
        "ambiguous-power",
        "  ⟦A⟧) A Ber - Kie",
        "Allemagne",
        "Angleterre",
        "Autriche",
        word="A",
        readings=["Allemagne", "Angleterre", "Autriche"],
        power="Allemagne",
        orders=1,
    ),
    error(
        "ambiguous-initial",
        "⟦R⟧ A Mos - Ukr",
        "Russie: A Mos - Ukr",
        word="R",
        readings=["Russie"],
        power="Russie",
    ),
    error("incomplete-order", "A Par -⟦⟧", word="-"),
    error("incomplete-order", "A Par S A Mar -⟦⟧  # Bou ?", word="-"),
    error("unexpected-word", "A Par - ⟦-⟧ Bou", word="-"),
    error("unexpected-word", "A Par S F Bre ⟦S⟧ A Mar", word="S"),
    # Whose order it is.
    Said(
        "other-powers-heading",
        "FRANCE\nA Par - Bou\nITALIE\n⟦A Rom - Tos⟧",
        details={"power": "Italie"},
        orders=1,
    ),
    error("not-your-unit", "A ⟦Mun⟧ - Bou", unit="A Mun", owner="Allemagne"),
    error("no-unit-there", "A ⟦Bou⟧ - Par", "A Par - Bou", place="Bou"),
    error("no-unit-there", "A ⟦Bou⟧ xxx", "F Bre", "A Mar", "A Par", place="Bou"),
    error("not-this-phase", "⟦A Par retraite Bou⟧"),
    error("not-this-phase", "  ⟦+ A Par⟧"),
    error("not-this-phase", "⟦renonce⟧"),
    error("count-refused", "2A ⟦Par⟧ - Bou", count=2),
    error("count-too-large", "2A ⟦Par⟧ - Bou", count=2, there=1, options=STACKS),
    error("count-too-large", "1000A ⟦Par⟧ - Bou", count=1000, there=1, options=STACKS),
    error(
        "count-too-large",
        "3A ⟦Par⟧ - Bou\nA Par - Pic",
        units={"France": ["A Par", "A Par", "F Bre"]},
        count=3,
        there=2,
        options=STACKS,
        orders=1,
    ),
    error("count-of-none", "0A ⟦Par⟧ - Bou", count=0, there=1, options=STACKS),
    error("count-refused", "A Par S 2A ⟦Mar⟧ - Bou", count=2),
    error(
        "letter-missing",
        "⟦Bre⟧ - Gas",
        "A Bre",
        "F Bre",
        units={"France": ["A Bre", "F Bre"]},
        place="Bre",
        options=STACKS,
    ),
    error(
        "unit-coast-missing",
        "F ⟦Esp⟧ - Por",
        "F Esp (cn)",
        "F Esp (cs)",
        units={"France": ["F Esp (cn)", "F Esp (cs)"]},
        unit="Esp",
        options=STACKS,
    ),
    warning(
        "ordered-over",
        "2A Par - Bou\n⟦2A Par - Pic⟧",
        units={"France": ["A Par", "A Par"]},
        unit="A Par",
        lost=1,
        lost_text="2A Par - Bou",
        options=STACKS,
        orders=2,
    ),
    warning(
        "ordered-over",
        "2A Par - Bou\n⟦A Par - Pic⟧",
        units={"France": ["A Par", "A Par"]},
        unit="A Par",
        lost=1,
        lost_text="2A Par - Bou",
        options=STACKS,
        orders=2,
    ),
    # Consents to pass.
    error("consent-unknown", "⟦accord Par⟧"),
    error("consent-unknown", "⟦Par laisse passer F⟧", options=STACKS),
    error(
        "consent-elsewhere",
        "accord ⟦Ank⟧",
        "Con",
        power="Turquie",
        place="Ank",
        options=STACKS,
        board="europe-diplo",
    ),
    error(
        "consent-elsewhere",
        "Con laisse passer F ⟦Bul⟧ - Egé",
        "Egé",
        "Noi",
        power="Turquie",
        place="Con",
        options=STACKS,
        board="europe-diplo",
    ),
    error(
        "not-your-unit",
        "⟦Con⟧ laisse passer F",
        unit="A Con",
        owner="Turquie",
        options=STACKS,
        board="europe-diplo",
    ),
    # Where it goes.
    error(
        "ambiguous-place", "A Ven - ⟦Nor⟧", *NORTH[:3], power="Italie", word="Nor", readings=NORTH
    ),
    error(
        "ambiguous-place",
        "F Nrd - ⟦Nor⟧",
        NORTH[0],
        NORTH[2],
        power="Angleterre",
        word="Nor",
        readings=[NORTH[0], NORTH[2]],
        units={"Angleterre": ["F Nrd"]},
    ),
    error(
        "ambiguous-place",
        "A ⟦Liv⟧ xxx",
        *LIV,
        word="Liv",
        readings=LIV,
        units={"Russie": ["A Lvn", "A Lvp"]},
        power="Russie",
        table="objectif",
    ),
    error(
        "unknown-coast",
        "F AtM - ⟦Esp (ce)⟧",
        "Esp (cn)",
        "Esp (cs)",
        place="Esp",
        coast="ce",
        units=SPAIN,
    ),
    error("route-not-water", "A Bre - ⟦Par⟧ - Bel", units={"France": ["A Bre"]}, place="Par"),
    error("route-broken", "A Bre - Man - ⟦Bal⟧ - Kie", units={"France": ["A Bre"]}, place="Bal"),
    error("route-broken", "A Bre - Man - ⟦Kie⟧", units={"France": ["A Bre"]}, place="Kie"),
    # Slips that the board corrects.
    warning("wrong-letter", "F ⟦Par⟧ - Bou", unit="A Par", letter="A"),
    error("wrong-letter", "F ⟦Par⟧ - Bou", unit="A Par", letter="A", options=STRICT),
    warning("wrong-letter", "A Par S F ⟦Mar⟧", unit="A Mar", letter="A"),
    warning("wrong-nation", "A Par S F italienne ⟦Bre⟧", unit="F Bre", owner="France"),
    error(
        "wrong-nation", "A Par S F italienne ⟦Bre⟧", unit="F Bre", owner="France", options=STRICT
    ),
    warning("wrong-coast", "F ⟦StP (cn)⟧ xxx", unit="F StP (cs)", power="Russie"),
    warning("army-coast", "A Mar - ⟦Esp (cs)⟧", unit="Esp"),
    warning(
        "army-coast",
        "A ⟦StP (cs)⟧ - Lvn",
        unit="A StP",
        power="Russie",
        units={"Russie": ["A StP"]},
    ),
    warning("needless-coast", "F Bre - ⟦Gas (cn)⟧", place="Gas", coast="cn"),
    warning("nobody-there", "A Par S A ⟦Bou⟧", place="Bou"),
    warning("nobody-there", "F Bre C A ⟦Lon⟧ - Pic", place="Lon", units={"France": ["F Bre"]}),
    error(
        "unknown-province",
        "A Par - ⟦Brugundy⟧",
        "BUR (Burgundy)",
        word="Brugundy",
        language="en",
        table="english",
    ),
    error("not-this-phase", "⟦A Par disbands⟧", language="en", table="english"),
    warning(
        "wrong-letter",
        "Fleet ⟦Paris⟧ to Burgundy",
        unit="A PAR",
        letter="A",
        language="en",
        table="english",
    ),
    # What a player would want to know.
    warning(
        "coast-missing",
        "⟦F AtM - Esp⟧",
        "F AtM - Esp (cn)",
        "F AtM - Esp (cs)",
        coasts=["Esp (cn)", "Esp (cs)"],
        units=SPAIN,
    ),
    warning(
        "ordered-twice", "A Par - Bou\n⟦A Par - Pic⟧", unit="A Par", lost=1, lost_text="A Par - Bou"
    ),
    warning(
        "ordered-twice-void",
        "A Par - Bou\n⟦A Par - Pic⟧",
        unit="A Par",
        lost=1,
        lost_text="A Par - Bou",
        options=VOID,
    ),
    warning(
        "support-not-ordered",
        "A Mar - Esp\n⟦A Par S A Mar - Bou⟧",
        unit="A Mar",
        order="A Mar - Esp",
        orders=2,
    ),
    warning("support-not-ordered", "⟦A Par S A Mar - Bou⟧", unit="A Mar", order="A Mar xxx"),
    warning(
        "support-against-oneself",
        "⟦A Par S A allemande Mun - Bou⟧\nA Bou xxx",
        unit="A Mun",
        units={"France": ["A Par", "A Bou"], "Allemagne": ["A Mun"]},
        orders=2,
    ),
    warning(
        "convoy-not-ordered",
        "⟦F Man C A Bre - Lon⟧\nA Bre xxx",
        unit="A Bre",
        order="A Bre xxx",
        units={"France": ["A Bre", "F Man"]},
        orders=2,
    ),
)


def problems_of(said: Said) -> tuple[list[Problem], int]:
    board = boardfile.load(said.board)
    position = position_of(said.units) if said.units else opening(board)
    sheet = Reader(board, said.language, said.table).read(said.sheet.encode(), "feuille.txt")
    notation = Notation(board, said.language, said.table)
    power = board.power_numbers[said.power]
    done = Interpreter(board, position, notation, said.options).read(sheet, power)
    return done.problems, len(done.orders)


@pytest.mark.parametrize("said", PROBLEMS, ids=[f"{n}-{s.code}" for n, s in enumerate(PROBLEMS)])
def test_problem(said: Said) -> None:
    problems, orders = problems_of(said)
    assert [p.code for p in problems] == [said.code]
    problem = problems[0]
    assert (problem.line, problem.column, problem.length) == said.place
    assert problem.text == said.sheet.split("\n")[problem.line - 1]
    assert problem.file == "feuille.txt"
    assert problem.severity == said.severity
    assert problem.suggestions == said.near
    assert problem.details == said.details
    for language in LANGUAGES:
        assert f"[{said.code}]" in diagnostics.full(problem, words(language))
    assert orders == said.orders


def test_every_problem_of_a_sheet_is_tested() -> None:
    raised = set()
    for module in (reading, line, interpreting):
        raised |= raised_in(Path(str(module.__file__)))
    limits = {"file-too-large", "sheet-too-long", "line-too-long"}
    assert raised == {s.code for s in PROBLEMS} | limits


def test_limits() -> None:
    long = Said("line-too-long", "A Par - Bou\n" + "A Mar - Esp, " * 200)
    problems, orders = problems_of(long)
    assert [(p.code, p.severity, p.line, p.column) for p in problems] == [
        ("line-too-long", "error", 2, 1)
    ]
    assert problems[0].details == {"limit": 2_000}
    assert orders == 1
    problems, orders = problems_of(Said("sheet-too-long", "A Par - Bou\n" * 5_001))
    assert [(p.code, p.severity, p.line, p.details) for p in problems] == [
        ("sheet-too-long", "error", 0, {"limit": 5_000})
    ]
    assert orders == 1
    problems, orders = problems_of(
        Said("file-too-large", "A Par - Bou\n" + "# remarque\n" * 30_000)
    )
    assert [(p.code, p.line, p.details) for p in problems] == [
        ("file-too-large", 0, {"limit": 262_144}),
        ("sheet-too-long", 0, {"limit": 5_000}),
    ]
    assert orders == 1


# ---------------------------------------------------------------- how it is shown

TUSCANY = Said("unknown-province", "ITALIE\n\tA Ven - Tri, A Rom - Toscanne", power="Italie")
TWICE = Said("ordered-twice", "A Par - Bou\nA Par - Pic")

FULL = {
    ("unknown-province", "fr"): """\
feuille.txt:2:23: erreur : région inconnue « Toscanne » [unknown-province]
  2 |  A Ven - Tri, A Rom - Toscanne
                            ^^^^^^^^
  = attendu : une région
  = Vouliez-vous dire Tos (Toscane) ?""",
    ("unknown-province", "en"): """\
feuille.txt:2:23: error: unknown province “Toscanne” [unknown-province]
  2 |  A Ven - Tri, A Rom - Toscanne
                            ^^^^^^^^
  = expected: a province
  = Did you mean Tos (Tuscany)?""",
    ("ordered-twice", "fr"): """\
feuille.txt:2:1: attention : second ordre pour A Par ; celui de la ligne 1 ne compte plus : \
A Par - Bou [ordered-twice]
  2 | A Par - Pic
      ^^^^^^^^^^^""",
    ("ordered-twice", "en"): """\
feuille.txt:2:1: warning: second order for A Par; the one on line 1 no longer counts: \
A Par - Bou [ordered-twice]
  2 | A Par - Pic
      ^^^^^^^^^^^""",
}

PLAIN = {
    ("unknown-province", "fr"): (
        "feuille.txt:2:23: erreur [unknown-province] région inconnue « Toscanne »"
        " ; attendu : une région ; Vouliez-vous dire Tos (Toscane) ?"
    ),
    ("unknown-province", "en"): (
        "feuille.txt:2:23: error [unknown-province] unknown province “Toscanne”"
        " ; expected: a province ; Did you mean Tos (Tuscany)?"
    ),
    ("ordered-twice", "fr"): (
        "feuille.txt:2:1: attention [ordered-twice] second ordre pour A Par ;"
        " celui de la ligne 1 ne compte plus : A Par - Bou"
    ),
    ("ordered-twice", "en"): (
        "feuille.txt:2:1: warning [ordered-twice] second order for A Par;"
        " the one on line 1 no longer counts: A Par - Bou"
    ),
}

DATA = {
    ("unknown-province", "fr"): {
        "code": "unknown-province",
        "severity": "error",
        "file": "feuille.txt",
        "line": 2,
        "column": 23,
        "length": 8,
        "text": "\tA Ven - Tri, A Rom - Toscanne",
        "message": "région inconnue « Toscanne »",
        "expected": ["une région"],
        "suggestions": ["Tos (Toscane)"],
    },
    ("ordered-twice", "en"): {
        "code": "ordered-twice",
        "severity": "warning",
        "file": "feuille.txt",
        "line": 2,
        "column": 1,
        "length": 11,
        "text": "A Par - Pic",
        "message": "second order for A Par; the one on line 1 no longer counts: A Par - Bou",
        "expected": [],
        "suggestions": [],
    },
}


def shown(code: str, language: str) -> Problem:
    said = replace(TUSCANY if code == TUSCANY.code else TWICE, language=language)
    problems, _ = problems_of(said)
    assert [p.code for p in problems] == [code]
    return problems[0]


@pytest.mark.parametrize(("code", "language"), FULL)
def test_full_and_plain(code: str, language: str) -> None:
    problem = shown(code, language)
    assert diagnostics.full(problem, words(language)) == FULL[code, language]
    assert diagnostics.plain(problem, words(language)) == PLAIN[code, language]


@pytest.mark.parametrize(("code", "language"), DATA)
def test_as_data(code: str, language: str) -> None:
    problem = shown(code, language)
    data = DATA[code, language]
    assert diagnostics.as_data(problem, words(language)) == data
    assert json.loads(diagnostics.as_json([problem, problem], words(language))) == [data, data]


@pytest.mark.parametrize("before", [0, 1, 3, 4, 10, 40])
def test_the_caret_stands_under_the_word(before: int) -> None:
    """Wherever on however long a line."""
    text = (
        "A Mar - Pié, " * before + "A Par - Burgundyy, F Bre - Man, A Mar - Esp" + ", A Mar H" * 9
    )
    problems, _ = problems_of(Said("", text))
    problem = next(p for p in problems if p.code == "unknown-province")
    _, source, carets, *_ = diagnostics.full(problem, words("fr")).split("\n")
    assert len(source) <= 110
    start, end = carets.index("^"), len(carets)
    assert source[start:end] == "Burgundyy"


def test_a_problem_without_a_place_is_one_line() -> None:
    problem = Problem("sheets-missing", details={"powers": ["France", "Italie", "Russie"]})
    assert diagnostics.full(problem, words("fr")) == (
        "erreur : feuilles manquantes : France, Italie et Russie."
        " Avec --missing-hold, leurs unités tiennent. [sheets-missing]"
    )


# ---------------------------------------------------------------- the catalogues

COMPLAINTS = {
    *("Problem", "_Failure", "_complain", "_problem", "bad", "doubt", "problem", "refuse"),
    *("say", "warning"),
}
"""Calls that name a problem's code."""

PACKAGE = Path(judge.__file__).parent
CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def raised_in(path: Path) -> set[str]:
    """Every problem's code that a module names: in a complaint, or kept as a `code`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        told: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            told = node.args[:2] if name in COMPLAINTS else []
        elif isinstance(node, ast.Assign):
            targets = {t.id for x in node.targets for t in ast.walk(x) if isinstance(t, ast.Name)}
            told = [node.value] if "code" in targets else []
        constants = [c for part in told for c in ast.walk(part) if isinstance(c, ast.Constant)]
        found |= {
            c.value for c in constants if isinstance(c.value, str) and CODE.fullmatch(c.value)
        }
    return found


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, f"{path}.{key}" if path else str(key))
    else:
        yield path, value


def catalogue(language: str) -> dict[str, Any]:
    return dict(leaves(yamlfiles.read(PACKAGE / "words" / f"{language}.yaml")))


def test_every_problem_has_its_sentence_in_both_languages() -> None:
    raised = {"yaml-alias", "yaml-depth"}  # their names are put together
    for path in PACKAGE.rglob("*.py"):
        if not path.is_relative_to(PACKAGE / "rules") and not path.is_relative_to(
            PACKAGE / "report"
        ):
            raised |= raised_in(path)
    assert len(raised) > 80
    for language in LANGUAGES:
        sentences = words(language).find("problems")
        assert raised - set(sentences) == set()


def test_the_catalogues_say_the_same_things() -> None:
    french, english = catalogue("fr"), catalogue("en")
    assert set(french) == set(english)
    for key, sentence in french.items():
        assert isinstance(sentence, str) and isinstance(english[key], str), key
        assert facts_of(sentence) == facts_of(english[key]), key
        assert sentence.strip() and english[key].strip(), key


def facts_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
