"""Two to six builds side by side on the stage of the design: pictures, times on one axis, and the table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from designer import catalog
from designer.design.dashboard import Dashboard
from designer.design.document import Design
from designer.drawing.boards.painter import BOARD, paint_board
from designer.formats import forum, native
from designer.formats.native import FormatError
from designer.resources import folder
from designer.simulator.rally.compare import LEAST, MOST, Build, Comparison, Entry, compare
from designer.ui import axes, theme
from designer.ui.batch_control import BatchControl
from designer.ui.boards.table import RowsTable
from designer.ui.session import Session

BUILD_ROLE = Qt.ItemDataRole.UserRole


def gallery() -> list[tuple[str, Dashboard]]:
    """The boards of exports/dashboards with their names."""
    found = []
    for path in sorted((folder("exports") / "dashboards").glob("*.json")):
        try:
            found += [(board.name, board) for board in native.load(path).dashboards]
        except FormatError:
            continue  # a file that somebody else put there
    return found


class CompareChart(QWidget):
    """A row for each build: its board, its times as bars on an axis that all share, mean, and losses of control."""

    ROW, PICTURE, WORDS = 76, 152, 142

    def __init__(self) -> None:
        super().__init__()
        self.result: Comparison | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_result(self, result: Comparison) -> None:
        """Show a comparison."""
        self.result = result
        self.setAccessibleDescription("; ".join(f"{entry.name}: {_headline(entry)}" for entry in result.entries))
        self.updateGeometry()
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        rows = len(self.result.entries) if self.result else 0
        return QSize(760, rows * self.ROW + 30 if rows else 60)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.PICTURE + self.WORDS + 160, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        words = "Tick two to six builds and compare them on the stage."
        axes.paint_paper(painter, self, words if self.result is None else "")
        if self.result is None:
            return
        times = [time for entry in self.result.entries if entry.report for time in entry.report.times]
        low, high = (min(times), max(times) + 1) if times else (0, 1)
        spread = max(1, high - low)
        low, high = max(0, low - spread // 20), high + spread // 20
        for number, entry in enumerate(self.result.entries):
            rect = QRectF(0, number * self.ROW, self.width(), self.ROW)
            if number % 2:
                painter.fillRect(rect, palette.color(QPalette.ColorRole.AlternateBase))
            self._paint_build(painter, entry, rect)
            self._paint_times(painter, entry, self._plot(rect), low, high)
        if times:
            self._paint_axis(painter, low, high)

    def _plot(self, rect: QRectF) -> QRectF:
        return rect.adjusted(self.PICTURE + self.WORDS + 20, 8, -24, -8)

    def _paint_build(self, painter: QPainter, entry: Entry, rect: QRectF) -> None:
        palette = self.palette()
        area = QRectF(8, rect.top() + 4, self.PICTURE - 8, self.ROW - 8)
        if entry.board is not None:
            painter.save()
            scale = min(area.width() / BOARD[0], area.height() / BOARD[1])
            painter.translate(area.left(), area.center().y() - scale * BOARD[1] / 2)
            painter.scale(scale, scale)
            paint_board(painter, entry.board)
            painter.restore()
        else:
            painter.setPen(QPen(theme.of_palette(palette).muted, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(0, 6, -14, -6), 8, 8)
            painter.drawText(area.adjusted(0, 6, -14, -6), int(Qt.AlignmentFlag.AlignCenter), "standard car")
        words = QRectF(self.PICTURE + 6, rect.top() + 6, self.WORDS, self.ROW - 12)
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        name = painter.fontMetrics().elidedText(entry.name, Qt.TextElideMode.ElideRight, round(words.width()))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignTop), name)
        font.setBold(False)
        painter.setFont(font)
        painter.drawText(
            words.adjusted(0, painter.fontMetrics().lineSpacing() + 1, 0, 0),
            int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap),
            _headline(entry),
        )

    def _paint_times(self, painter: QPainter, entry: Entry, plot: QRectF, low: float, high: float) -> None:
        look = theme.of_palette(self.palette())
        if entry.report is None or not entry.report.times:
            painter.setPen(look.muted)
            painter.drawText(plot, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap), entry.problem)
            return

        def x(seconds: float) -> float:
            return plot.left() + plot.width() * (seconds - low) / (high - low)

        axes.paint_foot(painter, plot, look.grid)
        counts = entry.report.histogram(24)
        most = max(count for _, _, count in counts)
        for start, end, count in counts:
            height = (plot.height() - 6) * count / most
            width = max(3.0, x(end) - x(start) - 1)
            painter.fillRect(QRectF(x(start), plot.bottom() - height, width, height), look.bars)
        mean = entry.report.mean or 0.0
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Text), 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(int(x(mean)), int(plot.top()), int(x(mean)), int(plot.bottom()))

    def _paint_axis(self, painter: QPainter, low: float, high: float) -> None:
        plot = self._plot(QRectF(0, 0, self.width(), self.ROW))
        plot.setBottom((len(self.result.entries) if self.result else 0) * self.ROW)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        for part in range(5):
            seconds = low + (high - low) * part / 4
            axes.paint_below(painter, plot, plot.left() + plot.width() * part / 4, f"{seconds:.0f} s", self.width())


def _headline(entry: Entry) -> str:
    report = entry.report
    if report is None:
        return "cannot drive this stage"
    if report.mean is None or report.sd is None:
        return "never finished"
    times = f"{report.mean:.0f} {report.unit}, spread {report.sd:.0f} {report.unit}"
    return f"{times}\nlost control {report.losses.mean:.2f} a run"


def _compared(
    design: Design, builds: tuple[Build, ...], runs: int, seed: int, progress: Callable[[int, int], None]
) -> Comparison:
    """A comparison, as its process makes it; progress counts the runs of all builds."""
    total = runs * len(builds)
    return compare(
        design, builds, runs=runs, seed=seed, progress=lambda build, _, done, each: progress(build * each + done, total)
    )


class ComparePanel(QWidget):
    """Chooses builds and compares them on the session's stage."""

    finished = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.result: Comparison | None = None
        self._gallery = gallery()
        self.list = QListWidget()
        self.list.setObjectName("builds")
        self.list.setAccessibleName("Builds to compare")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.runs = QSpinBox()
        self.runs.setRange(1, 10_000)
        self.runs.setValue(100)
        self.runs.setPrefix("runs ")
        self.seed = QSpinBox()
        self.seed.setRange(0, 2_000_000_000)
        self.seed.setValue(1)
        self.seed.setPrefix("seed ")
        self.control = BatchControl("Compare", self)
        self.run_button, self.cancel_button = self.control.run_button, self.control.cancel_button
        self.copy_button = QPushButton("Copy as text")
        self.copy_button.setToolTip("Put the comparison on the clipboard, as a code block for a forum")
        self.copy_button.setEnabled(False)
        self.progress = self.control.progress
        self.progress.setFormat("%v of %m runs")
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.chart = CompareChart()
        self.table = RowsTable("comparison")
        self._lay_out()
        self.run_button.clicked.connect(self.run)
        self.control.ended.connect(self._ended)
        self.control.failed.connect(self._failed)
        self.copy_button.clicked.connect(self.copy)
        self.list.itemChanged.connect(self._count)
        self._show_ticks()
        self.refresh()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setContentsMargins(0, 0, 0, 0)
        left.addWidget(self.list, 1)
        for widgets in ((self.runs, self.seed), (self.run_button, self.cancel_button)):
            row = QHBoxLayout()
            for widget in widgets:
                row.addWidget(widget)
            left.addLayout(row)
        for below in (self.progress, self.message, self.copy_button):
            left.addWidget(below)
        side = QWidget()
        side.setLayout(left)
        for spin in (self.runs, self.seed):
            spin.setMinimumWidth(76)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.chart)
        results = QSplitter(Qt.Orientation.Vertical)
        results.addWidget(scroll)
        results.addWidget(self.table)
        results.setStretchFactor(0, 1)
        results.setStretchFactor(1, 1)
        results.setSizes([260, 240])
        whole = QSplitter()
        whole.addWidget(side)
        whole.addWidget(results)
        whole.setStretchFactor(1, 1)
        whole.setSizes([190, 800])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(whole)

    def refresh(self) -> None:
        """List the boards of the design, of the gallery and the standard cars; ticks stay."""
        ticked = {row.text() for row in self._rows() if row.checkState() == Qt.CheckState.Checked}
        builds: list[tuple[str, Build]] = [
            (board.name or f"Board {number}", board) for number, board in enumerate(self.session.design.dashboards, 1)
        ]
        builds += [(f"{name} (gallery)", board) for name, board in self._gallery]
        builds += [(facts.name, name) for name, facts in catalog.standard_boards().items()]
        self.list.blockSignals(True)
        self.list.clear()
        for name, build in builds:
            item = QListWidgetItem(name)
            item.setToolTip(name)
            item.setFlags(Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked)
            item.setData(BUILD_ROLE, build)
            self.list.addItem(item)
        self.list.blockSignals(False)
        self._count()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_ticks()

    def _show_ticks(self) -> None:
        """The style draws tick boxes in a shade of the window's colour, which is lost on a dark list."""
        palette = QPalette(self.palette())
        if theme.of_palette(palette) is theme.DARK:
            palette.setColor(QPalette.ColorRole.Window, theme.DARK.muted)
        self.list.setPalette(palette)

    def _rows(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def chosen(self) -> list[Build]:
        """The ticked builds."""
        return [row.data(BUILD_ROLE) for row in self._rows() if row.checkState() == Qt.CheckState.Checked]

    def tick(self, *names: str) -> None:
        """Tick the builds of these names and no others."""
        for row in self._rows():
            row.setCheckState(Qt.CheckState.Checked if row.text() in names else Qt.CheckState.Unchecked)

    def _count(self) -> None:
        count = len(self.chosen())
        self.control.allow(LEAST <= count <= MOST)
        if not self.control.running:
            self.message.setText(f"{count} of two to six builds ticked.")

    @property
    def running(self) -> bool:
        """Whether a comparison is under way."""
        return self.control.running

    def run(self) -> None:
        """Compare the ticked builds on the stage as it is now."""
        builds = tuple(self.chosen())
        task = (self.session.design, builds, self.runs.value(), self.seed.value())
        if self.control.start(_compared, task, self.runs.value() * len(builds)):
            self.message.setText("Comparing \N{HORIZONTAL ELLIPSIS}")

    def cancel(self) -> None:
        """End the comparison under way."""
        self.control.cancel()

    def stop(self) -> None:
        """End the comparison, before the window goes."""
        self.control.stop()

    def _ended(self, result: Comparison) -> None:
        self._show(result)
        self.finished.emit()

    def _failed(self, reason: str) -> None:
        self.message.setText(reason)
        self.finished.emit()

    def _show(self, result: Comparison) -> None:
        self.result = result
        self.chart.show_result(result)
        self.table.show_rows(result.rows())
        self.copy_button.setEnabled(True)
        self.message.setText("; ".join(result.notes) or result.head)

    def copy(self) -> None:
        """Put the comparison on the clipboard as BBCode."""
        if self.result is not None:
            text = forum.comparison_text(self.result.head, self.result.rows(), self.result.notes, bbcode=True)
            QGuiApplication.clipboard().setText(text)
            self.message.setText("Copied: paste it into a forum.")
