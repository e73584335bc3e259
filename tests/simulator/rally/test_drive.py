from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.graph import course as courses
from designer.play import cars, track
from designer.play.cars import Car, car_from_board, column
from designer.play.dice import DICE
from designer.play.plans import State, placements
from designer.rules import load
from designer.simulator.rally import damage, policies, traffic
from designer.simulator.rally.drive import IllegalPlan, Standing, final_seconds, take_turn
from designer.simulator.rally.log import TurnLog
from designer.simulator.rally.outlook import token_worth
from designer.simulator.rally.policies import Choice, Sensible, View
from designer.simulator.rally.race import RaceResult
from designer.simulator.rally.rolling import ROLL, STOP, Progress
from designer.simulator.rally.traffic import Traffic
from tests.conftest import OFFICIAL
from tests.hurry import examples
from tests.simulator.rally.test_rolling import Faces
from tests.simulator.roads import drive, place, road

R6 = car_from_board("r6-gravel")
Official = Callable[[str], Design]
_TRACKS: dict[str, track.Track] = {}


def official_track(name: str, official: Official) -> track.Track:
    if name not in _TRACKS:
        design = official(name)
        assert design.stage is not None
        _TRACKS[name] = track.build(courses.of_stage(design.stage, design.event), load())
    return _TRACKS[name]


class Told:
    """A driver that places the dice it was given."""

    def __init__(self, *dice: tuple[str, ...], flat: bool = False, stop_at: int = 99) -> None:
        self.dice, self.flat, self.stop_at = dice, flat, stop_at

    def choose(self, view: View) -> Choice:
        plan, _ = place(view.track, view.car, view.state, *self.dice)
        return Choice(plan, "flat-out" if self.flat else "one-by-one")

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        return STOP if progress.index >= self.stop_at else ROLL

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return True


def turn(
    spaces: list[dict[str, object]],
    driver: policies.Policy,
    dice: Faces,
    *,
    car: Car = R6,
    gear: int = 3,
    rules: dict[str, object] | None = None,
    **standing: object,
) -> tuple[TurnLog, Standing]:
    course = road(spaces, load(house_rules=rules))
    bag = damage.bag_for(car, course.rules, circuit=False)
    driven = take_turn(course, car, Standing(0, gear, **standing), bag, driver, dice, 1)
    return driven.log, driven.standing


def test_a_turn_takes_the_card_of_its_last_gear_and_flat_out_tokens() -> None:
    log, standing = turn([{}] * 6, Told(("gear-3",), ("gear-4",), ("gear-5",), flat=True), Faces(False, False, False))
    assert (standing.spot, standing.gear, standing.seconds, standing.tokens) == (3, 5, 15, 3)
    assert (log.mode, log.gear_after, log.seconds, log.tokens_won) == ("flat-out", 5, 15, 3)


def test_stopping_early_keeps_the_gear_of_the_last_die_rolled() -> None:
    log, standing = turn([{}] * 6, Told(("gear-3",), ("gear-4",), ("gear-5",), stop_at=2), Faces(False, True))
    assert (standing.spot, standing.gear, log.stopped, log.planned) == (2, 4, True, 3)


def test_a_loss_of_control_stops_the_car_in_gear_0_and_draws_damage() -> None:
    log, standing = turn(
        [{"danger": "high"}] * 6, Told(("gear-4",), ("gear-5",), ("gear-6",)), Faces(True, True, True, *[False] * 9)
    )
    assert log.lost_control
    assert (log.loss_gear, standing.gear, standing.seconds, standing.spot) == (6, 0, 60, 3)
    assert len(log.damage) == 4
    assert [at.space for at in log.drawn_at] == ["s3"] * 4


def test_turns_may_be_lost_by_house_rule() -> None:
    _, standing = turn([{}, {"limit": 1}, {}], Told(("gear-3",)), Faces(False), rules={"loss.turns_lost": 1})
    assert standing.sits_out == 1
    log, rested = turn([{}] * 4, Told(("gear-1",)), Faces(), gear=0, sits_out=1)
    assert (log.mode, rested.sits_out, rested.spot, rested.seconds) == ("stand", 0, 0, 60)


