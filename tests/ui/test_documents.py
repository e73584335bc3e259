"""Several designs in one window: tabs, files that come to the front, questions before they close."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox

from designer.design.hexes import Hex
from designer.ui.session import EMPTY


@pytest.fixture
def answer(monkeypatch):
    """What every question is answered."""
    given = {"answer": QMessageBox.StandardButton.Discard, "asked": []}

    def show(box):
        given["asked"].append(box.text())
        return given["answer"]

    monkeypatch.setattr(QMessageBox, "exec", show)
    return given


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
