"""Rolling a plan: one by one or flat out, securing dice, SISU, and where control is lost.

Sources: Climb and 110%, "Rolling the dice"; Climb, "Boost die", "SISU!", "Cloud tokens"; core rules 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from designer.play import dice as dice_odds
from designer.play.cars import Car
from designer.play.plans import Placement, Plan
from designer.play.track import Track
from designer.rules import Rules
from designer.simulator.rally.log import LossCause

#: What a driver may say before each placement when rolling one by one, and of these ROLL and SECURE before a flat-out
#: roll where tokens may be spent on it.
ROLL, SECURE, STOP = "roll", "secure", "stop"
#: What a SISU token can undo: a loss of control, a failed flying start, a flat-out roll that wins no tokens because
#: its dangers reach the limit past the finish line (Climb, "SISU!": it cancels what is rolled in the turn).
LOSS, FLYING_START, TOKENS = "loss", "flying-start", "tokens"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a one-by-one roll has come: the next placement's number, dangers so far, tokens left, dice secured.

    ``rolled`` dangers are those that SISU can cancel, ``added`` came without a roll. ``cause``: what SISU would undo
    (LOSS, FLYING_START or TOKENS); then ``index`` is the number of the placement where it happened.
    """

    index: int
    rolled: int
    added: int
    tokens: int
    secured: int
    cause: str = ""

    @property
    def dangers(self) -> int:
        """All dangers so far."""
        return self.rolled + self.added


@dataclass(frozen=True, slots=True)
class Rolled:
    """A placement that was driven: which of its dice showed a danger (None: not rolled), dangers after it; whether
    tokens were spent on it."""

    placement: Placement
    results: tuple[bool | None, ...]
    dangers: int
    secured: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss of control: where, in which gear, and why."""

    spot: int
    gear: int
    cause: LossCause


#: How a roll ended; "flying-start": it failed.
Ending = Literal["complete", "stopped", "flying-start", "loss"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a turn's roll.

    ``spot`` and ``gear`` are where and how the car stands afterwards, before a loss of control is resolved.
    ``limit`` is the danger limit that counted
    last. ``sisu_spot``: where a SISU token was spent.
    """

    steps: tuple[Rolled, ...]
    spot: int
    gear: int
    end: Ending
    limit: int
    loss: Loss | None = None
    won: int = 0
    spent: int = 0
    sisu_spot: int | None = None

    @property
    def sisu(self) -> bool:
        """Whether a SISU token was spent."""
        return self.sisu_spot is not None

    @property
    def dangers(self) -> int:
        """Dangers of the turn, those without a roll included."""
        return self.steps[-1].dangers if self.steps else 0


Decide = Callable[[Progress], str]
UseSisu = Callable[[Progress], bool]
#: Whether to turn a SISU token before the next roll, on the spot where the car is.
SisuNow = Callable[[Progress, int], bool]


def danger_limit(track: Track, car: Car, spot: int) -> int:
    """The danger limit of a car on a spot: that of the spot's track type."""
    column = car.on(track.track_type(spot), track.weather)
    return column.limit if column is not None else 0


def flat_out_limit(track: Track, car: Car, plan: Plan, start: int) -> int:
    """The danger limit of a flat-out roll from a spot: the lowest of all track types that the move crosses.

    Those of the spaces with dice on them; by house rule also that of the space the car starts on, and those it jumps
    over.
    """
    spots = [placement.to for placement in plan]
    if track.rules.switch("roll.flat_out_counts_start"):
        spots.append(start)
    if track.rules.switch("roll.flat_out_counts_jumped"):
        spots += [placement.over for placement in plan if placement.over is not None]
    return min(danger_limit(track, car, spot) for spot in spots)


def clouds_first(plan: Plan, rules: Rules) -> Plan:
    """A plan as it is rolled one by one: clouds count where they are reached, or all from the first die on.

    The document only asks for a die placed on the tile (Climb, "Cloud tokens"), so both can be read.
    """
    clouds = sum(placement.clouds for placement in plan)
    if not clouds or rules.word("cloud.when") == "reached":
        return plan
    first, *others = (placement._replace(hazards=placement.hazards - placement.clouds, clouds=0) for placement in plan)
    return first._replace(hazards=first.hazards + clouds, clouds=clouds), *others


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


