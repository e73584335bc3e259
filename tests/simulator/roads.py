"""Small courses for tests: one lane, a space for each item, each space on a tile of its own unless said otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from designer.design.document import Design
from designer.design.hexes import Hex
from designer.design.stage import Stage
from designer.graph.course import Course, Move, Spot
from designer.graph.space_graph import SpaceId, SpaceInfo, StepInfo
from designer.play import track
from designer.play.cars import Car, car_from_board
from designer.play.ground import Ground
from designer.play.plans import Placement, Plan, State, after, placements
from designer.play.track import Track
from designer.rules import Rules, load
from designer.simulator.rally import policies
from designer.simulator.rally.policies import Policy
from designer.simulator.rally.race import Entrant, RaceResult, race

#: House rules, as ``contact`` takes them, under which no die shows a danger.
SAFE_DICE = {
    f"dice__{die}__dangers": 0
    for die in ("gear_1", "gear_2", "gear_3", "gear_4", "gear_5", "gear_6", "coast", "brake", "boost", "leader")
}


def road(spaces: Sequence[dict[str, Any]], rules: Rules | None = None) -> Track:
    """A road of one lane. Items may hold any field of SpaceInfo, ``tile_number`` (same number, same tile), ``step``
    (fields of the step that leads onto the space) and ``finished``."""
    spots = []
    moves = []
    for number, item in enumerate(spaces):
        item = dict(item)
        step = item.pop("step", {})
        finished = item.pop("finished", False)
        place = Hex(item.pop("tile_number", number), 0)
        space = SpaceInfo(
            SpaceId(place, f"s{number}"),
            item.pop("tile", "305a"),
            item.pop("terrain", "gravel"),
            item.pop("danger", "low"),
            item.pop("kind", "space"),
            item.pop("lane", "left"),
            (260.0, 225.0),
            **item,
        )
        left = 0 if finished else len(spaces) - number
        spots.append(Spot(number, space, 0, True, finished, left))
        if number:
            moves.append((Move(number, StepInfo(step.pop("kind", "straight"), **step)),))
    moves.append(())
    return track.build(Course(tuple(spots), tuple(moves), (0,), "stage", 1), rules or load())


def place(road_: Track, car: Any, state: State, *wanted: tuple[str, ...]) -> tuple[Plan, State]:
    """Place dice in this order; fails when the rules do not allow one of them."""
    plan: list[Placement] = []
    for dice in wanted:
        found = [option for option in placements(road_, car, state) if sorted(option.dice) == sorted(dice)]
        assert found, f"{dice} cannot be placed from gear {state.gear}: {options(road_, car, state)}"
        plan.append(found[0])
        state = after(road_, state, found[0])
    return tuple(plan), state


def options(road_: Track, car: Any, state: State) -> set[tuple[str, ...]]:
    """The dice that may be placed next."""
    return {tuple(sorted(option.dice)) for option in placements(road_, car, state)}


def ground(track_: Track) -> Ground:
    """The ground of a road that has no tiles."""
    return Ground(Stage(), None, track_.rules, fixed=track_)


def drive(track_: Track, car: Car, policy: Policy, rng: Random) -> RaceResult:
    """One car alone over a track."""
    return race(ground(track_), [Entrant("", (car,), policy)], rng)


def contact(**more: Any) -> Rules:
    """The rules with pushing, and other house rules with "__" for their dots."""
    return load(house_rules={"push.allowed": True, **{name.replace("__", "."): value for name, value in more.items()}})


def circuit(design: Design, rules: Rules, laps: int = 1) -> Ground:
    """A circuit, so many laps long."""
    assert design.stage is not None
    assert design.event is not None
    return Ground(design.stage, replace(design.event, laps=laps), rules)


def pushed_home() -> RaceResult:
    """Red starts behind Blue and pushes it past the finish in its first turn."""
    course = road([{}, {}, {"finished": True}, {"finished": True}], contact(**SAFE_DICE, start__cars_per_round=2))
    course = replace(course, course=replace(course.course, starts=(0, 1)))
    car = car_from_board("r6-gravel")
    entrants = [Entrant("Red", (car,), policies.find("novice")), Entrant("Blue", (car,), policies.find("novice"))]
    return race(ground(course), entrants, Random(1))
