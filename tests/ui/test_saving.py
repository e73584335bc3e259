"""Saving asks before anything is lost: other programs' changes, files that are there, endings that say another kind."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from designer.design.document import Design
from designer.formats import native
from designer.ui import saving
from designer.ui.files import CANCEL, KEEP, RELOAD, REPLACE, SAVE_AS


@pytest.fixture
def answers(monkeypatch):
    """What is answered to questions, in this order; ``asked`` keeps the questions."""
    given: dict[str, list[str]] = {"answers": [], "asked": []}

    def show(box):
        given["asked"].append(box.text())
        if box.standardButtons() == QMessageBox.StandardButton.Ok:
            return QMessageBox.StandardButton.Ok
        wanted = given["answers"].pop(0)
        next(one for one in box.buttons() if one.text() == wanted).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", show)
    return given


def choose(monkeypatch, path: Path | str) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))


@pytest.fixture
def mine(window, stages, tmp_path):
    """A window on a copy of Climb 1 in a folder of its own."""
    path = tmp_path / "mine.json"
    path.write_bytes((stages / "climb-1.json").read_bytes())
    assert window.files.open_path(path)
    return path


def rename(window, name: str) -> None:
    window.session.edit("Name", lambda design: replace(design, name=name))


def elsewhere(path: Path, name: str) -> None:
    native.save(replace(native.load(path), name=name), path)


@pytest.mark.parametrize("answer", [REPLACE, RELOAD, CANCEL, SAVE_AS])
def test_saving_over_what_another_program_wrote_is_asked(window, mine, answers, monkeypatch, tmp_path, answer):
    rename(window, "my work")
    elsewhere(mine, "theirs")
    choose(monkeypatch, tmp_path / "other.json")
    answers["answers"] = [answer]
    done = window.files.save()
    assert answers["asked"] == ["mine.json was changed by another program since it was opened."]
    if answer == REPLACE:
        assert done
        assert native.load(mine).name == "my work"
        assert native.load(tmp_path / "mine.json~").name == "theirs"
    elif answer == RELOAD:
        assert not done
        assert window.session.design.name == "theirs"
        assert not window.session.document.changed
        window.session.undo_stack.undo()
        assert window.session.design.name == "my work", "nothing is lost"
    elif answer == CANCEL:
        assert not done
        assert native.load(mine).name == "theirs"
        assert window.session.document.changed
    else:
        assert done
        assert native.load(mine).name == "theirs"
        assert native.load(tmp_path / "other.json").name == "my work"


@pytest.mark.parametrize("answer", [RELOAD, KEEP])
@pytest.mark.parametrize("edited", [False, True])
def test_a_change_is_noticed_when_the_window_comes_to_the_front(window, mine, answers, answer, edited):
    if edited:
        rename(window, "my work")
    name = window.session.design.name
    elsewhere(mine, "theirs")
    answers["answers"] = [answer]
    window.files.look_for_changes()
    window.files.look_for_changes()
    assert answers["asked"] == ["mine.json was changed by another program."], "it is asked once"
    assert window.session.design.name == ("theirs" if answer == RELOAD else name)
    assert window.session.document.changed is (answer == KEEP)
    if answer == KEEP:
        assert window.files.save(), "what was kept is saved without another question"
        assert native.load(mine).name == name
        assert native.load(mine.with_name("mine.json~")).name == "theirs"


def test_a_file_that_is_gone_is_told_and_written_anew(window, mine, answers):
    mine.unlink()
    window.files.look_for_changes()
    window.files.look_for_changes()
    assert answers["asked"] == ["mine.json was moved or deleted."]
    assert window.session.document.changed
    assert window.files.save()
    assert mine.exists()


def test_a_file_that_only_looks_newer_is_no_change(window, mine, answers):
    os.utime(mine)
    window.files.look_for_changes()
    assert answers["asked"] == []


def test_the_version_that_was_not_ours_is_kept_once(window, mine, answers):
    first = mine.read_bytes()
    for name in ("one", "two", "three"):
        rename(window, name)
        assert window.files.save()
    assert mine.with_name("mine.json~").read_bytes() == first
    assert answers["asked"] == []


def test_one_file_is_one_tab(window, mine, answers, monkeypatch):
    window.files.new()
    rename(window, "another")
    assert not window.files.save_path(mine)
    assert answers["asked"] == ["mine.json is open in another tab."]
    assert native.load(mine).name == "Climb 1"


@pytest.mark.parametrize(
    ("typed", "written"),
    [("Stage 1.2", "Stage 1.2.json"), ("v2.final", "v2.final.json"), ("a.JSON", "a.JSON"), ("plain", "plain.json")],
)
def test_names_with_dots_keep_them(window, answers, monkeypatch, tmp_path, typed, written):
    choose(monkeypatch, tmp_path / typed)
    assert window.files.save_as()
    assert [path.name for path in tmp_path.glob("*.[jJ]*")] == [written]


@pytest.mark.parametrize("ending", [".png", ".html", ".pdf", ".txt"])
def test_an_ending_that_says_another_kind_is_refused(window, answers, monkeypatch, tmp_path, ending):
    choose(monkeypatch, tmp_path / f"a{ending}")
    assert not window.files.save_as()
    assert answers["asked"] == [f"a{ending} would not hold what its ending says."]
    assert not (tmp_path / f"a{ending}").exists()


@pytest.mark.parametrize(("answer", "replaced"), [("Replace", True), ("Cancel", False)])
def test_a_file_that_gets_its_ending_is_not_replaced_unasked(window, answers, monkeypatch, tmp_path, answer, replaced):
    there = tmp_path / "a.json"
    there.write_text("precious", encoding="utf-8")
    choose(monkeypatch, tmp_path / "a")
    answers["answers"] = [answer]
    assert window.files.save_as() is replaced
    assert answers["asked"] == ["a.json is there already."]
    assert (there.read_text(encoding="utf-8") != "precious") is replaced


@pytest.mark.skipif(os.name == "nt", reason="modes as POSIX has them")
@pytest.mark.parametrize(("answer", "saved"), [("Write all the same", True), ("Cancel", False)])
def test_a_read_only_file_is_asked_about(window, mine, answers, answer, saved):
    mine.chmod(0o444)
    rename(window, "my work")
    answers["answers"] = [answer]
    assert window.files.save() is saved
    assert (native.load(mine).name == "my work") is saved
    assert stat.S_IMODE(mine.stat().st_mode) == 0o444


#: Names that not every system allows for a file, or that are too long for one.
ODD_NAMES = (
    "../../etc/passwd",
    "/absolute",
    "C:\\stage",
    "a/b",
    "what?*",
    "con",
    "...",
    " ",
    "\N{HIRAGANA LETTER A}" * 90,
    "\N{GRINNING FACE}" * 70,
    "e" * 200,
    "tab\there",
)


def test_names_that_are_offered_can_be_written_in_the_folder_chosen(window, answers, monkeypatch, tmp_path):
    window.files.settings.setValue("folder", str(tmp_path))
    offered = []

    def accept(parent, title, start, kinds):
        offered.append(Path(start))
        return start, kinds

    monkeypatch.setattr(QFileDialog, "getSaveFileName", accept)
    for name in ODD_NAMES:
        rename(window, name)
        window.files.export_json()
        assert answers["asked"] == []
        assert offered[-1].parent == tmp_path
        assert offered[-1].exists()
        assert len(os.fsencode(offered[-1].name)) < 255
    assert len(offered) == len(ODD_NAMES)


def test_an_edit_that_could_not_be_opened_again_is_refused(window, mine, qtbot):
    told = []
    window.session.refused.connect(told.append)
    assert not window.session.edit("Notes", lambda design: replace(design, notes="n" * 100_001))
    assert told == ["notes: is too long: at most 100000 are allowed, this has 100001"]
    assert not window.session.document.changed


def test_a_design_that_could_not_be_opened_again_is_not_written(window, answers, tmp_path):
    """As a design that came here otherwise than by an edit may be."""
    there = tmp_path / "there.json"
    there.write_text("precious", encoding="utf-8")
    window.session.start(Design(notes="n" * 100_001), saved=False)
    assert not window.files.save_path(there)
    assert answers["asked"] == ["there.json was not written: it could not be opened again."]
    assert there.read_text(encoding="utf-8") == "precious"


def test_a_choice_that_is_closed_is_the_last_one(window, monkeypatch):
    monkeypatch.setattr(QMessageBox, "exec", lambda box: 0)
    assert saving.choose(window, "title", "text", "", "one", "two") == "two"
