"""Many runs of one car as numbers: an array for each measure, with the runs that never finished among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from designer.simulator.rally.log import Run
from designer.simulator.rally.report import Report, summarise
from designer.simulator.rally.whereabouts import blocked, lost

if TYPE_CHECKING:
    import pandas

Numbers = NDArray[np.int64]
Kind = TypeVar("Kind", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Results:
    """What the runs of a batch came to. Every array has one entry for each run, in the order of their numbers.

    ``seconds``: stage time, NaN for a run that never finished. ``finished``: whether it did. ``turns``: turns driven,
    ``flat_out``: those of them rolled flat out, ``blocked``: those in which no die could be placed. ``losses``: how
    often control was lost. ``damage``: damage tokens drawn. ``tokens_won`` and ``tokens_spent``: second tokens.
    ``report``: means, quantiles and places, as ``crest simulate`` tells them. The arrays cannot be written to.

    >>> import designer
    >>> result = designer.new().start().append("208a").append("203a").simulate(runs=3, seed=1)
    >>> len(result), result.seconds.shape, result.report.runs
    (3, (3,), 3)
    """

    report: Report
    seconds: NDArray[np.float64]
    finished: NDArray[np.bool_]
    turns: Numbers
    flat_out: Numbers
    blocked: Numbers
    losses: Numbers
    damage: Numbers
    tokens_won: Numbers
    tokens_spent: Numbers

    def __len__(self) -> int:
        return len(self.seconds)

    def __repr__(self) -> str:
        return f"<Results of {len(self)} runs, {int(self.finished.sum())} finished>"

    def table(self) -> list[dict[str, int | float | bool | None]]:
        """A row for each run, as plain values: ``run`` (its number from 0, as in its log; ``crest simulate --number``
        counts from 1) and every array by its name. ``seconds`` of a run that never finished are None.
        """
        arrays = {each.name: getattr(self, each.name).tolist() for each in fields(self) if each.name != "report"}
        arrays["seconds"] = [
            time if done else None for time, done in zip(arrays["seconds"], self.finished, strict=True)
        ]
        return [
            {"run": number, **dict(zip(arrays, values, strict=True))}
            for number, values in enumerate(zip(*arrays.values(), strict=True))
        ]

    def to_frame(self) -> pandas.DataFrame:
        """The table as a pandas DataFrame with the runs' numbers as index, NaN for a time there is none of.

        Raises ImportError with a hint where pandas is not installed; Crest does not need it otherwise.
        """
        try:
            import pandas
        except ImportError as error:
            raise ImportError(
                "to_frame() needs pandas, which is not installed: pip install pandas. "
                "table() gives the same rows without it."
            ) from error
        arrays: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "report"}
        return pandas.DataFrame(arrays, index=pandas.RangeIndex(len(self), name="run"))


def of_runs(runs: Sequence[Run]) -> Results:
    """The results of at least one run."""
    return Results(
        report=summarise(runs),
        seconds=_fixed(np.array([np.nan if run.time is None else run.time for run in runs], dtype=np.float64)),
        finished=_fixed(np.array([run.finished for run in runs], dtype=np.bool_)),
        turns=_counted(runs, lambda run: len(run.turns)),
        flat_out=_counted(runs, lambda run: sum(turn.mode == "flat-out" for turn in run.turns)),
        blocked=_counted(runs, lambda run: len(blocked(run.turns))),
        losses=_counted(runs, lambda run: len(lost(run.turns))),
        damage=_counted(runs, lambda run: sum(len(turn.damage) for turn in run.turns)),
        tokens_won=_counted(runs, lambda run: sum(turn.tokens_won for turn in run.turns)),
        tokens_spent=_counted(runs, lambda run: sum(turn.tokens_spent for turn in run.turns)),
    )


def _counted(runs: Sequence[Run], count: Callable[[Run], int]) -> Numbers:
    return _fixed(np.array([count(run) for run in runs], dtype=np.int64))


def _fixed(array: NDArray[Kind]) -> NDArray[Kind]:
    array.setflags(write=False)
    return array
