"""Retreats: where a dislodged unit may go, and every reason why it does not."""

import pytest

from judge.codes import NotCode
from judge.orders import Disband, Retreat
from judge.position import Dislodged, Position
from judge.rules import guide
from judge.rules.guide.options import Options
from judge.rules.retreats import rule_retreats, units_after_retreats
from judge.ruling import Reason, Result, RetreatOutcome, RetreatRuling
from judge.words import LANGUAGES, words
from tests.boards import coded_position, europe
from tests.coded_phases import (
    Coded,
    Fleeing,
    by_power,
    codes,
    listed,
    moves_told,
    position_of,
    reason,
    retreat_orders,
    retreats_told,
)

RULE = "DPTG XI.3"


def open_to(text: str, start: str, units: Coded, standoffs: tuple[str, ...]) -> list[str]:
    """Where a unit may go, by the rule, with who stands where."""
    c, board = codes(), europe()
    of = board.province_of
    unit = c.unit(text, 0)
    taken = {of[c.unit(t, 0).location] for texts in units.values() for t in texts}
    barred = taken | {c.province(start)} | {c.province(code) for code in standoffs}
    borders = board.fleet_borders if unit.kind else board.army_borders
    return [c.location_code(to) for to in borders[unit.location] if of[to] not in barred]


def waiting(
    fleeing: dict[str, dict[str, str]], units: Coded | None = None, standoffs: tuple[str, ...] = ()
) -> Position:
    """A retreat phase. fleeing: by power and unit, where its attacker came from."""
    board = units or {}
    options: Fleeing = {
        power: {u: (start, open_to(u, start, board, standoffs)) for u, start in found.items()}
        for power, found in fleeing.items()
    }
    return position_of("S1901R", board, None, options, standoffs)


# ---------------------------------------------------------------- one order

