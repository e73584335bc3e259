"""What cars can do on a compiled design: followed by the plan rules from the start to as far as they come.

Asked of the boards of a design; without any, of the standard cars. What a car can do is worked out from the plan rules
(``play.reach``), never guessed. Sources: Climb, "Climb tiles", "Oxygen tokens"; core rules 2, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from designer import catalog
from designer.design.document import Design
from designer.graph.course import Spot
from designer.graph.space_graph import SpaceId
from designer.graph.stretches import Stretch
from designer.memory import Memory
from designer.model.compiled import CompiledDesign
from designer.play import reach as reaches
from designer.play import track as tracks
from designer.play.capabilities import span
from designer.play.cars import Car, car_from_board, car_from_dashboard
from designer.play.reach import Arrival, Reach, Table, gears_in, kind_of, table
from designer.play.track import NO_LIMIT, Track, Way
from designer.words import listed

#: The class of standard cars that stands for all when a design has no boards.
STANDARD = {"circuit": "rx", "stage": "r6"}
#: What is kept of a stretch at most: drivers, and who followed whom.
KEPT = 64
#: Of a car that does not finish at all, and of one that does by losing control on purpose.
CANNOT_FINISH = "cannot get to the finish"
CANNOT_KEEP_CONTROL = "cannot get to the finish without losing control"


class Step(NamedTuple):
    """A step from a spot, with the gears (as bits) in which a turn can begin there and what the car can do over it."""

    spot: Spot
    way: Way
    gears: int
    table: Table


@dataclass(frozen=True)
class Driver:
    """A car on a stretch of the stage, or on all of it, and how messages name it. ``board`` is its number in the
    design, None for a standard car; ``arriving`` how it comes onto the ``own`` first spots of the track; ``loses``
    whether it goes on where it loses control.

    A driver of a stretch is kept as long as car and tiles there stay as they are, with all that is known of it.
    """

    who: str
    car: Car
    board: int | None
    track: Track
    arriving: tuple[Arrival, ...]
    own: int
    loses: bool
    memory: Memory = field(default_factory=Memory, repr=False, compare=False)

    @cached_property
    def _followed(self) -> tuple[Reach, tuple[Arrival, ...]]:
        return reaches.follow(self.track, self.car, self.arriving, self.own, losing=self.loses)

    @property
    def reach(self) -> Reach:
        """Where it can come to."""
        return self._followed[0]

    @property
    def leaving(self) -> tuple[Arrival, ...]:
        """What it brings to the spots after its own."""
        return self._followed[1]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps with a limit or a climb line from spots that it reaches."""
        track = self.track
        numbers, known = reaches.steps(track).numbers, reaches.tables(track, self.car)
        spots, gears = track.course.spots, self.reach.gears
        return tuple(
            Step(spots[spot], way, gears[spot], known[numbers[spot][place]])
            for spot, place in track.memory.once(_asked, track)
            if spot < self.own and gears[spot]
            for way in (track.ways[spot][place],)
        )

    @cached_property
    def climbs(self) -> tuple[Step, ...]:
        """The steps over climb lines from spots that it reaches."""
        return tuple(step for step in self.steps if step.way.climb is not None)


@dataclass(frozen=True)
class Run:
    """A car on the whole stage: a driver for each of its stretches, or one for the course as a whole."""

    who: str
    car: Car
    board: int | None
    compiled: CompiledDesign
    loses: bool = False

    @cached_property
    def legs(self) -> tuple[Driver, ...]:
        """The drivers, in the order in which they drive."""
        if self.compiled.stretches is not None:
            return _by_stretches(self.compiled.stretches, self)
        track = self.compiled.track
        begin = tuple(Arrival(start, 1) for start in track.course.starts)
        return (Driver(self.who, self.car, self.board, track, begin, len(track.ways), self.loses),)

    @cached_property
    def finishes(self) -> bool:
        """Whether it gets to the finish, without losing control unless ``loses``."""
        return self.legs[-1].reach.finishes(self.legs[-1].track.course)

    @cached_property
    def losing(self) -> Run:
        """The same car when it goes on where it loses control."""
        return replace(self, loses=True)


def _asked(track: Track) -> tuple[tuple[int, int], ...]:
    """The ways with a limit or a climb line, as spot and number among its ways."""
    return tuple(
        (spot, number)
        for spot, ways in enumerate(track.ways)
        for number, way in enumerate(ways)
        if way.climb is not None or way.limit != NO_LIMIT
    )


def runs(compiled: CompiledDesign) -> tuple[Run, ...]:
    """The cars to ask: boards that fit the stage (others are reported as boards), or standard cars."""
    return tuple(Run(who, car, board, compiled) for who, car, board in _cars(compiled))


def _cars(compiled: CompiledDesign) -> Iterator[tuple[str, Car, int | None]]:
    """Each car with its name and its number in the design."""
    if not compiled.design.dashboards:
        for name, facts in catalog.standard_boards().items():
            if facts.car_class == STANDARD[compiled.route.kind]:
                car = car_from_board(name, compiled.rules)
                yield f"{car.name}", car, None
        return
    for number, board in enumerate(compiled.design.dashboards):
        car = car_from_dashboard(board, compiled.rules)
        if all(car.on(terrain, compiled.weather) is not None for terrain in compiled.terrains):
            yield board_title(compiled.design, number), car, number


