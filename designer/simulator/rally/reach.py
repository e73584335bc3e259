"""Where a car can come to on a track, and in which gears: reachability by the plan rules, without rolling a die.

A driver may stop after any die, so a turn can begin wherever a placement of dice has ended. It is therefore enough
to know for each spot the gears in which a turn can begin there; they are kept as bits (bit 3: gear 3). Nothing here
knows a rule: what one step allows is asked of ``plans.placements`` on a track of two spots, once for each kind of
step, and remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from designer.design.hexes import Hex
from designer.graph.course import Course, Spot
from designer.graph.space_graph import SpaceId, SpaceInfo
from designer.rules import Rules
from designer.simulator.rally.cars import Car
from designer.simulator.rally.dice import GEARS, INDEX, NONE, Counts, gear_die
from designer.simulator.rally.plans import State, gear_without_die, placements
from designer.simulator.rally.track import NO_LIMIT, Track, Way

ALL_GEARS = (0, *GEARS)


class Kind(NamedTuple):
    """What the placements of one step depend on, apart from car and state."""

    terrain: str
    weather: str
    coast_loss: int
    climb: str | None
    least: int
    most: int
    shift_up: bool

    def without_oxygen(self) -> Kind:
        """The same step on a tile without oxygen tokens."""
        return self._replace(coast_loss=0)


class Choice(NamedTuple):
    """One placement over a step: its kind, its dice, the gear after."""

    kind: str
    dice: tuple[str, ...]
    gear: int


@dataclass(frozen=True, slots=True)
class Reach:
    """Gears in which a turn can begin on each spot, as bits. ``losing``: losses of control on the way are counted in.

    ``stuck``: the gears of each spot from which no die can be placed.
    """

    gears: tuple[int, ...]
    stuck: tuple[int, ...]
    losing: bool

    def finishes(self, course: Course) -> bool:
        """Whether a finished spot is reached."""
        return any(mask and spot.finished for mask, spot in zip(self.gears, course.spots, strict=True))


def gears_in(mask: int) -> list[int]:
    """The gears of a mask.

    >>> gears_in(0b1101)
    [0, 2, 3]
    """
    return [gear for gear in ALL_GEARS if mask >> gear & 1]


def kind_of(track: Track, way: Way) -> Kind:
    """The kind of a step."""
    space = track.course.spots[way.to].space
    return Kind(space.terrain, track.weather, space.coast_loss, way.climb, way.least, way.most, way.shift_up)


@lru_cache(maxsize=65536)
def choices(car: Car, rules: Rules, kind: Kind, gear: int, used: Counts = NONE) -> tuple[Choice, ...]:
    """What may be placed over one step of a kind, coming in a gear; ``used``: dice already placed in the turn.

    >>> from designer import rules
    >>> from designer.simulator.rally.cars import car_from_board
    >>> step = Kind("gravel", "dry", 0, "ascent", 0, NO_LIMIT, True)
    >>> [choice.gear for choice in choices(car_from_board("r6-gravel"), rules.load(), step, 4)]
    [3]
    """
    road = _road(rules, kind)
    return tuple(dict.fromkeys(Choice(placed.kind, placed.dice, placed.gear)
                               for placed in placements(road, car, State(0, gear, used))))


@lru_cache(maxsize=4096)
def _road(rules: Rules, kind: Kind) -> Track:
    """A track of one step of a kind."""
    spots = tuple(
        Spot(number, SpaceInfo(SpaceId(Hex(0, 0), f"s{number}"), "test road", kind.terrain, "low", "space", "middle",
                               (0.0, 0.0), coast_loss=kind.coast_loss), 0, True, False, 1 - number)
        for number in range(2)
    )
    way = Way(1, kind.climb, NO_LIMIT, 0, None, kind.least, kind.most, None, False, kind.shift_up)
    return Track(Course(spots, ((), ()), (0,), "stage", 1), rules, ((way,), ()), weather=kind.weather)


@lru_cache(maxsize=4096)
def table(car: Car, rules: Rules, kind: Kind) -> tuple[tuple[int, int, bool], ...]:
    """For each gear before a step: the gears after it by dice, the gears after it by mercy, both as bits, and whether
    a car that has just placed that gear's die keeps its gear over the step although no turn could begin so."""
    rows = []
    for gear in ALL_GEARS:
        dice = mercy = 0
        for choice in choices(car, rules, kind, gear):
            if choice.kind == "mercy":
                mercy |= 1 << choice.gear
            else:
                dice |= 1 << choice.gear
        rows.append((dice, mercy, bool(gear) and not dice >> gear & 1 and _kept(car, rules, kind, gear, ()) != ()))
    return tuple(rows)


