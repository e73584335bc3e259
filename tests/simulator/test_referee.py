"""Every rule of play, checked by a referee who knows nothing of the engine, on saved logs of official and made-up
stages, boards and drivers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer import catalog, schemas
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.design.event import Event
from designer.formats import native
from designer.play.cars import Car, car_from_board, car_from_dashboard
from designer.play.ground import Ground
from designer.resources import folder
from designer.rules import load
from designer.simulator.rally import event, policies, races, replay
from designer.simulator.rally.policies import Policy
from designer.simulator.rally.race import Entrant
from designer.simulator.rally.race_log import read
from tests.conftest import OFFICIAL
from tests.hurry import examples
from tests.simulator import anyone, referee
from tests.simulator.referee_boards import Board

Official = Callable[[str], Design]
NAMES = ("Red", "Blue", "Green", "Yellow", "White", "Black")
RALLY = [name for name, record in catalog.standard_boards().items() if record.car_class in ("r4", "r5", "r6")]
SIMPLE = sorted(name for name in policies.POLICIES if name not in ("looking-ahead", "sensible"))


def cars_of(names: Sequence[str | Dashboard], rules: Any) -> tuple[list[Car], dict[str, Board]]:
    """Cars of the engine, and the boards that the referee reads."""
    found, boards = [], {}
    for name in names:
        if isinstance(name, str):
            record = catalog.standard_boards()[name]
            found.append(car_from_board(name, rules))
            printed = {track: column._asdict() for track, column in record.columns.items()}
            boards[record.name] = Board(record.name, printed)
        else:
            found.append(car_from_dashboard(name, rules))
            boards[name.name] = Board(name.name, slots=dict(name.slots))
    return found, boards


def played(
    designs: Sequence[Design],
    names: Sequence[str | Dashboard],
    drivers: Sequence[Policy],
    seed: int,
    house: dict[str, Any] | None = None,
    bag: str = "rally",
) -> tuple[dict[str, Any], list[str], Counter[str]]:
    """Drive an event, save its log, read it again, and let the referee see it."""
    rules = load(house_rules=house)
    cars, boards = cars_of(names, rules)
    grounds = [Ground(design.stage, design.event, rules) for design in designs if design.stage is not None]
    entrants = [
        Entrant(NAMES[number], (car,), driver) for number, (car, driver) in enumerate(zip(cars, drivers, strict=True))
    ]
    if len(designs) > 1:
        own = {entrant.name: entrant.boards for entrant in entrants}
        result = event.rally(grounds, entrants, Random(seed), lambda entrant, _: own[entrant.name])
    else:
        result = event.on_one_stage(grounds[0], entrants, Random(seed))
    facts = {
        "design": "Any",
        "hash": "0",
        "stages": [(design.name, "0") for design in designs],
        "drivers": [
            {"name": entrant.name, "cars": [entrant.board(1).name], "policy": "anyone"} for entrant in entrants
        ],
        "rules": {"profile": rules.profile, "overrides": dict(rules.overrides), "assumed": []},
    }
    text = json.dumps(races.log_of(result, facts, seed, 0).to_data())
    log = json.loads(text)
    assert not schemas.problems(log, "race-log")
    found, seen = referee.check(log, [native.to_data(design) for design in designs], boards, bag)
    return log, found, seen


def fair(*arguments: Any, **more: Any) -> Counter[str]:
    """Drive an event; fails with all that the referee finds. Everyone finishes, and a replay ends as the log does."""
    log, found, seen = played(*arguments, **more)
    assert not found, "\n".join(found[:5])
    frames = list(replay.turns_only(read(log)))
    assert len(frames) == seen["turns"]
    for number, stage in enumerate(log["stages"]):
        last = [frame for frame in frames if frame.stage == number][-1]
        assert last.results == {(one["driver"], one["try"]): one["seconds"] for one in stage["finishes"]}
        tries = {one["try"] for one in stage["finishes"]}
        assert len(stage["finishes"]) == len(tries) * len(log["drivers"]), "every run ends"
    return seen


@pytest.mark.parametrize("name", [name for name in OFFICIAL if name != "rx2-ss1"])
def test_official_stages_are_played_by_the_rules(name: str, official: Official) -> None:
    rng = Random(name)
    drivers: list[Policy] = [anyone.Anyone(), policies.find(rng.choice(SIMPLE)), anyone.Anyone()]
    seen = fair(
        [official(name)], [rng.choice(RALLY) for _ in drivers], drivers, rng.randrange(1000), {"weather.allowed": True}
    )
    assert seen["turns"] > 20


@settings(max_examples=examples(40))
@given(st.integers(0, 10**6), st.booleans(), st.booleans(), st.booleans())
def test_any_stage_any_boards_any_drivers(seed: int, climbs: bool, storms: bool, handbrake: bool) -> None:
    rng = Random(seed)
    kinds = rng.choice((("gravel", "asphalt", "snow"), ("gravel",), ("snow", "asphalt")))
    design = anyone.stage(rng, tiles=rng.randint(3, 12), terrains=kinds)
    if climbs:
        design = replace(design, event=Event("hillclimb", tries=2))
    boards = [
        anyone.board(rng, ("gravel", "asphalt", "snow"), f"Board {number}") if rng.random() < 0.6 else rng.choice(RALLY)
        for number in range(rng.randint(1, 5))
    ]
    fair(
        [design],
        boards,
        [anyone.Anyone() for _ in boards],
        seed,
        {"weather.allowed": storms, "handbrake.allowed": handbrake},
    )


@settings(max_examples=examples(15))
@given(st.integers(0, 10**6))
def test_any_stage_with_jumps_water_and_chicanes(seed: int) -> None:
    rng = Random(seed)
    design = anyone.stage(rng, tiles=rng.randint(3, 10))
    assert design.stage is not None
    design = replace(design, stage=anyone.with_track_tokens(rng, design.stage))
    boards = [rng.choice(RALLY) for _ in range(rng.randint(1, 3))]
    fair([design], boards, [anyone.Anyone() for _ in boards], seed)


@settings(max_examples=examples(12))
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.sampled_from([("rx", "rallycross"), ("gt", "circuit")]))
def test_any_circuit(seed: int, lanes: int, kind: tuple[str, str]) -> None:
    rng = Random(seed)
    design = anyone.circuit(rng, lanes=lanes, laps=rng.randint(1, 3))
    known = [name for name in catalog.standard_boards() if name.startswith(kind[0])]
    boards = [rng.choice(known) for _ in range(rng.randint(1, 2))]
    fair([design], boards, [anyone.Anyone() for _ in boards], seed, bag=kind[1])


@pytest.mark.parametrize("seed", range(3))
def test_rallycross_with_a_joker_lap(seed: int, official: Official) -> None:
    boards = ["rx-asphalt", "rx-rain", "rx-asphalt", "rx-rain"]
    seen = fair([official("rx2-ss1")], boards, [anyone.Anyone() for _ in boards], seed, bag="rallycross")
    assert seen["finishes"] == 4


@pytest.mark.parametrize("name", ["rally-3", "rally-7", "rally-9"])
def test_rallies_carry_damage_over(name: str, official: Official) -> None:
    stages = [official(f"{name}-ss{number}") for number in (1, 2, 3)]
    fair(
        stages,
        ["r6-gravel", "r5-snow", "r4-asphalt"],
        [anyone.Anyone() for _ in range(3)],
        5,
        {"weather.allowed": True},
    )


@pytest.mark.parametrize("name", ["climb-1", "climb-2"])
def test_hillclimbs_with_the_boards_of_the_document(name: str, official: Official) -> None:
    design = replace(official(name), event=Event("hillclimb", tries=3))
    folder_ = folder("exports") / "dashboards"
    boards = [native.load(folder_ / f"climb-{kind}.json").dashboards[0] for kind in ("simple", "technical")]
    seen = fair([design], boards, [anyone.Anyone(), policies.find("sensible")], 3)
    assert seen["finishes"] == 6


# -- the referee himself -----------------------------------------------------------------------------------------


def _set(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(turn: dict[str, Any]) -> None:
        turn[key] = value(turn[key]) if callable(value) else value

    return change


def _die(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(turn: dict[str, Any]) -> None:
        turn["dice"][-1][key] = value

    return change


FORGED: dict[str, Callable[[dict[str, Any]], None]] = {
    "another card": _set("seconds", lambda seconds: seconds + 5),
    "a token too many": _set("tokens", lambda tokens: tokens + 1),
    "tokens won for nothing": _set("tokens_won", lambda won: won + 1),
    "a danger hushed up": _set("dangers", lambda dangers: dangers + 1),
    "a higher limit": _set("limit", 9),
    "a die of another gear": _die("die", "boost"),
    "a die used twice": lambda turn: turn["dice"].append(dict(turn["dice"][0])),
    "another gear at the end": _set("gear_after", lambda gear: gear + 1),
    "a secured die": _die("secured", True),
    "another space": _die("space", "cr"),
    "damage for nothing": _set("damage", lambda drawn: [*drawn, "gear"]),
    "no loss of control": _set("loss", lambda loss: {"gear": 3, "cause": "dangers"} if loss is None else None),
    "a start that failed": _set("failed_start", lambda failed: not failed),
    "a finish": _set("finished", lambda over: not over),
    "a stop": _set("stopped", lambda stopped: not stopped),
    "blocked": lambda turn: turn.update(mode="blocked", dice=[]),
}


@pytest.mark.parametrize("what", FORGED)
def test_the_referee_sees_a_forged_log(what: str, official: Official) -> None:
    design = official("rally-2-ss1")
    log, found, _ = played([design], ["r6-gravel", "r5-gravel"], [anyone.Anyone(), anyone.Anyone()], 4)
    assert not found
    turns = [turn for round_ in log["stages"][0]["rounds"] for turn in round_["turns"] if turn["dice"]]
    FORGED[what](turns[len(turns) // 2])
    _, boards = cars_of(["r6-gravel", "r5-gravel"], load())
    assert referee.check(log, [native.to_data(design)], boards)[0]
