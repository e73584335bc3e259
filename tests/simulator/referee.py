"""An independent referee: reads a saved race log, the stored design and the boards, and checks every turn by itself.

It follows the rules as the documents and the core rules tell them, with the readings of the standard profile, and
asks nothing of the simulator. What it finds it says in a sentence; no sentence means that it found nothing wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, pairwise, product
from typing import Any

from tests.simulator import referee_between as between
from tests.simulator import referee_contact as contact
from tests.simulator.referee_boards import Board, Driver
from tests.simulator.referee_order import distances
from tests.simulator.referee_table import Key, Place, Step, Table, lay, printed, turned_over

SECONDS = {6: 10, 5: 15, 4: 20, 3: 30, 2: 40, 1: 50, 0: 60}
#: Damage tokens of a loss of control: by gear, on tiles of low, medium and high danger.
DAMAGE = {0: (0, 0, 0), 1: (0, 0, 0), 2: (0, 0, 0), 3: (0, 0, 1), 4: (0, 1, 2), 5: (1, 2, 3), 6: (2, 3, 4)}
LEVEL = {"low": 0, "medium": 1, "high": 2}
BAG = {
    "rally": {"gear": 18, "brake": 6, "coast": 6, "green-flag": 6, "mud": 12},
    "rallycross": {"gear": 18, "brake": 6, "coast": 6, "green-flag": 6, "boost": 6, "yellow-flag": 6},
    "circuit": {"gear": 6, "brake": 6, "coast": 6, "weather": 6, "yellow-flag": 6, "green-flag": 12},
}


@dataclass(frozen=True)
class Draw:
    """So many damage tokens drawn at once, and where."""

    count: int
    place: Key
    shortcut: bool = False


@dataclass(frozen=True)
class Moment:
    """A car in the middle of a turn: its space and gear, dice used, whether none was placed, lap, joker laps."""

    place: Key
    gear: int
    used: Counter[str]
    first: bool
    lap: int
    jokers: int


@dataclass
class Referee:
    """Checks one stage of a race log. ``found`` are the faults, ``turns`` counts what was checked."""

    table: Table
    boards: Mapping[str, Board]
    log: Mapping[str, Any]
    kind: str
    rules: Mapping[str, Any]
    bag: Counter[str]
    found: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    mud: set[tuple[int, int]] = field(default_factory=set)
    drivers: dict[str, Driver] = field(default_factory=dict)
    where: str = ""
    weather: str = "dry"
    pushed: set[str] = field(default_factory=set)
    struck: list[tuple[Driver, Place, list[str]]] = field(default_factory=list)
    seconds_before: dict[str, int] = field(default_factory=dict)
    _distances: dict[Key, Fraction] | None = None

    def fault(self, text: str) -> None:
        """Note a fault."""
        self.found.append(f"{self.where}: {text}")

    def expect(self, right: bool, text: str) -> None:
        """Note a fault unless something holds."""
        if not right:
            self.fault(text)

    # -- a stage ---

    def check(self) -> list[str]:
        """All faults of the stage."""
        for place, tile in self.table.tiles.items():
            if any(token["kind"] == "mud" for token in tile.get("tokens", ())):
                self.mud.add(place)
        finished: Counter[str] = Counter()
        for round_ in self.log["rounds"]:
            self._order(round_)
            for number, turn in enumerate(round_["turns"]):
                self.where = f"round {round_['number']}, {turn['driver']} turn {turn['number']} ({turn['text']})"
                self._enter(turn, round_)
                leads = number == 0 and len(self.log["carried"]) > 1
                self._turn(turn, leads)
                finished[turn["driver"]] += turn["finished"]
                for push in turn.get("pushes", ()):
                    finished[push["driver"]] += push["finished"]
        self.where = "end"
        self.expect(sum(finished.values()) == len(self.log["finishes"]), "finishes and turns over the line differ")
        return self.found

    def _enter(self, turn: Mapping[str, Any], round_: Mapping[str, Any]) -> None:
        name = turn["driver"]
        driver = self.drivers.get(name)
        if driver is None:
            driver = self.drivers[name] = Driver(self.boards[turn["car"]])
            driver.damage = list(self.log["carried"].get(name, ()))
        if driver.place is None:
            if driver.attempt and turn["try"] > driver.attempt:
                self.bag.update(driver.damage)
                driver.damage = []
            driver.board, driver.attempt, driver.turns = self.boards[turn["car"]], turn["try"], 0
            driver.gear = driver.tokens = driver.seconds = driver.lap = driver.jokers = driver.danger = 0
            driver.flags = []
            driver.place = self.key(turn["from_place"])
            self.expect(name in round_["entering"], "a car plays that has not entered")
            starts = self.table.starts
            self.expect(not starts or driver.place in starts, "it does not start behind the line")

    def key(self, place: Mapping[str, Any]) -> Key:
        """The space that a log names."""
        return (place["q"], place["r"], place["space"])

    def _order(self, round_: Mapping[str, Any]) -> None:
        """Order of play, as far as it can be told without measuring: who can drive to another's space is behind."""
        self.where = f"round {round_['number']}"
        entering = set(round_["entering"])
        on = [name for name, driver in self.drivers.items() if driver.place is not None]
        playing = [name for name in round_["order"] if name not in entering]
        self.expect(sorted(on) == sorted(playing), "not every car on the stage plays, or one that is not")
        over = {push["driver"] for turn in round_["turns"] for push in turn.get("pushes", ()) if push["finished"]}
        turns = [turn["driver"] for turn in round_["turns"]]
        self.expect(
            turns == [name for name in round_["order"] if name in turns or name not in over],
            "turns are not in order of play",
        )
        if self.kind != "rallycross":
            self.expect(set(round_["order"][len(playing) :]) == entering, "a newcomer plays before others")
            self.expect(len(entering) <= 1, "more than one car enters in a round")
        for number, name in enumerate(playing):
            for later in playing[number + 1 :]:
                one, two = self.drivers[name], self.drivers[later]
                if one.place is None or two.place is None:
                    continue
                self.seen["orders"] += 1
                if self.kind == "rallycross":
                    self.expect(one.gear >= two.gear, f"{name} plays before the faster {later}")
                    behind = one.gear == two.gear and self._behind(one, two)
                else:
                    ahead = two.place in self.table.ahead(one.place)
                    behind = ahead and one.place not in self.table.ahead(two.place)  # a fork may lead back
                self.expect(not behind, f"{name} plays before {later}, who is further ahead")

    def _behind(self, one: Driver, two: Driver) -> bool:
        """Whether a car is behind another on a circuit: laps, then the front edge of the space."""
        assert one.place is not None
        assert two.place is not None
        if one.lap != two.lap:
            return one.lap < two.lap
        if self._distances is None:
            self._distances = distances(self.table)
        far = self._distances
        if one.place not in far or two.place not in far:
            return False
        self.seen["distances"] += 1
        return far[one.place] > far[two.place]

    # -- a turn ---

    def _turn(self, turn: Mapping[str, Any], leads: bool) -> None:
        driver = self.drivers[turn["driver"]]
        self.seen["turns"] += 1
        self.seen[turn["mode"]] += 1
        driver.turns += 1
        self.expect(driver.turns == turn["number"], "turns are not counted one by one")
        self.expect(driver.place == self.key(turn["from_place"]), "it starts where it did not end")
        self.expect(driver.gear == turn["gear_before"], "its gear has changed between turns")
        if driver.gear == 0:
            driver.flags = []  # all of them: each lies until its driver starts a turn in gear 0
        self.pushed = set()
        self.expect(turn.get("danger_tokens", 0) == driver.danger, f"it has {driver.danger} danger tokens")
        self._spare(turn, driver)
        steps = self._moves(turn)
        end = steps[-1][0] if steps else self.key(turn["from_place"])
        if turn["mode"] == "mercy":
            end = self.key(turn["to_place"])
        self.expect(end == self.key(turn["to_place"]), "it does not stand where its dice end")
        if contact.overcome(self, turn, driver):
            pass
        elif turn["mode"] in ("blocked", "stand"):
            self._blocked(turn, driver, leads)
        elif turn["mode"] == "mercy":
            self._mercy(turn, driver, leads)
        else:
            self._dice(turn, driver, steps, leads)
        moves = [(place, dice[0]["gear"]) for place, dice in steps]
        if turn["mode"] == "mercy":
            moves = [(end, driver.gear)]
        driver.danger = 0  # rolled with, or gone with a turn that rolled none
        self.expect(turn.get("danger_tokens_left", 0) == 0, "danger tokens stay on its board")
        self._damage(turn, driver, moves)
        self._money(turn, driver)
        self._place(turn, driver, moves)
        self._ground(turn)

    def _spare(self, turn: Mapping[str, Any], driver: Driver) -> None:
        """A spare tyre takes one coast damage off before the turn, once a driver and never in a hillclimb (Climb)."""
        mended = turn.get("mended", [])
        if mended:
            self.seen["spares"] += 1
            driver.spares += 1
            self.expect(mended == ["coast"], f"a spare tyre takes off {mended}")
            self.expect(self.kind in ("stage", "rally"), "a spare tyre where there is none")
            self.expect(driver.damage.count("coast") >= len(mended), "it mends what is not broken")
            self.expect(driver.spares <= 1, "more spare tyres than one")
            for kind in mended:
                driver.damage.remove(kind)
                self.bag[kind] += 1

    def _moves(self, turn: Mapping[str, Any]) -> list[tuple[Key, list[Mapping[str, Any]]]]:
        return [(key, list(dice)) for key, dice in groupby(turn["dice"], key=self.key)]

    def ways(self, start: Key, first: bool, gear: int) -> Iterator[tuple[Key, Step, Key | None]]:
        """The spaces that one placement can reach: the next ones, and those beyond a jump."""
        if first and gear == 0 and start in self.table.second:
            start = self.table.second[start]
        for end, step in self.table.steps.get(start, {}).items():
            yield end, step, None
            if self.table.spaces[end].get("jump") is not None:
                beyond = self.table.steps.get(end, {})
                ahead = {key: more for key, more in beyond.items() if more.straight} or beyond
                for land, more in ahead.items():
                    yield (
                        land,
                        Step(
                            True,
                            step.climb or more.climb,
                            more.limit,
                            more.danger + step.danger,
                            step.finish or more.finish,
                            step.into_joker or more.into_joker,
                            step.out_of_joker or more.out_of_joker,
                        ),
                        end,
                    )

    def reach(self, start: Key, end: Key, gear: int, first: bool, before: int) -> tuple[Step, Key | None] | None:
        """How a car comes from a space to another with one placement that ends in a gear; None: not at all."""
        for key, step, over in self.ways(start, first, before):
            jump = self.table.spaces[over if over is not None else key].get("jump")
            if key != end or (over is not None and gear < (jump or 0)):
                continue
            if over is None and jump is not None and gear >= jump and self.table.steps.get(key):
                continue  # a car fast enough flies over it
            if not self._open(start, end, over):
                continue
            return step, over
        return None

    def _open(self, start: Key, end: Key, over: Key | None) -> bool:
        """A shortcut is not entered from, nor left to, the outside of a corner of its tile."""
        lanes = [self.table.spaces[key]["lane"] for key in (start, *([over] if over else []), end)]
        return not any({one, two} == {"shortcut", "outside"} for one, two in pairwise(lanes) if start[:2] == end[:2])

    def legal(self, dice: Sequence[str], before: int, gear: int, climb: str, first: bool) -> bool:
        """Whether dice on one space take a car from a gear to another (core rules 2; Climb, "Climb tiles")."""
        gears = [int(die[5:]) for die in dice if die.startswith("gear-")]
        others = sorted(die for die in dice if not die.startswith("gear-"))
        if climb:
            wanted = before - 1 if climb == "up" else before + 1
            partner = "boost" if climb == "up" else "brake"
            if gears:
                return not others and gears == [wanted] == [gear]
            return (
                len(others) == 2
                and partner in others
                and gear == before > 0
                and ("coast" in others or "leader" in others)
            )
        if not gears:
            return others in (["coast"], ["leader"]) and gear == before > 0 and not first
        if len(gears) > 1 or gears[0] != gear:
            return False
        if not others:
            if before == 0:
                return gear == 1 or (gear == 2 and first)
            return abs(gear - before) == 1 or (first and gear == before)
        if set(others) == {"brake"}:
            return before - gear == 1 + len(others)
        return others == ["boost"] and before > 0 and gear == before + 2

    def fits(self, driver: Driver, place: Key, used: Counter[str], dice: Sequence[str], leads: bool) -> bool:
        """Whether a board lets these dice be placed on a space after those used (110%, "Using your dice")."""
        track = self.track(place, driver.board)
        owned, most = driver.board.dice(track, Counter(driver.damage), leads)
        thin = -sum(token["value"] for token in self.table.tokens(place, "oxygen"))
        for die in ("coast", "leader"):
            owned[die] = max(0, owned[die] - thin)
        together = used + Counter(dice)
        placed = Counter(dice)
        return all(together[die] <= owned[die] for die in placed) and (
            not any(die.startswith("gear") for die in placed)
            or sum(count for die, count in together.items() if die.startswith("gear")) <= most
        )

    def track(self, place: Key, board: Board) -> str:
        """The track type of a space for a board: its surface, or the weather."""
        surface = str(self.table.side(place[:2])["terrain"])
        return surface if surface in board.types() else self.weather

    def _dice(
        self, turn: Mapping[str, Any], driver: Driver, steps: list[tuple[Key, list[Mapping[str, Any]]]], leads: bool
    ) -> None:
        """Placing and rolling: every die, every space, and whether control was lost where it had to be."""
        self.expect(bool(steps), "it moves without dice")
        flat = turn["mode"] == "flat-out"
        here, gear, used = self.key(turn["from_place"]), turn["gear_before"], Counter[str]()
        clouds: set[tuple[int, int]] = set()
        total = secured = spent = 0
        free = driver.danger  # added to the first dice rolled (RX, "Danger Tokens")
        pushes = {push["step"]: push for push in turn.get("pushes", ())}
        self.expect(max(pushes, default=0) < len(steps), "it pushes with dice that were not rolled")
        over_line = self._over(driver)
        ended, cause = "complete", ""
        sisu = turn["sisu"]
        limits = []
        for number, (place, dice) in enumerate(steps):
            names = [die["die"] for die in dice]
            after = dice[0]["gear"]
            first = number == 0
            self.expect(len({die["gear"] for die in dice}) == 1, "dice on one space disagree about the gear")
            found = self.reach(here, place, after, first, gear)
            if found is None:
                self.fault(f"no way from {here} to {place} in gear {after}")
                return
            step, over = found
            self.expect(
                self.legal(names, gear, after, step.climb, first),
                f"{names} do not take it from gear {gear} to {after} ({step.climb or 'level'})",
            )
            self.expect(self.fits(driver, place, used, names, leads), f"its board does not allow {names} on {place}")
            if number in pushes:
                moment = self.moment(driver, [one for one, _ in steps[:number]], gear, used)
                contact.push(self, driver, pushes[number], contact.Move(moment, place, step, over, after, leads))
            used.update(names)
            self._room(turn, driver, here, place, after)
            if self._secured(dice, flat):
                spent += sum(range(secured + 1, secured + 1 + len(dice)))
                secured += len(dice)
                self.expect(spent <= driver.tokens, "it pays more tokens than it has")
            results = [die["danger"] for die in dice]
            self.expect(len({die["secured"] for die in dice}) == 1, "dice on one space are not secured together")
            total += sum(map(bool, results))
            free += self.dangers(place, step, over, after, clouds)
            here, gear = place, after
            over_line = over_line or (step.finish and self.last(driver))
            limits.append(driver.board.limit(self.track(place, driver.board)))
            limit = turn["limit"] if flat else limits[-1]
            if over_line:
                continue
            counted = free if sisu else total + free
            if after > self.speed(place, step):
                ended, cause = "loss", "speed limit"
            elif number == 0 and names == ["gear-2"] and turn["gear_before"] == 0 and any(results) and not sisu:
                ended = "flying-start"
            elif counted >= limit:
                ended, cause = "loss", "dangers"
            if ended != "complete":
                self.expect(number == len(steps) - 1, f"it drives on after {ended} on {place}")
                break
        counted = free if sisu else total + free
        self._sisu(driver, sisu)
        self._loss(turn, ended, cause, gear)
        self._limit(turn, limits, len(steps), flat and ended == "complete")
        self.expect(turn["dangers"] == counted, f"dangers: {turn['dangers']} in the log, {counted} counted")
        won = 0
        if flat and ended == "complete" and counted < turn["limit"]:
            won = sum(count for die, count in used.items() if die not in ("brake", "boost"))
        self.expect((turn["tokens_won"], turn["tokens_spent"]) == (won, spent), f"tokens: {won} won, {spent} spent")
        stopped = ended == "complete" and len(steps) < turn["planned"]
        self.expect(turn["stopped"] == stopped, "it has stopped, or not")
        self.expect(turn["gear_after"] == (0 if turn["loss"] else gear), "it ends in another gear")

    def _secured(self, dice: Sequence[Mapping[str, Any]], flat: bool) -> bool:
        """Whether the dice on a space are secured: then none of them is rolled."""
        results = [die["danger"] for die in dice]
        secured = bool(dice[0]["secured"])
        if secured:
            self.expect(not flat, "dice are secured flat out")
            self.expect(results == [None] * len(dice), "a secured die is rolled")
        else:
            self.expect(None not in results, "a die is not rolled")
        return secured

    def _sisu(self, driver: Driver, used: bool) -> None:
        self.seen["sisu"] += used
        if used:
            driver.sisu += 1
            owned = max(driver.board.tokens("sisu", kind) for kind in driver.board.types())
            self.expect(driver.sisu <= owned, "it uses a SISU token that it has not")

    def _loss(self, turn: Mapping[str, Any], ended: str, cause: str, gear: int) -> None:
        """The log tells a loss of control, or a failed start, where the rules have one."""
        loss = turn["loss"]
        self.expect((loss is not None) == (ended == "loss"), f"loss of control in the log: {loss}, by rule: {ended}")
        if loss is not None:
            self.expect((loss["cause"], loss["gear"]) == (cause, gear), f"the loss was by {cause} in gear {gear}")
            self.seen[cause] += 1
        self.expect(turn["failed_start"] == (ended == "flying-start"), "the flying start failed, or did not")
        self.seen["failed start"] += ended == "flying-start"

    def _limit(self, turn: Mapping[str, Any], limits: list[int], steps: int, through: bool) -> None:
        """The danger limit that counts; ``through``: flat out, and to the end of the plan."""
        if through:
            self.expect(turn["limit"] == min(limits), "flat out the lowest limit counts")
            self.expect(steps == turn["planned"], "flat out there is no stopping")
        elif turn["mode"] == "flat-out":
            self.expect(turn["limit"] <= min(limits), "flat out the lowest limit counts")
        else:
            self.expect(turn["limit"] == limits[-1], "the limit is that of the last space")

    def dangers(self, place: Key, step: Step, over: Key | None, gear: int, clouds: set[tuple[int, int]]) -> int:
        """Dangers that come without a roll: cloud, water, hazard, a line, and the gear of a hazard limit."""
        count = step.danger
        for key in (place, *([over] if over else [])):
            space = self.table.spaces[key]
            count += bool(space.get("water")) + bool(space.get("hazard")) + bool(space.get("chicane"))
        count += gear == self.table.spaces[place].get("limit_hazard")
        if place[:2] not in clouds:
            clouds.add(place[:2])
            count += len(self.table.tokens(place, "cloud"))
        return count

    def speed(self, place: Key, step: Step) -> int:
        """The highest gear for a space, and for the line driven over."""
        space = self.table.spaces[place]
        limit = space.get("limit")
        if limit is not None and place[:2] in self.mud and (space.get("corner") or space["lane"] == "shortcut"):
            limit = max(1, limit - 1)
        return min((one for one in (limit, space.get("limit_hazard"), step.limit) if one is not None), default=99)

    # -- nothing placed ---

    def placeable(
        self, driver: Driver, leads: bool, *, alone: bool, after: Moment | None = None
    ) -> Iterator[tuple[Key, str, list[str], int]]:
        """Every placement that can come next (place, climb line, dice, gear), at the beginning of a turn or ``after``
        others. ``alone``: no other cars."""
        assert driver.place is not None
        now = after or Moment(driver.place, driver.gear, Counter(), True, driver.lap, driver.jokers)
        groups = [[f"gear-{n}"] for n in range(1, 7)]
        groups += [["brake"] * count + [f"gear-{n}"] for count, n in product(range(1, 6), range(1, 7))]
        groups += [["boost", f"gear-{n}"] for n in range(1, 7)]
        groups += [["coast"], ["leader"], *([one, two] for one in ("coast", "leader") for two in ("boost", "brake"))]
        for end, step, _ in self.ways(now.place, now.first, now.gear):
            if not self.race_leads(now.place, end, step, now.lap, now.jokers):
                continue
            for dice in groups:
                new = next((int(die[5:]) for die in dice if die.startswith("gear")), now.gear)
                if (
                    self.legal(dice, now.gear, new, step.climb, now.first)
                    and self.reach(now.place, end, new, now.first, now.gear)
                    and self.fits(driver, end, now.used, dice, leads)
                    and (alone or self.free(driver, now.place, end, new) is None)
                ):
                    yield end, step.climb, dice, new

    def moment(self, driver: Driver, turn_steps: Sequence[Key], gear: int, used: Counter[str]) -> Moment:
        """A driver after it has come onto these spaces, one after the other."""
        assert driver.place is not None
        here, lap, jokers = driver.place, driver.lap, driver.jokers
        for number, place in enumerate(turn_steps):
            way = next((way for way in self.ways(here, number == 0, driver.gear) if way[0] == place), None)
            if way is not None:
                lap, jokers = lap + way[1].finish, jokers + way[1].out_of_joker
            here = place
        return Moment(here, gear, used, not turn_steps, lap, jokers)

    def race_leads(self, start: Key, end: Key, step: Step, lap: int, jokers: int) -> bool:
        """Whether a race leads over a step: to no second joker lap, off no finish tile, and on to the finish."""
        if lap > self.table.laps:
            return start[:2] == end[:2]
        if step.into_joker and (jokers or lap == 0):
            return False
        lap, jokers = lap + step.finish, jokers + step.out_of_joker
        return self.table.can_finish(end, lap, jokers)

    def _blocked(self, turn: Mapping[str, Any], driver: Driver, leads: bool) -> None:
        alone = list(self.placeable(driver, leads, alone=True))
        now = list(self.placeable(driver, leads, alone=False))  # nobody has to push, so pushes are none of them
        self.expect(not now, f"it places no die and could: {now[:2]}")
        assert driver.place is not None
        slopes = {step.climb for _, step, over in self.ways(driver.place, True, driver.gear) if over is None}
        waits = bool(alone) or (slopes != {""} and bool(slopes))
        self.expect(turn["gear_after"] == (driver.gear if waits else max(0, driver.gear - 1)), "its gear is wrong")
        if turn["mode"] == "stand":
            self.expect(slopes != {""}, "it waits though it may not")

    def _mercy(self, turn: Mapping[str, Any], driver: Driver, leads: bool) -> None:
        self.expect(not list(self.placeable(driver, leads, alone=True)), "mercy for a car that can place dice")
        assert driver.place is not None
        end = self.key(turn["to_place"])
        ways = [way for way in self.ways(driver.place, True, driver.gear) if self._open(driver.place, way[0], way[2])]
        found = next((step for key, step, over in ways if key == end and over is None), None)
        if found is None:
            self.fault("no way there, or further than one space")
            return
        climbs = [step.climb for key, step, over in ways if end in (key if over is None else over,)]
        self.expect(any(climbs), "mercy without a climb line")
        self._room(turn, driver, driver.place, end, driver.gear)
        past = self._over(driver) or (found.finish and self.last(driver))
        free = self.dangers(end, found, None, driver.gear, {end[:2]})
        limit = driver.board.limit(self.track(end, driver.board))
        loses = not past and (driver.gear > self.speed(end, found) or free >= limit)
        self.expect((turn["loss"] is not None) == loses, "loss of control on a move of mercy")
        self.expect(turn["gear_after"] == (0 if loses else driver.gear), "a move of mercy changes the gear")

    # -- other cars ---

    def free(self, driver: Driver, start: Key, place: Key, gear: int, *, moved: bool = False) -> str | None:
        """Why other cars keep one from a space; None: they do not. ``moved``: it does not drive there by itself."""
        others = [other for other in self.drivers.values() if other is not driver and other.place is not None]
        ways = [place]
        if not moved and start in self.table.second and driver.gear == 0 and start == driver.place:
            ways.append(self.table.second[start])
        for other in others:
            assert other.place is not None
            if any(self._atoms(key) & self._atoms(other.place) for key in ways):
                return "the space is taken"
        flags = self._flagged()
        for other in others:
            assert other.place is not None
            if other.gear and self.level(place, other.place):
                if gear < other.gear:
                    return "a faster car is beside it"
                if place[:2] in flags and not self.level(start, other.place):
                    return "a yellow flag lies there"
        return None

    def _flagged(self) -> frozenset[Place]:
        return self.table.around(frozenset(place for other in self.drivers.values() for place in other.flags))

    def _atoms(self, key: Key) -> set[tuple[int, int, str]]:
        """The halves of printed spaces that a car takes up."""
        side, name = self.table.side(key[:2]), key[2]
        if "/" in name:
            row, _, half = name.partition("/")
            return {(*key[:2], f"{cell}/{half}") for cell in row.split("+")}
        crossed = {other for pair in side.get("overlap", ()) if name in pair for other in pair}
        return {(*key[:2], f"{cell}/{half}") for cell in {name} | crossed for half in "12"}

    def level(self, one: Key, two: Key) -> bool:
        """Whether two spaces lie side by side."""
        return two in self.table.beside.get(one, ())

    def _room(self, turn: Mapping[str, Any], driver: Driver, start: Key, place: Key, gear: int) -> None:
        why = self.free(driver, start, place, gear)
        self.expect(why is None, f"{place} cannot be entered in gear {gear}: {why}")

    # -- what a turn costs ---

    def _damage(self, turn: Mapping[str, Any], driver: Driver, moves: list[tuple[Key, int]]) -> None:
        """What is drawn, draw by draw: for each shortcut, for each push, for a loss of control. A yellow flag lies
        where it was drawn, and so do two; the weather turns once for each draw that holds a token of it."""
        end = self.key(turn["to_place"])
        draws = [Draw(1, cut, shortcut=True) for cut in self._cuts(turn, driver, moves)]
        self.seen["shortcuts"] += len(draws)
        draws += [Draw(len(push["own"]), self.key(push["from_place"])) for push in turn.get("pushes", ())]
        if turn["loss"] is not None:
            count = DAMAGE[turn["loss"]["gear"]][LEVEL[self.table.side(end[:2])["danger"]]]
            draws.append(Draw(count, end))
        self.seen["damage"] += len(turn["damage"])
        due = sum(draw.count for draw in draws)
        self.expect(len(turn["damage"]) == due, f"{due} damage tokens are due")
        drawn = list(turn["damage"])
        returned = Counter(drawn)
        returned.subtract(turn["kept"])
        self.expect(all(number >= 0 for number in returned.values()), "more tokens stay than were drawn")
        places = [(place["q"], place["r"], place["space"]) for place in turn["drawn_at"]]
        self.expect(
            places == [draw.place for draw in draws for _ in range(draw.count)], "tokens are drawn somewhere else"
        )
        stay, tyres = Counter[str](), Counter[str]()
        for draw in draws:
            mine, drawn = drawn[: draw.count], drawn[draw.count :]
            stay.update(self.drawn(driver, mine, shortcut=draw.shortcut))
            tyres["coast"] += mine.count("coast") * (draw.shortcut and self._tyres(driver))
            if "yellow-flag" in mine:
                driver.flags.append(draw.place[:2])
                self.seen["flags"] += 1
            self.storm(mine)
        for other, place, kinds in self.struck:  # what pushed cars drew counts once the move has ended
            if "yellow-flag" in kinds:
                self.seen["flags"] += 1
                other.flags += [place] if other.place is not None else []
            self.storm(kinds)
        self.struck = []
        kept = Counter(turn["kept"])
        self.expect(not kept - stay and not stay - kept - tyres, f"{sorted(stay.elements())} stay, not {turn['kept']}")
        self.bag.subtract(turn["kept"])
        driver.damage += [kind for kind in turn["kept"] if kind != "mud"]
        self.expect(len(turn["mud"]) == turn["kept"].count("mud"), "mud lies on its corner")

    def _cuts(self, turn: Mapping[str, Any], driver: Driver, moves: list[tuple[Key, int]]) -> list[Key]:
        """The shortcuts that a turn enters, each as the space on which its dice lie."""
        found, here = [], self.key(turn["from_place"])
        for number, (place, gear) in enumerate(moves):
            way = self.reach(here, place, gear, number == 0, driver.gear if number == 0 else 1)
            keys = [here, *([way[1]] if way and way[1] else []), place]
            lanes = [self.table.spaces[key]["lane"] for key in keys]
            if any(two == "shortcut" != one for one, two in pairwise(lanes)):
                found.append(place)
            here = place
        return found

    def _tyres(self, driver: Driver) -> bool:
        """Whether a driver may have puncture proof tyres."""
        return any(driver.board.tokens("puncture-proof", track) for track in driver.board.types())

    def drawn(self, driver: Driver, kinds: Sequence[str], *, shortcut: bool = False) -> list[str]:
        """Those of the tokens of one draw that stay: no green flag, and mud only where a shortcut throws it."""
        for kind in kinds:
            self.expect(self.bag[kind] > 0, f"there is no {kind} token in the bag")
            self.expect(driver.board.owns(kind), f"damage for a die that the board lacks: {kind}")
        return [kind for kind in kinds if kind != "green-flag" and (shortcut or kind != "mud")]

    def storm(self, kinds: Sequence[str]) -> None:
        """On a circuit the weather turns once for each draw with a weather token in it."""
        if self.table.laps and "weather" in kinds:
            self.weather = "wet" if self.weather == "dry" else "dry"

    def _money(self, turn: Mapping[str, Any], driver: Driver) -> None:
        driver.tokens += turn["tokens_won"] - turn["tokens_spent"]
        driver.seconds += turn["seconds"]
        self.expect(driver.tokens == turn["tokens"] >= 0, f"it has {driver.tokens} tokens")
        card = 0 if turn["loss"] is not None else turn["gear_after"]
        due = SECONDS[card] + 30 * bool(turn.get("mended"))
        self.expect(turn["seconds"] == due, f"it takes the card of gear {card}")

    def last(self, driver: Driver) -> bool:
        return driver.lap >= self.table.laps

    def _over(self, driver: Driver) -> bool:
        return driver.lap > self.table.laps

    def _place(self, turn: Mapping[str, Any], driver: Driver, moves: list[tuple[Key, int]]) -> None:
        """Where the car ends, laps and joker laps; the finish with its time."""
        here = driver.place
        assert here is not None
        for number, (place, gear) in enumerate(moves):
            found = self.reach(here, place, gear, number == 0, driver.gear if number == 0 else 1)
            if found is not None:
                self.expect(
                    not (driver.lap > self.table.laps and here[:2] != place[:2]), "it drives off the finish tile"
                )
                driver.lap += found[0].finish
                driver.jokers += found[0].out_of_joker
                self.expect(not (found[0].into_joker and driver.jokers), "a second joker lap")
                self.expect(not found[0].into_joker or driver.lap > 0, "a joker lap before the line")
            here = place
        driver.place, driver.gear = self.key(turn["to_place"]), turn["gear_after"]
        over = driver.lap > self.table.laps
        self.expect(turn["finished"] == over, "it has finished, or not")
        others = [other.place for name, other in self.drivers.items() if name != turn["driver"] and other.place]
        self.expect(over or driver.place not in others, "two cars share a space")
        if over:
            self.finish(turn, driver)

    def finish(self, turn: Mapping[str, Any], driver: Driver) -> None:
        """A finish, of the car that plays or of one that it pushes past the line (``turn``: what has both names)."""
        self.seen["finishes"] += 1
        noted = [
            finish
            for finish in self.log["finishes"]
            if (finish["driver"], finish["try"]) == (turn["driver"], turn["try"])
        ]
        seconds = driver.seconds - (0 if self.kind == "rallycross" else driver.tokens)
        self.expect(
            [finish["seconds"] for finish in noted] == [max(0, seconds)],
            f"its time is {driver.seconds} s less {driver.tokens} tokens",
        )
        missed = self.table.has_joker and driver.jokers != 1
        self.seen["disqualified"] += missed
        self.expect(
            [finish.get("disqualified", False) for finish in noted] == [missed],
            "it is disqualified without its joker lap, and only then",
        )
        driver.place = None
        driver.flags = []

    # -- changes of the stage ---

    def _ground(self, turn: Mapping[str, Any]) -> None:
        for place in turn["mud"]:
            self.mud.add((place["q"], place["r"]))
        if not turn["flipped"]:
            return
        self.seen["weather"] += 1
        theirs = [kind for push in turn.get("pushes", ()) for kind in push["kept"]]
        self.expect("weather" in [*turn["kept"], *theirs], "the weather turns without a token")
        cars = [driver.place for driver in self.drivers.values() if driver.place is not None]
        ahead = {
            key[:2]
            for car in cars
            if not any(other in self.table.ahead(car) for other in cars)
            for key in self.table.ahead(car)
        } - {car[:2] for car in cars}
        tiles = dict(self.table.tiles)
        for turned in turn["flipped"]:
            place = (turned["q"], turned["r"])
            old = tiles[place]
            self.expect(printed()[old["tile"]]["terrain"] in ("snow", "asphalt"), f"{old['tile']} does not turn")
            self.expect(old["tile"][:-1] == turned["tile"][:-1] and old["tile"] != turned["tile"], "it is another tile")
            self.expect(place in ahead, f"{place} is not ahead of the leading car")
            self.table.tiles[place] = {
                **old,
                "tile": turned["tile"],
                "rotation": turned.get("rotation", turned_over(old, turned["tile"])),
            }
        new = lay(list(self.table.tiles.values()), self.table.laps, self.table.handbrake)
        self.expect(all(car in new.spaces for car in cars), "a car has lost its space")
        self.table = new
        self._distances = None


