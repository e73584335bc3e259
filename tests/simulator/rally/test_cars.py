from __future__ import annotations

import pickle

import pytest

from designer.design import dashboard as boards
from designer.design.dashboard import SLOTS, Dashboard
from designer.design.document import Design
from designer.play import cars
from designer.play.dice import BRAKE, COAST, LEADER
from designer.rules import load


def build(name: str, tokens: dict[str, str]) -> Dashboard:
    board = Dashboard(name)
    for slot, token in tokens.items():
        board = boards.put(board, slot, token)
    return board


def simple_build() -> Dashboard:
    """The Climb document's first example: the dice of an R6 car and one more brake, three track types."""
    tokens = {"T1": "gravel", "T2": "asphalt", "T3": "snow"}
    tokens |= {"A1": "gear-6", "A2": "brake", "B1": "brake", "B2": "coast"}
    tokens |= {f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}
    return build("Simple", {**tokens, "C6": "coast"})


def technical_build() -> Dashboard:
    """The second example in kind: no gear 1 and no gear 6, boost and brake dice, puncture proof tyres, SISU."""
    tokens = {"T1": "gravel", "T2": "asphalt", "A1": "boost", "A2": "brake", "B1": "boost", "B2": "sisu"}
    tokens |= {
        "C1": "gear-2",
        "C2": "gear-3",
        "C3": "gear-4",
        "C4": "gear-5",
        "C5": "gear-5",
        "C6": "coast",
        "C7": "brake",
        "C8": "puncture-proof",
    }
    return build("Technical", tokens)


def test_simple_build_has_a_limit_of_five_all_the_time() -> None:
    """Climb, "Creating your Dashboard", first example: ten tokens and three track types leave four slots empty."""
    car = cars.car_from_dashboard(simple_build(), load())
    assert len(simple_build().slots) == 13
    assert [column.limit for _, column in car.columns] == [5, 5, 5]
    assert car.on("gravel").gear_dice == 6
    assert (car.on("gravel").dice[BRAKE], car.on("gravel").dice[COAST]) == (2, 2)


def test_simple_build_loses_speed_on_track_types_it_likes_less() -> None:
    car = cars.car_from_dashboard(simple_build(), load())
    assert car.on("asphalt").gears == tuple((gear, 1) for gear in range(1, 6))
    assert car.on("asphalt").dice[BRAKE] == 1
    assert (car.on("snow").dice[BRAKE], car.on("snow").dice[COAST]) == (0, 1)


def test_technical_build_sets_off_with_a_flying_start_and_its_limit_drops() -> None:
    """Climb, "Creating your Dashboard", second example: grip most of the time, low on some track types."""
    car = cars.car_from_dashboard(technical_build(), load())
    assert (car.sisu, car.puncture_proof) == ((1, 1), (1, 1))
    assert car.on("gravel").gears == ((2, 1), (3, 1), (4, 1), (5, 2))
    assert car.on("gravel").limit == car.on("asphalt").limit == 1 + 3
    assert car.on("snow") is None


def test_an_empty_slot_only_counts_where_its_column_can_be_used() -> None:
    board = build("Empty", {"T1": "gravel", "T2": "asphalt", "T3": "snow"})
    car = cars.car_from_dashboard(board, load())
    assert [car.on(kind).limit for kind in ("gravel", "asphalt", "snow")] == [15, 13, 11]
    every = cars.car_from_dashboard(board, load(house_rules={"unlimited.empty_slots_counted": "all"}))
    assert [column.limit for _, column in every.columns] == [15, 15, 15]


def test_restriction_tokens_take_slots_and_bring_nothing() -> None:
    car = cars.car_from_dashboard(build("R6", {"T1": "gravel", "C1": "no-boost", "C2": "gear-1"}), load())
    assert car.on("gravel").limit == 1 + len(SLOTS) - 3
    assert sum(car.on("gravel").dice) == 1


