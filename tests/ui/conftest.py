"""Window tests run without a display."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from designer.resources import folder
from designer.ui import theme
from designer.ui.app import application
from designer.ui.main_window import MainWindow
from tests.ui.gestures import settle


@pytest.fixture
def stages() -> Path:
    """The folder of the official stages."""
    return folder("exports") / "stages"


def forget_changes(closing: MainWindow) -> None:
    """Let a window close without a question."""
    for document in closing.session.documents:
        document.undo_stack.setClean()


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A window on an empty stage, with settings of its own."""
    application()
    theme.use("light")
    shown = MainWindow(settings=QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    # A changed design would ask before it closes, and nobody answers here.
    qtbot.addWidget(shown, before_close_func=forget_changes)
    shown.resize(1200, 800)
    shown.show()
    qtbot.waitExposed(shown)
    settle()
    return shown


@pytest.fixture
def climb(window: MainWindow, stages: Path) -> MainWindow:
    """A window with Climb 1."""
    assert window.files.open_path(stages / "climb-1.json")
    return window
