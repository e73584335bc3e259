"""The three-step tour: each step darkens the window but for the part it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

WIDTH = 330
GAP = 14


@dataclass(frozen=True)
class Step:
    """A step of the tour: the part of the window, a head, and what to say. ``before`` brings the part into sight."""

    part: QWidget
    head: str
    words: str
    before: Callable[[], object]


class Tour(QWidget):
    """Covers a window while the tour lasts; Enter or the right arrow goes on, Esc ends it."""

    def __init__(self, window: QWidget, steps: Sequence[Step]) -> None:
        super().__init__(window)
        self._window = window
        self.setObjectName("tour")
        self.steps = steps
        self.number = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bubble = QFrame(self)
        self.bubble.setAutoFillBackground(True)
        self.bubble.setFrameShape(QFrame.Shape.StyledPanel)
        self.bubble.setFixedWidth(WIDTH)
        self.head = QLabel()
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.count = QLabel()
        self.end_button = QPushButton("End")
        self.back_button = QPushButton("Back")
        self.next_button = QPushButton("Next")
        for button in (self.end_button, self.back_button, self.next_button):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        row = QHBoxLayout()
        row.addWidget(self.count, 1)
        for button in (self.end_button, self.back_button, self.next_button):
            row.addWidget(button)
        layout = QVBoxLayout(self.bubble)
        layout.addWidget(self.head)
        layout.addWidget(self.words)
        layout.addLayout(row)
        self.end_button.clicked.connect(self.end)
        self.back_button.clicked.connect(lambda: self.go(self.number - 1))
        self.next_button.clicked.connect(lambda: self.go(self.number + 1))
        window.installEventFilter(self)
        self.setGeometry(window.rect())
        self.show()
        self.raise_()
        self.setFocus()
        self.go(0)

    def go(self, number: int) -> None:
        """Show a step; past the last one the tour ends."""
        if number >= len(self.steps):
            self.end()
            return
        self.number = max(0, number)
        step = self.steps[self.number]
        step.before()
        self.head.setText(f"<b>{step.head}</b>")
        self.words.setText(step.words)
        self.count.setText(f"{self.number + 1} of {len(self.steps)}")
        self.back_button.setEnabled(self.number > 0)
        self.next_button.setText("Done" if self.number + 1 == len(self.steps) else "Next")
        # Bringing a panel into sight puts it on top, and it is laid out only later.
        self.raise_()
        self.setFocus()
        self._settle()
        QTimer.singleShot(0, self._settle)

    def end(self) -> None:
        """End the tour."""
        self._window.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def _part(self) -> QRect:
        part = self.steps[self.number].part
        return QRect(part.mapTo(self._window, QPoint(0, 0)), part.size()).adjusted(-4, -4, 4, 4)

    def _settle(self) -> None:
        """Put the bubble beside the part, where there is room."""
        self.bubble.adjustSize()
        part, size = self._part(), self.bubble.sizeHint()
        width, height = WIDTH, size.height()
        if part.right() + GAP + width < self.width():
            place = QPoint(part.right() + GAP, part.top() + 40)
        elif part.left() - GAP - width > 0:
            place = QPoint(part.left() - GAP - width, part.top() + 40)
        elif part.top() - GAP - height > 0:
            place = QPoint(part.center().x() - width // 2, part.top() - GAP - height)
        else:
            place = QPoint(part.center().x() - width // 2, part.top() + 40)
        place.setX(min(max(place.x(), 8), self.width() - width - 8))
        place.setY(min(max(place.y(), 8), self.height() - height - 8))
        self.bubble.move(place)
        self.bubble.resize(width, height)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade = QPainterPath()
        shade.addRect(QRectF(self.rect()))
        hole = QPainterPath()
        hole.addRoundedRect(QRectF(self._part()), 8, 8)
        painter.fillPath(shade.subtracted(hole), QColor(10, 14, 20, 150))
        painter.setPen(QPen(QColor("#f5c518"), 3))
        painter.drawPath(hole)

    def mousePressEvent(self, event: object) -> None:
        self.go(self.number + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right, Qt.Key.Key_Space):
            self.go(self.number + 1)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Backspace):
            self.go(self.number - 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._window.rect())
            self._settle()
        return False
