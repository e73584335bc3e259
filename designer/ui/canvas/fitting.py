"""How a tile would best be turned on a hex, and where the road goes on: for the ghost, placing and appending. No Qt."""

from __future__ import annotations

from designer import catalog
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import Stage, tile_at
from designer.graph import stage_graph
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


def open_end(stage: Stage) -> EdgeEnd | None:
    """Where the road goes on: an open edge of the tile placed last. None when no road is open.

    The edge behind a start and the one beyond a finish stay open, so they come into question only when nothing else
    does; a lone start goes on over the edge that its lettering looks to.
    """
    order = {placed.hex: number for number, placed in enumerate(stage)}
    graph = stage_graph.build(stage)

    def rank(end: EdgeEnd) -> tuple[bool, bool, int]:
        side, placed = graph.side(end.hex), graph.placed(end.hex)
        behind = side.line is not None and turned(side.line.lettered_from, placed.rotation) == end.edge
        # A start that is joined already has only its back open.
        outer = side.role == "finish" or (side.role == "start" and graph.graph.degree(end.hex) > 0)
        return not outer, not behind, order[end.hex]

    return max(graph.open_edges, key=rank, default=None)


def ways_on(stage: Stage, tile: str, end: EdgeEnd) -> list[tuple[int, str]]:
    """The rotations in which a tile takes up an open end, best first, each with where its road leads.

    The second value is "straight", "left" or "right" as driven. A tile whose road does not fit gives an empty list.

    >>> from designer.design.stage import place as put
    >>> start = put(Stage(), "202a", Hex(0, 0))
    >>> ways_on(start, "208a", open_end(start))
    [(0, 'right'), (2, 'left')]
    """
    side = catalog.side(tile)
    place, entry = neighbour(end.hex, end.edge), opposite(end.edge)
    found: list[tuple[tuple[int, int, int], int, str]] = []
    for rotation in range(6):
        mine = _end(tile, place, entry, rotation)
        if side is None or mine is None or fits(end, mine) is not None:
            continue
        clashes = joins(stage, tile, place, rotation)[1]
        leads = [turned(road.exit, rotation) for road in side.ways(turned(entry, -rotation))]
        for leave in leads or [end.edge]:
            turn = (EDGES.index(leave) - EDGES.index(end.edge)) % 6
            word = "straight" if turn == 0 else "right" if turn < 3 else "left"
            found.append(((clashes, min(turn, 6 - turn), rotation), rotation, word))
    return [(rotation, word) for _, rotation, word in sorted(found)]
