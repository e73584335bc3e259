"""Small charts of a spire's report: shares with their intervals, and a histogram of whole numbers."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from designer.simulator.common.figures import Share
from designer.ui import axes, theme

ROW = 26
EMPTY = "No games yet: climb some."
ALIGN_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
ALIGN_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class ShareBars(QWidget):
    """A bar for each share with its 95 % interval drawn over it, and a line at the even share."""

    def __init__(self) -> None:
        super().__init__()
        self.shares: dict[str, Share] = {}
        self.even: float | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(320, ROW * max(4, len(self.shares)) + 26)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, ROW * max(2, len(self.shares)) + 26)

    def show_shares(self, shares: Mapping[str, Share], even: float | None) -> None:
        """Show other shares; ``even`` is the share each would have if all were alike."""
        self.shares, self.even = dict(shares), even
        self.setAccessibleDescription(", ".join(self.words(name) for name in self.shares))
        self.updateGeometry()
        self.update()

    def words(self, name: str) -> str:
        """A share in words."""
        share = self.shares[name]
        return (
            f"{name}: {100 * share.share:.1f} %, 95 % interval {100 * share.low:.1f} to {100 * share.high:.1f} "
            f"({share.times} of {share.of})"
        )

    def _plot(self) -> QRectF:
        metrics = self.fontMetrics()
        left = max((metrics.horizontalAdvance(name) for name in self.shares), default=40) + 14
        return QRectF(left, 6, max(40.0, self.width() - left - 66), ROW * len(self.shares))

    def _most(self) -> float:
        return max(0.05, *(share.high for share in self.shares.values()), self.even or 0.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, look = self.palette(), theme.of_palette(self.palette())
        axes.paint_paper(painter, self, "" if self.shares else EMPTY)
        ink = palette.color(QPalette.ColorRole.Text)
        if not self.shares:
            return
        plot, most = self._plot(), self._most()
        for number, (name, share) in enumerate(self.shares.items()):
            y = plot.top() + number * ROW
            painter.fillRect(QRectF(plot.left(), y + 5, plot.width() * share.share / most, ROW - 10), look.bars)
            low, high = (plot.left() + plot.width() * value / most for value in (share.low, share.high))
            painter.setPen(QPen(ink, 2))
            painter.drawLine(QPointF(low, y + ROW / 2), QPointF(high, y + ROW / 2))
            for x in (low, high):
                painter.drawLine(QPointF(x, y + 7), QPointF(x, y + ROW - 7))
            painter.drawText(QRectF(0, y, plot.left() - 8, ROW), ALIGN_RIGHT, name)
            painter.drawText(QRectF(plot.right() + 8, y, 58, ROW), ALIGN_LEFT, f"{100 * share.share:.1f} %")
        if self.even is not None:
            x = plot.left() + plot.width() * self.even / most
            axes.paint_mark(painter, x, plot.top(), plot.bottom() + 2, ink)
            painter.drawText(
                QRectF(x - 60, plot.bottom() + 2, 120, 18),
                int(Qt.AlignmentFlag.AlignCenter),
                f"even {100 * self.even:.0f} %",
            )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = int((event.position().y() - self._plot().top()) // ROW)
        names = list(self.shares)
        if 0 <= number < len(names):
            QToolTip.showText(event.globalPosition().toPoint(), self.words(names[number]), self)


class CountBars(QWidget):
    """How often each whole number came up, such as the rounds of a game."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what
        self.counts: dict[int, int] = {}
        self.setMouseTracking(True)
        self.setMinimumSize(220, 110)

    def sizeHint(self) -> QSize:
        return QSize(320, 170)

    def show_counts(self, counts: Mapping[int, int]) -> None:
        """Show other counts."""
        low, high = min(counts, default=0), max(counts, default=0)
        self.counts = {value: counts.get(value, 0) for value in range(low, high + 1)} if counts else {}
        self.setAccessibleDescription(", ".join(f"{value} {self.what}: {times}" for value, times in counts.items()))
        self.update()

    def _plot(self) -> QRectF:
        return QRectF(self.rect()).adjusted(46, 14, -12, -40)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette, look = self.palette(), theme.of_palette(self.palette())
        axes.paint_paper(painter, self, "" if self.counts else EMPTY)
        if not self.counts:
            return
        plot, most = self._plot(), max(self.counts.values())
        width = plot.width() / len(self.counts)
        ink = palette.color(QPalette.ColorRole.Text)
        every = -(-30 // max(1, int(width))) if width < 30 else 1
        for number, (value, times) in enumerate(self.counts.items()):
            height = plot.height() * times / max(1, most)
            x = plot.left() + number * width
            painter.fillRect(QRectF(x + 1, plot.bottom() - height, max(1.0, width - 2), height), look.bars)
            if number % every == 0:
                painter.setPen(ink)
                painter.drawText(
                    QRectF(x - 20, plot.bottom() + 2, width + 40, 16), int(Qt.AlignmentFlag.AlignCenter), str(value)
                )
        axes.paint_foot(painter, plot, look.muted)
        painter.setPen(ink)
        axes.paint_counts(painter, plot, most)
        painter.drawText(
            QRectF(plot.left(), plot.bottom() + 20, plot.width(), 16), int(Qt.AlignmentFlag.AlignCenter), self.what
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        plot = self._plot()
        if self.counts and plot.left() <= event.position().x() < plot.right():
            number = int((event.position().x() - plot.left()) / (plot.width() / len(self.counts)))
            value = list(self.counts)[min(number, len(self.counts) - 1)]
            QToolTip.showText(
                event.globalPosition().toPoint(), f"{value} {self.what}: {self.counts[value]} games", self
            )
