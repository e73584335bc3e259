from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage
from designer.play.cars import Car, car_from_board
from designer.play.ground import Ground
from designer.play.plans import Placement
from designer.play.table_space import TableSpace
from designer.rules import Rules, load
from designer.simulator.rally import policies
from designer.simulator.rally.drive import Standing, take_turn
from designer.simulator.rally.order import distance, inside_rank
from designer.simulator.rally.policies import Choice, Sensible, View
from designer.simulator.rally.race import Entrant, RaceResult, race
from designer.simulator.rally.rolling import ROLL, Progress
from designer.simulator.rally.traffic import Traffic
from tests.conftest import OFFICIAL
from tests.hurry import examples
from tests.simulator.roads import ground, road

R6 = car_from_board("r6-gravel")
Official = Callable[[str], Design]
NAMES = ("Red", "Blue", "Green", "Yellow")


def laid(design: Design, rules: Rules | None = None) -> Ground:
    assert design.stage is not None
    return Ground(design.stage, design.event, rules or load())


def field(count: int, policy: str = "sensible", board: str = "r6-gravel") -> list[Entrant]:
    return [Entrant(name, (car_from_board(board),), policies.find(policy)) for name in NAMES[:count]]


class Slow:
    """Places one die a turn, the lowest gear it can."""

    def choose(self, view: View) -> Choice:
        found = view.options(view.state)
        return Choice((min(found, key=lambda option: (option.loses, option.gear)),) if found else (), "one-by-one")

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        return ROLL

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return True


def test_cars_start_one_round_after_the_other_and_the_newcomer_plays_last(official: Official) -> None:
    """Core rules 9: staggered start."""
    result = race(laid(official("climb-1")), field(4), Random(1))
    for number, name in enumerate(NAMES):
        round_ = result.rounds[number]
        assert round_.entering == (name,)
        assert round_.order[-1] == name
        assert len(round_.order) == number + 1


def test_all_start_together_on_a_circuit_from_places_that_are_drawn(official: Official) -> None:
    """RX, "Determining Starting Order"."""
    ground_ = laid(official("rx2-ss1"))
    firsts = set()
    for seed in range(6):
        result = race(ground_, field(4, "novice", "rx-asphalt"), Random(seed))
        first = result.rounds[0]
        assert set(first.entering) == set(NAMES)
        assert len({turn.start for turn in first.turns}) == 4
        firsts.add(first.order[0])
    assert len(firsts) > 1


def test_the_car_furthest_ahead_plays_first_on_a_stage(official: Official) -> None:
    ground_ = laid(official("rally-1-ss1"))
    left = {spot.space.id: distance(ground_.track, spot.number) for spot in ground_.track.course.spots}
    by_place = {(key.hex.q, key.hex.r, key.name): steps for key, steps in left.items()}
    for round_ in race(ground_, field(4), Random(3)).rounds:
        started = [turn for turn in round_.turns if turn.driver not in round_.entering]
        distances = [by_place[turn.start.q, turn.start.r, turn.start.space] for turn in started]
        assert distances == sorted(distances)


def test_speed_counts_before_distance_on_a_circuit(official: Official) -> None:
    """RX, "Determining Play Order"."""
    for round_ in race(laid(official("rx2-ss1")), field(4, board="rx-asphalt"), Random(2)).rounds:
        gears = [turn.gear_before for turn in round_.turns]
        assert gears == sorted(gears, reverse=True)


def test_the_inside_lane_plays_first_when_all_else_is_equal() -> None:
    course = road([{}, {"lane": "inside", "corner": "k"}, {"lane": "outside", "corner": "k"}, {"finished": True}])
    assert [inside_rank(course, spot) for spot in range(4)] == [0, 0, 1, 0]


