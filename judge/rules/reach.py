"""Why a unit cannot go to a province: the same in every rule system, each with its own anchor."""

from judge.board import Board, Terrain


def why_no_army(board: Board, start: int, target: int) -> str:
    """Why an army does not come from one province to another by land nor by any convoy."""
    terrain = board.provinces[target].terrain
    if terrain is Terrain.IMPASSABLE:
        return "illegal-impassable"
    if terrain is Terrain.SEA:
        return "illegal-army-at-sea"
    is_by_sea = terrain is board.provinces[start].terrain is Terrain.COAST
    return "illegal-no-chain" if is_by_sea else "illegal-not-adjacent"


def why_no_fleet(board: Board, target: int) -> str:
    """Why a fleet does not come to a province where it has no landing."""
    terrain = board.provinces[target].terrain
    if terrain is Terrain.IMPASSABLE:
        return "illegal-impassable"
    return "illegal-fleet-inland" if terrain is Terrain.LAND else "illegal-not-adjacent"
