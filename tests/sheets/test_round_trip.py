"""An order written in any language and code table is read back as the same order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.board import ARMY, FLEET, UnitKind
from judge.orders import Convoy, Hold, Move, Order, Support
from judge.position import Position, Unit, arranged
from judge.problems import Problem
from judge.sheets.interpreting import Interpreter
from judge.sheets.writing import Notation
from tests.boards import europe, reader

TABLES = ("guide", "18centres", "objectif", "english")
NOTATIONS = [(language, table) for language in ("fr", "en") for table in TABLES]

PROVINCES = range(len(europe().provinces))
LOCATIONS = range(len(europe().province_of))
WATERS = [p for p in PROVINCES if europe().is_water[p]]


@st.composite
def units(draw: st.DrawFn, kind: UnitKind | None = None) -> Unit:
    """A unit where such a unit can stand."""
    drawn = draw(st.sampled_from((ARMY, FLEET))) if kind is None else kind
    can_stand = [at for at in LOCATIONS if europe().can_stand(drawn, at)]
    return Unit(draw(st.integers(0, 6)), drawn, draw(st.sampled_from(can_stand)))


def province_of(unit: Unit) -> int:
    return europe().province_of[unit.location]


positions = st.lists(units(), min_size=1, max_size=12, unique_by=province_of).map(
    lambda found: Position(europe().first_phase, arranged(found, europe()))
)


# How many fleets carry an army is said where units can share a province: see the tests of diplo.
moves = st.builds(
    Move,
    to=st.sampled_from(LOCATIONS),
    by_convoy=st.booleans(),
    route=st.just(()),
    stages=st.just(0),
)


@st.composite
def ordered(draw: st.DrawFn, orders: st.SearchStrategy[Order]) -> tuple[Position, int, Order]:
    """A position, the index of one of its units and an order for it, legal or not."""
    position = draw(positions)
    index = draw(st.integers(0, len(position.units) - 1))
    return position, index, draw(orders)


@st.composite
def about_another(draw: st.DrawFn, convoy: bool) -> tuple[Position, int, Order]:
    """A support or a convoy: of a unit of the position, mostly, or of nobody."""
    position, index, _ = draw(ordered(st.just(Hold())))
    provinces = [province_of(u) for u in position.units]
    other = draw(st.sampled_from(provinces) | st.sampled_from(PROVINCES))
    if convoy:
        return position, index, Convoy(other, draw(st.sampled_from(PROVINCES)))
    return position, index, Support(other, draw(st.none() | st.sampled_from(LOCATIONS)))


@st.composite
def routed(draw: st.DrawFn) -> tuple[Position, int, Order]:
    """A move whose waters are named, each beside the one before."""
    beside = europe().waters_beside
    position, _, _ = draw(ordered(st.just(Hold())))
    start = draw(st.sampled_from([p for p in PROVINCES if beside[p]]))
    army = Unit(draw(st.integers(0, 6)), ARMY, start)
    if not europe().can_stand(ARMY, start):
        army = Unit(army.power, FLEET, start)
    others = [u for u in position.units if province_of(u) != start]
    position = Position(position.phase, arranged([army, *others], europe()))
    route = [draw(st.sampled_from(beside[start]))]
    while draw(st.booleans()):
        further = [w for w in beside[route[-1]] if w not in route]
        if not further:
            break
        route.append(draw(st.sampled_from(further)))
    landings = [at for at in LOCATIONS if route[-1] in beside[europe().province_of[at]]]
    to = draw(st.sampled_from(landings))
    return position, position.units.index(army), Move(to, True, tuple(route))


def read_back(
    position: Position, index: int, order: Order, language: str, table: str
) -> tuple[Order, list[Problem]]:
    """The order that its own text is read as."""
    notation = Notation(europe(), language, table)
    unit = position.units[index]
    text = notation.order(position, unit, order)
    sheet = reader(language, table).read(text.encode(), "sheet")
    read = Interpreter(europe(), position, notation).read(sheet, unit.power)
    assert list(read.orders) == [index], (text, read.problems)
    return read.orders[index], read.problems


def with_only_coast(unit: Unit, order: Move) -> Move:
    """A fleet's move to a province with one coast in reach means that coast."""
    if unit.kind is ARMY or order.to >= len(PROVINCES):
        return order
    landings = [
        x for x in europe().fleet_borders[unit.location] if europe().province_of[x] == order.to
    ]
    return order._replace(to=landings[0]) if len(landings) == 1 else order


