"""Laying several tiles at once: copying them, where they find room, and filling gaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from designer.design.document import Design
from designer.design.hexes import EDGES, Hex, distance, neighbour
from designer.design.stage import PlacedTile, Stage
from designer.design.values import EditError
from designer.graph import stage_graph


def copied(stage: Stage, places: Iterable[Hex]) -> Design:
    """The tiles on some hexes as a design of their own, as it goes to the clipboard."""
    chosen = set(places)
    return Design(stage=Stage(tuple(tile for tile in stage if tile.hex in chosen)))


def landing(stage: Stage, tiles: Iterable[PlacedTile], goal: Hex) -> tuple[PlacedTile, ...]:
    """Tiles moved together so that the first lies on the free place nearest to a goal where all of them fit.

    >>> from designer.design.stage import place
    >>> board = place(Stage(), "202a", Hex(0, 0))
    >>> landing(board, [PlacedTile("305a", Hex(7, 7))], Hex(0, 0))[0].hex
    Hex(q=-1, r=0)
    """
    block = tuple(tiles)
    taken = {tile.hex for tile in stage}
    first = block[0].hex
    reach = (
        1
        + max((distance(goal, place) for place in taken), default=0)
        + max(distance(first, tile.hex) for tile in block)
    )
    around = sorted(
        (distance(goal, place), place)
        for q in range(-reach, reach + 1)
        for r in range(-reach, reach + 1)
        if distance(goal, place := Hex(goal.q + q, goal.r + r)) <= reach
    )
    for _, place in around:
        dq, dr = place.q - first.q, place.r - first.r
        if all(Hex(tile.hex.q + dq, tile.hex.r + dr) not in taken for tile in block):
            return tuple(replace(tile, hex=Hex(tile.hex.q + dq, tile.hex.r + dr)) for tile in block)
    raise EditError("There is no room for the tiles.")


def added(stage: Stage, tiles: Iterable[PlacedTile]) -> Stage:
    """The stage with more tiles, whose hexes are free."""
    return replace(stage, tiles=(*stage.tiles, *tiles))


def filled(stage: Stage, fillers: Mapping[str, int]) -> Stage:
    """The stage with filler tiles in its gaps, the most enclosed gaps first, as far as the fillers go.

    ``fillers`` maps filler sides to the copies that are left. A gap touches at least two tiles and is not where an
    open road would go on. Raises EditError when there is nothing to fill or nothing to fill it with.
    """
    graph = stage_graph.build(stage)
    taken = {tile.hex for tile in stage}
    roads = {neighbour(end.hex, end.edge) for end in graph.open_edges}
    touching: dict[Hex, int] = {}
    for place in taken:
        for edge in EDGES:
            gap = neighbour(place, edge)
            if gap not in taken and gap not in roads:
                touching[gap] = touching.get(gap, 0) + 1
    gaps = sorted((-count, gap) for gap, count in touching.items() if count >= 2)
    tiles = [tile for tile, left in fillers.items() for _ in range(left)]
    if not gaps:
        raise EditError("The stage has no gap that touches two tiles.")
    if not tiles:
        raise EditError("No filler tile is left in the inventory.")
    return added(stage, [PlacedTile(tile, gap) for (_, gap), tile in zip(gaps, tiles, strict=False)])