def test_gravel_tyres_of_the_core_box() -> None:
    """Climb and 110%, "Using your dice": the figure of the gravel tyres."""
    car = cars.car_from_board("r6-gravel")
    gravel, snow = car.on("gravel"), car.on("snow")
    assert (gravel.gear_dice, gravel.dice[COAST], gravel.dice[BRAKE], gravel.limit) == (6, 2, 1, 3)
    assert (snow.gear_dice, snow.dice[COAST], snow.dice[LEADER], snow.dice[BRAKE]) == (5, 0, 2, 0)


def test_damage_takes_dice_the_highest_gear_first_and_leaves_one_gear() -> None:
    car = cars.car_from_board("r6-gravel")
    worn = cars.worn(car, (2, 1, 1, 0), load())
    assert worn.on("gravel").gears == ((1, 1), (2, 1), (3, 1), (4, 1))
    assert (worn.on("gravel").dice[BRAKE], worn.on("gravel").dice[COAST]) == (0, 1)
    assert worn.on("snow").dice[LEADER] == 1
    assert cars.worn(car, (9, 9, 9, 9), load()).on("gravel").gears == ((1, 1),)
    hard = load(house_rules={"damage.last_gear_stays": False})
    assert cars.worn(car, (9, 0, 0, 0), hard).on("gravel").gears == ()


def test_the_first_player_has_leader_dice_on_gravel_only() -> None:
    """110%, "Leader dice"."""
    car = cars.leading(cars.car_from_board("r6-asphalt"))
    assert car.on("gravel").dice[LEADER] == 2
    assert (car.on("asphalt").dice[COAST], car.on("asphalt").dice[LEADER]) == (2, 0)


@pytest.mark.parametrize(
    ("name", "tyres", "unlimited"),
    [
        ("leader.first_player_tyre_cards", 0, 2),
        ("leader.first_player_unlimited", 2, 0),
        ("leader.first_player_gravel", 0, 0),  # of before: both
    ],
)
def test_tyre_cards_and_unlimited_boards_have_a_switch_each_for_leader_dice(
    name: str, tyres: int, unlimited: int
) -> None:
    """110%, "Leader dice"; Climb, "Creating your Dashboard"."""
    house = load(house_rules={name: False})
    card, board = cars.car_from_board("r6-gravel"), cars.car_from_dashboard(simple_build(), house)
    assert cars.leading_by(card, house).on("gravel").dice[LEADER] == tyres
    assert cars.leading_by(board, house).on("gravel").dice[LEADER] == unlimited
    assert cars.leading_by(board, load()).on("gravel").dice[COAST : LEADER + 1] == (0, 2)
    assert cars.leading_by(card, load()).on("gravel").dice[COAST : LEADER + 1] == (0, 2)


def test_cars_are_found_by_board_name_or_standard_id() -> None:
    design = Design(dashboards=(simple_build(),))
    assert cars.find_car(design, "Simple", load()).unlimited
    assert cars.find_car(design, "r6-snow", load()).name == "R6, snow tyres"
    with pytest.raises(cars.UnknownCar, match="r6-gravel"):
        cars.find_car(design, "r6-gravle", load())
    with pytest.raises(cars.UnknownCar, match="Simple"):
        cars.find_car(design, "zzz", load())


def test_cars_survive_pickling() -> None:
    car = cars.car_from_dashboard(simple_build(), load())
    again = pickle.loads(pickle.dumps(car))
    assert again == car
    assert hash(again) == hash(car)
    assert again.on("snow") == car.on("snow")


def test_damage_from_the_lowest_gear_up_leaves_the_die_that_a_standing_car_sets_off_with() -> None:
    house = load(house_rules={"damage.highest_gear_first": False})
    for name in ("r6-gravel", "rx-asphalt"):
        car = cars.car_from_board(name, house)
        for count, left in ((1, {1, 3, 4, 5, 6}), (3, {1, 5, 6}), (9, {1})):
            column = cars.worn(car, (count, 0, 0, 0), house).columns[0][1]
            assert {gear for gear, _ in column.gears} == left & {gear for gear, _ in car.columns[0][1].gears}
