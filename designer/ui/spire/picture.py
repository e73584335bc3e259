"""A spire as a picture: for export, printing and reports without a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QPainter

from designer.design.document import Design
from designer.design.spire import Spire
from designer.formats.native import write_atomic
from designer.ui.pictures import application
from designer.ui.spire.flat import FlatView
from designer.ui.spire.options import rules_in_force
from designer.ui.spire.table import deck_of, of_spire
from designer.ui.tiles.signs import INK

#: Larger pictures are scaled down to this many pixels a side.
LARGEST = 8000


def spire_image(design: Design, scale: float = 1.5, background: str = "#ffffff") -> QImage:
    """The spire of a design, unrolled, with what lies face down; an application must be running."""
    spire = design.spire or Spire()
    view = FlatView()
    view.editable = False
    view.show_table(of_spire(spire, deck_of(spire), rules_in_force(design)))
    size = view.natural_size()
    scale = min(scale, LARGEST / max(size.width(), size.height()))
    image = QImage(round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor(background))
    painter = QPainter(image)
    painter.scale(scale, scale)
    view.draw(painter, INK)
    painter.end()
    return image


def write_png(design: Design, path: Path, scale: float = 1.5) -> None:
    """Write a picture of the spire as PNG. Raises OSError."""
    running = application()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    spire_image(design, scale).save(buffer, "PNG")  # type: ignore[call-overload]
    write_atomic(path, bytes(data.data()))
    del running
