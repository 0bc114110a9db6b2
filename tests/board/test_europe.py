"""The standard map against facts written down by hand: borders, centres, homes, names."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge import boardfile
from judge.board import ARMY, FLEET, Board, Terrain
from judge.phase import Phase, Step
from judge.position import opening
from judge.resources import folder
from judge.sheets.written import Subject
from tests.boards import SHARED, europe, reader

BORDERS = Path(__file__).parent / "borders.txt"
REGIONS = SHARED / "rules" / "regions.csv"

SEAS = "Adr AtM AtN Bal Bar Bot Ege GLi Hel Ion Irl Man MOc MOr MTy Noi Nrd Nvn Ska"
INLAND = "Boh Bou Bud Gal Mos Mun Par Ruh Ser Sil Tyr Ukr Var Vie"
COASTS = {"Bul": ["ce", "cs"], "Esp": ["cn", "cs"], "StP": ["cn", "cs"]}

HOMES = {
    "Allemagne": ["Ber", "Kie", "Mun"],
    "Angleterre": ["Edi", "Lon", "Lvp"],
    "Autriche": ["Bud", "Tri", "Vie"],
    "France": ["Bre", "Mar", "Par"],
    "Italie": ["Nap", "Rom", "Ven"],
    "Russie": ["Mos", "Seb", "StP", "Var"],
    "Turquie": ["Ank", "Con", "Smy"],
}
NEUTRAL = "Bel Bul Dan Esp Gre Hol Nge Por Rou Ser Sue Tun"

UNITS = {
    "Allemagne": ["A Ber", "A Mun", "F Kie"],
    "Angleterre": ["A Lvp", "F Edi", "F Lon"],
    "Autriche": ["A Bud", "A Vie", "F Tri"],
    "France": ["A Mar", "A Par", "F Bre"],
    "Italie": ["A Rom", "A Ven", "F Nap"],
    "Russie": ["A Mos", "A Var", "F Seb", "F StP (cs)"],
    "Turquie": ["A Con", "A Smy", "F Ank"],
}

TABLES = {
    "guide": ("fr", "xxx"),
    "18centres": ("fr", "T"),
    "objectif": ("fr", "H"),
    "english": ("en", "H"),
}

Pair = tuple[str, str]


def listed() -> dict[str, set[Pair]]:
    """The independent list: `army` and `fleet` borders, and the pairs that are none."""
    found: dict[str, set[Pair]] = {k: set() for k in ("army", "fleet", "no army", "no fleet")}
    section = ""
    for raw in BORDERS.read_text("utf-8").splitlines():
        words = raw.split("#")[0].split()
        if not words:
            continue
        if words[0].startswith("["):
            section = words[0].strip("[]")
            continue
        kind = f"no {words.pop(0)}" if section == "none" else section
        a, b = (word.replace("(", " (") for word in words)
        assert (a, b) not in found[kind], f"{raw}: twice"
        found[kind].add((a, b))
    return found


def both_ways(pairs: set[Pair]) -> set[Pair]:
    return pairs | {(b, a) for a, b in pairs}


def army_borders(board: Board) -> set[Pair]:
    keys = [p.key for p in board.provinces]
    return {(keys[a], keys[b]) for a, to in enumerate(board.army_borders) for b in to}


def fleet_borders(board: Board) -> set[Pair]:
    name = board.location_name
    return {(name(a), name(b)) for a, to in enumerate(board.fleet_borders) for b in to}


def test_the_map_has_no_problem() -> None:
    board, problems = boardfile.check(folder("maps") / "europe.yaml")
    assert problems == []
    assert board == europe()


def test_army_borders_are_the_listed_ones() -> None:
    assert army_borders(europe()) == both_ways(listed()["army"])


def test_fleet_borders_are_the_listed_ones() -> None:
    assert fleet_borders(europe()) == both_ways(listed()["fleet"])


def test_tempting_pairs_are_no_borders() -> None:
    pairs = listed()
    places = set(europe().location_numbers)
    for kind, borders in (("army", army_borders(europe())), ("fleet", fleet_borders(europe()))):
        tempting = pairs[f"no {kind}"]
        assert tempting
        assert {place for pair in tempting for place in pair} <= places
        assert not both_ways(tempting) & borders


def test_seventy_five_provinces_and_switzerland() -> None:
    board = europe()
    kinds = {t: [p.key for p in board.provinces if p.terrain is t] for t in Terrain}
    assert sorted(kinds[Terrain.SEA]) == sorted(SEAS.split())
    assert sorted(kinds[Terrain.LAND]) == sorted(INLAND.split())
    assert kinds[Terrain.IMPASSABLE] == ["Sui"]
    assert len(kinds[Terrain.COAST]) == 75 - len(SEAS.split()) - len(INLAND.split()) == 42
    assert {p.key: list(p.coasts) for p in board.provinces if p.coasts} == COASTS


def test_nobody_goes_to_switzerland() -> None:
    board = europe()
    sui = board.province_numbers["Sui"]
    assert board.army_borders[sui] == board.fleet_borders[sui] == ()
    assert not any(sui in to for to in (*board.army_borders, *board.fleet_borders))
    assert not board.can_stand(ARMY, sui)
    assert not board.can_stand(FLEET, sui)


def test_thirty_four_centres() -> None:
    board = europe()
    homes = [centre for centres in HOMES.values() for centre in centres]
    assert len(homes) + len(NEUTRAL.split()) == 34
    assert {board.provinces[c].key for c in board.centres} == {*homes, *NEUTRAL.split()}
    assert board.victory == 18


def test_powers_and_their_homes() -> None:
    board = europe()
    homes = {p.key: [board.provinces[c].key for c in p.home] for p in board.powers}
    assert homes == HOMES
    assert list(homes) == sorted(homes)
    assert len(board.owners_at_start()) == 22


def test_the_opening_of_1901() -> None:
    board = europe()
    position = opening(board)
    assert position.phase == Phase(1901, Step.SPRING)
    units: dict[str, list[str]] = {power: [] for power in HOMES}
    for unit in position.units:
        units[board.powers[unit.power].key].append(board.unit_name(unit.kind, unit.location))
    assert {power: sorted(names) for power, names in units.items()} == UNITS
    assert len(position.units) == 22
    owned: dict[str, list[str]] = {power: [] for power in HOMES}
    for centre, power in position.owners:
        owned[board.powers[power].key].append(board.provinces[centre].key)
    assert owned == HOMES
    assert not position.dislodged
    assert not position.standoffs


def test_code_tables_are_complete_and_say_one_thing() -> None:
    board = europe()
    assert {name: (t.language, t.hold) for name, t in board.tables.items()} == TABLES
    for table in TABLES:
        codes = [p.codes[table] for p in board.provinces]
        assert all(code.isalpha() and len(code) == 3 for code in codes)
        assert len({code.casefold() for code in codes}) == len(board.provinces) == 76


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_code_of_a_table_is_read_in_a_game_of_that_table(language: str, table: str) -> None:
    for number, province in enumerate(europe().provinces):
        assert named(province.codes[table], language, table) == (number,)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_name_is_read_in_its_language(language: str) -> None:
    for number, province in enumerate(europe().provinces):
        spelled = province.names[language]
        for text in (spelled.name, *spelled.also):
            assert named(text, language) == (number,), text


def test_doubtful_words_have_all_their_readings() -> None:
    numbers = europe().province_numbers
    expected = {
        "Nor": "Nge Nrd Nvn Noi",
        "Atlantique": "AtM AtN",
        "Atl": "AtM AtN",
        "Pay": "Hol PGa",
        "Med": "MOc MOr",
        "Méditerranée": "MOc MOr",
        "Gol": "Bot GLi",
    }
    for word, keys in expected.items():
        assert sorted(named(word)) == sorted(numbers[k] for k in keys.split()), word
    decided = [
        ("Atlantique", "18centres", "AtM"),
        ("Atl", "18centres", "AtM"),
        ("Pay", "18centres", "Hol"),
        ("Liv", "guide", "Lvn"),
        ("Gal", "guide", "Gal"),
        ("Mar", "guide", "Mar"),
        ("Mar", "18centres", "Mar"),
        ("Tyr", "guide", "Tyr"),
    ]
    for word, table, key in decided:
        assert named(word, "fr", table) == (numbers[key],), (word, table)
    for table in ("18centres", "objectif", "english"):
        both = tuple(sorted((numbers["Lvn"], numbers["Lvp"])))
        assert tuple(sorted(named("Liv", "fr", table))) == both


def aliases() -> Iterator[tuple[str, str, str]]:
    """Every spelling of the table of regions: (key, spelling, code table to read it with)."""
    tables = {"abbr_18c": "18centres", "abbr_objectif": "objectif"}
    columns = (
        "name_fr other_names_fr abbr_dptg abbr_18c abbr_diplo abbr_objectif abbr_battlesoop"
        " suggested_unattested"
    )
    with REGIONS.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if "DIPLO only" in row["name_fr"]:
                continue
            for column in columns.split():
                for text in filter(None, row[column].split(";")):
                    doubtful = text == "Atlantique"
                    table = "18centres" if doubtful else tables.get(column, "guide")
                    yield row["key"], text.strip(), table
            yield row["key"], row["english_code"], "guide"
            yield row["key"], row["key"], "guide"


def test_every_alias_of_the_regions_means_its_province() -> None:
    if not REGIONS.exists():
        pytest.skip(f"no {REGIONS}: the rule texts do not lie beside the checkout")
    keys = [p.key.upper() for p in europe().provinces]
    seen = set()
    wrong = []
    for key, text, table in aliases():
        seen.add(key)
        found = [keys[p] for p in named(text, "fr", table)]
        if found != [key]:
            wrong.append((key, text, table, found))
    assert wrong == []
    assert seen == set(keys)


def named(text: str, language: str = "fr", table: str = "guide") -> tuple[int, ...]:
    """The provinces that a name could mean, read as the place of an order."""
    sheet = reader(language, table).read(f"A {text} H".encode(), "names")
    assert len(sheet.entries) == 1, (text, sheet.problems)
    subject = sheet.entries[0].written.unit
    assert isinstance(subject, Subject)
    assert subject.place.text == text
    return subject.place.candidates
