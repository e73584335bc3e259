"""Many runs, here or on workers: progress, cancelling, and results in the order of their numbers.

The seed of a run is derived from the batch's seed and the run's number alone, so that the same seed gives the same
result on every machine, for any number of workers and in whatever order the runs are made.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from random import Random
from typing import TypeVar

from designer.design.document import Design
from designer.rules import Rules, RulesError, load

#: Called with (runs done, runs in all).
Progress = Callable[[int, int], None]
#: Asked between runs; True ends the batch.
Cancelled = Callable[[], bool]
Made = TypeVar("Made")
#: Runs of a part at most, so that a long batch tells how far it is and hands over little at a time.
LARGEST_PART = 500
#: Runs of a batch at most. All of them are kept until it is summed up, some 13 kB each.
MOST = 100_000


class SimulationError(ValueError):
    """The design cannot be simulated; the text says why in the user's words."""


class NotDrivable(SimulationError):
    """Nothing can be driven, or not by this car, for a reason that ``crest validate`` reports too."""


class SimulationCancelled(Exception):
    """The batch was cancelled before its end."""


def rng_of(seed: int, number: int) -> Random:
    """The dice of a run.

    >>> rng_of(1, 0).random() == rng_of(1, 0).random() != rng_of(1, 1).random()
    True
    """
    return Random(f"crest {seed} {number}")


def checked_seed(seed: int) -> int:
    """A seed, if it is one. Raises SimulationError."""
    if seed < 0:
        raise SimulationError(f"A seed is a whole number from 0, not {seed}.")
    return seed


def rules_of(design: Design) -> Rules:
    """The rules in force for a design. Raises SimulationError when its house rules do not fit."""
    try:
        return load(house_rules=design.house_rules)
    except RulesError as error:
        raise SimulationError(str(error)) from error


def make_parts(
    runs: int,
    part: Callable[[range], Made],
    take: Callable[[range, Made], None],
    *,
    word: str = "run",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> None:
    """Make runs 0 to ``runs`` - 1: one by one here, or in parts (about four for each worker) on an executor.

    ``take`` gets what came of each part, with its numbers, in whatever order parts are done; nothing else is kept.
    ``part`` must be something that workers can be sent. ``word`` names a run. Raises SimulationCancelled when
    ``cancelled`` says so.
    """
    if runs < 1:
        raise SimulationError(f"A batch has at least one {word}, not {runs}.")
    taken = 0

    def keep(numbers: range, made: Made) -> None:
        nonlocal taken
        take(numbers, made)
        taken += len(numbers)
        if progress is not None:
            progress(taken, runs)

    def stop_if_told() -> None:
        if cancelled is not None and cancelled():
            raise SimulationCancelled

    if executor is None:
        for number in range(runs):
            numbers = range(number, number + 1)
            keep(numbers, part(numbers))
            stop_if_told()
        return
    size = max(1, min(LARGEST_PART, -(-runs // max(1, 4 * workers))))
    open_parts: dict[Future[Made], range] = {
        executor.submit(part, numbers): numbers
        for numbers in (range(first, min(first + size, runs)) for first in range(0, runs, size))
    }
    try:
        while open_parts:
            done, _ = wait(open_parts, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                keep(open_parts.pop(future), future.result())
            stop_if_told()
    finally:
        for future in open_parts:
            future.cancel()


def make_all(
    runs: int,
    one: Callable[[int], Made],
    part: Callable[[range], list[Made]],
    *,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> list[Made]:
    """Make runs 0 to ``runs`` - 1 as ``make_parts`` does, and keep all of them in the order of their numbers.

    ``one`` makes a run here, ``part`` some of them on a worker.
    """
    if runs > MOST:
        raise SimulationError(f"A batch has at most {MOST} runs, not {runs}: their logs are kept until it ends.")
    made: dict[int, Made] = {}

    def here(numbers: range) -> list[Made]:
        return [one(number) for number in numbers]

    def take(numbers: range, results: list[Made]) -> None:
        made.update(zip(numbers, results, strict=True))

    make_parts(
        runs,
        here if executor is None else part,
        take,
        progress=progress,
        cancelled=cancelled,
        executor=executor,
        workers=workers,
    )
    return [made[number] for number in range(runs)]
