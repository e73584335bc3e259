"""Other cars in the way: which spaces they take, and beside whom one may drive.

Sources: RX, "Pushing", "Damage Tokens" (Yellow Flag); core rules 8 (a car sideways on a slide) and 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from designer import catalog
from designer.catalog import ROAD_LANES
from designer.design.hexes import Hex
from designer.graph.space_graph import SpaceInfo
from designer.simulator.rally.cars import Car
from designer.simulator.rally.plans import Placement, Plan, State, after, placements
from designer.simulator.rally.track import Track

Atom = tuple[Hex, str]


@dataclass(frozen=True, slots=True)
class Traffic:
    """The other cars on the course as (spot, gear), and the tiles under a yellow flag.

    >>> CLEAR.cars
    ()
    """

    cars: tuple[tuple[int, int], ...] = ()
    flags: frozenset[Hex] = frozenset()


CLEAR = Traffic()
#: By how many steps a car may be farther from the finish and yet beside a space that a move leads onto: round the
#: outside of a long corner, whose inside is one space.
BESIDE = 6


@cache
def _crossed(tile: str) -> dict[str, frozenset[str]]:
    """Cells of a tile that lie over others (level crossings, forks): a car on one takes the others too."""
    found: dict[str, set[str]] = {}
    side = catalog.side(tile)
    for one, other in side.overlap if side is not None else ():
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {name: frozenset(names) for name, names in found.items()}


def footprint(space: SpaceInfo, *, sideways: bool = True) -> frozenset[Atom]:
    """What a car on a space takes up, as pieces of the tile.

    A row that can be slid has a first and a second half: a car that drives it on one lane takes both halves of its
    lane, a car that slides takes one half of every lane, so that nothing passes it (2011 rules, article 18).
    ``sideways``: whether a sliding car is in the way of the lanes.
    """
    place, name = space.id
    if space.kind in ("half-1", "half-2"):
        row, _, half = name.partition("/")
        if not sideways:
            return frozenset({(place, name)})
        return frozenset((place, f"{cell}/{half}") for cell in row.split("+"))
    names = {name} | _crossed(space.tile).get(name, frozenset())
    return frozenset((place, f"{cell}/{half}") for cell in names for half in ("1", "2"))


def row(space: SpaceInfo) -> str | None:
    """The row of a cell on the straight: its name without the lane ("bl" and "bmr" lie in row "b"); None elsewhere."""
    return (space.id.name.rstrip("lmr") or None) if space.lane in ROAD_LANES else None


def beside(one: SpaceInfo, other: SpaceInfo) -> bool:
    """Whether two spaces lie side by side: lanes of one row, or the inside and the outside of one corner."""
    if one.id.hex != other.id.hex or one.id == other.id:
        return False
    if one.corner is not None and one.corner == other.corner:
        return {one.lane, other.lane} == {"inside", "outside"}
    return row(one) is not None and row(one) == row(other)


def _footprints(track: Track) -> tuple[frozenset[Atom], ...]:
    found = track.cache.get("footprints")
    if found is None:
        sideways = track.rules.switch("slide.sideways_blocks")
        found = tuple(footprint(spot.space, sideways=sideways) for spot in track.course.spots)
        track.cache["footprints"] = found
    prints: tuple[frozenset[Atom], ...] = found
    return prints


def flagged(track: Track, flags: frozenset[Hex]) -> frozenset[Hex]:
    """The tiles on which a yellow flag counts: its own and those before and after it along the road."""
    reach = set(flags)
    for _ in range(track.rules.number("flag.yellow_tiles_each_way") if flags else 0):
        reach |= {
            place
            for spot in track.course.spots
            for move in track.course.moves[spot.number]
            for here, place in (
                (spot.space.id.hex, track.course.spots[move.to].space.id.hex),
                (track.course.spots[move.to].space.id.hex, spot.space.id.hex),
            )
            if here in reach
        }
    return frozenset(reach)


def is_free(track: Track, traffic: Traffic, spot: int) -> bool:
    """Whether no other car takes up any part of a spot."""
    if not track.rules.switch("blocking.one_car_per_space"):
        return True
    prints = _footprints(track)
    return not any(prints[spot] & prints[taken] for taken, _ in traffic.cars)


def may_enter(track: Track, traffic: Traffic, start: int, placement: Placement) -> bool:
    """Whether other cars let a placement be: its space is free, and no faster car is drawn level with.

    A car drives beside another only in the same or a higher gear (GT, assumed for DIRT); cars in gear 0 do not ask
    for it. Under a yellow flag no car may draw level with another that moves, unless it is level already.
    """
    if not is_free(track, traffic, placement.to):
        return False
    spaces = track.course.spots
    same_or_higher = track.rules.switch("blocking.same_or_higher_gear")
    ignored = track.rules.switch("blocking.standing_cars_ignored")
    for other, gear in traffic.cars:
        if (gear == 0 and ignored) or not beside(spaces[placement.to].space, spaces[other].space):
            continue
        if same_or_higher and placement.gear < gear:
            return False
        if spaces[placement.to].space.id.hex in traffic.flags and not beside(spaces[start].space, spaces[other].space):
            return False
    return True


def options(track: Track, car: Car, state: State, traffic: Traffic = CLEAR) -> list[Placement]:
    """Every legal next placement with other cars on the course (see ``plans.placements``)."""
    found = placements(track, car, state)
    if not traffic.cars:
        return found
    second = track.second.get(state.spot) if state.first and state.gear == 0 else None
    if second is not None and not is_free(track, traffic, second):
        return []  # a slide is left over its second half, and a car there cannot be passed
    return [option for option in found if may_enter(track, traffic, state.spot, option)]


def is_legal(track: Track, car: Car, state: State, plan: Plan, traffic: Traffic = CLEAR) -> bool:
    """Whether each placement of a plan is legal after those before it."""
    for placement in plan:
        if placement not in options(track, car, state, traffic):
            return False
        state = after(track, state, placement)
    return True


def near(track: Track, traffic: Traffic, spot: int, reach: int = 14) -> Traffic:
    """The traffic that a turn from a spot can meet: cars at most ``reach`` steps ahead, or level."""
    if track.course.kind == "circuit":  # a car may be about to lap another
        return traffic
    left = track.course.spots[spot].left
    cars = tuple(
        (other, gear) for other, gear in traffic.cars
        if left - reach <= track.course.spots[other].left <= left + BESIDE
    )
    return Traffic(cars, traffic.flags) if cars else CLEAR
