"""Circuits as the checks, the facts and the dialogs see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from designer import catalog
from designer.design.document import Design, Inventory
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token, put_token, take_token
from designer.design.values import frozen
from designer.formats import native
from designer.model.drivable import RING_WITHOUT_LINE
from designer.readings import boxes, facts
from designer.simulator.common.batching import NotDrivable
from designer.simulator.rally import batches
from designer.validation import validate
from designer.validation.finding import Severity

Official = Callable[[str], Design]
CASES = Path(__file__).parent.parent / "cases"


def case(name: str) -> Design:
    (path,) = CASES.glob(f"{name}-*.json")
    return native.load(path)


def test_laps_mean_one_thing_on_a_ring() -> None:
    """A ring is driven in the laps of its event, however that is called: checks, facts and simulator agree."""
    design = case("F05")
    assert not [found for found in validate(design) if found.code == "EVT004"]
    assert facts.facts(design).laps == 5
    assert "Laps: 5" in facts.to_text(facts.facts(design))
    assert batches.ground_of(design).track.course.laps == 5
    plain = replace(design, event=None, house_rules=frozen({"rallycross.laps": 2}))
    assert (facts.facts(plain).laps, batches.ground_of(plain).track.course.laps) == (2, 2)


def test_on_a_stage_laps_do_not_count_and_no_safe_fix_takes_them_out(official: Official) -> None:
    design = replace(official("climb-1"), event=Event("rally", laps=5))
    (found,) = [one for one in validate(design) if one.code == "EVT004"]
    assert not any(fix.safe for fix in found.fixes)
    assert facts.facts(design).laps is None
    assert "Laps" not in facts.to_text(facts.facts(design))


def test_tries_do_not_count_on_a_ring() -> None:
    design = replace(case("F05"), event=Event("hillclimb", tries=2))
    assert "on a circuit" in next(one.message for one in validate(design) if one.code == "EVT004")


def test_rx_alone_needs_a_base_box(official: Official) -> None:
    """RX, "FAQ": it is raced with DIRT or GT."""
    design = official("rx2-ss1")
    alone = replace(design, inventory=Inventory(boxes=frozen({"dirt-rx": 1})))
    codes = {found.code for found in validate(alone)}
    assert "RCX017" in codes
    for base in ("dirt-core-box", "gt-core-box"):
        with_base = replace(design, inventory=Inventory(boxes=frozen({"dirt-rx": 1, base: 1})))
        assert "RCX017" not in {found.code for found in validate(with_base)}
    assert design.stage is not None
    only = replace(design.stage, tiles=tuple(tile for tile in design.stage.tiles if tile.tile == "411a"))
    assert [box.box for box in boxes.fetch(only).boxes] == ["dirt-core-box", "dirt-rx"]


# -- the finish standee ----------------------------------------------------------------------------------------------


def standing(design: Design, place: Hex, where: str) -> Design:
    """The circuit with its standee somewhere else."""
    assert design.stage is not None
    tiles = tuple(
        replace(tile, tokens=tuple(token for token in tile.tokens if token.kind != "finish"))
        for tile in design.stage.tiles
    )
    stage = put_token(replace(design.stage, tiles=tiles), place, Token("finish", place=where))
    return replace(design, stage=stage)


def test_a_ring_without_a_standee_is_told_so_and_legal_places_are_offered() -> None:
    """RX, "Build Your Track": the line of a circuit is a standee; validate and simulate say the same."""
    design = case("F06")
    found = [one for one in validate(design) if one.severity is Severity.ERROR]
    assert [one.code for one in found] == ["STG009"]
    assert found[0].message == RING_WITHOUT_LINE
    with pytest.raises(NotDrivable, match="closes to a ring"):
        batches.ground_of(design)
    assert len(found[0].fixes) >= 4, "in both directions"
    for fix in found[0].fixes:
        assert not fix.safe
        after = fix.apply(design)
        assert "finish tile" not in fix.name
        assert {one.code for one in validate(after) if one.severity is Severity.ERROR} <= {"RCX002", "RCX008"}
        assert batches.ground_of(after).track.course.kind == "circuit"


def test_a_ring_of_plain_tiles_and_one_with_a_pre_grid_are_told_so_too(official: Official) -> None:
    design = case("F06")
    assert design.stage is not None
    tiles = tuple(replace(tile, tile="305a") if tile.tile == "202a" else tile for tile in design.stage.tiles)
    plain = replace(design, stage=Stage(tiles))
    assert RING_WITHOUT_LINE in {one.message for one in validate(plain)}
    assert "STG008" not in {one.code for one in validate(plain)}
    rx = official("rx2-ss1")
    assert rx.stage is not None
    bare = replace(rx, stage=take_token(rx.stage, Hex(2, 0), "finish"))
    (told,) = [one for one in validate(bare) if one.code == "STG009"]
    assert told.message == RING_WITHOUT_LINE
    assert told.fixes
    for fix in told.fixes:
        assert "RCX004" not in {one.code for one in validate(fix.apply(bare))}, "two or three tiles before the line"


@pytest.mark.parametrize(
    ("place", "where"),
    [
        (Hex(2, 0), "o2>o1"),  # within a corner
        (Hex(3, 0), "D"),  # over a tile edge between two corners
    ],
)
def test_the_standee_is_refused_in_curves_and_between_two(place: Hex, where: str, official: Official) -> None:
    design = official("rx2-ss1")
    assert design.stage is not None
    tile = next(tile for tile in design.stage if tile.hex == place)
    side = catalog.sides()[tile.tile]
    if where not in side.edges:
        steps = {f"{step.start}>{step.end}" for road in side.driven.values() for step in road.steps}
        where = where if where in steps else next(step for step in sorted(steps) if step.count("o") == 2)
        wheres = [where, ">".join(reversed(where.split(">")))]
    else:
        wheres = list(side.edges)
    codes = [{one.code for one in validate(standing(design, place, where))} for where in wheres]
    assert any("RCX005" in found for found in codes)


def test_better_places_for_a_standee_are_legal(official: Official) -> None:
    design = standing(official("rx2-ss1"), Hex(2, -3), "D")  # between the arches
    told = [one for one in validate(design) if one.code in ("RCX005", "RCX006", "RCX007")]
    for one in told:
        for fix in one.fixes:
            assert not {"RCX004", "RCX005", "RCX006", "RCX007"} & {found.code for found in validate(fix.apply(design))}


def test_a_standee_that_looks_the_wrong_way_can_be_turned_round(official: Official) -> None:
    """The other way round the pre-grid is far from the line, which lies between the arches then."""
    good = official("rx2-ss1")
    wrong = standing(good, Hex(3, 0), "C")  # the same line, driven over the other way
    told = [one for one in validate(wrong) if one.code in ("RCX004", "RCX006")]
    assert [one.fixes[0].name for one in told] == ["Turn the finish standee round"] * 2
    for one in told:
        for fix in one.fixes:
            if fix.name.startswith("Turn"):
                after = fix.apply(wrong)
                assert not [found for found in validate(after) if found.severity is Severity.ERROR]
