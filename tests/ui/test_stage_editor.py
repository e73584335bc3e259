"""What makes the stage editor: tabs, clipboard, mirror, filters, standing tokens, overlays, minimap, commands."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QGuiApplication, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox

from designer.design import stage as edit
from designer.design.hexes import Hex, centre, neighbour, turned
from designer.design.stage import Stage, Token
from designer.formats import native
from designer.ui.canvas.edits import Piece
from designer.ui.canvas.overlays import OVERLAYS
from designer.ui.commands import ACTION_ROLE, score
from designer.ui.design_dialog import DesignDialog
from designer.ui.main_window import MainWindow
from designer.ui.session import EMPTY
from designer.validation.context import Context

NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def answer(monkeypatch):
    """What every question is answered."""
    given = {"answer": QMessageBox.StandardButton.Discard, "asked": []}

    def show(box):
        given["asked"].append(box.text())
        return given["answer"]

    monkeypatch.setattr(QMessageBox, "exec", show)
    return given


def tiles(window):
    return {placed.hex: (placed.tile, placed.rotation) for placed in window.session.stage}


# Several designs


def test_every_file_has_a_tab_and_its_own_history(window, stages, answer):
    window.files.open_path(stages / "climb-1.json")
    assert len(window.session.documents) == 1, "the untouched design made room"
    assert window.tabs.isHidden()
    window.files.open_path(stages / "climb-2.json")
    assert [window.tabs.tabText(number) for number in range(2)] == ["Climb 1", "Climb 2"]
    window.session.select([Hex(0, 0)])
    window.hands.turn(1)
    assert window.tabs.tabText(1).startswith("Climb 2 ")
    window.tabs.setCurrentIndex(0)
    assert window.session.design.name == "Climb 1"
    assert not window.actions_by_name["undo"].isEnabled()
    assert window.session.selection == frozenset()
    assert set(window.scene.items_by_place) == {(tile.hex, 0) for tile in window.session.stage}
    window.actions_by_name["next-design"].trigger()
    assert window.session.design.name == "Climb 2"
    assert window.session.selection == {Hex(0, 0)}
    window.actions_by_name["undo"].trigger()
    assert not window.session.document.changed


def test_a_changed_design_asks_before_its_tab_closes(climb, stages, answer):
    climb.files.open_path(stages / "climb-2.json")
    climb.session.select([Hex(0, 0)])
    climb.hands.remove()
    answer["answer"] = QMessageBox.StandardButton.Cancel
    climb.actions_by_name["close"].trigger()
    assert "Climb 2 has changes" in answer["asked"][0]
    assert len(climb.session.documents) == 2
    answer["answer"] = QMessageBox.StandardButton.Discard
    climb.actions_by_name["close"].trigger()
    assert [document.title for document in climb.session.documents] == ["Climb 1"]
    climb.actions_by_name["close"].trigger()
    assert climb.session.design == EMPTY
    assert len(answer["asked"]) == 2


def test_an_open_file_comes_to_the_front(window, stages):
    for name in ("climb-1", "climb-2", "climb-1"):
        window.files.open_path(stages / f"{name}.json")
    assert [document.title for document in window.session.documents] == ["Climb 1", "Climb 2"]
    assert window.session.design.name == "Climb 1"


def test_closing_the_window_asks_for_every_changed_design(climb, stages, answer):
    for name in ("climb-2", "rally-1-ss1"):
        climb.files.open_path(stages / f"{name}.json")
        climb.session.select([Hex(0, 0)])
        climb.hands.remove()
    assert climb.close()
    assert len(answer["asked"]) == 2


# Clipboard


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


# Selecting, mirroring, the whole stage


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


# Appending and holding


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


# The palette


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


# Tokens


def drop_token(window, kind, place, towards):
    x, y = centre(place)
    ex, ey = centre(neighbour(place, towards))
    window.canvas.set_hover(place, x + (ex - x) * 0.4, y + (ey - y) * 0.4)
    return window.hands.place_piece(Piece(token=kind), place)


def test_an_arch_stands_on_the_edge_nearest_to_the_pointer(window, stages):
    window.files.open_path(stages / "rx2-ss1.json")
    official = window.session.stage
    for placed in official:
        for token in placed.tokens:
            window.session.edit_stage("Take", lambda stage, placed=placed, token=token: _without(stage, placed, token))
    assert not [token for placed in window.session.stage for token in placed.tokens]
    for placed in official:
        for token in placed.tokens:
            assert drop_token(window, token.kind, placed.hex, turned(token.place, placed.rotation))
    assert native.stage_to_data(window.session.stage) == native.stage_to_data(official)


def _without(stage: Stage, placed, token) -> Stage:
    return edit.take_token(stage, placed.hex, token.kind, token.value)


def test_a_standee_inside_a_tile_can_look_both_ways(window):
    window.hands.append("204a")
    x, y = centre(Hex(0, 0))
    places = []
    window.session.arm("token:finish")
    for _ in range(2):
        window.canvas.set_hover(Hex(0, 0), x, y)
        places.append(window.hands.token_for(Piece(token="finish"), window.session.tile(Hex(0, 0))).place)
        window.hands.turn(1)
    first, second = (place.split(">") for place in places)
    assert first == second[::-1]


def test_an_arch_needs_a_road(climb):
    filler = next(tile.hex for tile in climb.session.stage if tile.tile[0] == "9")
    assert not climb.hands.place_piece(Piece(token="joker-exit"), filler)
    assert "has none" in climb.hint.text()


def test_what_tokens_do_is_drawn(climb, qtbot):
    place = next(tile.hex for tile in climb.session.stage if tile.tile == "217a")
    qtbot.wait(20)
    pictures = [climb.grab().toImage()]
    for token in (Token("climb", -1), Token("cloud"), Token("oxygen", -2)):
        climb.session.edit_stage("Put", lambda stage, token=token: _with(stage, place, token))
        qtbot.wait(20)
        pictures.append(climb.grab().toImage())
    assert all(one != other for one, other in pairwise(pictures))
    item = climb.scene.item_at_hex(place)
    assert item.driven, "the arrows know which way the tile is driven"
    climb.session.select([])
    climb.actions_by_name["stage-reverse"].trigger()
    entry, leave = item.driven[0]
    assert climb.scene.item_at_hex(place).driven == ((leave, entry),) or item.placed.token("climb").value == 1


def _with(stage: Stage, place, token) -> Stage:
    return edit.put_token(stage, place, token)


def test_tokens_are_laid_by_the_keyboard_alone(climb):
    climb.activateWindow()
    QTest.keyClick(climb.canvas, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    shown = QApplication.focusWidget()
    assert shown is climb.pieces.tokens
    for _ in range(30):
        if shown.currentIndex().data() == "Cloud":
            break
        QTest.keyClick(shown, Qt.Key.Key_Right)
    QTest.keyClick(shown, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is climb.canvas
    assert climb.canvas.cursor_hex is not None
    place = climb.canvas.cursor_hex
    QTest.keyClick(climb.canvas, Qt.Key.Key_Return)
    assert [token.kind for token in climb.session.tile(place).tokens] == ["cloud"]


# Seeing


@pytest.mark.parametrize("name", OVERLAYS)
def test_every_overlay_can_be_switched(climb, qtbot, name):
    panel = climb.simulation
    if name in ("heat", "line"):
        panel.runs.setValue(5)
        with qtbot.waitSignal(panel.finished, timeout=60_000):
            panel.run()
    qtbot.wait(20)
    before = climb.canvas.grab().toImage()
    climb.actions_by_name[f"overlay-{name}"].trigger()
    qtbot.wait(20)
    assert climb.canvas.grab().toImage() != before
    climb.actions_by_name["overlays-off"].trigger()
    qtbot.wait(20)
    assert climb.canvas.grab().toImage() == before
    assert not climb.scene.overlays.items


def test_the_space_graph_overlay_shows_every_space_and_step(climb):
    climb.actions_by_name["overlay-spaces"].trigger()
    graph = Context(climb.session.design).spaces
    marks = [item.marks for item in climb.scene.overlays.items.values()]
    assert sum(len(mark.dots) for mark in marks) == len(graph)
    assert sum(not step.second for mark in marks for step in mark.steps) == graph.number_of_edges()
    whole = sum(1 for mark in marks for step in mark.steps if not step.leaves)
    halves = sum(1 for mark in marks for step in mark.steps if step.leaves)
    assert whole + halves / 2 == graph.number_of_edges()


def test_on_a_large_stage_the_space_graph_follows_after_a_pause(climb, qtbot, monkeypatch):
    monkeypatch.setattr("designer.ui.canvas.overlays.LARGE", 5)
    climb.actions_by_name["overlay-spaces"].trigger()

    def dots():
        return sum(len(item.marks.dots) for item in climb.scene.overlays.items.values())

    before = dots()
    assert before == len(Context(climb.session.design).spaces)
    last = next(tile.hex for tile in climb.session.stage if tile.tile == "203a")
    climb.session.select([last])
    climb.hands.remove()
    assert last not in climb.scene.overlays.items, "what is gone goes at once"
    qtbot.waitUntil(lambda: dots() == len(Context(climb.session.design).spaces) < before, timeout=5000)


def test_the_elevation_overlay_follows_the_profile(climb):
    climb.actions_by_name["overlay-elevation"].trigger()
    profile = climb.session.facts.profile
    for point in profile:
        assert climb.scene.overlays.items[point.hex].marks.height[1] == point.height


def test_a_simulation_of_one_design_is_not_shown_on_another(climb, stages, qtbot):
    panel = climb.simulation
    panel.runs.setValue(5)
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.run()
    assert climb.scene.overlays.report is panel.report
    climb.files.open_path(stages / "climb-2.json")
    assert climb.scene.overlays.report is None
    climb.tabs.setCurrentIndex(0)
    assert climb.scene.overlays.report is panel.report


def test_facts_and_profile_follow_edits(climb):
    panel = climb.facts
    assert "30 spaces" in panel.text.toPlainText()
    assert len(panel.profile.points) == len(climb.session.facts.profile)
    place = next(tile.hex for tile in climb.session.stage if tile.tile == "217a")
    climb.session.edit_stage("Put", lambda stage: _with(stage, place, Token("climb", -1)))
    assert panel.profile.up > 2
    spots = panel.profile._spots()
    with_signal = []
    panel.visited.connect(with_signal.append)
    QTest.mouseClick(panel.profile, Qt.MouseButton.LeftButton, NONE,
                     QPoint(round((spots[0].x() + spots[1].x()) / 2), 60))
    assert with_signal == [Hex(0, 0)]
    assert climb.session.selection == {Hex(0, 0)}


def test_a_pace_note_leads_to_its_tile(climb):
    climb.docks["Pace notes"].raise_()
    QApplication.processEvents()
    panel = climb.notes
    assert panel.list.count() == len(panel.notes) > 5
    row = panel.list.item(3)
    panel.list.itemClicked.emit(row)
    assert climb.session.selection == {panel.notes[3].hex}
    panel.copy()
    assert QGuiApplication.clipboard().text().startswith("start")


def test_the_minimap_moves_the_view(climb):
    minimap = climb.canvas.minimap
    assert minimap.isHidden(), "the whole stage is in view"
    climb.canvas.zoom_by(4.0)
    assert minimap.isVisible()
    corner = minimap.pos()
    climb.canvas.horizontalScrollBar().setValue(climb.canvas.horizontalScrollBar().value() + 150)
    assert minimap.pos() == corner, "scrolling does not carry it away"
    before = climb.canvas.mapToScene(QPoint(0, 0))
    QTest.mouseClick(minimap, Qt.MouseButton.LeftButton, NONE, QPoint(20, 20))
    assert climb.canvas.mapToScene(QPoint(0, 0)) != before
    climb.actions_by_name["minimap"].trigger()
    assert minimap.isHidden()


def test_two_fingers_drawn_apart_zoom(climb):
    before = climb.canvas.zoom_factor()
    point = QPointF(200, 200)
    pinch = QNativeGestureEvent(Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
                                point, point, point, 0.25, QPointF())
    QApplication.sendEvent(climb.canvas.viewport(), pinch)
    assert climb.canvas.zoom_factor() == pytest.approx(before * 1.25, rel=0.01)


def test_tabs_remember_where_they_looked(climb, stages):
    climb.canvas.zoom_by(3.0)
    zoom = climb.canvas.zoom_factor()
    climb.files.open_path(stages / "climb-2.json")
    assert climb.canvas.zoom_factor() != zoom
    climb.tabs.setCurrentIndex(0)
    assert climb.canvas.zoom_factor() == pytest.approx(zoom)


# Commands, fixes, start page


def test_the_list_of_commands_finds_and_does(climb):
    climb.actions_by_name["commands"].trigger()
    commands = climb.commands
    QTest.keyClicks(commands.field, "tur clock")
    first = commands.list.topLevelItem(0).data(0, ACTION_ROLE)
    assert "clockwise" in first.text().lower()
    commands.field.setText("select all")
    QTest.keyClick(commands.field, Qt.Key.Key_Return)
    assert len(climb.session.selection) == len(climb.session.stage)
    assert not commands.isVisible()


def test_every_action_is_in_the_list_of_commands(climb):
    listed = [action for _, action in climb.act.listed()]
    assert {id(action) for action in climb.actions_by_name.values()} <= {id(action) for action in listed}
    assert len({id(action) for action in listed}) == len(listed), "each once"


def test_no_two_actions_share_a_key(climb):
    seen = {}
    for name, action in climb.actions_by_name.items():
        for keys in action.shortcuts():
            assert seen.setdefault(keys.toString(), name) == name, keys.toString()


@pytest.mark.parametrize(("wanted", "words", "fits"), [("und", "Undo", True), ("sta mir", "Mirror the stage", True),
                                                       ("xyz", "Undo", False)])
def test_command_score(wanted, words, fits):
    assert (score(wanted, words) is not None) is fits


def test_fixes_stand_on_the_menu_of_their_tile(climb):
    before = climb.session.design
    climb.session.select([Hex(0, 1)])
    climb.hands.turn(2)
    fixes = [action for action in climb.menu_for(Hex(0, 1)).actions() if action.text().startswith("Fix: Turn 209a")]
    assert fixes
    fixes[0].trigger()
    assert climb.session.design == before


def test_the_start_page_opens_a_copy_and_gives_the_docks_back(window, qtbot):
    hidden = [name for name, dock in window.docks.items() if dock.isHidden()]
    window.show_start()
    assert window.start.isVisible()
    assert all(dock.isHidden() for dock in window.docks.values())
    assert not window.canvas_is_seen()
    qtbot.waitUntil(lambda: not window.start.waiting, timeout=30_000)
    assert not window.start.gallery.item(0).icon().isNull()
    window.start.gallery.itemClicked.emit(window.start.gallery.item(1))
    assert window.session.design.name == "Climb 2"
    assert window.session.path is None
    assert not window.start.isVisible()
    assert [name for name, dock in window.docks.items() if dock.isHidden()] == hidden


def test_recent_files_are_on_the_start_page(window, stages, tmp_path):
    path = tmp_path / "mine.json"
    path.write_bytes((stages / "climb-1.json").read_bytes())
    window.files.open_path(path)
    window.show_start()
    assert window.start.files.item(0).text() == "mine.json"
    window.start.files.itemClicked.emit(window.start.files.item(0))
    assert window.session.path == path
    assert not window.start.isVisible()


def test_the_tour_has_three_steps(climb):
    climb.actions_by_name["tour"].trigger()
    tour = climb.tour
    assert len(tour.steps) == 3
    heads = []
    for _ in range(3):
        heads.append(tour.head.text())
        QTest.keyClick(tour, Qt.Key.Key_Return)
    assert len(set(heads)) == 3
    assert not tour.isVisible()


def test_layout_and_switches_are_remembered(window, qtbot):
    window.docks["History"].hide()
    window.actions_by_name["overlay-ids"].trigger()
    window.actions_by_name["grid"].trigger()
    window.close()
    again = MainWindow(settings=window.settings)
    qtbot.addWidget(again)
    again.show()
    assert again.docks["History"].isHidden()
    assert again.scene.overlays.shown == {"ids"}
    assert not again.scene.grid
    again.actions_by_name["reset-layout"].trigger()
    assert not again.docks["History"].isHidden()


# Words about the design, and accepted problems


def test_a_problem_is_accepted_with_a_reason(climb, monkeypatch):
    climb.session.select([Hex(0, 1)])
    climb.hands.turn(1)
    finding = next(finding for finding in climb.session.findings if finding.code == "STG002")
    for reason, given in (("", True), ("meant so", False)):
        monkeypatch.setattr(QInputDialog, "getText", lambda *args, answer=(reason, given): answer)
        climb.problems.accept(finding)
        assert not climb.session.design.waivers
    monkeypatch.setattr(QInputDialog, "getText", lambda *args: ("a trap for the reader", True))
    menu = climb.problems.menu_for(finding)
    next(action for action in menu.actions() if action.text().startswith("Accept")).trigger()
    (waiver,) = climb.session.design.waivers
    assert (waiver.code, waiver.place, waiver.reason) == ("STG002", finding.place.text(), "a trap for the reader")
    waived = next(each for each in climb.session.findings if each.waived is not None)
    menu = climb.problems.menu_for(waived)
    next(action for action in menu.actions() if action.text() == "No longer accept it").trigger()
    assert not climb.session.design.waivers


def test_the_designs_own_facts_are_one_edit(climb, monkeypatch):
    before = climb.session.design

    def fill(dialog):
        dialog.name.setText("My hill")
        dialog.author.setText("Me")
        dialog.kind.setCurrentIndex(dialog.kind.findData("hillclimb"))
        dialog.tries.setValue(2)
        dialog.owned.setChecked(True)
        for name, copies in dialog.boxes.items():
            copies.setValue(1 if name == "dirt-core-box" else 0)
        return DesignDialog.DialogCode.Accepted

    monkeypatch.setattr(DesignDialog, "exec", fill)
    climb.actions_by_name["properties"].trigger()
    design = climb.session.design
    assert (design.name, design.author, design.event.kind, design.event.tries) == ("My hill", "Me", "hillclimb", 2)
    assert dict(design.inventory.boxes) == {"dirt-core-box": 1}
    assert climb.session.copies_left("418b") < 0, "the Climb box is not owned any more"
    assert "My hill" in climb.windowTitle()
    climb.session.undo_stack.undo()
    assert climb.session.design == before
    monkeypatch.setattr(DesignDialog, "exec", lambda dialog: DesignDialog.DialogCode.Accepted)
    climb.actions_by_name["properties"].trigger()
    assert climb.session.design == before, "nothing said, nothing changed"
