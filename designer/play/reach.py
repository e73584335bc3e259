"""Where a car can come to on a track, and in which gears: reachability by the plan rules, without rolling a die.

A driver may stop after any die, so a turn can begin wherever a placement of dice has ended. It is therefore enough
to know for each spot the gears in which a turn can begin there; they are kept as bits (bit 3: gear 3). Nothing here
knows a rule: what one step allows is asked of ``plans.placements`` on a track of two spots, once for each kind of
step, and remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from designer.catalog import Climb
from designer.design.hexes import Hex
from designer.graph.course import Course, Spot
from designer.graph.space_graph import SpaceId, SpaceInfo
from designer.play.cars import Car
from designer.play.dice import GEARS, INDEX, NONE, Counts, gear_die
from designer.play.plans import State, free_steps, gear_without_die, placements
from designer.play.track import NO_LIMIT, Track, Way
from designer.rules import Rules

ALL_GEARS = (0, *GEARS)


class Kind(NamedTuple):
    """What the placements of one step depend on, apart from car and state."""

    terrain: str
    weather: str
    coast_loss: int
    climb: Climb | None
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
    >>> from designer.play.cars import car_from_board
    >>> step = Kind("gravel", "dry", 0, "ascent", 0, NO_LIMIT, True)
    >>> [choice.gear for choice in choices(car_from_board("r6-gravel"), rules.load(), step, 4)]
    [3]
    """
    road = _road(rules, kind)
    return tuple(
        dict.fromkeys(
            Choice(placed.kind, placed.dice, placed.gear) for placed in placements(road, car, State(0, gear, used))
        )
    )


@lru_cache(maxsize=4096)
def _road(rules: Rules, kind: Kind) -> Track:
    """A track of one step of a kind."""
    spots = tuple(
        Spot(
            number,
            SpaceInfo(
                SpaceId(Hex(0, 0), f"s{number}"),
                "test road",
                kind.terrain,
                "low",
                "space",
                "middle",
                (0.0, 0.0),
                coast_loss=kind.coast_loss,
            ),
            0,
            True,
            False,
            1 - number,
        )
        for number in range(2)
    )
    way = Way(1, kind.climb, NO_LIMIT, 0, None, kind.least, kind.most, None, False, kind.shift_up)
    return Track(Course(spots, ((), ()), (0,), "stage", 1), rules, ((way,), ()), weather=kind.weather)


class Table(NamedTuple):
    """What a car can do over steps of a kind. For each gear before: the gears after by dice and by mercy, as bits.

    ``passing``: the gears before from which dice lead over. ``keeping``: the gears that a car keeps over the step in
    the middle of a turn, when it has just placed that gear's die, although no turn could begin so.
    """

    dice: tuple[int, ...]
    mercy: tuple[int, ...]
    passing: int
    keeping: int

    def after(self, gears: int) -> int:
        """The gears after the step by dice, for a mask of gears before it."""
        return _union(self.dice, gears)


@lru_cache(maxsize=8192)
def _union(masks: tuple[int, ...], gears: int) -> int:
    found = 0
    for gear, mask in enumerate(masks):
        if gears >> gear & 1:
            found |= mask
    return found


@lru_cache(maxsize=4096)
def table(car: Car, rules: Rules, kind: Kind) -> Table:
    """What a car can do over steps of a kind."""
    dice, mercy = [], []
    passing = keeping = 0
    for gear in ALL_GEARS:
        found = choices(car, rules, kind, gear)
        by_dice = sum({1 << choice.gear for choice in found if choice.kind != "mercy"})
        dice.append(by_dice)
        mercy.append(sum({1 << choice.gear for choice in found if choice.kind == "mercy"}))
        passing |= (1 << gear) * bool(by_dice)
        if gear and not by_dice >> gear & 1 and _kept(car, rules, kind, gear, ()):
            keeping |= 1 << gear
    return Table(tuple(dice), tuple(mercy), passing, keeping)


class Steps(NamedTuple):
    """The kinds of step of a track, and for each of its ways the number of its kind."""

    kinds: tuple[Kind, ...]
    numbers: tuple[tuple[int, ...], ...]


def steps(track: Track) -> Steps:
    """The kinds of the steps of a track; worked out once and kept in its memory."""
    return track.memory.once(_steps, track)


def _steps(track: Track) -> Steps:
    spots, weather = track.course.spots, track.weather
    kinds: dict[Kind, int] = {}

    def number(way: Way) -> int:
        space = spots[way.to].space
        kind = Kind(space.terrain, weather, space.coast_loss, way.climb, way.least, way.most, way.shift_up)
        return kinds.setdefault(kind, len(kinds))

    numbers = tuple(tuple(number(way) for way in ways) for ways in track.ways)
    return Steps(tuple(kinds), numbers)


def tables(track: Track, car: Car) -> tuple[Table, ...]:
    """What a car can do over each kind of step of a track, in the order of ``steps``."""
    return tuple(table(car, track.rules, kind) for kind in steps(track).kinds)


