"""RX, "Full Contact": whole races with pushing, their logs and replays."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from designer import schemas
from designer.design.document import Design
from designer.play.cars import car_from_board
from designer.play.ground import Ground
from designer.play.track import Track
from designer.rules import Rules, load
from designer.simulator.rally import event, policies, races, replay
from designer.simulator.rally.race import Entrant, RaceResult, race
from designer.simulator.rally.race_log import RaceLog, StageLog
from designer.simulator.rally.race_report import summarise_races
from designer.simulator.rally.races import Driver
from tests.hurry import examples
from tests.simulator.roads import circuit, contact, pushed_home

Official = Callable[[str], Design]
NAMES = ("Red", "Blue", "Green", "Yellow", "White", "Black")


def field(count: int, policy: str, board: str) -> list[Entrant]:
    return [Entrant(name, (car_from_board(board),), policies.find(policy)) for name in NAMES[:count]]


def keeps_the_rules(result: RaceResult, most: int) -> int:
    """Follow the cars through a log: nobody is where another is, or moves but by the log. The number of pushes."""
    now: dict[str, object] = {}
    tokens = dict.fromkeys(NAMES, 0)
    seen = 0
    for found in result.turns():
        assert now.setdefault(found.driver, found.start) == found.start, "a car stands where it was left or pushed to"
        assert found.danger_tokens == tokens[found.driver] <= most
        tokens[found.driver] = found.danger_tokens_left
        pushed = []
        for log in found.pushes:
            assert now.setdefault(log.driver, log.start) == log.start
            assert log.at_gear >= log.gear
            assert len(log.damage) <= len(log.own) <= max(0, log.at_gear - log.gear), "as many as the bag holds"
            tokens[log.driver] += log.danger_tokens
            assert tokens[log.driver] == log.danger_tokens_after <= most
            now[log.driver] = log.end
            pushed.append(log.driver)
            if log.finished:
                del now[log.driver]
        now[found.driver] = found.end
        if found.finished:
            del now[found.driver]
        assert len(set(now.values())) == len(now), "two cars never share a space"
        seen += len(pushed)
    return seen


def moves_onward(course: Track, result: RaceResult) -> None:
    """Every push is one step straight ahead on the course."""

    def key(spot: int) -> tuple[int, int, str]:
        space = course.course.spots[spot].space.id
        return space.hex.q, space.hex.r, space.name

    straight = {
        (key(spot.number), key(move.to))
        for spot in course.course.spots
        for move in course.course.moves[spot.number]
        if move.step.kind in ("straight", "slide")
    }
    for found in result.turns():
        for log in found.pushes:
            assert ((log.start.q, log.start.r, log.start.space), (log.end.q, log.end.r, log.end.space)) in straight


@settings(max_examples=examples(12))
@given(
    st.sampled_from(["rx-asphalt", "rx-rain", "gt6-asphalt"]),
    st.sampled_from([name for name in policies.POLICIES if name != "looking-ahead"]),
    st.integers(2, 6),
    st.integers(0, 10**6),
)
def test_circuits_with_pushing_keep_the_rules(
    official: Official, board: str, policy: str, cars: int, seed: int
) -> None:
    ground_ = circuit(official("rx2-ss1"), contact(weather__allowed=True))
    result = race(ground_, field(cars, policy, board), Random(seed))
    keeps_the_rules(result, 3)
    moves_onward(ground_.track, result)
    assert {finish.driver for finish in result.finishes} == set(NAMES[:cars]), "every race ends"
    assert race(ground_, field(cars, policy, board), Random(seed)).rounds == result.rounds


@settings(max_examples=examples(8))
@given(
    st.sampled_from(["rally-1-ss1", "rally-8-ss1", "rally-9-ss2", "climb-1", "climb-2"]),
    st.sampled_from([name for name in policies.POLICIES if name != "looking-ahead"]),
    st.integers(2, 6),
    st.integers(0, 10**6),
)
def test_stages_with_pushing_keep_the_rules(official: Official, stage: str, policy: str, cars: int, seed: int) -> None:
    design = official(stage)
    assert design.stage is not None
    ground_ = Ground(design.stage, design.event, contact(start__cars_per_round=2))
    result = race(ground_, field(cars, policy, "r6-gravel"), Random(seed))
    keeps_the_rules(result, 3)
    moves_onward(ground_.track, result)
    assert {finish.driver for finish in result.finishes} == set(NAMES[:cars])
    assert race(ground_, field(cars, policy, "r6-gravel"), Random(seed)).rounds == result.rounds


def test_cars_do_push_each_other_on_a_circuit(official: Official) -> None:
    ground_ = circuit(official("rx2-ss1"), contact())
    results = [race(ground_, field(6, "sensible", "rx-asphalt"), Random(seed)) for seed in range(2)]
    assert sum(keeps_the_rules(result, 3) for result in results) > 5


def test_alone_pushing_changes_nothing(official: Official) -> None:
    one = [
        race(circuit(official("rx2-ss1"), rules), field(1, "sensible", "rx-asphalt"), Random(2)).rounds
        for rules in (load(), contact())
    ]
    assert one[0] == one[1]


def test_pushed_cars_move_in_a_replay(official: Official) -> None:
    """At the step where they are pushed, with the damage and the danger tokens that it brings them."""
    design = official("rx2-ss1")
    assert design.event is not None
    design = replace(design, event=replace(design.event, laps=1), house_rules={"push.allowed": True})
    log = races.run_race(design, [Driver(name, ("rx-asphalt",), "novice") for name in NAMES], seed=2)
    frames = list(replay.frames(json.loads(json.dumps(log.to_data()))))
    assert sum(len(found.pushes) for found in log.turns()) > 5
    damage: dict[str, list[str]] = {name: [] for name in NAMES}
    for number, found in enumerate(log.turns(), 1):
        shown = [frame for frame in frames if frame.turn == number]
        assert shown[0].car(found.driver).danger_tokens == found.danger_tokens
        last = {push.driver: push for push in found.pushes}
        for push in found.pushes:
            before, at = shown[push.step], shown[push.step + 1]
            if number > 1 and push.driver in {car.driver for car in before.cars}:
                assert before.car(push.driver).place == push.start
            assert at.car(push.driver).place == (None if push.finished else push.end)
            assert at.car(push.driver).danger_tokens == push.danger_tokens_after
            assert push.text() in at.step
            damage[push.driver] += push.kept
        damage[found.driver] += found.kept
        for name in {found.driver, *last}:
            assert sorted(shown[-1].car(name).damage) == sorted(damage[name])
        assert shown[-1].car(found.driver).danger_tokens == 0
    finishes = log.stages[0].finishes
    assert dict(frames[-1].results) == {(finish.driver, 1): finish.seconds for finish in finishes}


def logged(result: RaceResult, rules: Rules) -> RaceLog:
    names = [entrant.name for entrant in result.entrants]
    stage = StageLog("", "", ("R6",) * len(names), ((),) * len(names), result.rounds, result.finishes)
    drivers = [{"name": name, "cars": ["r6-gravel"], "policy": "novice"} for name in names]
    facts = {"profile": rules.profile, "overrides": dict(rules.overrides)}
    return RaceLog("", "", 1, 0, "stage", drivers, facts, (stage,), event.rank("stage", names, [result], rules))


def test_the_words_tell_of_a_push_past_the_finish() -> None:
    log = logged(pushed_home(), contact())
    words = log.commentary()
    assert any("Pushes Blue past the line, s2 of 305a (2,0)" in line for line in words)
    assert "  Blue finishes: 0 s." in words
    frames = list(replay.frames(json.loads(json.dumps(log.to_data()))))
    assert frames[0].cars[0].driver == "Red"
    assert frames[-1].results == {("Blue", 1): 0, ("Red", 1): log.stages[0].finishes[1].seconds}
    assert all(car.place is None for car in frames[-1].cars)


def test_a_turn_without_pushing_says_nothing_of_it(official: Official) -> None:
    """So that logs of races without the rule are what they were."""
    log = races.run_race(official("rx2-ss1"), [Driver(name, ("rx-asphalt",), "novice") for name in NAMES[:2]], seed=2)
    assert not {"pushes", "danger_tokens", "danger_tokens_left"} & set(log.turns()[0].to_data())


# -- reports ---------------------------------------------------------------------------------------------------------


def test_a_report_counts_pushes_and_what_they_brought(official: Official) -> None:
    design = official("rx2-ss1")
    assert design.event is not None
    design = replace(design, event=replace(design.event, laps=1), house_rules={"push.allowed": True})
    drivers = [Driver(name, ("rx-asphalt",), "novice") for name in NAMES[:4]]
    logs = [races.run_race(design, drivers, seed=7, number=number) for number in range(2)]
    report = races.run_races(design, drivers, runs=2, seed=7)
    pushes = [push for log in logs for found in log.turns() for push in found.pushes]
    assert pushes
    total = 0.0
    for name in NAMES[:4]:
        figures = report.driver(name)
        assert figures.contact is not None
        mine = [found for log in logs for found in log.turns(name)]
        suffered = [push for push in pushes if push.driver == name]
        assert figures.contact.pushes == sum(len(found.pushes) for found in mine) / 2
        assert figures.contact.pushed == len(suffered) / 2
        assert (
            figures.contact.damage
            == (
                sum(len(push.own) for found in mine for push in found.pushes)
                + sum(len(push.damage) for push in suffered)
            )
            / 2
        )
        assert (
            figures.damage
            == (sum(len(found.damage) for found in mine) + sum(len(push.damage) for push in suffered)) / 2
        )
        total += figures.damage
        assert f"contact   pushes {figures.contact.pushes:.2f} and is pushed" in report.text()
    (stage,) = report.stages
    assert stage.pushed is not None
    assert stage.pushed.mean == len(pushes) / 2
    assert sum(stage.damage.values()) == total == stage.drawn.mean
    assert f"pushed    {stage.pushed.mean:.2f} times a race" in report.text()
    data = report.to_data(log=True)
    assert schemas.problems(data, "race-report") == []
    assert data["drivers"][0]["contact"]["pushes"] == report.driver("Red").contact.pushes  # type: ignore[union-attr]


def test_a_report_of_races_without_pushing_does_not_speak_of_it(official: Official) -> None:
    report = races.run_races(official("climb-1"), [Driver("Red"), Driver("Blue")], runs=1)
    assert report.driver("Red").contact is None
    assert "contact" not in report.text()
    assert "contact" not in report.to_data()["drivers"][0]


def test_a_driver_who_is_pushed_home_before_its_first_turn_is_counted() -> None:
    report = summarise_races([logged(pushed_home(), contact())])
    assert report.driver("Blue").finished == (0,)
    assert report.driver("Blue").turns == 0
    assert report.text()
