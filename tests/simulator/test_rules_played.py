"""Rules of play at their edges, one made-up case each; docs/rules-coverage.md names tests for all that is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from designer import catalog
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.graph import course as courses
from designer.play import ground, track
from designer.play.cars import Car, car_from_board, column, leading
from designer.play.plans import State, after, placements
from designer.rules import load
from designer.simulator.rally import event, policies
from designer.simulator.rally.drive import Standing, take_turn
from designer.simulator.rally.policies import Choice, View
from designer.simulator.rally.race import Entrant, race
from designer.simulator.rally.rolling import ROLL, Progress
from designer.simulator.rally.traffic import Traffic, is_free
from tests.simulator.rally.test_drive import Told
from tests.simulator.rally.test_rolling import Faces
from tests.simulator.roads import ground as laid
from tests.simulator.roads import options, place, road

Official = Callable[[str], Design]
R6 = car_from_board("r6-gravel")
COVERAGE = (Path(__file__).parent.parent.parent / "docs" / "rules-coverage.md").read_text(encoding="utf-8")


class Waits:
    """Stays where it may."""

    def choose(self, view: View) -> Choice:
        return Choice((), "one-by-one")

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        return ROLL

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return False


@pytest.mark.parametrize(("once", "turns"), [(True, 1), (False, 4)])
def test_of_several_weather_tokens_drawn_at_once_one_acts(once: bool, turns: int) -> None:
    """110%, "Weather": a loss in gear 6 on a tile of high danger draws four tokens."""
    rules = load(house_rules={"weather.one_effect_per_draw": once})
    course = road([{}, {"limit": 1, "danger": "high"}], rules)
    driven = take_turn(course, R6, Standing(0, 6), {"weather": 6}, Told(("gear-6",)), Random(1), 1)
    assert driven.log.kept == ("weather",) * 4
    assert driven.weather == turns


def test_weather_tokens_lie_on_the_board_and_go_back_at_the_end_of_the_stage() -> None:
    """110%, "Weather": they are not noted for the next stage, as damage is."""
    entrant = Entrant("Red", (R6,), policies.find("novice"), held=("gear", "weather", "coast"))
    assert event.between_stages(entrant, load(), assisted=False).held == ("gear", "coast")
    assert event.between_stages(entrant, load(), assisted=True).held == ()


def test_a_tile_whose_other_side_has_another_road_stays_as_it_is() -> None:
    """110%, "Weather": the shape of the stage remains."""
    turned = ground.flipped(PlacedTile("306a", Hex(0, 0), 2))
    assert turned.tile == "306b"
    stays = PlacedTile("104a", Hex(0, 0), 2)
    assert ground.flipped(stays) == stays


def test_nobody_drives_back_into_the_pre_grid(official: Official) -> None:
    """RX, "The Pre-Grid"."""
    design = official("rx2-ss1")
    assert design.stage is not None
    course = courses.of_stage(design.stage, design.event)
    grid = course.spots[course.starts[0]].space.id.hex
    into = [
        (start, move.to)
        for start in range(len(course.spots))
        for move in course.moves[start]
        if course.spots[move.to].space.id.hex == grid
    ]
    assert into
    assert all(course.spots[start].space.id.hex == grid and course.spots[start].lap == 0 for start, _ in into)


def test_laps_come_from_the_event_else_from_the_rules(official: Official) -> None:
    stage = official("rx2-ss1").stage
    assert stage is not None
    assert courses.of_stage(stage, Event("rallycross", laps=2)).laps == 2
    assert courses.of_stage(stage, Event("rallycross")).laps == 4
    assert courses.of_stage(stage, Event("rallycross"), load(house_rules={"rallycross.laps": 6})).laps == 6


def test_where_the_start_is_taken_the_next_car_comes_later_or_not_at_all() -> None:
    """Core rules 9: a car enters onto a free space. Here the first never leaves it, and the race ends all the same."""
    weak = Car("weak", (("gravel", column(gears=1, limit=3)),))
    uphill = road([{}, {"step": {"climb": "ascent"}}, {"finished": True}])
    result = race(laid(uphill), [Entrant("Red", (weak,), Waits()), Entrant("Blue", (weak,), Waits())], Random(1))
    assert {name for round_ in result.rounds for name in round_.entering} == {"Red"}
    assert not result.finishes


def test_a_car_that_stands_on_the_start_line_space_lets_the_next_start_beside_it(official: Official) -> None:
    stage = official("rally-1-ss1").stage
    assert stage is not None
    house = load(house_rules={"plan.must_place": False})
    cars = [Entrant(name, (R6,), Waits()) for name in ("Red", "Blue", "Green")]
    result = race(ground.Ground(stage, None, house), cars, Random(1))
    assert [round_.entering for round_ in result.rounds[:3]] == [("Red",), ("Blue",), ()]


def test_water_and_a_climb_line_add_up() -> None:
    """Climb, "Climb tokens": other track effects are cumulative."""
    course = road([{}, {"water": True, "step": {"climb": "ascent"}}, {}])
    plan, _ = place(course, R6, State(0, 3), ("gear-2",))
    assert (plan[0].gear, plan[0].hazards) == (2, 1)
    assert options(course, R6, State(0, 3)) == {("gear-2",)}


def test_a_mercy_move_keeps_to_the_limits_and_effects_of_the_space() -> None:
    """Climb, "Braking, boosting and coasting": the normal rules of movement hold, and no die lies on the tile."""
    course = road([{}, {"limit": 1, "clouds": 1, "water": True, "step": {"climb": "descent"}}, {}])
    weak = Car("weak", (("gravel", column(gears=2, limit=3)),))
    (option,) = placements(course, weak, State(0, 2))
    assert (option.kind, option.loses, option.hazards) == ("mercy", True, 1)


def test_several_clouds_on_a_tile_count_each_and_once_a_turn() -> None:
    """Climb, "Cloud tokens"."""
    course = road([{}, {"clouds": 2, "tile_number": 1}, {"clouds": 2, "tile_number": 1}, {"clouds": 1}])
    plan, _ = place(course, R6, State(0, 3), ("gear-3",), ("gear-4",), ("gear-5",))
    assert [placement.clouds for placement in plan] == [2, 0, 1]


def test_oxygen_counts_against_the_leader_dice_of_the_first_player() -> None:
    """Climb, "Oxygen tokens" and "Coast die": leader dice stand for the coast dice."""
    course = road([{}, {}, {"coast_loss": 1}, {"coast_loss": 1}])
    state = State(0, 3)
    plan, state = place(course, leading(R6), state, ("gear-3",), ("leader",))
    assert plan
    assert ("leader",) not in options(course, leading(R6), state)


def test_a_jump_that_lands_on_a_corner_obeys_its_limit() -> None:
    """Core rules 6 and 8."""
    course = road([{}, {"jump": 4}, {"limit": 3, "corner": "k"}, {}])
    flying = [option for option in placements(course, R6, State(0, 4)) if option.gear >= 4]
    assert {(option.to, option.loses, option.over) for option in flying} == {(2, True, 1)}
    slow = [option for option in placements(course, R6, State(0, 4)) if option.gear < 4]
    assert {option.to for option in slow} == {1}


def test_a_car_past_the_line_is_not_hurt_by_a_loss_and_one_on_it_is() -> None:
    spaces = [{}, {}, {"finished": True}, {"finished": True, "tile_number": 2}]
    lost = take_turn(
        road(spaces), R6, Standing(0, 3), {}, Told(("gear-3",), ("gear-4",), ("gear-5",)), Faces(True, True, True), 1
    )
    assert (lost.log.loss_cause, lost.log.finished, lost.log.seconds) == (None, True, 15)
    before = take_turn(
        road([{}, {"limit": 1}, {"finished": True}]), R6, Standing(0, 3), {}, Told(("gear-3",)), Faces(*[False] * 3), 1
    )
    assert (before.log.loss_cause, before.log.finished, before.log.seconds) == ("speed limit", False, 60)


def test_line_limits_of_a_gt_tile_belong_to_the_direction_it_is_driven_in() -> None:
    """Tile 134a: the lines before and behind a corner change places when it is driven the other way."""
    side = catalog.sides()["134a"]
    one, other = (side.driven[road] for road in (side.roads[0], side.roads[0][::-1]))
    assert one.line_limits
    assert other.line_limits
    assert not set(one.line_limits) & set(other.line_limits)


def test_a_lapped_car_and_a_leader_share_the_road_but_no_space(official: Official) -> None:
    """On a circuit a space holds one car, whatever lap each is in."""
    design = official("rx2-ss1")
    assert design.stage is not None
    course = track.build(courses.of_stage(design.stage, design.event), load())
    spots = course.course.spots
    lap_two = next(spot for spot in spots if spot.lap == 2 and spot.space.lane == "left")
    lap_one = next(spot for spot in spots if spot.lap == 1 and spot.space.id == lap_two.space.id)
    assert not is_free(course, Traffic(((lap_two.number, 3),)), lap_one.number)


def test_oxygen_tokens_of_the_design_reach_the_dice() -> None:
    """Climb, "Oxygen tokens": from the token on the tile to the dice that may be placed there."""
    tokens = (Token("oxygen", -2),)
    stage = Stage(
        (PlacedTile("202a", Hex(0, 0)), PlacedTile("305a", Hex(1, 0), 0, tokens), PlacedTile("203a", Hex(2, 0)))
    )
    course = track.build(courses.of_stage(stage), load())
    state = State(course.course.starts[0], 0)
    for dice in (("gear-1",), ("gear-2",)):
        (found, *_) = [option for option in placements(course, R6, state) if option.dice == dice]
        state = after(course, state, found)
    assert course.spot(state.spot).space.coast_loss == 2
    assert ("coast",) not in options(course, R6, state)


def test_the_worn_car_of_a_design_keeps_one_gear_die_and_goes_on() -> None:
    """Damage that would remove the last die leaves it (``damage.last_gear_stays``)."""
    driven = take_turn(
        road([{}] * 5), R6, Standing(0, 0, damage=(9, 9, 9, 9)), {}, policies.find("novice"), Random(1), 1
    )
    assert {die.die for die in driven.log.dice} == {"gear-1"}


def rows() -> list[list[str]]:
    """The rows of the coverage that are about the race documents and the base game."""
    parts = COVERAGE.split("\n## ")
    tables = [part for part in parts if part.startswith(("Climb", "110%", "RX", "Base game"))]
    return [
        [cell.strip() for cell in line.strip("| ").split(" | ")]
        for part in tables
        for line in part.splitlines()
        if line.startswith("| ") and not line.startswith(("| Place", "| ---"))
    ]


#: What holds a rule that is not played: a finding, a fact of the catalog, or nothing that could be broken.
ELSEWHERE = (
    "data:",
    "exports/",
    "open to the players",
    "nothing forbids",
    "no rule",
    "the same",
    "see the last table",
    "not read as a line",
    "no check",
    "not checked",
    "follows from",
    "no advice",
    "findings on it are advice",
)


def test_every_row_that_concerns_play_names_a_test() -> None:
    known = {
        name
        for path in Path(__file__).parent.parent.rglob("*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    }
    found = rows()
    assert len(found) > 150
    bare = []
    for place_, rule, where, _ in found:
        tests = re.findall(r"`(test_\w+)`", where)
        assert set(tests) <= known, place_
        if "played" in where and "not played" not in where:
            assert tests, f"{place_}: {rule}"
        elsewhere = re.search(r"\b[A-Z]{3}[0-9]{3}\b", where) or any(word in where for word in ELSEWHERE)
        if not (tests or elsewhere):
            bare.append(f"{place_}: {rule} ({where})")
    assert bare == []
