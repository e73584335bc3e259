from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from designer.design.document import Design
from designer.design.event import Event
from designer.simulator.common.logs import LogError
from designer.simulator.rally import batches, races, replay
from designer.simulator.rally.log import Run
from designer.simulator.rally.race_log import RaceLog, read
from designer.simulator.rally.races import Driver

Official = Callable[[str], Design]
TWO = [Driver("Red", ("r6-gravel",), "flat-out"), Driver("Blue", ("r6-gravel",))]


def saved(log: Run | RaceLog) -> Run | RaceLog:
    """A log as it comes back from a file."""
    return read(json.loads(json.dumps(log.to_data())))


def test_a_race_replays_to_its_own_end(official: Official) -> None:
    hill = replace(official("climb-1"), event=Event("hillclimb", tries=2))
    log = races.run_race(hill, TWO, seed=3)
    frames = list(replay.frames(saved(log)))
    end = frames[-1]
    stage = log.stages[0]
    assert dict(end.results) == {(finish.driver, finish.attempt): finish.seconds for finish in stage.finishes}
    for driver in ("Red", "Blue"):
        car, last = end.car(driver), stage.turns(driver)[-1]
        assert car.place is None
        assert (car.gear, car.tokens, car.attempt) == (last.gear_after, last.tokens, last.attempt)
        assert car.seconds - car.tokens == end.results[driver, car.attempt]


def test_every_frame_follows_from_the_one_before(official: Official) -> None:
    log = races.run_race(official("rally-9-ss2"), TWO, seed=5)
    turns = iter(log.turns())
    for frame in replay.turns_only(saved(log)):
        turn = next(turns)
        assert frame.driver == turn.driver
        assert len(frame.dice) == len(turn.dice)
        assert frame.text == turn.text()
        if not turn.finished:
            assert frame.car(turn.driver).place == turn.end
        assert frame.car(turn.driver).turned is turn.lost_control
    assert next(turns, None) is None


def test_cars_move_space_by_space(official: Official) -> None:
    log = races.run_race(official("climb-1"), TWO[:1], seed=2)
    first = log.turns()[0]
    frames = [frame for frame in replay.frames(saved(log)) if frame.turn == 1]
    places = list(dict.fromkeys([first.start, *(die.at for die in first.dice)]))
    assert [frame.car("Red").place for frame in frames[:-1]] == places
    assert [len(frame.dice) for frame in frames] == sorted(len(frame.dice) for frame in frames)


def test_a_single_run_can_be_replayed_too(official: Official) -> None:
    run = batches.run_once(official("climb-2"), seed=4)
    end = list(replay.frames(saved(run)))[-1]
    assert end.results == {("", 1): run.time}
    assert end.turn == len(run.turns)


def test_a_rally_carries_damage_into_its_next_stage(official: Official) -> None:
    stages = [official(f"rally-1-ss{number}") for number in (1, 2, 3)]
    plain = [
        replace(
            design,
            stage=replace(design.stage, tiles=tuple(tile for tile in design.stage if not tile.tile.startswith("201"))),
        )
        for design in stages
        if design.stage
    ]
    tries = (races.run_race(plain, [Driver("Red", ("r6-gravel",), "flat-out")], seed=seed) for seed in range(20))
    log = next(log for log in tries if log.stages[1].carried[0])
    for number, stage in enumerate(log.stages):
        first = next(frame for frame in replay.frames(saved(log)) if frame.stage == number)
        assert first.car("Red").damage == stage.carried[0]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (3, "no log"),
        ({"format": "crest-design"}, "no log"),
        ({"format": "crest-race-log", "version": 1}, "cannot be read"),
        ({"format": "crest-run-log", "version": 1, "turns": "none"}, "cannot be read"),
        (
            {
                "format": "crest-run-log",
                "version": 1,
                "design": "",
                "hash": "",
                "seed": 1,
                "finished": True,
                "time": 50,
                "turns": [{"number": 1, "gear_before": 0, "gear_after": 1, "mode": "stand", "dice": [], "seconds": 50}],
            },
            "lacks 'from_place'",
        ),
    ],
)
def test_what_is_no_log_is_told(data: object, words: str) -> None:
    with pytest.raises(LogError, match=words):
        read(data)
