"""A report on a terminal, with rich; the words stay the same, colour only helps."""

from judge.report.lines import Report

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
