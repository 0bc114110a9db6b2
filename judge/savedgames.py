"""Games as the Python package `diplomacy` saves them, to a game's folder and back.

An import rules every phase again; where the recorded position is not what the rules give, it stops
and says where, and no game is left behind.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from judge import boardfile, journal, positionfile
from judge.codes import EnglishCodes
from judge.gamefiles import Facts, Game, PhaseFolder, create
from judge.orders import Build, Remove
from judge.phase import Phase
from judge.position import Dislodged, Position, Unit, arranged
from judge.problems import Problem, Unreadable
from judge.ruledphase import RuledPhase, rule_phase
from judge.ruling import MovementRuling, Outcome, Result, RetreatRuling, WinterRuling
from judge.running import run
from judge.season import powers_to_order

SIZE_LIMIT = 50_000_000
"""Largest saved game read, in bytes."""


def _bad(phase: str, value: object) -> Unreadable:
    details = {"phase": phase, "value": str(value)[:80]}
    return Unreadable([Problem("saved-game", details=details)])


# ---------------------------------------------------------------- import


def import_game(path: Path, folder: Path, facts: Facts) -> Game:
    """Make a game's folder from a saved game. Raises Unreadable, leaving no folder behind."""
    phases = _phases(path)
    if folder.exists():
        raise Unreadable([Problem("game-exists", details={"folder": str(folder)})])
    try:
        return _import(phases, folder, facts)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _phases(path: Path) -> list[dict[str, Any]]:
    try:
        if path.stat().st_size > SIZE_LIMIT:
            details: dict[str, Any] = {"limit": SIZE_LIMIT}
            raise Unreadable([Problem("file-too-large", file=str(path), details=details)])
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise Unreadable([Problem("file-missing", file=str(path))]) from None
    except (OSError, ValueError, RecursionError) as error:
        details = {"reason": str(error)[:80]}
        raise Unreadable([Problem("file-unreadable", file=str(path), details=details)]) from None
    phases = data.get("phases") if isinstance(data, dict) else None
    if not isinstance(phases, list) or not phases:
        raise _bad("", "phases")
    for phase in phases:
        fits = isinstance(phase, dict) and isinstance(phase.get("name"), str)
        if not fits or not isinstance(phase.get("state"), dict):
            raise _bad("", phase)
    return phases


def _import(phases: list[dict[str, Any]], folder: Path, facts: Facts) -> Game:
    board = boardfile.load(facts.map)
    codes = EnglishCodes(board)
    opening = _position(codes, phases[0])
    game = create(folder, facts)
    if opening.phase != game.current.phase or opening != game.position(game.current):
        shutil.rmtree(folder / game.current.name)
        name = game.phase_folder(opening.phase)
        text = positionfile.write(board, opening)
        journal.commit(folder, {f"{name}/position.yaml": text.encode()})
        game = Game(folder)
    for phase in phases:
        name = phase["name"]
        if name in ("COMPLETED", "FORMING"):
            continue
        if game.end is not None:
            break
        recorded = _position(codes, phase)
        is_open = phase is phases[-1] and not _has_orders(phase)
        if recorded.phase < game.current.phase or is_open:
            # Nobody had anything to order in it, so that it is not played here; or it is to come.
            continue
        _compare(codes, game, recorded)
        _write_sheets(codes, game, phase)
        run(game, missing_hold=True)
        game = Game(folder)
    return game


def _has_orders(phase: Mapping[str, Any]) -> bool:
    orders = phase.get("orders") or {}
    return isinstance(orders, dict) and any(orders.values())


def _position(codes: EnglishCodes, phase: Mapping[str, Any]) -> Position:
    """The position that a saved phase starts from; dislodged units have a star."""
    name, state = phase["name"], phase["state"]
    try:
        units: list[Unit] = []
        fleeing: list[Unit] = []
        for power, texts in state["units"].items():
            for text in texts:
                unit = codes.unit(str(text).lstrip("*"), codes.powers[power])
                (fleeing if str(text).startswith("*") else units).append(unit)
        owners = sorted(
            (codes.province(centre), codes.powers[power])
            for power, centres in state["centers"].items()
            for centre in centres
        )
        dislodged = tuple(Dislodged(unit, -1, ()) for unit in arranged(fleeing, codes.board))
        placed = arranged(units, codes.board)
        return Position(Phase.parse(name), placed, tuple(owners), dislodged)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _bad(str(name), error) from None


