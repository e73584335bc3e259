"""The spire editor: both views of the table, setting it up, climbing it many times, replaying a game, its deck.

It is complete in itself: ``SpireEditor(session)``. Every change goes through ``session.edit``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QTabWidget,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.design import spire as spire_edits
from designer.design.values import FrozenMap
from designer.drawing import pictures
from designer.drawing.signs import SEVERITY_COLOURS
from designer.drawing.spire.cards import CardLook
from designer.drawing.spire.table import At, Table, deck_of, of_spire
from designer.formats import native
from designer.formats.writing import write_atomic
from designer.resources import folder
from designer.rules import load_fitting
from designer.simulator.spire.tuning import Suggestion
from designer.summit import deck as decks
from designer.ui import saving
from designer.ui.session import Session
from designer.ui.spire.climbing import ClimbingPanel
from designer.ui.spire.cylinder import CylinderView
from designer.ui.spire.deck import DeckDialog
from designer.ui.spire.flat import FlatView
from designer.ui.spire.options import OptionsPanel
from designer.ui.spire.replay import ReplayPanel

VIEWS = ("Flat", "Round", "Both")


def gallery() -> list[Path]:
    """The example spires that come with Crest."""
    try:
        return sorted((folder("exports") / "spires").glob("*.json"))
    except FileNotFoundError:
        return []


HINT = (
    "Drag a card onto another to exchange them; double-click or F turns it, L locks it; drag the fatigue line; "
    "arrow keys walk round the spire."
)


class SpireEditor(QWidget):
    """Shows and edits the spire of a session's design. ``hint`` says what can be done, or what the card is."""

    hint = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.flat = FlatView()
        self.round = CylinderView()
        self.options = OptionsPanel(session)
        self.climbing = ClimbingPanel(session)
        self.replay = ReplayPanel(session, self.climbing)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for words, page in (("Set-up", self.options), ("Climbing", self.climbing), ("Replay", self.replay)):
            self.tabs.addTab(page, words)
        self.view_buttons: dict[str, QToolButton] = {}
        self._view_group = QButtonGroup(self)
        for name in VIEWS:
            button = QToolButton()
            button.setText(name)
            button.setCheckable(True)
            button.clicked.connect(partial(self.show_view, name))
            self._view_group.addButton(button)
            self.view_buttons[name] = button
        self.turn_left, self.turn_right = QToolButton(), QToolButton()
        for button, words, tip, step in (
            (self.turn_left, "\N{ANTICLOCKWISE OPEN CIRCLE ARROW}", "Turn the spire to the left", -1),
            (self.turn_right, "\N{CLOCKWISE OPEN CIRCLE ARROW}", "Turn the spire to the right", 1),
        ):
            button.setText(words)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.clicked.connect(partial(self._swing, step))
        self.climber = QComboBox()
        self.climber.setAccessibleName("Classes for")
        self.climber.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.climber.setToolTip("Whose liking of the holds the cards show")
        self.xray = QCheckBox("See through")
        self.xray.setChecked(True)
        self.xray.setToolTip("Show what lies face down")
        self.heat = QCheckBox("Visits")
        self.heat.setToolTip("How often a game comes to each card: climb the spire first")
        self.deck_name = QLabel()
        self.deck_button = QPushButton("Deck\N{HORIZONTAL ELLIPSIS}")
        self.deck_button.setToolTip("Holds, bolts, preferences, abilities, action cards, environments")
        self.examples_button = QToolButton()
        self.examples_button.setText("Examples")
        self.examples_button.setToolTip("Lay a spire of the gallery")
        self.examples_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.examples_button.setMenu(self._examples_menu())
        self.picture_button = QPushButton("Picture\N{HORIZONTAL ELLIPSIS}")
        self.picture_button.setToolTip("Save a picture of the spire, unrolled")
        self._lay_out()
        self._connect()
        self.show_view("Flat")
        self.refresh()

    def _lay_out(self) -> None:
        # A toolbar keeps what does not fit behind its arrow.
        bar = QToolBar()
        for button in self.view_buttons.values():
            bar.addWidget(button)
        for widget in (self.turn_left, self.turn_right, QLabel("Classes for"), self.climber, self.xray, self.heat):
            bar.addWidget(widget)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(space)
        for last in (self.deck_name, self.deck_button, self.examples_button, self.picture_button):
            bar.addWidget(last)
        self.pair = QSplitter(Qt.Orientation.Horizontal)
        self.pair.addWidget(self.flat)
        self.pair.addWidget(self.round)
        self.pair.setStretchFactor(0, 2)
        self.pair.setStretchFactor(1, 1)
        left = QWidget()
        inner = QVBoxLayout(left)
        inner.setContentsMargins(6, 6, 0, 6)
        inner.addWidget(bar)
        inner.addWidget(self.pair, 1)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.tabs)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setSizes([900, 380])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def _connect(self) -> None:
        options, flat = self.options, self.flat
        self.session.changed.connect(self.refresh)
        self.session.checked.connect(self.refresh_views)
        flat.moved.connect(self.go_to)
        flat.swap_wanted.connect(options.swap)
        flat.turn_wanted.connect(options.turn_card)
        flat.lock_wanted.connect(options.lock_card)
        flat.fatigue_wanted.connect(options.set_line)
        flat.start_wanted.connect(options.set_start)
        flat.menu_wanted.connect(lambda at, where: self.menu_for(at).exec(where))
        self.round.chosen.connect(self.go_to)
        options.changed_card.connect(self.go_to)
        self.climber.activated.connect(lambda _: self.refresh_views())
        self.xray.toggled.connect(lambda _: self.refresh_views())
        self.heat.toggled.connect(lambda _: self.refresh_views())
        self.climbing.shown.connect(self._climbed)
        self.climbing.apply_wanted.connect(self.apply)
        self.replay.shown.connect(self._replayed)
        self.tabs.currentChanged.connect(lambda _: self.refresh_views())
        self.deck_button.clicked.connect(self.edit_deck)
        self.picture_button.clicked.connect(self.save_picture)

    # Showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.hint.emit(HINT)

    def show_view(self, name: str, checked: bool = True) -> None:
        """Show the flat view, the round one, or both."""
        self.view_buttons[name].setChecked(True)
        self.flat.setVisible(name != "Round")
        self.round.setVisible(name != "Flat")
        for button in (self.turn_left, self.turn_right):
            button.setEnabled(name != "Flat")

    def _swing(self, step: int, checked: bool = False) -> None:
        self.round.swing(step)

    @property
    def replaying(self) -> bool:
        """Whether the views show a game instead of the design."""
        return self.tabs.currentWidget() is self.replay and self.replay.board is not None

    def refresh(self) -> None:
        """Bring everything up to date with the design."""
        deck = deck_of(self.session.design.spire)
        chosen = self.climber.currentData() or ""
        self.climber.clear()
        self.climber.addItem("all climbers", "")
        for character in deck.characters:
            self.climber.addItem(character.name, character.name)
        self.climber.setCurrentIndex(max(0, self.climber.findData(chosen)))
        spire = self.session.design.spire
        self.deck_name.setText(f"{deck.name}{'' if spire is None or spire.deck is None else ' (own)'}")
        self.refresh_views()

    def refresh_views(self) -> None:
        """Bring both views up to date."""
        spire = self.session.design.spire
        table = self.replay.table() if self.replaying else None
        if table is None and spire is not None:
            table = of_spire(spire, deck_of(spire), load_fitting(self.session.design.house_rules))
        table = table or Table()
        look = CardLook(self.climber.currentData() or "", self.xray.isChecked())
        heat = self.climbing.heat() if self.heat.isChecked() and not self.replaying else {}
        marks = {} if self.replaying else self.marks(table)
        for view in (self.flat, self.round):
            view.look, view.heat, view.marks = look, heat, marks
            view.active = self.replay.active if self.replaying else None
            view.show_table(table)
        # The first deal leaves the cursor on a start; the box of the card must tell of the same place as the frame.
        self.round.cursor_at = self.flat.cursor_at
        if self.options.at != self.flat.cursor_at:
            self.options.show_card(self.flat.cursor_at)
        self.flat.editable = not self.replaying
        self.heat.setEnabled(bool(self.climbing.heat()))

    def marks(self, table: Table) -> dict[At, QColor]:
        """The cards with a problem, each with the colour of the worst; one of a column marks its Start."""
        found: dict[At, QColor] = {}
        for finding in self.session.findings:
            column = finding.place.column
            if column is not None and finding.waived is None and column < len(table.columns):
                row = min(finding.place.row or 0, table.top)
                found.setdefault((column, row), SEVERITY_COLOURS[str(finding.severity)])
        return found

    def go_to(self, at: At) -> None:
        """Move the cursor of both views to a card."""
        if self.flat.cursor_at != at:
            self.flat.blockSignals(True)
            self.flat.set_cursor(at)
            self.flat.blockSignals(False)
        at = self.flat.cursor_at
        self.round.cursor_at = at
        if self.round.isVisible() and self.round.front != at[0]:
            self.round.bring(at[0])
        self.round.update()
        self.options.show_card(at)
        self.hint.emit(self.flat.table.words(at, self.flat.look.climber))

    def show_place(self, column: int | None, row: int | None) -> None:
        """Lead to the place of a finding."""
        self.tabs.setCurrentWidget(self.options)
        if column is not None:
            self.go_to((column, row or 0))
        self.flat.setFocus()

    def menu_for(self, at: At) -> QMenu:
        """What can be done with a card and its column."""
        menu, options = QMenu(self), self.options
        spire = self.session.design.spire
        column, row = at
        if spire is None:
            return menu
        if row > 0:
            menu.addAction("Turn over\tF", partial(options.turn_card, at))
        if 1 <= row <= spire.rows:
            locked = row <= len(spire.columns[column].holds) and spire.columns[column].holds[row - 1].locked
            menu.addAction("Unlock\tL" if locked else "Lock\tL", partial(options.lock_card, at))
            if row < spire.rows:
                menu.addAction("Fatigue line above this row", partial(options.set_line, row))
            menu.addAction("Take away", partial(options.take, at))
            lay = menu.addMenu("Lay")
            for hold in self.options.deck.holds:
                lay.addAction(hold, partial(options.put, at, hold))
        elif row == spire.rows + 1:
            lay = menu.addMenu("Lay")
            for card in self.options.deck.summits:
                lay.addAction(card.id.replace("-", ", "), partial(options.put, at, card.id))
        if row == 0:
            for seat, climber in enumerate(spire.climbers):
                menu.addAction(
                    f"{climber.character or f'Seat {seat + 1}'} starts here", partial(options.set_start, seat, column)
                )
        menu.addSeparator()
        menu.addAction("Shuffle the column", partial(options.shuffle_column, column))
        menu.addAction("Turn the column face up", partial(options.turn_column, column, True))
        menu.addAction("Turn the column face down", partial(options.turn_column, column, False))
        return menu

    def _replayed(self) -> None:
        self.refresh_views()
        item = self.replay.list.currentItem()
        if self.replaying and item is not None:
            self.hint.emit(item.text())

    def _climbed(self) -> None:
        if self.climbing.heat():
            self.heat.setEnabled(True)
            self.heat.setChecked(True)
        self.refresh_views()

    # Doing

    def apply(self, suggestion: Suggestion) -> None:
        """Exchange the two cards of a suggestion."""
        if self.options.edit("Exchange for evenness", suggestion.apply):
            self.go_to(suggestion.one)

    def edit_deck(self) -> None:
        """Edit the deck in a dialog; what it makes is stored in the document."""
        spire = self.session.design.spire
        data = spire.deck if spire is not None and spire.deck is not None else decks.standard_data()
        dialog = DeckDialog(data, self)
        if dialog.exec():
            self.store_deck(dialog.data)

    def store_deck(self, data: FrozenMap) -> None:
        """Store a deck in the document; the catalog's own is stored as none."""
        deck = None if data == decks.standard_data() else data
        if self.session.design.spire is None:
            self.session.edit("Deck", lambda design: replace(design, spire=spire_edits.Spire(deck=deck)))
        else:
            self.options.edit("Deck", lambda spire: spire_edits.set_deck(spire, deck))

    def _examples_menu(self) -> QMenu:
        menu = QMenu(self)
        for path in gallery():
            menu.addAction(path.stem.replace("-", " ").capitalize(), partial(self.lay_example, path))
        return menu

    def lay_example(self, path: Path) -> None:
        """Lay a spire of the gallery in the design, in place of what was there."""
        example = native.load(path).spire
        self.session.edit("Lay an example spire", lambda design: replace(design, spire=example))

    def climb(self) -> None:
        """Climb the spire many times and show what comes out."""
        self.tabs.setCurrentWidget(self.climbing)
        self.climbing.run()

    def save_picture(self) -> None:
        """Ask for a file and write a picture there."""
        title, kinds = "Save a picture of the spire", "Pictures (*.png)"
        if path := saving.ask_file(self, title, Path("spire.png"), ".png", kinds):
            self.save_picture_path(path)

    def save_picture_path(self, path: Path) -> bool:
        """Write a picture to a file, or say why not."""
        picture = pictures.spire_png(self.session.design)
        return saving.write(
            self,
            "Cannot save",
            path,
            lambda over: write_atomic(path, picture, over_read_only=over),
            self.session.refused.emit,
        )

    def stop(self) -> None:
        """End what runs, before the window goes."""
        self.climbing.stop()
        self.replay.pause()
