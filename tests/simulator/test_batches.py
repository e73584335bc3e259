from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import pytest

from designer import schemas
from designer.design import stage as stage_edits
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import Stage
from designer.design.values import frozen
from designer.simulator.rally import batches
from designer.simulator.rally.batches import SimulationCancelled, SimulationError, run_batch, run_once

Official = Callable[[str], Design]


def test_the_same_seed_gives_the_same_report_on_any_executor(official: Official) -> None:
    design = official("climb-2")
    alone = run_batch(design, runs=12, seed=7)
    with ThreadPoolExecutor(3) as threads:
        assert run_batch(design, runs=12, seed=7, executor=threads, workers=3) == alone
    with ProcessPoolExecutor(2) as processes:
        assert run_batch(design, runs=12, seed=7, executor=processes) == alone
    assert run_batch(design, runs=12, seed=8).times != alone.times


def test_a_single_run_is_the_run_of_the_batch(official: Official) -> None:
    design = official("climb-1")
    report = run_batch(design, runs=3, seed=5)
    assert tuple(run_once(design, seed=5, number=number).time for number in range(3)) == report.times
    assert report.sample == run_once(design, seed=5)


def test_report_and_log_fit_their_schemas(official: Official) -> None:
    report = run_batch(official("rally-9-ss2"), runs=10)
    assert schemas.problems(report.to_data(log=True), "simulation-report") == []
    assert schemas.problems(report.sample.to_data(), "run-log") == []


def test_report_figures_agree_with_each_other(official: Official) -> None:
    report = run_batch(official("climb-1"), runs=20)
    data = report.to_data()
    assert data["finished"] == 20
    assert report.finished_share == 1.0
    assert report.mean == pytest.approx(sum(report.times) / 20)
    assert report.quantile(0.0) == min(report.times)
    assert report.quantile(1.0) == max(report.times)
    assert sum(bin_["runs"] for bin_ in data["times"]["histogram"]) == 20
    assert sum(tile.mean for tile in report.losses.by_tile.values()) == pytest.approx(report.losses.mean)
    assert sum(report.losses.by_space.values()) == pytest.approx(report.losses.mean)
    assert sum(report.gears.values()) == pytest.approx(1.0)
    assert all(tile.share <= 1 for tile in report.losses.by_tile.values())


def test_the_car_that_fits_is_driven_where_none_is_named(official: Official) -> None:
    assert run_once(official("climb-2")).car == "r6-asphalt"
    assert run_batch(official("rx2-ss1"), runs=1).car == "rx-asphalt"


def test_text_tells_time_finish_and_control(official: Official) -> None:
    text = run_batch(official("climb-1"), runs=5).text()
    for words in ("Climb 1", "mean", "finished  5 of 5", "control", "gears     turns that end in gear"):
        assert words in text


def test_commentary_can_be_followed(official: Official) -> None:
    run = run_once(official("climb-1"))
    lines = run.commentary()
    assert lines[0].startswith("Turn 1, bl of 202a (0,0), gear 0:")
    assert lines[-1].endswith(f"time {run.time} s.")
    assert len(lines) == len(run.turns) + 1


def test_progress_is_told_and_a_batch_can_be_cancelled(official: Official) -> None:
    told: list[tuple[int, int]] = []
    run_batch(official("climb-1"), runs=4, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    with pytest.raises(SimulationCancelled):
        run_batch(official("climb-1"), runs=50, cancelled=lambda: True)
    with ThreadPoolExecutor(1) as pool, pytest.raises(SimulationCancelled):
        run_batch(official("climb-1"), runs=50, cancelled=lambda: True, executor=pool)


def test_what_cannot_be_simulated_is_said_in_a_sentence(official: Official) -> None:
    climb = official("climb-1")
    lone = Design(stage=stage_edits.place(Stage(), "305a", Hex(0, 0)))
    cases = [
        (Design(), {}, "no stage"),
        (lone, {}, "no start"),
        (climb, {"car": "r6-gravle"}, "Did you mean r6-gravel"),
        (climb, {"policy": "sensibel"}, "Did you mean sensible"),
        (climb, {"runs": 0}, "at least one run"),
        (climb, {"runs": 100_001}, "at most 100000 runs"),
        (climb, {"seed": -1}, "whole number from 0"),
        (replace(climb, house_rules=frozen({"time.gear_9": 3})), {}, "no rule"),
        (replace(climb, dashboards=(Dashboard("Bare"),)), {"car": "Bare"}, "no track type"),
    ]
    for design, arguments, words in cases:
        with pytest.raises(SimulationError, match=words):
            run_batch(design, **arguments)


def test_a_driver_that_breaks_a_rule_is_named(official: Official, monkeypatch: pytest.MonkeyPatch) -> None:
    class Idle(batches.policies.Novice):
        def choose(self, view: batches.policies.View) -> batches.policies.Choice:
            return batches.policies.Choice((), "one-by-one")

    monkeypatch.setitem(batches.policies.POLICIES, "idle", Idle)
    with pytest.raises(SimulationError, match="'idle' broke a rule"):
        run_once(official("climb-1"), policy="idle")


def test_house_rules_of_the_design_count(official: Official) -> None:
    design = official("climb-1")
    slow = replace(design, house_rules=frozen({f"time.gear_{gear}": 100 for gear in range(7)}))
    slow_mean, mean = run_batch(slow, runs=3).mean, run_batch(design, runs=3).mean
    assert slow_mean is not None
    assert mean is not None
    assert slow_mean > 2 * mean
