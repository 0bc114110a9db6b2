"""Orders for phases to come, on a line or in a section: used in time, never told early."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from judge.gamefiles import Game
from judge.running import run
from tests.cli.command import judge
from tests.cli.small_game import AUTUMN, SPRING, small_game, written
from tests.playing import (
    assert_verifies,
    board_read_once,
    current,
    lay_ready,
    play,
    private,
    public,
)

HELD = "A Bou xxx\nF Bel - Man\n"
"""Allemagne's spring without a word of retreats: A Bou is dislodged, Gas Mun Pic Ruh are open."""

TWO_DISLODGED = """\
format: 1
phase: S1901M
units:
  Allemagne: [A Bou, A Ruh]
  France: [A Mar, A Par, A Bel, A Hol, A Pic]
  Angleterre: [F Nrd]
centres:
  Allemagne: [Ber]
  Angleterre: [Lon]
  France: [Mar, Par]
"""
ATTACK = "A Par - Bou\nA Mar S A Par - Bou\nA Bel - Ruh\nA Hol S A Bel - Ruh\nA Pic xxx\n"


@pytest.fixture(autouse=True)
def _one_board() -> Iterator[None]:
    with board_read_once():
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The small game at its opening."""
    return small_game(tmp_path / "petite")


@pytest.fixture
def crowded(tmp_path: Path) -> Path:
    """A game where France can dislodge two German armies at once."""
    folder = small_game(tmp_path / "deux")
    (folder / "1901-1-printemps/position.yaml").write_text(TWO_DISLODGED, "utf-8")
    return folder


def after(folder: Path) -> dict[str, list[str]]:
    """Each power's units at the phase to be ruled."""
    game = Game(folder)
    position = game.position(game.current)
    units: dict[str, list[str]] = {}
    for unit in position.units:
        name = game.notation.unit(unit.kind, unit.location)
        units.setdefault(game.board.powers[unit.power].key, []).append(name)
    return units


def ruled(folder: Path, sheets: Mapping[str, str], missing_hold: bool = False) -> list[str]:
    """Play; the codes of the phases that the one run ruled."""
    return [str(ran.folder.phase) for ran in play(folder, sheets, missing_hold)]


def sheet(folder: Path, phase: str, power: str) -> str:
    """A sheet as published."""
    return (folder / phase / "orders" / f"{power}.txt").read_text("utf-8")


def told(folder: Path) -> str:
    """Everything that everybody may read, one text."""
    return "\n".join(data.decode() for data in public(folder).values())


# ---------------------------------------------------------------- retreats in time


@pytest.mark.parametrize(
    ("allemagne", "to"),
    [
        ("A Bou xxx retraite Mun\nF Bel - Man\n", "Mun"),
        ("A Bou tient, F Bel - Man\nRetraites:\nA Bou - Pic\n", "Pic"),
        ("A Bou xxx retraite Par, Gas, Mun\nF Bel - Man\n", "Gas"),
        ("A BOU xxx R Mar Ruh\nF Bel - Man\n", "Ruh"),
        ("A Bou : Par fuit Mar, Pic\nF Bel - Man\n", "Pic"),
        ("A Bou - Par se replie en Mun, Ruh\nF Bel - Man\n", "Mun"),
        ("A Bou xxx\nF Bel - Man\nRetraites: A Bou retraite Par, Ruh\n", "Ruh"),
        ("A Bou xxx\nF Bel - Man\nRETRAITES\nA Bou R Mun\n", "Mun"),
        ("Retraites:\nA Bou vers Gas\nOrdres:\nA Bou xxx\nF Bel - Man\n", "Gas"),
        ("A Bou xxx\nF Bel - Man\nRetraites:\nA Bou dissoute\n", ""),
        ("A Bou xxx\nF Bel - Man\nRetraites:\nsi A Bou délogée : A Bou retraite Ruh\n", "Ruh"),
        ("A Bou xxx\nF Bel - Man\nRetraites:\nA Bou retraite Ruh si A Bou délogée\n", "Ruh"),
        ("A Bou xxx\nF Bel - Man\nRetreats:\nif A Bur dislodged, A Bur - Mun\n", "Mun"),
    ],
)
def test_what_the_sheet_says_is_ruled_in_the_same_run(
    folder: Path, allemagne: str, to: str
) -> None:
    assert ruled(folder, {**SPRING, "allemagne": allemagne}) == ["S1901M", "S1901R"]
    assert current(folder) == "F1901M"
    assert after(folder)["Allemagne"] == (["F Bel", f"A {to}"] if to else ["F Bel"])
    assert Game(folder).facts.no_orders == {}
    assert_verifies(folder)


