"""The small signs on tiles: limits, hazards, jumps, water, climb arrows, pips, tokens. Drawn upright at (0, 0)."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from designer.design.stage import Token
from designer.graph import track_tokens
from designer.graph.space_graph import STANDARD

ORIGIN = QPointF(0, 0)
INK = QColor("#1d2126")
PAPER = QColor("#ffffff")
RED = QColor("#d0202e")
BLUE = QColor("#1763b6")
ASCENT = QColor("#c2410c")
DESCENT = QColor("#0f766e")
DANGER_COLOURS = {"low": QColor("#f5c518"), "medium": QColor("#f0801a"), "high": QColor("#cf1f2e")}
#: How findings of each severity are marked.
SEVERITY_COLOURS = {"error": QColor("#d0202e"), "warning": QColor("#e58a00"), "advice": QColor("#1763b6")}
SEVERITY_SIGNS = {"error": "\N{MULTIPLICATION SIGN}", "warning": "!", "advice": "i"}
DANGER_PIPS = {"low": 1, "medium": 2, "high": 3}


def _lettering(words: str) -> QPainterPath:
    font = QFont("DejaVu Sans")
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setBold(True)
    font.setPixelSize(100)
    path = QPainterPath()
    path.addText(0, 0, font, words)
    return path


def text(painter: QPainter, words: str, size: float, colour: QColor = INK, at: QPointF = ORIGIN) -> None:
    """Bold text of a height in tile pixels, centred on a point.

    Text is drawn as a path, so that it scales smoothly and looks the same in pictures and on the screen.
    """
    path = _lettering(words)
    painter.save()
    painter.translate(at)
    painter.scale(size / 100.0, size / 100.0)
    painter.translate(-path.boundingRect().center())
    painter.fillPath(path, colour)
    painter.restore()


def text_width(words: str, size: float) -> float:
    """How wide ``text`` draws words."""
    return _lettering(words).boundingRect().width() * size / 100.0


def limit(painter: QPainter, number: int, radius: float = 21.0) -> None:
    """A speed limit: a number in a ring."""
    painter.setPen(QPen(RED, radius * 0.22))
    painter.setBrush(PAPER)
    painter.drawEllipse(QPointF(0, 0), radius, radius)
    text(painter, str(number), radius * 1.3)


def triangle(painter: QPainter, words: str, size: float = 26.0) -> None:
    """A warning triangle with a sign or number in it."""
    shape = QPolygonF([QPointF(0, -size), QPointF(size, size * 0.78), QPointF(-size, size * 0.78)])
    painter.setPen(QPen(RED, size * 0.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(QColor("#fff3c4"))
    painter.drawPolygon(shape)
    wide = len(words) > 1
    text(painter, words, size * (0.7 if wide else 0.95), at=QPointF(0, size * (0.3 if wide else 0.2)))


def limit_hazard(painter: QPainter, number: int) -> None:
    """A gear that is allowed at the price of a hazard: a triangle with the number and an exclamation mark."""
    triangle(painter, str(number))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(RED)
    painter.drawEllipse(QPointF(20, -14), 10, 10)
    text(painter, "!", 15, PAPER, QPointF(20, -14))


def jump(painter: QPainter, number: int, heading: float) -> None:
    """A jump: a chevron pointing along the road, with its number upright in a lozenge."""
    painter.save()
    painter.rotate(math.degrees(heading) + 90)
    painter.setPen(QPen(PAPER, 13, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    for pen in (QPen(PAPER, 14), QPen(BLUE, 8)):
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([QPointF(-42, 6), QPointF(0, -38), QPointF(42, 6)]))
    painter.restore()
    painter.setPen(QPen(PAPER, 4))
    painter.setBrush(BLUE)
    painter.drawRoundedRect(QRectF(-19, -19, 38, 38), 8, 8)
    text(painter, str(number), 27, PAPER)


def waves(painter: QPainter, width: float, rows: int = 3) -> None:
    """Water: rows of waves."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, size in ((QColor("#ffffff"), 8.0), (BLUE, 4.0)):
        pen = QPen(colour, size)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for row in range(rows):
            y = (row - (rows - 1) / 2) * 17
            path = QPainterPath(QPointF(-width / 2, y))
            count = max(2, round(width / 26))
            for number in range(count):
                x = -width / 2 + width * (number + 0.5) / count
                bend = -9 if number % 2 == 0 else 9
                path.quadTo(QPointF(x, y + bend), QPointF(x + width / count / 2, y))
            painter.drawPath(path)


