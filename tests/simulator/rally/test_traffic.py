from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from designer.design.document import Design
from designer.design.hexes import Hex
from designer.graph import course as courses
from designer.graph.space_graph import SpaceId, SpaceInfo
from designer.play import track
from designer.play.cars import car_from_board
from designer.play.plans import State
from designer.rules import load
from designer.simulator.rally.traffic import CLEAR, Traffic, beside, flagged, footprint, is_free, near, options
from tests.conftest import OFFICIAL
from tests.simulator.roads import road

R6 = car_from_board("r6-gravel")
Official = Callable[[str], Design]


def space(name: str, lane: str = "left", kind: str = "space", corner: str | None = None, q: int = 0) -> SpaceInfo:
    return SpaceInfo(SpaceId(Hex(q, 0), name), "305a", "gravel", "low", kind, lane, (0.0, 0.0), corner=corner)


def test_a_car_on_one_lane_and_a_car_sliding_are_in_each_others_way() -> None:
    """2011 rules, article 18: a car sideways on a slide cannot be passed, the next may stand on the half behind it."""
    lane, other = space("bl"), space("br", "right")
    first, second = space("bl+br/1", kind="half-1"), space("bl+br/2", kind="half-2")
    assert footprint(first) & footprint(lane)
    assert footprint(second) & footprint(other)
    assert not footprint(first) & footprint(second)
    assert not footprint(lane) & footprint(other)
    assert not footprint(first, sideways=False) & footprint(lane)


def test_level_crossings_take_the_cells_they_lie_over() -> None:
    """Tile 141b: one car takes both cells."""
    crossing = SpaceInfo(SpaceId(Hex(0, 0), "bl"), "141b", "asphalt", "low", "space", "left", (0.0, 0.0))
    crossed = replace(crossing, id=SpaceId(Hex(0, 0), "el"))
    assert footprint(crossing) & footprint(crossed)


def test_side_by_side_are_lanes_of_a_row_and_the_two_ways_round_a_corner() -> None:
    assert beside(space("bl"), space("br", "right"))
    assert not beside(space("bl"), space("cr", "right"))
    assert not beside(space("bl"), space("br", "right", q=1))
    assert beside(space("i1", "inside", corner="k"), space("o2", "outside", corner="k"))
    assert not beside(space("o1", "outside", corner="k"), space("o2", "outside", corner="k"))
    assert not beside(space("s1", "shortcut", "shortcut"), space("i1", "inside", corner="k"))


def test_of_three_lanes_the_outer_ones_are_not_side_by_side() -> None:
    """RX, "Pushing": next to a car is the lane beside it, and no other."""
    left, middle, right = (
        replace(space(name, lane), tile="102a") for name, lane in (("bl", "left"), ("bm", "middle"), ("br", "right"))
    )
    assert beside(left, middle)
    assert beside(right, middle)
    assert not beside(left, right)
    four = [
        replace(space(name, lane), tile="148a")
        for name, lane in (("bl", "left"), ("bml", "midleft"), ("bmr", "midright"), ("br", "right"))
    ]
    assert [beside(four[1], other) for other in four] == [True, False, True, False]
    assert [beside(four[0], other) for other in four] == [False, True, False, False]


def test_a_space_holds_one_car() -> None:
    """RX, "Pushing"."""
    course = road([{}] * 4)
    jam = Traffic(((1, 3),))
    assert options(course, R6, State(0, 3), jam) == []
    assert not is_free(course, jam, 1)
    assert options(course, R6, State(0, 3), CLEAR)
    ghost = road([{}] * 4, load(house_rules={"blocking.one_car_per_space": False}))
    assert options(ghost, R6, State(0, 3), jam)


def two_lanes(rules: dict[str, object] | None = None) -> track.Track:
    """A road of two lanes: behind, two spaces side by side."""
    plain = road([{"tile_number": 0}, {"tile_number": 1}, {"tile_number": 1, "lane": "right"}], load(house_rules=rules))
    spots = list(plain.course.spots)
    spots[1] = replace(spots[1], space=replace(spots[1].space, id=SpaceId(Hex(1, 0), "bl")))
    spots[2] = replace(spots[2], space=replace(spots[2].space, id=SpaceId(Hex(1, 0), "br")))
    moves = (plain.course.moves[0], (), ())
    return track.build(replace(plain.course, spots=tuple(spots), moves=moves), plain.rules)


def test_drawing_level_needs_the_same_or_a_higher_gear() -> None:
    course = two_lanes()
    assert {option.gear for option in options(course, R6, State(0, 3), Traffic(((2, 4),)))} == {4}
    free = two_lanes({"blocking.same_or_higher_gear": False})
    assert {option.gear for option in options(free, R6, State(0, 3), Traffic(((2, 4),)))} == {1, 2, 3, 4}


def test_standing_cars_do_not_ask_for_a_gear() -> None:
    """RX, "Damage Tokens": cars in gear 0."""
    assert options(two_lanes(), R6, State(0, 3), Traffic(((2, 0),))) == options(two_lanes(), R6, State(0, 3))


def test_under_a_yellow_flag_no_car_draws_level() -> None:
    """RX, "Damage Tokens", Yellow Flag."""
    course = two_lanes()
    flag = frozenset({Hex(1, 0)})
    assert options(course, R6, State(0, 5), Traffic(((2, 3),), flag)) == []
    assert options(course, R6, State(0, 5), Traffic(((2, 0),), flag))


def test_a_yellow_flag_counts_on_its_tile_and_the_two_beside_it() -> None:
    course = road([{}] * 6)
    assert flagged(course, frozenset({Hex(2, 0)})) == {Hex(1, 0), Hex(2, 0), Hex(3, 0)}
    assert flagged(course, frozenset()) == frozenset()


@pytest.mark.parametrize("name", ["climb-1", "rally-8-ss1"])
def test_start_places_lie_side_by_side_and_are_free(name: str, official: Official) -> None:
    stage = official(name).stage
    assert stage is not None
    course = track.build(courses.of_stage(stage), load())
    left, right = course.course.starts
    assert beside(course.course.spots[left].space, course.course.spots[right].space)
    assert is_free(course, Traffic(((left, 0),)), right)


def test_cars_far_ahead_or_behind_do_not_matter_to_a_turn() -> None:
    course = road([{}] * 40)
    busy = Traffic(((1, 3), (12, 3), (39, 3)))
    assert near(course, busy, 10).cars == ((12, 3),)
    assert near(course, Traffic(((39, 3),)), 0) is CLEAR


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_car_that_a_move_draws_level_with_is_near(name: str, official: Official) -> None:
    stage = official(name).stage
    assert stage is not None
    course = track.build(courses.of_stage(stage), load())
    spots = course.course.spots
    tiles: dict[tuple[Hex, int], list[int]] = {}
    for spot in spots:
        tiles.setdefault((spot.space.id.hex, spot.lap), []).append(spot.number)
    for spot in spots:
        for way in course.ways[spot.number]:
            space = spots[way.to].space
            for other in tiles[space.id.hex, spots[way.to].lap]:
                if beside(space, spots[other].space):
                    assert near(course, Traffic(((other, 3),)), spot.number).cars
