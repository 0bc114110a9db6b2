"""The story of a game: centres by year, who took what from whom, who was eliminated, who played."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from judge.gamefiles import Game
from judge.phase import Phase, Step
from judge.scoring import Result, Standing
from judge.season import Owners
from judge.words import Words


@dataclass(frozen=True, slots=True)
class Year:
    """The owners of the centres at the end of a year; the first entry is the start of the game."""

    year: int
    owners: Owners

    def count(self, power: int) -> int:
        """How many centres a power has."""
        return sum(owner == power for _, owner in self.owners)


def years_of(game: Game) -> list[Year]:
    """The centres at the start and at the end of each year played to its end."""
    last = game.phases[-1]
    starts = game.years(last)
    first = last.phase.year - len(starts) + 1
    found = [Year(first - 1 + n, owners) for n, owners in enumerate(starts)]
    end = game.end
    if end is not None and end.how in ("victory", "draw"):
        found.append(Year(end.phase.year, end.owners))
    elif last.phase.step is Step.WINTER:
        position = game.position(last)
        autumn = Phase(last.phase.year, Step.AUTUMN)
        if game.rules.year.closed(game.board, autumn, position) is not None:
            # The year's captures are in the position already.
            found.append(Year(last.phase.year, position.owners))
    return found


def table(game: Game, words: Words) -> Iterator[str]:
    """The history as lines: a table, bars, captures, eliminations, players, the end."""
    years = years_of(game)
    powers = range(len(game.board.powers))
    names = [p.names[words.language].name for p in game.board.powers]
    yield words.say("history.years")
    yield "      " + " ".join(f"{name[:4]:>4}" for name in names)
    for year in years:
        yield f"{year.year:>5} " + " ".join(f"{year.count(p):>4}" for p in powers)
    yield ""
    yield words.say("history.centres", year=years[-1].year)
    width = max(len(name) for name in names)
    for power in powers:
        count = years[-1].count(power)
        yield f"  {names[power]:<{width}} {'█' * count}{' ' if count else ''}{count}"
    yield from _captures(game, words, years, names)
    yield from _players(game, words, names)
    end = game.end
    if end is not None:
        yield ""
        winners = [names[p] for p in end.powers]
        yield words.say(f"ends.{end.how}", powers=winners, rule=end.rule)


def _captures(game: Game, words: Words, years: list[Year], names: list[str]) -> Iterator[str]:
    told = False
    for before, after in pairwise(years):
        owned = dict(before.owners)
        lines = []
        for centre, power in after.owners:
            if owned.get(centre) != power:
                place = game.notation.province(centre)
                loser = owned.get(centre)
                key = "capture-neutral" if loser is None else "capture"
                name = "" if loser is None else names[loser]
                lines.append(
                    words.say(f"report.{key}", place=place, power=names[power], loser=name)
                )
        gone = [p for p in range(len(names)) if before.count(p) and not after.count(p)]
        lines += [words.say("history.eliminated", power=names[p]) for p in gone]
        if lines:
            if not told:
                yield ""
                yield words.say("history.captures")
                told = True
            yield f"  {after.year}"
            for line in lines:
                yield f"    {line}"


def _players(game: Game, words: Words, names: list[str]) -> Iterator[str]:
    if not game.facts.players:
        return
    yield ""
    yield words.say("history.players")
    seen: set[str] = set()
    for player in game.facts.players:
        name = names[game.board.power_numbers[player.power]]
        key = "replaces" if player.power in seen else "plays"
        seen.add(player.power)
        yield "  " + words.say(f"history.{key}", power=name, player=player.name, since=player.since)


def result_of(game: Game) -> Result:
    """The game as it is scored: by its end, or as if everybody who is left drew now."""
    years = years_of(game)
    end = game.end
    owners = end.owners if end else years[-1].owners
    last = Year(years[-1].year, owners)
    alive = [p for p in range(len(game.board.powers)) if last.count(p)]
    sharing = set(end.powers if end else alive)
    is_solo = end is not None and end.how in ("victory", "concession") and len(sharing) == 1
    standings = tuple(
        Standing(p, last.count(p), sum(1 for y in years[1:] if y.count(p)), p in sharing)
        for p in range(len(game.board.powers))
    )
    return Result(standings, is_solo)
