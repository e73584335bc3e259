"""A race on one stage: rounds, order of play, staggered start, tries, finish.

One car alone is a race with one entrant. Sources: Climb, "Hillclimbing"; 110%, "Leader dice" and "Weather"; RX,
"Determining Starting Order", "Determining Play Order", "Damage Tokens", "Full Contact"; core rules 9 and 12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from designer.design.hexes import Hex
from designer.design.values import NO_EXTRA, frozen
from designer.play import cars
from designer.play import ground as grounds
from designer.play.cars import Car, DamageToken
from designer.play.chance import Scripted
from designer.play.ground import Ground
from designer.play.track import Track, circuit_facts
from designer.rules import Rules
from designer.simulator.rally import damage, spares
from designer.simulator.rally.drive import Driven, Standing, at_start, final_seconds, laid_on, misplaced, take_turn
from designer.simulator.rally.garage import BoardChoice, Offer, choose
from designer.simulator.rally.log import TurnLog
from designer.simulator.rally.order import best_places, distance, inside_rank
from designer.simulator.rally.policies import Policy, chosen_start
from designer.simulator.rally.pushing import Pushable
from designer.simulator.rally.race_log import Driving, Finish, RoundLog, round_colour
from designer.simulator.rally.traffic import Traffic, flagged, is_free


class BadStart(ValueError):
    """Somebody cannot begin a race where and how it is told to; the text says who and why."""


#: Rounds after which a race is broken off: this many for each step from start to finish, and for each try.
ROUNDS_A_STEP = 5


def sisu_fresh(rules: Rules, unit: str, done: int) -> bool:
    """Whether spent SISU tokens are fresh again after so many stages (or tries), laps or turns (``unit``).

    Once a rally each is the rule; players may choose intervals (Climb, "SISU!"; ``sisu.reset``, ``sisu.reset_every``).

    >>> from designer import rules
    >>> every_second = rules.load(house_rules={"sisu.reset": "stage", "sisu.reset_every": 2})
    >>> [sisu_fresh(every_second, "stage", done) for done in range(5)], sisu_fresh(rules.load(), "stage", 1)
    ([False, False, True, False, True], False)
    """
    return rules.word("sisu.reset") == unit and done > 0 and done % rules.number("sisu.reset_every") == 0


@dataclass(frozen=True)
class Entrant:
    """Who drives: name, driver, and the board of each try (the last one for all further tries). ``offers``: what it
    may choose from for each try instead, up to its first turn. ``stage``: the stage of a rally, from 0.

    ``held`` (damage tokens on the board, kept out of the bag), the SISU tokens used up (column by column of the
    board, the favourite first) and the number of spare tyres used are carried over from an earlier stage.
    """

    name: str
    boards: tuple[Car, ...]
    policy: Policy
    held: tuple[DamageToken, ...] = ()
    sisu_used: tuple[int, ...] = ()
    spares_used: int = 0
    offers: tuple[Offer, ...] = ()
    stage: int = 0

    def board(self, attempt: int) -> Car:
        """The car of a try, counted from 1."""
        return self.boards[min(attempt, len(self.boards)) - 1]

    def offer(self, attempt: int) -> Offer:
        """What it may choose from for a try, counted from 1."""
        if not self.offers:
            return Offer((self.board(attempt),), "listed")
        return self.offers[min(attempt, len(self.offers)) - 1]


@dataclass(frozen=True)
class RaceResult:
    """All rounds of a race, its finishes in their order, and the entrants as they leave the stage. ``choices``: the
    boards that were chosen, or changed from try to try; ``driven``: all boards of each driver, try by try. Of a circuit
    ``driving`` are the cars still on it when the race was over, in the order on the track."""

    rounds: tuple[RoundLog, ...]
    finishes: tuple[Finish, ...]
    entrants: tuple[Entrant, ...]
    ground: Ground
    choices: tuple[BoardChoice, ...] = ()
    driven: Mapping[str, tuple[Car, ...]] = NO_EXTRA
    driving: tuple[Driving, ...] = ()

    def turns(self, driver: str | None = None) -> tuple[TurnLog, ...]:
        """The turns of the race, or of one driver, in the order in which they were played."""
        return tuple(turn for round_ in self.rounds for turn in round_.turns if driver in (None, turn.driver))

    def times(self, driver: str) -> tuple[int, ...]:
        """The times of a driver's tries."""
        return tuple(finish.seconds for finish in self.finishes if finish.driver == driver)


