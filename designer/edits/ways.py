"""The ways in which a tile takes up the open end of the road, with the edge that each leaves by."""

from __future__ import annotations

from typing import NamedTuple

from designer import catalog
from designer.design.hexes import EDGES, Hex, centre, neighbour, opposite, turned
from designer.design.stage import Stage
from designer.edits import append
from designer.graph.stage_graph import EdgeEnd

#: What the directions are called, by the steps from going straight on, clockwise.
WORDS = {0: "straight", 1: "right", 2: "right", 3: "back", 4: "left", 5: "left"}


class Way(NamedTuple):
    """A way of going on: the tile's rotation, where the road leads as driven ("straight", "left" or "right"), and
    the edge of the hex it leaves by."""

    rotation: int
    word: str
    edge: str


def ways_on(stage: Stage, tile: str, end: EdgeEnd) -> list[Way]:
    """The ways of a tile at an open end, best first; empty when its road does not fit.

    >>> from designer.design.stage import place
    >>> start = place(Stage(), "202a", Hex(0, 0))
    >>> ways_on(start, "208a", append.open_end(start))
    [Way(rotation=0, word='right', edge='B'), Way(rotation=2, word='left', edge='F')]
    """
    side = catalog.side(tile)
    found = []
    for rotation, word in append.ways_on(stage, tile, end):
        entry = turned(opposite(end.edge), -rotation)
        leads = [turned(road.exit, rotation) for road in (side.ways(entry) if side is not None else ())]
        edge = next(
            (edge for edge in leads if WORDS[(EDGES.index(edge) - EDGES.index(end.edge)) % 6] == word), end.edge
        )
        found.append(Way(rotation, word, edge))
    return found


def towards(ways: list[Way], x: float, y: float) -> Way | None:
    """The way whose road leaves nearest to the direction (x, y) from the middle of the hex; None without ways.

    >>> towards([Way(0, "right", "B"), Way(2, "left", "F")], -10, -3).word
    'left'
    """

    def nearness(way: Way) -> float:
        ex, ey = centre(neighbour(Hex(0, 0), way.edge))
        return ex * x + ey * y

    return max(ways, key=nearness, default=None)
