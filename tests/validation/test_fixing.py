"""Fixes: gaps closed by search, starts and finishes put, equal tiles, tokens moved, all of them at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from designer.design.document import Design, Inventory, Waiver, waive, with_stage
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token, place, put_token, remove, tile_at
from designer.design.values import EditError, frozen
from designer.formats import native
from designer.resources import folder
from designer.validation import validate
from designer.validation.finding import Finding, Fix, Location, Severity, Source
from designer.validation.fixing import apply_fix, fix_all

CLIMB = native.load(folder("exports") / "stages" / "climb-1.json")


def line(*tiles: tuple[str, int]) -> Design:
    stage = Stage()
    for tile, q in tiles:
        stage = place(stage, tile, Hex(q, 0))
    return Design(stage=stage)


def names(design: Design) -> list[str]:
    return [name for _, name in fix_all(design).done]


@pytest.mark.parametrize("gap", [1, 2, 3])
def test_a_gap_of_up_to_three_tiles_is_closed(gap: int) -> None:
    design = line(("202a", 0), ("205a", 1), ("206a", 2 + gap), ("203a", 3 + gap))
    fixed = fix_all(design)
    assert len(fixed.done) == 1
    assert fixed.done[0][1].startswith("Close the gap with ")
    assert not [finding for finding in validate(fixed.design) if finding.counts]
    assert len(fixed.design.stage or ()) == 4 + gap


def test_a_gap_of_four_tiles_is_left_to_the_designer() -> None:
    assert names(line(("202a", 0), ("205a", 1), ("206a", 6), ("203a", 7))) == []


def test_only_copies_at_hand_close_a_gap() -> None:
    design = replace(
        line(("202a", 0), ("205a", 1), ("203a", 3)),
        inventory=Inventory(pieces=frozen({"202": 1, "203": 1, "205": 1, "215": 1})),
    )
    assert names(design) == ["Close the gap with 215a"]
    none = replace(design, inventory=Inventory(pieces=frozen({"202": 1, "203": 1, "205": 1})))
    assert names(none) == []


def test_a_lost_tile_of_an_official_stage_is_replaced_by_one_of_its_terrain() -> None:
    for tile in (CLIMB.stage or Stage()).tiles:
        broken = replace(CLIMB, stage=remove(CLIMB.stage or Stage(), tile.hex))
        fixed = fix_all(broken)
        assert not [finding for finding in validate(fixed.design) if finding.counts], tile


@pytest.mark.parametrize("lost", ["202a", "203a"])
def test_a_missing_start_or_finish_is_put_at_the_open_end(lost: str) -> None:
    tiles = (("202a", 0), ("205a", 1), ("203a", 2))
    fixed = fix_all(line(*[one for one in tiles if one[0] != lost]))
    assert fixed.done[0][1] in ("Put the start 202a at 0,0", "Put the finish 203a at 2,0")
    assert validate(fixed.design) == ()


def test_two_open_ends_leave_the_choice_to_the_designer() -> None:
    design = line(("205a", 1))
    assert names(design) == []
    assert names(replace(design, author="me")) == []
    assert {fix.safe for finding in validate(design) for fix in finding.fixes} == {False}


def test_a_piece_used_twice_becomes_an_equal_one() -> None:
    design = line(("202a", 0), ("204a", 1), ("204a", 2), ("203a", 3))
    fixed = fix_all(design)
    assert [code.code for code, _ in fixed.done] == ["PCE003"]
    assert validate(fixed.design) == ()


@pytest.mark.parametrize(
    ("token", "at", "code"),
    [
        (Token("cloud"), Hex(0, 0), "TOK010"),
        (Token("oxygen", -1), Hex(1, 0), "TOK008"),
    ],
)
def test_a_token_moves_to_where_it_belongs(token: Token, at: Hex, code: str) -> None:
    design = line(("202a", 0), ("204a", 1), ("418b", 2), ("205a", 3), ("203a", 4))
    design = replace(design, stage=put_token(design.stage or Stage(), at, token))
    fixed = fix_all(design, select=[code])
    assert [finding.code for finding, _ in fixed.done] == [code]
    tiles = [tile for tile in fixed.design.stage or () if tile.tokens]
    assert [tile.tokens for tile in tiles] == [(token,)]
    assert code not in {finding.code for finding in validate(fixed.design)}


def test_fixes_can_be_chosen_and_waived_findings_are_left_alone() -> None:
    design = replace(line(("202a", 0), ("205a", 1), ("203a", 3)), event=Event("stage", laps=3))
    assert {finding.code for finding, _ in fix_all(design, select=["EVT"], unsafe=True).done} == {"EVT004"}
    assert {finding.code for finding, _ in fix_all(design, ignore=["STG"], unsafe=True).done} == {"EVT004"}
    accepted = waive(waive(design, Waiver("STG006", "", "a jump", "Ari")), Waiver("EVT004", "", "for later", "Ari"))
    assert names(accepted) == []


def test_unsafe_fixes_only_when_asked() -> None:
    design = line(("202a", 0), ("402b", 1), ("203a", 2))
    assert names(design) == []
    fixed = fix_all(design, unsafe=True)
    assert [name for _, name in fixed.done] == ["Use 204a instead of 402b"]
    assert validate(fixed.design) == ()


def test_fixing_ends_and_changes_nothing_where_nothing_is_wrong() -> None:
    assert fix_all(CLIMB).design == CLIMB
    assert fix_all(Design()).done == ()
    wild = Stage()
    for number in range(60):
        wild = place(wild, f"{204 + number % 20}a", Hex(number % 8, number // 8), number % 6)
    fixed = fix_all(Design(stage=wild), unsafe=True)
    assert tile_at(fixed.design.stage or Stage(), Hex(0, 0)) is not None


def test_a_click_on_a_fix_that_would_break_something_else_is_refused_with_the_reason() -> None:
    design = native.from_data(
        {
            "format": "crest-design",
            "version": 1,
            "stage": {"tiles": [{"tile": "202a", "q": 0, "r": 0}, {"tile": "203a", "q": 1, "r": 0}]},
        }
    )
    assert design.stage is not None
    for finding in validate(design):
        assert not finding.fixes or apply_fix(design, finding, finding.fixes[0])
    found = Finding("STG008", Severity.ERROR, "", Location(), Source("Climb"))
    with pytest.raises(EditError, match="no longer there"):
        apply_fix(design, found, Fix("Nothing", lambda same: same))
    gap = replace(design, stage=place(design.stage, "204a", Hex(5, 5)))
    far = next(finding for finding in validate(gap) if finding.code == "STG007")
    with pytest.raises(EditError, match="would not put it right"):
        apply_fix(gap, far, Fix("Nothing", lambda same: same))
    with pytest.raises(EditError, match="another error: STG006, tile 202a at 0,0 edge A"):
        apply_fix(
            gap,
            far,
            Fix("Take all but the start away", lambda same: with_stage(same, place(Stage(), "202a", Hex(0, 0)))),
        )


def test_unknown_tiles_hide_no_missing_start_or_finish() -> None:
    def codes(*tiles: str) -> list[str]:
        stage = {"tiles": [{"tile": tile, "q": q, "r": 0} for q, tile in enumerate(tiles)]}
        found = validate(native.from_data({"format": "crest-design", "version": 1, "stage": stage}))
        return sorted({finding.code for finding in found if finding.severity is Severity.ERROR})

    assert codes("202a", "999a", "203A") == ["PCE001", "STG009"]
    assert codes("999a", "214", "203a") == ["PCE001", "STG008"]


def test_a_tile_in_capitals_is_put_right_also_beside_one_that_does_not_exist() -> None:
    stage = {"tiles": [{"tile": tile, "q": q, "r": 0} for q, tile in enumerate(("202a", "999a", "203A"))]}
    fixed = fix_all(native.from_data({"format": "crest-design", "version": 1, "stage": stage}))
    assert [name for _, name in fixed.done] == ["Make it 203a"]


def test_a_document_with_nothing_in_it_says_so() -> None:
    bare = native.from_data({"format": "crest-design", "version": 1, "name": "x"})
    assert [finding.code for finding in validate(bare)] == ["EVT003"]