@dataclass
class Runner:
    """An entrant during the race. ``standing`` is None while the car is not on the stage. ``flags``: the tiles of all
    its yellow flags. ``driven``: its boards, try by try; ``chosen_on``: the track for which the last was chosen,
    ``chosen_by`` how."""

    entrant: Entrant
    number: int
    attempt: int = 0
    standing: Standing | None = None
    turns: int = 0
    held: list[DamageToken] = field(default_factory=list)
    sisu_used: tuple[int, ...] = ()
    spares_used: int = 0
    flags: frozenset[Hex] = frozenset()
    driven: list[Car] = field(default_factory=list)
    chosen_on: Track | None = None
    chosen_by: str = ""

    def lift_flags(self) -> None:
        """Take its yellow flags off the stage."""
        self.flags = frozenset()

    @property
    def car(self) -> Car:
        return self.driven[-1] if self.driven else self.entrant.offer(1).cars[0]

    def renew_sisu(self, standing: Standing) -> Standing:
        """How it stands with all SISU tokens of its board fresh again."""
        self.sisu_used = ()
        return replace(standing, sisu=self.car.sisu)


@dataclass
class RaceState:
    """The state of a race, to be played turn by turn; ``race`` makes one, plays it to its end and forgets it.

    ``tries``: how often each drives the stage. ``bag``: the damage that can still be drawn. ``waiting``: who is to
    enter the stage (again).
    """

    ground: Ground
    runners: list[Runner]
    rng: Random
    tries: int
    circuit: bool
    bag: damage.Bag
    track: Track
    rounds: list[RoundLog] = field(default_factory=list)
    finishes: list[Finish] = field(default_factory=list)
    waiting: list[Runner] = field(default_factory=list)
    choices: list[BoardChoice] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        return self.ground.rules

    def on_stage(self) -> list[Runner]:
        return [runner for runner in self.runners if runner.standing is not None]

    # -- order of play -------------------------------------------------------------------------------------------

    def ordered(self) -> list[Runner]:
        """The cars on the stage in order of play (core rules 9; RX, "Determining Play Order")."""
        words = self.rules.value("order.circuit" if self.circuit else "order.rally")

        def key(runner: Runner) -> tuple[float, ...]:
            assert runner.standing is not None
            spot = runner.standing.spot
            ranks = {
                "distance": distance(self.track, spot),
                "gear": -runner.standing.gear,
                "inside-lane": inside_rank(self.track, spot),
            }
            return (*(ranks[word] for word in words), runner.number)

        return sorted(self.on_stage(), key=key)

    # -- start and re-entry --------------------------------------------------------------------------------------

    def enter(self) -> list[Runner]:
        """Cars that come onto the stage this round, in order.

        A rally starts one car after the other; a further try begins in a later round than the one before ended,
        one car a round, the one that finished first going first, once all have started (Climb, "Returning to the
        stage"). On a circuit all start at once, from places drawn (RX, "Determining Starting Order").
        """
        fresh = [runner for runner in self.runners if runner.attempt == 0]
        if self.circuit:
            coming = self._drawn_order(fresh)
        elif fresh:
            coming = fresh[: self.rules.number("start.cars_per_round")]
        else:
            coming = self.waiting[: self.rules.number("hillclimb.reentries_per_round")]
        entered = []
        for runner in coming:
            free = self._free_starts()
            if not free:
                break
            runner.attempt += 1
            runner.turns = 0
            self.take_board(runner)
            lane = not self.circuit and self.rules.word("start.lane") == "driver"
            spot = chosen_start(runner.entrant.policy, self.track, runner.car, free) if lane else free[0]
            runner.standing = self.kitted_out(runner, spot)
            entered.append(runner)
            if runner in self.waiting:
                self.waiting.remove(runner)
                if not self.rules.switch("shortcut.stays_used"):
                    self._change(replace(self.ground, mud=frozenset()))
        return entered

    def take_board(self, runner: Runner) -> None:
        """Let a driver choose its board for a try. Boards may change up to the first turn (Climb, "The Game"), so it
        is asked again there when the stage has changed since."""
        times = [finish.seconds for finish in self.finishes if finish.driver == runner.entrant.name]
        driven = [(car.name, seconds) for car, seconds in zip(runner.driven, times, strict=False)]
        offer = runner.entrant.offer(runner.attempt)
        car, by = choose(self.track, offer, runner.entrant.policy, runner.attempt, driven)
        runner.driven[runner.attempt - 1 :] = [car]
        runner.chosen_on, runner.chosen_by = self.track, by

    def kitted_out(self, runner: Runner, spot: int) -> Standing:
        """How a driver stands at the start of a try, with the board that it has chosen."""
        standing = at_start(self.track, runner.car, spot)
        return replace(
            standing,
            damage=damage.add(cars.NO_DAMAGE, tuple(runner.held)),
            sisu=cars.unspent(standing.sisu, runner.sisu_used),
            spares=max(0, self._spares() - runner.spares_used),
        )

    def _last_chance(self, runner: Runner) -> None:
        """The board for a try once more, at the beginning of its first turn, where the stage has changed."""
        assert runner.standing is not None
        before = runner.car
        self.take_board(runner)
        if runner.car != before:
            fresh = self.kitted_out(runner, runner.standing.spot)
            runner.standing = replace(runner.standing, sisu=fresh.sisu, puncture_proof=fresh.puncture_proof)

    def _note_board(self, runner: Runner) -> None:
        """Note which board a driver took for a try, where it had a choice or took another than before."""
        offer = runner.entrant.offer(runner.attempt)
        changed = len(runner.driven) > 1 and runner.driven[-1].name != runner.driven[-2].name
        if len(offer.cars) > 1 or changed:
            self.choices.append(
                BoardChoice(
                    runner.entrant.stage,
                    runner.entrant.name,
                    runner.attempt,
                    runner.car.name,
                    tuple(car.name for car in offer.cars),
                    runner.chosen_by,
                )
            )

    def _drawn_order(self, fresh: list[Runner]) -> list[Runner]:
        """Drivers in the order in which they are drawn to start."""
        if isinstance(self.rng, Scripted):
            by_name = {runner.entrant.name: runner for runner in fresh}
            return [by_name[name] for name in (self.rng.order(list(by_name)) if fresh else ())]
        self.rng.shuffle(fresh)
        return fresh

    def put(self, name: str, standing: Standing, *, take: bool) -> None:
        """Put a driver on the stage in its first try; ``take``: its damage comes out of the bag. Raises BadStart."""
        runner = next((runner for runner in self.runners if runner.entrant.name == name), None)
        if runner is None:
            known = ", ".join(runner.entrant.name for runner in self.runners)
            raise BadStart(f"There is no driver {name!r} to start from a place of its own; there are {known}.")
        if (problem := misplaced(self.track, runner.car, standing)) is not None:
            raise BadStart(f"{name} cannot start like this: {problem}")
        others = Traffic(tuple((other.standing.spot, 0) for other in self.on_stage() if other.standing is not None))
        if not is_free(self.track, others, standing.spot):
            raise BadStart(f"{name} cannot start on {self.track.name(standing.spot)}: another car stands there.")
        laid = laid_on(standing)
        bag = dict(self.bag)
        for kind in laid if take else ():
            if not bag.get(kind):
                raise BadStart(f"{name} cannot start like this: the bag has not so many {kind} tokens.")
            bag[kind] -= 1
        self.bag = damage.read_only(bag)
        runner.attempt = 1
        runner.driven = [runner.car]
        board = at_start(self.track, runner.car, standing.spot)
        runner.standing = replace(
            standing,
            damage=damage.add(standing.damage, tuple(runner.held)),
            sisu=standing.sisu or cars.unspent(board.sisu, runner.sisu_used),
            puncture_proof=standing.puncture_proof or board.puncture_proof,
            spares=standing.spares or max(0, self._spares() - runner.spares_used),
        )
        runner.held += laid

    def _spares(self) -> int:
        """The spare tyres that each driver set out with."""
        hillclimb = self.ground.event is not None and self.ground.event.kind == "hillclimb"
        return spares.supply(self.rules, circuit=self.circuit, hillclimb=hillclimb)

    def _free_starts(self) -> list[int]:
        others = Traffic(tuple((other.standing.spot, 0) for other in self.on_stage() if other.standing is not None))
        free = [spot for spot in self.track.course.starts if is_free(self.track, others, spot)]
        return best_places(self.track, free) if self.circuit else free

    # -- rounds --------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play rounds until every try is driven, or for as long as a race may last."""
        longest = max(self.track.course.spots[start].left for start in self.track.course.starts)
        most = ROUNDS_A_STEP * (longest + 10) * self.tries + len(self.runners) * self.tries
        while len(self.rounds) < most and not self.over and (self.on_stage() or self.waiting or self._to_start()):
            self.play_round()

    @property
    def over(self) -> bool:
        """Whether the race is over though cars are still driving.

        The document names a first car over the line and an end of the race, but not what becomes of the others (RX,
        "Game Objective", "The Joker Lap"): all drive on to the line, unless ``rallycross.race_end`` ends the race with
        the round, or with the turn, in which the first one comes home.
        """
        won = any(not finish.disqualified for finish in self.finishes)
        return self.circuit and won and self.rules.word("rallycross.race_end") != "all-home"

    def still_driving(self) -> tuple[Driving, ...]:
        """The cars on a circuit, the farthest ahead first; of cars that are level the one in the higher gear."""
        if not self.circuit:
            return ()
        order = sorted(
            (
                (distance(self.track, runner.standing.spot), -runner.standing.gear, runner.number)
                for runner in self.on_stage()
                if runner.standing is not None
            ),
        )
        found = []
        for *_, number in order:
            runner = self.runners[int(number)]
            assert runner.standing is not None
            facts = circuit_facts(self.track, runner.standing.spot)
            found.append(Driving(runner.entrant.name, facts["lap"], facts["joker"]))
        return tuple(found)

    def _to_start(self) -> bool:
        return any(runner.attempt == 0 for runner in self.runners)

    def play_round(self) -> None:
        """One round: order of play, cars that enter (they play last), one turn each."""
        order = self.ordered()
        entering = self.enter()
        order = self.ordered() if self.circuit else [*order, *entering]
        at_once = self.rules.word("rallycross.race_end") == "first-home"
        turns = tuple(
            self.play_turn(runner, first=place == 0)
            for place, runner in enumerate(order)
            if runner.standing is not None and not (at_once and self.over)
        )  # who was pushed past the finish plays no more
        self.rounds.append(
            RoundLog(
                len(self.rounds) + 1,
                tuple(runner.entrant.name for runner in order),
                tuple(runner.entrant.name for runner in entering),
                turns,
                round_colour(len(self.rounds) + 1) if self.circuit else "",
            )
        )

    def play_turn(self, runner: Runner, *, first: bool) -> TurnLog:
        """One car's turn, and all that it changes on the stage."""
        if runner.turns == 0:
            if len(runner.entrant.offer(runner.attempt).cars) > 1 and runner.chosen_on is not self.track:
                self._last_chance(runner)
            self._note_board(runner)
        standing = runner.standing
        assert standing is not None
        if standing.gear == 0:
            runner.lift_flags()  # RX, "Damage Tokens": the yellow flag comes off when its driver sets off again
        runner.turns += 1
        if sisu_fresh(self.rules, "turn", runner.turns - 1):
            standing = runner.renew_sisu(standing)
        leader = first and (len(self.runners) > 1 or self.rules.switch("leader.solo"))
        driven = take_turn(
            self.track,
            runner.car,
            standing,
            self.bag,
            runner.entrant.policy,
            self.rng,
            runner.turns,
            leader=leader,
            traffic=self._traffic(runner),
            others=self._pushable(runner),
        )
        self.bag = driven.bag
        self._push(runner, driven)
        runner.standing = driven.standing
        if standing.sisu != driven.standing.sisu:
            runner.sisu_used = tuple(
                owned - left for owned, left in zip(runner.car.sisu, driven.standing.sisu, strict=True)
            )
        laps = [max(0, self.track.course.spots[spot].lap - 1) for spot in (standing.spot, driven.standing.spot)]
        if any(sisu_fresh(self.rules, "lap", lap) for lap in range(laps[0] + 1, laps[1] + 1)):
            runner.standing = runner.renew_sisu(driven.standing)
        for kind in driven.log.mended:
            runner.held.remove(kind)
        runner.spares_used += bool(driven.log.mended)
        runner.held += [kind for kind in driven.log.kept if kind != "mud"]
        runner.flags |= frozenset(driven.flags)
        number = len(self.rounds) + 1
        colour = round_colour(number) if self.circuit else ""
        log = replace(driven.log, driver=runner.entrant.name, attempt=runner.attempt, round=number, colour=colour)
        if self.track.course.spots[driven.standing.spot].finished:
            self._finish(runner, driven.standing)
        if driven.log.mud:
            self._change(grounds.with_mud(self.ground, driven.log.mud))
        before = self.ground
        for _ in range(driven.weather):
            self.turn_weather()
        turned = self.ground.weather if self.ground.weather != before.weather else ""
        return replace(log, flipped=grounds.changes(before, self.ground), weather=turned)

    def _traffic(self, runner: Runner) -> Traffic:
        others = [other for other in self.on_stage() if other is not runner]
        if not others:
            return Traffic()
        flags = frozenset(flag for other in self.runners for flag in other.flags)
        places = tuple((other.standing.spot, other.standing.gear) for other in others if other.standing is not None)
        return Traffic(places, flagged(self.track, flags))

    def _pushable(self, runner: Runner) -> dict[int, Pushable]:
        """The other cars by their spots, where cars may be pushed."""
        if not self.rules.switch("push.allowed"):
            return {}
        return {
            other.standing.spot: Pushable(other.entrant.name, other.attempt, other.car, other.standing.danger_tokens)
            for other in self.on_stage()
            if other is not runner and other.standing is not None
        }

    def _push(self, runner: Runner, driven: Driven) -> None:
        """What the pushes of a turn do to the other cars, and where yellow flags lie that were drawn for them."""
        placed = self.rules.word("flag.yellow_in_impact") == "placed"
        pushed = {other.standing.spot: other for other in self.on_stage() if other.standing is not None}
        for push, log in zip(driven.pushes, driven.log.pushes, strict=True):
            other = pushed[push.car]
            assert other.standing is not None
            other.standing = replace(
                other.standing,
                spot=push.to,
                danger_tokens=log.danger_tokens_after,
                damage=damage.add(other.standing.damage, log.kept),
            )
            other.held += [kind for kind in log.kept if kind != "mud"]
            for who, drawn, where in ((runner, log.own, log.start), (other, log.kept, log.end)):
                if placed and "yellow-flag" in drawn:
                    who.flags |= {Hex(where.q, where.r)}
            if log.finished:
                self._finish(other, other.standing)

    def _finish(self, runner: Runner, standing: Standing) -> None:
        """Note the time; give back damage and tokens; wait for the next try (Climb, "The Game")."""
        seconds = final_seconds(standing, self.track)
        self.finishes.append(
            Finish(
                runner.entrant.name,
                runner.attempt,
                seconds,
                standing.tokens,
                len(self.rounds) + 1,
                len(self.finishes),
                self.track.course.spots[standing.spot].missed,
            )
        )
        runner.standing = None
        runner.lift_flags()
        if runner.attempt < self.tries:
            if self.rules.switch("hillclimb.damage_returned"):
                self._give_back(runner)
            if sisu_fresh(self.rules, "stage", runner.attempt):
                runner.sisu_used = ()
            self.waiting.append(runner)

    def _give_back(self, runner: Runner) -> None:
        bag = dict(self.bag)
        for kind in runner.held:
            bag[kind] = bag.get(kind, 0) + 1
        self.bag = damage.read_only(bag)
        runner.held = []
        runner.spares_used = 0

    # -- changes of the stage ------------------------------------------------------------------------------------

    def turn_weather(self) -> None:
        """Turn the tiles ahead of the leading car (110%, "Weather"); on a circuit it turns from dry to wet or back.

        Boards that are kitted out for one weather only fix it (Climb, "GT Dashboards").
        """
        if self.circuit:
            turned = "wet" if self.ground.weather == "dry" else "dry"
            if all(runner.car.on(turned, turned) is not None for runner in self.runners):
                self._change(replace(self.ground, weather=turned))
            return
        spots = [runner.standing.spot for runner in self.on_stage() if runner.standing is not None]
        if not spots or self.ground.fixed is not None:
            return
        leader = min(spots, key=lambda spot: (distance(self.track, spot), -spot))
        self._change(grounds.flip_ahead(self.ground, leader, spots))

    def _change(self, ground: Ground) -> None:
        """Put the stage as it lies now under the cars."""
        if not self._matters(ground):
            return
        old, self.ground, self.track = self.track, ground, ground.track
        for runner in self.on_stage():
            assert runner.standing is not None
            runner.standing = replace(runner.standing, spot=grounds.same_spot(old, self.track, runner.standing.spot))

    def _matters(self, ground: Ground) -> bool:
        """Whether anyone can still come where the stage has changed: fresh mud lies behind a car that is alone, but
        for a second corner of the tile it stands on."""
        now = self.ground
        if self.circuit or ground.mud < now.mud or (ground.stage, ground.weather) != (now.stage, now.weather):
            return True
        alone = self.runners[0].standing
        if len(self.runners) > 1 or self.runners[0].attempt < self.tries:
            return True
        return alone is not None and grounds.muddy_ahead(self.track, alone.spot, ground.mud - now.mud)


