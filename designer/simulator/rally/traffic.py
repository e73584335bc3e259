"""Other cars in the way: which spaces they take, beside whom one may drive, and whom one may push.

Sources: RX, "Pushing", "Damage Tokens" (Yellow Flag); core rules 8 (a car sideways on a slide) and 12.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from designer import catalog
from designer.catalog import LANE_PLACES, ROAD_LANES
from designer.design.hexes import Hex
from designer.graph.space_graph import SpaceInfo
from designer.play.cars import Car
from designer.play.plans import Placement, Plan, Push, State, after, placements
from designer.play.track import Track
from designer.simulator.rally import pushing

Atom = tuple[Hex, str]


@dataclass(frozen=True, slots=True)
class Traffic:
    """The other cars on the course as (spot, gear), and the tiles under a yellow flag.

    ``danger_tokens``: those that being pushed has laid on the driver's own board (RX, "Danger Tokens").

    >>> CLEAR.cars
    ()
    """

    cars: tuple[tuple[int, int], ...] = ()
    flags: frozenset[Hex] = frozenset()
    danger_tokens: int = 0

    @property
    def matters(self) -> bool:
        """Whether it changes anything for a turn."""
        return bool(self.cars or self.danger_tokens)


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
    return frozenset((place, f"{cell}/{half}") for cell in names for half in ("1", "2", "3"))


def row(space: SpaceInfo) -> str | None:
    """The row of a cell on the straight, None elsewhere: its name without the lane ("bl" and "bmr" lie in row "b"), or
    where the names do not end in their lane (415: "b1" and "b2") the edge of the tile at which the row lies."""
    if space.lane not in ROAD_LANES:
        return None
    return _rows_at_edges(space.tile).get(space.id.name) or space.id.name.rstrip("lmr") or None


@cache
def _rows_at_edges(tile: str) -> dict[str, str]:
    """The rows at the edges of a tile whose names do not end in their lanes, by the names of their cells."""
    side = catalog.side(tile)
    found: dict[str, str] = {}
    for road in side.driven.values() if side is not None else ():
        assert side is not None
        for edge, names in ((road.entry, set(road.lanes_in)), (road.exit, set(road.lanes_out))):
            lanes = [side.spaces[name].lane in ROAD_LANES and name.rstrip("lmr") == name for name in names]
            if len(names) > 1 and all(lanes):
                found |= dict.fromkeys(names, f"edge {edge}")
    return found


@cache
def _lanes(tile: str) -> dict[str, int]:
    """For each cell of a tile's rows its place in its row, from 0 on the left."""
    side = catalog.side(tile)
    rows: dict[str, list[str]] = {}
    for space in side.spaces.values() if side is not None else ():
        if space.lane in ROAD_LANES:
            rows.setdefault(_rows_at_edges(tile).get(space.name, space.name.rstrip("lmr")), []).append(space.name)
    found: dict[str, int] = {}
    for names in rows.values():
        assert side is not None
        names.sort(key=lambda name: LANE_PLACES[side.spaces[name].lane])
        found |= {name: number for number, name in enumerate(names)}
    return found


def beside(one: SpaceInfo, other: SpaceInfo) -> bool:
    """Whether two spaces lie side by side: neighbouring lanes of one row, or the inside and the outside of one corner.

    The outer lanes of three or four are not beside each other (RX, "Pushing" and "Damage Tokens": next to a car).
    """
    if one.id.hex != other.id.hex or one.id == other.id:
        return False
    if one.corner is not None and one.corner == other.corner:
        return {one.lane, other.lane} == {"inside", "outside"}
    if row(one) is None or row(one) != row(other):
        return False
    lanes = _lanes(one.tile)
    here, there = lanes.get(one.id.name), lanes.get(other.id.name)
    return here is None or there is None or abs(here - there) == 1


def _footprints(track: Track) -> tuple[frozenset[Atom], ...]:
    return track.memory.once(_all_footprints, track)


def _all_footprints(track: Track) -> tuple[frozenset[Atom], ...]:
    sideways = track.rules.switch("slide.sideways_blocks")
    return tuple(footprint(spot.space, sideways=sideways) for spot in track.course.spots)


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


def _in_the_way(track: Track) -> tuple[frozenset[int], ...]:
    """For each spot the spots (it among them) from which a car takes up a part of it."""
    return track.memory.once(_all_in_the_way, track)


def _all_in_the_way(track: Track) -> tuple[frozenset[int], ...]:
    prints = _footprints(track)
    on: dict[Atom, set[int]] = defaultdict(set)
    for spot, atoms in enumerate(prints):
        for atom in atoms:
            on[atom].add(spot)
    return tuple(frozenset().union(*(on[atom] for atom in atoms)) for atoms in prints)


def _level(track: Track) -> tuple[frozenset[int], ...]:
    """For each spot the spots that lie beside it."""
    return track.memory.once(_all_level, track)


def _all_level(track: Track) -> tuple[frozenset[int], ...]:
    on: dict[Hex, list[int]] = defaultdict(list)
    spots = track.course.spots
    for spot in spots:
        on[spot.space.id.hex].append(spot.number)
    return tuple(
        frozenset(other for other in on[spot.space.id.hex] if beside(spot.space, spots[other].space)) for spot in spots
    )


