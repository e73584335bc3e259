"""Whether a tile fits among its neighbours: what the checks ask and the fixes search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping
from functools import cache

from designer import catalog
from designer.catalog import Side
from designer.design.hexes import Hex, neighbour, opposite, turned
from designer.design.stage import PlacedTile, Stage, piece_of, rotate
from designer.graph.stage_graph import EdgeEnd, StageGraph, fits
from designer.model.compiled import OUTER, CompiledDesign
from designer.validation.checking import Edit, stage_fix
from designer.validation.finding import Fix


def ends_of(side: Side, place: Hex, rotation: int) -> dict[str, EdgeEnd]:
    """The road edges that a side shows on a hex when it is turned, by edge as it lies."""
    return {
        turned(printed, rotation): EdgeEnd(place, turned(printed, rotation), edge.lanes, edge.kind)
        for printed, edge in side.edges.items()
    }


def fits_at(graph: StageGraph, place: Hex, side: Side, rotation: int, ignoring: Container[Hex] = ()) -> bool:
    """Whether a side would fit its neighbours: every road edge joined, no road running against it.

    A start, finish or pre-grid may keep one edge open. Nothing is asked of neighbours in ``ignoring``.
    """
    ends = ends_of(side, place, rotation)
    behind = None if side.grid is None else turned(side.grid.driven_from, rotation)
    unjoined = 0
    for edge in "ABCDEF":
        other = neighbour(place, edge)
        if other in ignoring:
            continue
        facing = graph.road_edges(other).get(opposite(edge)) if other in graph.graph else None
        mine = ends.get(edge)
        if mine is None and facing is not None:
            return False
        if mine is not None and facing is None:
            unjoined += 1 if behind in (None, edge) else 2  # a pre-grid is open at its back only
        elif mine is not None and facing is not None and fits(mine, facing) is not None:
            return False
    return unjoined <= (1 if side.role in OUTER else 0)


#: Edges with road as they lie: (edge, lanes, cut), in the order of edges.
Shape = tuple[tuple[str, int, str], ...]


def shape(side: Side, rotation: int) -> Shape:
    """The road edges of a side as it lies."""
    return tuple(sorted((turned(edge, rotation), cut.lanes, cut.kind) for edge, cut in side.edges.items()))


@cache
def by_shape() -> Mapping[Shape, tuple[tuple[Side, int], ...]]:
    """Every ordinary road tile with every turn in which it shows a shape; of several turns the smallest."""
    found: dict[Shape, dict[str, tuple[Side, int]]] = {}
    for side in catalog.sides().values():
        if side.role is None and side.roads:
            for rotation in range(6):
                found.setdefault(shape(side, rotation), {}).setdefault(side.id, (side, rotation))
    return {wanted: tuple(sides.values()) for wanted, sides in found.items()}


def free_copies(compiled: CompiledDesign) -> Callable[[str], bool]:
    """Whether a copy of a piece is at hand and not on the stage."""
    inventory = compiled.design.inventory
    owned = None if inventory is None else inventory.boxes
    extra = None if inventory is None else inventory.pieces
    used = Counter(piece_of(tile.tile) for tile in compiled.stage)

    def free(piece: str) -> bool:
        return used[piece] < catalog.copies(piece, owned, extra)

    return free


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
