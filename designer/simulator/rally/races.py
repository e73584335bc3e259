"""Races of several drivers on a design, hillclimbs of several tries, rallies of several designs: once or many times.

Who drives is told by ``Driver``: a name, a car, a driver's habit. The result is a log that can be saved, read again
and replayed, or a report of many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, NamedTuple

from designer import catalog
from designer.design.document import Design
from designer.design.event import MOST_DRIVERS, WAYS
from designer.design.stage import Stage
from designer.design.values import printable
from designer.formats import native
from designer.model.fitting_car import fitting_car
from designer.model.lineup import Lineup, Stop, Wish, car_classes, entries, kept_words, may_change, of_rally, of_tries
from designer.play.cars import Car, car_from_board, car_from_dashboard
from designer.play.ground import Ground
from designer.rules import load_fitting
from designer.simulator.common.batching import (
    Cancelled,
    NotDrivable,
    Progress,
    SimulationError,
    checked_seed,
    make_all,
    rng_of,
)
from designer.simulator.rally import batches, event
from designer.simulator.rally.drive import IllegalPlan, Standing
from designer.simulator.rally.event import EventResult
from designer.simulator.rally.garage import Offer
from designer.simulator.rally.race import BadStart, Entrant
from designer.simulator.rally.race_log import DriverLog, RaceLog, StageLog
from designer.simulator.rally.race_report import RaceReport, summarise_races
from designer.words import listed

#: Names for drivers that have none, in order.
COLOURS = ("Red", "Blue", "Green", "Yellow", "White", "Black")


@dataclass(frozen=True, slots=True)
class Driver:
    """Who drives. ``cars``: a board of the design, a standard board ("r6-gravel"), or a category ("r6"), which
    chooses its tyres when it may. ``choose``: how it chooses among several (``design.event.WAYS``); as they are listed
    they are one for each try of a hillclimb, or for each stage of a rally, the last for all that follow. Without any
    those are driven that the events of the designs give, else ``default_cars``.

    >>> Driver("Red", ("r6-gravel",)).policy
    'sensible'
    """

    name: str
    cars: tuple[str, ...] = ()
    policy: str = "sensible"
    choose: str = field(default="listed", repr=False)


def driver_of_text(text: str) -> Driver:
    """A driver as one word: NAME, NAME:CAR, NAME:CAR:POLICY or NAME::POLICY. Raises ValueError without a usable name.

    >>> driver_of_text("Red:r6-gravel:novice")
    Driver(name='Red', cars=('r6-gravel',), policy='novice')
    >>> driver_of_text("Blue").policy
    'sensible'
    """
    name, _, rest = (part.strip() for part in text.partition(":"))
    car, _, policy = (part.strip() for part in rest.partition(":"))
    if not 1 <= len(name) <= 60 or not name.isprintable():
        raise ValueError(
            f"'{printable(text[:60])}' needs a name of 1 to 60 letters; write NAME:CAR, such as Red:r6-gravel"
        )
    return Driver(name, (car,) if car else (), policy or "sensible")


class _Setting(NamedTuple):
    """All that the races of a batch share. ``offers``: what each driver may choose from on each stage of a rally;
    ``garages``: each board that may be driven, under the rules of each stage."""

    grounds: tuple[Ground, ...]
    entrants: tuple[Entrant, ...]
    offers: Mapping[str, tuple[Offer, ...]]
    garages: tuple[Mapping[str, Car], ...]
    rally: bool
    facts: dict[str, Any]
    notes: tuple[str, ...]


def prepare(designs: Sequence[Design], drivers: Sequence[Driver]) -> _Setting:
    """Stages, cars and drivers of a race. Raises SimulationError when something does not fit."""
    if not designs:
        raise SimulationError("A rally has at least one stage.")
    if not 1 <= len(drivers) <= MOST_DRIVERS:
        raise SimulationError(f"A race has 1 to {MOST_DRIVERS} drivers, not {len(drivers)}.")
    if len({driver.name for driver in drivers}) < len(drivers):
        raise SimulationError("Two drivers have the same name.")
    grounds = tuple(batches.ground_of(design) for design in designs)
    if len(designs) > 1 and any(ground.track.course.kind == "circuit" for ground in grounds):
        raise SimulationError("A rally has stages from start to finish, no circuits.")
    rally = len(designs) > 1
    tries = event.tries_of(grounds[0])
    entrants: list[Entrant] = []
    offers: dict[str, tuple[Offer, ...]] = {}
    named: list[dict[str, Any]] = []
    notes: list[str] = []
    for driver in drivers:
        lineup = _lineup(designs, driver, tries)
        notes += lineup.notes
        found = _offers(designs, grounds, lineup.stops, rally=rally)
        policy = batches.driver_of(driver.policy)
        entrants.append(Entrant(driver.name, (found[0].cars[0],), policy, offers=() if rally else found))
        offers[driver.name] = found
        names = dict.fromkeys(name for stop in lineup.stops for name in (stop.wish.names if stop.wish else ()))
        wanted = driver.cars or tuple(names)
        way = {} if driver.choose == "listed" else {"choose": driver.choose}
        named.append({"name": driver.name, "cars": list(wanted), "policy": driver.policy, **way})
    _same_bag([car for found in offers.values() for offer in found for car in offer.cars])
    facts = {
        "design": " / ".join(design.name for design in designs)[:200],
        "hash": native.content_hash(designs[0]),
        "stages": [(design.name, native.content_hash(design)) for design in designs],
        "drivers": named,
        "rules": batches.rules_data(grounds[0].rules),
        "stage_rules": [batches.rules_data(ground.rules) for ground in grounds],
    }
    garages = tuple(
        {car.name: car for found in offers.values() for offer in found for car in _rebuilt(designs, ground, offer.cars)}
        for ground in grounds
    )
    return _Setting(grounds, tuple(entrants), offers, garages, rally, facts, tuple(notes))


def _lineup(designs: Sequence[Design], driver: Driver, tries: int) -> Lineup:
    """What a driver is to have when: the cars that it was given, those of the events, or the car that fits."""
    rally = len(designs) > 1
    if driver.choose not in WAYS:
        raise SimulationError(f"There is no way of choosing {driver.choose!r}; there are {listed(WAYS)}.")
    if driver.cars:
        count = len(designs) if rally else min(tries, max(1, len(driver.cars)))
        return _given(designs, driver, count, rally=rally)
    way = "" if driver.choose == "listed" else driver.choose
    lineup = of_rally(designs, driver.name, way) if rally else of_tries(designs[0].event, driver.name, tries, way)
    if all(stop.wish is None for stop in lineup.stops):
        names = default_cars(designs, driver.name)[0]
        fitting = Wish(names, "estimate" if len(names) > 1 else "listed")
        stops = lineup.stops or (Stop(None, True),)
        return Lineup(tuple(stop._replace(wish=fitting) for stop in stops), lineup.notes)
    first = next(stop.wish for stop in lineup.stops if stop.wish is not None)
    return lineup._replace(stops=tuple(stop if stop.wish else stop._replace(wish=first) for stop in lineup.stops))


def _given(designs: Sequence[Design], driver: Driver, count: int, *, rally: bool) -> Lineup:
    """The boards that a driver was given by name, one after the other where it takes them as listed."""
    stops: list[Stop] = []
    notes: list[str] = []
    for number in range(count):
        free = not rally or number == 0
        if not free:
            free = may_change(designs[number - 1].stage or Stage(), load_fitting(designs[number].house_rules))
        names = driver.cars
        if driver.choose == "listed":
            names = (driver.cars[min(number, len(driver.cars) - 1)],)
        if not free and stops[-1].wish is not None:
            if names != stops[-1].wish.names:
                notes.append(kept_words(driver.name, designs, number, names))
            names = stops[-1].wish.names
        stops.append(Stop(Wish(names, driver.choose), free))
    further = driver.cars[count:] if driver.choose == "listed" else ()
    if further:
        what = "stages" if rally else "tries" if count > 1 else "tries or stages"
        notes.append(f"{driver.name} does not come to {listed(further)}: there are no further {what}.")
    return Lineup(tuple(stops), tuple(notes))


def _offers(
    designs: Sequence[Design], grounds: Sequence[Ground], stops: Sequence[Stop], *, rally: bool
) -> tuple[Offer, ...]:
    """The boards that a driver may choose from, try by try or stage by stage, under the rules of each stage.

    Until boards may change again all stages have to be driven with one of them, so boards that cannot are left out.
    Raises NotDrivable when none is left, with what keeps the first one back.
    """
    found = []
    for number, stop in enumerate(stops):
        assert stop.wish is not None
        at = number if rally else 0
        source = stop.wish.stage
        last = at
        while rally and last + 1 < len(stops) and not stops[last + 1].open:
            last += 1
        cars: dict[str, Car] = {}
        for name in stop.wish.names:
            cars |= {car.name: car for car in _cars_called(designs, source, at, name, grounds[at])}
        boards = list(cars.values())
        reasons = [_why_not(designs, grounds, range(at, last + 1), car) for car in boards]
        if None not in reasons:
            raise NotDrivable(reasons[0] or "")
        able = tuple(car for car, reason in zip(boards, reasons, strict=True) if reason is None)
        way = stop.wish.way
        one_class = len(stop.wish.names) == 1 and way == "listed" and len(boards) > 1
        found.append(Offer(able, "estimate" if one_class else way))
    return tuple(found)


def _why_not(designs: Sequence[Design], grounds: Sequence[Ground], stages: range, car: Car) -> str | None:
    """Why a board cannot drive one of some stages, by the rules of each; None when it can drive them all."""
    for at in stages:
        there = next(_rebuilt(designs, grounds[at], (car,))) if at > stages.start else car
        if (reason := batches.refusal(designs[at], there)) is not None:
            return reason
    return None


def _cars_called(designs: Sequence[Design], source: int, at: int, name: str, ground: Ground) -> tuple[Car, ...]:
    """The boards that a name stands for: all tyres of a category, or one board, of the design that names it, else of
    that of the first stage or of the stage itself."""
    if name in classes():
        return event.boards_of_class(name, ground.rules)
    homes = [designs[number] for number in dict.fromkeys((source, 0, at))]
    home = next((one for one in homes if any(board.name == name for board in one.dashboards)), homes[0])
    return (batches.car_of(home, name, ground, classes()),)


def _rebuilt(designs: Sequence[Design], ground: Ground, cars: Sequence[Car]) -> Iterator[Car]:
    """Boards as they are under the rules of a stage."""
    printed = {record.name: board for board, record in catalog.standard_boards().items()}
    for car in cars:
        if not car.unlimited and car.name in printed:
            yield car_from_board(printed[car.name], ground.rules)
            continue
        own = next((board for one in designs for board in one.dashboards if (board.name or "") == car.name), None)
        yield car if own is None else car_from_dashboard(own, ground.rules)


def default_cars(designs: Sequence[Design], driver: str) -> tuple[tuple[str, ...], str]:
    """What a driver drives who was given no car, and why, as the end of a sentence.

    The boards that the events of the designs give it, in order (``lineup``); else the car that fits the first stage
    (``fitting_car``), in a rally any car of its category.
    """
    if len(designs) > 1:
        stops = of_rally(designs, driver).stops
    else:
        given = [entry for entry in entries(designs[0].event, driver) if entry.when in ("start", "between-tries")]
        stops = of_tries(designs[0].event, driver, max(1, len(given))).stops
        if len(given) == 1 and given[0].others:
            return given[0].names, "the event gives it"
    names = tuple(dict.fromkeys(name for stop in stops if stop.wish is not None for name in stop.wish.names))
    if names:
        return names, "the event gives it"
    car, why = fitting_car(designs[0])
    standard = catalog.standard_boards().get(car)
    if len(designs) > 1 and standard is not None:
        return (standard.car_class,), f"{why} on the first stage; tyres are chosen for each"
    return (car,), why


def _same_bag(boards: Sequence[Car]) -> None:
    """GT, RX and rally cars draw from different damage bags, so they do not race each other."""
    kinds = {"gt" if car.car_class.startswith("gt") else car.car_class == "rx" for car in boards}
    if len(kinds) > 1:
        raise SimulationError("GT, rallycross and rally cars do not race each other.")


def race_of(
    setting: _Setting,
    seed: int,
    number: int,
    chance: Random | None = None,
    starts: Mapping[str, Standing] | None = None,
) -> RaceLog:
    """One race of what was prepared (``prepare``): the one of a ``number`` under a ``seed``, or with a ``chance`` of
    one's own, from given ``starts`` by driver. Raises SimulationError."""
    rng = rng_of(seed, number) if chance is None else chance
    try:
        if setting.rally:
            result = event.rally(
                setting.grounds,
                setting.entrants,
                rng,
                lambda entrant, _: setting.offers[entrant.name][entrant.stage],
                partial(_as_kept, setting),
            )
        else:
            result = event.on_one_stage(setting.grounds[0], setting.entrants, rng, starts)
    except BadStart as error:
        raise SimulationError(str(error)) from error
    except IllegalPlan as error:
        raise SimulationError(f"A driver broke a rule. {error}") from error
    return log_of(result, {**setting.facts, "notes": setting.notes}, seed, number)


