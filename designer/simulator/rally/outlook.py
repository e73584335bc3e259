"""What a turn is worth: plans of a turn, their exact odds, and how long the rest of the way should take.

Everything is in seconds of stage time, the less the better. The rest of the way from a spot in a gear is first
estimated step by step (``pace``), without counting dice; a driver that looks ahead works it out turn by turn: on a
stage from the finish back to where it stands, on a circuit for one lap, which all laps share (``LapGains``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from designer.design.hexes import Hex
from designer.graph.space_graph import SpaceInfo
from designer.play.cars import Car
from designer.play.dice import GEARS, distribution
from designer.play.plans import Placement, Plan, State, after, gear_without_die, placements
from designer.play.reach import explore, gears_in
from designer.play.track import Track
from designer.rules import Rules
from designer.simulator.rally import damage
from designer.simulator.rally.pushing import impact_tokens
from designer.simulator.rally.rolling import (
    ROLL,
    SECURE,
    STOP,
    Progress,
    clouds_first,
    danger_limit,
    flat_out_limit,
    flat_out_tokens,
    flying_start_fails,
    made_safe,
    token_cost,
)
from designer.simulator.rally.traffic import CLEAR, Traffic, options, row

#: Spaces that a turn makes, roughly: what a time card is shared over when the rest of the way is estimated.
SPACES_A_TURN = 4.5
#: Seconds that a damage token is taken to cost later on.
DAMAGE_SECONDS = 8.0
#: Seconds for a place from which no rule leads on, and for a finish that does not count.
STUCK = 10_000.0
#: How many plans of a turn are weighed exactly, the most promising first.
WEIGHED = 16


class Turn(NamedTuple):
    """A plan, whether to roll it flat out, and the seconds it should cost with all that follows."""

    plan: Plan
    flat: bool
    seconds: float


def card_seconds(gear: int, rules: Rules) -> int:
    """Seconds of the time card for a turn that ends in a gear."""
    return rules.number(f"time.gear_{gear}")


def token_worth(track: Track) -> int:
    """Seconds that a driver takes a token to be worth: a second token takes them off the time at the finish, a focus
    token of a circuit only secures dice (RX, "Rolling Dice and Moving Your Car")."""
    circuit = track.course.kind == "circuit"
    return track.rules.number("rallycross.focus_token_worth" if circuit else "finish.second_token_seconds")


#: A row of lanes, or a space that lies in none, on its tile.
Place = tuple[Hex, str]
#: Gears in which looking ahead begins turns when it searches a lap; another one gains what the nearest of them does.
SEARCHED = (0, 2, 4, 5)


def place_of(space: SpaceInfo) -> Place:
    """The place of a space: lanes of one row are one, for what is left to drive is much the same on each."""
    return space.id.hex, row(space) or space.id.name


class LapGains(NamedTuple):
    """What looking ahead knows better than the pace, for one lap of a circuit.

    ``places``: by row or space, and by gear where a turn can begin in it, seconds from there to the line less those by
    the pace; ``lap``: the same of a whole lap.
    """

    places: Mapping[Place, Mapping[int, float]]
    lap: float

    def at(self, place: Place, gear: int) -> float:
        """The seconds of a place in a gear; of one that is not known those of the gear nearest to it."""
        known = self.places.get(place)
        if not known:
            return 0.0
        return known[gear] if gear in known else known[min(known, key=lambda other: (abs(other - gear), other))]


class Outlook:
    """The outlook of one car on one track. ``ahead``: work the rest of the way out turn by turn."""

    def __init__(self, track: Track, car: Car, *, ahead: bool = False) -> None:
        self.track = track
        self.car = car
        self.ahead = ahead
        self._cards = [float(card_seconds(gear, track.rules)) for gear in range(len(GEARS) + 1)]
        self._token_worth = token_worth(track)
        self._jokers = any(spot.missed for spot in track.course.spots)
        self._pace = self._estimate()
        self._turns: dict[tuple[int, int], Turn] = {}
        self._plans: dict[tuple[int, int], list[Plan]] = {}
        self._searched = len(track.course.spots)
        self._tables: dict[Plan, list[dict[int, float]]] = {}
        self._values: dict[tuple[int, int], float] = {}
        self._gains: LapGains | None = None

    def rest(self, spot: int, gear: int) -> float:
        """Seconds from the start of a turn on a spot in a gear to the finish."""
        if self.track.course.spots[spot].finished:
            return STUCK if self.track.course.spots[spot].missed else 0.0
        if not self.ahead:
            return self._pace[spot][gear]
        if self.track.course.kind == "circuit":
            return self._rest_of_laps(spot, gear)
        self._search_from(spot)
        return self._turns[spot, gear].seconds

    def _rest_of_laps(self, spot: int, gear: int) -> float:
        """Seconds to the finish of a circuit: the pace of this car, with what looking ahead gains on each lap."""
        pace = self._pace[spot][gear]
        if (spot, gear) in self._values or pace >= STUCK:
            return self._values.get((spot, gear), pace)
        gains = self.lap_gains()
        here = self.track.course.spots[spot]
        to_go = self.track.course.laps - here.lap
        return max(1.0, pace + gains.at(place_of(here.space), gear) + to_go * gains.lap)

    def lap_gains(self) -> LapGains:
        """What looking ahead knows better than the pace: worked out once for a board, and shared by its laps and by the
        board when it is damaged, since a lap is driven much the same each time."""
        whole = self.car.whole or self.car
        if whole != self.car:
            return outlook(self.track, whole, ahead=True).lap_gains()
        if self._gains is None:
            self._gains = self._search_lap()
            self._values.clear()
            self._tables.clear()
        return self._gains

    def _search_lap(self) -> LapGains:
        """Search the best turns of the last lap, with its joker way, from the line backwards: from one lane of each
        row, in the gears in which a turn can begin there."""
        course = self.track.course
        reached = explore(self.track, self.car, losing=True).gears
        lap = [
            spot
            for spot in reversed(course.spots)
            if spot.lap == course.laps and not spot.finished and not spot.missed and (spot.joker_done or spot.detour)
        ]
        found: dict[Place, dict[int, float]] = {}
        self._gains = LapGains(found, 0.0)  # while it is worked out, what is not known yet goes by the pace
        for spot in lap:
            place = place_of(spot.space)
            if place in found:
                continue  # another lane of the row
            for gear in sorted({*gears_in(reached[spot.number] | 1)} & {*SEARCHED}):
                pace = self._pace[spot.number][gear]
                seconds = self._weigh(spot.number, gear, CLEAR).seconds
                if max(pace, seconds) < STUCK:
                    self._values[spot.number, gear] = seconds
                    found.setdefault(place, {})[gear] = seconds - pace
        numbers = {spot.number for spot in lap}
        first = {
            place_of(course.spots[move.to].space)
            for spot in course.spots
            if spot.number not in numbers and spot.lap == course.laps - 1
            for move in course.moves[spot.number]
            if move.to in numbers
        }
        begin = [gain for place in sorted(first) for gain in found.get(place, {}).values()]
        return LapGains(found, sum(begin) / len(begin) if begin else 0.0)

    def _search_from(self, spot: int) -> None:
        """Find the best turn from each spot from the finish back to this one, in every gear.

        A turn leads to spots of higher numbers, or to a lower gear on the same one, so each is known when needed.
        """
        for number in range(self._searched - 1, spot - 1, -1):
            self._searched = number
            if not self.track.course.spots[number].finished:
                for gear in range(len(self._cards)):
                    self._turns[number, gear] = self._weigh(number, gear, CLEAR)

    def _estimate(self) -> list[list[float]]:
        """The pace table: seconds to the finish from each spot in each gear, a share of a card for each space."""
        course = self.track.course
        table = [[STUCK] * len(self._cards) for _ in course.spots]
        for spot in reversed(course.spots):
            for gear in range(len(self._cards)):
                if spot.finished:
                    table[spot.number][gear] = STUCK if spot.missed else 0.0
                    continue
                found = self._with_joker(placements(self.track, self.car, State(spot.number, gear)), spot.number)
                if found:
                    table[spot.number][gear] = min(self._step(table, option) for option in found)
                else:
                    lower = gear_without_die(gear, self.track.rules)
                    table[spot.number][gear] = self._cards[lower] + table[spot.number][lower]
        return table

    def _step(self, table: list[list[float]], option: Placement) -> float:
        if option.loses:
            return self._loss_seconds(option) + table[option.to][0]
        share = 1.0 if option.kind == "mercy" else 1.0 / SPACES_A_TURN
        return share * self._cards[option.gear] + table[option.to][option.gear]

    def _loss_seconds(self, placement: Placement) -> float:
        rules = self.track.rules
        danger = self.track.course.spots[placement.to].space.danger
        tokens = damage.tokens_for_loss(placement.gear, danger, rules)
        return card_seconds(rules.number("loss.time_card_gear"), rules) + DAMAGE_SECONDS * tokens

    def _after_loss(self, placement: Placement) -> float:
        return self._loss_seconds(placement) + self.rest(placement.to, self.track.rules.number("loss.gear_after"))

    def _after_stop(self, placement: Placement) -> float:
        shortcut = DAMAGE_SECONDS * 0.6 if placement.shortcut else 0.0
        return self._cards[placement.gear] + self.rest(placement.to, placement.gear) + shortcut

    def plans(self, spot: int, gear: int, traffic: Traffic = CLEAR) -> list[Plan]:
        """Plans of a turn: for every spot and gear that a turn can end in, the one with the fewest dangers to expect.

        A placement that breaks a limit is only taken where no other leads on.
        """
        if traffic.matters:
            return self._search(spot, gear, traffic)
        if (spot, gear) not in self._plans:
            self._plans[spot, gear] = self._search(spot, gear, CLEAR)
        return self._plans[spot, gear]

    def _search(self, spot: int, gear: int, traffic: Traffic) -> list[Plan]:
        start = State(spot, gear)
        best: dict[State, tuple[float, Plan]] = {start: (0.0, ())}
        ends: dict[tuple[int, int, bool, float], tuple[float, Plan]] = {}
        wave = [start]
        while wave:
            following: dict[State, tuple[float, Plan]] = {}
            for state in wave:
                expected, plan = best[state]
                for option in self._sound(state, traffic):
                    reached = after(self.track, state, option)
                    risk = expected + option.hazards + self._expected(option)
                    longer = (*plan, option)
                    pushing = self._pushes_seconds(longer) if reached.pushed else 0.0
                    end = (option.to, option.gear, option.loses, pushing)
                    if end not in ends or risk < ends[end][0]:
                        ends[end] = (risk, longer)
                    known = following.get(reached)
                    if known is None or risk < known[0]:
                        following[reached] = (risk, longer)
            best = following
            wave = list(following)
        return [plan for _, plan in ends.values()]

    def _with_joker(self, found: list[Placement], spot: int, *, first: bool = True) -> list[Placement]:
        """Without the placements that give a joker lap up, which would disqualify the car; if there are no others, all
        of them for the first die of a turn, which has to be placed, and none for a later one."""
        spots = self.track.course.spots
        if not self._jokers or spots[spot].missed:
            return found
        kept = [option for option in found if not spots[option.to].missed]
        return kept or (found if first else [])

    def _sound(self, state: State, traffic: Traffic) -> list[Placement]:
        found = options(self.track, self.car, state, traffic)
        found = self._with_joker(found, state.spot, first=state.first)
        sound = [option for option in found if not option.loses]
        return sound or (found if state.first else [])

    def _expected(self, option: Placement) -> float:
        odds = distribution(option.dice, self.track.rules)
        return sum(dangers * chance for dangers, chance in enumerate(odds))

    def best_turn(self, spot: int, gear: int, traffic: Traffic = CLEAR) -> Turn:
        """The best plan of a turn and how to roll it; an empty plan where nothing can be placed."""
        if traffic.matters:
            return self._weigh(spot, gear, traffic)
        known = self._turns.get((spot, gear))
        if known is None:
            known = self._turns[spot, gear] = self._weigh(spot, gear, CLEAR)
        return known

    def _weigh(self, spot: int, gear: int, traffic: Traffic) -> Turn:
        plans = sorted(self._search(spot, gear, traffic), key=self.seconds_if_kept)
        turns = [turn for plan in plans[:WEIGHED] for turn in self._both_ways(plan, spot)]
        if not turns:
            lower = gear_without_die(gear, self.track.rules)
            return Turn((), False, self._cards[lower] + (self.rest(spot, lower) if lower != gear else STUCK))
        return min(turns, key=lambda turn: (turn.seconds, len(turn.plan), turn.plan))

    def seconds_if_kept(self, plan: Plan) -> float:
        """Seconds of a plan that holds to its end, with the rest of the way; a broken limit counts as a loss."""
        end = self._after_loss(plan[-1]) if plan[-1].loses else self._after_stop(plan[-1])
        return end + self._pushes_seconds(plan)

    def _pushes_seconds(self, plan: Plan) -> float:
        """Seconds that the damage of a plan's pushes is taken to cost the one who pushes."""
        return sum(self._push_seconds(placement) for placement in plan)

    def _push_seconds(self, placement: Placement) -> float:
        return DAMAGE_SECONDS * impact_tokens(placement, self.track.rules) if placement.push is not None else 0.0

    def _both_ways(self, plan: Plan, start: int) -> Iterator[Turn]:
        yield Turn(plan, False, self.one_by_one_seconds(plan))
        if plan[-1].dice:
            yield Turn(plan, True, self.flat_out_seconds(plan, start))

    def flat_out_seconds(self, plan: Plan, start: int) -> float:
        """Seconds to expect from a plan that is rolled flat out from a spot, tokens won taken off."""
        rules = self.track.rules
        limit = flat_out_limit(self.track, self.car, plan, start)
        alive = {0: 1.0}
        total = 0.0
        for placement in plan:
            following: dict[int, float] = {}
            if placement.push is not None:
                total += sum(alive.values()) * self._push_seconds(placement)
            for dangers, chance in alive.items():
                for more, share in enumerate(distribution(placement.dice, rules)):
                    odds = chance * share
                    if flying_start_fails(placement, (more > 0,), rules):
                        total += odds * self._after_stop(placement)
                    elif self._lost(placement, dangers + more + placement.hazards, limit):
                        total += odds * self._after_loss(placement)
                    else:
                        reached = dangers + more + placement.hazards
                        following[reached] = following.get(reached, 0.0) + odds
            alive = following
        won = flat_out_tokens(plan, rules) * self._token_worth
        held = sum(chance for dangers, chance in alive.items() if dangers < limit)
        return total + sum(alive.values()) * self._after_stop(plan[-1]) - held * won

    def _lost(self, placement: Placement, dangers: int, limit: int) -> bool:
        past = self.track.course.spots[placement.to].finished
        return not past and (placement.loses or dangers >= limit)

    def one_by_one_seconds(self, plan: Plan) -> float:
        """Seconds to expect from a plan that is rolled one by one by a driver who stops at the right time."""
        return self._table(plan)[0][0]

    def _table(self, plan: Plan) -> list[dict[int, float]]:
        """For each placement still to come and each number of dangers: seconds to expect when it is rolled."""
        known = self._tables.get(plan)
        if known is None:
            known = self._tables[plan] = self._rolled_backwards(plan)
        return known

    def _rolled_backwards(self, plan: Plan) -> list[dict[int, float]]:
        plan = clouds_first(plan, self.track.rules)
        table: list[dict[int, float]] = [{} for _ in plan]
        highest = max(danger_limit(self.track, self.car, placement.to) for placement in plan) + 1
        for index in range(len(plan) - 1, -1, -1):
            for dangers in range(highest):
                table[index][dangers] = self._roll_seconds(plan, table, index, dangers)
        return table

    def _roll_seconds(self, plan: Plan, table: list[dict[int, float]], index: int, dangers: int) -> float:
        placement, rules = plan[index], self.track.rules
        limit = danger_limit(self.track, self.car, placement.to)
        total = self._push_seconds(placement)
        for more, share in enumerate(distribution(placement.dice, rules)):
            reached = dangers + more + placement.hazards
            if flying_start_fails(placement, (more > 0,), rules):
                total += share * self._after_stop(placement)
            elif self._lost(placement, reached, limit):
                total += share * self._after_loss(placement)
            else:
                total += share * self._kept(plan, table, index, reached)
        return total

    def _kept(self, plan: Plan, table: list[dict[int, float]], index: int, dangers: int) -> float:
        """Seconds to expect with control kept after placement ``index``: stop there, or roll on."""
        stop = self._after_stop(plan[index])
        if index + 1 == len(plan):
            return stop
        return min(stop, table[index + 1].get(dangers, STUCK))

    def next_word(self, plan: Plan, progress: Progress) -> str:
        """Roll, stop, or secure the next dice: whatever costs least."""
        rules, table, index = self.track.rules, self._table(plan), progress.index
        placement = plan[index]
        words = [(table[index].get(progress.dangers, STUCK), ROLL)]
        if index:
            words.append((self._after_stop(plan[index - 1]), STOP))
        safe = made_safe(placement.dice, progress.secured, progress.tokens, rules)
        reached = progress.dangers + placement.hazards
        limit = danger_limit(self.track, self.car, placement.to)
        if any(safe) and not self._lost(placement, reached, limit):
            if all(safe):
                kept = self._kept(plan, table, index, reached) + self._push_seconds(placement)
            else:
                kept = self._roll_seconds(_without(plan, index, safe), table, index, progress.dangers)
            words.append((kept + token_cost(sum(safe), progress.secured, rules) * self._token_worth, SECURE))
        return min(words, key=lambda word: word[0])[1]

    def flat_out_word(self, plan: Plan, start: int, progress: Progress) -> str:
        """Roll or secure the next dice of a flat-out roll, where the rules let tokens be spent on one."""
        safe = made_safe(plan[progress.index].dice, progress.secured, progress.tokens, self.track.rules)
        if not any(safe):
            return ROLL
        saved = self.flat_out_seconds(plan, start) - self.flat_out_seconds(_without(plan, progress.index, safe), start)
        cost = token_cost(sum(safe), progress.secured, self.track.rules)
        return SECURE if saved > cost * self._token_worth else ROLL


def _without(plan: Plan, index: int, safe: tuple[bool, ...]) -> Plan:
    """A plan of which some dice of a placement are safe, and so as if they were not there to be rolled."""
    dice = tuple(die for die, kept in zip(plan[index].dice, safe, strict=True) if not kept)
    return (*plan[:index], plan[index]._replace(dice=dice), *plan[index + 1 :])


def outlook(track: Track, car: Car, *, ahead: bool = False) -> Outlook:
    """The outlook of a car on a track, made once."""
    known = track.memory.drawer(Outlook)
    key = (car, ahead, car.whole)
    if key not in known:
        known[key] = Outlook(track, car, ahead=ahead)
    return known[key]
