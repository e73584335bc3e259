"""A stage as a picture: for export, printing and reports without a window."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from designer.design.hexes import centre
from designer.design.stage import Stage
from designer.formats.native import write_atomic
from designer.ui.tiles.item import BOUNDS
from designer.ui.tiles.painter import paint_side
from designer.ui.tiles.tokens import draw_tokens, driven_roads

MARGIN = 30.0
#: Larger pictures are scaled down to this many pixels a side.
LARGEST = 8000


def application() -> QCoreApplication:
    """The running Qt application, or a new one without a display (one that a window can still use later)."""
    running = QCoreApplication.instance()
    if running is not None:
        return running
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication([])


def stage_image(stage: Stage, scale: float = 0.5, background: str = "#ffffff") -> QImage:
    """A picture of a stage; ``scale`` 1 gives tiles 520 pixels wide. An empty stage gives a small blank picture."""
    rect = QRectF()
    for placed in stage:
        rect = rect.united(BOUNDS.translated(QPointF(*centre(placed.hex))))
    rect = (rect if not rect.isEmpty() else QRectF(-130, -130, 260, 260)).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
    scale = min(scale, LARGEST / max(rect.width(), rect.height()))
    image = QImage(
        max(1, round(rect.width() * scale)),
        max(1, round(rect.height() * scale)),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(QColor(background))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-rect.topLeft())
    driven = driven_roads(stage)
    for placed in stage:
        painter.save()
        painter.translate(*centre(placed.hex))
        paint_side(painter, placed.tile, placed.rotation, scale)
        draw_tokens(painter, placed, driven.get(placed.hex, ()))
        painter.restore()
    painter.end()
    return image


def write_png(stage: Stage, path: Path, scale: float = 0.5) -> None:
    """Write a picture of a stage as PNG. Raises OSError."""
    application()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    stage_image(stage, scale).save(buffer, "PNG")  # type: ignore[call-overload]
    write_atomic(path, bytes(data.data()))
