"""What a map says and the rule systems honour: neutral units, convoying coasts, where to build."""

from pathlib import Path

import pytest

from judge import boardfile
from judge.board import Board, BuildRule, UnitKind
from judge.orders import Adjustment, Build, Convoy, Move, Order, Support
from judge.phase import Phase
from judge.position import Position, Unit, arranged, opening
from judge.rulesystems import rule_system
from judge.ruling import MovementRuling, Result, WinterRuling
from judge.season import after, powers_to_order, winter_duty
from judge.sheets.reading import Reader
from tests.cli.command import judge

SYSTEMS = ("guide", "standard", "18centres")
ALL_SYSTEMS = (*SYSTEMS, "diplo")
GUARDED = """\
map: guarded
extends: europe
title: {fr: La Belgique gardée, en: Belgium guarded}
powers:
  Neutres:
    en: Neutrals
    adjective: {fr: [neutre], en: [neutral]}
    neutral: true
    units: [A Bel, F Dan]
"""


def guarded(folder: Path) -> Board:
    path = folder / "guarded.yaml"
    path.write_text(GUARDED, "utf-8")
    board, problems = boardfile.check(path)
    assert problems == []
    assert board is not None
    return board


def placed(board: Board, phase: str, *units: str) -> Position:
    """A position from lines ``France: A Bou``, with the owners of the map's start."""
    found = []
    for line in units:
        power, _, unit = line.partition(": ")
        letter, _, place = unit.partition(" ")
        kind = UnitKind.ARMY if letter == "A" else UnitKind.FLEET
        found.append(Unit(board.power_numbers[power], kind, board.location_numbers[place]))
    return Position(Phase.parse(phase), arranged(found, board), opening(board).owners)


def ruled(
    board: Board, position: Position, rules: str, orders: dict[str, Order]
) -> tuple[MovementRuling, dict[str, Result]]:
    """The ruling of orders by the unit's place, and each unit's result by its place."""
    places = [board.location_name(u.location) for u in position.units]
    assert set(orders) <= set(places)
    given = [orders.get(place) for place in places]
    ruling = rule_system(rules).movement(board, position, given, True)
    results = [outcome.result for outcome in ruling.outcomes]
    return ruling, dict(zip(places, results, strict=True))


# ------------------------------------------------------------ neutral units


def test_a_neutral_power_starts_with_units_and_nothing_else(tmp_path: Path) -> None:
    board = guarded(tmp_path)
    neutral = board.power_numbers["Neutres"]
    start = opening(board)
    assert neutral not in board.played
    assert board.seats(7) == tuple((p,) for p in board.played)
    assert start.centres_of(neutral) == ()
    assert sum(u.power == neutral for u in start.units) == 2
    assert neutral not in powers_to_order(board, start)
    assert winter_duty(board, start.units, start.owners, neutral) == 0


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_neutral_unit_stands_against_one_and_falls_to_two(rules: str, tmp_path: Path) -> None:
    board = guarded(tmp_path)
    place = board.location_numbers
    position = placed(board, "F1901M", "France: A Pic", "France: A Bou", "Neutres: A Bel")
    _, results = ruled(board, position, rules, {"Pic": Move(place["Bel"])})
    assert results == {"Pic": Result.FAILS, "Bou": results["Bou"], "Bel": results["Bel"]}
    both: dict[str, Order] = {
        "Pic": Move(place["Bel"]),
        "Bou": Support(place["Pic"], place["Bel"]),
    }
    ruling, results = ruled(board, position, rules, both)
    assert results["Pic"] is Result.SUCCEEDS
    assert [d.unit.location for d in ruling.dislodged] == [place["Bel"]]
    # Nobody orders it, so that Hol and Ruh are no way out and no retreat phase is opened for it.
    assert ruling.dislodged[0].retreats == ()
    following = after(ruling, board)
    assert str(following.phase) in ("W1901A", "S1902M")
    assert {u.power for u in following.units} == {board.power_numbers["France"]}


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_neutral_unit_may_be_supported_and_takes_no_centre(rules: str, tmp_path: Path) -> None:
    board = guarded(tmp_path)
    place = board.location_numbers
    units = ("France: A Pic", "France: A Bou", "Allemagne: A Ruh", "Neutres: A Bel")
    position = placed(board, "F1901M", *units)
    orders: dict[str, Order] = {
        "Pic": Move(place["Bel"]),
        "Bou": Support(place["Pic"], place["Bel"]),
        "Ruh": Support(place["Bel"]),
    }
    ruling, results = ruled(board, position, rules, orders)
    assert results["Pic"] is Result.FAILS
    following = after(ruling, board)
    assert place["Bel"] not in dict(following.owners)