def made_safe(dice: Sequence[str], secured: int, tokens: int, rules: Rules) -> tuple[bool, ...]:
    """Which dice on one space are made safe when a driver pays for them who has secured so many dice in the turn.

    All or none of them (Climb, "Boost die"); by house rule as many as the tokens pay for, the most dangerous first.

    >>> from designer import rules
    >>> made_safe(("brake", "gear-1"), 0, 2, rules.load())
    (False, False)
    >>> made_safe(("brake", "gear-1"), 0, 2, rules.load(house_rules={"roll.token_group_all_or_none": False}))
    (True, False)
    """
    count = len(dice)
    if count and token_cost(count, secured, rules) <= tokens:
        return (True,) * count
    if count < 2 or rules.switch("roll.token_group_all_or_none"):
        return (False,) * count
    while count and token_cost(count, secured, rules) > tokens:
        count -= 1
    worst = sorted(range(len(dice)), key=lambda number: -dice_odds.danger_faces(dice[number], rules))[:count]
    return tuple(number in worst for number in range(len(dice)))


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
    return placement.kind == "flying-start" and any(results) and rules.switch("plan.flying_start_fails_on_danger")


def _none_safe(placement: Placement) -> tuple[bool, ...]:
    return (False,) * len(placement.dice)


def _rolled(plan: Plan, rolls: list[tuple[bool | None, ...]]) -> Plan:
    """A plan with the dice that were rolled alone."""
    if not any(None in results for results in rolls):
        return plan
    return tuple(
        placement._replace(
            dice=tuple(die for die, result in zip(placement.dice, results, strict=True) if result is not None)
        )
        for placement, results in zip(plan, rolls, strict=True)
    )


def _roll_all(placement: Placement, safe: tuple[bool, ...], rules: Rules, rng: Random) -> tuple[bool | None, ...]:
    if not any(safe):
        return tuple(dice_odds.roll(die, rules, rng) for die in placement.dice)
    return tuple(
        None if kept else dice_odds.roll(die, rules, rng) for die, kept in zip(placement.dice, safe, strict=True)
    )