def climb(painter: QPainter, value: int, heading: float) -> None:
    """A climb arrow on a line: -1 points up the slope, +1 down it. The number stays upright."""
    colour = ASCENT if value < 0 else DESCENT
    painter.save()
    painter.rotate(math.degrees(heading) + 90)
    painter.setPen(QPen(PAPER, 3))
    painter.setBrush(colour)
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(0, -40),
                QPointF(27, -8),
                QPointF(14, -8),
                QPointF(14, 24),
                QPointF(-14, 24),
                QPointF(-14, -8),
                QPointF(-27, -8),
            ]
        )
    )
    painter.restore()
    text(painter, f"{value:+d}".replace("-", "\N{MINUS SIGN}"), 19, PAPER)


def curved_arrow(painter: QPainter, number: int | None) -> None:
    """A shortcut: a curved arrow and the highest gear allowed."""
    painter.setPen(QPen(PAPER, 3))
    painter.setBrush(QColor("#5b3a1a"))
    painter.drawRoundedRect(QRectF(-33, -19, 66, 38), 10, 10)
    pen = QPen(PAPER, 5)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    path = QPainterPath(QPointF(-23, 11))
    path.quadTo(QPointF(-22, -8), QPointF(-6, -8))
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(PAPER)
    painter.drawPolygon(QPolygonF([QPointF(-7, -16), QPointF(4, -8), QPointF(-7, 0)]))
    if number is not None:
        text(painter, str(number), 25, PAPER, QPointF(18, 1))


def plate(painter: QPainter, tile: str, danger: str | None) -> None:
    """The id plate; the danger level shows as one to three pennants in its colour."""
    pips = DANGER_PIPS.get(danger or "", 0)
    width = max(17.0 * len(tile) + 16, 22.0 * pips + 16)
    height = 58.0 if pips else 34.0
    painter.setPen(QPen(INK, 2))
    painter.setBrush(QColor(255, 255, 255, 235))
    painter.drawRoundedRect(QRectF(-width / 2, -height / 2, width, height), 7, 7)
    text(painter, tile, 24, at=QPointF(0, -12 if pips else 0))
    painter.setPen(QPen(INK, 1.6))
    painter.setBrush(DANGER_COLOURS.get(danger or "", PAPER))
    for number in range(pips):
        x = (number - (pips - 1) / 2) * 22
        painter.drawPolygon(QPolygonF([QPointF(x - 9, 23), QPointF(x, 5), QPointF(x + 9, 23)]))


def chequers(painter: QPainter, start: QPointF, end: QPointF, depth: float = 24.0) -> None:
    """A chequered band from one point to another."""
    dx, dy = end.x() - start.x(), end.y() - start.y()
    length = math.hypot(dx, dy)
    painter.save()
    painter.translate(start)
    painter.rotate(math.degrees(math.atan2(dy, dx)))
    painter.setPen(QPen(INK, 2))
    painter.setBrush(PAPER)
    painter.drawRect(QRectF(0, -depth / 2, length, depth))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(INK)
    count = max(4, round(length / (depth / 2)))
    for column in range(count):
        row = column % 2
        painter.drawRect(QRectF(length * column / count, -depth / 2 + row * depth / 2, length / count, depth / 2))
    painter.restore()


def arch(painter: QPainter, words: str, width: float, colour: QColor) -> None:
    """A banner over the road on two posts, drawn from above along the x axis."""
    painter.setPen(QPen(INK, 2))
    painter.setBrush(INK)
    for x in (-width / 2 - 12, width / 2 + 12):
        painter.drawRoundedRect(QRectF(x - 9, -13, 18, 26), 4, 4)
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(-width / 2 - 6, -14, width + 12, 28), 5, 5)
    text(painter, words, 21, PAPER)


