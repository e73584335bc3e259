"""How a tile would best be turned on a hex: used by the ghost and by placing. No Qt."""

from __future__ import annotations

from designer import catalog
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import Stage, tile_at
from designer.graph.stage_graph import EdgeEnd, fits


def _end(tile: str, place: Hex, edge: str, rotation: int) -> EdgeEnd | None:
    side = catalog.side(tile)
    printed = side and side.edges.get(turned(edge, -rotation))
    return EdgeEnd(place, edge, printed.lanes, printed.kind) if printed else None


def joins(stage: Stage, tile: str, place: Hex, rotation: int) -> tuple[int, int]:
    """How many edges would join a neighbour's road, and how many would run against a side that does not fit.

    >>> from designer.design.stage import place as put
    >>> joins(put(Stage(), "202a", Hex(0, 0)), "305a", Hex(1, 0), 0)
    (1, 0)
    """
    joined = clashes = 0
    for edge in EDGES:
        other = tile_at(stage, neighbour(place, edge))
        if other is None or catalog.side(other.tile) is None:
            continue
        mine = _end(tile, place, edge, rotation)
        theirs = _end(other.tile, other.hex, opposite(edge), other.rotation)
        if mine is not None and theirs is not None and fits(mine, theirs) is None:
            joined += 1
        elif mine is not None or theirs is not None:
            clashes += 1
    return joined, clashes


def best_rotation(stage: Stage, tile: str, place: Hex, preferred: int = 0) -> int:
    """The rotation that joins most roads with fewest clashes; the preferred one, or the next after it, breaks ties.

    >>> from designer.design.stage import place as put
    >>> best_rotation(put(Stage(), "202a", Hex(0, 0), rotation=1), "305a", Hex(0, 1))
    1
    """
    def score(turn: int) -> tuple[int, int]:
        joined, clashes = joins(stage, tile, place, (preferred + turn) % 6)
        return joined - 2 * clashes, -turn

    return (preferred + max(range(6), key=score)) % 6
