"""The end of a game: victory, draws by rule, and the file that records an end."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from judge import ending, positionfile
from judge.ending import End, How, Limits, by_rule
from judge.gamefiles import Facts, Game, create
from judge.phase import Phase
from judge.position import Position, opening
from judge.problems import Unreadable
from judge.season import Owners
from tests.boards import europe
from tests.coded_phases import by_power, codes, owners_of, position_of
from tests.playing import current, lay_ready, play

CLOSED = Phase.parse("F1907M")


def owned(counts: Mapping[str, int]) -> Owners:
    """Owners of so many centres each, the first ones of the board."""
    left = list(europe().centres)
    found = []
    for power, count in counts.items():
        number = codes().powers[power]
        found += [(left.pop(0), number) for _ in range(count)]
    return tuple(sorted(found))


def powers(*names: str) -> tuple[int, ...]:
    return tuple(codes().powers[name] for name in names)


def ended(
    counts: Mapping[str, int], limits: Limits | None = None, years: list[Owners] | None = None
) -> End | None:
    owners = owned(counts)
    start = owned({"FRANCE": 3, "ITALY": 3})
    return by_rule(europe(), limits or Limits(), CLOSED, owners, years or [start])


# ---------------------------------------------------------------- victory


def test_the_map_says_eighteen_of_thirty_four() -> None:
    assert (europe().victory, len(europe().centres)) == (18, 34)


@pytest.mark.parametrize("count", [18, 19, 34])
def test_victory(count: int) -> None:
    counts = {"FRANCE": count, "ITALY": 34 - count}
    expected = End("victory", CLOSED, powers("FRANCE"), "Guide II", owned(counts))
    assert ended(counts) == expected


def test_seventeen_are_not_enough() -> None:
    assert ended({"FRANCE": 17, "ITALY": 17}) is None
    assert ended({"FRANCE": 17, "ITALY": 3}) is None


@pytest.mark.parametrize(("needed", "wins"), [(9, True), (10, True), (11, False)])
def test_a_game_may_set_its_own_number(needed: int, wins: bool) -> None:
    end = ended({"FRANCE": 10, "ITALY": 8}, Limits(victory=needed))
    assert (end is not None and (end.how, end.powers)) == (
        ("victory", powers("FRANCE")) if wins else False
    )


@pytest.mark.parametrize(("first", "second"), [("FRANCE", "ITALY"), ("ITALY", "FRANCE")])
def test_of_two_over_the_number_the_larger_wins(first: str, second: str) -> None:
    counts = {first: 12, second: 11}
    expected = End("victory", CLOSED, powers(first), "Guide II", owned(counts))
    assert ended(counts, Limits(victory=10)) == expected


def test_equals_play_on() -> None:
    assert ended({"FRANCE": 12, "ITALY": 12}, Limits(victory=10)) is None
    counts = {"FRANCE": 12, "ITALY": 12, "TURKEY": 10}
    assert ended(counts, Limits(victory=10)) is None


# ---------------------------------------------------------------- draws by rule

STILL = {"TURKEY": 5, "FRANCE": 12, "ITALY": 10}


def test_seven_years_without_capture_are_a_draw_between_all_who_have_a_centre() -> None:
    owners = owned(STILL)
    expected = End("draw", CLOSED, tuple(sorted(powers(*STILL))), "Guide II", owners)
    assert ended(STILL, None, [owners] * 7) == expected
    # The captures of an eighth year before them are of no account.
    assert ended(STILL, None, [owned({"RUSSIA": 3}), *[owners] * 7]) == expected


def test_six_years_are_none() -> None:
    owners = owned(STILL)
    assert ended(STILL, None, [owners] * 6) is None
    assert ended(STILL, None, [*[owners] * 6, owned({"FRANCE": 26, "ITALY": 1})]) is None
    assert ended(STILL, None, [owned({"FRANCE": 27}), *[owners] * 6]) is None


def test_a_capture_in_the_last_year_counts() -> None:
    before = owned({"TURKEY": 5, "FRANCE": 13, "ITALY": 9})
    assert ended(STILL, None, [before] * 7) is None


def test_so_does_a_neutral_centre_taken() -> None:
    before = owned({"TURKEY": 5, "FRANCE": 12, "ITALY": 9})
    assert ended(STILL, None, [before] * 7) is None


def test_a_centre_lost_and_retaken_counts_twice() -> None:
    owners, other = owned(STILL), owned({"TURKEY": 5, "FRANCE": 13, "ITALY": 9})
    assert ended(STILL, None, [*[owners] * 6, other]) is None
    assert ended(STILL, None, [owners, other, *[owners] * 6]) is None


@pytest.mark.parametrize(("limit", "still", "draws"), [(3, 3, True), (3, 2, False), (1, 1, True)])
def test_a_game_may_set_its_own_years_without_capture(limit: int, still: int, draws: bool) -> None:
    owners = owned(STILL)
    end = ended(
        STILL, Limits(years_without_capture=limit), [owned({"ITALY": 3}), *[owners] * still]
    )
    assert (end is not None) == draws


def changing(years: int) -> list[Owners]:
    """Owners at the start of so many years, with a capture in each."""
    return [owned({"FRANCE": 10 + n % 2, "ITALY": 10 - n % 2}) for n in range(years)]


def test_thirty_five_years_are_a_draw_whatever_is_taken() -> None:
    owners = owned(STILL)
    expected = End("draw", CLOSED, tuple(sorted(powers(*STILL))), "Guide II", owners)
    assert ended(STILL, None, changing(35)) == expected
    assert ended(STILL, None, changing(34)) is None


def test_a_game_may_set_its_own_years() -> None:
    assert ended(STILL, Limits(years=7), changing(6)) is None
    end = ended(STILL, Limits(years=7), changing(7))
    assert end is not None and end.how == "draw"


def test_nought_switches_a_limit_off() -> None:
    owners = owned(STILL)
    no_still = Limits(years_without_capture=0)
    assert ended(STILL, no_still, [owners] * 34) is None
    end = ended(STILL, no_still, [owners] * 35)
    assert end is not None and end.how == "draw"
    no_years = Limits(years=0)
    assert ended(STILL, no_years, changing(99)) is None
    end = ended(STILL, no_years, [owners] * 7)
    assert end is not None and end.how == "draw"
    assert ended(STILL, Limits(0, 0, 0), [owners] * 99) is None


def test_victory_comes_before_a_draw() -> None:
    counts = {"FRANCE": 18, "ITALY": 16}
    owners = owned(counts)
    for years in ([owners] * 7, changing(35)):
        end = ended(counts, None, years)
        assert end is not None and (end.how, end.powers) == ("victory", powers("FRANCE"))


def test_equals_over_the_number_can_draw_by_rule() -> None:
    counts = {"FRANCE": 12, "ITALY": 12}
    end = ended(counts, Limits(victory=10), [owned(counts)] * 7)
    assert end == End("draw", CLOSED, powers("FRANCE", "ITALY"), "Guide II", owned(counts))


def test_the_defaults_are_the_guides() -> None:
    assert Limits() == Limits(victory=0, years_without_capture=7, years=35)


# ---------------------------------------------------------------- the file

ENDS: dict[How, End] = {
    "victory": End(
        "victory",
        Phase.parse("F1909R"),
        powers("FRANCE"),
        "Guide II",
        owned({"FRANCE": 18, "ITALY": 9, "RUSSIA": 7}),
    ),
    "draw": End("draw", Phase.parse("F1908M"), powers("ITALY", "TURKEY"), "Guide II", owned(STILL)),
    "agreed": End(
        "agreed",
        Phase.parse("S1905M"),
        powers("AUSTRIA", "FRANCE", "RUSSIA"),
        "DPTG II.3",
        owned({"AUSTRIA": 11, "FRANCE": 11, "RUSSIA": 12}),
    ),
    "concession": End("concession", Phase.parse("W1904A"), powers("TURKEY"), "DPTG II.3", ()),
}


@pytest.mark.parametrize("how", ENDS)
def test_an_end_is_read_as_it_was_written(how: How) -> None:
    text = ending.write(europe(), ENDS[how])
    assert ending.read(europe(), text.encode(), "end.yaml") == ENDS[how]
    assert ending.write(europe(), ending.read(europe(), text.encode(), "end.yaml")) == text


TEXT = """\
format: 1
how: victory
phase: F1909R
rule: Guide II
powers:
  - France
