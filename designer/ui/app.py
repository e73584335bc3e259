"""Starting the application."""

from __future__ import annotations

import gc
import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QSettings
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication, QMessageBox

from designer.resources import folder
from designer.ui import theme
from designer.ui.main_window import MainWindow
from designer.ui.recovery import recovery_folder

#: Kilobytes of tile pictures that are kept.
PICTURE_MEMORY = 160 * 1024


def application() -> QApplication:
    """The Qt application, made ready."""
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("crest-designer")
    app.setApplicationDisplayName("Crest")
    app.setOrganizationName("Crest")
    app.setStyle("Fusion")
    QPixmapCache.setCacheLimit(PICTURE_MEMORY)
    return app


def _show_fault(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    """An error of ours: the user reads a sentence, the details can be opened and copied for a report."""
    if issubclass(kind, KeyboardInterrupt):
        QApplication.quit()
        return
    box = QMessageBox(
        QMessageBox.Icon.Critical,
        "Something went wrong",
        "Crest made a mistake. Your design is as it was before the last step; save it to be safe.",
    )
    box.setDetailedText("".join(traceback.format_exception(kind, fault, trace)))
    box.exec()


def run(path: Path | None) -> int:
    """Open the window, with a design when a path is given, and stay until it closes. The answer is the exit code."""
    app = application()
    settings = QSettings()
    theme.use(str(settings.value("theme", "system")))
    sys.excepthook = _show_fault
    window = MainWindow(settings=settings, recovery_folder=recovery_folder())
    if path is None:
        window.show_start()
    window.show()
    if path is not None:
        window.files.open_path(path, as_copy=is_shipped(path))
    offer_recovery(window)
    keep_memory()
    return app.exec()


def keep_memory() -> None:
    """Tell the collector that what is here now stays: it need not look through it in the middle of an edit.

    On a stage of 300 tiles that makes its longest pauses about ten times shorter.
    """
    gc.collect()
    gc.freeze()


def is_shipped(path: Path) -> bool:
    """Whether a file came with Crest: such a design opens as a copy, so that saving never writes over it."""
    try:
        return path.resolve().is_relative_to(folder("exports").resolve())
    except FileNotFoundError:
        return False


def offer_recovery(window: MainWindow) -> None:
    """Ask what shall become of designs that a window could not save before it ended unexpectedly."""
    left = window.recovery.leftovers() if window.recovery is not None else []
    if window.recovery is None or not left:
        return
    names = "\n".join(
        f"\N{BULLET} {entry.design.name or 'Untitled design'}" + (f" ({entry.path.name})" if entry.path else "")
        for entry in left[:10]
    )
    box = QMessageBox(
        QMessageBox.Icon.Question,
        "Recover your work?",
        "Crest ended unexpectedly. These designs had changes that were not saved:",
        parent=window,
    )
    box.setInformativeText(f"{names}\n\nRecovered designs open as changed; their files are as you saved them last.")
    recover = box.addButton("Recover", QMessageBox.ButtonRole.AcceptRole)
    discard = box.addButton("Throw away", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton("Later", QMessageBox.ButtonRole.RejectRole)
    box.exec()
    for entry in left:
        if box.clickedButton() is recover:
            window.recovery.recover(entry)
        elif box.clickedButton() is discard:
            window.recovery.discard(entry)