def _compare(codes: EnglishCodes, game: Game, recorded: Position) -> None:
    """The recorded position is the one that the rules gave, or the import stops here."""
    mine = game.position(game.current)
    units = [codes.unit_code(u) for u in set(mine.units) ^ set(recorded.units)]
    centres = [codes.location_code(c) for c, _ in set(mine.owners) ^ set(recorded.owners)]
    gone = {d.unit for d in mine.dislodged} - {d.unit for d in recorded.dislodged}
    if mine.phase != recorded.phase or units or centres or gone:
        differing = ", ".join(sorted(units) + sorted(centres)) or str(mine.phase)
        raise _bad(str(recorded.phase), differing)


def _write_sheets(codes: EnglishCodes, game: Game, phase: Mapping[str, Any]) -> None:
    writes = {}
    orders = phase.get("orders") or {}
    if not isinstance(orders, dict):
        raise _bad(phase["name"], orders)
    for name, texts in orders.items():
        power = codes.powers.get(name)
        if power is None:
            raise _bad(phase["name"], name)
        if texts is not None and not isinstance(texts, list):
            raise _bad(phase["name"], texts)
        if texts is not None:
            text = "".join(f"{text}\n" for text in texts) or "# no order\n"
            # A sign that is none (a lone half of a pair) makes its order unreadable, no more.
            data = text.encode("utf-8", "replace")
            writes[f"private/pending/{game.sheet_name(power)}"] = data
    journal.commit(game.folder, writes)


# ---------------------------------------------------------------- export


def export_game(game: Game) -> dict[str, Any]:
    """The game as the package saves it: every phase with its position, orders and results.

    Raises Unreadable for a game with several units in one province, which the package cannot tell.
    """
    if game.rules.stacks:
        raise Unreadable([Problem("saved-game-stacks", file=game.shown)])
    codes = EnglishCodes(game.board)
    phases = [_export_phase(game, codes, folder) for folder in game.phases]
    end = game.end
    if end is not None:
        phases.append(_export_end(game, codes))
    return {
        "id": game.facts.name,
        "map": "standard" if game.facts.map == "europe" else game.facts.map,
        "rules": ["NO_PRESS"],
        "phases": phases,
    }


def _export_end(game: Game, codes: EnglishCodes) -> dict[str, Any]:
    last = game.phases[-1]
    end = game.end
    assert end is not None
    position = game.position(last)
    if game.is_ruled(last):
        position = _ruled(game, last).after
    closed = replace(position, owners=end.owners)
    return {
        "name": "COMPLETED",
        "state": _state(game, codes, closed, "COMPLETED"),
        "orders": {name: [] for name in codes.power_names},
        "results": {},
        "messages": [],
    }


def _ruled(game: Game, folder: PhaseFolder) -> RuledPhase:
    sheets, years = game.published_sheets(folder), game.years(folder)
    return rule_phase(game, game.position(folder), sheets, years, game.correction(folder))


def _export_phase(game: Game, codes: EnglishCodes, folder: PhaseFolder) -> dict[str, Any]:
    position = game.position(folder)
    orders: dict[str, list[str]] = {name: [] for name in codes.power_names}
    results: dict[str, list[str]] = {}
    if game.is_ruled(folder):
        ruling = _ruled(game, folder).ruling
        if isinstance(ruling, MovementRuling):
            _export_movement(codes, ruling, orders, results)
        elif isinstance(ruling, RetreatRuling):
            _export_retreats(codes, ruling, orders, results)
        else:
            _export_winter(codes, ruling, orders, results)
    return {
        "name": str(position.phase),
        "state": _state(game, codes, position, str(position.phase)),
        "orders": orders,
        "results": results,
        "messages": [],
    }