def tree(painter: QPainter, size: float, snowy: bool) -> None:
    """A tree from above: two rounds of leaves, or a fir under snow."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 40))
    painter.drawEllipse(QPointF(size * 0.18, size * 0.22), size, size)
    if snowy:
        for factor, colour in ((1.0, "#4d7a6a"), (0.62, "#dcebf3"), (0.3, "#7fa396")):
            star = QPolygonF()
            for number in range(12):
                radius = size * factor * (1.0 if number % 2 == 0 else 0.62)
                angle = math.pi * number / 6
                star.append(QPointF(radius * math.cos(angle), radius * math.sin(angle)))
            painter.setBrush(QColor(colour))
            painter.drawPolygon(star)
        return
    painter.setBrush(QColor("#4b7d3f"))
    painter.drawEllipse(QPointF(0, 0), size, size)
    painter.setBrush(QColor("#66994f"))
    painter.drawEllipse(QPointF(-size * 0.2, -size * 0.22), size * 0.62, size * 0.62)


def rock(painter: QPainter, size: float) -> None:
    """A rock: two facets."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#8b8578"))
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(-size, size * 0.3),
                QPointF(-size * 0.5, -size * 0.6),
                QPointF(size * 0.4, -size * 0.7),
                QPointF(size, size * 0.1),
                QPointF(size * 0.5, size * 0.7),
                QPointF(-size * 0.5, size * 0.7),
            ]
        )
    )
    painter.setBrush(QColor("#aaa496"))
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(-size * 0.5, -size * 0.6),
                QPointF(size * 0.4, -size * 0.7),
                QPointF(size * 0.2, 0),
                QPointF(-size * 0.5, size * 0.05),
            ]
        )
    )


def cloud(painter: QPainter, colour: QColor, outline: QColor) -> None:
    """A cloud of about 70 by 44 pixels."""
    path = QPainterPath()
    for x, y, radius in ((-20, 6, 16), (0, -6, 21), (21, 5, 17), (0, 10, 14)):
        round_part = QPainterPath()
        round_part.addEllipse(QPointF(x, y), radius, radius)
        path = path.united(round_part)
    painter.setPen(QPen(outline, 3))
    painter.setBrush(QBrush(colour))
    painter.drawPath(path)


def star(painter: QPainter, at: QPointF | QPoint, size: float) -> None:
    """A favourite's star."""
    shape = QPolygonF()
    for number in range(10):
        radius = size if number % 2 == 0 else size * 0.45
        angle = math.pi * number / 5 - math.pi / 2
        shape.append(QPointF(at.x() + radius * math.cos(angle), at.y() + radius * math.sin(angle)))
    painter.setPen(QPen(INK, 1))
    painter.setBrush(QColor("#f5c518"))
    painter.drawPolygon(shape)


#: Tokens that lie across the road, and the numbers of a jump and of a chicane with limit by the standard rules.
TRACK_TOKENS = track_tokens.KINDS
NUMBERS = (STANDARD.jump_number, STANDARD.chicane_limit)
#: The ground that a jump, water or chicane token shows, by its track type.
GROUNDS = {"gravel": QColor("#c9a877"), "asphalt": QColor("#8d939a"), "snow": QColor("#f3f8fc")}
#: How deep such a token is along the road.
DEPTH = 50.0