centres:
  Allemagne: []
  Angleterre: []
  Autriche: []
  France:
    - Mar
    - Par
  Italie:
    - Rom
  Russie: []
  Turquie: []
"""


def test_the_text_of_an_end() -> None:
    owners = owners_of({"ITALY": ["ROM"], "FRANCE": ["PAR", "MAR"]})
    end = End("victory", Phase.parse("F1909R"), powers("FRANCE"), "Guide II", owners)
    assert ending.write(europe(), end) == TEXT
    assert ending.read(europe(), TEXT.encode(), "end.yaml") == end


DAMAGED = {
    "empty": "",
    "a list": "- format: 1\n",
    "a number": "1\n",
    "a word": "fin\n",
    "no YAML": "format: 1: 2\n",
    "an alias": TEXT.replace("- Rom", "- &rom Rom"),
    "a key twice": TEXT + "how: draw\n",
    "cut short in the powers": TEXT[: TEXT.index("  - France")],
    "cut short in the centres": TEXT[: TEXT.index("  Allemagne")],
    "without its format": TEXT.replace("format: 1\n", ""),
    "another format": TEXT.replace("format: 1", "format: 2"),
    "no way of ending": TEXT.replace("how: victory\n", ""),
    "an unknown way": TEXT.replace("victory", "defeat"),
    "a way that is a list": TEXT.replace("victory", "[victory]"),
    "no phase": TEXT.replace("phase: F1909R\n", ""),
    "an unknown phase": TEXT.replace("F1909R", "A1909R"),
    "a phase that is a number": TEXT.replace("F1909R", "1909"),
    "no rule": TEXT.replace("rule: Guide II\n", ""),
    "an unknown power": TEXT.replace("  - France", "  - Gaule"),
    "powers that are one word": TEXT.replace("powers:\n  - France", "powers: France"),
    "powers that are nothing": TEXT.replace("powers:\n  - France", "powers: null"),
    "a power that is a list": TEXT.replace("  - France", "  - [France]"),
    "an unknown power with centres": TEXT.replace("  France:\n    - Mar", "  Gaule:\n    - Mar"),
    "an unknown centre": TEXT.replace("- Rom", "- Roma"),
    "centres that are one word": TEXT.replace("Russie: []", "Russie: Mos"),
    "centres that are nothing": TEXT.replace("Russie: []", "Russie:"),
    "centres that are a list": TEXT[: TEXT.index("centres:")] + "centres: [Par]\n",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_end_is_refused(name: str) -> None:
    assert DAMAGED[name] != TEXT
    with pytest.raises(Unreadable) as caught:
        ending.read(europe(), DAMAGED[name].encode(), "jeu/end.yaml")
    (problem,) = caught.value.problems
    assert (problem.severity, problem.file) == ("error", "jeu/end.yaml")
    assert problem.code == "position-value" or problem.code.startswith("yaml-")


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(Unreadable) as caught:
        ending.read(europe(), TEXT.encode("utf-16"), "end.yaml")
    assert [p.code for p in caught.value.problems] == ["not-utf8"]


# ---------------------------------------------------------------- in a game


def started(folder: Path, position: Position, limits: Limits) -> None:
    """A game that begins at some position."""
    game = create(folder, Facts(name="fin", limits=limits))
    first = folder / game.current.name
    (first / "position.yaml").unlink()
    first.rmdir()
    name = game.phase_folder(position.phase)
    (folder / name).mkdir()
    (folder / name / "position.yaml").write_text(positionfile.write(europe(), position), "utf-8")


def test_a_victory_in_a_game_has_its_captures_and_no_winter(tmp_path: Path) -> None:
    """DPTG II.4: the last year's captures count, nothing is built or removed after it."""
    folder = tmp_path / "fin"
    units = {"FRANCE": ["A GAS"], "ITALY": ["A VEN"]}
    centres = {"FRANCE": ["BRE", "MAR", "PAR"], "ITALY": ["NAP", "ROM", "VEN"]}
    started(folder, position_of("F1903M", units, centres), Limits(victory=4))
    (ran,) = play(folder, {"france": "A Gas - Esp", "italie": "A Ven xxx"})
    assert ran.opened == ""
    game = Game(folder)
    assert str(game.current.phase) == "F1903M"
    captured = owners_of({**centres, "FRANCE": ["BRE", "MAR", "PAR", "SPA"]})
    assert game.end == End("victory", Phase.parse("F1903M"), powers("FRANCE"), "Guide II", captured)
    with pytest.raises(Unreadable) as caught:
        play(folder, {})
    assert [p.code for p in caught.value.problems] == ["game-ended"]


