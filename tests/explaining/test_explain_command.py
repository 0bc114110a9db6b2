"""`judge explain`: which phase and unit are meant, what it says, and what it refuses."""

from pathlib import Path

import pytest

from tests.boards import ROOT
from tests.cli.command import Said, judge
from tests.cli.small_game import RETREATS, SPRING, small_game, written

GAME = ROOT / "games" / "printemps-1913"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small game whose spring and retreats are ruled."""
    folder = small_game(tmp_path_factory.mktemp("explained") / "petite")
    for n, sheets in enumerate((SPRING, RETREATS)):
        files = written(folder.parent / f"sheets{n}", sheets)
        assert judge("receive", folder, *files).code == 0
        assert judge("run", folder).code == 0
    return folder


def test_a_unit_of_the_last_movement_phase(game: Path) -> None:
    said = judge("explain", game, "Bou")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "Printemps 1901\n"
        "règles : guide\n"
        "\n"
        "A Bou xxx : tient ; délogée par A Par, 2 contre 1 (Guide 19)\n"
        "\n"
        "Point 19 : les batailles ordinaires\n"
        "  A Bou est délogée par A Par, 2 contre 1.\n"
        "      A Par : 2, avec A Mar\n"
        "      A Bou : 1, à elle seule\n"
    )


def test_a_phase_and_a_unit_in_several_words(game: Path) -> None:
    said = judge("explain", game, "1901-1", "F", "Lon")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "Printemps 1901\n"
        "règles : guide\n"
        "\n"
        "F Lon - Man : échoue : rebond en Man contre F Bel, 1 contre 1 (Guide 19)\n"
        "\n"
        "Point 19 : les batailles ordinaires\n"
        "  F Bel rebondit dans la Manche contre F Lon, 1 contre 1.\n"
        "      F Bel : 1, à elle seule\n"
        "      F Lon : 1, à elle seule\n"
    )


def test_a_retreat_phase(game: Path) -> None:
    said = judge("--lang", "en", "explain", game, "1901-2")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "Spring 1901 retreats\n"
        "rules: guide\n"
        "\n"
        "  A Bou retreat Ruh\n"
        "      retreats\n"
        "      Could go to: Gas, Mun, Pic, Ruh.\n"
    )


def test_without_an_order(game: Path) -> None:
    said = judge("explain", game, "--without", "A Mar S A Par - Bou")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "Printemps 1901\n"
        "règles : guide\n"
        "\n"
        "CE QUI CHANGE\n"
        "  avant : A Bou xxx : tient ; délogée par A Par, 2 contre 1 (Guide 19)\n"
        "      après : A Bou xxx : tient\n"
        "  avant : A Mar S A Par - Bou : soutien donné\n"
        "      après : A Mar xxx : sans ordre, tient\n"
        "  avant : A Par - Bou : réussit : déloge A Bou, 2 contre 1 (Guide 19)\n"
        "      après : A Par - Bou : échoue : A Bou tient en Bou, 1 contre 1\n"
        "        (Guide 19)\n"
    )


def test_with_an_order_that_changes_nothing(game: Path) -> None:
    said = judge("explain", game, "--with", "A Bou xxx")
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith("CE QUI CHANGE\n  Rien ne change.\n")


def test_what_rested_on_what(game: Path) -> None:
    said = judge("explain", game, "Bou", "--tree")
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "Printemps 1901\n"
        "règles : guide\n"
        "\n"
        "A Bou xxx : tient\n"
        "└─ A Bou est délogée par A Par, 2 contre 1. (Guide 19)\n"
        "   ├─ A Par - Bou : réussit\n"
        "   │  └─ A Par déloge A Bou, 2 contre 1. (Guide 19)\n"
        "   │     ├─ A Bou xxx : tient (voir plus haut)\n"
        "   │     └─ A Mar S A Par - Bou : soutien donné\n"
        "   └─ A Mar S A Par - Bou : soutien donné\n"
    )


def code_of(said: Said) -> str:
    assert (said.code, said.out) == (1, "")
    return said.err.partition("[")[2].partition("]")[0]


def test_what_it_refuses(game: Path) -> None:
    refused = {
        "phase-not-ruled": ("explain", game, "1901-3"),
        "phase-unknown": ("explain", game, "1950-1"),
        "unknown-word": ("explain", game, "Xyz"),
        "no-unit-there": ("explain", game, "Ber"),
        "unknown-province": ("explain", game, "--with", "A Zzz - Bou"),
        "what-if-not-given": ("explain", game, "--without", "A Bou - Ruh"),
        "explain-movement": ("explain", game, "1901-2", "--without", "A Bou - Ruh"),
    }
    assert {code: code_of(judge(*command)) for code, command in refused.items()} == {
        code: code for code in refused
    }
