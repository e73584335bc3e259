"""Order of play: who is how far, by the front edge of the space (core rules 9; RX, "Determining Play Order")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.graph import course as courses
from designer.graph import route as routes
from designer.graph import stage_graph
from designer.graph.space_graph import SpaceId
from designer.play import track
from designer.play.cars import Car, car_from_board
from designer.play.ground import Ground
from designer.play.track import Track
from designer.readings import line
from designer.rules import load
from designer.simulator.rally import policies
from designer.simulator.rally.order import best_places, distance, inside_rank
from designer.simulator.rally.policies import Sensible
from designer.simulator.rally.race import Entrant, race
from designer.simulator.rally.traffic import row
from tests.conftest import OFFICIAL
from tests.graph.test_course import ring_with_adjoining_forks
from tests.simulator import anyone

Official = Callable[[str], Design]


def laid(design: Design, laps: int = 3) -> Track:
    assert design.stage is not None
    event = replace(design.event or Event("rallycross"), laps=laps)
    return track.build(courses.of_stage(design.stage, event), load())


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_move_takes_a_car_further_ahead(name: str, official: Official) -> None:
    course = laid(official(name))
    for spot in course.course.spots:
        for move in course.course.moves[spot.number]:
            assert distance(course, move.to) < distance(course, spot.number)


@pytest.mark.parametrize("name", OFFICIAL)
def test_lanes_of_one_row_are_level(name: str, official: Official) -> None:
    course = laid(official(name))
    found: dict[object, set[float]] = {}
    for spot in course.course.spots:
        if row(spot.space) and not spot.detour:
            front = (spot.space.id.hex, row(spot.space), spot.lap)
            found.setdefault(front, set()).add(distance(course, spot.number))
    assert found
    assert all(len(distances) == 1 for distances in found.values())


def test_the_space_before_a_corner_is_behind_all_of_it_and_the_inside_is_level_with_the_last_outside_space(
    official: Official,
) -> None:
    """Tile 209a of Climb 1, where the inside is the shorter way."""
    course = laid(official("climb-1"))
    spots = {spot.space.id: spot for spot in course.course.spots}
    inside = next(spot for spot in course.course.spots if spot.space.lane == "inside")
    corner = {
        spot.space.id.name: distance(course, spot.number)
        for spot in course.course.spots
        if spot.space.id.hex == inside.space.id.hex and spot.space.corner == inside.space.corner
    }
    before = [
        distance(course, spot.number)
        for spot in course.course.spots
        if any(move.to == inside.number for move in course.course.moves[spot.number])
        and spot.space.corner != inside.space.corner
    ]
    outside = [
        value for name, value in corner.items() if spots[SpaceId(inside.space.id.hex, name)].space.lane == "outside"
    ]
    assert min(before) > max(corner.values())
    assert distance(course, inside.number) == min(outside)


def test_the_joker_still_to_do_is_no_distance_behind(official: Official) -> None:
    """RX, "Determining Play Order": two cars on the same space of the same lap are level."""
    course = laid(official("rx2-ss1"))
    found: dict[object, set[float]] = {}
    for spot in course.course.spots:
        found.setdefault((spot.space.id, spot.lap), set()).add(distance(course, spot.number))
    assert all(len(distances) == 1 for distances in found.values())
    assert len({(spot.space.id, spot.lap) for spot in course.course.spots}) < len(course.course.spots)


def test_a_car_on_the_joker_way_is_between_its_forks(official: Official) -> None:
    course = laid(official("rx2-ss1"))
    on_joker = [distance(course, spot.number) for spot in course.course.spots if spot.detour and spot.lap == 2]
    fork = [
        distance(course, spot.number)
        for spot in course.course.spots
        if spot.lap == 2 and not spot.detour and spot.space.id.hex == Hex(3, -4)
    ]
    past = [
        distance(course, spot.number)
        for spot in course.course.spots
        if spot.lap == 2 and not spot.detour and spot.space.id.hex == Hex(1, -1)
    ]
    assert max(fork) > max(on_joker)
    assert min(on_joker) > max(past)
    small = track.build(courses.of_stage(ring_with_adjoining_forks(), Event("rallycross", laps=2)), load())
    for spot in small.course.spots:
        assert all(distance(small, move.to) < distance(small, spot.number) for move in small.course.moves[spot.number])


def test_the_driver_may_choose_the_lane_to_start_from_by_house_rule(official: Official) -> None:
    class RightLane(Sensible):
        def start(self, course: Track, car: Car, free: tuple[int, ...]) -> int:
            return free[-1]

    stage = official("climb-1").stage
    assert stage is not None
    names = {}
    for lane in ("first-free", "driver"):
        ground = Ground(stage, None, load(house_rules={"start.lane": lane}))
        result = race(ground, [Entrant("", (car_from_board("r6-gravel"),), RightLane())], Random(1))
        names[lane] = result.turns()[0].start.space
    assert names == {"first-free": "bl", "driver": "br"}
    ground = Ground(stage, None, load())
    free = ground.track.course.starts
    assert policies.chosen_start(Sensible(), ground.track, car_from_board("r6-gravel"), free) in free


def test_the_inner_lane_is_on_the_hand_to_which_the_corner_turns(official: Official) -> None:
    """RX, "Determining Play Order": of the lanes that come onto a tile with one corner."""
    told = 0
    for name in OFFICIAL:
        design = official(name)
        assert design.stage is not None
        course, graph = laid(design), stage_graph.build(design.stage)
        for section in routes.build(graph).sections:
            way, spaces = routes.road(graph, section), graph.side(section.hex).spaces
            hands = line.hands(way, graph.placed(section.hex).tile)
            if len(hands) != 1 or not any(spaces[cell].lane == "inside" for cell in way.spaces):
                continue
            inner = way.lanes_in[-1] if "right" in hands.values() else way.lanes_in[0]
            for spot in course.course.spots:
                if spot.space.id.hex == section.hex and spot.space.id.name in way.lanes_in and not spot.space.corner:
                    assert (inside_rank(course, spot.number) == 0) == (spot.space.id.name == inner)
                    told += 1
    assert told > 200


def test_gridon_the_grid_are_taken_from_the_inner_lane_of_the_front_row_backwards(official: Official) -> None:
    """RX, "Determining Starting Order": on the official circuit the first corner turns left."""
    course = laid(official("rx2-ss1"))
    names = [course.spot(spot).space.id.name for spot in best_places(course, course.course.starts)]
    assert names == ["bl", "bm", "br", "al", "am", "ar"]


def test_the_car_drawn_first_stands_on_the_inside_whichever_way_the_circuit_turns() -> None:
    """RX, "Determining Starting Order": pole position is the inner lane."""
    poles = set()
    for seed in range(12):
        design = anyone.circuit(Random(seed), laps=1)
        assert design.stage is not None
        ground = Ground(design.stage, design.event, load())
        grid = best_places(ground.track, ground.track.course.starts)
        first, second = grid[0], grid[-1]
        if len(grid) != 2 or inside_rank(ground.track, first) == inside_rank(ground.track, second):
            continue  # the line lies behind a narrow, or no corner that has an inside follows
        cars = [Entrant(name, (car_from_board("rx-asphalt"),), policies.find("novice")) for name in ("Red", "Blue")]
        opening = race(ground, cars, Random(seed)).rounds[0]
        places = {turn.driver: turn.start.space for turn in opening.turns}
        names = [ground.track.spot(spot).space.id.name for spot in (first, second)]
        assert [places[driver] for driver in opening.entering] == names
        poles.add(names[0][-1])
    assert poles == {"l", "r"}


def test_limits_on_the_lines_of_a_fork_are_a_curve_for_play_order_and_grid(official: Official) -> None:
    """RX, "Determining Play Order", "Determining Starting Order": a curve is where the road has speed limits, be they
    printed on spaces or on lines."""
    course = laid(official("rx2-ss1"))
    spots = {
        (spot.space.tile, spot.space.id.name): spot.number
        for spot in course.course.spots
        if spot.lap == 2 and not spot.jokers and not spot.detour
    }
    # Both forks are entered over B and left over D, a bend to the left: jr is the left lane there, jl the right one.
    for fork in ("404b", "405a"):
        assert [inside_rank(course, spots[fork, name]) for name in ("jr", "jl")] == [0, 1]
        assert best_places(course, [spots[fork, "jl"], spots[fork, "jr"]]) == [spots[fork, "jr"], spots[fork, "jl"]]


def test_a_car_just_on_the_joker_way_is_behind_one_at_the_end_of_the_road_beside_it(official: Official) -> None:
    """RX, "Determining Play Order": the joker way lies evenly along the road that it goes round."""
    course = laid(official("rx2-ss1"))

    def where(tile: str, name: str) -> float:
        found = {
            distance(course, spot.number)
            for spot in course.course.spots
            if spot.lap == 2 and (spot.space.tile, spot.space.id.name) == (tile, name)
        }
        (only,) = found
        return only

    assert where("408a", "al") > where("408a", "bl") > where("408a", "jl") > where("404b", "jl")
    assert where("307a", "al") > where("404b", "cl")
    assert where("404b", "cl") > where("404b", "bl") == where("404b", "br") > where("404b", "al")
