"""The rules profile and the house rules laid over it."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer import catalog, rules
from designer.rules import Rules, RulesError, load

PACKAGE = Path(rules.__file__).parent
STANDARD = catalog.rules_profile()["values"]
NUMBERS = [name for name, facts in STANDARD.items() if type(facts["value"]) is int]
SWITCHES = [name for name, facts in STANDARD.items() if type(facts["value"]) is bool]
LEVELS = ("low", "medium", "high")


def test_every_value_says_where_it_comes_from() -> None:
    for name in rules.names():
        source = load().source(name)
        assert source["source"] in ("seed", "public", "assumed"), name
        assert source["sure"] in ("high", "medium", "low"), name
        assert source["where"], name
        assert source["note"], name


def test_every_value_fits_its_own_record() -> None:
    for name, facts in STANDARD.items():
        assert rules.misfit(facts, facts["value"]) == "", name


def test_values_of_the_profile() -> None:
    standard = load()
    assert [standard.number(f"time.gear_{gear}") for gear in range(7)] == [60, 50, 40, 30, 20, 15, 10]
    assert standard.number("hillclimb.tries") == 3
    assert standard.switch("slide.snow_mandatory") is True
    assert standard.word("finish.past_line") == "tile"
    assert standard.value("order.rally") == ("distance", "gear", "inside-lane")


def test_advanced_rules_are_off_until_chosen() -> None:
    for name in ("handbrake.allowed", "weather.allowed", "push.allowed"):
        assert load().switch(name) is False


def test_dice_of_the_profile_are_the_printed_dice() -> None:
    for kind, facts in catalog.dice().items():
        assert load().number(f"dice.{kind.replace('-', '_')}.dangers") == facts.dangers
        assert load().number("dice.faces") == facts.faces


def test_more_gear_and_more_danger_never_mean_less_damage() -> None:
    standard = load()
    damage = {
        (gear, level): standard.number(f"loss.damage.gear_{gear}.{level}") for gear in range(7) for level in LEVELS
    }
    for gear in range(1, 7):
        for level in LEVELS:
            assert damage[gear, level] >= damage[gear - 1, level]
        assert damage[gear, "low"] <= damage[gear, "medium"] <= damage[gear, "high"]


def test_bags_of_the_documents() -> None:
    """RX, "Setup": 48 tokens with those RX brings; the DIRT bag holds 48 (public)."""
    for bag, total in (("rally", 48), ("rallycross", 48), ("circuit", 42)):
        names = [name for name in rules.names() if name.startswith(f"damage.{bag}_bag.")]
        assert sum(load().number(name) for name in names) == total


def test_what_is_assumed_is_told() -> None:
    told = load().assumed()
    assert "time.gear_5" in told
    assert "water.effect" in told
    assert "hillclimb.tries" not in told
    assert told == [name for name, facts in STANDARD.items() if facts["source"] == "assumed"]


def test_a_house_rule_overrides_and_is_no_longer_assumed() -> None:
    house = load(house_rules={"time.gear_5": 20, "handbrake.allowed": True, "water.effect": "none"})
    assert house.number("time.gear_5") == 20
    assert house.switch("handbrake.allowed")
    assert house.word("water.effect") == "none"
    assert house.source("time.gear_5")["source"] == "house"
    assert "time.gear_5" not in house.assumed()
    assert load().number("time.gear_5") == 15


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("time.gear6", 5, "Did you mean time.gear_6"),
        ("hilclimb.tries", 5, "Did you mean hillclimb.tries"),
        ("zzz.qqq", 5, "There is no rule"),
        ("time.gear_6", "ten", "whole number"),
        ("time.gear_6", True, "whole number"),
        ("time.gear_6", 10.0, "whole number"),
        ("time.gear_6", -1, "from 0 to 600"),
        ("time.gear_6", None, "whole number"),
        ("handbrake.allowed", 1, "true or false"),
        ("water.effect", "swim", "one of danger, no-shift-up, none"),
        ("order.rally", ["gear", "luck"], "may list distance, gear, inside-lane, not 'luck'"),
        ("order.rally", "gear", "a list"),
        ("order.rally", [["gear"]], "may list"),
    ],
)
def test_a_house_rule_that_does_not_fit_is_explained(name: str, value: Any, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        load(house_rules={name: value})


def test_an_unknown_profile_is_explained() -> None:
    with pytest.raises(RulesError, match="there is standard"):
        load("1999")


def test_asking_for_the_wrong_kind_is_explained() -> None:
    with pytest.raises(RulesError, match="Did you mean"):
        load().value("time.gear_66")
    with pytest.raises(RulesError, match="not a whole number"):
        load().number("handbrake.allowed")
    with pytest.raises(RulesError, match="not true or false"):
        load().switch("time.gear_6")
    with pytest.raises(RulesError, match="not text"):
        load().word("time.gear_6")
    with pytest.raises(RulesError, match="Did you mean"):
        rules.record("time.gear_66")


def test_equal_rules_are_one_object_and_make_a_key() -> None:
    assert load() is load()
    assert load(house_rules={}) is load()
    first = load(house_rules={"hillclimb.tries": 4, "time.gear_0": 50})
    second = load(house_rules={"time.gear_0": 50, "hillclimb.tries": 4})
    assert first is second
    assert {first: "a"}[second] == "a"
    assert first != load()
    assert load() != "standard"


def test_rules_travel_to_worker_processes() -> None:
    for house in ({}, {"order.rally": ["gear"], "time.gear_1": 55}):
        one = load(house_rules=house)
        back: Rules = pickle.loads(pickle.dumps(one))
        assert back == one
        assert dict(back.overrides) == dict(one.overrides)
        assert [back.value(name) for name in back] == [one.value(name) for name in one]


def test_nobody_can_change_a_rule_in_place() -> None:
    mine = ["gear", "distance"]
    house = load(house_rules={"order.rally": mine})
    mine.append("inside-lane")
    assert house.value("order.rally") == ("gear", "distance")


@given(st.sampled_from(NUMBERS), st.integers(-2000, 200000))
def test_numbers_are_taken_exactly_when_they_lie_in_their_range(name: str, value: int) -> None:
    facts = STANDARD[name]
    if facts["minimum"] <= value <= facts["maximum"]:
        assert load(house_rules={name: value}).number(name) == value
    else:
        with pytest.raises(RulesError, match="must lie from"):
            load(house_rules={name: value})


@given(st.dictionaries(st.sampled_from(SWITCHES), st.booleans()))
def test_switches_not_named_keep_their_value(house: dict[str, bool]) -> None:
    changed = load(house_rules=house)
    for name in SWITCHES:
        assert changed.switch(name) is house.get(name, STANDARD[name]["value"])


def test_every_rule_that_the_code_asks_for_exists() -> None:
    asked = {
        name
        for path in PACKAGE.rglob("*.py")
        for name in re.findall(r'\.(?:number|switch|word|value)\("([a-z0-9_]+\.[a-z0-9_.]+)"\)', path.read_text())
    }
    assert len(asked) > 20
    assert asked <= set(rules.names())


def test_summit_readings_have_the_recommended_defaults() -> None:
    expected = {
        "cylinder_distance": "shortest",
        "fall_never_raises": True,
        "fall_without_quickdraw": "deck",
        "start_bolted": False,
        "rest_bonus_stacks": False,
        "hang_mode": "delay_only",
        "action_order": "literal",
        "first_bolt_auto_clip": True,
        "first_bolt_blocked": "duty_passes_on",
        "option2_covers_summit": False,
    }
    assert {name: load().value(f"summit.{name}") for name in expected} == expected


def test_a_rule_that_became_two_still_counts_for_both_unless_one_is_set_too() -> None:
    before = {"leader.first_player_gravel": False}
    for house in (load(house_rules=before), rules.load_fitting(before)):
        assert not house.switch("leader.first_player_tyre_cards")
        assert not house.switch("leader.first_player_unlimited")
    both = load(house_rules={**before, "leader.first_player_unlimited": True})
    assert not both.switch("leader.first_player_tyre_cards")
    assert both.switch("leader.first_player_unlimited")
    with pytest.raises(RulesError, match=r"leader.first_player_tyre_cards must be true or false"):
        load(house_rules={"leader.first_player_gravel": 1})