def is_free(track: Track, traffic: Traffic, spot: int) -> bool:
    """Whether no other car takes up any part of a spot."""
    if not track.rules.switch("blocking.one_car_per_space"):
        return True
    taken = _in_the_way(track)[spot]
    return not any(other in taken for other, _ in traffic.cars)


def may_enter(track: Track, traffic: Traffic, start: int, to: int, gear: int) -> bool:
    """Whether other cars let a car go from one spot to another in a gear: it is free, and no faster car beside it.

    A car drives beside another only in the same or a higher gear (GT, assumed for DIRT); cars in gear 0 do not ask
    for it. Under a yellow flag no car may draw level with another that moves, unless it is level already.
    """
    if not is_free(track, traffic, to):
        return False
    level = _level(track)
    beside_it = level[to]
    for other, its_gear in traffic.cars:
        if other not in beside_it or (its_gear == 0 and track.rules.switch("blocking.standing_cars_ignored")):
            continue
        if gear < its_gear and track.rules.switch("blocking.same_or_higher_gear"):
            return False
        if track.course.spots[to].space.id.hex in traffic.flags and other not in level[start]:
            return False
    return True


def _touched(track: Track, traffic: Traffic) -> frozenset[int]:
    """The spots that other cars take a part of or lie beside: on all others nobody is in the way."""
    taken, level = _in_the_way(track), _level(track)
    return frozenset().union(*(taken[other] | level[other] for other, _ in traffic.cars))


def options(track: Track, car: Car, state: State, traffic: Traffic = CLEAR) -> list[Placement]:
    """Every legal next placement with other cars on the course (see ``plans.placements``).

    Danger tokens on the board count with the first dice rolled: they are added to the result (RX, "Danger Tokens").
    """
    found = placements(track, car, state)
    if traffic.cars:
        found = _past_cars(track, state, traffic, found)
    if state.first and traffic.danger_tokens:
        found = [
            option._replace(hazards=option.hazards + traffic.danger_tokens) if option.dice else option
            for option in found
        ]
    return found


def _past_cars(track: Track, state: State, traffic: Traffic, found: list[Placement]) -> list[Placement]:
    """The placements that other cars leave, or make way for when they are pushed.

    A car that has been pushed in the turn is only pushed again when it is in the way: when nothing else is left.
    """
    second = track.second.get(state.spot) if state.first and state.gear == 0 else None
    if second is not None and not is_free(track, traffic, second):
        return []  # a slide is left over its second half, and a car there cannot be passed
    if not track.rules.switch("push.allowed"):
        near_cars = _touched(track, traffic)
        return [
            option
            for option in found
            if option.to not in near_cars or may_enter(track, traffic, state.spot, option.to, option.gear)
        ]
    cars = pushing.where_now(track, traffic.cars, state)
    now = replace(traffic, cars=tuple((one.spot, one.gear) for one in cars))
    left: list[Placement] = []
    again: list[Placement] = []
    for option in found:
        if may_enter(track, now, state.spot, option.to, option.gear):
            left.append(option)
            continue
        for push in _pushes(track, state, now, cars, option):
            once = track.rules.switch("push.same_car_once") and pushing.again(state, push)
            (again if once else left).append(option._replace(push=push))
    return left or again


def _pushes(track: Track, state: State, now: Traffic, cars: list[pushing.Seen], option: Placement) -> Iterator[Push]:
    """The pushes with which a placement comes onto a space that another car stands on (RX, "Pushing").

    One pushes from directly behind, in the same or a higher gear than that of the car pushed, which goes straight
    ahead onto a space that is free, and level with another car only as if it drove there.
    """
    spots = track.course.spots
    there = [one for one in cars if spots[one.spot].space.id == spots[option.to].space.id]
    if len(there) != 1 or option.gear < there[0].gear or not pushing.directly_behind(track, state, option):
        return
    pushed = there[0]
    others = replace(now, cars=tuple((one.spot, one.gear) for one in cars if one is not pushed))
    for to in pushing.ahead(track, pushed.spot):
        gone = (*others.cars, (to, pushed.gear)) if not spots[to].finished else others.cars
        if may_enter(track, others, pushed.spot, to, pushed.gear) and may_enter(
            track, replace(now, cars=gone), state.spot, option.to, option.gear
        ):
            yield Push(pushed.car, pushed.spot, to, pushed.gear)


def is_legal(track: Track, car: Car, state: State, plan: Plan, traffic: Traffic = CLEAR) -> bool:
    """Whether each placement of a plan is legal after those before it."""
    for placement in plan:
        if placement not in options(track, car, state, traffic):
            return False
        state = after(track, state, placement)
    return True


def near(track: Track, traffic: Traffic, spot: int, reach: int = 14) -> Traffic:
    """The traffic that a turn from a spot can meet: cars at most ``reach`` steps ahead, or level.

    Where cars are pushed, those ahead of a car that can be pushed are met as well.
    """
    if track.course.kind == "circuit":  # a car may be about to lap another
        return traffic
    left = track.course.spots[spot].left
    if track.rules.switch("push.allowed"):
        reach += BESIDE + 1
    cars = tuple(
        (other, gear) for other, gear in traffic.cars if left - reach <= track.course.spots[other].left <= left + BESIDE
    )
    return Traffic(cars, traffic.flags) if cars else CLEAR