def test_both_reports_are_printed(folder: Path) -> None:
    lay_ready(folder, {**SPRING, "allemagne": "A Bou xxx retraite Mun\nF Bel - Man\n"})
    said = judge("run", folder)
    assert said.code == 0
    spring = (folder / "1901-1-printemps/report.txt").read_text("utf-8")
    retreats = (folder / "1901-2-retraites/report.txt").read_text("utf-8")
    assert said.out == f"{spring}\n{retreats}"
    assert "A Bou retraite Mun              se replie" in retreats
    assert [line.split(" :")[0] for line in said.err.splitlines()] == [
        "Printemps 1901",
        "Retraites du printemps 1901",
    ]


def test_a_list_with_no_open_place_disbands(folder: Path) -> None:
    sheets = {**SPRING, "allemagne": "A Bou xxx retraite Par, Mar\nF Bel - Man\n"}
    assert ruled(folder, sheets) == ["S1901M", "S1901R"]
    assert after(folder)["Allemagne"] == ["F Bel"]
    report = (folder / "1901-2-retraites/report.txt").read_text("utf-8")
    assert "A Bou retraite Par" in report


def test_retreats_of_a_unit_that_stays_count_for_nothing(folder: Path) -> None:
    sheets = {
        "allemagne": "A Bou xxx retraite Mun\nF Bel - Man retraite Hol\n",
        "angleterre": "F Lon - Man retraite PGa\n",
        "france": "A Par xxx\nA Mar xxx\nRetraites:\nA Par - Pic\n",
    }
    assert ruled(folder, sheets) == ["S1901M"]
    assert current(folder) == "F1901M"
    assert private(folder, "later") == {}
    assert after(folder)["France"] == ["A Mar", "A Par"]


def test_an_order_without_retreats_waits_for_the_retreats(folder: Path) -> None:
    assert ruled(folder, SPRING) == ["S1901M"]
    assert current(folder) == "S1901R"


def test_one_unit_told_and_one_not(crowded: Path) -> None:
    sheets = {"allemagne": "A Bou xxx retraite Mun\nA Ruh xxx\n", "france": ATTACK}
    assert ruled(crowded, sheets, missing_hold=True) == ["S1901M"]
    assert current(crowded) == "S1901R"
    # The sheet that said something for this phase counts where no other comes.
    assert ruled(crowded, {}) == ["S1901R"]
    assert after(crowded)["Allemagne"] == ["A Mun"]
    assert sheet(crowded, "1901-2-retraites", "allemagne") == "A Bou R Mun\n"


def test_both_units_told_in_both_ways(crowded: Path) -> None:
    allemagne = "A Bou xxx retraite Mun\nA Ruh xxx\nRetraites:\nA Ruh - Kie\n"
    sheets = {"allemagne": allemagne, "france": ATTACK, "angleterre": "F Nrd xxx\n"}
    assert ruled(crowded, sheets) == ["S1901M", "S1901R"]
    assert after(crowded)["Allemagne"] == ["A Kie", "A Mun"]


def test_two_lists_are_no_plan_to_share(crowded: Path) -> None:
    allemagne = "A Bou xxx retraite Mun, Gas\nA Ruh xxx retraite Mun, Kie\n"
    ruled(crowded, {"allemagne": allemagne, "france": ATTACK}, missing_hold=True)
    # Both take the first place that is open: they clash there, and both are gone.
    assert "Allemagne" not in after(crowded)


def test_a_sheet_for_the_retreats_replaces_what_was_said_before(crowded: Path) -> None:
    sheets = {"allemagne": "A Bou xxx retraite Mun\nA Ruh xxx\n", "france": ATTACK}
    ruled(crowded, sheets, missing_hold=True)
    assert ruled(crowded, {"allemagne": "A Bou - Gas\nA Ruh - Kie\n"}) == ["S1901R"]
    assert after(crowded)["Allemagne"] == ["A Gas", "A Kie"]
    assert sheet(crowded, "1901-2-retraites", "allemagne") == "A Bou - Gas\nA Ruh - Kie\n"
    assert private(crowded, "later") == {}


