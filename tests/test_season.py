"""The cycle of the year: which phase follows, who must order in it, when centres change hands."""

from collections.abc import Mapping

import pytest

from judge.orders import Adjustment
from judge.phase import Phase
from judge.position import Position, opening
from judge.rules import guide
from judge.season import (
    RULEBOOK,
    after,
    captured,
    powers_to_order,
    units_after_moves,
    winter_duty,
)
from tests.boards import europe
from tests.coded_phases import (
    Coded,
    by_power,
    centres_by_power,
    codes,
    listed,
    owners_of,
    position_of,
    retreat_orders,
    winter_orders,
)


def moved(position: Position, orders: Coded) -> Position:
    """The position after a movement phase by the Guide."""
    c = codes()
    of = europe().province_of
    given = {}
    for texts in orders.values():
        for text in texts:
            province, order = c.order(text)
            given[province] = order
    orders_by_unit = [given.get(of[u.location]) for u in position.units]
    return after(guide.rule_movement(europe(), position, orders_by_unit), europe())


def fled(position: Position, orders: Coded) -> Position:
    """The position after a retreat phase."""
    flights = retreat_orders(position, orders)
    return after(guide.rule_retreats(europe(), position, flights), europe())


def wintered(position: Position, orders: Coded) -> Position:
    """The position after a winter."""
    given: Mapping[int, list[Adjustment]] = winter_orders(position, orders)
    return after(guide.rule_winter(europe(), position, given), europe())


def told(position: Position) -> tuple[str, dict[str, list[str]], dict[str, list[str]]]:
    """The phase, the units and the centres."""
    units = by_power(position.units)
    return str(position.phase), units, centres_by_power(position.owners)


def waiting(position: Position) -> dict[str, list[str]]:
    """Each dislodged unit and where it may go."""
    c = codes()
    return {
        c.unit_code(d.unit): sorted(c.location_code(to) for to in d.retreats)
        for d in position.dislodged
    }


# ---------------------------------------------------------------- phases that are skipped

QUIET = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
HOMES = {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}


@pytest.mark.parametrize(("ruled", "opened"), [("S1904M", "F1904M"), ("F1904M", "S1905M")])
def test_nothing_to_retreat_and_nothing_to_adjust(ruled: str, opened: str) -> None:
    position = moved(position_of(ruled, QUIET, HOMES), {"FRANCE": ["A PAR - GAS"]})
    assert told(position) == (opened, {"FRANCE": ["A GAS"], "GERMANY": ["A MUN"]}, HOMES)
    assert (position.dislodged, position.standoffs) == ((), ())


def test_a_year_without_orders_at_all() -> None:
    position = opening(europe())
    for expected in ("F1901M", "S1902M", "F1902M", "S1903M"):
        position = moved(position, {})
        assert str(position.phase) == expected
        assert (position.units, position.owners) == (
            opening(europe()).units,
            opening(europe()).owners,
        )


ATTACK = {"FRANCE": ["A BUR", "A PAR"], "GERMANY": ["A MUN", "A RUH"]}
DRIVEN_OUT = {"GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}


@pytest.mark.parametrize(("ruled", "retreats"), [("S1904M", "S1904R"), ("F1904M", "F1904R")])
def test_who_is_dislodged_waits_for_its_retreat(ruled: str, retreats: str) -> None:
    position = moved(position_of(ruled, ATTACK, HOMES), DRIVEN_OUT)
    assert told(position) == (retreats, {"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A RUH"]}, HOMES)
    assert waiting(position) == {"A BUR": ["BEL", "GAS", "MAR", "PIC"]}
    (dislodged,) = position.dislodged
    assert dislodged.attacker_from == codes().province("MUN")


def test_standoffs_are_kept_for_the_retreats_alone() -> None:
    units = {"FRANCE": ["A BUR", "A PAR"], "GERMANY": ["A MUN", "A RUH"], "ENGLAND": ["A BEL"]}
    orders = {**DRIVEN_OUT, "FRANCE": ["A PAR - PIC"], "ENGLAND": ["A BEL - PIC"]}
    position = moved(position_of("S1904M", units), orders)
    assert position.standoffs == (codes().province("PIC"),)
    assert waiting(position) == {"A BUR": ["GAS", "MAR"]}
    assert fled(position, {"FRANCE": ["A BUR R GAS"]}).standoffs == ()
    # Without anybody to retreat nothing is kept.
    orders = {"FRANCE": ["A PAR - PIC"], "ENGLAND": ["A BEL - PIC"]}
    assert moved(position_of("S1904M", units), orders).standoffs == ()


