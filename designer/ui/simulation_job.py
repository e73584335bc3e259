"""A batch of simulated runs beside the window: a thread that waits for worker processes, with progress and cancel.

The thread touches nothing of Qt: it leaves its news in a queue, which the window reads when it has time.
"""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from designer.design.document import Design
from designer.simulator.batches import SimulationCancelled, SimulationError, run_batch
from designer.simulator.report import Report

#: Smaller batches are over before worker processes have started.
PROCESSES_FROM = 200
WORKERS = 2
#: Runs that a worker does at a stretch: a cancelled batch ends after those under way.
CHUNK = 40


@dataclass(frozen=True)
class News:
    """What became of a batch: runs done so far, and at its end a report, a reason why it failed, or neither."""

    done: int = 0
    over: bool = False
    report: Report | None = None
    failure: str = ""


class SimulationJob:
    """One batch."""

    def __init__(self, design: Design, car: str, policy: str, runs: int, seed: int) -> None:
        self._task = (design, car, policy, runs, seed)
        self._cancelled = threading.Event()
        self._news: SimpleQueue[News] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="simulation", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def cancel(self) -> None:
        """Ask the batch to end; the last news follows."""
        self._cancelled.set()

    def wait(self, seconds: float = 10.0) -> None:
        """Wait for the end of the thread (when the window closes)."""
        self._thread.join(seconds)

    def news(self) -> News | None:
        """The latest news since the last call, or None; the end of the batch is never skipped."""
        latest = None
        while True:
            try:
                latest = self._news.get_nowait()
            except Empty:
                return latest

    def _work(self) -> None:
        try:
            last = News(over=True, report=self._run())
        except SimulationCancelled:
            last = News(over=True)
        except SimulationError as error:
            last = News(over=True, failure=str(error))
        except Exception as error:
            # A worker may die (memory, a killed process): the window must say so and live on.
            last = News(over=True, failure=f"The simulation ended unexpectedly: {error or type(error).__name__}")
        self._news.put(last)

    def _run(self) -> Report:
        design, car, policy, runs, seed = self._task

        def progress(done: int, total: int) -> None:
            self._news.put(News(done))

        def batch(executor: ProcessPoolExecutor | None) -> Report:
            # The batch is cut into four parts for each of the workers that it is told of.
            return run_batch(design, car=car, policy=policy, runs=runs, seed=seed, progress=progress,
                             cancelled=self._cancelled.is_set, executor=executor, workers=max(1, runs // (4 * CHUNK)))

        if runs < PROCESSES_FROM:
            return batch(None)
        # Fresh processes: a fork of a process that runs Qt is not safe.
        with ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("spawn")) as pool:
            return batch(pool)
