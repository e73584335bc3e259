"""What a user does with the window, and what a test waits for.

Widgets are found as a screen reader names them and panels by their tabs, so that no test looks inside.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QTabBar, QWidget

from designer.simulator.common.batching import SimulationError
from designer.ui import batch_control
from designer.ui.background import Work
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


class _AtOnce(QObject):
    """Does the work of a ``BackgroundJob`` in the process of the window, as soon as it comes to it."""

    progress = Signal(int, int)
    ended = Signal(object)
    failed = Signal(str)

    def __init__(self, work: Work, arguments: tuple[Any, ...], parent: QObject) -> None:
        super().__init__(parent)
        self.work, self.arguments = work, arguments

    def start(self) -> None:
        QTimer.singleShot(0, self, self.do)

    def do(self) -> None:
        try:
            made = self.work(*self.arguments, self.progress.emit)
        except SimulationError as error:
            self.failed.emit(str(error))
        else:
            self.ended.emit(made)


@contextmanager
def at_once() -> Iterator[None]:
    """What is started here works in this process: for tests about what is made of a result, not about how it came.

    To start a process takes longer than a few runs. That work is done beside the window, can be cancelled and may
    die is tested without this.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch_control, "BackgroundJob", _AtOnce)
        yield
