"""The cards, climbers and quickdraws of a spire as our own vectors, in card units: a card is CARD wide and high.

Nothing is told by colour alone: each colour of columns has a shape, each class of holds a letter and a shape, each
climber two letters. A bolted hold has a grey name and a bolt, another a brown name (Race for the Summit, Climber Turn
Details: Bolted Holds).
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from designer.drawing.signs import INK, PAPER, text
from designer.drawing.spire.table import Face
from designer.summit.deck import CLASSES

CARD = (150.0, 58.0)
RECT = QRectF(0, 0, *CARD)
STRIPE = 26.0
NO_SPIRE = "No spire yet: deal one, or open one of the examples."
#: Colours of columns with the shape that doubles each; other colours take a shape by their name.
COLOURS: dict[str, tuple[str, str]] = {
    "red": ("#c7362f", "disc"),
    "orange": ("#d97b16", "square"),
    "yellow": ("#c9a208", "triangle"),
    "green": ("#3d8b40", "diamond"),
    "blue": ("#2f6fb5", "hexagon"),
    "purple": ("#7d4aa8", "star"),
}
SHAPES = ("disc", "square", "triangle", "diamond", "hexagon", "star")
#: Where the name of a kind of card stands.
NAMES = {"hold": QRectF(30, 3, 116, 23), "summit": QRectF(60, 4, 84, 23), "start": QRectF(64, 32, 56, 23)}
#: Where a climber stands on a card: over the picture, below the name.
FIGURE = QPointF(41, 39)
#: Class letters with colour and shape: bomber, positive, sketchy, heinous.
CLASS_LOOK = {
    "B": ("#2e8540", "disc"),
    "P": ("#1f66b0", "square"),
    "S": ("#e0b400", "triangle"),
    "H": ("#c02626", "octagon"),
}
BOLTED, UNBOLTED = QColor("#5c6670"), QColor("#8a5a2b")
STONE, SUMMIT, EDGE = QColor("#f4efe4"), QColor("#e6eef5"), QColor("#8d8574")
HEAT, CURSOR, TARGET, BAD = QColor("#e8590c"), QColor("#0b72e7"), QColor("#2fa84f"), QColor("#d0202e")
CLIMBERS = {
    "Granite": "#555b63",
    "River": "#1c7c8c",
    "Bluffy": "#7b4fa3",
    "Gym": "#a8324a",
    "Crack": "#4b6b1f",
    "Gorge": "#b4551f",
    "Hannah": "#9a7300",
    "Hiro": "#2c4fa0",
}


@dataclass(frozen=True)
class CardLook:
    """How a card is shown: for whom (a climber's name, or empty for all eight), whether face-down cards show faintly
    what they are, and visits a game as heat with the most of all cards."""

    climber: str = ""
    xray: bool = True
    heat: float | None = None
    hottest: float = 1.0


def colour_of(name: str) -> QColor:
    """The paint of a column's colour; an unknown name that Qt knows is that, any other is grey."""
    if name in COLOURS:
        return QColor(COLOURS[name][0])
    return QColor(name) if QColor.isValidColorName(name) else QColor("#7a7f86")


def shape_of(name: str) -> str:
    """The shape that doubles a colour.

    >>> shape_of("red"), shape_of("purple")
    ('disc', 'star')
    """
    return COLOURS[name][1] if name in COLOURS else SHAPES[sum(map(ord, name)) % len(SHAPES)]


def initials(name: str) -> str:
    """Two letters for a climber: the first of a name, or a seat's number.

    >>> initials("Granite"), initials("Seat 3")
    ('Gr', '3')
    """
    return name[5:7] if name.startswith("Seat ") else name[:2]


def climber_colour(name: str) -> QColor:
    """The paint of a climber; names that are not in the document share those of its eight."""
    paints = list(CLIMBERS.values())
    return QColor(CLIMBERS.get(name) or paints[sum(map(ord, name)) % len(paints)])


def shape(name: str, size: float, at: QPointF) -> QPolygonF | QPainterPath:
    """An outline about a point: disc, square, triangle, diamond, hexagon, octagon or star."""
    if name == "disc":
        path = QPainterPath()
        path.addEllipse(at, size, size)
        return path
    corners = {
        "square": (4, 45.0),
        "triangle": (3, -90.0),
        "diamond": (4, 0.0),
        "hexagon": (6, 0.0),
        "octagon": (8, 22.5),
        "star": (10, -90.0),
    }
    count, first = corners[name]
    grow = {"square": 1.25, "triangle": 1.3, "diamond": 1.25, "octagon": 1.1}.get(name, 1.12)
    points = []
    for number in range(count):
        radius = size * grow * (0.5 if name == "star" and number % 2 else 1.0)
        angle = math.radians(first + 360 * number / count)
        points.append(at + QPointF(radius * math.cos(angle), radius * math.sin(angle)))
    if name == "triangle":
        points = [point + QPointF(0, size * 0.2) for point in points]
    return QPolygonF(points)


def draw_shape(painter: QPainter, name: str, size: float, at: QPointF) -> None:
    """Fill and stroke a shape with the painter's brush and pen."""
    outline = shape(name, size, at)
    if isinstance(outline, QPainterPath):
        painter.drawPath(outline)
    else:
        painter.drawPolygon(outline)


def badge(painter: QPainter, letter: str, size: float, at: QPointF, words: str = "") -> None:
    """The sign of a class of holds: shape, colour and letter (or other words)."""
    colour, form = CLASS_LOOK[letter]
    painter.setPen(QPen(QColor(colour).darker(140), 1))
    painter.setBrush(QColor(colour))
    draw_shape(painter, form, size, at)
    text(
        painter,
        words or letter,
        size * 1.15,
        INK if letter == "S" else PAPER,
        at + QPointF(0, size * 0.25 if form == "triangle" else 0),
    )


def paint_card(painter: QPainter, card: Face, colour: str, look: CardLook) -> None:
    """Draw a card with its top left corner at (0, 0)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if card.up or card.kind == "start":
        _front(painter, card, colour, look)
    else:
        _back(painter, card, colour, look)
    if card.locked:
        _lock(painter, QPointF(14, 13))
    if look.heat is not None:
        _heat(painter, look)
    painter.restore()


def _front(painter: QPainter, card: Face, colour: str, look: CardLook) -> None:
    painter.setPen(QPen(EDGE, 1.5))
    painter.setBrush(SUMMIT if card.kind == "summit" else STONE)
    painter.drawRoundedRect(RECT.adjusted(1, 1, -1, -1), 6, 6)
    _stripe(painter, colour)
    if card.kind == "summit":
        _peak(painter, card)
    else:
        _picture(painter, card.name, QPointF(40, 31 if card.kind == "start" else 41))
    ink = BAD if not card.known else BOLTED if card.bolted else UNBOLTED
    _name(painter, _title(card), ink, NAMES[card.kind])
    if card.kind == "hold" and card.bolted:
        bolt(painter, QPointF(CARD[0] - 11, 41), 7)
    _classes(painter, card, look)


def _back(painter: QPainter, card: Face, colour: str, look: CardLook) -> None:
    """The back: the column's colour in bands; an anchor is seen on it too."""
    paint = colour_of(colour)
    painter.setPen(QPen(paint.darker(150), 1.5))
    painter.setBrush(paint.darker(115))
    body = RECT.adjusted(1, 1, -1, -1)
    painter.drawRoundedRect(body, 6, 6)
    painter.save()
    clip = QPainterPath()
    clip.addRoundedRect(body, 6, 6)
    painter.setClipPath(clip, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(paint.lighter(118), 5))
    for x in range(-60, 160, 22):
        painter.drawLine(QPointF(x, CARD[1]), QPointF(x + CARD[1], 0))
    painter.restore()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 255, 255, 225))
    draw_shape(painter, shape_of(colour), 10, QPointF(15, CARD[1] / 2))
    if card.anchored:
        painter.setBrush(QColor(255, 255, 255, 235))
        painter.drawEllipse(QPointF(CARD[0] - 20, CARD[1] / 2), 15, 15)
        anchor(painter, QPointF(CARD[0] - 20, CARD[1] / 2))
    if not look.xray:
        return
    painter.setBrush(QColor(255, 255, 255, 215))
    hold = card.kind == "hold"
    paper = QRectF(30, 5, 113 if hold else 82, 48)
    painter.drawRoundedRect(paper, 5, 5)
    ink = BAD if not card.known else BOLTED if card.bolted else UNBOLTED
    _name(painter, _title(card), ink, QRectF(paper.x() + 2, 6, paper.width() - 4, 22 if hold else 46))
    if card.bolted and hold:
        bolt(painter, QPointF(131, 41), 6.5)
    letter = card.classes.get(look.climber)
    if letter and hold:
        badge(painter, letter, 9.5, QPointF(86, 40))
    else:
        _spread(painter, card, QPointF(46, 41), 20.0, 7.8)


