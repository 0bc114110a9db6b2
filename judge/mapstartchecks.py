"""The checks of how a map starts: centres, units, victory, and who plays with fewer players."""

from judge.board import Terrain
from judge.mapdraft import KINDS, Draft, as_dict, as_list, shown, strings


def check_centres(d: Draft) -> None:
    """Home centres are centres, of one power each; start units stand where they can."""
    owner: dict[str, str] = {}
    for power, facts in d.powers.items():
        for part in ("home", "centres", "units"):
            if not isinstance(facts.get(part, []), list):
                d.say("map-part-type", part=f"{power}.{part}")
        home = strings(facts.get("home"))
        if facts.get("neutral", False) not in (True, False):
            d.say("map-value", part=f"{power}.neutral", value=shown(facts["neutral"]))
        if facts.get("neutral") is True:
            if home or d.centres_at_start(power):
                d.say("map-neutral-owns", power=power)
        elif not home:
            d.say("map-power-without-home", power=power, severity="warning")
        for centre in home:
            if centre not in d.provinces:
                d.say("map-unknown-province", province=power, name=centre[:40])
            elif d.provinces[centre].get("centre") is not True:
                d.say("map-home-not-centre", power=power, province=centre)
            elif centre in owner:
                d.say("map-centre-twice", province=centre, powers=[owner[centre], power])
            owner.setdefault(centre, power)
    check_owned_at_start(d)
    for key, province in d.provinces.items():
        if province.get("centre") not in (True, False, None):
            d.say("map-value", part=f"{key}.centre", value=shown(province["centre"]))
        if province.get("centre") is True and d.terrain(key) in (Terrain.SEA, Terrain.IMPASSABLE):
            d.say("map-centre-without-owner", province=key)
    total = sum(p.get("centre") is True for p in d.provinces.values())
    victory = d.raw.get("victory")
    if isinstance(victory, int) and total < victory:
        d.say("map-victory-unreachable", victory=victory, total=total)
    elif isinstance(victory, int) and 0 < 2 * victory < total:
        d.doubt("map-victory-low", victory=victory, total=total)


def check_owned_at_start(d: Draft) -> None:
    """What powers own as the map starts are centres, of one power each."""
    owner: dict[str, str] = {}
    for power, facts in d.powers.items():
        for centre in d.centres_at_start(power) if "centres" in facts else ():
            if centre not in d.provinces:
                d.say("map-unknown-province", province=power, name=centre[:40])
            elif d.provinces[centre].get("centre") is not True:
                d.say("map-home-not-centre", power=power, province=centre)
        for centre in d.centres_at_start(power):
            if owner.get(centre, power) != power and "centres" in facts:
                d.say("map-centre-twice", province=centre, powers=[owner[centre], power])
            owner.setdefault(centre, power)
        units, centres = len(strings(facts.get("units"))), len(d.centres_at_start(power))
        if units > centres > 0:
            d.doubt("map-more-units", power=power, units=units, centres=centres)


def check_units(d: Draft) -> None:
    """Start units stand where such a unit can, one a province."""
    taken: dict[str, str] = {}
    known = d.locations()
    for power, facts in d.powers.items():
        for text in strings(facts.get("units")):
            kind, _, place = text.partition(" ")
            province = place.split(" (")[0]
            fits = kind in KINDS and province in d.provinces
            if fits and kind == "A":
                fits = place in d.provinces and d.terrain(place) in (Terrain.LAND, Terrain.COAST)
            elif fits:
                fits = place in known and d.terrain(province) in (Terrain.SEA, Terrain.COAST)
            if not fits:
                d.say("map-start-unit", power=power, unit=text[:40])
            elif province in taken:
                d.say("map-start-twice", province=province, powers=[taken[province], power])
            taken.setdefault(province, power)


def check_fewer_players(d: Draft) -> None:
    """Each group of powers names known powers, once."""
    for count, groups in as_dict(d.raw.get("fewer_players")).items():
        named = [name for group in as_list(groups) for name in strings(group)]
        counted = as_list(groups)
        fits = bool(counted) and count == str(len(counted)) and len(counted) < len(d.powers)
        fits = fits and all(strings(group) for group in counted)
        played = {power for power, facts in d.powers.items() if facts.get("neutral") is not True}
        if not fits or len(set(named)) < len(named) or not set(named) <= played:
            d.say("map-value", part="fewer_players", value=count[:40])
    for count, victory in as_dict(d.raw.get("fewer_players_victory")).items():
        is_number = isinstance(victory, int) and not isinstance(victory, bool) and victory > 0
        if count not in as_dict(d.raw.get("fewer_players")) or not is_number:
            d.say("map-value", part="fewer_players_victory", value=shown(victory))
