"""Section 5: the losses of a year, all together, then its gains; whole board and owners after."""

from dataclasses import dataclass, field

import pytest

from judge import rulesystems
from judge.board import ARMY, FLEET
from judge.orders import Adjustment
from judge.phase import Phase
from judge.position import Position, Unit, arranged
from judge.problems import errors
from judge.ruling import WinterRuling
from judge.season import after, powers_to_order
from judge.sheets.adjusting import read_winter
from tests.diplo.reading import STACKS, by_power, diplo, notation, reader

KINDS = {"A": ARMY, "F": FLEET}


@dataclass
class Year:
    """A winter: units and centres by power, what was lost in flight, sheets, and what comes out.

    told: by power, each order's result. automatic: what the rules remove and place. owners: the
    centres that change hands, with their owner after it. waits: whose sheets the phase waits for.
    """

    units: dict[str, str]
    centres: dict[str, str]
    after: set[str]
    owners: dict[str, str]
    sheets: dict[str, str] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    automatic: str = ""
    lost: dict[str, str] = field(default_factory=dict)
    options: dict[str, object] = field(default_factory=dict)
    waits: str = ""


def unit(power: int, text: str) -> Unit:
    letter, _, place = text.partition(" ")
    return Unit(power, KINDS[letter], diplo().location_numbers[place])


def position_of(year: Year) -> Position:
    board = diplo()
    numbers = board.power_numbers
    units = [
        unit(numbers[power], text.strip())
        for power, texts in year.units.items()
        for text in texts.split(",")
    ]
    owners = [
        (board.province_numbers[key], numbers[power])
        for power, keys in year.centres.items()
        for key in keys.split()
    ]
    lost = [
        (numbers[power], KINDS[letter])
        for power, letters in year.lost.items()
        for letter in letters
    ]
    phase = Phase.parse("W1901A")
    return Position(phase, arranged(units, board), tuple(sorted(owners)), lost=tuple(sorted(lost)))


def ruled(year: Year) -> WinterRuling:
    board, position = diplo(), position_of(year)
    system = rulesystems.rule_system("diplo", year.options)
    orders: dict[int, tuple[Adjustment, ...]] = {}
    for power, text in year.sheets.items():
        number = board.power_numbers[power]
        sheet = reader().read(text.encode(), "sheet.txt")
        read = read_winter(position, notation(), sheet, number, STACKS, system.year)
        assert errors(read.problems) == []
        orders[number] = read.orders
    return system.winter(board, position, orders)


def results(ruling: WinterRuling) -> dict[str, str]:
    told: dict[str, list[str]] = {}
    for outcome in ruling.outcomes:
        said = outcome.reason.code if outcome.reason else str(outcome.result)
        told.setdefault(diplo().powers[outcome.power].key, []).append(said)
    return {power: ", ".join(said) for power, said in told.items()}


def automatic(ruling: WinterRuling) -> str:
    units = ruling.position.units
    off = [
        f"- {notation().unit(units[a.unit].kind, units[a.unit].location)}" for a in ruling.automatic
    ]
    placed = [f"+ {notation().unit(p.kind, p.location)}" for p in ruling.placed]
    return ", ".join([*off, *placed])


def changes(ruling: WinterRuling) -> dict[str, str]:
    """The centres that change hands; nobody's stand as ``-``."""
    board = diplo()
    before, now = dict(ruling.position.owners), dict(ruling.owners or ())
    return {
        board.provinces[centre].key: board.powers[now[centre]].key if centre in now else "-"
        for centre in sorted(before.keys() | now.keys())
        if before.get(centre) != now.get(centre)
    }