@pytest.mark.parametrize(("ruled", "opened"), [("S1904M", "F1904M"), ("F1904M", "S1905M")])
def test_who_has_nowhere_to_go_is_off_the_board_at_once(ruled: str, opened: str) -> None:
    units = {"FRANCE": ["A POR"], "ENGLAND": ["A SPA", "F MAO"]}
    centres = {"ENGLAND": ["LON", "POR"]}
    orders = {"ENGLAND": ["A SPA - POR", "F MAO S A SPA - POR"]}
    position = moved(position_of(ruled, units, centres), orders)
    assert told(position) == (opened, {"ENGLAND": ["A POR", "F MAO"]}, centres)
    assert position.dislodged == ()


def test_only_those_who_have_somewhere_to_go_wait() -> None:
    units = {
        "FRANCE": ["A POR", "A BUR"],
        "ENGLAND": ["A SPA", "F MAO"],
        "GERMANY": ["A MUN", "A RUH"],
    }
    orders = {**DRIVEN_OUT, "ENGLAND": ["A SPA - POR", "F MAO S A SPA - POR"]}
    position = moved(position_of("S1904M", units), orders)
    assert str(position.phase) == "S1904R"
    assert waiting(position) == {"A BUR": ["BEL", "GAS", "MAR", "PAR", "PIC"]}


def test_units_after_moves_leave_the_dislodged_out() -> None:
    c = codes()
    position = position_of("S1904M", ATTACK)
    of = europe().province_of
    given = dict(map(c.order, DRIVEN_OUT["GERMANY"]))
    ruling = guide.rule_movement(
        europe(), position, [given.get(of[u.location]) for u in position.units]
    )
    assert by_power(units_after_moves(ruling, europe())) == {
        "FRANCE": ["A PAR"],
        "GERMANY": ["A BUR", "A RUH"],
    }


# ---------------------------------------------------------------- after retreats


def test_spring_retreats_lead_to_autumn() -> None:
    position = fled(
        moved(position_of("S1904M", ATTACK, HOMES), DRIVEN_OUT), {"FRANCE": ["A BUR R MAR"]}
    )
    after_ = {"FRANCE": ["A MAR", "A PAR"], "GERMANY": ["A BUR", "A RUH"]}
    assert told(position) == ("F1904M", after_, HOMES)
    assert position.dislodged == ()


def test_autumn_retreats_lead_to_winter_or_past_it() -> None:
    """France, driven off, may keep its unit on a centre, or lose it; each leaves another winter."""
    driven = moved(position_of("F1904M", ATTACK, HOMES), DRIVEN_OUT)
    # Two units and two centres for France; one too many for Germany.
    kept = fled(driven, {"FRANCE": ["A BUR R MAR"]})
    assert told(kept) == (
        "W1904A",
        {"FRANCE": ["A MAR", "A PAR"], "GERMANY": ["A BUR", "A RUH"]},
        {"FRANCE": ["MAR", "PAR"], "GERMANY": ["MUN"]},
    )
    centres = {"FRANCE": ["PAR"], "GERMANY": ["BER", "MUN"]}
    driven = moved(position_of("F1904M", ATTACK, centres), DRIVEN_OUT)
    lost = fled(driven, {})
    assert told(lost) == (
        "S1905M",
        {"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A RUH"]},
        centres,
    )


# ---------------------------------------------------------------- captures


def test_spring_captures_nothing() -> None:
    position = moved(
        position_of("S1904M", {"FRANCE": ["A GAS"]}, {"FRANCE": ["PAR"]}),
        {"FRANCE": ["A GAS - SPA"]},
    )
    assert told(position) == ("F1904M", {"FRANCE": ["A SPA"]}, {"FRANCE": ["PAR"]})


def test_autumn_captures_neutral_and_foreign_centres() -> None:
    units = {"FRANCE": ["A GAS", "A BUR"], "GERMANY": ["A KIE"]}
    centres = {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "KIE"]}
    orders = {"FRANCE": ["A GAS - SPA", "A BUR - MUN"]}
    position = moved(position_of("F1904M", units, centres), orders)
    assert told(position) == (
        "W1904A",
        {"FRANCE": ["A MUN", "A SPA"], "GERMANY": ["A KIE"]},
        {"FRANCE": ["MAR", "MUN", "PAR", "SPA"], "GERMANY": ["KIE"]},
    )


def test_a_centre_left_stays_ones_own() -> None:
    units = {"FRANCE": ["A SPA"]}
    centres = {"FRANCE": ["SPA"]}
    position = moved(position_of("F1904M", units, centres), {"FRANCE": ["A SPA - POR"]})
    assert told(position) == ("S1905M", {"FRANCE": ["A POR"]}, {"FRANCE": ["POR", "SPA"]})


def test_nobody_takes_a_province_without_a_centre() -> None:
    assert captured(europe(), position_of("F1904M", {"FRANCE": ["A BUR", "F MAO"]}).units, ()) == ()