def _state(game: Game, codes: EnglishCodes, position: Position, name: str) -> dict[str, Any]:
    board = game.board
    units: dict[str, list[str]] = {p: [] for p in codes.power_names}
    retreats: dict[str, dict[str, list[str]]] = {p: {} for p in codes.power_names}
    centres: dict[str, list[str]] = {p: [] for p in codes.power_names}
    for unit in position.units:
        units[codes.power_names[unit.power]].append(codes.unit_code(unit))
    for d in position.dislodged:
        power, code = codes.power_names[d.unit.power], codes.unit_code(d.unit)
        units[power].append(f"*{code}")
        retreats[power][code] = [codes.location_code(to) for to in d.retreats]
    for centre, owner in position.owners:
        centres[codes.power_names[owner]].append(codes.location_code(centre))
    homes = {
        codes.power_names[n]: [codes.location_code(h) for h in power.home]
        for n, power in enumerate(board.powers)
    }
    waiting = powers_to_order(board, position)
    builds = {}
    for number, power in enumerate(codes.power_names):
        count = 0
        if position.phase.step.name == "WINTER" and number in waiting:
            count = len(centres[power]) - len(units[power])
        builds[power] = {"count": count, "homes": []}
    return {
        "name": name,
        "units": units,
        "retreats": retreats,
        "centers": centres,
        "homes": homes,
        "civil_disorder": dict.fromkeys(codes.power_names, 0),
        "builds": builds,
        "game_id": game.facts.name,
        "map": "standard" if game.facts.map == "europe" else game.facts.map,
        "rules": ["NO_PRESS"],
    }


_WORDS = {
    Result.FAILS: ["bounce"],
    Result.NO_CONVOY: ["no convoy"],
    Result.CUT: ["cut"],
    Result.VOID: ["void"],
    Result.ILLEGAL: ["void"],
    Result.DISRUPTED: ["no convoy"],
}


def _words(outcome: Outcome) -> list[str]:
    said = list(_WORDS.get(outcome.result, []))
    return [*said, "dislodged"] if outcome.dislodged_by is not None else said


def _export_movement(
    codes: EnglishCodes,
    ruling: MovementRuling,
    orders: dict[str, list[str]],
    results: dict[str, list[str]],
) -> None:
    of = codes.board.province_of
    at = {of[u.location]: u for u in ruling.position.units}
    for unit, outcome in zip(ruling.position.units, ruling.outcomes, strict=True):
        if outcome.order is not None:
            text = codes.order_code(unit, outcome.order, at)
            orders[codes.power_names[unit.power]].append(text)
        results[codes.unit_code(unit)] = _words(outcome)


def _export_retreats(
    codes: EnglishCodes,
    ruling: RetreatRuling,
    orders: dict[str, list[str]],
    results: dict[str, list[str]],
) -> None:
    for dislodged, outcome in zip(ruling.position.dislodged, ruling.outcomes, strict=True):
        code = codes.unit_code(dislodged.unit)
        if outcome.order is not None:
            text = codes.retreat_code(dislodged.unit, outcome.order)
            orders[codes.power_names[dislodged.unit.power]].append(text)
        results[code] = [] if outcome.to is not None else ["disband"]
        if outcome.result is Result.FAILS:
            results[code] = ["bounce", "disband"]
        elif outcome.result is Result.ILLEGAL:
            results[code] = ["void", "disband"]


def _export_winter(
    codes: EnglishCodes,
    ruling: WinterRuling,
    orders: dict[str, list[str]],
    results: dict[str, list[str]],
) -> None:
    units = ruling.position.units
    for outcome in ruling.outcomes:
        power = codes.power_names[outcome.power]
        order = outcome.order
        if isinstance(order, Build):
            code = f"{'AF'[order.kind]} {codes.location_code(order.location)}"
            orders[power].append(f"{code} B")
        elif isinstance(order, Remove):
            code = codes.unit_code(units[order.unit])
            orders[power].append(f"{code} D")
        else:
            orders[power].append("WAIVE")
            continue
        results[code] = [] if outcome.result is Result.SUCCEEDS else ["void"]
