"""The elevation profile of a stage as a picture: height by spaces driven, tile by tile."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from designer.drawing import signs
from designer.readings.facts import Height
from designer.ui import axes, theme

LEFT, RIGHT, TOP, BOTTOM = 34, 10, 32, 20
#: With more tiles than this the marks between them would only be a smear.
MOST_TICKS = 80


class ProfileView(QWidget):
    """Shows a profile; ``visited`` carries the hex of the tile that was clicked."""

    visited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.points: tuple[Height, ...] = ()
        self.up = self.down = 0
        self._hover: int | None = None
        self.setObjectName("profile")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(260, 126)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 126)

    def show_profile(self, points: tuple[Height, ...], up: int, down: int) -> None:
        """Show another profile."""
        self.points, self.up, self.down = points, up, down
        self._hover = None
        self.setAccessibleDescription(self.title())
        self.update()

    def title(self) -> str:
        """The profile in words."""
        if not self.points:
            return "No road leads from a start yet."
        if not self.up and not self.down:
            return "Elevation: level, no climb lines."
        return f"Elevation: {self.up} climb lines up, {self.down} down."

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(LEFT, TOP, -RIGHT, -BOTTOM)

    def _spots(self) -> list[QPointF]:
        """The corners of the profile, from the start on."""
        low = min((point.low for point in self.points), default=0)
        top = max((point.top for point in self.points), default=0)
        low, top = min(low, 0), max(top, 0)
        if top - low < 3:
            low, top = low - 1, top + 2
        length = max((point.spaces for point in self.points), default=1) or 1
        area = self._area()

        def at(spaces: int, height: int) -> QPointF:
            return QPointF(
                area.left() + area.width() * spaces / length,
                area.bottom() - area.height() * (height - low) / (top - low),
            )

        return [at(0, 0), *(at(point.spaces, point.height) for point in self.points)]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        look = theme.of_palette(palette)
        axes.paint_paper(painter, self)
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        words = self.title() if self._hover is None else self._words(self.points[self._hover])
        painter.drawText(
            QRectF(8, 1, self.width() - 12, TOP - 2),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap),
            words,
        )
        if not self.points:
            return
        spots = self._spots()
        bottom = self.height() - BOTTOM
        ways = [(end.y() < start.y() - 0.5) - (end.y() > start.y() + 0.5) for start, end in pairwise(spots)]
        first = 0
        # Tiles that go the same way are filled together: a long stage has hundreds.
        for last, way in enumerate(ways):
            if last + 1 == len(ways) or ways[last + 1] != way:
                self._fill(painter, spots[first : last + 2], way, 120 if way else 70)
                first = last + 1
        if self._hover is not None:
            self._fill(painter, spots[self._hover : self._hover + 2], ways[self._hover], 120)
        painter.setPen(QPen(look.grid, 1))
        if len(spots) <= MOST_TICKS:
            for spot in spots:
                painter.drawLine(QPointF(spot.x(), bottom), QPointF(spot.x(), bottom + 3))
        axes.paint_foot(painter, self._area(), look.grid)
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Text), 2))
        painter.drawPolyline(QPolygonF(spots))
        self._paint_scale(painter, spots)

    def _fill(self, painter: QPainter, spots: list[QPointF], way: int, strength: int) -> None:
        bottom = self.height() - BOTTOM
        look = theme.of_palette(self.palette())
        colour = QColor(signs.ASCENT if way > 0 else signs.DESCENT if way < 0 else look.muted)
        colour.setAlpha(strength)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([QPointF(spots[0].x(), bottom), *spots, QPointF(spots[-1].x(), bottom)]))

    def _paint_scale(self, painter: QPainter, spots: list[QPointF]) -> None:
        painter.setPen(theme.of_palette(self.palette()).muted)
        heights = [0, *(point.height for point in self.points)]
        for index in {0, heights.index(max(heights)), heights.index(min(heights)), len(heights) - 1}:
            words = f"{heights[index]:+d}".replace("-", "\N{MINUS SIGN}") if heights[index] else "0"
            axes.paint_beside(painter, self._area(), spots[index].y(), words, gap=5)
        last = self.points[-1].spaces
        foot = QRectF(LEFT, self.height() - BOTTOM + 3, self.width() - LEFT - RIGHT, BOTTOM - 4)
        painter.drawText(foot, int(Qt.AlignmentFlag.AlignLeft), "start")
        painter.drawText(foot, int(Qt.AlignmentFlag.AlignRight), f"{last} space" if last == 1 else f"{last} spaces")

    @staticmethod
    def _words(point: Height) -> str:
        tokens = f", {', '.join(point.tokens)}" if point.tokens else ""
        height = f"{point.height:+d}".replace("-", "\N{MINUS SIGN}")
        return f"{point.tile} to space {point.spaces}: height {height}{tokens}"

    def _tile_under(self, x: float) -> int | None:
        if not self.points:
            return None
        ends = [spot.x() for spot in self._spots()[1:]]
        return min(bisect_left(ends, x), len(ends) - 1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover = self._tile_under(event.position().x())
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._tile_under(event.position().x())
        if number is not None:
            self.visited.emit(self.points[number].hex)
