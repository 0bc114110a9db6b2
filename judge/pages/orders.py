"""The orders of a phase as HTML: each with its mark, its sentence, and its reasons folded below."""

from collections import Counter
from dataclasses import dataclass

from judge.board import Board
from judge.drawing.colours import INK, livery
from judge.drawing.markup import escaped
from judge.explaining import story
from judge.explaining.telling import Teller, sentence
from judge.orders import Build, Remove
from judge.pages.page import listed, spoken
from judge.phrasing import Places
from judge.ruling import (
    ConvoyList,
    MovementRuling,
    Reason,
    Result,
    RetreatRuling,
    WinterRuling,
)
from judge.season import Ruling
from judge.sheets.writing import Notation, times
from judge.words import Words


@dataclass(frozen=True, slots=True)
class Row:
    """An order as a page tells it. style: of its mark; why: markup, empty for none."""

    style: str
    order: str
    said: str
    why: str = ""


Told = dict[int, list[Row]]
"""By power, its orders."""

_MARKS = {"good": "✓", "warn": "–", "bad": "✗"}


def emblem(power: int) -> str:
    """A power's emblem on its colour, as on the map."""
    colours = livery(power)
    return (
        '<svg width="24" height="20" viewBox="-12 -10 24 20" aria-hidden="true">'
        f'<rect x="-11" y="-9" width="22" height="18" rx="3" fill="{colours.strong}"'
        f' stroke="{INK}"/><path transform="scale(1.2)" d="{colours.emblem}"'
        f' fill="{colours.ink}"/></svg>'
    )


def told_orders(board: Board, ruling: Ruling, rules: str, notation: Notation, words: Words) -> Told:
    """Every order of a phase, by power."""
    if isinstance(ruling, MovementRuling):
        return _movement(Teller(board, ruling, notation, words), rules)
    if isinstance(ruling, RetreatRuling):
        return _retreats(board, ruling, notation, words)
    return _winter(board, ruling, notation, words)


def orders_list(rows: list[Row], words: Words) -> str:
    """One power's orders; those of a stack that are the same stand once, with their number."""
    items = [_item(row, count, words) for row, count in Counter(rows).items()]
    return f'<ul class="orders">{"".join(items)}</ul>\n'


def _item(row: Row, count: int, words: Words) -> str:
    """An order: its mark for the eye and in words, its sentence, its reasons if it has any."""
    style, said, why = row.style, row.said, row.why
    order = times(row.order, count)
    mark = words.say(f"pages.marks.{style}")
    told = (
        f'<span class="mark" role="img" aria-label="{escaped(mark)}">{_MARKS[style]}</span>'
        f'<code>{escaped(order)}</code> <span class="said">{spoken(said)}</span>'
    )
    if not why:
        return f'<li class="{style}"><div class="flat">{told}</div></li>'
    return f'<li class="{style}"><details><summary>{told}</summary>{why}</details></li>'


# ---------------------------------------------------------------- movement


def _movement(teller: Teller, rules: str) -> Told:
    found: Told = {}
    for index, unit in enumerate(teller.position.units):
        outcome = teller.ruling.outcomes[index]
        style = "good" if teller.is_fine(index) else "warn"
        if outcome.dislodged_by is not None:
            style = "bad"
        said, why = teller.summary(index), _why(teller, index, rules)
        row = Row(style, teller.order(index), said, why)
        found.setdefault(unit.power, []).append(row)
    return found


def _why(teller: Teller, index: int, rules: str) -> str:
    """A unit's part of the story, under the text's own headings."""
    named = teller.words.find("chapters") or {}
    out = []
    for chapter in story.of_unit(teller.board, teller.ruling, index, rules):
        out.append(f"<h3>{spoken(str(named.get(chapter.rule, chapter.rule)))}</h3>")
        for step in chapter.steps:
            out += _list(teller, step) if isinstance(step, ConvoyList) else _step(teller, step)
    return f'<div class="why">{"".join(out)}</div>' if out else ""


def _step(teller: Teller, step: Reason) -> list[str]:
    told = [f"<p>{spoken(teller.reason(step))}</p>"]
    return told + [f'<p class="force">{spoken(teller.force(f))}</p>' for f in step.sides]


def _list(teller: Teller, step: ConvoyList) -> list[str]:
    told = [f"<p>{escaped(teller.words.say('explain.list'))}</p>"]
    return told + [f'<p class="force">{spoken(teller.convoy(line))}</p>' for line in step.lines]


# ---------------------------------------------------------------- retreats and winter


def _retreats(board: Board, ruling: RetreatRuling, notation: Notation, words: Words) -> Told:
    found: Told = {}
    places = Places(board, words.language, notation.table)
    fled = ruling.position.dislodged
    for dislodged, outcome in zip(fled, ruling.outcomes, strict=True):
        unit = dislodged.unit
        if outcome.result is Result.SUCCEEDS:
            key = "retreats" if outcome.to is not None else "disbanded-as-ordered"
            said = words.say(f"retreats.{key}")
        else:
            reason = outcome.reasons[0]
            by = [notation.unit(fled[i].unit.kind, fled[i].unit.location) for i in reason.by]
            name = notation.unit(unit.kind, unit.location)
            said = sentence(words, reason.code, places, reason.place, len(by), unit=name, by=by)
        style = "good" if outcome.to is not None else "bad"
        order = notation.retreat(unit, outcome.order)
        found.setdefault(unit.power, []).append(Row(style, order, said))
    return found


def _winter(board: Board, ruling: WinterRuling, notation: Notation, words: Words) -> Told:
    found: Told = {}
    places = Places(board, words.language, notation.table)
    for outcome in ruling.outcomes:
        kind = type(outcome.order).__name__.lower()
        style, said = "good", words.say(f"winter.done.{kind}")
        if outcome.reason is not None and outcome.result is not Result.SUCCEEDS:
            style = "warn"
            said = sentence(words, outcome.reason.code, places, outcome.reason.place)
        order = notation.adjustment(ruling.position, outcome.order)
        found.setdefault(outcome.power, []).append(Row(style, order, said))
    for removal in ruling.automatic:
        power = ruling.position.units[removal.unit].power
        if removal.distance < 0:
            said = words.say("winter.automatic-cut-off", rule=removal.rule)
        else:
            said = words.count("winter.automatic", removal.distance, rule=removal.rule)
        order = notation.adjustment(ruling.position, Remove(removal.unit))
        found.setdefault(power, []).append(Row("bad", order, said))
    for unit in ruling.placed:
        order = notation.adjustment(ruling.position, Build(unit.kind, unit.location))
        said = words.say("winter.placed", rule=unit.rule)
        found.setdefault(unit.power, []).append(Row("good", order, said))
    return found


def convoys(teller: Teller) -> str:
    """The arbiter's list of convoys as it was judged, empty where there was none."""
    lists = teller.ruling.convoys
    judged = [c for c in lists if c.rule == "Guide 10"] or list(lists)
    if not judged or not judged[0].lines:
        return ""
    return listed([escaped(teller.convoy(line)) for line in judged[0].lines])