def test_nobody_wins_before_autumns_retreats_are_done(tmp_path: Path) -> None:
    """A centre that a retreat takes away at the last moment is not won, and the retreat wins."""
    folder = tmp_path / "fin"
    units = {"GERMANY": ["A VEN"], "ITALY": ["A APU", "F ADR"]}
    centres = {"GERMANY": ["BER", "KIE", "MUN"], "ITALY": ["NAP", "ROM", "VEN"]}
    started(folder, position_of("F1903M", units, centres), Limits(victory=4))
    sheets = {"allemagne": "A Ven xxx", "italie": "A Apu - Ven\nF Adr S A Apu - Ven"}
    (ran,) = play(folder, sheets)
    assert (ran.opened, Game(folder).end) == ("1903-4-retraites", None)
    (ran,) = play(folder, {"allemagne": "A Ven retraite Rom"})
    assert ran.opened == ""
    after = owners_of({"GERMANY": ["BER", "KIE", "MUN", "ROM"], "ITALY": ["NAP", "VEN"]})
    expected = End("victory", Phase.parse("F1903R"), powers("GERMANY"), "Guide II", after)
    assert Game(folder).end == expected


def test_spring_ends_no_game(tmp_path: Path) -> None:
    folder = tmp_path / "fin"
    units = {"FRANCE": ["A GAS"], "ITALY": ["A VEN"]}
    centres = {"FRANCE": ["BRE", "MAR", "PAR"], "ITALY": ["NAP", "ROM", "VEN"]}
    started(folder, position_of("S1903M", units, centres), Limits(victory=3))
    (ran,) = play(folder, {"france": "A Gas - Esp", "italie": "A Ven xxx"})
    assert (ran.opened, Game(folder).end) == ("1903-3-automne", None)


