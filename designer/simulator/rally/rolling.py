"""Rolling a plan: one by one or flat out, securing dice, SISU, and where control is lost.

Sources: Climb and 110%, "Rolling the dice"; Climb, "Boost die", "SISU!", "Cloud tokens"; core rules 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from designer.rules import Rules
from designer.simulator.rally import dice as dice_odds
from designer.simulator.rally.cars import Car
from designer.simulator.rally.plans import Placement, Plan
from designer.simulator.rally.track import Track

#: What a driver may say before each placement when rolling one by one.
ROLL, SECURE, STOP = "roll", "secure", "stop"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a one-by-one roll has come: the next placement's number, dangers so far, tokens left, dice secured.

    ``rolled`` dangers are those that SISU can cancel, ``added`` came without a roll.
    """

    index: int
    rolled: int
    added: int
    tokens: int
    secured: int

    @property
    def dangers(self) -> int:
        """All dangers so far."""
        return self.rolled + self.added


@dataclass(frozen=True, slots=True)
class Rolled:
    """A placement that was driven: which of its dice showed a danger (None: not rolled), dangers after it."""

    placement: Placement
    results: tuple[bool | None, ...]
    dangers: int
    secured: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss of control: where, in which gear, and why ("dangers" or "speed limit")."""

    spot: int
    gear: int
    cause: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a turn's roll.

    ``spot`` and ``gear`` are where and how the car stands afterwards, before a loss of control is resolved.
    ``end``: "complete", "stopped", "flying-start" (it failed) or "loss". ``limit`` is the danger limit that counted
    last.
    """

    steps: tuple[Rolled, ...]
    spot: int
    gear: int
    end: str
    limit: int
    loss: Loss | None = None
    won: int = 0
    spent: int = 0
    sisu: bool = False

    @property
    def dangers(self) -> int:
        """Dangers of the turn, those without a roll included."""
        return self.steps[-1].dangers if self.steps else 0


Decide = Callable[[Progress], str]
UseSisu = Callable[[Progress], bool]


def danger_limit(track: Track, car: Car, spot: int) -> int:
    """The danger limit of a car on a spot: that of the spot's track type."""
    column = car.on(track.track_type(spot), track.weather)
    return column.limit if column is not None else 0


def flat_out_limit(track: Track, car: Car, plan: Plan) -> int:
    """The danger limit of a flat-out roll: the lowest of all track types that the move crosses."""
    return min(danger_limit(track, car, placement.to) for placement in plan)


def token_cost(count: int, secured: int, rules: Rules) -> int:
    """Second tokens for making ``count`` dice on one space safe when ``secured`` have been this turn.

    Each further die costs one more than the one before (GT, assumed for DIRT).

    >>> from designer import rules
    >>> token_cost(1, 0, rules.load()), token_cost(2, 1, rules.load())
    (1, 5)
    """
    base = rules.number("roll.token_cost")
    counted = counted_as(count, rules)
    if not rules.switch("roll.token_cost_rising"):
        return base * counted
    return sum(base + secured + number for number in range(counted))


def counted_as(count: int, rules: Rules) -> int:
    """How many dice a group on one space counts when it is secured: each of them (assumed), or one."""
    return count if rules.switch("roll.token_group_counts_each_die") else min(count, 1)


def flat_out_tokens(plan: Plan, rules: Rules) -> int:
    """Second tokens for a flat-out roll that holds: one for each gear, coast and leader die (core rules 3)."""
    placed = [die for placement in plan for die in placement.dice]
    if len(placed) < rules.number("roll.flat_out_minimum_dice"):
        return 0
    return sum(rules.number(f"roll.flat_out_tokens_per_{die.split('-')[0]}") for die in placed)


def _past_line(track: Track, spot: int) -> bool:
    """Whether a loss of control on a spot counts for nothing because the finish lies behind it."""
    return track.course.spots[spot].finished and track.rules.word("finish.loss_past_line") == "ignored"


