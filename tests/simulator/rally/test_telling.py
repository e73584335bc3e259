"""What a replay says and shows at each step: only what has happened by then."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from designer.design.document import Design
from designer.play.table_space import TableSpace
from designer.simulator.rally import races, replay, telling
from designer.simulator.rally.log import DieLog, TurnLog
from designer.simulator.rally.race_log import RaceLog, read
from designer.simulator.rally.races import Driver
from designer.simulator.rally.replay import Frame
from designer.simulator.rally.telling import Event

TWO = [Driver("Red", ("r6-gravel",), "flat-out"), Driver("Blue", ("r6-gravel",))]


@pytest.fixture(scope="module")
def logs(official: Callable[[str], Design]) -> list[RaceLog]:
    """Races with flat-out rolls, losses of control, dice made safe and damage."""
    found = [races.run_race(official(name), TWO, seed=seed) for name, seed in (("climb-1", 3), ("rally-9-ss2", 5))]
    return [log for log in (read(json.loads(json.dumps(one.to_data()))) for one in found) if isinstance(log, RaceLog)]


def by_turn(logs: list[RaceLog]) -> Iterator[tuple[TurnLog, list[Frame]]]:
    """Each turn of the logs with its frames."""
    for log in logs:
        turns = log.turns()
        frames: dict[int, list[Frame]] = {}
        for frame in replay.frames(log):
            frames.setdefault(frame.turn, []).append(frame)
        assert len(frames) == len(turns)
        yield from zip(turns, frames.values(), strict=True)


def test_the_first_step_does_not_tell_the_end(logs: list[RaceLog]) -> None:
    for turn, frames in by_turn(logs):
        first = frames[0].step
        assert turn.start.text() in first
        assert f"gear {turn.gear_before}" in first
        assert not frames[0].events
        for words in ("danger", "lost", "won", "Drawn"):
            assert words not in first


def test_each_space_tells_its_dice_and_the_end_tells_the_rest(logs: list[RaceLog]) -> None:
    for turn, frames in by_turn(logs):
        rolled = 0
        for frame, (place, dice) in zip(frames[1:-1], dict_of_dice(turn).items(), strict=True):
            assert place in frame.step
            assert ("made safe" in frame.step) is dice[0].secured
            found = sum(bool(die.danger) for die in dice)
            rolled += found
            assert (f"{rolled} rolled so far" in frame.step) is (found > 0)
        end = frames[-1].step
        assert f"in gear {turn.gear_after}, {turn.seconds} s." in end
        assert ("Control lost" in end) is (turn.lost_control)
        assert ("won" in end) is (turn.tokens_won > 0)


def dict_of_dice(turn: TurnLog) -> dict[str, list[DieLog]]:
    """The dice of a turn by the space they lie on."""
    found: dict[str, list[DieLog]] = {}
    for die in turn.dice:
        found.setdefault(die.at.text(), []).append(die)
    return found


def test_events_come_with_the_step_where_they_happen(logs: list[RaceLog]) -> None:
    seen: set[str] = set()
    for turn, frames in by_turn(logs):
        driver = turn.driver
        spent = [
            (number, event) for number, frame in enumerate(frames) for event in frame.events if event.kind == "spent"
        ]
        assert [event.number for _, event in spent] == [turn.tokens_spent] * (turn.tokens_spent > 0)
        for number, _ in spent:
            assert "made safe" in frames[number].step
            before, now = frames[number - 1].car(driver), frames[number].car(driver)
            assert now.tokens == before.tokens - turn.tokens_spent
        end = frames[-1].events
        damage = [
            (event.what, number)
            for number, frame in enumerate(frames)
            for event in frame.events
            if event.kind == "damage"
        ]
        assert sorted(what for what, _ in damage) == sorted(turn.damage)
        for what, number in damage:
            here = [
                kind
                for kind, place in zip(turn.damage, turn.drawn_at, strict=True)
                if place == frames[number].dice[-1].at
            ]
            assert what in here
            assert "Drawn" in frames[number].step
        assert end[-1] == Event("card", turn.seconds)
        assert (Event("won", turn.tokens_won) in end) is (turn.tokens_won > 0)
        causes = [turn.loss_cause] if turn.lost_control else []
        assert [event.what for event in end if event.kind == "loss"] == causes
        seen |= {event.kind for frame in frames for event in frame.events}
    assert {"spent", "won", "loss", "card"} <= seen


PLACE = TableSpace("209a", 2, -1, "bl")
QUIET = TurnLog(1, "R6", PLACE, PLACE, 1, 1, "one-by-one", limit=3, planned=4, seconds=50)
DIE = DieLog("gear-1", PLACE, 1, True)


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ({"mode": "blocked"}, "Blocked: no die can be placed."),
        ({"mode": "blocked", "held_up": True}, "Blocked by other cars."),
        ({"mode": "mercy"}, "No die fits the climb line: one space to bl of 209a (2,-1), then blocked."),
        ({"mode": "stand"}, "Waits."),
        ({"dice": (DIE,), "dangers": 2}, "2 dangers of 3, 1 of them without a roll."),
        ({"dice": (DIE,), "dangers": 1, "stopped": True}, "1 danger of 3. Stops with 3 still planned."),
        ({"dice": (DIE,), "sisu": True}, "0 dangers of 3. SISU cancels the rolled dangers."),
        ({"dice": (DIE,), "failed_start": True}, "The flying start fails."),
        ({"mud": (PLACE,)}, "Mud lies on bl of 209a (2,-1)."),
        ({"flipped": (TableSpace("209b", 2, -1, ""),)}, "The weather turns: 209b (2,-1)."),
        ({"finished": True}, "Past the line in gear 1, 50 s."),
    ],
)
def test_the_end_of_a_turn_in_words(turn: dict[str, Any], words: str) -> None:
    assert words in telling.ending(replace(QUIET, **turn))


def test_sisu_and_a_failed_start_are_events() -> None:
    kinds = [event.kind for event in telling.outcome(replace(QUIET, sisu=True, failed_start=True))]
    assert kinds == ["sisu", "failed-start", "card"]


def test_logs_that_do_not_tell_where_show_damage_at_the_end() -> None:
    turn = replace(QUIET, damage=("gear", "mud"))
    for places in ((), (PLACE,)):
        assert [event.what for event in telling.drawn(replace(turn, drawn_at=places), None)] == ["gear", "mud"]
