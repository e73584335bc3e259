"""Pictures as files: for export and reports without a window."""

from __future__ import annotations

import os

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QPointF
from PySide6.QtGui import QImage, QPainter

from designer.design.document import Design, Inventory
from designer.design.stage import Stage
from designer.drawing import signs
from designer.drawing.spire.picture import spire_image
from designer.drawing.tiles.picture import stage_image
from designer.readings import boxes
from designer.rules import Rules


def application() -> QCoreApplication:
    """The running Qt application, or a new one without a display (one that a window can still use later)."""
    running = QCoreApplication.instance()
    if running is not None:
        return running
    from PySide6.QtWidgets import QApplication

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication([])


def stage_png(
    stage: Stage, scale: float = 0.5, inventory: Inventory | None = None, rules: Rules | None = None
) -> bytes:
    """A picture of a stage as the contents of a PNG file; under it stands which boxes its tiles and tokens come from.

    ``inventory``: the boxes at hand; without one, one of each box there is. ``rules``: those in force.
    """
    # Held while it draws: Qt has no letters without an application.
    running = application()
    contents = _png(captioned(stage_image(stage, scale), boxes.named(stage, inventory, rules)))
    del running
    return contents


def captioned(picture: QImage, words: str) -> QImage:
    """A picture with words under it, on as many lines as they need; without words the picture itself."""
    if not words:
        return picture
    size = max(12.0, min(24.0, picture.width() / 40))
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and signs.text_width(longer, size) <= picture.width() - 2 * size:
            lines[-1] = longer
        else:
            lines.append(word)
    whole = QImage(picture.width(), round(picture.height() + size * (1.6 * len(lines) + 0.8)), picture.format())
    whole.fill(signs.PAPER)
    painter = QPainter(whole)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawImage(0, 0, picture)
    for number, line in enumerate(lines):
        signs.text(painter, line, size, at=QPointF(picture.width() / 2, picture.height() + size * (1.6 * number + 0.8)))
    painter.end()
    return whole


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
