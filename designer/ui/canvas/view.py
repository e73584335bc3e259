"""The canvas: shows the stage and turns mouse and keys into edits of the session."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QGraphicsView, QRubberBand

from designer.design import stage as single
from designer.design.hexes import Hex, centre, hex_at, neighbour, rotated
from designer.design.stage import PlacedTile
from designer.graph.append import best_rotation, open_end, ways_on
from designer.ui.canvas import edits
from designer.ui.canvas.edits import Piece
from designer.ui.canvas.scene import StageScene
from designer.ui.session import Session
from designer.ui.tiles import words as tile_words
from designer.ui.tiles.signs import token_name

PIECE_MIME = "application/x-crest-piece"
SMALLEST, LARGEST = 0.03, 3.0
EMPTY = ("Drag a start tile here (202 on gravel, 301 on asphalt or snow),\n"
         "or click it in Pieces and then click a hex.\n\n"
         "File \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} Official stages shows finished ones; "
         "a design file can be dropped on this window.")


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

    def __init__(self, session: Session, scene: StageScene) -> None:
        super().__init__(scene)
        self.session = session
        self.stage_scene = scene
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
        self._hover: Hex | None = None
        #: How the held tile is turned: None until the designer turns it; till then it turns itself to fit.
        self._held_rotation: int | None = None
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self.viewport())
        session.armed_changed.connect(self._armed_changed)
        session.changed.connect(self._refresh_ghost)
        self.scale(0.3, 0.3)

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
        point = QPointF(*centre(place))
        if not self.viewport().rect().adjusted(60, 60, -60, -60).contains(self.mapFromScene(point)):
            self.centerOn(point)
        self.stage_scene.flash(place, severity)

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

    def set_hover(self, place: Hex | None) -> None:
        """Tell over which hex the pointer is."""
        self._hover = place
        self._refresh_ghost()

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

    # What is held

    def piece(self) -> Piece | None:
        """The piece held for placing."""
        return Piece.parse(self.session.armed)

    def _armed_changed(self) -> None:
        self._held_rotation = None
        self.setCursor(Qt.CursorShape.CrossCursor if self.session.armed else Qt.CursorShape.ArrowCursor)
        self._refresh_ghost()

    def rotation_for(self, tile: str, place: Hex) -> int:
        """How a held tile would lie on a hex."""
        if self._held_rotation is not None:
            return self._held_rotation
        return best_rotation(self.session.stage, tile, place)

    def refusal(self, piece: Piece, place: Hex) -> str:
        """Why a piece cannot go to a hex, or an empty text."""
        there = self.session.tile(place)
        if piece.tile:
            if there is not None:
                return f"Tile {there.tile} already lies there."
            if self.session.copies_left(piece.tile) <= 0:
                return f"No copy of piece {single.piece_of(piece.tile)} is left in the inventory."
            return ""
        name = token_name(piece.token, piece.value)
        if there is None:
            return f"{name} goes on a tile; there is none here."
        left = self.session.tokens_left(piece.token, piece.value)
        return f"No {name} token is left." if left is not None and left <= 0 else ""

    def place_piece(self, piece: Piece, place: Hex) -> bool:
        """Put a piece on a hex as one edit; says why when it cannot be done."""
        if reason := self.refusal(piece, place):
            self.session.refused.emit(reason)
            return False
        if piece.tile:
            rotation = self.rotation_for(piece.tile, place)
            done = self.session.edit_stage(
                f"Place {piece.tile}", lambda stage: single.place(stage, piece.tile, place, rotation))
        else:
            name = token_name(piece.token, piece.value)
            done = self.session.edit_stage(
                f"Put {name}", lambda stage: single.put_token(stage, place, piece.token_piece()))
        if done:
            self.session.select([place])
        return done

    def append(self, tile: str, direction: str = "") -> bool:
        """Put a tile where the road goes on, turned so that it goes on; ``direction`` chooses straight, left, right."""
        end = open_end(self.session.stage)
        if end is None and not len(self.session.stage):
            place, ways = Hex(0, 0), [(0, direction)]
        elif end is None:
            self.session.refused.emit("The road has no open end to go on from.")
            return False
        else:
            place, ways = neighbour(end.hex, end.edge), ways_on(self.session.stage, tile, end)
        rotation = next((turn for turn, word in ways if direction in ("", word)), None)
        reason = self.refusal(Piece(tile=tile), place)
        if not reason and rotation is None:
            what = f"goes {direction}" if direction and ways else "fits"
            reason = f"No way of turning {tile} {what} at the open end of the road."
        if reason or rotation is None:
            self.session.refused.emit(reason)
            return False
        done = self.session.edit_stage(f"Append {tile}", lambda stage: single.place(stage, tile, place, rotation))
        self.session.select([place])
        self.show_hex(place)
        return done

    def turn(self, steps: int) -> None:
        """Turn what is held, or else the selected tiles."""
        piece = self.piece()
        if piece is not None and piece.tile:
            place = self._hover or Hex(0, 0)
            self._held_rotation = (self.rotation_for(piece.tile, place) + steps) % 6
            self._refresh_ghost()
            return
        tiles = [tile.tile for tile in self.session.selected()]
        places = self.session.selection
        if not tiles:
            return
        pivot = edits.pivot_of(places)
        if self.session.edit_stage(f"Turn {edits.names(tiles)}",
                                   lambda stage: edits.turn_many(stage, places, steps)) and len(tiles) > 1:
            self.session.select([rotated(place, steps % 6, pivot) for place in places])

    def flip(self) -> None:
        """Turn over what is held, or else the selected tiles."""
        piece = self.piece()
        if piece is not None and piece.tile:
            self.session.arm(Piece(tile=single.other_side(piece.tile)).text)
            return
        places = self.session.selection
        if places:
            self.session.edit_stage(f"Flip {edits.names([tile.tile for tile in self.session.selected()])}",
                                    lambda stage: edits.flip_many(stage, places))

    def remove(self) -> None:
        """Take the selected tiles away."""
        places = self.session.selection
        if places:
            self.session.edit_stage(f"Remove {edits.names([tile.tile for tile in self.session.selected()])}",
                                    lambda stage: edits.remove_many(stage, places))

    def let_go(self) -> None:
        """Put back what is held, end a gesture, or drop the selection."""
        if self._gesture is not None and self._gesture.kind in ("drag", "press", "band"):
            self._end_gesture()
        elif self.session.armed:
            self.session.arm("")
        else:
            self.session.select([])

    # The ghost

    def _refresh_ghost(self) -> None:
        ghost = self.stage_scene.ghost
        piece = self.piece()
        if self._gesture is not None and self._gesture.kind == "drag":
            tiles, allowed = self._dragged()
            ghost.show_ghost(tiles, allowed)
        elif piece is not None and self._hover is not None:
            self._show_piece_ghost(piece, self._hover)
        else:
            ghost.hide()
        self.hint.emit(self.what_a_click_does())

    def _show_piece_ghost(self, piece: Piece, place: Hex) -> None:
        allowed = not self.refusal(piece, place)
        if piece.tile:
            tile = PlacedTile(piece.tile, place, self.rotation_for(piece.tile, place))
            self.stage_scene.ghost.show_ghost((tile,), allowed)
        else:
            self.stage_scene.ghost.show_ghost((), allowed, (piece.token, piece.value, place))

    def _shift(self) -> tuple[int, int]:
        assert self._gesture is not None
        hover = self._hover or self._gesture.hex
        return hover.q - self._gesture.hex.q, hover.r - self._gesture.hex.r

    def _dragged(self) -> tuple[tuple[PlacedTile, ...], bool]:
        dq, dr = self._shift()
        moved = tuple(replace(tile, hex=Hex(tile.hex.q + dq, tile.hex.r + dr)) for tile in self.session.selected())
        stay = {tile.hex for tile in self.session.stage} - self.session.selection
        return moved, not any(tile.hex in stay for tile in moved)

    def what_a_click_does(self) -> str:
        """What a click on the hex under the mouse would do, in words."""
        piece, place = self.piece(), self._hover
        if self._gesture is not None and self._gesture.kind == "drag":
            return "Let go to move the tiles here; Esc leaves them where they were."
        if piece is not None:
            if place is not None and (reason := self.refusal(piece, place)):
                return f"{reason} Esc puts the piece back."
            what = piece.tile or token_name(piece.token, piece.value)
            turn = "; R turns it, F flips it" if piece.tile else ""
            return f"Click to place {what}{turn}; Esc puts it back."
        there = self.session.tile(place) if place is not None else None
        if there is not None:
            chosen = "Drag to move" if there.hex in self.session.selection else "Click to select, drag to move"
            return f"{tile_words.summary(there.tile)}. {chosen}; right-click for more."
        return "Drag to select several tiles; wheel zooms, space or middle button and drag moves the view."

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        place = self.hex_under(point)
        self._hover = place
        if event.button() == Qt.MouseButton.MiddleButton or (
                event.button() == Qt.MouseButton.LeftButton and self._space_held):
            self._gesture = _Gesture("pan", point, place)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        piece = self.piece()
        if piece is not None:
            if self.place_piece(piece, place) and self._spent(piece):
                self.session.arm("")
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

    def _spent(self, piece: Piece) -> bool:
        if piece.tile:
            return self.session.copies_left(piece.tile) <= 0
        left = self.session.tokens_left(piece.token, piece.value)
        return left is not None and left <= 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        gesture = self._gesture
        if gesture is not None and gesture.kind == "pan":
            moved = point - gesture.start
            gesture.start = point
            self._scroll(-moved.x(), -moved.y())
            return
        self._hover = self.hex_under(point)
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
        self._hover = self.hex_under(point)
        if gesture.kind == "band":
            rect = self.mapToScene(QRect(gesture.start, point).normalized()).boundingRect()
            inside = {tile.hex for tile in self.session.stage if rect.contains(QPointF(*centre(tile.hex)))}
            self.session.select(inside | (self.session.selection if gesture.extend else frozenset()))
        elif gesture.kind == "drag":
            dq, dr = self._shift()
            places = self.session.selection
            if (dq, dr) != (0, 0):
                name = f"Move {edits.names([tile.tile for tile in self.session.selected()])}"
                goals = [Hex(place.q + dq, place.r + dr) for place in places]
                if self.session.edit_stage(name, lambda stage: edits.move_many(stage, places, dq, dr)):
                    self.session.select(goals)
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
        place = self.hex_under(event.pos())
        if self.session.tile(place) is not None and place not in self.session.selection:
            self.session.select([place])
        self.menu_wanted.emit(place, event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self.session.armed:
            self.setFocus()

    def leaveEvent(self, event: object) -> None:
        self.set_hover(None)

    # Keys (single letters are actions of the window; these need press and release)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = True
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        elif event.key() == Qt.Key.Key_Escape:
            self.let_go()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            if self._gesture is None:
                self._end_gesture()
        else:
            super().keyReleaseEvent(event)

    # Dragging from the palette

    @staticmethod
    def _dragged_piece(data: QMimeData) -> Piece | None:
        if not data.hasFormat(PIECE_MIME):
            return None
        return Piece.parse(bytes(data.data(PIECE_MIME).data()).decode("utf-8", "replace"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._dragged_piece(event.mimeData()) is not None:
            self._held_rotation = None
            event.acceptProposedAction()
        else:
            # Files are for the window.
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        piece = self._dragged_piece(event.mimeData())
        if piece is None:
            event.ignore()
            return
        place = self.hex_under(event.position().toPoint())
        self._show_piece_ghost(piece, place)
        reason = self.refusal(piece, place)
        self.hint.emit(reason or f"Let go to place {piece.tile or token_name(piece.token, piece.value)}.")
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.stage_scene.ghost.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        piece = self._dragged_piece(event.mimeData())
        self.stage_scene.ghost.hide()
        if piece is None:
            event.ignore()
            return
        self._held_rotation = None
        self.place_piece(piece, self.hex_under(event.position().toPoint()))
        event.acceptProposedAction()
        self.setFocus()
