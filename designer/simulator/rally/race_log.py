"""The log of a race, a hillclimb, rallycross or a rally, as data (schemas/race-log.schema.json) and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from designer.simulator.rally.event import Placing
from designer.simulator.rally.log import TurnLog
from designer.simulator.rally.race import Finish, RoundLog


@dataclass(frozen=True, slots=True)
class StageLog:
    """One stage: its design, board of each driver and damage tokens it came with, rounds, and who finished when."""

    design: str
    hash: str
    cars: tuple[str, ...]
    carried: tuple[tuple[str, ...], ...]
    rounds: tuple[RoundLog, ...]
    finishes: tuple[Finish, ...]

    def turns(self, driver: str | None = None) -> tuple[TurnLog, ...]:
        """The turns of the stage, or of one driver."""
        return tuple(turn for round_ in self.rounds for turn in round_.turns if driver in (None, turn.driver))


@dataclass(frozen=True, slots=True)
class RaceLog:
    """All of a race. ``kind``: "stage", "rally", "hillclimb" or "rallycross"; ``drivers`` as they were entered."""

    design: str
    hash: str
    seed: int
    number: int
    kind: str
    drivers: Sequence[Mapping[str, Any]]
    rules: Mapping[str, Any]
    stages: tuple[StageLog, ...]
    ranking: tuple[Placing, ...]

    def turns(self, driver: str | None = None) -> tuple[TurnLog, ...]:
        """The turns of all stages, or of one driver."""
        return tuple(turn for stage in self.stages for turn in stage.turns(driver))

    def commentary(self) -> list[str]:
        """The race in words."""
        lines: list[str] = []
        for stage in self.stages:
            if len(self.stages) > 1:
                lines.append(f"Stage {stage.design}")
            ended = {(finish.driver, finish.attempt): finish for finish in stage.finishes}
            for round_ in stage.rounds:
                lines.append(f"Round {round_.number}, in order: {', '.join(round_.order)}.")
                for turn in round_.turns:
                    lines.append(f"  {turn.text()}")
                    over = [(push.driver, push.attempt) for push in turn.pushes if push.finished]
                    over += [(turn.driver, turn.attempt)] if turn.finished else []
                    for finish in (ended[key] for key in over if key in ended):
                        tries = f", try {finish.attempt}" if self.kind == "hillclimb" else ""
                        lines.append(f"  {finish.driver} finishes{tries}: {finish.seconds} s.")
        for placing in self.ranking:
            time = "not finished" if placing.seconds is None else f"{placing.seconds} s"
            lines.append(f"{placing.place}. {placing.driver}, {time}")
        return lines

    def to_data(self) -> dict[str, Any]:
        """The race as JSON (race-log schema)."""
        return {
            "format": "crest-race-log",
            "version": 1,
            "design": self.design,
            "hash": self.hash,
            "seed": self.seed,
            "run": self.number,
            "kind": self.kind,
            "drivers": [dict(driver) for driver in self.drivers],
            "rules": dict(self.rules),
            "stages": [
                {
                    "design": stage.design,
                    "hash": stage.hash,
                    "cars": list(stage.cars),
                    "carried": {
                        driver["name"]: list(kinds) for driver, kinds in zip(self.drivers, stage.carried, strict=True)
                    },
                    "rounds": [round_.to_data() for round_ in stage.rounds],
                    "finishes": [
                        {
                            "driver": finish.driver,
                            "try": finish.attempt,
                            "seconds": finish.seconds,
                            "tokens": finish.tokens,
                            "round": finish.round,
                        }
                        for finish in stage.finishes
                    ],
                }
                for stage in self.stages
            ],
            "ranking": [
                {"place": placing.place, "driver": placing.driver, "seconds": placing.seconds}
                for placing in self.ranking
            ],
        }
