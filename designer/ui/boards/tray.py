"""The tray: every dashboard token with how many are left. Drag one onto the board, or click to hold it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from designer.drawing.boards import painter as picture
from designer.ui.boards.view import KEYS, token_mime

CELL = QSize(46, 62)
#: What a token is for, in a few words.
USES = {
    "brake": "skips a gear downward beside a gear die; with a coast die it keeps the speed down a climb line",
    "coast": "one space at the same speed; leader dice stand in for it where leaders drive",
    "boost": "with a gear die two gears up; with a coast die it keeps the speed up a climb line",
    "puncture-proof": "a coast damage drawn in a shortcut goes back into the bag",
    "sisu": "once a rally: the dangers of a turn are cancelled",
    "blank": "a restriction token turned over: it takes its slot and forbids nothing",
    "r": "marks a rally category; takes its slot and forbids nothing",
    "gt": "marks a GT category; takes its slot and forbids nothing",
}


class Tray(QWidget):
    """Tokens in rows. ``held_changed`` carries the token that is held for placing, or an empty text."""

    held_changed = Signal(str)

    def __init__(self, tokens: Iterable[str], name: str = "Tokens") -> None:
        super().__init__()
        self.tokens = tuple(tokens)
        self.left: Mapping[str, int] = {}
        self.held = ""
        self._pressed = ""
        self._press_at = QPointF()
        self._hover = ""
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumWidth(4 * CELL.width())

    def show_left(self, left: Mapping[str, int]) -> None:
        """Show how many of each token are left."""
        self.left = left
        self.update()

    def hold(self, token: str) -> None:
        """Hold a token for placing by click; an empty text puts it back."""
        if token != self.held:
            self.held = token
            self.held_changed.emit(token)
            self.update()

    def _columns(self, width: int) -> int:
        return max(1, min(len(self.tokens), width // CELL.width()))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return -(-len(self.tokens) // self._columns(width)) * CELL.height() + 4

    def sizeHint(self) -> QSize:
        return QSize(12 * CELL.width(), self.heightForWidth(12 * CELL.width()))

    def cell(self, token: str) -> QRectF:
        """Where a token is drawn."""
        number, columns = self.tokens.index(token), self._columns(self.width())
        return QRectF(
            number % columns * CELL.width(), 2 + number // columns * CELL.height(), CELL.width(), CELL.height()
        )

    def token_at(self, point: QPointF) -> str:
        """The token under a point, or an empty text."""
        return next((token for token in self.tokens if self.cell(token).contains(point)), "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.88)
        painter.setFont(font)
        for token in self.tokens:
            rect = self.cell(token)
            left = self.left.get(token)
            used_up = left is not None and left <= 0
            if token == self.held:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(palette.highlight())
                painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 6, 6)
            elif token == self._hover:
                painter.setPen(QPen(palette.highlight().color(), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 6, 6)
            painter.save()
            painter.setOpacity(0.35 if used_up else 1.0)
            painter.translate(rect.center().x(), rect.top() + 23)
            painter.scale(0.66, 0.66)
            picture.paint_token(painter, token)
            painter.restore()
            role = (
                QPalette.ColorRole.HighlightedText
                if token == self.held
                else (QPalette.ColorRole.PlaceholderText if used_up else QPalette.ColorRole.Text)
            )
            painter.setPen(palette.color(role))
            words = "" if left is None else f"{max(left, 0)} left" if not used_up else "none"
            painter.drawText(rect.adjusted(0, 42, 0, -2), int(Qt.AlignmentFlag.AlignCenter), words)

    def words_for(self, token: str) -> str:
        """What a hover says about a token."""
        key = next((key for key, name in KEYS.items() if name == token), "")
        lines = [picture.token_name(token) + (f" (key {key.upper()})" if key else "")]
        if token in USES:
            lines.append(USES[token])
        if token in self.left:
            lines.append(f"{max(self.left[token], 0)} left in the boxes at hand")
        return "\n".join(lines)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._press_at = self.token_at(event.position()), event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        if token != self._hover:
            self._hover = token
            self.update()
        far = (event.position() - self._press_at).manhattanLength() >= QApplication.startDragDistance()
        if self._pressed and event.buttons() & Qt.MouseButton.LeftButton and far:
            token, self._pressed = self._pressed, ""
            self.hold("")
            drag = QDrag(self)
            drag.setMimeData(token_mime(token))
            drag.setPixmap(picture.token_pixmap(token, 52, self.devicePixelRatioF()))
            drag.setHotSpot(QPoint(26, 26))
            drag.exec(Qt.DropAction.CopyAction)
        elif token:
            QToolTip.showText(event.globalPosition().toPoint(), self.words_for(token), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        token, self._pressed = self._pressed, ""
        if token and token == self.token_at(event.position()):
            self.hold("" if token == self.held else token)

    def leaveEvent(self, event: object) -> None:
        self._hover = ""
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hold("")
            return
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        at = self.tokens.index(self.held) + step if self.held else 0
        self.hold(self.tokens[at % len(self.tokens)])
