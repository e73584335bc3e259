"""The palette: tile sides by box with copies left, and tokens with their supply. Drag a piece out or click it."""

from __future__ import annotations

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
from PySide6.QtGui import QDrag, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from designer import catalog
from designer.design.stage import piece_of
from designer.ui.canvas.edits import Piece
from designer.ui.canvas.view import PIECE_MIME
from designer.ui.session import Session
from designer.ui.tiles import signs
from designer.ui.tiles import words as tile_words
from designer.ui.tiles.painter import pixmap

THUMB = QSize(112, 104)
Index = QModelIndex | QPersistentModelIndex
DIRECTIONS = {"l": "left", "r": "right", "s": "straight"}
PIECE_ROLE = Qt.ItemDataRole.UserRole
LEFT_ROLE = Qt.ItemDataRole.UserRole + 1
#: Tokens that have printed values but no value of their own come once.
TOKEN_KINDS = ("climb", "oxygen", "cloud", "joker-entrance", "joker-exit", "finish", "mud")


class PieceModel(QAbstractListModel):
    """Pieces of the palette with what is left of them."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.pieces: list[Piece] = []
        session.changed.connect(self._recount)

    def show_pieces(self, pieces: list[Piece]) -> None:
        """List these pieces."""
        if pieces != self.pieces:
            self.beginResetModel()
            self.pieces = pieces
            self.endResetModel()

    def _recount(self) -> None:
        if self.pieces:
            self.dataChanged.emit(self.index(0), self.index(len(self.pieces) - 1), [LEFT_ROLE])

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
        words = painter.fontMetrics().elidedText(name + count, Qt.TextElideMode.ElideRight, rect.width() - 6)
        painter.drawText(rect.adjusted(0, 0, 0, -4), int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom),
                         words)
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
    """A grid of pieces to drag from or to hold by a click."""

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
        self.clicked.connect(self._hold)
        self.activated.connect(self._hold)
        session.armed_changed.connect(self._show_held)

    def _hold(self, index: QModelIndex) -> None:
        piece: Piece = index.data(PIECE_ROLE)
        left = self.pieces.left(piece)
        if left is not None and left <= 0:
            name = f"piece {piece_of(piece.tile)}" if piece.tile else signs.token_name(piece.token, piece.value)
            self.session.refused.emit(f"No copy of {name} is left in the inventory.")
            return
        self.session.arm("" if self.session.armed == piece.text else piece.text)

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


class PiecesPanel(QWidget):
    """Tiles and tokens to build with. ``appended`` carries a tile typed with Enter and where it should lead."""

    appended = Signal(str, str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.box = QComboBox()
        self.box.setObjectName("box")
        self.box.setToolTip("Show the pieces of one box")
        self.box.addItem("All boxes", "")
        for name, box in catalog.boxes().items():
            self.box.addItem(box.name, name)
        # A long box name must not make the dock wide.
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(12)
        self.filter = QLineEdit()
        self.filter.setObjectName("filter")
        self.filter.setPlaceholderText("Filter: 418, snow, jump, fork \N{HORIZONTAL ELLIPSIS}")
        self.filter.setClearButtonEnabled(True)
        self.filter.setToolTip("Words that a tile must have: number, terrain, danger, shape, lanes, feature.\n"
                               "A tile's id and Enter puts it where the road goes on;\n"
                               "l, r or s after it chooses left, right or straight (217a r).")
        self.tiles = PieceList(session, "tiles")
        self.nothing = QLabel("No tile fits the filter.")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.tokens = PieceList(session, "tokens")
        tiles_page = QWidget()
        layout = QVBoxLayout(tiles_page)
        layout.setContentsMargins(4, 4, 4, 4)
        for widget in (self.box, self.filter, self.nothing, self.tiles):
            layout.addWidget(widget)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(tiles_page, "Tiles")
        self.tabs.addTab(self.tokens, "Tokens")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.tabs)
        self.filter.textChanged.connect(self._refresh)
        self.filter.returnPressed.connect(self._append)
        self.box.currentIndexChanged.connect(self._refresh)
        self.tokens.pieces.show_pieces(token_pieces())
        self._refresh()

    def _append(self) -> None:
        words = self.filter.text().lower().split()
        direction = DIRECTIONS.get(words[1][0], "") if len(words) == 2 else ""
        if words and words[0] in catalog.sides() and (len(words) == 1 or direction):
            self.appended.emit(words[0], direction)
            self.filter.clear()
        else:
            self.session.refused.emit("Type a tile's id, such as 217a, to put it where the road goes on.")

    def choose_box_for(self, tiles: list[str]) -> None:
        """Show the box that holds most of some tiles."""
        count = {name: sum(piece_of(tile) in box.tiles for tile in tiles) for name, box in catalog.boxes().items()}
        most = max(count, key=lambda name: count[name])
        if count[most]:
            self.box.setCurrentIndex(self.box.findData(most))

    def _refresh(self) -> None:
        box = self.box.currentData()
        numbers = catalog.boxes()[box].tiles if box else None
        wanted = self.filter.text()
        words = wanted.lower().split()
        if len(words) == 2 and words[0] in catalog.sides() and words[1] in DIRECTIONS:
            wanted = words[0]
        pieces = [Piece(tile=tile) for tile in catalog.sides()
                  if (numbers is None or piece_of(tile) in numbers) and tile_words.matches(tile, wanted)]
        self.tiles.pieces.show_pieces(pieces)
        self.nothing.setVisible(not pieces)
        self.tiles.setVisible(bool(pieces))


def token_pieces() -> list[Piece]:
    """The tokens that can be laid on a stage, with each printed value."""
    facts = catalog.tokens()["stage"]
    result: list[Piece] = []
    for kind in TOKEN_KINDS:
        values = facts.get(kind, {}).get("values")
        result.extend(Piece(token=kind, value=value) for value in (values or [None]))
    return result
