"""Whether each car can drive the stage: climb lines, limits, shortcuts, lanes that lead nowhere.

Asked of the boards of the design; without any, of the standard cars, and then only what holds for all of them is
reported. What a car can do is worked out from the plan rules (``simulator.rally.reach``), never guessed.
Sources: Climb, "Climb tiles", "Oxygen tokens"; core rules 2, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from designer import catalog
from designer.design.hexes import Hex
from designer.graph import course as courses
from designer.graph.course import Spot
from designer.graph.space_graph import SpaceId
from designer.simulator.rally import reach as reaches
from designer.simulator.rally.capabilities import span
from designer.simulator.rally.cars import Car, car_from_board, car_from_dashboard
from designer.simulator.rally.reach import Reach, Table, choices, gears_in, kind_of, table
from designer.simulator.rally.track import NO_LIMIT, Track, Way
from designer.validation.codes import finding
from designer.validation.context import Context, listed, tile_place
from designer.validation.dashboards import kinds, title
from designer.validation.finding import Finding, Place

#: The class of standard cars that stands for all when a design has no boards.
STANDARD = {"circuit": "rx", "stage": "r6"}
SLOPES = {"ascent": "up", "descent": "down"}


class Step(NamedTuple):
    """A step from a spot, with the gears (as bits) in which a turn can begin there and what the car can do over it."""

    spot: Spot
    way: Way
    gears: int
    table: Table


@dataclass(frozen=True)
class Driver:
    """A car and how messages name it. ``board`` is its number in the design, None for a standard car."""

    who: str
    car: Car
    board: int | None
    track: Track

    @cached_property
    def reach(self) -> Reach:
        """Where it can come to without losing control."""
        return reaches.explore(self.track, self.car)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps with a limit or a climb line from spots that it reaches."""
        track = self.track
        numbers, known = reaches.steps(track).numbers, reaches.tables(track, self.car)
        spots, gears = track.course.spots, self.reach.gears
        return tuple(
            Step(spots[spot], way, gears[spot], known[numbers[spot][place]])
            for spot, place in _asked(track) if gears[spot] for way in (track.ways[spot][place],)
        )

    @cached_property
    def losing(self) -> Reach:
        """Where it can come to at all."""
        return reaches.explore(self.track, self.car, losing=True)


def _asked(track: Track) -> tuple[tuple[int, int], ...]:
    """The ways with a limit or a climb line, as spot and place among its ways; kept in the track's cache."""
    known: tuple[tuple[int, int], ...] | None = track.cache.get("asked of cars")
    if known is None:
        known = track.cache["asked of cars"] = tuple(
            (spot, place) for spot, ways in enumerate(track.ways) for place, way in enumerate(ways)
            if way.climb is not None or way.limit != NO_LIMIT
        )
    return known


def drivers(context: Context) -> tuple[Driver, ...]:
    """The cars to ask: boards that fit the stage (others are reported as boards), or standard cars."""
    if not context.design.dashboards:
        wanted = STANDARD[context.course.kind]
        return tuple(Driver(f"{car.name}", car, None, context.track)
                     for name, facts in catalog.standard_boards().items() if facts["class"] == wanted
                     for car in (car_from_board(name),))
    found = []
    for number, board in enumerate(context.design.dashboards):
        car = car_from_dashboard(board, context.rules)
        sound = all(token in kinds() for _, token in board) and any(column.gear_dice for _, column in car.columns)
        fits = all(car.on(terrain, context.track.weather) is not None for terrain in context.terrains)
        if sound and fits:
            found.append(Driver(title(context, number), car, number, context.track))
    return tuple(found)


@dataclass(frozen=True)
class _Told:
    """What is wrong for one driver: a key by which drivers are compared, the message, where."""

    key: tuple[object, ...]
    message: str
    spot: Spot


Look = Callable[[Driver], Iterator[_Told]]
Drivers = tuple[Driver, ...]


def _for_all(context: Context, asked: Drivers, code: str, look: Look) -> Iterator[Finding]:
    """A finding for each board; of standard cars only what holds for every one of them."""
    boards = [driver for driver in asked if driver.board is not None]
    for driver in boards:
        for told in look(driver):
            yield finding(code, told.message, _place(context, told.spot, driver.board))
    if asked and not boards:
        told_by_first = list(look(asked[0]))
        shared = {told.key for told in told_by_first}
        for driver in asked[1:]:
            if not shared:
                return
            shared &= {told.key for told in look(driver)}
        for told in told_by_first:
            if told.key in shared:
                yield finding(code, told.message.replace(asked[0].who, f"{asked[0].who} (and every other standard car)",
                                                         1), _place(context, told.spot, None))


