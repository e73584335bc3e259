from __future__ import annotations

import pytest

from designer.design.hexes import Hex
from designer.play import track
from designer.play.cars import Car, car_from_board, column
from designer.play.dice import NONE
from designer.play.plans import State, gear_without_die, placements
from designer.play.reach import Arrival, follow, gears_in
from designer.rules import load
from designer.simulator.rally.traffic import is_legal
from tests.simulator.roads import options, place, road

R6 = car_from_board("r6-gravel")
PLAIN: list[dict[str, object]] = [{} for _ in range(12)]


def car(**counts: object) -> Car:
    return Car("test", tuple((kind, column(**{"gears": 6, "limit": 3, **counts})) for kind in ("gravel", "snow")))


def test_first_die_is_the_same_gear_or_one_beside_it_and_brakes_skip_gears() -> None:
    assert options(road(PLAIN), R6, State(0, 4)) == {
        ("gear-3",),
        ("gear-4",),
        ("gear-5",),
        ("brake", "gear-2"),
    }


def test_later_dice_go_one_gear_up_or_down_or_coast() -> None:
    _, state = place(road(PLAIN), R6, State(0, 4), ("gear-4",))
    assert options(road(PLAIN), R6, state) == {("gear-3",), ("gear-5",), ("coast",), ("brake", "gear-2")}


def test_a_standing_car_sets_off_in_gear_one_or_with_a_flying_start() -> None:
    assert {(option.dice, option.gear, option.kind) for option in placements(road(PLAIN), R6, State(0, 0))} == {
        (("gear-1",), 1, "gear"),
        (("gear-2",), 2, "flying-start"),
    }


def test_boost_goes_two_gears_up_but_not_from_standing() -> None:
    """Climb, "Boost die": not with a flying start."""
    boosted = car(boost=1)
    assert ("boost", "gear-5") in options(road(PLAIN), boosted, State(0, 3))
    assert not any("boost" in dice for dice in options(road(PLAIN), boosted, State(0, 0)))


def test_two_brakes_on_one_space_skip_two_gears() -> None:
    assert ("brake", "brake", "gear-2") in options(road(PLAIN), car(brake=2), State(0, 5))


def test_a_second_die_of_a_gear_serves_later_in_the_turn() -> None:
    """Climb, "Expanding your options": several gear dice of one value."""
    twice = car(gears={1: 1, 2: 2, 3: 1})
    place(road(PLAIN), twice, State(0, 1), ("gear-2",), ("gear-3",), ("gear-2",), ("gear-1",))
    once = car(gears={1: 1, 2: 1, 3: 1})
    _, state = place(road(PLAIN), once, State(0, 1), ("gear-2",), ("gear-3",))
    assert ("gear-2",) not in options(road(PLAIN), once, state)


# -- climb lines -------------------------------------------------------------------------------------------------

UP = [{}, {"step": {"climb": "ascent"}}, {}, {}]
DOWN = [{}, {"step": {"climb": "descent"}}, {}, {}]


def test_ascending_takes_the_die_one_gear_lower_even_first() -> None:
    """Climb, "Ascending"."""
    assert options(road(UP), R6, State(0, 4)) == {("gear-3",)}


def test_descending_takes_the_die_one_gear_higher() -> None:
    """Climb, "Descending"."""
    assert options(road(DOWN), car(brake=2), State(0, 4)) == {("gear-5",)}


def test_coast_with_boost_keeps_the_speed_up_and_coast_with_brake_down() -> None:
    """Climb, "Braking, boosting and coasting on Climb tiles"."""
    able = car(coast=1, brake=1, boost=1)
    assert options(road(UP), able, State(0, 4)) == {("gear-3",), ("boost", "coast")}
    assert options(road(DOWN), able, State(0, 4)) == {("gear-5",), ("brake", "coast")}
    pair = next(option for option in placements(road(UP), able, State(0, 4)) if len(option.dice) == 2)
    assert (pair.gear, pair.kind) == (4, "climb-pair")


def test_leader_dice_serve_in_the_pairs_unless_switched_off() -> None:
    able = car(leader=1, boost=1)
    assert ("boost", "leader") in options(road(UP), able, State(0, 4))
    strict = load(house_rules={"climb.leader_as_coast": False})
    assert ("boost", "leader") not in options(road(UP, strict), able, State(0, 4))


