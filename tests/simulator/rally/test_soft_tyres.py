"""Soft tyres of GT: their wear is a house rule, since little of it is known (core rules 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from designer.design.document import Design
from designer.design.event import Event
from designer.graph import course as courses
from designer.play import track as tracks
from designer.play.capabilities import sheet
from designer.play.cars import Car, car_from_board, on_used_tyres, worn
from designer.rules import load
from designer.simulator.rally.drive import at_start, take_turn
from designer.simulator.rally.policies import Choice, Sensible, View

WEAR = {"gt.soft_wear": True}


def limits(car: Car) -> tuple[int, ...]:
    return tuple(column.limit for _, column in car.columns)


def after(turns: int, laps: int, board: str = "gt6-soft", **house_rules: Any) -> tuple[int, ...]:
    """Danger limits in the dry and in the wet."""
    rules = load(house_rules={**WEAR, **{f"gt.{name}": value for name, value in house_rules.items()}})
    return limits(on_used_tyres(car_from_board(board, rules), turns, laps, rules))


def test_soft_tyres_do_not_wear_unless_it_is_asked_for() -> None:
    car = car_from_board("gt6-soft")
    assert limits(car) == (3, 2)
    assert on_used_tyres(car, 90, 9, load()) is car


def test_fresh_soft_tyres_hold_better_and_lose_it_lap_by_lap() -> None:
    assert [after(0, laps) for laps in (0, 1, 2, 3, 5, 9)] == [(4, 3), (3, 2), (3, 2), (2, 1), (1, 1), (1, 1)]
    assert after(40, 0) == (4, 3), "turns do not count"


def test_how_they_wear_is_a_house_rule() -> None:
    assert [after(turns, 9, soft_wear_by="turns") for turns in (0, 1, 4)] == [(4, 3), (3, 2), (2, 1)]
    assert after(0, 0, soft_limit=5) == (5, 4)
    assert after(0, 9, soft_fall_1=0, soft_fall_2=0, soft_fall_3=0) == (4, 3)
    assert [after(0, laps, soft_fall_1=2, soft_fall_2=0, soft_fall_3=0) for laps in (1, 2)] == [(4, 3), (3, 2)]
    assert [after(0, laps, soft_fall_1=0, soft_fall_3=0) for laps in (2, 3)] == [(4, 3), (3, 2)]
    assert [after(0, laps, soft_fall_1=0, soft_fall_2=0) for laps in (4, 5)] == [(4, 3), (3, 2)]


@pytest.mark.parametrize("board", ["gt6-asphalt", "gt4-rain", "rx-asphalt"])
def test_no_other_tyres_wear(board: str) -> None:
    assert after(9, 9, board) == limits(car_from_board(board))


def test_damage_leaves_the_tyres_soft_and_the_sheet_shows_them_fresh() -> None:
    rules = load(house_rules=WEAR)
    car = car_from_board("gt6-soft", rules)
    assert limits(on_used_tyres(worn(car, (1, 0, 0, 0), rules), 0, 1, rules)) == (3, 2)
    shown = sheet(car, rules).abilities[0].column
    assert shown is not None
    assert shown.limit == 4


class Watching(Sensible):
    """Notes the danger limit it drives with, lap by lap."""

    def __init__(self) -> None:
        self.seen: dict[int, set[int]] = {}

    def choose(self, view: View) -> Choice:
        column = view.car.on("dry")
        assert column is not None
        lap = view.track.course.spots[view.state.spot].lap
        self.seen.setdefault(lap, set()).add(column.limit)
        return super().choose(view)


def drive(design: Design, house_rules: Mapping[str, Any]) -> dict[int, set[int]]:
    rules = load(house_rules=house_rules)
    assert design.stage is not None
    event = replace(design.event or Event("rallycross"), laps=4)
    track = tracks.build(courses.of_stage(design.stage, event, rules), rules)
    car, driver, rng = car_from_board("gt6-soft", rules), Watching(), Random(4)
    standing = at_start(track, car)
    for number in range(1, 200):
        standing = take_turn(track, car, standing, {"green-flag": 9}, driver, rng, number).standing
        if track.course.spots[standing.spot].finished:
            return driver.seen
    raise AssertionError("not finished")


def test_a_race_is_driven_on_tyres_that_wear(official: Callable[[str], Design]) -> None:
    """The first lap and the way to the line on fresh tyres, then one less, after three laps two less."""
    design = official("rx2-ss1")
    assert drive(design, WEAR) == {0: {4}, 1: {4}, 2: {3}, 3: {3}, 4: {2}}
    assert drive(design, {}) == {lap: {3} for lap in range(5)}
