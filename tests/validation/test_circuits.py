"""Circuits as the checks, the facts and the dialogs see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from designer.design.document import Design, Inventory
from designer.design.event import Event
from designer.design.values import frozen
from designer.formats import native
from designer.readings import boxes, facts
from designer.simulator.rally import batches
from designer.validation import validate

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
