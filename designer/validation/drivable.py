"""Whether each car can drive the stage: climb lines, limits, shortcuts, lanes that lead nowhere.

Asked of the boards of the design; without any, of the standard cars, and then only what holds for all of them is
reported. What a car can do is worked out from the plan rules (``simulator.rally.reach``), never guessed.
Sources: Climb, "Climb tiles", "Oxygen tokens"; core rules 2, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from designer import catalog
from designer.design.hexes import Hex
from designer.graph import course as courses
from designer.graph.course import Spot
from designer.graph.space_graph import SpaceId
from designer.graph.stretches import Stretch
from designer.model.compiled import CompiledDesign
from designer.play import reach as reaches
from designer.play import track as tracks
from designer.play.capabilities import span
from designer.play.cars import Car, car_from_board, car_from_dashboard
from designer.play.reach import Arrival, Reach, Table, choices, gears_in, kind_of, table
from designer.play.track import NO_LIMIT, Track, Way
from designer.validation.checking import tile_location
from designer.validation.codes import finding
from designer.validation.dashboards import kinds, title
from designer.validation.finding import Finding, Location
from designer.words import listed

#: The class of standard cars that stands for all when a design has no boards.
STANDARD = {"circuit": "rx", "stage": "r6"}
SLOPES = {"ascent": "up", "descent": "down"}
#: What is kept of a stretch at most: drivers, and who followed whom.
KEPT = 64
#: Checks are about dry weather (110%, "Weather": it changes in play).
WEATHER = "dry"


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
    kept: dict[str, tuple[_Told, ...]] = field(default_factory=dict, repr=False, compare=False)

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
            for spot, place in _asked(track)
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

    def told(self, code: str, look: Look) -> tuple[_Told, ...]:
        """What a look finds on all legs; of what has the same key only the first."""
        found: dict[tuple[object, ...], _Told] = {}
        for leg in self.legs:
            known = leg.kept.get(code)
            if known is None:
                known = leg.kept[code] = tuple(look(leg))
            for told in known:
                found.setdefault(told.key, told)
        return tuple(found.values())


def _asked(track: Track) -> tuple[tuple[int, int], ...]:
    """The ways with a limit or a climb line, as spot and place among its ways; kept in the track's cache."""
    known: tuple[tuple[int, int], ...] | None = track.cache.get("asked of cars")
    if known is None:
        known = track.cache["asked of cars"] = tuple(
            (spot, place)
            for spot, ways in enumerate(track.ways)
            for place, way in enumerate(ways)
            if way.climb is not None or way.limit != NO_LIMIT
        )
    return known


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
        sound = all(token in kinds() for _, token in board) and any(column.gear_dice for _, column in car.columns)
        if sound and all(car.on(terrain, WEATHER) is not None for terrain in compiled.terrains):
            yield title(compiled, number), car, number


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
        known = stretch.cache.get(id(before)) if before is not None else None
        if known is not None and known[0] is before:
            legs.append(known[1])
            alone = known[2]
            coming = known[3]
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
            stretch.cache[id(before)] = before, leg, alone, coming
        legs.append(leg)
    return tuple(legs)


def _leg(stretch: Stretch, run: Run, arriving: tuple[Arrival, ...]) -> Driver:
    """The driver of a stretch, the one kept from before where nothing about it has changed."""
    laid: Track | None = stretch.cache.get("track")
    if laid is None or laid.rules != run.compiled.rules:
        laid = stretch.cache["track"] = tracks.build(stretch.course, run.compiled.rules, stretch.mud)
    key = (run.who, run.board, run.loses, arriving)
    driver: Driver | None = stretch.cache.get(key)
    if driver is None or driver.track is not laid or driver.car != run.car:
        if len(stretch.cache) > KEPT:
            stretch.cache.clear()
            stretch.cache["track"] = laid
        driver = stretch.cache[key] = Driver(run.who, run.car, run.board, laid, arriving, stretch.own, run.loses)
    return driver


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


