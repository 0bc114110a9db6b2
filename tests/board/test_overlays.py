"""Maps that extend another: only the changes are written, and every slip in them is told."""

from pathlib import Path
from typing import Any

import pytest

from judge import boardfile, mapoverlay
from judge.board import ARMY, FLEET, Board
from judge.problems import Unreadable

BASE: dict[str, Any] = {
    "title": {"fr": "A"},
    "provinces": {
        "One": {"army": ["Two"], "centre": True},
        "Two": {"army": ["One"], "fleet": {"cn": ["Sea"]}},
        "Sea": {"fleet": ["Two (cn)"]},
    },
}


def test_an_overlay_adds_replaces_and_takes_away() -> None:
    overlay = {
        "extends": "base",
        "title": {"en": "B"},
        "provinces": {"One": {"centre": None}, "New": {"army": []}},
        "borders": {
            "remove": {"army": [["One", "Two"]]},
            "add": {"army": [["One", "New"]], "fleet": [["One", "Sea"]]},
        },
    }
    assert mapoverlay.changed(BASE, overlay, "own.yaml") == {
        "title": {"fr": "A", "en": "B"},
        "provinces": {
            "One": {"army": ["New"], "fleet": ["Sea"]},
            "Two": {"army": [], "fleet": {"cn": ["Sea"]}},
            "Sea": {"fleet": ["Two (cn)", "One"]},
            "New": {"army": ["One"]},
        },
    }
    assert BASE["provinces"]["One"] == {"army": ["Two"], "centre": True}, "the base stays as it is"


