"""House rules on how tiles and tokens are read reach play and the checks of a design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.edits.append import append
from designer.graph import course as courses
from designer.model.compiled import CompiledDesign
from designer.play import track as tracks
from designer.play.cars import car_from_board
from designer.play.plans import State, placements
from designer.play.reach import explore
from designer.play.track import Track
from designer.rules import load
from designer.simulator.rally.drive import at_start, take_turn
from designer.simulator.rally.policies import Sensible
from designer.simulator.rally.traffic import Traffic, is_free
from designer.validation.tokens import idle

R6 = car_from_board("r6-gravel")


def stage(side: str, *tokens: Token) -> Stage:
    """A start, a tile with tokens, a finish."""
    bare = append(append(append(Stage(), "202a"), side), "203a")
    return Stage(tuple(replace(one, tokens=tokens) if one.tile == side else one for one in bare.tiles))


def laid(layout: Stage, house_rules: Mapping[str, Any]) -> Track:
    rules = load(house_rules=house_rules)
    return tracks.build(courses.of_stage(layout, None, rules), rules)


def lines(track: Track) -> int:
    return sum(way.climb is not None for ways in track.ways for way in ways)


CLIMBING = stage("312a", Token("climb", -1))


@pytest.mark.parametrize(
    ("rule", "value", "more"),
    [
        ("climb.token_inside_corner", True, True),
        ("climb.token_at_corner_ends", False, False),
        ("climb.tile_edge_counts", True, True),
    ],
)
def test_climb_lines_of_a_corner_tile_by_house_rule(rule: str, value: bool, more: bool) -> None:
    plain, other = lines(laid(CLIMBING, {})), lines(laid(CLIMBING, {rule: value}))
    assert other > plain if more else other < plain


def test_climb_lines_of_a_shortcut_by_house_rule() -> None:
    layout = stage("318a", Token("climb", 1))
    assert lines(laid(layout, {"climb.token_on_shortcut": False})) < lines(laid(layout, {}))


def test_over_a_tile_edge_that_counts_a_car_needs_the_climb_die() -> None:
    """In gear 2 the next die is gear 1 over an ascent line, and gear 1, 2 or 3 where the edge is none."""

    def gears(house_rules: Mapping[str, Any]) -> set[int]:
        track = laid(stage("305a", Token("climb", -1)), house_rules)
        edge = next(
            spot.number for spot in track.course.spots if spot.space.tile == "202a" and spot.space.id.name == "cl"
        )
        return {placed.gear for placed in placements(track, R6, State(edge, 2))}

    assert gears({}) == {1, 2, 3}
    assert gears({"climb.tile_edge_counts": True}) == {1}


def test_oxygen_that_does_not_add_up_leaves_a_coast_die() -> None:
    def coasts(house_rules: Mapping[str, Any]) -> bool:
        track = laid(stage("305a", Token("oxygen", -1), Token("oxygen", -1)), house_rules)
        spot = next(spot.number for spot in track.course.spots if spot.space.coast_loss)
        state = State(spot, 3, (0, 0, 1, 0, 0, 0, 0, 0, 0, 0))
        return any(placed.kind == "coast" for placed in placements(track, R6, state))

    assert not coasts({})
    assert coasts({"oxygen.add_up": False})


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_slide_takes_as_many_dice_as_it_has_spaces_and_blocks_the_road(count: int) -> None:
    track = laid(stage("218b"), {"slide.spaces": count})
    halves = [spot.number for spot in track.course.spots if "/" in spot.space.id.name]
    assert len(halves) == count
    lanes = [
        spot.number for spot in track.course.spots if spot.space.id.name in ("al", "ar") and spot.space.tile == "218b"
    ]
    for half in halves:
        assert not any(is_free(track, Traffic(((half, 3),)), lane) for lane in lanes)
        assert track.onward(half, 0, first=True) == track.ways[halves[-1]]


@pytest.mark.parametrize(
    "house_rules",
    [
        {"climb.token_inside_corner": True},
        {"climb.token_at_corner_ends": False},
        {"climb.tile_edge_counts": True},
        {"oxygen.add_up": False},
        {"slide.spaces": 1},
        {"slide.spaces": 3},
    ],
)
def test_stages_are_driven_under_other_readings(house_rules: Mapping[str, Any]) -> None:
    for layout in (CLIMBING, stage("218b")):
        track = laid(layout, house_rules)
        standing, bag, rng = at_start(track, R6), {"gear": 5, "coast": 5}, Random(3)
        for number in range(1, 60):
            driven = take_turn(track, R6, standing, bag, Sensible(), rng, number)
            standing, bag = driven.standing, dict(driven.bag)
            if track.course.spots[standing.spot].finished:
                break
        assert track.course.spots[standing.spot].finished


def test_checks_read_a_stage_as_play_does() -> None:
    """The stage is followed stretch by stretch in checks, as one course in play: both under the same house rules."""
    for house_rules in ({}, {"climb.tile_edge_counts": True}, {"slide.spaces": 3}, {"climb.token_inside_corner": True}):
        design = Design(stage=CLIMBING, house_rules=house_rules, dashboards=(Dashboard("A board"),))
        compiled = CompiledDesign(design)
        assert compiled.stretches is not None
        played = laid(CLIMBING, house_rules)
        in_play = {(spot.space.id, way.climb) for spot in played.course.spots for way in played.ways[spot.number]}
        checked = {
            (spot.space.id, move.step.climb)
            for stretch in compiled.stretches
            for spot in stretch.course.spots[: stretch.own]
            for move in stretch.course.moves[spot.number]
            if move.step.kind != "handbrake"
        }
        assert in_play == checked
        assert explore(compiled.track, R6).gears == explore(played, R6).gears


def test_a_climb_token_that_counts_nowhere_is_reported_under_the_house_rules() -> None:
    """TOK011: 312a is all corner but for the rows before and behind it, which are single."""
    layout = Stage((PlacedTile("312a", Hex(0, 0), 0, (Token("climb", -1),)),))

    def found(house_rules: Mapping[str, Any]) -> list[str]:
        return [one.code for one in idle(CompiledDesign(Design(stage=layout, house_rules=house_rules)))]

    nowhere = {"climb.token_at_corner_ends": False}
    assert found({}) == []
    assert found(nowhere) == ["TOK011"]
    assert found({**nowhere, "climb.tile_edge_counts": True}) == []
    assert found({**nowhere, "climb.token_inside_corner": True}) == []
