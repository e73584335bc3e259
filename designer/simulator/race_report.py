"""What many races came to: for each driver times, tries, wins; for the stage where control was lost and who was held
up (schemas/race-report.schema.json)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from designer.design.hexes import Hex
from designer.simulator.figures import average, number_of, quantile, rounded, spread
from designer.simulator.rally.race_log import RaceLog, StageLog
from designer.simulator.report import TileShare, blocked, by_tile, lost, tile_lines, tiles_data


@dataclass(frozen=True, slots=True)
class DriverFigures:
    """One driver over all races. ``times`` are those that count (None when there was none), ``tries`` the times of
    the first, second ... try or stage. Means are for each race."""

    name: str
    cars: tuple[str, ...]
    policy: str
    times: tuple[int | None, ...]
    tries: tuple[tuple[int, ...], ...]
    wins: float
    places: Mapping[int, float]
    turns: float
    flat_out_share: float
    gears: Mapping[int, float]
    losses: float
    damage: float
    tokens_won: float
    tokens_spent: float
    held_up: float

    @property
    def finished(self) -> tuple[int, ...]:
        """The times of the races in which the driver has one."""
        return tuple(time for time in self.times if time is not None)

    def to_data(self) -> dict[str, Any]:
        """The driver as JSON."""
        return {
            "name": self.name, "cars": list(self.cars), "policy": self.policy, "finished": len(self.finished),
            "times": _times(self.finished), "tries": [_times(times) for times in self.tries],
            "wins": rounded(self.wins), "places": {str(place): rounded(share) for place, share in self.places.items()},
            "turns": rounded(self.turns), "flat_out_share": rounded(self.flat_out_share),
            "gears": {str(gear): rounded(share) for gear, share in self.gears.items()},
            "losses_of_control": rounded(self.losses), "damage": rounded(self.damage),
            "tokens_won": rounded(self.tokens_won), "tokens_spent": rounded(self.tokens_spent),
            "held_up": rounded(self.held_up),
        }


def _times(times: Sequence[int]) -> dict[str, Any] | None:
    if not times:
        return None
    return {"mean": rounded(average(times)), "sd": rounded(spread(times)), "min": min(times), "max": max(times),
            "p10": rounded(quantile(times, 0.1)), "median": rounded(quantile(times, 0.5)),
            "p90": rounded(quantile(times, 0.9))}


@dataclass(frozen=True, slots=True)
class StageFigures:
    """One stage over all races: rounds played, where control was lost, where cars were blocked."""

    design: str
    rounds: float
    losses_by_tile: Mapping[Hex, TileShare]
    blocked_by_tile: Mapping[Hex, TileShare]

    def to_data(self) -> dict[str, Any]:
        """The stage as JSON."""
        return {"design": self.design, "rounds": rounded(self.rounds),
                "losses_of_control": {"by_tile": tiles_data(self.losses_by_tile)},
                "blocked": {"by_tile": tiles_data(self.blocked_by_tile)}}


@dataclass(frozen=True)
class RaceReport:
    """The outcome of many races. ``sample`` is the first of them."""

    design: str
    hash: str
    seed: int
    runs: int
    kind: str
    rules: Mapping[str, Any]
    drivers: tuple[DriverFigures, ...]
    stages: tuple[StageFigures, ...]
    sample: RaceLog = field(repr=False)

    def driver(self, name: str) -> DriverFigures:
        """The figures of a driver (KeyError when there is none of that name)."""
        return {figures.name: figures for figures in self.drivers}[name]

    def to_data(self, *, log: bool = False) -> dict[str, Any]:
        """The report as JSON (race-report schema); with ``log`` the first race."""
        data: dict[str, Any] = {
            "format": "crest-race-report", "version": 1, "design": self.design, "hash": self.hash, "seed": self.seed,
            "runs": self.runs, "kind": self.kind, "rules": dict(self.rules),
            "drivers": [figures.to_data() for figures in self.drivers],
            "stages": [stage.to_data() for stage in self.stages],
        }
        if log:
            data["log"] = self.sample.to_data()
        return data

    def text(self) -> str:
        """The report for a terminal."""
        lines = [f"{self.design or 'Design'}: {number_of(self.runs, 'race')} ({self.kind}), seed {self.seed}"]
        for figures in self.drivers:
            times = figures.finished
            time = f"mean {average(times):.1f} s, spread {spread(times):.1f} s" if times else "never finished"
            lines.append(f"{figures.name:10} {time}, wins {100 * figures.wins:.0f} %, "
                         f"{figures.turns:.1f} turns, control lost {figures.losses:.2f} times, "
                         f"held up {figures.held_up:.2f} times ({', '.join(figures.cars)}; {figures.policy})")
            if len(figures.tries) > 1:
                tries = ", ".join(f"{average(found):.1f} s" if found else "none" for found in figures.tries)
                lines.append(f"{'':10} one after the other: {tries}")
        for stage in self.stages:
            lines.append(f"{stage.design or 'Stage'}: {stage.rounds:.1f} rounds")
            if stage.losses_by_tile:
                lines += ["control lost on", *tile_lines(stage.losses_by_tile)]
            if stage.blocked_by_tile:
                lines += ["blocked on", *tile_lines(stage.blocked_by_tile)]
        return "\n".join(lines)


def summarise_races(logs: Sequence[RaceLog]) -> RaceReport:
    """The report of at least one race, all of the same drivers on the same stages."""
    first, count = logs[0], len(logs)
    return RaceReport(
        design=first.design, hash=first.hash, seed=first.seed, runs=count, kind=first.kind, rules=first.rules,
        drivers=tuple(_figures(logs, driver) for driver in first.drivers),
        stages=tuple(_stage([log.stages[number] for log in logs]) for number in range(len(first.stages))),
        sample=first,
    )


def _stage(stages: Sequence[StageLog]) -> StageFigures:
    turns = [stage.turns() for stage in stages]
    return StageFigures(
        design=stages[0].design,
        rounds=average([len(stage.rounds) for stage in stages]),
        losses_by_tile=by_tile(turns, [lost(found) for found in turns]),
        blocked_by_tile=by_tile(turns, [blocked(found) for found in turns]),
    )


def _figures(logs: Sequence[RaceLog], driver: Mapping[str, Any]) -> DriverFigures:
    name, count = driver["name"], len(logs)
    placings = [next(placing for placing in log.ranking if placing.driver == name) for log in logs]
    turns = [turn for log in logs for turn in log.turns(name)]
    places = Counter(placing.place for placing in placings)
    gears = Counter(turn.gear_after for turn in turns)
    tries: dict[tuple[int, int], list[int]] = {}
    for log in logs:
        for number, stage in enumerate(log.stages):
            for finish in stage.finishes:
                if finish.driver == name:
                    tries.setdefault((number, finish.attempt), []).append(finish.seconds)
    return DriverFigures(
        name=name, cars=tuple(driver["cars"]), policy=driver["policy"],
        times=tuple(placing.seconds for placing in placings),
        tries=tuple(tuple(tries[key]) for key in sorted(tries)),
        wins=places[1] / count,
        places={place: places[place] / count for place in sorted(places)},
        turns=len(turns) / count,
        flat_out_share=sum(turn.mode == "flat-out" for turn in turns) / max(1, len(turns)),
        gears={gear: gears[gear] / len(turns) for gear in sorted(gears)},
        losses=sum(turn.lost_control for turn in turns) / count,
        damage=sum(len(turn.damage) for turn in turns) / count,
        tokens_won=sum(turn.tokens_won for turn in turns) / count,
        tokens_spent=sum(turn.tokens_spent for turn in turns) / count,
        held_up=sum(turn.held_up for turn in turns) / count,
    )