def test_a_sheet_received_later_replaces_the_whole_sheet(folder: Path, tmp_path: Path) -> None:
    sheets = {**SPRING, "allemagne": "A Bou xxx retraite Mun\nF Bel - Man\nHiver:\n+ A Ber\n"}
    for n, allemagne in enumerate((sheets["allemagne"], HELD)):
        sheets["allemagne"] = allemagne
        files = written(tmp_path / f"mail{n}", sheets)
        assert judge("receive", folder, *files).code == 0
    assert [str(ran.folder.phase) for ran in run(Game(folder))] == ["S1901M"]
    assert private(folder, "later") == {}
    assert current(folder) == "S1901R"


# ---------------------------------------------------------------- winters in time

TAKES = {"allemagne": "A Ruh - Kie\nF Bel - Hol\n", "france": "A Bou xxx\nA Mar - Esp\n"}


def _to_autumn(folder: Path, winter: str = "") -> None:
    """Play the spring and its retreats; Allemagne's sheet has a winter section."""
    allemagne = f"A Bou xxx retraite Ruh\nF Bel - Man\n{winter}"
    assert ruled(folder, {**SPRING, "allemagne": allemagne}) == ["S1901M", "S1901R"]


def test_a_spring_sheet_builds_in_winter(folder: Path) -> None:
    _to_autumn(folder, "Hiver:\n+ A Ber\n")
    ruled(folder, AUTUMN)
    assert current(folder) == "W1901A"
    assert ruled(folder, {"france": "+ F Mar\n"}) == ["W1901A"]
    assert after(folder)["Allemagne"] == ["A Ber", "F Hol", "A Kie"]
    assert sheet(folder, "1901-5-hiver", "allemagne") == "+ A Ber\n"
    assert private(folder, "later") == {}
    assert Game(folder).facts.no_orders == {}
    assert_verifies(folder)


def test_the_autumn_s_section_replaces_the_spring_s(folder: Path) -> None:
    _to_autumn(folder, "Hiver:\n+ A Ber\n")
    ruled(folder, {**AUTUMN, "allemagne": f"{AUTUMN['allemagne']}Hiver: renonce\n"})
    ruled(folder, {"france": "+ F Mar\n"})
    assert after(folder)["Allemagne"] == ["F Hol", "A Kie"]


def test_an_autumn_s_sheet_without_section_leaves_the_spring_s(folder: Path) -> None:
    _to_autumn(folder, "Hiver:\n+ F Ber\n")
    ruled(folder, AUTUMN)
    ruled(folder, {"france": "+ F Mar\n"})
    assert after(folder)["Allemagne"] == ["F Ber", "F Hol", "A Kie"]


def test_a_retreats_sheet_may_have_a_winter_section(folder: Path) -> None:
    ruled(folder, SPRING)
    ruled(folder, {"allemagne": "A Bou - Ruh\nAjustements:\n+ A Ber\n"})
    assert "Ber" not in sheet(folder, "1901-2-retraites", "allemagne")
    ruled(folder, AUTUMN)
    ruled(folder, {"france": "+ F Mar\n"})
    assert after(folder)["Allemagne"] == ["A Ber", "F Hol", "A Kie"]


def test_a_winter_s_own_sheet_replaces_the_section(folder: Path) -> None:
    _to_autumn(folder, "Hiver:\n+ A Ber\n")
    ruled(folder, AUTUMN)
    ruled(folder, {"france": "+ F Mar\n", "allemagne": "+ F Ber\n"})
    assert after(folder)["Allemagne"] == ["F Ber", "F Hol", "A Kie"]
    assert private(folder, "later") == {}


def test_a_winter_that_does_not_come_forgets_its_section(folder: Path) -> None:
    _to_autumn(folder, "Hiver:\n+ A Ber\n")
    ruled(folder, {**AUTUMN, "allemagne": "A Ruh xxx\nF Bel xxx\n", "france": "A Bou xxx\n"})
    assert current(folder) == "S1902M"
    assert private(folder, "later") == {}


# ---------------------------------------------------------------- conditions


