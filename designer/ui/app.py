"""Starting the application."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QSettings
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication, QMessageBox

from designer.ui import theme
from designer.ui.main_window import MainWindow

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
    box = QMessageBox(QMessageBox.Icon.Critical, "Something went wrong",
                      "Crest made a mistake. Your design is as it was before the last step; save it to be safe.")
    box.setDetailedText("".join(traceback.format_exception(kind, fault, trace)))
    box.exec()


def run(path: Path | None) -> int:
    """Open the window, with a design when a path is given, and stay until it closes. The answer is the exit code."""
    app = application()
    settings = QSettings()
    theme.use(str(settings.value("theme", "system")))
    sys.excepthook = _show_fault
    window = MainWindow(settings=settings)
    window.show()
    if path is not None:
        window.files.open_path(path)
    return app.exec()
