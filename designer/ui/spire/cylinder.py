"""The turning view of a spire: its columns as the faces of a prism, turned by dragging, keys or buttons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from designer.drawing.signs import text
from designer.drawing.spire import cards
from designer.drawing.spire.cards import CARD, NO_SPIRE, CardLook
from designer.drawing.spire.flat import LINE
from designer.drawing.spire.table import At, Table
from designer.ui import theme

#: Width of a face of the prism and height of a row, in card units.
FACE, ROW = CARD[0] + 8, CARD[1] + 7
#: How much the eye looks down on the spire: rows rise by this part of their depth.
TILT = 0.16
MARGIN = 46.0
ROCK, ROCK_EDGE = QColor("#a59a86"), QColor("#6f6656")


class CylinderView(QWidget):
    """Shows a table round. ``chosen`` carries the place clicked, ``turned`` the column in front."""

    chosen = Signal(object)
    turned = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.look = CardLook()
        self.heat: Mapping[tuple[str, int], float] = {}
        self.marks: Mapping[At, QColor] = {}
        self.cursor_at: At = (0, 0)
        self.active: int | None = None
        #: How far the spire is turned, in columns: at 1.0 the second column is in front.
        self.turn = 0.0
        self._press: QPointF | None = None
        self._turn_at_press = 0.0
        self._moved = False
        self._swing = QVariantAnimation(self)
        self._swing.setDuration(220)
        self._swing.valueChanged.connect(lambda value: self.set_turn(float(value)))
        self.setObjectName("spire-round")
        self.setAccessibleName("Spire, round")
        self.setToolTip("Drag, or use the left and right keys, to turn the spire")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(280, 300)

    @property
    def count(self) -> int:
        """How many columns go round."""
        return len(self.table.columns)

    @property
    def front(self) -> int:
        """The column in front."""
        return round(self.turn) % max(1, self.count)

    def show_table(self, table: Table) -> None:
        """Show another table."""
        self.table = table
        self.setAccessibleDescription(
            f"{self.count} columns; in front: " + (table.colours[self.front] if table.colours else "none")
        )
        self.update()

    def set_turn(self, turn: float) -> None:
        """Turn the spire."""
        before, self.turn = self.front, turn
        if self.front != before:
            self.turned.emit(self.front)
        self.update()

    def swing(self, columns: int) -> None:
        """Turn by whole columns, smoothly."""
        end = (
            round(
                self.turn if self._swing.state() != QVariantAnimation.State.Running else float(self._swing.endValue())
            )
            + columns
        )
        self._swing.stop()
        self._swing.setStartValue(float(self.turn))
        self._swing.setEndValue(float(end))
        self._swing.start()

    def bring(self, column: int) -> None:
        """Bring a column to the front, the shorter way round."""
        if self.count:
            aside = (column - self.front) % self.count
            self.swing(aside if aside <= self.count / 2 else aside - self.count)

    # Geometry

    def apothem(self) -> float:
        """The distance from the middle of the spire to its faces, in card units."""
        return FACE / 2 / math.tan(math.pi / max(3, self.count))

    def natural_size(self) -> tuple[float, float]:
        """Width and height of the picture in card units."""
        radius = FACE / 2 / math.sin(math.pi / max(3, self.count))
        return 2 * radius + 2 * MARGIN + 40, (self.table.top + 1) * ROW + 2 * radius * TILT + 2 * MARGIN

    def sizeHint(self) -> QSize:
        width, height = self.natural_size()
        return QSize(round(width * 0.7), round(height * 0.7))

    def _scale(self) -> float:
        width, height = self.natural_size()
        return min(self.width() / width, self.height() / height, 1.6)

    def _whole(self) -> QTransform:
        """From card units about the middle of the spire to the widget."""
        scale = self._scale()
        return QTransform(scale, 0, 0, scale, self.width() / 2, self.height() / 2)

    def angle(self, column: int) -> float:
        """How far a column is turned from the front, in radians."""
        return 2 * math.pi * (column - self.turn) / max(3, self.count)

    def face_transform(self, at: At) -> QTransform:
        """From a card's own units to those about the middle of the spire."""
        angle, apothem = self.angle(at[0]), self.apothem()
        middle = (self.table.top + 1) * ROW / 2
        y = (self.table.top - at[1]) * ROW - middle
        across = QPointF(math.cos(angle), -TILT * math.sin(angle))
        origin = QPointF(apothem * math.sin(angle), TILT * apothem * math.cos(angle)) - across * (CARD[0] / 2)
        return QTransform(across.x(), across.y(), 0, 1, origin.x(), origin.y() + y)

    def in_sight(self) -> Iterator[int]:
        """The columns that can be seen, those at the sides first."""
        seen = [column for column in range(self.count) if math.cos(self.angle(column)) > 0.03]
        yield from sorted(seen, key=lambda column: math.cos(self.angle(column)))

    def place_at(self, point: QPointF) -> At | None:
        """The card under a point of the widget."""
        for column in reversed(list(self.in_sight())):
            for row in range(self.table.top + 1):
                back, possible = (self.face_transform((column, row)) * self._whole()).inverted()
                if possible and cards.RECT.contains(back.map(point)):
                    return column, row
        return None

    def point_of(self, at: At) -> QPoint:
        """The middle of a card in the widget."""
        return (self.face_transform(at) * self._whole()).map(cards.RECT.center()).toPoint()

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.of_palette(self.palette()).canvas)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self.palette().color(QPalette.ColorRole.Text)
        if not self.count:
            painter.setPen(ink)
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), NO_SPIRE)
            return
        painter.setTransform(self._whole(), True)
        self._draw_rock(painter)
        for column in self.in_sight():
            self._draw_column(painter, column)
        if self.table.fatigue is not None:
            self._draw_line(painter)
        for column in self.in_sight():
            self._draw_people(painter, column)
        bottom = (self.table.top + 1) * ROW / 2 + TILT * self.apothem() + 26
        text(painter, f"{self.front + 1} {self.table.colours[self.front]}", 16, ink, QPointF(0, bottom))

    def _corner(self, number: int, y: float, grow: float = 1.0) -> QPointF:
        """A corner of the prism between two columns, at a height."""
        sides = max(3, self.count)
        angle = 2 * math.pi * (number + 0.5 - self.turn) / sides
        radius = grow * FACE / 2 / math.sin(math.pi / sides)
        return QPointF(radius * math.sin(angle), y + TILT * radius * math.cos(angle))

    def _draw_rock(self, painter: QPainter) -> None:
        """The body: its top face, and its sides where no card lies."""
        half = (self.table.top + 1) * ROW / 2
        sides = max(3, self.count)
        painter.setPen(QPen(ROCK_EDGE, 2))
        for column in sorted(range(sides), key=lambda number: math.cos(self.angle(number))):
            shade = 75 + round(35 * max(0.0, math.cos(self.angle(column))))
            painter.setBrush(ROCK.darker(10000 // shade))
            if math.cos(self.angle(column)) > -0.05:
                painter.drawPolygon(
                    QPolygonF(
                        [
                            self._corner(column - 1, -half - 6),
                            self._corner(column, -half - 6),
                            self._corner(column, half + 6),
                            self._corner(column - 1, half + 6),
                        ]
                    )
                )
        painter.setBrush(ROCK.lighter(118))
        painter.drawPolygon(QPolygonF([self._corner(column, -half - 6) for column in range(sides)]))

    def _draw_column(self, painter: QPainter, column: int) -> None:
        colour = self.table.colours[column]
        depth = 1 - math.cos(self.angle(column))
        hottest = max(self.heat.values(), default=1.0)
        for row in range(self.table.top + 1):
            card = self.table.face((column, row))
            painter.save()
            painter.setTransform(self.face_transform((column, row)), True)
            if card is None:
                cards.paint_gap(painter, "no card")
            else:
                visits = self.heat.get((colour, row), 0.0) if self.heat and row else None
                cards.paint_card(painter, card, colour, replace(self.look, heat=visits, hottest=hottest))
            cards.shade(painter, min(1.0, depth))
            if (column, row) in self.marks:
                cards.paint_outline(painter, self.marks[column, row], dashed=True)
            if (column, row) == self.cursor_at:
                cards.paint_outline(painter, cards.CURSOR)
            painter.restore()

    def _draw_line(self, painter: QPainter) -> None:
        """The fatigue line goes round the spire."""
        row = self.table.fatigue or 0
        y = (self.table.top - row) * ROW - (self.table.top + 1) * ROW / 2 - (ROW - CARD[1]) / 2
        painter.setPen(QPen(LINE, 4, Qt.PenStyle.DashLine))
        for column in self.in_sight():
            painter.drawLine(self._corner(column - 1, y, 1.02), self._corner(column, y, 1.02))

    def _draw_people(self, painter: QPainter, column: int) -> None:
        for at, seat in self.table.quickdraws.items():
            if at[0] == column:
                spot = self.face_transform(at).map(QPointF(44, CARD[1] - 5))
                cards.paint_quickdraw(painter, self.table.names[seat], spot)
        for figure in self.table.figures:
            if figure.at[0] == column:
                spot = self.face_transform(figure.at).map(cards.FIGURE + QPointF(30 * figure.under, 0))
                cards.paint_climber(painter, figure.character, spot, 16, active=figure.seat == self.active)

    # Mouse and keyboard

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.count:
            self._swing.stop()
            self._press, self._turn_at_press, self._moved = event.position(), self.turn, False
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        aside = event.position().x() - self._press.x()
        if abs(aside) >= QApplication.startDragDistance():
            self._moved = True
        if self._moved:
            self.set_turn(self._turn_at_press - aside / (FACE * self._scale()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        self._press = None
        self.unsetCursor()
        if self._moved:
            self.swing(0)
            return
        at = self.place_at(event.position())
        if at is not None:
            self.chosen.emit(at)
            QToolTip.showText(event.globalPosition().toPoint(), self.table.words(at, self.look.climber), self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps and self.count:
            self.swing(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
