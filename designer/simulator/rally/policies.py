"""Drivers: how plans are chosen and when to stop, secure or go on.

A driver is a small class with three methods; write your own, name it in the entry-point group ``crest.policies``,
and it can be named wherever a driver is named. What the rules leave to a driver beside that ("may") is a question of
its own in ``questions``: for each of them a driver may have a method (``sisu_now``, ``discard_puncture``, ``spare``,
``free_step``, ``start``, ``board``), or one method ``respond`` for all. A driver must be a plain function of what it
is shown (and of the view's ``rng`` if it wants chance), so that the same seed always gives the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import Protocol

from designer.play.cars import Car
from designer.play.dice import chance_of
from designer.play.plans import Plan, State, after
from designer.play.track import Track
from designer.simulator.rally.log import Roll
from designer.simulator.rally.outlook import outlook
from designer.simulator.rally.questions import ChooseStart, FitSpare, ask
from designer.simulator.rally.rolling import (
    LOSS,
    ROLL,
    SECURE,
    STOP,
    Progress,
    chance_of_loss,
    danger_limit,
    token_cost,
)
from designer.simulator.rally.turn_view import Choice as Choice
from designer.simulator.rally.turn_view import View as View
from designer.words import did_you_mean

ONE_BY_ONE: Roll = "one-by-one"
FLAT_OUT: Roll = "flat-out"


class UnknownPolicy(ValueError):
    """There is no such driver; the text names those there are."""


class Policy(Protocol):
    """A driver."""

    def choose(self, view: View) -> Choice:
        """The plan of the turn and how to roll it."""
        ...

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        """Before each placement when rolling one by one: "roll", "secure" or "stop". Where tokens may be spent on a
        flat-out roll (``roll.tokens_when_flat_out``), also for each of its placements, before it: "roll" or "secure".
        """
        ...

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        """Whether to spend a SISU token on what has happened (``progress.cause``, see rolling.Progress).

        A driver that turns one before anything has happened has a method ``sisu_now`` too (questions.TurnSisu).
        """
        ...


class Sensible:
    """Weighs the plans of the turn by the time they should cost: the card, the chance of losing control, and an
    estimate of the rest of the way. Rolls flat out when that is worth it, else stops as soon as going on costs more
    than it wins, and pays tokens where a danger would hurt more than the seconds they are worth."""

    ahead = False

    def choose(self, view: View) -> Choice:
        best = outlook(view.track, view.car, ahead=self.ahead).best_turn(view.state.spot, view.state.gear, view.traffic)
        return Choice(best.plan, FLAT_OUT if best.flat else ONE_BY_ONE)

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        seen = outlook(view.track, view.car, ahead=self.ahead)
        if choice.mode == FLAT_OUT:
            return seen.flat_out_word(choice.plan, view.state.spot, progress)
        return seen.next_word(choice.plan, progress)

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return progress.cause == LOSS


class LookingAhead(Sensible):
    """Weighs its plans as the sensible driver does, but knows the rest of the way turn by turn: from every space in
    every gear it has searched the best turn, from the finish backwards."""

    ahead = True

    def spare(self, track: Track, worn: Car, mended: Car, state: State) -> bool:
        now, then = (outlook(track, car, ahead=True).rest(state.spot, state.gear) for car in (worn, mended))
        return now - then > track.rules.number("spare_tyre.penalty_seconds")


class Cautious:
    """Takes the fastest plan that loses control at most once in twenty times, or the safest one if there is none.
    Rolls one by one, stops as soon as the next dice would be a gamble, and pays tokens to get past it."""

    gamble = 0.05

    def choose(self, view: View) -> Choice:
        plans = outlook(view.track, view.car).plans(view.state.spot, view.state.gear, view.traffic)
        risks = [(chance_of_loss(view.track, view.car, plan, flat=False), plan) for plan in plans]
        safe = [plan for risk, plan in risks if risk <= self.gamble]
        if safe:
            return Choice(min(safe, key=lambda plan: _seconds(view, plan)), ONE_BY_ONE)
        return Choice(min(risks, default=(0.0, ()), key=lambda risk: risk[0])[1], ONE_BY_ONE)

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        placement = choice.plan[progress.index]
        spare = danger_limit(view.track, view.car, placement.to) - progress.dangers - placement.hazards
        if chance_of(placement.dice, spare, view.track.rules) <= self.gamble:
            return ROLL
        cost = token_cost(len(placement.dice), progress.secured, view.track.rules)
        if placement.dice and spare > 0 and cost <= progress.tokens:
            return SECURE
        return STOP

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return progress.cause == LOSS


class FlatOut:
    """Never rolls one by one: takes the plan that should cost least time when all its dice are rolled at once.
    Lives off second tokens and never spends one."""

    def choose(self, view: View) -> Choice:
        seen = outlook(view.track, view.car)
        plans = seen.plans(view.state.spot, view.state.gear, view.traffic)
        return Choice(min(plans, default=(), key=lambda plan: seen.flat_out_seconds(plan, view.state.spot)), FLAT_OUT)

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        return ROLL

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return progress.cause == LOSS


class ByTheBook:
    """Goes for the plan that ends fastest and then furthest, breaking no limit; flat out if that holds in five of
    six times, else one by one. One danger below the limit it pays for the next dice or stops."""

    holds = 5 / 6

    def choose(self, view: View) -> Choice:
        plans = outlook(view.track, view.car).plans(view.state.spot, view.state.gear, view.traffic)
        plan = min(plans, default=(), key=lambda plan: _seconds(view, plan))
        if plan and 1 - chance_of_loss(view.track, view.car, plan, flat=True, start=view.state.spot) >= self.holds:
            return Choice(plan, FLAT_OUT)
        return Choice(plan, ONE_BY_ONE)

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        placement = choice.plan[progress.index]
        if progress.dangers + placement.hazards + 1 < danger_limit(view.track, view.car, placement.to):
            return ROLL
        cost = token_cost(len(placement.dice), progress.secured, view.track.rules)
        return SECURE if placement.dice and cost <= progress.tokens else STOP

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return progress.cause == LOSS


def _seconds(view: View, plan: Plan) -> float:
    """Seconds of a plan that holds, with the rest of the way; a broken limit counts as the loss it is."""
    return outlook(view.track, view.car).seconds_if_kept(plan)


class Novice:
    """Places dice as they come, up to five, and never looks further than the next space; rolls one by one and stops
    after the first danger. Takes any way that does not break a speed limit, by chance."""

    most = 5

    def choose(self, view: View) -> Choice:
        plan: Plan = ()
        state = view.state
        for _ in range(self.most):
            found = view.options(state)
            safe = [option for option in found if not option.loses]
            if not found or (plan and not safe):
                break
            placement = view.rng.choice(safe or found)
            plan = (*plan, placement)
            state = after(view.track, state, placement)
        return Choice(plan, ONE_BY_ONE)

    def decide(self, view: View, choice: Choice, progress: Progress) -> str:
        return STOP if progress.dangers else ROLL

    def use_sisu(self, view: View, choice: Choice, progress: Progress) -> bool:
        return progress.cause == LOSS


#: The drivers that come with the simulator.
POLICIES: dict[str, Callable[[], Policy]] = {
    "sensible": Sensible,
    "novice": Novice,
    "cautious": Cautious,
    "flat-out": FlatOut,
    "by-the-book": ByTheBook,
    "looking-ahead": LookingAhead,
}


def chosen_start(policy: Policy, track: Track, car: Car, free: Sequence[int]) -> int:
    """The place behind the line that a driver starts from (``questions.ChooseStart``)."""
    spot: int = ask(policy, ChooseStart(track, car, tuple(free)))
    return spot


def fits_spare(policy: Policy, track: Track, worn: Car, mended: Car, state: State) -> bool:
    """Whether a driver fits a spare tyre before its turn (``questions.FitSpare``)."""
    fits: bool = ask(policy, FitSpare(track, worn, mended, state))
    return fits


def names() -> tuple[str, ...]:
    """The names of all drivers, those of installed packages included."""
    return tuple(dict.fromkeys([*POLICIES, *(point.name for point in entry_points(group="crest.policies"))]))


def description(name: str) -> str:
    """What a driver does, in a sentence without its full stop: the first one of what is written about it.

    >>> description("flat-out").partition(":")[0]
    'Never rolls one by one'
    """
    return " ".join((type(find(name)).__doc__ or "").split()).partition(". ")[0].rstrip(".")


def find(name: str) -> Policy:
    """A driver by its name. Raises UnknownPolicy with close names."""
    if name in POLICIES:
        return POLICIES[name]()
    for point in entry_points(group="crest.policies"):
        if point.name == name:
            made: Policy = point.load()()
            return made
    raise UnknownPolicy(f"There is no driver {name!r}. {did_you_mean(name, names(), cutoff=0.4)}")
