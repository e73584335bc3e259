"""Checked stretch by stretch a stage has the same findings as when it is driven as one course."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from designer.design import stage as stage_edits
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.stage import Stage, Token
from designer.design.values import frozen
from designer.formats import native
from designer.graph import stretches
from designer.model import compiled
from designer.model.compiled import CompiledDesign
from designer.validation import drivable, validate
from tests.conftest import OFFICIAL
from tests.stages import sound_design

CASES = Path(__file__).parent / "cases"
Official = Callable[[str], Design]
FULL = Dashboard(
    "Full",
    frozen(
        {
            "T1": "gravel",
            **{f"C{gear}": f"gear-{gear}" for gear in range(1, 7)},
            "C7": "coast",
            "C8": "brake",
            "C9": "boost",
        }
    ),
)
WEAK = Dashboard("Weak", frozen({"T1": "gravel", "C1": "gear-1", "C2": "gear-2", "C3": "gear-3", "C4": "coast"}))
TOKENS = [Token("climb", -1), Token("climb", 1), Token("oxygen", -2), Token("oxygen", -3), Token("cloud"), Token("mud")]


def told(design: Design) -> set[tuple[object, ...]]:
    """Codes and places of the findings about cars; which of a tile's spaces a message takes for its example may
    differ."""
    return {
        (finding.code, finding.place.hex, finding.place.board)
        for finding in validate(design)
        if finding.code.startswith("DRV") or finding.code in ("TOK009", "STG010")
    }


def both_ways(design: Design, monkeypatch: pytest.MonkeyPatch) -> tuple[set[tuple[object, ...]], ...]:
    by_stretches = told(design)
    compiled.forget()
    with monkeypatch.context() as patch:
        patch.setattr(stretches, "of_route", lambda graph, route, reading: None)
        as_one = told(design)
    compiled.forget()
    return by_stretches, as_one


@pytest.mark.parametrize("boards", [(), (FULL,), (FULL, WEAK)], ids=["standard cars", "a board", "two boards"])
@pytest.mark.parametrize("seed", range(6))
def test_the_same_findings_both_ways(
    seed: int, boards: tuple[Dashboard, ...], official: Official, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    names = [name for name in OFFICIAL if not name.startswith("rx")]
    design = official(random.choice(names)) if seed % 2 else sound_design(24)
    stage = design.stage or Stage()
    for _ in range(8):
        stage = stage_edits.put_token(stage, random.choice(stage.tiles).hex, random.choice(TOKENS))
    by_stretches, as_one = both_ways(replace(design, stage=stage, dashboards=boards), monkeypatch)
    assert by_stretches == as_one


def test_a_plain_stage_is_driven_by_stretches(official: Official) -> None:
    found = CompiledDesign(official("climb-2"))
    assert len(drivable.runs(found)[0].legs) == len(found.route.sections)


@pytest.mark.parametrize("gear", ["gear-4", "gear-5"])
def test_a_car_that_cannot_finish_stops_at_the_same_place(
    gear: str, official: Official, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawler = Dashboard("Crawler", frozen({"T1": "asphalt", "C1": gear}))
    by_stretches, as_one = both_ways(replace(official("climb-2"), dashboards=(crawler,)), monkeypatch)
    assert by_stretches == as_one
    assert {code for code, *_ in by_stretches} == {"DRV001"}


@pytest.mark.parametrize("name", sorted(path.stem for path in CASES.glob("DRV*.json")))
def test_the_examples_of_the_codes_both_ways(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by_stretches, as_one = both_ways(native.load(CASES / f"{name}.json"), monkeypatch)
    assert by_stretches == as_one
    assert name.endswith("-good") or name[:6] in {code for code, *_ in by_stretches}


def test_an_edit_far_away_leaves_the_drivers_of_a_stretch_as_they_are() -> None:
    design = sound_design(40)
    assert design.stage is not None
    before = drivable.runs(CompiledDesign(design))[0].legs
    stage = stage_edits.put_token(design.stage, design.stage.tiles[20].hex, Token("cloud"))
    after = drivable.runs(CompiledDesign(replace(design, stage=stage)))[0].legs
    assert [one is other for one, other in zip(before, after, strict=True)].count(False) == 3


def test_house_rules_reach_the_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    design = replace(sound_design(24), house_rules=frozen({"jump.effect": "none"}))
    by_stretches, as_one = both_ways(design, monkeypatch)
    assert by_stretches == as_one
