"""The start page: designs by their own names, spires and boards beside stages, and a way back."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from designer.formats import native
from designer.ui.start_page import PATH_ROLE


def entries(page):
    """The entries that are shown: name and file."""
    items = [page.gallery.item(row) for row in range(page.gallery.count())]
    return [(item.text(), item.data(PATH_ROLE)) for item in items if not item.isHidden()]


def test_designs_are_listed_by_their_own_names_on_three_shelves(window):
    page = window.start
    for shelf, words in enumerate(("Stages", "Spires", "Boards")):
        assert page.shelf.tabText(shelf) == words
        page.shelf.setCurrentIndex(shelf)
        found = entries(page)
        assert found
        for name, path in found:
            assert name == native.load(path).name


def test_pictures_take_no_room_that_was_not_theirs(window, qtbot):
    window.show_start()
    page = window.start
    before = [page.gallery.visualItemRect(page.gallery.item(row)) for row in range(6)]
    qtbot.waitUntil(lambda: not page.waiting, timeout=60_000)
    assert [page.gallery.visualItemRect(page.gallery.item(row)) for row in range(6)] == before


def test_escape_and_a_button_lead_back(climb):
    for back in (lambda: QTest.keyClick(climb.start, Qt.Key.Key_Escape), climb.start.back_button.click):
        climb.actions_by_name["start-page"].trigger()
        assert climb.start.isVisible()
        back()
        assert not climb.start.isVisible()
        assert climb.session.design.name == "Climb 1"
        assert climb.docks["Pieces"].isVisible()


def test_a_spire_and_a_board_open_on_their_tab(window):
    page = window.start
    for shelf, view in ((1, window.spire), (2, window.boards)):
        window.show_start()
        page.shelf.setCurrentIndex(shelf)
        name, path = entries(page)[0]
        page.opened.emit(path, True)
        assert window.session.design.name == name
        assert window.views.currentWidget() is view
