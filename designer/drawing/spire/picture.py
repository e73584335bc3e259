"""A spire as a picture."""

from __future__ import annotations

from PySide6.QtGui import QColor, QImage, QPainter

from designer.design.document import Design
from designer.design.spire import Spire
from designer.drawing.signs import INK
from designer.drawing.spire.flat import FlatPicture
from designer.drawing.spire.table import deck_of, of_spire
from designer.rules import load_fitting

#: Larger pictures are scaled down to this many pixels a side.
LARGEST = 8000


def spire_image(design: Design, scale: float = 1.5, background: str = "#ffffff") -> QImage:
    """The spire of a design, unrolled, with what lies face down; an application must be running."""
    spire = design.spire or Spire()
    picture = FlatPicture(of_spire(spire, deck_of(spire), load_fitting(design.house_rules)))
    size = picture.size()
    scale = min(scale, LARGEST / max(size.width(), size.height()))
    image = QImage(round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor(background))
    painter = QPainter(image)
    painter.scale(scale, scale)
    picture.draw(painter, INK)
    painter.end()
    return image
