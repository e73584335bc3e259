"""Whether a tile fits among its neighbours: what the checks ask and the fixes search."""

from __future__ import annotations

from designer.catalog import Side
from designer.design.hexes import Hex, neighbour, opposite, turned
from designer.design.stage import PlacedTile, Stage, rotate
from designer.graph.stage_graph import EdgeEnd, StageGraph, fits
from designer.validation.context import OUTER, Edit, stage_fix
from designer.validation.finding import Fix


def ends_of(side: Side, place: Hex, rotation: int) -> dict[str, EdgeEnd]:
    """The road edges that a side shows on a hex when it is turned, by edge as it lies."""
    return {
        turned(printed, rotation): EdgeEnd(place, turned(printed, rotation), edge.lanes, edge.kind)
        for printed, edge in side.edges.items()
    }


def fits_at(graph: StageGraph, place: Hex, side: Side, rotation: int) -> bool:
    """Whether a side would fit its neighbours: every road edge joined, no road running against it.

    A start, finish or pre-grid may keep one edge open.
    """
    ends = ends_of(side, place, rotation)
    unjoined = 0
    for edge in "ABCDEF":
        other = neighbour(place, edge)
        facing = graph.road_edges(other).get(opposite(edge)) if other in graph.graph else None
        mine = ends.get(edge)
        if mine is None and facing is not None:
            return False
        if mine is not None and facing is None:
            unjoined += 1
        elif mine is not None and facing is not None and fits(mine, facing) is not None:
            return False
    return unjoined <= (1 if side.role in OUTER else 0)


def rotations_that_fit(graph: StageGraph, placed: PlacedTile) -> tuple[Fix, ...]:
    """A fix that turns a tile so that it fits all round; empty when no turn does or standing pieces would move.

    Of several turns the smallest is offered.
    """
    if placed.hex not in graph.graph or graph.placed(placed.hex) != placed:
        return ()
    if any(token.place for token in placed.tokens):
        return ()
    side = graph.side(placed.hex)
    for steps in (1, -1, 2, -2, 3):
        if fits_at(graph, placed.hex, side, (placed.rotation + steps) % 6):
            return (stage_fix(f"Turn {placed.tile} to fit", _turn(placed.hex, steps), safe=True),)
    return ()


def _turn(place: Hex, steps: int) -> Edit:
    def edit(stage: Stage) -> Stage:
        return rotate(stage, place, steps)

    return edit
