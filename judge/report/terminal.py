"""A report on a terminal, with rich; the words stay the same, colour only helps."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from judge.report.lines import Report

if TYPE_CHECKING:
    from judge.drawing.characters import Cell

_THEME = {
    "title": "bold",
    "heading": "bold cyan",
    "good": "green",
    "warn": "yellow",
    "bad": "red",
    "quiet": "dim",
    "": "",
}


def print_report(report: Report) -> None:
    """Show a report in colour on standard output."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for renderable in _texts(report):
        console.print(renderable)


def _texts(report: Report) -> list[object]:
    from rich.text import Text

    return [
        Text.assemble(*((span.text, _THEME[span.style]) for span in line)) for line in report.lines
    ]


def svg(report: Report, title: str) -> str:
    """The report as a picture of a terminal, for pages and documents."""
    import io

    from rich.console import Console

    console = Console(record=True, width=76, file=io.StringIO(), force_terminal=True)
    for renderable in _texts(report):
        console.print(renderable)
    return console.export_svg(title=title, unique_id="judge")


def print_blocks(
    rows: "Sequence[Sequence[Cell]]", legend: "Sequence[tuple[str, str, str]]"
) -> None:
    """Show a map of half-blocks and its legend. legend: of each power, two colours and words."""
    from rich.console import Console
    from rich.style import Style
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for row in rows:
        line = Text()
        for cell in row:
            line.append(cell.sign, Style(color=cell.ink, bgcolor=cell.paper, bold=cell.bold))
        console.print(line)
    for ink, paper, words in legend:
        console.print(Text.assemble((" A F ", Style(color=ink, bgcolor=paper, bold=True)), words))
