"""`judge map`: what is drawn, where it goes, what is refused; `judge map check` stays."""

import os
from pathlib import Path

import pytest

from tests.boards import ROOT
from tests.cli.command import judge

GAME = ROOT / "games" / "printemps-1913"


def subtitle(*options: str | Path) -> str:
    """What the picture says that it shows."""
    said = judge("map", *options, "-o", "-")
    assert (said.code, said.err) == (0, "")
    line = next(t for t in said.out.splitlines() if 'text-anchor="end"' in t)
    return line.partition(">")[2].partition("<")[0]


def title(*options: str | Path) -> str:
    said = judge("map", *options, "-o", "-")
    assert (said.code, said.err) == (0, "")
    return said.out.partition('<title id="m-t">')[2].partition("<")[0]


def test_what_is_shown() -> None:
    assert subtitle(GAME, "1913-1") == "les ordres et ce qu'ils deviennent · guide"
    assert subtitle(GAME, "1913-1", "--before") == "la position · guide"
    assert subtitle(GAME, "1913-1", "--after") == "la position · guide"
    after = "les ordres, et la position qu'ils laissent · guide"
    assert subtitle(GAME, "1913-1", "--after", "--orders") == after
    assert subtitle(GAME, "1913-3") == "la position · guide"
    assert subtitle("--lang", "en", GAME, "1913-3") == "the position · guide"


def test_which_phase_is_shown() -> None:
    assert title(GAME) == "Retraites du printemps 1913 · printemps-1913"
    assert title(GAME, "1913-1") == "Printemps 1913 · printemps-1913"
    assert title(GAME, "1913-1", "--after") == "Retraites du printemps 1913 · printemps-1913"
    assert title(GAME, "--before") == "Automne 1913 · printemps-1913"


def test_one_powers_orders() -> None:
    whole, one = (
        judge("map", GAME, "1913-1", *options, "-o", "-").out
        for options in ((), ("--power", "Autriche"))
    )
    assert len(one) < len(whole)
    assert one == judge("map", GAME, "1913-1", "--power", "Austria", "-o", "-").out


@pytest.mark.parametrize(
    ("options", "code", "problem"),
    [
        (("1913-3", "--orders"), 1, "[phase-not-ruled]"),
        (("1950-1",), 1, "[phase-unknown]"),
        (("1913-1", "--power", "Narnia"), 1, "[unknown-power]"),
        (("1913-1", "--before", "--after"), 2, "Choisissez entre --before et --after."),
    ],
)
def test_what_is_refused(options: tuple[str, ...], code: int, problem: str) -> None:
    said = judge("map", GAME, *options)
    assert (said.code, said.out) == (code, "")
    assert problem in said.err


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "carte.svg"
    said = judge("map", GAME, "1913-1", "-o", target)
    assert (said.code, said.out, said.err) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["carte.svg"]
    assert target.read_bytes().endswith(b"</svg>\n")


def test_what_is_no_ordinary_file_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        said = judge("report", GAME, "1913-2", "--form", "objectif", "-o", pipe)
        assert (said.code, said.out, said.err) == (0, "", "")
        assert os.read(reader, 20).decode().startswith("Retraites du")
        assert pipe.is_fifo() and [p.name for p in tmp_path.iterdir()] == ["pipe"]
    finally:
        os.close(reader)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("", "utf-8")
    (tmp_path / "link.svg").symlink_to("real.svg")
    assert judge("map", GAME, "1913-1", "-o", tmp_path / "link.svg").code == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_bytes().endswith(b"</svg>\n")


def test_png_by_the_extra(tmp_path: Path) -> None:
    pytest.importorskip("cairosvg", reason="the extra `png` is not installed")
    target = tmp_path / "carte.png"
    assert judge("map", GAME, "1913-1", "-o", target).code == 0
    assert target.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    said = judge("map", GAME, "1913-1", "-o", tmp_path / "nowhere" / "carte.svg")
    assert (said.code, said.out) == (1, "")
    assert "Traceback" not in said.err


def test_a_map_is_still_checked() -> None:
    said = judge("map", "check", ROOT / "maps" / "europe.yaml")
    assert (said.code, said.err) == (0, "")
    wanted = "Europe, 1901 : 76 régions, 34 centres, 7 puissances. Rien à signaler.\n"
    assert said.out == wanted


def test_the_picture_in_the_documents_is_new() -> None:
    """Write it again with ``judge map games/solo-1913 1907-1 -o docs/map.svg``, and look at it."""
    said = judge("map", ROOT / "games" / "solo-1913", "1907-1", "-o", "-")
    assert said.out == (ROOT / "docs" / "map.svg").read_text("utf-8")
