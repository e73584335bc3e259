"""The car that is driven when nobody has chosen one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from designer.design.dashboard import new
from designer.design.document import Design
from designer.design.event import BoardAt, Event
from designer.design.hexes import Hex
from designer.design.stage import Stage, place
from designer.design.values import frozen
from designer.formats import native
from designer.model.fitting_car import fitting_car
from designer.resources import folder

STAGES = folder("exports") / "stages"


def road(*tiles: str) -> Design:
    stage = Stage()
    for number, tile in enumerate(tiles):
        stage = place(stage, tile, Hex(number, 0))
    return Design(stage=stage)


@pytest.mark.parametrize(
    ("name", "car"),
    [
        ("climb-1", "r6-gravel"),
        ("climb-2", "r6-asphalt"),
        ("rx2-ss1", "rx-asphalt"),
    ],
)
def test_official_stages(name: str, car: str) -> None:
    assert fitting_car(native.load(STAGES / f"{name}.json"))[0] == car


def test_most_tiles_settle_the_tyres() -> None:
    assert fitting_car(road("301b", "304b", "204a", "302b")) == ("r6-snow", "3 of 4 tiles with road are snow")
    assert fitting_car(road("202a", "304b")) == ("r6-gravel", "1 of 2 tiles with road are gravel")


def test_circuits_and_gt_tiles_have_cars_of_their_own() -> None:
    ring = native.load(STAGES / "rx2-ss1.json")
    assert fitting_car(replace(ring, event=None))[0] == "rx-asphalt"
    assert fitting_car(road("104a", "105a")) == ("gt6-asphalt", "only GT tiles are laid")


def test_the_board_of_the_event_comes_first() -> None:
    board = new(("gravel",), {"C1": "gear-1"}, "Mine")
    design = replace(
        road("301a", "302a"), dashboards=(board,), event=Event("hillclimb", boards=(BoardAt("start", "Mine"),))
    )
    assert fitting_car(design) == ("Mine", "the event begins with this board")
    assert fitting_car(replace(design, dashboards=()))[0] == "r6-asphalt"


def test_climb_tiles_count_as_the_house_rule_says() -> None:
    design = road("202a", "418a", "419a")
    assert fitting_car(design)[0] == "r6-asphalt"
    assert fitting_car(replace(design, house_rules=frozen({"climb.tiles_as_gravel": True})))[0] == "r6-gravel"
    assert fitting_car(replace(design, house_rules=frozen({"climb.tiles_as_gravel": 3})))[0] == "r6-asphalt"
