"""A stage as a picture."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from designer.design.hexes import centre
from designer.design.stage import Stage
from designer.drawing.tiles.painter import BOUNDS, paint_side
from designer.drawing.tiles.tokens import draw_tokens, driven_roads

MARGIN = 30.0
#: Larger pictures are scaled down to this many pixels a side.
LARGEST = 8000


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
