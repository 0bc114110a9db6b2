"""What is said of each thing that can be wrong in a sheet: where, how bad, and what was meant."""

import re
import string
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import judge
from judge.position import Position, opening
from judge.problems import Problem
from judge.report import diagnostics
from judge.sheets import interpreting, line, reading
from judge.sheets.interpreting import Interpreter, Options
from judge.sheets.writing import Notation
from judge.words import LANGUAGES, words
from tests.boards import europe, reader
from tests.sheets.test_forms import position_of

STRICT = Options(strict=True)
VOID = Options(two_orders_void=True)
STACKS = Options(stacks=True)


@dataclass(frozen=True)
class Said:
    """A sheet with ⟦ ⟧ around what the problem is about, and the problem.

    power: whose sheet it is. units: the board, the opening where it is empty. orders: how many of
    the power's units are ordered all the same.
    """

    code: str
    text: str
    severity: str = "error"
    details: dict[str, Any] = field(default_factory=dict)
    near: tuple[str, ...] = ()
    power: str = "France"
    units: dict[str, list[str]] = field(default_factory=dict)
    options: Options = Options()
    orders: int = 0
    language: str = "fr"
    table: str = "guide"

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


SAID = ("power", "units", "orders", "language", "table")

GALICIA = "Gal (Galicie)"
NORTH = ["Nge (Norvège)", "Nrd (Mer du Nord)", "Nvn (Mer de Norvège)", "Noi (Mer Noire)"]
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
    error("ambiguous-power", "  ⟦A⟧) A Ber - Kie", "Allemagne", "Angleterre", "Autriche",
        word="A", readings=["Allemagne", "Angleterre", "Autriche"], power="Allemagne", orders=1),
    error("ambiguous-initial", "⟦R⟧ A Mos - Ukr", "Russie: A Mos - Ukr",
        word="R", readings=["Russie"], power="Russie"),
    error("incomplete-order", "A Par -⟦⟧", word="-"),
    error("incomplete-order", "A Par S A Mar -⟦⟧  # Bou ?", word="-"),
    error("unexpected-word", "A Par - ⟦-⟧ Bou", word="-"),
    error("unexpected-word", "A Par S F Bre ⟦S⟧ A Mar", word="S"),
    # Whose order it is.
    Said("other-powers-heading", "FRANCE\nA Par - Bou\nITALIE\n⟦A⟧ Rom - Tos", details={"power": "Italie"}, orders=1),
    error("not-your-unit", "A ⟦Mun⟧ - Bou", unit="A Mun", owner="Allemagne"),
    error("no-unit-there", "A ⟦Bou⟧ - Par", "A Par - Bou", place="Bou"),
    error("no-unit-there", "A ⟦Bou⟧ xxx", "F Bre", "A Mar", "A Par", place="Bou"),
    error("not-this-phase", "⟦A Par retraite Bou⟧"),
    error("not-this-phase", "  ⟦+ A Par⟧"),
    error("not-this-phase", "⟦renonce⟧"),
    error("count-refused", "2A ⟦Par⟧ - Bou", count=2),
    error("count-too-large", "2A ⟦Par⟧ - Bou", count=2, there=1, options=STACKS),
    # Where it goes.
    error("ambiguous-place", "A Ven - ⟦Nor⟧", *NORTH[:3], power="Italie", word="Nor", readings=NORTH),
    error("ambiguous-place", "F Nrd - ⟦Nor⟧", NORTH[0], NORTH[2], power="Angleterre", word="Nor", readings=[NORTH[0], NORTH[2]], units={"Angleterre": ["F Nrd"]}),
    error("ambiguous-place", "A ⟦Liv⟧ xxx", "LPL (Liverpool)", "LVN (Livonie)", word="Liv", readings=["LPL (Liverpool)", "LVN (Livonie)"], units={"Russie": ["A Lvn", "A Lvp"]}, power="Russie", table="objectif"),
    error("unknown-coast", "F AtM - ⟦Esp (ce)⟧", "Esp (cn)", "Esp (cs)", place="Esp", coast="ce", units=SPAIN),
    error("route-not-water", "A Bre - ⟦Par⟧ - Bel", units={"France": ["A Bre"]}, place="Par"),
    error("route-broken", "A Bre - Man - ⟦Bal⟧ - Kie", units={"France": ["A Bre"]}, place="Bal"),
    error("route-broken", "A Bre - Man - ⟦Kie⟧", units={"France": ["A Bre"]}, place="Kie"),
    # Slips that the board corrects.
    warning("wrong-letter", "F ⟦Par⟧ - Bou", unit="A Par", letter="A"),
    error("wrong-letter", "F ⟦Par⟧ - Bou", unit="A Par", letter="A", options=STRICT),
    warning("wrong-letter", "A Par S F ⟦Mar⟧", unit="A Mar", letter="A"),
    warning("wrong-nation", "A Par S F italienne ⟦Bre⟧", unit="F Bre", owner="France"),
    error("wrong-nation", "A Par S F italienne ⟦Bre⟧", unit="F Bre", owner="France", options=STRICT),
    warning("wrong-coast", "F ⟦StP (cn)⟧ xxx", unit="F StP (cs)", power="Russie"),
    warning("army-coast", "A Mar - ⟦Esp (cs)⟧", unit="Esp"),
    warning("army-coast", "A ⟦StP (cs)⟧ - Lvn", unit="A StP", power="Russie", units={"Russie": ["A StP"]}),
    warning("needless-coast", "F Bre - ⟦Gas (cn)⟧", place="Gas", coast="cn"),
    warning("nobody-there", "A Par S A ⟦Bou⟧", place="Bou"),
    warning("nobody-there", "F Bre C A ⟦Lon⟧ - Pic", place="Lon", units={"France": ["F Bre"]}),
    error("unknown-province", "A Par - ⟦Brugundy⟧", "BUR (Burgundy)", word="Brugundy", language="en", table="english"),
    error("not-this-phase", "⟦disband A Par⟧", language="en", table="english"),
    warning("wrong-letter", "Fleet ⟦Paris⟧ to Burgundy", unit="A PAR", letter="A", language="en", table="english"),
    # What a player would want to know.
    warning("coast-missing", "⟦F AtM - Esp⟧", "F AtM - Esp (cn)", "F AtM - Esp (cs)", coasts=["Esp (cn)", "Esp (cs)"], units=SPAIN),
    warning("ordered-twice", "A Par - Bou\n⟦A Par - Pic⟧", unit="A Par", lost=1, lost_text="A Par - Bou"),
    warning("ordered-twice-void", "A Par - Bou\n⟦A Par - Pic⟧", unit="A Par", lost=1, lost_text="A Par - Bou", options=VOID),
    warning("support-not-ordered", "A Mar - Esp\n⟦A Par S A Mar - Bou⟧", unit="A Mar", order="A Mar - Esp", orders=2),
    warning("support-not-ordered", "⟦A Par S A Mar - Bou⟧", unit="A Mar", order="A Mar xxx"),
    warning("support-against-oneself", "⟦A Par S A allemande Mun - Bou⟧\nA Bou xxx", unit="A Mun", units={"France": ["A Par", "A Bou"], "Allemagne": ["A Mun"]}, orders=2),
    warning("convoy-not-ordered", "⟦F Man C A Bre - Lon⟧\nA Bre xxx", unit="A Bre", order="A Bre xxx", units={"France": ["A Bre", "F Man"]}, orders=2),
)


def problems_of(said: Said) -> tuple[list[Problem], int]:
    position = position_of(said.units) if said.units else opening(europe())
    sheet = reader(said.language, said.table).read(said.sheet.encode(), "feuille.txt")
    notation = Notation(europe(), said.language, said.table)
    power = europe().power_numbers[said.power]
    done = Interpreter(europe(), position, notation, said.options).read(sheet, power)
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
    assert orders == said.orders
