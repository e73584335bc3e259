"""Jump, water and chicane tokens act in play as their printed likes do, and by house rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token, flip
from designer.design.values import frozen
from designer.edits.append import append
from designer.graph import course as courses
from designer.model.compiled import compile_design
from designer.play import ground as grounds
from designer.play import track as tracks
from designer.play.cars import car_from_board
from designer.play.ground import Ground
from designer.play.plans import State, placements
from designer.play.track import NO_LIMIT, Track, Way
from designer.rules import load
from designer.simulator.rally import batches
from designer.validation import validate

R6 = car_from_board("r6-gravel")


def stage(*tokens: Token, side: str = "205a") -> Stage:
    """A start, a tile with tokens, a finish."""
    bare = append(append(append(Stage(), "202a"), side), "203a")
    return Stage(tuple(replace(one, tokens=tokens) if one.tile == side else one for one in bare.tiles))


def laid(layout: Stage, house_rules: Mapping[str, Any] | None = None) -> Track:
    rules = load(house_rules=house_rules or {})
    return tracks.build(courses.of_stage(layout, None, rules), rules)


def spot(track: Track, name: str, tile: str = "205a") -> int:
    return next(one.number for one in track.course.spots if one.space.tile == tile and one.space.id.name == name)


def onto(track: Track, name: str) -> list[Way]:
    """The ways onto a space of 205a, without those that jump over another."""
    number = spot(track, name)
    return [way for ways in track.ways for way in ways if way.to == number and way.over is None]


def test_a_jump_token_carries_a_fast_car_over_its_row_as_a_printed_jump_does() -> None:
    track = laid(stage(Token("jump", place="br")))
    here = spot(track, "al")
    found = {(one.gear, one.to, one.over) for one in placements(track, R6, State(here, 3))}
    assert (4, spot(track, "cl"), spot(track, "bl")) in found, "the token lies across both lanes"
    assert all(over is None for gear, _, over in found if gear < 4)
    assert all(over is not None for gear, _, over in found if gear >= 4), "who is fast enough jumps"
    bare = laid(stage())
    assert all(one.over is None for one in placements(bare, R6, State(spot(bare, "al"), 3)))


def test_a_jump_token_is_what_a_printed_jump_of_its_number_is() -> None:
    """204b has a printed jump 3 in row b; by house rule a token on plain 205a tells the same of the same row."""
    printed = laid(stage(side="204b"))
    token = laid(stage(Token("jump", place="bl")), {"jump.token_number": 3})

    def jumps(track: Track) -> list[tuple[str, int, int]]:
        return [
            (track.course.spots[way.over].space.id.name, way.least, way.hazards)
            for ways in track.ways
            for way in ways
            if way.over is not None and track.course.spots[way.over].space.id.hex == Hex(1, 0)
        ]

    assert printed.course.spots[spot(printed, "bl", "204b")].space.jump == 3
    assert sorted(jumps(token)) == sorted(jumps(printed)) != []


@pytest.mark.parametrize("number", [2, 5])
def test_the_number_of_a_jump_token_by_house_rule(number: int) -> None:
    track = laid(stage(Token("jump", place="bl")), {"jump.token_number": number})
    assert {way.least for ways in track.ways for way in ways if way.over is not None} == {number}


def test_a_water_token_adds_the_danger_of_water() -> None:
    track = laid(stage(Token("water", place="bl")))
    assert {way.hazards for way in onto(track, "bl") + onto(track, "br")} == {1}
    assert {way.hazards for way in onto(track, "al") + onto(track, "cr")} == {0}
    held = laid(stage(Token("water", place="bl")), {"water.effect": "no-shift-up"})
    assert not any(way.shift_up for way in onto(held, "bl"))


def test_a_chicane_adds_a_danger_and_one_with_limit_a_limit() -> None:
    plain = laid(stage(Token("chicane", place="bl")))
    assert {(way.hazards, way.limit) for way in onto(plain, "br")} == {(1, NO_LIMIT)}
    limit = laid(stage(Token("chicane-limit", place="bl")))
    assert {(way.hazards, way.limit) for way in onto(limit, "br")} == {(0, 2)}


@pytest.mark.parametrize(
    ("house_rules", "kind", "found"),
    [
        ({"chicane.effect": "none"}, "chicane", (0, NO_LIMIT)),
        ({"chicane.dangers": 2}, "chicane", (2, NO_LIMIT)),
        ({"chicane.limit": 4}, "chicane-limit", (0, 4)),
        ({"chicane.limit_adds_danger": True}, "chicane-limit", (1, 2)),
        ({"chicane.limit_adds_danger": True, "chicane.effect": "none"}, "chicane-limit", (1, 2)),
    ],
)
def test_chicanes_by_house_rule(house_rules: dict[str, Any], kind: str, found: tuple[int, int]) -> None:
    track = laid(stage(Token(kind, place="bl")), house_rules)
    assert {(way.hazards, way.limit) for way in onto(track, "bl")} == {found}


def test_a_token_on_one_lane_by_house_rule() -> None:
    track = laid(stage(Token("water", place="bl")), {"track_token.across_road": False})
    assert {way.hazards for way in onto(track, "bl")} == {1}
    assert {way.hazards for way in onto(track, "br")} == {0}


def test_a_token_of_another_track_type_acts_by_house_rule_only() -> None:
    snow = stage(Token("water", place="bl", track="snow"))
    assert {way.hazards for way in onto(laid(snow), "bl")} == {0}
    assert {way.hazards for way in onto(laid(snow, {"track_token.any_surface": True}), "bl")} == {1}
    gravel = stage(Token("water", place="bl", track="gravel"))
    assert {way.hazards for way in onto(laid(gravel), "bl")} == {1}


def test_a_token_in_a_corner_or_on_a_slide_by_house_rule() -> None:
    corner = stage(Token("chicane", place="i1"), Token("water", place="al"), side="211a")

    def dangers(track: Track) -> dict[str, int]:
        names = {one.number: one.space.id.name for one in track.course.spots if one.space.tile == "211a"}
        return {names[way.to]: way.hazards for ways in track.ways for way in ways if way.to in names}

    assert not any(dangers(laid(corner)).values())
    anywhere = dangers(laid(corner, {"track_token.anywhere": True}))
    assert {name for name, count in anywhere.items() if count} >= {"i1", "al", "ar", "al+ar/1"}
    assert anywhere["al+ar/2"] == 0, "water counts once where it is slid through"


def test_a_token_without_a_place_lies_on_the_row_in_the_middle_and_a_second_one_beside_it() -> None:
    track = laid(stage(Token("chicane"), Token("chicane")))
    assert {name for name in ("al", "bl", "cl") if onto(track, name)[0].hazards} == {"al", "bl"}


def test_of_two_tokens_on_a_row_the_later_counts() -> None:
    track = laid(stage(Token("water", place="bl"), Token("chicane-limit", place="br")))
    assert {(way.hazards, way.limit) for way in onto(track, "bl")} == {(0, 2)}


def test_a_token_does_not_act_on_the_other_side_of_its_tile_where_its_space_is_none() -> None:
    """110%, "Weather", turns tiles over under what lies on them: 305b is snow."""
    layout = stage(Token("chicane", place="bl", track="asphalt"), side="305a")
    over = flip(layout, Hex(1, 0))
    assert {one.space.chicane for one in laid(layout).course.spots if one.space.tile == "305a"} == {True, False}
    assert not any(one.space.chicane for one in laid(over).course.spots)
    before = Ground(layout, None, load(house_rules={"weather.allowed": True}))
    start = before.track.course.starts[0]
    assert not any(one.space.chicane for one in grounds.flip_ahead(before, start, [start]).track.course.spots)


@pytest.mark.parametrize("kind", ["jump", "water", "chicane", "chicane-limit"])
def test_a_stage_with_a_token_of_each_kind_is_driven_and_takes_another_time(kind: str) -> None:
    """Checks and simulator take the same road; the sensible driver minds the token."""
    bare, dressed = Design(stage=long()), Design(stage=long(Token(kind, place="bl")))
    assert not [finding for finding in validate(dressed) if finding.code.startswith(("TOK", "DRV"))]
    assert compile_design(dressed).problem is None
    logs = [batches.run_once(design, policy="sensible", seed=3) for design in (bare, dressed)]
    assert all(log.finished for log in logs)
    assert logs[0].turns != logs[1].turns


def long(*tokens: Token) -> Stage:
    """A straight stage of seven tiles; the tokens lie on each between start and finish."""
    layout = append(Stage(), "202a")
    for _ in range(5):
        layout = append(layout, "205a")
    layout = append(layout, "203a")
    return Stage(tuple(replace(one, tokens=tokens) if one.tile == "205a" else one for one in layout.tiles))


def test_the_stage_of_issue_case_f08_acts_and_says_how_it_was_read() -> None:
    tiles = (
        PlacedTile("202a", Hex(0, 0)),
        PlacedTile("205a", Hex(1, 0), 0, (Token("jump"),)),
        PlacedTile("203a", Hex(2, 0)),
    )
    design = Design(stage=Stage(tiles))
    assert {one.space.jump for one in compile_design(design).track.course.spots if one.space.tile == "205a"} == {
        4,
        None,
    }
    assert [finding.code for finding in validate(design)] == ["TOK013"]
    none = replace(design, house_rules=frozen({"jump.effect": "none"}))
    assert [finding.code for finding in validate(none)] == ["TOK017", "TOK013"]
