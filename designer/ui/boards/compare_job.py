"""A comparison of builds beside the window: a process of its own that sends its news through a pipe.

Like ``simulation_job``, and for the same reason no thread of the window's process.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

from designer.design.document import Design
from designer.simulator.batches import SimulationError
from designer.simulator.rally.compare import Build, Comparison, compare

#: Seconds between two pieces of news.
PAUSE = 0.05


@dataclass(frozen=True)
class CompareNews:
    """How far a comparison is (runs done of all runs), and at its end the result or a reason why there is none."""

    done: int = 0
    of: int = 1
    over: bool = False
    result: Comparison | None = None
    failure: str = ""


def _work(pipe: Connection, design: Design, builds: Sequence[Build], runs: int, seed: int) -> None:
    """The comparison, as its process makes it."""
    told = 0.0

    def progress(build: int, of: int, done: int, each: int) -> None:
        nonlocal told
        if time.monotonic() - told >= PAUSE:
            told = time.monotonic()
            pipe.send(CompareNews(build * each + done, of * each))

    try:
        total = runs * len(builds)
        result = compare(design, builds, runs=runs, seed=seed, progress=progress)
        last = CompareNews(total, total, over=True, result=result)
    except SimulationError as error:
        last = CompareNews(over=True, failure=str(error))
    except Exception as error:
        # The window must say so and live on, whatever went wrong here.
        last = CompareNews(over=True, failure=f"The comparison ended unexpectedly: {error or type(error).__name__}")
    pipe.send(last)
    pipe.close()


class CompareJob:
    """One comparison under way."""

    def __init__(self, design: Design, builds: Sequence[Build], runs: int, seed: int) -> None:
        # A fresh process: a fork of one that runs Qt is not safe.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(theirs, design, tuple(builds), runs, seed), daemon=True,
                                        name="comparison")
        self._process.start()
        theirs.close()

    def news(self) -> CompareNews | None:
        """The latest news since the last call, or None; the end is never skipped."""
        latest: CompareNews | None = None
        try:
            while (latest is None or not latest.over) and self._pipe.poll():
                latest = self._pipe.recv()
        except (EOFError, OSError):
            # The process is gone without a last word: it was killed, or the machine ran out of memory.
            return CompareNews(over=True, failure="The comparison ended unexpectedly: its process is gone.")
        return latest

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.terminate()
        self._process.join(5)
        self._pipe.close()
