from __future__ import annotations

from collections import Counter
from random import Random

from designer.play.cars import Car, car_from_board, column
from designer.rules import load
from designer.simulator.rally import damage

R6 = car_from_board("r6-gravel")


def test_bags_by_kind_of_race() -> None:
    rules = load()
    assert sum(damage.bag_for(R6, rules, circuit=False).values()) == 48
    assert damage.bag_for(car_from_board("rx-asphalt"), rules, circuit=True)["boost"] == 6
    assert damage.bag_for(car_from_board("gt6-asphalt"), rules, circuit=True)["green-flag"] == 12
    stormy = load(house_rules={"weather.allowed": True})
    assert damage.bag_for(R6, stormy, circuit=False)["weather"] == 6


def test_damage_by_gear_and_danger_level() -> None:
    rules = load()
    assert damage.tokens_for_loss(5, "medium", rules) == 2
    assert damage.tokens_for_loss(2, "high", rules) == 0
    assert damage.tokens_for_loss(6, "high", load(house_rules={"loss.damage_enabled": False})) == 0


def test_kept_tokens_leave_the_bag_and_green_flags_go_back() -> None:
    bag = {"gear": 1, "green-flag": 2}
    drawn = damage.draw(bag, 3, R6, load(), Random(1), shortcut=False)
    assert (drawn.kept, Counter(drawn.returned)) == (("gear",), Counter({"green-flag": 2}))
    assert dict(drawn.bag) == {"gear": 0, "green-flag": 2}
    assert damage.draw(drawn.bag, 9, R6, load(), Random(1), shortcut=False).kept == ()


def test_an_unlimited_board_draws_again_for_dice_it_lacks() -> None:
    """Climb, "Damage"."""
    bare = Car("bare", (("gravel", column(gears=3, limit=3)),), unlimited=True)
    bag = {"brake": 50, "coast": 50, "gear": 1}
    assert damage.draw(bag, 1, bare, load(), Random(2), shortcut=False).kept == ("gear",)
    printed = Car("printed", bare.columns)
    kinds = {damage.draw(bag, 1, printed, load(), Random(seed), shortcut=False).kept for seed in range(30)}
    assert ("brake",) in kinds


def test_puncture_proof_tyres_undo_a_coast_damage_of_a_shortcut_only() -> None:
    """Climb, "Puncture Proof Tires"."""
    bag = {"coast": 3}
    assert damage.draw(bag, 1, R6, load(), Random(1), shortcut=True, tyres=1).kept == ()
    assert damage.draw(bag, 1, R6, load(), Random(1), shortcut=False, tyres=1).kept == ("coast",)
    assert damage.draw(bag, 1, R6, load(), Random(1), shortcut=True).kept == ("coast",)
    once = load(house_rules={"puncture_proof.single_use": True})
    assert damage.draw(bag, 2, R6, load(), Random(1), shortcut=True, tyres=1).kept == ()
    assert damage.draw(bag, 2, R6, once, Random(1), shortcut=True, tyres=1).kept == ("coast",)


def test_mud_counts_in_shortcuts_and_not_in_losses() -> None:
    bag = {"mud": 2}
    assert damage.draw(bag, 1, R6, load(), Random(1), shortcut=True).kept == ("mud",)
    assert damage.draw(bag, 1, R6, load(), Random(1), shortcut=False).kept == ()


def test_without_replacement_is_a_house_rule() -> None:
    again = load(house_rules={"damage.without_replacement": False})
    drawn = damage.draw({"green-flag": 1}, 3, R6, again, Random(1), shortcut=False)
    assert drawn.returned == ("green-flag",) * 3
