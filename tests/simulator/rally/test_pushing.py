"""RX, "Full Contact": pushing, impact damage, danger tokens (house rule ``push.allowed``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from designer.design.document import Design
from designer.design.hexes import Hex
from designer.graph.course import Move, Spot
from designer.graph.space_graph import SpaceId, SpaceInfo, StepInfo
from designer.play import track
from designer.play.cars import car_from_board
from designer.play.plans import Placement, Plan, Push, State, after
from designer.play.track import Track
from designer.rules import Rules, load
from designer.simulator.rally import policies
from designer.simulator.rally.drive import Driven, IllegalPlan, Standing, take_turn
from designer.simulator.rally.outlook import DAMAGE_SECONDS, outlook
from designer.simulator.rally.policies import FLAT_OUT, ONE_BY_ONE, Choice, View
from designer.simulator.rally.pushing import Pushable, ahead, danger_tokens
from designer.simulator.rally.race import Entrant, RaceState, Runner
from designer.simulator.rally.rolling import ROLL, STOP, Progress
from designer.simulator.rally.traffic import Traffic, near, options
from tests.simulator.roads import SAFE_DICE, circuit, contact, ground, pushed_home, road

R6 = car_from_board("r6-gravel")
RX = car_from_board("rx-asphalt")
Official = Callable[[str], Design]
NAMES = ("Red", "Blue", "Green", "Yellow", "White", "Black")
BAG = {"gear": 20, "coast": 20}


def lanes(rows: int, rules: Rules | None = None, fields: Mapping[int, Mapping[str, Any]] | None = None) -> Track:
    """A road of two lanes, each row on a tile of its own: spot 2 * row on the left, 2 * row + 1 on the right.

    ``fields`` are fields of SpaceInfo by spot. The last row lies past the finish.
    """
    plain = road([{}], rules or contact())
    spots, moves = [], []
    for number in range(2 * rows):
        row, lane = divmod(number, 2)
        space = SpaceInfo(
            SpaceId(Hex(row, 0), "b" + "lr"[lane]),
            "305a",
            "gravel",
            "low",
            "space",
            ("left", "right")[lane],
            (260.0, 225.0),
        )
        finished = row == rows - 1
        spots.append(Spot(number, replace(space, **(fields or {}).get(number, {})), 0, True, finished, rows - 1 - row))
        onward = [Move(2 * row + 2 + other, StepInfo("straight" if other == lane else "diagonal")) for other in (0, 1)]
        moves.append(() if finished else tuple(onward))
    course = replace(plain.course, spots=tuple(spots), moves=tuple(moves), starts=(0, 1))
    return track.build(course, plain.rules)


def pushes(course: Track, state: State, *cars: tuple[int, int], flags: frozenset[Hex] = frozenset()) -> list[Push]:
    """The pushes that may come next."""
    found = options(course, R6, state, Traffic(cars, flags))
    return [option.push for option in found if option.push is not None]


def gears(course: Track, state: State, *cars: tuple[int, int]) -> set[int]:
    return {option.gear for option in options(course, R6, state, Traffic(cars)) if option.push is not None}


class Fixed:
    """Drives over the spots that it is told, in the gears that it is told."""

    def __init__(self, *steps: tuple[int, int], mode: str = FLAT_OUT, stop: int = 99) -> None:
        self.steps, self.mode, self.stop = steps, mode, stop

    def choose(self, view: View) -> Choice:
        plan: Plan = ()
        state = view.state
        for to, gear in self.steps:
            found = [option for option in view.options(state) if (option.to, option.gear) == (to, gear)]
            plan = (*plan, min(found, key=lambda option: len(option.dice)))
            state = after(view.track, state, plan[-1])
        return Choice(plan, self.mode)

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        return STOP if progress.index >= self.stop else ROLL

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return True


def turn(
    course: Track,
    standing: Standing,
    policy: Fixed,
    *cars: tuple[int, int],
    tokens: int = 0,
    bag: Mapping[str, int] | None = None,
) -> Driven:
    """A turn among other cars, (spot, gear) each, that are called after their spots and have so many danger tokens."""
    others = {spot: Pushable(f"Car {spot}", 1, R6, tokens) for spot, _ in cars}
    return take_turn(
        course, R6, standing, BAG if bag is None else bag, policy, Random(3), 1, traffic=Traffic(cars), others=others
    )


# -- Pushing ---------------------------------------------------------------------------------------------------------


def test_nobody_pushes_unless_a_house_rule_allows_it() -> None:
    assert options(road([{}] * 6), R6, State(0, 3), Traffic(((1, 3),))) == []
    assert options(road([{}] * 6, contact()), R6, State(0, 3), Traffic(((1, 3),)))


def test_a_car_pushes_the_one_directly_ahead_in_the_same_or_a_higher_gear() -> None:
    course = road([{}] * 6, contact())
    assert set(pushes(course, State(0, 3), (1, 3))) == {Push(1, 1, 2, 3)}
    assert gears(course, State(0, 3), (1, 3)) == {3, 4}
    assert gears(course, State(0, 3), (1, 5)) == set()


def test_a_car_pushes_from_directly_behind_only() -> None:
    course = lanes(5)
    assert {push.to for push in pushes(course, State(0, 3), (2, 3))} == {4}, "straight on in its own lane"
    assert pushes(course, State(1, 3), (2, 3)) == [], "from the other lane"


def test_a_car_that_jumps_pushes_nobody() -> None:
    course = road([{}, {"jump": 3}, {}, {}], contact())
    assert gears(course, State(0, 4), (2, 1)) == set(), "it would land on another car"
    assert gears(course, State(0, 2), (1, 1)) == {1, 2}, "too slow to jump it drives onto the space"


def test_nobody_is_pushed_into_another_car() -> None:
    assert options(road([{}] * 6, contact()), R6, State(0, 3), Traffic(((1, 3), (2, 3)))) == []


def test_nobody_is_pushed_level_with_a_faster_car() -> None:
    course = lanes(6)
    assert pushes(course, State(0, 3), (2, 2), (5, 3)) == []
    assert pushes(course, State(0, 3), (2, 3), (5, 3)), "the same gear will do"
    assert pushes(course, State(0, 3), (2, 2), (5, 0)), "a standing car does not ask for it"


def test_nobody_is_pushed_level_with_another_under_a_yellow_flag() -> None:
    course = lanes(6)
    assert pushes(course, State(0, 3), (2, 3), (5, 3), flags=frozenset({Hex(2, 0)})) == []
    assert pushes(course, State(0, 3), (2, 3), (5, 3), flags=frozenset({Hex(4, 0)}))


def test_the_one_who_pushes_keeps_to_the_rules_for_drawing_level() -> None:
    assert gears(lanes(6), State(0, 3), (2, 2), (3, 4)) == {4}


@pytest.mark.parametrize("fields", [{"limit": 2}, {"jump": 4}, {"water": True}, {"hazard": True}])
def test_cars_are_pushed_into_corners_jumps_and_water(fields: dict[str, Any]) -> None:
    course = road([{}, {}, fields, {}, {}], contact())
    driven = turn(course, Standing(0, 4), Fixed((1, 4)), (1, 4))
    assert driven.pushes == (Push(1, 1, 2, 4),)
    assert driven.log.pushes[0].end.space == "s2", "no jump carries it on"


def test_cars_are_pushed_out_of_a_shortcut_but_not_into_one() -> None:
    cut = {"kind": "shortcut", "lane": "shortcut"}
    course = road([{}, {}, cut, cut, {}, {}], contact())
    assert pushes(course, State(0, 3), (1, 3)) == []
    assert pushes(course, State(2, 3), (3, 3))[0].to == 4
    assert pushes(course, State(1, 3), (2, 3))[0].to == 3, "further along in it"
    out = turn(course, Standing(2, 3), Fixed((3, 3)), (3, 3))
    assert out.log.pushes[0].damage == (), "nobody draws the shortcut's token for it"


def test_a_car_in_gear_0_can_be_pushed() -> None:
    assert gears(road([{}] * 6, contact()), State(0, 0), (1, 0)) == {1, 2}


def test_nobody_has_to_push() -> None:
    course = road([{}] * 6, contact())
    driven = turn(course, Standing(0, 3), Fixed(), (1, 3))
    assert (driven.log.mode, driven.log.held_up, driven.standing.gear, driven.pushes) == ("stand", False, 3, ())
    with pytest.raises(IllegalPlan):
        turn(lanes(5), Standing(0, 3), Fixed(), (2, 3))


def test_several_cars_are_pushed_in_a_turn() -> None:
    course = lanes(8)
    driven = turn(course, Standing(0, 3), Fixed((2, 3), (5, 3), (7, 4)), (2, 2), (7, 3))
    assert [log.driver for log in driven.log.pushes] == ["Car 2", "Car 7"]
    assert driven.pushes == (Push(2, 2, 4, 2), Push(7, 7, 9, 3))
    assert [log.step for log in driven.log.pushes] == [0, 2]


def test_the_same_car_is_pushed_once_unless_it_is_in_the_way() -> None:
    wide, narrow = lanes(8), road([{}] * 8, contact())
    first = next(option for option in options(wide, R6, State(0, 3), Traffic(((2, 1),))) if option.push is not None)
    state = after(wide, State(0, 3), first)
    assert state.pushed == ((2, 4),)
    assert {option.to for option in options(wide, R6, state, Traffic(((2, 1),)))} == {5}, "it drives past"
    assert {push.to for push in pushes(wide, state, (2, 1), (5, 0), (7, 0))} == {6}, "or pushes on what blocks it"
    free = lanes(8, contact(push__same_car_once=False))
    assert {option.to for option in options(free, R6, state, Traffic(((2, 1),)))} == {4, 5}
    driven = turn(narrow, Standing(0, 3), Fixed((1, 3), (2, 4)), (1, 3))
    assert driven.pushes == (Push(1, 1, 2, 3), Push(1, 2, 3, 3))


def test_a_car_that_was_pushed_is_in_the_way_where_it_is_now() -> None:
    course = lanes(8)
    state = State(2, 3, (0, 0, 1, 0, 0, 0, 0, 0, 0, 0), pushed=((2, 4),))
    assert {option.to for option in options(course, R6, state, Traffic(((2, 1), (8, 1))))} == {5}
    beside = state._replace(spot=3)
    assert {option.to for option in options(course, R6, beside, Traffic(((2, 5),))) if option.to == 5} == set(), (
        "too fast to draw level with"
    )


@pytest.mark.parametrize(("stop", "there"), [(1, False), (2, True)])
def test_a_push_that_a_stopped_roll_does_not_reach_does_not_happen(stop: int, there: bool) -> None:
    course = road([{}] * 8, contact(**SAFE_DICE))
    driven = turn(course, Standing(0, 3), Fixed((1, 3), (2, 4), mode=ONE_BY_ONE, stop=stop), (2, 2))
    assert bool(driven.pushes) is there
    assert len(driven.log.damage) == (2 if there else 0)


def test_a_push_after_a_loss_of_control_does_not_happen_and_one_with_it_does() -> None:
    course = road([{}, {"limit": 2}, {}, {}, {}], contact())
    lost = turn(course, Standing(0, 3), Fixed((1, 3)), (2, 3))
    assert (lost.log.lost_control, lost.pushes) == (True, ())
    with_it = turn(course, Standing(0, 3), Fixed((1, 3)), (1, 3))
    assert (with_it.log.lost_control, with_it.pushes) == (True, (Push(1, 1, 2, 3),)), "it has come onto the space"


# -- Impact Damage ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mine", "other", "tokens"), [(4, 4, 0), (4, 3, 1), (4, 1, 3), (1, 0, 1)])
def test_both_draw_a_damage_token_for_each_gear_of_difference(mine: int, other: int, tokens: int) -> None:
    driven = turn(road([{}] * 6, contact()), Standing(0, mine), Fixed((1, mine)), (1, other))
    (log,) = driven.log.pushes
    assert (log.gear, log.at_gear) == (other, mine)
    assert len(log.own) == len(log.damage) == tokens
    assert driven.log.damage == log.own
    assert len(driven.log.drawn_at) == tokens
    assert sum(driven.standing.damage) == tokens, "the one who pushes lays its own on its board"
    assert sum(driven.bag.values()) == sum(BAG.values()) - 2 * tokens


def test_impact_damage_by_house_rule() -> None:
    driven = turn(road([{}] * 6, contact(push__damage_per_gear=2)), Standing(0, 4), Fixed((1, 4)), (1, 3))
    assert len(driven.log.pushes[0].damage) == 2


def test_impact_damage_comes_before_that_of_a_loss_of_control() -> None:
    course = road([{}, {"limit": 2, "danger": "high"}, {}, {}], contact())
    driven = turn(course, Standing(0, 4), Fixed((1, 4)), (1, 3))
    assert driven.log.damage[:1] == driven.log.pushes[0].own
    assert len(driven.log.damage) > 1


# -- Danger Tokens ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "gear", "tokens"),
    [
        ({}, 5, 0),
        ({"limit": 2}, 4, 2),
        ({"limit": 4}, 4, 0),
        ({"limit": 5}, 0, 0),
        ({"limit_hazard": 3}, 4, 1),
        ({"jump": 4}, 1, 1),
        ({"water": True}, 0, 1),
        ({"hazard": True}, 5, 1),
        ({"kind": "half-2"}, 5, 1),
        ({"kind": "full", "terrain": "snow"}, 5, 1),
        ({"kind": "full", "terrain": "gravel"}, 5, 0),
        ({"limit": 2, "jump": 4}, 3, 2),
        ({"step": {"line_limit": 3}}, 5, 2),
        ({"step": {"line_hazard": True}}, 5, 1),
        ({"step": {"climb": "ascent"}}, 5, 1),
        ({"step": {"climb": "descent"}}, 1, 1),
    ],
)
def test_danger_tokens_for_where_a_car_is_pushed(space: dict[str, Any], gear: int, tokens: int) -> None:
    course = road([{}, {}, space, {}], contact())
    assert danger_tokens(course, Push(1, 1, 2, gear)) == tokens


def test_danger_tokens_by_house_rule() -> None:
    both = {"limit": 2, "jump": 4}
    course = road([{}, {}, both, {}], contact(push__element_beside_limit=False))
    assert danger_tokens(course, Push(1, 1, 2, 3)) == 1
    course = road([{}, {}, {"water": True}, {}], contact(push__track_element_danger_tokens=2))
    assert danger_tokens(course, Push(1, 1, 2, 3)) == 2


@pytest.mark.parametrize(("before", "given_", "now"), [(0, 3, 3), (1, 2, 3), (3, 0, 3)])
def test_a_board_holds_three_danger_tokens_at_most(before: int, given_: int, now: int) -> None:
    course = road([{}, {}, {"limit": 1}, {}, {}], contact())
    driven = turn(course, Standing(0, 5), Fixed((1, 5)), (1, 5), tokens=before)
    (log,) = driven.log.pushes
    assert (log.danger_tokens, log.danger_tokens_after) == (given_, now)


def test_a_gear_above_the_limit_of_its_space_costs_no_control_at_the_start_of_a_turn() -> None:
    course = road([{}, {"limit": 1}, {}, {}, {}, {}], contact(**SAFE_DICE))
    driven = turn(course, Standing(1, 5, danger_tokens=2), Fixed((2, 5), (3, 4)))
    assert not driven.log.lost_control
    assert driven.standing.spot == 3


def test_danger_tokens_that_reach_the_limit_cost_control_before_the_car_moves() -> None:
    """In its space, at the speed of its marker, whatever the driver wants."""
    course = road([{}, {"terrain": "snow", "danger": "high"}, {}, {}, {}], contact())
    driven = turn(course, Standing(1, 5, danger_tokens=3), Fixed((2, 5)))
    log = driven.log
    assert (log.loss_cause, log.loss_gear, log.end, log.start) == ("danger tokens", 5, log.start, log.start)
    assert (driven.standing.spot, driven.standing.gear, driven.standing.danger_tokens) == (1, 0, 0)
    assert len(log.damage) == load().number("loss.damage.gear_5.high")
    assert log.text() == (
        f"Turn 1, s1 of 305a (1,0), gear 5: cannot move. 3 danger tokens on the board. Control lost on s1 of 305a "
        f"(1,0) in gear 5 (danger tokens). Drawn: {', '.join(log.damage)}. Ends in gear 0, 60 s."
    )
    assert turn(course, Standing(1, 5, danger_tokens=2), Fixed((2, 5))).log.loss_cause != "danger tokens"
    gravel = road([{}] * 5, contact(**SAFE_DICE))
    assert not turn(gravel, Standing(1, 5, danger_tokens=2), Fixed((2, 5))).log.lost_control


@pytest.mark.parametrize("mode", [ONE_BY_ONE, FLAT_OUT])
def test_fewer_danger_tokens_are_added_to_the_roll_and_then_go(mode: str) -> None:
    course = road([{}] * 8, contact(**SAFE_DICE))
    driven = turn(course, Standing(1, 3, danger_tokens=2), Fixed((2, 3), (3, 4), mode=mode))
    assert driven.log.dangers == 2
    assert driven.standing.danger_tokens == 0
    assert (driven.log.danger_tokens, driven.log.danger_tokens_left) == (2, 0)
    sure = road([{}] * 8, contact(**dict.fromkeys(SAFE_DICE, 6)))
    for tokens, lost_on in ((0, 4), (1, 3), (2, 2)):
        found = turn(sure, Standing(1, 3, danger_tokens=tokens), Fixed((2, 3), (3, 4), (4, 5), mode=mode))
        assert (found.log.loss_cause, found.standing.spot) == ("dangers", lost_on)


def test_danger_tokens_of_a_driver_who_rolls_nothing_go_back_or_stay() -> None:
    for word, left in (("returned", 0), ("kept", 2)):
        course = road([{}] * 6, contact(push__tokens_without_roll=word))
        driven = turn(course, Standing(1, 3, danger_tokens=2), Fixed(), (2, 3), (3, 3))
        assert driven.log.held_up
        assert driven.standing.danger_tokens == driven.log.danger_tokens_left == left


def test_a_move_of_one_space_without_a_die_adds_no_danger_tokens() -> None:
    course = road([{}, {"step": {"climb": "ascent"}}, {}, {}], contact())
    (option,) = options(course, R6, State(0, 1), Traffic(danger_tokens=2))
    assert (option.kind, option.hazards) == ("mercy", 0)


# -- where the document is silent ------------------------------------------------------------------------------------


def test_a_car_pushed_past_the_finish_has_finished() -> None:
    course = road([{}, {}, {"finished": True}, {"finished": True}], contact(start__gear=0))
    assert pushes(course, State(0, 1), (1, 0))[0].to == 2
    assert pushes(road([{}, {}, {"finished": True}], contact(push__over_finish=False)), State(0, 1), (1, 0)) == []


def test_who_is_pushed_past_the_finish_finishes_first_and_plays_no_more() -> None:
    result = pushed_home()
    assert [finish.driver for finish in result.finishes] == ["Blue", "Red"]
    assert result.rounds[0].order == ("Red", "Blue")
    assert result.turns("Blue") == ()
    assert result.finishes[0].seconds == 0, "it has taken no time card"
    assert result.finishes[0].round == 1


def test_where_several_spaces_lie_ahead_the_one_who_pushes_chooses() -> None:
    corner = {2: {"lane": "outside", "corner": "k"}, 3: {"lane": "inside", "corner": "k"}}
    for word, found in (("pusher", {4, 5}), ("not-pushed", set())):
        course = lanes(5, contact(push__several_ways=word), corner)
        moves = [*course.course.moves]
        moves[2] = tuple(replace(move, step=StepInfo("straight")) for move in moves[2])
        course = track.build(replace(course.course, moves=tuple(moves)), course.rules)
        assert {push.to for push in pushes(course, State(0, 3), (2, 3))} == found


def test_a_sliding_car_is_pushed_from_its_first_half_to_its_second() -> None:
    course = road(
        [
            {},
            {"kind": "half-1", "lane": "full", "step": {"kind": "slide"}},
            {"kind": "half-2", "lane": "full", "step": {"kind": "slide"}},
            {"step": {"kind": "slide"}},
            {},
        ],
        contact(),
    )
    assert {push.to for push in pushes(course, State(0, 3), (1, 3))} == {2}
    assert {push.to for push in pushes(course, State(1, 3), (2, 3))} == {3}


def test_a_car_is_not_pushed_into_a_slide_it_could_drive_past() -> None:
    course = road([{}, {}, {"kind": "half-1", "lane": "full", "step": {"kind": "slide"}}, {}], contact())
    assert ahead(course, 1) == ()


def test_a_push_over_a_climb_line_leaves_the_gear_as_it_is() -> None:
    course = road([{}, {}, {"step": {"climb": "ascent"}}, {}], contact())
    driven = turn(course, Standing(0, 3), Fixed((1, 3)), (1, 3))
    assert driven.pushes == (Push(1, 1, 2, 3),)
    assert driven.log.pushes[0].danger_tokens == 1


def test_cars_are_pushed_off_the_pre_grid_and_not_where_their_race_does_not_lead(official: Official) -> None:
    course = circuit(official("rx2-ss1"), contact()).track
    spots = course.course.spots
    grid = [start for start in course.course.starts if spots[start].space.id.name.startswith("b")]
    assert {spots[to].space.id.name[0] for start in grid for to in ahead(course, start)} == {"c"}
    entry = [spot for spot in spots if spot.space.tile == "408a" and spot.space.id.name == "al" and spot.lap == 1]
    ways = {spot.jokers: {spots[to].space.id.name for to in ahead(course, spot.number)} for spot in entry}
    assert ways == {0: {"bl", "jl"}}, "in its last lap a car that needs the joker way may be pushed past it"
    longer = circuit(official("rx2-ss1"), contact(), laps=2).track
    spots = longer.course.spots
    ways = {
        spot.jokers: {spots[to].space.id.name for to in ahead(longer, spot.number)}
        for spot in spots
        if spot.space.tile == "408a" and spot.space.id.name == "al" and spot.lap == 1
    }
    assert ways[0] == {"bl", "jl"}, "before the last lap there is a choice"


@pytest.mark.parametrize(("word", "tiles"), [("placed", [{Hex(1, 0)}, {Hex(2, 0)}]), ("nothing", [set(), set()])])
def test_yellow_flags_of_an_impact_lie_where_the_cars_are(word: str, tiles: list[set[Hex]]) -> None:
    """And come off when their drivers set off from gear 0, as any."""
    course = road([{}] * 8, contact(flag__yellow_in_impact=word))
    red = Runner(Entrant("Red", (R6,), Fixed((1, 3))), 0, 1, Standing(0, 3))
    blue = Runner(Entrant("Blue", (R6,), Fixed((3, 1))), 1, 1, Standing(1, 2))
    state = RaceState(ground(course), [red, blue], Random(1), 1, False, {"yellow-flag": 6}, course)
    state.play_turn(red, first=True)
    assert [red.flags, blue.flags] == tiles
    assert blue.held == ["yellow-flag"]
    blue.standing = Standing(2, 0)
    state.play_turn(blue, first=False)
    assert blue.flags == set()


def test_cars_that_a_push_can_meet_are_near() -> None:
    course = road([{}] * 60, contact())
    assert near(course, Traffic(((30, 3),)), 10).cars, "ahead of a car that can be pushed into it"


# -- drivers ---------------------------------------------------------------------------------------------------------


def test_drivers_weigh_the_damage_of_a_push() -> None:
    course = road([{}] * 12 + [{"finished": True}] * 2, contact())
    seen = outlook(course, R6)
    plain = (Placement(1, ("gear-4",), 4, "gear"),)
    push = (plain[0]._replace(push=Push(1, 1, 2, 1)),)
    cost = 3 * DAMAGE_SECONDS
    assert seen.seconds_if_kept(push) == pytest.approx(seen.seconds_if_kept(plain) + cost)
    assert seen.flat_out_seconds(push, 0) == pytest.approx(seen.flat_out_seconds(plain, 0) + cost)
    assert seen.one_by_one_seconds(push) == pytest.approx(seen.one_by_one_seconds(plain) + cost)


@pytest.mark.parametrize("name", policies.POLICIES)
def test_every_driver_pushes_a_car_that_is_in_its_way(name: str) -> None:
    course = road([{}] * 14 + [{"finished": True}] * 2, contact(**SAFE_DICE))
    others = {1: Pushable("Blue", 1, R6, 0)}
    driven = take_turn(
        course, R6, Standing(0, 3), BAG, policies.find(name), Random(4), 1, traffic=Traffic(((1, 3),)), others=others
    )
    assert {log.driver for log in driven.log.pushes} == {"Blue"}
