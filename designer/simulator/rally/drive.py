"""Driving: one turn of one car.

Sources: Climb, "Climb tiles", "Damage", "Hillclimbing"; 110%, "Rolling the dice"; core rules 3, 4, 5 and 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from designer.design.hexes import Hex
from designer.play import cars
from designer.play.cars import Car
from designer.play.dice import GEARS
from designer.play.plans import Placement, Push, State, gear_without_die, placements
from designer.play.table_space import TableSpace
from designer.play.track import Track, place
from designer.rules import Rules
from designer.simulator.rally import damage, pushing, spares
from designer.simulator.rally.log import DieLog, Mode, SisuWhen, TurnLog
from designer.simulator.rally.policies import FLAT_OUT, ONE_BY_ONE, Policy, fits_spare
from designer.simulator.rally.pushing import Pushable
from designer.simulator.rally.questions import DiscardPuncture, TakeFreeStep, TurnSisu, ask, has_view_of
from designer.simulator.rally.rolling import Loss, Outcome, Progress, clouds_first, danger_limit, flat_out, one_by_one
from designer.simulator.rally.traffic import CLEAR, Traffic, is_legal, near, options
from designer.simulator.rally.turn_view import Choice, View

#: The plan of a turn in which nothing is placed.
NOTHING = Choice((), ONE_BY_ONE)


class IllegalPlan(ValueError):
    """A driver chose a plan that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A car between two turns: spot, gear, second tokens, damage (in the order of DAMAGE), seconds of its time cards,
    turns it must sit out. ``sisu`` and ``puncture_proof``: tokens left that can be used on each track type, in the
    order of the car's columns. ``danger_tokens``: those laid on its board because it was pushed. ``spares``: spare
    tyres left."""

    spot: int
    gear: int
    tokens: int = 0
    damage: tuple[int, ...] = cars.NO_DAMAGE
    sisu: tuple[int, ...] = ()
    puncture_proof: tuple[int, ...] = ()
    seconds: int = 0
    sits_out: int = 0
    danger_tokens: int = 0
    spares: int = 0


@dataclass(frozen=True, slots=True)
class Driven:
    """What a turn leads to: its log, the car's standing, the damage bag, how often the weather turns, and the tile on
    which a yellow flag was drawn. ``pushes``: the cars pushed, in the order of the log's pushes."""

    log: TurnLog
    standing: Standing
    bag: Mapping[str, int]
    weather: int = 0
    flag: Hex | None = None
    pushes: tuple[Push, ...] = ()


def at_start(track: Track, car: Car, spot: int | None = None) -> Standing:
    """A car at the start: on the best free place, standing."""
    where = track.course.starts[0] if spot is None else spot
    gear = track.rules.number("start.gear")
    return Standing(where, gear, sisu=car.sisu, puncture_proof=car.puncture_proof)


def standing_at(
    track: Track, spot: int, *, gear: int = 0, tokens: int = 0, damage: Iterable[str] = (), seconds: int = 0
) -> Standing:
    """A car on a spot of a track, as a race can begin with it (``race.race``, ``starts``).

    ``gear``: 0 to 6. ``tokens``: second tokens. ``damage``: the kind of each damage token on its board ("gear",
    "brake", "coast" or "boost"). ``seconds``: of its time cards so far. SISU tokens, puncture proof tyres and spare
    tyres are those that it sets out with. Raises ValueError for another kind of damage, a spot past the finish or an
    impossible gear.
    """
    kinds = tuple(damage)
    if strange := [kind for kind in kinds if kind not in cars.DAMAGE]:
        raise ValueError(f"There is no damage {strange[0]!r} on a board; there are {', '.join(cars.DAMAGE)}.")
    worn = tuple(kinds.count(kind) for kind in cars.DAMAGE)
    standing = Standing(spot, gear, tokens, worn, seconds=seconds)
    if (problem := misplaced(track, None, standing)) is not None:
        raise ValueError(problem)
    return standing


def laid_on(standing: Standing) -> tuple[str, ...]:
    """The damage tokens on the board of a car, each by its kind.

    >>> laid_on(Standing(0, 0, damage=(2, 0, 1, 0)))
    ('gear', 'gear', 'coast')
    """
    return tuple(kind for kind, count in zip(cars.DAMAGE, standing.damage, strict=True) for _ in range(count))


