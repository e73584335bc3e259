"""Hexagons of the stage: axial coordinates, edges and their geometry.

Hexes are flat-topped. Edge A points up, B to F follow clockwise. A step over edge A raises q by one, a step over
edge B raises r by one. A placed tile turned by ``rotation`` shows its printed edge X at X + rotation. Lengths are
those of the 520 x 450 drawing of a tile (circumradius 260), x to the right, y down.
"""

from __future__ import annotations

import math
from typing import NamedTuple

EDGES = "ABCDEF"
RADIUS = 260.0
HEIGHT = RADIUS * math.sqrt(3.0)


class Hex(NamedTuple):
    """A place on the grid.

    >>> neighbour(Hex(0, 0), "B")
    Hex(q=0, r=1)
    """

    q: int
    r: int


ORIGIN = Hex(0, 0)
STEPS: dict[str, Hex] = {
    "A": Hex(1, 0),
    "B": Hex(0, 1),
    "C": Hex(-1, 1),
    "D": Hex(-1, 0),
    "E": Hex(0, -1),
    "F": Hex(1, -1),
}


def neighbour(place: Hex, edge: str) -> Hex:
    """The hex on the other side of an edge (A to F as it lies on the table)."""
    step = STEPS[edge]
    return Hex(place.q + step.q, place.r + step.r)


def opposite(edge: str) -> str:
    """The edge across the hex, which is also the edge a neighbour shares.

    >>> opposite("B")
    'E'
    """
    return EDGES[(EDGES.index(edge) + 3) % 6]


def turned(edge: str, rotation: int) -> str:
    """Where a printed edge lies once the tile is turned by ``rotation`` steps of 60 degrees clockwise.

    >>> turned("A", 2)
    'C'
    """
    return EDGES[(EDGES.index(edge) + rotation) % 6]


def edge_between(place: Hex, other: Hex) -> str | None:
    """The edge of ``place`` that faces its neighbour ``other``; None when they do not touch."""
    for edge in EDGES:
        if neighbour(place, edge) == other:
            return edge
    return None


def centre(place: Hex) -> tuple[float, float]:
    """The centre of a hex in drawing pixels, with hex (0, 0) at the origin.

    >>> [round(value, 1) for value in centre(Hex(0, 2))]
    [780.0, -450.3]
    """
    return 1.5 * RADIUS * place.r, -HEIGHT * (place.q + place.r / 2.0)


def hex_at(x: float, y: float) -> Hex:
    """The hex that holds a point of the drawing plane.

    >>> hex_at(*centre(Hex(3, -2)))
    Hex(q=3, r=-2)
    """
    r = x / (1.5 * RADIUS)
    q = -y / HEIGHT - r / 2.0
    s = -q - r
    rounded = [round(q), round(r), round(s)]
    errors = [abs(rounded[0] - q), abs(rounded[1] - r), abs(rounded[2] - s)]
    if errors[0] > errors[1] and errors[0] > errors[2]:
        rounded[0] = -rounded[1] - rounded[2]
    elif errors[1] > errors[2]:
        rounded[1] = -rounded[0] - rounded[2]
    return Hex(rounded[0], rounded[1])


def distance(place: Hex, other: Hex) -> int:
    """How many steps lie between two hexes.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    dq, dr = place.q - other.q, place.r - other.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotated(place: Hex, steps: int, pivot: Hex = ORIGIN) -> Hex:
    """A hex turned about a pivot by ``steps`` of 60 degrees clockwise.

    >>> rotated(Hex(1, 0), 1)
    Hex(q=0, r=1)
    """
    q, r = place.q - pivot.q, place.r - pivot.r
    for _ in range(steps % 6):
        q, r = -r, q + r
    return Hex(q + pivot.q, r + pivot.r)


def corners() -> list[tuple[float, float]]:
    """The six corners of a hex about its centre, from the left end of edge A clockwise."""
    return [
        (RADIUS * math.cos(math.radians(angle)), RADIUS * math.sin(math.radians(angle)))
        for angle in (-120, -60, 0, 60, 120, 180)
    ]
