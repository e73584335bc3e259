"""What a batch of runs came to (schemas/simulation-report.schema.json), as data and as text."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from designer.design.hexes import Hex
from designer.simulator.figures import average, number_of, quantile, rounded, spread
from designer.simulator.rally.log import Place, Run, TurnLog

#: Quantiles that a report gives of the times.
QUANTILES = {"p10": 0.1, "median": 0.5, "p90": 0.9}
BINS = 20


@dataclass(frozen=True, slots=True)
class TileShare:
    """Losses of control (or blocked turns) on a tile: for each run, and the share of runs with at least one."""

    hex: Hex
    tile: str
    mean: float
    share: float


@dataclass(frozen=True)
class Report:
    """The outcome of a batch. ``times`` are the seconds of the runs that finished, in the order of their numbers.

    Means are for each run. ``losses_by_tile`` maps a hex to what happened there; ``losses_by_space`` and ``visits``
    map the words for a space to a mean. ``sample`` is the first run.
    """

    design: str
    hash: str
    seed: int
    runs: int
    car: str
    policy: str
    rules: Mapping[str, Any]
    times: tuple[int, ...]
    turns_mean: float
    turns_sd: float
    losses_mean: float
    losses_by_tile: Mapping[Hex, TileShare]
    losses_by_space: Mapping[str, float]
    damage: Mapping[str, float]
    flat_out_share: float
    blocked_mean: float
    blocked_by_tile: Mapping[Hex, TileShare]
    tokens_won: float
    tokens_spent: float
    gears: Mapping[int, float]
    visits: Mapping[Place, float]
    sample: Run = field(repr=False)

    @property
    def finished(self) -> int:
        """How many runs reached the finish."""
        return len(self.times)

    @property
    def finished_share(self) -> float:
        """The share of runs that reached the finish."""
        return self.finished / self.runs

    @property
    def mean(self) -> float | None:
        """Mean time in seconds, or None when no run finished."""
        return average(self.times) if self.times else None

    @property
    def sd(self) -> float | None:
        """Standard deviation of the times (0 for a single one)."""
        return spread(self.times) if self.times else None

    def quantile(self, share: float) -> float | None:
        """The time that this share of the finished runs does not exceed, interpolated."""
        return quantile(self.times, share) if self.times else None

    def histogram(self, bins: int = BINS) -> list[tuple[float, float, int]]:
        """The finished runs in bins of equal width: (from, to, runs)."""
        if not self.times:
            return []
        low, high = min(self.times), max(self.times) + 1
        width = max(1, math.ceil((high - low) / bins))
        counts = Counter((time - low) // width for time in self.times)
        return [(low + k * width, low + (k + 1) * width, counts[k]) for k in range(math.ceil((high - low) / width))]

    def to_data(self, *, log: bool = False) -> dict[str, Any]:
        """The report as JSON (simulation-report schema); with ``log`` the turns of its first run."""
        data: dict[str, Any] = {
            "format": "crest-simulation", "version": 1, "design": self.design, "hash": self.hash, "seed": self.seed,
            "runs": self.runs, "car": self.car, "policy": self.policy, "rules": dict(self.rules),
            "finished": self.finished, "times": self._times(),
            "turns": {"mean": rounded(self.turns_mean), "sd": rounded(self.turns_sd)},
            "losses_of_control": {
                "mean": rounded(self.losses_mean), "by_tile": tiles_data(self.losses_by_tile),
                "by_space": {name: rounded(mean) for name, mean in self.losses_by_space.items()},
            },
            "damage": {kind: rounded(mean) for kind, mean in self.damage.items()},
            "flat_out_share": rounded(self.flat_out_share),
            "blocked": {"mean": rounded(self.blocked_mean), "by_tile": tiles_data(self.blocked_by_tile)},
            "tokens_won": rounded(self.tokens_won), "tokens_spent": rounded(self.tokens_spent),
            "gears": {str(gear): rounded(share) for gear, share in self.gears.items()},
            "visits": {place.text(): rounded(mean) for place, mean in self.visits.items()},
        }
        if log:
            data["log"] = [turn.to_data() for turn in self.sample.turns]
        return data

    def _times(self) -> dict[str, Any] | None:
        if not self.times:
            return None
        return {
            "mean": rounded(average(self.times)), "sd": rounded(spread(self.times)), "min": min(self.times),
            "max": max(self.times), **{name: rounded(quantile(self.times, at)) for name, at in QUANTILES.items()},
            "histogram": [{"from": low, "to": high, "runs": count} for low, high, count in self.histogram()],
            "all": list(self.times),
        }

    def text(self) -> str:
        """The report for a terminal."""
        runs = number_of(self.runs, "run")
        lines = [f"{self.design or 'Design'}: {runs} with {self.car}, driver {self.policy}, seed {self.seed}"]
        if self.times:
            lines.append(
                f"time      mean {average(self.times):.1f} s, spread {spread(self.times):.1f} s, "
                f"best {min(self.times)} s, half within {quantile(self.times, 0.5):.0f} s, "
                f"nine of ten within {quantile(self.times, 0.9):.0f} s, worst {max(self.times)} s"
            )
        lines += [
            f"finished  {self.finished} of {self.runs}",
            f"turns     {self.turns_mean:.1f} a run, {100 * self.flat_out_share:.0f} % of them flat out",
            f"tokens    {self.tokens_won:.1f} won and {self.tokens_spent:.1f} spent a run",
            f"control   lost {self.losses_mean:.2f} times a run",
        ]
        lines += tile_lines(self.losses_by_tile)
        if self.blocked_mean:
            lines.append(f"blocked   {self.blocked_mean:.2f} turns a run")
            lines += tile_lines(self.blocked_by_tile)
        drawn = ", ".join(f"{kind} {mean:.2f}" for kind, mean in self.damage.items())
        lines.append(f"damage    {drawn or 'none'}")
        return "\n".join(lines)


def tile_lines(tiles: Mapping[Hex, TileShare]) -> list[str]:
    return [
        f"          {tile.tile} at {tile.hex.q},{tile.hex.r}: {tile.mean:.2f} a run, "
        f"in {100 * tile.share:.0f} % of runs"
        for tile in tiles.values()
    ]


def tiles_data(tiles: Mapping[Hex, TileShare]) -> list[dict[str, Any]]:
    return [
        {"q": tile.hex.q, "r": tile.hex.r, "tile": tile.tile, "mean": rounded(tile.mean), "share": rounded(tile.share)}
        for tile in tiles.values()
    ]


def summarise(runs: Sequence[Run]) -> Report:
    """The report of at least one run."""
    first, count = runs[0], len(runs)
    turns = [turn for run in runs for turn in run.turns]
    drawn = Counter(kind for turn in turns for kind in turn.damage)
    gears = Counter(turn.gear_after for turn in turns)
    visits = Counter(place for run in runs for place in _visited(run))
    lost_spaces = Counter(turn.end.text() for turn in turns if turn.lost_control)
    return Report(
        design=first.design, hash=first.hash, seed=first.seed, runs=count, car=first.car, policy=first.policy,
        rules=first.rules,
        times=tuple(run.time for run in runs if run.time is not None),
        turns_mean=average([len(run.turns) for run in runs]),
        turns_sd=spread([len(run.turns) for run in runs]),
        losses_mean=sum(turn.lost_control for turn in turns) / count,
        losses_by_tile=by_tile([run.turns for run in runs], [lost(run.turns) for run in runs]),
        losses_by_space={name: lost_spaces[name] / count for name in sorted(lost_spaces)},
        damage={kind: drawn[kind] / count for kind in sorted(drawn)},
        flat_out_share=sum(turn.mode == "flat-out" for turn in turns) / max(1, len(turns)),
        blocked_mean=len(blocked(turns)) / count,
        blocked_by_tile=by_tile([run.turns for run in runs], [blocked(run.turns) for run in runs]),
        tokens_won=sum(turn.tokens_won for turn in turns) / count,
        tokens_spent=sum(turn.tokens_spent for turn in turns) / count,
        gears={gear: gears[gear] / len(turns) for gear in sorted(gears)},
        visits={place: visits[place] / count for place in sorted(visits)},
        sample=first,
    )


def _visited(run: Run) -> list[Place]:
    """The spaces a run stood on or drove over, each once for each time it was driven over."""
    places = [run.turns[0].start] if run.turns else []
    for turn in run.turns:
        at = [die.at for die in turn.dice] or [turn.end]
        places += [place for number, place in enumerate(at) if not number or place != at[number - 1]]
    return places


def by_tile(runs: Sequence[Sequence[TurnLog]], places: Sequence[Sequence[Place]]) -> dict[Hex, TileShare]:
    """What happened where, tiles in the order in which the runs drive them. ``runs`` are the turns of each run,
    ``places`` where it happened in each."""
    order: dict[Hex, float] = {}
    for turns in runs:
        for number, turn in enumerate(turns):
            order.setdefault(Hex(turn.end.q, turn.end.r), number / len(turns))
    counts = Counter(Hex(place.q, place.r) for found in places for place in found)
    touched = Counter(place for found in places for place in {Hex(at.q, at.r) for at in found})
    names = {Hex(place.q, place.r): place.tile for found in places for place in reversed(found)}
    total = len(runs)
    return {
        place: TileShare(place, names[place], counts[place] / total, touched[place] / total)
        for place in sorted(counts, key=lambda place: (order.get(place, 0.0), place))
    }


def lost(turns: Sequence[TurnLog]) -> list[Place]:
    """Where control was lost in these turns."""
    return [turn.end for turn in turns if turn.lost_control]


def blocked(turns: Sequence[TurnLog]) -> list[Place]:
    """Where cars stood that were blocked, or moved one space by mercy, in these turns."""
    return [turn.start for turn in turns if turn.mode in ("blocked", "mercy")]
