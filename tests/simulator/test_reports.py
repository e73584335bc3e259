"""What reports of runs and of races say: counted from the turns of their logs, as data and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from designer import schemas
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.formats import native
from designer.play.table_space import TableSpace
from designer.resources import folder
from designer.simulator.rally.batches import run_batch, run_once
from designer.simulator.rally.log import TurnLog
from designer.simulator.rally.race_log import Placing
from designer.simulator.rally.race_report import RaceReport, summarise_races
from designer.simulator.rally.races import Driver, run_race, run_races
from designer.simulator.rally.report import summarise
from designer.simulator.rally.whereabouts import blocked, drawn, held_up, lost, whereabouts

Official = Callable[[str], Design]
FAST = [Driver("Red", ("r6-gravel",), "flat-out"), Driver("Blue", ("r4-gravel",), "novice")]


def at(number: int, space: str = "a") -> TableSpace:
    return TableSpace("305a", number, 0, space)


def turn(place: TableSpace, **more: object) -> TurnLog:
    return replace(TurnLog(1, "R6", place, place, 3, 3), **more)  # type: ignore[arg-type]


def test_what_happened_is_counted_by_tile_and_by_space() -> None:
    lost_at_1 = turn(at(1), loss_cause="dangers", damage=("gear", "brake"), drawn_at=(at(1), at(1)), mode="flat-out")
    lost_at_0 = turn(at(0, "b"), loss_cause="dangers", mode="flat-out")
    held = turn(at(0), mode="blocked", held_up=True)
    mercy = turn(at(1), mode="mercy")
    runs = [[lost_at_0, lost_at_1], [held, mercy, lost_at_1, lost_at_1]]
    found = whereabouts(runs, [lost(turns) for turns in runs])
    assert found.mean == 2
    assert [(tile.hex, tile.mean, tile.share) for tile in found.by_tile.values()] == [
        (Hex(0, 0), 0.5, 0.5),
        (Hex(1, 0), 1.5, 1.0),
    ]
    assert found.by_space == {at(0, "b"): 0.5, at(1): 1.5}
    assert whereabouts(runs, [drawn(turns) for turns in runs]).by_space == {at(1): 3}
    assert whereabouts(runs, [blocked(turns) for turns in runs]).by_space == {at(0): 0.5, at(1): 0.5}
    assert whereabouts(runs, [held_up(turns) for turns in runs]).by_space == {at(0): 0.5}


def test_long_lists_are_cut_in_the_text_and_whole_in_the_data() -> None:
    places = [at(number, space) for number in range(9) for space in "abcde"]
    found = whereabouts([[turn(place) for place in places]], [[*places, at(7, "e")]])
    lines = found.lines("race")
    assert lines[0].strip() == "305a at 7,0: 6.00 a race, in 100 % of races; on e 2.00, a 1.00, b 1.00 and 2 more"
    assert len(lines) == 7
    assert lines[-1].strip() == "and on 3 more tiles"
    assert len(found.to_data()["by_tile"]) == 9
    assert len(found.to_data()["by_space"]) == 45


def test_damage_of_runs_by_kind_and_by_place(official: Official) -> None:
    report = run_batch(official("climb-1"), policy="flat-out", runs=15)
    runs = [run_once(official("climb-1"), policy="flat-out", number=number) for number in range(15)]
    kinds = Counter(kind for run in runs for turn in run.turns for kind in turn.damage)
    assert kinds
    assert report.damage == {kind: pytest.approx(count / 15) for kind, count in kinds.items()}
    assert sum(report.damage.values()) == pytest.approx(report.drawn.mean)
    assert sum(report.drawn.by_space.values()) == pytest.approx(report.drawn.mean)
    data = report.to_data()
    assert sum(tile["mean"] for tile in data["damage_places"]["by_tile"]) == pytest.approx(report.drawn.mean, abs=0.01)
    assert set(data["blocked"]) == {"mean", "by_tile", "by_space"}
    text = report.text()
    assert f"damage    {kinds.total() / 15:.2f} tokens a run: " in text
    assert all(f"{kind} {count / 15:.2f}" in text for kind, count in kinds.items())


def test_the_distribution_is_drawn_when_there_are_runs_enough(official: Official) -> None:
    report = run_batch(official("climb-1"), runs=25)
    drawn_bars = [line for line in report.text().splitlines() if "###" in line]
    assert 2 <= len(drawn_bars) <= 10
    assert "###" not in summarise([report.sample]).text()
    times = report.to_data()["times"]
    in_order = [times[name] for name in ("min", "p10", "p25", "median", "p75", "p90", "max")]
    assert in_order == sorted(in_order)


@pytest.fixture(scope="module")
def hillclimb() -> RaceReport:
    climb = native.load(folder("exports") / "stages" / "climb-1.json")
    return run_races(replace(climb, event=Event("hillclimb", tries=2)), FAST, runs=6)


def test_tries_of_a_driver_have_times_boards_and_a_distribution(hillclimb: RaceReport) -> None:
    data = hillclimb.to_data()
    for driver in data["drivers"]:
        assert len(driver["tries"]) == len(driver["boards"]) == 2
        for tried in (driver["times"], *driver["tries"]):
            assert sum(bin_["runs"] for bin_ in tried["histogram"]) == 6
            assert tried["p25"] <= tried["median"] <= tried["p75"]
    assert hillclimb.driver("Blue").boards == ({"R4, gravel tyres": 1.0},) * 2
    text = hillclimb.text()
    assert "\ntry 2     mean " in text
    assert "; with R4, gravel tyres" in text


def test_gaps_are_counted_from_the_winner(hillclimb: RaceReport) -> None:
    red, blue = hillclimb.driver("Red"), hillclimb.driver("Blue")
    for number, (mine, other) in enumerate(zip(red.times, blue.times, strict=True)):
        assert mine is not None
        assert other is not None
        assert (red.gaps[number], blue.gaps[number]) == (mine - min(mine, other), other - min(mine, other))
        assert hillclimb.margins[number] == abs(mine - other)
    assert hillclimb.to_data()["gaps_in"] == "seconds"
    assert "The second is " in hillclimb.text()


def test_stages_tell_losses_damage_and_blocked_places_of_all_cars(hillclimb: RaceReport) -> None:
    stage, drivers = hillclimb.stages[0], hillclimb.drivers
    assert stage.losses.mean == pytest.approx(sum(driver.losses for driver in drivers))
    assert stage.drawn.mean == pytest.approx(sum(driver.damage for driver in drivers))
    assert stage.held_up.mean == pytest.approx(sum(driver.held_up for driver in drivers))
    for driver in drivers:
        assert sum(driver.damage_by_kind.values()) == pytest.approx(driver.damage)
    data = stage.to_data()
    for what in ("losses_of_control", "damage_places", "blocked", "held_up"):
        assert set(data[what]) == {"mean", "by_tile", "by_space"}
    assert sum(data["damage"].values()) == pytest.approx(data["damage_places"]["mean"], abs=0.01)


def test_reports_of_earlier_versions_still_fit_their_schemas(hillclimb: RaceReport, official: Official) -> None:
    data = hillclimb.to_data()
    for name in ("gaps_in", "margin"):
        del data[name]
    for driver in data["drivers"]:
        for name in ("boards", "gaps", "damage_by_kind"):
            del driver[name]
        for times in (driver["times"], *driver["tries"]):
            for name in ("histogram", "p25", "p75"):
                del times[name]
    for stage in data["stages"]:
        for name in ("damage", "damage_places", "held_up"):
            del stage[name]
        for name in ("losses_of_control", "blocked"):
            stage[name] = {"by_tile": stage[name]["by_tile"]}
    assert schemas.problems(data, "race-report") == []
    single = run_batch(official("climb-1"), runs=2).to_data()
    del single["damage_places"], single["times"]["p25"], single["times"]["p75"], single["blocked"]["by_space"]
    assert schemas.problems(single, "simulation-report") == []


def test_held_up_cars_are_told_apart_only_where_others_are_blocked(hillclimb: RaceReport) -> None:
    here, there = whereabouts([[turn(at(1))]], [[at(1)]]), whereabouts([[turn(at(1))]], [[at(1), at(2)]])
    nowhere = whereabouts([[turn(at(1))]], [[]])
    stage = replace(hillclimb.stages[0], blocked=there)

    def told(**more: object) -> list[str]:
        return [line for line in replace(stage, **more).lines() if line.startswith("held up")]  # type: ignore[arg-type]

    assert told(held_up=there) == ["held up   all of them by other cars"]
    assert told(held_up=here) == ["held up   1.00 of them by other cars"]
    assert told(held_up=nowhere) == []


def test_on_a_circuit_gaps_are_rounds(official: Official) -> None:
    drivers = [Driver("Red", ("rx-asphalt",), "flat-out"), Driver("Blue", ("rx-asphalt",), "novice")]
    report = run_races(official("rx2-ss1"), drivers, runs=2)
    rounds = [finish.round for finish in report.sample.stages[0].finishes]
    assert report.margins[0] == rounds[1] - rounds[0]
    assert report.to_data()["gaps_in"] == "rounds"
    assert "rounds behind the winner" in report.text()


def test_a_driver_who_never_finishes_has_neither_time_nor_gap(official: Official) -> None:
    log = run_race(official("climb-1"), FAST)
    stuck = replace(
        log,
        ranking=(Placing(1, "Blue", 400), Placing(2, "Red", None)),
        stages=tuple(replace(stage, finishes=()) for stage in log.stages),
    )
    report = summarise_races([stuck])
    red = report.driver("Red")
    assert (red.finished, red.gaps, report.margins) == ((), (), ())
    assert red.tries == ((),) * len(red.boards)
    assert report.to_data()["drivers"][0]["times"] is None
    assert "time      none, the finish was never reached\nfinished  0 of 1" in report.text()
