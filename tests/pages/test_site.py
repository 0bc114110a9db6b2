"""The site: every link leads somewhere, every page is whole, and a browser shows and prints it."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.pages.site import site
from tests.boards import ROOT
from tests.cli.command import judge, tree
from tests.cli.small_game import SPRING, small_game, written
from tests.pages.test_season_page import checked

GAMES = sorted(path.name for path in (ROOT / "games").iterdir())
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.mark.parametrize("name", GAMES)
def test_every_link_leads_to_a_page(name: str) -> None:
    game = Game(ROOT / "games" / name)
    files = site(game, game.facts.language)
    ruled = [found for found in game.phases if game.is_ruled(found)]
    assert set(files) == {"index.html", "feed.xml", *(f"{f.name}.html" for f in ruled)}
    for file, data in files.items():
        text = data.decode()
        if file.endswith(".html"):
            checked(text)
            links = set(re.findall(r'href="([^"#][^"]*)"', text))
            assert links <= set(files), file


def test_seasons_follow_each_other() -> None:
    files = site(Game(ROOT / "games" / "printemps-1913"), "fr")
    first, second = "1913-1-printemps.html", "1913-2-retraites.html"
    forth = f'<a rel="next" href="{second}">Retraites du printemps 1913 →</a>'
    back = f'<a rel="prev" href="{first}">← Printemps 1913</a>'
    shown = {name: (forth in text, back in text) for name, text in _texts(files).items()}
    assert shown == {
        "index.html": (False, False),
        "feed.xml": (False, False),
        first: (True, False),
        second: (False, True),
    }


def _texts(files: dict[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in files.items()}


def test_the_feed_is_rss_newest_first() -> None:
    files = site(Game(ROOT / "games" / "printemps-1913"), "en")
    root = ET.fromstring(files["feed.xml"])
    assert [(i.findtext("title"), i.findtext("link")) for i in root.iter("item")] == [
        ("Spring 1913 retreats · printemps-1913", "1913-2-retraites.html"),
        ("Spring 1913 · printemps-1913", "1913-1-printemps.html"),
    ]


def test_nothing_private_is_on_it(tmp_path: Path) -> None:
    """Orders that wait, addresses and keys are nowhere; a game without a season has a site."""
    game = small_game(tmp_path / "petite")
    files = written(tmp_path / "sheets", {k: f"Clé: secret-{k}\n{v}" for k, v in SPRING.items()})
    assert judge("receive", game, *files).code == 0
    said = judge("site", game, tmp_path / "site")
    assert (said.code, said.err) == (0, "")
    assert said.out == f"1 pages écrites dans {tmp_path / 'site'}.\n"
    pages = tree(tmp_path / "site")
    assert set(pages) == {"index.html", "feed.xml"}
    for data in pages.values():
        assert b"secret" not in data
        assert "A Par - Bou" not in data.decode()


def test_the_same_bytes_again(tmp_path: Path) -> None:
    game = ROOT / "games" / "printemps-1913"
    for name in ("a", "b"):
        assert judge("site", game, tmp_path / name).code == 0
    assert tree(tmp_path / "a") == tree(tmp_path / "b")


def test_a_game_s_own_folder_is_no_place_for_it(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games" / "printemps-1913", tmp_path / "partie")
    before = tree(tmp_path / "partie")
    said = judge("site", tmp_path / "partie", tmp_path / "partie")
    assert (said.code, said.out) == (1, "")
    assert "[game-exists]" in said.err
    assert tree(tmp_path / "partie") == before


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("", "utf-8")
    said = judge("site", ROOT / "games" / "printemps-1913", tmp_path / "site")
    assert (said.code, said.out) == (1, "")
    assert "[game-exists]" in said.err


needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


def browser(*arguments: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    assert CHROMIUM is not None
    return subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            f"--user-data-dir={folder / 'profile'}",
            *arguments,
        ],
        capture_output=True,
        timeout=120,
        check=True,
    )


@needs_browser
def test_a_browser_shows_it_without_complaint(tmp_path: Path) -> None:
    assert judge("site", ROOT / "games" / "printemps-1913", tmp_path / "site").code == 0
    for name in ("index.html", "1913-1-printemps.html"):
        url = (tmp_path / "site" / name).as_uri()
        done = browser("--dump-dom", url, folder=tmp_path)
        assert b"CONSOLE" not in done.stderr
        assert done.stdout.count(b"<svg") >= 1


@needs_browser
def test_it_prints_on_a4(tmp_path: Path) -> None:
    assert judge("site", ROOT / "games" / "printemps-1913", tmp_path / "site").code == 0
    target = tmp_path / "page.pdf"
    url = (tmp_path / "site" / "1913-1-printemps.html").as_uri()
    browser("--no-pdf-header-footer", f"--print-to-pdf={target}", url, folder=tmp_path)
    boxes = re.findall(rb"/MediaBox \[([^\]]*)\]", target.read_bytes())
    assert 1 <= len(boxes) <= 4
    for box in boxes:
        left, top, right, bottom = (float(part) for part in box.split())
        assert (left, top) == (0, 0)
        assert abs(right - 595) < 2 and abs(bottom - 842) < 2
