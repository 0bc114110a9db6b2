"""`judge map`: what it shows of a board, the one it begins with, ten mistakes told at once."""

import re
from pathlib import Path

import pytest

from judge import boardfile
from tests.boards import ROOT
from tests.cli.command import judge

SHOWN = """\
L'île et son détroit (mine)
Début : Printemps 1901. Victoire à 3 centres.
On construit dans ses centres de départ.
8 régions (3 à l'intérieur, 3 côtes, 2 mers), 5 centres.
3,8 voisines par région en moyenne ; le plus, 6 : Det.

Levant : départs Bai, Pla ; unités F Bai, A Pla
Ponant : départs Cap, For ; unités F Cap, A For
Centres neutres (1) : Det

Frontières (A : armées, F : flottes, * : centre)

À l'intérieur
 *For  Forêt
       A : Cap, Det, Pla
  Mon  Montagne
       A : Pla
 *Pla  Plaine
       A : Bai, Det, For, Mon

Côtes
 *Bai  Baie
       A : Det, Pla
       F : MNo, MSu, Det (cn), Det (cs)
 *Cap  Cap
       A : Det, For
       F : MNo, MSu, Det (cn), Det (cs)
 *Det  Détroit
       A : Bai, Cap, For, Pla
       (cn) : Bai, Cap, MNo
       (cs) : Bai, Cap, MSu

Mers
  MNo  Mer du Nord
       F : Bai, Cap, MSu, Det (cn)
  MSu  Mer du Sud
       F : Bai, Cap, MNo, Det (cs)

Notes :
  - Un exemple à transformer.
"""

MISTAKES = {
    "victory: 3": "victory: 9",
    "build: home": "build: anywhere",
    "en: Sunset": "en: Sunrise",
    "units: [F Bai, A Pla]": "units: [F Bai, F Pla]",
    "home: [Cap, For]": "home: [Cap, Mon]",
    "fleet: [Bai, Cap, Det (cn), MSu]": "fleet: [Bai, Cap, Det, MSu]",
    "army: [Det, For]": "army: [Det, For, Lac]",
    "code: {francais: Mon, english: MON}": "code: {francais: For, english: MON}",
    "fr: Baie": "francais: Baie",
    "army: [Bai, Det, For, Mon]": "army: [Bai, For, Mon]",
}
TOLD = {
    "map-victory-unreachable": 1,
    "map-value": 1,  # build
    "map-alias-collision": 2,  # the powers' English name, the code
    "map-start-unit": 1,
    "map-home-not-centre": 1,
    "map-coast-unnamed": 1,
    "map-asymmetry": 2,  # the strait's north coast, the plain
    "map-unknown-province": 1,
    "map-name-missing": 1,
    "map-unknown-field": 1,
}


def begun(folder: Path) -> Path:
    path = folder / "mine.yaml"
    assert judge("map", "new", path).code == 0
    return path


def test_a_new_map_is_whole_and_named_for_its_file(tmp_path: Path) -> None:
    path = begun(tmp_path)
    assert judge("map", "check", path).err == ""
    assert boardfile.load(str(path)).key == "mine"
    assert judge("new", tmp_path / "game", "--map", path).code == 0


@pytest.mark.parametrize("name", ["mine.yaml", "mine.txt", "....yaml", "nowhere/mine.yaml"])
def test_a_new_map_takes_no_others_place(name: str, tmp_path: Path) -> None:
    before = begun(tmp_path).read_bytes()
    said = judge("map", "new", tmp_path / name)
    assert (said.code, said.out) == (1, "")
    assert (tmp_path / "mine.yaml").read_bytes() == before


def test_a_map_is_shown_whole(tmp_path: Path) -> None:
    said = judge("map", "show", begun(tmp_path))
    assert (said.code, said.out, said.err) == (0, SHOWN, "")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("path", sorted((ROOT / "maps").glob("*.yaml")), ids=lambda p: p.stem)
def test_every_shipped_map_can_be_shown(path: Path, language: str) -> None:
    said = judge("--lang", language, "map", "show", path.stem)
    board = boardfile.load(path.stem)
    assert (said.code, said.err) == (0, "")
    for power in board.powers:
        assert power.names[language].name in said.out
    for note in board.notes.get(language, ()):
        assert f"\n  - {note}\n" in said.out
    starred = re.findall(r"(?m)^ \*(\w+) ", said.out)
    assert len(starred) == len(board.centres)


def test_the_list_has_every_shipped_map() -> None:
    names = [line.split()[0] for line in judge("map", "list").out.splitlines()]
    assert names == sorted(path.stem for path in (ROOT / "maps").glob("*.yaml"))


def test_ten_mistakes_have_ten_messages_or_more(tmp_path: Path) -> None:
    path = begun(tmp_path)
    text = path.read_text("utf-8")
    for right, wrong in MISTAKES.items():
        assert text.count(right) == 1, right
        text = text.replace(right, wrong)
    path.write_text(text, "utf-8")
    said = judge("map", "check", path, "--plain")
    assert said.code == 1
    codes = re.findall(r"\[(map-[a-z-]+)\]", said.err)
    assert {code: codes.count(code) for code in codes} == TOLD
    assert len(said.err.splitlines()) == len(codes) == sum(TOLD.values())