def test_captures_are_by_province_whatever_the_coast() -> None:
    units = position_of("F1904M", {"FRANCE": ["F SPA/SC"], "RUSSIA": ["F STP/NC"]}).units
    owners = captured(europe(), units, owners_of({"ENGLAND": ["STP", "LON"]}))
    assert centres_by_power(owners) == {"ENGLAND": ["LON"], "FRANCE": ["SPA"], "RUSSIA": ["STP"]}
    assert list(owners) == sorted(owners)


ROME: tuple[Coded, Coded, Coded] = (
    {"GERMANY": ["A VEN"], "ITALY": ["A APU", "F ADR"]},
    {"GERMANY": ["MUN", "VEN"], "ITALY": ["NAP", "ROM"]},
    {"ITALY": ["A APU - VEN", "F ADR S A APU - VEN"]},
)
"""Germany is driven out of Venice, its own, in autumn; Rome stands open."""


def test_centres_wait_for_autumns_retreats() -> None:
    units, centres, orders = ROME
    position = moved(position_of("F1904M", units, centres), orders)
    assert told(position) == ("F1904R", {"ITALY": ["A VEN", "F ADR"]}, centres)


def test_a_retreat_onto_a_centre_captures_it() -> None:
    units, centres, orders = ROME
    driven = moved(position_of("F1904M", units, centres), orders)
    position = fled(driven, {"GERMANY": ["A VEN R ROM"]})
    assert told(position) == (
        "W1904A",
        {"GERMANY": ["A ROM"], "ITALY": ["A VEN", "F ADR"]},
        {"GERMANY": ["MUN", "ROM"], "ITALY": ["NAP", "VEN"]},
    )


def test_a_retreat_elsewhere_captures_nothing() -> None:
    units, centres, orders = ROME
    driven = moved(position_of("F1904M", units, centres), orders)
    position = fled(driven, {"GERMANY": ["A VEN R TYR"]})
    assert told(position) == (
        "W1904A",
        {"GERMANY": ["A TYR"], "ITALY": ["A VEN", "F ADR"]},
        {"GERMANY": ["MUN"], "ITALY": ["NAP", "ROM", "VEN"]},
    )


def test_a_retreat_in_spring_captures_nothing_yet() -> None:
    units, centres, orders = ROME
    driven = moved(position_of("S1904M", units, centres), orders)
    position = fled(driven, {"GERMANY": ["A VEN R ROM"]})
    after_ = {"GERMANY": ["A ROM"], "ITALY": ["A VEN", "F ADR"]}
    assert told(position) == ("F1904M", after_, centres)


def test_two_retreats_to_one_centre_capture_nothing() -> None:
    position = position_of(
        "F1904R",
        {"ITALY": ["A VIE"]},
        {"ITALY": ["VIE"], "GERMANY": ["MUN"]},
        {"GERMANY": {"A BOH": ("SIL", ["MUN"])}, "FRANCE": {"A BUR": ("PAR", ["MUN"])}},
    )
    retreats = {"GERMANY": ["A BOH R MUN"], "FRANCE": ["A BUR R MUN"]}
    assert told(fled(position, retreats)) == (
        "W1904A",
        {"ITALY": ["A VIE"]},
        {"ITALY": ["VIE"], "GERMANY": ["MUN"]},
    )


# ---------------------------------------------------------------- winter

DUTIES: dict[str, tuple[list[str], list[str], int]] = {
    # France's units, its centres, what it has to order
    "as many as centres": (["A PAR"], ["PAR"], 0),
    "a build": (["A BUR"], ["MAR", "PAR"], 1),
    "two builds": (["A BUR"], ["BRE", "MAR", "PAR"], 2),
    "no more than free home centres": (["A PAR"], ["BRE", "PAR", "POR", "SPA"], 1),
    "all homes occupied": (["A PAR", "F BRE", "A MAR"], ["BRE", "MAR", "PAR", "SPA"], 0),
    "homes lost": (["A SPA"], ["POR", "SPA"], 0),
    "no units left": ([], ["PAR", "SPA"], 1),
    "one too many": (["A BUR", "A PAR"], ["PAR"], -1),
    "no centres": (["A BUR", "A GAS"], [], -2),
    "nothing at all": ([], [], 0),
}


@pytest.mark.parametrize("name", DUTIES)
def test_what_a_power_has_to_order_in_winter(name: str) -> None:
    units, centres, duty = DUTIES[name]
    position = position_of("W1904A", {"FRANCE": units}, {"FRANCE": centres})
    france = codes().powers["FRANCE"]
    assert winter_duty(europe(), position.units, position.owners, france) == duty


