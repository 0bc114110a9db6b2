"""The forms of a report: Objectif's page line for line and back in, Markdown, JSON."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judge.codes import EnglishCodes
from judge.explaining.whatif import ruled_again
from judge.gamefiles import Game
from judge.orders import Adjustment, Hold, Order
from judge.pages.orders import Row, orders_list
from judge.phase import Phase, Step
from judge.position import Position, Unit
from judge.report.forms import NAMES, written
from judge.report.lines import Report
from judge.report.markdown import MarkdownReport
from judge.report.objectif import objectif_form
from judge.ruledphase import movement_orders
from judge.rulesystems import rule_system
from judge.ruling import MovementRuling, RetreatRuling, WinterRuling
from judge.season import after
from judge.sheets.interpreting import Interpreter
from judge.sheets.reading import Reader
from judge.sheets.writing import Notation
from judge.words import words
from tests.boards import ROOT, SHARED, coded_position, europe
from tests.cli.command import judge
from tests.drawing.drawn import ruled

PAGES = SHARED / "corpus" / "mail_phases.json"
GAMES = sorted(path.name for path in (ROOT / "games").iterdir())


def printed(style: str = "fr-equals") -> dict[str, Any]:
    """The printed page in a style: moves marked with = and :, or failures spelled out."""
    if not PAGES.exists():
        pytest.skip(f"no {PAGES} beside the checkout")
    pages = json.loads(PAGES.read_text("utf-8"))
    (page,) = [p for p in pages if p["style"] == style]
    found: dict[str, Any] = page
    return found


def page_ruling(page: dict[str, Any]) -> tuple[MovementRuling, RetreatRuling | None]:
    """The page's season by the Guide, and its retreats as they were printed, if it has any."""
    position, orders = coded_position(page["units"], page["orders"])
    position = replace(position, phase=Phase.parse(page["phase"]))
    system = rule_system("guide")
    ruling = system.movement(europe(), position, orders, True)
    if "retreats" not in page:
        return ruling, None
    waiting = after(ruling, europe())
    codes = EnglishCodes(europe())
    given = dict(codes.retreat_order(t) for ts in page["retreats"].values() for t in ts)
    of = europe().province_of
    flights = [given.get(of[d.unit.location]) for d in waiting.dislodged]
    return ruling, system.retreats(europe(), waiting, flights)


def page_winter(page: dict[str, Any]) -> WinterRuling:
    """The page's adjustments, on home centres that are all owned and empty."""
    codes = EnglishCodes(europe())
    owners = tuple(sorted(europe().owners_at_start().items()))
    position = Position(Phase(1901, Step.WINTER), (), owners)
    orders: dict[int, list[Adjustment]] = {}
    for power, texts in page["adjustments"].items():
        found = [codes.adjustment(text, {}) for text in texts]
        orders[codes.powers[power]] = [order for order in found if order is not None]
    return rule_system("guide").winter(europe(), position, orders)


def lines_of(form: str) -> dict[str, list[str]]:
    """The lines of a form by the heading they stand under."""
    found: dict[str, list[str]] = {}
    for block in form.split("\n\n")[1:]:
        heading, *lines = block.splitlines()
        found[heading] = lines
    return found


def test_the_printed_page_line_for_line() -> None:
    page = printed()
    ruling, fled = page_ruling(page)
    notation = Notation(europe(), "fr", "objectif")
    form = objectif_form(europe(), ruling, notation, words("fr"), (), fled)
    names = {p.names["en"].name.upper(): p.names["fr"].name.upper() for p in europe().powers}
    wanted = {names[power]: sorted(lines) for power, lines in page["lines"].items()}
    assert {power: sorted(lines) for power, lines in lines_of(form).items()} == wanted


def test_the_page_that_spells_failures_out_line_for_line() -> None:
    page = printed("fr-echec")
    ruling, fled = page_ruling(page)
    notation = Notation(europe(), "fr", "objectif")
    winter = page_winter(page)
    form = objectif_form(europe(), ruling, notation, words("fr"), (), fled, winter, True)
    names = {p.names["en"].name.upper(): p.names["fr"].name.upper() for p in europe().powers}
    # The page has one slip of the key: « 2 vs2 ».
    wanted = {
        names[power]: sorted(line.replace("vs2", "vs 2") for line in lines)
        for power, lines in page["lines"].items()
    }
    assert {power: sorted(lines) for power, lines in lines_of(form).items()} == wanted


def test_a_game_keeps_the_order_of_its_sheets() -> None:
    """The sample game is that page; its sheets are in the page's order."""
    said = judge("report", ROOT / "games" / "printemps-1913", "1913-1", "--form", "objectif")
    assert (said.code, said.err) == (0, "")
    names = {p.names["en"].name.upper(): p.names["fr"].name.upper() for p in europe().powers}
    wanted = {names[power]: lines for power, lines in printed()["lines"].items()}
    assert lines_of(said.out) == wanted