def _place(context: Context, spot: Spot, board: int | None) -> Place:
    tile = tile_place(context.graph.placed(spot.space.id.hex))
    return Place(hex=tile.hex, tile=tile.tile, space=spot.space.id.name, board=board)


def _name(spot: Spot) -> str:
    space = spot.space
    return f"space {space.id.name} of tile {space.tile} at {space.id.hex.q},{space.id.hex.r}"


def finish(context: Context, asked: Drivers) -> Iterator[Finding]:
    """DRV001: no way to the finish at all. DRV002: none without losing control on purpose."""

    def nothing(driver: Driver) -> Iterator[_Told]:
        if not driver.reach.finishes(context.course) and not driver.losing.finishes(context.course):
            yield _stopped(driver, driver.losing, "cannot get to the finish")

    def losing(driver: Driver) -> Iterator[_Told]:
        if not driver.reach.finishes(context.course) and driver.losing.finishes(context.course):
            yield _stopped(driver, driver.reach, "cannot get to the finish without losing control")

    yield from _for_all(context, asked, "DRV001", nothing)
    yield from _for_all(context, asked, "DRV002", losing)


def _stopped(driver: Driver, reach: Reach, what: str) -> _Told:
    spots = driver.track.course.spots
    ends = list(reaches.unpassed(driver.track, reach))
    spot = ends[0] if ends else spots[driver.track.course.starts[0]]
    gears = gears_in(reach.gears[spot.number])
    why = listed([_why(driver, spot, way, gears) for way in driver.track.ways[spot.number]][:3] or ["no way leads on"])
    return _Told((what,), f"{driver.who} {what}: it comes as far as {_name(spot)} in gear {span(gears)}, and {why}.",
                 spot)


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


def limits(context: Context, asked: Drivers) -> Iterator[Finding]:
    """DRV003: a limit that is broken from every gear in which the car can come, as below a descent."""

    def look(driver: Driver) -> Iterator[_Told]:
        seen = set()
        for step in driver.steps if driver.reach.finishes(context.course) else ():
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
            yield _Told(key, f"{driver.who} cannot keep the limit {way.limit} on {_name(target)}{slope} from "
                        f"{_name(spot)}: it comes there in gear {span(gears_in(step.gears))} and would be in gear "
                        f"{span(gears_in(after))}.", target)

    yield from _for_all(context, asked, "DRV003", look)


def climbs(context: Context, asked: Drivers) -> Iterator[Finding]:
    """DRV004: a climb line that no gear passes with dice. DRV005: from which gears the climb lines are passed."""

    def blocked(driver: Driver) -> Iterator[_Told]:
        seen = set()
        for step in driver.steps:
            spot, way = step.spot, step.way
            key = (spot.space.id.hex, way.climb)
            if way.climb is None or key in seen:
                continue
            if not step.gears & step.table.passing:
                seen.add(key)
                gears = gears_in(step.gears)
                target = driver.track.course.spots[way.to]
                yield _Told(key, f"{driver.who} has no dice for the {way.climb} line from {_name(spot)} to "
                            f"{_name(target)}, in whatever gear it comes ({span(gears)}): it creeps over it one space "
                            "a turn.", target)

    yield from _for_all(context, asked, "DRV004", blocked)
    for driver in asked:
        if driver.board is not None:
            yield from _passes(context, driver, {told.spot.space.id.hex for told in blocked(driver)})


