"""Games as the package `diplomacy` saves them: in, out and in again without loss."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.gamefiles import Facts, Game
from judge.problems import Unreadable
from judge.savedgames import export_game, import_game
from tests.boards import ROOT

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

FACTS = Facts("saved", rules="standard:2000", language="en", codes="english")


def state(units: dict[str, list[str]], centres: dict[str, list[str]]) -> dict[str, Any]:
    """A saved state with what an import reads."""
    return {
        "units": {p: units.get(p, []) for p in POWERS},
        "centers": {p: centres.get(p, []) for p in POWERS},
        "retreats": {p: {} for p in POWERS},
    }


def phase(
    name: str,
    units: dict[str, list[str]],
    centres: dict[str, list[str]],
    orders: dict[str, list[str]],
) -> dict[str, Any]:
    full = {p: orders.get(p, []) for p in POWERS}
    return {"name": name, "state": state(units, centres), "orders": full, "results": {}}


CENTRES = {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER", "KIE"]}

SMALL: dict[str, Any] = {
    "id": "small",
    "map": "standard",
    "phases": [
        phase(
            "F1905M",
            {"FRANCE": ["A BUR", "A TYR"], "GERMANY": ["A MUN", "F KIE"]},
            CENTRES,
            {
                "FRANCE": ["A BUR - MUN", "A TYR S A BUR - MUN"],
                "GERMANY": ["A MUN H", "F KIE - BAL"],
            },
        ),
        phase(
            "F1905R",
            {"FRANCE": ["A MUN", "A TYR"], "GERMANY": ["F BAL", "*A MUN"]},
            CENTRES,
            {"GERMANY": ["A MUN R RUH"]},
        ),
        phase(
            "W1905A",
            {"FRANCE": ["A MUN", "A TYR"], "GERMANY": ["F BAL", "A RUH"]},
            {"FRANCE": ["PAR", "MAR", "MUN"], "GERMANY": ["BER", "KIE"]},
            {"FRANCE": ["A PAR B"]},
        ),
        phase(
            "S1906M",
            {"FRANCE": ["A MUN", "A TYR", "A PAR"], "GERMANY": ["F BAL", "A RUH"]},
            {"FRANCE": ["PAR", "MAR", "MUN"], "GERMANY": ["BER", "KIE"]},
            {},
        ),
    ],
}


def imported(data: Any, folder: Path) -> Game:
    source = folder / "saved.json"
    source.write_text(json.dumps(data), "utf-8")
    return import_game(source, folder / "game", FACTS)


def test_a_small_game_comes_in_and_goes_out(tmp_path: Path) -> None:
    game = imported(SMALL, tmp_path)
    assert [str(f.phase) for f in game.phases] == ["F1905M", "F1905R", "W1905A", "S1906M"]
    out = export_game(game)
    for mine, theirs in zip(out["phases"], SMALL["phases"], strict=True):
        assert mine["name"] == theirs["name"]
        for part in ("units", "centers"):
            wanted = {p: sorted(x) for p, x in theirs["state"][part].items()}
            assert {p: sorted(x) for p, x in mine["state"][part].items()} == wanted
        wanted = {p: sorted(x) for p, x in theirs["orders"].items()}
        assert {p: sorted(x) for p, x in mine["orders"].items()} == wanted
    assert out["phases"][0]["results"] == {
        "A BUR": [],
        "A TYR": [],
        "A MUN": ["dislodged"],
        "F KIE": [],
    }
    assert out["phases"][1]["results"] == {"A MUN": []}
    assert out["phases"][1]["state"]["retreats"]["GERMANY"] == {
        "A MUN": ["BER", "BOH", "KIE", "RUH", "SIL"]
    }
    assert out["phases"][2]["results"] == {"A PAR": []}


def test_a_sample_game_goes_out_and_comes_in_again(tmp_path: Path) -> None:
    sample = Game(ROOT / "games" / "ouverture-1901")
    out = export_game(sample)
    again = export_game(imported(out, tmp_path))
    for mine, theirs in zip(again["phases"], out["phases"], strict=True):
        assert mine["name"] == theirs["name"]
        for part in ("units", "centers", "retreats"):
            assert mine["state"][part] == theirs["state"][part]
        assert mine["orders"] == theirs["orders"]
        assert mine["results"] == theirs["results"]


def test_a_position_that_the_rules_do_not_give_stops_the_import(tmp_path: Path) -> None:
    wrong = json.loads(json.dumps(SMALL))
    wrong["phases"][1]["state"]["units"]["FRANCE"] = ["A BUR", "A TYR"]
    with pytest.raises(Unreadable) as caught:
        imported(wrong, tmp_path)
    (problem,) = caught.value.problems
    assert problem.code == "saved-game"
    assert problem.details == {"phase": "F1905R", "value": "A BUR, A MUN"}
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize(
    "data",
    [[], {}, {"phases": []}, {"phases": [1]}, {"phases": [{"name": "X", "state": {}}]}, "x"],
)
def test_what_is_no_saved_game_is_refused(data: Any, tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        imported(data, tmp_path)
    assert not (tmp_path / "game").exists()
