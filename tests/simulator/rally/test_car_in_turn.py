"""Damage and leader dice count wherever a car is asked what it may place, whatever was asked before."""

from __future__ import annotations

from random import Random

import pytest

from designer.design.dashboard import Dashboard
from designer.design.values import frozen
from designer.play.cars import DAMAGE, Car, car_from_board, car_from_dashboard, leading, worn
from designer.play.plans import State, after, placements
from designer.play.track import Track
from designer.rules import load
from designer.simulator.rally import policies
from designer.simulator.rally.drive import Standing, car_in_turn, next_placements, standing_at, take_turn
from tests.simulator.roads import road

R6 = car_from_board("r6-gravel")
OWN = car_from_dashboard(
    Dashboard("Mule", frozen({"T1": "gravel", "A1": "coast", **{f"C{n}": f"gear-{n}" for n in range(1, 7)}})), load()
)
#: With coast and leader dice as first dice, so that the first placements tell all that a car has.
OPEN = load(house_rules={"plan.first_die_coast_allowed": True})


def plain() -> Track:
    return road([{} for _ in range(9)], OPEN)


def dice(track: Track, car: Car, gear: int) -> set[tuple[str, ...]]:
    return {option.dice for option in placements(track, car, State(0, gear))}


@pytest.mark.parametrize("car", [R6, OWN], ids=lambda car: car.name)
@pytest.mark.parametrize("whole_first", [True, False])
def test_a_worn_car_with_a_fresh_state_lacks_its_dice(car: Car, whole_first: bool) -> None:
    track = plain()
    less = worn(car, (1, 0, 0, 0), track.rules)
    asked = [dice(track, one, 5) for one in ((car, less) if whole_first else (less, car))]
    whole, few = asked if whole_first else reversed(asked)
    assert ("gear-6",) in whole
    assert ("gear-6",) not in few
    assert few < whole


def test_a_leading_car_with_a_fresh_state_has_leader_dice() -> None:
    track = plain()
    assert ("coast",) in dice(track, R6, 3)
    assert {die for group in dice(track, leading(R6), 3) for die in group} >= {"leader"}
    assert ("coast",) not in dice(track, leading(R6), 3)
    assert ("leader",) not in dice(track, R6, 3)
    standard = road([{} for _ in range(9)])
    first = next(option for option in placements(standard, leading(R6), State(0, 3)) if option.dice == ("gear-4",))
    then = placements(standard, leading(R6), after(standard, State(0, 3), first))
    assert ("leader",) in {option.dice for option in then}, "by the rules not before a gear die"


@pytest.mark.parametrize("car", [R6, OWN], ids=lambda car: car.name)
@pytest.mark.parametrize("count", [1, 2])
def test_damage_and_leader_dice_add_up_in_either_order(car: Car, count: int) -> None:
    track = plain()
    damage = (0, 0, count, 0)
    one, other = leading(worn(car, damage, track.rules)), worn(leading(car), damage, track.rules)
    assert dice(track, one, 3) == dice(track, other, 3)
    owned = sum(car.columns[0][1].dice[6:8])
    assert (("leader",) in dice(track, one, 3)) == (owned > count)


def test_a_standing_car_is_asked_with_all_that_holds() -> None:
    track = plain()
    standing = standing_at(track, 0, gear=5, damage=["gear"])
    found = {option.dice for option in next_placements(track, R6, standing)}
    assert found == dice(track, car_in_turn(track, R6, standing), 5) < dice(track, R6, 5)
    ahead = {option.dice for option in next_placements(track, R6, standing, leader=True)}
    assert ("leader",) in ahead - found
    assert next_placements(track, R6, Standing(0, 3, sits_out=1)) == []
    pushed = next_placements(track, R6, Standing(0, 3, danger_tokens=2))
    assert {option.hazards for option in pushed if option.dice} == {2}


def test_a_standing_is_no_state() -> None:
    with pytest.raises(AttributeError):
        placements(plain(), R6, Standing(0, 5, damage=(1, 0, 0, 0)))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_turn_is_driven_with_the_same_dice(kind: str) -> None:
    track = plain()
    standing = standing_at(track, 0, gear=4, damage=[kind])
    driven = take_turn(track, R6, standing, {}, policies.find("sensible"), Random(1), 1, leader=True)
    first = tuple(die.die for die in driven.log.dice if die.at == driven.log.dice[0].at)
    assert first in {option.dice for option in next_placements(track, R6, standing, leader=True)}
    assert driven.standing.damage == standing.damage