def test_mercy_move_at_a_first_climb_line() -> None:
    """Climb: one space forward in the same gear, then the turn ends as blocked."""
    (mercy,), state = place(road(UP), R6, State(0, 1), ())
    assert (mercy.kind, mercy.gear, mercy.dice, state.spot) == ("mercy", 1, (), 1)
    assert state.ended
    assert placements(road(UP), R6, state) == []


def test_the_free_step_at_a_jump_over_climb_lines_is_one_space() -> None:
    """Climb, "Braking, boosting and coasting": one space forward, so onto the jump and not over it, however fast."""
    bare = car(gears={6: 1})
    onto = {"jump": 3, "step": {"climb": "ascent"}}
    for gear in (1, 2, 3, 4, 5):
        (step,) = placements(road([{}, onto, {"step": {"climb": "ascent"}}, {}]), bare, State(0, gear))
        assert (step.kind, step.to, step.over, step.gear) == ("mercy", 1, None, gear)
    # A fast car would fly over the climb line behind the jump: its free step ends on the jump, before that line.
    behind = [{}, {"jump": 3}, {"step": {"climb": "ascent"}}, {}]
    (step,) = placements(road(behind), bare, State(0, 4))
    assert (step.kind, step.to, step.over) == ("mercy", 1, None)
    either = load(house_rules={"jump.mandatory": False})
    (step,) = placements(road([{}, onto, {}, {}], either), bare, State(0, 4))
    assert (step.kind, step.to, step.over) == ("mercy", 1, None)


def test_the_checks_take_the_free_step_at_a_jump_as_the_races_do() -> None:
    """Where a car can come to is where it comes to in play: one space on, in its gear."""
    climbing = road([{}, {}, {"jump": 3, "step": {"climb": "descent"}}, {"step": {"climb": "descent"}}, {}, {}])
    only = car(gears={1: 1, 4: 1})
    reach = follow(climbing, only, [Arrival(1, 1 << 4)], len(climbing.ways))[0]
    assert gears_in(reach.gears[2]) == [4]
    assert gears_in(reach.gears[3]) == [4], "from the jump the free step leads on"


def test_several_clouds_on_a_tile_count_each_or_once() -> None:
    """Climb, "Cloud tokens": the document speaks of one token on a tile."""
    two = [{}, {"clouds": 2, "tile_number": 1}, {"clouds": 2, "tile_number": 1}, {}]
    for rules, dangers in ((load(), 2), (load(house_rules={"cloud.add_up": False}), 1)):
        plan, _ = place(road(two, rules), R6, State(0, 2), ("gear-3",), ("gear-4",))
        assert [placement.clouds for placement in plan] == [dangers, 0]


def test_no_mercy_later_in_the_turn() -> None:
    """Climb: without the dice the car is blocked."""
    up = road([{}, {}, {"step": {"climb": "ascent"}}, {}])
    _, state = place(up, R6, State(0, 0), ("gear-1",))
    assert placements(up, R6, state) == []


def test_mercy_can_be_switched_off() -> None:
    assert placements(road(UP, load(house_rules={"climb.mercy_move": False})), R6, State(0, 1)) == []


# -- tiles, tokens, track types ----------------------------------------------------------------------------------


def test_oxygen_example_of_the_climb_document() -> None:
    """Two coast dice: one on the -1 tile, none on the -2 tile, the second on the tile without a token."""
    spaces = [{"coast_loss": 1, "tile_number": 0}] * 3 + [{"coast_loss": 2, "tile_number": 1}] * 2
    course = road([*spaces, {"tile_number": 2}, {"tile_number": 2}])
    _, state = place(course, R6, State(0, 3), ("gear-3",), ("coast",))
    assert ("coast",) not in options(course, R6, state)
    _, state = place(course, R6, state, ("gear-4",), ("gear-5",))
    _, state = place(course, R6, state, ("coast",))
    assert state.used[6] == 2


def test_oxygen_never_leaves_fewer_than_no_coast_dice() -> None:
    course = road([{}, {}, {"coast_loss": 3}, {}])
    _, state = place(course, R6, State(0, 3), ("gear-3",))
    assert ("coast",) not in options(course, R6, state)
    _, state = place(course, R6, state, ("gear-4",), ("coast",))
    assert state.gear == 4