def misplaced(track: Track, car: Car | None, standing: Standing) -> str | None:
    """Why a car (of any kind without one) cannot stand on a track like this; None when it can."""
    spots = track.course.spots
    if not 0 <= standing.spot < len(spots):
        return f"There is no spot {standing.spot}; there are 0 to {len(spots) - 1}."
    if spots[standing.spot].finished:
        return f"{track.name(standing.spot)} lies past the finish."
    if not 0 <= standing.gear <= len(GEARS):
        return f"There is no gear {standing.gear}; there are 0 to {len(GEARS)}."
    if len(standing.damage) != len(cars.DAMAGE) or min(standing.damage) < 0:
        return f"Damage is a number of tokens for each of {', '.join(cars.DAMAGE)}, not {standing.damage}."
    if min(standing.tokens, standing.seconds, standing.sits_out, standing.danger_tokens, standing.spares) < 0:
        return "Tokens, seconds and turns are numbers from 0."
    if car is not None and car.on(track.track_type(standing.spot), track.weather) is None:
        return f"The car {car.name!r} has no column for {track.track_type(standing.spot)}."
    return None


def car_in_turn(track: Track, car: Car, standing: Standing, *, turns: int = 0, leader: bool = False) -> Car:
    """The car with the dice that it really has in a turn: less its damage, on worn tyres, with leader dice.

    ``car``: the board as it was kitted out. ``turns``: those it has driven before. ``leader``: whether it plays first
    in the round, which counts as the house rules say. This is the car to ask ``plans.placements`` with; the board
    itself would count dice that damage has taken.
    """
    rules = track.rules
    laps = max(0, track.course.spots[standing.spot].lap - 1)  # lap 0 lies before the line, lap 1 behind it
    able = cars.on_used_tyres(cars.worn(car, standing.damage, rules), turns, laps, rules)
    return cars.leading(able) if leader and rules.switch("leader.first_player_gravel") else able


def next_placements(track: Track, car: Car, standing: Standing, *, leader: bool = False) -> list[Placement]:
    """Every legal first placement of a car that stands on a track, with nobody in its way.

    Damage and leader dice count (see ``car_in_turn``); so do the danger tokens on its board. Empty: it is blocked, or
    sits the turn out.
    """
    if standing.sits_out:
        return []
    met = Traffic(danger_tokens=standing.danger_tokens)
    able = car_in_turn(track, car, standing, leader=leader)
    return options(track, able, State(standing.spot, standing.gear), met)


