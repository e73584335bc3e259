"""Tiles that close a gap or fill a hex so that every road goes on: the search behind the fixes.

A gap is closed by at most three tiles in a row. Tiles of the terrain at its ends are taken, free copies only, plain
ones before those with features.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from designer import catalog
from designer.catalog import Side
from designer.design.hexes import EDGES, Hex, distance, neighbour, opposite
from designer.design.stage import Stage, place, swap
from designer.graph.stage_graph import EdgeEnd, StageGraph, fits
from designer.model.compiled import CompiledDesign
from designer.validation.checking import Edit, stage_fix
from designer.validation.finding import Fix
from designer.validation.fitting import by_shape, ends_of, fits_at, free_copies
from designer.words import listed

#: Tiles that may close a gap.
LONGEST = 3


class Laid(NamedTuple):
    """A tile to lay: where, which side, turned how far."""

    hex: Hex
    tile: str
    rotation: int


def facing(graph: StageGraph, place: Hex) -> dict[str, EdgeEnd]:
    """The road edges of neighbours that run against a hex, by the hex's own edge."""
    found = {}
    for edge in EDGES:
        other = neighbour(place, edge)
        if other in graph.graph and (end := graph.road_edges(other).get(opposite(edge))) is not None:
            found[edge] = end
    return found


def fillings(compiled: CompiledDesign, place: Hex) -> list[tuple[Side, int]]:
    """Free tiles that join every road around a hex, plain ones of the neighbours' terrain first."""
    graph = compiled.graph
    around = facing(graph, place)
    if len(around) < 2:
        return []
    terrains = {graph.side(end.hex).terrain for end in around.values()}
    free = free_copies(compiled)
    options = [
        [(edge, lanes, end.kind) for lanes in (end.lanes, end.lanes - 1, end.lanes + 1)]
        for edge, end in sorted(around.items())
    ]
    found: dict[str, tuple[Side, int]] = {}
    for wanted in product(*options):
        for side, rotation in by_shape().get(tuple(wanted), ()):
            if side.terrain in terrains and free(side.piece) and fits_at(graph, place, side, rotation):
                found.setdefault(side.id, (side, rotation))
    return sorted(found.values(), key=lambda one: _plainness(compiled, one[0]))


def _plainness(compiled: CompiledDesign, side: Side) -> tuple[bool, bool, int, int, str]:
    """How far a side is from what one would lay without thought: of the series in use, flat, plain."""
    series = {tile.tile[:1] for tile in compiled.stage}
    climbs = any(feature.kind == "climb" for feature in side.features)
    return (side.id[:1] not in series, climbs, len(side.roads), len(side.features), side.id)


def replacements(compiled: CompiledDesign, places: tuple[Hex, ...]) -> tuple[Fix, ...]:
    """Fixes that put another tile in the place of one, so that it fits all round; at most one for each hex."""
    fixes = []
    for here in places:
        placed = compiled.graph.placed(here)
        if compiled.graph.side(here).role is not None or any(token.place for token in placed.tokens):
            continue
        found = [(side, turn) for side, turn in fillings(compiled, here) if side.id != placed.tile]
        if found:
            side, turn = found[0]
            fixes.append(stage_fix(f"Use {side.id} instead of {placed.tile}", _swapped(here, side.id, turn)))
    return tuple(fixes)


def _swapped(here: Hex, tile: str, turn: int) -> Edit:
    return lambda stage: swap(stage, here, tile, turn)


def closing(compiled: CompiledDesign, end: EdgeEnd, ends: list[EdgeEnd]) -> tuple[Fix, ...]:
    """A fix that leads an open end on to another one of ``ends``; empty when no tiles at hand do."""
    first = neighbour(end.hex, end.edge)
    found = fillings(compiled, first)
    laid = [Laid(first, found[0][0].id, found[0][1])] if found else _chain(compiled, end, ends)
    if not laid:
        return ()
    return (stage_fix(f"Close the gap with {listed([tile.tile for tile in laid])}", _all_laid(laid), safe=True),)


def _all_laid(laid: list[Laid]) -> Edit:
    def edit(stage: Stage) -> Stage:
        for tile in laid:
            stage = place(stage, tile.tile, tile.hex, tile.rotation)
        return stage

    return edit


def _chain(compiled: CompiledDesign, end: EdgeEnd, ends: list[EdgeEnd]) -> list[Laid]:
    """The shortest row of tiles from an open end to the nearest other one."""
    mine: set[Hex] = next((part for part in compiled.parts if end.hex in part), set())
    apart = len(compiled.parts) > 1
    # Parts are joined to other parts; only a single one may be closed to a ring.
    goals = [
        other
        for other in ends
        if other.hex != end.hex and distance(end.hex, other.hex) <= LONGEST + 1 and not (apart and other.hex in mine)
    ]
    for length in range(1, LONGEST + 1):
        for goal in sorted(goals, key=lambda other: (distance(end.hex, other.hex), other)):
            for way in _ways(compiled, end, goal, length):
                laid = _tiles_along(compiled, end, goal, way)
                if laid:
                    return laid
    return []


