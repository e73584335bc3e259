from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from designer.design.document import Design
from designer.play.cars import car_from_board
from designer.play.plans import State
from designer.rules import load
from designer.simulator.rally import policies
from designer.simulator.rally.batches import run_batch
from designer.simulator.rally.outlook import outlook
from designer.simulator.rally.policies import Choice, Novice, Sensible, View
from designer.simulator.rally.rolling import FLYING_START, LOSS, ROLL, SECURE, STOP, Progress
from tests.simulator.roads import drive, place, road

R6 = car_from_board("r6-gravel")


def test_drivers_are_found_by_name_and_close_names_are_offered() -> None:
    assert {"sensible", "novice"} <= set(policies.names())
    with pytest.raises(policies.UnknownPolicy, match="sensible"):
        policies.find("sensibel")


def test_drivers_of_other_packages_are_found_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "mine"

        def load(self) -> type[Novice]:
            return Novice

    monkeypatch.setattr(policies, "entry_points", lambda group: [Point()] if group == "crest.policies" else [])
    assert isinstance(policies.find("mine"), Novice)
    assert "mine" in policies.names()


def test_sensible_slows_down_before_a_tight_corner() -> None:
    course = road([{}] * 4 + [{"limit": 2}] * 2 + [{}] * 6 + [{"finished": True}])
    plan = outlook(course, R6).best_turn(0, 5).plan
    assert all(not placement.loses for placement in plan)
    for seed in range(30):
        run = drive(course, R6, Sensible(), Random(seed))
        assert all(turn.loss_cause != "speed limit" for turn in run.turns())


def test_sensible_does_not_drive_into_a_climb_line_it_cannot_take() -> None:
    """In gear 1 an ascent takes a turn for one space; a driver with sense arrives in a higher gear."""
    course = road([{}] * 3 + [{"step": {"climb": "ascent"}}] * 2 + [{}] * 3 + [{"finished": True}])
    runs = [drive(course, R6, Sensible(), Random(seed)) for seed in range(30)]
    assert all(turn.mode != "mercy" for run in runs for turn in run.turns())


def test_sensible_stops_when_going_on_would_cost_more_than_it_wins() -> None:
    course = road([{}] * 20 + [{"finished": True}])
    plan, _ = place(course, R6, State(0, 4), ("gear-4",), ("gear-5",), ("gear-6",), ("coast",))
    view = outlook(course, R6)
    assert view.next_word(plan, Progress(1, 0, 0, 0, 0)) == ROLL
    assert view.next_word(plan, Progress(3, 2, 0, 0, 0)) == STOP
    assert view.next_word(plan, Progress(2, 2, 0, 5, 0)) == SECURE


def test_flat_out_seconds_agree_with_a_sum_over_all_rolls() -> None:
    course = road([{}] * 6 + [{"finished": True}])
    view = outlook(course, R6)
    plan, _ = place(course, R6, State(0, 4), ("gear-4",), ("gear-5",), ("gear-6",))
    third = 1 / 27 * (60 + 2 * 8 + view.rest(3, 0))
    assert view.flat_out_seconds(plan, 0) == pytest.approx(third + 26 / 27 * (10 - 3 + view.rest(3, 6)))


def test_rolling_one_by_one_is_never_worse_than_rolling_on_to_the_end() -> None:
    course = road([{}] * 10 + [{"finished": True}])
    view = outlook(course, R6)
    assert view.one_by_one_seconds(place(course, R6, State(0, 3), ("gear-4",), ("gear-5",))[0]) <= (
        view.one_by_one_seconds(place(course, R6, State(0, 3), ("gear-4",))[0])
    )


def test_novice_stops_after_the_first_danger_and_keeps_to_limits_where_it_can() -> None:
    course = road([{}] * 6 + [{"limit": 3}] * 2 + [{}] * 4 + [{"finished": True}])
    run = drive(course, R6, Novice(), Random(5))
    assert run.finishes
    for turn in run.turns():
        shown = [die.danger for die in turn.dice]
        assert not any(shown[:-2])


def test_house_rules_change_what_a_driver_prefers() -> None:
    spaces = [{}] * 14 + [{"finished": True}]
    plain = road(spaces)
    calm = road(spaces, load(house_rules={f"roll.flat_out_tokens_per_{kind}": 0 for kind in ("gear", "coast")}))
    flat = [
        sum(turn.mode == "flat-out" for turn in drive(course, R6, Sensible(), Random(2)).turns())
        for course in (plain, calm)
    ]
    assert flat[0] > 0
    assert flat[1] == 0


def times(policy: str, official: Callable[[str], Design], runs: int = 40) -> list[int]:
    report = run_batch(official("climb-1"), policy=policy, runs=runs)
    assert report.finished == runs
    return list(report.times)


def test_drivers_differ_as_their_descriptions_say(official: Callable[[str], Design]) -> None:
    mean = {name: sum(times(name, official)) / 40 for name in policies.POLICIES}
    assert mean["looking-ahead"] < mean["sensible"] < mean["by-the-book"] < mean["cautious"] < mean["novice"]


def test_cautious_hardly_ever_loses_control_and_flat_out_never_rolls_one_by_one(
    official: Callable[[str], Design],
) -> None:
    cautious = run_batch(official("rally-1-ss1"), policy="cautious", runs=40)
    assert cautious.flat_out_share == 0
    assert cautious.losses.mean < 0.2
    fast = run_batch(official("rally-1-ss1"), policy="flat-out", runs=40)
    assert {turn.mode for turn in fast.sample.turns} <= {"flat-out", "mercy", "blocked"}
    assert fast.tokens_spent == 0
    assert fast.losses.mean > cautious.losses.mean


def test_by_the_book_stops_one_danger_below_the_limit_when_it_cannot_pay() -> None:
    course = road([{}] * 12 + [{"finished": True}])
    driver = policies.find("by-the-book")
    plan, _ = place(course, R6, State(0, 3), ("gear-4",), ("gear-5",), ("gear-6",))
    view = View(course, R6, State(0, 3), 0, 0, Random(1))
    assert driver.decide(view, Choice(plan, "one-by-one"), Progress(1, 1, 0, 0, 0)) == ROLL
    assert driver.decide(view, Choice(plan, "one-by-one"), Progress(1, 2, 0, 0, 0)) == STOP
    assert driver.decide(view, Choice(plan, "one-by-one"), Progress(1, 2, 0, 1, 0)) == SECURE


def test_looking_ahead_knows_the_rest_of_the_way_turn_by_turn() -> None:
    course = road([{}] * 9 + [{"finished": True}])
    ahead = outlook(course, R6, ahead=True)
    for spot in range(9):
        for gear in range(7):
            turn = ahead.best_turn(spot, gear)
            again = ahead.flat_out_seconds(turn.plan, spot) if turn.flat else ahead.one_by_one_seconds(turn.plan)
            assert turn.seconds == pytest.approx(again)
            assert turn.seconds == ahead.rest(spot, gear)


def test_every_driver_is_described_and_uses_sisu_when_it_helps() -> None:
    view = View(road([{}] * 3), R6, State(0, 3), 0, 1, Random(1))
    for made in policies.POLICIES.values():
        assert made.__doc__
        assert made().use_sisu(view, Choice((), "one-by-one"), Progress(0, 3, 0, 0, 0, LOSS))
        assert not made().use_sisu(view, Choice((), "one-by-one"), Progress(0, 1, 0, 0, 0, FLYING_START))
