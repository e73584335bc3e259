"""The window fits a small screen and never grows by itself."""

import pytest
from PySide6.QtCore import QSettings, QSize
from PySide6.QtWidgets import QApplication

from designer.ui.main_window import MainWindow
from tests.ui.gestures import at_once, settle

SMALL = QSize(1024, 640)


@pytest.fixture
def small(climb):
    """A window with Climb 1, as large as a small screen."""
    climb.resize(SMALL)
    settle()
    return climb


def test_every_tab_and_panel_fits_a_small_screen(small):
    for page in (small.canvas, small.boards, small.spire, small.canvas):
        small.views.setCurrentWidget(page)
        assert small.views.currentWidget() is page
        for dock in small.docks.values():
            dock.raise_()
            settle()
            assert small.size() == SMALL
            wanted = small.minimumSizeHint()
            assert wanted.width() <= SMALL.width()
            assert wanted.height() <= SMALL.height()


def test_a_finished_run_and_many_problems_do_not_make_it_grow(small, qtbot):
    small.simulation.runs.setValue(5)
    with at_once(), qtbot.waitSignal(small.simulation.finished, timeout=60_000):
        small.run_simulation()
    small.session.select([tile.hex for tile in small.session.stage][2:5])
    small.hands.turn(1)
    small.files.new()
    settle()
    assert small.size() == SMALL


def test_the_start_page_fits_a_small_screen(small):
    small.show_start()
    QApplication.sendPostedEvents()  # it is laid out; its pictures come one after the other and take no more room
    assert small.size() == SMALL


def test_the_first_size_fits_the_screen(qtbot, qapp, tmp_path):
    window = MainWindow(settings=QSettings(str(tmp_path / "none-yet.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    room = window.screen().availableGeometry().size()
    assert 600 < window.width() < room.width()
    assert 500 < window.height() < room.height()