def codes(problems: list[Problem]) -> set[str]:
    return {p.code for p in problems}


spelled = pytest.mark.parametrize(("language", "table"), NOTATIONS)
quick = settings(max_examples=40, deadline=None)


@spelled
@given(ordered(st.just(Hold())))
@quick
def test_hold(language: str, table: str, case: tuple[Position, int, Order]) -> None:
    assert read_back(*case, language, table) == (Hold(), [])


@spelled
@given(ordered(moves))
@quick
def test_move(language: str, table: str, case: tuple[Position, int, Order]) -> None:
    position, index, order = case
    assert isinstance(order, Move)
    read, problems = read_back(position, index, order, language, table)
    unit = position.units[index]
    assert read == with_only_coast(unit, order)
    on_coast = order.to >= len(PROVINCES)
    assert ("army-coast" in codes(problems)) == (on_coast and unit.kind is ARMY)
    assert codes(problems) <= {"army-coast", "coast-missing"}
    assert all(p.severity == "warning" for p in problems)


@spelled
@given(routed())
@quick
def test_route(language: str, table: str, case: tuple[Position, int, Order]) -> None:
    read, problems = read_back(*case, language, table)
    assert read == case[2]
    assert codes(problems) <= {"army-coast", "coast-missing"}


@spelled
@given(about_another(convoy=False))
@quick
def test_support(language: str, table: str, case: tuple[Position, int, Order]) -> None:
    position, _, order = case
    assert isinstance(order, Support)
    read, problems = read_back(*case, language, table)
    assert read == order
    there = order.unit in map(province_of, position.units)
    assert ("nobody-there" in codes(problems)) != there
    assert all(p.severity == "warning" for p in problems)


@spelled
@given(about_another(convoy=True))
@quick
def test_convoy(language: str, table: str, case: tuple[Position, int, Order]) -> None:
    position, _, order = case
    assert isinstance(order, Convoy)
    read, problems = read_back(*case, language, table)
    assert read == order
    there = order.army in map(province_of, position.units)
    assert ("nobody-there" in codes(problems)) != there
    assert all(p.severity == "warning" for p in problems)


@spelled
@given(positions)
@quick
def test_no_order_is_written_as_a_hold(language: str, table: str, position: Position) -> None:
    notation = Notation(europe(), language, table)
    unit = position.units[0]
    assert notation.order(position, unit, None) == notation.order(position, unit, Hold())


@st.composite
def whole_sheets(draw: st.DrawFn) -> tuple[Position, list[Order]]:
    """A position of one power and an order for each of its units."""
    position = draw(positions)
    mine = tuple(u._replace(power=0) for u in position.units)
    position = Position(position.phase, arranged(mine, europe()))
    provinces = st.sampled_from([province_of(u) for u in position.units])
    targets = st.sampled_from(LOCATIONS)
    any_order = (
        st.just(Hold())
        | moves
        | st.builds(Support, unit=provinces, to=st.none() | targets)
        | st.builds(Convoy, army=provinces, to=st.sampled_from(PROVINCES))
    )
    return position, [draw(any_order) for _ in mine]


BETWEEN = ("\n", "\r\n", "\n\n", ", ", "; ", " / ", "  ", "\t")


@spelled
@given(whole_sheets(), st.sampled_from(BETWEEN))
@quick
def test_a_whole_sheet(
    language: str, table: str, case: tuple[Position, list[Order]], between: str
) -> None:
    """Every order of a sheet comes back, on lines of their own or on one line."""
    if (language, table) == ("en", "18centres") and "\n" not in between:
        return  # The table's T for a hold is French: a line is read in one language.
    position, orders = case
    notation = Notation(europe(), language, table)
    pairs = list(zip(position.units, orders, strict=True))
    text = between.join(notation.order(position, unit, order) for unit, order in pairs)
    sheet = reader(language, table).read(text.encode(), "sheet")
    read = Interpreter(europe(), position, notation).read(sheet, 0)
    expected = [with_only_coast(u, o) if isinstance(o, Move) else o for u, o in pairs]
    assert [read.orders.get(n) for n in range(len(orders))] == expected, (text, read.problems)