@dataclass(frozen=True)
class _Told:
    """What is wrong for one driver: a key by which drivers are compared, the message, where."""

    key: tuple[object, ...]
    message: str
    spot: Spot


Look = Callable[[Driver], Iterator[_Told]]
Runs = tuple[Run, ...]


def _for_all(
    compiled: CompiledDesign, asked: Runs, code: str, tell: Callable[[Run], Iterable[_Told]]
) -> Iterator[Finding]:
    """A finding for each board; of standard cars only what holds for every one of them."""
    if compiled.design.dashboards:
        for run in asked:
            for told in tell(run):
                yield finding(code, told.message, _place(compiled, told.spot, run.board))
        return
    told_by_first = tuple(tell(asked[0]))
    shared = {told.key for told in told_by_first}
    for run in asked[1:]:
        if not shared:
            return
        shared &= {told.key for told in tell(run)}
    who = asked[0].who
    for told in told_by_first:
        if told.key in shared:
            yield finding(
                code,
                told.message.replace(who, f"{who} (and every other standard car)", 1),
                _place(compiled, told.spot, None),
            )


def _place(compiled: CompiledDesign, spot: Spot, board: int | None) -> Location:
    tile = tile_location(compiled.graph.placed(spot.space.id.hex))
    return Location(hex=tile.hex, tile=tile.tile, space=spot.space.id.name, board=board)


def _name(spot: Spot) -> str:
    space = spot.space
    return f"space {space.id.name} of tile {space.tile} at {space.id.hex.q},{space.id.hex.r}"


def finish(compiled: CompiledDesign, asked: Runs) -> Iterator[Finding]:
    """DRV001: no way to the finish at all. DRV002: none without losing control on purpose."""

    def nothing(run: Run) -> Iterator[_Told]:
        if not run.finishes and not run.losing.finishes:
            yield _stopped(run.losing, "cannot get to the finish")

    def losing(run: Run) -> Iterator[_Told]:
        if not run.finishes and run.losing.finishes:
            yield _stopped(run, "cannot get to the finish without losing control")

    yield from _for_all(compiled, asked, "DRV001", nothing)
    yield from _for_all(compiled, asked, "DRV002", losing)


def _stopped(run: Run, what: str) -> _Told:
    """How far a car comes: the spot nearest to the finish from which it goes no further."""
    for driver in reversed(run.legs):
        ends = [spot for spot in reaches.unpassed(driver.track, driver.reach) if spot.number < driver.own]
        if ends:
            break
    spots = driver.track.course.spots
    spot = ends[0] if ends else spots[driver.track.course.starts[0]]
    gears = gears_in(driver.reach.gears[spot.number])
    why = listed([_why(driver, spot, way, gears) for way in driver.track.ways[spot.number]][:3] or ["no way leads on"])
    return _Told((what,), f"{run.who} {what}: it comes as far as {_name(spot)} in gear {span(gears)}, and {why}.", spot)


def _why(driver: Driver, spot: Spot, way: Way, gears: list[int]) -> str:
    known = table(driver.car, driver.track.rules, kind_of(driver.track, way))
    onto = _name(driver.track.course.spots[way.to])
    after = 0
    for gear in gears:
        after |= known.dice[gear] | known.mercy[gear]
    slope = f" over the climb line ({way.climb})" if way.climb else ""
    if not after:
        return f"it has no die for the step{slope} to {onto}"
    return f"the step{slope} to {onto} would be in gear {span(gears_in(after))} against a limit of {way.limit}"