def _title(card: Face) -> str:
    if card.kind != "summit":
        return card.name
    if not card.name:
        return "no summit"
    return "positive" if "P" in card.classes.values() else "sketchy" if card.known else card.name


def _stripe(painter: QPainter, colour: str) -> None:
    painter.save()
    clip = QPainterPath()
    clip.addRoundedRect(RECT.adjusted(1.5, 1.5, -1.5, -1.5), 5, 5)
    painter.setClipPath(clip, Qt.ClipOperation.IntersectClip)
    painter.fillRect(QRectF(0, 0, STRIPE, CARD[1]), colour_of(colour))
    painter.restore()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(PAPER)
    draw_shape(painter, shape_of(colour), 8, QPointF(STRIPE / 2, CARD[1] / 2))


def _name(painter: QPainter, words: str, ink: QColor, box: QRectF) -> None:
    size = min(18.0, box.height() * 0.8, 1.55 * box.width() / max(1, len(words)))
    text(painter, words, size, ink, box.center())


def _classes(painter: QPainter, card: Face, look: CardLook) -> None:
    """The class for one climber with its name, or how many climbers find the hold what."""
    letter = card.classes.get(look.climber)
    if letter:
        badge(painter, letter, 11, QPointF(132, 42) if card.kind == "start" else QPointF(92, 40))
    elif card.kind == "hold":
        _spread(painter, card, QPointF(62, 41), 19.0, 7.8)
    elif card.kind == "summit" and card.classes:
        badge(painter, next(iter(card.classes.values())), 10, QPointF(78, 41))


