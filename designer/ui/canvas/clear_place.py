"""Finding room beside something on the canvas, so that cars, dice and words do not hide each other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF

#: Where to look, in this order: above, below, right, left, then the corners.
WAYS = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1))
#: How far off the thing itself to look.
GAPS = (3.0, 26.0, 52.0, 84.0)


def room_beside(thing: QRectF, size: QSizeF, taken: Sequence[QRectF]) -> QRectF:
    """A rectangle of a size close to a thing that covers as little as can be of what is taken.

    A thing without extent is a point: then the rectangle lies on it, where there is room.

    >>> room_beside(QRectF(0, 0, 80, 60), QSizeF(40, 20), []).center().toTuple()
    (40.0, -13.0)
    >>> room_beside(QRectF(0, 0, 80, 60), QSizeF(40, 20), [QRectF(0, -40, 80, 40)]).center().toTuple()
    (40.0, 73.0)
    """
    best, least = QRectF(), float("inf")
    for place in _places(thing, size):
        covered = sum(_area(place.intersected(other)) for other in taken)
        if covered < least:
            best, least = place, covered
        if not covered:
            break
    return best


def _places(thing: QRectF, size: QSizeF) -> list[QRectF]:
    middle = thing.center()
    places = [_about(middle, size)] if thing.isEmpty() else []
    # From a point, a rectangle first moves by less than its own size.
    across, down = ((thing.width() + size.width()) / 2, (thing.height() + size.height()) / 2)
    if thing.isEmpty():
        across, down = across / 2, down / 2
    return places + [
        _about(middle + QPointF(x * (across + gap), y * (down + gap)), size) for gap in GAPS for x, y in WAYS
    ]


def _about(middle: QPointF, size: QSizeF) -> QRectF:
    return QRectF(middle.x() - size.width() / 2, middle.y() - size.height() / 2, size.width(), size.height())


def _area(rect: QRectF) -> float:
    return max(rect.width(), 0.0) * max(rect.height(), 0.0)
