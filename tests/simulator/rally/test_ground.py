from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from designer import catalog
from designer.design import stage as stage_edits
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import Token
from designer.graph import stage_graph
from designer.play import ground as grounds
from designer.play.ground import Ground
from designer.play.table_space import TableSpace
from designer.rules import load
from tests.conftest import OFFICIAL
from tests.simulator.roads import ground, road

Official = Callable[[str], Design]
MIXED = [name for name in OFFICIAL if name.startswith(("rally-7", "rally-8", "rally-9", "climb-2"))]


def laid(name: str, official: Official) -> Ground:
    design = official(name)
    assert design.stage is not None
    return Ground(design.stage, design.event, load())


@pytest.mark.parametrize("name", MIXED)
def test_weather_turns_snow_and_asphalt_ahead_and_keeps_the_shape(name: str, official: Official) -> None:
    """110%, "Weather": the shape of the stage remains, tiles behind the leading car stay."""
    before = laid(name, official)
    leader = before.track.course.starts[0]
    after = grounds.flip_ahead(before, leader, [leader])
    assert after != before
    assert after.track.course.problem is None
    assert stage_graph.build(after.stage).mismatches == stage_graph.build(before.stage).mismatches
    own = before.track.course.spots[leader].space.id.hex
    for old, new in zip(before.stage, after.stage, strict=True):
        assert old.hex == new.hex
        if old.hex == own or catalog.sides()[old.tile].terrain not in ("snow", "asphalt"):
            assert old == new
    assert grounds.changes(before, after)


def test_the_finish_tile_turns_with_the_weather_or_stays(official: Official) -> None:
    """110%, "Weather": all snow and asphalt tiles ahead; whether that means the finish tile is a house rule."""
    standing = laid("rally-7-ss1", official)
    start = standing.track.course.starts[0]

    def finish(ground: Ground) -> str:
        return next(tile.tile for tile in ground.stage if catalog.sides()[tile.tile].role == "finish")

    assert (finish(standing), finish(grounds.flip_ahead(standing, start, [start]))) == ("302a", "302b")
    kept = replace(standing, rules=load(house_rules={"weather.flips_finish": False}))
    turned = grounds.flip_ahead(kept, start, [start])
    assert finish(turned) == "302a"
    assert turned != kept, "the others turn all the same"


def test_nothing_behind_the_leading_car_turns(official: Official) -> None:
    before = laid("rally-9-ss2", official)
    spots = before.track.course.spots
    leader = next(spot.number for spot in spots if spot.left == spots[before.track.course.starts[0]].left // 2)
    after = grounds.flip_ahead(before, leader, [leader, before.track.course.starts[0]])
    ahead = {spot.space.id.hex for spot in spots if spot.left < spots[leader].left}
    assert {Hex(place.q, place.r) for place in grounds.changes(before, after)} <= ahead


def test_cars_keep_their_place_when_the_stage_changes(official: Official) -> None:
    before = laid("rally-9-ss2", official)
    start = before.track.course.starts[1]
    after = grounds.flip_ahead(before, start, [start])
    moved = grounds.same_spot(before.track, after.track, start)
    assert after.track.course.spots[moved].space.id == before.track.course.spots[start].space.id
    last = before.track.course.spots[-1].number
    if before.track.course.spots[last].space.id not in {spot.space.id for spot in after.track.course.spots}:
        with pytest.raises(LookupError, match="is not on the changed stage"):
            grounds.same_spot(before.track, after.track, last)


def test_mud_lies_on_its_tile() -> None:
    muddy = grounds.with_mud(ground(road([{}, {"limit": 4, "corner": "k"}])), [TableSpace("305a", 1, 0, "s1")])
    assert muddy.track.ways[0][0].limit == 3


def test_mud_tokens_of_the_design_lie_on_the_stage(official: Official) -> None:
    """As the checks of the design count them; sweeping between tries takes only fresh mud away."""
    stage = official("rally-2-ss3").stage
    assert stage is not None
    clean = Ground(stage, None, load())
    corner = next(spot for spot in clean.track.course.spots if spot.space.corner and spot.space.limit)
    token = Token("mud")
    muddy = Ground(stage_edits.put_token(stage, corner.space.id.hex, token), None, load())

    def limits(ground_: Ground) -> set[int]:
        return {
            way.limit
            for ways in ground_.track.ways
            for way in ways
            if ground_.track.course.spots[way.to].space.id == corner.space.id
        }

    assert corner.space.limit is not None
    assert limits(clean) == {corner.space.limit}
    assert limits(muddy) == {corner.space.limit - 1}
    swept = Ground(muddy.stage, None, load(house_rules={"shortcut.stays_used": False}), mud=frozenset())
    assert limits(swept) == limits(muddy)