def _spread(painter: QPainter, card: Face, at: QPointF, step: float, size: float) -> None:
    counts = Counter(card.classes.values())
    for number, letter in enumerate(CLASSES):
        if card.kind == "hold" and counts[letter]:
            badge(painter, letter, size, at + QPointF(number * step, 0), str(counts[letter]))


def bolt(painter: QPainter, at: QPointF, size: float = 7.5) -> None:
    """A bolt: a nut with a ring."""
    painter.setPen(QPen(BOLTED.darker(130), 1))
    painter.setBrush(QColor("#aab3bb"))
    draw_shape(painter, "hexagon", size, at)
    painter.setBrush(QColor("#39424a"))
    painter.drawEllipse(at, size * 0.4, size * 0.4)


def anchor(painter: QPainter, at: QPointF) -> None:
    """An anchor of climbers: two bolts, a chain from each to one ring."""
    painter.setPen(QPen(QColor("#39424a"), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for side in (-1, 1):
        painter.drawLine(at + QPointF(6.5 * side, -6), at + QPointF(0, 4))
    painter.drawEllipse(at + QPointF(0, 7), 3.4, 3.4)
    for side in (-1, 1):
        bolt(painter, at + QPointF(6.5 * side, -6.5), 4)


def _peak(painter: QPainter, card: Face) -> None:
    painter.setPen(QPen(QColor("#4d5a66"), 1.5))
    painter.setBrush(QColor("#8fa3b5"))
    painter.drawPolygon(QPolygonF([QPointF(29, 51), QPointF(44, 14), QPointF(59, 51)]))
    painter.setBrush(PAPER)
    painter.drawPolygon(
        QPolygonF(
            [QPointF(38.7, 27), QPointF(44, 14), QPointF(49.3, 27), QPointF(46, 24), QPointF(43, 28), QPointF(41, 25)]
        )
    )
    if card.anchored:
        anchor(painter, QPointF(CARD[0] - 22, 39))


#: Strokes of each hold's picture, about its middle; other types show a plain ledge.
PICTURES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "Crimper": (((-11, 2), (11, 2), (9, 6), (-10, 6), (-11, 2)),),
    "Undercling": (((-11, -8), (-9, 2), (0, 6), (9, 2), (11, -8)), ((0, 14), (0, 8), (-3, 11)), ((0, 8), (3, 11))),
    "Sloper": (((-12, 9), (-8, -2), (0, -6), (8, -2), (12, 9), (-12, 9)),),
    "Gaston": (((-4, -11), (4, -8), (4, 9), (-4, 11)), ((12, 0), (7, 0), (9, -3)), ((7, 0), (9, 3))),
    "Jug": (((-11, -5), (-9, 7), (0, 11), (9, 7), (11, -5), (6, -2), (0, 2), (-6, -2), (-11, -5)),),
    "Arete": (((0, -13), (0, 13)), ((0, -13), (-10, -8), (-10, 13)), ((0, -13), (10, -8), (10, 13))),
    "Pinch": (((-4, -11), (4, -11), (6, 11), (-6, 11), (-4, -11)), ((-12, 0), (-8, 0)), ((12, 0), (8, 0))),
    "Pocket": (((-6, 0), (-4, -5), (0, -7), (4, -5), (6, 0), (4, 5), (0, 7), (-4, 5), (-6, 0)),),
    "Sidepull": (((4, -11), (-4, -8), (-4, 9), (4, 11)), ((-12, 0), (-7, 0), (-9, -3)), ((-7, 0), (-9, 3))),
    "Flake": (((-8, 11), (-5, -11), (9, -7), (2, 0), (4, 11)), ((-3, 8), (-1, -5))),
    "Start": (
        ((-11, 11), (11, 11)),
        ((-5, 11), (-5, 3), (0, 0), (5, 3), (5, 11)),
        ((0, -10), (0, -4)),
        ((-4, -7), (0, -11), (4, -7)),
    ),
}
LEDGE = (((-11, 0), (-4, -4), (6, -3), (11, 1), (8, 6), (-9, 6), (-11, 0)),)


def _picture(painter: QPainter, name: str, at: QPointF) -> None:
    painter.setPen(
        QPen(QColor("#6d6250"), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.setBrush(QColor("#cbbfa6"))
    for stroke in PICTURES.get(name, LEDGE):
        points = QPolygonF([at + QPointF(x, y) for x, y in stroke])
        if stroke[0] == stroke[-1]:
            painter.drawPolygon(points)
        else:
            painter.drawPolyline(points)


def _lock(painter: QPainter, at: QPointF) -> None:
    painter.setPen(QPen(INK, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(QRectF(at.x() - 4, at.y() - 9, 8, 10), 0, 180 * 16)
    painter.setPen(QPen(INK, 1))
    painter.setBrush(QColor("#ffd54a"))
    painter.drawRoundedRect(QRectF(at.x() - 6, at.y() - 4, 12, 9), 2, 2)


def _heat(painter: QPainter, look: CardLook) -> None:
    """Visits a game: a frame, a bar and the number; what is hardly visited is pale."""
    share = min(1.0, (look.heat or 0.0) / max(look.hottest, 1e-9))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 255, 255, round(130 * (1 - share))))
    painter.drawRoundedRect(RECT.adjusted(1, 1, -1, -1), 6, 6)
    painter.setBrush(QColor(255, 255, 255, 200))
    painter.drawRect(QRectF(34, CARD[1] - 8, CARD[0] - 40, 6))
    painter.setBrush(HEAT)
    painter.drawRect(QRectF(34, CARD[1] - 8, (CARD[0] - 40) * share, 6))
    painter.setPen(QPen(HEAT, 1.5))
    painter.setBrush(QColor(255, 255, 255, 240))
    painter.drawRoundedRect(QRectF(2, CARD[1] - 18, 32, 16), 4, 4)
    text(painter, f"{look.heat:.2f}", 11, INK, QPointF(18, CARD[1] - 10))


def paint_climber(painter: QPainter, name: str, at: QPointF, size: float = 17.0, *, active: bool = False) -> None:
    """A climber: a figure with two letters; who is at turn has a bright rim."""
    colour = climber_colour(name)
    painter.setPen(QPen(QColor("#ffd54a") if active else PAPER, 3.5 if active else 2))
    painter.setBrush(colour)
    body = QPainterPath()
    body.addRoundedRect(QRectF(at.x() - size, at.y() - size * 0.55, 2 * size, size * 1.5), 7, 7)
    head = QPainterPath()
    head.addEllipse(at + QPointF(0, -size * 0.72), size * 0.46, size * 0.46)
    painter.drawPath(body.united(head))
    text(painter, initials(name), size * 0.95, PAPER, at + QPointF(0, size * 0.22))


def paint_quickdraw(painter: QPainter, name: str, at: QPointF) -> None:
    """A quickdraw: two carabiners on a sling, with its climber's letters."""
    colour = climber_colour(name)
    for pen in (QPen(PAPER, 6), QPen(colour, 3)):
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at + QPointF(-13, 0), 6, 7.5)
        painter.drawEllipse(at + QPointF(13, 0), 6, 7.5)
    painter.setPen(QPen(PAPER, 1))
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(at.x() - 10, at.y() - 6, 20, 12), 3, 3)
    text(painter, initials(name), 9, PAPER, at)


def paint_outline(painter: QPainter, colour: QColor, dashed: bool = False, width: float = 4.0) -> None:
    """A frame about a card: cursor, drop target, problem."""
    pen = QPen(colour, width, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(RECT.adjusted(-1, -1, 1, 1), 8, 8)


def paint_gap(painter: QPainter, words: str) -> None:
    """A place without a card."""
    painter.setPen(QPen(EDGE, 1.5, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(RECT.adjusted(2, 2, -2, -2), 6, 6)
    text(painter, words, 12, EDGE, RECT.center())


def shade(painter: QPainter, depth: float) -> None:
    """Darken a card that is turned away; ``depth`` 0 is in front, 1 seen from the side."""
    wash = QLinearGradient(RECT.topLeft(), RECT.topRight())
    wash.setColorAt(0, QColor(10, 14, 20, round(150 * depth)))
    wash.setColorAt(1, QColor(10, 14, 20, round(150 * depth)))
    painter.fillRect(RECT, wash)