def track_token(painter: QPainter, kind: str, track: str | None, width: float, numbers: tuple[int, int]) -> None:
    """A jump, water or chicane token about (0, 0), as wide as the road it lies across, its top leading on.

    ``numbers``: of a jump, and of a chicane with limit.
    """
    painter.setPen(QPen(INK, 3))
    painter.setBrush(GROUNDS.get(track or "", GROUNDS["gravel"]))
    painter.drawRoundedRect(QRectF(-width / 2, -DEPTH / 2, width, DEPTH), 9, 9)
    if kind == "water":
        waves(painter, min(width * 0.8, 104.0), 2)
    elif kind == "jump":
        for pen in (QPen(PAPER, 11), QPen(BLUE, 6)):
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            half = min(width * 0.4, 46.0)
            painter.drawPolyline(QPolygonF([QPointF(-half, 12), QPointF(0, -17), QPointF(half, 12)]))
        painter.setPen(QPen(PAPER, 3))
        painter.setBrush(BLUE)
        painter.drawRoundedRect(QRectF(-15, -12, 30, 30), 7, 7)
        text(painter, str(numbers[0]), 21, PAPER, QPointF(0, 3))
    else:
        # Bales on both sides, one behind the other, so that the road winds between them.
        painter.setPen(QPen(INK, 2))
        for side in (-1, 1):
            for number in range(2):
                painter.setBrush(RED if (number + (side > 0)) % 2 else PAPER)
                x = side * (width / 2 - 14 - number * 20)
                painter.drawRect(QRectF(x - 10, side * 9 - 8, 20, 16))
        painter.save()
        if kind == "chicane-limit":
            limit(painter, numbers[1], 17)
        else:
            triangle(painter, "!", 17)
        painter.restore()


def token(painter: QPainter, kind: str, value: int | None) -> None:
    """A token as it lies on a tile or in the palette: within 40 pixels of (0, 0)."""
    if kind == "cloud":
        cloud(painter, QColor("#eef3f8"), QColor("#5f7386"))
        text(painter, "+1 !", 17, QColor("#36485a"), QPointF(0, 3))
        return
    if kind == "climb":
        up = (value or 0) < 0
        painter.setPen(QPen(PAPER, 4))
        painter.setBrush(ASCENT if up else DESCENT)
        painter.drawRoundedRect(QRectF(-31, -31, 62, 62), 12, 12)
        tip = -1 if up else 1
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(PAPER)
        painter.drawPolygon(QPolygonF([QPointF(-15, tip * 8), QPointF(0, tip * 24), QPointF(15, tip * 8)]))
        text(painter, f"{value or 0:+d}".replace("-", "\N{MINUS SIGN}"), 27, PAPER, QPointF(0, -tip * 9))
        return
    if kind == "oxygen":
        painter.setPen(QPen(PAPER, 4))
        painter.setBrush(QColor("#5b3fa0"))
        painter.drawEllipse(QPointF(0, 0), 32, 32)
        text(painter, "O\N{SUBSCRIPT TWO}", 21, PAPER, QPointF(0, -11))
        text(painter, f"{value or 0:+d}".replace("-", "\N{MINUS SIGN}"), 24, PAPER, QPointF(0, 13))
        return
    if kind in TRACK_TOKENS:
        track_token(painter, kind, None, 78, NUMBERS)
        return
    words, colour = {
        "joker-entrance": ("JOKER in", "#8a1c7c"),
        "joker-exit": ("JOKER out", "#8a1c7c"),
        "finish": ("FINISH", "#1d2126"),
        "mud": ("MUD", "#5b3a1a"),
    }.get(kind, (kind[:10], "#4a4f55"))
    painter.setPen(QPen(PAPER, 4))
    painter.setBrush(QColor(colour))
    size = 13.5 if len(words) > 6 else 19.0
    width = text_width(words, size) + 22
    painter.drawRoundedRect(QRectF(-width / 2, -17, width, 34), 8, 8)
    text(painter, words, size, PAPER)


def token_name(kind: str, value: int | None) -> str:
    """A token in words: "Ascent -1", "Descent +1" (climb tokens), "Oxygen -2", "Cloud"."""
    if kind == "climb" and value is not None:
        kind = "ascent" if value < 0 else "descent"
    kind = {"joker-entrance": "joker in", "joker-exit": "joker out"}.get(kind, kind)
    words = kind.replace("-", " ").capitalize()
    return words if value is None else f"{words} {value:+d}".replace("-", "\N{MINUS SIGN}")


def name_of(piece: Token) -> str:
    """The words for a token of the design."""
    return token_name(piece.kind, piece.value)
