"""A game of three powers and five units, small enough to be written down whole."""

from pathlib import Path

from tests.cli.command import judge

POSITION = """\
format: 1
phase: S1901M
units:
  Allemagne:
    - F Bel
    - A Bou
  Angleterre:
    - F Lon
  France:
    - A Mar
    - A Par
centres:
  Allemagne:
    - Bel
    - Ber
  Angleterre:
    - Lon
  France:
    - Mar
    - Par
"""

SPRING = {
    "allemagne": "A Bou xxx\nF Bel - Man\n",
    "angleterre": "F Lon - Man\n",
    "france": "A Par - Bou\nA Mar S A Par - Bou\n",
}
RETREATS = {"allemagne": "A Bou - Ruh\n"}
AUTUMN = {
    "allemagne": "A Ruh - Kie\nF Bel - Hol\n",
    "angleterre": "F Lon - Nrd\n",
    "france": "A Bou xxx\nA Mar - Esp\n",
}
WINTER = {"allemagne": "+ A Ber\n", "france": "+ F Mar\n"}
YEAR = (SPRING, RETREATS, AUTUMN, WINTER)


def small_game(folder: Path, *options: str) -> Path:
    """A new small game, nothing sent yet."""
    said = judge("new", folder, "--name", "petite", *options)
    assert said.code == 0, said.err
    (phase,) = folder.glob("1901-1-*")
    (phase / "position.yaml").write_text(POSITION, "utf-8")
    return folder


def written(folder: Path, sheets: dict[str, str]) -> list[Path]:
    """Sheets as files in a folder of their own, by power."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for power, text in sheets.items():
        files.append(folder / f"{power}.txt")
        files[-1].write_text(text, "utf-8")
    return files


def send(game: Path, sheets: dict[str, str]) -> None:
    """Lay sheets ready where they count, as one does without mail."""
    written(game / "private" / "pending", sheets)
