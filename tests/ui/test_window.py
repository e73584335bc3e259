"""Files, problems, palette, inspector, simulation and themes of the window."""

import json

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QMessageBox

from designer.design.hexes import Hex
from designer.design.stage import Token, put_token
from designer.formats import native
from designer.ui import theme
from designer.ui.help import Reference
from designer.ui.panels.piece_list import LEFT_ROLE, PIECE_ROLE
from designer.ui.panels.problems import FINDING_ROLE
from tests.ui.gestures import process_of, settle


@pytest.fixture
def told(monkeypatch):
    """The message boxes that were shown, as texts; each is answered with ``answer``."""
    boxes = []
    boxes_answer = {"answer": QMessageBox.StandardButton.Ok}

    def show(box):
        boxes.append(f"{box.text()} {box.informativeText()}")
        return boxes_answer["answer"]

    monkeypatch.setattr(QMessageBox, "exec", show)
    boxes_answer["boxes"] = boxes
    return boxes_answer


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"format": "crest-design", "version": 99}',
        b'{"format": "crest-design", "version": 1, "stage": {"tiles": 3}}',
        b"[" * 5000,
        b'{"format": "crest-design", "version": NaN}',
    ],
)
def test_a_broken_file_gives_a_message_and_changes_nothing(climb, told, tmp_path, content):
    before, path = climb.session.design, tmp_path / "broken.json"
    path.write_bytes(content)
    assert not climb.files.open_path(path)
    assert climb.session.design == before
    assert len(told["boxes"]) == 1
    assert "broken.json is not a design" in told["boxes"][0]
    assert "Traceback" not in told["boxes"][0]


def test_a_missing_file_gives_a_message(window, told, tmp_path):
    assert not window.files.open_path(tmp_path / "nowhere.json")
    assert "no such file" in told["boxes"][0]


def test_save_and_open_again(climb, tmp_path):
    climb.session.select([Hex(0, 1)])
    climb.hands.turn(1)
    assert climb.isWindowModified()
    path = tmp_path / "mine.json"
    assert climb.files.save_path(path)
    assert not climb.isWindowModified()
    assert native.load(path) == climb.session.design
    assert "mine.json" in climb.windowTitle()
    assert str(path) in climb.files.recent()


