"""Pictures as files: for export and reports without a window."""

from __future__ import annotations

import os

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice
from PySide6.QtGui import QImage

from designer.design.document import Design
from designer.design.stage import Stage
from designer.drawing.spire.picture import spire_image
from designer.drawing.tiles.picture import stage_image


def application() -> QCoreApplication:
    """The running Qt application, or a new one without a display (one that a window can still use later)."""
    running = QCoreApplication.instance()
    if running is not None:
        return running
    from PySide6.QtWidgets import QApplication

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication([])


def stage_png(stage: Stage, scale: float = 0.5) -> bytes:
    """A picture of a stage as the contents of a PNG file."""
    # Held while it draws: Qt has no letters without an application.
    running = application()
    contents = _png(stage_image(stage, scale))
    del running
    return contents


def spire_png(design: Design, scale: float = 1.5) -> bytes:
    """A picture of a design's spire as the contents of a PNG file."""
    running = application()
    contents = _png(spire_image(design, scale))
    del running
    return contents


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())