def race(
    ground: Ground,
    entrants: Sequence[Entrant],
    rng: Random,
    *,
    tries: int = 1,
    bag: damage.Bag | None = None,
    starts: Mapping[str, Standing] | None = None,
) -> RaceResult:
    """Play a race on one stage to its end.

    ``rng``: chance, a ``Random`` or a ``play.chance.Scripted`` one. ``tries``: how often each drives the stage (a
    hillclimb has three). ``bag``: the damage bag, the full one of the first car's kind (less the damage of
    ``starts``) if it is not given. ``starts``: how drivers, by name, stand on the stage when the race begins, in
    their first try (see ``drive.standing_at``); all others enter it as ever.

    Raises IllegalPlan when a driver breaks a rule, BadStart when somebody cannot stand as ``starts`` says.
    """
    starts = starts or {}
    track = ground.track
    circuit = track.course.kind == "circuit"
    full = (
        dict(damage.bag_for(entrants[0].offer(1).cars[0], ground.rules, circuit=circuit)) if bag is None else dict(bag)
    )
    runners = [
        Runner(entrant, number, held=list(entrant.held), sisu_used=entrant.sisu_used, spares_used=entrant.spares_used)
        for number, entrant in enumerate(entrants)
    ]
    state = RaceState(ground, runners, rng, tries, circuit, damage.read_only(full), track)
    for name, standing in starts.items():
        state.put(name, standing, take=bag is None)
    state.play()
    leaving = tuple(
        replace(runner.entrant, held=tuple(runner.held), sisu_used=runner.sisu_used, spares_used=runner.spares_used)
        for runner in runners
    )
    return RaceResult(
        tuple(state.rounds),
        tuple(state.finishes),
        leaving,
        state.ground,
        tuple(state.choices),
        frozen({runner.entrant.name: tuple(runner.driven) for runner in runners}),
        state.still_driving(),
    )
