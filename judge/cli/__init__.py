"""The command `judge`: parses arguments, calls the layers below, prints.

Each command lives in its own module and is imported only when it is called, so that
``judge --version`` loads nothing but click.
"""

import os
import sys
from collections.abc import Sequence

LANGUAGES = ("fr", "en")


def _take_language(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """The arguments without ``--lang X``, which may stand anywhere, and its value."""
    kept: list[str] = []
    language: str | None = None
    pending = False
    for n, argument in enumerate(arguments):
        if argument == "--":
            kept.extend(arguments[n:])
            break
        if pending:
            language, pending = argument, False
        elif argument == "--lang":
            pending = True
        elif argument.startswith("--lang="):
            language = argument.removeprefix("--lang=")
        else:
            kept.append(argument)
    if pending:
        kept.append("--lang")
    return kept, language


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit: 0 done, 1 the user's files have problems, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    given = sys.argv[1:] if arguments is None else arguments
    kept, asked = _take_language(given)
    from judge.cli import base

    base.settings.asked = asked or os.environ.get("JUDGE_LANG") or None
    sys.exit(base.run(kept))