def test_the_first_player_of_a_round_has_leader_dice_on_gravel_and_a_lone_car_has_not(official: Official) -> None:
    """110%, "Leader dice"; alone it is a house rule."""

    def kinds(result: RaceResult, first: bool) -> set[str]:
        return {
            die.die
            for round_ in result.rounds
            for place, turn in enumerate(round_.turns)
            for die in turn.dice
            if (place == 0) == first and die.die in ("coast", "leader")
        }

    two = race(laid(official("rally-1-ss1")), field(2), Random(4))
    assert kinds(two, True) == {"leader"}
    assert kinds(two, False) == {"coast"}
    assert kinds(race(laid(official("rally-1-ss1")), field(1), Random(4)), True) == {"coast"}
    solo = load(house_rules={"leader.solo": True})
    assert kinds(race(laid(official("rally-1-ss1"), solo), field(1), Random(4)), True) == {"leader"}


def test_a_car_held_up_by_another_keeps_its_gear() -> None:
    course = road([{}] * 4)
    driven = take_turn(course, R6, Standing(0, 4), {}, Sensible(), Random(1), 1, traffic=Traffic(((1, 2),)))
    assert (driven.log.mode, driven.log.held_up, driven.log.seconds) == ("blocked", True, 20)
    assert (driven.standing.spot, driven.standing.gear) == (0, 4)


def test_a_fast_car_stays_behind_a_slow_one_where_there_is_no_room() -> None:
    course = road([{} for _ in range(12)] + [{"finished": True}, {"finished": True}])
    slow, fast = Entrant("Slow", (R6,), Slow()), Entrant("Fast", (R6,), Sensible())
    result = race(ground(course), [slow, fast], Random(1))
    assert [finish.driver for finish in result.finishes] == ["Slow", "Fast"]


def test_three_tries_of_a_hillclimb(official: Official) -> None:
    """Climb, "Hillclimbing": re-entry in the order of finishing, one car a round, last in order of play, once all
    have started."""
    result = race(laid(official("climb-1")), field(3), Random(5), tries=3)
    assert len(result.finishes) == 9
    ended: dict[tuple[str, int], int] = {(finish.driver, finish.attempt): finish.round for finish in result.finishes}
    for round_ in result.rounds:
        assert len(round_.entering) <= 1
        if round_.entering:
            assert round_.order[-1] == round_.entering[0]
    entries = [(name, round_.number) for round_ in result.rounds for name in round_.entering]
    tries: dict[str, int] = {}
    for name, number in entries:
        tries[name] = tries.get(name, 0) + 1
        if tries[name] > 1:
            assert number > ended[name, tries[name] - 1]
    waiting = [(finish.driver, finish.attempt + 1) for finish in result.finishes if finish.attempt < 3]
    seen: dict[str, int] = {}
    reentries = []
    for name, _ in entries:
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            reentries.append((name, seen[name]))
    assert reentries == waiting


def test_nobody_reenters_before_all_have_started() -> None:
    short = road([{}, {}, {"finished": True}])
    result = race(ground(short), field(4), Random(2), tries=2)
    first_starts = [
        number
        for number, round_ in enumerate(result.rounds)
        for name in round_.entering
        if all(name not in earlier.entering for earlier in result.rounds[:number])
    ]
    assert first_starts == [0, 1, 2, 3]


def test_tokens_and_damage_go_back_between_tries_and_boards_may_change(official: Official) -> None:
    """Climb, "The Game"."""
    boards = (R6, car_from_board("r5-gravel"))
    result = race(laid(official("climb-1")), [Entrant("Red", boards, policies.find("flat-out"))], Random(8), tries=3)
    for attempt in (1, 2, 3):
        turns = [turn for turn in result.turns("Red") if turn.attempt == attempt]
        assert turns[0].number == 1
        assert turns[0].gear_before == 0
        won = sum(turn.tokens_won - turn.tokens_spent for turn in turns)
        (finish,) = [finish for finish in result.finishes if finish.attempt == attempt]
        assert finish.tokens == won
        assert finish.seconds == sum(turn.seconds for turn in turns) - won
        assert {turn.car for turn in turns} == {boards[min(attempt, 2) - 1].name}
    carried = load(house_rules={"hillclimb.damage_returned": False})
    kept = race(laid(official("climb-1"), carried), field(1, "flat-out"), Random(8), tries=3)
    assert len(kept.entrants[0].held) == sum(len(turn.kept) - turn.kept.count("mud") for turn in kept.turns())


