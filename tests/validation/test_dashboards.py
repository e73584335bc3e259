"""Boards: what is told of a board alone, of all boards on the table, and of boards on a stage."""

from __future__ import annotations

import pytest

from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import Stage, place
from designer.design.values import frozen
from designer.validation import Finding, validate


def line(*tiles: str) -> Stage:
    stage = Stage()
    for number, tile in enumerate(tiles):
        stage = place(stage, tile, Hex(number, 0))
    return stage


GRAVEL = line("202a", "203a")


def board(name: str = "Mule", category: str | None = None, **slots: str) -> Dashboard:
    return Dashboard(name, frozen(slots), category)


def gears(*values: int) -> dict[str, str]:
    return {f"C{number}": f"gear-{value}" for number, value in enumerate(values, start=1)}


def told(design: Design, *codes: str) -> list[Finding]:
    return [finding for finding in validate(design) if finding.code.startswith(codes)]


# gears -------------------------------------------------------------------------------------------------------------


def test_gears_without_one_to_set_off_with_are_advice_and_the_stage_says_once_that_it_cannot_be_driven() -> None:
    """Climb, "Creating your Dashboard"."""
    mule = board(T1="gravel", **gears(5, 6))
    alone = told(Design(dashboards=(mule,)), "")
    assert [(finding.code, str(finding.severity)) for finding in alone] == [("BRD017", "advice")]
    assert "gears 5 and 6 only" in alone[0].message
    assert "gear 1, or by a flying start with gear 2" in alone[0].message
    on_a_stage = told(Design(stage=GRAVEL, dashboards=(mule,)), "")
    assert [(finding.code, str(finding.severity)) for finding in on_a_stage] == [
        ("DRV001", "error"),
        ("BRD017", "advice"),
    ]
    assert on_a_stage[1].message == alone[0].message


def test_a_board_without_gears_leaves_it_to_the_stage_to_say_that_it_cannot_be_driven() -> None:
    found = told(Design(stage=GRAVEL, dashboards=(board(T1="gravel", C1="coast"),)), "")
    assert [finding.code for finding in found] == ["DRV001", "BRD011"]
    assert "drive" not in found[1].message


@pytest.mark.parametrize(
    ("values", "more", "house", "expected"),
    [
        ((1, 2, 5, 6), {}, {}, "gears 5 and 6: no die leads up there from gears 1 and 2"),
        ((2, 3, 5, 6), {"C9": "boost"}, {}, None),
        ((2, 3), {}, {}, None),  # a flying start
        ((2, 3), {}, {"plan.flying_start": False}, "begins with gear 1."),
        ((5, 6), {}, {"plan.flying_start_gear": 5}, None),
        ((3, 5), {"C9": "boost"}, {}, "none to set off with"),  # and not that boost dice speed it up
    ],
)
def test_gears_out_of_reach_by_the_rules_in_force(
    values: tuple[int, ...], more: dict[str, str], house: dict[str, object], expected: str | None
) -> None:
    mule = board(T1="gravel", **gears(*values), **more)
    found = told(Design(dashboards=(mule,), house_rules=frozen(house)), "BRD011", "BRD013", "BRD017")
    assert [finding.code for finding in found] == ([] if expected is None else ["BRD017"])
    assert expected is None or expected in found[0].message


def test_gears_that_one_track_type_alone_leads_up_to_are_within_reach() -> None:
    mule = board(T1="gravel", T2="snow", A1="gear-2", C1="gear-1", C2="gear-3", C3="gear-4")
    assert told(Design(dashboards=(mule,)), "BRD017") == []