YEARS = {
    "a unit of the arsenal's kind goes with it, at its power's choice": Year(
        {"Russie": "A Mos, F Nge, F StP (cn)", "Turquie": "F Seb"},
        {"Russie": "Mos Nge Seb StP", "Turquie": "Ank"},
        sheets={"Russie": "- F Nge", "Turquie": "+ F Seb"},
        told={"Russie": "succeeds", "Turquie": "succeeds"},
        after={"Russie A Mos, F StP (cn)", "Turquie 2F Seb"},
        owners={"Seb": "Turquie"},
        waits="Russie",
    ),
    "a unit of another kind cannot go": Year(
        {"Russie": "A Mos, F Nge, F StP (cn)", "Turquie": "F Seb"},
        {"Russie": "Mos Nge Seb StP", "Turquie": "Ank"},
        sheets={"Russie": "- A Mos", "Turquie": "- F Seb\n+ A Seb"},
        told={"Russie": "loss-other-kind", "Turquie": "remove-too-many, gain-other-kind"},
        automatic="- F Nge, + F Seb",
        after={"Russie A Mos, F StP (cn)", "Turquie 2F Seb"},
        owners={"Seb": "Turquie"},
        waits="Russie",
    ),
    "what fled in vain this year counts": Year(
        {"Russie": "A Mos, F StP (cn)", "Turquie": "F Seb"},
        {"Russie": "Mos Seb StP", "Turquie": "Ank"},
        lost={"Russie": "F"},
        automatic="+ F Seb",
        after={"Russie A Mos, F StP (cn)", "Turquie 2F Seb"},
        owners={"Seb": "Turquie"},
    ),
    "a lost unit of the other kind does not count": Year(
        {"Russie": "A Mos, F StP (cn)", "Turquie": "F Seb"},
        {"Russie": "Mos Seb StP", "Turquie": "Ank"},
        lost={"Russie": "A"},
        automatic="- F StP (cn), + F Seb",
        after={"Russie A Mos", "Turquie 2F Seb"},
        owners={"Seb": "Turquie"},
    ),
    "it counts for an arsenal of either kind": Year(
        {"France": "A Par", "Allemagne": "A Bel"},
        {"France": "Bel Par", "Allemagne": "Mun"},
        lost={"France": "F"},
        automatic="+ A Bel",
        after={"Allemagne 2A Bel", "France A Par"},
        owners={"Bel": "Allemagne"},
        waits="Allemagne",
    ),
    "losses of all powers are settled together, before the gains": Year(
        {"Allemagne": "A Par, A Kie", "France": "A Mun, F Bre"},
        {"Allemagne": "Kie Mun", "France": "Bre Par"},
        sheets={"Allemagne": "- A Par", "France": "- A Mun"},
        told={"Allemagne": "succeeds", "France": "succeeds"},
        after={"Allemagne A Kie", "France F Bre"},
        owners={"Mun": "-", "Par": "-"},
        waits="Allemagne",
    ),
    "without a word, a unit in a new arsenal goes last": Year(
        {"Allemagne": "A Par, A Kie", "France": "A Mun, F Bre"},
        {"Allemagne": "Kie Mun", "France": "Bre Par"},
        automatic="- A Kie, - A Mun, + A Par",
        after={"Allemagne 2A Par", "France F Bre"},
        owners={"Mun": "-", "Par": "Allemagne"},
        waits="Allemagne",
    ),
    "without a word, the farthest goes, and a unit comes as its arsenal's holder is": Year(
        {"Autriche": "F Gre, A Gal, A Lvn, A Bul", "Italie": "A Bud"},
        {"Autriche": "Bud Vie", "Italie": "Rom"},
        automatic="- A Liv, + A Bul, + F Grè, + A Bud",
        after={"Autriche 2A Bul, A Gal, 2F Grè", "Italie 2A Bud"},
        owners={"Bud": "Italie", "Bul": "Autriche", "Gre": "Autriche"},
        waits="Autriche",
    ),
    "an arsenal without a kind takes either, on the coast that is named": Year(
        {"France": "A Esp, A Bel, A Hol"},
        {"France": "Par"},
        sheets={"France": "+ F Esp (cs)\n+ A Bel\n+ F Bel\n+ A Par\nrenonce"},
        told={"France": "succeeds, succeeds, gain-not-new, gain-not-new, succeeds"},
        after={"France 2A Bel, A Esp, F Esp (cs), A Hol"},
        owners={"Bel": "France", "Esp": "France", "Hol": "France"},
        waits="France",
    ),
    "a fleet whose coast is not said is not placed": Year(
        {"France": "A Esp"},
        {"France": "Par"},
        sheets={"France": "+ F Esp"},
        told={"France": "build-coast-missing"},
        automatic="+ A Esp",
        after={"France 2A Esp"},
        owners={"Esp": "France"},
        waits="France",
    ),
    "by an option the unit is placed in any of its own arsenals of that kind": Year(
        {"Allemagne": "A Ser, F Lon"},
        {"Allemagne": "Ber Kie Mun"},
        sheets={"Allemagne": "+ A Mun\n+ F Ber\n+ F Kie\n+ A Ber"},
        told={"Allemagne": "succeeds, gain-other-kind, succeeds, gain-not-new"},
        options={"gains_in": "own"},
        after={"Allemagne F Kie, F Lon, A Mun, A Ser"},
        owners={"Lon": "Allemagne", "Ser": "Allemagne"},
        waits="Allemagne",
    ),
    "two armies of one stack go": Year(
        {"Allemagne": "A Bou, A Bou, A Bou, F Kie", "France": "A Mun, A Ber, A Bon"},
        {"Allemagne": "Ber Bon Kie Mun", "France": "Par"},
        sheets={"Allemagne": "- 2A Bou", "France": "renonce 3"},
        told={"Allemagne": "succeeds, succeeds", "France": "succeeds, succeeds, succeeds"},
        automatic="- A Bou",
        after={"Allemagne F Kie", "France A Ber, A Bon, A Mun"},
        owners={"Ber": "France", "Bon": "France", "Mun": "France"},
    ),
    "a neutral power loses without a word and gains nothing new": Year(
        {"Italie": "A Rom, F Nap", "France": "A Ven"},
        {"Italie": "Nap Rom Ven", "France": "Mar"},
        automatic="- A Rom, + A Ven",
        after={"France 2A Ven", "Italie F Nap"},
        owners={"Ven": "France"},
    ),
}


@pytest.mark.parametrize("year", YEARS.values(), ids=YEARS.keys())
def test_year(year: Year) -> None:
    ruling = ruled(year)
    assert results(ruling) == year.told
    assert automatic(ruling) == year.automatic
    assert by_power(ruling.after) == year.after
    assert changes(ruling) == year.owners
    system = rulesystems.rule_system("diplo", year.options)
    waiting = powers_to_order(diplo(), ruling.position, (), system.year)
    assert ", ".join(diplo().powers[p].key for p in waiting) == year.waits
    spring = after(ruling, diplo(), system.year)
    assert spring == Position(Phase.parse("S1902M"), ruling.after, ruling.owners or ())
