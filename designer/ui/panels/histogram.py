"""A histogram of stage times, drawn plainly: bars, an axis, the median; numbers on hover."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from designer.ui import theme


class Histogram(QWidget):
    """Bars of (from, to, count) in seconds, with a line at the median."""

    def __init__(self) -> None:
        super().__init__()
        self.bins: list[tuple[float, float, int]] = []
        self.median: float | None = None
        self.setMouseTracking(True)
        self.setMinimumSize(140, 80)

    def sizeHint(self) -> QSize:
        return QSize(420, 190)

    def show_bins(self, bins: list[tuple[float, float, int]], median: float | None) -> None:
        """Show other data."""
        self.bins, self.median = bins, median
        self.setAccessibleDescription(", ".join(f"{low:.0f} to {high:.0f} s: {count}" for low, high, count in bins))
        self.update()

    def _plot(self) -> QRectF:
        return QRectF(self.rect()).adjusted(38, 18, -14, -24)

    def _x(self, seconds: float) -> float:
        plot = self._plot()
        low, high = self.bins[0][0], self.bins[-1][1]
        return plot.left() + plot.width() * (seconds - low) / max(high - low, 1e-9)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        look = theme.of_palette(palette)
        painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Base))
        ink = palette.color(QPalette.ColorRole.Text)
        if not self.bins:
            painter.setPen(look.muted)
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), "No times yet: run a simulation.")
            return
        plot = self._plot()
        most = max(count for _, _, count in self.bins)
        painter.setPen(QPen(look.muted, 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        for low, high, count in self.bins:
            height = plot.height() * count / most
            bar = QRectF(self._x(low) + 1, plot.bottom() - height, self._x(high) - self._x(low) - 2, height)
            painter.fillRect(bar, look.bars)
        painter.setPen(ink)
        metrics = painter.fontMetrics()
        every = max(1, round(len(self.bins) * 64 / max(plot.width(), 1)))
        for number, (low, _, _) in enumerate([*self.bins, (self.bins[-1][1], 0.0, 0)]):
            if number % every == 0:
                words = f"{low:.0f} s"
                x = min(
                    self._x(low) - metrics.horizontalAdvance(words) / 2,
                    self.width() - metrics.horizontalAdvance(words) - 2,
                )
                painter.drawText(QPointF(x, plot.bottom() + metrics.ascent() + 4), words)
        painter.drawText(
            QRectF(0, plot.top() - 8, plot.left() - 6, 16),
            int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
            str(most),
        )
        painter.drawText(
            QRectF(0, plot.bottom() - 8, plot.left() - 6, 16),
            int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
            "0",
        )
        if self.median is not None:
            x = self._x(self.median)
            painter.setPen(QPen(ink, 1.5, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, plot.top() - 2), QPointF(x, plot.bottom()))
            words = f"median {self.median:.0f} s"
            left = min(max(x + 4, plot.left()), plot.right() - metrics.horizontalAdvance(words))
            painter.drawText(QPointF(left, plot.top() - 5), words)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        for low, high, count in self.bins:
            if self._x(low) <= event.position().x() < self._x(high):
                QToolTip.showText(event.globalPosition().toPoint(), f"{low:.0f} to {high:.0f} s: {count} runs", self)
                return
        QToolTip.hideText()
