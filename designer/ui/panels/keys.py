"""Keys that stay in the widget that has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

#: Keys with these are meant for the window wherever the keyboard is.
FOR_THE_WINDOW = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class _Keeper(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            function_key = Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
            if not event.modifiers() & FOR_THE_WINDOW and not function_key:
                event.accept()
                return True
        return False


def keep_keys(*widgets: QWidget) -> None:
    """Let single keys (Del, letters) act in these widgets, not on the tiles that happen to be selected."""
    for widget in widgets:
        widget.installEventFilter(_Keeper(widget))