ONE: dict[str, tuple[dict[str, str], Coded, tuple[str, ...], str, list[str]]] = {
    # name: unit and where its attacker came from, who stands, standoffs, order, outcome
    "to an empty province": ({"A MUN": "BUR"}, {}, (), "A MUN R BER", ["succeeds", "BER"]),
    "with a dash": ({"A MUN": "BUR"}, {}, (), "A MUN - BER", ["succeeds", "BER"]),
    "a fleet to the sea": ({"F KIE": "BER"}, {}, (), "F KIE R HEL", ["succeeds", "HEL"]),
    "a fleet along the coast": ({"F KIE": "BER"}, {}, (), "F KIE R HOL", ["succeeds", "HOL"]),
    "disbanded as ordered": ({"A MUN": "BUR"}, {}, (), "A MUN D", ["succeeds"]),
    "no order": ({"A MUN": "BUR"}, {}, (), "", ["disbanded", "retreat-no-order"]),
    "too far": ({"A MUN": "BUR"}, {}, (), "A MUN R PAR", ["illegal", "retreat-not-adjacent"]),
    "where it stood": (
        {"A MUN": "BUR"},
        {},
        (),
        "A MUN R MUN",
        ["illegal", "retreat-not-adjacent"],
    ),
    "an army to the sea": (
        {"A BEL": "BUR"},
        {},
        (),
        "A BEL R NTH",
        ["illegal", "retreat-not-adjacent"],
    ),
    "a fleet inland": (
        {"F KIE": "BER"},
        {},
        (),
        "F KIE R MUN",
        ["illegal", "retreat-not-adjacent"],
    ),
    "a fleet over land to another coast": (
        {"F ROM": "NAP"},
        {},
        (),
        "F ROM R VEN",
        ["illegal", "retreat-not-adjacent"],
    ),
    "by a convoy": (
        {"A HOL": "RUH"},
        {"ENGLAND": ["F NTH"]},
        (),
        "A HOL R YOR",
        ["illegal", "retreat-not-adjacent"],
    ),
    "into the impassable": (
        {"A MUN": "BUR"},
        {},
        (),
        "A MUN R SWI",
        ["illegal", "retreat-not-adjacent"],
    ),
    "an occupied province": (
        {"A MUN": "BUR"},
        {"FRANCE": ["A MUN"], "RUSSIA": ["A BER"]},
        (),
        "A MUN R BER",
        ["illegal", "retreat-occupied"],
    ),
    "a compatriot's province": (
        {"A MUN": "BUR"},
        {"GERMANY": ["A BER"]},
        (),
        "A MUN R BER",
        ["illegal", "retreat-occupied"],
    ),
    "the attacker's start, now occupied": (
        {"A MUN": "BUR"},
        {"FRANCE": ["A MUN", "A BUR"]},
        (),
        "A MUN R BUR",
        ["illegal", "retreat-occupied"],
    ),
    "a standoff": (
        {"A MUN": "BUR"},
        {},
        ("SIL",),
        "A MUN R SIL",
        ["illegal", "retreat-standoff"],
    ),
    "a standoff on the other coast": (
        {"F WES": "TYS"},
        {},
        ("SPA",),
        "F WES R SPA/SC",
        ["illegal", "retreat-standoff"],
    ),
    "the attacker's start": (
        {"A MUN": "BUR"},
        {},
        (),
        "A MUN R BUR",
        ["illegal", "retreat-from-attacker"],
    ),
    "the attacker's start, its other coast": (
        {"F POR": "SPA"},
        {},
        (),
        "F POR R SPA/NC",
        ["illegal", "retreat-from-attacker"],
    ),
    "two coasts and none named": (
        {"F MAO": "BRE"},
        {},
        (),
        "F MAO R SPA",
        ["illegal", "retreat-coast"],
    ),
    "the north coast named": ({"F MAO": "BRE"}, {}, (), "F MAO R SPA/NC", ["succeeds", "SPA/NC"]),
    "the south coast named": ({"F MAO": "BRE"}, {}, (), "F MAO R SPA/SC", ["succeeds", "SPA/SC"]),
    "a coast out of reach": (
        {"F MAR": "PIE"},
        {},
        (),
        "F MAR R SPA/NC",
        ["illegal", "retreat-coast"],
    ),
    "one coast in reach, none named": (
        {"F MAR": "PIE"},
        {},
        (),
        "F MAR R SPA",
        ["succeeds", "SPA/SC"],
    ),
    "Norway to the north of StP": ({"F NWY": "SWE"}, {}, (), "F NWY R STP", ["succeeds", "STP/NC"]),
    "Finland to the south of StP": (
        {"F FIN": "SWE"},
        {},
        (),
        "F FIN R STP",
        ["succeeds", "STP/SC"],
    ),
    "a coast by its other name": (
        {"F CON": "SMY"},
        {},
        (),
        "F CON R BUL/NC",
        ["succeeds", "BUL/EC"],
    ),
    "an army's coast says nothing": (
        {"A MAR": "PIE"},
        {},
        (),
        "A MAR R SPA/NC",
        ["succeeds", "SPA"],
    ),
    "from a coast": ({"F SPA/NC": "POR"}, {}, (), "F SPA/NC R GAS", ["succeeds", "GAS"]),
    "from a coast to what the other reaches": (
        {"F SPA/NC": "POR"},
        {},
        (),
        "F SPA/NC R MAR",
        ["illegal", "retreat-not-adjacent"],
    ),
}


@pytest.mark.parametrize("name", ONE)
def test_one_retreat(name: str) -> None:
    unit, units, standoffs, order, outcome = ONE[name]
    position = waiting({"GERMANY": unit}, units, standoffs)
    orders = retreat_orders(position, {"GERMANY": [order]} if order else {})
    ruling = guide.rule_retreats(europe(), position, orders)
    (text,) = unit
    assert retreats_told(ruling) == {text: outcome}
    after = {power: list(texts) for power, texts in units.items()}
    if len(outcome) > 1 and outcome[0] == "succeeds":
        after.setdefault("GERMANY", []).append(f"{text[0]} {outcome[1]}")
    assert by_power(units_after_retreats(ruling, europe())) == listed(after)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_met_and_has_its_sentence(language: str) -> None:
    seen = {code for *_, row in ONE.values() for code in row if code.startswith("retreat-")}
    reasons = words(language).find("reasons")
    wanted = {code for code in reasons if code.startswith("retreat-")}
    assert seen | {"retreat-clash", "retreat-closed"} == wanted


# ---------------------------------------------------------------- several


