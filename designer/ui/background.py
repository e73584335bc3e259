"""Long work beside the window: in a process of its own, with progress, cancel and the result as signals.

No thread runs in the window's process. Python's garbage collection may start in any thread, and when it takes
objects of Qt apart outside the window's thread, the program ends.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from designer.simulator.rally.batches import SimulationError

#: Work that takes its own arguments and then a function to call with (done, total); lives at the top of a module.
Work = Callable[..., Any]
#: Seconds between two reports of progress.
PAUSE = 0.04


class _News(NamedTuple):
    kind: str  # "progress", "ended" or "failed"
    what: Any


def _serve(pipe: Connection, work: Work, arguments: tuple[Any, ...]) -> None:
    """What the process does: the work, and news of it."""
    last = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal last
        if monotonic() - last >= PAUSE:
            last = monotonic()
            pipe.send(_News("progress", (done, total)))

    try:
        news = _News("ended", work(*arguments, progress))
    except SimulationError as error:
        news = _News("failed", str(error))
    except Exception as error:
        # Whatever went wrong there, the window must say so and live on.
        news = _News("failed", f"The work ended unexpectedly: {error or type(error).__name__}")
    pipe.send(news)
    pipe.close()


class BackgroundJob(QObject):
    """One piece of work. ``ended`` carries its result, or None when it was cancelled; ``failed`` why there is none."""

    progress = Signal(int, int)
    ended = Signal(object)
    failed = Signal(str)

    def __init__(self, work: Work, arguments: tuple[Any, ...], parent: QObject) -> None:
        super().__init__(parent)
        # A fresh process: a fork of one that runs Qt is not safe.
        context = multiprocessing.get_context("spawn")
        self._pipe, self._theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_serve, args=(self._theirs, work, arguments), daemon=True)
        self._look = QTimer(self)
        self._look.setInterval(30)
        self._look.timeout.connect(self._read)

    def start(self) -> None:
        """Begin."""
        self._process.start()
        self._theirs.close()
        self._look.start()

    def cancel(self) -> None:
        """End the work at once; ``ended`` follows with None."""
        if self._look.isActive():
            self.stop()
            self.ended.emit(None)

    def stop(self) -> None:
        """End the work without a word, when the window goes."""
        self._look.stop()
        if self._process.pid is not None:
            self._process.terminate()
            self._process.join(5)
        self._pipe.close()

    def _read(self) -> None:
        try:
            while self._look.isActive() and self._pipe.poll():
                news: _News = self._pipe.recv()
                if news.kind == "progress":
                    self.progress.emit(*news.what)
                else:
                    self.stop()
                    (self.ended if news.kind == "ended" else self.failed).emit(news.what)
        except (EOFError, OSError):
            # The process went without a last word: it was killed, or the machine ran out of memory.
            self.stop()
            self.failed.emit("The work ended unexpectedly: its process is gone.")