def _ways(compiled: CompiledDesign, end: EdgeEnd, goal: EdgeEnd, length: int) -> Iterator[list[tuple[Hex, str, str]]]:
    """Rows of empty hexes from one open end to another: hex, edge in, edge out. No other road runs against them."""
    graph = compiled.graph
    last = neighbour(goal.hex, goal.edge)
    taken = {tile.hex for tile in compiled.stage}

    def go_on(here: Hex, entry: str, way: list[tuple[Hex, str, str]]) -> Iterator[list[tuple[Hex, str, str]]]:
        left = length - len(way)
        if here in taken or any(here == done for done, *_ in way) or distance(here, last) > left - 1:
            return
        against = set(facing(graph, here))
        for exit_ in EDGES:
            if exit_ == entry:
                continue
            after = neighbour(here, exit_)
            if left == 1:
                if here == last and exit_ == opposite(goal.edge) and against <= {entry, exit_}:
                    yield [*way, (here, entry, exit_)]
            elif after not in taken and against <= {entry}:
                yield from go_on(after, opposite(exit_), [*way, (here, entry, exit_)])

    yield from go_on(neighbour(end.hex, end.edge), opposite(end.edge), [])


def ending(compiled: CompiledDesign, role: str, ends: list[EdgeEnd]) -> tuple[Fix, ...]:
    """Fixes that put a start or finish tile at an open end; safe when there is only one such end."""
    graph, free = compiled.graph, free_copies(compiled)
    fixes = []
    for end in ends:
        here = neighbour(end.hex, end.edge)
        terrain = graph.side(end.hex).terrain
        sides = sorted(
            (side for side in catalog.sides().values() if side.role == role and free(side.piece)),
            key=lambda side: (side.terrain != terrain, side.id),
        )
        laid = next(
            (
                Laid(here, side.id, turn)
                for side in sides
                for turn in range(6)
                if opposite(end.edge) in ends_of(side, here, turn) and fits_at(graph, here, side, turn)
            ),
            None,
        )
        if laid is not None and len(facing(graph, here)) == 1:
            fixes.append(
                stage_fix(f"Put the {role} {laid.tile} at {here.q},{here.r}", _all_laid([laid]), safe=len(ends) == 1)
            )
    return tuple(fixes[:2])


@cache
def _by_edges() -> dict[tuple[str, str], tuple[tuple[Side, int], ...]]:
    """Road tiles with a single road by the edges that it joins as they lie."""
    found: dict[tuple[str, str], list[tuple[Side, int]]] = {}
    for side in catalog.sides().values():
        for rotation in range(6) if side.role is None and len(side.roads) == 1 else ():
            one, other = ends_of(side, Hex(0, 0), rotation)
            for pair in ((one, other), (other, one)):
                found.setdefault(pair, []).append((side, rotation))
    return {pair: tuple(sides) for pair, sides in found.items()}


def _tiles_along(compiled: CompiledDesign, end: EdgeEnd, goal: EdgeEnd, way: list[tuple[Hex, str, str]]) -> list[Laid]:
    graph, free = compiled.graph, _free_more(compiled)
    terrains = {graph.side(end.hex).terrain, graph.side(goal.hex).terrain}

    def candidates(entry: str, exit_: str) -> list[tuple[Side, int]]:
        here = [one for one in _by_edges().get((entry, exit_), ()) if one[0].terrain in terrains]
        return sorted(here, key=lambda one: _plainness(compiled, one[0]))

    def lay(number: int, before: EdgeEnd, pieces: tuple[str, ...]) -> list[Laid]:
        here, entry, exit_ = way[number]
        for side, rotation in candidates(entry, exit_):
            mine = ends_of(side, here, rotation)
            if not free(side.piece, pieces) or fits(before, mine[entry]) is not None:
                continue
            if number + 1 == len(way):
                if fits(mine[exit_], goal) is None:
                    return [Laid(here, side.id, rotation)]
                continue
            rest = lay(number + 1, mine[exit_], (*pieces, side.piece))
            if rest:
                return [Laid(here, side.id, rotation), *rest]
        return []

    return lay(0, end, ())


def _free_more(compiled: CompiledDesign) -> Callable[[str, tuple[str, ...]], bool]:
    """Whether a copy of a piece is left beside those on the stage and those already chosen."""
    inventory = compiled.design.inventory
    owned = None if inventory is None else inventory.boxes
    extra = None if inventory is None else inventory.pieces
    used = Counter(catalog.piece_of(tile.tile) for tile in compiled.stage)

    def free(piece: str, chosen: tuple[str, ...]) -> bool:
        return used[piece] + chosen.count(piece) < catalog.copies(piece, owned, extra)

    return free
