"""The line of a stage: the shortest way agrees with the course that cars drive; lanes are as long as they are drawn."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token, put_token
from designer.graph import course as courses
from designer.graph import route as routes
from designer.graph import stage_graph
from designer.readings import line as lines
from designer.readings.line import Line
from tests.conftest import OFFICIAL
from tests.stages import sound_stage

Official = Callable[[str], Design]


def line_of(stage: Stage) -> Line:
    graph = stage_graph.build(stage)
    return lines.build(graph, routes.build(graph))


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_shortest_way_is_that_of_the_course(name: str, official: Official) -> None:
    design = official(name)
    assert design.stage is not None
    line = line_of(design.stage)
    assert line.complete
    course = courses.of_stage(design.stage)
    if course.kind == "stage":
        assert line.spaces == min(course.spots[number].left for number in course.starts)
    assert all(spaces >= line.spaces for spaces in line.lanes.values())


@pytest.mark.parametrize("tiles", [2, 9, 30, 61])
def test_the_shortest_way_of_made_up_stages_is_that_of_the_course(tiles: int) -> None:
    stage = sound_stage(tiles)
    course = courses.of_stage(stage)
    assert course.problem is None
    assert line_of(stage).spaces == min(course.spots[number].left for number in course.starts)


def test_every_space_of_the_shortest_way_follows_the_one_before(official: Official) -> None:
    for name in ("climb-2", "rally-9-ss2"):
        stage = official(name).stage
        assert stage is not None
        line, course = line_of(stage), courses.of_stage(stage)
        spots = {(spot.space.id.hex, spot.space.id.name): spot.number for spot in course.spots}
        way = [
            spots[section.hex, name]
            for section, spaces in zip(line.sections, line.ways, strict=True)
            for name in spaces
        ]
        for here, there in pairwise(way):
            assert there in {move.to for move in course.moves[here]}


def test_the_outer_lane_of_a_bend_is_longer() -> None:
    # 320a bends to the right with one inside and three outside spaces.
    stage = Stage((PlacedTile("301a", Hex(0, 0)), PlacedTile("320a", Hex(1, 0)), PlacedTile("302a", Hex(1, 1), 1)))
    line = line_of(stage)
    assert line.complete
    assert line.lanes["left"] > line.lanes["right"] == line.spaces


def test_hands_of_corners() -> None:
    side = catalog.sides()["215a"]
    assert dict(lines.hands(side.driven["D", "A"], "215a")) == {"k1": "right", "k2": "left"}
    assert dict(lines.hands(side.driven["A", "D"], "215a")) == {"k1": "left", "k2": "right"}


@pytest.mark.parametrize("tile", sorted(tile for tile, side in catalog.sides().items() if side.roads))
def test_a_corner_turns_to_the_other_hand_driven_the_other_way(tile: str) -> None:
    other = {"left": "right", "right": "left", "straight": "straight"}
    for (entry, exit_), way in catalog.sides()[tile].driven.items():
        back = lines.hands(catalog.sides()[tile].driven[exit_, entry], tile)
        assert {corner: other[hand] for corner, hand in lines.hands(way, tile).items()} == dict(back)


def test_climb_lines_of_tiles_and_tokens() -> None:
    stage = Stage(
        (
            PlacedTile("202a", Hex(0, 0)),
            PlacedTile("418b", Hex(1, 0)),
            PlacedTile("205a", Hex(2, 0)),
            PlacedTile("203a", Hex(3, 0)),
        )
    )
    graph = stage_graph.build(stage)
    found = lines.slopes(graph, lines.build(graph, routes.build(graph)))
    assert found == [(), ((2, "ascent"), (3, "ascent")), (), ()]
    stage = put_token(stage, Hex(2, 0), Token("climb", 1))
    graph = stage_graph.build(stage)
    assert lines.slopes(graph, lines.build(graph, routes.build(graph)))[2] == ((2, "descent"), (3, "descent"))


def test_a_road_without_finish_is_followed_as_far_as_it_goes() -> None:
    stage = Stage(sound_stage(9).tiles[:-1])
    line = line_of(stage)
    assert not line.complete
    assert len(line.sections) == 8


def test_without_a_start_there_is_no_line() -> None:
    assert line_of(Stage()) == line_of(Stage((PlacedTile("205a", Hex(0, 0)),)))
    assert line_of(Stage()).sections == ()