def check(
    log: Mapping[str, Any], designs: Sequence[Mapping[str, Any]], boards: Mapping[str, Board], bag: str = "rally"
) -> tuple[list[str], Counter[str]]:
    """The faults of a race log (race-log schema) and what was checked. ``designs``: stored designs, one for each
    stage; ``boards`` by the names that the turns give; ``bag``: "rally", "rallycross" or "circuit"."""
    found: list[str] = []
    seen: Counter[str] = Counter()
    kits: dict[str, between.Kit] = {}
    for number, (stage, design) in enumerate(zip(log["stages"], designs, strict=True)):
        rules = between.rules_of(log, designs, number)
        tokens = Counter(
            {kind: rules.get(f"damage.{bag}_bag.{kind.replace('-', '_')}", count) for kind, count in BAG[bag].items()}
        )
        if bag == "rally" and rules.get("weather.allowed"):
            tokens["weather"] = 6
        for kinds in stage["carried"].values():
            tokens.subtract(kinds)
        laps = (design.get("event") or {}).get("laps", 4) if log["kind"] == "rallycross" else 0
        table = lay(design["stage"]["tiles"], laps, bool(rules.get("handbrake.allowed")))
        referee = Referee(table, boards, stage, log["kind"], rules, tokens)
        if len(log["stages"]) > 1:
            referee.where = f"start of stage {number + 1}"
            between.begin(referee, log, number, kits)
        faults = referee.check()
        named = f"stage {number + 1}, " if len(log["stages"]) > 1 else ""
        found += [fault if fault.startswith("start of stage") else named + fault for fault in faults]
        seen += referee.seen
        if len(log["stages"]) > 1:
            kits = between.end(referee)
    return found, seen
