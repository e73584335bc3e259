"""The minimap: the whole stage in a corner of the canvas, and which part of it is in view. A drag moves the view."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsView, QWidget

from designer import catalog
from designer.design.hexes import centre, corners
from designer.drawing.tiles.painter import LOOKS, PLAIN
from designer.ui.canvas.scene import StageScene
from designer.ui.session import Session

SIZE = QSize(176, 132)
MARGIN = 12
IN_VIEW = QColor("#1d6fe0")


class Minimap(QWidget):
    """A small map of a scene over its view; hidden while the whole stage is in view, or when it is not ``wanted``."""

    def __init__(self, view: QGraphicsView, scene: StageScene, session: Session) -> None:
        # Not the viewport's child: scrolling would carry it away.
        super().__init__(view)
        self.view, self.stage_scene, self.session = view, scene, session
        self.wanted = True
        self.setObjectName("minimap")
        self.setAccessibleName("Minimap")
        self.setToolTip("The whole stage; drag to move the view")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.resize(SIZE)
        self.hide()
        session.changed.connect(self.follow)
        session.selection_changed.connect(self.update)

    def set_wanted(self, wanted: bool) -> None:
        """Show it when the stage is larger than the view, or never."""
        self.wanted = wanted
        self.follow()

    def settle(self) -> None:
        """Take the lower right corner."""
        area = self.view.viewport().geometry()
        self.move(area.right() - self.width() - MARGIN, area.bottom() - self.height() - MARGIN)
        self.follow()

    def follow(self) -> None:
        """Show what is in view now."""
        stage = self.stage_scene.stage_rect()
        shown = self._in_view()
        roomy = self.view.viewport().width() > 3 * self.width()
        self.setVisible(self.wanted and roomy and bool(len(self.session.stage)) and not shown.contains(stage))
        self.update()

    def _in_view(self) -> QRectF:
        return self.view.mapToScene(self.view.viewport().rect()).boundingRect()

    def _scale(self) -> tuple[float, QPointF]:
        """Map pixels per scene pixel, and the scene point in the middle of the map."""
        stage = self.stage_scene.stage_rect()
        return min((self.width() - 16) / stage.width(), (self.height() - 16) / stage.height()), stage.center()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.stage_scene.theme
        scale, middle = self._scale()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        back = QColor(theme.canvas)
        back.setAlpha(235)
        painter.setPen(QPen(theme.muted, 1))
        painter.setBrush(back)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setClipRect(self.rect().adjusted(2, 2, -2, -2))
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(scale, scale)
        painter.translate(-middle)
        outline = QPolygonF([QPointF(x, y) for x, y in corners()])
        selected = self.session.selection
        for placed in self.session.stage:
            side = catalog.side(placed.tile)
            look = LOOKS.get((side.terrain if side else None) or "", PLAIN)
            painter.setPen(QPen(look.edge, 18))
            painter.setBrush(look.road if side is not None and side.roads else look.ground)
            painter.drawPolygon(outline.translated(*centre(placed.hex)))
            if placed.hex in selected:
                painter.setBrush(IN_VIEW)
                painter.drawEllipse(QPointF(*centre(placed.hex)), 130, 130)
        pen = QPen(IN_VIEW, 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(QColor(29, 111, 224, 28))
        painter.drawRect(self._in_view())

    def _go(self, point: QPointF) -> None:
        scale, middle = self._scale()
        self.view.centerOn(middle + (point - QPointF(self.width() / 2, self.height() / 2)) / scale)
        self.follow()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
