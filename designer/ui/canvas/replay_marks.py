"""What a replay draws on the stage: cars, dice with what they showed, chips of words beside a car."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from designer.drawing import signs
from designer.drawing.boards.painter import paint_token
from designer.simulator.rally.races import COLOURS
from designer.simulator.rally.replay import CarShown, DieShown
from designer.simulator.rally.telling import Event

#: The colours that drivers without a name are called by, in their order. They repeat; the numbers do not.
PLAYERS = {
    name: QColor(colour)
    for name, colour in zip(COLOURS, ("#c3202f", "#1660b8", "#2b8a3e", "#e0a400", "#f4f4f0", "#30363d"), strict=True)
}
SAFE = QColor("#1d7fd0")
WON, SPENT = QColor("#2b8a3e"), QColor("#5b3fa0")
#: A token of a board is so many units wide; dice beside each other on a space are so far apart.
DIE_SIZE, DIE_PITCH = 0.66, 44.0
#: The room a car takes, alone and with the rim of the one that drives.
CAR = QRectF(-41, -27, 82, 56)
ACTIVE_CAR = QRectF(-50, -43, 100, 86)
CHIP_HEIGHT, CHIP_GAP, LETTERS, ROW = 30.0, 4.0, 22.0, 330.0


class Chip(NamedTuple):
    """Words on a ground; ``big`` for what must not be missed."""

    words: str
    ground: QColor
    ink: QColor = signs.PAPER
    big: bool = False

    @property
    def size(self) -> QSizeF:
        """How large it is drawn."""
        factor = 1.3 if self.big else 1.0
        return QSizeF((signs.text_width(self.words, LETTERS) + 16) * factor, CHIP_HEIGHT * factor)


def car_chips(car: CarShown) -> tuple[Chip, ...]:
    """What stands beside a car all the time: its gear, second tokens, damage and danger tokens."""
    chips = [Chip(f"G{car.gear}", signs.INK)]
    if car.tokens:
        chips.append(Chip(f"\N{BLACK CIRCLE}{car.tokens}", SAFE))
    if car.damage:
        chips.append(Chip(f"\N{MULTIPLICATION SIGN}{len(car.damage)}", signs.RED))
    if car.danger_tokens:
        chips.append(Chip(f"!{car.danger_tokens}", QColor("#f5c518"), signs.INK))
    return tuple(chips)


def event_chips(events: Iterable[Event]) -> tuple[Chip, ...]:
    """What happens in a step; equal damage tokens together.

    >>> [chip.words for chip in event_chips([Event("damage", what="gear"), Event("damage", what="gear")])]
    ['2 gear']
    """
    chips = []
    damage: dict[str, int] = {}
    for event in events:
        if event.kind == "damage":
            damage[event.what] = damage.get(event.what, 0) + 1
    for event in events:
        if event.kind == "loss":
            chips.append(Chip("CONTROL LOST", signs.RED, big=True))
        elif event.kind == "failed-start":
            chips.append(Chip("START FAILED", signs.RED, big=True))
        elif event.kind == "sisu":
            chips.append(Chip("SISU", QColor("#f5d33d"), signs.INK, big=True))
        elif event.kind == "push":
            chips.append(Chip(f"pushes {event.what}", QColor("#f5c518"), signs.INK))
        elif event.kind == "won":
            chips.append(Chip(f"+{event.number} \N{BLACK CIRCLE}", WON))
        elif event.kind == "spent":
            chips.append(Chip(f"\N{MINUS SIGN}{event.number} \N{BLACK CIRCLE}", SPENT))
        elif event.kind == "spare":
            chips.append(Chip(f"spare tyre +{event.number} s", signs.PAPER, signs.INK))
        elif event.kind == "card":
            chips.append(Chip(f"{event.number} s", signs.PAPER, signs.INK))
        elif event.kind == "damage" and event.what in damage:
            count = damage.pop(event.what)
            words = event.what.replace("-", " ")
            chips.append(Chip(words if count == 1 else f"{count} {words}", QColor("#ffe3e3"), signs.RED))
    return tuple(chips)


def rows_of(chips: Sequence[Chip]) -> list[list[Chip]]:
    """Chips in rows that are not too wide."""
    rows: list[list[Chip]] = []
    width = ROW
    for chip in chips:
        width += chip.size.width() + CHIP_GAP
        if width > ROW:
            rows.append([])
            width = chip.size.width()
        rows[-1].append(chip)
    return rows


def _row_size(row: Sequence[Chip]) -> QSizeF:
    return QSizeF(
        sum(chip.size.width() for chip in row) + CHIP_GAP * (len(row) - 1), max(chip.size.height() for chip in row)
    )


def chips_size(chips: Sequence[Chip]) -> QSizeF:
    """The room that chips take."""
    sizes = [_row_size(row) for row in rows_of(chips)]
    return QSizeF(
        max(size.width() for size in sizes), sum(size.height() for size in sizes) + CHIP_GAP * (len(sizes) - 1)
    )


def paint_chips(painter: QPainter, chips: Sequence[Chip]) -> None:
    """Chips about (0, 0), row under row."""
    y = -chips_size(chips).height() / 2
    for row in rows_of(chips):
        size = _row_size(row)
        x = -size.width() / 2
        for chip in row:
            rect = QRectF(x, y + (size.height() - chip.size.height()) / 2, chip.size.width(), chip.size.height())
            painter.setPen(QPen(signs.PAPER if chip.ground != signs.PAPER else signs.INK, 2.5))
            painter.setBrush(chip.ground)
            painter.drawRoundedRect(rect, 7, 7)
            signs.text(painter, chip.words, LETTERS * chip.size.height() / CHIP_HEIGHT, chip.ink, rect.center())
            x += chip.size.width() + CHIP_GAP
        y += size.height() + CHIP_GAP


def dice_size(count: int) -> QSizeF:
    """The room that dice beside each other on a space take, what they showed included."""
    return QSizeF(DIE_PITCH * (count - 1) + 46, 46)


def paint_dice(painter: QPainter, dice: Sequence[DieShown]) -> None:
    """Dice beside each other about (0, 0)."""
    for number, die in enumerate(dice):
        painter.save()
        painter.translate(DIE_PITCH * (number - (len(dice) - 1) / 2) - 3, 3)
        painter.scale(DIE_SIZE, DIE_SIZE)
        paint_die(painter, die)
        painter.restore()


def paint_die(painter: QPainter, die: DieShown) -> None:
    """A die about (0, 0): a triangle with ! is a danger rolled, a tick is none, a shield is secured."""
    if die.die == "leader":
        painter.setPen(QPen(signs.RED, 3))
        painter.setBrush(signs.PAPER)
        painter.drawRoundedRect(QRectF(-27, -27, 54, 54), 9, 9)
        signs.text(painter, "L", 36, signs.RED)
    else:
        paint_token(painter, die.die)
    painter.save()
    painter.translate(23, -23)
    if die.secured:
        painter.setPen(QPen(signs.PAPER, 3))
        painter.setBrush(SAFE)
        painter.drawPolygon(
            QPolygonF([QPointF(-15, -15), QPointF(15, -15), QPointF(15, 3), QPointF(0, 19), QPointF(-15, 3)])
        )
        signs.text(painter, "S", 22, signs.PAPER, QPointF(0, -1))
    elif die.danger:
        signs.triangle(painter, "!", 22)
    elif die.danger is not None:
        painter.setPen(QPen(signs.PAPER, 3))
        painter.setBrush(QColor("#2b8a3e"))
        painter.drawEllipse(QPointF(0, 0), 15, 15)
        painter.setPen(QPen(signs.PAPER, 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(QPolygonF([QPointF(-7, 0), QPointF(-2, 6), QPointF(8, -6)]))
    painter.restore()


def colour_of(driver: str, number: int) -> QColor:
    """The colour of a car: what its driver is called, else that of its number.

    >>> colour_of("Blue", 1) == colour_of("Ann", 2)
    True
    """
    return PLAYERS.get(driver) or PLAYERS[COLOURS[(number - 1) % len(COLOURS)]]


def paint_car(painter: QPainter, driver: str, number: int, *, turned: bool = False, active: bool = False) -> None:
    """A car about (0, 0) with its number, 80 units long; turned it lies on its roof, active it has a rim."""
    painter.save()
    if active:
        painter.setPen(QPen(signs.INK, 4))
        painter.setBrush(QColor(255, 224, 102, 215))
        painter.drawEllipse(QPointF(0, 0), 49, 42)
    colour = colour_of(driver, number)
    painter.save()
    painter.rotate(205.0 if turned else 0.0)
    painter.setPen(QPen(signs.PAPER if colour.lightness() < 200 else signs.INK, 4))
    body = QPainterPath()
    body.moveTo(-40, 16)
    for x, y in ((-40, -2), (-26, -6), (-13, -25), (15, -25), (27, -5), (40, 1), (40, 16)):
        body.lineTo(x, y)
    body.closeSubpath()
    painter.setBrush(colour)
    painter.drawPath(body)
    painter.setBrush(signs.INK)
    for x in (-23, 23):
        painter.drawEllipse(QPointF(x, 18), 10, 10)
    painter.restore()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(signs.PAPER)
    painter.drawEllipse(QPointF(0, -3), 17, 17)
    signs.text(painter, str(number), 28, signs.INK, QPointF(0, -3))
    painter.restore()


def car_icon(driver: str, number: int) -> QIcon:
    """A car for a list."""
    picture = QPixmap(44, 32)
    picture.setDevicePixelRatio(2.0)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(11, 8)
    painter.scale(0.24, 0.24)
    paint_car(painter, driver, number)
    painter.end()
    return QIcon(picture)
