"""The palette of tiles: filters, favourites, recent tiles."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from designer.ui.main_window import MainWindow


def test_filters_narrow_the_palette(window):
    panel = window.pieces
    choose = panel.choices
    for name, value in (("terrain", "snow"), ("danger", "high"), ("shape", "sharp bend")):
        choose[name].setCurrentIndex(choose[name].findData(value))
    shown = [piece.tile for piece in panel.tiles.pieces.pieces]
    assert shown
    assert {tile[-1] for tile in shown} == {"b"}
    assert panel.clear_button.isEnabled()
    choose["feature"].setCurrentIndex(choose["feature"].findData("climb"))
    assert not panel.tiles.pieces.pieces
    assert panel.nothing.isVisible()
    QTest.mouseClick(panel.clear_button, Qt.MouseButton.LeftButton)
    assert len(panel.tiles.pieces.pieces) > 200


def test_every_choice_of_every_filter_finds_tiles(window):
    for choice in window.pieces.choices.values():
        for number in range(1, choice.count()):
            choice.setCurrentIndex(number)
            assert window.pieces.tiles.pieces.pieces, choice.itemText(number)
        choice.setCurrentIndex(0)


def test_favourites_and_recent_tiles_are_remembered(window, qtbot):
    window.pieces.toggle_favourite("418b")
    window.hands.append("202a")
    window.hands.append("208a")
    for shelf, expected in ((1, ["418b"]), (2, ["208a", "202a"])):
        window.pieces.shelf.setCurrentIndex(shelf)
        assert [piece.tile for piece in window.pieces.tiles.pieces.pieces] == expected
    window.session.undo_stack.setClean()
    window.close()
    again = MainWindow(settings=window.settings)
    qtbot.addWidget(again)
    assert again.pieces.favourites == ["418b"]
    assert again.pieces.recent[:2] == ["208a", "202a"]
