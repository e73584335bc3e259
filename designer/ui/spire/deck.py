"""The deck designer: hold types and bolts, preferences, abilities, action cards, environments, summit cards.

The dialog changes no design itself: ``data`` is what the deck has become.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from designer import rules as rules_in_force
from designer.design.values import FrozenMap
from designer.drawing.spire import cards
from designer.formats import spire_deck
from designer.formats.native import FormatError
from designer.graph import spire_graph
from designer.summit import deck as decks
from designer.summit import edits as deck_edits
from designer.summit.deck import CLASS_WORDS, CLASSES, DeckError
from designer.ui import saving
from designer.ui.spire.deck_cards import AbilitiesPage, ActionsPage

DECKS = "Decks (*.json);;All files (*)"
#: A character whose holds cost this much more or less than the average gets a mark; the finding SPI011 says the same.
UNFAIR = 0.1
Change = Callable[[FrozenMap], FrozenMap]


def sign(letter: str, size: int = 22) -> QIcon:
    """The sign of a class as an icon."""
    return _drawn(size, lambda painter: cards.badge(painter, letter, 8, QRectF(0, 0, 22, 22).center()))


def colour_sign(colour: str, size: int = 22) -> QIcon:
    """The shape of a colour as an icon."""

    def draw(painter: QPainter) -> None:
        painter.setBrush(cards.colour_of(colour))
        painter.setPen(cards.colour_of(colour).darker(150))
        cards.draw_shape(painter, cards.shape_of(colour), 8, QRectF(0, 0, 22, 22).center())

    return _drawn(size, draw)


def _drawn(size: int, draw: Callable[[QPainter], None]) -> QIcon:
    picture = QPixmap(2 * size, 2 * size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(2 * size / 22, 2 * size / 22)
    draw(painter)
    painter.end()
    return QIcon(picture)


def cost_sums(data: FrozenMap) -> dict[str, int]:
    """Stamina for one of each hold type, by climber; a type without a class counts as nothing."""
    price = spire_graph.costs(rules_in_force.load())
    names = [hold["name"] for hold in data["holds"]]
    return {
        climber: sum(price[row[name]] for name in names if name in row)
        for climber, row in data["preferences"]["classes"].items()
    }


class PreferencesTable(QTableWidget):
    """Cells of class letters. ``chosen`` carries row, column and the letter typed, or an empty text for the next."""

    chosen = Signal(int, int, str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        letter = event.text().upper()
        if letter in (*CLASSES, " ") and self.currentRow() >= 0:
            self.chosen.emit(self.currentRow(), self.currentColumn(), letter.strip())
        else:
            super().keyPressEvent(event)


class DeckDialog(QDialog):
    """Edits a deck."""

    def __init__(self, data: FrozenMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Deck of the spire")
        self.data = data
        self.name = QLineEdit()
        self.name.setMaxLength(100)
        self.load_button = QPushButton("Load\N{HORIZONTAL ELLIPSIS}")
        self.save_button = QPushButton("Save as\N{HORIZONTAL ELLIPSIS}")
        self.reset_button = QPushButton("Stand-in deck")
        self.reset_button.setToolTip("Back to the deck that comes with Crest")
        self.bolts = self._table("Bolts")
        self.preferences = PreferencesTable()
        self._prepare(self.preferences, "Preferences")
        self.preferences.setIconSize(QSize(22, 22))
        self.abilities = AbilitiesPage(self.change)
        self.action_cards = ActionsPage(self.change)
        self.environments = self._table("Environments")
        self.summits = self._table("Summit cards")
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.tabs = QTabWidget()
        self._lay_out()
        self._connect()
        self.refresh()
        self.resize(940, 620)

    @classmethod
    def _table(cls, name: str) -> QTableWidget:
        table = QTableWidget()
        cls._prepare(table, name)
        return table

    @staticmethod
    def _prepare(table: QTableWidget, name: str) -> None:
        table.setAccessibleName(name)
        table.setAlternatingRowColors(True)
        table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(QLabel("Name"))
        head.addWidget(self.name, 1)
        for button in (self.load_button, self.save_button, self.reset_button):
            head.addWidget(button)
        pages: tuple[tuple[str, QWidget, str, tuple[tuple[str, Callable[[], None]], ...]], ...] = (
            (
                "Holds and bolts",
                self.bolts,
                "Tick where a hold is bolted; double-click a name to change it.",
                (("Add a hold type", self.add_hold), ("Remove the hold type", self.remove_hold)),
            ),
            (
                "Preferences",
                self.preferences,
                "Click a cell to go from bomber to positive, sketchy and heinous, or "
                "type B, P, S or H. The sums say what one of each hold costs a climber; they should be alike.",
                (),
            ),
            ("Abilities", self.abilities, "", ()),
            ("Action cards", self.action_cards, "", ()),
            (
                "Environments",
                self.environments,
                "Each says above which row the fatigue line lies.",
                (("Add an environment", self.add_environment), ("Remove the environment", self.remove_environment)),
            ),
            ("Summit cards", self.summits, "How many of each kind there are.", ()),
        )
        for words, table, hint, buttons in pages:
            page = QWidget()
            layout = QVBoxLayout(page)
            if hint:
                label = QLabel(hint)
                label.setWordWrap(True)
                layout.addWidget(label)
            layout.addWidget(table, 1)
            row = QHBoxLayout()
            for name, do in buttons:
                button = QPushButton(name)
                button.clicked.connect(lambda checked=False, do=do: do())
                row.addWidget(button)
            row.addStretch(1)
            if buttons:
                layout.addLayout(row)
            self.tabs.addTab(page, words)
        layout = QVBoxLayout(self)
        layout.addLayout(head)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.message)
        layout.addWidget(self.buttons)

    def _connect(self) -> None:
        self.name.editingFinished.connect(self._rename)
        self.load_button.clicked.connect(self.load)
        self.save_button.clicked.connect(self.save)
        self.reset_button.clicked.connect(lambda: self.show_data(decks.standard_data()))
        self.bolts.itemChanged.connect(self._bolt_changed)
        self.preferences.cellClicked.connect(lambda row, number: self.next_class(row, number))
        self.preferences.chosen.connect(self.next_class)
        self.environments.itemChanged.connect(self._environment_changed)
        self.abilities.checked.connect(self.check)
        self.action_cards.checked.connect(self.check)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    # Showing

    def show_data(self, data: FrozenMap) -> None:
        """Show another deck."""
        self.data = data
        self.refresh()

    def refresh(self) -> None:
        """Bring every page up to date."""
        self.name.setText(self.data["name"])
        self._refresh_bolts()
        self._refresh_preferences()
        self._refresh_environments()
        self._refresh_summits()
        self.abilities.show_data(self.data)
        self.action_cards.show_data(self.data)
        self.check()

    def _refresh_bolts(self) -> None:
        table, holds, columns = self.bolts, self.data["holds"], self.data["columns"]
        blocker = QSignalBlocker(table)
        table.setRowCount(len(holds) + 1)
        table.setColumnCount(len(columns) + 2)
        for number, words in enumerate(["Hold type", *(column["colour"] for column in columns), "Where from"]):
            head = QTableWidgetItem(words)
            if 1 <= number <= len(columns):
                head.setIcon(colour_sign(words))
            table.setHorizontalHeaderItem(number, head)
        table.verticalHeader().hide()
        always = set(self.data["always_bolted"]["holds"])
        for row, hold in enumerate(holds):
            table.setItem(row, 0, QTableWidgetItem(hold["name"]))
            for number, column in enumerate(columns, start=1):
                item = QTableWidgetItem()
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
                on = hold["name"] in column["bolted"]
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
                item.setToolTip("always bolted by the rules" if hold["name"] in always else "")
                table.setItem(row, number, item)
            table.setItem(row, len(columns) + 1, _fixed("the document" if hold["source"] == "seed" else "our own"))
        wanted = self.data["bolted_per_column"]["value"]
        table.setItem(len(holds), 0, _fixed(f"bolted (of {len(holds) + 1})"))
        for number, column in enumerate(columns, start=1):
            count = len(column["bolted"])
            item = _fixed(str(count) if count == wanted else f"{count}, should be {wanted}")
            if count != wanted:
                item.setForeground(cards.BAD)
            table.setItem(len(holds), number, item)
        table.setItem(len(holds), len(columns) + 1, _fixed(""))
        table.resizeColumnsToContents()
        del blocker

    def _refresh_preferences(self) -> None:
        table, holds = self.preferences, [hold["name"] for hold in self.data["holds"]]
        classes, sums = self.data["preferences"]["classes"], cost_sums(self.data)
        printed = {tuple(cell) for cell in self.data["preferences"]["from_document"]}
        names = list(classes)
        usual = sum(sums.values()) / max(1, len(sums))
        at = table.currentRow(), table.currentColumn()
        table.setRowCount(len(names))
        table.setColumnCount(len(holds) + 1)
        table.setHorizontalHeaderLabels([*holds, "Cost of all"])
        table.setVerticalHeaderLabels(names)
        for row, name in enumerate(names):
            for number, hold in enumerate(holds):
                letter = classes[name].get(hold, "")
                item = _fixed(letter)
                if letter:
                    item.setIcon(sign(letter))
                item.setToolTip(
                    f"{name}, {hold}: {CLASS_WORDS.get(letter, 'not said')}"
                    + (" (printed in the document)" if (name, hold) in printed else "")
                )
                font = item.font()
                font.setBold((name, hold) in printed)
                item.setFont(font)
                table.setItem(row, number, item)
            off = abs(sums[name] - usual) > UNFAIR * usual
            item = _fixed(f"{sums[name]} \N{WARNING SIGN}" if off else str(sums[name]))
            item.setToolTip(f"{usual:.1f} on average")
            if off:
                item.setForeground(QColor(cards.BAD))
            table.setItem(row, len(holds), item)
        table.setCurrentCell(*at)
        table.resizeColumnsToContents()

    def _refresh_environments(self) -> None:
        table, entries = self.environments, self.data["environments"]
        blocker = QSignalBlocker(table)
        table.setRowCount(len(entries))
        table.setColumnCount(2)
        table.setHorizontalHeaderLabels(["Environment", "Fatigue line above row"])
        for row, card in enumerate(entries):
            table.setItem(row, 0, _fixed(card["name"]))
            item = QTableWidgetItem()
            item.setData(Qt.ItemDataRole.EditRole, card["fatigue_above"])
            table.setItem(row, 1, item)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        del blocker

    def _refresh_summits(self) -> None:
        table, entries = self.summits, self.data["summits"]
        table.setRowCount(len(entries))
        table.setColumnCount(3)
        table.setHorizontalHeaderLabels(["Anchor", "Class", "Cards"])
        for row, card in enumerate(entries):
            table.setItem(row, 0, _fixed("anchored" if card["anchored"] else "anchorless"))
            item = _fixed(card["class"])
            item.setIcon(sign("P" if card["class"] == "positive" else "S"))
            table.setItem(row, 1, item)
            spin = QSpinBox()
            spin.setRange(0, 24)
            spin.setValue(card["count"])
            spin.valueChanged.connect(lambda count, kind=card["id"]: self._summits_changed(kind, count))
            table.setCellWidget(row, 2, spin)
        table.resizeColumnsToContents()

    def check(self) -> None:
        """Say what is wrong; a deck that cannot be played cannot be taken over."""
        problem = self.abilities.problem or self.action_cards.problem
        if not problem:
            try:
                problem = next(decks.effect_problems(decks.parse(self.data)), "")
            except DeckError as error:
                problem = str(error)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)
        sums = cost_sums(self.data)
        usual = sum(sums.values()) / max(1, len(sums))
        off = [f"{name} {cost}" for name, cost in sums.items() if abs(cost - usual) > UNFAIR * usual]
        words = problem or (f"Uneven preferences: {', '.join(off)}, {usual:.1f} on average." if off else "")
        self.message.setText(f"\N{WARNING SIGN} {words}" if words else "The deck can be played.")

    # Edits

    def change(self, edit: Change) -> str:
        """Do an edit; the answer is why it cannot be done, or empty."""
        try:
            changed = edit(self.data)
        except DeckError as error:
            return str(error)
        self.show_data(changed)
        return ""

    def _try(self, edit: Change) -> None:
        problem = self.change(edit)
        if problem:
            self.refresh()
            self.message.setText(f"\N{WARNING SIGN} {problem}")

    def _rename(self) -> None:
        if self.name.text().strip() and self.name.text() != self.data["name"]:
            self.data = deck_edits.with_name(self.data, self.name.text().strip())

    def _bolt_changed(self, item: QTableWidgetItem) -> None:
        holds, columns = self.data["holds"], self.data["columns"]
        row, number = item.row(), item.column()
        if row >= len(holds) or number > len(columns):
            return
        hold = holds[row]["name"]
        if number == 0:
            self._try(lambda data: deck_edits.with_hold_renamed(data, hold, item.text().strip()))
        else:
            on = item.checkState() == Qt.CheckState.Checked
            self._try(lambda data: deck_edits.with_bolt(data, columns[number - 1]["colour"], hold, on))

    def next_class(self, row: int, number: int, letter: str = "") -> None:
        """Another class of a hold for a climber: the next one when none is given."""
        holds = [hold["name"] for hold in self.data["holds"]]
        if number >= len(holds):
            return
        climber = list(self.data["preferences"]["classes"])[row]
        now = self.data["preferences"]["classes"][climber].get(holds[number], CLASSES[-1])
        letter = letter or CLASSES[(CLASSES.index(now) + 1) % len(CLASSES)]
        self._try(lambda data: deck_edits.with_class(data, climber, holds[number], letter))

    def add_hold(self, name: str = "") -> None:
        """Add a hold type; asks for its name when none is given."""
        name = name or QInputDialog.getText(self, "Add a hold type", "Name")[0].strip()
        if name:
            self._try(lambda data: deck_edits.with_hold(data, name))

    def remove_hold(self) -> None:
        """Remove the hold type of the current row."""
        row, holds = self.bolts.currentRow(), self.data["holds"]
        if 0 <= row < len(holds):
            self._try(lambda data: deck_edits.without_hold(data, holds[row]["name"]))

    def add_environment(self, name: str = "") -> None:
        """Add an environment; asks for its name when none is given."""
        name = name or QInputDialog.getText(self, "Add an environment", "Name")[0].strip()
        if name:
            self._try(lambda data: deck_edits.with_environment(data, name, 5))

    def remove_environment(self) -> None:
        """Remove the environment of the current row."""
        row, entries = self.environments.currentRow(), self.data["environments"]
        if 0 <= row < len(entries):
            self._try(lambda data: deck_edits.without_environment(data, entries[row]["name"]))

    def _environment_changed(self, item: QTableWidgetItem) -> None:
        entry, value = self.data["environments"][item.row()], item.data(Qt.ItemDataRole.EditRole)
        if item.column() == 1 and isinstance(value, int):
            self._try(lambda data: deck_edits.with_environment(data, entry["name"], value))

    def _summits_changed(self, kind: str, count: int) -> None:
        self.data = deck_edits.with_summits(self.data, kind, count)
        self.check()

    # Files

    def load(self) -> None:
        """Ask for a file and show its deck."""
        name, _ = QFileDialog.getOpenFileName(self, "Load a deck", "", DECKS)
        if name:
            self.load_path(Path(name))

    def load_path(self, path: Path) -> bool:
        """Show the deck of a file, or say why not."""
        try:
            data = spire_deck.load(path)
        except FormatError as error:
            self.message.setText(
                f"\N{WARNING SIGN} {path.name}: " + "; ".join(str(problem) for problem in error.problems[:3])
            )
            return False
        self.show_data(FrozenMap(data))
        return True

    def save(self) -> None:
        """Ask for a file and write the deck there."""
        start = Path(saving.file_name(str(self.data["id"]), ".json"))
        if path := saving.ask_file(self, "Save the deck", start, ".json", DECKS):
            self.save_path(path)

    def save_path(self, path: Path) -> bool:
        """Write the deck to a file, or say why not."""

        def do(over_read_only: bool) -> None:
            spire_deck.save(self.data, path, over_read_only=over_read_only)

        if not saving.write(self, "Cannot save", path, do, self.message.setText):
            return False
        self.message.setText(f"Saved as {path.name}.")
        return True


def _fixed(words: str) -> QTableWidgetItem:
    item = QTableWidgetItem(words)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
    return item