def one_by_one(
    track: Track,
    car: Car,
    plan: Plan,
    tokens: int,
    rng: Random,
    decide: Decide,
    sisu: UseSisu | None = None,
    *,
    turned: int | None = None,
    now: SisuNow | None = None,
    start: int = 0,
) -> Outcome:
    """Roll a plan die by die, moving after each; the driver may stop, or secure the next dice with tokens.

    ``decide`` is asked before every placement but the first (which it may secure but not refuse). ``sisu`` is given
    when the car has an unspent SISU token; it is asked when dangers would cost control. ``now`` is asked before every
    placement, with the spot where the car is (``start`` at first), whether to turn one there and then; ``turned``:
    the spot where one was turned before the roll.

    Control is lost on the space where dangers reach the limit of its track type, so at once on the first space of
    a type whose limit is already reached (110%, "Rolling the dice").
    """
    rules = track.rules
    plan = clouds_first(plan, rules)
    steps: list[Rolled] = []
    rolled = added = clouds = secured = spent = 0
    spot, gear = start, -1
    limit = 0
    sisu_spot = turned

    def ends(how: Ending, loss: Loss | None = None) -> Outcome:
        return Outcome(tuple(steps), spot, gear, how, limit, loss, 0, spent, sisu_spot)

    def saved(cause: str) -> bool:
        progress = Progress(index, rolled, added, tokens - spent, secured, cause)
        return sisu is not None and sisu_spot is None and sisu(progress)

    for index, placement in enumerate(plan):
        word = decide(Progress(index, rolled, added, tokens - spent, secured))
        if word == STOP and index and rules.switch("roll.stop_after_any_die"):
            return ends("stopped")
        asked = now is not None and sisu_spot is None and bool(placement.dice)
        if asked and now is not None and now(Progress(index, rolled, added, tokens - spent, secured), spot):
            sisu_spot, rolled = spot, 0
            added -= clouds if rules.switch("cloud.sisu_cancels") else 0
        kept_safe = _none_safe(placement)
        if word == SECURE:
            kept_safe = made_safe(placement.dice, secured, tokens - spent, rules)
        safe = any(kept_safe)
        if safe:
            spent += token_cost(sum(kept_safe), secured, rules)
            secured += counted_as(sum(kept_safe), rules)
        results = _roll_all(placement, kept_safe, rules, rng)
        before = rolled + added
        added += placement.hazards - _cancelled(placement, rules, sisu_spot is not None)
        clouds += placement.clouds
        rolled += 0 if sisu_spot is not None else sum(map(bool, results))
        spot, gear = placement.to, placement.gear
        limit = danger_limit(track, car, spot)
        steps.append(Rolled(placement, results, rolled + added, safe))
        if _past_line(track, spot):
            continue
        kept = added - (clouds if rules.switch("cloud.sisu_cancels") else 0)
        if placement.loses:
            if not (rules.switch("sisu.undoes_track_element") and saved(LOSS)):
                return ends("loss", Loss(spot, gear, "speed limit"))
        elif sisu_spot is None and flying_start_fails(placement, results, rules):
            if not (_sisu_saves(kept, limit, rules) and saved(FLYING_START)):
                return ends("flying-start")
        elif rolled + added >= limit and (rolled + added > before or rules.switch("roll.limit_on_entering_type")):
            if not (_sisu_saves(kept, limit, rules) and saved(LOSS)):
                return ends("loss", Loss(spot, gear, "dangers"))
        else:
            continue
        sisu_spot, rolled, added = spot, 0, kept
        steps[-1] = Rolled(placement, results, added, safe)
    return ends("complete")


def _cancelled(placement: Placement, rules: Rules, used_sisu: bool) -> int:
    """Dangers of a cloud that a spent SISU token cancels (none: a cloud cannot be avoided; a house rule)."""
    return placement.clouds if used_sisu and rules.switch("cloud.sisu_cancels") else 0


def _sisu_saves(added: int, limit: int, rules: Rules) -> bool:
    """Whether cancelling the rolled dangers would keep control: what no roll gave, as a cloud's, stays."""
    return rules.switch("sisu.undoes_loss") and added < limit


def flat_out(
    track: Track,
    car: Car,
    plan: Plan,
    rng: Random,
    sisu: UseSisu | None = None,
    *,
    start: int = 0,
    tokens: int = 0,
    decide: Decide | None = None,
    turned: int | None = None,
) -> Outcome:
    """Roll all dice of a plan at once, from the spot ``start``; ``turned``: where a SISU token was turned before it.

    No tokens are spent on it, but by house rule (``roll.tokens_when_flat_out``): then ``decide`` is asked for each
    placement in turn, before any die is rolled. Dice made safe win no tokens.

    The limit is the lowest of all track types crossed; second tokens are won when control is kept. When it is lost,
    the dice are laid back along the plan to see where (core rules 4). A speed limit broken ends the move there.
    """
    rules = track.rules
    safe, spent = _safe_beforehand(plan, tokens, decide, rules)
    rolls = [_roll_all(placement, kept, rules, rng) for placement, kept in zip(plan, safe, strict=True)]
    lowest = flat_out_limit(track, car, plan, start)
    by_space = rules.word("roll.flat_out_limit") == "by-space"
    outcome = _lay_back(track, car, plan, rolls, lowest, by_space, turned)
    cause = _what_sisu_undoes(outcome) if turned is None else ""
    if cause and sisu is not None:
        added = sum(placement.hazards - _cancelled(placement, rules, True) for placement in plan)
        where = next(
            (number for number, step in enumerate(outcome.steps) if cause == TOKENS and step.dangers >= outcome.limit),
            len(outcome.steps) - 1,
        )
        progress = Progress(where, max(0, outcome.dangers - added), added, 0, 0, cause)
        if _sisu_saves(added, lowest, rules) and sisu(progress):
            outcome = _lay_back(track, car, plan, rolls, lowest, by_space, plan[where].to)
    return replace(outcome, spent=spent) if spent else outcome