def test_a_whole_ruling() -> None:
    """Everything an answer holds: orders, results, places, reasons with who and where."""
    c = codes()
    position = waiting(
        {"GERMANY": {"A MUN": "BUR", "F KIE": "DEN"}, "RUSSIA": {"A PRU": "WAR", "A SEV": "ARM"}},
        {"FRANCE": ["A MUN"], "ENGLAND": ["F KIE"], "AUSTRIA": ["A PRU"], "TURKEY": ["A SEV"]},
    )
    orders = retreat_orders(
        position,
        {"GERMANY": ["A MUN R BER", "F KIE R BER"], "RUSSIA": ["A PRU R WAR"]},
    )
    kie, mun, pru, sev = (
        [d.unit.location for d in position.dislodged].index(c.province(code))
        for code in ("KIE", "MUN", "PRU", "SEV")
    )
    ber, war = c.province("BER"), c.province("WAR")
    outcomes = [RetreatOutcome(None, Result.DISBANDED, None, ())] * 4
    outcomes[kie] = RetreatOutcome(
        Retreat(ber), Result.FAILS, None, (reason(kie, "retreat-clash", RULE, "BER", (mun,)),)
    )
    outcomes[mun] = RetreatOutcome(
        Retreat(ber), Result.FAILS, None, (reason(mun, "retreat-clash", RULE, "BER", (kie,)),)
    )
    outcomes[pru] = RetreatOutcome(
        Retreat(war), Result.ILLEGAL, None, (reason(pru, "retreat-from-attacker", RULE, "WAR"),)
    )
    outcomes[sev] = RetreatOutcome(
        None, Result.DISBANDED, None, (reason(sev, "retreat-no-order", RULE),)
    )
    ruling = guide.rule_retreats(europe(), position, orders)
    assert ruling == RetreatRuling(position, tuple(outcomes))
    assert units_after_retreats(ruling, europe()) == position.units


def test_three_to_one_province_are_all_lost() -> None:
    position = waiting(
        {"ENGLAND": {"F NWY": "FIN"}, "RUSSIA": {"F EDI": "LVP", "F HOL": "RUH", "A MOS": "UKR"}}
    )
    ruling = guide.rule_retreats(
        europe(),
        position,
        retreat_orders(
            position,
            {
                "ENGLAND": ["F NWY R NTH"],
                "RUSSIA": ["F EDI R NTH", "F HOL R NTH", "A MOS R STP"],
            },
        ),
    )
    assert retreats_told(ruling) == {
        "F NWY": ["fails", "retreat-clash"],
        "F EDI": ["fails", "retreat-clash"],
        "F HOL": ["fails", "retreat-clash"],
        "A MOS": ["succeeds", "STP"],
    }
    names = [codes().unit_code(d.unit) for d in position.dislodged]
    rivals = {
        names[o.reasons[0].unit]: {names[i] for i in o.reasons[0].by}
        for o in ruling.outcomes
        if o.reasons
    }
    assert rivals == {
        "F NWY": {"F EDI", "F HOL"},
        "F EDI": {"F NWY", "F HOL"},
        "F HOL": {"F NWY", "F EDI"},
    }
    assert by_power(units_after_retreats(ruling, europe())) == {"RUSSIA": ["A STP"]}


def test_two_coasts_are_one_province() -> None:
    position = waiting({"FRANCE": {"F GAS": "BUR"}, "ITALY": {"F MAR": "PIE"}})
    orders = {"FRANCE": ["F GAS R SPA/NC"], "ITALY": ["F MAR R SPA/SC"]}
    ruling = guide.rule_retreats(europe(), position, retreat_orders(position, orders))
    assert retreats_told(ruling) == {
        "F GAS": ["fails", "retreat-clash"],
        "F MAR": ["fails", "retreat-clash"],
    }
    assert units_after_retreats(ruling, europe()) == ()


def test_compatriots_clash_too() -> None:
    position = waiting({"ITALY": {"A VIE": "TRI", "A BOH": "SIL"}})
    orders = {"ITALY": ["A VIE R TYR", "A BOH R TYR"]}
    ruling = guide.rule_retreats(europe(), position, retreat_orders(position, orders))
    assert retreats_told(ruling) == {
        "A VIE": ["fails", "retreat-clash"],
        "A BOH": ["fails", "retreat-clash"],
    }


@pytest.mark.parametrize("illegal", ["A KIE R BER", "A KIE D"])
def test_who_may_not_go_there_bars_nobody(illegal: str) -> None:
    position = waiting({"ENGLAND": {"A KIE": "BER"}, "GERMANY": {"A PRU": "WAR"}})
    orders = {"ENGLAND": [illegal], "GERMANY": ["A PRU R BER"]}
    ruling = guide.rule_retreats(europe(), position, retreat_orders(position, orders))
    assert retreats_told(ruling)["A PRU"] == ["succeeds", "BER"]
    assert by_power(units_after_retreats(ruling, europe())) == {"GERMANY": ["A BER"]}