@pytest.mark.parametrize("rules", ALL_SYSTEMS)
def test_a_winter_leaves_neutral_units_where_they_are(rules: str, tmp_path: Path) -> None:
    board = guarded(tmp_path)
    units = ("France: A Par", "Neutres: A Bel", "Neutres: F Dan")
    position = placed(board, "W1901A", *units)
    ruling = rule_system(rules).winter(board, position, {})
    neutral = board.power_numbers["Neutres"]
    assert [u for u in ruling.after if u.power == neutral] == [
        u for u in position.units if u.power == neutral
    ]
    assert neutral not in {b.power for b in ruling.balances}


def test_a_game_with_neutral_units_asks_nobody_for_their_orders(tmp_path: Path) -> None:
    guarded(tmp_path)
    folder = tmp_path / "game"
    assert judge("new", folder, "--map", tmp_path / "guarded.yaml").code == 0
    blank = judge("sheet", folder).out
    assert "Neutres" not in blank
    assert judge("sheet", folder, "Neutres").code == 1
    ran = judge("run", folder, "--missing-hold")
    assert ran.code == 0
    # Their units are in the report and hold; nobody is late with their orders.
    assert "NEUTRES\n  A Bel" in ran.out
    assert "Neutres : 0" not in ran.out
    assert "Neutres" not in (folder / "game.yaml").read_text("utf-8")
    assert judge("verify", folder).code == 0
    assert "Neut" not in judge("history", folder).out


def test_a_neutral_power_is_nobodys_to_wish_for(tmp_path: Path) -> None:
    guarded(tmp_path)
    players = tmp_path / "players.txt"
    players.write_text("\n".join(f"Joueur {n}: Neutres" for n in "ABCDEFG"), "utf-8")
    folder = tmp_path / "game"
    told = judge("new", folder, "--map", tmp_path / "guarded.yaml", "--players", players)
    assert told.code == 0
    assert "Neutres" not in told.out


# ------------------------------------------------------------ convoying coasts


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_fleet_on_a_convoying_coast_carries_an_army(rules: str) -> None:
    board = boardfile.load("ancient-med")
    place = board.location_numbers
    position = placed(board, "S1M", "Rome: A Tar", "Rome: F Bal", "Rome: F Ber")
    orders: dict[str, Order] = {
        "Tar": Move(place["Car"], True),
        "Bal": Convoy(place["Tar"], place["Car"]),
        "Ber": Convoy(place["Tar"], place["Car"]),
    }
    ruling, results = ruled(board, position, rules, orders)
    assert results == {
        "Tar": Result.SUCCEEDS,
        "Bal": Result.CONVOYS,
        "Ber": Result.CONVOYS,
    }
    assert [o.to for o in ruling.outcomes if o.to is not None] == [place["Car"]]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_an_army_on_a_convoying_coast_carries_nobody(rules: str) -> None:
    board = boardfile.load("ancient-med")
    place = board.location_numbers
    position = placed(board, "S1M", "Rome: A Tar", "Rome: A Bal", "Rome: F Ber")
    orders: dict[str, Order] = {
        "Tar": Move(place["Car"], True),
        "Bal": Convoy(place["Tar"], place["Car"]),
        "Ber": Convoy(place["Tar"], place["Car"]),
    }
    _, results = ruled(board, position, rules, orders)
    assert results == {"Tar": Result.ILLEGAL, "Bal": Result.ILLEGAL, "Ber": Result.ILLEGAL}


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_fleet_on_any_other_coast_does_not_convoy(rules: str) -> None:
    board = boardfile.load("ancient-med")
    place = board.location_numbers
    position = placed(board, "S1M", "Rome: A Mas", "Rome: F Cor")
    orders: dict[str, Order] = {
        "Mas": Move(place["Sar"], True),
        "Cor": Convoy(place["Mas"], place["Sar"]),
    }
    _, results = ruled(board, position, rules, orders)
    assert results == {"Mas": Result.ILLEGAL, "Cor": Result.ILLEGAL}


