"""Whether a design can be driven, and by which car; if not, why, in a player's words. Nobody else decides it.

Validation reports the sentences given here as findings, the simulators refuse with them, the window shows them.
Sources: core rules 1 and 2; RX, "Build Your Track"; Climb, "Setting your Track Type tokens"; 110%, "Weather".
"""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from designer import catalog
from designer.design.hexes import Hex, neighbour
from designer.design.stage import PlacedTile
from designer.graph import course as courses
from designer.graph import terrain
from designer.graph.course import NO_LAP, NO_PLACE, NO_WAY, PAST_THE_LINE
from designer.graph.stage_graph import EdgeEnd, Mismatch
from designer.model.compiled import CompiledDesign, may_end
from designer.model.driving import CANNOT_FINISH, Run, stopped
from designer.play.cars import Car
from designer.play.ground import flipped, weather_turns
from designer.words import listed

CUTS = {"straight": "straight across", "skew-left": "at a slant", "skew-right": "at the other slant"}
NO_STAGE = "The design has no stage to drive."


def why_not(compiled: CompiledDesign) -> str | None:
    """Why nothing can be driven from start to finish, or None when a car only has to be able to.

    Where the road has a gap, the gap is the reason.

    >>> from designer.design.document import Design
    >>> from designer.model.compiled import compile_design
    >>> why_not(compile_design(Design()))
    'The design has no stage to drive.'
    """
    if not compiled.stage.tiles:
        return NO_STAGE
    problem = compiled.problem
    if problem in (NO_WAY, NO_LAP, NO_PLACE):
        return next(reasons(compiled), problem)
    if problem == PAST_THE_LINE:
        fault = line_fault(compiled)
        return fault[1] if fault is not None else problem
    return problem


def why_not_by(compiled: CompiledDesign, car: Car, who: str, board: int | None = None) -> str | None:
    """Why a car cannot drive a design that can be driven, or None when it can.

    ``who``: how the sentence names it ("Board Mule"); ``board``: its number in the design. A car that gets to the
    finish only by losing control can.
    """
    return cannot_use(compiled, car, who) or comes_to_a_stop(compiled, car, who, board)


def cannot_use(compiled: CompiledDesign, car: Car, who: str) -> str | None:
    """Which track types of the stage, or of the stage once the weather has turned, a car has no use of."""
    if not car.columns:
        return f"{who} has no track type."
    lacking = [kind for kind in compiled.terrains if car.on(kind) is None]
    if lacking:
        return f"{who} has no track type token for {listed(lacking)}, which the stage has."
    for kind in turned_terrains(compiled, car):
        column = car.on(kind)
        if column is None:
            return f"{who} has no track type token for {kind}, which the weather can turn up."
        if not column.gear_dice:
            return f"{who} has no gear die on {kind}, which the weather can turn up."
    return None


def comes_to_a_stop(compiled: CompiledDesign, car: Car, who: str, board: int | None = None) -> str | None:
    """Where and why a car comes to a stop that cannot get to the finish, not even by losing control."""
    run = Run(who, car, board, compiled)
    if run.finishes or run.losing.finishes:
        return None
    return stopped(run.losing, CANNOT_FINISH).message


def turned_terrains(compiled: CompiledDesign, car: Car) -> tuple[str, ...]:
    """The track types that weather tokens can turn up on the stage. Their bag is that of rallies (110%, "Weather")."""
    rules = compiled.rules
    if not rules.switch("weather.allowed") or not rules.number("weather.tokens"):
        return ()
    if car.car_class == "rx" or car.car_class.startswith("gt") or compiled.route.kind == "circuit":
        return ()
    found: dict[str, None] = {}
    for tile in compiled.stage:
        if not weather_turns(tile, rules):
            continue
        other = catalog.side(flipped(tile).tile)
        if other is not None and other.terrain is not None:
            found[terrain.counted(other.id, other.terrain, rules)] = None
    return tuple(kind for kind in found if kind not in compiled.terrains)


# The sentences -----------------------------------------------------------------------------------------------------


def tile_words(tile: PlacedTile) -> str:
    """How a message names a tile."""
    return f"tile {tile.tile} at {tile.hex.q},{tile.hex.r}"


def reasons(compiled: CompiledDesign) -> Iterator[str]:
    """What keeps the road from leading to the finish, in the order in which one would put it right."""
    for tile in compiled.graph.unknown:
        yield unknown_words(tile)
    yield from gaps(compiled)
    if not compiled.graph.unknown:  # an unknown tile may be what joins the parts
        for part in loose_parts(compiled):
            yield part_words(compiled, part)
    fault = pregrid_fault(compiled)
    if fault is not None:
        yield fault


def unknown_words(tile: PlacedTile) -> str:
    """A tile that no box holds."""
    return f"There is no tile {tile.tile}."


def loose_parts(compiled: CompiledDesign) -> list[set[Hex]]:
    """The parts of the track that do not hang together with the one that is driven."""
    found = compiled.parts
    if len(found) < 2:
        return []
    main = next((part for part in found if compiled.route.start in part), found[0])
    return [part for part in found if part is not main]


