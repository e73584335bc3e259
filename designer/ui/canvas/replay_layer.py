"""A moment of a race on the stage: cars with their numbers, dice on spaces with what they showed, mud, turned tiles."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.design.hexes import Hex, centre
from designer.design.stage import PlacedTile
from designer.simulator.races import COLOURS
from designer.simulator.rally.ground import flipped
from designer.simulator.rally.log import Place
from designer.simulator.rally.replay import DieShown, Frame
from designer.ui.boards.painter import paint_token
from designer.ui.canvas.overlays import space_point
from designer.ui.tiles import signs
from designer.ui.tiles.painter import hex_path, paint_side

#: The colours that drivers without a name are called by, in their order. They repeat; the numbers do not.
PLAYERS = {name: QColor(colour) for name, colour in zip(
    COLOURS, ("#c3202f", "#1660b8", "#2b8a3e", "#e0a400", "#f4f4f0", "#30363d"), strict=True)}
SAFE = QColor("#1d7fd0")
#: A token of a board is so many units wide; dice beside each other on a space are so far apart.
DIE_SIZE, DIE_PITCH = 0.66, 40.0
ROOM = 330.0


@dataclass(frozen=True, slots=True)
class Moment:
    """A frame with what it takes to draw it: the tiles as they lie in the design, the number of each driver."""

    frame: Frame
    tiles: Mapping[Hex, PlacedTile]
    numbers: Mapping[str, int]


def lying(tile: PlacedTile, turned: Mapping[tuple[int, int], str]) -> PlacedTile:
    """A tile as it lies in a frame: on its other side when the weather has turned it."""
    wanted = turned.get((tile.hex.q, tile.hex.r), tile.tile)
    return tile if wanted == tile.tile else flipped(tile)


def point_of(place: Place, tiles: Mapping[Hex, PlacedTile],
             turned: Mapping[tuple[int, int], str]) -> QPointF | None:
    """Where a place lies in the scene; None when the tile is not there or has no such space."""
    tile = tiles.get(Hex(place.q, place.r))
    if tile is None:
        return None
    for side in (lying(tile, turned), tile, flipped(tile)):
        # A die may lie from before the weather turned its tile.
        point = space_point(side, place.space) if side.tile == place.tile else None
        if point is not None:
            x, y = centre(tile.hex)
            return QPointF(x + point[0], y + point[1])
    return None


class ReplayLayer(QGraphicsItem):
    """One item over all tiles and overlays, which shows a frame or nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.moment: Moment | None = None
        self._room = QRectF()
        self.setZValue(8)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setVisible(False)

    def show_moment(self, moment: Moment | None) -> None:
        """Show another moment, or nothing."""
        self.prepareGeometryChange()
        self.moment = moment
        points = [centre(place) for place in moment.tiles] if moment is not None else []
        if points:
            xs, ys = [x for x, _ in points], [y for _, y in points]
            self._room = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))).adjusted(
                -ROOM, -ROOM, ROOM, ROOM)
        self.setVisible(bool(points))
        self.update()

    def boundingRect(self) -> QRectF:
        return self._room

    def cars_at(self) -> dict[str, QPointF]:
        """Where each car that stands on the stage is drawn."""
        if self.moment is None:
            return {}
        frame = self.moment.frame
        found = {car.driver: point_of(car.place, self.moment.tiles, frame.flipped)
                 for car in frame.cars if car.place is not None}
        return {driver: point for driver, point in found.items() if point is not None}

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.moment is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame, tiles = self.moment.frame, self.moment.tiles
        for (q, r), side in frame.flipped.items():
            tile = tiles.get(Hex(q, r))
            if tile is not None and tile.tile != side:
                painter.save()
                painter.translate(*centre(tile.hex))
                paint_side(painter, side, lying(tile, frame.flipped).rotation)
                painter.setPen(QPen(SAFE, 8, Qt.PenStyle.DashLine))
                painter.drawPath(hex_path(10))
                painter.restore()
        for place in frame.mud:
            point = point_of(place, tiles, frame.flipped)
            if point is not None:
                _mud(painter, point)
        cars = self.cars_at()
        # Seen from afar the cars are drawn larger.
        zoom = math.hypot(painter.worldTransform().m11(), painter.worldTransform().m12())
        larger = min(max(0.4 / max(zoom, 0.01), 1.0), 1.45)
        standing = [car for car in frame.cars if car.driver in cars]
        for car in standing:
            painter.save()
            painter.translate(cars[car.driver])
            painter.scale(larger, larger)
            _beside(painter, car.gear, car.tokens, len(car.damage))
            painter.restore()
        for car in sorted(standing, key=lambda one: one.driver == frame.driver):
            painter.save()
            painter.translate(cars[car.driver])
            painter.scale(larger, larger)
            paint_car(painter, car.driver, self.moment.numbers.get(car.driver, 1), turned=car.turned,
                      active=car.driver == frame.driver)
            painter.restore()
        self._dice(painter)

    def _dice(self, painter: QPainter) -> None:
        assert self.moment is not None
        frame = self.moment.frame
        by_place: dict[Place, list[DieShown]] = {}
        for die in frame.dice:
            by_place.setdefault(die.at, []).append(die)
        under = {car.place for car in frame.cars}
        for place, dice in by_place.items():
            point = point_of(place, self.moment.tiles, frame.flipped)
            if point is None:
                continue
            # Below a car, so that both are seen.
            down = 52.0 if place in under else 0.0
            left = -DIE_PITCH * (len(dice) - 1) / 2
            for number, die in enumerate(dice):
                painter.save()
                painter.translate(point.x() + left + number * DIE_PITCH, point.y() + down)
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
        painter.drawPolygon(QPolygonF([QPointF(-15, -15), QPointF(15, -15), QPointF(15, 3), QPointF(0, 19),
                                       QPointF(-15, 3)]))
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


def _beside(painter: QPainter, gear: int, tokens: int, damage: int) -> None:
    """Above a car: its gear, second tokens and damage tokens. Dice may lie over them; the panel lists them, too."""
    badges = [(f"G{gear}", signs.INK, signs.PAPER)]
    if tokens:
        badges.append((f"{tokens} s", SAFE, signs.PAPER))
    if damage:
        badges.append((f"\N{MULTIPLICATION SIGN}{damage}", signs.RED, signs.PAPER))
    widths = [14.0 * len(words) + 16 for words, _, _ in badges]
    x = -(sum(widths) + 4 * (len(widths) - 1)) / 2
    painter.save()
    painter.translate(0, -55)
    painter.scale(0.85, 0.85)
    for (words, ground, ink), width in zip(badges, widths, strict=True):
        painter.setPen(QPen(signs.PAPER, 2.5))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(x, -14, width, 28), 7, 7)
        signs.text(painter, words, 21, ink, QPointF(x + width / 2, 0))
        x += width + 4
    painter.restore()


def _mud(painter: QPainter, at: QPointF) -> None:
    painter.setPen(QPen(signs.PAPER, 3))
    painter.setBrush(QColor("#6b4423"))
    for x, y, size in ((0, 0, 20), (-20, 9, 11), (19, 10, 12), (8, -17, 10)):
        painter.drawEllipse(at + QPointF(x, y), size, size * 0.8)


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
