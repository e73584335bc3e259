"""A grid of pieces to drag from, or to take in hand by a click: its model, its painting, its gestures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QDrag, QKeyEvent, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from designer import catalog
from designer.design.document import Inventory
from designer.design.stage import piece_of
from designer.drawing import signs
from designer.drawing.tiles.painter import pixmap
from designer.readings import tile_words
from designer.ui.canvas.view import PIECE_MIME
from designer.ui.piece import Piece
from designer.ui.session import Session

THUMB = QSize(118, 104)
Index = QModelIndex | QPersistentModelIndex
PIECE_ROLE = Qt.ItemDataRole.UserRole
LEFT_ROLE = Qt.ItemDataRole.UserRole + 1
STAR_ROLE = Qt.ItemDataRole.UserRole + 2


class PieceModel(QAbstractListModel):
    """Pieces of the palette with what is left of them."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.pieces: list[Piece] = []
        self.stars: frozenset[str] = frozenset()
        self._used: tuple[Inventory | None, Mapping[str, int]] = (session.design.inventory, session.used)
        session.changed.connect(self._recount)

    def show_pieces(self, pieces: list[Piece]) -> None:
        """List these pieces."""
        if pieces != self.pieces:
            self.beginResetModel()
            self.pieces = pieces
            self.endResetModel()

    def set_stars(self, stars: frozenset[str]) -> None:
        """Mark these tiles as favourites."""
        self.stars = stars
        if self.pieces:
            self.dataChanged.emit(self.index(0), self.index(len(self.pieces) - 1), [STAR_ROLE])

    def _recount(self) -> None:
        """Draw the pieces anew whose count is another now."""
        before, self._used = self._used, (self.session.design.inventory, self.session.used)
        if before[0] is not self._used[0]:
            if self.pieces:
                self.dataChanged.emit(self.index(0), self.index(len(self.pieces) - 1), [LEFT_ROLE])
            return
        counts, others = before[1], self._used[1]
        changed = {name for name in counts.keys() | others.keys() if counts.get(name) != others.get(name)}
        for row, piece in enumerate(self.pieces if changed else ()):
            if (piece_of(piece.tile) if piece.tile else piece.token) in changed:
                self.dataChanged.emit(self.index(row), self.index(row), [LEFT_ROLE])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.pieces)

    def left(self, piece: Piece) -> int | None:
        """How many are left; None when the supply is not known."""
        if piece.tile:
            return self.session.copies_left(piece.tile)
        return self.session.tokens_left(piece.token, piece.value)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        piece = self.pieces[index.row()]
        if role == PIECE_ROLE:
            return piece
        if role == LEFT_ROLE:
            return self.left(piece)
        if role == STAR_ROLE:
            return piece.tile in self.stars
        name = piece.tile or signs.token_name(piece.token, piece.value)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return name
        if role == Qt.ItemDataRole.ToolTipRole:
            left = self.left(piece)
            words = "supply not known" if left is None else f"{max(left, 0)} left"
            if piece.tile:
                boxes = ", ".join(catalog.boxes()[box].name for box in catalog.boxes_of_piece(piece_of(piece.tile)))
                return f"{tile_words.summary(piece.tile)}\n{boxes}\n{words}"
            return f"{name} {tile_words.TOKEN_RULES.get(piece.token, '')}\n{words}"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: list[QModelIndex]) -> QMimeData:  # type: ignore[override]
        data = QMimeData()
        if indexes:
            piece: Piece = indexes[0].data(PIECE_ROLE)
            data.setData(PIECE_MIME, QByteArray(piece.text.encode("utf-8")))
        return data

    def mimeTypes(self) -> list[str]:
        return [PIECE_MIME]


