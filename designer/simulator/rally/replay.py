"""Replaying a log: the state of the table after every space driven, from a saved run or race alone.

The frames hold all that a board shows: cars with gear, tokens and damage, the dice on their spaces with what they
showed, tiles that were turned, mud, the order of play, and the words for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from designer import schemas
from designer.play.table_space import TableSpace
from designer.simulator.rally import telling
from designer.simulator.rally.log import PushLog
from designer.simulator.rally.telling import Event, place_of


class ReplayError(ValueError):
    """The data is no log that can be replayed; the text says where and why."""


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
    those laid on its board because it was pushed.
    """

    driver: str
    place: TableSpace | None
    gear: int
    tokens: int
    damage: tuple[str, ...]
    seconds: int
    attempt: int
    turned: bool = False
    danger_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a replay.

    ``turn`` counts the turns of the log from 1 (0 before the first); ``last`` marks the end of a turn. ``results``
    maps (driver, try) to the time of a finished try. ``text`` tells the whole turn, ``step`` what happens in this
    picture, ``events`` what of it is to be shown beside the car.
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

    def car(self, driver: str) -> CarShown:
        """The car of a driver (KeyError when there is none)."""
        return {car.driver: car for car in self.cars}[driver]


def check(data: Any) -> Mapping[str, Any]:
    """A run log or a race log, if the data is one. Raises ReplayError with the place that is wrong."""
    if not isinstance(data, dict) or data.get("format") not in ("crest-run-log", "crest-race-log"):
        raise ReplayError("This is no log of a run or a race.")
    name = data["format"].removeprefix("crest-")
    if problems := schemas.problems(data, name):
        raise ReplayError(f"The log cannot be read: {problems[0]}")
    return data


def frames(data: Any) -> Iterator[Frame]:
    """All pictures of a saved run or race, in order. Raises ReplayError for anything else."""
    log = check(data)
    try:
        for number, stage in enumerate(_stages(log)):
            yield from _stage_frames(number, stage)
    except KeyError as error:  # run logs may be saved without places and words
        raise ReplayError(f"The log lacks {error.args[0]!r}, which a replay needs.") from None


def turns_only(data: Any) -> Iterator[Frame]:
    """The picture after every turn."""
    return (frame for frame in frames(data) if frame.last)


def _stages(log: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if log["format"] == "crest-race-log":
        stages: list[Mapping[str, Any]] = log["stages"]
        return stages
    rounds = [{"number": turn["number"], "order": [""], "entering": [], "turns": [turn]} for turn in log["turns"]]
    finishes = [{"driver": "", "try": 1, "seconds": log["time"]}] if log["finished"] else []
    return [{"rounds": rounds, "finishes": finishes}]


def _stage_frames(number: int, stage: Mapping[str, Any]) -> Iterator[Frame]:
    times = {(finish["driver"], finish["try"]): finish["seconds"] for finish in stage["finishes"]}
    carried = {driver: tuple(kinds) for driver, kinds in stage.get("carried", {}).items()}
    state = Frame(number, 0, 0, "", (), (), (), {}, (), "", False, {})
    for round_ in stage["rounds"]:
        state = replace(state, round=round_["number"], order=tuple(round_["order"]))
        for turn in round_["turns"]:
            for shown in _turn_frames(state, turn, times, carried):
                yield shown
                if shown.last:
                    state = shown


def _turn_frames(
    before: Frame,
    turn: Mapping[str, Any],
    times: Mapping[tuple[str, int], int],
    carried: Mapping[str, tuple[str, ...]],
) -> Iterator[Frame]:
    """The pictures of a turn: the car as it stands, each space it drives, and the end with cards and tokens."""
    driver = turn.get("driver", "")
    known = {car.driver: car for car in before.cars}
    attempt = turn.get("try", 1)
    car = known.get(driver)
    if car is None or car.attempt != attempt:
        worn = carried.get(driver, ()) if attempt == 1 else ()
        car = CarShown(driver, place_of(turn["from_place"]), turn["gear_before"], 0, worn, 0, attempt)
    car = replace(car, turned=False)
    others = {name: other for name, other in known.items() if name != driver}
    pushes = [PushLog.from_data(push) for push in turn.get("pushes", ())]

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
            text=turn["text"],
            last=False,
            step=step,
            events=events,
            **more,
        )

    off = list(car.damage)
    for kind in turn.get("mended", ()):
        if kind in off:
            off.remove(kind)
    penalty = turn.get("penalty", 0)
    car = replace(car, damage=tuple(off), seconds=car.seconds + penalty)
    yield shown(car, (), telling.opening(turn), telling.mended(turn))
    dice: list[DieShown] = []
    rolled_so_far = 0
    safe = [place_of(die) for die in turn["dice"] if die["secured"]]
    for number, (at, group) in enumerate(groupby(turn["dice"], key=place_of)):
        rolled = list(group)
        dice += [DieShown(die["die"], at, die["danger"], die["secured"]) for die in rolled]
        events = telling.drawn(turn, at)
        step = " ".join([telling.driven(rolled, rolled_so_far), *([telling.in_words(events)] if events else [])])
        if safe and at == safe[-1]:
            events = (*telling.spent(turn), *events)
            car = replace(car, tokens=car.tokens - turn["tokens_spent"])
        car = replace(car, place=at, gear=rolled[0]["gear"])
        for push in (push for push in pushes if push.step == number):
            others[push.driver] = _pushed(others.get(push.driver), push, carried)
            step += f" {push.text()}"
            events = (*events, Event("push", what=push.driver))
        yield shown(car, tuple(dice), step, events)
        rolled_so_far += telling.dangers(rolled)
    for push in pushes:
        if not turn["dice"]:  # a car that moves one space without a die
            others[push.driver] = _pushed(others.get(push.driver), push, carried)
    over = bool(turn["finished"])
    seconds = car.seconds + turn["seconds"] - penalty
    done = replace(
        car,
        place=None if over else place_of(turn["to_place"]),
        gear=turn["gear_after"],
        tokens=turn["tokens"],
        damage=(*car.damage, *(kind for kind in turn["kept"] if kind != "mud")),
        seconds=seconds,
        turned=turn["loss"] is not None,
        danger_tokens=turn.get("danger_tokens_left", 0),
    )
    flipped = {**before.flipped, **{(tile["q"], tile["r"]): tile["tile"] for tile in turn["flipped"]}}
    results = dict(before.results)
    finished = [(push.driver, push.attempt) for push in pushes if push.finished]
    results |= {who: times[who] for who in (*finished, *([(driver, attempt)] if over else [])) if who in times}
    end = shown(
        done,
        tuple(dice),
        telling.ending(turn),
        telling.outcome(turn),
        flipped=flipped,
        mud=(*before.mud, *map(place_of, turn["mud"])),
        results=results,
    )
    yield replace(end, last=True)


def _pushed(car: CarShown | None, push: PushLog, carried: Mapping[str, tuple[str, ...]]) -> CarShown:
    """A car that has been pushed; one that has had no turn yet is seen for the first time."""
    if car is None or car.attempt != push.attempt:
        worn = carried.get(push.driver, ()) if push.attempt == 1 else ()
        car = CarShown(push.driver, push.start, push.gear, 0, worn, 0, push.attempt)
    return replace(
        car,
        place=None if push.finished else push.end,
        danger_tokens=push.danger_tokens_after,
        damage=(*car.damage, *(kind for kind in push.kept if kind != "mud")),
    )
