"""The log of a race, a hillclimb, rallycross or a rally: to and from data (schemas/race-log.schema.json), in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from designer.design.values import NO_EXTRA
from designer.play.cars import DamageToken
from designer.simulator.common import logs
from designer.simulator.common.logs import LogError
from designer.simulator.rally import log
from designer.simulator.rally.garage import BoardChoice
from designer.simulator.rally.log import Run, TurnLog

FORMAT = "crest-race-log"
#: What was driven.
EventKind = Literal["stage", "rally", "hillclimb", "rallycross"]


#: How a rallycross race ended for a driver.
Status = Literal["home", "driving", "disqualified"]
#: The sides of the round marker of a circuit, the one that lies up in the first round first (RX, "Gear and Round
#: Markers").
COLOURS = ("white", "black")


def round_colour(number: int) -> str:
    """The side of the round marker that lies up in a round, counted from 1.

    >>> round_colour(1), round_colour(2), round_colour(3)
    ('white', 'black', 'white')
    """
    return COLOURS[(number - 1) % 2]


@dataclass(frozen=True, slots=True)
class Placing:
    """A driver in the final order: place from 1, time that counts (None when there is none).

    In rallycross no time counts: ``status`` says how the race ended for the driver, ``round`` in which round it came
    over the line for the last time, ``lap`` in which lap it was still driving when the race was over.
    """

    place: int
    driver: str
    seconds: int | None
    status: Status | None = None
    round: int | None = None
    lap: int | None = None

    @property
    def counts(self) -> bool:
        """Whether the driver has a result: a time, or in rallycross the line crossed with its joker lap done."""
        return self.seconds is not None if self.status is None else self.status == "home"

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Placing:
        """The placing that a log holds."""

        def number(key: str) -> int | None:
            return None if data.get(key) is None else int(data[key])

        return cls(
            int(data["place"]), data["driver"], number("seconds"), data.get("status"), number("round"), number("lap")
        )

    def to_data(self) -> dict[str, Any]:
        """The placing as JSON."""
        data: dict[str, Any] = {"place": self.place, "driver": self.driver, "seconds": self.seconds}
        if self.status is not None:
            data |= {"status": self.status, "round": self.round}
            if self.lap is not None:
                data["lap"] = self.lap
        return data

    def result(self) -> str:
        """What came of it, in words.

        >>> Placing(1, "Red", 95).result(), Placing(1, "Red", None, "home", 14).result()
        ('95 s', 'home in round 14')
        """
        if self.status is None:
            return "not finished" if self.seconds is None else f"{self.seconds} s"
        if self.status == "home":
            return f"home in round {self.round}"
        if self.status == "disqualified":
            return "disqualified, no joker lap"
        return "not finished" if self.lap is None else f"still driving in lap {self.lap}"


class Driving(NamedTuple):
    """A car that was still on a circuit when the race was over, in the order on the track: its lap, and whether its
    joker laps were done (None where there is no joker way)."""

    driver: str
    lap: int
    joker: bool | None

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Driving:
        """The car that a log holds."""
        return cls(data["driver"], int(data["lap"]), data.get("joker"))

    def to_data(self) -> dict[str, Any]:
        """The car as JSON."""
        return {"driver": self.driver, "lap": self.lap, "joker": self.joker}


@dataclass(frozen=True, slots=True)
class Finish:
    """A try that reached the finish: its time, second tokens left, the round, and how many finished before it.

    On a circuit the seconds are those of the time cards that the drivers of the simulator reckon with; they count for
    nothing. ``disqualified``: over the line without the joker lap (RX, "The Joker Lap").
    """

    driver: str
    attempt: int
    seconds: int
    tokens: int
    round: int
    earlier: int
    disqualified: bool = False

    @classmethod
    def from_data(cls, data: Mapping[str, Any], earlier: int) -> Finish:
        """The finish that a log holds after ``earlier`` others."""
        return cls(
            data["driver"],
            int(data["try"]),
            int(data["seconds"]),
            int(data.get("tokens", 0)),
            int(data.get("round", 0)),
            earlier,
            data.get("disqualified", False),
        )

    def to_data(self) -> dict[str, Any]:
        """The finish as JSON; its place in the list says how many were earlier."""
        return {
            "driver": self.driver,
            "try": self.attempt,
            "seconds": self.seconds,
            "tokens": self.tokens,
            "round": self.round,
            **({"disqualified": True} if self.disqualified else {}),
        }


@dataclass(frozen=True, slots=True)
class RoundLog:
    """A round: who plays in which order, who enters the stage (again), and their turns; on a circuit the ``colour`` of
    the round marker."""

    number: int
    order: tuple[str, ...]
    entering: tuple[str, ...]
    turns: tuple[TurnLog, ...]
    colour: str = ""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> RoundLog:
        """The round that a log holds."""
        turns = tuple(TurnLog.from_data(turn) for turn in data["turns"])
        return cls(
            int(data["number"]), tuple(data["order"]), tuple(data.get("entering", ())), turns, data.get("colour", "")
        )

    def to_data(self) -> dict[str, Any]:
        """The round as JSON."""
        return {
            "number": self.number,
            "order": list(self.order),
            "entering": list(self.entering),
            "turns": [turn.to_data() for turn in self.turns],
            **({"colour": self.colour} if self.colour else {}),
        }


@dataclass(frozen=True, slots=True)
class DriverLog:
    """A driver as it was entered: name, boards or car categories (one for each try), habit."""

    name: str
    cars: tuple[str, ...]
    policy: str
    choose: str = "listed"

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> DriverLog:
        """The driver that a log holds."""
        return cls(data["name"], tuple(data["cars"]), data["policy"], data.get("choose", "listed"))

    def to_data(self) -> dict[str, Any]:
        """The driver as JSON."""
        way = {} if self.choose == "listed" else {"choose": self.choose}
        return {"name": self.name, "cars": list(self.cars), "policy": self.policy, **way}


@dataclass(frozen=True, slots=True)
class StageLog:
    """One stage: its design, board of each driver and damage tokens it came with (in the order in which the drivers
    were entered), rounds, and who finished when, on a circuit who was still driving when the race was over.

    ``seconds``: of time cards that each driver had when the stage began, in the same order; empty when nobody had
    any, as ever but in a race begun from given positions. ``rules``: those in force on it, where they are not those
    of the race.
    """

    design: str
    hash: str
    cars: tuple[str, ...]
    carried: tuple[tuple[DamageToken, ...], ...]
    rounds: tuple[RoundLog, ...]
    finishes: tuple[Finish, ...]
    seconds: tuple[int, ...] = ()
    rules: Mapping[str, Any] = NO_EXTRA
    driving: tuple[Driving, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any], drivers: Sequence[DriverLog]) -> StageLog:
        """The stage that the log of a race of these drivers holds."""
        carried, seconds = data.get("carried", {}), data.get("seconds", {})
        return cls(
            data.get("design", ""),
            data.get("hash", ""),
            tuple(data.get("cars", ())),
            tuple(tuple(carried.get(driver.name, ())) for driver in drivers),
            tuple(RoundLog.from_data(round_) for round_ in data["rounds"]),
            tuple(Finish.from_data(finish, earlier) for earlier, finish in enumerate(data["finishes"])),
            tuple(int(seconds.get(driver.name, 0)) for driver in drivers) if seconds else (),
            data.get("rules", NO_EXTRA),
            tuple(Driving.from_data(car) for car in data.get("driving", ())),
        )

    def to_data(self, drivers: Sequence[DriverLog]) -> dict[str, Any]:
        """The stage as JSON; ``drivers`` those of the race."""
        named = [driver.name for driver in drivers]
        seconds = dict(zip(named, self.seconds, strict=True)) if any(self.seconds) else {}
        return {
            "design": self.design,
            "hash": self.hash,
            "cars": list(self.cars),
            "carried": {name: list(kinds) for name, kinds in zip(named, self.carried, strict=True)},
            **({"seconds": seconds} if seconds else {}),
            "rounds": [round_.to_data() for round_ in self.rounds],
            "finishes": [finish.to_data() for finish in self.finishes],
            **({"driving": [car.to_data() for car in self.driving]} if self.driving else {}),
            **({"rules": dict(self.rules)} if self.rules else {}),
        }

    def turns(self, driver: str | None = None) -> tuple[TurnLog, ...]:
        """The turns of the stage, or of one driver."""
        return tuple(turn for round_ in self.rounds for turn in round_.turns if driver in (None, turn.driver))


@dataclass(frozen=True, slots=True)
class RaceLog:
    """All of a race. ``boards``: the boards that drivers chose, or changed on the way; ``notes``: what events say of
    boards that could not be done, and why."""

    design: str
    hash: str
    seed: int
    number: int
    kind: EventKind
    drivers: tuple[DriverLog, ...]
    rules: Mapping[str, Any]
    stages: tuple[StageLog, ...]
    ranking: tuple[Placing, ...]
    boards: tuple[BoardChoice, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> RaceLog:
        """The race that a log holds. Raises KeyError for a field that it lacks."""
        drivers = tuple(DriverLog.from_data(driver) for driver in data["drivers"])
        return cls(
            data["design"],
            data["hash"],
            int(data["seed"]),
            int(data["run"]),
            data["kind"],
            drivers,
            data.get("rules", {}),
            tuple(StageLog.from_data(stage, drivers) for stage in data["stages"]),
            tuple(Placing.from_data(placing) for placing in data["ranking"]),
            tuple(BoardChoice.from_data(choice) for choice in data.get("boards", ())),
            tuple(data.get("notes", ())),
        )

    def turns(self, driver: str | None = None) -> tuple[TurnLog, ...]:
        """The turns of all stages, or of one driver."""
        return tuple(turn for stage in self.stages for turn in stage.turns(driver))

    def commentary(self) -> list[str]:
        """The race in words."""
        lines: list[str] = list(self.notes)
        taken = {(choice.stage, choice.driver, choice.attempt): choice for choice in self.boards}
        for number, stage in enumerate(self.stages):
            if len(self.stages) > 1:
                lines.append(f"Stage {stage.design}")
            ended = {(finish.driver, finish.attempt): finish for finish in stage.finishes}
            for round_ in stage.rounds:
                colour = f" ({round_.colour})" if round_.colour else ""
                lines.append(f"Round {round_.number}{colour}, in order: {', '.join(round_.order)}.")
                for turn in round_.turns:
                    if turn.number == 1 and (number, turn.driver, turn.attempt) in taken:
                        lines.append(f"  {taken[number, turn.driver, turn.attempt].text()}")
                    lines.append(f"  {turn.text()}")
                    over = [(push.driver, push.attempt) for push in turn.pushes if push.finished]
                    over += [(turn.driver, turn.attempt)] if turn.finished else []
                    for finish in (ended[key] for key in over if key in ended):
                        lines.append(f"  {self._finished(finish)}")
        return lines + self.places()

    def _finished(self, finish: Finish) -> str:
        if finish.disqualified:
            return f"{finish.driver} crosses the line without its joker lap and is disqualified."
        if self.kind == "rallycross":
            return f"{finish.driver} finishes in round {finish.round}."
        tries = f", try {finish.attempt}" if self.kind == "hillclimb" else ""
        return f"{finish.driver} finishes{tries}: {finish.seconds} s."

    def places(self) -> list[str]:
        """The final order in words, a line for each driver."""
        return [f"{placing.place}. {placing.driver}, {placing.result()}" for placing in self.ranking]

    def to_data(self) -> dict[str, Any]:
        """The race as JSON (race-log schema)."""
        return {
            "format": FORMAT,
            "version": 1,
            "design": self.design,
            "hash": self.hash,
            "seed": self.seed,
            "run": self.number,
            "kind": self.kind,
            "drivers": [driver.to_data() for driver in self.drivers],
            "rules": dict(self.rules),
            "stages": [stage.to_data(self.drivers) for stage in self.stages],
            "ranking": [placing.to_data() for placing in self.ranking],
            **({"boards": [choice.to_data() for choice in self.boards]} if self.boards else {}),
            **({"notes": list(self.notes)} if self.notes else {}),
        }


def read(data: Any) -> Run | RaceLog:
    """The run or the race that data from a file holds. Raises LogError, with what is wrong and where, in a line."""
    if not logs.is_log(data, log.FORMAT, FORMAT):
        raise LogError("This is no log of a run or a race.")
    data = logs.checked(data)
    with logs.told():
        return Run.from_data(data) if data["format"] == log.FORMAT else RaceLog.from_data(data)
