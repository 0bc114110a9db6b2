"""A board's facts as lines: its start, its powers, and every province with what lies beside it."""

from collections.abc import Iterator

from judge.board import Board, Terrain
from judge.position import opening
from judge.sheets.writing import Notation
from judge.words import Words


def facts_of(board: Board, words: Words) -> Iterator[str]:
    """The lines of `judge map show`."""
    notation = Notation(board, words.language, board.usual_table(words.language))
    yield f"{board.titles[words.language]} ({board.key})"
    if board.designers:
        yield words.say("mapfacts.designers", names=list(board.designers))
    start = opening(board)
    yield words.say("mapfacts.start", phase=words.phase(start.phase), victory=board.victory)
    yield words.say(f"mapfacts.build.{board.build.value}")
    counts = {t: sum(p.terrain is t for p in board.provinces) for t in Terrain}
    yield words.say(
        "mapfacts.counts",
        provinces=len(board.provinces) - counts[Terrain.IMPASSABLE],
        land=counts[Terrain.LAND],
        coast=counts[Terrain.COAST],
        sea=counts[Terrain.SEA],
        centres=len(board.centres),
    )
    yield from _remarkable(board, notation, words)
    yield ""
    yield from _powers(board, notation, words)
    yield ""
    yield from _borders(board, notation, words)
    notes = board.notes.get(words.language, ())
    if notes:
        yield ""
        yield words.say("mapfacts.notes")
        yield from (f"  - {note}" for note in notes)


def _remarkable(board: Board, notation: Notation, words: Words) -> Iterator[str]:
    """What a player has to know of the borders: convoys from coasts, islands, how dense it is."""
    convoying = [n for n, p in enumerate(board.provinces) if p.convoys]
    islands = [
        n
        for n, p in enumerate(board.provinces)
        if p.terrain is Terrain.COAST and not board.army_borders[n]
    ]
    for key, places in (("convoying", convoying), ("islands", islands)):
        if places:
            names = [notation.province(n) for n in places]
            yield words.say(f"mapfacts.{key}", places=names)
    degrees = {n: len(_beside(board, n)) for n in range(len(board.provinces))}
    degrees = {n: degree for n, degree in degrees.items() if degree} or {0: 0}
    most = max(degrees.values())
    hubs = [notation.province(n) for n, degree in degrees.items() if degree == most]
    tenths = round(10 * sum(degrees.values()) / len(degrees))
    mean = f"{tenths // 10}{words.say('mapfacts.point')}{tenths % 10}"
    yield words.say("mapfacts.degree", mean=mean, most=most, places=hubs)


def _beside(board: Board, province: int) -> set[int]:
    beside = set(board.army_borders[province])
    for location in board.locations_in[province]:
        beside |= {board.province_of[to] for to in board.fleet_borders[location]}
    return beside


def _powers(board: Board, notation: Notation, words: Words) -> Iterator[str]:
    owned: set[int] = set()
    for power in board.powers:
        owned |= {*power.home, *(power.centres or ())}
        name = power.names[words.language].name
        home = [notation.province(h) for h in power.home]
        units = [notation.unit(kind, at) for kind, at in power.units]
        if power.neutral:
            yield words.say("mapfacts.neutral-power", power=name, units=", ".join(units))
            continue
        yield words.say(
            "mapfacts.power",
            power=name,
            home=", ".join(home),
            units=", ".join(units) or words.say("mapfacts.none"),
        )
        if power.centres is not None and power.centres != power.home:
            centres = [notation.province(c) for c in power.centres]
            yield words.say("mapfacts.owns", centres=", ".join(centres))
    neutral = [notation.province(c) for c in board.centres if c not in owned]
    if neutral:
        yield words.say("mapfacts.neutral", count=len(neutral), centres=", ".join(neutral))


def _borders(board: Board, notation: Notation, words: Words) -> Iterator[str]:
    """Every province with its neighbours: for armies, and for fleets by coast."""
    yield words.say("mapfacts.borders")
    width = max(len(notation.province(n)) for n in range(len(board.provinces)))
    for terrain in Terrain:
        inside = [n for n, p in enumerate(board.provinces) if p.terrain is terrain]
        if not inside:
            continue
        yield ""
        yield words.say(f"mapfacts.kinds.{terrain.name.lower()}")
        for n in inside:
            facts = board.provinces[n]
            star = "*" if facts.centre else " "
            code = notation.province(n)
            yield f" {star}{code:<{width}}  {facts.names[words.language].name}"
            indent = " " * (width + 4)
            if board.army_borders[n]:
                beside = ", ".join(notation.province(to) for to in board.army_borders[n])
                yield f"{indent}A : {beside}" if words.language == "fr" else f"{indent}A: {beside}"
            for at in board.locations_in[n]:
                if board.fleet_borders[at]:
                    beside = ", ".join(notation.location(to) for to in board.fleet_borders[at])
                    label = "F" if at == n else notation.location(at).removeprefix(code).strip()
                    mark = " :" if words.language == "fr" else ":"
                    yield f"{indent}{label}{mark} {beside}"
