"""Places in sentences: every province of the boards that ship, and the rules themselves."""

from dataclasses import replace

import pytest

from judge import boardfile
from judge.board import PlaceWords, Terrain
from judge.phrasing import Places
from tests.boards import europe

FRENCH = """\
dans la mer Adriatique, de la mer Adriatique
en Albanie, de l'Albanie
à Ankara, d'Ankara
en Apulie, de l'Apulie
en Arménie, de l'Arménie
dans l'Atlantique Moyen, de l'Atlantique Moyen
dans l'Atlantique Nord, de l'Atlantique Nord
dans la mer Baltique, de la mer Baltique
dans la mer de Barents, de la mer de Barents
en Belgique, de la Belgique
à Berlin, de Berlin
en Bohême, de la Bohême
à Bonn, de Bonn
dans le golfe de Botnie, du golfe de Botnie
en Bourgogne, de la Bourgogne
à Brest, de Brest
à Budapest, de Budapest
en Bulgarie, de la Bulgarie
sur la Clyde, de la Clyde
à Constantinople, de Constantinople
au Danemark, du Danemark
à Édimbourg, d'Édimbourg
dans la mer Égée, de la mer Égée
en Espagne, de l'Espagne
en Finlande, de la Finlande
en Galicie, de la Galicie
en Gascogne, de la Gascogne
dans le golfe du Lion, du golfe du Lion
en Grèce, de la Grèce
dans la baie de Heligoland, de la baie de Heligoland
en Hollande, de la Hollande
dans la mer Ionienne, de la mer Ionienne
dans la mer d'Irlande, de la mer d'Irlande
en Islande, de l'Islande
à Kiel, de Kiel
à Londres, de Londres
en Livonie, de la Livonie
à Liverpool, de Liverpool
dans la Manche, de la Manche
à Marseille, de Marseille
dans la Méditerranée Occidentale, de la Méditerranée Occidentale
dans la Méditerranée Orientale, de la Méditerranée Orientale
à Moscou, de Moscou
dans la mer Tyrrhénienne, de la mer Tyrrhénienne
à Munich, de Munich
en Afrique du Nord, de l'Afrique du Nord
à Naples, de Naples
en Norvège, de la Norvège
dans la mer Noire, de la mer Noire
dans la mer du Nord, de la mer du Nord
dans la mer de Norvège, de la mer de Norvège
à Paris, de Paris
au pays de Galles, du pays de Galles
en Picardie, de la Picardie
dans le Piémont, du Piémont
au Portugal, du Portugal
en Prusse, de la Prusse
à Rome, de Rome
en Roumanie, de la Roumanie
dans la Ruhr, de la Ruhr
à Sébastopol, de Sébastopol
en Serbie, de la Serbie
en Silésie, de la Silésie
dans le Skagerrak, du Skagerrak
à Smyrne, de Smyrne
à Saint-Pétersbourg, de Saint-Pétersbourg
en Suède, de la Suède
en Suisse, de la Suisse
en Syrie, de la Syrie
en Toscane, de la Toscane
à Trieste, de Trieste
à Tunis, de Tunis
dans le Tyrol, du Tyrol
en Ukraine, de l'Ukraine
à Varsovie, de Varsovie
à Venise, de Venise
à Vienne, de Vienne
dans le Yorkshire, du Yorkshire
"""


def test_every_place_in_french() -> None:
    board = boardfile.load("europe-diplo")
    places = Places(board, "fr")
    lines = [f"{places.at(n)}, {places.of(n)}" for n in range(len(board.provinces))]
    assert "\n".join(lines) + "\n" == FRENCH


def test_places_in_english() -> None:
    board = europe()
    places = Places(board, "en")
    wanted = {
        "Par": ("in Paris", "of Paris", "Paris"),
        "Gal": ("in Galicia", "of Galicia", "Galicia"),
        "Ruh": ("in the Ruhr", "of the Ruhr", "the Ruhr"),
        "Nrd": ("in the North Sea", "of the North Sea", "the North Sea"),
        "Man": ("in the English Channel", "of the English Channel", "the English Channel"),
    }
    numbers = {key: board.province_numbers[key] for key in wanted}
    assert {k: (places.at(n), places.of(n), places.the(n)) for k, n in numbers.items()} == wanted


def test_every_sea_has_its_article_in_both_languages() -> None:
    board = europe()
    for language in ("fr", "en"):
        words = board.place_words[language]
        seas = [n for n, p in enumerate(board.provinces) if p.terrain is Terrain.SEA]
        assert [board.provinces[n].key for n in seas if not words[n].article] == []


@pytest.mark.parametrize(
    ("article", "at", "of"),
    [
        ("les", "aux Pays-Bas", "des Pays-Bas"),
        ("le", "au Pays-Bas", "du Pays-Bas"),
        ("", "à Pays-Bas", "de Pays-Bas"),
    ],
)
def test_plurals(article: str, at: str, of: str) -> None:
    board = europe()
    n = board.province_numbers["Hol"]
    facts = board.provinces[n]
    named = replace(facts, names={**facts.names, "fr": replace(facts.names["fr"], name="Pays-Bas")})
    provinces = (*board.provinces[:n], named, *board.provinces[n + 1 :])
    words = {"fr": {n: PlaceWords(article)}}
    places = Places(replace(board, provinces=provinces, place_words=words), "fr")
    assert (places.at(n), places.of(n)) == (at, of)


def test_where_somebody_comes_from() -> None:
    board = europe()
    wanted = {
        "Gal": "de Galicie",
        "Esp": "d'Espagne",
        "Dan": "du Danemark",
        "Ank": "d'Ankara",
        "Man": "de la Manche",
        "AtN": "de l'Atlantique Nord",
    }
    french, english = Places(board, "fr"), Places(board, "en")
    numbers = {key: board.province_numbers[key] for key in wanted}
    assert {key: french.come_from(n) for key, n in numbers.items()} == wanted
    assert english.come_from(numbers["Man"]) == "from the English Channel"


def test_a_code_tables_own_name_comes_first() -> None:
    board = europe()
    atlantic = board.province_numbers["AtM"]
    assert Places(board, "fr", "18centres").at(atlantic) == "dans l'Atlantique"
