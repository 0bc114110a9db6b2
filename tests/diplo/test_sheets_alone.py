"""Sheets of stacks checked without a game."""

from pathlib import Path

from tests.cli.command import judge

SHEET = """\
Allemagne
2A. Mun S A. Ber — Sil.
A. Ber — Sil.
"""

CHECKED = """\
Allemagne ({path})
    2  2A. Mun S A. Ber — Sil  2A Mun S A Ber - Sil
    3  A. Ber — Sil            A Ber - Sil
"""


def test_sheets_are_checked_by_the_rules_named(tmp_path: Path) -> None:
    path = tmp_path / "feuille.txt"
    path.write_text(SHEET, "utf-8")
    said = judge("check", path, "--rules", "diplo")
    assert (said.code, said.out.rstrip()) == (
        0,
        (CHECKED.format(path=path) + "\nTout se lit sans problème.").rstrip(),
    )
    assert judge("check", path).code == 1
