"""The scene of a stage: one item a tile, derived from the session's Design; only what changed is drawn anew."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene

from designer.design.hexes import HEIGHT, RADIUS, Hex, centre, corners, hex_at
from designer.design.stage import PlacedTile
from designer.drawing.signs import SEVERITY_COLOURS
from designer.drawing.tiles.painter import BOUNDS, hex_path
from designer.drawing.tiles.tokens import driven_roads
from designer.ui.canvas.overlays import Overlays
from designer.ui.canvas.replay_layer import ReplayLayer
from designer.ui.canvas.tile_items import SELECTED, ArrowsItem, GhostItem, TileItem
from designer.ui.session import Session
from designer.ui.theme import Theme

#: Room around the stage, in hexes.
ROOM = 6


class StageScene(QGraphicsScene):
    """Shows the stage of a session."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.session = session
        self.theme = theme
        self.items_by_place: dict[tuple[Hex, int], TileItem] = {}
        self.ghost = GhostItem()
        self.ghost.hide()
        self.addItem(self.ghost)
        self._flash = QGraphicsPathItem(hex_path(-12))
        self._flash.setZValue(9)
        self._flash.hide()
        self.addItem(self._flash)
        self.arrows = ArrowsItem()
        self.addItem(self.arrows)
        self._cursor = QGraphicsPathItem(hex_path(3))
        self._cursor.setZValue(12)
        self._cursor.setPen(QPen(SELECTED, 12, Qt.PenStyle.DotLine))
        self._cursor.hide()
        self.addItem(self._cursor)
        self.grid = True
        self._rect = QRectF()
        self._flash_end = QTimer(self)
        self._flash_end.setSingleShot(True)
        self._flash_end.timeout.connect(self._flash.hide)
        self.overlays = Overlays(self, session)
        self.replay = ReplayLayer()
        self.addItem(self.replay)
        session.changed.connect(self.sync)
        session.checked.connect(self._sync_marks)
        session.selection_changed.connect(self._sync_selection)
        self.sync()
        self._sync_marks()

    def sync(self) -> None:
        """Bring the items in line with the Design: only tiles that differ are touched."""
        wanted: dict[tuple[Hex, int], PlacedTile] = {}
        seen: dict[Hex, int] = {}
        driven = driven_roads(self.session.stage)
        for placed in self.session.stage:
            number = seen.get(placed.hex, 0)
            seen[placed.hex] = number + 1
            wanted[placed.hex, number] = placed
        for key in [key for key in self.items_by_place if key not in wanted]:
            self.removeItem(self.items_by_place.pop(key))
        for key, placed in wanted.items():
            item = self.items_by_place.get(key)
            if item is None:
                item = TileItem(placed, driven.get(placed.hex, ()))
                self.items_by_place[key] = item
                self.addItem(item)
            else:
                item.show_tile(placed, driven.get(placed.hex, ()))
        self._sync_selection()
        self._measure()
        self._grow()
        self.overlays.sync()

    def _sync_marks(self) -> None:
        worst: dict[Hex, str] = {}
        spots: dict[Hex, dict[str, str]] = {}
        for finding in self.session.findings:
            if finding.place.hex is not None and finding.waived is None:
                # Findings are listed worst first.
                worst.setdefault(finding.place.hex, str(finding.severity))
                at = spots.setdefault(finding.place.hex, {})
                at.setdefault(finding.place.edge or "", str(finding.severity))
        for (place, _), item in self.items_by_place.items():
            item.set_mark(worst.get(place, ""), spots.get(place))

    def _sync_selection(self) -> None:
        for (place, _), item in self.items_by_place.items():
            item.set_chosen(place in self.session.selection)

    def stage_rect(self) -> QRectF:
        """The rectangle that holds all tiles."""
        return QRectF(self._rect)

    def _measure(self) -> None:
        points = [centre(place) for place, _ in self.items_by_place]
        if not points:
            self._rect = BOUNDS.adjusted(-600, -500, 600, 500)
            return
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self._rect = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))).adjusted(
            BOUNDS.left(), BOUNDS.top(), BOUNDS.right(), BOUNDS.bottom()
        )

    def _grow(self) -> None:
        room = ROOM * HEIGHT
        rect = self.stage_rect().adjusted(-room, -room, room, room)
        if not self.sceneRect().contains(rect):
            self.setSceneRect(self.sceneRect().united(rect))

    def make_room(self, place: Hex) -> None:
        """Let the view scroll as far as a hex."""
        rect = BOUNDS.translated(QPointF(*centre(place))).adjusted(-HEIGHT, -HEIGHT, HEIGHT, HEIGHT)
        self.setSceneRect(self.sceneRect().united(rect))

    def show_cursor(self, place: Hex | None) -> None:
        """Show the keyboard's cursor on a hex, or nowhere."""
        self._cursor.setVisible(place is not None)
        if place is not None:
            self._cursor.setPos(*centre(place))

    def set_grid(self, shown: bool) -> None:
        """Show or hide the hexes of the background."""
        self.grid = shown
        self.invalidate(self.sceneRect(), QGraphicsScene.SceneLayer.BackgroundLayer)

    def item_at_hex(self, place: Hex) -> TileItem | None:
        """The item seen on a hex."""
        found = [(number, item) for (other, number), item in self.items_by_place.items() if other == place]
        return max(found, key=lambda pair: pair[0])[1] if found else None

    def flash(self, place: Hex, severity: str = "advice") -> None:
        """Draw attention to a hex for a moment."""
        self._flash.setPos(*centre(place))
        self._flash.setPen(QPen(SEVERITY_COLOURS.get(severity, QColor("#1763b6")), 22))
        self._flash.show()
        self._flash_end.start(1600)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of another theme."""
        self.theme = theme
        self.update()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        rect = QRectF(rect)
        painter.fillRect(rect, self.theme.canvas)
        zoom = math.hypot(painter.worldTransform().m11(), painter.worldTransform().m12())
        if zoom < 0.04 or not self.grid:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self.theme.grid, 0)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        outline = QPolygonF([QPointF(x, y) for x, y in corners()])
        first, last = math.floor(rect.left() / (1.5 * RADIUS)) - 1, math.ceil(rect.right() / (1.5 * RADIUS)) + 1
        for r in range(first, last + 1):
            top, bottom = hex_at(1.5 * RADIUS * r, rect.top()).q + 1, hex_at(1.5 * RADIUS * r, rect.bottom()).q - 1
            for q in range(bottom, top + 1):
                painter.drawPolygon(outline.translated(*centre(Hex(q, r))))
