"""How far a long command has come, on one line of a terminal."""

import os
import sys
import time

from judge.cli.base import speak

PATIENCE = 1.0
"""Seconds after which a command tells how far it is."""

_PAUSE = 0.1
_WIDTH = 30
_CLEAR = "\r\x1b[K"


class Progress:
    """A bar on standard error, where that is a terminal and the command takes its time.

    what: the catalogue's key of what is counted. total: how many there are, 0 where nobody knows.
    """

    def __init__(self, what: str, total: int = 0) -> None:
        self.what = what
        self.total = total
        self.done = 0
        self._shown = False
        self._next = time.monotonic() + PATIENCE
        self._is_wanted = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def step(self, count: int = 1) -> None:
        """So many more are done."""
        self.done += count
        if self._is_wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + _PAUSE
            self._shown = True
            sys.stderr.write(_CLEAR + self._line())
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the bar off the terminal, before something else is written there."""
        if self._shown:
            self._shown = False
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()

    def _line(self) -> str:
        told = speak().count(f"progress.{self.what}", self.done)
        if not self.total:
            return told
        full = _WIDTH * min(self.done, self.total) // self.total
        bar = "#" * full + "-" * (_WIDTH - full)
        return f"[{bar}] {self.done}/{self.total}"
