from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from designer import catalog
from designer.design import stage as stage_edits
from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex, turned
from designer.design.stage import PlacedTile, Stage, Token
from designer.graph import course as courses
from designer.graph import route as routes
from designer.graph import stage_graph
from designer.rules import load
from tests.conftest import OFFICIAL

Official = Callable[[str], Design]


@pytest.mark.parametrize("name", OFFICIAL)
def test_official_stages_lead_from_start_to_finish(name: str, official: Official) -> None:
    design = official(name)
    assert design.stage is not None
    course = courses.of_stage(design.stage, design.event)
    assert course.problem is None
    assert course.starts
    assert len(course.spots) == len(course.moves)
    for spot, moves in zip(course.spots, course.moves, strict=True):
        assert spot.finished or moves, f"dead end at {spot.space.id.text()}"
        for move in moves:
            assert move.to > spot.number, "moves only ever lead forward"
            assert course.spots[move.to].left >= spot.left - 1
        if not spot.finished:
            assert min(course.spots[move.to].left for move in moves) == spot.left - 1


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_road_tile_of_an_official_stage_is_driven(name: str, official: Official) -> None:
    design = official(name)
    assert design.stage is not None
    course = courses.of_stage(design.stage, design.event)
    driven = {spot.space.id.hex for spot in course.spots}
    graph = stage_graph.build(design.stage)
    assert driven == {place for place in graph.graph if graph.side(place).roads}


def test_cars_stand_behind_the_line_whichever_way_the_start_is_driven(official: Official) -> None:
    one, two = official("climb-1").stage, official("climb-2").stage
    assert one is not None
    assert two is not None
    first, second = courses.of_stage(one), courses.of_stage(two)
    assert [first.spots[number].space.id.name for number in first.starts] == ["bl", "br"]
    # 301a is driven from A here; its line lies between rows c and d.
    assert [second.spots[number].space.id.name for number in second.starts] == ["dl", "dr"]


def test_without_start_finish_or_road_between_them_the_course_says_why() -> None:
    finish = PlacedTile("203a", Hex(2, 0))
    start = PlacedTile("202a", Hex(0, 0))
    middle = PlacedTile("305a", Hex(1, 0))
    assert "no start" in (courses.of_stage(Stage((finish,))).problem or "")
    assert "no finish" in (courses.of_stage(Stage((start, middle))).problem or "")
    assert "does not lead" in (courses.of_stage(Stage((start, finish))).problem or "")
    assert courses.of_stage(Stage((start, middle, finish))).problem is None


def test_a_circuit_is_driven_in_the_direction_of_its_finish_standee(official: Official) -> None:
    stage = official("rx2-ss1").stage
    assert stage is not None
    graph = stage_graph.build(stage)
    route = routes.build(graph)
    assert route.kind == "circuit"
    assert [section.hex for section in route.approach] == [Hex(0, 0), Hex(1, 0)]
    assert len(route.loop) == 11
    assert [section.hex for section in route.joker] == [Hex(3, -4), Hex(2, -4), Hex(1, -3), Hex(1, -2)]
    turned = stage_edits.put_token(
        stage_edits.take_token(stage, Hex(2, 0), "finish"), Hex(2, 0), Token("finish", place="A")
    )
    back = routes.build(stage_graph.build(turned))
    assert {section.reversed() for section in back.loop} == set(route.loop)


def test_the_joker_way_is_driven_exactly_once(official: Official) -> None:
    design = official("rx2-ss1")
    assert design.stage is not None
    laps = 2
    course = courses.of_stage(design.stage, replace(design.event or Event("rallycross"), laps=laps))
    joker = Hex(2, -4)
    # Count joker visits on every way by dynamic programming over the course, which has no cycles.
    visits: list[set[int]] = [set() for _ in course.spots]
    for number in course.starts:
        visits[number].add(0)
    for spot in course.spots:
        for move in course.moves[spot.number]:
            enters = course.spots[move.to].space.id.hex == joker and spot.space.id.hex != joker
            visits[move.to] |= {count + enters for count in visits[spot.number]}
    assert {count for spot in course.spots if spot.finished and not spot.missed for count in visits[spot.number]} == {1}
    assert {count for spot in course.spots if spot.finished and spot.missed for count in visits[spot.number]} == {0}
    assert max(spot.lap for spot in course.spots) == laps + 1


