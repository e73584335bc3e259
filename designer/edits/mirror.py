"""Mirrored pieces, and edits on the whole stage that need to know what is printed: mirror it, drive it the other way.

The mirror stands upright: left and right change places, up stays up. A side's mirror image is looked for among the
printed sides by the centres of their spaces, what the spaces show, and how one drives between them.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from designer import catalog
from designer.catalog import Side, Space
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import PlacedTile, Stage, Token, middle
from designer.design.values import EditError
from designer.graph import route as routes
from designer.graph import stage_graph
from designer.rules import Rules
from designer.rules import load as load_rules

#: How far the centre of a space may lie from the mirrored one, in pixels of the 520 x 450 drawing (the centres are
#: measured; spaces of a road lie 56 or more apart).
NEAR = 30.0
CENTRE = (260.0, 225.0)
FLIPPED = dict(zip(EDGES, "AFEDCB", strict=True))
CUTS = {"straight": "straight", "skew-left": "skew-right", "skew-right": "skew-left"}


class Mirrored(NamedTuple):
    """A side that looks like another in a mirror once it is turned by ``rotation``; ``spaces`` names its spaces by
    those of the other, ``edges`` its printed edges by those of the other."""

    tile: str
    rotation: int
    spaces: dict[str, str]
    edges: dict[str, str]


@cache
def mirrored_side(tile: str) -> Mirrored | None:
    """The printed side that is the mirror image of a side, or None when no piece shows it.

    The side itself comes first when it is its own mirror image, then one of the same danger level.

    >>> mirrored_side("208a")[:2], mirrored_side("215a")
    (('208a', 2), None)
    """
    side = catalog.side(tile)
    if side is None:
        return None
    if not side.roads:
        return Mirrored(tile, 0, {}, dict(FLIPPED))
    alike = [
        other
        for other in catalog.sides().values()
        if (other.terrain, other.role, len(other.spaces), len(other.roads), len(other.edges))
        == (side.terrain, side.role, len(side.spaces), len(side.roads), len(side.edges))
    ]
    alike.sort(key=lambda other: (other.id != side.id, other.danger != side.danger))
    for other in alike:
        for rotation in range(6):
            found = _image(side, other, rotation)
            if found is not None:
                return found
    return None


def _marks(space: Space) -> tuple[object, ...]:
    lane = space.lane if space.lane in ("full", "shortcut", "inside", "outside") else "lane"
    return (space.limit, space.limit_hazard, space.jump, space.water, space.hazard, space.dashed, space.half, lane)


def _image(side: Side, other: Side, rotation: int) -> Mirrored | None:
    edges = {edge: turned(FLIPPED[edge], -rotation) for edge in EDGES}
    for edge, printed in side.edges.items():
        there = other.edges.get(edges[edge])
        if there is None or (there.lanes, there.kind) != (printed.lanes, CUTS[printed.kind]):
            return None
    names = _same_places(side, other, rotation)
    if names is None or not _same_steps(side, other, names, edges):
        return None
    return Mirrored(other.id, rotation, names, edges)


def _same_places(side: Side, other: Side, rotation: int) -> dict[str, str] | None:
    angle = math.radians(60 * rotation)
    cos, sin = math.cos(angle), math.sin(angle)
    free = {}
    for name, space in other.spaces.items():
        x, y = space.at[0] - CENTRE[0], space.at[1] - CENTRE[1]
        free[name] = (x * cos - y * sin, x * sin + y * cos)
    names = {}
    for name, space in side.spaces.items():
        goal = (CENTRE[0] - space.at[0], space.at[1] - CENTRE[1])
        near = [
            (math.dist(goal, at), found) for found, at in free.items() if _marks(other.spaces[found]) == _marks(space)
        ]
        distance, found = min(near, default=(NEAR + 1, ""))
        if distance > NEAR:
            return None
        names[name] = found
        del free[found]
    return names


def _same_steps(side: Side, other: Side, names: dict[str, str], edges: dict[str, str]) -> bool:
    for (entry, exit_), way in side.driven.items():
        image = other.driven.get((edges[entry], edges[exit_]))
        if image is None or [names[name] for name in way.lanes_in] != list(reversed(image.lanes_in)):
            return False
        mine = {(names[step.start], names[step.end], step.kind == "handbrake") for step in way.steps}
        theirs = {(step.start, step.end, step.kind == "handbrake") for step in image.steps}
        slopes = {(names[start], names[end]): slope for (start, end), slope in way.climb.items()}
        if mine != theirs or slopes != dict(image.climb):
            return False
    return True


def mirror_all(stage: Stage) -> Stage:
    """The whole stage in a mirror, left for right. Raises EditError with the tiles that no piece mirrors.

    >>> from designer.design.stage import place
    >>> two = place(place(Stage(), "202a", Hex(0, 0)), "208a", Hex(1, 0))
    >>> [(tile.tile, tile.hex, tile.rotation) for tile in mirror_all(two)]
    [('202a', Hex(q=0, r=0), 0), ('208a', Hex(q=1, r=0), 2)]
    """
    without = sorted({tile.tile for tile in stage if mirrored_side(tile.tile) is None})
    if without:
        raise EditError(f"No piece is the mirror image of {', '.join(without)}.")
    about = middle(tile.hex for tile in stage)
    return replace(stage, tiles=tuple(_mirrored(tile, about) for tile in stage))


def mirror_many(stage: Stage, places: frozenset[Hex]) -> Stage:
    """Tiles on some hexes replaced by their mirrored pieces; a single tile stays on its hex. Raises EditError."""
    block = Stage(tuple(tile for tile in stage if tile.hex in places))
    images = dict(zip(block.tiles, mirror_all(block).tiles, strict=True))
    staying = {tile.hex: tile for tile in stage if tile.hex not in places}
    for image in images.values():
        if (there := staying.get(image.hex)) is not None:
            raise EditError(f"Tile {there.tile} already lies at {image.hex.q}, {image.hex.r}.")
    return replace(stage, tiles=tuple(images.get(tile, tile) for tile in stage))


def _mirrored(tile: PlacedTile, about: Hex) -> PlacedTile:
    image = mirrored_side(tile.tile)
    assert image is not None
    q, r = tile.hex.q - about.q, tile.hex.r - about.r
    tokens = tuple(replace(token, place=_place(token, image)) for token in tile.tokens)
    return replace(
        tile,
        tile=image.tile,
        hex=Hex(about.q + q + r, about.r - r),
        rotation=(image.rotation - tile.rotation) % 6,
        tokens=tokens,
    )


def _place(token: Token, image: Mirrored) -> str | None:
    if not token.place:
        return token.place
    start, arrow, end = token.place.partition(">")
    if arrow:
        return f"{image.spaces.get(start, start)}>{image.spaces.get(end, end)}"
    return image.edges.get(token.place, token.place)


def reverse(stage: Stage, rules: Rules | None = None) -> Stage:
    """The stage driven from its finish to its start: start and finish tile change places, the road stays.

    What goes up goes down then: climb tokens are turned to their other number, so that the hill stays where it is; by
    house rule (``climb.token_turns_with_direction`` of ``rules``, the standard ones if not given) they stay, so that
    their tile is an ascent, or a descent, for whoever drives it.
    On a circuit the finish standee looks the other way and the joker arches change places; a circuit with a pre-grid
    has an approach that joins one way only. Raises EditError with the reason when it cannot be done.
    """
    graph = stage_graph.build(stage)
    route = routes.build(graph)
    turns = (rules or load_rules()).switch("climb.token_turns_with_direction")
    if route.start is None or route.finish is None:
        raise EditError("Only a stage with a start and a finish can be driven the other way.")
    if route.kind == "circuit":
        return _reversed_circuit(stage, graph, route, turns)
    if len(route.starts) > 1 or len(route.finishes) > 1:
        raise EditError("The stage has more than one start or finish; take the spare one away first.")
    start, finish = graph.placed(route.start), graph.placed(route.finish)
    behind = _outer(graph, route.start)
    beyond = _outer(graph, route.finish)
    tiles = []
    for tile in stage:
        tokens = tuple(
            replace(token, value=-token.value) if turns and token.kind == "climb" and token.value else token
            for token in tile.tokens
        )
        if tile == start:
            tiles.append(_facing(replace(finish, hex=tile.hex, tokens=tokens), behind, beyond))
        elif tile == finish:
            tiles.append(_facing(replace(start, hex=tile.hex, tokens=tokens), beyond, behind))
        else:
            tiles.append(replace(tile, tokens=tokens))
    return replace(stage, tiles=tuple(tiles))


def _outer(graph: stage_graph.StageGraph, place: Hex) -> str:
    """The edge of a start or finish tile, as it lies, that the road of the stage does not use."""
    ends = graph.road_edges(place)
    joined = {
        graph.graph.edges[place, other]["ends"][place].edge for other in graph.graph[place] if graph.side(other).roads
    }
    free = [edge for edge in ends if edge not in joined]
    if len(free) != 1 or len(ends) != 2:
        raise EditError(f"Tile {graph.placed(place).tile} at {place.q}, {place.r} is not joined to the road.")
    return free[0]


def _facing(tile: PlacedTile, outer: str, was_outer: str) -> PlacedTile:
    """A tile turned so that the edge which lay outside at ``was_outer`` lies outside at ``outer``."""
    return replace(tile, rotation=(tile.rotation + EDGES.index(outer) - EDGES.index(was_outer)) % 6)


def _reversed_circuit(stage: Stage, graph: stage_graph.StageGraph, route: routes.Route, turns: bool) -> Stage:
    if route.starts:
        raise EditError(
            "The pre-grid joins this circuit in one direction only; take it away, turn the circuit, and join it again."
        )
    swap = {"joker-entrance": "joker-exit", "joker-exit": "joker-entrance"}
    moved: dict[Hex, Token] = {}
    tiles = []
    for tile in stage:
        tokens = []
        for token in tile.tokens:
            start, arrow, end = (token.place or "").partition(">")
            if token.kind == "finish" and arrow:
                tokens.append(replace(token, place=f"{end}>{start}"))
            elif token.kind == "finish" and start in EDGES and start:
                # The line on a tile edge is crossed from the tile beyond it now.
                edge = turned(start, tile.rotation)
                beyond = neighbour(tile.hex, edge)
                if beyond not in graph.graph:
                    raise EditError("There is no road beyond the finish standee.")
                moved[beyond] = replace(token, place=routes.printed_edge(graph, beyond, opposite(edge)))
            elif turns and token.kind == "climb" and token.value:
                tokens.append(replace(token, value=-token.value))
            else:
                tokens.append(replace(token, kind=swap.get(token.kind, token.kind)))
        tiles.append(replace(tile, tokens=tuple(tokens)))
    return replace(
        stage,
        tiles=tuple(
            replace(tile, tokens=(*tile.tokens, moved[tile.hex])) if tile.hex in moved else tile for tile in tiles
        ),
    )
