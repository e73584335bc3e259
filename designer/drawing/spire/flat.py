"""The flat, unrolled picture of a spire: columns side by side, Start at the bottom, summit cards on top.

The last column is the left neighbour of the first: narrow ghosts of both stand at the edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.drawing.signs import PAPER, text
from designer.drawing.spire import cards
from designer.drawing.spire.cards import CARD, NO_SPIRE, CardLook
from designer.drawing.spire.table import At, Table

GAP = QPointF(16, 9)
PITCH = QPointF(CARD[0] + GAP.x(), CARD[1] + GAP.y())
#: Room left for row numbers and the ghost of the last column, right for the other ghost and the line's handle.
LEFT, RIGHT, ABOVE, BELOW = 122.0, 112.0, 34.0, 30.0
GHOST = 38.0
LINE = QColor("#c2255c")
HANDLE = QRectF(0, -13, 46, 26)


@dataclass(frozen=True)
class Lifted:
    """What a hand has lifted: a card (from a place), a climber (by seat) or the fatigue line, and where it is now.

    ``target`` is the place under it, ``fits`` whether the card may be laid there.
    """

    at: QPointF
    card: At | None = None
    climber: int | None = None
    line: bool = False
    target: At | None = None
    fits: bool = False


@dataclass(frozen=True)
class FlatPicture:
    """All that the picture shows, measured in card units. ``cursor`` and ``picked`` are outlined places."""

    table: Table
    look: CardLook = field(default_factory=CardLook)
    heat: Mapping[tuple[str, int], float] = field(default_factory=dict)
    marks: Mapping[At, QColor] = field(default_factory=dict)
    active: int | None = None
    cursor: At | None = None
    picked: At | None = None
    lifted: Lifted | None = None

    # Measures

    def size(self) -> QRectF:
        """The whole picture."""
        columns = max(1, len(self.table.columns))
        return QRectF(
            0,
            0,
            LEFT + columns * PITCH.x() - GAP.x() + RIGHT,
            ABOVE + (self.table.rows + 2) * PITCH.y() - GAP.y() + BELOW,
        )

    def corner(self, at: At) -> QPointF:
        """The top left corner of a place."""
        return QPointF(LEFT + at[0] * PITCH.x(), ABOVE + (self.table.top - at[1]) * PITCH.y())

    def place_at(self, spot: QPointF) -> At | None:
        """The place under a point."""
        column = int((spot.x() - LEFT + GAP.x() / 2) // PITCH.x())
        row = self.table.top - int((spot.y() - ABOVE + GAP.y() / 2) // PITCH.y())
        inside = 0 <= column < len(self.table.columns) and 0 <= row <= self.table.top
        return (column, row) if inside else None

    def line_y(self) -> float | None:
        """The height of the fatigue line."""
        row = self.table.fatigue
        return None if row is None else self.corner((0, row)).y() - GAP.y() / 2

    def row_of_line(self, y: float) -> int:
        """The row above which a fatigue line at a height lies."""
        return self.table.top - round((y - ABOVE + GAP.y() / 2) / PITCH.y())

    def handle(self) -> QRectF:
        """Where the fatigue line can be taken hold of."""
        right = LEFT + len(self.table.columns) * PITCH.x() - GAP.x() + RIGHT - HANDLE.width() - 12
        return HANDLE.translated(right, self.line_y() or 0)

    # Drawing

    def draw(self, painter: QPainter, ink: QColor) -> None:
        """Draw the whole picture, its words in a colour."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.table.columns:
            text(painter, NO_SPIRE, 20, ink, QPointF(LEFT + 250, 200))
            return
        lifted = self.lifted
        self._draw_rows(painter, ink)
        self._draw_ghosts(painter)
        for column in range(len(self.table.columns)):
            for row in range(self.table.top + 1):
                self._draw_place(painter, (column, row))
            name = self.table.colours[column]
            text(
                painter, f"{column + 1} {name}", 17, ink, self.corner((column, 0)) + QPointF(CARD[0] / 2, CARD[1] + 16)
            )
        self._draw_line(painter, ink)
        for at, seat in self.table.quickdraws.items():
            cards.paint_quickdraw(painter, self.table.names[seat], self.corner(at) + QPointF(44, CARD[1] - 5))
        for figure in self.table.figures:
            spot = self.corner(figure.at) + cards.FIGURE + QPointF(30 * figure.under, 0)
            if lifted is not None and lifted.climber == figure.seat:
                spot = lifted.at
            cards.paint_climber(painter, figure.character, spot, 16, active=figure.seat == self.active)
        if lifted is not None and lifted.card is not None:
            self._draw_lifted(painter, lifted, lifted.card)

    def _draw_rows(self, painter: QPainter, ink: QColor) -> None:
        for row in range(self.table.top + 1):
            words = "Start" if row == 0 else "Summit" if row == self.table.top else str(row)
            text(painter, words, 16, ink, self.corner((0, row)) + QPointF(-LEFT + 36, CARD[1] / 2))

    def _draw_ghosts(self, painter: QPainter) -> None:
        """The neighbours round the spire, cut off and pale."""
        last = len(self.table.columns) - 1
        if last < 1:
            return
        for column, x, left in (
            (last, LEFT - 8 - GHOST, CARD[0] - GHOST),
            (0, self.corner((last, 0)).x() + CARD[0] + 8, 0.0),
        ):
            painter.save()
            painter.setOpacity(0.4)
            painter.setClipRect(QRectF(x, 0, GHOST, self.size().height()))
            for row in range(self.table.top + 1):
                card = self.table.face((column, row))
                if card is not None:
                    painter.save()
                    painter.translate(x - left, self.corner((0, row)).y())
                    cards.paint_card(painter, card, self.table.colours[column], replace(self.look, heat=None))
                    painter.restore()
            painter.restore()
            arrow = "\N{LEFTWARDS ARROW}" if left else "\N{RIGHTWARDS ARROW}"
            middle = QPointF(x + GHOST / 2, self.corner((0, 0)).y() + CARD[1] + 16)
            text(painter, f"{arrow}{column + 1}", 14, cards.colour_of(self.table.colours[column]), middle)

    def _draw_place(self, painter: QPainter, at: At) -> None:
        card = self.table.face(at)
        painter.save()
        painter.translate(self.corner(at))
        if card is None:
            cards.paint_gap(painter, "no summit card" if at[1] == self.table.top else "no card")
        else:
            colour = self.table.colours[at[0]]
            visits = self.heat.get((colour, at[1]), 0.0) if self.heat and at[1] else None
            look = replace(self.look, heat=visits, hottest=max(self.heat.values(), default=1.0))
            cards.paint_card(painter, card, colour, look)
        if at in self.marks:
            cards.paint_outline(painter, self.marks[at], dashed=True)
        if at == self.picked:
            cards.paint_outline(painter, cards.TARGET, dashed=True, width=5)
        if at == self.cursor:
            cards.paint_outline(painter, cards.CURSOR)
        painter.restore()

    def _draw_line(self, painter: QPainter, ink: QColor) -> None:
        y = self.line_y()
        if y is None:
            return
        if self.lifted is not None and self.lifted.line:
            y = self.lifted.at.y()
        right = LEFT + len(self.table.columns) * PITCH.x() - GAP.x()
        painter.setPen(QPen(LINE, 4, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(LEFT - 44, y), QPointF(right + 44, y))
        handle = self.handle()
        handle.moveCenter(QPointF(handle.center().x(), y))
        painter.setPen(QPen(PAPER, 1.5))
        painter.setBrush(LINE)
        painter.drawRoundedRect(handle, 5, 5)
        text(painter, "\N{UPWARDS ARROW}\N{DOWNWARDS ARROW}", 16, PAPER, handle.center())
        below, above = self.table.stamina
        middle = handle.center()
        text(painter, f"{above} above", 13, ink, middle + QPointF(0, -24))
        text(painter, f"{below} below", 13, ink, middle + QPointF(0, 25))
        if self.table.environment:
            text(painter, self.table.environment, 16, ink, QPointF((LEFT + right) / 2, ABOVE / 2))

    def _draw_lifted(self, painter: QPainter, lifted: Lifted, source: At) -> None:
        if lifted.target is not None:
            painter.save()
            painter.translate(self.corner(lifted.target))
            cards.paint_outline(painter, cards.TARGET if lifted.fits else cards.BAD, width=6)
            painter.restore()
        card = self.table.face(source)
        if card is not None:
            painter.save()
            painter.setOpacity(0.85)
            painter.translate(lifted.at - QPointF(CARD[0] / 2, CARD[1] / 2))
            cards.paint_card(painter, card, self.table.colours[source[0]], self.look)
            painter.restore()
