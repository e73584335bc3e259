"""An Unlimited board as a picture: 17 slots, the coloured lines of the columns, tokens as our own vectors.

Drawn in board units: a slot is 64 wide, the board BOARD wide and high.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from designer import catalog
from designer.design.dashboard import BLANK, COLUMN, SLOTS, Dashboard, usable_slots
from designer.drawing import signs

SLOT = 64.0
GAP = 14.0
PITCH = SLOT + GAP
LEFT, TOP = 28.0, 30.0
#: Where each slot lies: (column, row) of a grid of seven by three.
GRID: Mapping[str, tuple[float, float]] = {
    "T3": (4, 0),
    "T2": (5.25, 0),
    "T1": (6.5, 0),
    "B1": (5.25, 1),
    "B2": (5.25, 2),
    "A1": (6.5, 1),
    "A2": (6.5, 2),
    **{f"C{number}": ((number - 1) % 5, 1 + (number - 1) // 5) for number in range(1, 11)},
}
#: How large danger limits are drawn: the printed one, and that of a track type.
PRINTED, LIMIT = 23.0, 19.5
BOARD = (2 * LEFT + 6.5 * PITCH + SLOT, 2 * TOP + 2 * PITCH + SLOT)
#: The line of each column. The columns also stand apart, so that nobody has to tell the colours.
LINES = {1: QColor("#e0457b"), 2: QColor("#e59a1c"), 3: QColor("#1f9ea8")}
BODY, EDGE, HOLE = QColor("#2c3640"), QColor("#161c22"), QColor("#3a4652")
RIM = QColor("#56646f")
FOCUS, TARGET, BAD = QColor("#ffd54a"), QColor("#57d389"), QColor("#ff5d6c")


@dataclass(frozen=True)
class Look:
    """What is shown beside the board itself.

    ``cursor``: the slot with the keyboard; ``picked``: the slot taken up for a swap; ``target`` a slot under a drag and
    whether the drop is allowed; ``shown_type``: a track type whose usable slots are shown; ``marks``: slots with a
    finding (slot -> colour); ``layout``: the slots of a SET-UP category; ``spent``: how many SISU tokens are spent;
    ``damaged``: slots whose die is lost; ``limits``: the danger limit of each track type, drawn beside its token.
    """

    cursor: str = ""
    picked: str = ""
    target: str = ""
    allowed: bool = True
    shown_type: str = ""
    marks: Mapping[str, str] | None = None
    layout: Collection[str] = ()
    spent: int = 0
    damaged: Collection[str] = ()
    limits: Mapping[str, int] | None = None


PLAIN = Look()


def centre(slot: str) -> QPointF:
    """The middle of a slot in board units."""
    column, row = GRID[slot]
    return QPointF(LEFT + column * PITCH + SLOT / 2, TOP + row * PITCH + SLOT / 2)


def slot_rect(slot: str) -> QRectF:
    """A slot's square in board units."""
    middle = centre(slot)
    return QRectF(middle.x() - SLOT / 2, middle.y() - SLOT / 2, SLOT, SLOT)


def slot_at(point: QPointF) -> str:
    """The slot under a point in board units, or an empty text; the gaps between belong to the nearest slot."""
    for slot in SLOTS:
        if slot_rect(slot).adjusted(-GAP / 2, -GAP / 2, GAP / 2, GAP / 2).contains(point):
            return slot
    return ""


def token_name(token: str) -> str:
    """The name of a token for people."""
    kinds = catalog.tokens().dashboard.kinds
    return kinds[token].name if token in kinds else token


