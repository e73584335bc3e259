"""The palette: tile sides with copies left, and tokens with their supply. Drag a piece out or click it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSettings, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from designer import catalog
from designer.design.stage import piece_of
from designer.graph import track_tokens
from designer.readings import tile_words
from designer.ui.command import Command
from designer.ui.panels.piece_list import PIECE_ROLE, PieceList
from designer.ui.piece import Piece
from designer.ui.session import Session

DIRECTIONS = {"l": "left", "r": "right", "s": "straight"}
#: Tokens that have printed values but no value of their own come once.
TOKEN_KINDS = ("climb", "oxygen", "cloud", "joker-entrance", "joker-exit", "finish", "mud", *track_tokens.KINDS)
ALL, FAVOURITES, RECENT = range(3)
MOST_RECENT = 24
#: The filters that are chosen from a list: name, words for no choice, and the choices with their words.
FILTERS: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    ("terrain", "Terrain", (("gravel", "Gravel"), ("asphalt", "Asphalt"), ("snow", "Snow"))),
    ("danger", "Danger", (("low", "Low danger"), ("medium", "Medium danger"), ("high", "High danger"))),
    ("shape", "Shape", tuple((shape, shape.capitalize()) for shape in tile_words.SHAPES)),
    ("lanes", "Lanes", (("2", "2 lanes"), ("3", "3 lanes"), ("4", "4 lanes"))),
    ("feature", "Feature", tuple(tile_words.FEATURE_CHOICES.items())),
)


class PiecesPanel(QWidget):
    """Tiles and tokens to build with. ``appended`` carries a tile and where it should lead when it goes to the open
    end of the road; ``held_by_key`` tells that a piece was taken up with the keyboard, so the canvas may be next."""

    appended = Signal(str, str)
    held_by_key = Signal()

    def __init__(self, session: Session, settings: QSettings) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self.favourites = _names(settings.value("favourites"))
        self.recent = _names(settings.value("recent-tiles"))
        self.box = QComboBox()
        self.box.setObjectName("box")
        self.box.setToolTip("Show the pieces of one box")
        self.box.setAccessibleName("Box")
        self.box.addItem("All boxes", "")
        for name, box in catalog.boxes().items():
            self.box.addItem(box.name, name)
        self.filter = QLineEdit()
        self.filter.setObjectName("filter")
        self.filter.setAccessibleName("Filter tiles, or append one")
        self.filter.setPlaceholderText("Filter: 418, snow, jump, fork \N{HORIZONTAL ELLIPSIS}")
        self.filter.setClearButtonEnabled(True)
        self.filter.setToolTip(
            "Words that a tile must have: number, terrain, danger, shape, lanes, feature.\n"
            "A tile's id and Enter puts it where the road goes on;\n"
            "l, r or s after it chooses left, right or straight (217a r).\n"
            "Shift+Enter takes it in hand, to place it with the arrow keys and Enter."
        )
        self.choices: dict[str, QComboBox] = {}
        for name, words, entries in FILTERS:
            choice = QComboBox()
            choice.setObjectName(f"filter-{name}")
            choice.setAccessibleName(words)
            choice.addItem(words, "")
            for value, label in entries:
                choice.addItem(label, value)
            choice.setToolTip(f"Only tiles of one kind: {words.lower()}")
            self.choices[name] = choice
        for combo in (self.box, *self.choices.values()):
            # A long name must not make the dock wide.
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(4)
        self.clear_button = QPushButton("Clear")
        self.clear_button.setMinimumWidth(56)
        self.clear_button.setToolTip("Show all tiles again")
        self.shelf = QTabBar()
        self.shelf.setDrawBase(False)
        self.shelf.setExpanding(True)
        self.shelf.setElideMode(Qt.TextElideMode.ElideNone)
        self.shelf.setUsesScrollButtons(True)
        self.shelf.setAccessibleName("Which tiles to show")
        for words, tip in (
            ("All", "All tiles that fit the filters"),
            ("\N{BLACK STAR} Favourites", "Tiles you marked with a star (right-click a tile)"),
            ("Recent", "Tiles you placed last"),
        ):
            self.shelf.setTabToolTip(self.shelf.addTab(words), tip)
        self.tiles = PieceList(session, "tiles")
        self.nothing = QLabel()
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.tokens = PieceList(session, "tokens")
        self.ways: dict[str, QPushButton] = {}
        self.tabs = QTabWidget()
        self._lay_out()
        self._connect()
        self.tokens.pieces.show_pieces(token_pieces())
        self._show_favourites()
        self.refresh()
        self._show_ways()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(4)
        grid.addWidget(self.box, 0, 0, 1, 3)
        for number, choice in enumerate((*self.choices.values(), self.clear_button)):
            grid.addWidget(choice, 1 + number // 3, number % 3)
        ways = QHBoxLayout()
        ways.setSpacing(4)
        for word, label, tip in (
            ("left", "\N{LEFTWARDS ARROW} Left", "Alt+Left"),
            ("straight", "\N{UPWARDS ARROW} Straight", "Alt+Up"),
            ("right", "Right \N{RIGHTWARDS ARROW}", "Alt+Right"),
        ):
            button = QPushButton(label)
            button.setObjectName(f"append-{word}")
            button.setMinimumWidth(56)
            button.setToolTip(f"Append the held tile so that the road goes {word} ({tip})")
            button.clicked.connect(lambda checked=False, way=word: self._append_held(way))
            self.ways[word] = button
            ways.addWidget(button)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.filter)
        layout.addLayout(grid)
        layout.addWidget(self.shelf)
        layout.addWidget(self.nothing)
        layout.addWidget(self.tiles, 1)
        layout.addLayout(ways)
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(page, "Tiles")
        self.tabs.addTab(self.tokens, "Tokens")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.tabs)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self.refresh)
        self.filter.returnPressed.connect(self._entered)
        for combo in (self.box, *self.choices.values()):
            combo.currentIndexChanged.connect(self.refresh)
        self.clear_button.clicked.connect(self.clear_filters)
        self.shelf.currentChanged.connect(self.refresh)
        self.tiles.doubleClicked.connect(lambda index: self._append_piece(index.data(PIECE_ROLE)))
        self.tiles.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tiles.customContextMenuRequested.connect(self._menu)
        for shown in (self.tiles, self.tokens):
            shown.held_by_key.connect(self.held_by_key)
        self.session.armed_changed.connect(self._show_ways)
        self.session.changed.connect(self._follow)

    # Which tiles are shown

    def commands(self) -> tuple[Command, ...]:
        """What it offers."""
        return (Command("hold-typed", "Take the typed tile in hand", self.hold_typed, "Shift+Return"),)

    def clear_filters(self) -> None:
        """Show all tiles again."""
        self.filter.clear()
        for combo in (self.box, *self.choices.values()):
            combo.setCurrentIndex(0)
        self.shelf.setCurrentIndex(ALL)

    def choose_box_for(self, tiles: list[str]) -> None:
        """Show the box that holds most of some tiles."""
        count = {name: sum(piece_of(tile) in box.tiles for tile in tiles) for name, box in catalog.boxes().items()}
        most = max(count, key=lambda name: count[name])
        if count[most]:
            self.box.setCurrentIndex(self.box.findData(most))

    def refresh(self) -> None:
        """List the tiles that fit the filters."""
        box = self.box.currentData()
        numbers = catalog.boxes()[box].tiles if box else None
        wanted = self.filter.text()
        words = wanted.lower().split()
        if len(words) == 2 and words[0] in catalog.sides() and words[1] in DIRECTIONS:
            wanted = words[0]
        chosen = {name: choice.currentData() for name, choice in self.choices.items() if choice.currentData()}
        shelf = self.shelf.currentIndex()
        order = {ALL: list(catalog.sides()), FAVOURITES: sorted(self.favourites), RECENT: self.recent}[shelf]
        pieces = [
            Piece(tile=tile)
            for tile in order
            if tile in catalog.sides()
            and (numbers is None or piece_of(tile) in numbers)
            and tile_words.matches(tile, wanted)
            and tile_words.is_kind(tile, chosen)
        ]
        self.tiles.pieces.show_pieces(pieces)
        self.nothing.setText(
            {
                FAVOURITES: "No favourite here yet. Right-click a tile to give it a star.",
                RECENT: "Tiles that you place appear here.",
            }.get(shelf, "No tile fits the filters.")
            if not order or shelf == ALL
            else "No tile fits the filters."
        )
        self.nothing.setVisible(not pieces)
        self.tiles.setVisible(bool(pieces))
        self.clear_button.setEnabled(bool(wanted or box or chosen))

    # Favourites and recently used

    def toggle_favourite(self, tile: str) -> None:
        """Give a tile a star, or take it."""
        if tile in self.favourites:
            self.favourites.remove(tile)
        else:
            self.favourites.append(tile)
        self.settings.setValue("favourites", self.favourites)
        self._show_favourites()
        self.refresh()

    def _show_favourites(self) -> None:
        self.tiles.pieces.set_stars(frozenset(self.favourites))

    def _menu(self, point: QPoint) -> None:
        index = self.tiles.indexAt(point)
        if index.isValid():
            self.menu_for(index.data(PIECE_ROLE)).exec(self.tiles.viewport().mapToGlobal(point))

    def menu_for(self, piece: Piece) -> QMenu:
        """The menu of a tile in the palette."""
        menu = QMenu(self)
        menu.addAction("Append where the road goes on", lambda: self._append_piece(piece))
        menu.addAction("Take in hand", lambda: self.session.arm(piece.text))
        menu.addSeparator()
        star = "Take the star away" if piece.tile in self.favourites else "Make a favourite"
        menu.addAction(star, lambda: self.toggle_favourite(piece.tile))
        return menu

    def _follow(self) -> None:
        """Note the tile that was placed last."""
        stage = self.session.stage
        if not len(stage):
            return
        last = stage.tiles[-1].tile
        if self.recent[:1] != [last] and last in catalog.sides():
            self.recent = [last, *(tile for tile in self.recent if tile != last)][:MOST_RECENT]
            if self.shelf.currentIndex() == RECENT:
                self.refresh()

    def remember(self) -> None:
        """Note the recent tiles for the next time; not at every edit, for it writes to the disk."""
        self.settings.setValue("recent-tiles", self.recent)

    # Appending and holding

    def _entered(self) -> None:
        words = self.filter.text().lower().split()
        direction = DIRECTIONS.get(words[1][0], "") if len(words) == 2 else ""
        if words and words[0] in catalog.sides() and (len(words) == 1 or direction):
            self.appended.emit(words[0], direction)
            self.filter.clear()
        else:
            self.session.refused.emit("Type a tile's id, such as 217a, to put it where the road goes on.")

    def hold_typed(self) -> None:
        """Take the tile whose id is typed in hand, or else the only one that fits the filters."""
        words = self.filter.text().lower().split()
        pieces = self.tiles.pieces.pieces
        if len(words) == 1 and words[0] in catalog.sides():
            piece = Piece(tile=words[0])
        elif len(pieces) == 1:
            piece = pieces[0]
        else:
            self.session.refused.emit("Type a tile's id, such as 901a, to take it in hand.")
            return
        if self.tiles.hold(piece):
            self.filter.clear()
            self.held_by_key.emit()

    def _append_piece(self, piece: Piece) -> None:
        self.session.arm("")
        self.appended.emit(piece.tile, "")

    def _append_held(self, direction: str) -> None:
        piece = Piece.parse(self.session.armed)
        if piece is not None and piece.tile:
            self.appended.emit(piece.tile, direction)

    def _show_ways(self) -> None:
        piece = Piece.parse(self.session.armed)
        for button in self.ways.values():
            button.setEnabled(piece is not None and bool(piece.tile))


def _names(stored: object) -> list[str]:
    """A list of names from the settings; one of a single name comes back as plain text on some systems."""
    if isinstance(stored, str):
        return [stored] if stored else []
    return [str(name) for name in stored] if isinstance(stored, list) else []


def token_pieces() -> list[Piece]:
    """The tokens that can be laid on a stage, with each printed value."""
    tokens = catalog.tokens().stage
    result: list[Piece] = []
    for kind in TOKEN_KINDS:
        values = tokens[kind].values if kind in tokens else None
        result.extend(Piece(token=kind, value=value) for value in (values or (None,)))
    return result
