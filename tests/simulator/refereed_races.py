"""Races and rallies by chance, each turn of them seen by a referee (the command is ``tests.simulator.refereed``).

A race is driven by six cars with habits of their own on one of the circuits of ``CIRCUITS``, a rally by four on three
stages, one of them with weather. All of it comes from its number alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from designer import catalog
from designer.design.document import Design
from designer.formats import native
from designer.resources import folder
from designer.simulator.rally import policies, races
from designer.simulator.rally.races import COLOURS, Driver
from tests.simulator import anyone, referee
from tests.simulator.played import Played
from tests.simulator.referee_boards import Board

#: Circuits to race on: of RX and DIRT tiles, of GT and RX tiles mixed (two), and one round the Y of tile 415.
CIRCUITS = ("rx2-ss1", "slides", "mixed-1", "mixed-2", "y-junction")
#: Stages that rallies are made of: with and without a service park at their end.
STAGES = tuple(f"rally-{rally}-ss{stage}" for rally in (1, 2, 3, 7, 8, 9) for stage in (1, 2, 3))
#: Habits of drivers; "anyone" places and rolls anything that the rules allow. Who looks ahead takes too long.
HABITS = ("anyone", "anyone", "anyone", "sensible", "novice", "cautious", "flat-out", "by-the-book")


@cache
def stage(name: str) -> Design:
    """A circuit or a stage by the name of its file."""
    own = Path(__file__).with_name("circuits") / f"{name}.json"
    return native.load(own if own.exists() else folder("exports") / "stages" / f"{name}.json")


def race(seed: int) -> Played:
    """A race of six cars on a circuit, with the house rules that a table may agree on."""
    rng = Random(f"race {seed}")
    name = CIRCUITS[seed % len(CIRCUITS)]
    house: dict[str, Any] = {"push.allowed": rng.random() < 0.6, "handbrake.allowed": rng.random() < 0.3}
    bag, boards = rng.choice((("rallycross", ("rx",)), ("circuit", ("gt",)), ("rallycross", ("r4", "r5", "r6"))))
    if rng.random() < 0.3:
        house[f"damage.{bag}_bag.yellow_flag"] = 24
    design = stage(name)
    assert design.event is not None
    design = replace(design, house_rules=house, event=replace(design.event, laps=rng.choice((1, 2, 2, 3))))
    cars = [rng.choice(_boards(boards)) for _ in COLOURS]
    return _played(seed, name, [design], cars, rng, bag)


def rally(seed: int) -> Played:
    """A rally of three stages; one of them has weather, and each its own rules of contact and handbrake."""
    rng = Random(f"rally {seed}")
    names = rng.sample(STAGES, 3)
    stormy = rng.randrange(3)
    designs = [
        replace(
            stage(name),
            house_rules={
                "weather.allowed": number == stormy,
                "push.allowed": rng.random() < 0.3,
                "handbrake.allowed": rng.random() < 0.3,
            },
        )
        for number, name in enumerate(names)
    ]
    cars: list[str] = []
    for number in range(4):
        if rng.random() < 0.3:
            board = anyone.board(rng, ("gravel", "asphalt", "snow"), f"Board {number}")
            designs[0] = replace(designs[0], dashboards=(*designs[0].dashboards, board))
            cars.append(board.name)
        else:
            cars.append(rng.choice(("r4", "r5", "r6", *_boards(("r4", "r5", "r6")))))
    return _played(seed, f"{', '.join(names)}, weather in stage {stormy + 1}", designs, cars, rng, "rally")


def _boards(classes: Sequence[str]) -> list[str]:
    return [name for name, record in catalog.standard_boards().items() if record.car_class.startswith(tuple(classes))]


def _played(seed: int, what: str, designs: Sequence[Design], cars: Sequence[str], rng: Random, bag: str) -> Played:
    habits = [rng.choice(HABITS) for _ in cars]
    drivers = [
        Driver(colour, (car,), "novice" if habit == "anyone" else habit)
        for colour, car, habit in zip(COLOURS, cars, habits, strict=False)
    ]
    setting = races.prepare(designs, drivers)
    entrants = tuple(
        replace(entrant, policy=anyone.Anyone() if habit == "anyone" else policies.find(habit))
        for entrant, habit in zip(setting.entrants, habits, strict=True)
    )
    log = races.race_of(setting._replace(entrants=entrants), seed, 0).to_data()
    stored = [native.to_data(design) for design in designs]
    breaches, counts = referee.check(log, stored, known_boards(designs), bag)
    for number, driven in enumerate(log["stages"]):
        counts["stages"] += 1
        counts["cars that did not finish"] += len(drivers) - len(driven["finishes"])
        if len(designs) > 1:
            rain = Counter(kind for round_ in driven["rounds"] for turn in round_["turns"] for kind in turn["kept"])
            if rain["weather"] and not designs[number].house_rules["weather.allowed"]:
                breaches.append(f"stage {number + 1}: a weather token is drawn where there is no weather")
    return Played(what, breaches[0] if breaches else None, counts, tuple(breaches[1:]))


def known_boards(designs: Sequence[Design]) -> dict[str, Board]:
    """All boards that these designs can be driven with, as the referee reads them, by name."""
    found = {
        record.name: Board(record.name, {track: column._asdict() for track, column in record.columns.items()})
        for record in catalog.standard_boards().values()
    }
    own = {board.name: Board(board.name, slots=dict(board.slots)) for design in designs for board in design.dashboards}
    return found | own