def _kept(car: Car, rules: Rules, kind: Kind, gear: int, coasts: tuple[str, ...]) -> tuple[Choice, ...]:
    """Placements in the middle of a turn that keep the gear, after the gear's own die and some coasts."""
    used = list(NONE)
    for die in (gear_die(gear), *coasts):
        used[INDEX[die]] += 1
    return tuple(choice for choice in choices(car, rules, kind, gear, tuple(used)) if choice.gear == gear)


class Arrival(NamedTuple):
    """What a car brings to a spot: gears in which a turn can begin there, gears to which dice have just led, both as
    bits, and for each gear it may be coasting in the dice placed since that gear's own die."""

    spot: int
    begin: int
    by_die: int = 0
    coasting: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...] = ()


def explore(track: Track, car: Car, *, losing: bool = False) -> Reach:
    """Where a car can come to from the start. Without ``losing`` no placement breaks a limit."""
    return follow(track, car, [Arrival(start, 1) for start in track.course.starts], len(track.ways), losing=losing)[0]


def follow(
    track: Track, car: Car, arriving: Iterable[Arrival], own: int, *, losing: bool = False
) -> tuple[Reach, tuple[Arrival, ...]]:
    """Where a car can come to from where it arrives, driving on from the first ``own`` spots of a track only; and what
    it brings to the spots after them."""
    rules, spots, numbers = track.rules, track.course.spots, steps(track).numbers
    after_loss = 1 << rules.number("loss.gear_after")
    known = tables(track, car)
    begin = [0] * len(spots)
    by_die = [0] * len(spots)
    stuck = [0] * len(spots)
    coasts = _Coasts(track, car)
    for arrival in arriving:
        begin[arrival.spot] |= arrival.begin
        by_die[arrival.spot] |= arrival.by_die
        if arrival.coasting:
            coasts.here[arrival.spot] = {gear: list(chains) for gear, chains in arrival.coasting}
    for spot, ways in enumerate(track.ways[:own]):  # spots are numbered in the order in which they can be driven
        done = 0
        while fresh := begin[spot] & ~done:
            done |= fresh
            passing = 0
            for way, number in zip(ways, numbers[spot], strict=True):
                passing |= known[number].passing
                after = known[number].after(fresh)
                clean = after & (1 << way.limit + 1) - 1
                by_die[way.to] |= clean
                begin[way.to] |= clean | (after_loss if losing and after != clean else 0)
            blocked = 0 if spots[spot].finished else fresh & ~passing
            stuck[spot] |= blocked
            for gear in gears_in(blocked):
                free = free_steps(ways, gear) if rules.switch("climb.mercy_move") else []
                for way in free:
                    begin[way.to] |= 1 << gear if gear <= way.limit else after_loss * losing
                if not free:
                    begin[spot] |= 1 << gear_without_die(gear, rules)
        if spot in coasts.here or any(by_die[spot] & known[number].keeping for number in numbers[spot]):
            coasts.go_on(spot, by_die[spot], begin)
    leaving = tuple(
        Arrival(
            spot,
            begin[spot],
            by_die[spot],
            tuple((gear, tuple(sorted(chains))) for gear, chains in sorted(coasts.here.get(spot, {}).items())),
        )
        for spot in range(own, len(spots))
        if begin[spot] or spot in coasts.here
    )
    return Reach(tuple(begin), tuple(stuck), losing), leaving


class _Coasts:
    """Cars that coast on in the middle of a turn, in a gear in which they could not begin one.

    ``here``: for each spot and gear the dice that such a car has placed since its gear's own die.
    """

    def __init__(self, track: Track, car: Car) -> None:
        self.track = track
        self.car = car
        self.here: dict[int, dict[int, list[tuple[str, ...]]]] = {}

    def go_on(self, spot: int, by_die: int, begin: list[int]) -> None:
        """Coast on from a spot, from the gears that dice have just led to and those that are coasted in."""
        coasted = self.here.get(spot, {})
        for way in self.track.ways[spot]:
            kind = kind_of(self.track, way)
            for gear in GEARS[: min(way.limit, len(GEARS))]:
                chains = [()] if by_die >> gear & 1 else coasted.get(gear, [])
                for chain in chains:
                    for choice in _kept(self.car, self.track.rules, kind, gear, chain):
                        begin[way.to] |= 1 << gear
                        reached = self.here.setdefault(way.to, {}).setdefault(gear, [])
                        if (more := (*chain, *choice.dice)) not in reached:
                            reached.append(more)


def unpassed(track: Track, reach: Reach) -> Iterator[Spot]:
    """The reached spots from which no other reached spot follows, nearest to the finish first."""
    ends = [
        spot
        for spot in track.course.spots
        if reach.gears[spot.number]
        and not spot.finished
        and not any(reach.gears[way.to] for way in track.ways[spot.number])
    ]
    return iter(sorted(ends, key=lambda spot: (spot.left, spot.number)))


__all__ = [
    "ALL_GEARS",
    "Arrival",
    "Choice",
    "Kind",
    "Reach",
    "Steps",
    "Table",
    "choices",
    "explore",
    "follow",
    "gears_in",
    "kind_of",
    "steps",
    "table",
    "tables",
    "unpassed",
]