def test_mud_stays_for_those_who_come_later(official: Official) -> None:
    """Climb, "Returning to the stage": marks of shortcuts stay between tries."""
    muddy = load(house_rules={f"damage.rally_bag.{kind}": 0 for kind in ("gear", "brake", "coast", "green_flag")})
    ground_ = laid(official("rally-2-ss3"), muddy)
    result = race(ground_, field(2), Random(1), tries=2)
    spots = {(place.q, place.r) for turn in result.turns() for place in turn.mud}
    assert spots
    assert {(place.q, place.r) for place in result.ground.mud} == spots


def test_weather_tokens_turn_the_stage_under_the_race(official: Official) -> None:
    stormy = {f"damage.rally_bag.{kind}": 0 for kind in ("gear", "brake", "coast", "green_flag", "mud")}
    ground_ = laid(official("rally-9-ss2"), load(house_rules={**stormy, "weather.allowed": True}))
    turned = 0
    for seed in range(4):
        result = race(ground_, field(3), Random(seed))
        assert len(result.finishes) == 3
        turned += sum(bool(turn.flipped) for turn in result.turns())
    assert turned


def test_a_yellow_flag_lies_until_its_driver_sets_off_again(official: Official) -> None:
    """RX, "Damage Tokens"."""
    bag = {f"damage.rallycross_bag.{kind}": 0 for kind in ("gear", "brake", "coast", "boost", "green_flag")}
    ground_ = laid(official("rx2-ss1"), load(house_rules=bag))
    result = race(ground_, field(3, "flat-out", "rx-asphalt"), Random(4))
    assert any("yellow-flag" in turn.kept for turn in result.turns())
    assert len(result.finishes) == 3


def positions(result: RaceResult) -> list[dict[str, TableSpace]]:
    """Where every car stands after each turn."""
    now: dict[str, TableSpace] = {}
    seen = []
    for turn in result.turns():
        now.pop(turn.driver, None)
        if not turn.finished:
            now[turn.driver] = turn.end
        seen.append(dict(now))
    return seen


@settings(max_examples=examples(25))
@given(
    st.sampled_from([name for name in OFFICIAL if name != "rx2-ss1"]),
    st.sampled_from([name for name in policies.POLICIES if name != "looking-ahead"]),
    st.sampled_from(["r6-gravel", "r5-snow", "r4-asphalt"]),
    st.integers(2, 4),
    st.integers(0, 10**6),
)
def test_races_keep_the_rules(official: Official, stage: str, policy: str, board: str, cars: int, seed: int) -> None:
    ground_ = laid(official(stage), load(house_rules={"weather.allowed": True}))
    result = race(ground_, field(cars, policy, board), Random(seed))
    for places in positions(result):
        assert len(set(places.values())) == len(places), "two cars never share a space"
    for name in NAMES[:cars]:
        turns = result.turns(name)
        assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
        for finish in result.finishes:
            if finish.driver == name:
                won = sum(turn.tokens_won - turn.tokens_spent for turn in turns)
                assert finish.seconds == max(0, sum(turn.seconds for turn in turns) - won)
    again = race(ground_, field(cars, policy, board), Random(seed))
    assert again.rounds == result.rounds


