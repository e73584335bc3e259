from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from designer.play.cars import Car, car_from_board, column
from designer.play.plans import State
from designer.rules import load
from designer.simulator.rally.outlook import outlook
from designer.simulator.rally.rolling import (
    FLYING_START,
    ROLL,
    SECURE,
    STOP,
    TOKENS,
    Progress,
    chance_of_loss,
    flat_out,
    flat_out_tokens,
    made_safe,
    one_by_one,
    token_cost,
)
from tests.simulator.roads import place, road

R6 = car_from_board("r6-gravel")
ASPHALT = car_from_board("r6-asphalt")
GRAVEL_THEN_SNOW = [{"terrain": "gravel"}] * 4 + [{"terrain": "snow"}] * 4


class Faces(Random):
    """Dice that come up as told: True for a danger."""

    def __init__(self, *dangers: bool) -> None:
        super().__init__(0)
        self.dangers = list(dangers)

    def randrange(self, *args: object, **kwargs: object) -> int:
        return 0 if self.dangers.pop(0) else 5


@dataclass
class Driver:
    """Says the words it was given, then rolls; notes what it was asked."""

    words: list[str] = field(default_factory=list)
    asked: list[Progress] = field(default_factory=list)

    def __call__(self, progress: Progress) -> str:
        self.asked.append(progress)
        return self.words.pop(0) if self.words else ROLL


