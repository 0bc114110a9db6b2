"""The waters of a convoy: the search of one pass against the listing of every route."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.board import Board
from judge.routes import useful_waters
from tests.boards import europe


@dataclass(frozen=True)
class Seas:
    """All of a board that a route needs: the waters beside each province."""

    waters_beside: tuple[tuple[int, ...], ...]


START, END = 0, 1
"""The two coasts of every board here; the numbers from 2 on are waters."""


@st.composite
def seas(draw: st.DrawFn) -> Seas:
    """Two coasts and a few waters, each pair of them touching or not."""
    count = draw(st.integers(0, 7))
    waters = range(2, 2 + count)
    pairs = [(a, b) for b in waters for a in range(b)]
    touching = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return linked(2 + count, touching)


def linked(count: int, touching: list[tuple[int, int]]) -> Seas:
    beside: list[set[int]] = [set() for _ in range(count)]
    for a, b in touching:
        for here, there in ((a, b), (b, a)):
            if there not in (START, END):
                beside[here].add(there)
    return Seas(tuple(tuple(sorted(waters)) for waters in beside))


def routes(board: Seas, open_to: set[int], start: int, end: int) -> Iterator[tuple[int, ...]]:
    """Every simple route, one by one: waters from the start's shore to the end's."""
    landings = set(board.waters_beside[end])

    def onward(route: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if route and route[-1] in landings:
            yield route
        for water in board.waters_beside[route[-1] if route else start]:
            if water in open_to and water not in route:
                yield from onward((*route, water))

    return onward(())


def useful(board: Seas, open_to: set[int], start: int = START, end: int = END) -> list[int]:
    return useful_waters(cast(Board, board), open_to, start, end)


@given(seas(), st.data())
@settings(max_examples=600, deadline=None)
def test_useful_is_what_lies_on_some_route(board: Seas, data: st.DataObject) -> None:
    waters = range(2, len(board.waters_beside))
    open_to = set(data.draw(st.lists(st.sampled_from(waters)))) if waters else set()
    found = useful(board, open_to)
    assert len(found) == len(set(found))
    assert set(found) == {w for route in routes(board, open_to, START, END) for w in route}
    assert set(useful(board, open_to, END, START)) == set(found)


def test_small_boards() -> None:
    direct = linked(3, [(START, 2), (2, END)])
    assert useful(direct, {2}) == [2]
    assert useful(direct, set()) == []
    dead_end = linked(4, [(START, 2), (2, END), (2, 3)])
    assert useful(dead_end, {2, 3}) == [2]
    detour = linked(4, [(START, 2), (2, END), (2, 3), (3, END)])
    assert sorted(useful(detour, {2, 3})) == [2, 3]
    broken = linked(4, [(START, 2), (3, END)])
    assert useful(broken, {2, 3}) == []


def test_a_bay_behind_a_strait_is_on_no_route() -> None:
    """Two waters that only meet the route in one place make a ring and still carry nobody."""
    bay = linked(6, [(START, 2), (2, 3), (3, END), (2, 4), (4, 5), (5, 2)])
    assert sorted(useful(bay, {2, 3, 4, 5})) == [2, 3]


def test_the_standard_board() -> None:
    board = europe()
    number = board.province_numbers

    def names(start: str, end: str, fleets: str) -> set[str]:
        waters = {number[f] for f in fleets.split()}
        found = useful_waters(board, waters, number[start], number[end])
        return {board.provinces[w].key for w in found}

    assert names("Lon", "Bre", "Man") == {"Man"}
    assert names("Lon", "Bre", "Man Nrd Irl") == {"Man", "Nrd"}
    assert names("Lon", "Bre", "Man Nrd Irl AtM") == {"Man", "Nrd", "Irl", "AtM"}
    assert names("Lon", "Tun", "Man AtM MOc GLi Ege") == {"Man", "AtM", "MOc"}
    assert names("Lon", "Tun", "Man AtM MOc GLi MTy") == {"Man", "AtM", "MOc", "GLi", "MTy"}
    assert names("Lon", "Tun", "Man MOc") == set()
    assert names("Con", "Seb", "Noi Ege Ion") == {"Noi"}


def test_a_hundred_seas_are_no_more_work() -> None:
    """A grid has more routes than could ever be listed."""
    side = 10
    number = {(x, y): 2 + x * side + y for x in range(side) for y in range(side)}
    touching = [(START, number[0, 0]), (END, number[side - 1, side - 1])]
    for (x, y), here in number.items():
        for there in ((x + 1, y), (x, y + 1)):
            if there in number:
                touching.append((here, number[there]))
    board = linked(2 + side * side, touching)
    everywhere = set(number.values())
    assert set(useful(board, everywhere)) == everywhere
    assert useful(board, everywhere - {number[0, 0]}) == []
    wall = {number[5, y] for y in range(side)}
    assert useful(board, everywhere - wall) == []
    gate = wall - {number[5, 5]}
    assert set(useful(board, everywhere - gate)) == everywhere - gate
