"""The toolbar's icons: our own strokes, in the colour of the window's text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

SIZE = 24


def _arc(painter: QPainter, clockwise: bool, hooked: bool) -> None:
    """A round arrow; a hooked one is that of undo and redo."""
    sign = 1 if clockwise else -1
    painter.save()
    painter.translate(12, 12)
    painter.scale(sign, 1)
    if hooked:
        path = QPainterPath(QPointF(-7, 6))
        path.cubicTo(QPointF(-9, -4), QPointF(0, -7), QPointF(6, -2))
        painter.drawPath(path)
        painter.drawPolyline(QPolygonF([QPointF(6.5, -8), QPointF(6.5, -1.5), QPointF(0, -1.5)]))
    else:
        painter.drawArc(QRectF(-8, -8, 16, 16), 60 * 16, 280 * 16)
        painter.drawPolyline(QPolygonF([QPointF(-2, -9.5), QPointF(4.5, -7), QPointF(2, -0.8)]))
    painter.restore()


def _new(painter: QPainter) -> None:
    painter.drawPolygon(QPolygonF([QPointF(6, 3), QPointF(14, 3), QPointF(18, 7), QPointF(18, 21), QPointF(6, 21)]))
    painter.drawPolyline(QPolygonF([QPointF(14, 3), QPointF(14, 7), QPointF(18, 7)]))


def _open(painter: QPainter) -> None:
    painter.drawPolyline(
        QPolygonF([QPointF(3, 19), QPointF(3, 5), QPointF(9, 5), QPointF(11, 8), QPointF(19, 8), QPointF(19, 11)])
    )
    painter.drawPolygon(QPolygonF([QPointF(3, 19), QPointF(7, 11), QPointF(22, 11), QPointF(18, 19)]))


def _save(painter: QPainter) -> None:
    painter.drawPolygon(QPolygonF([QPointF(4, 4), QPointF(17, 4), QPointF(20, 7), QPointF(20, 20), QPointF(4, 20)]))
    painter.drawRect(QRectF(8, 4, 7, 5))
    painter.drawRect(QRectF(7, 13, 10, 7))


def _flip(painter: QPainter) -> None:
    painter.drawPolygon(QPolygonF([QPointF(10, 5), QPointF(10, 19), QPointF(2.5, 19)]))
    painter.setBrush(painter.pen().color())
    painter.drawPolygon(QPolygonF([QPointF(14, 5), QPointF(14, 19), QPointF(21.5, 19)]))


def _mirror(painter: QPainter) -> None:
    for y in (4.0, 8.0, 12.0, 16.0, 20.0):
        painter.drawLine(QPointF(12, y - 1), QPointF(12, y + 1))
    painter.drawPolyline(QPolygonF([QPointF(3, 19), QPointF(8, 12), QPointF(3, 5)]))
    painter.drawPolyline(QPolygonF([QPointF(21, 19), QPointF(16, 12), QPointF(21, 5)]))


def _overlays(painter: QPainter) -> None:
    painter.drawPolygon(QPolygonF([QPointF(12, 3), QPointF(21, 8), QPointF(12, 13), QPointF(3, 8)]))
    for y in (12.0, 16.0):
        painter.drawPolygon(QPolygonF([QPointF(3, y), QPointF(12, y + 5), QPointF(21, y), QPointF(12, y + 5)]))


def _remove(painter: QPainter) -> None:
    painter.drawLine(QPointF(4, 6), QPointF(20, 6))
    painter.drawLine(QPointF(9, 3), QPointF(15, 3))
    painter.drawPolyline(QPolygonF([QPointF(6, 6), QPointF(7, 21), QPointF(17, 21), QPointF(18, 6)]))
    painter.drawLine(QPointF(10, 10), QPointF(10.5, 17))
    painter.drawLine(QPointF(14, 10), QPointF(13.5, 17))


def _run(painter: QPainter) -> None:
    painter.setBrush(painter.pen().color())
    painter.drawPolygon(QPolygonF([QPointF(6, 4), QPointF(20, 12), QPointF(6, 20)]))


def _fit(painter: QPainter) -> None:
    for x, y in ((3, 3), (21, 3), (3, 21), (21, 21)):
        dx, dy = (5 if x < 12 else -5), (5 if y < 12 else -5)
        painter.drawPolyline(QPolygonF([QPointF(x + dx, y), QPointF(x, y), QPointF(x, y + dy)]))
    painter.drawRect(QRectF(8.5, 8.5, 7, 7))


def _zoom_out(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(10, 10), 7, 7)
    painter.drawLine(QPointF(15.5, 15.5), QPointF(21, 21))
    painter.drawLine(QPointF(7, 10), QPointF(13, 10))


def _zoom_in(painter: QPainter) -> None:
    _zoom_out(painter)
    painter.drawLine(QPointF(10, 7), QPointF(10, 13))


#: What draws each icon; a name without one has an empty picture.
_STROKES: Mapping[str, Callable[[QPainter], None]] = {
    "new": _new,
    "open": _open,
    "save": _save,
    "undo": partial(_arc, clockwise=False, hooked=True),
    "redo": partial(_arc, clockwise=True, hooked=True),
    "turn": partial(_arc, clockwise=True, hooked=False),
    "turn-back": partial(_arc, clockwise=False, hooked=False),
    "flip": _flip,
    "mirror": _mirror,
    "overlays": _overlays,
    "remove": _remove,
    "run": _run,
    "fit": _fit,
    "zoom-in": _zoom_in,
    "zoom-out": _zoom_out,
}


def icon(name: str, colour: QColor) -> QIcon:
    """An icon by its name, in a colour; a paler one for disabled buttons."""
    result = QIcon()
    for mode, strength in ((QIcon.Mode.Normal, 255), (QIcon.Mode.Disabled, 85)):
        picture = QPixmap(SIZE * 2, SIZE * 2)
        picture.setDevicePixelRatio(2)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = QColor(colour)
        ink.setAlpha(strength)
        painter.setPen(QPen(ink, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        if name in _STROKES:
            _STROKES[name](painter)
        painter.end()
        result.addPixmap(picture, mode)
    return result
