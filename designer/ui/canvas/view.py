"""The canvas: shows the stage, and turns mouse and keys into what the hands do."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QGraphicsView, QRubberBand

from designer.design.hexes import Hex, centre, hex_at, neighbour
from designer.design.stage import PlacedTile
from designer.drawing.signs import token_name
from designer.graph.track_tokens import KINDS
from designer.readings import tile_words
from designer.ui.canvas.hands import Hands
from designer.ui.canvas.legend import Legend
from designer.ui.canvas.minimap import Minimap
from designer.ui.canvas.scene import StageScene
from designer.ui.command import Command
from designer.ui.piece import Piece
from designer.ui.session import Document, Session

PIECE_MIME = "application/x-crest-piece"
SMALLEST, LARGEST = 0.03, 3.0
EMPTY = (
    "Drag a start tile here (202 on gravel, 301 on asphalt or snow),\n"
    "or click it in Pieces and then click a hex.\n\n"
    "Or type a tile's id in Pieces and press Enter: it goes where the road goes on.\n"
    "Help \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} Start page shows finished stages; "
    "a design file can be dropped on this window."
)
#: The hex beside another in the direction of an arrow key, on even and odd columns.
ARROWS = {Qt.Key.Key_Up: "AA", Qt.Key.Key_Down: "DD", Qt.Key.Key_Left: "FE", Qt.Key.Key_Right: "BC"}


def beside(place: Hex, key: Qt.Key) -> Hex:
    """The hex that an arrow key leads to; left and right zigzag, so that they keep their height.

    >>> beside(beside(Hex(0, 0), Qt.Key.Key_Right), Qt.Key.Key_Left)
    Hex(q=0, r=0)
    """
    edges = ARROWS[key]
    return neighbour(place, edges[place.r % 2])


@dataclass
class _Gesture:
    """A mouse gesture under way: "pan", "press" (on a tile), "drag" (of tiles) or "band"."""

    kind: str
    start: QPoint
    hex: Hex
    extend: bool = False


class Canvas(QGraphicsView):
    """The view of a stage. ``hint`` tells in words what a click would do; ``zoomed`` carries the scale."""

    hint = Signal(str)
    zoomed = Signal(float)
    menu_wanted = Signal(object, QPoint)

    def __init__(self, session: Session, scene: StageScene, hands: Hands) -> None:
        super().__init__(scene)
        self.session = session
        self.stage_scene = scene
        self.hands = hands
        self.setObjectName("canvas")
        self.setAccessibleName("Stage canvas")
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._gesture: _Gesture | None = None
        self._space_held = False
        #: The keyboard's cursor; None until an arrow key is pressed, and when the mouse moves.
        self.cursor_hex: Hex | None = None
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self.viewport())
        self.minimap = Minimap(self, scene, session)
        self.legend = Legend(self, session)
        self.zoomed.connect(self.minimap.follow)
        self.horizontalScrollBar().valueChanged.connect(self.minimap.follow)
        self.verticalScrollBar().valueChanged.connect(self.minimap.follow)
        session.armed_changed.connect(self._armed_changed)
        session.changed.connect(self._refresh_ghost)
        session.leaving.connect(self._remember)
        session.file_changed.connect(self._recall)
        hands.changed.connect(self._refresh_ghost)
        hands.shown.connect(self._show)
        self.scale(0.3, 0.3)

    def commands(self) -> tuple[Command, ...]:
        """What it offers."""
        return (
            Command("zoom-in", "Zoom &in", partial(self.zoom_by, 1.25), ("Ctrl++", "Ctrl+=")),
            Command("zoom-out", "Zoom &out", partial(self.zoom_by, 0.8), "Ctrl+-"),
            Command("fit", "&Fit the stage", self.fit, "Ctrl+0", "Show the whole stage"),
        )

    # Looking

    def zoom_factor(self) -> float:
        """Screen pixels per tile pixel."""
        return math.hypot(self.transform().m11(), self.transform().m12())

    def zoom_by(self, factor: float, about: QPoint | None = None) -> None:
        """Zoom about a point of the view (its middle when none is given)."""
        wanted = min(max(self.zoom_factor() * factor, SMALLEST), LARGEST)
        factor = wanted / self.zoom_factor()
        about = about if about is not None else self.viewport().rect().center()
        before = self.mapToScene(about)
        self.scale(factor, factor)
        moved = self.mapFromScene(before) - about
        self._scroll(moved.x(), moved.y())
        self.zoomed.emit(self.zoom_factor())

    def fit(self) -> None:
        """Show the whole stage."""
        rect = self.stage_scene.stage_rect()
        self.fitInView(rect.adjusted(-40, -40, 40, 40), Qt.AspectRatioMode.KeepAspectRatio)
        if self.zoom_factor() > 0.8:
            self.zoom_by(0.8 / self.zoom_factor())
            self.centerOn(rect.center())
        self.zoomed.emit(self.zoom_factor())

    def show_hex(self, place: Hex, severity: str = "advice") -> None:
        """Bring a hex into view and draw attention to it."""
        self.bring(place)
        self.stage_scene.flash(place, severity)

    def bring(self, place: Hex) -> None:
        """Bring a hex into view."""
        point = QPointF(*centre(place))
        if not self.viewport().rect().adjusted(60, 60, -60, -60).contains(self.mapFromScene(point)):
            self.stage_scene.make_room(place)
            self.centerOn(point)
            self.minimap.follow()

    def _show(self, place: Hex | None) -> None:
        if place is None:
            self.fit()
        else:
            self.show_hex(place)

    def _remember(self, document: Document) -> None:
        document.view = (self.transform(), self.mapToScene(self.viewport().rect().center()))

    def _recall(self) -> None:
        view = self.session.document.view
        if isinstance(view, tuple):
            transform, middle = view
            assert isinstance(transform, QTransform)
            self.setTransform(transform)
            self.centerOn(middle)
            self.zoomed.emit(self.zoom_factor())

    def hex_under(self, point: QPoint) -> Hex:
        """The hex under a point of the view."""
        scene = self.mapToScene(point)
        return hex_at(scene.x(), scene.y())

    def point_of(self, place: Hex) -> QPoint:
        """The point of the view at the middle of a hex."""
        return self.mapFromScene(QPointF(*centre(place)))

    def _scroll(self, dx: int, dy: int) -> None:
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + dx)
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + dy)

    def wheelEvent(self, event: QWheelEvent) -> None:
        modifiers = event.modifiers()
        pixels = event.pixelDelta()
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._scroll(-(event.angleDelta().y() or event.angleDelta().x()), 0)
        elif not pixels.isNull() and not modifiers & Qt.KeyboardModifier.ControlModifier:
            # Two fingers on a trackpad.
            self._scroll(-pixels.x(), -pixels.y())
        else:
            self.zoom_by(1.0015 ** event.angleDelta().y(), event.position().toPoint())
        event.accept()

    def viewportEvent(self, event: object) -> bool:
        # Two fingers drawn apart on a trackpad.
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_by(1.0 + event.value(), event.position().toPoint())
            return True
        return bool(super().viewportEvent(event))  # type: ignore[arg-type]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.minimap.settle()
        self.legend.settle()

    def set_hover(self, place: Hex | None, x: float | None = None, y: float | None = None) -> None:
        """Tell over which hex (and which point of the scene) the pointer is."""
        if place is not None and (x is None or y is None):
            x, y = centre(place)
        self.hands.point_at(place, x or 0.0, y or 0.0)
        self._refresh_ghost()

    def _point_at(self, point: QPoint) -> Hex:
        """Note where the mouse is; the keyboard's cursor goes."""
        scene = self.mapToScene(point)
        place = hex_at(scene.x(), scene.y())
        self.hands.point_at(place, scene.x(), scene.y())
        self._set_cursor_hex(None)
        return place

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """On an empty stage, say how to begin."""
        if len(self.session.stage) or self.session.armed:
            return
        painter.save()
        painter.resetTransform()
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        painter.setFont(font)
        painter.setPen(self.stage_scene.theme.muted)
        painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), EMPTY)
        painter.restore()

    # The ghost

    def _armed_changed(self) -> None:
        self.setCursor(Qt.CursorShape.CrossCursor if self.session.armed else Qt.CursorShape.ArrowCursor)
        self._refresh_ghost()

    def _refresh_ghost(self) -> None:
        ghost, hands = self.stage_scene.ghost, self.hands
        piece = hands.piece()
        if self._gesture is not None and self._gesture.kind == "drag":
            tiles, allowed = self._dragged()
            ghost.show_ghost(tiles, allowed)
        elif piece is not None and hands.hover is not None:
            self._show_piece_ghost(piece, hands.hover)
        else:
            ghost.hide()
        if piece is not None and piece.tile and self._gesture is None:
            self.stage_scene.arrows.show_ways(*hands.ways(piece.tile))
        else:
            self.stage_scene.arrows.hide()
        self.hint.emit(self.what_a_click_does())

    def _show_piece_ghost(self, piece: Piece, place: Hex) -> None:
        allowed = not self.hands.refusal(piece, place)
        there = self.session.tile(place)
        if piece.tile:
            tile = PlacedTile(piece.tile, place, self.hands.rotation_for(piece.tile, place))
            self.stage_scene.ghost.show_ghost((tile,), allowed)
        elif allowed and there is not None:
            token = self.hands.token_for(piece, there)
            self.stage_scene.ghost.show_ghost((), True, replace(there, tokens=(token,)))
        else:
            self.stage_scene.ghost.show_ghost((), False, PlacedTile("", place, 0, (piece.token_piece(),)))

    def _shift(self) -> tuple[int, int]:
        assert self._gesture is not None
        hover = self.hands.hover or self._gesture.hex
        return hover.q - self._gesture.hex.q, hover.r - self._gesture.hex.r

    def _dragged(self) -> tuple[tuple[PlacedTile, ...], bool]:
        dq, dr = self._shift()
        moved = tuple(replace(tile, hex=Hex(tile.hex.q + dq, tile.hex.r + dr)) for tile in self.session.selected())
        stay = {tile.hex for tile in self.session.stage} - self.session.selection
        return moved, not any(tile.hex in stay for tile in moved)

    def what_a_click_does(self) -> str:
        """What a click on the hex under the mouse would do, in words."""
        piece, place = self.hands.piece(), self.hands.hover
        if self._gesture is not None and self._gesture.kind == "drag":
            return "Let go to move the tiles here; Esc leaves them where they were."
        if piece is not None:
            if place is not None and (reason := self.hands.refusal(piece, place)):
                return f"{reason} Esc puts the piece back."
            what = piece.tile or token_name(piece.token, piece.value)
            turn = "; R turns it, F flips it" if piece.tile else "; R turns it" if piece.token in KINDS else ""
            return f"Click to place {what}{turn}; Esc puts it back."
        there = self.session.tile(place) if place is not None else None
        if there is not None:
            chosen = "Drag to move" if there.hex in self.session.selection else "Click to select, drag to move"
            return f"{tile_words.summary(there.tile)}. {chosen}; right-click for more."
        return (
            "Drag to select several tiles; wheel zooms, space or middle button and drag moves the view; "
            "arrow keys move a cursor."
        )

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        place = self._point_at(point)
        if event.button() == Qt.MouseButton.MiddleButton or (
            event.button() == Qt.MouseButton.LeftButton and self._space_held
        ):
            self._gesture = _Gesture("pan", point, place)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        piece = self.hands.piece()
        if piece is not None:
            self.hands.place_piece(piece, place)
            self._refresh_ghost()
            return
        extend = bool(event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier))
        if self.session.tile(place) is None:
            if not extend:
                self.session.select([])
            self._gesture = _Gesture("band", point, place, extend)
            self._band.setGeometry(QRect(point, QSize()))
            self._band.show()
            return
        if extend:
            self.session.select(self.session.selection ^ {place})
        elif place not in self.session.selection:
            self.session.select([place])
        self._gesture = _Gesture("press", point, place, extend)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        gesture = self._gesture
        if gesture is not None and gesture.kind == "pan":
            moved = point - gesture.start
            gesture.start = point
            self._scroll(-moved.x(), -moved.y())
            return
        self._point_at(point)
        if gesture is not None and gesture.kind == "band":
            self._band.setGeometry(QRect(gesture.start, point).normalized())
            return
        far = gesture is not None and (point - gesture.start).manhattanLength() >= QApplication.startDragDistance()
        if gesture is not None and gesture.kind == "press" and far and gesture.hex in self.session.selection:
            gesture.kind = "drag"
        self._refresh_ghost()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        gesture = self._gesture
        if gesture is None:
            return
        point = event.position().toPoint()
        self._point_at(point)
        if gesture.kind == "band":
            rect = self.mapToScene(QRect(gesture.start, point).normalized()).boundingRect()
            inside = {tile.hex for tile in self.session.stage if rect.contains(QPointF(*centre(tile.hex)))}
            self.session.select(inside | (self.session.selection if gesture.extend else frozenset()))
        elif gesture.kind == "drag":
            self.hands.move(*self._shift())
        elif gesture.kind == "press" and not gesture.extend and len(self.session.selection) > 1:
            self.session.select([gesture.hex])
        self._end_gesture()

    def _end_gesture(self) -> None:
        self._gesture = None
        self._band.hide()
        self.setCursor(Qt.CursorShape.CrossCursor if self.session.armed else Qt.CursorShape.ArrowCursor)
        self._refresh_ghost()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard and self.cursor_hex is not None
        place = self.cursor_hex if by_key and self.cursor_hex is not None else self.hex_under(event.pos())
        if self.session.tile(place) is not None and place not in self.session.selection:
            self.session.select([place])
        point = self.viewport().mapToGlobal(self.point_of(place)) if by_key else event.globalPos()
        self.menu_wanted.emit(place, point)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self.session.armed:
            self.setFocus()

    def leaveEvent(self, event: object) -> None:
        if self.cursor_hex is None:
            self.set_hover(None)

    def let_go(self) -> None:
        """Put back what is held, end a gesture, or drop the selection."""
        if self._gesture is not None and self._gesture.kind in ("drag", "press", "band"):
            self._end_gesture()
        elif self.session.armed:
            self.session.arm("")
        else:
            self.session.select([])

    # Keys (single letters are actions of the window)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = True
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        elif key == Qt.Key.Key_Escape:
            self.let_go()
        elif key in ARROWS:
            self._arrow(key, move=control)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter(extend=control)
        else:
            super().keyPressEvent(event)

    def _arrow(self, key: Qt.Key, move: bool) -> None:
        if move:
            if self.session.selection:
                first = min(self.session.selection)
                goal = beside(first, key)
                self.hands.move(goal.q - first.q, goal.r - first.r)
                self._set_cursor_hex(None)
            return
        start = self.cursor_hex
        if start is None:
            # The cursor begins where the work is: at the selection, else under the pointer, else mid-view.
            start = (
                min(self.session.selection, default=None)
                or self.hands.hover
                or self.hex_under(self.viewport().rect().center())
            )
        self.move_cursor_to(beside(start, key))

    def move_cursor_to(self, place: Hex) -> None:
        """Put the keyboard's cursor on a hex."""
        self._set_cursor_hex(place)
        self.bring(place)
        self.set_hover(place)

    def _enter(self, extend: bool) -> None:
        place, piece = self.cursor_hex, self.hands.piece()
        if place is None:
            return
        if piece is not None:
            self.hands.place_piece(piece, place)
            self._refresh_ghost()
        elif extend:
            self.session.select(self.session.selection ^ {place})
        else:
            self.session.select([place])

    def _set_cursor_hex(self, place: Hex | None) -> None:
        if place != self.cursor_hex:
            self.cursor_hex = place
            self.stage_scene.show_cursor(place)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            if self._gesture is None:
                self._armed_changed()
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # The release of the key goes to somebody else.
        self._space_held = False

    # Drag and drop from the palette

    @staticmethod
    def _dragged_piece(data: QMimeData) -> Piece | None:
        if not data.hasFormat(PIECE_MIME):
            return None
        return Piece.parse(bytes(data.data(PIECE_MIME).data()).decode("utf-8", "replace"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._dragged_piece(event.mimeData()) is not None:
            self.hands.rotation = None
            event.acceptProposedAction()
        else:
            # Files are for the window.
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        piece = self._dragged_piece(event.mimeData())
        if piece is None:
            event.ignore()
            return
        place = self._point_at(event.position().toPoint())
        self._show_piece_ghost(piece, place)
        if piece.tile:
            self.stage_scene.arrows.show_ways(*self.hands.ways(piece.tile))
        reason = self.hands.refusal(piece, place)
        self.hint.emit(reason or f"Let go to place {piece.tile or token_name(piece.token, piece.value)}.")
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.stage_scene.ghost.hide()
        self.stage_scene.arrows.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        piece = self._dragged_piece(event.mimeData())
        self.stage_scene.ghost.hide()
        self.stage_scene.arrows.hide()
        if piece is None:
            event.ignore()
            return
        self.hands.rotation = None
        self.hands.place_piece(piece, self._point_at(event.position().toPoint()))
        event.acceptProposedAction()
        self.setFocus()
