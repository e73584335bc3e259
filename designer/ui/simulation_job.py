"""A batch of simulated runs beside the window: a thread that waits for worker processes, with progress and cancel."""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor

from PySide6.QtCore import QObject, Signal

from designer.design.document import Design
from designer.simulator.batches import SimulationCancelled, SimulationError, run_batch
from designer.simulator.report import Report

#: Smaller batches are over before worker processes have started.
PROCESSES_FROM = 200
WORKERS = 2


class SimulationJob(QObject):
    """One batch. ``ended`` carries the report, or None when it was cancelled; ``failed`` why it cannot be run."""

    progress = Signal(int, int)
    ended = Signal(object)
    failed = Signal(str)

    def __init__(self, design: Design, car: str, policy: str, runs: int, seed: int, parent: QObject) -> None:
        super().__init__(parent)
        self._task = (design, car, policy, runs, seed)
        self._cancelled = threading.Event()
        self._thread = threading.Thread(target=self._work, name="simulation", daemon=True)

    def start(self) -> None:
        """Begin. Signals arrive in the window's thread."""
        self._thread.start()

    def cancel(self) -> None:
        """Ask the batch to end; ``ended`` follows."""
        self._cancelled.set()

    def wait(self, seconds: float = 10.0) -> None:
        """Wait for the end of the thread (when the window closes)."""
        self._thread.join(seconds)

    def _work(self) -> None:
        design, car, policy, runs, seed = self._task

        def batch(executor: ProcessPoolExecutor | None) -> Report:
            return run_batch(design, car=car, policy=policy, runs=runs, seed=seed, progress=self.progress.emit,
                             cancelled=self._cancelled.is_set, executor=executor, workers=WORKERS)

        try:
            if runs < PROCESSES_FROM:
                report = batch(None)
            else:
                # Fresh processes: a fork of a process that runs Qt is not safe.
                context = multiprocessing.get_context("spawn")
                with ProcessPoolExecutor(WORKERS, mp_context=context) as pool:
                    try:
                        report = batch(pool)
                    except SimulationCancelled:
                        pool.shutdown(wait=False, cancel_futures=True)
                        raise
        except SimulationCancelled:
            self.ended.emit(None)
        except SimulationError as error:
            self.failed.emit(str(error))
        except Exception as error:
            # A worker may die (memory, a killed process): the window must say so and live on.
            self.failed.emit(f"The simulation ended unexpectedly: {error or type(error).__name__}")
        else:
            self.ended.emit(report)
