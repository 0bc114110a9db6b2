"""Thirty-one real games replayed phase by phase under the rules each was played by.

Every position after a phase equals the recorded one, or the difference is named here with its
cause. The games lie beside the checkout; without them there is nothing to replay.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from judge.jsonlines import RecordJudge
from judge.rulesystems import rule_system
from tests.boards import SHARED, europe

GAMES = sorted((SHARED / "corpus" / "games").glob("*.jsonl.gz"))

RULES: dict[str, dict[str, Any]] = {
    # These engines send an army by land when the convoy that it names does not exist.
    "cicero": {"land_fallback": True},
    "aidip": {"land_fallback": True},
    "diplomacy": {"land_fallback": True},
    "webdip": {"adjacent_convoy": "explicit"},
    "diplicity": {},
}

EXPLAINED: dict[tuple[str, str], str] = {
    ("aidip-XqsgmaU5HAtHB15A", "W2000A"): "the game ended there: no removals were made",
}
"""Phases whose recorded position is not what the rules give, and why."""

pytestmark = pytest.mark.skipif(
    not GAMES, reason="the corpus of real games is not beside this checkout"
)


def records(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def listed(units: dict[str, list[str]]) -> dict[str, list[str]]:
    return {power: sorted(found) for power, found in units.items() if found}


@pytest.mark.parametrize("path", GAMES, ids=[p.name.split(".")[0] for p in GAMES])
def test_game(path: Path) -> None:
    options = RULES[path.name.split("-")[0]]
    judge = RecordJudge(europe(), rule_system("standard:2000", options))
    differing = []
    for record in records(path):
        after = record.get("after")
        if after is None:
            continue
        answer = judge.answer(json.dumps(record))
        assert "error" not in answer, record
        mine = answer["after"]
        same = listed(mine["units"]) == listed(after["units"])
        if mine["phase"] == after["phase"]:
            same = same and listed(mine["centers"]) == listed(after["centers"])
        elif after["phase"].endswith("R"):
            # A recorded retreat phase of units that had nowhere to go; ours is not played.
            same = same and not any(mine.get("dislodged", {}).values())
        elif after["phase"].endswith("A"):
            # A recorded winter in which nobody had anything to build or remove.
            same = same and mine["phase"] == f"S{int(after['phase'][1:-1]) + 1}M"
        else:
            # The recorded game ends here, by its players' agreement or at eighteen centres.
            same = same and after["phase"] == "COMPLETED"
        if not same:
            differing.append((record["game"], record["phase"]))
    assert [d for d in differing if d not in EXPLAINED] == []