def test_a_shortcut_draws_a_token() -> None:
    log, _ = turn([{}, {"kind": "shortcut"}, {}], Told(("gear-3",), ("gear-4",)), Faces(False, False, False))
    assert len(log.damage) == 1
    assert [at.space for at in log.drawn_at] == ["s1"]


def test_a_blocked_car_keeps_its_place_and_drops_a_gear() -> None:
    worn = Car("worn", (("gravel", column(gears=2, limit=3)),))
    log, standing = turn([{}] * 4, Sensible(), Faces(), car=worn, gear=6)
    assert (log.mode, standing.spot, standing.gear, standing.seconds) == ("blocked", 0, 5, 15)


def test_a_mercy_move_is_logged_and_keeps_the_gear() -> None:
    log, standing = turn([{}, {"step": {"climb": "ascent"}}, {}], Sensible(), Faces(), gear=1)
    assert (log.mode, standing.spot, standing.gear, log.dice) == ("mercy", 1, 1, ())


HALVES = [
    {},
    {"kind": "half-1", "tile_number": 1, "limit": 1, "step": {"kind": "slide"}},
    {"kind": "half-2", "tile_number": 1, "step": {"kind": "slide"}},
    {},
    {},
]
SNOW_PAIR = [
    {},
    {"kind": "full", "terrain": "snow", "tile_number": 1, "limit": 1},
    {"kind": "full", "terrain": "snow", "tile_number": 1},
    {},
    {},
]


@pytest.mark.parametrize("spaces", [HALVES, SNOW_PAIR])
def test_after_a_loss_on_a_slide_both_halves_are_one_space(spaces: list[dict[str, Any]]) -> None:
    """RX, "Loss of Control": the car remains in its space. 2011 rules, article 18: it leaves both halves as one."""
    _, standing = turn(spaces, Told(("gear-3",)), Faces(False))
    assert (standing.spot, standing.gear) == (1, 0)
    course = road(spaces)
    assert {option.to for option in placements(course, R6, State(1, 0))} == {3}
    assert {option.to for option in placements(course, R6, State(1, 2))} == {2}, "only where the car stands"
    apart = road(spaces, load(house_rules={"slide.one_space_after_loss": False}))
    assert {option.to for option in placements(apart, R6, State(1, 0))} == {2}
    ordinary = road(spaces, load(house_rules={"slide.snow_mandatory": False}))
    assert {option.to for option in placements(ordinary, R6, State(1, 0))} == {3 if spaces is HALVES else 2}


def test_after_a_loss_a_slide_is_not_left_through_another_car_nor_over_a_climb_line_for_nothing() -> None:
    taken = Traffic(((2, 0),))
    assert traffic.options(road(HALVES), R6, State(1, 0), taken) == []
    uphill = [HALVES[0], HALVES[1], {**HALVES[2], "step": {"kind": "slide", "climb": "ascent"}}, *HALVES[3:]]
    assert {(option.kind, option.to) for option in placements(road(uphill), R6, State(1, 0))} == {("mercy", 2)}
    level = road(uphill, load(house_rules={"climb.between_halves": False}))
    assert {option.to for option in placements(level, R6, State(1, 0))} == {3}


def test_sisu_is_spent_once() -> None:
    plan = Told(("gear-3",), ("gear-4",), ("gear-5",))
    _, standing = turn([{}] * 6, plan, Faces(True, True, True), sisu=(1, 1, 1, 1))
    assert (standing.sisu, standing.gear) == ((0, 0, 0, 0), 5)