def _passes(context: Context, driver: Driver, reported: set[Hex]) -> Iterator[Finding]:
    """DRV005 for one board: one finding for the ascents and one for the descents."""
    spots = driver.track.course.spots
    for climb, word in SLOPES.items():
        passed: dict[Hex, tuple[int, int, Spot, Spot]] = {}
        for spot, way, *_ in driver.steps:
            place = spots[way.to].space.id.hex
            if way.climb != climb or place in reported:
                continue
            can, cannot, start, end = passed.get(place, (0, 0, spot, spots[way.to]))
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
            tiles = list(dict.fromkeys(f"{end.space.tile} at {end.space.id.hex.q},{end.space.id.hex.r}"
                                       for _, end in lines))
            start, end = lines[0]
            parts.append(f"on tile {listed(tiles)} (first from {start.space.id.name} to {end.space.id.name}) in gear "
                         f"{span(gears_in(can)) or 'none'}, but is blocked in {span(gears_in(cannot))}")
        first = next(iter(groups.values()))[0][1]
        yield finding("DRV005", f"{driver.who} drives {word} the climb lines {'; '.join(parts)}.",
                      _place(context, first, driver.board))


def oxygen(context: Context, asked: Drivers) -> Iterator[Finding]:
    """TOK009: oxygen takes the coast die that a climb line on its tile could be passed with."""

    def look(driver: Driver) -> Iterator[_Told]:
        seen = set()
        for _, way, gears, _ in driver.steps:
            target = driver.track.course.spots[way.to]
            if way.climb is None or not target.space.coast_loss or target.space.id.hex in seen:
                continue
            kind = kind_of(driver.track, way)
            if any(_pairs(driver, kind.without_oxygen(), gear) and not _pairs(driver, kind, gear)
                   for gear in gears_in(gears)):
                seen.add(target.space.id.hex)
                partner = "boost" if way.climb == "ascent" else "brake"
                yield _Told((target.space.id.hex,), f"The oxygen on tile {target.space.tile} leaves {driver.who} no "
                            f"coast die for its climb lines: coast with {partner}, which would keep its speed, cannot "
                            "be placed there.", target)

    yield from _for_all(context, asked, "TOK009", look)


def _pairs(driver: Driver, kind: reaches.Kind, gear: int) -> bool:
    return any(choice.kind == "climb-pair" for choice in choices(driver.car, driver.track.rules, kind, gear))


def shortcuts(context: Context, asked: Drivers) -> Iterator[Finding]:
    """DRV006: a shortcut that none of the cars can take without losing control."""
    spots = context.course.spots
    on_course: dict[object, list[Spot]] = {}
    for spot in spots:
        if spot.space.kind == "shortcut":
            on_course.setdefault(spot.space.id, []).append(spot)
    for found in on_course.values():
        if any(driver.reach.gears[spot.number] for driver in asked for spot in found):
            continue
        if not any(driver.reach.finishes(context.course) for driver in asked):
            return  # DRV001 and DRV002 say more
        who = listed([driver.who for driver in asked])
        limit = "" if found[0].space.limit is None else f" (limit {found[0].space.limit})"
        yield finding("DRV006", f"Nobody can take the shortcut over {_name(found[0])}{limit}: {who} cannot come there "
                      "in a gear that fits.", _place(context, found[0], None))


def dead_ends(context: Context) -> Iterator[Finding]:
    """DRV007: spaces that legal steps lead to and none leads on from to the finish."""
    if context.route.kind == "circuit" and not context.settled:
        return  # the joker way is still missing
    spaces = context.spaces
    kept = {spot.space.id for spot in context.course.spots}
    if len(kept) == len(spaces):
        return
    waiting = [key for row in courses.start_rows(context.graph, context.route) for key in row if key in spaces]
    reached = set(waiting)
    while waiting:
        fresh = [key for key in spaces.succ[waiting.pop()] if key not in reached]
        reached.update(fresh)
        waiting += fresh
    lost: dict[object, list[SpaceId]] = {}
    for key in sorted(reached - kept):
        lost.setdefault(key.hex, []).append(key)
    for keys in lost.values():
        tile = context.graph.placed(keys[0].hex)
        names = listed([key.name for key in keys])
        yield finding("DRV007", f"On tile {tile.tile} at {tile.hex.q},{tile.hex.r} a car that drives onto {names} can "
                      "never get to the finish from there.",
                      Place(hex=tile.hex, tile=tile.tile, space=keys[0].name))


def drive(context: Context) -> Iterator[Finding]:
    """All that has to do with driving the stage; a track with gaps is left to the other checks."""
    if not context.whole:
        return
    asked = drivers(context)
    for look in (finish, limits, climbs, oxygen, shortcuts):
        yield from look(context, asked)
    yield from dead_ends(context)


CHECKS = (drive,)