def limits(compiled: CompiledDesign, asked: Runs) -> Iterator[Finding]:
    """DRV003: a limit that is broken from every gear in which the car can come, as below a descent."""

    def look(driver: Driver) -> Iterator[_Told]:
        seen = set()
        for step in driver.steps:
            spot, way = step.spot, step.way
            after = 0 if way.limit == NO_LIMIT or way.shortcut else step.table.after(step.gears)
            if not after or after & (1 << way.limit + 1) - 1:
                continue
            target = driver.track.course.spots[way.to]
            key = (target.space.id, spot.space.id)
            if key in seen:
                continue
            seen.add(key)
            slope = f" down the {way.climb}" if way.climb == "descent" else (" up the ascent" if way.climb else "")
            yield _Told(
                key,
                f"{driver.who} cannot keep the limit {way.limit} on {_name(target)}{slope} from "
                f"{_name(spot)}: it comes there in gear {span(gears_in(step.gears))} and would be in gear "
                f"{span(gears_in(after))}.",
                target,
            )

    yield from _for_all(compiled, asked, "DRV003", lambda run: run.told("DRV003", look) if run.finishes else ())


def climbs(compiled: CompiledDesign, asked: Runs) -> Iterator[Finding]:
    """DRV004: a climb line that no gear passes with dice. DRV005: from which gears the climb lines are passed."""

    def blocked(driver: Driver) -> Iterator[_Told]:
        seen = set()
        for step in driver.climbs:
            spot, way = step.spot, step.way
            key = (spot.space.id.hex, way.climb)
            if key in seen:
                continue
            if not step.gears & step.table.passing:
                seen.add(key)
                gears = gears_in(step.gears)
                target = driver.track.course.spots[way.to]
                yield _Told(
                    key,
                    f"{driver.who} has no dice for the {way.climb} line from {_name(spot)} to "
                    f"{_name(target)}, in whatever gear it comes ({span(gears)}): it creeps over it one space "
                    "a turn.",
                    target,
                )

    yield from _for_all(compiled, asked, "DRV004", lambda run: run.told("DRV004", blocked))
    for run in asked:
        if run.board is not None:
            yield from _passes(compiled, run, {told.spot.space.id.hex for told in run.told("DRV004", blocked)})


def _passes(compiled: CompiledDesign, run: Run, reported: set[Hex]) -> Iterator[Finding]:
    """DRV005 for one board: one finding for the ascents and one for the descents."""
    for climb, word in SLOPES.items():
        passed: dict[Hex, tuple[int, int, Spot, Spot]] = {}
        for driver, (spot, way, *_) in ((leg, step) for leg in run.legs for step in leg.climbs):
            target = driver.track.course.spots[way.to]
            place = target.space.id.hex
            if way.climb != climb or place in reported:
                continue
            can, cannot, start, end = passed.get(place, (0, 0, spot, target))
            stuck = driver.reach.stuck[spot.number]
            passed[place] = (can | driver.reach.gears[spot.number] & ~stuck, cannot | stuck, start, end)
        groups: dict[tuple[int, int], list[tuple[Spot, Spot]]] = {}
        for can, cannot, start, end in passed.values():
            if cannot:
                groups.setdefault((can & ~cannot, cannot), []).append((start, end))
        if not groups:
            continue
        parts = []
        for (can, cannot), lines in groups.items():
            tiles = list(
                dict.fromkeys(f"{end.space.tile} at {end.space.id.hex.q},{end.space.id.hex.r}" for _, end in lines)
            )
            start, end = lines[0]
            parts.append(
                f"on tile {listed(tiles)} (first from {start.space.id.name} to {end.space.id.name}) in gear "
                f"{span(gears_in(can)) or 'none'}, but is blocked in {span(gears_in(cannot))}"
            )
        first = next(iter(groups.values()))[0][1]
        yield finding(
            "DRV005", f"{run.who} drives {word} the climb lines {'; '.join(parts)}.", _place(compiled, first, run.board)
        )


