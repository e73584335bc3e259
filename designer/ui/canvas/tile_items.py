"""One placed tile in the scene, with its tokens and the marks of selection and problems."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer import catalog
from designer.design.hexes import EDGES, Hex, centre, turned
from designer.design.stage import PlacedTile
from designer.drawing import signs
from designer.drawing.tiles.geometry import edge_angle, edge_middle, geometry
from designer.drawing.tiles.painter import BOUNDS, draw_tile, hex_path, turn
from designer.drawing.tiles.standing import STANDING
from designer.drawing.tiles.tokens import Driven, draw_tokens
from designer.edits.ways import Way

SELECTED = QColor("#1d6fe0")
#: How far from the middle of a tile to the middle of its edge the badge of that edge sits.
BADGE_IN = 0.82
#: How far along the edge, in the same measure, it makes room for an arch or a standee.
BADGE_ASIDE = 0.42


class TileItem(QGraphicsItem):
    """A placed tile. ``paints`` counts how often its content was drawn anew; tests watch it."""

    def __init__(self, placed: PlacedTile, driven: Driven = ()) -> None:
        super().__init__()
        self.placed = placed
        self.driven = driven
        self.mark = ""
        #: Where the problems are: severity by edge of the hex, "" for one of the whole tile.
        self.spots: dict[str, str] = {}
        self.chosen = False
        self.paints = 0
        self.setPos(*centre(placed.hex))
        self.setZValue(1)
        # What was drawn is kept, so that an edit beside it draws only the tile that changes.
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    @property
    def hex(self) -> Hex:
        """The hex the tile lies on."""
        return self.placed.hex

    def show_tile(self, placed: PlacedTile, driven: Driven = ()) -> None:
        """Show another tile on the same hex, or the same one driven another way."""
        if placed is self.placed and driven == self.driven:
            return
        if placed != self.placed or driven != self.driven:
            self.update()
        self.placed, self.driven = placed, driven

    def set_mark(self, severity: str, spots: Mapping[str, str] | None = None) -> None:
        """Glow for the worst problem here (an empty text for none), with a badge at each edge that has one."""
        found = dict(spots or ({"": severity} if severity else {}))
        if (severity, found) != (self.mark, self.spots):
            self.mark, self.spots = severity, found
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

    def badge_at(self, edge: str) -> QPointF:
        """Where the badge of an edge sits, beside a piece that stands there; that of the whole tile at the top, or at
        the bottom under the id plate."""
        if edge:
            x, y = edge_middle(edge)
            taken = {
                turned(token.place, self.placed.rotation)
                for token in self.placed.tokens
                if token.kind in STANDING and token.place and token.place in EDGES
            }
            aside = BADGE_ASIDE if edge in taken else 0.0
            return QPointF(x * BADGE_IN - y * aside, y * BADGE_IN + x * aside)
        return QPointF(0, 186 if self._plate_is_above() else -186)

    def _badge(self, painter: QPainter, edge: str, severity: str) -> None:
        painter.save()
        painter.translate(self.badge_at(edge))
        painter.setPen(QPen(signs.PAPER, 4))
        painter.setBrush(signs.SEVERITY_COLOURS[severity])
        painter.drawEllipse(QPointF(0, 0), 32, 32)
        signs.text(painter, signs.SEVERITY_SIGNS[severity], 42, signs.PAPER)
        painter.restore()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        self.paints += 1
        draw_tile(painter, self.placed.tile, self.placed.rotation)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_tokens(painter, self.placed, self.driven)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.mark:
            painter.setPen(QPen(signs.SEVERITY_COLOURS[self.mark], 9, Qt.PenStyle.DashLine))
            painter.drawPath(hex_path(9))
            for edge, severity in self.spots.items():
                self._badge(painter, edge, severity)
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
        #: A tile with the one token that is about to be put on it; without an id where there is no tile.
        self.token: PlacedTile | None = None
        self.allowed = True
        self.setZValue(10)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_ghost(self, tiles: tuple[PlacedTile, ...], allowed: bool, token: PlacedTile | None = None) -> None:
        """Show tiles (or a token on a tile), and whether the drop would be taken."""
        if (tiles, allowed, token) != (self.tiles, self.allowed, self.token):
            self.prepareGeometryChange()
            self.tiles, self.allowed, self.token = tiles, allowed, token
            self.update()
        self.show()

    def boundingRect(self) -> QRectF:
        result = QRectF()
        for tile in (*self.tiles, *((self.token,) if self.token else ())):
            result = result.united(BOUNDS.translated(QPointF(*centre(tile.hex))))
        return result

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for tile in self.tiles:
            painter.save()
            painter.translate(*centre(tile.hex))
            painter.setOpacity(0.7)
            draw_tile(painter, tile.tile, tile.rotation)
            painter.setOpacity(1.0)
            self._frame(painter)
            painter.restore()
        if self.token is not None:
            piece = self.token.tokens[0]
            painter.save()
            painter.translate(*centre(self.token.hex))
            self._frame(painter)
            if piece.place is not None:
                draw_tokens(painter, self.token)
            else:
                painter.scale(1.6, 1.6)
                signs.token(painter, piece.kind, piece.value)
            painter.restore()

    def _frame(self, painter: QPainter) -> None:
        colour = QColor("#1f9d4d") if self.allowed else QColor("#d0202e")
        veil = QColor(colour)
        veil.setAlpha(50)
        # A sign as well as a colour: whole where it may lie, dotted and crossed where not.
        painter.setPen(QPen(colour, 10, Qt.PenStyle.SolidLine if self.allowed else Qt.PenStyle.DotLine))
        painter.setBrush(veil)
        painter.drawPath(hex_path(7))
        if not self.allowed:
            painter.setPen(QPen(colour, 16, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(-60, -60), QPointF(60, 60))
            painter.drawLine(QPointF(-60, 60), QPointF(60, -60))


class ArrowsItem(QGraphicsItem):
    """Where the road goes on, and the ways in which the held tile can lead it: an arrow for each."""

    def __init__(self) -> None:
        super().__init__()
        self.ways: list[Way] = []
        self.setZValue(11)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_ways(self, place: Hex, ways: list[Way]) -> None:
        """Show the ways at a hex; none hides them."""
        self.setPos(*centre(place))
        if ways != self.ways:
            self.ways = ways
            self.update()
        self.setVisible(bool(ways))

    def boundingRect(self) -> QRectF:
        return BOUNDS.adjusted(-30, -30, 30, 30)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(SELECTED, 7, Qt.PenStyle.DashLine))
        painter.drawPath(hex_path(14))
        for edge, word in {way.edge: way.word for way in reversed(self.ways)}.items():
            painter.save()
            x, y = edge_middle(edge)
            painter.translate(x * 0.86, y * 0.86)
            painter.setPen(QPen(signs.PAPER, 4))
            painter.setBrush(SELECTED)
            painter.drawEllipse(QPointF(0, 0), 50, 50)
            painter.save()
            painter.rotate(math.degrees(edge_angle(edge)) + 90)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(signs.PAPER)
            painter.drawPolygon(QPolygonF([QPointF(0, -40), QPointF(20, -20), QPointF(-20, -20)]))
            painter.restore()
            signs.text(painter, word[0].upper(), 40, signs.PAPER, QPointF(0, 4))
            painter.restore()
