"""Spare tyres: Climb, "Hillclimbing", Setup; 110%, "Choosing your Dashboard tires"; core rules 9."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from designer import schemas
from designer.design.event import Event
from designer.play.cars import Car, car_from_board
from designer.play.ground import Ground
from designer.play.plans import State
from designer.play.track import Track
from designer.rules import load
from designer.simulator.rally import event
from designer.simulator.rally.drive import Driven, at_start, take_turn
from designer.simulator.rally.log import Run
from designer.simulator.rally.policies import LookingAhead, Policy, Sensible, fits_spare
from designer.simulator.rally.race import Entrant, RaceResult, race
from designer.simulator.rally.replay import Frame, frames
from designer.simulator.rally.spares import supply
from tests.simulator.roads import ground, road

R6 = car_from_board("r6-gravel")
BAG = {"green-flag": 6, "coast": 4}


@dataclass
class Willing(Sensible):
    """Fits a spare tyre or not, as told; notes what it was asked."""

    answer: bool = True
    asked: list[tuple[Car, Car]] = field(default_factory=list)

    def spare(self, track: Track, worn: Car, mended: Car, state: State) -> bool:
        self.asked.append((worn, mended))
        return self.answer


def long_road(house_rules: Mapping[str, Any] | None = None, length: int = 40) -> Track:
    spaces: list[dict[str, Any]] = [{"terrain": "gravel"} for _ in range(length)]
    return road([*spaces, {"finished": True}], load(house_rules=house_rules or {}))


def turn(
    policy: Policy,
    damage: tuple[int, ...] = (1, 0, 2, 0),
    house_rules: Mapping[str, Any] | None = None,
    spares: int = 1,
    length: int = 40,
) -> Driven:
    track = long_road(house_rules, length)
    standing = replace(at_start(track, R6), damage=damage, spares=spares)
    return take_turn(track, R6, standing, BAG, policy, Random(1), 1)


def test_a_spare_tyre_takes_one_coast_damage_off_at_the_start_of_a_turn() -> None:
    driver = Willing()
    driven = turn(driver)
    assert driven.log.mended == ("coast",)
    assert (driven.standing.damage, driven.standing.spares) == ((1, 0, 1, 0), 0)
    assert driven.bag["coast"] == 5, "the token goes back into the bag"
    worn, mended = driver.asked[0]
    gravel = [car.on("gravel") for car in (worn, mended)]
    assert [column.dice[6] for column in gravel if column is not None] == [0, 1]
    assert driven.log.penalty == 30
    assert driven.standing.seconds == driven.log.seconds
    assert driven.log.seconds - 30 in {60, 50, 40, 30, 20, 15, 10}
    assert "A spare tyre takes off coast damage for 30 s." in driven.log.text()


def test_who_says_no_has_no_spare_left_or_no_puncture_fits_none() -> None:
    assert turn(Willing(answer=False)).log.mended == ()
    unasked = Willing()
    assert turn(unasked, spares=0).log.mended == ()
    assert turn(unasked, damage=(2, 1, 0, 0)).log.mended == ()
    assert unasked.asked == []


def test_its_cost_and_what_it_takes_off_are_house_rules() -> None:
    driven = turn(Willing(), house_rules={"spare_tyre.penalty_seconds": 7, "spare_tyre.coast_damage_removed": 2})
    assert (driven.log.mended, driven.log.penalty, driven.standing.damage) == (("coast", "coast"), 7, (1, 0, 0, 0))
    assert turn(Willing(), house_rules={"spare_tyre.coast_damage_removed": 0}).log.mended == ()


def test_drivers_fit_a_spare_tyre_when_it_saves_more_than_it_costs() -> None:
    """Without coast dice a long way at the top gear takes longer; near the finish it does not matter."""

    @dataclass
    class Plain:
        """A driver that knows nothing of spare tyres."""

        inner: Sensible = field(default_factory=Sensible)

        def choose(self, view: Any) -> Any:
            return self.inner.choose(view)

        def decide(self, view: Any, choice: Any, progress: Any) -> str:
            return self.inner.decide(view, choice, progress)

        def use_sisu(self, view: Any, choice: Any, progress: Any) -> bool:
            return False

    for policy in (Sensible(), LookingAhead(), Plain()):
        assert turn(policy, length=40).log.mended == ("coast",), "no coast die left"
        assert turn(policy, damage=(0, 0, 1, 0), length=20).log.mended == (), "one left, and not far to go"
        assert turn(policy, length=6).log.mended == ()
        assert turn(policy, length=40, house_rules={"spare_tyre.penalty_seconds": 600}).log.mended == ()
    assert not fits_spare(Plain(), long_road(), R6, R6, State(0, 0)), "a car that is no better"


def test_none_in_a_hillclimb_nor_on_a_circuit_nor_where_they_are_not_allowed() -> None:
    """Climb, "Hillclimbing", Setup."""

    def of(*, circuit: bool = False, hillclimb: bool = False, **rules: Any) -> int:
        house_rules = {name.replace("__", "."): value for name, value in rules.items()}
        return supply(load(house_rules=house_rules), circuit=circuit, hillclimb=hillclimb)

    assert (of(), of(circuit=True), of(hillclimb=True)) == (1, 0, 0)
    assert of(hillclimb=True, hillclimb__spare_tyres=True) == 1
    assert of(spare_tyre__allowed=False) == 0
    assert of(spare_tyre__count=2) == 2


def driven_race(
    kind: str = "",
    *,
    held: tuple[str, ...] = ("coast",),
    used: int = 0,
    tries: int = 1,
    house_rules: Mapping[str, Any] | None = None,
) -> RaceResult:
    laid: Ground = ground(long_road(house_rules))
    if kind:
        laid = replace(laid, event=Event(kind))
    entrant = Entrant("Red", (R6,), Willing(), held=held, spares_used=used)
    return race(laid, [entrant], Random(2), tries=tries, bag=BAG)


def mended_turns(result: RaceResult) -> int:
    return sum(bool(one.mended) for one in result.turns())


def test_a_driver_has_one_for_a_stage_and_brings_it_along() -> None:
    result = driven_race()
    assert mended_turns(result) == 1
    assert (result.entrants[0].spares_used, "coast" in result.entrants[0].held) == (1, False)
    assert sum(one.seconds for one in result.turns()) - result.finishes[0].tokens == result.finishes[0].seconds
    assert mended_turns(driven_race(used=1)) == 0
    assert mended_turns(driven_race(held=("coast", "coast"), house_rules={"spare_tyre.count": 2})) == 2
    assert mended_turns(driven_race("hillclimb", tries=3)) == 0
    with_spares = driven_race("hillclimb", tries=3, house_rules={"hillclimb.spare_tyres": True})
    assert mended_turns(with_spares) == 1, "the damage it began with is gone in the later tries"


def test_a_used_spare_tyre_is_back_after_assistance() -> None:
    used = Entrant("Red", (R6,), Willing(), spares_used=1)
    assert event.between_stages(used, load(), assisted=False).spares_used == 1
    assert event.between_stages(used, load(), assisted=True).spares_used == 0
    each = load(house_rules={"spare_tyre.back_with": "stage"})
    assert event.between_stages(used, each, assisted=False).spares_used == 0


def test_a_replay_shows_the_damage_go_and_the_seconds_rise() -> None:
    first, *_, last = shown(turn(Willing(), damage=(0, 0, 1, 0)))
    assert first.car("").damage == ()
    assert first.car("").seconds == 30
    assert [(one.kind, one.number) for one in first.events] == [("spare", 30)]
    assert "First a spare tyre takes off coast damage for 30 s." in first.step
    assert last.car("").seconds == 30 + next(one.number for one in last.events if one.kind == "card")
    plain, *_ = shown(turn(Willing(answer=False), damage=(0, 0, 1, 0)))
    assert (plain.car("").seconds, plain.events) == (0, ())
    assert plain.step.endswith("planned.")


def shown(driven: Driven) -> list[Frame]:
    run = Run("road", "0" * 64, 1, 0, R6.name, "willing", {"profile": "standard"}, (driven.log,), False, None)
    assert schemas.problems(run.to_data(), "run-log") == []
    return list(frames(run))


@pytest.mark.parametrize("name", ["mended", "penalty"])
def test_logs_without_a_spare_tyre_say_nothing_of_it(name: str) -> None:
    assert name not in turn(Willing(answer=False)).log.to_data()
    assert name in turn(Willing()).log.to_data()
