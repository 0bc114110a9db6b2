"""Games of diplo: fewer players, who wins together, three years played, what others refuse."""

import shutil
from pathlib import Path

import pytest

from judge.allotting import Wish, seat
from judge.comparing import compare
from judge.ending import End, Limits, by_rule
from judge.gamefiles import Facts, Game, Player, create
from judge.history import years_of
from judge.phase import Phase
from judge.position import opening
from judge.problems import Unreadable
from judge.rulesystems import rule_system
from judge.savedgames import export_game
from judge.verifying import verify
from judge.words import words
from tests.boards import ROOT
from tests.cli.command import judge
from tests.diplo.reading import by_power, diplo, notation

TRIO = ROOT / "games" / "trio-1901"
CLOSED = Phase.parse("F1903M")


@pytest.mark.parametrize(
    ("players", "idle"),
    [
        (7, []),
        (6, ["Italie"]),
        (5, ["Autriche", "Italie"]),
        (4, []),
        (3, ["Italie"]),
        (2, ["Italie"]),
    ],
)
def test_who_stays_neutral(players: int, idle: list[str]) -> None:
    """DIPLO C; four players have the rulebook's pairs, which leave no power out."""
    wishes = [Wish(f"Player {n}", ()) for n in range(players)]
    seated, neutral = seat(diplo(), wishes, "seed")
    assert [diplo().powers[p].key for p in neutral] == idle
    assert sorted([*seated, *neutral]) == list(range(7))
    assert len(set(seated.values())) == players


def owners(**centres: str) -> tuple[tuple[int, int], ...]:
    board = diplo()
    return tuple(
        sorted(
            (board.province_numbers[key], board.power_numbers[power])
            for power, keys in centres.items()
            for key in keys.split()
        )
    )


NINE = {
    "Russie": "Mos Seb StP Var Rou Bul Ank Con Smy",
    "France": "Bre Mar Par Esp Por Bel Hol Lon Lvp",
    "Allemagne": "Ber Bon Kie Mun Dan Sue Nge Vie Bud",
}


def ended(centres: dict[str, str], teams: list[list[str]], victory: int = 0) -> End | None:
    now = owners(**centres)
    numbers = diplo().power_numbers
    grouped = [tuple(sorted(numbers[p] for p in team)) for team in teams]
    return by_rule(diplo(), Limits(victory=victory), CLOSED, now, [now[:1]], grouped)


def test_the_powers_of_one_player_win_together() -> None:
    """Eighteen arsenals with both powers (DIPLO C); alone neither has enough."""
    numbers = diplo().power_numbers
    end = ended(NINE, [["Russie", "France"]])
    both = tuple(sorted((numbers["France"], numbers["Russie"])))
    assert end == End("victory", CLOSED, both, "DIPLO C", owners(**NINE))
    assert ended(NINE, []) is None
    assert ended(NINE, [["Russie", "France"]], victory=36) is None
    assert ended(NINE, [["Allemagne", "Autriche"]]) is None


def test_two_players_play_until_one_gives_up(tmp_path: Path) -> None:
    """`judge new` sets the number that only a capitulation leaves."""
    players = tmp_path / "players.txt"
    players.write_text("Anne: France\nBruno: Turquie\n", "utf-8")
    judge("new", tmp_path / "duel", "--rules", "diplo", "--players", players)
    game = Game(tmp_path / "duel")
    assert (game.facts.map, game.facts.limits.victory) == ("europe-diplo", 36)
    teams = [[game.board.powers[p].key for p in team] for team in game.teams(CLOSED)]
    assert sorted(teams) == [
        ["Allemagne", "Autriche", "Turquie"],
        ["Angleterre", "France", "Russie"],
    ]


def test_a_power_taken_over_leaves_its_team(tmp_path: Path) -> None:
    players = tuple(
        Player(power, name, since)
        for power, name, since in (
            ("France", "Anne", "S1901M"),
            ("Russie", "Anne", "S1901M"),
            ("Russie", "Bruno", "S1902M"),
        )
    )
    facts = Facts(name="duo", map="europe-diplo", rules="diplo", players=players)
    game = create(tmp_path / "duo", facts)
    numbers = game.board.power_numbers
    assert game.teams(Phase.parse("F1901M")) == ((numbers["France"], numbers["Russie"]),)
    assert game.teams(Phase.parse("S1902M")) == ()


def test_three_years_of_a_game() -> None:
    """Thirteen phases from sheets: convoys, losses, gains, flights, a sheet that did not come."""
    game = Game(TRIO)
    assert verify(game) == (13, None)
    board = game.board
    counts = [[year.count(p) for p in range(len(board.powers))] for year in years_of(game)]
    assert [p.key for p in board.powers] == [
        "Allemagne",
        "Angleterre",
        "Autriche",
        "France",
        "Italie",
        "Russie",
        "Turquie",
    ]
    assert counts == [
        [4, 3, 3, 3, 3, 4, 3],
        [6, 5, 5, 5, 3, 4, 5],
        [7, 6, 5, 5, 3, 5, 5],
        [7, 7, 4, 5, 3, 4, 5],
    ]
    assert by_power(game.position(game.current).units) == {
        "Allemagne 2F Bal, A Bon, 3A Par, F Suè",
        "Angleterre A Isl, 3F Por, A StP, 2F StP (cn)",
        "Autriche 2F Adr, 2A Vie",
        "France 2A Ber, 2F Bre, A Esp",
        "Italie F Nap, A Rom, A Ven",
        "Russie 2A Bud, A Con, F Con",
        "Turquie A Bul, 3A Mos, F Seb",
    }
    assert game.facts.no_orders == {"Russie": 1}


@pytest.mark.parametrize("phase", ["1902-1-printemps", "1903-4-retraites", "1902-5-hiver"])
def test_a_changed_line_is_found(tmp_path: Path, phase: str) -> None:
    """Stacks, flights and losses are recomputed, not believed."""
    shutil.copytree(TRIO, tmp_path / "copy")
    path = tmp_path / "copy" / phase / "ruling.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("result: succeeds", "result: fails", 1), "utf-8")
    difference = verify(Game(tmp_path / "copy"))[1]
    assert difference is not None
    assert difference.file == f"{phase}/ruling.yaml"
    assert difference.found == difference.expected.replace("result: succeeds", "result: fails")


def test_rules_that_know_one_unit_a_province_refuse_stacks() -> None:
    game = Game(TRIO)
    position = game.position(game.find("1902-1"))
    orders = [None] * len(position.units)
    systems = [rule_system(name) for name in ("diplo", "guide")]
    with pytest.raises(Unreadable) as caught:
        compare(game.board, position, orders, systems, notation(), words("fr"))
    (problem,) = caught.value.problems
    assert (problem.code, problem.details) == (
        "rules-without-stacks",
        {"rules": ["guide"], "place": "Bel"},
    )
    with pytest.raises(Unreadable) as caught:
        export_game(game)
    assert [p.code for p in caught.value.problems] == ["saved-game-stacks"]


def test_a_board_of_single_units_is_compared() -> None:
    board = diplo()
    position = opening(board)
    orders = [None] * len(position.units)
    systems = [rule_system(name) for name in ("diplo", "guide", "standard")]
    assert compare(board, position, orders, systems, notation(), words("fr")) == []
