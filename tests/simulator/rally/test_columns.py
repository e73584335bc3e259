"""What lies in a slot of a board counts where its column does: dice, SISU, puncture proof tyres, damage."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from designer.design.dashboard import new
from designer.design.document import Design
from designer.design.event import Event
from designer.play import cars
from designer.play.cars import Car, car_from_board, car_from_dashboard, column
from designer.play.dice import BRAKE
from designer.play.ground import Ground
from designer.play.plans import State
from designer.rules import load
from designer.simulator.rally import damage, policies
from designer.simulator.rally.drive import Driven, Standing, take_turn
from designer.simulator.rally.policies import Choice, View
from designer.simulator.rally.race import Entrant, race
from designer.simulator.rally.rolling import Progress
from tests.simulator.rally.test_drive import Told
from tests.simulator.rally.test_rolling import Faces
from tests.simulator.roads import options, place, road

RULES = load()
LOW_GEARS = {"C1": "gear-1", "C2": "gear-2", "C3": "gear-3"}


def board(**tokens: str) -> Car:
    """A board for gravel (favourite) and snow with gears 1 to 3, and more tokens; it is filled up with blanks to a
    limit of 1."""
    slots = {**LOW_GEARS, **tokens}
    free = {f"C{number}": "blank" for number in range(1, 11)} | dict.fromkeys(("T3", "A1", "A2", "B1", "B2"), "blank")
    return car_from_dashboard(new(("gravel", "snow"), {**free, **slots}), RULES)


def lose(car: Car, terrain: str) -> Driven:
    """A turn with one die that shows a danger, on a limit of 1."""
    course = road([{"terrain": terrain}] * 4)
    stands = Standing(0, 2, sisu=car.sisu)
    return take_turn(course, car, stands, {"green-flag": 9}, Told(("gear-2",)), Faces(True), 1)


# -- SISU and tyres (Climb, "Setting your Track Type tokens") -----------------------------------------------------


def test_sisu_works_on_the_track_types_of_its_column_only() -> None:
    car = board(A1="sisu")
    assert car.sisu == (1, 0)
    on_gravel, on_snow = lose(car, "gravel"), lose(car, "snow")
    assert (on_gravel.log.sisu, on_gravel.log.lost_control, on_gravel.standing.sisu) == (True, False, (0, 0))
    assert (on_snow.log.sisu, on_snow.log.lost_control, on_snow.standing.sisu) == (False, True, (1, 0))


def test_the_sisu_token_that_is_open_to_fewer_track_types_is_spent_first() -> None:
    car = board(A1="sisu", C4="sisu")
    assert car.sisu == (2, 1)
    assert lose(car, "gravel").standing.sisu == (1, 1)
    assert lose(car, "snow").standing.sisu == (1, 0)


def test_flat_out_sisu_is_asked_for_where_control_is_lost() -> None:
    course = road([{}, {}, {"terrain": "snow"}, {}])
    limits = (("gravel", column(gears=4, limit=1, sisu=1)), ("snow", column(gears=4, limit=1)))
    car = Car("frail", limits)
    plan = Told(("gear-2",), ("gear-3",), flat=True)
    for dice, used in (((True, False), True), ((False, True), False)):
        stands = Standing(0, 2, sisu=car.sisu)
        driven = take_turn(course, car, stands, {"green-flag": 9}, plan, Faces(*dice, *[False] * 5), 1)
        assert (driven.log.sisu, driven.log.lost_control) == (used, not used)


def test_spent_sisu_tokens_are_remembered_by_column_from_try_to_try(official: Callable[[str], Design]) -> None:
    """Climb, "SISU!": once a rally for each token."""
    design = official("climb-1")
    assert design.stage is not None
    gravel_only = Car(
        "One",
        tuple((kind, column(gears=6, limit=1, sisu=int(kind == "gravel"))) for kind in ("gravel", "asphalt", "snow")),
        unlimited=True,
    )
    entrant = Entrant("Red", (gravel_only,), policies.find("sensible"))
    result = race(Ground(design.stage, Event("hillclimb"), RULES), [entrant], Random(1), tries=3)
    assert sum(turn.sisu for turn in result.turns()) == 1
    assert result.entrants[0].sisu_used == (1, 0, 0)


@pytest.mark.parametrize(
    ("slot", "terrain", "kept"), [("C4", "snow", ()), ("A1", "snow", ("coast",)), ("A1", "gravel", ())]
)
def test_puncture_proof_tyres_work_where_their_column_does(slot: str, terrain: str, kept: tuple[str, ...]) -> None:
    car = board(**{slot: "puncture-proof", "C5": "coast"})
    course = road([{"terrain": terrain}, {"terrain": terrain, "kind": "shortcut"}, {"terrain": terrain}])
    stands = Standing(0, 2, puncture_proof=car.puncture_proof)
    driven = take_turn(course, car, stands, {"coast": 9}, Told(("gear-2",)), Faces(False, False), 1)
    assert driven.log.kept == kept


def test_a_tyre_of_single_use_is_used_up_in_its_column() -> None:
    car = board(A1="puncture-proof", C5="coast")
    once = load(house_rules={"puncture_proof.single_use": True})
    course = road([{}, {"kind": "shortcut"}, {}], once)
    stands = Standing(0, 2, puncture_proof=car.puncture_proof)
    driven = take_turn(course, car, stands, {"coast": 9}, Told(("gear-2",)), Faces(False, False), 1)
    assert (car.puncture_proof, driven.standing.puncture_proof) == ((1, 0), (0, 0))


# -- gear dice (Climb and 110%, "Using your dice") ----------------------------------------------------------------


def test_each_gear_token_of_an_unlimited_board_is_a_die_of_its_own() -> None:
    """Gears 5 and 4 lie where only gravel opens them; two dice placed on gravel do not close gears 1 to 3 on snow."""
    car = board(A1="gear-5", A2="gear-4")
    course = road([{}, {}, {}, {"terrain": "snow"}, {"terrain": "snow"}, {"terrain": "snow"}])
    _, state = place(course, car, State(0, 5), ("gear-5",), ("gear-4",), ("gear-3",))
    assert options(course, car, state) == {("gear-2",)}


def test_a_printed_number_of_gear_dice_by_house_rule() -> None:
    """Climb and 110%, "Using your dice": at most five gear dice on snow with gravel tyres."""
    snow = [{"terrain": "snow"}] * 9
    counted = load(house_rules={"plan.printed_gear_dice": "any"})
    for rules, sixth in ((load(house_rules={"plan.printed_gear_dice": "first"}), False), (counted, True)):
        car = car_from_board("r6-gravel", rules)
        assert (("gear-6",) in options(road(snow, rules), car, State(0, 5))) is sixth
        course = road(snow, rules)
        _, state = place(course, car, State(0, 0), *[(f"gear-{gear}",) for gear in range(1, 6)])
        assert options(course, car, state) == {("leader",)}, "five gear dice are placed"
    five = car_from_board("r5-gravel", counted)
    assert ("gear-6",) not in options(road([{}] * 3, counted), five, State(0, 5)), "a car has no gear above its own"


# -- damage (Climb, "Damage"; RX, "Damage Tokens") ----------------------------------------------------------------


def test_a_damage_token_takes_one_die_off_an_unlimited_board() -> None:
    car = board(A1="gear-6", C5="gear-5", C6="brake", A2="brake")
    hurt = cars.worn(car, (1, 1, 0, 0), RULES)
    gravel, snow = (hurt.on(kind) for kind in ("gravel", "snow"))
    assert gravel is not None
    assert snow is not None
    assert [gear for gear, _ in gravel.gears] == [1, 2, 3, 5], "gear 6 is gone"
    assert [gear for gear, _ in snow.gears] == [1, 2, 3, 5], "and nothing else"
    assert (gravel.dice[BRAKE], snow.dice[BRAKE]) == (1, 1)
    other = cars.worn(car, (1, 1, 0, 0), load(house_rules={"damage.unlimited_slot": "most-types"}))
    assert [found.dice[BRAKE] for _, found in other.columns] == [1, 0]


def test_every_track_type_keeps_a_gear_die() -> None:
    car = car_from_dashboard(new(("gravel", "snow"), {"A1": "gear-1", "A2": "gear-2", "C1": "gear-3"}), RULES)
    assert [gear for gear, _ in cars.worn(car, (1, 0, 0, 0), RULES).columns[0][1].gears] == [1, 3]
    assert [found.gears for _, found in cars.worn(car, (9, 0, 0, 0), RULES).columns] == [((3, 1),), ((3, 1),)]
    hard = load(house_rules={"damage.last_gear_stays": False})
    assert not any(found.gears for _, found in cars.worn(car, (9, 0, 0, 0), hard).columns)


def test_a_damaged_die_is_still_on_the_board_when_tokens_are_drawn() -> None:
    """Climb, "Damage": drawn again is a token for a die that is not present on the board."""
    car = board(C5="brake")
    course = road([{}, {"kind": "shortcut"}, {}])
    stands = Standing(0, 2, damage=(0, 1, 0, 0))
    driven = take_turn(course, car, stands, {"brake": 9}, Told(("gear-2",)), Faces(False, False), 1)
    assert driven.log.kept == ("brake",)
    without = board()
    assert damage.draw({"brake": 9}, 1, without, RULES, Random(1), shortcut=True).kept == ()


def test_damage_to_a_printed_board_by_house_rule() -> None:
    """RX, "Damage Tokens": numbers fall by one; in every column, or only where more is asked for than is left."""
    car = car_from_board("r6-gravel")
    every = cars.worn(car, (1, 0, 0, 0), RULES)
    pool = cars.worn(car, (1, 0, 0, 0), load(house_rules={"damage.printed_columns": "pool"}))
    assert [found.gear_dice for _, found in every.columns] == [5, 4, 4]
    assert [found.gear_dice for _, found in pool.columns] == [5, 5, 5]
    gt = cars.worn(car_from_board("gt6-asphalt"), (0, 1, 0, 0), load(house_rules={"damage.printed_columns": "pool"}))
    assert [found.dice[BRAKE] for _, found in gt.columns] == [2, 1]


def test_drivers_are_shown_what_sisu_would_undo() -> None:
    """``Progress.cause`` tells it; the place is that where it happened."""
    seen: list[tuple[str, int]] = []

    class Asked(Told):
        def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
            seen.append((progress.cause, progress.index))
            return False

    car = board(C4="sisu")
    course = road([{}] * 4)
    take_turn(
        course,
        car,
        Standing(0, 2, sisu=car.sisu),
        {"green-flag": 9},
        Asked(("gear-2",), ("gear-3",)),
        Faces(True, *[False] * 5),
        1,
    )
    assert seen == [("loss", 0)]