def test_nobody_dislodged() -> None:
    position = position_of("S1901R", {"FRANCE": ["A PAR"]})
    ruling = guide.rule_retreats(europe(), position, [])
    assert ruling == RetreatRuling(position, ())
    assert units_after_retreats(ruling, europe()) == position.units


def test_the_anchor_is_the_rule_systems() -> None:
    position = waiting({"FRANCE": {"A PAR": "BUR"}})
    (outcome,) = rule_retreats(europe(), position, [None], "Rule 7").outcomes
    assert outcome.reasons == (Reason(0, "retreat-no-order", "Rule 7"),)


def test_a_disband_is_no_failure() -> None:
    position = waiting({"FRANCE": {"A PAR": "BUR"}})
    (outcome,) = guide.rule_retreats(europe(), position, [Disband()]).outcomes
    assert outcome == RetreatOutcome(Disband(), Result.SUCCEEDS, None, ())


@pytest.mark.parametrize(
    "text", ["", "A PAR", "A PAR R", "A PAR R BUR GAS", "A PAR S A BUR", "PAR R BUR", "A PAR R XXX"]
)
def test_what_is_no_retreat_order(text: str) -> None:
    with pytest.raises(NotCode):
        codes().retreat_order(text)


# ---------------------------------------------------------------- where a unit may go

WHERE: dict[str, tuple[dict[str, list[str]], str, str, list[str], list[str]]] = {
    # name: orders by power, who is dislodged, from where, where it may go, standoffs
    "where a mover left": (
        {
            "FRANCE": ["A MUN H", "A BOH - GAL"],
            "GERMANY": ["A KIE - MUN", "A RUH S A KIE - MUN"],
        },
        "A MUN",
        "KIE",
        ["BER", "BOH", "BUR", "SIL", "TYR"],
        [],
    ),
    "not where a mover failed to leave": (
        {
            "FRANCE": ["A MUN H", "A BOH - GAL"],
            "GERMANY": ["A KIE - MUN", "A RUH S A KIE - MUN"],
            "RUSSIA": ["A GAL H"],
        },
        "A MUN",
        "KIE",
        ["BER", "BUR", "SIL", "TYR"],
        [],
    ),
    "not where a unit has come": (
        {
            "FRANCE": ["A MUN H", "A BOH - SIL"],
            "GERMANY": ["A KIE - MUN", "A RUH S A KIE - MUN"],
        },
        "A MUN",
        "KIE",
        ["BER", "BOH", "BUR", "TYR"],
        [],
    ),
    "not where two met": (
        {
            "FRANCE": ["A MUN H", "A BOH - SIL"],
            "GERMANY": ["A KIE - MUN", "A RUH S A KIE - MUN"],
            "RUSSIA": ["A WAR - SIL"],
        },
        "A MUN",
        "KIE",
        ["BER", "BUR", "TYR"],
        ["SIL"],
    ),
    "nor where it met another itself": (
        {
            "FRANCE": ["A MUN - SIL"],
            "GERMANY": ["A KIE - MUN", "A RUH S A KIE - MUN"],
            "RUSSIA": ["A WAR - SIL"],
        },
        "A MUN",
        "KIE",
        ["BER", "BOH", "BUR", "TYR"],
        ["SIL"],
    ),
    "where another's attacker came from": (
        {
            "FRANCE": ["A MUN H", "A SIL H"],
            "GERMANY": ["A KIE - MUN", "A RUH S A KIE - MUN"],
            "RUSSIA": ["A BER - SIL", "A WAR S A BER - SIL"],
        },
        "A MUN",
        "KIE",
        ["BER", "BOH", "BUR", "TYR"],
        [],
    ),
    "a fleet by its own coast alone": (
        {"ITALY": ["F SPA/NC H"], "FRANCE": ["A MAR - SPA", "F WES S A MAR - SPA"]},
        "F SPA/NC",
        "MAR",
        ["GAS", "MAO", "POR"],
        [],
    ),
    "to each coast in reach": (
        {"TURKEY": ["F CON H"], "RUSSIA": ["F BLA - CON", "A SMY S F BLA - CON"]},
        "F CON",
        "BLA",
        ["AEG", "ANK", "BUL/EC", "BUL/SC"],
        [],
    ),
    "to no coast of the attacker's start": (
        {"TURKEY": ["F CON H"], "RUSSIA": ["F BUL/SC - CON", "A SMY S F BUL/SC - CON"]},
        "F CON",
        "BUL",
        ["AEG", "ANK", "BLA"],
        [],
    ),
    "an army never to the sea": (
        {"ENGLAND": ["A NAF H"], "FRANCE": ["F WES - NAF", "F MAO S F WES - NAF"]},
        "A NAF",
        "WES",
        ["TUN"],
        [],
    ),
    "nowhere": (
        {"ENGLAND": ["A POR H"], "FRANCE": ["A SPA - POR", "F MAO S A SPA - POR"]},
        "A POR",
        "SPA",
        [],
        [],
    ),
    "a convoyed attacker's far start says nothing": (
        {
            "ENGLAND": ["A BEL H"],
            "FRANCE": ["A BRE - BEL VIA", "F ENG C A BRE - BEL", "A PIC S A BRE - BEL"],
        },
        "A BEL",
        "BRE",
        ["BUR", "HOL", "RUH"],
        [],
    ),
}