def oxygen(compiled: CompiledDesign, asked: Runs) -> Iterator[Finding]:
    """TOK009: oxygen takes the coast die that a climb line on its tile could be passed with."""

    def look(driver: Driver) -> Iterator[_Told]:
        seen = set()
        for _, way, gears, _ in driver.climbs:
            target = driver.track.course.spots[way.to]
            if not target.space.coast_loss or target.space.id.hex in seen:
                continue
            kind = kind_of(driver.track, way)
            if any(
                _pairs(driver, kind.without_oxygen(), gear) and not _pairs(driver, kind, gear)
                for gear in gears_in(gears)
            ):
                seen.add(target.space.id.hex)
                partner = "boost" if way.climb == "ascent" else "brake"
                yield _Told(
                    (target.space.id.hex,),
                    f"The oxygen on tile {target.space.tile} leaves {driver.who} no "
                    f"coast die for its climb lines: coast with {partner}, which would keep its speed, cannot "
                    "be placed there.",
                    target,
                )

    yield from _for_all(compiled, asked, "TOK009", lambda run: run.told("TOK009", look))


def _pairs(driver: Driver, kind: reaches.Kind, gear: int) -> bool:
    return any(choice.kind == "climb-pair" for choice in choices(driver.car, driver.track.rules, kind, gear))


def shortcuts(compiled: CompiledDesign, asked: Runs) -> Iterator[Finding]:
    """DRV006: a shortcut that none of the cars can take without losing control."""
    if not any(run.finishes for run in asked):
        return  # DRV001 and DRV002 say more
    refused: dict[SpaceId, Spot] = {}
    for number, run in enumerate(asked):
        here: dict[SpaceId, Spot] = {}
        taken: set[SpaceId] = set()
        for leg in run.legs:
            for spot in _cut_spots(leg):
                here.setdefault(spot.space.id, spot)
                if leg.reach.gears[spot.number]:
                    taken.add(spot.space.id)
        refused = {key: spot for key, spot in (refused if number else here).items() if key not in taken}
        if not refused:
            return
    for spot in refused.values():
        who = listed([run.who for run in asked])
        limit = "" if spot.space.limit is None else f" (limit {spot.space.limit})"
        yield finding(
            "DRV006",
            f"Nobody can take the shortcut over {_name(spot)}{limit}: {who} cannot come there in a gear that fits.",
            _place(compiled, spot, None),
        )


def _cut_spots(driver: Driver) -> tuple[Spot, ...]:
    """The shortcuts among the own spots of a driver; kept in the track's cache."""
    known: tuple[Spot, ...] | None = driver.track.cache.get("shortcuts")
    if known is None:
        known = driver.track.cache["shortcuts"] = tuple(
            spot for spot in driver.track.course.spots[: driver.own] if spot.space.kind == "shortcut"
        )
    return known


def dead_ends(compiled: CompiledDesign) -> Iterator[Finding]:
    """DRV007: spaces that legal steps lead to and none leads on from to the finish."""
    if compiled.stretches is not None:
        return  # every space of a stretch leads on
    if compiled.route.kind == "circuit" and not compiled.settled:
        return  # the joker way is still missing
    spaces = compiled.spaces
    kept = {spot.space.id for spot in compiled.course.spots}
    if len(kept) == len(spaces):
        return
    waiting = [key for row in courses.start_rows(compiled.graph, compiled.route) for key in row if key in spaces]
    reached = set(waiting)
    while waiting:
        fresh = [key for key in spaces.succ[waiting.pop()] if key not in reached]
        reached.update(fresh)
        waiting += fresh
    lost: dict[object, list[SpaceId]] = {}
    for key in sorted(reached - kept):
        lost.setdefault(key.hex, []).append(key)
    for keys in lost.values():
        tile = compiled.graph.placed(keys[0].hex)
        names = listed([key.name for key in keys])
        yield finding(
            "DRV007",
            f"On tile {tile.tile} at {tile.hex.q},{tile.hex.r} a car that drives onto {names} can "
            "never get to the finish from there.",
            Location(hex=tile.hex, tile=tile.tile, space=keys[0].name),
        )


def drive(compiled: CompiledDesign) -> Iterator[Finding]:
    """All that has to do with driving the stage; a track with gaps is left to the other checks."""
    if not compiled.whole:
        return
    asked = runs(compiled)
    for look in (finish, limits, climbs, oxygen, shortcuts):
        yield from look(compiled, asked)
    yield from dead_ends(compiled)


CHECKS = (drive,)
