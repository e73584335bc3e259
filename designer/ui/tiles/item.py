"""One placed tile in the scene, with its tokens and the marks of selection and problems."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer import catalog
from designer.design.hexes import Hex, centre
from designer.design.stage import PlacedTile
from designer.ui.tiles import signs
from designer.ui.tiles.geometry import Point, geometry
from designer.ui.tiles.painter import WIDTH, hex_path, pixmap, scale_for

SEVERITY_COLOURS = {"error": QColor("#d0202e"), "warning": QColor("#e58a00"), "advice": QColor("#1763b6")}
SEVERITY_SIGNS = {"error": "\N{MULTIPLICATION SIGN}", "warning": "!", "advice": "i"}
SELECTED = QColor("#1d6fe0")
BOUNDS = QRectF(-WIDTH / 2, -WIDTH / 2, WIDTH, WIDTH)


def turn(point: Point, rotation: int) -> QPointF:
    """A point of the printed tile as it lies on the table."""
    angle = math.radians(60 * rotation)
    x, y = point
    return QPointF(x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))


def draw_tile(painter: QPainter, tile: str, rotation: int) -> None:
    """Draw a side about (0, 0) from the kept pixmap that suits the painter's scale."""
    transform = painter.worldTransform()
    zoom = math.hypot(transform.m11(), transform.m12()) * painter.device().devicePixelRatio()
    picture = pixmap(tile, rotation, scale_for(zoom))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(BOUNDS, picture, QRectF(picture.rect()))


def draw_tokens(painter: QPainter, placed: PlacedTile) -> None:
    """Draw a tile's tokens at the free places of its rim, and what they do on the tile."""
    if not placed.tokens:
        return
    side = catalog.side(placed.tile)
    layout = geometry(placed.tile) if side is not None else None
    if any(token.kind == "cloud" for token in placed.tokens):
        painter.fillPath(hex_path(2), QColor(235, 242, 248, 105))
    climb = placed.token("climb")
    if climb is not None and layout is not None and side is not None:
        for ribbon in layout.ribbons:
            for border in ribbon.borders:
                first, second = border.pairs[0]
                corners = side.spaces[first].corner, side.spaces[second].corner
                if corners[0] is None or corners[0] != corners[1]:
                    for end in (border.points[0], border.points[-1]):
                        painter.save()
                        painter.translate(turn(end, placed.rotation))
                        painter.setPen(QPen(signs.PAPER, 2.5))
                        painter.setBrush(signs.ASCENT if (climb.value or 0) < 0 else signs.DESCENT)
                        painter.drawEllipse(QPointF(0, 0), 17, 17)
                        signs.text(painter, f"{climb.value or 0:+d}".replace("-", "\N{MINUS SIGN}"), 15, signs.PAPER)
                        painter.restore()
    spots = [turn(spot, placed.rotation) for spot in layout.spots[1:]] if layout else [QPointF(0, 0)]
    for number, token in enumerate(placed.tokens):
        painter.save()
        painter.translate(spots[number % len(spots)] + QPointF(14, 12) * (number // len(spots)))
        signs.token(painter, token.kind, token.value)
        painter.restore()


class TileItem(QGraphicsItem):
    """A placed tile. ``paints`` counts how often its content was drawn anew; tests watch it."""

    def __init__(self, placed: PlacedTile) -> None:
        super().__init__()
        self.placed = placed
        self.mark = ""
        self.chosen = False
        self.paints = 0
        self.setPos(*centre(placed.hex))
        self.setZValue(1)

    @property
    def hex(self) -> Hex:
        """The hex the tile lies on."""
        return self.placed.hex

    def show_tile(self, placed: PlacedTile) -> None:
        """Show another tile on the same hex."""
        if placed != self.placed:
            self.placed = placed
            self.update()

    def set_mark(self, severity: str) -> None:
        """Glow for the worst problem here; an empty text for none."""
        if severity != self.mark:
            self.mark = severity
            self.update()

    def set_chosen(self, chosen: bool) -> None:
        """Show as selected or not."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.setZValue(2 if chosen else 1)
            self.update()

    def _plate_is_above(self) -> bool:
        if catalog.side(self.placed.tile) is None:
            return False
        return turn(geometry(self.placed.tile).spots[0], self.placed.rotation).y() < -60

    def boundingRect(self) -> QRectF:
        return BOUNDS

    def shape(self) -> QPainterPath:
        return hex_path()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.paints += 1
        draw_tile(painter, self.placed.tile, self.placed.rotation)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_tokens(painter, self.placed)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.mark:
            painter.setPen(QPen(SEVERITY_COLOURS[self.mark], 9, Qt.PenStyle.DashLine))
            painter.drawPath(hex_path(9))
            painter.save()
            # At the top, or at the bottom where the id plate is.
            painter.translate(0, 186 if self._plate_is_above() else -186)
            painter.setPen(QPen(signs.PAPER, 4))
            painter.setBrush(SEVERITY_COLOURS[self.mark])
            painter.drawEllipse(QPointF(0, 0), 32, 32)
            signs.text(painter, SEVERITY_SIGNS[self.mark], 42, signs.PAPER)
            painter.restore()
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.chosen:
            painter.setPen(QPen(signs.PAPER, 15))
            painter.drawPath(hex_path(6))
            painter.setPen(QPen(SELECTED, 9))
            painter.drawPath(hex_path(6))


class GhostItem(QGraphicsItem):
    """What is about to be placed or moved: half clear, green where it may lie and red where not."""

    def __init__(self) -> None:
        super().__init__()
        self.tiles: tuple[PlacedTile, ...] = ()
        self.token: tuple[str, int | None, Hex] | None = None
        self.allowed = True
        self.setZValue(10)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_ghost(self, tiles: tuple[PlacedTile, ...], allowed: bool,
                   token: tuple[str, int | None, Hex] | None = None) -> None:
        """Show tiles (or a token on a hex), and whether the drop would be taken."""
        if (tiles, allowed, token) != (self.tiles, self.allowed, self.token):
            self.prepareGeometryChange()
            self.tiles, self.allowed, self.token = tiles, allowed, token
            self.update()
        self.show()

    def boundingRect(self) -> QRectF:
        result = QRectF()
        places = [tile.hex for tile in self.tiles] + ([self.token[2]] if self.token else [])
        for place in places:
            result = result.united(BOUNDS.translated(QPointF(*centre(place))))
        return result

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        colour = QColor("#1f9d4d") if self.allowed else QColor("#d0202e")
        veil = QColor(colour)
        veil.setAlpha(50)
        places = [(tile.hex, tile) for tile in self.tiles] + ([(self.token[2], None)] if self.token else [])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, tile in places:
            painter.save()
            painter.translate(*centre(place))
            if tile is not None:
                painter.setOpacity(0.7)
                draw_tile(painter, tile.tile, tile.rotation)
                painter.setOpacity(1.0)
            painter.setPen(QPen(colour, 10, Qt.PenStyle.SolidLine if self.allowed else Qt.PenStyle.DotLine))
            painter.setBrush(veil)
            painter.drawPath(hex_path(7))
            if self.token is not None:
                painter.scale(1.6, 1.6)
                signs.token(painter, self.token[0], self.token[1])
            painter.restore()