def test_drivers_may_not_break_the_rules() -> None:
    class Cheat(Told):
        def choose(self, view: View) -> Choice:
            plan, _ = place(view.track, view.car, State(view.state.spot, 5), ("gear-6",))
            return Choice(plan, "one-by-one")

    class Idle(Told):
        def choose(self, view: View) -> Choice:
            return Choice((), "one-by-one")

    class Odd(Told):
        def choose(self, view: View) -> Choice:
            return Choice((), "sideways")

    for driver, words in ((Cheat(), "do not allow"), (Idle(), "must place"), (Odd(), "sideways")):
        with pytest.raises(IllegalPlan, match=words):
            turn([{}] * 4, driver, Faces())


def check(run: RaceResult, car: Car) -> None:
    """What must hold of every run that finished."""
    (finish,) = run.finishes
    assert finish.tokens == sum(turn.tokens_won - turn.tokens_spent for turn in run.turns())
    focus = run.ground.track.course.kind == "circuit"
    assert finish.seconds == max(0, sum(turn.seconds for turn in run.turns()) - (0 if focus else finish.tokens))
    most = {die: max(column.dice[number] for _, column in car.columns) for number, die in enumerate(DICE)}
    before = None
    for turn_ in run.turns():
        names = [die.die for die in turn_.dice]
        assert all(names.count(die) <= most[die] for die in names), "no die is used more often than it is owned"
        if before is not None:
            assert turn_.gear_before == before.gear_after
        speed = turn_.gear_before
        spaces: dict[object, list[str]] = {}
        for die in turn_.dice:
            spaces.setdefault(die.at, []).append(die.die)
        gears = {die.at: die.gear for die in turn_.dice}
        for at, dice in spaces.items():
            change = gears[at] - speed
            if "boost" in dice:
                assert change in (0, 2)
            elif "brake" in dice:
                assert change == 0 or change == -1 - dice.count("brake")
            elif dice[0] in ("coast", "leader"):
                assert change == 0
            else:
                flying = speed == 0 and gears[at] == 2
                assert abs(change) == 1 or flying or (change == 0 and at == turn_.dice[0].at)
            speed = gears[at]
        before = turn_


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_official_stage_is_driven_to_the_finish(name: str, official: Official) -> None:
    course = official_track(name, official)
    for seed in range(3):
        run = drive(course, R6, Sensible(), Random(seed))
        assert run.finishes
        check(run, R6)


STAGES = [name for name in OFFICIAL if name != "rx2-ss1"]
SIMPLE = sorted(name for name in policies.POLICIES if name != "looking-ahead")
CARS = list(catalog.standard_boards())


@settings(max_examples=examples(40))
@given(st.sampled_from(STAGES), st.sampled_from(CARS), st.sampled_from(SIMPLE), st.integers(0, 10**6))
def test_any_driver_in_any_car_ends_legally_and_the_same_again(
    official: Official, stage: str, car: str, policy: str, seed: int
) -> None:
    course, board = official_track(stage, official), car_from_board(car)
    run = drive(course, board, policies.find(policy), Random(seed))
    if run.finishes:
        check(run, board)
    again = drive(course, board, policies.find(policy), Random(seed))
    assert again.turns() == run.turns()


@pytest.mark.parametrize("name", ["climb-1", "rally-7-ss1", "rally-8-ss1"])
def test_the_looking_ahead_driver_ends_legally_too(name: str, official: Official) -> None:
    for seed in range(3):
        run = drive(official_track(name, official), R6, policies.find("looking-ahead"), Random(seed))
        check(run, R6)


def test_a_run_that_gets_nowhere_ends_unfinished() -> None:
    stuck = road([{}, {"step": {"climb": "ascent"}}, {"finished": True}], load(house_rules={"climb.mercy_move": False}))
    car = Car("weak", (("gravel", column(gears=1, limit=3)),))
    run = drive(stuck, car, Sensible(), Random(1))
    assert not run.finishes
    assert {turn.mode for turn in run.turns()} == {"blocked"}


def test_damage_is_felt_in_later_turns() -> None:
    worn = cars.worn(R6, (3, 0, 0, 0), load())
    course = road([{}] * 9)
    log = take_turn(course, R6, Standing(0, 3, damage=(3, 0, 0, 0)), {}, Sensible(), Random(1), 1).log
    assert worn.on("gravel").gear_dice == 3
    assert all(die.die not in ("gear-4", "gear-5", "gear-6") for die in log.dice)