def _as_kept(setting: _Setting, entrant: Entrant, car: Car) -> Car:
    """The board that a driver has to keep, under the rules of the stage that it comes to."""
    own = {one.name: one for one in setting.offers[entrant.name][entrant.stage].cars}
    return own.get(car.name) or setting.garages[entrant.stage].get(car.name, car)


def log_of(result: EventResult, facts: dict[str, Any], seed: int, number: int) -> RaceLog:
    """The log of an event that was played."""
    rules = facts.get("stage_rules", [facts["rules"]] * len(result.races))
    stages = tuple(
        StageLog(
            name,
            hash_,
            cars,
            carried,
            race.rounds,
            race.finishes,
            () if at else result.seconds,
            {} if own == facts["rules"] else own,
            race.driving,
        )
        for at, ((name, hash_), cars, carried, race, own) in enumerate(
            zip(facts["stages"], result.boards, result.carried, result.races, rules, strict=True)
        )
    )
    return RaceLog(
        facts["design"],
        facts["hash"],
        seed,
        number,
        result.kind,
        tuple(DriverLog.from_data(driver) for driver in facts["drivers"]),
        facts["rules"],
        stages,
        result.ranking,
        result.choices,
        tuple(facts.get("notes", ())),
    )


def _listed(designs: Design | Sequence[Design]) -> tuple[Design, ...]:
    return (designs,) if isinstance(designs, Design) else tuple(designs)