# ------------------------------------------------------------ where to build


def winter(board: Board, position: Position, rules: str, power: str, built: str) -> WinterRuling:
    order: Adjustment = Build(UnitKind.ARMY, board.location_numbers[built])
    return rule_system(rules).winter(board, position, {board.power_numbers[power]: [order]})


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize(
    ("build", "owns_home", "expected"),
    [
        ("home", True, "build-not-home"),
        ("owned", True, ""),
        ("any", True, ""),
        ("owned-with-home", True, ""),
        ("home", False, "build-not-home"),
        ("owned", False, ""),
        ("owned-with-home", False, "build-not-home"),
    ],
)
def test_where_a_map_lets_powers_build(
    rules: str, build: str, owns_home: bool, expected: str, tmp_path: Path
) -> None:
    path = tmp_path / "building.yaml"
    path.write_text(f"map: building\nextends: europe\nbuild: {build}\n", "utf-8")
    board, problems = boardfile.check(path)
    assert problems == []
    assert board is not None
    france, bel = board.power_numbers["France"], board.province_numbers["Bel"]
    owners = [(bel, france)]
    if owns_home:
        owners.append((board.province_numbers["Par"], france))
    units = (Unit(france, UnitKind.ARMY, board.province_numbers["Par"]),) if owns_home else ()
    position = Position(Phase.parse("W1901A"), units, tuple(sorted(owners)))
    outcome = winter(board, position, rules, "France", "Bel").outcomes[0]
    assert (outcome.reason.code if outcome.reason else "") == expected
    elsewhere = winter(board, position, rules, "France", "Mun").outcomes[0]
    assert elsewhere.reason is not None
    assert elsewhere.reason.code == ("build-not-home" if build == "home" else "build-not-owned")


def test_build_rules_by_their_words() -> None:
    assert [rule.value for rule in BuildRule] == ["home", "owned", "owned-with-home"]


# ------------------------------------------------------------ names that two things share


@pytest.mark.parametrize(
    ("sheet", "orders"),
    [
        ("Rome\nA Rav - Ven\nA Rom - Apu", ["A Rav - Ven", "A Rom - Apu"]),
        ("Rome :\nA Rome - Apu", ["A Rome - Apu"]),
        ("ROME: A Rav - Ven, A Rome - Apu", ["A Rav - Ven", "A Rome - Apu"]),
        ("Puissance: Rome\nRome - Apu", ["Rome - Apu"]),
        ("Puissance: Rome\nA Rome", ["A Rome"]),
        ("* Rome *\n- Rome", ["- Rome"]),
    ],
)
def test_a_power_named_as_a_province_has_its_heading(sheet: str, orders: list[str]) -> None:
    board = boardfile.load("ancient-med")
    read = Reader(board, "fr", "francais").read(sheet.encode(), "rome.txt")
    assert read.problems == []
    assert [entry.text for entry in read.entries] == orders
    assert {entry.power for entry in read.entries} == {board.power_numbers["Rome"]}