def unit_of(order: str) -> str:
    return " ".join(order.split()[:2])


@pytest.mark.parametrize("name", WHERE)
@pytest.mark.parametrize("allowed", [True, False])
def test_where_a_unit_may_go(name: str, allowed: bool) -> None:
    orders, unit, start, places, standoffs = WHERE[name]
    units = {power: [unit_of(text) for text in texts] for power, texts in orders.items()}
    position, given = coded_position(units, orders)
    options = Options(retreat_to_convoyed_attackers_start=allowed)
    told = moves_told(guide.rule_movement(europe(), position, given, options))
    assert told["dislodged"][unit] == {"from": start, "retreats": sorted(places)}
    assert told["standoffs"] == standoffs


@pytest.mark.parametrize("allowed", [True, False])
def test_a_convoyed_attackers_start_beside_is_an_option(allowed: bool) -> None:
    """DPTG XI.4: by default a unit may flee to where an army that came by convoy started from."""
    orders = {
        "GERMANY": ["A HOL H"],
        "ENGLAND": ["A BEL - HOL VIA", "F NTH C A BEL - HOL", "F HEL S A BEL - HOL"],
    }
    units = {power: [unit_of(text) for text in texts] for power, texts in orders.items()}
    position, given = coded_position(units, orders)
    options = Options(retreat_to_convoyed_attackers_start=allowed)
    ruling = guide.rule_movement(europe(), position, given, options)
    c = codes()
    retreats = ["BEL", "KIE", "RUH"] if allowed else ["KIE", "RUH"]
    hol = c.unit("A HOL", c.powers["GERMANY"])
    expected = Dislodged(hol, c.province("BEL"), tuple(c.province(code) for code in retreats))
    assert ruling.dislodged == (expected,)
    assert Options().retreat_to_convoyed_attackers_start


def test_an_attacker_beside_that_came_by_land_bars_its_start() -> None:
    """The fleet stands ready, but nobody said by convoy."""
    orders = {
        "GERMANY": ["A HOL H"],
        "ENGLAND": ["A BEL - HOL", "F NTH C A BEL - HOL", "F HEL S A BEL - HOL"],
    }
    units = {power: [unit_of(text) for text in texts] for power, texts in orders.items()}
    position, given = coded_position(units, orders)
    told = moves_told(guide.rule_movement(europe(), position, given))
    assert told["dislodged"] == {"A HOL": {"from": "BEL", "retreats": ["KIE", "RUH"]}}


def test_several_dislodged_are_told_in_the_positions_order() -> None:
    orders = {
        "AUSTRIA": ["A BUD S A TRI - VIE", "A TRI - VIE"],
        "GERMANY": ["A MUN S A SIL - BOH", "A SIL - BOH"],
        "ITALY": ["A VIE H", "A BOH H"],
    }
    units = {power: [unit_of(text) for text in texts] for power, texts in orders.items()}
    position, given = coded_position(units, orders)
    ruling = guide.rule_movement(europe(), position, given)
    indices = [position.units.index(d.unit) for d in ruling.dislodged]
    assert indices == sorted(indices) and len(indices) == 2
