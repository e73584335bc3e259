"""One car alone on the stage of a design: one run, or many of them, on any number of workers."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple

from designer.design.document import Design
from designer.formats import native
from designer.model.compiled import compile_design
from designer.model.drivable import why_not, why_not_by
from designer.model.driving import board_title
from designer.model.fitting_car import fitting_car
from designer.play.cars import Car, UnknownCar, find_car
from designer.play.ground import Ground
from designer.rules import Rules
from designer.simulator.common.batching import (
    Cancelled,
    NotDrivable,
    Progress,
    SimulationCancelled,
    SimulationError,
    checked_seed,
    make_all,
    rng_of,
    rules_of,
)
from designer.simulator.rally import policies
from designer.simulator.rally.drive import IllegalPlan
from designer.simulator.rally.log import Run
from designer.simulator.rally.policies import Policy, UnknownPolicy
from designer.simulator.rally.race import Entrant, race
from designer.simulator.rally.report import Report, summarise

__all__ = [
    "Cancelled",
    "NotDrivable",
    "Progress",
    "SimulationCancelled",
    "SimulationError",
    "ground_of",
    "run_all",
    "run_batch",
    "run_once",
]


class _Setting(NamedTuple):
    """All that the runs of a batch share."""

    ground: Ground
    car: Car
    policy: Policy
    facts: dict[str, Any]


def ground_of(design: Design) -> Ground:
    """The stage of a design, ready to be driven. Raises SimulationError when it leads nowhere."""
    rules_of(design)
    compiled = compile_design(design)
    if (reason := why_not(compiled)) is not None:
        raise NotDrivable(reason)
    return Ground(compiled.stage, design.event, compiled.rules, weather=compiled.weather, laid=compiled.race_track)


def car_of(design: Design, name: str, ground: Ground, also: Sequence[str] = ()) -> Car:
    """A car of a design. Raises SimulationError when there is none of that name (``also``: what else would have
    done)."""
    try:
        return find_car(design, name, ground.rules, also)
    except UnknownCar as error:
        raise SimulationError(str(error)) from error


def refusal(design: Design, car: Car) -> str | None:
    """Why a car cannot drive the stage of a design, or None when it can."""
    numbers = [number for number, board in enumerate(design.dashboards) if board.name == car.name]
    number = numbers[0] if numbers else None
    who = board_title(design, number) if number is not None else f"The car {car.name!r}"
    return why_not_by(compile_design(design), car, who, number)


def driver_of(name: str) -> Policy:
    """A driver. Raises SimulationError when there is none of that name."""
    try:
        return policies.find(name)
    except UnknownPolicy as error:
        raise SimulationError(str(error)) from error


def rules_data(rules: Rules) -> dict[str, Any]:
    """The rules in force, as reports and logs give them."""
    return {"profile": rules.profile, "overrides": dict(rules.overrides), "assumed": rules.assumed()}


def prepare(design: Design, car: str | None, policy: str) -> _Setting:
    """Stage, car and driver of a batch. Raises SimulationError when the design cannot be driven."""
    ground = ground_of(design)
    if car is None:
        car, _ = fitting_car(design)
    facts = {
        "design": design.name,
        "hash": native.content_hash(design),
        "car": car,
        "policy": policy,
        "rules": rules_data(ground.rules),
    }
    found = car_of(design, car, ground)
    if (reason := refusal(design, found)) is not None:
        raise NotDrivable(reason)
    return _Setting(ground, found, driver_of(policy), facts)


def _run(setting: _Setting, seed: int, number: int) -> Run:
    try:
        result = race(setting.ground, [Entrant("", (setting.car,), setting.policy)], rng_of(seed, number))
    except IllegalPlan as error:
        raise SimulationError(f"The driver {setting.facts['policy']!r} broke a rule. {error}") from error
    finish = result.finishes[0] if result.finishes else None
    finished = finish is not None and not finish.disqualified
    circuit = setting.ground.track.course.kind == "circuit"  # where no time counts
    time = finish.seconds if finish is not None and finished and not circuit else None
    return Run(**setting.facts, seed=seed, number=number, turns=result.turns(), finished=finished, time=time)


def run_once(
    design: Design, *, car: str | None = None, policy: str = "sensible", seed: int = 1, number: int = 0
) -> Run:
    """Drive a design once: the run ``number`` of the batch with this seed. ``car``: by default the one that fits
    (``fitting_car``). Raises SimulationError."""
    return _run(prepare(design, car, policy), checked_seed(seed), number)


def _part(design: Design, car: str | None, policy: str, seed: int, numbers: range) -> list[Run]:
    """A part of a batch, as a worker makes it."""
    setting = prepare(design, car, policy)
    return [_run(setting, seed, number) for number in numbers]


def run_batch(
    design: Design,
    *,
    car: str | None = None,
    policy: str = "sensible",
    runs: int = 100,
    seed: int = 1,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> Report:
    """Drive a design many times and sum it up: the report of ``run_all``, which has the same arguments."""
    return summarise(
        run_all(
            design,
            car=car,
            policy=policy,
            runs=runs,
            seed=seed,
            progress=progress,
            cancelled=cancelled,
            executor=executor,
            workers=workers,
        )
    )


def run_all(
    design: Design,
    *,
    car: str | None = None,
    policy: str = "sensible",
    runs: int = 100,
    seed: int = 1,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> list[Run]:
    """Drive a design many times: all runs with their turns. ``car``: by default the one that fits (``fitting_car``).

    ``executor``: any concurrent.futures.Executor, which gets the runs in parts (about four for each of its
    ``workers``); without one they are made here. Raises SimulationError when the design cannot be driven and
    SimulationCancelled when ``cancelled`` says so.
    """
    setting = prepare(design, car, policy)  # also tells what is wrong before any worker starts
    checked_seed(seed)
    return make_all(
        runs,
        partial(_run, setting, seed),
        partial(_part, design, car, policy, seed),
        progress=progress,
        cancelled=cancelled,
        executor=executor,
        workers=workers,
    )
