"""The board editor: gestures, what it shows, what it refuses, categories, comparison."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from designer import catalog
from designer.design.dashboard import BLANK, SLOTS, Dashboard, new, track_types
from designer.design.document import Design
from designer.design.event import BoardAt, Event
from designer.drawing.boards import painter as board_painter
from designer.formats import native, setup_category
from designer.play.builds import standard_build
from designer.ui import theme
from designer.ui.app import application
from designer.ui.boards.category import NEW, CategoryEditor, identifier
from designer.ui.boards.editor import BoardEditor
from designer.ui.boards.view import neighbour, token_mime
from designer.ui.main_window import MainWindow
from designer.ui.session import Session

GEARS = {f"C{gear}": f"gear-{gear}" for gear in range(1, 6)}
MULE = new(("gravel", "snow"), GEARS, "Mule")
CATEGORIES = catalog.setup_categories()


@pytest.fixture
def make(qtbot: QtBot) -> Callable[[Design], BoardEditor]:
    def build(design: Design) -> BoardEditor:
        application()
        theme.use("light")
        editor = BoardEditor(Session(design))
        qtbot.addWidget(editor)
        editor.resize(1000, 760)
        editor.show()
        qtbot.waitExposed(editor)
        return editor

    return build


@pytest.fixture
def editor(make: Callable[[Design], BoardEditor]) -> BoardEditor:
    return make(Design(dashboards=(MULE,)))


def now(editor: BoardEditor) -> Dashboard:
    board = editor.board
    assert board is not None
    return board


def type_keys(qtbot: QtBot, editor: BoardEditor, keys: str) -> None:
    for key in keys:
        qtbot.keyClicks(editor.view, key)


def drop(editor: BoardEditor, slot: str, token: str, source: str = "") -> None:
    view = editor.view
    data = token_mime(token, source)
    event = QDropEvent(
        QPointF(view.slot_point(slot)),
        Qt.DropAction.CopyAction | Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    view.dropEvent(event)


# drawing --------------------------------------------------------------------------------------------------------


def test_seventeen_slots_lie_apart_on_the_board() -> None:
    rects = [board_painter.slot_rect(slot) for slot in SLOTS]
    assert len(rects) == 17
    assert not any(a.intersects(b) for number, a in enumerate(rects) for b in rects[:number])
    assert [board_painter.slot_at(board_painter.centre(slot)) for slot in SLOTS] == list(SLOTS)
    assert board_painter.slot_at(QPointF(2, 2)) == ""


@pytest.mark.parametrize("token", sorted(catalog.tokens().dashboard.kinds))
def test_every_token_has_a_picture(token: str) -> None:
    application()
    image = board_painter.token_pixmap(token, 40).toImage()
    assert len({image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}) > 2


def test_track_type_shows_which_slots_can_be_used(editor: BoardEditor, qtbot: QtBot) -> None:
    before = editor.view.grab().toImage()
    qtbot.mouseMove(editor.view, editor.view.slot_point("T2"))
    qtbot.waitUntil(lambda: editor.view.look.shown_type == "snow", timeout=60_000)
    assert editor.view.grab().toImage() != before


# gestures -------------------------------------------------------------------------------------------------------


def test_a_board_is_filled_by_keyboard_alone(make: Callable[[Design], BoardEditor], qtbot: QtBot) -> None:
    editor = make(Design(dashboards=(new(("gravel",), name="Fresh"),)))
    editor.view.setFocus()
    type_keys(qtbot, editor, "123456bcops")
    assert [now(editor).slots.get(slot) for slot in SLOTS[7:]] == [
        "gear-1",
        "gear-2",
        "gear-3",
        "gear-4",
        "gear-5",
        "gear-6",
        "brake",
        "coast",
        "boost",
        "puncture-proof",
    ]
    assert now(editor).slots["A1"] == "sisu"
    assert editor.session.undo_stack.undoText() == "SISU on A1"


def test_arrows_delete_and_space_move_clear_and_swap(editor: BoardEditor, qtbot: QtBot) -> None:
    view = editor.view
    view.setFocus()
    assert view.cursor_slot == "C1"
    qtbot.keyClick(view, Qt.Key.Key_Space)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert [now(editor).slots[slot] for slot in ("C1", "C2")] == ["gear-2", "gear-1"]
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert "C2" not in now(editor).slots
    editor.session.undo_stack.undo()
    editor.session.undo_stack.undo()
    assert now(editor) == MULE


def test_favourites_change_places_by_keyboard_and_by_drag(editor: BoardEditor, qtbot: QtBot) -> None:
    drop(editor, "T1", "snow", "T2")
    assert track_types(now(editor)) == ("snow", "gravel")
    editor.view.set_cursor("T1")
    qtbot.keyClicks(editor.view, "g")
    assert track_types(now(editor)) == ("gravel", "snow")


def test_tokens_are_dragged_from_the_tray_and_swapped(editor: BoardEditor) -> None:
    drop(editor, "A1", "boost")
    assert now(editor).slots["A1"] == "boost"
    drop(editor, "C1", "boost", "A1")
    assert (now(editor).slots["C1"], now(editor).slots["A1"]) == ("boost", "gear-1")


def test_click_to_hold_and_click_to_lay(editor: BoardEditor, qtbot: QtBot) -> None:
    tray = editor.tray
    qtbot.mouseClick(tray, Qt.MouseButton.LeftButton, pos=tray.cell("coast").center().toPoint())
    assert tray.held == "coast"
    qtbot.mouseClick(editor.view, Qt.MouseButton.LeftButton, pos=editor.view.slot_point("B1"))
    assert now(editor).slots["B1"] == "coast"
    qtbot.keyClick(tray, Qt.Key.Key_Escape)
    assert tray.held == ""


def test_double_click_clears(editor: BoardEditor, qtbot: QtBot) -> None:
    qtbot.mouseDClick(editor.view, Qt.MouseButton.LeftButton, pos=editor.view.slot_point("C3"))
    assert "C3" not in now(editor).slots


def test_a_track_type_below_the_top_row_is_refused_in_words(editor: BoardEditor, qtbot: QtBot) -> None:
    with qtbot.waitSignal(editor.session.refused) as told:
        editor.put("C8", "asphalt")
    assert "top row" in told.args[0]
    assert now(editor) == MULE
    editor.swap("T1", "C9")
    assert now(editor) == MULE


def test_the_tray_runs_out(make: Callable[[Design], BoardEditor], qtbot: QtBot) -> None:
    full = new(("gravel",), {f"C{number}": "puncture-proof" for number in range(1, 7)}, "Tyres")
    editor = make(Design(dashboards=(full,)))
    assert editor.tray.left["puncture-proof"] == 0
    with qtbot.waitSignal(editor.session.refused) as told:
        editor.put("C7", "puncture-proof")
    assert told.args[0].startswith("No Puncture proof tyre token is left")


def test_the_tray_counts_the_other_boards_and_what_is_too_much_leads_to_the_boards(climb: MainWindow) -> None:
    carrying = {f"C{number}": "sisu" for number in range(6, 9)}
    boards = tuple(new(("gravel",), {**GEARS, **carrying}, f"B{number}") for number in range(1, 5))
    climb.views.setCurrentWidget(climb.boards)
    climb.session.edit("Boards", lambda design: replace(design, dashboards=boards))
    assert climb.boards.tray.left["sisu"] == 0
    assert "BRD012" not in {finding.code for finding in climb.session.findings}
    climb.boards.put("C9", "sisu")
    finding = next(finding for finding in climb.session.findings if finding.code == "BRD012")
    assert "13 sisu (12 owned)" in finding.message
    assert climb.boards.tray.left["sisu"] == -1
    assert "13 sisu (12 owned)" in climb.boards.problems.text()
    climb.views.setCurrentWidget(climb.canvas)
    climb.visit(finding)
    assert climb.views.currentWidget() is climb.boards


def test_single_keys_of_the_window_do_not_reach_the_stage(climb: MainWindow, qtbot: QtBot) -> None:
    climb.session.select([climb.session.stage.tiles[3].hex])
    stage = climb.session.stage
    climb.views.setCurrentWidget(climb.boards)
    climb.boards.add_board(MULE)
    climb.boards.view.setFocus()
    climb.boards.view.set_cursor("C3")
    qtbot.keyClick(climb.boards.view, Qt.Key.Key_Delete)
    assert climb.session.stage == stage
    assert "C3" not in now(climb.boards).slots


def test_a_finding_leads_to_the_slot(climb: MainWindow) -> None:
    climb.session.edit("boards", lambda design: replace(design, dashboards=(MULE, new(("snow",), GEARS, "Sledge"))))
    finding = next(finding for finding in climb.session.findings if finding.code == "BRD015")
    climb.visit(finding)
    assert climb.views.currentWidget() is climb.boards
    assert now(climb.boards).name == "Sledge"
    assert climb.boards.view.cursor_slot == "T1"
    assert "no tile on which the car can place a die" in climb.boards.problems.text()


# boards ---------------------------------------------------------------------------------------------------------


def test_boards_are_added_copied_renamed_and_deleted(editor: BoardEditor, qtbot: QtBot) -> None:
    editor.copy_board_button.click()
    assert [board.name for board in editor.session.design.dashboards] == ["Mule", "Mule 2"]
    editor.name.setText("Hinny")
    editor.name.editingFinished.emit()
    assert now(editor).name == "Hinny"
    editor.delete_button.click()
    assert [board.name for board in editor.session.design.dashboards] == ["Mule"]
    editor.delete_button.click()
    assert editor.board is None
    assert not editor.view.isEnabled()
    assert "no board yet" in editor.hint.text()
    editor.session.undo_stack.undo()
    assert now(editor) == MULE


def test_renaming_a_board_renames_it_in_the_event(make: Callable[[Design], BoardEditor]) -> None:
    editor = make(Design(dashboards=(MULE,), event=Event("rally", boards=(BoardAt("start", "Mule"),))))
    editor.name.setText("Hinny")
    editor.name.editingFinished.emit()
    event = editor.session.design.event
    assert event is not None
    assert event.boards[0].board == "Hinny"


def test_a_new_board_is_set_for_the_stage(climb: MainWindow) -> None:
    climb.boards.add_board(None)
    assert track_types(now(climb.boards)) == ("gravel",)


def test_a_board_goes_to_the_clipboard_as_text(editor: BoardEditor) -> None:
    editor.copy_text(bbcode=True)
    assert QGuiApplication.clipboard().text().startswith("[b]Mule[/b]\n[code]\n")
    editor.copy_text(bbcode=False)
    assert "Danger limit" in QGuiApplication.clipboard().text()


# what it can do -------------------------------------------------------------------------------------------------


def rows(editor: BoardEditor) -> dict[str, list[str]]:
    table = editor.table
    return {
        table.verticalHeaderItem(row).text(): [table.item(row, column).text() for column in range(table.columnCount())]
        for row in range(table.rowCount())
    }


def test_the_table_follows_every_edit(editor: BoardEditor) -> None:
    assert rows(editor)["Gear dice"] == ["1-5", "1-5"]
    editor.clear("C3")
    assert rows(editor)["Gaps"] == ["3: nothing leads up, nothing leads down; gear 4-5 out of reach"] * 2
    editor.put("C3", "boost")
    assert rows(editor)["Gaps"] == ["3: up by boost, nothing leads down"] * 2


def test_only_the_track_types_of_the_stage_are_shown(climb: MainWindow) -> None:
    climb.views.setCurrentWidget(climb.boards)
    climb.boards.add_board(MULE)
    assert climb.boards.table.columnCount() == 1
    assert climb.boards.table.horizontalHeaderItem(0).text() == "gravel"


def test_what_if_shows_what_damage_and_spent_sisu_leave_and_changes_no_document(editor: BoardEditor) -> None:
    editor.put("C6", "sisu")
    design = editor.session.design
    editor.damage["gear"].setValue(1)
    editor.sisu_spent.setValue(1)
    assert rows(editor)["Gear dice"][0] == "1-4  (was 1-5)"
    assert rows(editor)["SISU"][0] == "0  (was 1)"
    assert rows(editor)["Climb up"][0] == "2>1, 3>2, 4>3; stuck in 0-1"
    assert editor.view.look.damaged == {"C5"}
    assert editor.session.design is design


def test_pale_cells_follow_the_colours_of_the_window(editor: BoardEditor) -> None:
    def colour() -> str:
        row = list(rows(editor)).index("Boost")
        return editor.table.item(row, 0).foreground().color().name()

    assert rows(editor)["Boost"][0] == "0"
    light = colour()
    editor.setPalette(theme.dark_palette())
    assert colour() != light


def test_a_standard_car_stands_in_the_same_table(editor: BoardEditor) -> None:
    editor.beside.setCurrentIndex(editor.beside.findData("gt6-rain"))
    heads = [editor.table.horizontalHeaderItem(column).text() for column in range(editor.table.columnCount())]
    assert heads == ["gravel", "snow", "GT6, rain tyres:\ndry", "GT6, rain tyres:\nwet"]
    assert rows(editor)["Gear dice"] == ["1-5", "1-5", "1-6", "1-6"]


# SET-UP ---------------------------------------------------------------------------------------------------------


def test_a_category_lays_its_tokens_and_lifts_them_again(editor: BoardEditor) -> None:
    editor.choose_category("r6")
    assert now(editor).category == "r6"
    assert {slot: now(editor).slots[slot] for slot in CATEGORIES["r6"]["layout"]} == dict(CATEGORIES["r6"]["layout"])
    editor.choose_category("r4")
    assert now(editor).slots["C9"] == "no-gear-6"
    editor.choose_category("")
    assert now(editor) == MULE


def test_a_token_in_the_way_makes_room(make: Callable[[Design], BoardEditor]) -> None:
    editor = make(Design(dashboards=(new(("gravel",), {"C10": "sisu", "C9": "brake"}, "Full"),)))
    editor.choose_category("r4")
    assert sorted(now(editor).slots.values()).count("sisu") == 1
    assert "brake" in now(editor).slots.values()
    assert now(editor).slots["C10"] == "r"


def test_a_forbidden_token_is_a_finding_that_names_token_and_slot(editor: BoardEditor) -> None:
    editor.choose_category("r6")
    editor.put("A2", "boost")
    finding = next(finding for finding in editor.session.findings if finding.code == "SET002")
    assert finding.place.slot == "A2"
    assert "boost" in finding.message
    assert "A2" in (editor.view.look.marks or {})


def test_turning_a_restriction_over_is_a_house_rule_that_the_document_keeps(editor: BoardEditor) -> None:
    editor.choose_category("r6")
    editor.put("A2", "boost")
    editor.flip("C9")
    assert now(editor).slots["C9"] == BLANK
    codes = {finding.code for finding in editor.session.findings}
    assert "SET004" in codes
    assert "SET002" not in codes
    again = native.parse(native.canonical(editor.session.design))
    assert again.dashboards[0].slots["C9"] == BLANK
    editor.flip("C9")
    assert now(editor).slots["C9"] == "no-boost"


def test_slots_of_the_layout_cannot_be_used_otherwise(editor: BoardEditor) -> None:
    editor.choose_category("r6")
    before = now(editor)
    editor.put("C9", "brake")
    editor.clear("C9")
    editor.swap("C9", "A1")
    assert now(editor) == before
    assert editor.menu_for("C9").actions()[0].text().startswith("Turn it to its blank side")


def test_layouts_whose_print_is_lost_are_marked(editor: BoardEditor) -> None:
    words = [editor.category.itemText(row) for row in range(editor.category.count())]
    assert words[0] == "Free build"
    assert "R6 (layout inferred)" in words


def lay(qtbot: QtBot, dialog: CategoryEditor, token: str, slot: str) -> None:
    """Click a token of the tray, and then the slot where it shall lie."""
    dialog.show()
    qtbot.waitExposed(dialog)
    qtbot.mouseClick(dialog.tray, Qt.MouseButton.LeftButton, pos=dialog.tray.cell(token).center().toPoint())
    assert dialog.board.held == token
    qtbot.mouseClick(dialog.board, Qt.MouseButton.LeftButton, pos=dialog.board.slot_point(slot))


def test_an_own_category_is_made_stored_and_used(editor: BoardEditor, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = CategoryEditor(NEW, editor)
    qtbot.addWidget(dialog)
    dialog.name.setText("Club Cup")
    lay(qtbot, dialog, "no-sisu", "C9")
    record = dialog.record()
    assert (record["id"], record["layout"], record["forbids"][0]["token"]) == (
        "club-cup",
        {"C9": "no-sisu", "C10": "r"},
        "sisu",
    )
    editor.store_category(record)
    assert editor.category.itemText(editor.category.count() - 1) == "Club Cup (this document)"
    editor.choose_category("club-cup")
    editor.put("A1", "sisu")
    assert "SET002" in {finding.code for finding in editor.session.findings}
    assert native.parse(native.canonical(editor.session.design)) == editor.session.design
    dialog.write_file(tmp_path / "club.json")
    assert setup_category.load(tmp_path / "club.json") == record


def test_the_category_editor_says_what_is_wrong(editor: BoardEditor, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = CategoryEditor(CATEGORIES["r6"], editor)
    qtbot.addWidget(dialog)
    okay = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert okay.isEnabled()
    lay(qtbot, dialog, "r", "T1")
    assert not okay.isEnabled()
    assert "T1 must stay free" in dialog.message.text()
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    dialog.read_file(tmp_path / "bad.json")
    assert "is not a SET-UP category" in dialog.message.text()


@pytest.mark.parametrize("name", sorted(CATEGORIES))
def test_the_category_editor_keeps_a_category_as_it_is(name: str, qtbot: QtBot) -> None:
    dialog = CategoryEditor(CATEGORIES[name])
    qtbot.addWidget(dialog)
    kept = {key: value for key, value in CATEGORIES[name].items() if key != "$schema"}
    made = dialog.record()
    made["forbids"].sort(key=lambda rule: rule["token"])
    kept["forbids"] = sorted(kept["forbids"], key=lambda rule: rule["token"])
    assert made == kept


def test_names_and_ways() -> None:
    assert identifier("  ") == "category"
    assert neighbour("T1", Qt.Key.Key_Down) == "A1"
    assert neighbour("C1", Qt.Key.Key_Up) == "T3"
    assert neighbour("C10", Qt.Key.Key_Right) == "B2"


# comparison and event -------------------------------------------------------------------------------------------


def test_builds_are_compared_beside_the_window(climb: MainWindow, qtbot: QtBot) -> None:
    climb.views.setCurrentWidget(climb.boards)
    climb.boards.add_board(MULE)
    panel = climb.boards.compare
    assert not panel.run_button.isEnabled()
    panel.tick("Mule", "R6, gravel tyres")
    panel.runs.setValue(4)
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.run_button.click()
    assert panel.result is not None
    assert [entry.name for entry in panel.result.entries] == ["Mule", "R6, gravel tyres"]
    assert panel.table.columnCount() == 2
    panel.copy()
    assert QGuiApplication.clipboard().text().startswith("[b]Climb 1: gravel; 4 runs each")
    assert panel.chart.grab().toImage().width() > 0


def test_a_comparison_can_be_cancelled_and_one_without_a_stage_says_why(
    climb: MainWindow, make: Callable[[Design], BoardEditor], qtbot: QtBot
) -> None:
    climb.boards.add_board(MULE)
    panel = climb.boards.compare
    panel.refresh()
    panel.tick("Mule", "R6, gravel tyres")
    panel.runs.setValue(150)
    panel.run()
    assert panel.running
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.cancel_button.click()
    assert not panel.running
    assert panel.result is None
    assert panel.message.text().startswith("Cancelled")
    bare = make(Design(dashboards=(MULE, standard_build(CATEGORIES["r6"])))).compare
    bare.tick("Mule", "R6 standard")
    with qtbot.waitSignal(bare.finished, timeout=60_000):
        bare.run()
    assert "no stage" in bare.message.text()


def test_boards_of_an_event_are_listed_with_what_is_wrong(make: Callable[[Design], BoardEditor]) -> None:
    other = replace(MULE, name="Mule with brake", slots=new((), {**MULE.slots, "C6": "brake"}).slots)
    editor = make(Design(dashboards=(MULE, other), event=Event("rally")))
    panel = editor.sequence
    panel.when.setCurrentIndex(panel.when.findData("start"))
    panel.add()
    panel.when.setCurrentIndex(panel.when.findData("tyre-change"))
    panel.board.setCurrentText("Mule with brake")
    panel.add()
    assert panel.table.rowCount() == 2
    assert panel.table.item(0, 3).text() == "yes"
    assert "only the track type tokens may change places" in panel.table.item(1, 3).text()
    panel.remove()
    assert panel.table.rowCount() == 1


def test_several_boards_and_printed_cards_are_given_to_choose_from(make: Callable[[Design], BoardEditor]) -> None:
    editor = make(Design(dashboards=(MULE,), event=Event("rally")))
    panel = editor.sequence
    panel.when.setCurrentIndex(panel.when.findData("start"))
    panel.board.setCurrentText("r6-gravel")
    panel.others.setText("r6-snow, Mule")
    panel.choose.setCurrentIndex(panel.choose.findData("estimate"))
    panel.add()
    design = editor.session.design
    assert design.event is not None
    (entry,) = design.event.boards
    assert (entry.names, entry.choose) == (("r6-gravel", "r6-snow", "Mule"), "estimate")
    assert panel.table.item(0, 1).text() == "r6-gravel, r6-snow, Mule (fastest by estimate)"
    assert panel.table.item(0, 3).text() == "yes"


def test_the_slot_menu_lists_what_may_lie_there(editor: BoardEditor) -> None:
    low = [action.text().split("\t")[0] for action in editor.menu_for("C8").actions()]
    assert "Gravel" not in low
    assert "Boost" in low
    top = {action.text().split("\t")[0]: action for action in editor.menu_for("T3").actions()}
    top["Asphalt"].trigger()
    assert now(editor).slots["T3"] == "asphalt"


def test_a_board_without_tokens_says_so_instead_of_figures(make: Callable[[Design], BoardEditor]) -> None:
    editor = make(Design())
    assert "no board yet" in editor.table.nothing
    assert not editor.sisu_spent.isEnabled()
    editor.add_board(Dashboard(name="Mine"))
    assert "No tokens yet" in editor.table.nothing
    editor.put("T1", "gravel")
    assert "No tokens yet" in editor.table.nothing
    assert not editor.table.rows
    assert not editor.view.look.limits
    editor.put("C1", "gear-1")
    assert editor.table.rows
    assert editor.view.look.limits == {"gravel": 16}
    assert "Danger limit 16" in editor.view.words_for("T1")
    editor.swap("T1", "T2")
    editor.clear("T2")
    assert "No track type yet" in editor.table.nothing
    assert not editor.table.rows


def test_the_words_of_an_empty_table_are_drawn(make: Callable[[Design], BoardEditor]) -> None:
    editor = make(Design())
    without = editor.table.grab().toImage()
    editor.table.show_nothing("")
    assert editor.table.grab().toImage() != without
