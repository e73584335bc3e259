"""Whether each car can drive the stage: climb lines, limits, shortcuts, lanes that lead nowhere.

Asked of the boards of the design; without any, of the standard cars, and then only what holds for all of them is
reported. What a car can do is worked out from the plan rules (``simulator.rally.reach``), never guessed.
Sources: Climb, "Climb tiles", "Oxygen tokens"; core rules 2, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from designer.design.hexes import Hex
from designer.graph import course as courses
from designer.graph.course import Spot
from designer.graph.space_graph import SpaceId
from designer.model.compiled import CompiledDesign, may_end
from designer.model.drivable import why_not
from designer.model.driving import (
    CANNOT_FINISH,
    CANNOT_KEEP_CONTROL,
    Driver,
    Run,
    Stop,
    runs,
    space_words,
    stopped,
)
from designer.play import reach as reaches
from designer.play.capabilities import span
from designer.play.reach import choices, gears_in, kind_of
from designer.play.track import NO_LIMIT
from designer.validation.checking import listed, tile_location
from designer.validation.codes import finding
from designer.validation.finding import Finding, Location

SLOPES = {"ascent": "up", "descent": "down"}


@dataclass(frozen=True)
class _Told:
    """What is wrong for one driver: a key by which drivers are compared, the message, where."""

    key: tuple[object, ...]
    message: str
    spot: Spot


def _of_stop(stop: Stop) -> _Told:
    return _Told((stop.what,), stop.message, stop.spot)


Look = Callable[[Driver], Iterator[_Told]]
Runs = tuple[Run, ...]


def _tell(look: Look, leg: Driver) -> tuple[_Told, ...]:
    return tuple(look(leg))


def _told(run: Run, code: str, look: Look) -> tuple[_Told, ...]:
    """What a look finds on all legs of a run; of what has the same key only the first."""
    found: dict[tuple[object, ...], _Told] = {}
    for leg in run.legs:
        known = leg.memory.drawer(_tell)
        if code not in known:
            known[code] = _tell(look, leg)
        for told in known[code]:
            found.setdefault(told.key, told)
    return tuple(found.values())


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


def finish(compiled: CompiledDesign, asked: Runs) -> Iterator[Finding]:
    """DRV001: no way to the finish at all. DRV002: none without losing control on purpose."""

    def nothing(run: Run) -> Iterator[_Told]:
        if not run.finishes and not run.losing.finishes:
            yield _of_stop(stopped(run.losing, CANNOT_FINISH))

    def losing(run: Run) -> Iterator[_Told]:
        if not run.finishes and run.losing.finishes:
            yield _of_stop(stopped(run, CANNOT_KEEP_CONTROL))

    yield from _for_all(compiled, asked, "DRV001", nothing)
    yield from _for_all(compiled, asked, "DRV002", losing)


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
                f"{driver.who} cannot keep the limit {way.limit} on {space_words(target)}{slope} from "
                f"{space_words(spot)}: it comes there in gear {span(gears_in(step.gears))} and would be in gear "
                f"{span(gears_in(after))}.",
                target,
            )

    yield from _for_all(compiled, asked, "DRV003", lambda run: _told(run, "DRV003", look) if run.finishes else ())


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
                    f"{driver.who} has no dice for the {way.climb} line from {space_words(spot)} to "
                    f"{space_words(target)}, in whatever gear it comes ({span(gears)}): it creeps over it one space "
                    "a turn.",
                    target,
                )

    yield from _for_all(compiled, asked, "DRV004", lambda run: _told(run, "DRV004", blocked))
    for run in asked:
        if run.board is not None:
            yield from _passes(compiled, run, {told.spot.space.id.hex for told in _told(run, "DRV004", blocked)})


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

    yield from _for_all(compiled, asked, "TOK009", lambda run: _told(run, "TOK009", look))


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
            f"Nobody can take the shortcut over {space_words(spot)}{limit}: {who} cannot come there in a gear "
            "that fits.",
            _place(compiled, spot, None),
        )


def _cut_spots(driver: Driver) -> tuple[Spot, ...]:
    """The shortcuts among the own spots of a driver."""
    return driver.memory.once(_shortcut_spots, driver)


def _shortcut_spots(driver: Driver) -> tuple[Spot, ...]:
    return tuple(spot for spot in driver.track.course.spots[: driver.own] if spot.space.kind == "shortcut")


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
    open_branches = {end.hex for end in compiled.graph.open_edges if not may_end(compiled, end)}
    for keys in lost.values():
        if keys[0].hex in open_branches:
            continue  # STG006 or STG019 says so
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
    if why_not(compiled) is not None:
        return
    asked = runs(compiled)
    yield from finish(compiled, asked)
    if not compiled.whole:
        return
    for look in (limits, climbs, oxygen, shortcuts):
        yield from look(compiled, asked)
    yield from dead_ends(compiled)


CHECKS = (drive,)
