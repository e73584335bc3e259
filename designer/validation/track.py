"""The track: tiles on the grid, road against road, start, finish and what lies between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import networkx as nx

from designer.design.hexes import Hex, neighbour
from designer.design.stage import PlacedTile, Stage
from designer.graph.stage_graph import EdgeEnd
from designer.validation.codes import finding
from designer.validation.context import Context, Edit, listed, stage_fix, tile_place
from designer.validation.finding import Finding, Fix
from designer.validation.fitting import OUTER, rotations_that_fit

CUTS = {"straight": "straight across", "skew-left": "at a slant", "skew-right": "at the other slant"}


def _named(tile: PlacedTile) -> str:
    return f"tile {tile.tile} at {tile.hex.q},{tile.hex.r}"


def empty(context: Context) -> Iterator[Finding]:
    """A stage with no tile yet."""
    if context.design.stage is not None and not context.stage.tiles:
        yield finding("STG013", "The stage is empty. Start with a start tile: 202 (gravel) or 301 (asphalt or snow).")


def stacked(context: Context) -> Iterator[Finding]:
    """Two tiles on one hex: the one placed last is seen, the others are hidden."""
    seen: dict[Hex, PlacedTile] = {}
    for tile in context.stage:
        below = seen.get(tile.hex)
        if below is not None:
            yield finding(
                "STG001",
                f"Tile {below.tile} lies hidden under tile {tile.tile}. Remove one of them or move it.",
                tile_place(tile),
                (stage_fix(f"Remove the hidden {below.tile}", _without(below), safe=_alike(below, tile)),),
            )
        seen[tile.hex] = tile


def _alike(one: PlacedTile, other: PlacedTile) -> bool:
    return one.tile == other.tile and one.tokens == other.tokens


def _without(tile: PlacedTile) -> Edit:
    def edit(stage: Stage) -> Stage:
        index = stage.tiles.index(tile)
        return replace(stage, tiles=stage.tiles[:index] + stage.tiles[index + 1 :])

    return edit


def _may_end(context: Context, end: EdgeEnd) -> bool:
    """Whether a road may end at this edge: behind a start or pre-grid, beyond a finish.

    A start or finish that the route does not settle may keep one edge open; if both are unjoined, the edge that the
    lettering on the tile faces away from.
    """
    side = context.graph.side(end.hex)
    if side.role not in OUTER:
        return False
    placed = context.graph.placed(end.hex)
    printed = _printed(end, placed)
    if side.grid is not None:
        return printed == side.grid.driven_from
    if context.meets_road(end.hex):
        return True
    if side.line is None:
        return False
    return (printed == side.line.lettered_from) == (side.role == "start")


def _printed(end: EdgeEnd, placed: PlacedTile) -> str:
    return "ABCDEF"[("ABCDEF".index(end.edge) - placed.rotation) % 6]


def _turns(context: Context, *places: Hex) -> tuple[Fix, ...]:
    return tuple(fix for place in places for fix in rotations_that_fit(context.graph, context.graph.placed(place)))


def mismatches(context: Context) -> Iterator[Finding]:
    """Neighbours that do not fit."""
    graph = context.graph
    for reason, here, there, lanes in graph.mismatches:
        mine, other = graph.placed(here.hex), graph.placed(there)
        place = tile_place(mine, edge=here.edge)
        if reason == "blank":
            if _may_end(context, here):
                continue
            yield finding(
                "STG002",
                f"The road leaves {_named(mine)} over edge {here.edge}, but {_named(other)} has no road there. "
                "Turn one of them, or put a tile between that goes on.",
                place, _turns(context, here.hex, there),
            )
        elif reason == "lanes":
            yield finding(
                "STG003",
                f"{here.lanes} lanes of {_named(mine)} meet {lanes} lanes of {_named(other)}. Use a tile with "
                f"{lanes} lanes on one of the two sides, or one that widens the road.",
                place, _turns(context, here.hex, there),
            )
        else:
            yield finding(
                "STG005",
                f"The road crosses edge {here.edge} of {_named(mine)} {CUTS[here.kind]}, but the road of "
                f"{_named(other)} crosses it another way. Use tiles whose half spaces make whole ones.",
                place, _turns(context, here.hex, there),
            )


def widenings(context: Context) -> Iterator[Finding]:
    """Edges where the number of lanes changes, which is allowed."""
    for one, other, data in context.graph.graph.edges(data=True):
        first, second = data["ends"][one], data["ends"][other]
        if first.lanes != second.lanes:
            mine, theirs = context.graph.placed(one), context.graph.placed(other)
            yield finding(
                "STG004",
                f"{first.lanes} lanes of {_named(mine)} meet {second.lanes} lanes of {_named(theirs)}. "
                "That is allowed: cars may cross there diagonally.",
                tile_place(mine, edge=first.edge),
            )


def open_ends(context: Context) -> Iterator[Finding]:
    """Road ends with nothing beside them."""
    graph = context.graph
    for end in graph.open_edges:
        if _may_end(context, end):
            continue
        tile = graph.placed(end.hex)
        beside = neighbour(end.hex, end.edge)
        yield finding(
            "STG006",
            f"The road of {_named(tile)} ends in the open over edge {end.edge}. Put a tile with a road at "
            f"{beside.q},{beside.r}, or a tile here that does not lead there.",
            tile_place(tile, edge=end.edge), _turns(context, end.hex),
        )


def _parts(context: Context) -> list[set[Hex]]:
    """Tiles with road edges that hang together, also over edges that do not fit, largest first."""
    graph = context.graph
    touching = nx.Graph()
    touching.add_nodes_from(place for place in graph.graph if graph.side(place).edges)
    touching.add_edges_from(graph.graph.edges)
    touching.add_edges_from((here.hex, there) for reason, here, there, _ in graph.mismatches if reason != "blank")
    return sorted(nx.connected_components(touching), key=lambda part: (-len(part), min(part)))


def parts(context: Context) -> Iterator[Finding]:
    """Track that does not hang together."""
    found = _parts(context)
    if len(found) < 2 or context.graph.unknown:
        return  # an unknown tile may be what joins the parts
    main = next((part for part in found if context.route.start in part), found[0])
    for part in found:
        if part is main:
            continue
        names = [context.graph.placed(place).tile for place in sorted(part)]
        shown = listed(names[:4]) if len(names) <= 4 else f"{', '.join(names[:4])} and {len(names) - 4} more"
        tile = context.graph.placed(min(part))
        yield finding(
            "STG007",
            f"{'Tiles' if len(names) > 1 else 'Tile'} {shown} {'do' if len(names) > 1 else 'does'} not hang together "
            "with the rest of the track. Join the parts by tiles with road, or remove one.",
            tile_place(tile),
        )


def start_and_finish(context: Context) -> Iterator[Finding]:
    """One start, one finish."""
    if not context.stage.tiles:
        return
    route = context.route
    if not route.starts and route.start is None and not context.graph.unknown:
        yield finding("STG008", "There is no start. Add tile 202 (gravel) or 301 (asphalt or snow); on a circuit, "
                      "put the finish standee on a line across the road.")
    if not route.finishes and not context.graph.unknown:
        what = ("Put the finish standee on a line across the road." if route.kind == "circuit"
                else "Add tile 203 (gravel) or 302 (asphalt or snow).")
        yield finding("STG009", f"There is no finish. {what}")
    for code, word, found in (("STG011", "start", route.starts), ("STG012", "finish", route.finishes)):
        for place in found[1:]:
            tile = context.graph.placed(place)
            first = context.graph.placed(found[0])
            yield finding(
                code,
                f"There is more than one {word}: {_named(first)} and {_named(tile)}. Keep one of them.",
                tile_place(tile),
            )


def reachable(context: Context) -> Iterator[Finding]:
    """The finish lies at the end of legal steps from the start.

    Asked only of a track without gaps: a gap is reported where it is.
    """
    route, graph = context.route, context.graph
    if route.start is None or route.finish is None or graph.unknown or len(_parts(context)) > 1:
        return
    if any(reason != "blank" for reason, *_ in graph.mismatches):
        return
    if any(not _may_end(context, end) for end in graph.open_edges):
        return
    if context.course.problem is None:
        return
    start, finish = graph.placed(route.start), graph.placed(route.finish)
    if route.kind == "circuit":
        message = (f"From the finish line on {_named(finish)} no lap leads back to it. Close the circuit, and look at "
                   "the arches: the ring must not run through them.")
    else:
        message = (f"No legal way over the spaces leads from the start, {_named(start)}, to the finish, "
                   f"{_named(finish)}. Look where the roads part or cross.")
    yield finding("STG010", message, tile_place(finish))


CHECKS = (empty, stacked, mismatches, widenings, open_ends, parts, start_and_finish, reachable)