def _safe_beforehand(
    plan: Plan, tokens: int, decide: Decide | None, rules: Rules
) -> tuple[list[tuple[bool, ...]], int]:
    """The dice of a flat-out roll that the driver makes safe before it, and the tokens spent on them."""
    found = [_none_safe(placement) for placement in plan]
    spent = secured = added = 0
    if decide is None or not rules.switch("roll.tokens_when_flat_out"):
        return found, spent
    for index, placement in enumerate(plan):
        if decide(Progress(index, 0, added, tokens - spent, secured)) == SECURE:
            found[index] = made_safe(placement.dice, secured, tokens - spent, rules)
            count = sum(found[index])
            spent += token_cost(count, secured, rules)
            secured += counted_as(count, rules)
        added += placement.hazards
    return found, spent


def _what_sisu_undoes(outcome: Outcome) -> str:
    """What SISU could undo of a flat-out roll; empty when there is nothing."""
    if outcome.loss is not None:
        return LOSS if outcome.loss.cause == "dangers" else ""
    if outcome.end == "flying-start":
        return FLYING_START
    return TOKENS if outcome.dangers >= outcome.limit and not outcome.won else ""


def _lay_back(
    track: Track,
    car: Car,
    plan: Plan,
    rolls: list[tuple[bool | None, ...]],
    lowest: int,
    by_space: bool,
    sisu_spot: int | None,
) -> Outcome:
    """What a flat-out roll comes to; ``sisu_spot``: where SISU has cancelled its dangers."""
    rules = track.rules
    cancelled = sisu_spot is not None
    counts = [0 if cancelled else sum(map(bool, results)) for results in rolls]
    if rules.word("loss.flat_out_order") == "player":
        counts.sort()  # the player lays dangers as late as can be
    steps: list[Rolled] = []
    total = 0
    limit = lowest
    for placement, results, count in zip(plan, rolls, counts, strict=True):
        total += count + placement.hazards - _cancelled(placement, rules, cancelled)
        limit = danger_limit(track, car, placement.to) if by_space else lowest
        steps.append(Rolled(placement, results, total, None in results))
        spot, gear = placement.to, placement.gear
        if _past_line(track, spot):
            continue
        if placement.loses:
            loss = Loss(spot, gear, "speed limit")
            return Outcome(tuple(steps), spot, gear, "loss", limit, loss, sisu_spot=sisu_spot)
        if not cancelled and flying_start_fails(placement, results, rules):
            return Outcome(tuple(steps), spot, gear, "flying-start", limit)
        if total >= limit:
            keeps = rules.switch("roll.flat_out_failed_keeps_tokens")
            won = flat_out_tokens(_rolled(plan, rolls), rules) if keeps else 0
            loss = Loss(spot, gear, "dangers")
            return Outcome(tuple(steps), spot, gear, "loss", limit, loss, won, sisu_spot=sisu_spot)
    # Past the line too many dangers cost nothing, but a roll that did not hold wins no tokens.
    held = total < limit or rules.switch("roll.flat_out_failed_keeps_tokens")
    won = flat_out_tokens(_rolled(plan, rolls), rules) if held else 0
    return Outcome(tuple(steps), plan[-1].to, plan[-1].gear, "complete", limit, None, won, sisu_spot=sisu_spot)


def chance_of_loss(track: Track, car: Car, plan: Plan, *, flat: bool, start: int = 0) -> float:
    """The exact chance that a plan rolled to its end from a spot loses control (no tokens, no SISU).

    One by one the driver never stops; flat out the lowest limit counts. A failed flying start is no loss.
    """
    rules = track.rules
    lowest = flat_out_limit(track, car, plan, start)
    plan = plan if flat else clouds_first(plan, rules)
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