def paint_board(painter: QPainter, board: Dashboard, look: Look = PLAIN) -> None:
    """Draw a board with its top left corner at (0, 0)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(EDGE, 3))
    painter.setBrush(BODY)
    painter.drawRoundedRect(QRectF(1.5, 1.5, BOARD[0] - 3, BOARD[1] - 3), 18, 18)
    _paint_lines(painter)
    _paint_limit(painter)
    usable = usable_slots(board, look.shown_type) if look.shown_type else SLOTS
    spent = look.spent
    for slot in SLOTS:
        token = board.slots.get(slot)
        lost = slot in look.damaged
        if token == "sisu" and spent > 0:
            spent, lost = spent - 1, True
        painter.save()
        painter.setOpacity(1.0 if slot in usable else 0.22)
        _paint_slot(painter, slot, token, lost, slot in look.layout)
        painter.restore()
        _paint_marks(painter, slot, look)
        if look.limits and token is not None and token in look.limits:
            painter.save()
            painter.translate(slot_rect(slot).topRight() + QPointF(-4, 4))
            signs.triangle(painter, str(look.limits[token]), LIMIT)
            painter.restore()
    painter.restore()


def _paint_lines(painter: QPainter) -> None:
    """The rails that join the slots of a column to its place in the top row."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for number, colour in LINES.items():
        painter.setPen(QPen(colour, 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        top = centre(f"T{number}")
        if number < 3:
            painter.drawLine(top, centre(f"{'AB'[number - 1]}2"))
            continue
        painter.drawLine(top, centre("C10"))
        for row in ("C1", "C5"), ("C6", "C10"):
            painter.drawLine(centre(row[0]), centre(row[1]))


def _paint_limit(painter: QPainter) -> None:
    """The printed danger limit of one, top left."""
    painter.save()
    painter.translate(LEFT + SLOT / 2, TOP + SLOT / 2)
    signs.triangle(painter, "1", PRINTED)
    painter.restore()


def _paint_slot(painter: QPainter, slot: str, token: str | None, lost: bool, laid: bool) -> None:
    rect = slot_rect(slot)
    painter.setPen(QPen(LINES[COLUMN[slot]], 3))
    painter.setBrush(HOLE)
    painter.drawRoundedRect(rect, 10, 10)
    if token is None:
        signs.text(painter, slot, 13, QColor("#aeb9c2"), centre(slot))
        return
    painter.save()
    painter.translate(centre(slot))
    paint_token(painter, token, lost=lost)
    if laid:
        _pin(painter)
    painter.restore()


def _pin(painter: QPainter) -> None:
    """The sign of a token that a category lays."""
    painter.setPen(QPen(signs.PAPER, 1.5))
    painter.setBrush(QColor("#7b3fb5"))
    painter.drawEllipse(QPointF(23, -23), 6.5, 6.5)


def _paint_marks(painter: QPainter, slot: str, look: Look) -> None:
    rect = slot_rect(slot)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if look.marks and slot in look.marks:
        painter.setPen(QPen(signs.PAPER, 6))
        painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), 12, 12)
        painter.setPen(QPen(QColor(look.marks[slot]), 4, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), 12, 12)
    if slot == look.target:
        painter.setPen(QPen(TARGET if look.allowed else BAD, 5))
        painter.drawRoundedRect(rect.adjusted(-5, -5, 5, 5), 13, 13)
    elif slot == look.picked:
        painter.setPen(QPen(TARGET, 5, Qt.PenStyle.DotLine))
        painter.drawRoundedRect(rect.adjusted(-5, -5, 5, 5), 13, 13)
    elif slot == look.cursor:
        painter.setPen(QPen(FOCUS, 4))
        painter.drawRoundedRect(rect.adjusted(-5, -5, 5, 5), 13, 13)


# tokens -----------------------------------------------------------------------------------------------------------

HALF = 27.0
TRACK_COLOURS = {
    "gravel": QColor("#b7793e"),
    "asphalt": QColor("#6d7680"),
    "snow": QColor("#e6f0f7"),
    "dry": QColor("#f2c230"),
    "wet": QColor("#3d7fc4"),
}
DIE_COLOURS = {
    "brake": (QColor("#c3202f"), signs.PAPER),
    "coast": (QColor("#f6f6f2"), signs.INK),
    "boost": (QColor("#2f9e4f"), signs.PAPER),
}
GEAR = QColor("#15191d")


def paint_token(painter: QPainter, token: str, *, lost: bool = False) -> None:
    """A token about (0, 0), 54 units wide. ``lost``: its die is taken by damage, or its SISU is spent."""
    if lost:
        painter.setOpacity(painter.opacity() * 0.6)
    if token.startswith("gear-"):
        _die(painter, GEAR, token[5:], signs.PAPER)
    elif token in DIE_COLOURS:
        _die(painter, DIE_COLOURS[token][0], "", signs.PAPER)
        _die_sign(painter, token, DIE_COLOURS[token][1])
    elif token in TRACK_COLOURS:
        _track_type(painter, token)
    elif token.startswith("no-"):
        _restriction(painter, token)
    else:
        _other(painter, token)
    if lost:
        painter.setOpacity(1.0)
        painter.setPen(QPen(QColor("#ff4d5e"), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(-23, -23), QPointF(23, 23))
        painter.drawLine(QPointF(23, -23), QPointF(-23, 23))


def _die(painter: QPainter, colour: QColor, words: str, ink: QColor) -> None:
    painter.setPen(QPen(RIM if colour != DIE_COLOURS["coast"][0] else QColor("#9aa4ad"), 2))
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(-HALF, -HALF, 2 * HALF, 2 * HALF), 9, 9)
    if words:
        signs.text(painter, words, 36, ink)


