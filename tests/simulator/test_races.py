from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from designer import schemas
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import BoardAt, Event
from designer.design.values import frozen
from designer.simulator.common.batching import NotDrivable, SimulationError
from designer.simulator.rally import batches, races
from designer.simulator.rally.races import Driver, default_cars, run_race, run_races

Official = Callable[[str], Design]
TWO = [Driver("Red", ("r6-gravel",)), Driver("Blue", ("r4-gravel",), "novice")]


def test_the_same_seed_gives_the_same_races_on_any_executor(official: Official) -> None:
    design = official("climb-1")
    alone = run_races(design, TWO, runs=6, seed=3)
    with ThreadPoolExecutor(3) as pool:
        assert run_races(design, TWO, runs=6, seed=3, executor=pool) == alone
    assert run_races(design, TWO, runs=6, seed=4) != alone
    assert alone.sample == run_race(design, TWO, seed=3)


@pytest.mark.parametrize("kind", ["stage", "hillclimb", "rally", "rallycross"])
def test_reports_and_logs_fit_their_schemas(kind: str, official: Official) -> None:
    drivers, designs = TWO, [official("climb-1")]
    if kind == "hillclimb":
        designs = [replace(designs[0], event=Event("hillclimb", tries=2))]
    elif kind == "rally":
        designs = [official("rally-1-ss1"), official("rally-1-ss2")]
    elif kind == "rallycross":
        designs = [official("rx2-ss1")]
        drivers = [Driver("Red", ("rx-asphalt",), "novice"), Driver("Blue", ("rx-rain",), "novice")]
    elif designs[0].event is not None:
        designs = [replace(designs[0], event=None)]
    report = run_races(designs, drivers, runs=3)
    assert report.kind == kind
    assert schemas.problems(report.to_data(log=True), "race-report") == []
    text, story = report.text(), report.sample.commentary()
    assert "Red" in text
    assert story[-1].startswith(("1.", "2."))
    assert sum(figures.wins for figures in report.drivers) >= 1


def test_figures_of_drivers(official: Official) -> None:
    report = run_races(replace(official("climb-1"), event=Event("hillclimb", tries=2)), TWO, runs=8)
    red, blue = report.driver("Red"), report.driver("Blue")
    assert len(red.tries) == 2
    for number, time in enumerate(red.times):
        assert time == min(found[number] for found in red.tries)
    assert red.wins > blue.wins
    assert sum(red.places.values()) == pytest.approx(1)
    assert sum(red.gears.values()) == pytest.approx(1)


def test_a_category_chooses_its_tyres(official: Official) -> None:
    log = run_race(official("rally-7-ss1"), [Driver("Red", ("r6",))])
    assert log.stages[0].cars == ("R6, asphalt tyres",)


def test_boards_of_the_event_count_where_a_driver_has_none(official: Official) -> None:
    """Climb, "The Game": boards may change between tries."""
    boards = (
        BoardAt("start", "r5-gravel"),
        BoardAt("between-tries", "r6-gravel", "Red"),
        BoardAt("between-tries", "r4-gravel", "Blue"),
    )
    design = replace(official("climb-1"), event=Event("hillclimb", tries=2, boards=boards))
    assert default_cars([design], "Red") == (("r5-gravel", "r6-gravel"), "the event gives it")
    log = run_race(design, [Driver("Red"), Driver("Blue")])
    cars = {(turn.driver, turn.attempt): turn.car for turn in log.turns()}
    assert cars["Red", 1] == cars["Blue", 1] == "R5, gravel tyres"
    assert (cars["Red", 2], cars["Blue", 2]) == ("R6, gravel tyres", "R4, gravel tyres")


def test_who_has_no_car_drives_the_one_that_fits(official: Official) -> None:
    assert default_cars([official("rally-1-ss1")], "Red")[0] == ("r6-gravel",)
    assert default_cars([official("climb-2")], "Red")[0] == ("r6-asphalt",)
    cars, why = default_cars([official("rally-1-ss1"), official("rally-1-ss2")], "Red")
    assert (cars, "tyres are chosen for each" in why) == (("r6",), True)
    assert run_race(official("climb-2"), [Driver("Red")]).stages[0].cars == ("R6, asphalt tyres",)


def test_what_cannot_be_raced_is_said_in_a_sentence(official: Official) -> None:
    climb, circuit = official("climb-1"), official("rx2-ss1")
    cases: list[tuple[list[Design], list[Driver], str]] = [
        ([], TWO, "at least one stage"),
        ([climb], [], "1 to 6 drivers"),
        ([climb], [Driver("Red"), Driver("Red")], "same name"),
        ([climb, circuit], TWO, "no circuits"),
        ([climb], [Driver("Red", ("r6-gravel",)), Driver("Blue", ("gt6-asphalt",))], "do not race each other"),
        ([climb], [Driver("Red", ("r6-gravl",))], "Did you mean r6-gravel"),
        ([climb], [Driver("Red", (), "sensibel")], "Did you mean sensible"),
        ([Design()], TWO, "no stage"),
        ([replace(climb, house_rules=frozen({"no.rule": 1}))], TWO, "no rule"),
        ([replace(climb, dashboards=(Dashboard("Bare"),))], [Driver("Red", ("Bare",))], "no track type"),
    ]
    for designs, drivers, words in cases:
        with pytest.raises(SimulationError, match=words):
            run_race(designs, drivers)


def test_categories_can_be_named() -> None:
    assert {"r6", "r5", "r4"} <= set(races.classes())


def test_a_category_is_refused_when_none_of_its_boards_can_drive(
    official: Callable[[str], Design], monkeypatch: pytest.MonkeyPatch
) -> None:
    climb = official("climb-1")
    monkeypatch.setattr(batches, "refusal", lambda _, car: "The car cannot." if car.car_class == "r6" else None)
    with pytest.raises(NotDrivable, match="cannot"):
        run_race(climb, [Driver("Red", ("r6",))])
    assert run_race(climb, [Driver("Red", ("r5",))]).ranking
