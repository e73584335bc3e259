"""Plans: every legal next placement of dice, by the rules.

A plan is a list of placements, each one space on (a jump: two). Sources: Climb, "Climb tiles", "Oxygen tokens",
"Cloud tokens", "Using your dice"; 110%, "Using your dice", "Leader dice"; RX, "The Dice"; core rules 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from designer.catalog import Climb
from designer.design.hexes import Hex
from designer.play.cars import Car, Column
from designer.play.dice import BOOST, BRAKE, COAST, DICE, GEARS, INDEX, LEADER, NONE, Counts, gear_die
from designer.play.track import Track, Way
from designer.rules import Rules


class State(NamedTuple):
    """Where a car is within its turn: spot, gear, dice placed this turn (in the order of DICE).

    ``clouds``: tiles whose cloud has already been counted this turn. ``ended``: nothing more may be placed.
    ``pushed``: the other cars pushed so far, each as (spot at the start of the turn, spot now).
    """

    spot: int
    gear: int
    used: Counts = NONE
    clouds: tuple[Hex, ...] = ()
    ended: bool = False
    pushed: tuple[tuple[int, int], ...] = ()

    @property
    def first(self) -> bool:
        """Whether no die has been placed this turn."""
        return self.used == NONE


class Push(NamedTuple):
    """Another car is pushed one space on (RX, "Pushing"): ``car``, its spot at the start of the turn, from ``start`` to
    ``to``; ``gear`` is that of its marker."""

    car: int
    start: int
    to: int
    gear: int


#: "climb-pair": coast with boost or brake on a climb line; "mercy": one space without a die, then the turn ends.
PlacementKind = Literal["gear", "coast", "brake", "boost", "flying-start", "climb-pair", "mercy"]


class Placement(NamedTuple):
    """Dice placed on one space and rolled together.

    ``to``: spot reached. ``gear``: gear after. ``hazards``: dangers that come without a roll, those of ``clouds`` among
    them. ``loses``: the gear is above the limit, so control is lost there. ``shortcut``: a shortcut's token is drawn.
    ``over``: the spot jumped over. ``push``: the car that is pushed off the space.
    """

    to: int
    dice: tuple[str, ...]
    gear: int
    kind: PlacementKind
    hazards: int = 0
    loses: bool = False
    shortcut: bool = False
    over: int | None = None
    clouds: int = 0
    push: Push | None = None


Plan = tuple[Placement, ...]


def available(column: Column, used: Counts, coast_loss: int, rules: Rules) -> Counts:
    """Dice that may still be placed on a tile: what its column offers less what was placed this turn.

    Each die is tested against the column of the tile it lies on, counting the dice of the whole turn. Where a board
    prints a number of gear dice it bounds them as a whole (Climb and 110%, "Using your dice": no sixth gear die on
    snow for gravel tyres); on an Unlimited board each token is a die of its own. Oxygen takes coast dice on its tile
    (Climb, "Oxygen tokens").

    >>> from designer import rules
    >>> from designer.play.cars import column
    >>> gravel = column(gears=2, coast=2, limit=3)
    >>> available(gravel, State(0, 1, (1, 0, 0, 0, 0, 0, 1, 0, 0, 0)).used, 1, rules.load())
    (0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    left = [max(0, owned - placed) for owned, placed in zip(column.dice, used, strict=True)]
    if column.most_gears is not None and sum(used[: len(GEARS)]) >= column.most_gears:
        left[: len(GEARS)] = [0] * len(GEARS)
    together = rules.switch("plan.coast_and_leader_together")
    for index in (COAST, LEADER):
        owned = column.dice[index]
        placed = used[COAST] + used[LEADER] if together else used[index]
        if coast_loss and (index == COAST or rules.switch("oxygen.leader_dice_too")):
            owned = max(min(owned, rules.number("oxygen.minimum")), owned - coast_loss)
        left[index] = max(0, owned - placed)
    return tuple(left)


def placements(track: Track, car: Car, state: State) -> list[Placement]:
    """Every legal next placement. Empty: the car is blocked, or its turn has ended.

    A placement that breaks a speed limit is listed with ``loses``: nothing forbids it, and a car that comes too fast
    has no other way on.
    """
    if not state.first:
        return _placements(track, car, state)
    key = (car, state)  # worth keeping: a turn's first placements are asked for again and again
    known = track.memory.drawer(_placements)
    found = known.get(key)
    if found is None:
        found = known[key] = _placements(track, car, state)
    return found


def _placements(track: Track, car: Car, state: State) -> list[Placement]:
    if state.ended:
        return []
    found: list[Placement] = []
    ways = track.onward(state.spot, state.gear, first=state.first)
    fits = track.memory.drawer(_fitting)
    for way in ways:
        space = track.course.spots[way.to].space
        column = car.on(space.terrain, track.weather)
        if column is None:
            continue
        # Which dice fit depends on few things, and the same ones come again and again on every part of a course.
        flying = not state.gear and may_fly(track, state.spot)
        key = (column.dice, column.most_gears, state.used, space.coast_loss, state.gear, way.climb, flying)
        fitting = fits.get(key)
        if fitting is None:
            dice = available(column, state.used, space.coast_loss, track.rules)
            fitting = fits[key] = _fitting(track.rules, dice, state, way.climb, flying)
        for placed, gear, kind in fitting:
            if not way.least <= gear <= way.most or (gear > state.gear and not way.shift_up):
                continue
            found.append(_placement(track, state, way, placed, gear, kind))
    if not found and state.first and track.rules.switch("climb.mercy_move"):
        found = [_placement(track, state, way, (), state.gear, "mercy") for way in free_steps(ways, state.gear)]
    return found


def free_steps(ways: Sequence[Way], gear: int) -> list[Way]:
    """The ways of one space that a car in a gear may take for nothing, where it has no die for a climb line.

    A car that is fast enough for a jump would fly over it; the free step is one space all the same (Climb, "Braking,
    boosting and coasting on Climb tiles"), so it goes onto the jump and no further.

    >>> from designer.play.track import Way
    >>> jump = Way(1, "ascent", 99, 0, None, 0, 2, None, False, True)
    >>> over = jump._replace(to=2, least=3, most=99, over=1)
    >>> [way.to for way in free_steps([jump, over], 2)], [way.to for way in free_steps([jump, over], 4)]
    ([1], [1])
    """
    onto = {way.to: way for way in ways if way.over is None}
    taken = {
        way.to if way.over is None else way.over: None
        for way in ways
        if way.climb is not None and way.least <= gear <= way.most
    }
    return [onto[spot] for spot in taken if spot in onto]


def _placement(
    track: Track, state: State, way: Way, dice: tuple[str, ...], gear: int, kind: PlacementKind
) -> Placement:
    hazards = way.hazards + (1 if gear == way.hazard_gear else 0)
    clouds = 0
    space = track.course.spots[way.to].space
    if space.clouds and dice and space.id.hex not in state.clouds:
        per_turn = track.rules.word("cloud.per") == "turn"
        if not (per_turn and state.clouds):
            once = per_turn or not track.rules.switch("cloud.add_up")
            clouds = track.rules.number("cloud.dangers") * (1 if once else space.clouds)
    return Placement(way.to, dice, gear, kind, hazards + clouds, gear > way.limit, way.shortcut, way.over, clouds)


Option = tuple[tuple[str, ...], int, PlacementKind]


def may_fly(track: Track, spot: int) -> bool:
    """Whether a standing car may set off with a flying start: at the start, and elsewhere if the rules say so."""
    rules = track.rules
    return rules.switch("plan.flying_start") and (
        spot in track.course.starts or rules.switch("plan.flying_start_after_loss")
    )


def _fitting(rules: Rules, dice: Counts, state: State, climb: Climb | None, flying: bool) -> tuple[Option, ...]:
    return tuple(_options(rules, dice, state, climb, flying))


def _options(rules: Rules, dice: Counts, state: State, climb: Climb | None, flying: bool) -> Iterator[Option]:
    """Dice for one step, with the gear after and the kind of placement."""
    if climb == "ascent":
        yield from _climb_options(
            rules, dice, state, rules.number("climb.ascent_gear_change"), BOOST, "climb.coast_boost_ascent"
        )
    elif climb == "descent":
        yield from _climb_options(
            rules, dice, state, rules.number("climb.descent_gear_change"), BRAKE, "climb.coast_brake_descent"
        )
    else:
        yield from _gear_options(rules, dice, state, flying)
        if state.gear and (not state.first or rules.switch("plan.first_die_coast_allowed")):
            for index in (COAST, LEADER):
                if dice[index]:
                    yield (DICE[index],), state.gear, "coast"


def _climb_options(
    rules: Rules, dice: Counts, state: State, change: int, partner: int, switch: str
) -> Iterator[Option]:
    """Over a climb line: the gear die that the slope asks for, or a coast die with its partner at the same speed.

    Source: Climb, "Climb tiles" and "Braking, boosting and coasting on Climb tiles"; also for a turn's first die.
    """
    gear = state.gear + change
    if gear in GEARS and dice[gear - 1]:
        yield (gear_die(gear),), gear, "gear"
    if state.gear and dice[partner] and rules.switch(switch):
        for index in (COAST, LEADER):
            if dice[index] and (index == COAST or rules.switch("climb.leader_as_coast")):
                yield (DICE[index], DICE[partner]), state.gear, "climb-pair"


def _gear_options(rules: Rules, dice: Counts, state: State, flying: bool) -> Iterator[Option]:
    speed = state.gear
    if speed == 0:
        first = rules.number("plan.first_gear")
        if dice[first - 1]:
            yield (gear_die(first),), first, "gear"
        gear = rules.number("plan.flying_start_gear")
        if flying and dice[gear - 1]:
            yield (gear_die(gear),), gear, "flying-start"
    else:
        step = rules.number("plan.gear_step")
        wanted = [speed - step, speed + step]
        same = "plan.first_die_same_gear" if state.first else "plan.repeat_gear_with_second_die"
        if rules.switch(same):
            wanted.insert(1, speed)
        for gear in wanted:
            if gear in GEARS and dice[gear - 1]:
                yield (gear_die(gear),), gear, "gear"
        most = dice[BRAKE] if rules.switch("plan.brakes_on_one_space") else min(1, dice[BRAKE])
        for brakes in range(1, most + 1):
            gear = speed - step - brakes * rules.number("plan.brake_gears_skipped")
            if gear in GEARS and dice[gear - 1]:
                yield ("brake",) * brakes + (gear_die(gear),), gear, "brake"
    standing = rules.switch("plan.boost_from_standstill") or (flying and rules.switch("plan.flying_start_with_boost"))
    if dice[BOOST] and (speed or standing):
        gear = speed + rules.number("plan.boost_gears_up")
        if gear in GEARS and dice[gear - 1]:
            yield ("boost", gear_die(gear)), gear, "boost"


def after(track: Track, state: State, placement: Placement) -> State:
    """The state after a placement."""
    used = list(state.used)
    for die in placement.dice:
        used[INDEX[die]] += 1
    space = track.course.spots[placement.to].space
    clouds = state.clouds
    if space.clouds and placement.dice and space.id.hex not in clouds:
        clouds = (*clouds, space.id.hex)
    pushed = state.pushed
    if placement.push is not None:
        pushed = tuple(sorted({**dict(pushed), placement.push.car: placement.push.to}.items()))
    return State(
        placement.to, placement.gear, tuple(used), clouds, placement.kind == "mercy" or placement.loses, pushed
    )


def gear_without_die(gear: int, rules: Rules) -> int:
    """The gear of a car after a turn in which it had no die to place (assumed; see ``plan.no_die_gear_drop``)."""
    return max(0, gear - rules.number("plan.no_die_gear_drop"))
