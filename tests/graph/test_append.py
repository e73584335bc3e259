"""Where the road goes on, and tiles put there: what typing a stage by its list of tiles rests on."""

from __future__ import annotations

import pytest

from designer.design.document import Inventory
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, place
from designer.design.values import EditError
from designer.edits.append import append, connected, open_end, paste, short_of, ways_on
from designer.graph import course as courses


def built(*tiles: tuple[str, str | None]) -> Stage:
    stage = Stage()
    for tile, way in tiles:
        stage = append(stage, tile, way)
    return stage


def test_a_stage_is_typed_tile_by_tile() -> None:
    stage = built(("202a", None), ("208a", "left"), ("205a", None), ("208a", "right"), ("203a", None))
    assert courses.of_stage(stage).problem is None
    assert len({tile.hex for tile in stage}) == 5


def test_the_way_that_bends_least_is_taken_when_none_is_named() -> None:
    stage = built(("202a", None), ("205a", None))
    assert stage.tiles[1].hex == Hex(1, 0)
    end = open_end(stage)
    assert end is not None
    assert {word for _, word in ways_on(stage, "205a", end)} == {"straight"}


def test_a_straight_tile_does_not_lead_left() -> None:
    with pytest.raises(EditError, match="cannot lead left"):
        append(built(("202a", None)), "205a", "left")


def test_a_road_of_two_lanes_does_not_take_a_tile_without_road() -> None:
    with pytest.raises(EditError, match="no road end like the open one"):
        append(built(("202a", None)), "901a")


def test_an_unknown_tile_and_a_closed_road_are_refused() -> None:
    with pytest.raises(EditError, match="no tile 999z"):
        append(Stage(), "999z")
    with pytest.raises(EditError, match="No road end is open"):
        append(place(Stage(), "901a", Hex(0, 0)), "205a")


def test_copies_are_counted_by_piece_whichever_side_lies_up() -> None:
    core = Inventory(boxes={"dirt-core-box": 1})
    stage = place(Stage(), "208a", Hex(0, 0))
    assert short_of(stage, ["208b"], core) == {"208": 1}
    assert short_of(Stage(), ["208b"], core) == {}
    assert short_of(stage, ["208b"], Inventory(boxes={"dirt-core-box": 2})) == {}


def test_pasting_lays_all_tiles_or_none() -> None:
    core = Inventory(boxes={"dirt-core-box": 1})
    tiles = (PlacedTile("208a", Hex(5, 5), 1), PlacedTile("204a", Hex(6, 5)))
    pasted = paste(Stage(), tiles, Hex(0, 0), core)
    assert [(tile.tile, tile.hex, tile.rotation) for tile in pasted] == [("208a", Hex(0, 0), 1), ("204a", Hex(1, 0), 0)]
    with pytest.raises(EditError, match="No copy is left of 204, 208"):
        paste(pasted, tiles, Hex(10, 0), core)
    with pytest.raises(EditError, match="already lies"):
        paste(place(Stage(), "205a", Hex(1, 0)), tiles, Hex(0, 0), core)


def test_the_connected_road_of_a_tile() -> None:
    stage = place(built(("202a", None), ("205a", None)), "205b", Hex(9, 9))
    assert connected(stage, Hex(0, 0)) == {Hex(0, 0), Hex(1, 0)}
    assert connected(stage, Hex(4, 4)) == frozenset()
