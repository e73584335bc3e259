"""The log of a race, a hillclimb, rallycross or a rally: to and from data (schemas/race-log.schema.json), in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

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


@dataclass(frozen=True, slots=True)
class Placing:
    """A driver in the final order: place from 1, time that counts (None when there is none)."""

    place: int
    driver: str
    seconds: int | None

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Placing:
        """The placing that a log holds."""
        seconds = data["seconds"]
        return cls(int(data["place"]), data["driver"], None if seconds is None else int(seconds))

    def to_data(self) -> dict[str, Any]:
        """The placing as JSON."""
        return {"place": self.place, "driver": self.driver, "seconds": self.seconds}


@dataclass(frozen=True, slots=True)
class Finish:
    """A try that reached the finish: its time, second tokens left, the round, and how many finished before it."""

    driver: str
    attempt: int
    seconds: int
    tokens: int
    round: int
    earlier: int

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
        )

    def to_data(self) -> dict[str, Any]:
        """The finish as JSON; its place in the list says how many were earlier."""
        return {
            "driver": self.driver,
            "try": self.attempt,
            "seconds": self.seconds,
            "tokens": self.tokens,
            "round": self.round,
        }


@dataclass(frozen=True, slots=True)
class RoundLog:
    """A round: who plays in which order, who enters the stage (again), and their turns."""

    number: int
    order: tuple[str, ...]
    entering: tuple[str, ...]
    turns: tuple[TurnLog, ...]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> RoundLog:
        """The round that a log holds."""
        turns = tuple(TurnLog.from_data(turn) for turn in data["turns"])
        return cls(int(data["number"]), tuple(data["order"]), tuple(data.get("entering", ())), turns)

    def to_data(self) -> dict[str, Any]:
        """The round as JSON."""
        return {
            "number": self.number,
            "order": list(self.order),
            "entering": list(self.entering),
            "turns": [turn.to_data() for turn in self.turns],
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
    were entered), rounds, and who finished when.

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
                lines.append(f"Round {round_.number}, in order: {', '.join(round_.order)}.")
                for turn in round_.turns:
                    if turn.number == 1 and (number, turn.driver, turn.attempt) in taken:
                        lines.append(f"  {taken[number, turn.driver, turn.attempt].text()}")
                    lines.append(f"  {turn.text()}")
                    over = [(push.driver, push.attempt) for push in turn.pushes if push.finished]
                    over += [(turn.driver, turn.attempt)] if turn.finished else []
                    for finish in (ended[key] for key in over if key in ended):
                        tries = f", try {finish.attempt}" if self.kind == "hillclimb" else ""
                        lines.append(f"  {finish.driver} finishes{tries}: {finish.seconds} s.")
        return lines + self.places()

    def places(self) -> list[str]:
        """The final order in words, a line for each driver."""
        return [
            f"{placing.place}. {placing.driver}, "
            f"{'not finished' if placing.seconds is None else f'{placing.seconds} s'}"
            for placing in self.ranking
        ]

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
