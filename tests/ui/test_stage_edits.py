"""Edits of the stage: the clipboard, duplicates, mirroring, the whole stage, appending, the cursor."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from designer.design.hexes import Hex, centre, neighbour
from designer.formats import native
from designer.ui.main_window import MainWindow
from designer.ui.piece import Piece

NONE = Qt.KeyboardModifier.NoModifier


def tiles(window):
    return {placed.hex: (placed.tile, placed.rotation) for placed in window.session.stage}


def test_tiles_are_copied_from_window_to_window(climb, qtbot, tmp_path):
    climb.session.edit_stage("Cloud", lambda stage: stage)
    climb.session.select([Hex(0, 0), Hex(0, 1)])
    climb.hands.copy()
    text = QGuiApplication.clipboard().text()
    assert json.loads(text)["format"] == "crest-design", "what is copied is a design of its own"
    other = MainWindow(settings=QSettings(str(tmp_path / "other.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(other, before_close_func=lambda closing: closing.session.undo_stack.setClean())
    other.show()
    other.canvas.set_hover(Hex(4, 4))
    other.actions_by_name["paste"].trigger()
    assert tiles(other) == {Hex(4, 4): ("202a", 1), Hex(4, 5): ("209a", climb.session.tile(Hex(0, 1)).rotation)}
    assert other.session.selection == {Hex(4, 4), Hex(4, 5)}


def test_cut_and_paste_and_undo(climb):
    before = climb.session.design
    climb.session.select([Hex(0, 0), Hex(0, 1)])
    climb.actions_by_name["cut"].trigger()
    assert climb.session.tile(Hex(0, 0)) is None
    climb.canvas.set_hover(Hex(0, 0))
    climb.actions_by_name["paste"].trigger()
    assert native.stage_to_data(climb.session.stage) == native.stage_to_data(before.stage)
    assert [climb.session.undo_stack.text(number) for number in range(2)] == ["Cut 2 tiles", "Paste 2 tiles"]


@pytest.mark.parametrize("text", ["", "hello", "{}", "[1]", '{"format": "crest-design", "version": 1}', "{" * 90])
def test_what_is_no_tile_is_not_pasted(climb, text):
    before = climb.session.design
    QGuiApplication.clipboard().setText(text)
    climb.hands.paste()
    assert climb.session.design == before
    assert "clipboard holds no tiles" in climb.hint.text()


def test_duplicates_are_refused_when_no_copy_is_left(climb):
    before = climb.session.design
    climb.session.select([Hex(0, 0)])
    climb.actions_by_name["duplicate"].trigger()
    assert climb.session.design == before
    assert "Cannot duplicate: No copy of piece 202 is left" in climb.hint.text()


def test_duplicates_lie_beside_when_there_are_copies(window):
    window.hands.place_piece(Piece(tile="305a"), Hex(0, 0))
    window.hands.duplicate()
    assert [tile.tile for tile in window.session.stage] == ["305a", "305a"]
    assert window.session.selection == {window.session.stage.tiles[1].hex}


def test_connected_road(climb):
    climb.session.select([Hex(0, 0)])
    climb.actions_by_name["select-connected"].trigger()
    chosen = {climb.session.tile(place).tile for place in climb.session.selection}
    assert chosen == {tile.tile for tile in climb.session.stage if tile.tile[0] != "9"}


def test_mirror_where_a_mirrored_piece_exists(window):
    window.hands.append("202a")
    window.hands.append("208a", "left")
    left = window.session.stage.tiles[1]
    window.session.select([left.hex])
    window.actions_by_name["mirror"].trigger()
    mirrored = window.session.tile(left.hex)
    assert mirrored.tile == "208a"
    assert mirrored.rotation != left.rotation
    window.hands.place_piece(Piece(tile="215a"), Hex(5, 5))
    before = window.session.design
    window.actions_by_name["mirror"].trigger()
    assert window.session.design == before
    assert "mirror image of 215a" in window.hint.text()


@pytest.mark.parametrize("name", ["stage-turn", "stage-turn-back", "stage-centre", "stage-arrange", "stage-reverse"])
def test_the_whole_stage_in_one_edit(climb, name):
    before = climb.session.design
    climb.actions_by_name[name].trigger()
    assert climb.session.undo_stack.count() <= 1
    assert sorted(tile.tile for tile in climb.session.stage) == sorted(tile.tile for tile in before.stage)
    assert not [finding for finding in climb.session.findings if finding.severity == "error"]
    climb.session.undo_stack.undo()
    assert climb.session.design == before


def test_gaps_are_filled_with_filler_tiles(climb):
    climb.session.select(tile.hex for tile in climb.session.stage if tile.tile[0] == "9")
    gone = len(climb.session.selection)
    climb.hands.remove()
    road = len(climb.session.stage)
    climb.actions_by_name["stage-fill"].trigger()
    assert len(climb.session.stage) == road + gone
    assert not [finding for finding in climb.session.findings if finding.severity == "error"]
    climb.actions_by_name["stage-fill"].trigger()
    assert "No filler tile is left" in climb.hint.text()


def test_the_side_of_the_hex_chooses_where_the_road_leads(window):
    window.hands.append("202a")
    window.session.arm("tile:208a")
    goal, ways = window.hands.ways("208a")
    assert {way.word for way in ways} == {"left", "right"}
    x, y = centre(goal)
    for way in ways:
        ex, ey = centre(neighbour(goal, way.edge))
        window.canvas.set_hover(goal, x + (ex - x) * 0.4, y + (ey - y) * 0.4)
        assert window.scene.ghost.tiles[0].rotation == way.rotation
        assert window.scene.ghost.allowed
    assert window.scene.arrows.isVisible()
    assert len(window.scene.arrows.ways) == 2


@pytest.mark.parametrize("way", ["left", "right"])
def test_the_buttons_append_what_is_held(window, way):
    window.hands.append("202a")
    window.session.arm("tile:208a")
    expected = next(each for each in window.hands.ways("208a")[1] if each.word == way)
    QTest.mouseClick(window.pieces.ways[way], Qt.MouseButton.LeftButton)
    assert window.session.stage.tiles[1].rotation == expected.rotation
    assert window.session.undo_stack.count() == 2


def test_a_double_click_appends(window):
    window.pieces.filter.setText("202a")
    shown = window.pieces.tiles
    spot = shown.visualRect(shown.pieces.index(0)).center()
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, NONE, spot)
    QTest.mouseDClick(shown.viewport(), Qt.MouseButton.LeftButton, NONE, spot)
    assert tiles(window) == {Hex(0, 0): ("202a", 0)}
    assert window.session.armed == ""


def test_the_cursor_moves_tiles_too(climb):
    climb.session.select([Hex(0, 0)])
    climb.canvas.setFocus()
    QTest.keyClick(climb.canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert climb.session.tile(Hex(-1, 0)).tile == "202a"
    assert climb.session.undo_stack.undoText() == "Move 202a"
