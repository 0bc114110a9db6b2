"""The checks of a map's provinces: their kinds, borders and coasts, and what can be reached."""

from judge.board import Terrain
from judge.mapdraft import ARSENALS, Draft, as_dict, as_list, shown, strings


def check_kinds(d: Draft) -> None:
    """Each province has a known kind, and borders that its kind allows."""
    for key, province in d.provinces.items():
        terrain = d.terrain(key)
        if terrain is None:
            d.say("map-kind", province=key, value=shown(province.get("kind")))
            continue
        for part in ("army", "fleet"):
            allowed: tuple[type, ...] = (list,) if part == "army" else (list, dict)
            if part in province and not isinstance(province[part], allowed):
                d.say("map-part-type", part=f"{key}.{part}")
        has_fleet = bool(province.get("fleet"))
        if terrain is Terrain.SEA and d.army(key):
            d.say("map-army-at-sea", province=key)
        if terrain is Terrain.LAND and has_fleet:
            d.say("map-fleet-inland", province=key)
        if terrain is Terrain.IMPASSABLE and (d.army(key) or has_fleet):
            d.say("map-impassable-border", province=key)


def check_borders(d: Draft) -> None:
    """Borders name known places, once, not the place itself, and stand on both sides."""
    army: set[tuple[str, str]] = set()
    for key in d.provinces:
        for target in d.army(key):
            if target not in d.provinces:
                d.say("map-unknown-province", province=key, name=target[:40])
            elif (key, target) in army:
                d.say("map-border-twice", a=key, b=target)
            elif d.terrain(target) is Terrain.SEA:
                d.say("map-army-to-sea", a=key, b=target)
            army.add((key, target))
    known = d.locations()
    fleet: set[tuple[str, str]] = set()
    for here, target in d.fleet():
        if target in d.provinces and target not in known:
            d.say("map-coast-unnamed", province=here, name=target)
        elif target not in known:
            d.say("map-unknown-province", province=here, name=target[:40])
        elif (here, target) in fleet:
            d.say("map-border-twice", a=here, b=target)
        elif d.terrain_of(target) is Terrain.LAND:
            d.say("map-fleet-to-land", a=here, b=target)
        fleet.add((here, target))
    for kind, borders, places in (("army", army, set(d.provinces)), ("fleet", fleet, known)):
        for a, b in sorted(borders):
            if a == b:
                d.say("map-border-self", province=a)
            elif b in places and (b, a) not in borders:
                d.say("map-asymmetry", kind=kind, a=a, b=b)


def check_isolated(d: Draft) -> None:
    """Every passable province can be reached; every coast touches water."""
    fleet: dict[str, list[tuple[str, str]]] = {}
    for a, b in d.fleet():
        fleet.setdefault(a.split(" (")[0], []).append((a, b))
    for key in d.provinces:
        terrain = d.terrain(key)
        mine = fleet.get(key, [])
        if terrain in (Terrain.LAND, Terrain.COAST, Terrain.SEA) and not mine and not d.army(key):
            d.say("map-isolated", province=key)
        elif terrain is Terrain.COAST:
            coasts = [f"{key} ({c})" for c in d.coasts(key)] or [key]
            for place in coasts:
                beside = [b for a, b in mine if a == place]
                if not beside:
                    d.say("map-coast-without-sea", province=place)
                elif not any(d.terrain_of(b) is Terrain.SEA for b in beside):
                    d.doubt("map-coast-without-sea", province=place)


def check_unreachable(d: Draft) -> None:
    """Every centre can be reached from where somebody starts, by land, by sea or by convoy."""
    beside: dict[str, set[str]] = {key: set(d.army(key)) for key in d.provinces}
    for here, there in d.fleet():
        beside[here.split(" (")[0]].add(there.split(" (")[0])
    ahead = [h for facts in d.powers.values() for h in strings(facts.get("home"))]
    ahead += [
        text.partition(" ")[2].split(" (")[0]
        for facts in d.powers.values()
        for text in strings(facts.get("units"))
    ]
    seen: set[str] = set()
    while ahead:
        here = ahead.pop()
        if here in beside and here not in seen:
            seen.add(here)
            ahead += beside[here]
    for key, province in d.provinces.items():
        if seen and province.get("centre") is True and key not in seen and beside[key]:
            d.say("map-unreachable", province=key)


def check_coasts(d: Draft) -> None:
    """Every coast used is declared, and every coast alias means one of the province's own."""
    declared = as_dict(d.raw.get("coasts"))
    for key, province in d.provinces.items():
        coasts = d.coasts(key)
        for coast in coasts:
            if coast not in declared:
                d.say("map-unknown-coast", province=key, name=coast[:40])
        for other, coast in as_dict(province.get("coast_also")).items():
            if coast not in coasts or other not in declared or other in coasts:
                d.say("map-unknown-coast", province=key, name=f"{other}: {coast}"[:40])


def check_convoying_coasts(d: Draft) -> None:
    """Only a coast can be said to carry convoys: a sea does, and inland there is no fleet."""
    for key, province in d.provinces.items():
        convoys = province.get("convoys", False)
        if convoys not in (True, False) or (convoys and d.terrain(key) is not Terrain.COAST):
            d.say("map-value", part=f"{key}.convoys", value=shown(convoys))


def check_arsenals(d: Draft) -> None:
    """An arsenal's kind is one that can stand in it."""
    for key, province in d.provinces.items():
        kind = province.get("arsenal")
        if kind is None:
            continue
        is_known = isinstance(kind, str) and kind in ARSENALS
        is_inland = d.terrain(key) is Terrain.LAND
        if not is_known or not province.get("centre") or (is_inland and kind == "fleet"):
            d.say("map-value", part=f"{key}.arsenal", value=shown(kind))


def check_passages(d: Draft) -> None:
    """A passage joins two waters through a province beside both."""
    fleet = {(a.split(" (")[0], b.split(" (")[0]) for a, b in d.fleet()}
    given = d.raw.get("passages", [])
    if not isinstance(given, list):
        d.say("map-part-type", part="passages")
    for passage in as_list(given):
        facts = as_dict(passage)
        through, between = str(facts.get("through")), strings(facts.get("between"))
        fits = len(set(between)) == 2 and d.terrain_of(through) is Terrain.COAST
        if not fits or not all(
            d.terrain_of(water) is Terrain.SEA and (through, water) in fleet for water in between
        ):
            d.say("map-value", part="passages", value=shown(passage))
