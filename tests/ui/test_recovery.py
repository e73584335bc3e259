"""Autosave and recovery: what a crash leaves behind can be opened again, and nothing stays after a good end."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from designer import resources
from designer.design import stage as stage_edits
from designer.design.hexes import Hex
from designer.formats import native
from designer.ui import app
from designer.ui.recovery import Recovery
from designer.ui.session import Session


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "recovery"


#: Another window's process: it changes a design, keeps it, says so and waits.
OTHER_WINDOW = """
import sys
from pathlib import Path
from designer.design import stage as stage_edits
from designer.design.hexes import Hex
from designer.ui.recovery import Recovery
from designer.ui.session import Session
session = Session()
session.open(Path(sys.argv[1]))
recovery = Recovery(session, Path(sys.argv[2]))
session.edit_stage("Turn", lambda stage: stage_edits.rotate(stage, Hex(0, 0)))
recovery.keep()
print("kept", flush=True)
sys.stdin.read()
"""


def other_window(stages: Path, folder: Path) -> subprocess.Popen[str]:
    """A process that has a changed design open."""
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER_WINDOW, str(stages / "climb-1.json"), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "kept\n"
    return process


def crash(process: subprocess.Popen[str]) -> None:
    """End a process in the midst of what it does."""
    process.kill()
    process.communicate()


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a window left it that crashed."""
    left = tmp_path_factory.mktemp("crashed") / "recovery"
    crash(other_window(resources.folder("exports") / "stages", left))
    assert {path.suffix for path in left.iterdir()} == {".json", ".lock"}
    return left


def changed(stages, folder):
    session = Session()
    session.open(stages / "climb-1.json")
    recovery = Recovery(session, folder)
    session.edit_stage("Turn", lambda stage: stage_edits.rotate(stage, Hex(0, 0)))
    recovery.keep()
    return session, recovery


def test_a_changed_design_is_kept_and_found_after_a_crash(qapp, stages, folder):
    process = other_window(stages, folder)
    other = Recovery(Session(), folder)
    assert other.leftovers() == [], "its window is alive"
    crash(process)
    session, _ = changed(stages, folder.with_name("elsewhere"))
    left = other.leftovers()
    assert [entry.design for entry in left] == [session.design]
    assert left[0].path == stages / "climb-1.json"
    other.recover(left[0])
    assert other.session.design == session.design
    assert other.session.document.changed, "it is not saved yet"
    assert other.session.path == stages / "climb-1.json"
    assert Recovery(Session(), folder).leftovers() == [], "the new window cares for it"
    other.end()
    assert not list(folder.glob("*.json"))


def test_saved_and_closed_designs_are_not_kept(qapp, stages, folder, tmp_path):
    session, recovery = changed(stages, folder)
    assert len(list(folder.glob("*.json"))) == 1
    session.save(tmp_path / "mine.json")
    recovery.keep()
    assert not list(folder.glob("*.json"))
    assert native.load(tmp_path / "mine.json") == session.design


def test_a_good_end_leaves_nothing(qapp, stages, folder):
    _, recovery = changed(stages, folder)
    recovery.end()
    assert not list(folder.iterdir())


def test_broken_leftovers_are_passed_over(qapp, folder):
    folder.mkdir()
    (folder / "dead-1.json").write_text("{", encoding="utf-8")
    (folder / "dead-2.json").write_text('{"format": "crest-recovery", "design": {}}', encoding="utf-8")
    assert Recovery(Session(), folder).leftovers() == []


def test_an_edit_is_kept_by_itself(qapp, qtbot, stages, folder, monkeypatch):
    monkeypatch.setattr("designer.ui.recovery.PAUSE", 10)
    session = Session()
    recovery = Recovery(session, folder)
    session.open(stages / "climb-1.json")
    session.edit_stage("Turn", lambda stage: stage_edits.rotate(stage, Hex(0, 0)))
    qtbot.waitUntil(lambda: bool(list(folder.glob("*.json"))), timeout=60_000)
    recovery.end()


@pytest.mark.parametrize(
    ("button", "opened", "kept"), [("Recover", True, 1), ("Throw away", False, 0), ("Later", False, 1)]
)
def test_the_window_offers_what_was_left(window, stages, folder, left, monkeypatch, button, opened, kept):
    session, _ = changed(stages, folder.with_name("elsewhere"))
    shutil.copytree(left, folder)
    window.recovery = Recovery(window.session, folder)
    asked = []

    def show(box):
        asked.append(box.informativeText())
        next(one for one in box.buttons() if one.text() == button).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", show)
    app.offer_recovery(window)
    assert "Climb 1 (climb-1.json)" in asked[0]
    assert (window.session.design == session.design) is opened
    assert len(list(folder.glob("*.json"))) == kept


def test_nothing_is_asked_when_nothing_was_left(window, folder, monkeypatch):
    window.recovery = Recovery(window.session, folder)
    monkeypatch.setattr(QMessageBox, "exec", lambda box: pytest.fail("asked"))
    app.offer_recovery(window)
