"""What a batch of runs came to (schemas/simulation-report.schema.json), as data and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from designer.play.cars import DamageToken
from designer.play.table_space import TableSpace
from designer.simulator.common import figures
from designer.simulator.common.figures import average, percents, rounded
from designer.simulator.rally.log import Run
from designer.simulator.rally.whereabouts import INDENT, Whereabouts, blocked, drawn, lost, whereabouts
from designer.words import number_of


@dataclass(frozen=True)
class Report:
    """The outcome of a batch. ``times`` are the seconds of the runs that finished, in the order of their numbers; on a
    circuit, where no time counts, the turns that they took (``circuit``).

    Means are for each run. ``losses``: where control was lost; ``damage``: tokens drawn by kind, ``drawn``: where;
    ``blocked``: where no die could be placed; ``gears``: share of turns that ended in each; ``visits``: how often each
    space was driven over. ``sample`` is the first run.
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
    losses: Whereabouts
    damage: Mapping[DamageToken, float]
    drawn: Whereabouts
    flat_out_share: float
    blocked: Whereabouts
    tokens_won: float
    tokens_spent: float
    gears: Mapping[int, float]
    visits: Mapping[TableSpace, float]
    sample: Run = field(repr=False)
    circuit: bool = False

    @property
    def unit(self) -> str:
        """What ``times`` are counted in, as figures name it: "s" or "turns"."""
        return "turns" if self.circuit else "s"

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
        """Mean of the times, or None when no run finished."""
        return average(self.times) if self.times else None

    @property
    def sd(self) -> float | None:
        """Standard deviation of the times (0 for a single one)."""
        return figures.spread(self.times) if self.times else None

    def quantile(self, share: float) -> float | None:
        """The time that this share of the finished runs does not exceed, interpolated."""
        return figures.quantile(self.times, share) if self.times else None

    def histogram(self, bins: int = figures.BINS) -> list[tuple[float, float, int]]:
        """The finished runs in bins of equal width: (first second, first second after it, runs)."""
        return figures.histogram(self.times, bins)

    def to_data(self, *, log: bool = False) -> dict[str, Any]:
        """The report as JSON (simulation-report schema); with ``log`` the turns of its sample."""
        times = figures.times_data(self.times)
        data: dict[str, Any] = {
            "format": "crest-simulation",
            "version": 1,
            "design": self.design,
            "hash": self.hash,
            "seed": self.seed,
            "runs": self.runs,
            "car": self.car,
            "policy": self.policy,
            "rules": dict(self.rules),
            "finished": self.finished,
            "times_in": "turns" if self.circuit else "seconds",
            "times": None if times is None else {**times, "all": list(self.times)},
            "turns": {"mean": rounded(self.turns_mean), "sd": rounded(self.turns_sd)},
            "losses_of_control": self.losses.to_data(),
            "damage": {kind: rounded(mean) for kind, mean in self.damage.items()},
            "damage_places": self.drawn.to_data(),
            "flat_out_share": rounded(self.flat_out_share),
            "blocked": self.blocked.to_data(),
            "tokens_won": rounded(self.tokens_won),
            "tokens_spent": rounded(self.tokens_spent),
            "gears": {str(gear): rounded(share) for gear, share in self.gears.items()},
            "visits": {place.text(): rounded(mean) for place, mean in self.visits.items()},
        }
        if log:
            data["log"] = [turn.to_data() for turn in self.sample.turns]
        return data

    def text(self) -> str:
        """The report for a terminal."""
        runs = number_of(self.runs, "run")
        lines = [
            f"{self.design or 'Design'}: {runs} with {self.car}, driver {self.policy}, seed {self.seed}",
            f"{'home in ' if self.circuit else 'time    '}  {figures.times_text(self.times, self.unit)}",
            *(INDENT + line for line in figures.bars(self.times, self.unit)),
            f"finished  {self.finished} of {self.runs}",
            f"turns     {self.turns_mean:.1f} a run, {100 * self.flat_out_share:.0f} % of them flat out",
            f"gears     turns that end in gear {percents(self.gears)}",
            f"{'focus   ' if self.circuit else 'tokens  '}  {self.tokens_won:.1f} "
            f"{'tokens ' if self.circuit else ''}won and {self.tokens_spent:.1f} spent a run",
            f"control   lost {self.losses.mean:.2f} times a run",
            *self.losses.lines(),
            f"damage    {damage_text(self.damage)}",
            *self.drawn.lines(),
            f"blocked   {turns_text(self.blocked)}",
            *self.blocked.lines(),
        ]
        return "\n".join(lines)


def damage_text(damage: Mapping[DamageToken, float], what: str = "run") -> str:
    """Damage tokens in words; ``what``: run or race.

    >>> damage_text({"brake": 0.1, "gear": 1.25}), damage_text({})
    ('1.35 tokens a run: gear 1.25, brake 0.10', 'none')
    """
    return f"{sum(damage.values()):.2f} tokens a {what}: {figures.means(damage)}" if damage else "none"


def turns_text(blocked_at: Whereabouts, what: str = "run") -> str:
    """How many turns were lost, in words; ``what``: run or race."""
    return f"{blocked_at.mean:.2f} turns a {what}" if blocked_at.mean else "never"


def summarise(runs: Sequence[Run]) -> Report:
    """The report of at least one run."""
    first, count = runs[0], len(runs)
    each = [run.turns for run in runs]
    turns = [turn for run in runs for turn in run.turns]
    kinds = Counter(kind for turn in turns for kind in turn.damage)
    visits = Counter(place for run in runs for place in _visited(run))
    return Report(
        design=first.design,
        hash=first.hash,
        seed=first.seed,
        runs=count,
        car=first.car,
        policy=first.policy,
        rules=first.rules,
        times=tuple(measure for run in runs if (measure := run.measure) is not None),
        turns_mean=average([len(run.turns) for run in runs]),
        turns_sd=figures.spread([len(run.turns) for run in runs]),
        losses=whereabouts(each, [lost(run.turns) for run in runs]),
        damage={kind: kinds[kind] / count for kind in sorted(kinds)},
        drawn=whereabouts(each, [drawn(run.turns) for run in runs]),
        flat_out_share=sum(turn.mode == "flat-out" for turn in turns) / max(1, len(turns)),
        blocked=whereabouts(each, [blocked(run.turns) for run in runs]),
        tokens_won=sum(turn.tokens_won for turn in turns) / count,
        tokens_spent=sum(turn.tokens_spent for turn in turns) / count,
        gears=figures.shares(turn.gear_after for turn in turns),
        visits={place: visits[place] / count for place in sorted(visits)},
        sample=first,
        circuit=first.circuit,
    )


def _visited(run: Run) -> list[TableSpace]:
    """The spaces a run stood on or drove over, each once for each time it was driven over."""
    places = [run.turns[0].start] if run.turns else []
    for turn in run.turns:
        at = [die.at for die in turn.dice] or [turn.end]
        places += [place for number, place in enumerate(at) if not number or place != at[number - 1]]
    return places