def test_years_without_capture_in_a_game(tmp_path: Path) -> None:
    """Two years set as the limit; the first autumn's captures do not count among them."""
    folder = tmp_path / "fin"
    create(folder, Facts(name="fin", limits=Limits(years_without_capture=2)))
    sheets = {
        "S1901M": {"france": "A Mar - Esp", "turquie": "A Con - Bul"},
        "W1901A": {"france": "renonce", "turquie": "renonce"},
    }
    for _ in range(12):
        if Game(folder).end is not None:
            break
        phase = current(folder)
        lay_ready(folder, dict.fromkeys(ALL_POWERS, "toutes mes unités tiennent"))
        play(folder, sheets.get(phase, {}), missing_hold=True)
    game = Game(folder)
    end = game.end
    assert end is not None
    assert (end.how, str(end.phase), end.powers) == ("draw", "F1903M", tuple(range(7)))
    start = dict(opening(europe()).owners)
    spa, bul = codes().province("SPA"), codes().province("BUL")
    taken = {spa: powers("FRANCE")[0], bul: powers("TURKEY")[0]}
    assert dict(end.owners) == {**start, **taken}
    assert not game.exists("1903-5-hiver/position.yaml")
    assert by_power(game.position(game.current).units)["FRANCE"] == ["A PAR", "A SPA", "F BRE"]


ALL_POWERS = ("allemagne", "angleterre", "autriche", "france", "italie", "russie", "turquie")
