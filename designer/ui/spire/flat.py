"""The flat, unrolled view of a spire: columns side by side, Start at the bottom, summit cards on top.

The last column is the left neighbour of the first: narrow ghosts of both stand at the edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from designer.ui import theme
from designer.ui.spire import cards
from designer.ui.spire.cards import CARD, NO_SPIRE, CardLook
from designer.ui.spire.table import At, Table
from designer.ui.tiles.signs import PAPER, text

GAP = QPointF(16, 9)
PITCH = QPointF(CARD[0] + GAP.x(), CARD[1] + GAP.y())
#: Room left for row numbers and the ghost of the last column, right for the other ghost and the line's handle.
LEFT, RIGHT, ABOVE, BELOW = 122.0, 112.0, 34.0, 30.0
GHOST = 38.0
LINE = QColor("#c2255c")
HANDLE = QRectF(0, -13, 46, 26)


class FlatView(QWidget):
    """Shows a table flat. It changes nothing itself: signals say what the user wants.

    ``swap_wanted`` (one, other), ``turn_wanted`` (at), ``lock_wanted`` (at), ``fatigue_wanted`` (row),
    ``start_wanted`` (seat, column), ``menu_wanted`` (at, where), ``moved`` (the place with the cursor).
    """

    swap_wanted = Signal(object, object)
    turn_wanted = Signal(object)
    lock_wanted = Signal(object)
    fatigue_wanted = Signal(int)
    start_wanted = Signal(int, int)
    menu_wanted = Signal(object, QPoint)
    moved = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.look = CardLook()
        self.heat: Mapping[tuple[str, int], float] = {}
        self.marks: Mapping[At, QColor] = {}
        self.cursor_at: At = (0, 0)
        self.active: int | None = None
        self.editable = True
        self.picked: At | None = None
        self._pressed: At | None = None
        self._press_at = QPointF()
        self._dragging = ""
        self._drag_at = QPointF()
        self.setObjectName("spire-flat")
        self.setAccessibleName("Spire, unrolled")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 300)

    # What is shown

    def show_table(self, table: Table) -> None:
        """Show another table."""
        self.table = table
        column = min(self.cursor_at[0], max(0, len(table.columns) - 1))
        self.cursor_at = (column, min(self.cursor_at[1], table.top))
        self.setAccessibleDescription(
            f"{len(table.columns)} columns, {table.rows} rows; " + table.words(self.cursor_at, self.look.climber)
        )
        self.update()

    def set_cursor(self, at: At) -> None:
        """Move the keyboard to a card."""
        if self.table.columns:
            self.cursor_at = at[0] % len(self.table.columns), max(0, min(at[1], self.table.top))
            self.setAccessibleDescription(self.table.words(self.cursor_at, self.look.climber))
            self.update()
            self.moved.emit(self.cursor_at)

    def sizeHint(self) -> QSize:
        size = self.natural_size()
        return QSize(round(size.width() * 0.72), round(size.height() * 0.72))

    def natural_size(self) -> QRectF:
        """The whole picture in card units."""
        columns = max(1, len(self.table.columns))
        return QRectF(
            0,
            0,
            LEFT + columns * PITCH.x() - GAP.x() + RIGHT,
            ABOVE + (self.table.rows + 2) * PITCH.y() - GAP.y() + BELOW,
        )

    def _scale(self) -> float:
        size = self.natural_size()
        return min(self.width() / size.width(), self.height() / size.height(), 1.6)

    def _origin(self) -> QPointF:
        size, scale = self.natural_size(), self._scale()
        return QPointF((self.width() - scale * size.width()) / 2, max(0.0, (self.height() - scale * size.height()) / 2))

    def corner(self, at: At) -> QPointF:
        """The top left corner of a place in card units."""
        return QPointF(LEFT + at[0] * PITCH.x(), ABOVE + (self.table.top - at[1]) * PITCH.y())

    def line_y(self) -> float | None:
        """The height of the fatigue line in card units."""
        row = self.table.fatigue
        return None if row is None else self.corner((0, row)).y() - GAP.y() / 2

    def place_at(self, point: QPointF) -> At | None:
        """The place under a point of the widget."""
        spot = (point - self._origin()) / self._scale()
        column = int((spot.x() - LEFT + GAP.x() / 2) // PITCH.x())
        row = self.table.top - int((spot.y() - ABOVE + GAP.y() / 2) // PITCH.y())
        inside = 0 <= column < len(self.table.columns) and 0 <= row <= self.table.top
        return (column, row) if inside else None

    def point_of(self, at: At) -> QPoint:
        """The middle of a place in the widget."""
        middle = self.corner(at) + QPointF(CARD[0] / 2, CARD[1] / 2)
        return (middle * self._scale() + self._origin()).toPoint()

    def line_point(self) -> QPoint:
        """Where the fatigue line can be taken hold of, in the widget."""
        spot = self._handle().center()
        return (spot * self._scale() + self._origin()).toPoint()

    def _handle(self) -> QRectF:
        right = LEFT + len(self.table.columns) * PITCH.x() - GAP.x() + RIGHT - HANDLE.width() - 12
        return HANDLE.translated(right, self.line_y() or 0)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.of_palette(self.palette()).canvas)
        if not self.table.columns:
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), NO_SPIRE)
            return
        painter.translate(self._origin())
        painter.scale(self._scale(), self._scale())
        self.draw(painter, self.palette().color(QPalette.ColorRole.Text))

    def draw(self, painter: QPainter, ink: QColor) -> None:
        """Draw the whole view in card units; the pictures of reports use it too."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.table.columns:
            text(painter, NO_SPIRE, 20, ink, QPointF(LEFT + 250, 200))
            return
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
            if self._dragging == f"climber {figure.seat}":
                spot = self._drag_at
            cards.paint_climber(painter, figure.character, spot, 16, active=figure.seat == self.active)
        if self._dragging == "card" and self._pressed is not None:
            self._draw_dragged(painter)

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
            painter.setClipRect(QRectF(x, 0, GHOST, self.natural_size().height()))
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
        if at == self.cursor_at and self.editable:
            cards.paint_outline(painter, cards.CURSOR)
        painter.restore()

    def _draw_line(self, painter: QPainter, ink: QColor) -> None:
        y = self.line_y()
        if y is None:
            return
        if self._dragging == "line":
            y = self._drag_at.y()
        right = LEFT + len(self.table.columns) * PITCH.x() - GAP.x()
        painter.setPen(QPen(LINE, 4, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(LEFT - 44, y), QPointF(right + 44, y))
        handle = self._handle()
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

    def _draw_dragged(self, painter: QPainter) -> None:
        assert self._pressed is not None
        target = self._target()
        if target is not None:
            painter.save()
            painter.translate(self.corner(target))
            cards.paint_outline(painter, cards.TARGET if self.may_swap(self._pressed, target) else cards.BAD, width=6)
            painter.restore()
        card = self.table.face(self._pressed)
        if card is not None:
            painter.save()
            painter.setOpacity(0.85)
            painter.translate(self._drag_at - QPointF(CARD[0] / 2, CARD[1] / 2))
            cards.paint_card(painter, card, self.table.colours[self._pressed[0]], self.look)
            painter.restore()

    # Mouse

    def may_swap(self, one: At, other: At) -> bool:
        """Whether two cards may change places: holds with holds, summits with summits, none of them locked."""
        faces = self.table.face(one), self.table.face(other)
        if faces[0] is None or faces[1] is None or one == other:
            return False
        return faces[0].kind == faces[1].kind != "start" and not (faces[0].locked or faces[1].locked)

    def _spot(self, point: QPointF) -> QPointF:
        return (point - self._origin()) / self._scale()

    def _target(self) -> At | None:
        return self.place_at(self._drag_at * self._scale() + self._origin())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.table.columns:
            return
        spot = self._spot(event.position())
        self._drag_at = spot
        if self.editable and self.line_y() is not None and self._handle().contains(spot):
            self._dragging = "line"
            return
        at = self.place_at(event.position())
        if at is not None:
            self.set_cursor(at)
            self._pressed, self._press_at = at, event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._drag_at = self._spot(event.position())
        if self._dragging:
            self.update()
            return
        at = self.place_at(event.position())
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            far = (event.position() - self._press_at).manhattanLength() >= QApplication.startDragDistance()
            if far and self.editable:
                self._begin_drag(self._pressed)
            return
        if self.editable and self.line_y() is not None and self._handle().contains(self._drag_at):
            QToolTip.showText(event.globalPosition().toPoint(), "The fatigue line: drag it between two rows", self)
        elif at is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.table.words(at, self.look.climber), self)
        else:
            QToolTip.hideText()

    def _begin_drag(self, at: At) -> None:
        standing = next((figure for figure in self.table.figures if figure.at == at), None)
        card = self.table.face(at)
        if at[1] == 0 and standing is not None:
            self._dragging = f"climber {standing.seat}"
        elif at[1] > 0 and card is not None:
            self._dragging = "card"
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        what, source, target = self._dragging, self._pressed, self._target()
        self._dragging, self._pressed = "", None
        if what == "line":
            row = self.table.top - round((self._drag_at.y() - ABOVE + GAP.y() / 2) / PITCH.y())
            self.fatigue_wanted.emit(max(1, min(row, self.table.rows - 1)))
        elif what == "card" and source is not None and target is not None and source != target:
            self.swap_wanted.emit(source, target)
        elif what.startswith("climber") and target is not None:
            self.start_wanted.emit(int(what.split()[1]), target[0])
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = self.place_at(event.position())
        if at is not None and self.editable:
            self.turn_wanted.emit(at)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        at = self.cursor_at if by_key else self.place_at(QPointF(event.pos()))
        if at is not None and self.editable and self.table.columns:
            self.set_cursor(at)
            self.menu_wanted.emit(at, self.mapToGlobal(self.point_of(at)) if by_key else event.globalPos())

    # Keyboard

    def event(self, event: QEvent) -> bool:
        # The window has single keys of its own (turn, flip, remove); here they mean cards.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            and event.key() in KEYS
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        (column, row), key = self.cursor_at, Qt.Key(event.key())
        if key in ARROWS:
            aside, up = ARROWS[key]
            self.set_cursor((column + aside, row + up))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.set_cursor((column, 0 if key == Qt.Key.Key_Home else self.table.top))
        elif not self.editable or key not in KEYS:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_F:
            self.turn_wanted.emit(self.cursor_at)
        elif key == Qt.Key.Key_L:
            self.lock_wanted.emit(self.cursor_at)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            step = 1 if key == Qt.Key.Key_PageUp else -1
            self.fatigue_wanted.emit(max(1, min((self.table.fatigue or 0) + step, self.table.rows - 1)))
        elif key == Qt.Key.Key_Escape:
            self.picked = None
            self.update()
        else:
            self._take_up()

    def _take_up(self) -> None:
        """Take a card up, or exchange it with the one under the cursor."""
        picked, self.picked = self.picked, None
        if picked is None:
            self.picked = self.cursor_at if self.cursor_at[1] > 0 else None
        elif picked != self.cursor_at:
            self.swap_wanted.emit(picked, self.cursor_at)
        self.update()


ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
KEYS = {
    *ARROWS,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_F,
    Qt.Key.Key_L,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
}
