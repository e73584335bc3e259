"""Builds side by side on a stage."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from designer.design.dashboard import Dashboard, new
from designer.design.document import Design
from designer.schemas import problems
from designer.simulator.rally.batches import SimulationCancelled, SimulationError, run_batch
from designer.simulator.rally.compare import compare, misfit, unique_names

Official = Callable[[str], Design]
GEARS = {f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}
PLAIN = new(("gravel",), {**GEARS, "C6": "coast"}, "Plain")
SNOW = new(("snow",), GEARS, "Sledge")


def test_builds_are_compared_as_each_would_run_alone(official: Official) -> None:
    design = official("climb-1")
    result = compare(design, [PLAIN, "r6-gravel"], runs=5, seed=3)
    alone = run_batch(design, car="r6-gravel", runs=5, seed=3)
    assert [entry.name for entry in result.entries] == ["Plain", "R6, gravel tyres"]
    second = result.entries[1].report
    assert second is not None
    assert second.times == alone.times
    rows = {row[0]: row[1:] for row in result.rows()}
    assert rows["Mean time"][1] == f"{alone.mean:.1f} s"
    assert rows["gravel: gears"] == ["1-5", "1-6"]
    assert rows["gravel: dice"] == ["1 coast", "2 coast 1 brake"]
    assert problems(result.to_data(), "comparison") == []


def test_a_build_that_does_not_fit_the_stage_is_explained_and_the_others_run(official: Official) -> None:
    result = compare(official("climb-1"), [SNOW, PLAIN], runs=2)
    assert result.entries[0].report is None
    assert "no token for gravel" in result.entries[0].problem
    assert result.notes == [f"Sledge: {result.entries[0].problem}"]
    assert result.rows()[1][1] == "cannot drive"
    assert result.entries[1].report is not None
    assert problems(result.to_data(), "comparison") == []


def test_reasons_of_a_misfit() -> None:
    assert misfit(Dashboard(), ["gravel"]).startswith("It has no track type token")
    assert misfit(new(("gravel", "snow")), ["gravel", "snow"]) == ""
    assert misfit(new(("dry", "wet")), ["gravel"]) == ""


def test_two_to_six_builds_and_a_stage(official: Official) -> None:
    for builds in ([PLAIN], [PLAIN] * 7):
        with pytest.raises(SimulationError, match="Two to six builds"):
            compare(official("climb-1"), builds)
    with pytest.raises(SimulationError, match="no stage"):
        compare(Design(), [PLAIN, PLAIN])
    with pytest.raises(SimulationError, match="Did you mean r6-gravel"):
        compare(official("climb-1"), [PLAIN, "r6-gravl"])


def test_names_are_made_unique() -> None:
    assert unique_names([PLAIN, PLAIN, Dashboard(), PLAIN]) == ["Plain", "Plain #2", "Board", "Plain #3"]


def test_progress_and_cancel(official: Official) -> None:
    told: list[tuple[int, int, int, int]] = []
    compare(official("climb-1"), [PLAIN, PLAIN], runs=2, progress=lambda *numbers: told.append(numbers))
    assert told == [(0, 2, 1, 2), (0, 2, 2, 2), (1, 2, 1, 2), (1, 2, 2, 2)]
    with pytest.raises(SimulationCancelled):
        compare(official("climb-1"), [PLAIN, PLAIN], runs=50, cancelled=lambda: True)
