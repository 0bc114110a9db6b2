"""The corpus that is kept: each harness's folder, files in the order of their names."""

from functools import cache
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"

SHARED_BY = {
    "sheet_in_a_game": "sheet",
    "position_in_a_game": "position_file",
    "end_in_a_game": "end_file",
    "mail": "../../post/mails",
}
"""Harnesses that take the seeds of another."""


@cache
def seeds_of(name: str) -> tuple[bytes, ...]:
    """The seeds of a harness."""
    folder = CORPUS / SHARED_BY.get(name, name)
    return tuple(path.read_bytes() for path in sorted(folder.iterdir()))
