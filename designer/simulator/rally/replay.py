"""Replaying a log: the state of the table after every space driven, from a run or race alone (``race_log.read``).

The frames hold all that a board shows: cars with gear, tokens and damage, the dice on their spaces with what they
showed, tiles that were turned, mud, the order of play, and the words for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, NamedTuple

from designer.play.cars import DamageToken
from designer.play.table_space import TableSpace
from designer.simulator.rally import telling
from designer.simulator.rally.log import PushLog, Run, TurnLog
from designer.simulator.rally.race_log import Finish, RaceLog, RoundLog, StageLog
from designer.simulator.rally.telling import Event


class DieShown(NamedTuple):
    """A die on the table: kind, space, danger shown (None: not rolled), secured with tokens."""

    die: str
    at: TableSpace
    danger: bool | None
    secured: bool


@dataclass(frozen=True, slots=True)
class CarShown:
    """A car: driver, place (None off the stage), gear, tokens, damage tokens, seconds of time cards in this try.

    ``turned``: it lost control and stands the wrong way round. ``attempt`` counts tries from 1. ``danger_tokens``:
    those laid on its board because it was pushed. On a circuit ``lap``, ``joker`` and ``disqualified`` are those of the
    log (see ``log.TurnLog``), and no seconds count.
    """

    driver: str
    place: TableSpace | None
    gear: int
    tokens: int
    damage: tuple[DamageToken, ...]
    seconds: int
    attempt: int
    turned: bool = False
    danger_tokens: int = 0
    lap: int | None = None
    joker: bool | None = None
    disqualified: bool = False

    @property
    def circuit(self) -> bool:
        """Whether it drives on a circuit, where no time counts."""
        return self.lap is not None

    def progress(self) -> str:
        """How far it is, in words: the seconds of its time cards, on a circuit its lap and its joker lap."""
        if self.lap is None:
            return f"{self.seconds} s"
        if self.disqualified:
            return "disqualified"
        lap = "home" if self.place is None else f"lap {self.lap}" if self.lap else "before lap 1"
        return lap if self.joker is None else f"{lap}, joker {'done' if self.joker else 'to do'}"


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a replay.

    ``turn`` counts the turns of the log from 1 (0 before the first); ``last`` marks the end of a turn. ``results``
    maps (driver, try) to the time of a finished try, ``homes`` to its round; ``colour`` is that of the round, on a
    circuit. ``text`` tells the whole turn, ``step`` what happens in this picture, ``events`` what of it is to be shown
    beside the car.
    """

    stage: int
    round: int
    turn: int
    driver: str
    order: tuple[str, ...]
    cars: tuple[CarShown, ...]
    dice: tuple[DieShown, ...]
    flipped: Mapping[tuple[int, int], str]
    mud: tuple[TableSpace, ...]
    text: str
    last: bool
    results: Mapping[tuple[str, int], int]
    step: str = ""
    events: tuple[Event, ...] = ()
    colour: str = ""
    homes: Mapping[tuple[str, int], int] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """The round in words, with the colour that the round marker shows on a circuit: "round 3 (white)"."""
        return f"round {self.round}{f' ({self.colour})' if self.colour else ''}"

    def car(self, driver: str) -> CarShown:
        """The car of a driver (KeyError when there is none)."""
        return {car.driver: car for car in self.cars}[driver]


def frames(log: Run | RaceLog) -> Iterator[Frame]:
    """All pictures of a run or race, in order."""
    names = [driver.name for driver in log.drivers] if isinstance(log, RaceLog) else [""]
    chosen = log.boards if isinstance(log, RaceLog) else ()
    for number, stage in enumerate(_stages(log)):
        boards = {(choice.driver, choice.attempt): choice.text() for choice in chosen if choice.stage == number}
        yield from _stage_frames(number, stage, _beginnings(stage, names), boards)


def turns_only(log: Run | RaceLog) -> Iterator[Frame]:
    """The picture after every turn."""
    return (frame for frame in frames(log) if frame.last)


def _stages(log: Run | RaceLog) -> tuple[StageLog, ...]:
    """The stages of a race; a run as a stage of one car, a round for each turn."""
    if isinstance(log, RaceLog):
        return log.stages
    rounds = tuple(RoundLog(turn.number, (turn.driver,), (), (turn,), turn.colour) for turn in log.turns)
    last = log.turns[-1] if log.turns else None
    finishes = (
        [Finish(last.driver, 1, log.time or 0, last.tokens, len(rounds), 0, last.disqualified)]
        if last is not None and last.finished
        else []
    )
    return (StageLog(log.design, log.hash, (log.car,), ((),), rounds, tuple(finishes)),)


class _Beginning(NamedTuple):
    """What a car comes to a try with: damage tokens, seconds of time cards, second tokens."""

    damage: tuple[DamageToken, ...] = ()
    seconds: int = 0
    tokens: int = 0


#: What each driver comes to each try with, where that is anything.
_Beginnings = Mapping[tuple[str, int], _Beginning]


def _beginnings(stage: StageLog, names: Sequence[str]) -> _Beginnings:
    """What the drivers come to their tries with; damage and seconds are those of a first try.

    Second tokens are what a first turn left, less what it won and with what it spent; who has had no turn when
    another pushes him past the finish has those he finished with.
    """
    tokens = {(finish.driver, finish.attempt): finish.tokens for finish in stage.finishes}
    for turn in reversed(stage.turns()):
        tokens[turn.driver, turn.attempt] = turn.tokens - turn.tokens_won + turn.tokens_spent
    carried = dict(zip(names, stage.carried, strict=True))
    seconds = dict(zip(names, stage.seconds or (0,) * len(names), strict=True))
    return {
        (name, attempt): _Beginning(
            carried.get(name, ()) if attempt == 1 else (), seconds.get(name, 0) if attempt == 1 else 0, count
        )
        for (name, attempt), count in tokens.items()
    }


