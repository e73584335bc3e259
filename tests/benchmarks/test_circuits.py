"""What it costs to drive a circuit: looking ahead may not cost more than ten times as much as the sensible driver."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from designer.design.document import Design
from designer.formats import native
from designer.model.compiled import forget
from designer.play import ground
from designer.resources import folder
from designer.simulator.rally import batches

#: The most that a run of the driver who looks ahead may cost, in runs of the sensible one.
TIMES = 10


def circuit() -> Design:
    return native.load(folder("exports") / "stages" / "rx2-ss1.json")


def cost(policy: str) -> float:
    """Seconds of the processor for a first run, with nothing worked out before."""
    forget()
    ground.track_of.cache_clear()
    begin = process_time()
    batches.run_batch(circuit(), policy=policy, runs=1, seed=1)
    return process_time() - begin


def test_looking_ahead_on_a_circuit_costs_no_more_than_ten_sensible_runs(benchmark: Callable[..., object]) -> None:
    cost("novice")  # what every driver needs is read once
    ahead = benchmark.pedantic(cost, args=("looking-ahead",), rounds=1)  # type: ignore[attr-defined]
    ratio = ahead / cost("sensible")
    print(f"looking ahead costs {ratio:.1f} times as much")
    assert ratio < TIMES


@pytest.mark.parametrize("policy", ["sensible", "looking-ahead"])
def test_a_run_on_a_circuit(policy: str, benchmark: Callable[..., object]) -> None:
    benchmark.pedantic(cost, args=(policy,), rounds=1)  # type: ignore[attr-defined]
