"""What of a sheet may be published once its phase is ruled.

Keys, addresses and press go, and so do orders for phases still to come (conditional retreats,
winter sections). Lines keep their numbers and columns, so that problems point to the same place in
the published sheet as in the received one.
"""

import re

from judge.position import Position
from judge.sheets.conditions import decided
from judge.sheets.headers import Field, Section, fields_of, section_of
from judge.sheets.reading import Reader, decode, split_lines

_ADDRESS = re.compile(r"[^\s@<>]@[^\s@<>]")


def published(data: bytes, reader: Reader, section: Section, position: Position, power: int) -> str:
    """The lines of a sheet that its phase uses, their conditions decided.

    section: the one this phase is about; `Section.ORDERS` for a movement phase, whose orders stand
    under no heading or under that one.
    """
    kept: list[str] = []
    current = Section.ORDERS
    for line in split_lines(decode(data)):
        opened = section_of(line)
        if opened:
            current = opened[0]
        if is_secret(line) or current not in (Section.ORDERS, section):
            kept.append("")
        elif section is Section.ORDERS:
            kept.append(reader.without_conditions(line).rstrip())
        else:
            kept.append(line.rstrip())
    kept, _ = decided(kept, reader, position, power, "")
    text = "\n".join(kept).rstrip()
    return "".join(c for c in text if c in "\n\t" or c.isprintable()) + "\n" if text else ""


def is_secret(line: str) -> bool:
    """Whether a line holds a key or an address, which nobody else may see."""
    return bool(_ADDRESS.search(line)) or any(kind is Field.KEY for kind, _ in fields_of(line))


def section_lines(data: bytes, section: Section) -> list[str]:
    """The lines of one section of a sheet, secrets left out; its heading is not among them."""
    found: list[str] = []
    current: Section | None = None
    for line in split_lines(decode(data)):
        opened = section_of(line)
        if opened:
            current = opened[0]
            line = line[opened[1] :]
        if current is section and line.strip() and not is_secret(line):
            found.append(line.strip())
    return found
