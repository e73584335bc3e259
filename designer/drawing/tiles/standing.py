"""Where standing pieces stand: joker arches and finish standees on the lines across a tile's road. No Qt."""

from __future__ import annotations

import math
from typing import NamedTuple

from designer import catalog
from designer.design.hexes import EDGES
from designer.design.stage import PlacedTile, Token
from designer.drawing.tiles.geometry import Point, edge_angle, edge_middle, geometry

ARCHES = ("joker-entrance", "joker-exit")
STANDING = (*ARCHES, "finish")
#: How far inside its edge a piece at the edge is drawn.
INSET = 0.86


class Stand(NamedTuple):
    """A place for a standing piece: its name in the design ("A", or the step "bl>cl"), its middle, the driving
    direction across it and the width of the road there; on the tile as printed."""

    name: str
    at: Point
    heading: float
    width: float


def turned(point: Point, rotation: int) -> Point:
    """A point of the printed tile as it lies on the table."""
    angle = math.radians(60 * rotation)
    x, y = point
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def places(placed: PlacedTile, kind: str, backwards: bool = False) -> list[Stand]:
    """Where a piece of a kind can stand on a tile: on its road edges; a finish standee also on the lines inside.

    A standee at an edge is driven past outwards; inside, along the printed road or, ``backwards``, against it.
    """
    side = catalog.side(placed.tile)
    if side is None:
        return []
    found = []
    for edge in side.edges:
        x, y = edge_middle(edge)
        found.append(Stand(edge, (x * INSET, y * INSET), edge_angle(edge), 62.0 * side.edges[edge].lanes))
    if kind != "finish":
        return found
    layout = geometry(placed.tile)
    for ribbon in layout.ribbons if layout.kind != "fork" else ():
        way = side.driven[ribbon.road if not backwards else (ribbon.road[1], ribbon.road[0])]
        steps = {(step.start, step.end) for step in way.steps if step.kind == "straight"}
        for border in ribbon.borders:
            pairs = [(end, start) for start, end in border.pairs] if backwards else list(border.pairs)
            step = next((pair for pair in pairs if pair in steps), None)
            if step is not None:
                (x0, y0), (x1, y1) = border.points[0], border.points[-1]
                found.append(
                    Stand(
                        f"{step[0]}>{step[1]}",
                        ((x0 + x1) / 2, (y0 + y1) / 2),
                        border.heading + (math.pi if backwards else 0.0),
                        math.dist((x0, y0), (x1, y1)),
                    )
                )
    return found


def nearest_place(placed: PlacedTile, kind: str, point: Point, backwards: bool = False) -> str | None:
    """The name of the place nearest to a point of the tile as it lies; None for pieces that do not stand."""
    if kind not in STANDING:
        return None
    found = places(placed, kind, backwards)
    return min(found, key=lambda stand: math.dist(turned(stand.at, placed.rotation), point)).name if found else None


def stand_of(placed: PlacedTile, token: Token) -> Stand | None:
    """Where a token of a tile stands; None when it lies flat or its place is not one of the tile's."""
    if token.kind not in STANDING or not token.place:
        return None
    for backwards in (False, True):
        found = next((stand for stand in places(placed, "finish", backwards) if stand.name == token.place), None)
        if found is not None or token.place in EDGES:
            return found
    return None
