"""A season report as Markdown: the same words and the same order, for pages and messages."""

import re

from judge.report.lines import Report, Span

_SIGNS = re.compile(r"([\\`*_<>|#\[\]~])")


class MarkdownReport(Report):
    """Takes what a season report writes, and keeps it as Markdown, unwrapped."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[str] = []

    def line(self, *spans: Span | str) -> None:
        """The title, or a plain line."""
        text = "".join(s.text if isinstance(s, Span) else s for s in spans)
        is_title = any(isinstance(s, Span) and s.style == "title" for s in spans)
        self._open()
        self.rows.append(f"# {_plain(text)}" if is_title else _plain(text))

    def blank(self) -> None:
        """An empty line, never two in a row."""
        if self.rows and self.rows[-1]:
            self.rows.append("")

    def heading(self, text: str) -> None:
        """A section's title."""
        self.blank()
        self.rows += [f"## {_plain(text)}", ""]

    def paragraph(self, text: str, indent: int = 2, hanging: int = 4, style: str = "") -> None:
        """An item of a section; what stood at the margin is a paragraph of its own."""
        del hanging
        if indent:
            self.rows.append(f"- {_marked(_plain(text), style)}")
        else:
            self._open()
            self.rows.append(_marked(_plain(text), style))

    def entry(self, left: str, right: str, style: str = "", column: int = 34) -> None:
        """An order and what became of it."""
        del column
        told = f": {_marked(_plain(right), style)}" if right else ""
        self.rows.append(f"- `{left.replace('`', '')}`{told}")

    def _open(self) -> None:
        """A paragraph does not run into the one before it."""
        self.blank()

    def text(self) -> str:
        """The document, one newline at its end."""
        return "\n".join(self.rows).rstrip("\n") + "\n"


def _plain(text: str) -> str:
    """A text that Markdown shows as it is."""
    return _SIGNS.sub(r"\\\1", text.strip())


def _marked(text: str, style: str) -> str:
    """What went wrong stands out."""
    return f"**{text}**" if style == "bad" else text