def take_turn(
    track: Track,
    car: Car,
    standing: Standing,
    bag: Mapping[str, int],
    policy: Policy,
    rng: Random,
    number: int,
    *,
    leader: bool = False,
    traffic: Traffic = CLEAR,
    others: Mapping[int, Pushable] | None = None,
) -> Driven:
    """One turn: plan, roll, move, and what comes of it. ``leader``: first player of the round; ``traffic``: the
    other cars; ``others``: who they are, by their spots, where cars may be pushed.

    Raises IllegalPlan when the driver breaks a rule.
    """
    rules = track.rules
    others = others or {}
    log = TurnLog(
        number,
        car.name,
        place(track, standing.spot),
        place(track, standing.spot),
        standing.gear,
        standing.gear,
        tokens=standing.tokens,
        danger_tokens=standing.danger_tokens,
    )
    if standing.sits_out:
        seconds = rules.number("time.gear_0")
        rested = replace(standing, sits_out=standing.sits_out - 1, seconds=standing.seconds + seconds)
        return Driven(replace(log, mode="stand", seconds=seconds, danger_tokens_left=rested.danger_tokens), rested, bag)
    state = State(standing.spot, standing.gear)
    if mended := _mended(track, car, standing, policy, state):
        penalty = rules.number("spare_tyre.penalty_seconds")
        standing = replace(
            standing,
            damage=spares.without(standing.damage, mended),
            spares=standing.spares - 1,
            seconds=standing.seconds + penalty,
        )
        bag = spares.returned(bag, mended)
        log = replace(log, mended=mended, penalty=penalty)
    able = car_in_turn(track, car, standing, turns=number - 1, leader=leader)
    limit = danger_limit(track, able, standing.spot)
    if pushing.overcome(standing.danger_tokens, limit):
        loss = Loss(standing.spot, standing.gear, "danger tokens")
        outcome = Outcome((), standing.spot, standing.gear, "loss", limit, loss)
        return _resolve(track, car, standing, bag, policy, rng, log, NOTHING, outcome, others)
    met = replace(near(track, traffic, standing.spot), danger_tokens=standing.danger_tokens)
    view = View(track, able, state, standing.tokens, max(standing.sisu, default=0), rng, met)
    turned = None
    if _usable(track, able, standing.sisu, standing.spot) and _turns_sisu(policy, view, NOTHING, "turn"):
        turned = standing.spot
        view = replace(view, sisu=view.sisu - 1, sisu_turned=True)
    choice = _chosen(view, policy)
    _check(view, choice)
    if not choice.plan:
        standing = replace(standing, sisu=_less(track, car, standing.sisu, turned))
        waits = bool(placements(track, able, state))  # behind other cars or of its own will, so the speed stays
        held_up = waits and not view.options(state)
        gear = standing.gear if waits else gear_without_die(standing.gear, rules)
        seconds = rules.number(f"time.gear_{gear}")
        mode: Mode = "stand" if waits and not held_up else "blocked"
        left = pushing.kept_without_roll(standing.danger_tokens, rules)
        log = replace(
            log,
            mode=mode,
            seconds=log.penalty + seconds,
            gear_after=gear,
            held_up=held_up,
            danger_tokens_left=left,
            sisu=turned is not None,
            sisu_when="turn" if turned is not None else "",
        )
        return Driven(log, replace(standing, gear=gear, seconds=standing.seconds + seconds, danger_tokens=left), bag)
    outcome, when = _roll(track, able, standing, policy, view, choice, turned)
    return _resolve(track, car, standing, bag, policy, rng, replace(log, sisu_when=when), choice, outcome, others)


def _chosen(view: View, policy: Policy) -> Choice:
    """The plan of a turn. A driver who leaves the one space without a die (Climb: it may be taken) plans nothing."""
    rules = view.track.rules
    if not rules.switch("climb.mercy_compulsory"):
        steps = tuple(option for option in view.options(view.state) if option.kind == "mercy")
        if steps and not ask(policy, TakeFreeStep(view, steps)):
            return NOTHING
    return policy.choose(view)


def _turns_sisu(policy: Policy, view: View, choice: Choice, moment: str, progress: Progress | None = None) -> bool:
    """Whether a driver turns a SISU token at this moment of its turn."""
    question = TurnSisu(view, choice, progress or Progress(0, 0, 0, view.tokens, 0), moment)
    return has_view_of(policy, question) and bool(ask(policy, question))


def _mended(track: Track, car: Car, standing: Standing, policy: Policy, state: State) -> tuple[str, ...]:
    """The damage tokens that the driver takes off with a spare tyre before its turn."""
    tokens = spares.taken_off(standing.damage, track.rules) if standing.spares else ()
    if not tokens:
        return ()
    worn, mended = (
        cars.worn(car, damaged, track.rules) for damaged in (standing.damage, spares.without(standing.damage, tokens))
    )
    return tokens if fits_spare(policy, track, worn, mended, state) else ()


def _check(view: View, choice: Choice) -> None:
    if choice.mode not in (ONE_BY_ONE, FLAT_OUT):
        raise IllegalPlan(f"There is no way of rolling called {choice.mode!r}.")
    rules = view.track.rules
    if not choice.plan:
        found = [option for option in view.options(view.state) if option.push is None]  # nobody has to push
        if rules.switch("plan.must_place") and any(option.dice for option in found):
            raise IllegalPlan("A car that can place a die must place one.")
        if rules.switch("climb.mercy_compulsory") and any(option.kind == "mercy" for option in found):
            raise IllegalPlan("A car that can move one space over a climb line without a die must do so.")
    elif not is_legal(view.track, view.car, view.state, choice.plan, view.traffic):
        raise IllegalPlan(
            f"The rules do not allow this plan from {view.track.name(view.state.spot)} in gear {view.state.gear}."
        )


