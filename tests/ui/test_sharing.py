"""What leaves the window: copies, pages, PDF and reports; names of designs; the Help menu."""

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from designer.formats import native
from designer.ui.help import Reference
from designer.validation.codes import CODES


@pytest.fixture
def asked(monkeypatch):
    """Answers of file dialogs: set ``answer``; ``offered`` keeps what they offered."""
    answers = {"offered": []}

    def ask(parent, title, start, kinds):
        answers["offered"].append(start)
        return str(answers["answer"]), kinds

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return answers


def test_a_nameless_design_gets_the_name_of_its_file(window, asked, tmp_path):
    asked["answer"] = tmp_path / "five.json"
    assert window.files.save_as()
    assert window.session.design.name == "five"
    assert native.load(tmp_path / "five.json").name == "five"
    assert not window.session.document.changed


def test_a_design_with_a_name_keeps_it(climb, asked, tmp_path):
    asked["answer"] = tmp_path / "other.json"
    assert climb.files.save_as()
    assert climb.session.design.name == "Climb 1"


def test_a_failed_save_gives_no_name(window, asked, tmp_path, monkeypatch):
    monkeypatch.setattr(QMessageBox, "exec", lambda box: QMessageBox.StandardButton.Ok)
    (tmp_path / "file").write_text("", encoding="utf-8")
    asked["answer"] = tmp_path / "file" / "five.json"
    assert not window.files.save_as()
    assert window.session.design.name == ""


def test_a_copy_is_not_offered_the_name_of_the_open_file(climb, asked, tmp_path):
    asked["answer"] = tmp_path / "copy.json"
    path = climb.session.path
    climb.actions_by_name["export-json"].trigger()
    assert asked["offered"][0].endswith("climb-1-copy.json")
    assert native.load(tmp_path / "copy.json") == climb.session.design
    assert climb.session.path == path


def test_page_and_pdf(climb, asked, tmp_path):
    asked["answer"] = tmp_path / "page.html"
    climb.actions_by_name["export-page"].trigger()
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Climb 1" in html
    assert "no findings" in html
    asked["answer"] = tmp_path / "out.pdf"
    climb.actions_by_name["export-pdf"].trigger()
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")


def test_the_report_is_written_beside_the_work(climb, qtbot, tmp_path):
    climb.sharing.report_into(tmp_path)
    assert climb.sharing.busy
    qtbot.waitUntil(lambda: not climb.sharing.busy, timeout=60_000)
    assert {path.name for path in tmp_path.iterdir()} >= {"climb-1.json", "climb-1.txt", "climb-1.simulation.json"}


def test_a_report_that_cannot_be_written_says_why(climb, qtbot, tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: said.append(box.informativeText() + box.text()))
    blocker = tmp_path / "file"
    blocker.write_text("", encoding="utf-8")
    climb.sharing.report_into(blocker)
    qtbot.waitUntil(lambda: not climb.sharing.busy, timeout=60_000)
    assert "cannot be written into" in said[0]


def shown(window, name):
    """The text that an entry of the Help menu shows."""
    window.actions_by_name[name].trigger()
    dialog = window.findChildren(Reference)[-1]
    assert dialog.isVisible()
    return dialog


def test_help_lists_every_key_and_every_finding(window):
    keys = shown(window, "keys").text.toPlainText()
    for action in window.actions_by_name.values():
        assert action.shortcut().toString() in keys
    found = shown(window, "findings").text.toPlainText()
    assert all(code in found for code in CODES)
    about = shown(window, "about")
    assert "Crest" in about.text.toPlainText()
    assert isinstance(about, QDialog)


def test_words_of_the_help_can_be_found(window):
    dialog = shown(window, "findings")
    dialog.words.setText("STG006")
    assert dialog.text.textCursor().selectedText() == "STG006"


def test_no_key_means_two_things(window):
    keys = [key.toString() for action in window.actions_by_name.values() for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