def flying_start_fails(placement: Placement, results: tuple[bool | None, ...], rules: Rules) -> bool:
    """A flying start with a danger on its die ends the turn there, in its gear, with control kept (assumed)."""
    return (
        placement.kind == "flying-start" and any(results) and rules.switch("plan.flying_start_fails_on_danger")
    )


def _roll_all(placement: Placement, rules: Rules, rng: Random) -> tuple[bool | None, ...]:
    return tuple(dice_odds.roll(die, rules, rng) for die in placement.dice)


def one_by_one(
    track: Track, car: Car, plan: Plan, tokens: int, rng: Random, decide: Decide, sisu: UseSisu | None = None
) -> Outcome:
    """Roll a plan die by die, moving after each; the driver may stop, or secure the next dice with tokens.

    ``decide`` is asked before every placement but the first (which it may secure but not refuse). ``sisu`` is given
    when the car has an unspent SISU token; it is asked when dangers would cost control.

    Control is lost on the space where dangers reach the limit of its track type, so at once on the first space of
    a type whose limit is already reached (110%, "Rolling the dice").
    """
    rules = track.rules
    steps: list[Rolled] = []
    rolled = added = clouds = secured = spent = 0
    spot = gear = -1
    limit = 0
    used_sisu = False
    for index, placement in enumerate(plan):
        word = decide(Progress(index, rolled, added, tokens - spent, secured))
        if word == STOP and index and rules.switch("roll.stop_after_any_die"):
            return Outcome(tuple(steps), spot, gear, "stopped", limit, None, 0, spent, used_sisu)
        cost = token_cost(len(placement.dice), secured, rules)
        safe = word == SECURE and bool(placement.dice) and cost <= tokens - spent
        results: tuple[bool | None, ...]
        if safe:
            spent, secured = spent + cost, secured + counted_as(len(placement.dice), rules)
            results = (None,) * len(placement.dice)
        else:
            results = _roll_all(placement, rules, rng)
        before = rolled + added
        added += placement.hazards - _cancelled(placement, rules, used_sisu)
        clouds += placement.clouds
        rolled += 0 if used_sisu else sum(map(bool, results))
        spot, gear = placement.to, placement.gear
        limit = danger_limit(track, car, spot)
        steps.append(Rolled(placement, results, rolled + added, safe))
        if _past_line(track, spot):
            continue
        if placement.loses:
            progress = Progress(index, rolled, added, tokens - spent, secured)
            if sisu is not None and not used_sisu and rules.switch("sisu.undoes_track_element") and sisu(progress):
                used_sisu, rolled = True, 0
                continue
            loss = Loss(spot, gear, "speed limit")
            return Outcome(tuple(steps), spot, gear, "loss", limit, loss, 0, spent, used_sisu)
        if not used_sisu and flying_start_fails(placement, results, rules):
            return Outcome(tuple(steps), spot, gear, "flying-start", limit, None, 0, spent, used_sisu)
        grown = rolled + added > before or rules.switch("roll.limit_on_entering_type")
        if rolled + added >= limit and grown:
            progress = Progress(index, rolled, added, tokens - spent, secured)
            kept = added - (clouds if rules.switch("cloud.sisu_cancels") else 0)
            if sisu is not None and not used_sisu and _sisu_saves(kept, limit, rules) and sisu(progress):
                used_sisu, rolled, added = True, 0, kept
                steps[-1] = Rolled(placement, results, added, safe)
                continue
            return Outcome(tuple(steps), spot, gear, "loss", limit, Loss(spot, gear, "dangers"), 0, spent, used_sisu)
    return Outcome(tuple(steps), spot, gear, "complete", limit, None, 0, spent, used_sisu)


def _cancelled(placement: Placement, rules: Rules, used_sisu: bool) -> int:
    """Dangers of a cloud that a spent SISU token cancels (none: a cloud cannot be avoided; a house rule)."""
    return placement.clouds if used_sisu and rules.switch("cloud.sisu_cancels") else 0


def _sisu_saves(added: int, limit: int, rules: Rules) -> bool:
    """Whether cancelling the rolled dangers would keep control: what no roll gave, as a cloud's, stays."""
    return rules.switch("sisu.undoes_loss") and added < limit


