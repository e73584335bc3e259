"""Mirrored pieces, and the whole stage mirrored or driven the other way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token, place, rotate_all
from designer.design.values import EditError
from designer.edits.mirror import mirror_all, mirror_many, mirrored_side, reverse
from designer.graph import course as courses
from designer.graph import stage_graph
from designer.rules import load
from tests.conftest import OFFICIAL
from tests.stages import sound_stage

Official = Callable[[str], Design]
RALLY = [name for name in OFFICIAL if not name.startswith("rx") and "rallycross" not in name]
UNMIRRORED = {"209b", "215a"}  # a corner before a bend, and two hairpins: no piece shows them the other way round


@pytest.mark.parametrize("tile", sorted(catalog.sides()))
def test_the_mirror_of_a_mirror_is_the_side_itself_or_its_equal(tile: str) -> None:
    image = mirrored_side(tile)
    if image is None:
        return
    back = mirrored_side(image.tile)
    assert back is not None
    again, side = catalog.sides()[back.tile], catalog.sides()[tile]
    assert sorted(again.edges.values()) == sorted(side.edges.values())
    assert (again.terrain, again.role) == (side.terrain, side.role)
    limits = sorted(space.limit or 0 for space in side.spaces.values())
    assert sorted(space.limit or 0 for space in catalog.sides()[image.tile].spaces.values()) == limits


def test_sides_without_a_mirrored_piece() -> None:
    assert all(mirrored_side(tile) is None for tile in UNMIRRORED)
    assert mirrored_side("no such tile") is None


def test_a_stage_with_a_tile_that_no_piece_mirrors_is_refused_by_name() -> None:
    with pytest.raises(EditError, match="215a"):
        mirror_all(place(place(Stage(), "202a", Hex(0, 0)), "215a", Hex(1, 0)))


def mirrorable(stage: Stage) -> Stage:
    return Stage(tuple(tile for tile in stage if mirrored_side(tile.tile) is not None))


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_mirrored_stage_joins_where_the_stage_joins(name: str, official: Official) -> None:
    stage = official(name).stage
    assert stage is not None
    stage = mirrorable(stage)
    before, after = stage_graph.build(stage), stage_graph.build(mirror_all(stage))
    assert after.graph.number_of_edges() == before.graph.number_of_edges()
    assert len(after.open_edges) == len(before.open_edges)
    assert len(after.mismatches) == len(before.mismatches)


def test_a_mirrored_stage_is_as_long() -> None:
    stage = sound_stage(8)
    one, other = courses.of_stage(stage), courses.of_stage(mirror_all(stage))
    assert one.problem is other.problem is None
    assert one.spots[one.starts[0]].left == other.spots[other.starts[0]].left
    assert len(one.spots) == len(other.spots)


def test_one_tile_mirrors_where_it_lies() -> None:
    stage = place(place(Stage(), "202a", Hex(0, 0)), "208a", Hex(1, 0))
    mirrored = mirror_many(stage, frozenset({Hex(1, 0)}))
    assert mirrored.tiles == (stage.tiles[0], PlacedTile("208a", Hex(1, 0), 2))


def test_a_mirrored_block_does_not_land_on_other_tiles() -> None:
    stage = Stage(
        (
            PlacedTile("305a", Hex(0, 0)),
            PlacedTile("305a", Hex(0, 2)),
            PlacedTile("305a", Hex(-1, 2)),
            PlacedTile("305a", Hex(2, 0)),
        )
    )
    with pytest.raises(EditError, match="already lies"):
        mirror_many(stage, frozenset({Hex(0, 0), Hex(0, 2)}))


def test_what_stands_on_a_line_goes_to_the_mirrored_line() -> None:
    stage = Stage(
        (PlacedTile("208a", Hex(0, 0), 0, (Token("joker-entrance", None, "B"), Token("finish", None, "al>bl"))),)
    )
    entrance, finish = mirror_all(stage).tiles[0].tokens
    assert (entrance.place, finish.place) == ("D", "cl>bl")  # the side is its own mirror, driven the other way


@pytest.mark.parametrize("name", RALLY)
def test_a_stage_driven_the_other_way_uses_the_same_road(name: str, official: Official) -> None:
    stage = official(name).stage
    assert stage is not None
    back = reverse(stage)
    assert {tile.hex for tile in back} == {tile.hex for tile in stage}
    course = courses.of_stage(back)
    assert course.problem is None
    middle = [tile for tile in stage if catalog.sides()[tile.tile].role is None]
    assert {tile for tile in back if catalog.sides()[tile.tile].role is None} == set(middle)
    assert courses.of_stage(reverse(back)).problem is None
    assert set(reverse(back)) == set(stage)


def test_the_hill_stays_where_it_is() -> None:
    stage = Stage(
        (
            PlacedTile("202a", Hex(0, 0)),
            PlacedTile("205a", Hex(1, 0), 0, (Token("climb", -1),)),
            PlacedTile("203a", Hex(2, 0)),
        )
    )
    assert [token.value for tile in reverse(stage) for token in tile.tokens] == [1]
    kept = load(house_rules={"climb.token_turns_with_direction": False})
    assert [token.value for tile in reverse(stage, kept) for token in tile.tokens] == [-1]


def test_a_stage_without_finish_has_no_other_way() -> None:
    with pytest.raises(EditError, match="a start and a finish"):
        reverse(place(Stage(), "202a", Hex(0, 0)))


def test_a_pre_grid_joins_one_way_only(official: Official) -> None:
    circuits = [design for name in OFFICIAL if (design := official(name)).event and design.event.kind == "rallycross"]
    assert circuits
    for design in circuits:
        assert design.stage is not None
        with pytest.raises(EditError, match="pre-grid"):
            reverse(design.stage)


def test_a_circuit_without_pre_grid_turns_with_its_standee(official: Official) -> None:
    design = next(design for name in OFFICIAL if (design := official(name)).event and design.event.kind == "rallycross")
    assert design.stage is not None
    bare = Stage(tuple(tile for tile in design.stage if catalog.sides()[tile.tile].role != "grid"))
    one, other = courses.of_stage(bare, design.event), courses.of_stage(reverse(bare), design.event)
    assert one.problem is None
    assert other.problem is None
    assert set(reverse(reverse(bare))) == set(bare)


def test_turning_a_stage_changes_nothing_that_is_driven(official: Official) -> None:
    stage = official("climb-2").stage
    assert stage is not None
    one, other = courses.of_stage(stage), courses.of_stage(rotate_all(stage, 2))
    assert [spot.space.tile for spot in one.spots] == [spot.space.tile for spot in other.spots]
