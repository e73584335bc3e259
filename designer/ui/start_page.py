"""The first page: begin a design, open a recent one, look at the official stages, or take the tour."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QImage, QKeyEvent, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from designer.design.document import Design
from designer.drawing.boards.painter import board_pixmap
from designer.drawing.spire.picture import spire_image
from designer.drawing.tiles.picture import stage_image
from designer.formats import native
from designer.formats.native import FormatError

PICTURE = QSize(166, 116)
PATH_ROLE = Qt.ItemDataRole.UserRole
SHELF_ROLE = PATH_ROLE + 1
STEPS = (
    (
        "1  Lay",
        "Drag tiles from Pieces to the canvas, or type a tile\N{RIGHT SINGLE QUOTATION MARK}s id and press "
        "Enter. The road goes on by itself.",
    ),
    ("2  Check", "Problems are listed as you build. Click one to go there; many have a fix."),
    ("3  Drive", "Run the simulation: times, losses of control and a racing line show how the stage plays."),
)


def thumbnail(path: Path, colour: str, ratio: float) -> QPixmap | None:
    """A picture of a design's stage, spire or first board, or None when the file cannot be read."""
    try:
        design = native.load(path)
    except FormatError:
        return None
    image = _image(design, ratio, colour)
    picture = _blank(ratio)
    if image is not None:
        fitted = image.scaled(
            PICTURE * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        fitted.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        painter.drawImage(
            round((PICTURE.width() - fitted.width() / ratio) / 2),
            round((PICTURE.height() - fitted.height() / ratio) / 2),
            fitted,
        )
        painter.end()
    return picture


def _image(design: Design, ratio: float, colour: str) -> QImage | None:
    if design.stage is not None and design.stage.tiles:
        return stage_image(design.stage, 0.11 * ratio, colour)
    if design.spire is not None:
        return spire_image(design, 0.5 * ratio, colour)
    if design.dashboards:
        return board_pixmap(design.dashboards[0], PICTURE.width(), ratio).toImage()
    return None


def _blank(ratio: float) -> QPixmap:
    """An empty picture: it keeps the place of one that is still to be drawn."""
    picture = QPixmap(PICTURE * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


class StartPage(QWidget):
    """``opened`` carries a file and whether to open it as a copy; ``begun`` and ``browsed`` ask for an empty design
    and for the dialog of files, ``toured`` for the tour."""

    opened = Signal(object, bool)
    begun = Signal()
    browsed = Signal()
    toured = Signal()
    #: The user goes back to the designs that are open.
    left = Signal()

    def __init__(self, shelves: Mapping[str, Sequence[tuple[str, Path]]], recent: Callable[[], list[str]]) -> None:
        super().__init__()
        self.setObjectName("start-page")
        self._recent = recent
        #: The stages whose pictures are still to be drawn.
        self.waiting: list[QListWidgetItem] = []
        self.gallery = QListWidget()
        self.gallery.setObjectName("gallery")
        self.gallery.setAccessibleName("Designs that come with Crest")
        self.gallery.setViewMode(QListWidget.ViewMode.IconMode)
        self.gallery.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.gallery.setMovement(QListWidget.Movement.Static)
        self.gallery.setIconSize(PICTURE)
        self.gallery.setGridSize(PICTURE + QSize(12, 34))
        self.gallery.setUniformItemSizes(True)
        self.gallery.setFrameShape(QFrame.Shape.NoFrame)
        self.shelf = QTabBar()
        self.shelf.setDrawBase(False)
        self.shelf.setExpanding(False)
        self.shelf.setAccessibleName("Which designs to show")
        blank = QIcon(_blank(1.0))
        for number, (shelf, designs) in enumerate(shelves.items()):
            self.shelf.addTab(shelf)
            for name, path in designs:
                item = QListWidgetItem(blank, name)
                item.setData(PATH_ROLE, path)
                item.setData(SHELF_ROLE, number)
                item.setToolTip(f"Open a copy of {name}")
                item.setSizeHint(self.gallery.gridSize())
                self.gallery.addItem(item)
                item.setHidden(number > 0)
                self.waiting.append(item)
        self.files = QListWidget()
        self.files.setObjectName("recent-files")
        self.files.setAccessibleName("Recent files")
        self.files.setFrameShape(QFrame.Shape.NoFrame)
        self.files.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.new_button = QPushButton("New empty stage")
        self.open_button = QPushButton("Open a file\N{HORIZONTAL ELLIPSIS}")
        self.tour_button = QPushButton("Take the tour")
        self.back_button = QPushButton("Back to the design")
        self.back_button.setToolTip("Back to the design (Esc)")
        self._draw = QTimer(self)
        self._draw.setInterval(0)
        self._draw.timeout.connect(self._draw_next)
        self._lay_out()
        self.gallery.itemClicked.connect(lambda item: self.opened.emit(item.data(PATH_ROLE), True))
        self.gallery.itemActivated.connect(self._activated)
        self.files.itemClicked.connect(self._open_recent)
        self.files.itemActivated.connect(self._open_recent)
        self.new_button.clicked.connect(self.begun)
        self.open_button.clicked.connect(self.browsed)
        self.tour_button.clicked.connect(self.toured)
        self.back_button.clicked.connect(self.left)
        self.shelf.currentChanged.connect(self._show_shelf)

    def _lay_out(self) -> None:
        title = QLabel("Crest")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.2)
        font.setBold(True)
        title.setFont(font)
        steps = QHBoxLayout()
        steps.setSpacing(10)
        for head, words in STEPS:
            card = QFrame()
            card.setFrameShape(QFrame.Shape.StyledPanel)
            inner = QVBoxLayout(card)
            inner.setContentsMargins(10, 8, 10, 8)
            label = QLabel(f"<b>{head}</b>")
            text = QLabel(words)
            text.setWordWrap(True)
            text.setAlignment(Qt.AlignmentFlag.AlignTop)
            inner.addWidget(label)
            inner.addWidget(text, 1)
            steps.addWidget(card, 1)
        left = QVBoxLayout()
        for button in (self.new_button, self.open_button, self.tour_button, self.back_button):
            button.setMinimumHeight(34)
            left.addWidget(button)
        left.addSpacing(8)
        left.addWidget(_heading("Recent files"))
        left.addWidget(self.files, 1)
        side = QWidget()
        side.setLayout(left)
        left.setContentsMargins(0, 0, 0, 0)
        side.setFixedWidth(190)
        right = QVBoxLayout()
        right.addWidget(_heading("Designs that come with Crest: click one to open a copy"))
        right.addWidget(self.shelf)
        right.addWidget(self.gallery, 1)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addWidget(side)
        below.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 14, 22, 10)
        layout.setSpacing(12)
        layout.addWidget(title)
        layout.addLayout(steps)
        layout.addLayout(below, 1)

    def refresh(self) -> None:
        """List the recent files, and begin to draw the pictures that are missing."""
        self.files.clear()
        for name in self._recent():
            item = QListWidgetItem(Path(name).name)
            item.setToolTip(name)
            item.setData(PATH_ROLE, Path(name))
            self.files.addItem(item)
        if not self.files.count():
            item = QListWidgetItem("None yet")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.files.addItem(item)
        if self.waiting:
            self._draw.start()

    def minimumSizeHint(self) -> QSize:
        """Little: while the page is hidden it must not keep room from the others, and in sight it has the window."""
        return QSize(400, 200)

    def _show_shelf(self, shelf: int) -> None:
        for row in range(self.gallery.count()):
            item = self.gallery.item(row)
            item.setHidden(item.data(SHELF_ROLE) != shelf)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def redraw(self) -> None:
        """Draw all pictures anew, for other colours."""
        self.waiting = [self.gallery.item(row) for row in range(self.gallery.count())]
        if self.isVisible():
            self._draw.start()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def _draw_next(self) -> None:
        """One picture at a time, so that the page can be used while they appear."""
        if not self.waiting:
            self._draw.stop()
            return
        item = self.waiting.pop(0)
        colour = self.palette().color(QPalette.ColorRole.Base).name()
        picture = thumbnail(item.data(PATH_ROLE), colour, max(1.0, self.devicePixelRatioF()))
        if picture is not None:
            item.setIcon(QIcon(picture))

    def _activated(self, item: QListWidgetItem) -> None:
        # A click has opened it already; this is for Enter.
        if self.isVisible():
            self.opened.emit(item.data(PATH_ROLE), True)

    def _open_recent(self, item: QListWidgetItem) -> None:
        path = item.data(PATH_ROLE)
        if path is not None and self.isVisible():
            self.opened.emit(path, False)


def _heading(words: str) -> QLabel:
    label = QLabel(f"<b>{words}</b>")
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label
