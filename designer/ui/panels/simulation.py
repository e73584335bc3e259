"""Test-running the design: car, runs and seed, progress and cancel, times, losses by tile and the log of a run."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from designer import catalog
from designer.design.document import Design
from designer.design.hexes import Hex
from designer.simulator.batches import Progress, SimulationError, run_batch, run_once
from designer.simulator.rally import policies
from designer.simulator.rally.log import Run
from designer.simulator.report import Report
from designer.ui.background import BackgroundJob
from designer.ui.panels.histogram import Histogram
from designer.ui.session import Session

HEX_ROLE = Qt.ItemDataRole.UserRole


def _batch(design: Design, car: str, policy: str, runs: int, seed: int, progress: Progress) -> Report:
    """A batch, as its process makes it."""
    return run_batch(design, car=car, policy=policy, runs=runs, seed=seed, progress=progress)


class SimulationPanel(QWidget):
    """Runs batches of the session's design. ``visited`` carries a hex to show."""

    visited = Signal(object)
    finished = Signal()
    #: Another report, or another run of it, is shown.
    run_shown = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.report: Report | None = None
        self.run_log: Run | None = None
        self._design = session.design
        self._job: BackgroundJob | None = None
        self.car = QComboBox()
        self.car.setObjectName("car")
        self.car.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.car.setMinimumContentsLength(16)
        self.policy = QComboBox()
        self.policy.addItems(policies.names())
        self.runs = QSpinBox()
        self.runs.setRange(1, 100_000)
        self.runs.setValue(100)
        self.seed = QSpinBox()
        self.seed.setRange(0, 2_000_000_000)
        self.seed.setValue(1)
        self.seed.setToolTip("The same seed gives the same runs on every machine")
        self.run_button = QPushButton("Run")
        self.run_button.setObjectName("run")
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setObjectName("cancel")
        self.cancel_button.setEnabled(False)
        self.progress = QProgressBar()
        self.progress.setTextVisible(True)
        self.progress.setFormat("%v of %m")
        self.progress.setMaximum(self.runs.value())
        self.progress.setValue(0)
        self.summary = QLabel("Choose a car and run the stage: times, losses of control and a log appear here.")
        self.summary.setWordWrap(True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.histogram = Histogram()
        self.losses = QTreeWidget()
        self.losses.setObjectName("losses")
        self.losses.setHeaderLabels(["Tile", "At", "Lost a run", "Runs with a loss"])
        self.losses.setRootIsDecorated(False)
        self.losses.setAlternatingRowColors(True)
        self.losses.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.log = QPlainTextEdit()
        self.log.setObjectName("log")
        self.log.setReadOnly(True)
        self.log_number = QSpinBox()
        self.log_number.setRange(1, 1)
        self.log_number.setPrefix("Run ")
        self._lay_out()
        self.run_button.clicked.connect(self.run)
        self.cancel_button.clicked.connect(self.cancel)
        self.losses.itemClicked.connect(lambda row: self.visited.emit(row.data(0, HEX_ROLE)))
        self.log_number.valueChanged.connect(self._show_log)
        session.changed.connect(self._refresh_cars)
        self._refresh_cars()

    def _lay_out(self) -> None:
        form = QGridLayout()
        form.setContentsMargins(0, 0, 0, 0)
        for row, column, name, widget in ((0, 0, "Car", self.car), (1, 0, "Driver", self.policy),
                                          (2, 0, "Runs", self.runs), (2, 2, "Seed", self.seed)):
            label = QLabel(name)
            label.setBuddy(widget)
            form.addWidget(label, row, column)
            form.addWidget(widget, row, column + 1, 1, 1 if row == 2 else 3)
        buttons = QHBoxLayout()
        buttons.addWidget(self.run_button)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.progress, 1)
        left = QVBoxLayout()
        left.setSpacing(4)
        left.addLayout(form)
        left.addLayout(buttons)
        left.addWidget(self.summary, 1)
        side = QWidget()
        side.setLayout(left)
        side.setFixedWidth(300)
        log_page = QWidget()
        log_layout = QVBoxLayout(log_page)
        log_layout.setContentsMargins(4, 4, 4, 4)
        log_layout.addWidget(self.log_number, 0, Qt.AlignmentFlag.AlignLeft)
        log_layout.addWidget(self.log)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.histogram, "Times")
        self.tabs.addTab(self.losses, "Losses of control")
        self.tabs.addTab(log_page, "Log of a run")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(side)
        layout.addWidget(self.tabs, 1)

    def _refresh_cars(self) -> None:
        cars = [(board.name, board.name) for board in self.session.design.dashboards if board.name]
        cars += [(facts["name"], name) for name, facts in catalog.standard_boards().items()]
        if cars == [(self.car.itemText(row), self.car.itemData(row)) for row in range(self.car.count())]:
            return
        chosen = self.car.currentData()
        self.car.clear()
        for words, name in cars:
            self.car.addItem(words, name)
        self.car.setCurrentIndex(max(0, self.car.findData(chosen or "r6-gravel")))

    @property
    def running(self) -> bool:
        """Whether a batch is under way."""
        return self._job is not None

    def run(self) -> None:
        """Start a batch of the design as it is now."""
        if self._job is not None:
            return
        self._design = self.session.design
        task = (self._design, self.car.currentData(), self.policy.currentText(), self.runs.value(), self.seed.value())
        self._job = BackgroundJob(_batch, task, self)
        self._job.progress.connect(lambda done, total: self.progress.setValue(done))
        self._job.ended.connect(self._ended)
        self._job.failed.connect(self._failed)
        self.progress.setRange(0, self.runs.value())
        self.progress.setValue(0)
        self.run_button.setEnabled(False)
        self.cancel_button.setEnabled(True)
        self.summary.setText("Running \N{HORIZONTAL ELLIPSIS}")
        self._job.start()

    def cancel(self) -> None:
        """End the batch under way."""
        if self._job is not None:
            self._job.cancel()

    def stop(self) -> None:
        """End the batch before the window goes."""
        if self._job is not None:
            self._job.stop()
            self._job = None

    def _ended(self, report: Report | None) -> None:
        if report is None:
            self._failed("Cancelled. Nothing was changed.")
            return
        self.progress.setValue(report.runs)
        self._show(report)
        self._over()

    def _failed(self, reason: str) -> None:
        self.progress.setValue(0)
        self.summary.setText(reason)
        self._over()

    def _over(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.deleteLater()
        self.run_button.setEnabled(True)
        self.cancel_button.setEnabled(False)
        self.finished.emit()

    def _show(self, report: Report) -> None:
        self.report = report
        self.summary.setText(_words(report))
        self.histogram.show_bins(report.histogram(), report.quantile(0.5))
        self.losses.clear()
        worst = sorted(report.losses_by_tile.values(), key=lambda share: -share.mean)
        for share in worst:
            row = QTreeWidgetItem([share.tile, f"{share.hex.q}, {share.hex.r}", f"{share.mean:.2f}",
                                   f"{100 * share.share:.0f} %"])
            row.setData(0, HEX_ROLE, Hex(*share.hex))
            self.losses.addTopLevelItem(row)
        self.tabs.setTabText(1, f"Losses of control ({len(worst)})")
        self.log_number.setRange(1, report.runs)
        self.log_number.setValue(1)
        self._show_log()

    def _show_log(self) -> None:
        if self.report is None:
            return
        number = self.log_number.value() - 1
        run = self.report.sample
        if number != run.number:
            try:
                run = run_once(self._design, car=self.report.car, policy=self.report.policy, seed=self.report.seed,
                               number=number)
            except SimulationError as error:
                self.log.setPlainText(str(error))
                return
        self.run_log = run
        self.log.setPlainText("\n".join(run.commentary()))
        self.run_shown.emit()

    @property
    def shown(self) -> tuple[Report | None, Run | None]:
        """The report that is shown, and the run of it."""
        return self.report, self.run_log


def _words(report: Report) -> str:
    lines = [f"{report.finished} of {report.runs} runs finished."]
    if report.mean is not None and report.sd is not None:
        lines.append(f"Time: mean {report.mean:.0f} s, spread {report.sd:.0f} s, best {min(report.times)} s, "
                     f"worst {max(report.times)} s.")
    lines.append(f"Turns: {report.turns_mean:.1f} a run, {100 * report.flat_out_share:.0f} % flat out.")
    lines.append(f"Control lost {report.losses_mean:.2f} times a run.")
    return "\n".join(lines)