def _by_stretches(stretches: tuple[Stretch, ...], run: Run) -> tuple[Driver, ...]:
    """The drivers of a car that is followed from stretch to stretch.

    Where a driver is the one of last time, and nothing else comes onto the next stretch, the next one is so too.
    """
    first = stretches[0].course
    coming = {first.spots[start].space.id: Arrival(start, 1) for start in first.starts}
    legs: list[Driver] = []
    alone = False  # whether only the last driver brings something to the next stretch
    for stretch in stretches:
        before = legs[-1] if alone else None
        followed = stretch.memory.drawer(_Followed)
        known = followed.get(id(before)) if before is not None else None
        if known is not None and known.before is before:
            legs.append(known.here)
            alone, coming = known.alone, known.coming
            continue
        mine = {key: arrival for key, arrival in coming.items() if stretch.numbers.get(key, stretch.own) < stretch.own}
        arriving = tuple(mine[key]._replace(spot=stretch.numbers[key]) for key in sorted(mine))
        leg = _leg(stretch, run, arriving)
        coming = {key: arrival for key, arrival in coming.items() if key not in mine}
        alone = not coming
        for arrival in leg.leaving:
            key = stretch.course.spots[arrival.spot].space.id
            coming[key] = _both(coming[key], arrival) if key in coming else arrival
        if before is not None:
            followed[id(before)] = _Followed(before, leg, alone, coming)
        legs.append(leg)
    return tuple(legs)


def _laid(stretch: Stretch, compiled: CompiledDesign) -> Track:
    """The track of a stretch under the rules in force; of other rules none is kept."""
    known = stretch.memory.drawer(tracks.build)
    if compiled.rules not in known:
        known.clear()
        known[compiled.rules] = tracks.build(stretch.course, compiled.rules, stretch.mud)
    return known[compiled.rules]


def _leg(stretch: Stretch, run: Run, arriving: tuple[Arrival, ...]) -> Driver:
    """The driver of a stretch, the one kept from before where nothing about it has changed."""
    laid = _laid(stretch, run.compiled)
    drivers = stretch.memory.drawer(Driver)
    key = (run.who, run.board, run.loses, arriving)
    driver = drivers.get(key)
    if driver is None or driver.track is not laid or driver.car != run.car:
        if len(drivers) > KEPT:
            drivers.clear()
            stretch.memory.drawer(_Followed).clear()
        driver = drivers[key] = Driver(run.who, run.car, run.board, laid, arriving, stretch.own, run.loses)
    return driver


class _Followed(NamedTuple):
    """Who followed a driver onto a stretch: the driver before, the one here, and what else comes onto the next one."""

    before: Driver
    here: Driver
    alone: bool
    coming: dict[SpaceId, Arrival]


def _both(one: Arrival, other: Arrival) -> Arrival:
    """What a car brings to a spot by two ways."""
    chains: dict[int, set[tuple[str, ...]]] = {}
    for gear, found in (*one.coasting, *other.coasting):
        chains.setdefault(gear, set()).update(found)
    return Arrival(
        one.spot,
        one.begin | other.begin,
        one.by_die | other.by_die,
        tuple((gear, tuple(sorted(found))) for gear, found in sorted(chains.items())),
    )


class Stop(NamedTuple):
    """How far a car comes that cannot get to the finish, and why it goes no further, as a sentence."""

    what: str
    message: str
    spot: Spot


def stopped(run: Run, what: str) -> Stop:
    """How far a car comes: the spot nearest to the finish from which it goes no further."""
    for driver in reversed(run.legs):
        ends = [spot for spot in reaches.unpassed(driver.track, driver.reach) if spot.number < driver.own]
        if ends:
            break
    spots = driver.track.course.spots
    spot = ends[0] if ends else spots[driver.track.course.starts[0]]
    gears = gears_in(driver.reach.gears[spot.number])
    why = listed([_why(driver, spot, way, gears) for way in driver.track.ways[spot.number]][:3] or ["no way leads on"])
    return Stop(
        what, f"{run.who} {what}: it comes as far as {space_words(spot)} in gear {span(gears)}, and {why}.", spot
    )


def _why(driver: Driver, spot: Spot, way: Way, gears: list[int]) -> str:
    known = table(driver.car, driver.track.rules, kind_of(driver.track, way))
    onto = space_words(driver.track.course.spots[way.to])
    after = 0
    for gear in gears:
        after |= known.dice[gear] | known.mercy[gear]
    slope = f" over the climb line ({way.climb})" if way.climb else ""
    if not after:
        return f"it has no die for the step{slope} to {onto}"
    return f"the step{slope} to {onto} would be in gear {span(gears_in(after))} against a limit of {way.limit}"


def space_words(spot: Spot) -> str:
    space = spot.space
    return f"space {space.id.name} of tile {space.tile} at {space.id.hex.q},{space.id.hex.r}"


def board_title(design: Design, index: int) -> str:
    """How a message names a board: by its name, or by its number.

    >>> from designer.design.dashboard import new
    >>> design = Design(dashboards=(new(("gravel",), name="Mule"), new(("gravel",), name="board 7"), new(("gravel",))))
    >>> [board_title(design, number) for number in range(3)]
    ['Board Mule', 'Board 7', 'Board 3']
    """
    name = design.dashboards[index].name or str(index + 1)
    word, rest = name[: len("board")], name[len("board") :]
    return f"Board{rest}" if word.casefold() == "board" and not rest[:1].isalnum() else f"Board {name}"