@pytest.mark.parametrize(
    ("hiver", "fleets"),
    [
        ("si Esp prise : + F Mar", ["F Mar"]),
        ("si Esp gagnée : + F Mar", ["F Mar"]),
        ("si Espagne tenue, + F Mar", ["F Mar"]),
        ("+ F Mar si Esp prise", ["F Mar"]),
        ("if Spain held: + F Mar", ["F Mar"]),
        ("si Esp perdue : + F Mar", []),
        ("si Esp non perdue : + F Mar", ["F Mar"]),
        ("si Esp pas prise : + F Mar\nsi Esp prise : renonce", []),
        ("si Por prise : + F Mar\nsi Por perdu : + F Mar", ["F Mar"]),
        # A place without a centre is held by whoever stands there.
        ("si Bou perdu : + F Mar", []),
        ("si Bou tenue : + F Mar", ["F Mar"]),
    ],
)
def test_conditions_are_tried_on_the_winter_s_board(
    folder: Path, hiver: str, fleets: list[str]
) -> None:
    _to_autumn(folder)
    ruled(folder, {**AUTUMN, "france": f"{AUTUMN['france']}Hiver:\n{hiver}\n"})
    ruled(folder, {"allemagne": "renonce\n"})
    units = after(folder)["France"]
    assert [u for u in units if u.startswith("F")] == fleets
    # The published sheet holds what counted, and no condition any more.
    published = sheet(folder, "1901-5-hiver", "france")
    assert "si " not in published and "if " not in published
    assert ("+ F Mar" in published) == bool(fleets)
    assert_verifies(folder)


def test_conditions_of_a_retreat(crowded: Path) -> None:
    allemagne = """\
A Bou xxx
A Ruh xxx
Retraites:
si A Ruh délogée : A Bou retraite Gas
si A Ruh non délogée : A Bou retraite Ruh, Mun
A Ruh - Mun
"""
    both = {"allemagne": allemagne, "france": ATTACK, "angleterre": "F Nrd xxx\n"}
    assert ruled(crowded, both) == ["S1901M", "S1901R"]
    assert after(crowded)["Allemagne"] == ["A Gas", "A Mun"]
    judge("undo", crowded)
    judge("undo", crowded)
    one = {**both, "france": ATTACK.replace("A Bel - Ruh", "A Bel xxx")}
    assert ruled(crowded, one) == ["S1901M", "S1901R"]
    assert after(crowded)["Allemagne"] == ["A Mun", "A Ruh"]
    assert_verifies(crowded)


def test_a_condition_that_is_not_met_leaves_a_unit_without_order(folder: Path) -> None:
    allemagne = f"{HELD}Retraites:\nsi F Bel délogée : A Bou retraite Ruh\n"
    assert ruled(folder, {**SPRING, "allemagne": allemagne}) == ["S1901M"]
    ruled(folder, {})
    assert after(folder)["Allemagne"] == ["F Bel"]
    assert "aucun ordre" in (folder / "1901-2-retraites/report.txt").read_text("utf-8")


def test_a_condition_nobody_can_decide_is_a_problem(folder: Path) -> None:
    _to_autumn(folder)
    ruled(folder, {**AUTUMN, "france": f"{AUTUMN['france']}Hiver:\nsi Xyz prise : + F Mar\n"})
    (done,) = play(folder, {"allemagne": "renonce\n"})
    assert [p.code for _, p in done.problems] == ["condition-unclear"]
    assert not any(u.startswith("F") for u in after(folder)["France"])
    assert "Xyz" in (folder / "1901-5-hiver/report.txt").read_text("utf-8")
    assert_verifies(folder)


# ---------------------------------------------------------------- nothing too early