def test_gravel_tyres_example_from_snow_to_gravel() -> None:
    """Climb and 110%, "Using your dice" and "Leader dice": five gear dice at most on snow, no brake; a leader die
    reaches the gravel, where the sixth gear die and the white coast dice can be placed."""
    course = road([{"terrain": "snow"}] * 7 + [{"terrain": "gravel"}] * 4)
    start = State(0, 0)
    _, state = place(course, R6, start, ("gear-1",), ("gear-2",), ("gear-3",), ("gear-4",), ("gear-5",))
    assert options(course, R6, state) == {("leader",)}, "no sixth gear die, no brake on snow"
    _, state = place(course, R6, state, ("leader",))
    assert ("gear-6",) in options(course, R6, state)
    _, state = place(course, R6, state, ("gear-6",), ("coast",), ("coast",))
    assert state.spot == 9
    assert state.gear == 6
    assert options(course, R6, state) == set(), "five and four are placed, gear 7 does not exist"


def test_dice_of_the_whole_turn_count_on_a_tile_that_allows_fewer() -> None:
    """Four gear dice placed on gravel and a fifth on snow: a sixth on snow is too many."""
    course = road([{"terrain": "gravel"}] * 6 + [{"terrain": "snow"}] * 4)
    many = Car(
        "many",
        (("gravel", column(gears={1: 2, 2: 2, 3: 2}, limit=3)), ("snow", column(gears=5, most_gears=5, limit=3))),
    )
    _, state = place(course, many, State(0, 1), ("gear-1",), ("gear-2",), ("gear-3",), ("gear-2",), ("gear-3",))
    assert state.spot == 5
    assert options(course, many, state) == set()


def test_limits_bind_the_gear_and_breaking_one_costs_control() -> None:
    course = road([{}, {"limit": 3}, {}])
    found = {option.dice: option.loses for option in placements(course, R6, State(0, 4))}
    assert found[("gear-3",)] is False
    assert found[("gear-4",)] is True


def test_hazard_limit_allows_its_gear_at_the_price_of_a_danger() -> None:
    course = road([{}, {"limit_hazard": 4}, {}])
    found = {option.gear: (option.hazards, option.loses) for option in placements(course, R6, State(0, 4))}
    assert found[3] == (0, False)
    assert found[4] == (1, False)
    assert found[5][1] is True


def test_line_limits_and_line_hazards_belong_to_the_step() -> None:
    course = road([{}, {"step": {"line_limit": 3, "line_hazard": True}}, {}])
    found = {option.gear: option for option in placements(course, R6, State(0, 3))}
    assert found[3].hazards == 1
    assert not found[3].loses
    assert found[4].loses


def test_a_cloud_adds_one_danger_for_each_tile_and_turn() -> None:
    """Climb, "Cloud tokens"."""
    cloudy = {"clouds": 1, "tile_number": 1}
    course = road([{"tile_number": 0}, cloudy, cloudy, {"clouds": 1, "tile_number": 2}, {"tile_number": 3}])
    plan, _ = place(course, R6, State(0, 3), ("gear-3",), ("gear-4",), ("gear-5",), ("coast",))
    assert [placement.hazards for placement in plan] == [1, 0, 1, 0]
    once = road([{}, {"clouds": 1}, {"clouds": 1}, {}], load(house_rules={"cloud.per": "turn"}))
    plan, _ = place(once, R6, State(0, 3), ("gear-3",), ("gear-4",))
    assert [placement.hazards for placement in plan] == [1, 0]


def test_a_fast_car_jumps_and_a_slow_one_does_not() -> None:
    course = road([{}, {"jump": 4}, {}, {}])
    slow = next(option for option in placements(course, R6, State(0, 3)) if option.gear == 3)
    fast = next(option for option in placements(course, R6, State(0, 3)) if option.gear == 4)
    assert (slow.to, slow.over) == (1, None)
    assert (fast.to, fast.over) == (2, 1)
    none = road([{}, {"jump": 4}, {}, {}], load(house_rules={"jump.effect": "none"}))
    assert all(option.to == 1 for option in placements(none, R6, State(0, 3)))
    risky = road([{}, {"jump": 4}, {}, {}], load(house_rules={"jump.effect": "danger"}))
    assert all(option.hazards == 1 for option in placements(risky, R6, State(0, 3)))


def test_a_jump_over_a_climb_line_asks_for_the_climb_die() -> None:
    """Climb, "Climb tokens": track effects add up."""
    course = road([{}, {"jump": 3, "step": {"climb": "ascent"}}, {}, {}])
    assert {(option.dice, option.to) for option in placements(course, R6, State(0, 4))} == {(("gear-3",), 2)}


