"""Commands, fixes, the start page and the tour; what the window remembers; words about the design."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from designer.design.hexes import Hex
from designer.formats import native
from designer.ui.commands import ACTION_ROLE, score
from designer.ui.design_dialog import DesignDialog
from designer.ui.main_window import MainWindow


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


@pytest.mark.parametrize(
    ("wanted", "words", "fits"), [("und", "Undo", True), ("sta mir", "Mirror the stage", True), ("xyz", "Undo", False)]
)
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
    qtbot.waitUntil(lambda: not window.start.waiting, timeout=60_000)
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
        dialog.dice["boost"].setValue(3)
        return DesignDialog.DialogCode.Accepted

    monkeypatch.setattr(DesignDialog, "exec", fill)
    climb.actions_by_name["properties"].trigger()
    design = climb.session.design
    assert (design.name, design.author, design.event.kind, design.event.tries) == ("My hill", "Me", "hillclimb", 2)
    assert dict(design.inventory.boxes) == {"dirt-core-box": 1}
    assert dict(design.inventory.dice) == {"boost": 3}, "the others are as in the boxes"
    assert climb.session.tokens_left("oxygen", -1) <= 0, "nor its tokens"
    assert climb.session.copies_left("418b") < 0, "the Climb box is not owned any more"
    assert "My hill" in climb.windowTitle()
    climb.session.undo_stack.undo()
    assert climb.session.design == before
    monkeypatch.setattr(DesignDialog, "exec", lambda dialog: DesignDialog.DialogCode.Accepted)
    climb.actions_by_name["properties"].trigger()
    assert climb.session.design == before, "nothing said, nothing changed"


def test_the_design_dialog_keeps_laps_of_a_ring_that_is_no_rallycross(climb, monkeypatch):
    """Laps mean one thing: OK takes no number away, and on a circuit laps can be typed for any event."""
    ring = native.load(Path(__file__).parent.parent / "cases" / "F05-laps-on-a-ring.json")
    climb.session.start(ring)
    before = climb.session.design
    seen = []

    def accept(dialog):
        seen.append((dialog.laps.isEnabled(), dialog.laps.value(), dialog.tries.isEnabled()))
        return DesignDialog.DialogCode.Accepted

    monkeypatch.setattr(DesignDialog, "exec", accept)
    climb.actions_by_name["properties"].trigger()
    assert seen == [(True, 5, False)]
    assert climb.session.design == before


def test_the_design_dialog_sets_the_weather_of_a_circuit(climb, monkeypatch):
    climb.session.start(native.load(Path(__file__).parent.parent / "cases" / "F05-laps-on-a-ring.json"))

    def wet(dialog):
        assert dialog.weather.isEnabled()
        dialog.weather.setCurrentIndex(dialog.weather.findData("wet"))
        return DesignDialog.DialogCode.Accepted

    monkeypatch.setattr(DesignDialog, "exec", wet)
    climb.actions_by_name["properties"].trigger()
    assert dict(climb.session.design.house_rules) == {"rallycross.weather": "wet"}