def test_no_public_file_holds_an_order_before_its_phase(folder: Path) -> None:
    hiver = "Hiver:\nsi Kie pris : + A Ber\n"
    spring = {
        "allemagne": f"A Bou xxx retraite Par, Ruh\nF Bel - Man R Hol\n{hiver}",
        "angleterre": "F Lon - Man retraite Yor\nHiver: + F Lvp\n",
        "france": "A Par - Bou fuit Gas\nA Mar S A Par - Bou retraite Pié\nHiver:\n",
    }
    lay_ready(folder, spring)
    assert set(public(folder)) == {".gitignore", "game.yaml", "1901-1-printemps/position.yaml"}
    assert ruled(folder, {}) == ["S1901M", "S1901R"]
    assert sheet(folder, "1901-1-printemps", "allemagne") == "A Bou xxx\nF Bel - Man\n"
    assert sheet(folder, "1901-1-printemps", "angleterre") == "F Lon - Man\n"
    assert "Gas" not in sheet(folder, "1901-1-printemps", "france")
    # The retreat that came is public now; those that were not needed never will be.
    assert sheet(folder, "1901-2-retraites", "allemagne") == "A Bou R Par, Ruh\n"
    published = [n for n in public(folder) if n.startswith("1901-2-retraites/orders/")]
    assert published == ["1901-2-retraites/orders/allemagne.txt"]
    for secret in ("Yor", "Pié", "Lvp", "A Ber", "Hiver", "R Hol", "fuit"):
        assert secret not in _orders_and_reports(folder), secret
    ruled(folder, AUTUMN)
    assert "A Ber" not in _orders_and_reports(folder)
    ruled(folder, {"france": "renonce\n"})
    assert "+ A Ber" in sheet(folder, "1901-5-hiver", "allemagne")
    assert_verifies(folder)


def _orders_and_reports(folder: Path) -> str:
    """What was published of sheets and rulings; positions name places of their own."""
    parts = ("ruling.yaml", "report.txt")
    return "\n".join(
        data.decode()
        for name, data in public(folder).items()
        if "/orders/" in name or name.endswith(parts)
    )


def test_waiting_orders_are_in_no_public_file(crowded: Path) -> None:
    allemagne = "A Bou xxx retraite Gas\nA Ruh xxx\nHiver:\n- A Mun\n"
    ruled(crowded, {"allemagne": allemagne, "france": ATTACK}, missing_hold=True)
    assert current(crowded) == "S1901R"
    assert private(crowded, "later") == {
        "S1901R/allemagne.txt": b"A Bou R Gas\n",
        "W1901A/allemagne.txt": b"- A Mun\n",
    }
    everything = told(crowded)
    assert "R Gas" not in everything and "- A Mun" not in everything
    assert sheet(crowded, "1901-1-printemps", "allemagne") == "A Bou xxx\nA Ruh xxx\n"
    # Neither does verifying, reporting or telling the history need them.
    before = public(crowded)
    for command in ("verify", "report", "history"):
        said = judge(command, crowded)
        assert said.code == 0 and "R Gas" not in said.out and "- A Mun" not in said.out
    assert public(crowded) == before


def test_taken_back_orders_are_secret_again(folder: Path) -> None:
    _to_autumn(folder, "Hiver:\n+ A Ber\n")
    judge("undo", folder)
    judge("undo", folder)
    assert set(public(folder)) == {".gitignore", "game.yaml", "1901-1-printemps/position.yaml"}


def test_early_orders_wait_for_their_phase(folder: Path, tmp_path: Path) -> None:
    files = written(tmp_path / "mail", SPRING)
    files += written(tmp_path / "early", {"france": "Automne 1901\nA Bou xxx\nA Mar - Esp\n"})
    assert judge("receive", folder, *files).code == 0
    assert set(private(folder, "later")) == {"F1901M/france.txt"}
    run(Game(folder))
    assert sheet(folder, "1901-1-printemps", "france") == SPRING["france"]
    assert "Esp" not in "".join(sheet(folder, "1901-1-printemps", p) for p in SPRING)
    ruled(folder, {"allemagne": "A Bou - Ruh\n"})
    sent = {power: AUTUMN[power] for power in ("allemagne", "angleterre")}
    assert ruled(folder, sent) == ["F1901M"]
    assert "A Mar - Esp" in sheet(folder, "1901-3-automne", "france")
    # Its proof is the number it was received under.
    received = (folder / "1901-3-automne/received.yaml").read_text("utf-8")
    assert "\nFrance: {number: 4, sha256: " in received


def test_what_a_section_says_and_nobody_can_read_is_a_problem(folder: Path) -> None:
    lay_ready(folder, {**SPRING, "allemagne": f"{HELD}Retraites:\nA Bou - Muniiich\n"})
    said = judge("check", folder)
    assert said.code == 1
    assert "allemagne.txt:4:9: " in said.err and "[unknown-province]" in said.err