class PieceDelegate(QStyledItemDelegate):
    """Draws a piece: its picture, and how many are left. Used-up pieces are pale."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return THUMB

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        piece: Piece = index.data(PIECE_ROLE)
        left: int | None = index.data(LEFT_ROLE)
        rect: QRect = option.rect
        palette: QPalette = option.palette
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.highlight())
            painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), 6, 6)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QPen(palette.highlight().color(), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), 6, 6)
        used_up = left is not None and left <= 0
        painter.setOpacity(0.32 if used_up else 1.0)
        draw_piece(painter, piece, rect.center() - QPoint(0, 9), 94)
        painter.setOpacity(1.0)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        colour = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        if used_up and not selected:
            colour = palette.color(QPalette.ColorRole.PlaceholderText)
        painter.setPen(colour)
        name = piece.tile or signs.token_name(piece.token, piece.value)
        count = "" if left is None else (" \N{MIDDLE DOT} used" if left <= 0 else f" \N{MIDDLE DOT} {left} left")
        if piece.token and left is not None:
            count = f" ({max(left, 0)})"
        words = painter.fontMetrics().elidedText(name + count, Qt.TextElideMode.ElideRight, rect.width() - 2)
        painter.drawText(
            rect.adjusted(0, 0, 0, -4), int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom), words
        )
        if index.data(STAR_ROLE):
            signs.star(painter, QPoint(rect.right() - 13, rect.top() + 14), 8.0)
        painter.restore()


def draw_piece(painter: QPainter, piece: Piece, middle: QPoint, width: float) -> None:
    """A piece's picture about a point, ``width`` pixels wide."""
    if piece.tile:
        scale = width / 520.0
        picture = pixmap(piece.tile, 0, 0.5 if scale * painter.device().devicePixelRatio() > 0.25 else 0.25)
        size = round(532.0 * scale)
        painter.drawPixmap(QRect(middle.x() - size // 2, middle.y() - size // 2, size, size), picture)
        return
    painter.save()
    painter.translate(middle)
    painter.scale(width / 120.0, width / 120.0)
    signs.token(painter, piece.token, piece.value)
    painter.restore()


class PieceList(QListView):
    """A grid of pieces to drag from or to hold by a click. ``held_by_key`` tells that Enter took one in hand."""

    held_by_key = Signal()

    def __init__(self, session: Session, name: str) -> None:
        super().__init__()
        self.session = session
        self.setObjectName(name)
        self.setAccessibleName(name)
        self.pieces = PieceModel(session, self)
        self.setModel(self.pieces)
        self.setItemDelegate(PieceDelegate(self))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QListView.DragDropMode.DragOnly)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self._click)
        session.armed_changed.connect(self._show_held)

    def hold(self, piece: Piece) -> bool:
        """Take a piece in hand; says why when none is left."""
        left = self.pieces.left(piece)
        if left is not None and left <= 0:
            name = f"piece {piece_of(piece.tile)}" if piece.tile else signs.token_name(piece.token, piece.value)
            self.session.refused.emit(f"No copy of {name} is left in the inventory.")
            return False
        self.session.arm(piece.text)
        return True

    def _click(self, index: QModelIndex) -> None:
        piece: Piece = index.data(PIECE_ROLE)
        if self.session.armed == piece.text:
            self.session.arm("")
        else:
            self.hold(piece)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            if self.hold(index.data(PIECE_ROLE)):
                self.held_by_key.emit()
            return
        super().keyPressEvent(event)

    def _show_held(self) -> None:
        held = next((row for row, piece in enumerate(self.pieces.pieces) if piece.text == self.session.armed), None)
        if held is None:
            self.clearSelection()
        else:
            self.setCurrentIndex(self.pieces.index(held))

    def startDrag(self, supported: Qt.DropAction) -> None:
        index = self.currentIndex()
        if not index.isValid():
            return
        piece: Piece = index.data(PIECE_ROLE)
        self.session.arm("")
        drag = QDrag(self)
        drag.setMimeData(self.pieces.mimeData([index]))
        picture = QPixmap(72, 72)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(0.8)
        draw_piece(painter, piece, QPoint(36, 36), 70)
        painter.end()
        drag.setPixmap(picture)
        drag.setHotSpot(QPoint(36, 36))
        drag.exec(Qt.DropAction.CopyAction)