def _die_sign(painter: QPainter, token: str, ink: QColor) -> None:
    """Chevrons tell the dice apart: brake down, boost up, coast level."""
    painter.setPen(QPen(ink, 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if token == "coast":
        for y in (-7, 7):
            painter.drawLine(QPointF(-14, y), QPointF(14, y))
        return
    sign = 1 if token == "brake" else -1
    for y in (-9, 5):
        painter.drawPolyline(
            QPolygonF([QPointF(-13, (y - 3) * sign), QPointF(0, (y + 9) * sign), QPointF(13, (y - 3) * sign)])
        )


def _track_type(painter: QPainter, token: str) -> None:
    colour = TRACK_COLOURS[token]
    painter.setPen(QPen(signs.PAPER, 2.5))
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(0, 0), HALF, HALF)
    ink = signs.INK if colour.lightness() > 130 else signs.PAPER
    if token == "gravel":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#7d4d20"))
        for x, y, size in ((-12, -10, 4), (2, -15, 3), (13, -6, 4.5), (-16, 3, 3), (-3, -3, 3.2), (16, 5, 3)):
            painter.drawEllipse(QPointF(x, y), size, size * 0.8)
    elif token == "asphalt":
        painter.setPen(QPen(signs.PAPER, 4, Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QPointF(0, -20), QPointF(0, 4))
    elif token == "snow":
        painter.setPen(QPen(QColor("#2b6ea6"), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for number in range(3):
            angle = math.radians(60 * number + 30)
            tip = QPointF(13 * math.cos(angle), 13 * math.sin(angle))
            painter.drawLine(QPointF(0, -7) - tip, QPointF(0, -7) + tip)
    elif token == "dry":
        painter.setPen(QPen(ink, 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.setBrush(QColor("#fff6cf"))
        painter.drawEllipse(QPointF(0, -7), 6, 6)
        for number in range(8):
            angle = math.radians(45 * number)
            way = QPointF(math.cos(angle), math.sin(angle))
            painter.drawLine(QPointF(0, -7) + way * 10, QPointF(0, -7) + way * 13)
    else:
        painter.setPen(QPen(ink, 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for x in (-10, 0, 10):
            painter.drawLine(QPointF(x + 3, -17), QPointF(x - 2, -3))
    signs.text(painter, token, 9.5 if len(token) > 6 else 11, ink, QPointF(0, 13))


def _restriction(painter: QPainter, token: str) -> None:
    """The forbidden token, small, under a slash."""
    painter.setPen(QPen(signs.RED, 3))
    painter.setBrush(QColor("#f4ece6"))
    painter.drawRoundedRect(QRectF(-HALF, -HALF, 2 * HALF, 2 * HALF), 9, 9)
    painter.save()
    painter.scale(0.74, 0.74)
    paint_token(painter, token[3:])
    painter.restore()
    painter.setPen(QPen(signs.RED, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(-23, 23), QPointF(23, -23))


def _other(painter: QPainter, token: str) -> None:
    if token == "puncture-proof":
        painter.setPen(QPen(QColor("#0d1013"), 11))
        painter.setBrush(QColor("#c7ced4"))
        painter.drawEllipse(QPointF(0, 0), 20, 20)
        painter.setPen(QPen(QColor("#c7ced4"), 2.2, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(0, 0), 20.5, 20.5)
        painter.setPen(
            QPen(QColor("#1b7a3d"), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        )
        painter.drawPolyline(QPolygonF([QPointF(-7, 0), QPointF(-1, 6), QPointF(8, -6)]))
        return
    colours = {
        "sisu": (QColor("#f5d33d"), signs.INK, "SISU", 15.0),
        "r": (QColor("#d7dde2"), signs.INK, "R", 34.0),
        "gt": (QColor("#d7dde2"), signs.INK, "GT", 26.0),
        BLANK: (QColor("#cfd6db"), signs.INK, "", 1.0),
    }
    colour, ink, words, size = colours.get(token, (QColor("#ffb3b3"), signs.INK, "?", 34.0))
    painter.setPen(QPen(RIM, 2))
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(-HALF, -HALF, 2 * HALF, 2 * HALF), 9, 9)
    if token == BLANK:
        painter.setPen(QPen(QColor("#8b969f"), 2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(-19, -19, 38, 38), 6, 6)
    if words:
        signs.text(painter, words, size, ink)


def token_pixmap(token: str, size: int, ratio: float = 2.0) -> QPixmap:
    """A token as a picture, ``size`` points wide."""
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2, size / 2)
    painter.scale(size / 60.0, size / 60.0)
    paint_token(painter, token)
    painter.end()
    return picture


def board_pixmap(board: Dashboard, width: int, ratio: float = 2.0) -> QPixmap:
    """A board as a picture, ``width`` points wide."""
    height = round(width * BOARD[1] / BOARD[0])
    picture = QPixmap(round(width * ratio), round(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.scale(width / BOARD[0], width / BOARD[0])
    paint_board(painter, board)
    painter.end()
    return picture


def damaged_slots(board: Dashboard, damage: tuple[int, ...]) -> set[str]:
    """The slots whose die damage takes: the highest gears, then brake, coast and boost from the right.

    The last gear stays. It shows which dice a player would put aside; the simulator counts dice by itself.
    """
    gears = sorted(
        (slot for slot, token in board.slots.items() if token.startswith("gear-")),
        key=lambda slot: (-int(board.slots[slot][5:]), SLOTS.index(slot) if slot in SLOTS else 99),
    )
    lost = set(gears[: min(damage[0], max(0, len(gears) - 1))])
    for kind, count in zip(("brake", "coast", "boost"), damage[1:], strict=True):
        lost |= set([slot for slot in SLOTS if board.slots.get(slot) == kind][:count])
    return lost


__all__ = [
    "BOARD",
    "PLAIN",
    "Look",
    "board_pixmap",
    "centre",
    "damaged_slots",
    "paint_board",
    "paint_token",
    "slot_at",
    "slot_rect",
    "token_name",
    "token_pixmap",
]