def _roll(
    track: Track, car: Car, standing: Standing, policy: Policy, view: View, choice: Choice, turned: int | None
) -> tuple[Outcome, SisuWhen]:
    """What comes of the roll, and when a SISU token was turned if it was before control would have been lost."""
    when: SisuWhen = "turn" if turned is not None else ""

    def sisu(progress: Progress) -> bool:
        spot = choice.plan[progress.index].to
        return bool(_usable(track, car, standing.sisu, spot)) and bool(
            ask(policy, TurnSisu(view, choice, progress, progress.cause))
        )

    def now(progress: Progress, spot: int) -> bool:
        nonlocal when
        usable = turned is None and bool(_usable(track, car, standing.sisu, spot))
        if usable and _turns_sisu(policy, view, choice, "roll", progress):
            when = "roll"
            return True
        return False

    if choice.mode == FLAT_OUT and choice.plan[0].dice:
        if turned is None and now(Progress(0, 0, 0, standing.tokens, 0), standing.spot):
            turned = standing.spot
        outcome = flat_out(
            track,
            car,
            choice.plan,
            view.rng,
            sisu,
            start=standing.spot,
            tokens=standing.tokens,
            decide=lambda progress: policy.decide(view, choice, progress),
            turned=turned,
        )
        return outcome, when
    choice = choice._replace(plan=clouds_first(choice.plan, track.rules))
    outcome = one_by_one(
        track,
        car,
        choice.plan,
        standing.tokens,
        view.rng,
        lambda progress: policy.decide(view, choice, progress),
        sisu,
        turned=turned,
        now=now,
        start=standing.spot,
    )
    return outcome, when


def _column(track: Track, car: Car, spot: int) -> int | None:
    """The number of the column that counts on a spot."""
    return car.number_of(track.track_type(spot), track.weather)


def _usable(track: Track, car: Car, tokens: tuple[int, ...], spot: int) -> int:
    """How many of the tokens left can be used on a spot (Climb, "Setting your Track Type tokens")."""
    number = _column(track, car, spot)
    return tokens[number] if number is not None and number < len(tokens) else 0


def _less(track: Track, car: Car, tokens: tuple[int, ...], spot: int | None) -> tuple[int, ...]:
    """The tokens left when one is used on a spot, if on any."""
    number = None if spot is None else _column(track, car, spot)
    return tokens if number is None else cars.left_after(tokens, number)


def _discards(policy: Policy, track: Track, car: Car, spot: int, tyres: int) -> bool:
    """Whether a driver uses a puncture proof tyre on what a shortcut has drawn."""
    return bool(ask(policy, DiscardPuncture(track, car, spot, tyres)))


