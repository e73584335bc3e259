"""Drive every official stage with every standard car and driver, and write the table of mean times.

    python -m tools.drive_stages [--seeds 20] [--ahead 3] [--out docs/simulated-times.md]

The simple drivers drive every car ``--seeds`` times on every stage, the looking-ahead driver R6 ``--ahead`` times.
Any exception ends the script: there must be none.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from designer import catalog
from designer.design.document import Design
from designer.design.stage import other_side
from designer.formats import native
from designer.resources import folder
from designer.simulator.common.figures import average, spread
from designer.simulator.rally import batches, policies

AHEAD = "looking-ahead"
SIMPLE = tuple(name for name in policies.POLICIES if name != AHEAD)
#: Stages of asphalt tiles whose other sides are snow of the same shape.
SNOW_TWINS = ("rally-7-ss1", "rally-7-ss2", "rally-7-ss3")


class Job(NamedTuple):
    """One stage, car and driver."""

    stage: str
    car: str
    policy: str
    runs: int


class Figure(NamedTuple):
    """What a job came to."""

    job: Job
    times: tuple[int, ...]
    finished: float
    losses: float
    turns: float


@cache
def designs() -> Mapping[str, Design]:
    """The official stages, and the snow sides of some of them."""
    found = {path.stem: native.load(path) for path in sorted((folder("exports") / "stages").glob("*.json"))}
    for name in SNOW_TWINS:
        stage = found[name].stage
        assert stage is not None
        tiles = tuple(replace(tile, tile=other_side(tile.tile)) for tile in stage)
        found[f"{name} on snow"] = replace(
            found[name], name=f"{found[name].name} on snow", stage=replace(stage, tiles=tiles)
        )
    return found


def drive(job: Job) -> Figure:
    """Run a job."""
    report = batches.run_batch(designs()[job.stage], car=job.car, policy=job.policy, runs=job.runs)
    return Figure(job, report.times, report.finished_share, report.losses.mean, report.turns_mean)


def jobs(cars: Sequence[str], seeds: int, ahead: int) -> list[Job]:
    """Everything that is to be driven."""
    listed = [Job(stage, car, policy, seeds) for stage in designs() for car in cars for policy in SIMPLE]
    r6 = [car for car in cars if car.startswith("r6-") and ahead]
    return listed + [Job(stage, car, AHEAD, ahead) for stage in designs() for car in r6]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    return [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows)]


def mean(figures: Iterable[Figure]) -> str:
    """The mean time of some jobs, in seconds, each job counting alike; a dash where none finished."""
    means = [average(figure.times) for figure in figures if figure.times]
    return f"{average(means):.0f}" if means else "-"


def best(figures: Sequence[Figure]) -> Figure:
    """The job with the lowest mean time."""
    return min((figure for figure in figures if figure.times), key=lambda figure: average(figure.times))


def pages(figures: Sequence[Figure], seeds: int, ahead: int) -> list[str]:
    """The document."""
    by_car: dict[str, list[Figure]] = defaultdict(list)
    by_policy: dict[str, list[Figure]] = defaultdict(list)
    by_stage: dict[str, list[Figure]] = defaultdict(list)
    twins = {name for name in designs() if name.endswith("on snow")}
    for figure in figures:
        if figure.job.stage in twins:
            continue
        if figure.job.policy == "sensible":
            by_car[figure.job.car].append(figure)
            by_stage[figure.job.stage].append(figure)
        if figure.job.car == "r6-gravel":
            by_policy[figure.job.policy].append(figure)
    unfinished = [figure for figure in figures if figure.finished < 1]
    return [
        "# Simulated times",
        "",
        "Written by `python -m tools.drive_stages`; every figure comes from seed 1.",
        "",
        f"{len(figures)} batches: {len(designs()) - len(twins)} official stages (and the snow sides of Rally 7), "
        f"{len(by_car)} standard boards, {len(SIMPLE)} simple drivers with {seeds} runs each, the "
        f"looking-ahead driver with the R6 boards and {ahead} runs each. No run raised an exception; "
        f"{len(unfinished)} batches have a run that did not finish.",
        "",
        "## Cars",
        "",
        "Mean of the mean times over all official stages in seconds, driver `sensible`.",
        "",
        *table(
            ["board", "mean", "control lost a run", "turns a run"],
            [
                [
                    car,
                    mean(found),
                    f"{average([figure.losses for figure in found]):.2f}",
                    f"{average([figure.turns for figure in found]):.1f}",
                ]
                for car, found in by_car.items()
            ],
        ),
        "",
        "## Drivers",
        "",
        "Mean over all official stages in seconds, R6 on gravel tyres.",
        "",
        *table(
            ["driver", "mean", "spread within a stage", "control lost a run"],
            [
                [
                    policy,
                    mean(found),
                    f"{average([spread(figure.times) for figure in found if figure.times]):.0f}",
                    f"{average([figure.losses for figure in found]):.2f}",
                ]
                for policy, found in by_policy.items()
            ],
        ),
        "",
        "## Stages",
        "",
        "Mean times in seconds of each category on its best tyres, driver `sensible`.",
        "",
        *table(
            ["stage", "R6", "R5", "R4"],
            [
                [
                    stage,
                    *(
                        f"{average(found.times):.0f} ({found.job.car.partition('-')[2]})"
                        for found in (
                            best([figure for figure in mine if figure.job.car.startswith(car)])
                            for car in ("r6", "r5", "r4")
                        )
                    ),
                ]
                for stage, mine in by_stage.items()
            ],
        ),
        "",
        "## Snow against asphalt and gravel",
        "",
        "Rally 7 lies on asphalt sides; turned over, the same roads lie on snow. Seconds, driver `sensible`.",
        "",
        *table(
            ["stage", "board", "asphalt side", "snow side"],
            [
                [name, car, mean(_of(figures, name, car)), mean(_of(figures, f"{name} on snow", car))]
                for name in SNOW_TWINS
                for car in ("r6-gravel", "r6-asphalt", "r6-snow")
            ],
        ),
        "",
    ]


def _of(figures: Sequence[Figure], stage: str, car: str) -> list[Figure]:
    return [figure for figure in figures if figure.job[:3] == (stage, car, "sensible")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, help="runs of each simple driver")
    parser.add_argument("--ahead", type=int, default=3, help="runs of the looking-ahead driver")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, default=Path("docs/simulated-times.md"), help="where the table goes")
    parser.add_argument("--boards", nargs="*", default=[""], help='beginnings of boards, as "r6 gt"; all by default')
    args = parser.parse_args()
    cars = [board for board in catalog.standard_boards() if board.startswith(tuple(args.boards))]
    # One chunk is one car on one stage: its drivers share what is known about the track.
    with multiprocessing.get_context("spawn").Pool(args.workers, maxtasksperchild=10) as pool:
        figures = pool.map(drive, jobs(cars, args.seeds, args.ahead), chunksize=len(SIMPLE))
    notes = args.out.read_text(encoding="utf-8") if args.out.exists() else ""
    _, mark, kept = notes.partition("## Notes\n")
    args.out.write_text("\n".join([*pages(figures, args.seeds, args.ahead), ""]) + mark + kept, encoding="utf-8")


if __name__ == "__main__":
    main()
