"""Pace notes of official stages and of small ones, read as a co-driver would."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from designer import catalog, cli, schemas
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import PlacedTile, Stage, Token
from designer.edits.append import append
from designer.edits.mirror import reverse
from designer.readings import facts, pace_notes
from designer.resources import folder
from tests.conftest import OFFICIAL

Official = Callable[[str], Design]


def built(*tiles: str) -> Stage:
    """A stage typed by its tiles, "215a" or "208a left"."""
    stage = Stage()
    for text in tiles:
        tile, _, way = text.partition(" ")
        stage = append(stage, tile, way or None)
    return stage


def with_token(stage: Stage, number: int, *tokens: Token) -> Stage:
    tiles = list(stage.tiles)
    tiles[number] = replace(tiles[number], tokens=tokens)
    return replace(stage, tiles=tuple(tiles))


def texts(stage: Stage) -> list[str]:
    return [note.text for note in pace_notes.of_stage(stage)]


def words(stage: Stage) -> list[str]:
    return [note.words for note in pace_notes.of_stage(stage)]


def test_climb_2_is_read_from_start_to_finish(official: Official) -> None:
    stage = official("climb-2").stage
    assert stage is not None
    notes = pace_notes.of_stage(stage)
    assert notes[0].kind == "start"
    assert notes[-1].kind == "finish"
    assert "hairpin left 1" in [note.words for note in notes]
    assert [note.words for note in notes if note.kind == "climb"] == ["up 2", "up 3", "up 2"]  # seven lines in all


@pytest.mark.parametrize("name", OFFICIAL)
def test_official_stages_tell_all_that_their_facts_count(name: str, official: Official) -> None:
    design = official(name)
    assert design.stage is not None
    notes, found = pace_notes.of_stage(design.stage), facts.facts(design)
    kinds = [note.kind for note in notes]
    if not found.circuit:
        assert kinds.count("corner") == sum(found.corners.values())
        assert kinds.count("jump") == found.jumps
        assert kinds.count("shortcut") == found.shortcuts
        assert kinds[-1] == "finish"
    climbed = [int(note.words.split()[-1]) for note in notes if note.kind == "climb"]
    assert sum(climbed) == found.up + found.down
    placed = {tile.hex: tile.tile for tile in design.stage}
    for note in notes:
        assert placed[note.hex] == note.tile
        assert note.space in catalog.sides()[note.tile].spaces
        assert note.spaces >= 0
    assert schemas.problems(pace_notes.to_data(notes), "pace-notes") == []


@pytest.mark.parametrize("name", [name for name in OFFICIAL if name.startswith(("climb", "rally-1", "rally-2"))])
def test_driven_the_other_way_every_corner_turns_to_the_other_hand(name: str, official: Official) -> None:
    stage = official(name).stage
    assert stage is not None
    there = [note for note in pace_notes.of_stage(stage) if note.kind == "corner"]
    back = [note for note in pace_notes.of_stage(reverse(stage)) if note.kind == "corner"]
    assert [(note.hex, note.severity) for note in reversed(back)] == [(note.hex, note.severity) for note in there]


def test_a_straight_road_has_little_to_tell() -> None:
    assert texts(built("202a", "205a", "203a")) == ["start", "6, finish"]


def test_a_corner_is_read_by_hand_and_by_the_gear_of_its_inside() -> None:
    # 319a bends by 60 degrees: inside limit 3, outside 4.
    (corner,) = [note for note in pace_notes.of_stage(built("301a", "319a left", "302a")) if note.kind == "corner"]
    assert (corner.words, corner.severity, corner.outside, corner.danger) == ("left 3", 3, 4, "medium")
    assert (corner.hex, corner.tile) == (Hex(1, 0), "319a")
    assert "right 3" in words(built("301a", "319a right", "302a"))


def test_what_follows_at_once_is_read_in_one_breath() -> None:
    # 215a holds two corners in a row.
    text = pace_notes.read(pace_notes.of_stage(built("202a", "215a", "203a")))
    assert "right 1 into left 1" in text or "left 1 into right 1" in text


def test_a_second_corner_to_the_same_hand_tightens_or_opens(official: Official) -> None:
    told = [note.words for name in OFFICIAL for note in pace_notes.of_stage(official(name).stage or Stage())]
    assert any(note.startswith("tightens") for note in told)
    stage = official("rx2-ss1").stage
    assert stage is not None
    corners = [note for note in pace_notes.of_stage(stage) if note.kind == "corner"]
    tight = next(number for number, note in enumerate(corners) if note.words.startswith("tightens"))
    assert corners[tight].severity is not None
    assert corners[tight - 1].severity is not None
    assert corners[tight].severity < corners[tight - 1].severity


def test_a_bend_without_a_limit_is_easy() -> None:
    assert "easy left" in words(built("202a", "208a left", "203a"))
    assert "easy right" in words(built("202a", "208a right", "203a"))


def test_jump_and_water_in_their_order() -> None:
    stage = built("202a", "207b", "203a")
    there, back = words(stage), words(reverse(stage))
    assert sorted((there[1], there[2])) == ["jump", "water"]
    assert back[1:3] == there[2:0:-1]


def test_up_over_the_crest_and_down() -> None:
    stage = with_token(with_token(built("202a", "205a", "204a", "203a"), 1, Token("climb", -1)), 2, Token("climb", 1))
    # 205a has three rows of spaces and so two lines, 204a has two rows.
    assert words(stage) == ["start", "up 2", "crest, down 1", "finish"]
    assert words(reverse(stage)) == ["start", "up 1", "crest, down 2", "finish"]
    assert words(with_token(with_token(stage, 1, Token("climb", 1)), 2, Token("climb", -1))) == [
        "start",
        "down 2",
        "dip, up 1",
        "finish",
    ]


def test_climb_lines_of_neighbouring_tiles_are_one_climb() -> None:
    stage = with_token(with_token(built("202a", "205a", "204a", "203a"), 1, Token("climb", -1)), 2, Token("climb", -1))
    assert words(stage) == ["start", "up 3", "finish"]


def test_tokens_are_told_where_they_lie() -> None:
    stage = with_token(built("202a", "205a", "203a"), 1, Token("oxygen", -2), Token("cloud"))
    notes = [note for note in pace_notes.of_stage(stage) if note.kind == "token"]
    assert [note.words for note in notes] == ["thin air -2", "fog"]
    assert {note.hex for note in notes} == {Hex(1, 0)}


def test_a_change_of_surface_is_told_on_the_first_tile_of_the_new_one() -> None:
    notes = [note for note in pace_notes.of_stage(built("202a", "305a", "203a")) if note.kind == "surface"]
    assert [(note.words, note.hex) for note in notes] == [("onto asphalt", Hex(1, 0)), ("onto gravel", Hex(2, 0))]


def test_a_circuit_tells_its_joker_way(official: Official) -> None:
    stage = official("rx2-ss1").stage
    assert stage is not None
    told = words(stage)
    assert told[0] == "start of the lap"
    assert told.index("joker way leaves") < told.index("joker way joins")


def test_without_a_start_there_is_nothing_to_read() -> None:
    assert pace_notes.of_stage(Stage()) == ()
    assert pace_notes.read(()) == ""
    assert pace_notes.of_stage(Stage((PlacedTile("205a", Hex(0, 0)),))) == ()


def test_the_command_reads_notes(capsys: pytest.CaptureFixture[str]) -> None:
    climb = str(folder("exports") / "stages" / "climb-2.json")
    assert cli.main(["notes", climb]) == 0
    assert capsys.readouterr().out.startswith("start\n")
    assert cli.main(["notes", climb, "--format", "json"]) == 0
    assert schemas.problems(json.loads(capsys.readouterr().out), "pace-notes") == []
