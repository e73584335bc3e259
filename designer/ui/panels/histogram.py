"""A histogram of stage times, drawn plainly: bars, an axis, the median; numbers on hover."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QToolTip, QWidget

from designer.ui import axes, theme


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
        axes.paint_paper(painter, self, "" if self.bins else "No times yet: run a simulation.")
        ink = palette.color(QPalette.ColorRole.Text)
        if not self.bins:
            return
        plot = self._plot()
        most = max(count for _, _, count in self.bins)
        axes.paint_foot(painter, plot, look.muted)
        for low, high, count in self.bins:
            height = plot.height() * count / most
            bar = QRectF(self._x(low) + 1, plot.bottom() - height, self._x(high) - self._x(low) - 2, height)
            painter.fillRect(bar, look.bars)
        painter.setPen(ink)
        every = max(1, round(len(self.bins) * 64 / max(plot.width(), 1)))
        for number, (low, _, _) in enumerate([*self.bins, (self.bins[-1][1], 0.0, 0)]):
            if number % every == 0:
                axes.paint_below(painter, plot, self._x(low), f"{low:.0f} s", self.width())
        axes.paint_counts(painter, plot, most)
        if self.median is not None:
            x = self._x(self.median)
            axes.paint_mark(painter, x, plot.top() - 2, plot.bottom(), ink)
            words = f"median {self.median:.0f} s"
            left = min(max(x + 4, plot.left()), plot.right() - painter.fontMetrics().horizontalAdvance(words))
            painter.drawText(QPointF(left, plot.top() - 5), words)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        for low, high, count in self.bins:
            if self._x(low) <= event.position().x() < self._x(high):
                QToolTip.showText(event.globalPosition().toPoint(), f"{low:.0f} to {high:.0f} s: {count} runs", self)
                return
        QToolTip.hideText()
