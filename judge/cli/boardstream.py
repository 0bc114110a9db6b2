"""`judge try --json`: a stream of boards, answered line by line or by several processes."""

import sys
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import islice
from typing import BinaryIO

from judge import boardfile
from judge.board import Board
from judge.cli.progress import Progress
from judge.jsonlines import LINE_LIMIT, answer_lines
from judge.rulesystems import RuleSystem, rule_system

_BLOCK = 100
"""How many lines a process answers at a time."""

_LONGEST = 4 * LINE_LIMIT + 1
"""Bytes of a line that are looked at: no character takes more than four."""


def answer_all(stream: BinaryIO, map_name: str, rules: str, jobs: int) -> None:
    """Print the answer to every line; what is printed does not depend on the number of jobs.

    With one job, whoever waits for an answer before the next question gets it at once; with
    several, answers come in blocks.
    """
    progress = Progress("boards")
    is_shared = sys.stdout.isatty()
    try:
        for answers, count in _answered(stream, map_name, rules, jobs):
            if is_shared:
                progress.clear()
            sys.stdout.write(answers)
            sys.stdout.flush()
            progress.step(count)
    finally:
        progress.clear()


def _answered(stream: BinaryIO, map_name: str, rules: str, jobs: int) -> Iterator[tuple[str, int]]:
    """Answers ready to be written, and how many they are."""
    if jobs == 1:
        for answer in answer_lines(_texts(_lines(stream)), *_loaded(map_name, rules)):
            yield answer + "\n", 1
        return
    from judge.workers import in_order, processes

    boardfile.load(map_name)  # whatever is wrong with it is said once, before anything starts
    work = partial(_answer_block, map_name, rules)
    for answers in in_order(work, _blocks(stream), processes(jobs)):
        yield "".join(answer + "\n" for answer in answers), len(answers)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long, as much as shows that it is."""
    while line := stream.readline(_LONGEST):
        yield line
        while len(line) == _LONGEST and not line.endswith(b"\n"):
            line = stream.readline(_LONGEST)


def _texts(lines: Iterable[bytes]) -> Iterator[str]:
    return (line.decode("utf-8", "replace") for line in lines)


def _blocks(stream: BinaryIO) -> Iterator[list[bytes]]:
    lines = _lines(stream)
    while block := list(islice(lines, _BLOCK)):
        yield block


def _answer_block(map_name: str, rules: str, block: list[bytes]) -> list[str]:
    """The answers to some lines, in a process of its own."""
    return list(answer_lines(_texts(block), *_loaded(map_name, rules)))


@cache
def _loaded(map_name: str, rules: str) -> tuple[Board, RuleSystem]:
    return boardfile.load(map_name), rule_system(rules)
