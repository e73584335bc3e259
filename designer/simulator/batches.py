"""Running designs: one run, or many of them, on any number of workers.

The seed of a run is derived from the batch's seed and the run's number alone, so that the same seed gives the same
result on every machine, for any number of workers and in whatever order the runs are made.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from random import Random
from typing import Any, NamedTuple

from designer.design.document import Design
from designer.formats import native
from designer.graph import course as courses
from designer.rules import Rules, RulesError, load
from designer.simulator.rally import policies
from designer.simulator.rally.cars import Car, UnknownCar, find_car
from designer.simulator.rally.drive import IllegalPlan
from designer.simulator.rally.ground import Ground
from designer.simulator.rally.log import Run
from designer.simulator.rally.policies import Policy, UnknownPolicy
from designer.simulator.rally.race import Entrant, race
from designer.simulator.report import Report, summarise

#: Called with (runs done, runs in all).
Progress = Callable[[int, int], None]
#: Asked between runs; True ends the batch.
Cancelled = Callable[[], bool]


class SimulationError(ValueError):
    """The design cannot be simulated; the text says why in the user's words."""


class SimulationCancelled(Exception):
    """The batch was cancelled before its end."""


class _Setting(NamedTuple):
    """All that the runs of a batch share."""

    ground: Ground
    car: Car
    policy: Policy
    facts: dict[str, Any]


def rules_of(design: Design) -> Rules:
    """The rules in force for a design. Raises SimulationError when its house rules do not fit."""
    try:
        return load(house_rules=design.house_rules)
    except RulesError as error:
        raise SimulationError(str(error)) from error


def prepare(design: Design, car: str, policy: str) -> _Setting:
    """Track, car and driver of a batch. Raises SimulationError when the design cannot be driven."""
    rules = rules_of(design)
    if design.stage is None or not design.stage.tiles:
        raise SimulationError("The design has no stage to drive.")
    course = courses.of_stage(design.stage, design.event)
    if course.problem is not None:
        raise SimulationError(course.problem)
    try:
        found, driver = find_car(design, car, rules), policies.find(policy)
    except (UnknownCar, UnknownPolicy) as error:
        raise SimulationError(str(error)) from error
    lacking = [kind for kind in course.terrains() if found.on(kind) is None]
    if lacking:
        raise SimulationError(f"The car {found.name!r} has no track type token for {' and '.join(lacking)}, "
                              "which the stage has.")
    facts = {
        "design": design.name, "hash": native.content_hash(design), "car": car, "policy": policy,
        "rules": {"profile": rules.profile, "overrides": dict(rules.overrides), "assumed": rules.assumed()},
    }
    return _Setting(Ground(design.stage, design.event, rules), found, driver, facts)


def _run(setting: _Setting, seed: int, number: int) -> Run:
    rng = Random(f"crest {seed} {number}")
    try:
        result = race(setting.ground, [Entrant("", (setting.car,), setting.policy)], rng)
    except IllegalPlan as error:
        raise SimulationError(f"The driver {setting.facts['policy']!r} broke a rule. {error}") from error
    time = result.finishes[0].seconds if result.finishes else None
    return Run(**setting.facts, seed=seed, number=number, turns=result.turns(), finished=time is not None, time=time)


def run_once(
    design: Design, *, car: str = "r6-gravel", policy: str = "sensible", seed: int = 1, number: int = 0
) -> Run:
    """Drive a design once: the run ``number`` of the batch with this seed. Raises SimulationError."""
    return _run(prepare(design, car, policy), _checked(seed), number)


def _checked(seed: int) -> int:
    if seed < 0:
        raise SimulationError(f"A seed is a whole number from 0, not {seed}.")
    return seed


def _chunk(design: Design, car: str, policy: str, seed: int, numbers: range) -> list[Run]:
    """A part of a batch, as a worker runs it."""
    setting = prepare(design, car, policy)
    return [_run(setting, seed, number) for number in numbers]


def run_batch(
    design: Design,
    *,
    car: str = "r6-gravel",
    policy: str = "sensible",
    runs: int = 100,
    seed: int = 1,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> Report:
    """Drive a design many times and sum it up.

    ``executor``: any concurrent.futures.Executor, which gets the runs in chunks (about four for each of its
    ``workers``); without one they are made here. Raises SimulationError when the design cannot be driven and
    SimulationCancelled when ``cancelled`` says so.
    """
    if runs < 1:
        raise SimulationError(f"A batch has at least one run, not {runs}.")
    _checked(seed)
    setting = prepare(design, car, policy)  # also tells what is wrong before any worker starts
    made: list[Run] = []

    def tell() -> None:
        if progress is not None:
            progress(len(made), runs)
        if cancelled is not None and cancelled():
            raise SimulationCancelled

    if executor is None:
        for number in range(runs):
            made.append(_run(setting, seed, number))
            tell()
    else:
        size = max(1, -(-runs // max(1, 4 * workers)))
        parts: set[Future[list[Run]]] = {
            executor.submit(_chunk, design, car, policy, seed, range(first, min(first + size, runs)))
            for first in range(0, runs, size)
        }
        try:
            while parts:
                done, parts = wait(parts, timeout=0.2, return_when=FIRST_COMPLETED)
                for part in done:
                    made += part.result()
                tell()
        finally:
            for part in parts:
                part.cancel()
    made.sort(key=lambda run: run.number)
    return summarise(made)
