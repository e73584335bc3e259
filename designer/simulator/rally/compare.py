"""Two to six builds side by side on a stage: what each can do there, and how it fares in simulated runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

from designer.design.dashboard import Dashboard, track_types
from designer.design.document import Design
from designer.play import capabilities
from designer.play.capabilities import Sheet
from designer.play.cars import WEATHERS, UnknownCar, car_from_board, car_from_dashboard
from designer.play.dice import BOOST, BRAKE, COAST, LEADER
from designer.simulator.common.batching import rules_of
from designer.simulator.rally import batches
from designer.simulator.rally.batches import SimulationError
from designer.simulator.rally.report import Report
from designer.words import listed, number_of

LEAST, MOST = 2, 6
#: Called with (builds done, builds in all, runs done of this build, runs of each build).
Progress = Callable[[int, int, int, int], None]
Cancelled = Callable[[], bool]
#: A build to compare: a board, or a standard car of the catalog by its id.
Build = Dashboard | str


@dataclass(frozen=True)
class Entry:
    """One build of a comparison: its name, what it can do, its report, or why it cannot drive the stage.

    ``board`` is None for a standard car.
    """

    name: str
    sheet: Sheet
    report: Report | None
    problem: str = ""
    board: Dashboard | None = None


@dataclass(frozen=True)
class Comparison:
    """Builds side by side on a stage."""

    stage: str
    terrains: tuple[str, ...]
    runs: int
    seed: int
    policy: str
    entries: tuple[Entry, ...]

    def rows(self) -> list[list[str]]:
        """The comparison as rows of text: a head row with the builds, then one row for each fact."""
        result = [["", *(entry.name for entry in self.entries)]]
        for number, name in enumerate(_facts(self.entries[0])):
            result.append([name, *(list(_facts(entry).values())[number] for entry in self.entries)])
        for name in dict.fromkeys(ability.name for entry in self.entries for ability in entry.sheet.abilities):
            cells = [_dice(entry.sheet, name) for entry in self.entries]
            result += [[f"{name}: {fact}", *(cell[fact] for cell in cells)] for fact in ("gears", "dice", "limit")]
        return result

    @property
    def head(self) -> str:
        """What was compared, in a line."""
        return (
            f"{self.stage or 'Stage'}: {', '.join(self.terrains)}; {number_of(self.runs, 'run')} each, "
            f"driver {self.policy}, seed {self.seed}"
        )

    @property
    def notes(self) -> list[str]:
        """Why a build cannot drive the stage, a line each."""
        return [f"{entry.name}: {entry.problem}" for entry in self.entries if entry.problem]

    def to_data(self) -> dict[str, Any]:
        """The comparison as plain JSON data."""
        return {
            "format": "crest-comparison",
            "version": 1,
            "stage": self.stage,
            "terrains": list(self.terrains),
            "runs": self.runs,
            "seed": self.seed,
            "policy": self.policy,
            "builds": [
                {
                    "name": entry.name,
                    "problem": entry.problem,
                    "table": capabilities.table(entry.sheet),
                    "report": None if entry.report is None else entry.report.to_data(),
                }
                for entry in self.entries
            ],
        }


def compare(
    design: Design,
    builds: Sequence[Build],
    *,
    runs: int = 100,
    seed: int = 1,
    policy: str = "sensible",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    executor: Executor | None = None,
    workers: int = 2,
) -> Comparison:
    """Drive each build on the stage of ``design``, all with the same seed.

    A board that cannot drive the stage, also once the weather has turned, is listed with the reason. Raises
    SimulationError when there are fewer than two or more than six builds or the stage cannot be driven, and
    SimulationCancelled when cancelled.
    """
    if not LEAST <= len(builds) <= MOST:
        raise SimulationError(f"Two to six builds are compared, not {len(builds)}.")
    rules = rules_of(design)
    terrains = batches.ground_of(design).track.course.terrains()
    entries = []
    for number, (build, name) in enumerate(zip(builds, unique_names(builds), strict=True)):
        board = replace(build, name=name) if isinstance(build, Dashboard) else None
        problem = "" if board is None else misfit(board, terrains)
        try:
            car = car_from_dashboard(board, rules) if board is not None else car_from_board(str(build), rules)
        except UnknownCar as error:
            raise SimulationError(str(error)) from error
        if board is not None and not problem:
            problem = batches.refusal(replace(design, dashboards=(board,)), car) or ""
        report = (
            None
            if problem
            else batches.run_batch(
                replace(design, dashboards=() if board is None else (board,)),
                car=name if board is not None else str(build),
                policy=policy,
                runs=runs,
                seed=seed,
                progress=None if progress is None else _told(progress, number, len(builds)),
                cancelled=cancelled,
                executor=executor,
                workers=workers,
            )
        )
        entries.append(Entry(name, capabilities.sheet(car, rules, track_types=terrains), report, problem, board))
    return Comparison(design.name, terrains, runs, seed, policy, tuple(entries))


def _told(progress: Progress, number: int, builds: int) -> batches.Progress:
    return lambda done, runs: progress(number, builds, done, runs)


def misfit(board: Dashboard, terrains: Sequence[str]) -> str:
    """Why a board cannot drive a stage of these track types, as a sentence; empty when it can.

    >>> from designer.design.dashboard import new
    >>> misfit(new(("snow",)), ["gravel", "snow"])
    'It has no token for gravel, which the stage has: the car could place no die there.'
    """
    own = track_types(board)
    lacking = [name for name in terrains if name not in own]
    if not own:
        return "It has no track type token: the car could place no die anywhere."
    if not lacking or any(name in WEATHERS for name in own):
        return ""
    return f"It has no token for {listed(lacking)}, which the stage has: the car could place no die there."


def unique_names(builds: Sequence[Build]) -> list[str]:
    """A name for each build, no two alike; it is how the simulator finds a board."""
    taken: list[str] = []
    for build in builds:
        name = (build.name or "Board") if isinstance(build, Dashboard) else car_title(build)
        count = 2
        while name in taken:
            name = f"{name.rsplit(' #', 1)[0]} #{count}"
            count += 1
        taken.append(name)
    return taken


def car_title(board: str) -> str:
    """The name of a standard car, or its id where it is not known."""
    try:
        return car_from_board(board).name
    except UnknownCar:
        return board


def _facts(entry: Entry) -> dict[str, str]:
    report = entry.report
    if report is None or report.mean is None:
        no = "cannot drive" if report is None else "never finished"
        return dict.fromkeys(
            (
                "Mean time",
                "Spread",
                "Best",
                "Nine of ten within",
                "Finished",
                "Losses of control",
                "Blocked turns",
                "Turns",
            ),
            no,
        )
    return {
        "Mean time": f"{report.mean:.1f} {report.unit}",
        "Spread": f"{report.sd or 0:.1f} {report.unit}",
        "Best": f"{min(report.times)} {report.unit}",
        "Nine of ten within": f"{report.quantile(0.9) or 0:.0f} {report.unit}",
        "Finished": f"{report.finished} of {report.runs}",
        "Losses of control": f"{report.losses.mean:.2f} a run",
        "Blocked turns": f"{report.blocked.mean:.2f} a run",
        "Turns": f"{report.turns_mean:.1f} a run",
    }


def _dice(sheet: Sheet, name: str) -> dict[str, str]:
    """Gears, other dice ("2 coast 1 brake") and limit on a track type."""
    # A car that has no coast dice to lose drives as a leader as at any other time.
    names = (name, name.removesuffix(", leading"))
    ability = next((ability for wanted in names for ability in sheet.abilities if ability.name == wanted), None)
    if ability is None or ability.column is None:
        return dict.fromkeys(("gears", "dice", "limit"), "-")
    dice = ability.column.dice
    words = ((COAST, "coast"), (LEADER, "leader"), (BRAKE, "brake"), (BOOST, "boost"))
    return {
        "gears": capabilities.gear_words(ability.column),
        "dice": " ".join(f"{dice[index]} {word}" for index, word in words if dice[index]) or "none",
        "limit": str(ability.column.limit),
    }