def test_a_foreign_unit_in_a_home_centre_leaves_no_room() -> None:
    units = {"FRANCE": ["A PAR"], "ITALY": ["A MAR"]}
    position = position_of("W1904A", units, {"FRANCE": ["MAR", "PAR"]})
    france = codes().powers["FRANCE"]
    assert winter_duty(europe(), position.units, position.owners, france) == 0


@pytest.mark.parametrize("name", DUTIES)
def test_a_winter_with_nothing_to_order_is_skipped(name: str) -> None:
    units, centres, duty = DUTIES[name]
    # No unit stands on a centre that is not its own: autumn captures nothing.
    position = position_of("F1904M", {"FRANCE": units}, {"FRANCE": centres})
    opened = moved(position, {})
    assert str(opened.phase) == ("W1904A" if duty else "S1905M")


def test_a_winter_leads_to_spring_with_the_same_owners() -> None:
    units = {"FRANCE": ["A BUR"], "ITALY": ["A VEN", "A ROM"]}
    centres = {"FRANCE": ["MAR", "PAR"], "ITALY": ["ROM"]}
    position = wintered(
        position_of("W1904A", units, centres), {"FRANCE": ["A PAR B"], "ITALY": ["A VEN D"]}
    )
    assert told(position) == ("S1905M", {"FRANCE": ["A BUR", "A PAR"], "ITALY": ["A ROM"]}, centres)
    assert (position.dislodged, position.standoffs) == ((), ())


@pytest.mark.parametrize(
    ("ruled", "opened", "closes"),
    [
        ("S1904M", "S1904R", False),
        ("S1904M", "F1904M", False),
        ("S1904R", "F1904M", False),
        ("F1904M", "F1904R", False),
        ("F1904M", "W1904A", True),
        ("F1904M", "S1905M", True),
        ("F1904R", "W1904A", True),
        ("F1904R", "S1905M", True),
        ("W1904A", "S1905M", False),
    ],
)
def test_which_phases_close_a_year(ruled: str, opened: str, closes: bool) -> None:
    following = Position(Phase.parse(opened), (), ((europe().province_numbers["Par"], 3),))
    closed = RULEBOOK.closed(europe(), Phase.parse(ruled), following)
    assert closed == (following.owners if closes else None)


# ---------------------------------------------------------------- who must order


def orderers(position: Position, idle: tuple[str, ...] = ()) -> list[str]:
    c = codes()
    waiting_for = powers_to_order(europe(), position, [c.powers[name] for name in idle])
    return [c.power_names[p] for p in waiting_for]


def test_everyone_with_a_unit_orders_its_moves() -> None:
    position = position_of("S1904M", {**QUIET, "TURKEY": []}, {**HOMES, "ITALY": ["ROM"]})
    assert orderers(position) == ["GERMANY", "FRANCE"]
    assert orderers(position, ("GERMANY",)) == ["FRANCE"]


def test_only_the_dislodged_order_retreats() -> None:
    position = position_of(
        "S1904R",
        QUIET,
        HOMES,
        {
            "ITALY": {"A TYR": ("VIE", ["PIE"]), "A BOH": ("SIL", ["MUN"])},
            "AUSTRIA": {"A SER": ("BUL", ["TRI"])},
        },
    )
    assert orderers(position) == ["AUSTRIA", "ITALY"]
    assert orderers(position, ("AUSTRIA", "ITALY")) == []


def test_in_winter_those_who_have_a_choice() -> None:
    """Who may build or must choose whom to take off; not who must take off all, nor who is even."""
    units = {
        "AUSTRIA": ["A VIE"],
        "ENGLAND": ["F LON", "F NTH"],
        "FRANCE": ["A BUR"],
        "GERMANY": ["A MUN"],
        "ITALY": ["A VEN", "A ROM"],
        "TURKEY": ["A ANK", "A CON", "A SMY"],
    }
    centres = {
        "AUSTRIA": ["VIE"],
        "ENGLAND": ["LON"],
        "FRANCE": ["PAR", "MAR"],
        "GERMANY": ["HOL", "BEL"],
        "RUSSIA": ["MOS"],
        "TURKEY": ["ANK", "CON", "SMY", "BUL"],
    }
    position = position_of("W1904A", units, centres)
    assert orderers(position) == ["ENGLAND", "FRANCE", "RUSSIA"]
    assert orderers(position, ("FRANCE", "RUSSIA")) == ["ENGLAND"]


def test_the_boards_stay_in_order() -> None:
    """Units of every position are in the files' order, whatever moved."""
    position = moved(opening(europe()), {"FRANCE": ["A PAR - PIC", "F BRE - MAO", "A MAR - SPA"]})
    keys = [(u.power, europe().province_of[u.location]) for u in position.units]
    assert keys == sorted(keys)
    assert listed(by_power(position.units))["FRANCE"] == ["A PIC", "A SPA", "F MAO"]
