"""The window fits a small screen and never grows by itself."""

import pytest
from PySide6.QtCore import QSize

SMALL = QSize(1024, 640)


@pytest.fixture
def small(climb, qtbot):
    """A window with Climb 1, as large as a small screen."""
    climb.resize(SMALL)
    qtbot.wait(30)
    return climb


def test_every_tab_and_panel_fits_a_small_screen(small, qtbot):
    for page in (small.canvas, small.boards, small.spire, small.canvas):
        small.views.setCurrentWidget(page)
        assert small.views.currentWidget() is page
        for dock in small.docks.values():
            dock.raise_()
            qtbot.wait(5)
            assert small.size() == SMALL
            wanted = small.minimumSizeHint()
            assert wanted.width() <= SMALL.width()
            assert wanted.height() <= SMALL.height()


def test_a_finished_run_and_many_problems_do_not_make_it_grow(small, qtbot):
    small.simulation.runs.setValue(5)
    with qtbot.waitSignal(small.simulation.finished, timeout=60_000):
        small.run_simulation()
    small.session.select([tile.hex for tile in small.session.stage][2:5])
    small.hands.turn(1)
    small.files.new()
    qtbot.wait(30)
    assert small.size() == SMALL


def test_the_start_page_fits_a_small_screen(small, qtbot):
    small.show_start()
    qtbot.wait(30)
    assert small.size() == SMALL


def test_the_first_size_fits_the_screen(window):
    room = window.screen().availableGeometry().size()
    wanted = window._first_size()
    assert wanted.width() < room.width()
    assert wanted.height() < room.height()