def _kept(car: Car, rules: Rules, kind: Kind, gear: int, coasts: tuple[str, ...]) -> tuple[Choice, ...]:
    """Placements in the middle of a turn that keep the gear, after the gear's own die and some coasts."""
    used = list(NONE)
    for die in (gear_die(gear), *coasts):
        used[INDEX[die]] += 1
    return tuple(choice for choice in choices(car, rules, kind, gear, tuple(used)) if choice.gear == gear)


def explore(track: Track, car: Car, *, losing: bool = False) -> Reach:
    """Where a car can come to from the start. Without ``losing`` no placement breaks a limit."""
    rules, spots = track.rules, track.course.spots
    after_loss = 1 << rules.number("loss.gear_after")
    begin = [0] * len(spots)
    by_die = [0] * len(spots)
    stuck = [0] * len(spots)
    coasting: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for start in track.course.starts:
        begin[start] |= 1
    tables: dict[Kind, tuple[tuple[int, int, bool], ...]] = {}
    kinds: dict[tuple[object, ...], Kind] = {}
    for spot in range(len(spots)):
        if not begin[spot]:
            continue
        ways = []
        for way in track.ways[spot]:
            space = spots[way.to].space
            key = (space.terrain, space.coast_loss, way.climb, way.least, way.most, way.shift_up)
            kind = kinds.get(key)
            if kind is None:
                kind = kinds[key] = kind_of(track, way)
                tables[kind] = table(car, rules, kind)
            ways.append((way, kind, tables[kind], (1 << way.limit + 1) - 1))
        for gear in reversed(ALL_GEARS):
            if not begin[spot] >> gear & 1:
                continue
            placed = False
            for way, _, rows, kept in ways:
                dice = rows[gear][0]
                if dice:
                    placed = True
                    by_die[way.to] |= dice & kept
                    begin[way.to] |= dice & kept
                    if losing and dice & ~kept:
                        begin[way.to] |= after_loss
            if placed or spots[spot].finished:
                continue
            stuck[spot] |= 1 << gear
            merciful = False
            for way, _, rows, kept in ways:
                mercy = rows[gear][1]
                if mercy:
                    merciful = True
                    begin[way.to] |= mercy & kept
                    if losing and mercy & ~kept:
                        begin[way.to] |= after_loss
            if not merciful:
                begin[spot] |= 1 << gear_without_die(gear, rules)
        for gear in GEARS:
            chains: list[tuple[str, ...]] = [()] if by_die[spot] >> gear & 1 else coasting.get((spot, gear), [])
            for way, kind, rows, kept in ways if chains else ():
                if kept >> gear & 1 and (rows[gear][2] or chains != [()]):
                    for coasts in chains:
                        for choice in _kept(car, rules, kind, gear, coasts):
                            more = (*coasts, *choice.dice)
                            known = coasting.setdefault((way.to, gear), [])
                            begin[way.to] |= 1 << gear
                            if more not in known:
                                known.append(more)
    return Reach(tuple(begin), tuple(stuck), losing)


def unpassed(track: Track, reach: Reach) -> Iterator[Spot]:
    """The reached spots from which no other reached spot follows, nearest to the finish first."""
    ends = [spot for spot in track.course.spots if reach.gears[spot.number] and not spot.finished
            and not any(reach.gears[way.to] for way in track.ways[spot.number])]
    return iter(sorted(ends, key=lambda spot: (spot.left, spot.number)))


__all__ = ["ALL_GEARS", "Choice", "Kind", "Reach", "choices", "explore", "gears_in", "kind_of", "table", "unpassed"]
