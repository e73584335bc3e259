"""A moment of a race on the stage: cars with their numbers, dice on spaces with what they showed, mud, turned tiles."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.design.hexes import Hex, centre
from designer.design.stage import PlacedTile
from designer.drawing import signs
from designer.drawing.tiles.painter import hex_path, paint_side
from designer.drawing.tiles.tokens import draw_mud
from designer.play.ground import flipped
from designer.play.table_space import TableSpace
from designer.simulator.rally.replay import DieShown, Frame
from designer.ui.canvas import replay_marks as marks
from designer.ui.canvas.clear_place import room_beside
from designer.ui.canvas.overlays import space_point

#: How large cars are drawn from afar, and how small where they stand close: two that are this near touch.
LARGEST, SMALLEST, CLOSE = 1.45, 0.75, 84.0
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


def point_of(
    place: TableSpace, tiles: Mapping[Hex, PlacedTile], turned: Mapping[tuple[int, int], str]
) -> QPointF | None:
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
            self._room = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))).adjusted(-ROOM, -ROOM, ROOM, ROOM)
        self.setVisible(bool(points))
        self.update()

    def boundingRect(self) -> QRectF:
        return self._room

    def cars_at(self) -> dict[str, QPointF]:
        """Where each car that stands on the stage is drawn."""
        if self.moment is None:
            return {}
        frame = self.moment.frame
        found = {
            car.driver: point_of(car.place, self.moment.tiles, frame.flipped)
            for car in frame.cars
            if car.place is not None
        }
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
                painter.setPen(QPen(marks.SAFE, 8, Qt.PenStyle.DashLine))
                painter.drawPath(hex_path(10))
                painter.restore()
        for place in {Hex(mud.q, mud.r) for mud in frame.mud} & tiles.keys():
            painter.save()
            painter.translate(*centre(place))
            draw_mud(painter, lying(tiles[place], frame.flipped))
            painter.restore()
        # Seen from afar all is drawn larger.
        zoom = math.hypot(painter.worldTransform().m11(), painter.worldTransform().m12())
        parts = self.parts(min(max(0.4 / max(zoom, 0.01), 1.0), LARGEST))
        painter.setPen(QPen(signs.INK, 3, Qt.PenStyle.DotLine))
        for part in parts:
            # A thread shows what belongs to what, where it had to go far.
            if part.of is not None and not part.room.adjusted(-20, -20, 20, 20).intersects(part.of):
                painter.drawLine(part.at, part.of.center())
        for part in parts:
            painter.save()
            painter.translate(part.at)
            painter.scale(part.larger, part.larger)
            part.draw(painter)
            painter.restore()

    def parts(self, larger: float = 1.0) -> list[Part]:
        """Cars, dice and chips where they are drawn, so that none hides another where there is any room.

        ``larger`` is how much larger than usual they are drawn.
        """
        if self.moment is None:
            return []
        frame, at = self.moment.frame, self.cars_at()
        cars = sorted((car for car in frame.cars if car.driver in at), key=lambda one: one.driver == frame.driver)
        # Only cars that stand close to another are drawn smaller.
        sizes = {driver: min(larger, max(_nearest(driver, at) / CLOSE, SMALLEST * larger)) for driver in at}
        rooms = {
            car.driver: _grown(
                marks.ACTIVE_CAR if car.driver == frame.driver else marks.CAR, sizes[car.driver], at[car.driver]
            )
            for car in cars
        }
        taken = list(rooms.values())
        beside: list[Part] = []

        def add(thing: QRectF, size: QSizeF, draw: Callable[[QPainter], None]) -> None:
            room = room_beside(thing, size * larger, taken)
            taken.append(room)
            beside.append(Part(room.center(), larger, draw, room, None if thing.isEmpty() else thing))

        dice: dict[TableSpace, list[DieShown]] = {}
        for die in frame.dice:
            dice.setdefault(die.at, []).append(die)
        under = {car.place: rooms[car.driver] for car in cars}
        points = {place: point_of(place, self.moment.tiles, frame.flipped) for place in dice}
        for place, point in points.items():
            if point is not None:
                spot = under.get(place, QRectF(point, QSizeF(0, 0)))
                add(spot, marks.dice_size(len(dice[place])), partial(marks.paint_dice, dice=dice[place]))
        events = marks.event_chips(frame.events)
        last = next((point for point in reversed(points.values()) if point is not None), None)
        # Who is past the line has left the stage; what happened there shows where it was last.
        there = rooms.get(frame.driver, _grown(marks.CAR, larger, last) if last is not None else None)
        if events and there is not None:
            add(there, marks.chips_size(events), partial(marks.paint_chips, chips=events))
        for car in reversed(cars):
            chips = marks.car_chips(car)
            add(rooms[car.driver], marks.chips_size(chips), partial(marks.paint_chips, chips=chips))
        drawn = [
            Part(
                at[car.driver],
                sizes[car.driver],
                partial(
                    marks.paint_car,
                    driver=car.driver,
                    number=self.moment.numbers.get(car.driver, 1),
                    turned=car.turned,
                    active=car.driver == frame.driver,
                ),
                rooms[car.driver],
            )
            for car in cars
        ]
        return drawn + beside


@dataclass(frozen=True, slots=True)
class Part:
    """Something drawn: where its origin lies, how much larger, by what, the room it takes, and what it belongs to."""

    at: QPointF
    larger: float
    draw: Callable[[QPainter], None]
    room: QRectF
    of: QRectF | None = None


def _grown(rect: QRectF, larger: float, at: QPointF) -> QRectF:
    return QRectF(rect.topLeft() * larger + at, rect.size() * larger)


def _nearest(driver: str, at: Mapping[str, QPointF]) -> float:
    """How far from a car the closest other one stands."""
    return min((QLineF(at[driver], other).length() for name, other in at.items() if name != driver), default=math.inf)
