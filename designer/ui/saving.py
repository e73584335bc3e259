"""Asking where to save, and writing there: what all save dialogs of the window share."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from designer.exporting import says_another
from designer.formats.native import FormatError
from designer.formats.writing import ReadOnlyFile

#: Bytes that a file's name may have on the usual systems.
LONGEST = 255
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|\u2028\u2029\ud800-\udfff]+')
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def file_name(words: str, ending: str) -> str:
    """A name for a file that every usual system allows, made of some words.

    >>> file_name("Loop 3/4: the *long* one", ".json"), file_name("..", ".json"), file_name("nul", ".png")
    ('Loop 3-4- the -long- one.json', 'design.json', 'nul-.png')
    >>> len(file_name("\N{HIRAGANA LETTER A}" * 300, ".json").encode())
    254
    """
    stem = _FORBIDDEN.sub("-", words).strip(" .").lstrip("-")
    if _DEVICES.fullmatch(stem):
        stem += "-"
    # One byte is left for the name of the copy that is kept of an older version.
    stem = stem.encode("utf-8")[: LONGEST - 1 - len(ending)].decode("utf-8", "ignore").rstrip(" .")
    return (stem or "design") + ending


def with_ending(name: str, ending: str) -> Path | None:
    """The file that is meant by a name typed: the ending is added where there is none, None when it says another kind.

    >>> with_ending("Stage 1.2", ".json").name, with_ending("a.JSON", ".json").name, with_ending("a.png", ".json")
    ('Stage 1.2.json', 'a.JSON', None)
    """
    path = Path(name)
    found = path.suffix.lower()
    if found == ending:
        return path
    return None if says_another(path, ending) else path.with_name(path.name + ending)


def ask_file(window: QWidget, title: str, start: Path, ending: str, kinds: str) -> Path | None:
    """Ask for a file to write to; ``start`` is the folder and the name that are offered. None when there is none.

    The system's dialog asks before it replaces the file that was typed; where the ending is added afterwards, that is
    asked here.
    """
    name, _ = QFileDialog.getSaveFileName(window, title, str(start), kinds)
    if not name:
        return None
    path = with_ending(name, ending)
    if path is None:
        tell(
            window,
            title,
            f"{Path(name).name} would not hold what its ending says.",
            f"This writes a file that ends in {ending}.",
        )
        return None
    if path != Path(name) and path.exists() and not _may(window, title, f"{path.name} is there already.", "Replace"):
        return None
    return path


def write(
    window: QWidget, title: str, path: Path, do: Callable[[bool], None], say: Callable[[str], object] | None = None
) -> bool:
    """Write a file, or say in plain words why it cannot be written: in a box, or by ``say``.

    ``do`` writes; it is told whether a file may be replaced that is marked as read-only, which is asked first.
    """
    try:
        do(False)
        return True
    except ReadOnlyFile:
        if not _may(window, title, f"{path.name} is marked as read-only.", "Write all the same"):
            return False
        return write(window, title, path, lambda _: do(True), say)
    except FormatError as error:
        text, details = f"{path.name} was not written: it could not be opened again.", str(error)
    except OSError as error:
        text, details = f"{path} could not be written.", error.strerror or str(error)
    if say is not None:
        say(f"\N{WARNING SIGN} {text} {details}")
    else:
        tell(window, title, text, details)
    return False


def tell(window: QWidget, title: str, text: str, details: str = "") -> None:
    """A message box in plain words."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, window)
    box.setTextFormat(Qt.TextFormat.PlainText)
    if details:
        box.setInformativeText(details)
    box.exec()


def choose(window: QWidget, title: str, text: str, details: str, *answers: str) -> str:
    """Ask which of several answers; the last one is taken when the box is closed."""
    box = QMessageBox(QMessageBox.Icon.Question, title, text, parent=window)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(details)
    roles = [QMessageBox.ButtonRole.AcceptRole] * (len(answers) - 1) + [QMessageBox.ButtonRole.RejectRole]
    buttons = [box.addButton(answer, role) for answer, role in zip(answers, roles, strict=True)]
    box.setEscapeButton(buttons[-1])
    box.exec()
    clicked = box.clickedButton()
    return answers[buttons.index(clicked)] if clicked in buttons else answers[-1]


def _may(window: QWidget, title: str, text: str, yes: str) -> bool:
    return choose(window, title, text, "", yes, "Cancel") == yes
