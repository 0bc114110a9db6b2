"""The end of the game: victory, draw by rule, agreed draw, concession (Guide II)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from judge import yamlfiles
from judge.board import Board
from judge.phase import Phase
from judge.problems import Problem, Unreadable
from judge.season import Owners
from judge.yamlfiles import scalar

AGREED = "DPTG II.3"
"""The rule of an end that the players agree on."""

How = Literal["victory", "draw", "agreed", "concession"]


@dataclass(frozen=True, slots=True)
class Limits:
    """When a game ends by rule; 0 for never.

    victory: centres that win, 0 for the map's own number. years_without_capture, years: after how
    many complete years it is a draw (Guide II: seven, thirty-five).
    """

    victory: int = 0
    years_without_capture: int = 7
    years: int = 35


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended.

    how: by victory, by a draw of the rules, by an agreement, by a concession. powers: who won or
    shares. rule: the anchor. owners: of the centres at the end; units are of no account then.
    """

    how: How
    phase: Phase
    powers: tuple[int, ...]
    rule: str
    owners: Owners


def by_rule(
    board: Board,
    limits: Limits,
    closed: Phase,
    owners: Owners,
    years: Sequence[Owners],
    teams: Sequence[tuple[int, ...]] = (),
) -> End | None:
    """Whether the rules end the game when an autumn is over.

    closed: the phase that closed it. owners: of the centres now. years: the owners at the start of
    each year so far, the first year's first. teams: powers whose centres count together, since one
    player has them (DIPLO C); the others stand alone.
    """
    team_of = {power: team for team in teams for power in team}
    counts = Counter(team_of.get(power, (power,)) for _, power in owners)
    needed = limits.victory or board.victory
    best = max(counts.values(), default=0)
    first = [team for team, count in counts.items() if count == best]
    # Where several reach the number at once, the larger wins; equals play on.
    if best >= needed and len(first) == 1:
        rule = "DIPLO C" if len(first[0]) > 1 else "Guide II"
        return End("victory", closed, first[0], rule, owners)
    survivors = tuple(sorted({power for _, power in owners}))
    still = 0
    for earlier in reversed(years):
        if earlier != owners:
            break
        still += 1
    if limits.years_without_capture and still >= limits.years_without_capture:
        return End("draw", closed, survivors, "Guide II", owners)
    if limits.years and len(years) >= limits.years:
        return End("draw", closed, survivors, "Guide II", owners)
    return None


def write(board: Board, end: End) -> str:
    """The text of `end.yaml`."""
    out = [
        "format: 1",
        f"how: {end.how}",
        f"phase: {end.phase}",
        f"rule: {scalar(end.rule)}",
        "powers:" + ("" if end.powers else " []"),
        *(f"  - {scalar(board.powers[p].key)}" for p in end.powers),
        "centres:",
    ]
    for number, power in enumerate(board.powers):
        centres = [c for c, owner in end.owners if owner == number]
        out.append(f"  {scalar(power.key)}:" + ("" if centres else " []"))
        out += [f"    - {scalar(board.provinces[c].key)}" for c in centres]
    return "\n".join(out) + "\n"


def read(board: Board, data: bytes, file: str) -> End:
    """The end that a file tells. Raises Unreadable where it is damaged."""
    raw: Any = yamlfiles.parse(data, file)
    try:
        if raw["format"] != 1 or raw["how"] not in ("victory", "draw", "agreed", "concession"):
            raise KeyError(raw["how"])
        owners = tuple(
            sorted(
                (board.province_numbers[str(c)], board.power_numbers[str(power)])
                for power, centres in raw["centres"].items()
                for c in centres
            )
        )
        owned = [centre for centre, _ in owners]
        for centre in owned:
            if owned.count(centre) > 1 or not board.provinces[centre].centre:
                raise ValueError(board.provinces[centre].key)
        powers = tuple(board.power_numbers[str(p)] for p in raw["powers"])
        if not powers or len(set(powers)) < len(powers):
            raise ValueError("powers")
        return End(raw["how"], Phase.parse(str(raw["phase"])), powers, str(raw["rule"]), owners)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        details = {"value": str(error)[:60]}
        raise Unreadable([Problem("position-value", file=file, details=details)]) from None
