"""Climb tiles as gravel by house rule (Climb, "Different Track types")."""

from __future__ import annotations

from dataclasses import replace

from designer import catalog
from designer.design.dashboard import new
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import Stage, place
from designer.design.values import frozen
from designer.graph.terrain import HOUSE_RULE
from designer.simulator.rally.batches import ground_of
from designer.simulator.rally.compare import compare
from designer.validation import validate

GRAVEL = frozen({HOUSE_RULE: True})


def climb_stage() -> Design:
    """Start and finish on gravel, the asphalt climb tile 418a between."""
    assert catalog.sides()["418a"].terrain == "asphalt"
    stage = Stage()
    for tile, q in (("202a", 0), ("418a", 1), ("203a", 2)):
        stage = place(stage, tile, Hex(q, 0))
    return Design(stage=stage)


def test_climb_tiles_count_as_gravel_by_house_rule() -> None:
    shown = climb_stage()
    agreed = replace(shown, house_rules=GRAVEL)
    assert ground_of(shown).track.course.terrains() == ("gravel", "asphalt")
    assert ground_of(agreed).track.course.terrains() == ("gravel",)
    assert compare(agreed, ["r6-gravel", "r5-gravel"], runs=1).terrains == ("gravel",)


def test_boards_are_asked_for_the_types_that_count() -> None:
    gears = {f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}
    shown = replace(climb_stage(), dashboards=(new(("gravel",), gears, "Mine"),))
    assert "BRD007" in {finding.code for finding in validate(shown)}
    agreed = replace(shown, house_rules=GRAVEL)
    assert {"BRD007", "PCE006"} & {finding.code for finding in validate(agreed)} == set()
