"""Logs are read as they were written: what comes back from a file is what was driven or climbed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from designer import cli, schemas
from designer.design.document import Design
from designer.design.event import Event
from designer.formats import native
from designer.resources import folder
from designer.simulator.common.logs import LogError
from designer.simulator.rally import race_log, replay
from designer.simulator.rally.batches import run_once
from designer.simulator.rally.log import Run
from designer.simulator.rally.race_log import RaceLog
from designer.simulator.rally.races import Driver, run_race
from designer.simulator.spire import batches as climbing
from designer.simulator.spire import log as climb_log
from designer.simulator.spire.board import replay as end_of
from designer.simulator.spire.log import ClimbLog

Official = Callable[[str], Design]
SEEDS = st.integers(0, 10_000)
FEW = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
HOUSE_RULES: dict[str, Any] = {"push.allowed": True, "start.cars_per_round": 2, "weather.allowed": True}


def as_file(log: Run | RaceLog | ClimbLog) -> Any:
    """The data of a log as it comes from a file."""
    return json.loads(json.dumps(log.to_data()))


@FEW
@given(seed=SEEDS, policy=st.sampled_from(["sensible", "flat-out", "novice"]))
def test_a_run_comes_back_as_it_was(official: Official, seed: int, policy: str) -> None:
    run = run_once(official("climb-1"), policy=policy, seed=seed)
    data = as_file(run)
    assert schemas.problems(data, "run-log") == []
    assert race_log.read(data) == run
    assert as_file(Run.from_data(data)) == data


@FEW
@given(
    seed=SEEDS,
    policies=st.lists(st.sampled_from(["sensible", "flat-out", "novice"]), min_size=1, max_size=4),
    tries=st.integers(1, 2),
    house=st.booleans(),
)
def test_a_race_comes_back_as_it_was(
    official: Official, seed: int, policies: list[str], tries: int, house: bool
) -> None:
    design = replace(
        official("climb-1"), event=Event("hillclimb", tries=tries), house_rules=HOUSE_RULES if house else {}
    )
    drivers = [Driver(name, ("r6-gravel",), policy) for name, policy in zip("RBGY", policies, strict=False)]
    log = run_race(design, drivers, seed=seed)
    data = as_file(log)
    assert schemas.problems(data, "race-log") == []
    back = race_log.read(data)
    assert back == log
    assert as_file(back) == data
    assert list(replay.frames(back)) == list(replay.frames(log))


@pytest.mark.parametrize("names", [["rx2-ss1"], ["rally-1-ss1", "rally-1-ss2"]], ids=["rallycross", "rally"])
def test_other_kinds_of_races_come_back_too(official: Official, names: list[str]) -> None:
    car = "rx-asphalt" if names == ["rx2-ss1"] else "r6"
    log = run_race([official(name) for name in names], [Driver("Red", (car,)), Driver("Blue", (car,))], seed=4)
    assert race_log.read(as_file(log)) == log


@FEW
@given(seed=SEEDS, number=st.integers(0, 3))
def test_a_climb_comes_back_as_it_was(seed: int, number: int) -> None:
    design = native.load(folder("exports") / "spires" / "spire-4.json")
    game = climbing.run_once(design, policies=["bold"], seed=seed, number=number)
    data = json.loads(json.dumps(game.to_data()))
    log = climb_log.read(data)
    assert ClimbLog.from_data(as_file(log)) == log
    assert as_file(log) == data
    assert log.commentary() == game.commentary()
    assert end_of(log.events).snapshot() == game.board.snapshot()


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values in data."""
    if isinstance(data, dict):
        return [path, *(leaf for key, value in data.items() for leaf in leaves(value, (*path, key)))]
    if isinstance(data, list):
        return [path, *(leaf for number, value in enumerate(data[:2]) for leaf in leaves(value, (*path, number)))]
    return [path]


def with_value(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Data with another value at a path."""
    copied = json.loads(json.dumps(data))
    at = copied
    for part in path[:-1]:
        at = at[part]
    at[path[-1]] = value
    return copied


WRONG = st.sampled_from([None, 5, -1, 2.5, True, "x", [], [1], {}, {"q": 1}])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pick=st.data())
def test_a_field_of_any_shape_is_read_or_refused_in_one_line(official: Official, pick: st.DataObject) -> None:
    if "run" not in DAMAGED:
        data = as_file(run_race(official("climb-1"), [Driver("R"), Driver("B")], seed=3))
        data["stages"][0]["rounds"] = data["stages"][0]["rounds"][:2]
        DAMAGED["run"] = data
    short = DAMAGED["run"]
    path = pick.draw(st.sampled_from(leaves(short)[1:]))
    changed = with_value(short, path, pick.draw(WRONG))
    log, why = None, ""
    try:
        log = race_log.read(changed)
    except LogError as error:
        why = str(error)
    if log is None:
        assert len(why.splitlines()) == 1
    else:
        list(replay.frames(log))
        log.commentary()


@settings(max_examples=150, deadline=None)
@given(pick=st.data())
def test_a_climb_of_any_shape_is_read_or_refused_in_one_line(pick: st.DataObject) -> None:
    if "climb" not in DAMAGED:
        design = native.load(folder("exports") / "spires" / "spire-4.json")
        data = json.loads(json.dumps(climbing.run_once(design).to_data()))
        DAMAGED["climb"] = {**data, "events": data["events"][:40]}
    short = DAMAGED["climb"]
    paths = [("events", number, key) for number, event in enumerate(short["events"]) for key in event]
    changed = with_value(short, pick.draw(st.sampled_from(paths)), pick.draw(WRONG))
    why = ""
    try:
        climb_log.read(changed).commentary()
    except LogError as error:
        why = str(error)
    assert len(why.splitlines()) <= 1


#: Logs that the tests above change; made once.
DAMAGED: dict[str, Any] = {}


@pytest.mark.parametrize("key", ["from_place", "to_place", "planned", "mud", "kept", "tokens", "loss", "flipped"])
def test_a_field_of_the_wrong_shape_is_told_with_its_place(
    official: Official, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = as_file(run_once(official("climb-1")))
    data["turns"][1][key] = "here"
    path = tmp_path / "log.json"
    path.write_text(json.dumps(data))
    assert cli.main(["replay", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    (line,) = shown.err.strip().splitlines()
    assert f"turns[1].{key}: must be" in line
