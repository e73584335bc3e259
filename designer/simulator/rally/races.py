"""Races of several drivers on a design, hillclimbs of several tries, rallies of several designs: once or many times.

Who drives is told by ``Driver``: a name, a car, a driver's habit. The result is a log that can be saved, read again
and replayed, or a report of many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NamedTuple

from designer import catalog
from designer.design.document import Design
from designer.design.values import printable
from designer.formats import native
from designer.model.fitting_car import fitting_car
from designer.play.cars import Car
from designer.play.ground import Ground
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
from designer.simulator.rally.race import BadStart, Entrant
from designer.simulator.rally.race_log import DriverLog, RaceLog, StageLog
from designer.simulator.rally.race_report import RaceReport, summarise_races

#: Names for drivers that have none, in order.
COLOURS = ("Red", "Blue", "Green", "Yellow", "White", "Black")


@dataclass(frozen=True, slots=True)
class Driver:
    """Who drives. ``cars``: a board of the design, a standard board ("r6-gravel"), or a category ("r6"), which
    chooses its tyres when it may; in a hillclimb one for each try, the last for all that follow. Without any
    ``default_cars`` are driven.

    >>> Driver("Red", ("r6-gravel",)).policy
    'sensible'
    """

    name: str
    cars: tuple[str, ...] = ()
    policy: str = "sensible"


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
    """All that the races of a batch share."""

    grounds: tuple[Ground, ...]
    entrants: tuple[Entrant, ...]
    choices: dict[str, tuple[Car, ...]]
    rally: bool
    facts: dict[str, Any]


def prepare(designs: Sequence[Design], drivers: Sequence[Driver]) -> _Setting:
    """Stages, cars and drivers of a race. Raises SimulationError when something does not fit."""
    if not designs:
        raise SimulationError("A rally has at least one stage.")
    if not 1 <= len(drivers) <= len(COLOURS):
        raise SimulationError(f"A race has 1 to {len(COLOURS)} drivers, not {len(drivers)}.")
    if len({driver.name for driver in drivers}) < len(drivers):
        raise SimulationError("Two drivers have the same name.")
    grounds = tuple(batches.ground_of(design) for design in designs)
    if len(designs) > 1 and any(ground.track.course.kind == "circuit" for ground in grounds):
        raise SimulationError("A rally has stages from start to finish, no circuits.")
    entrants, choices, named = [], {}, []
    for driver in drivers:
        wanted = driver.cars or default_cars(designs, driver.name)[0]
        boards = [_choices(designs, name, grounds) for name in wanted]
        best = tuple(event.best_board(grounds[0], found) for found in boards)
        entrants.append(Entrant(driver.name, best, batches.driver_of(driver.policy)))
        choices[driver.name] = boards[0]
        named.append({"name": driver.name, "cars": list(wanted), "policy": driver.policy})
    _same_bag(entrants)
    facts = {
        "design": " / ".join(design.name for design in designs)[:200],
        "hash": native.content_hash(designs[0]),
        "stages": [(design.name, native.content_hash(design)) for design in designs],
        "drivers": named,
        "rules": batches.rules_data(grounds[0].rules),
    }
    return _Setting(grounds, tuple(entrants), choices, len(designs) > 1, facts)


def default_cars(designs: Sequence[Design], driver: str) -> tuple[tuple[str, ...], str]:
    """What a driver drives who was given no car, and why, as the end of a sentence.

    The boards that the event of the first design gives it, in order (boards for no named driver are everybody's);
    else the car that fits the first stage (``fitting_car``), in a rally any car of its category.
    """
    event_ = designs[0].event
    given = tuple(
        entry.board
        for entry in (event_.boards if event_ is not None else ())
        if entry.driver in ("", driver) and entry.when in ("start", "between-tries")
    )
    if given:
        return given, "the event gives it"
    car, why = fitting_car(designs[0])
    standard = catalog.standard_boards().get(car)
    if len(designs) > 1 and standard is not None:
        return (standard.car_class,), f"{why} on the first stage; tyres are chosen for each"
    return (car,), why


def _choices(designs: Sequence[Design], name: str, grounds: Sequence[Ground]) -> tuple[Car, ...]:
    """The boards that a car's name stands for: all tyres of a category, or one board of its own.

    A board of one's own is looked for in the design of the first stage. Raises NotDrivable when none of them can
    drive one of the stages.
    """
    if name in classes():
        found = event.boards_of_class(name, grounds[0].rules)
    else:
        found = (batches.car_of(designs[0], name, grounds[0], classes()),)
    for design in designs:
        reasons = [batches.refusal(design, car) for car in found]
        if reasons[0] is not None and None not in reasons:
            raise NotDrivable(reasons[0])
    return found


def _same_bag(entrants: Sequence[Entrant]) -> None:
    """GT, RX and rally cars draw from different damage bags, so they do not race each other."""
    kinds = {
        "gt" if car.car_class.startswith("gt") else car.car_class == "rx"
        for entrant in entrants
        for car in entrant.boards
    }
    if len(kinds) > 1:
        raise SimulationError("GT, rallycross and rally cars do not race each other.")


def _race(
    setting: _Setting,
    seed: int,
    number: int,
    chance: Random | None = None,
    starts: Mapping[str, Standing] | None = None,
) -> RaceLog:
    rng = rng_of(seed, number) if chance is None else chance
    try:
        if setting.rally:
            result = event.rally(
                setting.grounds, setting.entrants, rng, lambda entrant, _: setting.choices[entrant.name]
            )
        else:
            result = event.on_one_stage(setting.grounds[0], setting.entrants, rng, starts)
    except BadStart as error:
        raise SimulationError(str(error)) from error
    except IllegalPlan as error:
        raise SimulationError(f"A driver broke a rule. {error}") from error
    return log_of(result, setting.facts, seed, number)


def log_of(result: EventResult, facts: dict[str, Any], seed: int, number: int) -> RaceLog:
    """The log of an event that was played."""
    stages = tuple(
        StageLog(name, hash_, cars, carried, race.rounds, race.finishes, race.driving)
        for (name, hash_), cars, carried, race in zip(
            facts["stages"], result.boards, result.carried, result.races, strict=True
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
    return _race(setting, checked_seed(seed), number, chance, starts)


def _part(designs: tuple[Design, ...], drivers: Sequence[Driver], seed: int, numbers: range) -> list[RaceLog]:
    """A part of a batch, as a worker makes it."""
    setting = prepare(designs, drivers)
    return [_race(setting, seed, number) for number in numbers]


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
            partial(_race, setting, seed),
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
    return tuple(dict.fromkeys(record.car_class for record in catalog.standard_boards().values()))
