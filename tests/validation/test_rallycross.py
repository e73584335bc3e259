"""Rallycross: what is asked of line, pre-grid, joker lap and forks, and what the fixes do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from designer.design.document import Design
from designer.design.event import Event
from designer.design.hexes import Hex
from designer.design.stage import Stage, Token, put_token, take_token, tile_at
from designer.design.values import frozen
from designer.formats import native
from designer.graph import course
from designer.model.compiled import CompiledDesign
from designer.resources import folder
from designer.validation import Finding, Severity, validate
from designer.validation.rallycross import joker_ways, tiles_to_line

RX2 = native.load(folder("exports") / "stages" / "rx2-ss1.json")


def changed(*, finish: tuple[Hex, str] | None = None, without: tuple[str, ...] = ()) -> Design:
    stage = RX2.stage or Stage()
    for tile in stage.tiles:
        for token in tile.tokens:
            if token.kind in without or (finish is not None and token.kind == "finish"):
                stage = take_token(stage, tile.hex, token.kind)
    if finish is not None:
        stage = put_token(stage, finish[0], Token("finish", place=finish[1]))
    return replace(RX2, stage=stage)


def codes(design: Design) -> list[str]:
    return [finding.code for finding in validate(design) if finding.severity is not Severity.ADVICE]


def one(design: Design, code: str) -> Finding:
    (finding,) = [finding for finding in validate(design) if finding.code == code]
    return finding


def test_the_official_circuit_is_clean_and_its_line_two_tiles_from_the_grid() -> None:
    assert validate(RX2) == ()
    assert tiles_to_line(CompiledDesign(RX2).route) == 2


def test_a_house_rule_moves_the_pre_grid() -> None:
    design = replace(RX2, house_rules=frozen({"rallycross.pregrid_tiles_min": 3}))
    assert codes(design) == ["RCX004"]
    assert "2 tiles lead to the finish line; there should be 3 to 3" in one(design, "RCX004").message


@pytest.mark.parametrize("missing", [("joker-entrance",), ("joker-exit",), ("joker-entrance", "joker-exit")])
def test_missing_arches_are_put_back_by_a_safe_fix(missing: tuple[str, ...]) -> None:
    design = changed(without=missing)
    assert codes(design) == ["RCX008"]
    fix = one(design, "RCX008").fixes[0]
    assert fix.safe
    fixed = fix.apply(design)
    assert codes(fixed) == []
    assert CompiledDesign(fixed).route.joker


def test_without_joker_laps_no_arch_is_asked_for() -> None:
    design = replace(
        changed(without=("joker-entrance", "joker-exit")), house_rules=frozen({"rallycross.joker_laps": 0})
    )
    assert "RCX008" not in codes(design)


def test_the_way_beside_the_lap_is_found_forwards_only() -> None:
    ways = joker_ways(CompiledDesign(changed(without=("joker-entrance", "joker-exit"))))
    assert [(way.entrance[0], way.exit[0]) for way in ways] == [(Hex(3, -4), Hex(1, -2))]


def test_arches_the_wrong_way_round_have_the_line_between_them() -> None:
    stage = changed(without=("joker-entrance", "joker-exit")).stage or Stage()
    stage = put_token(stage, Hex(1, -2), Token("joker-entrance", place="A"))
    design = replace(RX2, stage=put_token(stage, Hex(3, -4), Token("joker-exit", place="F")))
    assert codes(design) == ["RCX006"]


def test_a_line_in_a_corner_moves_to_the_far_edge_of_its_tile() -> None:
    design = changed(finish=(Hex(2, 0), "o2>o1"))
    assert codes(design) == ["RCX005"]
    fixed = one(design, "RCX005").fixes[0].apply(design)
    tile = tile_at(fixed.stage or Stage(), Hex(2, 0))
    assert tile is not None
    assert tile.token("finish") == Token("finish", place="D")
    assert codes(fixed) == []


def test_a_line_between_entrance_and_exit_of_the_joker_lap() -> None:
    design = changed(finish=(Hex(2, -3), "A"))
    assert "RCX006" in codes(design)
    fixed = one(design, "RCX006").fixes[0].apply(design)
    assert codes(fixed) == []


def test_a_line_that_can_be_driven_round_gives_no_endless_course() -> None:
    """Such a circuit once made the course raise; now it has a problem in words."""
    design = changed(finish=(Hex(2, 0), "o2>o1"))
    problem = course.of_stage(design.stage or Stage(), design.event).problem
    assert problem is not None
    assert "without crossing it" in problem


def test_any_circuit_is_asked_about_its_line_but_only_rallycross_about_grid_and_joker() -> None:
    ring = native.load(folder("exports") / "stages" / "rx2-ss1.json")
    plain = replace(changed(without=("joker-entrance", "joker-exit")), event=None)
    assert not [code for code in codes(plain) if code in ("RCX001", "RCX002", "RCX008")]
    assert codes(replace(ring, event=Event("stage"))) == []


def test_every_code_of_rallycross_cites_the_rx_text() -> None:
    from designer.validation.codes import CODES

    assert {entry.source.document for code, entry in CODES.items() if code.startswith("RCX")} == {"RX"}