def test_export_leaves_the_open_file_alone(climb, tmp_path):
    open_file = climb.session.path
    assert climb.files.export_json_path(tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["format"] == "crest-design"
    assert climb.files.export_png_path(tmp_path / "out.png")
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
    assert climb.session.path == open_file


def test_a_failed_save_gives_a_message(climb, told, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("", encoding="utf-8")
    assert not climb.files.save_path(blocker / "below.json")
    assert "could not be written" in told["boxes"][0]


def test_closing_a_changed_design_asks(climb, told):
    climb.session.select([Hex(0, 1)])
    climb.hands.remove()
    told["answer"] = QMessageBox.StandardButton.Cancel
    assert not climb.close()
    assert climb.isVisible()
    assert "not saved" in told["boxes"][0]
    told["answer"] = QMessageBox.StandardButton.Discard
    assert climb.close()


def test_official_stages_open_as_copies(window):
    action = next(action for action in window.act.menus["official"].actions() if action.text() == "Climb 1")
    action.trigger()
    assert len(window.session.stage) == 15
    assert window.session.path is None


def test_a_dropped_file_is_opened(window, stages):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(stages / "climb-2.json"))])
    window.dropEvent(
        QDropEvent(
            window.rect().center(),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    assert window.session.design.name == "Climb 2"


def test_problems_follow_edits_and_lead_to_the_place(climb):
    panel = climb.problems
    assert panel.list.topLevelItemCount() == 0
    climb.session.select([Hex(0, 1)])
    climb.hands.turn(1)
    assert panel.list.topLevelItemCount() == len(climb.session.findings) > 0
    assert climb.docks["Problems"].windowTitle() == f"Problems ({len(climb.session.findings)})"
    row = next(
        panel.list.topLevelItem(number)
        for number in range(panel.list.topLevelItemCount())
        if panel.list.topLevelItem(number).data(0, FINDING_ROLE).place.hex is not None
    )
    finding = row.data(0, FINDING_ROLE)
    climb.session.select([])
    panel.list.itemClicked.emit(row, 0)
    assert climb.session.selection == {finding.place.hex}
    assert climb.scene.item_at_hex(finding.place.hex).mark == "error"
    climb.session.undo_stack.undo()
    assert panel.list.topLevelItemCount() == 0
    assert all(item.mark == "" for item in climb.scene.items_by_place.values())


def test_a_fix_is_one_undoable_edit(climb):
    before = climb.session.design
    climb.session.select([Hex(0, 1)])
    climb.hands.turn(2)
    fix = next(fix for finding in climb.session.findings for fix in finding.fixes if fix.name.startswith("Turn 209a"))
    finding = next(finding for finding in climb.session.findings if fix in finding.fixes)
    menu = climb.problems.menu_for(finding)
    next(action for action in menu.actions() if action.text() == f"Fix: {fix.name}").trigger()
    assert climb.session.design == before
    assert climb.session.undo_stack.undoText() == fix.name


def test_the_palette_filters_and_counts(climb):
    panel = climb.pieces
    panel.box.setCurrentIndex(0)
    panel.filter.setText("418")
    model = panel.tiles.pieces
    assert [piece.tile for piece in model.pieces] == ["418a", "418b"]
    assert [model.index(row).data(LEFT_ROLE) for row in range(2)] == [0, 0], "both sides of a used piece are used"
    panel.filter.setText("snow jump")
    assert {piece.tile for piece in model.pieces} >= {"306b", "307b"}
    panel.filter.setText("nothing like it")
    assert model.rowCount() == 0
    assert panel.nothing.isVisible()
    panel.filter.clear()
    panel.box.setCurrentIndex(panel.box.findData("dirt-climb"))
    assert {piece.tile[:3] for piece in model.pieces} == {"325", "326", "418", "419"}
    assert model.index(0).data(PIECE_ROLE).tile == "325a"


def test_the_inspector_tells_of_tile_and_stage(climb):
    text = climb.inspector.text
    assert "Climb 1" in text.toPlainText()
    climb.session.select([Hex(0, 1)])
    assert "Tile 209a" in text.toPlainText()
    climb.session.edit_stage("Put", lambda stage: put_token(stage, Hex(0, 1), Token("cloud")))
    assert "Cloud" in text.toPlainText()
    text.anchorClicked.emit(QUrl("take:0"))
    assert climb.session.tile(Hex(0, 1)).tokens == ()


def test_a_simulation_runs_and_shows_times_losses_and_a_log(climb, qtbot):
    panel = climb.simulation
    panel.runs.setValue(12)
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        climb.actions_by_name["run"].trigger()
        assert panel.running
    assert panel.report.runs == 12
    assert "12 of 12 runs finished" in panel.summary.text()
    assert sum(count for _, _, count in panel.histogram.bins) == 12
    first = panel.log.toPlainText()
    assert first.startswith("Turn 1")
    panel.log_number.setValue(2)
    assert panel.log.toPlainText() != first
    assert panel.progress.value() == 12
    assert panel.run_button.isEnabled()


def test_a_simulation_can_be_cancelled_and_the_window_stays_alive(climb, qtbot):
    panel = climb.simulation
    panel.runs.setValue(100_000)
    panel.run()
    turned = climb.session.design
    climb.session.select([Hex(0, 1)])
    climb.hands.turn(1)
    assert climb.session.design != turned, "editing goes on while it runs"
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        panel.cancel_button.click()
    assert "Cancelled" in panel.summary.text()
    assert panel.report is None
    assert panel.run_button.isEnabled()


def test_a_stage_that_cannot_be_driven_says_why(window, qtbot):
    with qtbot.waitSignal(window.simulation.finished, timeout=60_000):
        window.simulation.run()
    assert "no stage" in window.simulation.summary.text()


def test_light_and_dark_follow_the_palette(climb):
    climb.use_theme("dark")
    settle()
    assert climb.scene.theme is theme.DARK
    climb.use_theme("light")
    settle()
    assert climb.scene.theme is theme.LIGHT


def test_every_action_has_words_and_the_main_ones_a_key(climb):
    for name, action in climb.actions_by_name.items():
        assert action.text(), name
        assert not action.shortcut().isEmpty(), name


def test_a_killed_worker_gives_a_message(climb, qtbot):
    panel = climb.simulation
    panel.runs.setValue(100_000)
    process = process_of(panel.run_button.click)
    with qtbot.waitSignal(panel.finished, timeout=60_000):
        process.kill()
    assert "ended unexpectedly" in panel.summary.text()
    assert panel.run_button.isEnabled()


def test_closing_the_window_ends_a_simulation(climb):
    climb.simulation.runs.setValue(100_000)
    process = process_of(climb.simulation.run_button.click)
    assert climb.close()
    assert not process.is_alive()


def test_boards_and_spire_show_no_hint_of_the_stage(climb):
    assert climb.zoom.isVisible()
    assert climb.hint.text() == climb.canvas.what_a_click_does()
    climb.views.setCurrentWidget(climb.boards)
    assert not climb.zoom.isVisible()
    assert climb.hint.text() == ""
    climb.views.setCurrentWidget(climb.canvas)
    assert climb.zoom.isVisible()
    assert climb.hint.text() == climb.canvas.what_a_click_does()


def test_help_tells_what_is_in_the_boxes_and_what_words_of_climbers_mean(window):
    for name, words in (
        ("boxes", "18 try tokens (three for each of six colours) (seed: Climb, Components)"),
        ("terms", "Dyno: A dynamic move"),
    ):
        window.actions_by_name[name].trigger()
        shown = next(each for each in window.findChildren(Reference) if each.isVisible())
        assert words in shown.text.toPlainText()
        shown.reject()
        shown.deleteLater()
