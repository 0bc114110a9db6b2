"""A ruled phase as JSON: the ruling's file, the position after it, and each order's sentence."""

import json
from typing import Any

from judge import positionfile, yamlfiles
from judge.gamefiles import Game
from judge.report.prose import Prose
from judge.ruledphase import RuledPhase
from judge.ruling import MovementRuling
from judge.sheets.writing import Notation
from judge.words import Words

FORMAT = 1


def json_form(game: Game, ruled: RuledPhase, notation: Notation, words: Words) -> str:
    """A document that is versioned by ``format``; ``ruling`` and ``after`` are the game's files."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": game.facts.name,
        "title": words.phase(ruled.ruling.position.phase),
        "ruling": yamlfiles.parse(ruled.files["ruling.yaml"], "ruling.yaml"),
        "after": yamlfiles.parse(
            positionfile.write(game.board, ruled.after).encode(), "position.yaml"
        ),
        "told": _told(game, ruled, notation, words),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _told(game: Game, ruled: RuledPhase, notation: Notation, words: Words) -> list[dict[str, str]]:
    """Each movement order and its sentence, in the game's notation."""
    ruling = ruled.ruling
    if not isinstance(ruling, MovementRuling):
        return []
    prose = Prose(game.board, ruling.position, notation, words)
    return [
        {
            "unit": game.board.unit_name(unit.kind, unit.location),
            "order": notation.order(ruling.position, unit, outcome.order),
            "sentence": prose.outcome(outcome),
        }
        for unit, outcome in zip(ruling.position.units, ruling.outcomes, strict=True)
    ]
