"""Where the finish standee of a circuit may stand: legal places that fixes propose, and the standee turned round.

Source: RX, "Build Your Track": on a line right across the road, not in a curve and not between the joker arches.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from designer.design.document import with_stage
from designer.design.hexes import EDGES, neighbour, opposite, turned
from designer.design.stage import Stage, Token, put_token
from designer.graph import route as routes
from designer.graph.route import Route, Section
from designer.model.compiled import CompiledDesign
from designer.model.drivable import line_fault
from designer.validation.checking import Edit, stage_fix
from designer.validation.finding import Fix

#: How many places a fix proposes, and how many it looks at for them.
PROPOSED, TRIED = 3, 24


def tiles_before(route: Route) -> int:
    """Tiles driven after the pre-grid up to and with the one whose line is the finish (how to count is assumed)."""
    number = next((number for number, section in enumerate(route.loop) if section.hex == route.finish), 0)
    join = next(at for at, section in enumerate(route.loop) if section.hex == route.approach[-1].hex)
    return len(route.approach) - 1 + (number - join) % len(route.loop)


def route_from(route: Route) -> tuple[Section, ...]:
    """The sections of a lap in the order in which they are driven, from the standee's tile on."""
    begin = next((number for number, section in enumerate(route.loop) if section.hex == route.finish), 0)
    return (*route.loop[begin:], *route.loop[:begin])


def standees(
    compiled: CompiledDesign, sections: Iterable[Section], verb: str, *, safe: bool = False
) -> tuple[Fix, ...]:
    """Fixes that put the standee on the far edge of some of these sections, where the rules allow it.

    ``verb``: how a fix begins ("Move the standee"). The first fix is ``safe`` if asked for, the others are choices.
    """
    found: list[Fix] = []
    for section in list(sections)[:TRIED]:
        if len(found) == PROPOSED:
            break
        edit = on_far_edge(section)
        if fits(compiled, edit):
            tile = compiled.graph.placed(section.hex)
            name = f"{verb} to the far edge of {tile.tile} at {tile.hex.q},{tile.hex.r}"
            found.append(stage_fix(name, edit, safe=safe and not found))
    return tuple(found)


def lines_for_a_ring(compiled: CompiledDesign) -> tuple[Fix, ...]:
    """Fixes that put the standee on a ring that has none: some places in each direction."""
    ring = compiled.bare_ring
    ways = (ring, tuple(section.reversed() for section in reversed(ring)))
    return tuple(fix for way in ways for fix in standees(compiled, way, "Add the finish standee"))


def turned_round(compiled: CompiledDesign) -> tuple[Fix, ...]:
    """A fix that turns the standee round, so that the lap is driven the other way, where that makes it legal."""
    edit = _turn(compiled)
    if edit is None or not fits(compiled, edit):
        return ()
    return (stage_fix("Turn the finish standee round", edit),)


def fits(compiled: CompiledDesign, edit: Edit) -> bool:
    """Whether an edit of the standee leaves a lap whose line, pre-grid and joker way are as the rules ask."""
    tried = CompiledDesign(with_stage(compiled.design, edit(compiled.stage)))
    route = tried.route
    if not route.loop or line_fault(tried) is not None:
        return False
    if any(tried.graph.side(place).role == "grid" for place in tried.graph.graph):
        if not route.approach:
            return False
        low = tried.rules.number("rallycross.pregrid_tiles_min")
        if not low <= tiles_before(route) <= tried.rules.number("rallycross.pregrid_tiles_max"):
            return False
    arches = {token.kind for tile in tried.stage for token in tile.tokens if token.kind.startswith("joker-")}
    return bool(route.joker) or len(arches) < 2 or not tried.rules.number("rallycross.joker_laps")


def on_far_edge(section: Section) -> Edit:
    """The edit that puts the standee where a section leaves its tile; one that stands elsewhere is moved."""

    def edit(stage: Stage) -> Stage:
        token = next((token for tile in stage for token in tile.tokens if token.kind == "finish"), Token("finish"))
        bare = tuple(
            replace(tile, tokens=tuple(token for token in tile.tokens if token.kind != "finish"))
            for tile in stage.tiles
        )
        return put_token(replace(stage, tiles=bare), section.hex, replace(token, place=section.exit))

    return edit


def _turn(compiled: CompiledDesign) -> Edit | None:
    """The edit that turns the standee on its line: over an edge it then belongs to the tile beyond."""
    route, graph = compiled.route, compiled.graph
    if route.finish is None or route.finish_token is None or not route.finish_token.place:
        return None
    where = route.finish_token.place
    if where not in EDGES:
        start, _, end = where.partition(">")
        turned_token = replace(route.finish_token, place=f"{end}>{start}")
        place = route.finish
    else:
        edge = turned(where, graph.placed(route.finish).rotation)
        place = neighbour(route.finish, edge)
        if place not in graph.graph or not graph.graph.has_edge(route.finish, place):
            return None
        turned_token = replace(route.finish_token, place=routes.printed_edge(graph, place, opposite(edge)))

    def edit(stage: Stage) -> Stage:
        bare = tuple(
            replace(tile, tokens=tuple(token for token in tile.tokens if token.kind != "finish"))
            for tile in stage.tiles
        )
        return put_token(replace(stage, tiles=bare), place, turned_token)

    return edit
