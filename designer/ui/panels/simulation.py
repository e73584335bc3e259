"""Test-running the design: car, runs and seed, progress and cancel, times, losses by tile and the log of a run."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
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
from designer.model.fitting_car import fitting_car
from designer.simulator.rally.batches import Progress, SimulationError, run_batch, run_once
from designer.simulator.rally.log import Run
from designer.simulator.rally.report import Report
from designer.ui.batch_control import BatchControl
from designer.ui.panels.histogram import Histogram
from designer.ui.panels.keys import keep_keys
from designer.ui.panels.race_drivers import fill_habits
from designer.ui.session import Document, Session

HEX_ROLE = Qt.ItemDataRole.UserRole
NOTHING_YET = "Choose a car and run the stage: times, losses of control and a log appear here."
LEGEND = (
    "Each die, then its space: a row of the tile (a, b, c) and left, middle or right (l, m, r). "
    "! is a danger rolled, (safe) a die that second tokens make safe."
)


def _batch(design: Design, car: str, policy: str, runs: int, seed: int, progress: Progress) -> Report:
    """A batch, as its process makes it."""
    return run_batch(design, car=car, policy=policy, runs=runs, seed=seed, progress=progress)


@dataclass(slots=True)
class Outcome:
    """What a batch found out about a design: kept with its document, so that it is never shown beside another."""

    design: Design
    report: Report
    run: Run


class SimulationPanel(QWidget):
    """Runs batches of the session's design. ``visited`` carries a hex to show.

    A result belongs to the document that was driven; it is marked once the design is another one.
    """

    visited = Signal(object)
    finished = Signal()
    #: Another report, or another run of it, is shown.
    run_shown = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        #: The document and the design that are being driven.
        self._driven: tuple[Document, Design] | None = None
        self._shown: Outcome | None = None
        self.seen = True
        #: Whether the user has chosen a car; until then the one that fits the stage is offered.
        self._car_chosen = False
        self.car = QComboBox()
        self.car.setObjectName("car")
        self.car.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.car.setMinimumContentsLength(8)
        self.policy = QComboBox()
        fill_habits(self.policy)
        self.runs = QSpinBox()
        self.runs.setRange(1, 100_000)
        self.runs.setValue(100)
        self.seed = QSpinBox()
        self.seed.setRange(0, 2_000_000_000)
        self.seed.setValue(1)
        self.seed.setToolTip("The same seed gives the same runs on every machine")
        self.control = BatchControl("Run", self)
        self.run_button, self.cancel_button = self.control.run_button, self.control.cancel_button
        self.progress = self.control.progress
        self.control.wait_for(self.runs.value())
        self.about = QLabel()
        self.about.setObjectName("about-result")
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.summary = QLabel(NOTHING_YET)
        self.summary.setWordWrap(True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.histogram = Histogram()
        self.losses = QTreeWidget()
        self.losses.setObjectName("losses")
        self.losses.setHeaderLabels(["Tile", "At", "Lost a run", "Runs with a loss", "Damage a run"])
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
        self.control.ended.connect(self._ended)
        self.control.failed.connect(self._failed)
        keep_keys(self.losses, self.log)
        self.losses.itemClicked.connect(lambda row: self.visited.emit(row.data(0, HEX_ROLE)))
        self.log_number.valueChanged.connect(self._show_log)
        self.runs.valueChanged.connect(self._runs_chosen)
        self.car.activated.connect(self._car_was_chosen)
        session.changed.connect(self._follow)
        session.documents_changed.connect(self._documents_changed)
        self._refresh_cars()

    def _lay_out(self) -> None:
        for narrow in (self.seed, self.runs, self.run_button, self.cancel_button, self.progress):
            narrow.setMinimumWidth(58)
        form = QGridLayout()
        form.setContentsMargins(0, 0, 0, 0)
        for row, column, name, widget in (
            (0, 0, "Car", self.car),
            (1, 0, "Driver", self.policy),
            (2, 0, "Runs", self.runs),
            (2, 2, "Seed", self.seed),
        ):
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
        left.addWidget(self.about)
        left.addWidget(self.summary, 1)
        left.setContentsMargins(0, 0, 4, 0)
        inside = QWidget()
        inside.setLayout(left)
        # Words that grow scroll here, so that they never make the window larger.
        side = QScrollArea()
        side.setFrameShape(QFrame.Shape.NoFrame)
        side.setWidgetResizable(True)
        side.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side.setWidget(inside)
        side.setMinimumWidth(inside.minimumSizeHint().width() + 16)
        side.setMaximumWidth(300)
        legend = QLabel(LEGEND)
        legend.setWordWrap(True)
        legend.setMinimumWidth(60)
        log_page = QWidget()
        log_layout = QVBoxLayout(log_page)
        log_layout.setContentsMargins(4, 4, 4, 4)
        top = QHBoxLayout()
        top.addWidget(self.log_number)
        top.addWidget(legend, 1)
        log_layout.addLayout(top)
        log_layout.addWidget(self.log)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.addTab(self.histogram, "Times")
        self.tabs.addTab(self.losses, "Losses of control")
        self.tabs.addTab(log_page, "Log of a run")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(side, 2)
        layout.addWidget(self.tabs, 3)

    def _refresh_cars(self) -> None:
        cars = [(board.name, board.name) for board in self.session.design.dashboards if board.name]
        cars += [(facts.name, name) for name, facts in catalog.standard_boards().items()]
        chosen = self.car.currentData() if self._car_chosen else None
        if cars != [(self.car.itemText(row), self.car.itemData(row)) for row in range(self.car.count())]:
            self.car.clear()
            for words, name in cars:
                self.car.addItem(words, name)
        row = self.car.findData(chosen) if chosen is not None else -1
        self._car_chosen = row >= 0
        if row < 0:
            name, why = fitting_car(self.session.design)
            row = max(0, self.car.findData(name))
            self.car.setToolTip(f"Offered because {why}; choose another as you like")
        else:
            self.car.setToolTip("The car that is driven")
        self.car.setCurrentIndex(row)

    def _runs_chosen(self, runs: int) -> None:
        """A bar that waits counts to the number that is asked for."""
        if self.outcome is None:
            self.control.wait_for(runs)

    def _car_was_chosen(self) -> None:
        self._car_chosen = True
        self.car.setToolTip("The car that is driven")

    def set_seen(self, seen: bool) -> None:
        """Follow the design while the panel is in sight (a dock behind another counts as shown for Qt)."""
        self.seen = seen
        if seen:
            self._refresh_cars()

    def _follow(self) -> None:
        """Another design is in front, or the one in front was changed."""
        if self.seen:
            self._refresh_cars()
        if self.outcome is not self._shown:
            self._show()
        else:
            self._tell_about()

    def _documents_changed(self) -> None:
        """End the batch of a design that was closed."""
        if self._driven is not None and self._driven[0] not in self.session.documents:
            self.cancel()
        self._tell_about()

    @property
    def outcome(self) -> Outcome | None:
        """What was found out about the design in front."""
        kept = self.session.document.simulation
        return kept if isinstance(kept, Outcome) else None

    @property
    def report(self) -> Report | None:
        """The report of the design in front."""
        return self.outcome.report if self.outcome else None

    @property
    def run_log(self) -> Run | None:
        """The run of it that is shown."""
        return self.outcome.run if self.outcome else None

    @property
    def out_of_date(self) -> bool:
        """Whether the design in front is another one than the one that was driven."""
        return self.outcome is not None and not drives_alike(self.outcome.design, self.session.design)

    @property
    def running(self) -> bool:
        """Whether a batch is under way."""
        return self.control.running

    def run(self) -> None:
        """Start a batch of the design as it is now."""
        if self.control.running:
            return
        self._refresh_cars()
        self._driven = self.session.document, self.session.design
        task = (
            self.session.design,
            self.car.currentData(),
            self.policy.currentText(),
            self.runs.value(),
            self.seed.value(),
        )
        self.control.start(_batch, task, self.runs.value())
        self._tell_about()

    def cancel(self) -> None:
        """End the batch under way."""
        self.control.cancel()

    def stop(self) -> None:
        """End the batch before the window goes."""
        self.control.stop()

    def _ended(self, report: Report) -> None:
        assert self._driven is not None
        (document, design), self._driven = self._driven, None
        document.simulation = Outcome(design, report, report.sample)
        self._show()
        self.finished.emit()

    def _failed(self, reason: str) -> None:
        driven, self._driven = self._driven, None
        # What was found out before stays, whole; nobody waits for news of a design that was closed.
        self._show()
        if driven is not None and driven[0] is self.session.document:
            self.summary.setText(reason if self.outcome is None else f"{reason}\n{self.summary.text()}")
        self.finished.emit()

    def _tell_about(self) -> None:
        """Say whose result this is, and whether it still holds."""
        lines = []
        if self._driven is not None:
            lines.append(f"Driving {self._driven[0].title} \N{HORIZONTAL ELLIPSIS}")
        if self.outcome is not None:
            lines.append(
                f"{self.session.document.title}, {self.outcome.report.car}"
                + (" \N{EM DASH} out of date: the design has changed since. Run it again." if self.out_of_date else "")
            )
        self.about.setText("\n".join(lines))
        self.about.setVisible(bool(lines))
        font = self.about.font()
        font.setBold(self.out_of_date)
        self.about.setFont(font)
        self.tabs.setEnabled(self.outcome is not None)

    def _show(self) -> None:
        """Show what is known of the design in front."""
        outcome = self._shown = self.outcome
        self.losses.clear()
        if outcome is None:
            self.summary.setText(NOTHING_YET)
            self.histogram.show_bins([], None)
            self.log.clear()
            self.tabs.setTabText(1, "Losses of control")
            self.control.wait_for(self.runs.value())
            self._tell_about()
            self.run_shown.emit()
            return
        report = outcome.report
        self.summary.setText(_words(report))
        self.histogram.show_bins(report.histogram(), report.quantile(0.5))
        lost, drawn = report.losses.by_tile, report.drawn.by_tile
        # Shortcuts draw damage too, so that there may be tiles with damage alone; they come last.
        for share in sorted({**drawn, **lost}.values(), key=lambda share: (share.hex not in lost, -share.mean)):
            losses = [f"{share.mean:.2f}", f"{100 * share.share:.0f} %"] if share.hex in lost else ["0.00", "0 %"]
            damage = f"{drawn[share.hex].mean:.2f}" if share.hex in drawn else "0.00"
            row = QTreeWidgetItem([share.tile, f"{share.hex.q}, {share.hex.r}", *losses, damage])
            row.setData(0, HEX_ROLE, Hex(*share.hex))
            self.losses.addTopLevelItem(row)
        self.tabs.setTabText(1, f"Losses of control ({len(lost)})")
        if not self.control.running:
            self.control.show_count(report.runs, report.runs)
        self.log_number.blockSignals(True)
        self.log_number.setRange(1, report.runs)
        self.log_number.setValue(outcome.run.number + 1)
        self.log_number.blockSignals(False)
        self._tell_about()
        self._show_log()

    def _show_log(self) -> None:
        outcome = self.outcome
        if outcome is None:
            return
        number = self.log_number.value() - 1
        report = outcome.report
        if number != outcome.run.number:
            try:
                outcome.run = run_once(
                    outcome.design, car=report.car, policy=report.policy, seed=report.seed, number=number
                )
            except SimulationError as error:
                self.log.setPlainText(str(error))
                return
        self.log.setPlainText("\n".join(outcome.run.commentary()))
        self.run_shown.emit()

    @property
    def shown(self) -> tuple[Report | None, Run | None]:
        """The report that is shown, and the run of it."""
        return self.report, self.run_log


def drives_alike(one: Design, other: Design) -> bool:
    """Whether what is driven is the same: names, notes and accepted findings do not matter."""
    return one is other or all(
        getattr(one, part) == getattr(other, part) for part in ("stage", "dashboards", "event", "house_rules")
    )


def _words(report: Report) -> str:
    lines = [f"{report.finished} of {report.runs} runs finished."]
    if report.mean is not None and report.sd is not None:
        lines.append(
            f"{'Home in' if report.circuit else 'Time'}: mean {report.mean:.0f} {report.unit}, spread "
            f"{report.sd:.0f} {report.unit}, best {min(report.times)} {report.unit}, "
            f"worst {max(report.times)} {report.unit}."
        )
    lines.append(f"Turns: {report.turns_mean:.1f} a run, {100 * report.flat_out_share:.0f} % flat out.")
    lines.append(f"Control lost {report.losses.mean:.2f} times a run.")
    return "\n".join(lines)