@pytest.mark.parametrize("spelled", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_what_it_writes_reads_back_in(name: str, spelled: bool) -> None:
    """Every movement season of the sample games, in French and in Objectif's codes."""
    game = Game(ROOT / "games" / name)
    table = "objectif" if game.facts.language == "fr" else "english"
    notation = Notation(game.board, game.facts.language, table)
    for found in game.phases:
        if not (found.phase.step.is_movement and game.is_ruled(found)):
            continue
        position = game.position(found)
        sheets = game.published_sheets(found)
        orders, riders = movement_orders(game, position, sheets)
        ruling = ruled_again(game.board, position, orders, game.rules, riders)
        spoken = words(game.facts.language)
        form = objectif_form(game.board, ruling, notation, spoken, spelled=spelled)
        given = [(u, o or Hold()) for u, o in zip(position.units, orders, strict=True)]
        assert sorted(map(repr, read_back(form, position, game, notation))) == sorted(
            map(repr, given)
        )


def read_back(
    form: str, position: Position, game: Game, notation: Notation
) -> list[tuple[Unit, Order]]:
    """The orders that the form's lines give, by unit; a stack's units have theirs in any order."""
    found: list[tuple[Unit, Order]] = []
    heads = {notation.power(n).upper(): n for n in range(len(notation.board.powers))}
    reader = Reader(game.board, notation.language, notation.table)
    for heading, lines in lines_of(form).items():
        power = heads[heading]
        sheet = reader.read("\n".join(lines).encode(), "")
        read = Interpreter(game.board, position, notation, game.reading).read(sheet, power)
        assert [p for p in read.problems if p.severity == "error"] == []
        found += [(position.units[index], order) for index, order in read.orders.items()]
    return found


def test_dislodged_before_the_retreats_are_known() -> None:
    ruling = ruled("ALLEMAGNE\nA Mun - Bou\nA Ruh S A Mun - Bou\nFRANCE\nA Bou xxx\n")
    form = objectif_form(europe(), ruling, Notation(europe(), "fr", "objectif"), words("fr"))
    assert form == (
        "Printemps 1901\n\nALLEMAGNE\nA MUN = BOU\nA RUH S A MUN = BOU\n\nFRANCE\nA BOU H délogée\n"
    )


def test_markdown() -> None:
    said = judge("report", ROOT / "games" / "printemps-1913", "1913-2", "--form", "markdown")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "# Retraites du printemps 1913 · printemps-1913\n"
        "\n"
        "règles : guide\n"
        "\n"
        "options : retreat\\_to\\_convoyed\\_attackers\\_start true, disorder\\_from home,"
        " disorder\\_distance convoys, disorder\\_alphabet fr, extra\\_builds first\n"
        "\n"
        "## ALLEMAGNE\n"
        "\n"
        "- `F NRD retraite SKA`: se replie\n"
        "\n"
        "## POSITION\n"
        "\n"
        "- Allemagne : A BEL, A HOL, F SKA\n"
        "- Angleterre : aucune unité\n"
        "- Autriche : A BOH, A BUD, A BUL, A GAL, A KIE, A ROU, A SIL, A VAR\n"
        "- France : F AMO, A BER, A BOU, A EDI, F LON, F MAN, F NRD, F NVN, A PIC, A RUH, A YOR\n"
        "- Italie : A MUN, A ROM, A SER, A TYR\n"
        "- Russie : A LVN, A MOS\n"
        "- Turquie : A CON, F NOI, A SEB, A UKR\n"
        "\n"
        "## CENTRES\n"
        "\n"
        "- Allemagne : 1, Angleterre : 0, Autriche : 6, France : 6, Italie : 4, Russie : 1,"
        " Turquie : 2, sans propriétaire : 14\n"
        "\n"
        "À suivre : Automne 1913\n"
    )


def test_json() -> None:
    said = judge("report", ROOT / "games" / "printemps-1913", "1913-2", "--form", "json")
    assert (said.code, said.err) == (0, "")
    data = json.loads(said.out)
    assert list(data) == ["format", "game", "title", "ruling", "after", "told"]
    assert (data["format"], data["game"]) == (1, "printemps-1913")
    assert data["ruling"]["orders"] == [
        {
            "unit": "F Nrd",
            "power": "Allemagne",
            "order": "F Nrd retreat Ska",
            "result": "succeeds",
            "to": "Ska",
        }
    ]
    assert data["after"]["phase"] == "F1913M"
    assert data["told"] == []


@pytest.mark.parametrize("form", NAMES)
@pytest.mark.parametrize("name", GAMES)
def test_every_phase_in_every_form_and_language(name: str, form: str) -> None:
    game = Game(ROOT / "games" / name)
    for found in [f for f in game.phases if game.is_ruled(f)][::3]:
        for language in ("fr", "en"):
            text = written(game, found, language, form)
            assert text == written(game, found, language, form)
            assert text.endswith("\n") and "{" not in text.partition("<style>")[0].partition("{")[0]


def test_the_judges_own_form_is_the_report() -> None:
    folder = ROOT / "games" / "printemps-1913"
    said = judge("report", folder, "1913-1", "--form", "judge", "-o", "-")
    assert (said.code, said.err) == (0, "")
    assert said.out == (folder / "1913-1-printemps" / "report.txt").read_text("utf-8")


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "saison.html"
    folder = ROOT / "games" / "printemps-1913"
    said = judge("report", folder, "1913-1", "--form", "html", "-o", target)
    assert (said.code, said.out, said.err) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["saison.html"]
    assert target.read_bytes().endswith(b"</html>\n")


def test_a_season_that_is_not_ruled_is_told_in_no_form() -> None:
    for form in NAMES:
        said = judge("report", ROOT / "games" / "printemps-1913", "1913-3", "--form", form)
        assert (said.code, said.out) == (1, "")
        assert "[phase-not-ruled]" in said.err


def test_what_a_stack_does_stands_once_with_its_count() -> None:
    """As it is written in a sheet: the count stands before the letter, behind the sign."""
    rows = [("- A Bou", "démantelée", "good")] * 2 + [("renonce", "", "good")] * 3
    for report in (Report(), MarkdownReport()):
        report.entries(rows)
        assert "- 2A Bou" in report.text()
        assert "renonce 3" in report.text()
    page = orders_list([Row("good", "+ A Bel", "construite")] * 2, words("fr"))
    assert "<code>+ 2A Bel</code>" in page