def _resolve(
    track: Track,
    car: Car,
    standing: Standing,
    bag: Mapping[str, int],
    policy: Policy,
    rng: Random,
    log: TurnLog,
    choice: Choice,
    outcome: Outcome,
    others: Mapping[int, Pushable],
) -> Driven:
    """What the move costs and wins: shortcuts, pushes, loss of control, damage, time card, tokens."""
    rules = track.rules
    drawn: list[str] = []
    drawn_at: list[TableSpace] = []
    kept: list[str] = []
    mud: list[TableSpace] = []
    flag: Hex | None = None
    storms = 0
    tyres = standing.puncture_proof
    behind = standing.spot
    for step in outcome.steps:
        if step.placement.shortcut:
            cut = step.placement.to if rules.switch("shortcut.draw_on_entering") else behind
            result = damage.draw(
                bag,
                rules.number("shortcut.damage_draws"),
                car,
                rules,
                rng,
                shortcut=True,
                tyres=_usable(track, car, tyres, cut),
                discard=partial(_discards, policy, track, car, cut),
            )
            bag = result.bag
            drawn += [*result.kept, *result.returned]
            drawn_at += [place(track, cut)] * (len(drawn) - len(drawn_at))
            kept += result.kept
            storms += _storms(result, rules)
            if rules.switch("puncture_proof.single_use"):
                for _ in range(result.returned.count("coast")):
                    tyres = _less(track, car, tyres, cut)
            if "mud" in result.kept:
                mud.append(place(track, cut))
            if "yellow-flag" in result.kept and rules.word("flag.yellow_in_shortcut") == "placed":
                flag = track.course.spots[cut].space.id.hex
        behind = step.placement.to
    struck = pushing.strike(track, car, [step.placement for step in outcome.steps], others, bag, rng)
    bag = struck.bag
    for push, result in zip(struck.logs, struck.own, strict=True):
        drawn += push.own
        drawn_at += [push.start] * len(push.own)
        kept += result.kept
    storms += sum(_storms(result, rules) for result in struck.draws)
    gear, spot, sits_out = outcome.gear, outcome.spot, 0
    card = gear
    if outcome.loss is not None:
        danger = track.course.spots[spot].space.danger
        count = damage.tokens_for_loss(outcome.loss.gear, danger, rules)
        result = damage.draw(bag, count, car, rules, rng, shortcut=False)
        bag = result.bag
        drawn += [*result.kept, *result.returned]
        drawn_at += [place(track, spot)] * (len(drawn) - len(drawn_at))
        kept += result.kept
        storms += _storms(result, rules)
        if "yellow-flag" in result.kept:
            flag = track.course.spots[spot].space.id.hex
        gear, card = rules.number("loss.gear_after"), rules.number("loss.time_card_gear")
        sits_out = rules.number("loss.turns_lost")
    finished = track.course.spots[outcome.spot].finished
    takes_card = not finished or rules.switch("finish.last_turn_takes_card")
    seconds = rules.number(f"time.gear_{card}") if takes_card else 0
    tokens = standing.tokens - outcome.spent + outcome.won
    mercy = any(step.placement.kind == "mercy" for step in outcome.steps)
    after = replace(
        standing,
        spot=spot,
        gear=gear,
        tokens=tokens,
        damage=damage.add(standing.damage, tuple(kept)),
        sisu=_less(track, car, standing.sisu, outcome.sisu_spot),
        puncture_proof=tyres,
        seconds=standing.seconds + seconds,
        sits_out=sits_out,
        danger_tokens=pushing.kept_without_roll(standing.danger_tokens, rules) if mercy else 0,
    )
    done = replace(
        log,
        end=place(track, outcome.spot),
        gear_after=gear,
        mode="mercy" if mercy else choice.mode if choice.plan else "stand",
        dice=tuple(_dice(track, outcome)),
        dangers=outcome.dangers,
        limit=outcome.limit,
        tokens_won=outcome.won,
        tokens_spent=outcome.spent,
        tokens=tokens,
        seconds=log.penalty + seconds,
        stopped=outcome.end == "stopped",
        failed_start=outcome.end == "flying-start",
        loss_gear=None if outcome.loss is None else outcome.loss.gear,
        loss_cause=None if outcome.loss is None else outcome.loss.cause,
        damage=tuple(drawn),
        drawn_at=tuple(drawn_at),
        sisu=outcome.sisu,
        finished=finished,
        planned=len(choice.plan),
        kept=tuple(kept),
        mud=tuple(mud),
        danger_tokens_left=after.danger_tokens,
        pushes=struck.logs,
    )
    pushes = tuple(step.placement.push for step in outcome.steps if step.placement.push is not None)
    return Driven(done, after, bag, storms, flag, pushes)


def _storms(drawn: damage.Drawn, rules: Rules) -> int:
    """How often a draw turns the weather: once, however many tokens (110%, "Weather")."""
    count = drawn.kept.count("weather")
    return min(1, count) if rules.switch("weather.one_effect_per_draw") else count


def _dice(track: Track, outcome: Outcome) -> list[DieLog]:
    return [
        DieLog(die, place(track, step.placement.to), step.placement.gear, result, step.secured and result is None)
        for step in outcome.steps
        for die, result in zip(step.placement.dice, step.results, strict=True)
    ]


def final_seconds(standing: Standing, track: Track) -> int:
    """Stage time: time cards less a second for each second token left, never below zero.

    The focus tokens of a circuit are no second tokens (RX, "Rolling Dice and Moving Your Car").
    """
    circuit = track.course.kind == "circuit"
    worth = track.rules.number("finish.focus_token_seconds" if circuit else "finish.second_token_seconds")
    return max(0, standing.seconds - worth * standing.tokens)
