"""The SVG: well formed, complete in itself, small, told in words, the same bytes every time."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from judge.drawing import scene as scenes
from judge.drawing import shapes as shapes_file
from judge.drawing.picture import svg
from judge.drawing.scene import Scene
from judge.gamefiles import Game
from judge.ruledphase import rule_phase
from judge.sheets.writing import Notation
from judge.words import words
from tests.boards import ROOT, europe
from tests.cli.command import judge_process
from tests.drawing.drawn import scene, shapes

GAMES = [path.name for path in sorted((ROOT / "games").iterdir()) if Game(path).board.shapes]
"""The sample games on a board that somebody has drawn."""
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = frozenset(
    [
        "svg",
        "title",
        "desc",
        "defs",
        "pattern",
        "clipPath",
        "rect",
        "text",
        "g",
        "path",
        "circle",
        "use",
    ]
)


def picture(drawn: Scene, language: str = "fr", table: str = "guide", title: str = "essai") -> str:
    board = europe()
    return svg(board, shapes(), drawn, Notation(board, language, table), words(language), title)


def checked(text: str) -> ET.Element:
    """The picture's root; it must be whole: known elements, ids once, every reference found."""
    root = ET.fromstring(text)
    assert {element.tag for element in root.iter()} <= {SVG + name for name in ELEMENTS}
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r"url\(#([^)]*)\)", text)) | set(re.findall(r'href="#([^"]*)"', text))
    wanted |= set(root.attrib["aria-labelledby"].split())
    assert wanted <= set(ids)
    for parent in root.iter():
        titles = [n for n, child in enumerate(parent) if child.tag == SVG + "title"]
        assert titles in ([], [0])
    assert "nan" not in text.lower().split('"') and "http" not in text.replace(SVG[1:-1], "")
    return root


def named(root: ET.Element) -> dict[str, str]:
    """Each thing that has a name, with its description."""
    found = {}
    for group in root.iter(SVG + "g"):
        title, desc = group.find(SVG + "title"), group.find(SVG + "desc")
        if title is not None and title.text is not None:
            found[title.text] = (desc.text or "") if desc is not None else ""
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_of_the_sample_games(name: str) -> None:
    game = Game(ROOT / "games" / name)
    drawing = shapes_file.load(game.board)
    spoken = words(game.facts.language)
    for found in game.phases:
        position = game.position(found)
        drawn = scenes.of_position(game.board, drawing, position)
        checked(svg(game.board, drawing, drawn, game.notation, spoken, game.facts.name))
        if not game.is_ruled(found):
            continue
        ruled = rule_phase(game, position, game.published_sheets(found), game.years(found))
        for left in (None, ruled.after):
            drawn = scenes.of_ruling(game.board, drawing, ruled.ruling, None, left)
            text = svg(game.board, drawing, drawn, game.notation, spoken, game.facts.name)
            assert len(text.encode()) < 300_000
            checked(text)


def test_units_and_provinces_say_what_they_are() -> None:
    drawn = scene("FRANCE\nA Par - Bou\nF Esp (cs) xxx\nALLEMAGNE\nA Mun - Bou\nA Bou - Mar\n")
    told = named(checked(picture(drawn)))
    provinces = {f"{p.names['fr'].name} ({p.codes['guide']})" for p in europe().provinces}
    units = {
        "A Mun (Allemagne)": "A Mun - Bou : échoue : rebond en Bou contre A Par, 1 contre 1"
        " (Guide 19)",
        "A Bou (Allemagne)": "A Bou - Mar : réussit",
        "A Par (France)": "A Par - Bou : échoue : rebond en Bou contre A Mun, 1 contre 1"
        " (Guide 19)",
        "F Esp (cs) (France)": "F Esp (cs) xxx : tient",
    }
    assert {name: text for name, text in told.items() if name in units} == units
    suisse = "Suisse (Sui)"
    assert set(told) == (provinces | set(units) | {"situation bloquée"}) - {suisse}
    assert told["Galicie (Gal)"] == "à l'intérieur des terres"
    assert told["Paris (Par)"] == "à l'intérieur des terres, centre sans propriétaire"
    assert told["Mer Ionienne (Ion)"] == "mer"


def test_the_codes_are_those_of_the_games_table() -> None:
    drawn = scene("FRANCE\nA Par - Bou\n")
    english = checked(picture(drawn, "en", "english"))
    labels = {text.text for text in english.iter(SVG + "text") if text.text}
    codes = {p.codes["english"] for p in europe().provinces if p.key != "Sui"}
    assert codes <= labels
    assert english.findtext(SVG + "title") == "Spring 1901 · essai"
    assert english.findtext(SVG + "desc") == "France: 0 centres; A PAR."


def test_a_name_cannot_break_out() -> None:
    root = checked(picture(scene("FRANCE\nA Par xxx\n"), title='<script>"&\x00\x1b'))
    assert root.findtext(SVG + "title") == 'Printemps 1901 · <script>"&\ufffd\ufffd'


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    texts = set()
    for seed in ("1", "2"):
        target = tmp_path / f"{seed}.svg"
        said = judge_process(
            "map",
            ROOT / "games" / "printemps-1913",
            "1913-1",
            "-o",
            target,
            environment={"PYTHONHASHSEED": seed, "LC_ALL": "C"},
        )
        assert (said.code, said.out, said.err) == (0, "", "")
        texts.add(target.read_bytes())
    assert len(texts) == 1
