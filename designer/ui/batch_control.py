"""Run, cancel and progress of one batch at a time: what every panel that lets the simulator work has in common."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from designer.ui.background import BackgroundJob, Work

CANCELLED = "Cancelled. Nothing was changed."


class BatchControl(QObject):
    """Two buttons and a bar, and the work behind them. The panel lays them out and says what runs.

    ``ended`` carries the result, ``failed`` why there is none (also when it was cancelled); ``changed`` comes when
    work begins or is over, before either of them.
    """

    ended = Signal(object)
    failed = Signal(str)
    changed = Signal()

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._job: BackgroundJob | None = None
        self._allowed = True
        self.run_button = QPushButton(words)
        self.run_button.setObjectName("run")
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setObjectName("cancel")
        self.cancel_button.setEnabled(False)
        self.cancel_button.clicked.connect(self.cancel)
        self.progress = QProgressBar()
        self.progress.setFormat("%v of %m")
        self.progress.setRange(0, 1)
        self.progress.setValue(0)

    @property
    def running(self) -> bool:
        """Whether work is under way."""
        return self._job is not None

    def allow(self, allowed: bool) -> None:
        """Whether there is something to run."""
        self._allowed = allowed
        self.run_button.setEnabled(allowed and not self.running)

    def wait_for(self, total: int) -> None:
        """Let the bar count to a number that is asked for, while nothing runs."""
        if not self.running:
            self.show_count(0, total)

    def show_count(self, done: int, total: int) -> None:
        """Show how much is done."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    def start(self, work: Work, arguments: tuple[Any, ...], total: int) -> bool:
        """Begin, unless something runs already. ``total``: what the bar counts to."""
        if self.running:
            return False
        job = self._job = BackgroundJob(work, arguments, self)
        job.progress.connect(lambda done, _: self.progress.setValue(done))
        job.ended.connect(self._ended)
        job.failed.connect(self._failed)
        self.show_count(0, total)
        self.run_button.setEnabled(False)
        self.cancel_button.setEnabled(True)
        self.changed.emit()
        job.start()
        return True

    def cancel(self) -> None:
        """End the work under way; ``failed`` says so."""
        if self._job is not None:
            self._job.cancel()

    def stop(self) -> None:
        """End the work without a word, before the window goes."""
        if self._job is not None:
            self._job.stop()
            self._job = None

    def _ended(self, result: object) -> None:
        if result is None:
            self._failed(CANCELLED)
            return
        self._over()
        self.progress.setValue(self.progress.maximum())
        self.ended.emit(result)

    def _failed(self, reason: str) -> None:
        self._over()
        self.progress.setValue(0)
        self.failed.emit(reason)

    def _over(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.deleteLater()
        self.cancel_button.setEnabled(False)
        self.run_button.setEnabled(self._allowed)
        self.changed.emit()
