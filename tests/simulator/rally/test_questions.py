"""What the rules leave to a driver ("may"): each is asked, once, with its choices, and a driver's answer is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from designer.design.document import Design
from designer.design.event import Event
from designer.design.stage import Stage
from designer.play.cars import Car, column
from designer.play.ground import Ground
from designer.play.track import Track
from designer.rules import load
from designer.simulator.rally import damage, questions
from designer.simulator.rally.drive import Driven, Standing, take_turn
from designer.simulator.rally.policies import FLAT_OUT, ONE_BY_ONE, Choice, Sensible, View
from designer.simulator.rally.questions import ask
from designer.simulator.rally.race import Entrant, race
from designer.simulator.rally.rolling import ROLL, Progress
from tests.simulator.roads import place, road

Official = Callable[[str], Design]
SISU = Car("test", (("gravel", column(gears=6, limit=2, sisu=1)),))
LONG: list[dict[str, object]] = [{} for _ in range(12)]


class Wheel:
    """A driver that places some dice and turns SISU at a moment of its choice."""

    def __init__(self, *dice: tuple[str, ...], mode: Any = ONE_BY_ONE, at: int | str | None = None) -> None:
        self.dice, self.mode, self.at = dice, mode, at
        self.asked: list[tuple[str, int, int]] = []

    def choose(self, view: View) -> Choice:
        self.seen = view
        return Choice(place(view.track, view.car, view.state, *self.dice)[0], self.mode)

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        return ROLL

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return False

    def sisu_now(self, view: View, choice: Choice, progress: Progress) -> bool:
        self.asked.append(("roll" if choice.plan else "turn", progress.index, progress.dangers))
        return self.at == (progress.index if choice.plan else "turn")


def drive(driver: Any, *faces: bool, track: Track | None = None, car: Car = SISU, gear: int = 2) -> Driven:
    track = track or road(LONG)
    stands = Standing(0, gear, sisu=car.sisu, puncture_proof=car.puncture_proof)
    bag = damage.bag_for(car, track.rules, circuit=False)
    return take_turn(track, car, stands, bag, driver, Faces(*faces), 1)


class Faces(Random):
    """Chance that shows these dangers in a row, then none, and draws the first token of the bag."""

    def __init__(self, *dangers: bool) -> None:
        super().__init__(0)
        self.dangers = list(dangers)

    def randrange(self, *_: Any) -> int:
        return 0 if self.dangers and self.dangers.pop(0) else 5


def test_sisu_is_asked_for_at_every_moment_before_control_is_lost() -> None:
    """Climb, "SISU!": during their turn, so before the plan, before the roll and between two dice."""
    driver = Wheel(("gear-3",), ("gear-4",), ("gear-5",))
    drive(driver, True)
    assert driver.asked == [("turn", 0, 0), ("roll", 0, 0), ("roll", 1, 1), ("roll", 2, 1)]
    flat = Wheel(("gear-3",), ("gear-4",), mode=FLAT_OUT)
    drive(flat)
    assert flat.asked == [("turn", 0, 0), ("roll", 0, 0)]


@pytest.mark.parametrize("mode", [ONE_BY_ONE, FLAT_OUT])
@pytest.mark.parametrize("at", ["turn", 0, 1])
def test_sisu_turned_early_cancels_what_was_and_will_be_rolled(at: int | str, mode: Any) -> None:
    """Climb, "SISU!": all dangers that have been or will be rolled in the turn."""
    if mode == FLAT_OUT and at == 1:
        return  # flat out all dice are rolled at once
    driver = Wheel(("gear-3",), ("gear-4",), ("gear-5",), mode=mode, at=at)
    driven = drive(driver, True, True, True)
    assert (driven.log.sisu, driven.log.lost_control, driven.log.dangers) == (True, False, 0)
    assert (driven.standing.sisu, driven.standing.gear) == ((0,), 5)
    assert driven.log.sisu_when == ("turn" if at == "turn" else "roll")
    assert driven.log.tokens_won == (3 if mode == FLAT_OUT else 0)
    assert driver.seen.sisu_turned is (at == "turn")
    again = type(driven.log).from_data(driven.log.to_data())
    assert again == driven.log
    assert "SISU, turned before" in again.text()
    late = drive(Wheel(("gear-3",), ("gear-4",), ("gear-5",), mode=mode), True, True, True)
    assert late.log.lost_control, "who does not turn it loses control"


def test_sisu_turned_early_undoes_no_track_element_and_no_cloud() -> None:
    cloudy = road([{}, {"clouds": 2}, {}, {}])
    assert drive(Wheel(("gear-3",), at="turn"), track=cloudy).log.loss_cause == "dangers"
    fast = road([{}, {"limit": 2}, {}, {}])
    assert drive(Wheel(("gear-3",), at=0), track=fast).log.loss_cause == "speed limit"


def test_drivers_keep_sisu_for_a_loss_of_control_unless_they_say_otherwise() -> None:
    """The usual answer is what has always been played."""
    driven = drive(Sensible(), True, True, True)
    assert driven.log.sisu_when == ""
    assert drive(Sensible()).standing.sisu == (1,)


@pytest.mark.parametrize(
    ("rules", "used"),
    [
        ({}, [True, False, False, False]),
        ({"sisu.reset": "turn"}, [True, True, True, True]),
        ({"sisu.reset": "turn", "sisu.reset_every": 2}, [True, False, True, False]),
    ],
)
def test_the_interval_at_which_sisu_is_fresh_is_a_value(rules: dict[str, object], used: list[bool]) -> None:
    """Climb, "SISU!": once a rally, or at intervals of the players' choice."""

    class Turns(Wheel):
        def sisu_now(self, view: View, choice: Choice, progress: Progress) -> bool:
            return not choice.plan

    standing = road([*({} for _ in range(30)), {"finished": True}], load(house_rules=rules))
    driver = Turns(("gear-1",))
    driver.choose = lambda view: Choice((view.options(view.state)[0],), ONE_BY_ONE)  # type: ignore[method-assign]
    ground = Ground(Stage(), None, standing.rules, fixed=standing)
    result = race(ground, [Entrant("Red", (SISU,), driver)], Random(3))
    assert [turn.sisu for turn in result.turns()][:4] == used


