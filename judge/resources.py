"""Where the files that ship with the program are: maps, grammars, message catalogues.

An installed wheel carries ``maps/`` and ``grammars/`` inside the package; in a checkout they stand
beside it.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The shipped folder ``maps`` or ``grammars``, installed or in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
