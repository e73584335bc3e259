"""Autosave and recovery: what a crash leaves behind can be opened again, and nothing stays after a good end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
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


def test_an_edit_is_kept_by_itself(qapp, qtbot, stages, folder):
    session = Session()
    recovery = Recovery(session, folder, pause=10)
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


def test_edits_without_a_pause_do_not_put_it_off(qapp, qtbot, stages, folder):
    session = Session()
    recovery = Recovery(session, folder, pause=40)
    session.open(stages / "climb-1.json")
    edits = 0

    def kept_while_editing():
        nonlocal edits
        edits += 1
        session.edit_stage("Turn", lambda stage: stage_edits.rotate(stage, Hex(0, 0)))
        return bool(list(folder.glob("*.json")))

    qtbot.waitUntil(kept_while_editing, timeout=5000)
    assert edits > 1
    recovery.end()


def test_a_design_that_cannot_be_kept_does_not_stop_the_others(qapp, stages, folder):
    session = Session()
    session.open(stages / "climb-1.json")
    session.edit("Name", lambda design: replace(design, name="first \ud800"))
    session.start(native.load(stages / "climb-2.json"), stages / "climb-2.json")
    session.edit("Name", lambda design: replace(design, name="second"))
    told = []
    session.refused.connect(told.append)
    recovery = Recovery(session, folder)
    recovery.keep()
    recovery.keep()
    assert len(told) == 1, "it is told once"
    recovery.let_go()
    assert [entry.design.name for entry in Recovery(Session(), folder).leftovers()] == ["second"]


def test_the_copy_stays_when_the_window_cannot_make_its_own(qapp, stages, folder, monkeypatch):
    _, recovery = changed(stages, folder)
    recovery.let_go()
    other = Recovery(Session(), folder)
    left = other.leftovers()[0]

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("designer.ui.recovery.write_atomic", full)
    other.recover(left)
    assert other.session.design == left.design
    assert left.kept.exists()
    monkeypatch.undo()
    other.keep()
    other.let_go()
    assert len(Recovery(Session(), folder).leftovers()) == 2, "the copy that was left, and that of the window"


@pytest.mark.skipif(os.name == "nt", reason="names there are text")
def test_a_file_name_that_is_no_text_comes_back(qapp, stages, folder, tmp_path):
    path = tmp_path / os.fsdecode(b"caf\xe9.json")
    path.write_bytes((stages / "climb-1.json").read_bytes())
    session = Session()
    session.open(path)
    session.edit_stage("Turn", lambda stage: stage_edits.rotate(stage, Hex(0, 0)))
    recovery = Recovery(session, folder)
    recovery.keep()
    recovery.let_go()
    assert [entry.path for entry in Recovery(Session(), folder).leftovers()] == [path]


def test_the_deepest_design_that_opens_is_kept(qapp, folder):
    deep: object = 1
    for _ in range(native.MAX_DEPTH - 1):
        deep = [deep]
    session = Session()
    session.start(native.parse(json.dumps({"format": "crest-design", "version": 1, "name": "deep", "x": deep})))
    session.edit("Name", lambda design: replace(design, name="deeper"))
    recovery = Recovery(session, folder)
    recovery.keep()
    recovery.let_go()
    assert [entry.design for entry in Recovery(Session(), folder).leftovers()] == [session.design]


def test_what_a_killed_process_kept_is_found_and_its_lock_goes(qapp, stages, folder):
    """The lock ends with its process; its number, which another process may get, says nothing."""
    code = (
        "import os, sys\n"
        "from dataclasses import replace\n"
        "from pathlib import Path\n"
        "from PySide6.QtCore import QCoreApplication\n"
        "from designer.ui.recovery import Recovery\n"
        "from designer.ui.session import Session\n"
        "app = QCoreApplication([])\n"
        "session = Session()\n"
        "recovery = Recovery(session, Path(sys.argv[1]))\n"
        "session.edit('Name', lambda design: replace(design, name='killed'))\n"
        "recovery.keep()\n"
        "print('kept', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == "kept\n"
        recovery = Recovery(Session(), folder)
        assert recovery.leftovers() == [], "its window is alive"
        window.kill()
        window.wait()
    (left,) = recovery.leftovers()
    assert left.design.name == "killed"
    recovery.discard(left)
    assert recovery.leftovers() == []
    assert list(folder.iterdir()) == []


def test_what_was_left_of_an_open_file_gets_no_second_tab_that_writes_it(qapp, stages, folder):
    _, recovery = changed(stages, folder)
    recovery.let_go()
    session = Session()
    session.open(stages / "climb-1.json")
    other = Recovery(session, folder)
    other.recover(other.leftovers()[0])
    assert [document.path for document in session.documents] == [stages / "climb-1.json", None]
    other.end()
