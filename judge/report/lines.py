"""A report as styled lines, before it becomes text or a terminal's picture."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

WIDTH = 72
"""Columns of a report."""


class Span(NamedTuple):
    """A stretch of a line and its style: a word such as ``good`` or ``heading``."""

    text: str
    style: str = ""


@dataclass
class Report:
    """Lines of spans, none wider than `WIDTH`."""

    lines: list[tuple[Span, ...]] = field(default_factory=list)

    def line(self, *spans: Span | str) -> None:
        """Add a line as it is."""
        self.lines.append(tuple(s if isinstance(s, Span) else Span(s) for s in spans))

    def blank(self) -> None:
        """Add an empty line, never two in a row."""
        if self.lines and self.lines[-1]:
            self.lines.append(())

    def heading(self, text: str) -> None:
        """A section's title, after an empty line."""
        self.blank()
        self.line(Span(text, "heading"))

    def paragraph(self, text: str, indent: int = 2, hanging: int = 4, style: str = "") -> None:
        """A text wrapped to the width, its later lines set in further."""
        for n, part in enumerate(wrapped(text, WIDTH - indent, WIDTH - hanging)):
            self.line(Span(" " * (hanging if n else indent)), Span(part, style))

    def entry(self, left: str, right: str, style: str = "", column: int = 34) -> None:
        """A left part and what is said of it: beside it where that fits, else below."""
        start = f"  {left}"
        if not right:
            self.line(Span(start))
        elif len(start) < column and column + len(right) <= WIDTH:
            self.line(Span(start.ljust(column)), Span(right, style))
        else:
            self.paragraph(left, 2, 4)
            for part in wrapped(right, WIDTH - 6, WIDTH - 6):
                self.line(Span("      "), Span(part, style))

    def entries(self, rows: Iterable[tuple[str, str, str]]) -> None:
        """Add entries (left, right, style); those that repeat stand once, with their number."""
        for (left, right, style), count in Counter(rows).items():
            self.entry(f"{count}{left}" if count > 1 else left, right, style)

    def text(self) -> str:
        """The report as plain text: no trailing blanks, one newline at the end."""
        rows = ["".join(span.text for span in line).rstrip() for line in self.lines]
        return "\n".join(rows).rstrip("\n") + "\n"


_GLUE = re.compile(r" (?=[:;?!»])|(?<=«) |(?<=\(Guide) |(?<=\b[AF]) (?=\w)|(?<=\d[AF]) (?=\w)")


def wrapped(text: str, first: int, later: int) -> Iterable[str]:
    """A text cut at its spaces, never before a French double sign; longer words are broken."""
    out = [""]
    width = first
    for word in _GLUE.sub("\u0000", text).split(" "):
        rest = word.replace("\u0000", " ")
        if out[-1] and len(out[-1]) + 1 + len(rest) > width:
            out.append("")
            width = later
        while len(rest) > width:
            room = width - len(out[-1]) - (1 if out[-1] else 0)
            out[-1] += (" " if out[-1] else "") + rest[:room]
            rest = rest[room:]
            out.append("")
            width = later
        out[-1] += (" " if out[-1] and rest else "") + rest
    return out
