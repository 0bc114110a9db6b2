"""Bytes made from other bytes: cut, doubled, mixed, and strewn with what is often trouble."""

import random
from collections.abc import Sequence

TROUBLE = (
    *("\0", "\ufeff", "\u202e", "\u200b", "\u0301" * 9, "\r", "\r\n", "\t", "  ", "\n", "\x1b[2J"),
    *(
        "'",
        '"',
        "«",
        "—",
        "–",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ": ",
        "- ",
        "? ",
        "#",
        "&a ",
        "*a",
    ),
    *("!!int ", "!!bool ", "!!python/object:os.system ", "<<: ", "|", ">", "%YAML 9.9\n", "---\n"),
    *("0", "-1", "1e999", "0x" + "f" * 60, "9" * 400, "NaN", "Infinity", "null", "true", "~", "[]"),
    *(
        "\\ud800",
        "\\u0000",
        "../",
        "..",
        "/etc/passwd",
        "private/",
        ".git/",
        "\\",
        "CON",
        "é",
        "İ",
        "ß",
    ),
    *("A Par - Bou", "F Esp (cs)", "A Lon S A Bou - Par", "F Nrd C A Lon - Nge", "xxx", "retraite"),
    *(
        "si Bou perdu :",
        "délogée",
        "Hiver 1901 :",
        "Retraites:",
        "Presse:",
        "Clé: abc",
        "Partie: x",
    ),
    *("Puissance: France", "FRANCE", "+ A Par", "- F Bre", "renonce", "tout tient", "par convoi"),
    *("A PAR - BUR VIA", "F STP/NC B", "WAIVE", "S1901M", "W1901A", "F1901R", "COMPLETED"),
)
"""What is put in: line ends, invisible signs, YAML's and JSON's own, names, orders, paths."""

_PIECES = tuple(text.encode("utf-8", "surrogatepass") for text in TROUBLE)


def mutated(seeds: Sequence[bytes], lot: random.Random, most: int = 20_000) -> bytes:
    """One of the seeds, changed in a few places; at most so many bytes."""
    data = bytearray(lot.choice(seeds))
    for _ in range(lot.choice((1, 1, 2, 3, 8))):
        at = lot.randrange(len(data) + 1)
        end = min(len(data), at + lot.choice((1, 1, 2, 5, 20, 100)))
        deed = lot.randrange(6)
        if deed == 0:
            del data[at:end]
        elif deed == 1:
            data[at:at] = lot.choice(_PIECES)
        elif deed == 2:
            data[at:end] = lot.choice(_PIECES)
        elif deed == 3:
            data[at:at] = data[at:end] * lot.choice((1, 2, 30))
        elif deed == 4:
            other = lot.choice(seeds)
            start = lot.randrange(len(other) + 1)
            data[at:end] = other[start : start + lot.choice((10, 100, 1_000))]
        elif at < len(data):
            data[at] = lot.randrange(256)
    return bytes(data[:most])
