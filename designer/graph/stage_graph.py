"""The stage graph: placed tiles as nodes, edges where road meets road.

Node key: the hex. Node attributes: ``placed`` (PlacedTile), ``side`` (catalog Side). Edge attributes: ``ends``, a
mapping hex -> (edge as it lies, lanes, kind of cut).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import networkx as nx

from designer import catalog
from designer.catalog import Cut, Side
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import PlacedTile, Stage
from designer.memory import Memory

#: Why two neighbouring tiles do not fit.
Misfit = Literal["blank", "lanes", "cut"]


class EdgeEnd(NamedTuple):
    """A road edge of a placed tile: where it lies, how many lanes cross it, how it is cut."""

    hex: Hex
    edge: str
    lanes: int
    kind: Cut


class Mismatch(NamedTuple):
    """Two neighbouring tiles that do not fit: road against a side without road, or unlike cuts or lanes.

    ``reason`` is "blank", "lanes" or "cut"; ``here`` is a road edge, ``there`` the other tile's hex and edge.
    """

    reason: Misfit
    here: EdgeEnd
    there: Hex
    there_lanes: int


@dataclass(frozen=True)
class StageGraph:
    """What touches what.

    ``graph``: joined tiles. ``open_edges``: road edges with no tile beside them. ``mismatches``: neighbours that do
    not fit. ``stacked``: tiles hidden under another tile of the same hex. ``unknown``: tiles the catalog lacks.
    """

    graph: nx.Graph
    open_edges: tuple[EdgeEnd, ...]
    mismatches: tuple[Mismatch, ...]
    stacked: tuple[PlacedTile, ...]
    unknown: tuple[PlacedTile, ...]

    # Looked up many thousand times after every edit; the attributes of a networkx graph are slow to reach.
    @cached_property
    def _tiles(self) -> dict[Hex, PlacedTile]:
        return dict(self.graph.nodes(data="placed"))

    @cached_property
    def _sides(self) -> dict[Hex, Side]:
        return dict(self.graph.nodes(data="side"))

    @cached_property
    def memory(self) -> Memory:
        """What others have worked out about this graph."""
        return Memory()

    def placed(self, place: Hex) -> PlacedTile:
        """The tile on a hex (KeyError when there is none)."""
        return self._tiles[place]

    def side(self, place: Hex) -> Side:
        """The printed side on a hex (KeyError when there is none)."""
        return self._sides[place]

    def road_edges(self, place: Hex) -> dict[str, EdgeEnd]:
        """The road edges of the tile on a hex, by edge as it lies."""
        return _ends(self.placed(place), self.side(place))


def _ends(placed: PlacedTile, side: Side) -> dict[str, EdgeEnd]:
    lying = ((turned(printed, placed.rotation), edge) for printed, edge in side.edges.items())
    return {edge: EdgeEnd(placed.hex, edge, printed.lanes, printed.kind) for edge, printed in lying}


def fits(one: EdgeEnd, other: EdgeEnd) -> Misfit | None:
    """Why two road edges do not fit together ("cut" or "lanes"), or None when they do.

    Two lanes fit three over a straight edge: the RX expansion joins two-lane and three-lane tiles (RX, "Setup");
    four lanes fit three in the same way.
    """
    # A slant keeps its name when it is seen from the other tile: half a turn maps left to left. The printed halves
    # on edges C and F of 121a and 134a meet in this way only.
    if one.kind != other.kind:
        return "cut"
    return "lanes" if abs(one.lanes - other.lanes) > (one.kind == "straight") else None


def build(stage: Stage) -> StageGraph:
    """The stage graph of a stage. Never raises: what does not fit is listed.

    >>> from designer.design import stage as stage_edits
    >>> two = stage_edits.place(stage_edits.place(stage_edits.Stage(), "202a", Hex(0, 0)), "305a", Hex(1, 0))
    >>> sorted(end.edge for end in build(two).open_edges)
    ['A', 'D']
    """
    graph = nx.Graph()
    stacked: list[PlacedTile] = []
    unknown: list[PlacedTile] = []
    for placed in stage.tiles:
        side = catalog.side(placed.tile)
        if side is None:
            unknown.append(placed)
            continue
        if placed.hex in graph:
            stacked.append(graph.nodes[placed.hex]["placed"])
        graph.add_node(placed.hex, placed=placed, side=side)
    occupied = {placed.hex for placed in unknown}
    ends = {place: _ends(data["placed"], data["side"]) for place, data in graph.nodes(data=True)}
    open_edges: list[EdgeEnd] = []
    mismatches: list[Mismatch] = []
    for place, mine in ends.items():
        for edge, end in mine.items():
            other = neighbour(place, edge)
            if other not in ends:
                if other not in occupied:
                    open_edges.append(end)
                continue
            facing = ends[other].get(opposite(edge))
            if facing is None:
                mismatches.append(Mismatch("blank", end, other, 0))
                continue
            if (place, end.edge) > (other, facing.edge):
                continue  # the pair is judged once, from its lower hex
            reason = fits(end, facing)
            if reason is not None:
                mismatches.append(Mismatch(reason, end, other, facing.lanes))
            else:
                graph.add_edge(place, other, ends={place: end, other: facing})
    order = {edge: number for number, edge in enumerate(EDGES)}
    open_edges.sort(key=lambda end: (end.hex, order[end.edge]))
    return StageGraph(graph, tuple(open_edges), tuple(mismatches), tuple(stacked), tuple(unknown))
