"""Road against road: the messages a player reads, the turns that are offered, skewed edges, circuits."""

from __future__ import annotations

import pytest

from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token, place, put_token, rotate, tile_at
from designer.formats import native
from designer.resources import folder
from designer.validation import Severity, validate


def stage_of(*tiles: tuple[str, int, int, int]) -> Design:
    stage = Stage()
    for tile, q, r, rotation in tiles:
        stage = place(stage, tile, Hex(q, r), rotation)
    return Design(stage=stage)


def codes(design: Design) -> list[str]:
    return [finding.code for finding in validate(design) if finding.severity is Severity.ERROR]


def test_a_turned_tile_is_offered_to_be_turned_back() -> None:
    design = native.load(folder("exports") / "stages" / "climb-1.json")
    assert design.stage is not None
    at = Hex(0, 5)
    turned = Design(stage=rotate(design.stage, at, 1))
    assert "STG002" in codes(turned)
    fixes = [fix for finding in validate(turned) for fix in finding.fixes if fix.name == "Turn 418b to fit"]
    assert fixes
    assert all(fix.safe for fix in fixes)
    fixed = fixes[0].apply(turned)
    assert codes(fixed) == []
    assert fixed.stage is not None
    tile = tile_at(fixed.stage, at)
    assert tile is not None
    assert tile.rotation % 3 == tile_at(design.stage, at).rotation % 3  # type: ignore[union-attr]


def test_road_against_a_filler_is_a_finding_but_not_behind_start_and_finish() -> None:
    line = [("202a", 0, 0, 0), ("204a", 1, 0, 0), ("203a", 2, 0, 0)]
    assert codes(stage_of(*line, ("901a", -1, 0, 0), ("902a", 3, 0, 0))) == []
    assert codes(stage_of(*line[:2], ("901a", 2, 0, 0), ("203a", 3, 0, 0)))[0] == "STG002"


def test_message_names_tiles_and_says_what_to_do() -> None:
    (finding,) = [
        each
        for each in validate(stage_of(("202a", 0, 0, 0), ("204a", 1, 0, 0), ("203a", 3, 0, 0)))
        if each.code == "STG006" and each.place.tile == "204a"
    ]
    assert finding.message == (
        "The road of tile 204a at 1,0 ends in the open over edge A. Put a tile with a road at 2,0, or a tile here "
        "that does not lead there."
    )


@pytest.mark.parametrize(("lanes", "code"), [("102a", None), ("102b", None), ("139a", "STG003")])
def test_two_lanes_may_meet_three_but_not_four(lanes: str, code: str | None) -> None:
    found = codes(stage_of(("202a", 0, 0, 0), (lanes, 1, 0, 0), ("203a", 2, 0, 0)))
    assert found == ([code, code] if code else [])


def test_slanted_roads_of_gt_tiles_join_in_a_row() -> None:
    """121a runs from edge E to edge C along the lower half; half a turn continues it through the next tile."""
    row = stage_of(("121a", 0, 0, 0), ("121a", -1, 1, 3))
    assert "STG005" not in codes(row)
    assert "STG007" not in codes(row)
    assert "STG005" in codes(stage_of(("121a", 0, 0, 0), ("121a", -1, 1, 1)))  # a kink of 60 degrees


def test_assistance_may_join_beyond_the_finish() -> None:
    line = [("202a", 0, 0, 0), ("204a", 1, 0, 0), ("203a", 2, 0, 0)]
    assert codes(stage_of(*line, ("201a", 3, 0, 0))) == []


def test_start_may_be_driven_either_way() -> None:
    assert codes(stage_of(("202a", 0, 0, 3), ("204a", 1, 0, 0), ("203a", 2, 0, 3))) == []


def test_circuit_needs_its_finish_standee() -> None:
    design = native.load(folder("exports") / "stages" / "rx2-ss1.json")
    assert design.stage is not None
    assert codes(design) == []
    bare = Stage()
    for tile in design.stage:
        bare = place(bare, tile.tile, tile.hex, tile.rotation)
    assert codes(Design(stage=bare)) == ["STG009"]


def test_standee_on_no_line_is_reported() -> None:
    design = stage_of(("202a", 0, 0, 0), ("204a", 1, 0, 0), ("203a", 2, 0, 0))
    assert design.stage is not None
    wrong = Design(stage=put_token(design.stage, Hex(1, 0), Token("finish", place="zz>yy")))
    assert "TOK007" in codes(wrong)
