"""Where a car can come to: the bits agree with a plain search over every legal plan."""

from __future__ import annotations

import pytest

from designer import catalog, rules
from designer.design.hexes import Hex
from designer.design.stage import Stage, place, put_token
from designer.design.stage import Token as StageToken
from designer.formats import native
from designer.graph import course
from designer.play import reach, track
from designer.play.cars import Car, car_from_board, column
from designer.play.plans import State, after, gear_without_die, placements
from designer.play.track import Track
from designer.resources import folder


def by_search(road: Track, car: Car) -> dict[int, set[int]]:
    """The gears in which a turn can begin on each spot, found by following every placement of every turn."""
    begun: dict[int, set[int]] = {}
    waiting = [(spot, 0) for spot in road.course.starts]
    while waiting:
        spot, gear = waiting.pop()
        if gear in begun.setdefault(spot, set()):
            continue
        begun[spot].add(gear)
        if road.course.spots[spot].finished:
            continue
        first = State(spot, gear)
        if not placements(road, car, first):
            waiting.append((spot, gear_without_die(gear, road.rules)))
        seen = {first}
        turn = [first]
        while turn:
            state = turn.pop()
            for placed in placements(road, car, state):
                if placed.loses:
                    continue
                then = after(road, state, placed)
                if then not in seen:
                    seen.add(then)
                    turn.append(then)
                    waiting.append((then.spot, then.gear))
    return begun


def small(*tiles: tuple[str, int, int, int], tokens: dict[Hex, StageToken] | None = None) -> Stage:
    stage = Stage()
    for tile, q, r, rotation in tiles:
        stage = place(stage, tile, Hex(q, r), rotation)
    for where, token in (tokens or {}).items():
        stage = put_token(stage, where, token)
    return stage


FEW = Car("Few", (("gravel", column(gears={2: 1, 3: 1, 5: 1}, coast=1, brake=1, boost=1, limit=3)),))
HILL = small(("202a", 0, 0, 0), ("418b", 1, 0, 0), ("419b", 2, 0, 0), ("203a", 2, 1, 4))
CORNER = small(("202a", 0, 0, 0), ("211b", 1, 0, 0), ("203a", 0, 1, 2))
MIXED = small(("301b", 0, 0, 0), ("304a", 1, 0, 0), ("302b", 2, 0, 0))


@pytest.mark.parametrize(
    "switches",
    [
        {},
        {"plan.first_die_same_gear": False},
        {"plan.first_die_coast_allowed": True},
        {"climb.mercy_move": False},
        {"handbrake.allowed": True},
    ],
    ids=["standard", "no same gear", "coast first", "no mercy", "handbrake"],
)
@pytest.mark.parametrize("car", [car_from_board("r4-gravel"), FEW], ids=["r4", "few"])
@pytest.mark.parametrize("stage", [HILL, CORNER], ids=["hill", "corner"])
def test_reach_agrees_with_a_search_over_all_plans(stage: Stage, car: Car, switches: dict[str, bool]) -> None:
    road = track.build(course.of_stage(stage), rules.load(house_rules=switches))
    assert road.course.problem is None
    found = reach.explore(road, car)
    searched = by_search(road, car)
    assert {
        spot.number: set(reach.gears_in(found.gears[spot.number]))
        for spot in road.course.spots
        if found.gears[spot.number]
    } == searched


def test_a_coasting_car_keeps_a_gear_that_it_has_no_die_for_on_the_next_track_type() -> None:
    """Gear 6 is not on snow for gravel tyres, but a coast die carries it there within a turn."""
    road = track.build(course.of_stage(MIXED), rules.load())
    car = Car("Coaster", (("asphalt", column(gears=3, coast=2, limit=3)), ("snow", column(gears=2, coast=2, limit=3))))
    found = reach.explore(road, car)
    assert {spot: set(reach.gears_in(mask)) for spot, mask in enumerate(found.gears) if mask} == by_search(road, car)
    snow = [number for number, spot in enumerate(road.course.spots) if spot.space.terrain == "snow" and spot.finished]
    assert any(found.gears[number] >> 3 & 1 for number in snow)


@pytest.mark.parametrize("name", ["climb-1", "climb-2", "rally-3-ss2", "rally-9-ss1"])
def test_every_standard_rally_car_reaches_the_finish_of_official_stages(name: str) -> None:
    design = native.load(folder("exports") / "stages" / f"{name}.json")
    assert design.stage is not None
    road = track.build(course.of_stage(design.stage), rules.load())
    for board, facts in catalog.standard_boards().items():
        if facts.car_class in ("r4", "r5", "r6"):
            assert reach.explore(road, car_from_board(board)).finishes(road.course), board


def test_losing_control_counts_only_when_asked() -> None:
    fast = Car("Fast", (("gravel", column(gears={3: 1, 4: 1}, limit=3)),))
    road = track.build(course.of_stage(CORNER), rules.load(house_rules={"plan.flying_start_gear": 3}))
    assert not reach.explore(road, fast).finishes(road.course)
    assert reach.explore(road, fast, losing=True).finishes(road.course)
    ends = list(reach.unpassed(road, reach.explore(road, fast)))
    assert ends
    assert not any(spot.finished for spot in ends)
