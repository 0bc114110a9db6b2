"""The plain text of a mail that is HTML only.

In one pass: the standard library's reader looks again from every unclosed tag, so that a page made
for it takes minutes.
"""

import re
from dataclasses import dataclass, field
from html import unescape

from judge.post.charsets import plain

_BREAKS = frozenset(("br", "hr"))
_BLOCKS = frozenset(
    ("p", "div", "tr", "table", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6")
) | {"pre", "blockquote", "section", "article", "header", "footer"}
_SILENT = frozenset(("head", "style", "script", "title", "template"))
_NAME = re.compile(r"/?([a-zA-Z][a-zA-Z0-9]{0,20})")
_QUOTE = re.compile(
    r"\b(?:class|id)\s*=\s*[\"']?[^\"'>]{0,200}?\b(?:gmail_quote|yahoo_quoted)", re.IGNORECASE
)


def html_text(page: str) -> str:
    """The text of a page: a block a line, what it quotes behind ``> ``."""
    reading = _Reading()
    head, *pieces = page.split("<")
    reading.say(head)
    in_comment = False
    for piece in pieces:
        if in_comment or piece.startswith("!--"):
            _, end, after = piece.partition("-->")
            in_comment = not end
            reading.say(after if end else "")
            continue
        tag, end, after = piece.partition(">")
        match = _NAME.match(tag)
        if match is None and tag[:1] not in ("!", "?"):
            reading.say("<" + piece)
            continue
        if match is not None:
            reading.open_or_close(match[1].lower(), tag, piece.startswith("/"))
        reading.say(after)
    return reading.text()


@dataclass
class _Reading:
    """A page as far as it was read."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    silent: str = ""
    quotes: int = 0
    as_is: int = 0
    opened: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Text between two tags."""
        if self.silent or not text:
            return
        said = plain(unescape(text))
        if self.as_is:
            first, *others = said.split("\n")
            self.line.append(first)
            for other in others:
                self.end_line()
                self.line.append(other)
        else:
            self.line.append(re.sub(r"[ \t\r\n]+", " ", said))

    def open_or_close(self, name: str, tag: str, closes: bool) -> None:
        """One tag."""
        if self.silent:
            if closes and name == self.silent:
                self.silent = ""
            return
        if name in _SILENT:
            self.silent = "" if closes else name
        elif name in _BREAKS:
            self.end_line()
        elif name in ("td", "th"):
            self.line.append(" ")
        elif name in _BLOCKS:
            if "".join(self.line).strip():
                self.end_line()
            self.line = []
            self._nest(name, tag, closes)

    def _nest(self, name: str, tag: str, closes: bool) -> None:
        """Blocks that quote, or that show their text as it is, reach to their own end."""
        if name == "pre":
            self.as_is = max(0, self.as_is + (-1 if closes else 1))
        if name not in ("blockquote", "div"):
            return
        if not closes:
            quotes = name == "blockquote" or bool(_QUOTE.search(tag[:500]))
            self.opened.append(f"{name} {'quotes' if quotes else ''}")
            self.quotes += quotes
        elif self.opened and self.opened[-1].startswith(name + " "):
            self.quotes -= self.opened.pop().endswith("quotes")

    def end_line(self) -> None:
        """The line ends here."""
        said = "".join(self.line).strip()
        self.lines.append(f"> {said}" if self.quotes > 0 else said)
        self.line = []

    def text(self) -> str:
        """All lines, never two empty ones in a row."""
        if self.line:
            self.end_line()
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).strip("\n") + "\n"