def flat_out(track: Track, car: Car, plan: Plan, rng: Random, sisu: UseSisu | None = None) -> Outcome:
    """Roll all dice of a plan at once.

    The limit is the lowest of all track types crossed; second tokens are won when control is kept. When it is lost,
    the dice are laid back along the plan to see where (core rules 4). A speed limit broken ends the move there.
    """
    rules = track.rules
    rolls = [_roll_all(placement, rules, rng) for placement in plan]
    lowest = flat_out_limit(track, car, plan)
    by_space = rules.word("roll.flat_out_limit") == "by-space"
    outcome = _lay_back(track, car, plan, rolls, lowest, by_space, cancelled=False)
    if outcome.loss is not None and outcome.loss.cause == "dangers" and sisu is not None:
        added = sum(placement.hazards - _cancelled(placement, rules, True) for placement in plan)
        progress = Progress(len(plan) - 1, outcome.dangers - added, added, 0, 0)
        if _sisu_saves(added, lowest, rules) and sisu(progress):
            return _lay_back(track, car, plan, rolls, lowest, by_space, cancelled=True)
    return outcome


def _lay_back(
    track: Track,
    car: Car,
    plan: Plan,
    rolls: list[tuple[bool | None, ...]],
    lowest: int,
    by_space: bool,
    cancelled: bool,
) -> Outcome:
    rules = track.rules
    counts = [0 if cancelled else sum(map(bool, results)) for results in rolls]
    if rules.word("loss.flat_out_order") == "player":
        counts.sort()  # the player lays dangers as late as can be
    steps: list[Rolled] = []
    total = 0
    limit = lowest
    for placement, results, count in zip(plan, rolls, counts, strict=True):
        total += count + placement.hazards - _cancelled(placement, rules, cancelled)
        limit = danger_limit(track, car, placement.to) if by_space else lowest
        steps.append(Rolled(placement, results, total))
        spot, gear = placement.to, placement.gear
        if _past_line(track, spot):
            continue
        if placement.loses:
            loss = Loss(spot, gear, "speed limit")
            return Outcome(tuple(steps), spot, gear, "loss", limit, loss, sisu=cancelled)
        if not cancelled and flying_start_fails(placement, results, rules):
            return Outcome(tuple(steps), spot, gear, "flying-start", limit)
        if total >= limit:
            won = flat_out_tokens(plan, rules) if rules.switch("roll.flat_out_failed_keeps_tokens") else 0
            return Outcome(tuple(steps), spot, gear, "loss", limit, Loss(spot, gear, "dangers"), won, sisu=cancelled)
    # Past the line too many dangers cost nothing, but a roll that did not hold wins no tokens.
    held = total < limit or rules.switch("roll.flat_out_failed_keeps_tokens")
    won = flat_out_tokens(plan, rules) if held else 0
    return Outcome(tuple(steps), plan[-1].to, plan[-1].gear, "complete", limit, None, won, sisu=cancelled)


def chance_of_loss(track: Track, car: Car, plan: Plan, *, flat: bool) -> float:
    """The exact chance that a plan rolled to its end loses control (no tokens, no SISU).

    One by one the driver never stops; flat out the lowest limit counts. A failed flying start is no loss.
    """
    rules = track.rules
    lowest = flat_out_limit(track, car, plan)
    by_space = not flat or rules.word("roll.flat_out_limit") == "by-space"
    alive = {0: 1.0}
    lost = 0.0
    for placement in plan:
        limit = danger_limit(track, car, placement.to) if by_space else lowest
        odds = dice_odds.distribution(placement.dice, rules)
        following: dict[int, float] = {}
        for total, chance in alive.items():
            for dangers, share in enumerate(odds):
                if flying_start_fails(placement, (dangers > 0,), rules):
                    continue
                reached = total + dangers + placement.hazards
                if not _past_line(track, placement.to) and (placement.loses or reached >= limit):
                    lost += chance * share
                else:
                    following[reached] = following.get(reached, 0.0) + chance * share
        alive = following
    return lost
