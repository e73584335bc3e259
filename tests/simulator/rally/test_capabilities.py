"""What boards can do: the document's examples, standard cars, gaps, climb lines, damage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer import catalog, rules
from designer.design.dashboard import SLOTS, Dashboard, new, put
from designer.formats import native
from designer.play.capabilities import (
    ROWS,
    Ability,
    ability,
    climb_words,
    gap_words,
    plan_words,
    road,
    sheet,
    span,
    table,
)
from designer.play.cars import Car, car_from_board, car_from_dashboard
from designer.play.plans import Plan, State, after, placements
from designer.play.track import Track
from designer.resources import folder

RULES = rules.load()
#: The two builds of the Climb document.
SIMPLE, TECHNICAL = (
    native.load(folder("exports") / "dashboards" / f"climb-{name}.json").dashboards[0]
    for name in ("simple", "technical")
)


def of(board: Dashboard, track_type: str) -> Ability:
    return ability(car_from_dashboard(board, RULES), track_type, RULES)


def test_simple_build_has_a_limit_of_five_all_the_time() -> None:
    abilities = sheet(car_from_dashboard(SIMPLE, RULES), RULES).abilities
    assert [(each.name, each.column.limit) for each in abilities if each.column] == [
        ("gravel", 5),
        ("gravel, leading", 5),
        ("asphalt", 5),
        ("snow", 5),
    ]
    assert plan_words(abilities[0].accelerating) == "0-1-2-3-4-5-6"


def test_the_table_shows_no_leader_dice_where_the_house_rules_have_none() -> None:
    house = rules.load(house_rules={"leader.first_player_unlimited": False})
    names = [each.name for each in sheet(car_from_dashboard(SIMPLE, house), house).abilities]
    assert names == ["gravel", "asphalt", "snow"]
    assert "gravel, leading" in [each.name for each in sheet(car_from_board("r6-gravel", house), house).abilities]


def test_simple_build_loses_speed_and_utility_off_its_favourite() -> None:
    assert [of(SIMPLE, kind).top for kind in ("gravel", "asphalt", "snow")] == [6, 5, 5]
    assert [sum(of(SIMPLE, kind).column.dice) for kind in ("gravel", "asphalt", "snow")] == [10, 8, 6]  # type: ignore[union-attr]


def test_technical_build_does_flying_starts_and_bridges_first_gear_with_them() -> None:
    on_gravel = of(TECHNICAL, "gravel")
    assert on_gravel.accelerating[0].kind == "flying-start"
    assert [(gap.gears, gap.up) for gap in on_gravel.gaps] == [("1", ("flying-start",))]
    assert on_gravel.top == 5
    assert plan_words(on_gravel.quickest) == "0-2 (flying start)-4 (boost)-5"
    assert gap_words(on_gravel) == "1: up by flying start"


def test_without_flying_starts_the_technical_build_never_moves() -> None:
    strict = rules.load(house_rules={"plan.flying_start": False})
    stuck = ability(car_from_dashboard(TECHNICAL, strict), "gravel", strict)
    assert stuck.top == 0
    assert stuck.unreached == (2, 3, 4, 5)
    assert gap_words(stuck) == "1: nothing leads up; gear 2-5 out of reach"
    assert plan_words(stuck.accelerating) == "none"


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ({"C1": "gear-1", "C2": "gear-3"}, "2: nothing leads up, nothing leads down; gear 3 out of reach"),
        ({"C1": "gear-1", "C2": "gear-3", "C3": "boost"}, "2: up by boost, nothing leads down"),
        ({"C1": "gear-1", "C2": "gear-3", "C3": "boost", "C4": "brake"}, "2: up by boost, down by brake"),
        (
            {"C1": "gear-1", "C2": "gear-2", "C3": "gear-5", "C4": "boost"},
            "3 to 4: nothing leads up, nothing leads down; gear 5 out of reach",
        ),
        ({"C1": "gear-1", "C2": "gear-2"}, "none"),
    ],
)
def test_gaps_in_the_gear_row_and_what_bridges_them(tokens: dict[str, str], words: str) -> None:
    assert gap_words(of(new(("snow",), tokens), "snow")) == words


def test_climb_lines_up_need_the_gear_below_and_down_the_gear_above() -> None:
    on_gravel = of(new(("gravel",), {"C1": "gear-1", "C2": "gear-2", "C3": "gear-3"}), "gravel")
    assert climb_words(on_gravel.up) == "2>1, 3>2; stuck in 0-1"
    assert climb_words(on_gravel.down) == "0>1, 1>2, 2>3; stuck in 3"
    assert max(way.lines for way in on_gravel.up) == 2


def test_coast_with_boost_keeps_the_speed_uphill_and_with_brake_downhill() -> None:
    base = new(("snow",), {"C1": "gear-1", "C2": "gear-2", "C3": "coast"})
    with_boost, with_brake = of(put(base, "C4", "boost"), "snow"), of(put(base, "C4", "brake"), "snow")
    assert climb_words(with_boost.up) == "2>1; coast pair in 1-2; stuck in 0"
    assert climb_words(with_boost.down) == "0>1, 1>2; stuck in 2"
    assert climb_words(with_brake.down) == "0>1, 1>2; coast pair in 1-2"


def test_braking_and_the_hardest_braking() -> None:
    on_gravel = ability(car_from_board("r6-gravel"), "gravel", RULES)
    assert plan_words(on_gravel.braking, 6) == "6-5-4-3-2-1"
    assert plan_words(on_gravel.hardest, 6) == "6-4 (brake)-3-2-1"
    assert plan_words(of(SIMPLE, "gravel").hardest, 6) == "6-3 (2 brakes)-2-1"


def test_leaders_have_leader_dice_on_gravel_only() -> None:
    names = [each.name for each in sheet(car_from_board("r6-gravel"), RULES).abilities]
    assert names == ["gravel", "gravel, leading", "asphalt", "snow"]
    leader = sheet(car_from_board("r6-gravel"), RULES).abilities[1]
    assert leader.column is not None
    assert leader.column.dice[6:8] == (0, 2)


def test_only_the_asked_track_types_are_shown_and_a_missing_token_is_named() -> None:
    shown = sheet(car_from_dashboard(new(("snow",)), RULES), RULES, track_types=["gravel", "snow"])
    assert [(each.name, each.column is None) for each in shown.abilities] == [("gravel", True), ("snow", False)]
    assert table(shown)[1] == ["Gear dice", "no token", "none"]


def test_boards_with_weather_are_shown_by_weather() -> None:
    assert [each.name for each in sheet(car_from_board("gt6-rain"), RULES, track_types=["gravel"]).abilities] == [
        "dry",
        "wet",
    ]


def test_damage_and_spent_sisu_show_at_once() -> None:
    whole = sheet(car_from_dashboard(TECHNICAL, RULES), RULES)
    hurt = sheet(car_from_dashboard(TECHNICAL, RULES), RULES, damage=(1, 1, 0, 0), sisu_spent=1)
    assert (whole.sisu[0], hurt.sisu[0]) == (1, 0)
    assert [each.abilities[0].top for each in (whole, hurt)] == [5, 4]
    assert [row[1] for row in table(hurt)[1:4]] == ["2-4", "1", "0"]


@pytest.mark.parametrize("board", sorted(catalog.standard_boards()))
def test_every_standard_car_has_a_full_table(board: str) -> None:
    rows = table(sheet(car_from_board(board), RULES))
    assert [row[0] for row in rows] == ["", *ROWS, "SISU", "Puncture proof"]
    assert len({len(row) for row in rows}) == 1
    assert all(cell for row in rows[1:] for cell in row)


def test_spans() -> None:
    assert span([]) == ""
    assert span([2, 3, 4, 6]) == "2-4, 6"


TOKENS = ("gear-1", "gear-2", "gear-3", "gear-4", "gear-5", "gear-6", "brake", "coast", "boost", "sisu")
BOARDS = st.dictionaries(st.sampled_from(SLOTS[3:]), st.sampled_from(TOKENS)).map(
    lambda tokens: new(("gravel", "asphalt", "snow"), tokens)
)


def is_legal(flat: Track, car: Car, state: State, plan: Plan) -> bool:
    for placement in plan:
        if placement not in placements(flat, car, state):
            return False
        state = after(flat, state, placement)
    return True


@given(BOARDS)
def test_every_sequence_is_legal_by_the_plan_rules(board: Dashboard) -> None:
    car: Car = car_from_dashboard(board, RULES)
    for kind in ("gravel", "asphalt", "snow"):
        can, flat = ability(car, kind, RULES), road(kind, RULES, None)
        assert is_legal(flat, car, State(0, 0), can.accelerating)
        assert is_legal(flat, car, State(0, 0), can.quickest)
        assert is_legal(flat, car, State(0, can.top), can.braking)
        assert is_legal(flat, car, State(0, can.top), can.hardest)
        gears = [placement.gear for placement in can.accelerating]
        assert gears == sorted(set(gears))
        assert set(can.unreached).isdisjoint(range(can.top, can.top + 1)) or can.top == 0


@given(BOARDS)
def test_each_further_track_type_can_do_no_more_dice_than_the_favourite(board: Dashboard) -> None:
    favourite, second, third = (of(board, kind).column for kind in ("gravel", "asphalt", "snow"))
    assert favourite is not None
    assert second is not None
    assert third is not None
    assert all(a >= b >= c for a, b, c in zip(favourite.dice, second.dice, third.dice, strict=True))
    assert favourite.limit >= second.limit >= third.limit
