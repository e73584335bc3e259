"""The searchable list of everything the window can do: type a few letters, choose with the arrow keys, press Enter."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QDialog, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

ACTION_ROLE = Qt.ItemDataRole.UserRole


def plain(words: str) -> str:
    """An action's words without the marks of its menu.

    >>> plain("&Open\N{HORIZONTAL ELLIPSIS}")
    'Open'
    """
    return words.replace("&", "").rstrip("\N{HORIZONTAL ELLIPSIS}")


def score(wanted: str, words: str) -> int | None:
    """How well words fit what was typed: smaller is better, None does not fit. Each word typed must stand somewhere.

    >>> score("rot st", "Rotate the stage") is not None, score("zoom", "Undo")
    (True, None)
    """
    text, total = words.lower(), 0
    for part in wanted.lower().split():
        at = text.find(part)
        if at < 0:
            return None
        total += at + (0 if at == 0 or not text[at - 1].isalnum() else 40)
    return total


class CommandList(QDialog):
    """Lists actions with their menu and keys, and does the one that is chosen."""

    def __init__(self, actions: Iterable[tuple[str, QAction]], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("commands")
        self.entries = [
            (f"{menu}: {plain(action.text())}" if menu else plain(action.text()), action) for menu, action in actions
        ]
        self.field = QLineEdit()
        self.field.setPlaceholderText("What do you want to do? Type a few letters")
        self.field.setAccessibleName("Command")
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Commands that fit")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self.resize(520, 380)
        self.list.setColumnWidth(0, 350)
        self.field.textChanged.connect(self.refresh)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(self._do)
        self.refresh("")

    def paintEvent(self, event: QPaintEvent) -> None:
        # A popup has no frame of its own, and would melt into the window.
        painter = QPainter(self)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Dark), 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def refresh(self, wanted: str) -> None:
        """List what fits, the best first."""
        self.list.clear()
        found = [(rank, words, action) for words, action in self.entries if (rank := score(wanted, words)) is not None]
        found.sort(key=lambda entry: (not entry[2].isEnabled(), entry[0]) if wanted else (0, 0))
        for _, words, action in found:
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            if action.isCheckable():
                words += " (on)" if action.isChecked() else " (off)"
            row = QTreeWidgetItem([words, keys])
            row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            row.setData(0, ACTION_ROLE, action)
            row.setToolTip(0, action.toolTip())
            row.setDisabled(not action.isEnabled())
            self.list.addTopLevelItem(row)
        self._go(0)

    def _go(self, number: int) -> None:
        row = self.list.topLevelItem(number % max(1, self.list.topLevelItemCount()))
        if row is not None:
            self.list.setCurrentItem(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            current = self.list.currentItem()
            number = self.list.indexOfTopLevelItem(current) if current is not None else 0
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            if event.key() in step:
                self._go(number + step[Qt.Key(event.key())])
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if current is not None:
                    self._do(current)
                return True
        return super().eventFilter(watched, event)

    def _do(self, row: QTreeWidgetItem) -> None:
        action: QAction = row.data(0, ACTION_ROLE)
        if action.isEnabled():
            self.accept()
            action.trigger()
