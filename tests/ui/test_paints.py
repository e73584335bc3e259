"""What an edit draws anew: the tile it changes, and nothing that is out of its reach."""

from __future__ import annotations

from dataclasses import replace

from designer.design import stage as stage_edits
from designer.design.hexes import Hex, distance
from designer.ui.canvas.overlays import OVERLAYS
from tests.ui.gestures import settle


def paints(window):
    return {item.hex: item.paints for item in window.scene.items_by_place.values()}


def touched(window, change):
    settle()
    before = paints(window)
    assert window.session.edit_stage("Change", change)
    settle()
    return {place for place, count in paints(window).items() if count > before.get(place, 0)}


def test_turning_a_filler_draws_that_tile_and_what_its_rim_lies_on(climb):
    filler = next(placed.hex for placed in climb.session.stage if placed.tile == "901a")
    drawn = touched(climb, lambda stage: stage_edits.rotate(stage, filler))
    assert filler in drawn
    # Neighbours share the rim's pixels; nobody else is drawn.
    assert all(distance(place, filler) <= 1 for place in drawn), drawn


def test_an_edit_counts_its_paints(climb):
    filler = next(placed.hex for placed in climb.session.stage if placed.tile == "901a")
    settle()
    before = paints(climb)
    for _ in range(3):
        climb.session.edit_stage("Turn", lambda stage: stage_edits.rotate(stage, filler))
        settle()
    after = paints(climb)
    assert after[filler] - before[filler] == 3, "each edit draws the tile once"
    far = [place for place in after if distance(place, filler) > 1]
    assert len(far) > 5
    assert all(after[place] == before[place] for place in far)


def test_what_does_not_change_the_stage_draws_no_tile(climb):
    settle()
    before = paints(climb)
    climb.session.edit("Rename", lambda design: edit_name(design, "Another name"))
    settle()
    assert paints(climb) == before


def edit_name(design, name):
    return replace(design, name=name)


def test_overlays_draw_only_what_changes(climb):
    for name in OVERLAYS:
        climb.actions_by_name[f"overlay-{name}"].setChecked(name in ("ids", "danger", "spaces"))
    settle()
    items = dict(climb.scene.overlays.items)
    before = {place: item.paints for place, item in items.items()}
    filler = next(placed.hex for placed in climb.session.stage if placed.tile == "904a")
    climb.session.edit_stage("Take", lambda stage: stage_edits.remove(stage, filler))
    settle()
    assert filler not in climb.scene.overlays.items
    assert all(climb.scene.overlays.items[place] is item for place, item in items.items() if place != filler)
    far = [place for place in items if distance(place, filler) > 2]
    assert far
    assert all(items[place].paints == before[place] for place in far)


def test_moving_the_pointer_over_the_stage_draws_no_far_tile(climb):
    settle()
    climb.session.arm("tile:204a")
    climb.canvas.set_hover(Hex(5, -3))
    settle()
    before = paints(climb)
    climb.canvas.set_hover(Hex(5, -4))
    settle()
    changed = {place for place, count in paints(climb).items() if count > before[place]}
    assert all(min(distance(place, Hex(5, -3)), distance(place, Hex(5, -4))) <= 1 for place in changed)