def test_the_last_turn_takes_a_card_unless_a_house_rule_spares_it() -> None:
    spaces = [{}, {"finished": True}]
    paid, _ = turn(spaces, Told(("gear-3",)), Faces(False))
    spared, _ = turn(spaces, Told(("gear-3",)), Faces(False), rules={"finish.last_turn_takes_card": False})
    assert (paid.seconds, spared.seconds) == (30, 0)


class Waiting(Told):
    """Never moves."""

    def choose(self, view: View) -> Choice:
        return Choice((), "one-by-one")


def test_waiting_by_house_rule() -> None:
    log, standing = turn([{}] * 4, Waiting(), Faces(), gear=4, rules={"plan.must_place": False})
    assert (log.mode, log.held_up, standing.spot, standing.gear, standing.seconds) == ("stand", False, 0, 4, 20)
    with pytest.raises(IllegalPlan, match="must place"):
        turn([{}] * 4, Waiting(), Faces(), gear=4)


def test_the_mercy_move_may_be_left() -> None:
    """Climb, "Braking, boosting and coasting on Climb tiles": one may move."""
    uphill = [{}, {"step": {"climb": "ascent"}}, {}]
    log, standing = turn(uphill, Waiting(), Faces(), gear=1)
    assert (log.mode, standing.spot, standing.gear) == ("stand", 0, 1)
    with pytest.raises(IllegalPlan, match="must do so"):
        turn(uphill, Waiting(), Faces(), gear=1, rules={"climb.mercy_compulsory": True})


@pytest.mark.parametrize(("word", "flagged"), [("placed", Hex(1, 0)), ("nothing", None)])
def test_a_yellow_flag_drawn_in_a_shortcut_by_house_rule(word: str, flagged: Hex | None) -> None:
    """RX, "Damage Tokens" tells only where a loss of control puts it."""
    course = road([{}, {"kind": "shortcut"}, {}, {}], load(house_rules={"flag.yellow_in_shortcut": word}))
    drive_on = Told(("gear-3",), ("gear-4",))
    driven = take_turn(course, R6, Standing(0, 3), {"yellow-flag": 9}, drive_on, Faces(False, False, False), 1)
    assert (driven.log.kept, driven.flag) == (("yellow-flag",), flagged)
    lost = take_turn(
        road([{}, {"limit": 1, "danger": "high"}]),
        R6,
        Standing(0, 4),
        {"yellow-flag": 9},
        Told(("gear-4",)),
        Faces(*[False] * 5),
        1,
    )
    assert lost.flag == Hex(1, 0)


def test_mud_of_a_shortcut_lies_on_its_tile_also_when_it_is_drawn_on_leaving() -> None:
    course = road([{}, {"kind": "shortcut"}, {}, {}], load(house_rules={"shortcut.draw_on_entering": False}))
    driven = take_turn(
        course, R6, Standing(0, 3), {"mud": 9}, Told(("gear-3",), ("gear-4",)), Faces(False, False, False), 1
    )
    assert [(found.q, found.space) for found in driven.log.mud] == [(1, "s1")]


def test_focus_tokens_of_a_circuit_take_no_time_off() -> None:
    """RX, "Rolling Dice and Moving Your Car": they are no second tokens."""
    stage = road([{}, {"finished": True}])
    circuit = track.build(replace(stage.course, kind="circuit"), stage.rules)
    stands = Standing(1, 3, tokens=4, seconds=60)
    assert (final_seconds(stands, stage), final_seconds(stands, circuit)) == (56, 60)
    seconds = track.build(circuit.course, load(house_rules={"finish.focus_token_seconds": 1}))
    assert final_seconds(stands, seconds) == 56
    worth = track.build(circuit.course, load(house_rules={"rallycross.focus_token_worth": 5}))
    assert [token_worth(each) for each in (stage, circuit, worth)] == [1, 1, 5]