def test_without_arches_nobody_drives_the_joker_way(official: Official) -> None:
    stage = official("rx2-ss1").stage
    assert stage is not None
    stage = stage_edits.take_token(stage, Hex(3, -4), "joker-entrance")
    course = courses.of_stage(stage, Event("rallycross", laps=1))
    assert course.problem is None
    assert all(spot.joker_done for spot in course.spots)
    assert Hex(2, -4) not in {spot.space.id.hex for spot in course.spots}


def test_a_finish_standee_inside_a_tile_cuts_the_whole_road(official: Official) -> None:
    stage = official("rx2-ss1").stage
    assert stage is not None
    stage = stage_edits.take_token(stage, Hex(2, 0), "finish")
    stage = stage_edits.put_token(stage, Hex(3, -3), Token("finish", place="bl>al"))
    graph = stage_graph.build(stage)
    route = routes.build(graph)
    spaces = courses.space_graph.build(graph, route)
    steps = courses.finish_steps(graph, route, spaces)
    crossed = spaces.copy()
    crossed.remove_edges_from(steps)
    course = courses.build(graph, route, spaces, Event("rallycross", laps=1))
    assert steps
    assert course.problem is None
    assert courses.build(graph, route, crossed, Event("rallycross", laps=1)).problem is not None


def ring_with_adjoining_forks() -> Stage:
    """A small circuit whose joker way goes straight from one fork onto the next, over one tile edge."""
    curves = {Hex(1, 0): "DE", Hex(1, -2): "BD", Hex(0, -2): "AC", Hex(-1, -1): "FB", Hex(-1, 0): "EA"}
    tiles = [
        PlacedTile("402b", Hex(0, 0), 0, (Token("joker-entrance", place="F"),)),
        PlacedTile("404b", Hex(1, -1), 1, (Token("joker-exit", place="B"),)),
    ]
    for place, (entry, exit_) in curves.items():
        side, rotation = next(
            (side, rotation)
            for side in catalog.sides().values()
            for rotation in range(6)
            if side.role is None
            and len(side.roads) == 1
            and {edge.lanes for edge in side.edges.values()} == {2}
            and {turned(edge, rotation) for edge in side.roads[0]} == {entry, exit_}
        )
        printed = next(edge for edge in side.roads[0] if turned(edge, rotation) == exit_)
        tokens = (Token("finish", place=printed),) if place == Hex(0, -2) else ()
        tiles.append(PlacedTile(side.id, place, rotation, tokens))
    return Stage(tuple(tiles))


def jokers_driven(course: courses.Course) -> set[int]:
    """How often the joker way of the small ring is driven on all ways from start to a finish that counts."""
    over = (Hex(0, 0), Hex(1, -1))
    counts: list[set[int]] = [{0} if spot.number in course.starts else set() for spot in course.spots]
    for spot in course.spots:
        for move in course.moves[spot.number]:
            joker = (spot.space.id.hex, course.spots[move.to].space.id.hex) == over
            counts[move.to] |= {count + joker for count in counts[spot.number]}
    return {count for spot in course.spots if spot.finished and not spot.missed for count in counts[spot.number]}


def test_the_joker_way_of_two_adjoining_forks_is_driven_exactly_once() -> None:
    """RX, "The Joker Lap": no tile of its own lies between the forks."""
    stage = ring_with_adjoining_forks()
    route = routes.build(stage_graph.build(stage))
    assert [section.hex for section in route.joker] == [Hex(0, 0), Hex(1, -1)]
    course = courses.of_stage(stage, Event("rallycross", laps=3))
    assert course.problem is None
    assert jokers_driven(course) == {1}


@pytest.mark.parametrize(
    ("asked", "needed", "driven"), [(1, True, {1}), (2, True, {2}), (0, True, {0}), (1, False, {0, 1})]
)
def test_joker_laps_by_house_rule(asked: int, needed: bool, driven: set[int]) -> None:
    rules = load(house_rules={"rallycross.joker_laps": asked, "rallycross.missed_joker_disqualifies": needed})
    course = courses.of_stage(ring_with_adjoining_forks(), Event("rallycross", laps=3), rules)
    assert jokers_driven(course) == driven


def test_more_joker_laps_than_laps_cannot_be_driven() -> None:
    rules = load(house_rules={"rallycross.joker_laps": 3})
    course = courses.of_stage(ring_with_adjoining_forks(), Event("rallycross", laps=2), rules)
    assert course.problem == "3 joker laps do not fit into a race of 2 laps."
