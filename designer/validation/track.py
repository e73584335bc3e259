"""The track: tiles on the grid, road against road, start, finish and what lies between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage
from designer.graph.course import NO_FINISH, NO_START
from designer.graph.route import Section, following, road
from designer.graph.space_graph import token_climb
from designer.graph.stage_graph import EdgeEnd
from designer.model.compiled import CompiledDesign, may_end
from designer.model.drivable import (
    RING_WITHOUT_LINE,
    line_fault,
    loose_parts,
    mismatch_words,
    open_end_words,
    part_words,
    reasons,
    tile_words,
    why_not,
)
from designer.validation.checking import Edit, stage_fix, tile_location
from designer.validation.closing import closing, ending, replacements
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.validation.fitting import rotations_that_fit
from designer.validation.standee import lines_for_a_ring, turned_round
from designer.words import number_of

#: With more loose ends than this a stage is in pieces, and no fix is searched.
FEW = 12


def empty(compiled: CompiledDesign) -> Iterator[Finding]:
    """A stage with no tile yet."""
    if compiled.design.stage is not None and not compiled.stage.tiles:
        yield finding("STG013", "The stage is empty. Start with a start tile: 202 (gravel) or 301 (asphalt or snow).")


def stacked(compiled: CompiledDesign) -> Iterator[Finding]:
    """Two tiles on one hex: the one placed last is seen, the others are hidden."""
    seen: dict[Hex, PlacedTile] = {}
    for tile in compiled.stage:
        below = seen.get(tile.hex)
        if below is not None:
            yield finding(
                "STG001",
                f"Tile {below.tile} lies hidden under tile {tile.tile}. Remove one of them or move it.",
                tile_location(tile),
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


def _turns(compiled: CompiledDesign, *places: Hex) -> tuple[Fix, ...]:
    return tuple(fix for place in places for fix in rotations_that_fit(compiled.graph, compiled.graph.placed(place)))


def mismatches(compiled: CompiledDesign) -> Iterator[Finding]:
    """Neighbours that do not fit."""
    graph = compiled.graph
    few = len(graph.mismatches) <= FEW
    for mismatch in graph.mismatches:
        reason, here, there, _ = mismatch
        fixes = _turns(compiled, here.hex, there) if few else ()
        fixes = fixes or (replacements(compiled, (here.hex, there)) if few else ())
        place = tile_location(graph.placed(here.hex), edge=here.edge)
        if reason == "blank" and may_end(compiled, here):
            continue
        code = {"blank": "STG002", "lanes": "STG003"}.get(reason, "STG005")
        yield finding(code, mismatch_words(compiled, mismatch), place, fixes)


def widenings(compiled: CompiledDesign) -> Iterator[Finding]:
    """Edges where the number of lanes changes, which is allowed."""
    for one, other, data in compiled.graph.graph.edges(data=True):
        first, second = data["ends"][one], data["ends"][other]
        if first.lanes != second.lanes:
            mine, theirs = compiled.graph.placed(one), compiled.graph.placed(other)
            yield finding(
                "STG004",
                f"{first.lanes} lanes of {tile_words(mine)} meet {second.lanes} lanes of {tile_words(theirs)}. "
                "That is allowed: cars may cross there diagonally.",
                tile_location(mine, edge=first.edge),
            )


def open_ends(compiled: CompiledDesign) -> Iterator[Finding]:
    """STG006: a road ends with nothing beside it. STG019: so does a branch of a stage that can be driven without it."""
    graph = compiled.graph
    ends = [end for end in graph.open_edges if not may_end(compiled, end)]
    driven = {section.hex for section in compiled.route.sections} if compiled.problem is None else set()
    for end in ends:
        branch = compiled.route.kind == "stage" and end.hex in driven
        yield finding(
            "STG019" if branch else "STG006",
            open_end_words(compiled, end),
            tile_location(graph.placed(end.hex), edge=end.edge),
            _for_open_end(compiled, end, ends) if len(ends) <= FEW else (),
        )


def _for_open_end(compiled: CompiledDesign, end: EdgeEnd, ends: list[EdgeEnd]) -> tuple[Fix, ...]:
    fixes = (*_turns(compiled, end.hex), *closing(compiled, end, ends))
    return fixes or replacements(compiled, (end.hex,))


def parts(compiled: CompiledDesign) -> Iterator[Finding]:
    """Track that does not hang together."""
    if compiled.graph.unknown:
        return  # an unknown tile may be what joins the parts
    for part in loose_parts(compiled):
        yield finding("STG007", part_words(compiled, part), tile_location(compiled.graph.placed(min(part))))


def _road_end(compiled: CompiledDesign, loose: list[EdgeEnd]) -> Location:
    """Where a start or finish is missed: at a loose end of road, else at the last tile that is driven, else nowhere."""
    if loose:
        return tile_location(compiled.graph.placed(loose[0].hex))
    sections = compiled.route.sections
    return tile_location(compiled.graph.placed(sections[-1].hex)) if sections else Location()


def start_and_finish(compiled: CompiledDesign) -> Iterator[Finding]:
    """One start, one finish."""
    if not compiled.stage.tiles:
        return
    route = compiled.route
    loose = [end for end in compiled.graph.open_edges if not may_end(compiled, end)]
    fixable = loose if route.kind == "stage" and len(loose) <= 2 else []
    if compiled.bare_ring:
        yield finding(
            "STG009",
            RING_WITHOUT_LINE,
            tile_location(compiled.graph.placed(compiled.bare_ring[0].hex)),
            lines_for_a_ring(compiled),
        )
    elif not route.starts and route.start is None:
        yield finding(
            "STG008",
            NO_START,
            _road_end(compiled, loose),
            ending(compiled, "start", fixable),
        )
    if not route.finishes and not compiled.bare_ring:
        yield finding("STG009", NO_FINISH, _road_end(compiled, loose), ending(compiled, "finish", fixable))
    for code, word, found in (("STG011", "start", route.starts), ("STG012", "finish", route.finishes)):
        for place in found[1:]:
            tile = compiled.graph.placed(place)
            first = compiled.graph.placed(found[0])
            yield finding(
                code,
                f"There is more than one {word}: {tile_words(first)} and {tile_words(tile)}. Keep one of them.",
                tile_location(tile),
            )


def reachable(compiled: CompiledDesign) -> Iterator[Finding]:
    """STG010: nothing can be driven from start to finish, and no other finding says so in the same words."""
    reason = why_not(compiled)
    if reason is None or compiled.problem in (NO_START, NO_FINISH) or not compiled.stage.tiles:
        return
    fault = line_fault(compiled)
    if reason in reasons(compiled) or (fault and reason == fault[1]):
        return
    place = compiled.route.finish or compiled.route.start
    fixes = turned_round(compiled) if compiled.route.kind == "circuit" else ()
    where = tile_location(compiled.graph.placed(place)) if place is not None else Location()
    yield finding("STG010", reason, where, fixes)


def undriven(compiled: CompiledDesign) -> Iterator[Finding]:
    """STG014: a road comes up to the start from behind. STG015: a road that no car drives."""
    route, graph = compiled.route, compiled.graph
    if route.start is None or route.finish is None or not compiled.whole:
        return
    if route.kind == "circuit" and not compiled.settled:
        return
    driven = {section.hex for section in route.sections}
    spare = [place for place in sorted(graph.graph) if graph.side(place).roads and place not in driven]
    start = graph.placed(route.start)
    if route.kind == "stage" and len(graph.graph[route.start]) > 1:
        yield finding(
            "STG014",
            f"A road joins the start, {tile_words(start)}, from behind as well. Leave the edge behind "
            "the start line free, so that it is clear where cars stand and which way they set off.",
            tile_location(start),
        )
        return
    for place in spare:
        yield finding(
            "STG015",
            f"No car ever drives over {tile_words(graph.placed(place))}. Take it away, or lead the stage over it.",
            tile_location(graph.placed(place)),
        )


def forks(compiled: CompiledDesign) -> Iterator[Finding]:
    """STG016: a stage does not part. STG017: a road crosses itself on the level."""
    route, graph = compiled.route, compiled.graph
    sections: dict[Hex, list[Section]] = {}
    for section in route.sections:
        sections.setdefault(section.hex, []).append(section)
    for place, driven in sections.items():
        tile, side = graph.placed(place), graph.side(place)
        entries = [section.entry for section in driven if place == route.finish or following(graph, section)]
        if route.kind == "stage" and len(set(entries)) < len(entries) and compiled.whole:
            yield finding(
                "STG016",
                f"The road parts on {tile_words(tile)}. Forks are for the joker lap and the pre-grid "
                "of rallycross; on a stage everybody drives the same road.",
                tile_location(tile),
            )
        if side.overlap and len({frozenset(section[1:]) for section in driven}) > 1 and len(side.edges) == 4:
            yield finding(
                "STG017",
                f"The road crosses itself on {tile_words(tile)} on the level: a car there is in the "
                "way of both directions. Agree on who waits.",
                tile_location(tile),
            )


def slopes(compiled: CompiledDesign) -> Iterator[Finding]:
    """STG018: a lap comes down as far as it goes up."""
    route, graph = compiled.route, compiled.graph
    ups = downs = 0
    for section in route.loop:
        laid = token_climb(graph.placed(section.hex))
        slopes = {laid} if laid is not None else set(road(graph, section).climb.values())
        ups += "ascent" in slopes
        downs += "descent" in slopes
    if ups != downs:
        yield finding(
            "STG018",
            f"A lap goes up on {number_of(ups, 'climb tile')} and down on {downs}, and "
            "still comes back to where it began. Give it as many descents as ascents.",
            tile_location(graph.placed(route.loop[0].hex)),
        )


CHECKS = (empty, stacked, mismatches, widenings, open_ends, parts, start_and_finish, reachable, undriven, forks, slopes)
