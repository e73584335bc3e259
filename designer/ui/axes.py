"""The axes of charts: their paper, the foot they stand on, and the words and values beside and below it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import QWidget

from designer.ui import theme

LEFTWARDS = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
#: Between the plot and a value beside it.
GAP = 6


def paint_paper(painter: QPainter, chart: QWidget, empty: str = "") -> None:
    """The ground of a chart; on an empty one, words that say why it is."""
    painter.fillRect(chart.rect(), chart.palette().color(QPalette.ColorRole.Base))
    if empty:
        painter.setPen(theme.of_palette(chart.palette()).muted)
        painter.drawText(chart.rect(), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), empty)


def paint_foot(painter: QPainter, plot: QRectF, colour: QColor) -> None:
    """The line that bars stand on."""
    painter.setPen(QPen(colour, 1))
    painter.drawLine(plot.bottomLeft(), plot.bottomRight())


def paint_counts(painter: QPainter, plot: QRectF, most: int) -> None:
    """How much the foot and the highest bar count, beside the plot."""
    paint_beside(painter, plot, plot.top(), str(most))
    paint_beside(painter, plot, plot.bottom(), "0")


def paint_beside(painter: QPainter, plot: QRectF, y: float, words: str, gap: int = GAP) -> None:
    """A value left of the plot."""
    painter.drawText(QRectF(0, y - 9, plot.left() - gap, 18), LEFTWARDS, words)


def paint_below(painter: QPainter, plot: QRectF, x: float, words: str, right: float) -> None:
    """A value below the plot, its middle at ``x`` where that is not too far to the right."""
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(words)
    painter.drawText(QPointF(min(x - width / 2, right - width - 2), plot.bottom() + metrics.ascent() + 4), words)


def paint_mark(painter: QPainter, x: float, top: float, bottom: float, ink: QColor) -> None:
    """A dashed line across the plot, such as the mean."""
    painter.setPen(QPen(ink, 1.5, Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(x, top), QPointF(x, bottom))