def part_words(compiled: CompiledDesign, part: set[Hex]) -> str:
    """A part of the track that is apart."""
    names = [compiled.graph.placed(place).tile for place in sorted(part)]
    shown = listed(names[:4]) if len(names) <= 4 else f"{', '.join(names[:4])} and {len(names) - 4} more"
    return (
        f"{'Tiles' if len(names) > 1 else 'Tile'} {shown} {'do' if len(names) > 1 else 'does'} not hang together "
        "with the rest of the track. Join the parts by tiles with road, or remove one."
    )


def gaps(compiled: CompiledDesign) -> Iterator[str]:
    """Where the road is broken off, mismatches first."""
    graph = compiled.graph
    for mismatch in graph.mismatches:
        if mismatch.reason != "blank" or not may_end(compiled, mismatch.here):
            yield mismatch_words(compiled, mismatch)
    for end in graph.open_edges:
        if not may_end(compiled, end):
            yield open_end_words(compiled, end)


def mismatch_words(compiled: CompiledDesign, mismatch: Mismatch) -> str:
    """Two neighbours that do not fit, and what would."""
    reason, here, there, lanes = mismatch
    mine, other = (tile_words(compiled.graph.placed(place)) for place in (here.hex, there))
    if reason == "blank":
        return (
            f"The road leaves {mine} over edge {here.edge}, but {other} has no road there. "
            "Turn one of them, or put a tile between that goes on."
        )
    if reason == "lanes":
        return (
            f"{here.lanes} lanes of {mine} meet {lanes} lanes of {other}. Use a tile with "
            f"{lanes} lanes on one of the two sides, or one that widens the road."
        )
    return (
        f"The road crosses edge {here.edge} of {mine} {CUTS[here.kind]}, but the road of "
        f"{other} crosses it another way. Use tiles whose half spaces make whole ones."
    )


def open_end_words(compiled: CompiledDesign, end: EdgeEnd) -> str:
    """A road that ends in the open, and what to do."""
    beside = neighbour(end.hex, end.edge)
    return (
        f"The road of {tile_words(compiled.graph.placed(end.hex))} ends in the open over edge {end.edge}. Put a tile "
        f"with a road at {beside.q},{beside.r}, or a tile here that does not lead there."
    )


def grids(compiled: CompiledDesign) -> list[Hex]:
    """Where pre-grids lie."""
    return [place for place in compiled.graph.graph if compiled.graph.side(place).role == "grid"]


def pregrid_fault(compiled: CompiledDesign) -> str | None:
    """What is wrong with the pre-grid of a circuit: the ring runs through it, or it does not lead onto the ring."""
    route, found = compiled.route, grids(compiled)
    if route.kind != "circuit" or not found:
        return None
    grid = tile_words(compiled.graph.placed(found[0]))
    if route.ring_through_grid:
        return (
            f"The ring runs through the pre-grid, {grid}. Cars line up beside the circuit: close the ring without "
            "that tile, and join it by a fork tile (402 to 409)."
        )
    if route.loop and not route.approach:
        return (
            f"The pre-grid, {grid}, does not lead onto the circuit in the direction of the lap. Join it by a fork "
            "tile (402 to 409) so that its road runs into the ring forwards."
        )
    return None


def line_fault(compiled: CompiledDesign) -> tuple[str, str] | None:
    """What is wrong with the finish line of a circuit: the code of the finding, and the sentence."""
    route, graph = compiled.route, compiled.graph
    if route.kind != "circuit" or not route.loop or route.finish is None or route.finish_token is None:
        return None
    start, _, end = (route.finish_token.place or "").partition(">")
    side, tile = graph.side(route.finish), tile_words(graph.placed(route.finish))
    first, second = side.spaces.get(start), side.spaces.get(end)
    if first is not None and second is not None and first.corner is not None and first.corner == second.corner:
        return "RCX005", (
            f"The finish standee stands in a corner, between {start} and {end} of {tile}. "
            "Put it on a line between straight spaces."
        )
    if not _past_the_line(compiled, aside=True):
        return None
    if not _past_the_line(compiled, aside=False):
        return "RCX006", (
            f"The finish line on {tile} lies between joker entrance and exit: who takes the joker lap does not "
            "cross it. Move the standee before the entrance or after the exit."
        )
    return "RCX007", (
        f"The finish line on {tile} does not reach across the whole road: a lap is possible past it. "
        "Put the standee on a line that spans the track."
    )


def _past_the_line(compiled: CompiledDesign, *, aside: bool) -> bool:
    """Whether a ring of spaces is closed without crossing the line; ``aside``: also over the joker way.

    Handbrake steps stay within a corner and close no ring.
    """
    route, spaces = compiled.route, compiled.spaces
    left_out = set() if aside else {section.hex for section in route.joker} - {section.hex for section in route.loop}
    crossing = courses.finish_steps(compiled.graph, route, spaces)
    kept = nx.DiGraph(
        (start, end)
        for start, end, step in spaces.edges(data="step")
        if (start, end) not in crossing and start.hex not in left_out and step.kind != "handbrake"
    )
    return not nx.is_directed_acyclic_graph(kept)