@pytest.mark.parametrize(
    ("effect", "hazards", "shifts_up"), [("danger", 1, True), ("no-shift-up", 0, False), ("none", 0, True)]
)
def test_water_by_house_rule(effect: str, hazards: int, shifts_up: bool) -> None:
    course = road([{}, {"water": True}, {}], load(house_rules={"water.effect": effect}))
    found = placements(course, R6, State(0, 3))
    assert {option.hazards for option in found} == {hazards}
    assert any(option.gear == 4 for option in found) is shifts_up


def test_handbrake_steps_only_by_house_rule() -> None:
    """110%, "Handbrake turn" is an advanced rule."""
    corner = [{}, {"step": {"kind": "handbrake"}}, {}]
    assert placements(road(corner), R6, State(0, 3)) == []
    assert placements(road(corner, load(house_rules={"handbrake.allowed": True})), R6, State(0, 3))


def test_sliding_halves_only_where_the_rules_allow_a_choice() -> None:
    slide = [{}, {"kind": "half-1", "step": {"kind": "slide"}}, {"kind": "half-2", "step": {"kind": "slide"}}, {}]
    assert placements(road(slide), R6, State(0, 3))
    assert placements(road(slide, load(house_rules={"slide.optional_on_dashed": False})), R6, State(0, 3)) == []


def test_switches_for_the_first_die() -> None:
    coasting = load(house_rules={"plan.first_die_coast_allowed": True, "plan.first_die_same_gear": False})
    assert ("coast",) in options(road(PLAIN, coasting), R6, State(0, 4))
    assert ("gear-4",) not in options(road(PLAIN, coasting), R6, State(0, 4))
    no_flying = load(house_rules={"plan.flying_start": False})
    assert options(road(PLAIN, no_flying), R6, State(0, 0)) == {("gear-1",)}


def test_past_the_line_only_one_space_by_house_rule() -> None:
    spaces = [{}, {"finished": True}, {"finished": True}]
    _, state = place(road(spaces), R6, State(0, 3), ("gear-3",))
    assert options(road(spaces), R6, state)
    short = road(spaces, load(house_rules={"finish.past_line": "first-space"}))
    _, state = place(short, R6, State(0, 3), ("gear-3",))
    assert placements(short, R6, state) == []


def test_mud_lowers_the_limits_of_a_corner() -> None:
    clean = road([{}, {"limit": 3, "corner": "k"}, {}])
    muddy = track.build(clean.course, clean.rules, mud=frozenset({Hex(1, 0)}))
    assert (clean.ways[0][0].limit, muddy.ways[0][0].limit) == (3, 2)


def test_plans_are_checked_die_by_die() -> None:
    course = road(PLAIN)
    plan, _ = place(course, R6, State(0, 4), ("gear-5",), ("gear-6",))
    assert is_legal(course, R6, State(0, 4), plan)
    assert not is_legal(course, R6, State(0, 2), plan)
    assert not is_legal(course, R6, State(0, 4), (*plan, plan[-1]))


def test_without_a_die_the_gear_drops_by_house_rule() -> None:
    assert gear_without_die(6, load()) == 5
    assert gear_without_die(6, load(house_rules={"plan.no_die_gear_drop": 0})) == 6
    assert gear_without_die(0, load()) == 0
    assert State(0, 3).used == NONE


def test_flying_starts_by_house_rule_only_from_the_start_line_or_with_boost() -> None:
    strict = road(PLAIN, load(house_rules={"plan.flying_start_after_loss": False}))
    assert options(strict, R6, State(0, 0)) == {("gear-1",), ("gear-2",)}
    assert options(strict, R6, State(3, 0)) == {("gear-1",)}
    boosted = road(PLAIN, load(house_rules={"plan.flying_start_with_boost": True}))
    assert ("boost", "gear-2") in options(boosted, car(boost=1), State(0, 0))


@pytest.mark.parametrize(("entering", "found"), [(True, [True, False, False]), (False, [False, False, True])])
def test_a_shortcut_draws_once_on_entering_or_leaving(entering: bool, found: list[bool]) -> None:
    spaces = [{}, {"kind": "shortcut"}, {"kind": "shortcut"}, {}]
    course = road(spaces, load(house_rules={"shortcut.draw_on_entering": entering}))
    plan, _ = place(course, R6, State(0, 3), ("gear-3",), ("gear-4",), ("gear-5",))
    assert [placement.shortcut for placement in plan] == found
