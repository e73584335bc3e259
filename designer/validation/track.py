"""The track: tiles on the grid, road against road, start, finish and what lies between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from designer.design.hexes import Hex, neighbour
from designer.design.stage import PlacedTile, Stage
from designer.graph.course import PAST_THE_LINE
from designer.graph.route import Section, following, road
from designer.graph.space_graph import token_climb
from designer.graph.stage_graph import EdgeEnd
from designer.model.compiled import CompiledDesign, may_end
from designer.validation.checking import Edit, stage_fix, tile_location
from designer.validation.closing import closing, ending, replacements
from designer.validation.codes import finding
from designer.validation.finding import Finding, Fix, Location
from designer.validation.fitting import rotations_that_fit
from designer.words import listed, number_of

#: With more loose ends than this a stage is in pieces, and no fix is searched.
FEW = 12
CUTS = {"straight": "straight across", "skew-left": "at a slant", "skew-right": "at the other slant"}


def _named(tile: PlacedTile) -> str:
    return f"tile {tile.tile} at {tile.hex.q},{tile.hex.r}"


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
    for reason, here, there, lanes in graph.mismatches:
        fixes = _turns(compiled, here.hex, there) if few else ()
        fixes = fixes or (replacements(compiled, (here.hex, there)) if few else ())
        mine, other = graph.placed(here.hex), graph.placed(there)
        place = tile_location(mine, edge=here.edge)
        if reason == "blank":
            if may_end(compiled, here):
                continue
            yield finding(
                "STG002",
                f"The road leaves {_named(mine)} over edge {here.edge}, but {_named(other)} has no road there. "
                "Turn one of them, or put a tile between that goes on.",
                place,
                fixes,
            )
        elif reason == "lanes":
            yield finding(
                "STG003",
                f"{here.lanes} lanes of {_named(mine)} meet {lanes} lanes of {_named(other)}. Use a tile with "
                f"{lanes} lanes on one of the two sides, or one that widens the road.",
                place,
                fixes,
            )
        else:
            yield finding(
                "STG005",
                f"The road crosses edge {here.edge} of {_named(mine)} {CUTS[here.kind]}, but the road of "
                f"{_named(other)} crosses it another way. Use tiles whose half spaces make whole ones.",
                place,
                fixes,
            )


def widenings(compiled: CompiledDesign) -> Iterator[Finding]:
    """Edges where the number of lanes changes, which is allowed."""
    for one, other, data in compiled.graph.graph.edges(data=True):
        first, second = data["ends"][one], data["ends"][other]
        if first.lanes != second.lanes:
            mine, theirs = compiled.graph.placed(one), compiled.graph.placed(other)
            yield finding(
                "STG004",
                f"{first.lanes} lanes of {_named(mine)} meet {second.lanes} lanes of {_named(theirs)}. "
                "That is allowed: cars may cross there diagonally.",
                tile_location(mine, edge=first.edge),
            )


def open_ends(compiled: CompiledDesign) -> Iterator[Finding]:
    """Road ends with nothing beside them."""
    graph = compiled.graph
    ends = [end for end in graph.open_edges if not may_end(compiled, end)]
    for end in ends:
        tile = graph.placed(end.hex)
        beside = neighbour(end.hex, end.edge)
        yield finding(
            "STG006",
            f"The road of {_named(tile)} ends in the open over edge {end.edge}. Put a tile with a road at "
            f"{beside.q},{beside.r}, or a tile here that does not lead there.",
            tile_location(tile, edge=end.edge),
            _for_open_end(compiled, end, ends) if len(ends) <= FEW else (),
        )


def _for_open_end(compiled: CompiledDesign, end: EdgeEnd, ends: list[EdgeEnd]) -> tuple[Fix, ...]:
    fixes = (*_turns(compiled, end.hex), *closing(compiled, end, ends))
    return fixes or replacements(compiled, (end.hex,))


def parts(compiled: CompiledDesign) -> Iterator[Finding]:
    """Track that does not hang together."""
    found = compiled.parts
    if len(found) < 2 or compiled.graph.unknown:
        return  # an unknown tile may be what joins the parts
    main = next((part for part in found if compiled.route.start in part), found[0])
    for part in found:
        if part is main:
            continue
        names = [compiled.graph.placed(place).tile for place in sorted(part)]
        shown = listed(names[:4]) if len(names) <= 4 else f"{', '.join(names[:4])} and {len(names) - 4} more"
        tile = compiled.graph.placed(min(part))
        yield finding(
            "STG007",
            f"{'Tiles' if len(names) > 1 else 'Tile'} {shown} {'do' if len(names) > 1 else 'does'} not hang together "
            "with the rest of the track. Join the parts by tiles with road, or remove one.",
            tile_location(tile),
        )


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
    if not route.starts and route.start is None:
        yield finding(
            "STG008",
            "There is no start. Add tile 202 (gravel) or 301 (asphalt or snow); on a circuit, "
            "put the finish standee on a line across the road.",
            _road_end(compiled, loose),
            ending(compiled, "start", fixable),
        )
    if not route.finishes:
        what = (
            "Put the finish standee on a line across the road."
            if route.kind == "circuit"
            else "Add tile 203 (gravel) or 302 (asphalt or snow)."
        )
        yield finding(
            "STG009", f"There is no finish. {what}", _road_end(compiled, loose), ending(compiled, "finish", fixable)
        )
    for code, word, found in (("STG011", "start", route.starts), ("STG012", "finish", route.finishes)):
        for place in found[1:]:
            tile = compiled.graph.placed(place)
            first = compiled.graph.placed(found[0])
            yield finding(
                code,
                f"There is more than one {word}: {_named(first)} and {_named(tile)}. Keep one of them.",
                tile_location(tile),
            )


def reachable(compiled: CompiledDesign) -> Iterator[Finding]:
    """The finish lies at the end of legal steps from the start.

    Asked only of a track without gaps: a gap is reported where it is.
    """
    route, graph = compiled.route, compiled.graph
    if route.start is None or route.finish is None or graph.unknown or len(compiled.parts) > 1:
        return
    if route.kind == "circuit" and route.loop and not route.approach and graph.side(route.start).role == "grid":
        return  # RCX003 says that the pre-grid leads nowhere
    if any(reason != "blank" for reason, *_ in graph.mismatches):
        return
    if any(not may_end(compiled, end) for end in graph.open_edges):
        return
    if compiled.problem in (None, PAST_THE_LINE):
        return
    start, finish = graph.placed(route.start), graph.placed(route.finish)
    if route.kind == "circuit":
        message = (
            f"From the finish line on {_named(finish)} no lap leads back to it. Close the circuit, and look at "
            "the arches: the ring must not run through them."
        )
    else:
        message = (
            f"No legal way over the spaces leads from the start, {_named(start)}, to the finish, "
            f"{_named(finish)}. Look where the roads part or cross."
        )
    yield finding("STG010", message, tile_location(finish))


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
            f"A road joins the start, {_named(start)}, from behind as well. Leave the edge behind "
            "the start line free, so that it is clear where cars stand and which way they set off.",
            tile_location(start),
        )
        return
    for place in spare:
        yield finding(
            "STG015",
            f"No car ever drives over {_named(graph.placed(place))}. Take it away, or lead the stage over it.",
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
                f"The road parts on {_named(tile)}. Forks are for the joker lap and the pre-grid "
                "of rallycross; on a stage everybody drives the same road.",
                tile_location(tile),
            )
        if side.overlap and len({frozenset(section[1:]) for section in driven}) > 1 and len(side.edges) == 4:
            yield finding(
                "STG017",
                f"The road crosses itself on {_named(tile)} on the level: a car there is in the "
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
