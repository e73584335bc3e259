"""What is seen of a stage: overlays, facts, pace notes, the minimap, zoom."""

from __future__ import annotations

from itertools import groupby

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.design import stage as stage_edits
from designer.design.stage import Token
from designer.model.compiled import CompiledDesign
from designer.ui.canvas.overlays import OVERLAYS
from tests.ui.gestures import at_once, settle

NONE = Qt.KeyboardModifier.NoModifier


@pytest.mark.parametrize("name", OVERLAYS)
def test_every_overlay_can_be_switched(climb, qtbot, name):
    panel = climb.simulation
    if name in ("heat", "line"):
        panel.runs.setValue(5)
        with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
            panel.run()
    settle()
    before = climb.canvas.grab().toImage()
    climb.actions_by_name[f"overlay-{name}"].trigger()
    settle()
    assert climb.canvas.grab().toImage() != before
    climb.actions_by_name["overlays-off"].trigger()
    settle()
    assert climb.canvas.grab().toImage() == before
    assert not climb.scene.overlays.items


def test_the_space_graph_overlay_shows_every_space_and_step(climb):
    climb.actions_by_name["overlay-spaces"].trigger()
    graph = CompiledDesign(climb.session.design).spaces
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
    assert before == len(CompiledDesign(climb.session.design).spaces)
    last = next(tile.hex for tile in climb.session.stage if tile.tile == "203a")
    climb.session.select([last])
    climb.hands.remove()
    assert last not in climb.scene.overlays.items, "what is gone goes at once"
    qtbot.waitUntil(lambda: dots() == len(CompiledDesign(climb.session.design).spaces) < before, timeout=60_000)


def test_the_elevation_overlay_follows_the_profile(climb):
    climb.actions_by_name["overlay-elevation"].trigger()
    profile = climb.session.facts.profile
    for point in profile:
        assert climb.scene.overlays.items[point.hex].marks.height[1] == point.height


def test_a_simulation_of_one_design_is_not_shown_on_another(climb, stages, qtbot):
    panel = climb.simulation
    panel.runs.setValue(5)
    with at_once(), qtbot.waitSignal(panel.finished, timeout=60_000):
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
    climb.session.edit_stage("Put", lambda stage: stage_edits.put_token(stage, place, Token("climb", -1)))
    assert panel.profile.up > 2
    visited = []
    panel.visited.connect(visited.append)
    for x in range(0, panel.profile.width(), 3):
        QTest.mouseClick(panel.profile, Qt.MouseButton.LeftButton, NONE, QPoint(x, 60))
        assert climb.session.selection == {visited[-1]}
    places = [point.hex for point in panel.profile.points]
    assert len(places) > 5
    assert [place for place, _ in groupby(visited)] == places, "each tile in the order in which it is driven"


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
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        point,
        point,
        point,
        0.25,
        QPointF(),
    )
    QApplication.sendEvent(climb.canvas.viewport(), pinch)
    assert climb.canvas.zoom_factor() == pytest.approx(before * 1.25, rel=0.01)


def test_tabs_remember_where_they_looked(climb, stages):
    climb.canvas.zoom_by(3.0)
    zoom = climb.canvas.zoom_factor()
    climb.files.open_path(stages / "climb-2.json")
    assert climb.canvas.zoom_factor() != zoom
    climb.tabs.setCurrentIndex(0)
    assert climb.canvas.zoom_factor() == pytest.approx(zoom)