def run_race(
    designs: Design | Sequence[Design],
    drivers: Sequence[Driver],
    *,
    seed: int = 1,
    number: int = 0,
    chance: Random | None = None,
    starts: Mapping[str, Standing] | None = None,
) -> RaceLog:
    """Race once: the race ``number`` of the batch with this seed. Several designs are the stages of a rally.

    ``chance``: chance of another kind than by seed, as a ``play.chance.Scripted`` one; the log then names a seed that
    does not make it again. ``starts``: how drivers, by name, stand on the stage when the race begins, in place of
    entering it (``drive.standing_at``; not in a rally). Raises SimulationError when something does not fit, and
    ScriptError when a script does not.
    """
    setting = prepare(_listed(designs), drivers)
    if starts and setting.rally:
        raise SimulationError("A rally begins at its first start; only a race on one stage can begin elsewhere.")
    return race_of(setting, checked_seed(seed), number, chance, starts)


def _part(designs: tuple[Design, ...], drivers: Sequence[Driver], seed: int, numbers: range) -> list[RaceLog]:
    """A part of a batch, as a worker makes it."""
    setting = prepare(designs, drivers)
    return [race_of(setting, seed, number) for number in numbers]


def run_races(
    designs: Design | Sequence[Design],
    drivers: Sequence[Driver],
    *,
    runs: int = 100,
    seed: int = 1,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> RaceReport:
    """Race many times and sum it up (see ``batches.run_batch`` for executors, progress and cancelling)."""
    listed = _listed(designs)
    setting = prepare(listed, drivers)
    checked_seed(seed)
    return summarise_races(
        make_all(
            runs,
            partial(race_of, setting, seed),
            partial(_part, listed, tuple(drivers), seed),
            progress=progress,
            cancelled=cancelled,
            executor=executor,
            workers=workers,
        )
    )


def classes() -> tuple[str, ...]:
    """The car categories that can be named as a car.

    >>> classes()[:3]
    ('r6', 'r5', 'r4')
    """
    return car_classes()
