"""Full contact: other cars are pushed out of the way, by the house rule ``push.allowed``.

Which pushes there are is settled here and in ``traffic.options``, what they cost in ``strike`` and ``overcome``.
Sources: RX, "Full Contact" ("Pushing", "Impact Damage", "Danger Tokens"), whose text breaks off at its end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from designer.play.cars import Car
from designer.play.plans import Placement, Push, State
from designer.play.track import NO_LIMIT, Track, circuit_facts, place
from designer.rules import Rules
from designer.simulator.rally import damage
from designer.simulator.rally.damage import Bag, Drawn
from designer.simulator.rally.log import PushLog

HALVES = ("half-1", "half-2")


class Seen(NamedTuple):
    """Another car in the middle of a turn: its spot at the start of the turn, its spot now, its gear."""

    car: int
    spot: int
    gear: int


class Pushable(NamedTuple):
    """Another car as far as it matters to being pushed: who drives it in which try, its board, its danger tokens."""

    driver: str
    attempt: int
    board: Car
    danger_tokens: int = 0


# -- which pushes there are ------------------------------------------------------------------------------------------


def where_now(track: Track, cars: Sequence[tuple[int, int]], state: State) -> list[Seen]:
    """The other cars, (spot, gear) each, with those pushed so far where they are now; past the finish they are gone."""
    now = dict(state.pushed)
    seen = [Seen(spot, now.get(spot, spot), gear) for spot, gear in cars]
    return [one for one in seen if one.car not in now or not track.course.spots[one.spot].finished]


def directly_behind(track: Track, state: State, option: Placement) -> bool:
    """Whether a placement comes onto its space from directly behind: straight ahead, with no jump.

    A sliding car is as wide as the road, so a step onto or off a sliding half is one straight ahead (assumed).
    """
    start = track.second.get(state.spot, state.spot) if state.first and not state.gear else state.spot
    return option.over is None and any(
        move.to == option.to and move.step.kind in ("straight", "slide") for move in track.course.moves[start]
    )


def ahead(track: Track, spot: int) -> tuple[int, ...]:
    """The spots one space straight ahead of a car that is pushed: out of a shortcut, but not into one.

    There are several where lanes part, as before a corner or at a fork. Those that its race has closed to the car,
    such as a second joker lap, are none of them; the way past its last chance of one is.
    """
    spots = track.course.spots
    here = spots[spot].space
    kinds = ("straight", "slide") if here.kind in HALVES else ("straight",)
    driven = {way.to for way in track.ways[spot] if way.over is None}
    found = tuple(
        move.to
        for move in track.course.moves[spot]
        if move.to in driven
        and move.step.kind in kinds
        and (spots[move.to].space.kind != "shortcut" or here.kind == "shortcut")
        and (not spots[move.to].finished or track.rules.switch("push.over_finish"))
    )
    return found if len(found) < 2 or track.rules.word("push.several_ways") == "pusher" else ()


def again(state: State, push: Push) -> bool:
    """Whether the car has been pushed before in this turn."""
    return any(car == push.car for car, _ in state.pushed)


# -- what a push costs -----------------------------------------------------------------------------------------------


def impact_tokens(placement: Placement, rules: Rules) -> int:
    """Damage tokens that both drivers draw: the gear in which the space is entered less that of the car pushed.

    >>> from designer import rules
    >>> impact_tokens(Placement(2, ("gear-4",), 4, "gear", push=Push(2, 2, 3, 1)), rules.load())
    3
    """
    if placement.push is None:
        return 0
    return rules.number("push.damage_per_gear") * max(0, placement.gear - placement.push.gear)


def danger_tokens(track: Track, push: Push) -> int:
    """Danger tokens that a pushed car takes for its new space: gears above a limit, and one for any other element.

    What stands on the lines crossed counts as the space's: a limit, a danger, a climb line (assumed).
    """
    rules = track.rules
    way = next(way for way in track.ways[push.start] if way.to == push.to and way.over is None)
    space = track.course.spots[push.to].space
    slide = space.kind in HALVES or (space.mandatory_slide and rules.switch("slide.snow_mandatory"))
    element = bool(way.hazards or way.climb or space.jump is not None or space.water or space.chicane or slide)
    if way.limit < NO_LIMIT and not rules.switch("push.element_beside_limit"):
        element = False
    return max(0, push.gear - way.limit) + element * rules.number("push.track_element_danger_tokens")


@dataclass(frozen=True, slots=True)
class Struck:
    """What the pushes of a turn came to: their logs, all that was drawn, what the one who pushed drew, the bag."""

    logs: tuple[PushLog, ...]
    draws: tuple[Drawn, ...]
    own: tuple[Drawn, ...]
    bag: Bag


def strike(
    track: Track,
    car: Car,
    placements: Sequence[Placement],
    others: Mapping[int, Pushable],
    bag: Bag,
    rng: Random,
) -> Struck:
    """Draw the damage of the pushes among the placements that were driven, and lay the danger tokens.

    ``others`` are the cars by their spots at the start of the turn. The tokens are drawn when the move has ended, push
    by push, first by the one who pushes (assumed): dice that lie are not changed by damage.
    """
    rules = track.rules
    tokens = {spot: other.danger_tokens for spot, other in others.items()}
    logs, draws, mine = [], [], []
    for step, placement in enumerate(placements):
        push = placement.push
        if push is None:
            continue
        other = others[push.car]
        count = impact_tokens(placement, rules)
        own = damage.draw(bag, count, car, rules, rng, shortcut=False)
        theirs = damage.draw(own.bag, count, other.board, rules, rng, shortcut=False)
        bag = theirs.bag
        before = tokens[push.car]
        tokens[push.car] = min(rules.number("push.danger_tokens_max"), before + danger_tokens(track, push))
        draws += [own, theirs]
        mine.append(own)
        logs.append(
            PushLog(
                other.driver,
                other.attempt,
                step,
                place(track, push.start),
                place(track, push.to),
                push.gear,
                placement.gear,
                (*own.kept, *own.returned),
                (*theirs.kept, *theirs.returned),
                theirs.kept,
                tokens[push.car] - before,
                tokens[push.car],
                track.course.spots[push.to].finished,
                **circuit_facts(track, push.to),
            )
        )
    return Struck(tuple(logs), tuple(draws), tuple(mine), bag)


def kept_without_roll(tokens: int, rules: Rules) -> int:
    """Danger tokens that stay on the board of a driver who rolls no dice (see ``push.tokens_without_roll``).

    >>> from designer import rules
    >>> kept_without_roll(2, rules.load())
    0
    """
    return tokens if rules.word("push.tokens_without_roll") == "kept" else 0


def overcome(tokens: int, limit: int) -> bool:
    """Whether a car loses control before it can move: its danger tokens reach the danger limit of its space.

    >>> overcome(3, 3), overcome(2, 3), overcome(0, 0)
    (True, False, False)
    """
    return tokens > 0 and tokens >= limit
