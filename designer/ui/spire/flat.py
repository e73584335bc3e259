"""The flat view of a spire: its unrolled picture, with mouse and keys on it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from designer.drawing.spire.cards import CARD, NO_SPIRE, CardLook
from designer.drawing.spire.flat import FlatPicture, Lifted
from designer.drawing.spire.table import At, Table
from designer.ui import theme


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
        size = self._plain().size()
        return QSize(round(size.width() * 0.72), round(size.height() * 0.72))

    def picture(self) -> FlatPicture:
        """What is drawn now."""
        return FlatPicture(
            self.table,
            self.look,
            self.heat,
            self.marks,
            self.active,
            cursor=self.cursor_at if self.editable else None,
            picked=self.picked,
            lifted=self._lifted(),
        )

    def _lifted(self) -> Lifted | None:
        what, source = self._dragging, self._pressed
        if what == "line":
            return Lifted(self._drag_at, line=True)
        if what.startswith("climber"):
            return Lifted(self._drag_at, climber=int(what.split()[1]))
        if what == "card" and source is not None:
            target = self._target()
            fits = target is not None and self.may_swap(source, target)
            return Lifted(self._drag_at, card=source, target=target, fits=fits)
        return None

    def _plain(self) -> FlatPicture:
        """The picture as far as its measures go."""
        return FlatPicture(self.table)

    def _scale(self) -> float:
        size = self._plain().size()
        return min(self.width() / size.width(), self.height() / size.height(), 1.6)

    def _origin(self) -> QPointF:
        size, scale = self._plain().size(), self._scale()
        return QPointF((self.width() - scale * size.width()) / 2, max(0.0, (self.height() - scale * size.height()) / 2))

    def place_at(self, point: QPointF) -> At | None:
        """The place under a point of the widget."""
        return self._plain().place_at(self._spot(point))

    def point_of(self, at: At) -> QPoint:
        """The middle of a place in the widget."""
        middle = self._plain().corner(at) + QPointF(CARD[0] / 2, CARD[1] / 2)
        return (middle * self._scale() + self._origin()).toPoint()

    def line_point(self) -> QPoint:
        """Where the fatigue line can be taken hold of, in the widget."""
        spot = self._plain().handle().center()
        return (spot * self._scale() + self._origin()).toPoint()

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
        self.picture().draw(painter, self.palette().color(QPalette.ColorRole.Text))

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
        return self._plain().place_at(self._drag_at)

    def _over_line(self, spot: QPointF) -> bool:
        picture = self._plain()
        return picture.line_y() is not None and picture.handle().contains(spot)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.table.columns:
            return
        spot = self._spot(event.position())
        self._drag_at = spot
        if self.editable and self._over_line(spot):
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
        if self.editable and self._over_line(self._drag_at):
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
            row = self._plain().row_of_line(self._drag_at.y())
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