@pytest.mark.parametrize("name", OFFICIAL)
def test_nobody_moves_backwards_or_sideways(name: str, official: Official) -> None:
    """110%, "Handbrake turn": every move takes a car further along the road."""
    ground_ = laid(official(name))
    course = ground_.track.course
    joined = {
        (spot.space.id, course.spots[move.to].space.id) for spot in course.spots for move in course.moves[spot.number]
    }
    over = {
        (start, end)
        for start, mid in joined
        for middle, end in joined
        if mid == middle
        if any(spot.space.id == mid and spot.space.jump for spot in course.spots)
    }
    # After a loss of control a car leaves the first half of a slide by the ways of the second one.
    over |= {
        (course.spots[first].space.id, course.spots[way.to].space.id)
        for first, second in ground_.track.second.items()
        for way in ground_.track.ways[second]
    }
    result = race(ground_, field(2), Random(6))
    ids = {(key.hex.q, key.hex.r, key.name): key for pair in joined for key in pair}
    for turn in result.turns():
        at = ids[turn.start.q, turn.start.r, turn.start.space]
        for die in turn.dice:
            to = ids[die.at.q, die.at.r, die.at.space]
            if to != at:
                assert (at, to) in joined or (at, to) in over
                at = to


class Cutting:
    """Keeps right and takes every shortcut, one die a turn."""

    def choose(self, view: View) -> Choice:
        def key(option: Placement) -> tuple[bool, bool, bool, int]:
            lane = view.track.spot(option.to).space.lane
            return option.loses, not option.shortcut, lane != "right", option.gear

        return Choice(tuple(sorted(view.options(view.state), key=key)[:1]), "one-by-one")

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        return ROLL

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return False


@pytest.mark.parametrize("cars", [1, 2])
def test_mud_lies_on_the_second_corner_of_a_tile_for_the_car_that_threw_it_too(cars: int) -> None:
    """Mud lies on a whole tile: tile 314a has two corners, each with a shortcut."""
    bag = {f"damage.rally_bag.{kind}": 0 for kind in ("gear", "brake", "coast", "green_flag")}
    stage = Stage((PlacedTile("301a", Hex(0, 0)), PlacedTile("314a", Hex(1, 0)), PlacedTile("302a", Hex(2, 0))))
    entrants = [Entrant(name, (R6,), Cutting()) for name in NAMES[:cars]]
    result = race(Ground(stage, None, load(house_rules=bag)), entrants, Random(1))
    assert [place.space for turn in result.turns("Red") for place in turn.mud] == ["s1", "s2"]
    assert {(place.q, place.r) for place in result.ground.mud} == {(1, 0)}


def test_mud_is_swept_between_tries_by_house_rule(official: Official) -> None:
    bag = {f"damage.rally_bag.{kind}": 0 for kind in ("gear", "brake", "coast", "green_flag")}
    swept = laid(official("rally-2-ss3"), load(house_rules={**bag, "shortcut.stays_used": False}))
    result = race(swept, field(1), Random(1), tries=3)
    first = [(place.q, place.r) for turn in result.turns() if turn.attempt == 1 for place in turn.mud]
    last = [(place.q, place.r) for turn in result.turns() if turn.attempt == 3 for place in turn.mud]
    assert first
    assert {(place.q, place.r) for place in result.ground.mud} <= set(last)


def test_weather_tokens_turn_a_circuit_from_dry_to_wet_where_the_boards_know_both(official: Official) -> None:
    """Climb, "GT Dashboards": a board for one weather only fixes it."""
    kinds = ("gear", "brake", "coast", "green_flag", "yellow_flag")
    ground_ = laid(official("rx2-ss1"), load(house_rules={f"damage.circuit_bag.{kind}": 0 for kind in kinds}))
    both = race(ground_, field(2, "flat-out", "gt6-asphalt"), Random(1))
    assert any("weather" in turn.kept for turn in both.turns())
    limits = {turn.limit for turn in both.turns() if turn.dice}
    assert limits == {3, 2}, "asphalt tyres have a limit of 3 in the dry and 2 in the wet"
    gt6 = car_from_board("gt6-asphalt")
    dry = Car("dry", gt6.columns[:1], car_class="gt6")
    fixed = race(ground_, [Entrant("Red", (dry,), policies.find("flat-out"))], Random(1))
    assert {turn.limit for turn in fixed.turns() if turn.dice} == {3}
