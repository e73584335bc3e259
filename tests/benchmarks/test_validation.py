"""How long validation takes, with the checks of cars on the stage: 20 tiles under 20 ms, 300 tiles under 200 ms.

A first check builds everything; what is kept from the check before is thrown away for it. After an edit most is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.stage import Stage, Token, put_token, remove
from designer.design.values import FrozenMap, frozen
from designer.formats import native
from designer.model import compiled
from designer.resources import folder
from designer.validation import validate
from designer.validation.fixing import fix_all
from tests.stages import sound_design

BOARD = Dashboard(
    "Mule",
    frozen({"T1": "gravel", **{f"C{gear}": f"gear-{gear}" for gear in range(1, 7)}, "C7": "coast", "C8": "brake"}),
)


@pytest.mark.parametrize("boards", [0, 3])
@pytest.mark.parametrize("tiles", [20, 300])
def test_validate_a_stage(benchmark: Any, tiles: int, boards: int) -> None:
    design = replace(sound_design(tiles), dashboards=(BOARD,) * boards)
    found = benchmark.pedantic(validate, args=(design,), setup=compiled.forget, rounds=15, warmup_rounds=2)
    assert not [finding for finding in found if finding.counts]


@pytest.mark.parametrize("tiles", [20, 300])
def test_validate_a_stage_after_an_edit(benchmark: Any, tiles: int) -> None:
    """A token more on a tile in the middle; what the edit did not touch is kept."""
    design = replace(sound_design(tiles), dashboards=(BOARD,))
    stage = design.stage or Stage()
    middle = stage.tiles[tiles // 2].hex
    clouds = [
        replace(design, stage=put_token(stage, middle, Token("cloud", extra=FrozenMap({"number": number}))))
        for number in range(40)
    ]
    validate(design)
    rounds = iter(clouds)
    benchmark.pedantic(lambda: validate(next(rounds)), rounds=30, warmup_rounds=2)


def test_validate_a_circuit(benchmark: Any) -> None:
    design = native.load(folder("exports") / "stages" / "rx2-ss1.json")
    assert benchmark.pedantic(validate, args=(design,), setup=compiled.forget, rounds=30, warmup_rounds=2) == ()


def test_validate_again_after_a_board_was_changed(benchmark: Any) -> None:
    design = sound_design(300)
    validate(design)
    boards = [replace(BOARD, name=f"Mule {number}") for number in range(3)]
    changed = [replace(design, dashboards=(board,)) for board in boards]

    def check() -> int:
        return sum(len(validate(each)) for each in changed)

    assert benchmark(check) >= 0


def test_close_a_gap(benchmark: Any) -> None:
    design = native.load(folder("exports") / "stages" / "climb-1.json")
    assert design.stage is not None
    broken = replace(design, stage=remove(design.stage, design.stage.tiles[5].hex))

    def mend() -> Design:
        return fix_all(broken).design

    assert benchmark(mend) != broken
