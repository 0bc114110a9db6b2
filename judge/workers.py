"""Work spread over several processes, its results in the order of the work."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from judge.problems import Problem, Unreadable

Piece = TypeVar("Piece")
Result = TypeVar("Result")

JOBS_LIMIT = 61
"""Most processes at once: what Windows can wait for."""

_AHEAD = 4
"""How many pieces of work each process may be ahead of the result that is waited for."""


def processes(jobs: int) -> int:
    """How many processes a number of jobs means: 0 is one for each core of the machine."""
    return max(1, min(jobs or os.cpu_count() or 1, JOBS_LIMIT))


def in_order(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], jobs: int
) -> Iterator[Result]:
    """The result of each piece of work, in the order of the pieces.

    work: a function of a module, perhaps with arguments given. pieces: taken as they are needed,
    not all at once. What a piece raises is raised in its turn; Unreadable where a process died.
    """
    waiting: deque[Future[Result]] = deque()
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        try:
            for piece in pieces:
                waiting.append(pool.submit(work, piece))
                if len(waiting) >= _AHEAD * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise Unreadable([Problem("worker-lost")]) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    # Whoever stops the command stops the process that started this one, and that one ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