def _stage_frames(
    number: int, stage: StageLog, beginnings: _Beginnings, boards: Mapping[tuple[str, int], str]
) -> Iterator[Frame]:
    times = {(finish.driver, finish.attempt): finish for finish in stage.finishes}
    state = Frame(number, 0, 0, "", (), (), (), {}, (), "", False, {})
    for round_ in stage.rounds:
        state = replace(state, round=round_.number, order=round_.order, colour=round_.colour)
        for turn in round_.turns:
            said = boards.get((turn.driver, turn.attempt), "") if turn.number == 1 else ""
            for number_of_step, shown in enumerate(_turn_frames(state, turn, times, beginnings)):
                yield shown if number_of_step or not said else replace(shown, step=f"{said} {shown.step}")
                if shown.last:
                    state = shown


def _turn_frames(
    before: Frame,
    turn: TurnLog,
    times: Mapping[tuple[str, int], Finish],
    beginnings: _Beginnings,
) -> Iterator[Frame]:
    """The pictures of a turn: the car as it stands, each space it drives, and the end with cards and tokens."""
    driver, attempt = turn.driver, turn.attempt
    known = {car.driver: car for car in before.cars}
    car = known.get(driver)
    if car is None or car.attempt != attempt:
        came = beginnings.get((driver, attempt), _Beginning())
        lap, joker = (None, None) if turn.lap is None else (0, None if turn.joker is None else False)
        car = CarShown(
            driver,
            turn.start,
            turn.gear_before,
            came.tokens,
            came.damage,
            came.seconds,
            attempt,
            danger_tokens=turn.danger_tokens,
            lap=lap,
            joker=joker,
        )
    car = replace(car, turned=False)
    others = {name: other for name, other in known.items() if name != driver}

    def shown(
        mine: CarShown, dice: tuple[DieShown, ...], step: str, events: tuple[Event, ...] = (), **more: Any
    ) -> Frame:
        cars = tuple(sorted({**others, driver: mine}.values(), key=lambda one: one.driver))
        return replace(
            before,
            turn=before.turn + 1,
            driver=driver,
            cars=cars,
            dice=dice,
            text=text,
            last=False,
            step=step,
            events=events,
            **more,
        )

    text = turn.text()
    off = list(car.damage)
    for kind in turn.mended:
        if kind in off:
            off.remove(kind)
    car = replace(car, damage=tuple(off), seconds=car.seconds + turn.penalty)
    yield shown(car, (), telling.opening(turn), telling.mended(turn))
    dice: list[DieShown] = []
    rolled_so_far = 0
    safe = [die.at for die in turn.dice if die.secured]
    for number, (at, group) in enumerate(groupby(turn.dice, key=lambda die: die.at)):
        rolled = list(group)
        dice += [DieShown(die.die, at, die.danger, die.secured) for die in rolled]
        events = telling.drawn(turn, at)
        step = " ".join(
            [telling.driven(rolled, rolled_so_far, turn.token), *([telling.in_words(events)] if events else [])]
        )
        if safe and at == safe[-1]:
            events = (*telling.spent(turn), *events)
            car = replace(car, tokens=car.tokens - turn.tokens_spent)
        car = replace(car, place=at, gear=rolled[0].gear)
        for push in (push for push in turn.pushes if push.step == number):
            others[push.driver] = _pushed(others.get(push.driver), push, beginnings)
            step += f" {push.text()}"
            events = (*events, Event("push", what=push.driver))
        yield shown(car, tuple(dice), step, events)
        rolled_so_far += telling.dangers(rolled)
    for push in turn.pushes:
        if not turn.dice:  # a car that moves one space without a die
            others[push.driver] = _pushed(others.get(push.driver), push, beginnings)
    done = replace(
        car,
        place=None if turn.finished else turn.end,
        gear=turn.gear_after,
        tokens=turn.tokens,
        damage=(*car.damage, *(kind for kind in turn.kept if kind != "mud")),
        seconds=car.seconds + turn.seconds - turn.penalty,
        turned=turn.lost_control,
        danger_tokens=turn.danger_tokens_left,
        lap=turn.lap,
        joker=turn.joker,
        disqualified=turn.disqualified,
    )
    flipped = {**before.flipped, **{(tile.q, tile.r): tile.tile for tile in turn.flipped}}
    results = dict(before.results)
    finished = [(push.driver, push.attempt) for push in turn.pushes if push.finished]
    finished += [(driver, attempt)] if turn.finished else []
    results |= {who: times[who].seconds for who in finished if who in times}
    homes = {**before.homes, **{who: times[who].round for who in finished if who in times}}
    end = shown(
        done,
        tuple(dice),
        telling.ending(turn),
        telling.outcome(turn),
        flipped=flipped,
        mud=(*before.mud, *turn.mud),
        results=results,
        homes=homes,
    )
    yield replace(end, last=True)


def _pushed(car: CarShown | None, push: PushLog, beginnings: _Beginnings) -> CarShown:
    """A car that has been pushed; one that has had no turn yet is seen for the first time."""
    if car is None or car.attempt != push.attempt:
        came = beginnings.get((push.driver, push.attempt), _Beginning())
        car = CarShown(push.driver, push.start, push.gear, came.tokens, came.damage, came.seconds, push.attempt)
    return replace(
        car,
        place=None if push.finished else push.end,
        danger_tokens=push.danger_tokens_after,
        lap=push.lap,
        joker=push.joker,
        disqualified=push.disqualified,
        damage=(*car.damage, *(kind for kind in push.kept if kind != "mud")),
    )
