"""Races on circuits: laps, the joker lap and who misses it, when a race is over, what its logs say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from designer.cli.command import main
from designer.cli.replay import told_turn
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.values import frozen
from designer.model.compiled import forget
from designer.model.fitting_car import fitting_car
from designer.play.cars import car_from_board
from designer.play.cars import worn as worn_car
from designer.play.plans import Plan, after
from designer.play.track import Track
from designer.resources import folder
from designer.rules import load
from designer.simulator.rally import batches, event, race_log, replay
from designer.simulator.rally.drive import Standing
from designer.simulator.rally.outlook import outlook
from designer.simulator.rally.policies import ONE_BY_ONE, POLICIES, Choice, Novice, View, find
from designer.simulator.rally.race import Entrant, RaceState, Runner, race
from designer.simulator.rally.races import Driver, run_race, run_races
from tests.simulator.rally.test_drive import Told
from tests.simulator.rally.test_rolling import Faces
from tests.simulator.roads import ground, road

Official = Callable[[str], Design]


def short(design: Design, laps: int = 1, **rules: object) -> Design:
    """A circuit of so many laps under some house rules."""
    named = {name.replace("__", "."): value for name, value in rules.items()}
    return replace(design, event=replace(design.event or Event("rallycross"), laps=laps), house_rules=frozen(named))


def without_joker(track: Track) -> set[int]:
    """The spots from which a car can still come to the finish without any joker lap."""
    course = track.course
    found: set[int] = set()
    for spot in reversed(course.spots):
        if (spot.finished and not spot.jokers) or any(move.to in found for move in course.moves[spot.number]):
            found.add(spot.number)
    return found


class PastTheJoker(Novice):
    """Takes no joker lap."""

    def choose(self, view: View) -> Choice:
        plain = without_joker(view.track)
        plan: Plan = ()
        state = view.state
        for _ in range(2):
            found = [option for option in view.options(state) if option.to in plain]
            found = [option for option in found if not option.loses] or found
            if not found:
                break
            plan = (*plan, found[0])
            state = after(view.track, state, found[0])
        return Choice(plan, ONE_BY_ONE)


def entrant(name: str, policy: object) -> Entrant:
    return Entrant(name, (car_from_board("rx-asphalt"),), policy)  # type: ignore[arg-type]


# -- the joker lap that is missed ------------------------------------------------------------------------------------


def test_both_ways_stay_legal_when_the_joker_lap_is_due(official: Official) -> None:
    """RX, "The Joker Lap": who does not take it is disqualified; nothing forbids the other way."""
    course = batches.ground_of(short(official("rx2-ss1"))).track.course
    fork = [spot for spot in course.spots if spot.space.tile == "408a" and spot.space.id.name == "al" and spot.lap == 1]
    assert [spot.missed for spot in fork] == [False]
    ways = {course.spots[move.to].space.id.name: course.spots[move.to].missed for move in course.moves[fork[0].number]}
    assert ways["bl"] is False
    assert ways["jl"] is True
    ends = {(spot.jokers, spot.missed) for spot in course.spots if spot.finished}
    assert ends == {(0, True), (1, False)}


def test_who_crosses_the_line_without_a_joker_lap_is_disqualified(official: Official) -> None:
    ground = batches.ground_of(short(official("rx2-ss1")))
    entrants = [entrant("Red", PastTheJoker()), entrant("Blue", find("cautious"))]
    result = event.on_one_stage(ground, entrants, Random(1))
    finishes = {finish.driver: finish for finish in result.races[0].finishes}
    assert finishes["Red"].disqualified
    assert not finishes["Blue"].disqualified
    assert [(placing.place, placing.driver, placing.status) for placing in result.ranking] == [
        (1, "Blue", "home"),
        (2, "Red", "disqualified"),
    ]
    last = result.races[0].turns("Red")[-1]
    assert last.finished
    assert last.disqualified
    assert "Disqualified: over the line without its joker lap." in last.text()


def test_a_run_without_its_joker_lap_does_not_count(official: Official, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICIES, "past-the-joker", PastTheJoker)
    design = short(official("rx2-ss1"))
    run = batches.run_once(design, policy="past-the-joker")
    assert not run.finished
    assert "Disqualified" in run.commentary()[-1]
    assert run_races(design, [Driver("Red", policy="past-the-joker")], runs=2).driver("Red").disqualified == 1
    told = run_race(design, [Driver("Red", policy="past-the-joker")])
    assert told.places() == ["1. Red, disqualified, no joker lap"]
    assert race_log.RaceLog.from_data(told.to_data()) == told
    kept = short(official("rx2-ss1"), rallycross__missed_joker_disqualifies=False)
    assert batches.run_once(kept, policy="past-the-joker").finished


@pytest.mark.parametrize("policy", ["sensible", "novice", "cautious", "flat-out", "by-the-book"])
def test_the_drivers_of_the_simulator_drive_their_joker_lap(policy: str, official: Official) -> None:
    design = short(official("rx2-ss1"))
    assert all(batches.run_once(design, policy=policy, number=number).finished for number in range(3))


# -- yellow flags ----------------------------------------------------------------------------------------------------


def test_two_yellow_flags_of_one_driver_stand_both(official: Official) -> None:
    """RX, "Damage Tokens": each lies on the tile of its loss until the driver sets off from gear 0."""
    course = road([{}, {"kind": "shortcut"}, {"limit": 1, "danger": "high"}, *[{}] * 6, {"finished": True}])
    red = Entrant("Red", (car_from_board("r6-gravel"),), Told(("gear-3",), ("gear-4",)))
    runner = Runner(red, 0, attempt=1, standing=Standing(0, 3))
    state = RaceState(ground(course), [runner], Faces(*[False] * 9), 1, False, {"yellow-flag": 9}, course)
    state.play_turn(runner, first=True)
    assert runner.flags == {Hex(1, 0), Hex(2, 0)}, "one drawn in the shortcut, one at the loss of control"
    runner.entrant = replace(red, policy=Told(("gear-1",)))
    state.play_turn(runner, first=True)
    assert runner.flags == frozenset()


# -- what a race on a circuit tells ----------------------------------------------------------------------------------


def test_no_seconds_in_the_result_of_a_rallycross(official: Official) -> None:
    """RX, "Game Objective": who crosses the line first wins; no time counts."""
    design = short(official("rx2-ss1"), 2)
    raced = run_race(design, [Driver("Red"), Driver("Blue", policy="cautious")])
    words = "\n".join(raced.commentary())
    assert not re.search(r"\d s\b", words)
    assert "second token" not in words
    assert "focus token" in words
    assert [placing.seconds for placing in raced.ranking] == [None, None]
    assert raced.places()[0].endswith(f"home in round {raced.stages[0].finishes[0].round}")
    report = run_races(design, [Driver("Red"), Driver("Blue", policy="cautious")], runs=2)
    assert not re.search(r"\d s\b", report.text())
    assert report.to_data()["times_in"] == "rounds"
    assert report.driver("Red").times[0] == {finish.driver: finish.round for finish in raced.stages[0].finishes}["Red"]
    alone = batches.run_batch(design, runs=2)
    assert (alone.circuit, alone.unit, alone.sample.time) == (True, "turns", None)
    assert alone.times[0] == len(alone.sample.turns)
    assert "focus" in alone.text()


def test_a_stage_still_takes_seconds(official: Official) -> None:
    report = batches.run_batch(official("climb-1"), runs=2)
    assert (report.circuit, report.unit, report.to_data()["times_in"]) == (False, "s", "seconds")
    assert all(turn.lap is None and not turn.colour for turn in report.sample.turns)
    assert "lap" not in report.sample.turns[0].to_data()


def test_lap_joker_and_colour_of_the_round_stand_in_log_and_replay(official: Official) -> None:
    """RX, "Gear and Round Markers", "The Joker Lap"."""
    design = short(official("rx2-ss1"), 2)
    raced = run_race(design, [Driver("Red"), Driver("Blue")])
    rounds = raced.stages[0].rounds
    assert [round_.colour for round_ in rounds[:3]] == ["white", "black", "white"]
    assert all(turn.colour == round_.colour for round_ in rounds for turn in round_.turns)
    turns = raced.turns("Red")
    laps = [turn.lap for turn in turns]
    assert laps == sorted(laps)  # type: ignore[type-var]
    assert (laps[0], laps[-1]) == (0, 2)
    jokers = [turn.joker for turn in turns]
    assert jokers == sorted(jokers)  # type: ignore[type-var]
    assert (jokers[0], jokers[-1]) == (False, True)
    frames = list(replay.turns_only(raced))
    assert frames[0].heading == "round 1 (white)"
    shown = [frame.car("Red").lap for frame in frames if frame.driver == "Red"]
    assert shown == laps
    assert frames[-1].car("Red").progress() == "home, joker done"
    told = told_turn(raced.to_data(), 1)
    assert "round 1 (white)" in told[0]
    assert "before lap 1, joker to do, focus tokens" in told[2]
    assert "second tokens" not in "".join(told)


def test_the_log_of_a_circuit_is_read_again(official: Official) -> None:
    raced = run_race(short(official("rx2-ss1")), [Driver("Red"), Driver("Blue")])
    assert race_log.read(raced.to_data()) == raced


# -- when a race is over ---------------------------------------------------------------------------------------------


def ended(official: Official, when: str, second: object) -> event.EventResult:
    ground = batches.ground_of(short(official("rx2-ss1"), rallycross__race_end=when))
    return event.on_one_stage(ground, [entrant("Red", find("sensible")), entrant("Blue", second)], Random(1))


def test_all_cars_drive_home_unless_a_house_rule_ends_the_race_before(official: Official) -> None:
    """RX, "Game Objective" and "The Joker Lap" speak of a first car and of an end of the race."""
    home = ended(official, "all-home", find("cautious"))
    assert [placing.status for placing in home.ranking] == ["home", "home"]
    assert home.races[0].driving == ()
    short_one = ended(official, "round", find("cautious"))
    first = short_one.races[0].finishes[0]
    assert (len(short_one.races[0].finishes), first.driver, first.round) == (1, "Red", len(short_one.races[0].rounds))
    assert [turn.driver for turn in short_one.races[0].rounds[-1].turns] == list(short_one.races[0].rounds[-1].order)
    (still,) = short_one.races[0].driving
    assert (still.driver, still.lap) == ("Blue", 1) or still.lap == 0
    last = short_one.ranking[-1]
    assert (last.driver, last.place) == ("Blue", 2)
    assert last.status == ("driving" if still.joker else "disqualified")


def test_the_race_can_end_with_the_turn_that_wins_it(official: Official) -> None:
    result = ended(official, "first-home", find("cautious")).races[0]
    assert result.rounds[-1].turns[-1].finished
    order = result.rounds[-1].order
    assert len(result.rounds[-1].turns) == order.index("Red") + 1


def test_who_is_disqualified_does_not_end_the_race(official: Official) -> None:
    result = ended(official, "round", PastTheJoker()).races[0]
    assert {finish.driver for finish in result.finishes if not finish.disqualified} == {"Red"}


def test_cars_still_driving_are_placed_by_how_far_they_are_ahead(official: Official) -> None:
    ground = batches.ground_of(short(official("rx2-ss1"), 2, rallycross__race_end="round"))
    cars = [entrant("Red", find("sensible")), *(entrant(name, find("cautious")) for name in ("Blue", "Green", "White"))]
    result = race(ground, cars, Random(3))
    ranking = event.rank("rallycross", [car.name for car in cars], [result], ground.rules)
    assert ranking[0].status == "home"
    placed = [placing.driver for placing in ranking if placing.status == "driving"]
    assert placed == [car.driver for car in result.driving if car.joker]


# -- looking ahead ----------------------------------------------------------------------------------------------------


def test_looking_ahead_drives_a_circuit_the_same_whatever_was_driven_before(official: Official) -> None:
    """Its laps share what it has searched, which hangs on the board as it was kitted out and not on its damage."""
    design = short(official("rx2-ss1"))
    batch = batches.run_all(design, policy="looking-ahead", runs=2)
    forget()
    alone = batches.run_once(design, policy="looking-ahead", number=1)
    assert alone == batch[1]
    assert alone.finished


def test_laps_share_what_looking_ahead_gains(official: Official) -> None:
    ground = batches.ground_of(short(official("rx2-ss1"), 3))
    seen = outlook(ground.track, car_from_board("rx-asphalt"), ahead=True)
    spots = {
        spot.lap: spot.number
        for spot in ground.track.course.spots
        if spot.space.tile == "208b" and spot.space.id.name == "bl" and spot.jokers == 1
    }
    lap = seen.rest(spots[2], 4) - seen.rest(spots[3], 4)
    assert 60 < lap < 300, "a lap more to drive"
    worn = worn_car(car_from_board("rx-asphalt"), (1, 0, 0, 0), ground.rules)
    assert outlook(ground.track, worn, ahead=True).rest(spots[3], 4) > 0
    assert outlook(ground.track, worn, ahead=True).lap_gains() is seen.lap_gains()


# -- weather and boards -----------------------------------------------------------------------------------------------


def test_a_race_on_a_circuit_begins_in_the_weather_of_the_rules(official: Official) -> None:
    """RX, "The Turn": weather changes the dice; asphalt tyres hold worse in the wet, rain tyres better."""
    dry, wet = short(official("rx2-ss1")), short(official("rx2-ss1"), rallycross__weather="wet")
    assert (batches.ground_of(dry).weather, batches.ground_of(wet).weather) == ("dry", "wet")
    limits = {
        design.house_rules.get("rallycross.weather", "dry"): {
            turn.limit for turn in batches.run_once(design, car="rx-asphalt").turns if turn.dice
        }
        for design in (dry, wet)
    }
    assert limits == {"dry": {3}, "wet": {2}}
    assert fitting_car(wet)[0] == "rx-rain"
    assert batches.ground_of(replace(official("climb-1"), house_rules=wet.house_rules)).weather == "dry"


def test_a_board_for_dry_weather_alone_is_refused_in_the_wet(official: Official) -> None:
    slots = {"T1": "dry", **{f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}}
    design = replace(
        short(official("rx2-ss1"), rallycross__weather="wet"), dashboards=(Dashboard("Mule", frozen(slots)),)
    )
    with pytest.raises(batches.NotDrivable, match="no token for wet"):
        batches.run_once(design, car="Mule")


def test_weather_tokens_turn_a_rallycross_by_house_rule(official: Official) -> None:
    """RX, "The Turn": weather is an advanced rule."""
    none = {
        f"damage.rallycross_bag.{kind}": 0 for kind in ("gear", "brake", "coast", "boost", "green_flag", "yellow_flag")
    }
    design = replace(short(official("rx2-ss1"), 2), house_rules=frozen({**none, "weather.allowed": True}))
    turned = [turn for turn in batches.run_once(design, policy="flat-out", seed=3).turns if turn.weather]
    assert turned
    assert turned[0].weather == "wet"
    assert "The weather turns wet." in turned[0].text()


def test_the_numbers_of_rx_boards_are_house_rules() -> None:
    """RX, "The Turn": the board is a picture that is lost."""
    changed = load(
        house_rules={"rx_board.asphalt_dry.brake": 1, "rx_board.rain_wet.limit": 4, "rx_board.rain_wet.gears": 4}
    )
    asphalt, rain = car_from_board("rx-asphalt", changed).on("dry"), car_from_board("rx-rain", changed).on("x", "wet")
    assert asphalt is not None
    assert rain is not None
    assert asphalt.dice[8] == 1
    assert (rain.limit, rain.gear_dice) == (4, 4)
    assert car_from_board("rx-asphalt") == car_from_board("rx-asphalt", load())


def test_the_command_line_races_in_the_wet(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(folder("exports") / "stages" / "rx2-ss1.json")
    assert main(["race", file, "--weather", "wet", "--runs", "1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"]["overrides"]["rallycross.weather"] == "wet"
    assert main(["simulate", str(folder("exports") / "stages" / "climb-1.json"), "--weather", "wet"]) == 2
    assert "for circuits" in capsys.readouterr().err
