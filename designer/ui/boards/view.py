"""A board one can work on: tokens dragged or typed into slots, swapped and cleared, track types put in order."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from designer.design.dashboard import COLUMN, TOP_ROW, TRACK_TYPES, Dashboard
from designer.drawing.boards import painter as picture
from designer.drawing.boards.painter import Look

#: A token in a drag: "token", or "token slot" when it comes from a slot of the board.
TOKEN_MIME = "application/x-crest-token"
#: The key of each token; the digits are gears.
KEYS = {
    **{str(gear): f"gear-{gear}" for gear in range(1, 7)},
    "b": "brake",
    "c": "coast",
    "o": "boost",
    "p": "puncture-proof",
    "s": "sisu",
    "g": "gravel",
    "a": "asphalt",
    "n": "snow",
    "d": "dry",
    "w": "wet",
}
#: Where the arrow keys lead: the slots as they lie, row by row.
ROWS = (("T3", "T2", "T1"), ("C1", "C2", "C3", "C4", "C5", "B1", "A1"), ("C6", "C7", "C8", "C9", "C10", "B2", "A2"))
HANDLED = {
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Backspace,
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
}


class BoardView(QWidget):
    """Shows one board. It changes nothing itself: signals say what the user wants.

    ``put_wanted`` (slot, token), ``move_wanted`` (slot, other), ``clear_wanted`` (slot), ``menu_wanted`` (slot, where),
    ``moved`` (the slot with the cursor).
    """

    put_wanted = Signal(str, str)
    move_wanted = Signal(str, str)
    clear_wanted = Signal(str)
    menu_wanted = Signal(str, QPoint)
    moved = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.board = Dashboard()
        self.look = Look(cursor="C1")
        self.held = ""
        self._pressed = ""
        self._press_at = QPointF()
        self.setObjectName("board")
        self.setAccessibleName("Board")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 140)

    # What is shown

    def show_board(self, board: Dashboard, **look: object) -> None:
        """Show a board; further arguments change the look (see boards.painter.Look)."""
        self.board = board
        self.look = replace(self.look, **look)  # type: ignore[arg-type]
        words = ", ".join(f"{slot} {picture.token_name(token)}" for slot, token in board)
        self.setAccessibleDescription(words or "an empty board")
        self.update()

    @property
    def cursor_slot(self) -> str:
        """The slot with the keyboard."""
        return self.look.cursor

    def set_cursor(self, slot: str) -> None:
        """Move the keyboard to a slot."""
        if slot in COLUMN and slot != self.look.cursor:
            self.look = replace(self.look, cursor=slot)
            self.update()
            self.moved.emit(slot)

    def sizeHint(self) -> QSize:
        return QSize(560, round(560 * picture.BOARD[1] / picture.BOARD[0]))

    def _scale(self) -> float:
        return min(self.width() / picture.BOARD[0], self.height() / picture.BOARD[1])

    def _origin(self) -> QPointF:
        scale = self._scale()
        return QPointF((self.width() - scale * picture.BOARD[0]) / 2, (self.height() - scale * picture.BOARD[1]) / 2)

    def slot_at(self, point: QPointF) -> str:
        """The slot under a point of the widget, or an empty text."""
        return picture.slot_at((point - self._origin()) / self._scale())

    def slot_point(self, slot: str) -> QPoint:
        """The middle of a slot in the widget."""
        return (picture.centre(slot) * self._scale() + self._origin()).toPoint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.translate(self._origin())
        painter.scale(self._scale(), self._scale())
        shown = self.look if self.hasFocus() or self.look.picked else replace(self.look, cursor="")
        picture.paint_board(painter, self.board, shown)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        slot = self.slot_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or not slot:
            return
        self.set_cursor(slot)
        if self.held:
            self.put_wanted.emit(slot, self.held)
            return
        self._pressed, self._press_at = slot, event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        slot = self.slot_at(event.position())
        if self._pressed and event.buttons() & Qt.MouseButton.LeftButton:
            far = (event.position() - self._press_at).manhattanLength() >= QApplication.startDragDistance()
            if far and self._pressed in self.board.slots:
                self._drag(self._pressed)
            return
        token = self.board.slots.get(slot, "")
        self._show_type(token if token in TRACK_TYPES and slot in TOP_ROW else "")
        if slot:
            QToolTip.showText(event.globalPosition().toPoint(), self.words_for(slot), self)
        else:
            QToolTip.hideText()

    def words_for(self, slot: str) -> str:
        """What a hover says about a slot."""
        token = self.board.slots.get(slot)
        if token is None:
            return f"{slot}: empty, one more danger allowed where the slot can be used"
        if token in TRACK_TYPES and slot in TOP_ROW:
            limit = (self.look.limits or {}).get(token)
            bears = f" Danger limit {limit}: every token laid lowers it." if limit else ""
            return (
                f"{slot}: {token}.{bears} The slots that can be used there are bright; drag to put the types in order"
            )
        return f"{slot}: {picture.token_name(token)}"

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = ""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        slot = self.slot_at(event.position())
        if slot in self.board.slots:
            self.clear_wanted.emit(slot)

    def leaveEvent(self, event: QEvent) -> None:
        self._show_type("")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        slot = self.look.cursor if by_key else self.slot_at(QPointF(event.pos()))
        if slot:
            self.set_cursor(slot)
            self.menu_wanted.emit(slot, self.mapToGlobal(self.slot_point(slot)) if by_key else event.globalPos())

    def _show_type(self, track_type: str) -> None:
        if track_type != self.look.shown_type:
            self.look = replace(self.look, shown_type=track_type)
            self.update()

    # Drag and drop

    def _drag(self, slot: str) -> None:
        token = self.board.slots[slot]
        self._pressed = ""
        drag = QDrag(self)
        drag.setMimeData(token_mime(token, slot))
        size = round(picture.SLOT * self._scale())
        drag.setPixmap(picture.token_pixmap(token, size, self.devicePixelRatioF()))
        drag.setHotSpot(QPoint(size // 2, size // 2))
        if drag.exec(Qt.DropAction.MoveAction | Qt.DropAction.CopyAction) == Qt.DropAction.IgnoreAction:
            # Dropped outside: the token goes back to the tray.
            outside = not self.rect().contains(self.mapFromGlobal(self.cursor().pos()))
            if outside:
                self.clear_wanted.emit(slot)
        self._target("")

    def _target(self, slot: str, allowed: bool = True) -> None:
        self.look = replace(self.look, target=slot, allowed=allowed)
        self.update()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(TOKEN_MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        slot = self.slot_at(event.position())
        token, source = token_of(event.mimeData())
        fits = bool(slot) and self.fits(slot, token) and (not source or self._swap_fits(source, slot))
        self._target(slot, fits)
        event.setAccepted(fits)

    def fits(self, slot: str, token: str) -> bool:
        """Whether a token may lie in a slot: track types in the top row only."""
        return token not in TRACK_TYPES or slot in TOP_ROW

    def _swap_fits(self, source: str, slot: str) -> bool:
        return self.fits(source, self.board.slots.get(slot, ""))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._target("")

    def dropEvent(self, event: QDropEvent) -> None:
        slot = self.slot_at(event.position())
        token, source = token_of(event.mimeData())
        self._target("")
        if not slot or not token:
            return
        event.acceptProposedAction()
        self.set_cursor(slot)
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if source and source != slot:
            self.move_wanted.emit(source, slot)
        elif not source:
            self.put_wanted.emit(slot, token)

    # Keyboard

    def event(self, event: QEvent) -> bool:
        # The window has single keys of its own (turn, flip, remove); on a board they mean tokens.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._knows(event):
            event.accept()
            return True
        return super().event(event)

    def _knows(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        return plain and (event.key() in HANDLED or event.text().lower() in KEYS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._knows(event):
            super().keyPressEvent(event)
            return
        key, slot = event.key(), self.look.cursor
        if event.text().lower() in KEYS:
            self.put_wanted.emit(slot, KEYS[event.text().lower()])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            if slot in self.board.slots:
                self.clear_wanted.emit(slot)
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take_up(slot)
        elif key == Qt.Key.Key_Escape:
            self.look = replace(self.look, picked="")
            self.update()
        else:
            self.set_cursor(neighbour(slot, Qt.Key(key)))

    def _take_up(self, slot: str) -> None:
        """Take a token up, or lay it down on another slot."""
        picked = self.look.picked
        if self.held:
            self.put_wanted.emit(slot, self.held)
        elif picked:
            self.look = replace(self.look, picked="")
            if picked != slot:
                self.move_wanted.emit(picked, slot)
        elif slot in self.board.slots:
            self.look = replace(self.look, picked=slot)
        self.update()


def neighbour(slot: str, key: Qt.Key) -> str:
    """The slot an arrow key leads to; the top row lies over the right end of the others."""
    row = next(number for number, slots in enumerate(ROWS) if slot in slots)
    column = ROWS[row].index(slot)
    if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        return ROWS[row][max(0, min(len(ROWS[row]) - 1, column + (1 if key == Qt.Key.Key_Right else -1)))]
    if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
        return ROWS[row][0 if key == Qt.Key.Key_Home else -1]
    other = max(0, min(len(ROWS) - 1, row + (1 if key == Qt.Key.Key_Down else -1)))
    shift = len(ROWS[other]) - len(ROWS[row])
    return ROWS[other][max(0, min(len(ROWS[other]) - 1, column + shift))]


def token_mime(token: str, slot: str = "") -> QMimeData:
    """A token for a drag, with the slot it comes from."""
    data = QMimeData()
    data.setData(TOKEN_MIME, QByteArray(f"{token} {slot}".strip().encode()))
    return data


def token_of(data: QMimeData) -> tuple[str, str]:
    """The token of a drag and the slot it comes from; empty texts when there is none."""
    words = bytes(data.data(TOKEN_MIME).data()).decode("utf-8", "replace").split(" ")
    return (words[0], words[1] if len(words) > 1 else "")