def test_sisu_is_fresh_again_every_so_many_tries(official: Official) -> None:
    climb = replace(official("climb-1"), event=Event("hillclimb", tries=4))
    assert climb.stage is not None
    car = Car("test", tuple((kind, column(gears=6, limit=1, sisu=1)) for kind in ("gravel", "asphalt", "snow")))
    found = {}
    for every in (1, 2, 3):
        rules = load(house_rules={"sisu.reset": "stage", "sisu.reset_every": every})
        ground = Ground(climb.stage, climb.event, rules)
        result = race(ground, [Entrant("Red", (car,), Sensible())], Random(1), tries=4)
        found[every] = [sum(turn.sisu for turn in result.turns() if turn.attempt == number) for number in (1, 2, 3, 4)]
    assert found == {1: [1, 1, 1, 1], 2: [1, 0, 1, 0], 3: [1, 0, 0, 1]}


def test_sisu_is_fresh_again_by_laps_of_a_circuit(official: Official) -> None:
    design = replace(official("rx2-ss1"), event=Event("rallycross", laps=3))
    assert design.stage is not None
    car = Car("test", (("dry", column(gears=5, limit=1, boost=1, sisu=1)),), car_class="rx")
    used = {}
    for unit in ("rally", "lap"):
        ground = Ground(design.stage, design.event, load(house_rules={"sisu.reset": unit}))
        result = race(ground, [Entrant("Red", (car,), Sensible())], Random(1))
        assert result.finishes
        used[unit] = sum(turn.sisu for turn in result.turns())
    assert used["rally"] == 1 < used["lap"] <= 3


def test_whether_a_puncture_proof_tyre_is_used_is_asked() -> None:
    """Climb, "Puncture Proof Tires": the driver may put the coast damage back."""
    proof = Car("test", (("gravel", column(gears=6, coast=1, limit=3, puncture_proof=1)),), unlimited=True)
    cut = road([{}, {"kind": "shortcut", "lane": "shortcut"}, {}, {}])
    asked: list[int] = []

    class Saving(Sensible):
        def discard_puncture(self, track: Track, car: Car, spot: int, tyres: int) -> bool:
            asked.append(tyres)
            return False

    kept = {}
    for driver in (Sensible(), Saving()):
        stands = Standing(0, 2, puncture_proof=(1,))
        driven = take_turn(cut, proof, stands, {"coast": 1}, driver, Random(3), 1)
        kept[type(driver).__name__] = driven.log.kept
    assert kept == {"Sensible": (), "Saving": ("coast",)}
    assert asked == [1]


def test_whether_the_free_step_is_taken_is_asked() -> None:
    """Climb, "Braking, boosting and coasting": the car may move one space."""
    uphill = road([{}, {"step": {"climb": "ascent"}}, {}, {}])

    class Stays(Sensible):
        def free_step(self, view: View, steps: tuple[Any, ...]) -> bool:
            assert [step.to for step in steps] == [1]
            return False

    assert drive(Sensible(), track=uphill, gear=1).log.mode == "mercy"
    assert drive(Stays(), track=uphill, gear=1).log.mode == "stand"
    must = road([{}, {"step": {"climb": "ascent"}}, {}, {}], load(house_rules={"climb.mercy_compulsory": True}))
    assert drive(Stays(), track=must, gear=1).log.mode == "mercy", "what must be done is not asked"


def test_one_method_may_answer_every_question() -> None:
    """Whoever sits at the wheel is asked in one place; what he leaves open has the usual answer."""
    heard: list[str] = []

    class Human(Sensible):
        def respond(self, question: questions.Question) -> Any:
            heard.append(type(question).__name__)
            return False if isinstance(question, questions.TakeFreeStep) else None

    uphill = road([{}, {"step": {"climb": "ascent"}}, {}, {}])
    assert drive(Human(), track=uphill, gear=1).log.mode == "stand"
    drive(Human(), True, True)
    assert {"TakeFreeStep", "TurnSisu"} <= set(heard)


def test_an_answer_that_is_no_choice_is_the_usual_one() -> None:
    class Wild:
        def start(self, *_: Any) -> int:
            return 77

    assert ask(Wild(), questions.ChooseStart(road(LONG), SISU, (0,))) == 0
