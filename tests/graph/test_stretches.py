"""A stage in stretches is the same course, cut where the tiles meet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex, turned
from designer.design.stage import PlacedTile, Stage, Token, put_token, remove
from designer.graph import course as courses
from designer.graph import route as routes
from designer.graph import stage_graph, stretches
from designer.graph.stretches import Stretch
from tests.conftest import OFFICIAL
from tests.stages import sound_stage

Official = Callable[[str], Design]
RALLY = [name for name in OFFICIAL if not name.startswith("rx")]


def cut(stage: Stage) -> tuple[Stretch, ...] | None:
    graph = stage_graph.build(stage)
    return stretches.of_route(graph, routes.build(graph))


def agree(stage: Stage) -> None:
    """The spots and steps of the stretches are those of the course, each in one stretch."""
    course, found = courses.of_stage(stage), cut(stage)
    assert found is not None
    assert course.problem is None
    spots = [spot.space for stretch in found for spot in stretch.course.spots[: stretch.own]]
    assert len(spots) == len(set(spots)) == len(course.spots)
    assert set(spots) == {spot.space for spot in course.spots}
    steps = {
        (stretch.course.spots[number].space.id, stretch.course.spots[move.to].space.id, move.step)
        for stretch in found
        for number in range(stretch.own)
        for move in stretch.course.moves[number]
    }
    assert steps == {
        (spot.space.id, course.spots[move.to].space.id, move.step)
        for spot in course.spots
        for move in course.moves[spot.number]
    }
    finished = {spot.space.id for stretch in found for spot in stretch.course.spots[: stretch.own] if spot.finished}
    assert finished == {spot.space.id for spot in course.spots if spot.finished}
    first = found[0].course
    assert [first.spots[number].space.id for number in first.starts] == [
        course.spots[number].space.id for number in course.starts
    ]


@pytest.mark.parametrize("name", RALLY)
def test_official_stages(name: str, official: Official) -> None:
    stage = official(name).stage
    assert stage is not None
    agree(stage)


@pytest.mark.parametrize("tiles", [2, 3, 40, 230])
def test_made_up_stages(tiles: int) -> None:
    agree(sound_stage(tiles))


def test_tokens_are_on_the_stretches_too(official: Official) -> None:
    stage = official("climb-2").stage
    assert stage is not None
    for tile, token in zip(stage.tiles[2:8], (Token("climb", -1), Token("oxygen", -2), Token("cloud")), strict=False):
        stage = put_token(stage, tile.hex, token)
    agree(stage)


def test_only_the_stretches_around_an_edit_are_made_again() -> None:
    stage = sound_stage(40)
    before = cut(stage)
    after = cut(put_token(stage, stage.tiles[20].hex, Token("cloud")))
    assert before is not None
    assert after is not None
    fresh = [number for number, (one, other) in enumerate(zip(before, after, strict=True)) if one is not other]
    assert fresh == [19, 20, 21]


def test_what_is_no_plain_chain_has_no_stretches(official: Official) -> None:
    circuit = official("rx2-ss1").stage
    assert circuit is not None
    assert cut(circuit) is None
    stage = sound_stage(9)
    assert cut(remove(stage, stage.tiles[4].hex)) is None  # a gap
    assert cut(Stage()) is None
    assert cut(Stage(stage.tiles[:-1])) is None  # no finish


def test_a_fork_has_no_stretches() -> None:
    # 404a parts: straight on to the finish, to the right to a tile that leads nowhere.
    stage = Stage(
        (
            PlacedTile("301a", Hex(0, 0)),
            PlacedTile("404a", Hex(1, 0)),
            PlacedTile("302a", Hex(2, 0)),
            PlacedTile("305a", Hex(1, 1), 1),
        )
    )
    assert cut(stage) is None
    assert courses.of_stage(stage).problem is None


def crossing(tile: str) -> Stage:
    """From the start over a crossing (D to A), round two sharp bends to the left, and over it again (F to C)."""

    def lying(side: str, place: Hex, *edges: str) -> PlacedTile:
        return next(
            PlacedTile(side, place, turn)
            for turn in range(6)
            if {turned(edge, turn) for edge in catalog.sides()[side].edges} == set(edges)
        )

    return Stage(
        (
            PlacedTile("202a", Hex(0, 0)),
            PlacedTile(tile, Hex(1, 0)),
            lying("213a", Hex(2, 0), "D", "E"),
            lying("213a", Hex(2, -1), "B", "C"),
            lying("203a", Hex(0, 1), "F", "C"),
        )
    )


def test_a_bridge_is_driven_over_and_under() -> None:
    stage = crossing("153b")
    found = cut(stage)
    assert found is not None
    assert len(found) == len(stage) + 1  # the bridge has two of them
    agree(stage)


def test_a_crossing_on_the_level_is_no_plain_chain() -> None:
    stage = crossing("145b")
    assert courses.of_stage(stage).problem is None
    assert cut(stage) is None


def test_hidden_tiles_are_no_plain_chain() -> None:
    stage = sound_stage(5)
    hidden = replace(stage.tiles[2], tile="205a")
    assert cut(Stage((*stage.tiles[:2], hidden, *stage.tiles[2:]))) is None
