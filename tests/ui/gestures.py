"""What a user does with the window, and what a test waits for.

Widgets are found as a screen reader names them and panels by their tabs, so that no test looks inside.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import TypeVar

from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QTabBar, QWidget

from designer.ui.main_window import MainWindow

W = TypeVar("W", bound=QWidget)


def settle() -> None:
    """Let the program do all that is due - posted events, layouts, painting - until nothing is left to do.

    Nothing is waited for: a clock that has not yet come round stays as it is (see ``clocks``).
    """
    dispatcher = QAbstractEventDispatcher.instance()
    for _ in range(1000):
        if not dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents):
            return
    raise AssertionError("the window does not come to rest")


def clocks(widget: QWidget) -> list[QTimer]:
    """The clocks of a widget that run: while there is none, nothing goes on by itself, however long one waits."""
    return [clock for clock in widget.findChildren(QTimer) if clock.isActive()]


def named(parent: QWidget, kind: type[W], name: str) -> W:
    """The one widget of a kind that has this name for a screen reader."""
    (found,) = [widget for widget in parent.findChildren(kind) if widget.accessibleName() == name]
    return found


def show_panel(window: MainWindow, name: str) -> None:
    """Click the tab of a panel at the bottom."""
    settle()  # tabs are laid out with the window
    title = window.docks[name].windowTitle()
    bar, number = next(
        (bar, number)
        for bar in window.findChildren(QTabBar)
        for number in range(bar.count())
        if bar.parent() is window and bar.tabText(number) == title
    )
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, bar.tabRect(number).center())
    settle()


def choose(box: QComboBox, words: str) -> None:
    """Choose an entry of a box as a user does."""
    number = box.findText(words)
    assert number >= 0, [box.itemText(row) for row in range(box.count())]
    box.setCurrentIndex(number)
    box.activated.emit(number)


def write(field: QLineEdit, words: str) -> None:
    """Write over what stands in a field."""
    field.selectAll()
    QTest.keyClicks(field, words)


def process_of(start: Callable[[], object]) -> BaseProcess:
    """The process that something starts for its work."""
    before = set(multiprocessing.active_children())
    start()
    (process,) = set(multiprocessing.active_children()) - before
    return process
