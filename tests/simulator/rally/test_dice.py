from __future__ import annotations

from random import Random

import pytest

from designer.play.dice import DICE, chance_of, danger_faces, distribution, roll
from designer.rules import load

#: Chances in percent of three dangers or more, as worked out in the core rules, section 1.
ODDS = [
    ("1 2 3", 0.93),
    ("1 2 3 4", 4.63),
    ("1 2 3 4 5", 11.73),
    ("1 2 3 4 5 6", 21.26),
    ("1 2 3 4 5 6 coast coast", 31.98),
    ("1 2 3 4 5 6 leader leader", 42.75),
    ("3 4 5 6", 11.11),
    ("4 5 6 coast coast", 11.73),
    ("4 5 6 leader leader", 20.99),
]


@pytest.mark.parametrize(("dice", "percent"), ODDS)
def test_odds_table_of_the_core_rules(dice: str, percent: float) -> None:
    names = [die if die.isalpha() else f"gear-{die}" for die in dice.split()]
    assert round(100 * chance_of(names, 3, load()), 2) == percent


def test_distribution_adds_up_and_has_one_more_entry_than_dice() -> None:
    odds = distribution(DICE, load())
    assert len(odds) == len(DICE) + 1
    assert sum(odds) == pytest.approx(1.0)


def test_house_rules_change_the_faces() -> None:
    rules = load(house_rules={"dice.coast.dangers": 6})
    assert danger_faces("coast", rules) == 6
    assert all(roll("coast", rules, Random(seed)) for seed in range(20))


def test_rolls_come_up_as_often_as_the_faces_say() -> None:
    rng, rules = Random(3), load()
    dangers = sum(roll("brake", rules, rng) for _ in range(6000))
    assert abs(dangers - 2000) < 4 * (6000 * 2 / 9) ** 0.5
