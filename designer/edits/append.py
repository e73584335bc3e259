"""How a tile would best be turned on a hex, and where the road goes on: for the ghost, placing and appending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import networkx as nx

from designer import catalog
from designer.design import stage as stage_edits
from designer.design.document import Inventory
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import PlacedTile, Stage, piece_of, tile_at
from designer.design.values import EditError
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
        return fit(stage, tile, place, (preferred + turn) % 6), -turn

    return (preferred + max(range(6), key=score)) % 6


def fit(stage: Stage, tile: str, place: Hex, rotation: int) -> int:
    """How well a tile lies among all its neighbours: a point for each road it joins, two off for each clash.

    >>> from designer.design.stage import place as put
    >>> fit(put(Stage(), "202a", Hex(0, 0)), "305a", Hex(1, 0), 0)
    1
    """
    joined, clashes = joins(stage, tile, place, rotation)
    return joined - 2 * clashes


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


def append(stage: Stage, tile: str, way: str | None = None) -> Stage:
    """Put a tile where the road goes on, turned so that it does: the whole of typing a stage by its tile list.

    ``way`` ("straight", "left", "right") chooses among the ways a tile can lead; without it the way that bends least
    is taken. The first tile of a stage is laid at 0,0. Raises EditError with the reason when it cannot be done.

    >>> stage = append(append(Stage(), "202a"), "208a", "left")
    >>> [(placed.hex, placed.rotation) for placed in stage]
    [(Hex(q=0, r=0), 0), (Hex(q=1, r=0), 2)]
    """
    if catalog.side(tile) is None:
        raise EditError(f"There is no tile {tile}.")
    if not stage.tiles:
        return stage_edits.place(stage, tile, Hex(0, 0))
    end = open_end(stage)
    if end is None:
        raise EditError("No road end is open: every road meets another, or the stage has no road yet.")
    ways = ways_on(stage, tile, end)
    if not ways:
        raise EditError(
            f"Tile {tile} has no road end like the open one ({end.lanes} lanes, cut {end.kind}) at "
            f"{end.hex.q}, {end.hex.r}."
        )
    rotation = next((turn for turn, word in ways if word == way), None) if way is not None else ways[0][0]
    if rotation is None:
        words = " or ".join(dict.fromkeys(word for _, word in ways))
        raise EditError(f"Tile {tile} cannot lead {way} from there; it leads {words}.")
    return stage_edits.place(stage, tile, neighbour(end.hex, end.edge), rotation)


def short_of(stage: Stage, tiles: Iterable[str], inventory: Inventory | None = None) -> dict[str, int]:
    """How many copies of each piece are missing to lay more tiles beside those of a stage; pieces at hand are left
    out. Without an inventory one of every box is at hand.

    >>> short_of(stage_edits.place(Stage(), "202a", Hex(0, 0)), ["202b", "418a"], Inventory(boxes={"dirt-core-box": 1}))
    {'202': 1, '418': 1}
    """
    owned, extra = (None, None) if inventory is None else (inventory.boxes, inventory.pieces)
    wanted = Counter(piece_of(tile) for tile in tiles)
    used = Counter(piece_of(placed.tile) for placed in stage)
    missing = {
        piece: min(count, used[piece] + count - catalog.copies(piece, owned, extra)) for piece, count in wanted.items()
    }
    return {piece: count for piece, count in sorted(missing.items()) if count > 0}


def paste(stage: Stage, tiles: Iterable[PlacedTile], at: Hex, inventory: Inventory | None = None) -> Stage:
    """Tiles of the clipboard laid down with their first tile on ``at``. Raises EditError when a hex is taken or a
    copy is missing, and then nothing is laid."""
    tiles = tuple(tiles)
    missing = short_of(stage, (tile.tile for tile in tiles), inventory)
    if missing:
        raise EditError(
            f"No copy is left of {', '.join(missing)}: "
            f"{'it is' if len(missing) == 1 else 'they are'} on the stage already, or in no box at hand."
        )
    return stage_edits.paste_many(stage, tiles, at)


def connected(stage: Stage, at: Hex) -> frozenset[Hex]:
    """The hexes of the tiles whose roads hang together with the tile on a hex; empty when there is none."""
    graph = stage_graph.build(stage).graph
    return frozenset(nx.node_connected_component(graph, at)) if at in graph else frozenset()