def test_one_by_one_across_two_track_types_loses_on_the_first_space_of_the_stricter_one() -> None:
    """110%, "Rolling the dice": two dangers are fine on gravel (limit 3), too many on the first snow space (2)."""
    course = road(GRAVEL_THEN_SNOW)
    plan, _ = place(course, ASPHALT, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",), ("gear-5",))
    outcome = one_by_one(course, ASPHALT, plan, 0, Faces(True, True, False, False), Driver())
    assert outcome.end == "loss"
    assert outcome.loss is not None
    assert (outcome.loss.spot, outcome.loss.gear, outcome.loss.cause) == (4, 5, "dangers")
    assert outcome.limit == 2


def test_the_driver_may_stop_before_the_stricter_track_type() -> None:
    course = road(GRAVEL_THEN_SNOW)
    plan, _ = place(course, ASPHALT, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",), ("gear-5",))
    outcome = one_by_one(course, ASPHALT, plan, 0, Faces(True, True, False), Driver([ROLL, ROLL, ROLL, STOP]))
    assert (outcome.end, outcome.spot, outcome.gear) == ("stopped", 3, 4)


def test_flat_out_takes_the_lowest_limit_of_all_types_crossed() -> None:
    """110%, "Rolling the dice": two dangers before the snow are a loss already, on gravel."""
    course = road(GRAVEL_THEN_SNOW)
    plan, _ = place(course, ASPHALT, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",), ("gear-5",))
    outcome = flat_out(course, ASPHALT, plan, Faces(True, True, False, False))
    assert outcome.loss is not None
    assert (outcome.loss.spot, outcome.loss.gear) == (2, 3)
    assert outcome.won == 0
    by_space = road(GRAVEL_THEN_SNOW, load(house_rules={"roll.flat_out_limit": "by-space"}))
    outcome = flat_out(by_space, ASPHALT, plan, Faces(True, True, False, False))
    assert outcome.loss is not None
    assert outcome.loss.spot == 4


def test_three_dangers_on_gravel_lose_control_where_the_third_falls() -> None:
    course = road([{}] * 8)
    plan, _ = place(course, R6, State(0, 2), ("gear-3",), ("gear-4",), ("gear-5",), ("gear-6",))
    outcome = flat_out(course, R6, plan, Faces(True, False, True, True))
    assert outcome.loss is not None
    assert outcome.loss.spot == 4
    player = road([{}] * 8, load(house_rules={"loss.flat_out_order": "player"}))
    outcome = flat_out(player, R6, plan, Faces(True, True, True, False))
    assert outcome.loss is not None
    assert outcome.loss.spot == 4, "the player lays the dangers last"


def test_flat_out_wins_a_token_for_gear_coast_and_leader_dice_only() -> None:
    course = road([{}] * 8)
    plan, _ = place(course, R6, State(0, 5), ("gear-5",), ("brake", "gear-3"), ("coast",), ("gear-2",))
    assert flat_out_tokens(plan, load()) == 4
    assert flat_out(course, R6, plan, Faces(*[False] * 5)).won == 4
    assert one_by_one(course, R6, plan, 0, Faces(*[False] * 5), Driver()).won == 0


def test_dice_on_one_space_are_rolled_and_secured_together() -> None:
    """Climb, "Boost die" and "Braking, boosting and coasting": both or neither."""
    course = road([{}] * 4)
    plan, _ = place(course, R6, State(0, 4), ("brake", "gear-2"))
    poor = one_by_one(course, R6, plan, 2, Faces(False, False), Driver([SECURE]))
    assert (poor.spent, poor.steps[0].results) == (0, (False, False))
    rich = one_by_one(course, R6, plan, 3, Faces(), Driver([SECURE]))
    assert (rich.spent, rich.steps[0].results, rich.steps[0].secured) == (3, (None, None), True)


def test_securing_grows_dearer_within_a_turn() -> None:
    assert [token_cost(1, secured, load()) for secured in range(4)] == [1, 2, 3, 4]
    assert token_cost(3, 0, load()) == 6
    flat = load(house_rules={"roll.token_cost_rising": False})
    assert token_cost(3, 5, flat) == 3
    group = load(house_rules={"roll.token_group_counts_each_die": False})
    assert token_cost(2, 0, group) == 1
    course = road([{}] * 6)
    plan, _ = place(course, R6, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",))
    driver = Driver([SECURE] * 3)
    outcome = one_by_one(course, R6, plan, 4, Faces(False), driver)
    assert outcome.spent == 3
    assert [progress.tokens for progress in driver.asked] == [4, 3, 1]
    plan, _ = place(course, R6, State(0, 4), ("brake", "gear-2"), ("gear-3",))
    assert one_by_one(course, R6, plan, 9, Faces(), Driver([SECURE] * 2)).spent == 1 + 2 + 3
    paired = road([{}] * 6, group)
    assert one_by_one(paired, R6, plan, 9, Faces(), Driver([SECURE] * 2)).spent == 1 + 2


def test_a_speed_limit_is_a_loss_of_control_there_whatever_the_dice() -> None:
    course = road([{}, {"limit": 2}, {}])
    plan, state = place(course, R6, State(0, 4), ("gear-4",))
    assert state.ended
    for outcome in (one_by_one(course, R6, plan, 0, Faces(False), Driver()), flat_out(course, R6, plan, Faces(False))):
        assert outcome.loss is not None
        assert outcome.loss.cause == "speed limit"


def test_a_cloud_counts_without_a_roll_even_when_its_die_is_secured() -> None:
    course = road([{}, {"clouds": 1}, {}])
    plan, _ = place(course, R6, State(0, 2), ("gear-2",))
    outcome = one_by_one(course, R6, plan, 5, Faces(), Driver([SECURE]))
    assert outcome.dangers == 1


def test_a_failed_flying_start_ends_the_turn_in_its_gear() -> None:
    course = road([{}] * 6)
    plan, _ = place(course, R6, State(0, 0), ("gear-2",), ("gear-3",))
    for outcome in (
        one_by_one(course, R6, plan, 0, Faces(True, False), Driver()),
        flat_out(course, R6, plan, Faces(True, False)),
    ):
        assert (outcome.end, outcome.spot, outcome.gear, outcome.loss, outcome.won) == ("flying-start", 1, 2, None, 0)


def test_sisu_cancels_what_was_and_will_be_rolled_but_no_cloud_and_no_speed_limit() -> None:
    """Climb, "SISU!"."""
    course = road([{}] * 8)
    plan, _ = place(course, R6, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",), ("gear-5",), ("gear-6",))
    always = [True] * 5
    outcome = one_by_one(course, R6, plan, 0, Faces(*always), Driver(), lambda progress: True)
    assert (outcome.end, outcome.sisu, outcome.gear) == ("complete", True, 6)
    outcome = flat_out(course, R6, plan, Faces(*always), lambda progress: True)
    assert (outcome.end, outcome.sisu, outcome.won) == ("complete", True, 5)
    kept = one_by_one(course, R6, plan, 0, Faces(*always), Driver(), lambda progress: False)
    assert (kept.end, kept.sisu) == ("loss", False)
    cloudy = road([{}, {"clouds": 3}, {}])
    plan, _ = place(cloudy, R6, State(0, 2), ("gear-2",))
    assert one_by_one(cloudy, R6, plan, 0, Faces(False), Driver(), lambda progress: True).end == "loss"
    fast = road([{}, {"limit": 1}, {}])
    plan, _ = place(fast, R6, State(0, 3), ("gear-3",))
    assert one_by_one(fast, R6, plan, 0, Faces(False), Driver(), lambda progress: True).end == "loss"


def test_too_many_dangers_past_the_line_cost_nothing_and_win_no_tokens() -> None:
    course = road([{}, {}, {"finished": True}, {"finished": True}, {"finished": True}])
    plan, _ = place(course, R6, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",), ("gear-5",))
    outcome = flat_out(course, R6, plan, Faces(True, False, True, True))
    assert (outcome.end, outcome.gear, outcome.won) == ("complete", 5, 0)
    strict = road(
        [{}, {}, {"finished": True}, {"finished": True}, {"finished": True}],
        load(house_rules={"finish.loss_past_line": "counts"}),
    )
    assert flat_out(strict, R6, plan, Faces(True, False, True, True)).end == "loss"


@pytest.mark.parametrize("flat", [True, False])
def test_simulated_losses_come_as_often_as_the_exact_chance(flat: bool) -> None:
    course = road([{}, {}, {"clouds": 1}, {"terrain": "snow"}, {"terrain": "snow"}, {}])
    plan, _ = place(course, ASPHALT, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",), ("leader",))
    exact = chance_of_loss(course, ASPHALT, plan, flat=flat)
    rng, runs = Random(11), 4000
    lost = sum(
        (flat_out(course, ASPHALT, plan, rng) if flat else one_by_one(course, ASPHALT, plan, 0, rng, Driver())).end
        == "loss"
        for _ in range(runs)
    )
    assert 0.1 < exact < 0.9
    assert abs(lost / runs - exact) < 4 * (exact * (1 - exact) / runs) ** 0.5


def test_exact_chance_agrees_with_the_odds_table() -> None:
    course = road([{}] * 8)
    plan, _ = place(course, R6, State(0, 0), *[(f"gear-{gear}",) for gear in range(1, 7)])
    assert round(100 * chance_of_loss(course, R6, plan, flat=True), 2) == 21.26
    assert chance_of_loss(course, R6, plan, flat=True) == pytest.approx(chance_of_loss(course, R6, plan, flat=False))


def test_a_limit_of_one_is_lost_with_the_first_danger() -> None:
    course = road([{}] * 4)
    frail = Car("frail", (("gravel", column(gears=3, limit=1)),))
    plan, _ = place(course, frail, State(0, 1), ("gear-1",))
    assert one_by_one(course, frail, plan, 0, Faces(True), Driver()).end == "loss"


def test_house_rules_for_sisu() -> None:
    """Off in the rules: Climb, "SISU!" (not for track elements) and "Cloud tokens" (cannot be avoided)."""
    fast = road([{}, {"limit": 1}, {}], load(house_rules={"sisu.undoes_track_element": True}))
    plan, _ = place(fast, R6, State(0, 3), ("gear-3",))
    kept = one_by_one(fast, R6, plan, 0, Faces(False), Driver(), lambda progress: True)
    assert (kept.loss, kept.gear, kept.sisu) == (None, 3, True)
    cloudy = road([{}, {"clouds": 2}, {"clouds": 2}, {}], load(house_rules={"cloud.sisu_cancels": True}))
    plan, _ = place(cloudy, R6, State(0, 2), ("gear-2",), ("gear-3",))
    for outcome in (
        one_by_one(cloudy, R6, plan, 0, Faces(True, False), Driver(), lambda progress: True),
        flat_out(cloudy, R6, plan, Faces(True, False), lambda progress: True),
    ):
        assert (outcome.end, outcome.dangers, outcome.sisu) == ("complete", 0, True)


def test_sisu_saves_a_flying_start() -> None:
    """Climb, "SISU!": it cancels the dangers of the turn, so nothing has failed."""
    course = road([{}] * 6)
    plan, _ = place(course, R6, State(0, 0), ("gear-2",), ("gear-3",))
    causes: list[str] = []

    def sisu(progress: Progress) -> bool:
        causes.append(progress.cause)
        return True

    for outcome in (
        one_by_one(course, R6, plan, 0, Faces(True, False), Driver(), sisu),
        flat_out(course, R6, plan, Faces(True, False), sisu),
    ):
        assert (outcome.end, outcome.gear, outcome.sisu_spot, outcome.dangers) == ("complete", 3, 1, 0)
    assert causes == [FLYING_START, FLYING_START]


def test_sisu_saves_the_tokens_of_a_flat_out_roll_past_the_line() -> None:
    course = road([{}, {}, {"finished": True}, {"finished": True}, {"finished": True}])
    plan, _ = place(course, R6, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",), ("gear-5",))
    dangers = (True, False, True, True)
    assert flat_out(course, R6, plan, Faces(*dangers)).won == 0
    asked: list[Progress] = []

    def sisu(progress: Progress) -> bool:
        asked.append(progress)
        return True

    outcome = flat_out(course, R6, plan, Faces(*dangers), sisu)
    assert (outcome.end, outcome.won, outcome.sisu_spot) == ("complete", 4, 4)
    assert [(progress.cause, progress.index, progress.rolled) for progress in asked] == [(TOKENS, 3, 3)]
    assert flat_out(course, R6, plan, Faces(True, False, True, False), sisu).sisu_spot is None, "nothing to save"


def test_clouds_count_from_the_first_die_by_house_rule() -> None:
    """Climb, "Cloud tokens": a die placed on the tile is enough."""
    spaces: list[dict[str, object]] = [{}, {}, {}, {"clouds": 1}, {}]
    for when, ends in (("reached", "stopped"), ("turn-start", "loss")):
        course = road(spaces, load(house_rules={"cloud.when": when}))
        plan, _ = place(course, R6, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",))
        outcome = one_by_one(course, R6, plan, 0, Faces(True, True), Driver([ROLL, ROLL, STOP]))
        assert outcome.end == ends
    exact = chance_of_loss(course, R6, plan, flat=False)
    assert exact == pytest.approx(chance_of_loss(course, R6, plan, flat=True))


def test_track_types_that_a_flat_out_roll_counts_by_house_rule() -> None:
    """Climb and 110%, "Rolling the dice": the types crossed; whether start and jumped spaces are is left open."""
    from_snow: list[dict[str, object]] = [{"terrain": "snow"}, {}, {}, {}]
    over_snow: list[dict[str, object]] = [{}, {"terrain": "snow", "jump": 2}, {}, {}]
    for spaces, switch in ((from_snow, "roll.flat_out_counts_start"), (over_snow, "roll.flat_out_counts_jumped")):
        for counts, ends in ((False, "complete"), (True, "loss")):
            course = road(spaces, load(house_rules={switch: counts}))
            plan, _ = place(course, ASPHALT, State(0, 2), ("gear-2",), ("gear-3",))
            assert flat_out(course, ASPHALT, plan, Faces(True, True), start=0).end == ends


def test_dice_on_one_space_are_secured_one_by_one_by_house_rule() -> None:
    """With two tokens a pair (1 + 2) cannot be paid for; by house rule they make its more dangerous die safe."""
    house = load(house_rules={"roll.token_group_all_or_none": False})
    for rules, spent, results in ((load(), 0, (False, True)), (house, 1, (None, True))):
        course = road([{"terrain": "gravel"}] * 4, rules)
        plan, _ = place(course, R6, State(0, 4), ("brake", "gear-2"))
        faces = Faces(*[result for result in results if result is not None])
        outcome = one_by_one(course, R6, plan, 2, faces, Driver([SECURE]))
        assert (outcome.spent, outcome.steps[0].results, outcome.steps[0].secured) == (spent, results, spent > 0)


def test_a_driver_makes_one_die_of_a_pair_safe_where_the_rules_let_it() -> None:
    for switch, word in ((True, ROLL), (False, SECURE)):
        course = road([{"terrain": "gravel"}] * 12, load(house_rules={"roll.token_group_all_or_none": switch}))
        plan, _ = place(course, R6, State(0, 4), ("brake", "gear-2"))
        seen = outlook(course, R6)
        assert seen.next_word(plan, Progress(0, 2, 0, 1, 0)) == word
        assert seen.next_word(plan, Progress(0, 2, 0, 0, 0)) == ROLL, "without tokens"
        assert made_safe(plan[0].dice, 0, 1, course.rules) == ((False, False) if switch else (True, False))


def test_tokens_in_a_flat_out_roll_by_house_rule() -> None:
    """No tokens are spent flat out; by house rule before the roll, and a die made safe wins none."""
    spending = Driver([SECURE, ROLL, SECURE])
    course = road([{"terrain": "gravel"}] * 6, load(house_rules={"roll.tokens_when_flat_out": True}))
    plan, _ = place(course, R6, State(0, 2), ("gear-2",), ("gear-3",), ("gear-4",), ("gear-5",))
    outcome = flat_out(course, R6, plan, Faces(True, False), tokens=3, decide=spending)
    assert [step.results for step in outcome.steps] == [(None,), (True,), (None,), (False,)]
    assert [step.secured for step in outcome.steps] == [True, False, True, False]
    assert (outcome.spent, outcome.won, outcome.end) == (3, 2, "complete")
    assert [asked.tokens for asked in spending.asked] == [3, 2, 2, 0]
    plain = road([{"terrain": "gravel"}] * 6)
    silent = Driver([SECURE] * 4)
    outcome = flat_out(plain, R6, plan, Faces(True, False, False, False), tokens=3, decide=silent)
    assert (outcome.spent, outcome.won, silent.asked) == (0, 4, [])


def test_the_sensible_driver_pays_flat_out_only_for_what_it_saves() -> None:
    rules = load(house_rules={"roll.tokens_when_flat_out": True, "roll.flat_out_tokens_per_gear": 0})
    course = road([{"terrain": "gravel", "danger": "high"}] * 8, rules)
    plan, _ = place(course, R6, State(0, 4), ("gear-4",), ("gear-5",), ("gear-6",), ("coast",), ("coast",))
    seen = outlook(course, R6)
    assert seen.flat_out_word(plan, 0, Progress(0, 0, 0, 5, 0)) == SECURE, "a second saves more than one of loss"
    assert seen.flat_out_word(plan, 0, Progress(0, 0, 0, 0, 0)) == ROLL, "no tokens"
    assert seen.flat_out_word(plan[:1], 0, Progress(0, 0, 0, 5, 0)) == ROLL, "one die cannot come to three dangers"