@pytest.mark.parametrize(
    "borders",
    [
        {"remove": {"army": [["One", "Sea"]]}},
        {"add": {"army": [["One", "Two"]]}},
        {"add": {"army": [["One", "Nowhere"]]}},
        {"add": {"army": [["One"]]}},
        {"add": {"army": ["One"]}},
        {"remove": {"fleet": [["Two (cs)", "Sea"]]}},
        {"remove": {"fleet": [["Sea (cn)", "Two (cn)"]]}},
    ],
)
def test_a_border_that_cannot_be_changed_is_told(borders: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as caught:
        mapoverlay.changed(BASE, {"borders": borders}, "own.yaml")
    assert [p.code for p in caught.value.problems] == ["map-value"]


@pytest.mark.parametrize("name", ["nowhere", "../europe", "/etc/passwd", "[europe]", "3", '""'])
def test_only_a_shipped_map_is_extended(tmp_path: Path, name: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(f"map: own\nextends: {name}\n", "utf-8")
    board, problems = boardfile.check(path)
    assert board is None
    assert [(p.code, p.details["part"]) for p in problems] == [("map-value", "extends")]


def test_a_cached_map_is_built_again_when_what_it_extends_changes(tmp_path: Path) -> None:
    plain, quoted = tmp_path / "plain.yaml", tmp_path / "quoted.yaml"
    plain.write_text("extends: europe\n", "utf-8")
    quoted.write_text('{map: own, "extends": "europe-diplo"}\n', "utf-8")
    europe = Path(mapoverlay.shipped("europe") or "").read_bytes()
    diplo = Path(mapoverlay.shipped("europe-diplo") or "").read_bytes()
    assert mapoverlay.sources(plain) == plain.read_bytes() + b"\0" + europe
    assert mapoverlay.sources(quoted) == b"\0".join((quoted.read_bytes(), diplo, europe))


@pytest.fixture(scope="module")
def diplo() -> Board:
    return boardfile.load("europe-diplo")


def neighbours(board: Board, key: str) -> tuple[list[str], list[str]]:
    """A province's army and fleet borders, by the names that files use."""
    number = board.province_numbers[key]
    army = sorted(board.provinces[p].key for p in board.army_borders[number])
    fleet = {
        board.location_name(to)
        for at in board.locations_in[number]
        for to in board.fleet_borders[at]
    }
    return army, sorted(fleet)


def test_the_board_of_diplo_is_europe_with_islande_and_bonn(diplo: Board) -> None:
    europe = boardfile.load("europe")
    changed = {
        key: neighbours(diplo, key)
        for key in diplo.province_numbers
        if key not in europe.province_numbers or neighbours(diplo, key) != neighbours(europe, key)
    }
    assert changed == {
        "AtN": ([], ["AtM", "Cly", "Irl", "Isl", "Lvp", "Nvn"]),
        "Ber": (["Bon", "Kie", "Mun", "Pru", "Sil"], ["Bal", "Kie", "Pru"]),
        "Bon": (["Ber", "Hol", "Kie", "Mun", "Ruh"], []),
        "Hol": (["Bel", "Bon", "Kie", "Ruh"], ["Bel", "Hel", "Kie", "Nrd"]),
        "Isl": ([], ["AtN", "Nvn"]),
        "Kie": (["Ber", "Bon", "Dan", "Hol"], ["Bal", "Ber", "Dan", "Hel", "Hol"]),
        "Mun": (["Ber", "Boh", "Bon", "Bou", "Ruh", "Sil", "Tyr"], []),
        "Nvn": ([], ["AtN", "Bar", "Cly", "Edi", "Isl", "Nge", "Nrd"]),
        "Ruh": (["Bel", "Bon", "Bou", "Hol", "Mun"], []),
    }


def test_diplo_starts_with_a_unit_of_its_arsenals_kind_in_every_home_arsenal(diplo: Board) -> None:
    start = {
        power.key: " ".join(diplo.unit_name(kind, at) for kind, at in power.units)
        for power in diplo.powers
    }
    assert start == {
        "Allemagne": "A Ber A Bon F Kie A Mun",
        "Angleterre": "F Edi F Lon A Lvp",
        "Autriche": "A Bud F Tri A Vie",
        "France": "F Bre A Mar A Par",
        "Italie": "F Nap A Rom A Ven",
        "Russie": "A Mos F Seb F StP (cn) A Var",
        "Turquie": "F Ank A Con A Smy",
    }
    of = diplo.province_of
    stand = {of[at]: kind for power in diplo.powers for kind, at in power.units}
    typed = {
        p: facts.arsenal
        for p, facts in enumerate(diplo.provinces)
        if facts.arsenal in (ARMY, FLEET)
    }
    assert typed == stand
    assert sorted(stand) == sorted(diplo.owners_at_start())
    assert len(diplo.centres) == 36


def test_fleets_go_along_a_coast_only_by_a_sea_that_both_places_touch(diplo: Board) -> None:
    """DIPLO b.2: Ven-Tri and Ven-Apu, not Ven-Tos, Ven-Rom or Ven-Pié."""
    of, water = diplo.province_of, diplo.is_water
    seas = [{of[to] for to in borders if water[of[to]]} for borders in diplo.fleet_borders]
    apart = [
        (diplo.location_name(a), diplo.location_name(b))
        for a, borders in enumerate(diplo.fleet_borders)
        for b in borders
        if not water[of[a]] and not water[of[b]] and seas[a].isdisjoint(seas[b])
    ]
    assert apart == []
    assert neighbours(diplo, "Ven")[1] == ["Adr", "Apu", "Tri"]


def test_fewer_players_play_diplo_in_teams(diplo: Board) -> None:
    """DIPLO C; the groups of four are the rulebook's, since the text has none."""
    seats = {
        count: [[diplo.powers[p].key for p in group] for group in diplo.seats(count) or ()]
        for count in range(2, 8)
    }
    assert seats == {
        2: [["Angleterre", "France", "Russie"], ["Allemagne", "Autriche", "Turquie"]],
        3: [["Russie", "France"], ["Angleterre", "Turquie"], ["Allemagne", "Autriche"]],
        4: [["Angleterre"], ["Autriche", "France"], ["Allemagne", "Turquie"], ["Italie", "Russie"]],
        5: [["Allemagne"], ["Angleterre"], ["France"], ["Russie"], ["Turquie"]],
        6: [["Allemagne"], ["Angleterre"], ["Autriche"], ["France"], ["Russie"], ["Turquie"]],
        7: [[p.key] for p in diplo.powers],
    }
    assert dict(diplo.fewer_players_victory) == {2: 36}
    assert diplo.victory == 18
