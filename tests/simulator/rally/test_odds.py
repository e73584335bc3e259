"""Thirty plans on official stages: every fall of the dice, the exact chance, and the frequency in rolls agree."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from random import Random

import pytest

from designer.formats import native
from designer.graph import course as courses
from designer.play import track as tracks
from designer.play.cars import Car, car_from_board
from designer.play.dice import danger_faces
from designer.play.plans import Plan, State, after, placements
from designer.play.track import Track
from designer.resources import folder
from designer.rules import load
from designer.simulator.rally.rolling import ROLL, Outcome, chance_of_loss, flat_out, one_by_one
from tests.conftest import OFFICIAL
from tests.simulator.rally.test_rolling import Faces

ROLLS = 2000
STAGES = [name for name in OFFICIAL if name != "rx2-ss1"]
BOARDS = ("r6-gravel", "r6-asphalt", "r5-snow", "r4-gravel")


@cache
def track_of(name: str) -> Track:
    design = native.load(folder("exports") / "stages" / f"{name}.json")
    assert design.stage is not None
    return tracks.build(courses.of_stage(design.stage), load())


def plan_number(number: int) -> tuple[Track, Car, Plan]:
    """A plan of up to nine dice, drawn from the legal ones, that can lose control by dangers."""
    rng = Random(f"plan {number}")
    while True:
        track, car = track_of(rng.choice(STAGES)), car_from_board(rng.choice(BOARDS))
        state = State(rng.randrange(len(track.course.spots) // 2), rng.randrange(7))
        plan: Plan = ()
        while len(plan) < 8 and (found := [option for option in placements(track, car, state) if not option.loses]):
            plan = (*plan, rng.choice(found))
            state = after(track, state, plan[-1])
        dice = sum(len(placement.dice) for placement in plan)
        if 3 <= dice <= 9 and 0.02 < chance_of_loss(track, car, plan, flat=True) < 0.98:
            return track, car, plan


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("flat", [True, False], ids=["flat-out", "one-by-one"])
def test_chance_by_enumeration_and_by_rolling(number: int, flat: bool) -> None:
    track, car, plan = plan_number(number)

    def roll(rng: Random) -> Outcome:
        if flat:
            return flat_out(track, car, plan, rng)
        return one_by_one(track, car, plan, 0, rng, lambda progress: ROLL)

    faces: list[float] = [danger_faces(die, track.rules) / 6 for placement in plan for die in placement.dice]
    exact = 0.0
    for fall in product((False, True), repeat=len(faces)):
        weight = prod(chance if danger else 1 - chance for chance, danger in zip(faces, fall, strict=True))
        exact += weight * (roll(Faces(*fall)).end == "loss")
    assert chance_of_loss(track, car, plan, flat=flat) == pytest.approx(exact)
    rng = Random(number)
    lost = sum(roll(rng).end == "loss" for _ in range(ROLLS))
    assert abs(lost / ROLLS - exact) <= 4 * (exact * (1 - exact) / ROLLS) ** 0.5


def test_the_plans_are_thirty_different_ones_over_several_track_types() -> None:
    drawn = [plan_number(number) for number in range(30)]
    assert len({plan for _, _, plan in drawn}) == 30
    assert {"gravel", "asphalt", "snow"} <= {track.track_type(step.to) for track, _, plan in drawn for step in plan}
