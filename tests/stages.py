"""Made-up stages for tests and benchmarks: as long as asked, without a gap, always the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle

from designer import catalog
from designer.catalog import Side
from designer.design.document import Design, Inventory
from designer.design.hexes import EDGES, Hex, neighbour, opposite, turned
from designer.design.stage import PlacedTile, Stage

#: Tiles that a serpentine goes up or down before it turns.
LEG = 12


def sound_design(tiles: int, name: str = "Serpentine") -> Design:
    """A design with a stage of so many tiles that has no finding of severity error, and boxes enough for it."""
    boxes = dict.fromkeys(catalog.boxes(), tiles)
    return Design(name=name, inventory=Inventory(boxes=boxes), stage=sound_stage(tiles))


def sound_stage(tiles: int) -> Stage:
    """A road of two lanes from a start to a finish, up and down in legs, over all kinds of gravel tiles in turn."""
    leaving = _directions()
    place, entry = Hex(0, 0), "D"
    placed = [PlacedTile("202a", place)]
    supply = {turn: cycle(_sides(turn)) for turn in range(1, 6)}
    next(leaving)
    place = neighbour(place, "A")
    for _ in range(tiles - 2):
        exit_ = next(leaving)
        turn = (EDGES.index(exit_) - EDGES.index(entry)) % 6
        side, rotation = _turned(next(supply[turn]), entry, exit_)
        placed.append(PlacedTile(side.id, place, rotation))
        place, entry = neighbour(place, exit_), opposite(exit_)
    finish = catalog.sides()["203a"]
    placed.append(PlacedTile("203a", place, (EDGES.index(entry) - EDGES.index(next(iter(finish.edges)))) % 6))
    return Stage(tuple(placed))


def _directions() -> Iterator[str]:
    """The edges that the road leaves over: legs up and down, joined by two bends each."""
    while True:
        yield from "A" * LEG
        yield from "BD"
        yield from "D" * LEG
        yield from "CA"


@cache
def _sides(turn: int) -> tuple[Side, ...]:
    """Plain gravel sides of one road of two lanes that leads over an edge ``turn`` steps on, or as many back."""
    return tuple(
        side
        for side in catalog.sides().values()
        if side.role is None
        and side.terrain == "gravel"
        and len(side.roads) == 1
        and all(edge == (2, "straight") for edge in side.edges.values())
        and not any(space.lane == "full" for space in side.spaces.values())
        and (EDGES.index(side.roads[0][1]) - EDGES.index(side.roads[0][0])) % 6 in (turn, 6 - turn)
        and not any(feature.kind == "climb" for feature in side.features)
    )


def _turned(side: Side, entry: str, exit_: str) -> tuple[Side, int]:
    for rotation in range(6):
        if {turned(edge, rotation) for edge in side.roads[0]} == {entry, exit_}:
            return side, rotation
    raise AssertionError(f"{side.id} does not lead from {entry} to {exit_}")
