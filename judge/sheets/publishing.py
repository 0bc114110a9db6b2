"""What of a sheet may be published once its phase is ruled.

Keys, addresses and press go, and so do orders for phases still to come (conditional retreats,
winter sections). Lines keep their numbers and columns, so that problems point to the same place in
the published sheet as in the received one.
"""

import re

from judge.sheets.headers import Field, Section, fields_of, section_of
from judge.sheets.reading import Reader, decode, split_lines

_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+")
_SECRET_FIELDS = (Field.KEY,)


def published(data: bytes, reader: Reader, section: Section) -> str:
    """The lines of a sheet that its phase uses.

    section: the one this phase is about; `Section.ORDERS` for a movement phase, whose orders stand
    under no heading or under that one.
    """
    kept: list[str] = []
    current: Section | None = None
    for line in split_lines(decode(data)):
        opened = section_of(line)
        if opened:
            current = opened[0]
        wanted = current is None or current is section
        if _is_secret(line) or not wanted:
            kept.append("")
        elif section is Section.ORDERS:
            kept.append(reader.without_conditions(line).rstrip())
        else:
            kept.append(line.rstrip())
    text = "\n".join(kept).rstrip("\n")
    return "".join(c for c in text if c in "\n\t" or c.isprintable()) + "\n" if text else ""


def _is_secret(line: str) -> bool:
    return bool(_ADDRESS.search(line)) or any(kind in _SECRET_FIELDS for kind, _ in fields_of(line))
